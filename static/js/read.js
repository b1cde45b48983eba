// Remembers on this device and nowhere else that a lesson was read; progress.js shows it in the lists.
{
  const { remember } = lp;
  const lesson = document.querySelector("main[data-lesson]");
  if (lesson) {
    const mark = () => remember(`lp-read:${lesson.dataset.lesson}`, "1");
    const end = lesson.querySelector(".lp-summary");
    if (end && "IntersectionObserver" in window) {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        mark();
        observer.disconnect();
      });
      // Whoever is taken past the end by a link has not read it: the reader's own scrolling counts.
      addEventListener("scroll", () => observer.observe(end), { once: true, passive: true });
    }
    lesson.addEventListener("lp-quiz-finished", mark);
  }
}
