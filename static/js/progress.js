// What was read, kept on this device and nowhere else: a lesson marks itself, lists of lessons show the marks.
{
  const READ = "lp-read:";
  const QUIZ = "lp-quiz:";

  // Storage may be switched off; then nothing is remembered and nothing is shown.
  const store = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };

  const lesson = document.querySelector("main[data-lesson]");
  if (lesson) {
    const mark = () => store((storage) => storage.setItem(READ + lesson.dataset.lesson, "1"));
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
    const text = document.createElement("p");
    const forget = document.createElement("button");
    text.setAttribute("role", "status");
    forget.type = "button";
    forget.textContent = "Forget it";
    const show = () => {
      let read = 0;
      for (const item of items) {
        item.querySelector(".lp-read")?.remove();
        if (!store((storage) => storage.getItem(READ + item.dataset.lesson))) continue;
        read += 1;
        const mark = document.createElement("span");
        mark.className = "lp-read";
        mark.textContent = "✓ Read";
        item.querySelector("a").append(mark);
      }
      text.textContent = read ? `${read} of ${items.length} read. Only this device knows.` : "Nothing is remembered.";
      return read;
    };
    forget.addEventListener("click", () => {
      for (const item of items) {
        for (const key of [READ, QUIZ]) store((storage) => storage.removeItem(key + item.dataset.lesson));
      }
      show();
      forget.hidden = true;
      text.tabIndex = -1;
      text.focus();
    });
    place.append(text, forget);
    place.hidden = !show();
  }
}
