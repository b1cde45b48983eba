// Shows a page as it is after each build. Where only prose or styles changed, they are swapped in place, and a reader's step
// and place stay; else the page is loaded again. It asks by script elements, not by connections: the site's
// Content-Security-Policy allows scripts of its own host and no connections.
// Its names are its own: the scripts of a site are beside it.
(() => {
  const own = new URL(document.currentScript.src);
  let version = own.searchParams.get("version");
  /** The page as the server gave it, before its scripts changed anything. */
  let source;
  let asked = 0;

  /** Loads a script of the preview and calls `then`; without an answer, the server is being restarted. */
  function load(name, query, then) {
    const script = document.createElement("script");
    asked += 1;
    script.src = new URL(`${name}?${new URLSearchParams({ ...query, asked })}`, own);
    script.addEventListener("load", () => {
      script.remove();
      then();
    });
    script.addEventListener("error", () => {
      script.remove();
      setTimeout(() => load(name, query, then), 1000);
    });
    document.head.append(script);
  }

  function ask() {
    load("wait.js", { version }, () => {
      if (document.documentElement.dataset.logitpressVersion === version) ask();
      else take();
    });
  }

  function take() {
    load("page.js", { path: location.pathname }, () => {
      const { version: now, html } = globalThis.logitpressPage;
      const first = source === undefined;
      // An error has no page to compare with.
      const swapped = first ? now === version : source !== null && html !== null && swap(source, html);
      if (!swapped) {
        location.reload();
        return;
      }
      [version, source] = [now, html];
      ask();
    });
  }

  /** What has scripts behind it, which know nothing of a change. */
  const ALIVE = "[data-component], .lp-figure, form, script, dialog";
  const parts = (page) => [...page.querySelectorAll(".lp-section")];
  const styles = (page) => [...page.querySelectorAll('link[rel="stylesheet"]')];
  /** Names the search's index, which changes with every word. */
  const searches = (page) => [...page.querySelectorAll("[data-search]")];

  /** All but what can be swapped. */
  function frame(page) {
    const copy = page.cloneNode(true);
    for (const part of parts(copy)) part.replaceChildren();
    for (const style of styles(copy)) style.removeAttribute("href");
    for (const search of searches(copy)) search.removeAttribute("data-search");
    return copy.documentElement.outerHTML;
  }

  /** What of `one` and `other` differs between what is alike at their beginning and at their end. */
  function difference(one, other) {
    const alike = (a, b) => a !== undefined && b !== undefined && a.outerHTML === b.outerHTML;
    let from = 0;
    while (alike(one[from], other[from])) from += 1;
    let behind = 0;
    while (behind < Math.min(one.length, other.length) - from && alike(one.at(-1 - behind), other.at(-1 - behind))) behind += 1;
    return { from, to: one.length - behind, other: other.slice(from, other.length - behind) };
  }

  /** False, with nothing changed, where the page has to be loaded again. */
  function swap(before, after) {
    const [old, now] = [before, after].map((html) => new DOMParser().parseFromString(html, "text/html"));
    if (frame(old) !== frame(now)) return false;
    const [shown, ours, theirs] = [document, old, now].map(parts);
    if (shown.length !== ours.length) return false;
    const changes = ours.map((part, at) => ({ ...difference([...part.children], [...theirs[at].children]), part: shown[at], own: part.children }))
      .filter(({ from, to, other }) => from < to || other.length);
    for (const { part, own, from, to, other } of changes) {
      const touched = [...[...own].slice(from, to), ...other];
      if (part.children.length !== own.length || touched.some((block) => block.matches(ALIVE) || block.querySelector(ALIVE))) return false;
    }
    for (const { part, from, to, other } of changes) {
      const [gone, next] = [[...part.children].slice(from, to), part.children[to] ?? null];
      for (const block of other) part.insertBefore(document.importNode(block, true), next);
      for (const block of gone) block.remove();
    }
    searches(document).forEach((search, at) => search.setAttribute("data-search", searches(now)[at].getAttribute("data-search")));
    styles(document).forEach((style, at) => {
      const href = styles(now)[at]?.getAttribute("href");
      if (!href || style.getAttribute("href") === href) return;
      const next = style.cloneNode();
      next.setAttribute("href", href);
      // Without a moment between the two in which the page has no style.
      next.addEventListener("load", () => style.remove());
      style.after(next);
    });
    return true;
  }

  // Not earlier: a waiting script would hold back the page's own `load`.
  if (document.readyState === "complete") take();
  else addEventListener("load", take);
})();
