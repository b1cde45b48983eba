// Shows in a list of lessons which of them were read: read.js remembers that on this device and nowhere else.
{
  const { word, make, recall, forget } = lp;
  const READ = "lp-read:";
  const QUIZ = "lp-quiz:";

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
