// The theme's toggle, what a link opens, what paper needs, the way to the search. Loaded before the body, so that a
// remembered theme is there from the first paint; the page is whole without it.
{
  const { word, make, recall, remember, named } = lp;
  const root = document.documentElement;
  const key = "lp-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const chosen = recall(key);
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const theme = () => root.dataset.theme || (dark.matches ? "dark" : "light");

  const toggle = () => {
    const button = document.querySelector("[data-theme-toggle]");
    if (!button) return;
    const label = () => {
      const isDark = theme() === "dark";
      button.textContent = isDark ? word("theme-light") : word("theme-dark");
      button.setAttribute("aria-label", isDark ? word("theme-use-light") : word("theme-use-dark"));
    };
    button.addEventListener("click", () => {
      root.dataset.theme = theme() === "dark" ? "light" : "dark";
      remember(key, root.dataset.theme);
      label();
    });
    dark.addEventListener("change", label);
    label();
    button.hidden = false;
  };

  // A link may lead into something that is closed: a term, a row of a figure's table.
  const reveal = () => {
    const target = document.getElementById(named(location));
    if (!target) return;
    let opened = false;
    for (let part = target; part; part = part.parentElement) {
      if (part.localName === "details" && !part.open) {
        part.open = true;
        opened = true;
      }
    }
    if (opened) target.scrollIntoView();
  };

  // Paper cannot be opened. What was closed is closed again afterwards.
  const print = () => {
    let opened = [];
    addEventListener("beforeprint", () => {
      opened = [...document.querySelectorAll(".lp-data:not([open]), .lp-terms:not([open])")];
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
    small?.addEventListener("click", (event) => {
      if (event.target.closest("a")) small.open = false;
    });
    small?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !small.open) return;
      small.open = false;
      small.querySelector("summary").focus();
    });
    if (!links.size || !("IntersectionObserver" in window)) return;
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
    const { style, scripts } = button.dataset;
    let asked = false;
    const open = () => {
      if (window.lpSearch) return window.lpSearch();
      if (asked) return;
      asked = true;
      document.head.append(make("link", { rel: "stylesheet", href: style }));
      for (const src of scripts.split(" ")) {
        const element = Object.assign(document.createElement("script"), { src, async: false });
        element.addEventListener("error", () => (asked = false));
        document.head.append(element);
      }
    };
    button.addEventListener("click", open);
    addEventListener("keydown", (event) => {
      const held = event.ctrlKey || event.metaKey;
      if (event.altKey || event.key.toLowerCase() !== (held ? "k" : "/")) return;
      if (event.target.closest?.(held ? "dialog" : "input, textarea, select, [contenteditable], dialog")) return;
      event.preventDefault();
      open();
    });
    button.hidden = false;
  };

  addEventListener("DOMContentLoaded", () => {
    toggle();
    print();
    contents();
    terms();
    search();
    reveal();
    addEventListener("hashchange", reveal);
  });
}
