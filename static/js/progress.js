// What was read, kept on this device and nowhere else: a lesson marks itself, lists of lessons show the marks.
{
  const { word, make, recall, remember, forget } = lp;
  const READ = "lp-read:";
  const QUIZ = "lp-quiz:";

  const lesson = document.querySelector("main[data-lesson]");
  if (lesson) {
    const mark = () => remember(READ + lesson.dataset.lesson, "1");
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

  const place = document.querySelector("[data-progress]");
  if (place) {
    const items = [...document.querySelectorAll("li[data-lesson]")];
    const text = make("p", { role: "status" });
    const button = make("button", { type: "button" }, word("progress-forget"));
    const show = () => {
      let read = 0;
      for (const item of items) {
        item.querySelector(".lp-read")?.remove();
        if (!recall(READ + item.dataset.lesson)) continue;
        read += 1;
        item.querySelector("a").append(make("span", { class: "lp-read" }, word("progress-read")));
      }
      text.textContent = read ? word("progress-count", { read, all: items.length }) : word("progress-nothing");
      return read;
    };
    button.addEventListener("click", () => {
      for (const item of items) for (const key of [READ, QUIZ]) forget(key + item.dataset.lesson);
      show();
      button.hidden = true;
      text.tabIndex = -1;
      text.focus();
    });
    place.append(text, button);
    place.hidden = !show();
  }
}
