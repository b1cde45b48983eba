// The theme's toggle, what a link opens, what paper needs. Loaded before the body, so that a remembered theme is there
// from the first paint; the page is whole without it.
{
  const root = document.documentElement;
  const key = "lp-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Storage may be switched off; then a choice lasts as long as the page.
  const remembered = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const remember = (theme) => {
    try {
      localStorage.setItem(key, theme);
    } catch {}
  };

  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const theme = () => root.dataset.theme || (dark.matches ? "dark" : "light");

  const toggle = () => {
    const button = document.querySelector("[data-theme-toggle]");
    if (!button) return;
    const label = () => {
      button.textContent = theme() === "dark" ? "Light" : "Dark";
      button.setAttribute("aria-label", `Use the ${theme() === "dark" ? "light" : "dark"} theme`);
    };
    button.addEventListener("click", () => {
      root.dataset.theme = theme() === "dark" ? "light" : "dark";
      remember(root.dataset.theme);
      label();
    });
    dark.addEventListener("change", label);
    label();
    button.hidden = false;
  };

  // A link may lead into something that is closed: a term, a row of a figure's table.
  const reveal = () => {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {}
    if (!target) return;
    let opened = false;
    for (let part = target; part; part = part.parentElement) {
      if (part.localName === "details" && !part.open) {
        part.open = true;
        opened = true;
      }
    }
    if (opened) target.scrollIntoView({ block: "center" });
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

  // Marks the section that is being read in the table of contents.
  const contents = () => {
    const links = new Map();
    for (const link of document.querySelectorAll(".lp-toc a")) {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (heading) links.set(heading.closest("section") || heading, link);
    }
    if (!links.size || !("IntersectionObserver" in window)) return;
    const seen = new Set();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) entry.isIntersecting ? seen.add(entry.target) : seen.delete(entry.target);
        const current = [...links.keys()].find((section) => seen.has(section));
        if (!current) return;
        for (const [section, link] of links) {
          section === current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
        }
      },
      { rootMargin: "-10% 0px -60% 0px" },
    );
    for (const section of links.keys()) observer.observe(section);
  };

  addEventListener("DOMContentLoaded", () => {
    toggle();
    print();
    contents();
    reveal();
    addEventListener("hashchange", reveal);
  });
}
