// The theme's toggle, what a link opens, what paper needs, what was read, the way to the search and to the neighbours. Loaded before
// the body, so that a remembered theme is there from the first paint; the page is whole without it.
{
  const { word, make, recall, remember, named, settle } = lp;
  const root = document.documentElement;
  const key = "lp-theme";

  // What needs scripts has its place from the first paint on.
  root.dataset.scripted = "";

  // Fonts come with the style sheets that name them, not after. From a disk a browser fetches none ahead and complains.
  if (location.protocol !== "file:") for (const font of document.querySelectorAll('[rel="font"]')) font.rel = "preload";

  // The device's theme, or one of the two; the browser's own bars follow.
  const THEMES = { system: word("theme-system"), light: word("theme-light"), dark: word("theme-dark") };
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const papers = bars.map((bar) => bar.content);
  const choose = (theme) => {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    bars.forEach((bar, at) => (bar.content = papers[{ light: 0, dark: 1 }[theme] ?? at]));
  };
  let theme = recall(key);
  if (!Object.hasOwn(THEMES, theme)) theme = "system";
  choose(theme);

  const toggle = () => {
    const button = document.querySelector("[data-theme-toggle]");
    if (!button) return;
    const label = () => {
      button.setAttribute("aria-label", THEMES[theme]);
      button.title = THEMES[theme];
    };
    button.addEventListener("click", () => {
      const names = Object.keys(THEMES);
      theme = names[(names.indexOf(theme) + 1) % names.length];
      remember(key, theme);
      choose(theme);
      label();
    });
    label();
  };

  // What opens over the page closes with Escape, with a link in it, and when the reader turns elsewhere.
  const over = () => {
    const close = (but) => document.querySelectorAll(".lp-over[open]").forEach((open) => (open.open = open === but));
    const elsewhere = ({ target }) => close(target.closest?.(".lp-over"));
    addEventListener("pointerdown", elsewhere);
    addEventListener("focusin", elsewhere);
    addEventListener("click", (event) => {
      if (!event.defaultPrevented && event.target.closest?.(".lp-over a")) close();
    });
    addEventListener("keydown", ({ key, target }) => {
      const open = key === "Escape" && document.querySelector(".lp-over[open]");
      if (!open) return;
      if (open.contains(target)) open.querySelector("summary").focus();
      close();
    });
  };

  // `[` and `]` lead to the lessons before and after. Many keyboards write them with AltGr.
  const neighbours = () => {
    addEventListener("keydown", (event) => {
      const link = { "[": "prev", "]": "next" }[event.key];
      const altGr = event.getModifierState("AltGraph");
      if (!link || event.metaKey || (!altGr && (event.ctrlKey || event.altKey))) return;
      if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
      document.querySelector(`.lp-neighbours [rel="${link}"]`)?.click();
    });
  };

  // A link may lead into something that is closed: a term, a row of a figure's table.
  const reveal = (event) => {
    const target = document.getElementById(named(location));
    if (!target) return;
    for (let part = target; part; part = part.parentElement) {
      if (part.localName === "details") part.open = true;
    }
    // Who comes back to a page is where he was.
    if (event || performance.getEntriesByType("navigation")[0]?.type === "navigate") settle(target);
  };

  // Paper cannot be opened. What was closed is closed again afterwards.
  const print = () => {
    let opened = [];
    addEventListener("beforeprint", () => {
      opened = [...document.querySelectorAll(".lp-data:not([open])")];
      for (const details of opened) details.open = true;
    });
    addEventListener("afterprint", () => {
      for (const details of opened) details.open = false;
    });
  };

  // Marks the section that is being read in the tables of contents, and names it in the small one.
  const contents = () => {
    const links = new Map();
    for (const link of document.querySelectorAll(".lp-toc a")) {
      const heading = document.getElementById(named(link));
      const section = heading?.closest("section") || heading;
      if (section) links.set(section, [...(links.get(section) || []), link]);
    }
    const small = document.querySelector(".lp-toc details");
    if (!links.size) return;
    const seen = new Set();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) entry.isIntersecting ? seen.add(entry.target) : seen.delete(entry.target);
        const current = [...links.keys()].find((section) => seen.has(section));
        if (!current) return;
        for (const [section, all] of links) {
          for (const link of all) {
            section === current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
          }
        }
        small.querySelector("[data-current]").textContent = links.get(current)[0].textContent;
      },
      { rootMargin: "-10% 0px -60% 0px" },
    );
    for (const section of links.keys()) observer.observe(section);
  };

  // The first link to a term in a section shows what it means where it stands; in a new tab it stays a link.
  const terms = () => {
    if (!HTMLElement.prototype.showPopover) return;
    for (const link of document.querySelectorAll("[data-popover]")) {
      const popover = document.getElementById(link.dataset.popover);
      link.setAttribute("aria-expanded", "false");
      link.setAttribute("aria-controls", popover.id);
      // A press on the link of an open one closes it before the click comes.
      let wasOpen = false;
      link.addEventListener("pointerdown", () => (wasOpen = popover.matches(":popover-open")));
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (wasOpen) return void (wasOpen = false);
        popover.togglePopover();
        if (!popover.matches(":popover-open")) return;
        const [at, room] = [link.getClientRects()[0], document.documentElement.clientWidth];
        popover.style.left = `${Math.max(8, Math.min(at.left, room - popover.offsetWidth - 8))}px`;
        const below = at.bottom + 8 + popover.offsetHeight < innerHeight;
        const top = below ? at.bottom + 8 : Math.max(8, at.top - 8 - popover.offsetHeight);
        popover.style.top = `${top + scrollY}px`;
      });
      popover.addEventListener("toggle", (event) => link.setAttribute("aria-expanded", event.newState === "open"));
    }
  };

  // The search is loaded when it is first opened.
  const search = () => {
    const button = document.querySelector("[data-search]");
    if (!button) return;
    const [style, ...scripts] = button.dataset.search.split(" ");
    let asked = false;
    const open = () => {
      if (window.lpSearch) return window.lpSearch();
      if (asked) return;
      asked = true;
      document.head.append(make("link", { rel: "stylesheet", href: style }));
      const onerror = () => (asked = false);
      for (const src of scripts) {
        document.head.append(Object.assign(make("script"), { src, async: false, onerror }));
      }
    };
    button.addEventListener("click", open);
    addEventListener("keydown", (event) => {
      const held = event.ctrlKey || event.metaKey;
      if (event.key !== (held ? "k" : "/") || event.altKey) return;
      if (!held && event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
      event.preventDefault();
      open();
    });
  };

  // Remembers on this device and nowhere else that a lesson was read; progress.js shows it in the lists.
  const read = () => {
    const lesson = document.querySelector("main[data-lesson]");
    const end = lesson?.querySelector(".lp-summary");
    if (!end) return;
    const mark = () => remember(`lp-read:${lesson.dataset.lesson}`, "1");
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      mark();
      observer.disconnect();
    });
    // Whoever is taken past the end by a link has not read it: the reader's own scrolling counts.
    addEventListener("scroll", () => observer.observe(end), { once: true, passive: true });
    lesson.addEventListener("lp-quiz-finished", mark);
  };

  // A quiz is at a lesson's end: its script comes when the reader does.
  const quiz = () => {
    const src = document.body.dataset.quiz;
    if (!src) return;
    const near = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      document.head.append(make("script", { src }));
    }, { rootMargin: "800px" });
    document.querySelectorAll(".lp-quiz").forEach((form) => near.observe(form));
  };

  addEventListener("DOMContentLoaded", () => {
    toggle();
    over();
    neighbours();
    print();
    contents();
    terms();
    quiz();
    read();
    search();
    reveal();
    addEventListener("hashchange", reveal);
  });
}
