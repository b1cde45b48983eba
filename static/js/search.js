// The dialog of the search: shows by page and section what `lp.find` (find.js) finds. Asks nobody.
{
  const { word, make, find, wordsIn } = lp;
  // The scripts stand in a folder of the site's root.
  const root = new URL("..", document.currentScript.src);
  const MOST = 40;
  const BEFORE = 50;
  const SHOWN = 150;

  // The stretch of a text that has most of the words, with these marked.
  const excerpt = (text, marks) => {
    const words = wordsIn(text);
    // Of two words that were asked for as one, both; a word that was asked for by itself says nothing of its neighbour.
    const isOne = (one) => one && marks.has(one.pair) && !marks.has(one.stem);
    const found = words.filter((one, at) => marks.has(one.stem) || isOne(one) || isOne(words[at - 1]));
    const near = ({ at }) => {
      const inside = found.filter((one) => one.at >= at && one.end <= at + SHOWN - BEFORE);
      return new Set(inside.map(({ stem }) => stem)).size;
    };
    const first = found.reduce((best, one) => (near(one) > near(best) ? one : best), found[0]);
    let from = Math.max(0, (first?.at ?? 0) - BEFORE);
    if (from) from = text.indexOf(" ", from) + 1 || from;
    let to = Math.min(text.length, from + SHOWN);
    if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), from + 100);
    const node = make("span", { class: "lp-found-text" }, from ? "…" : "");
    let at = from;
    for (const { at: start, end } of found) {
      if (start < at || end > to) continue;
      node.append(text.slice(at, start), make("mark", {}, text.slice(start, end)));
      at = end;
    }
    node.append(text.slice(at, to), to < text.length ? "…" : "");
    return node;
  };

  const list = make("div", { id: "lp-search-list", role: "listbox", "aria-label": word("search-results") });
  const input = make("input", {
    type: "search", id: "lp-search-input", autocomplete: "off", spellcheck: "false",
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
  });
  const count = make("p", { class: "lp-search-count", role: "status" });
  const close = make("button", { type: "button" }, word("search-close"));
  const label = make("label", { for: input.id, id: "lp-search-label" }, word("search-label"));
  const head = make("div", { class: "lp-search-head" }, label, close);
  const dialog = make("dialog", { class: "lp-search", "aria-labelledby": label.id }, head, input, count, list);
  document.body.append(dialog);

  let options = [];
  let active = -1;
  const choose = (at) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = at;
    const option = options[active];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };

  const show = () => {
    const { found, marks } = find(input.value);
    // Best first; neighbours of one page stand below its name.
    const groups = [];
    for (const { entry } of found.slice(0, MOST)) {
      if (groups.at(-1)?.[0].page === entry.page) groups.at(-1).push(entry);
      else groups.push([entry]);
    }
    options = [];
    const option = (entry) => {
      const named = { href: root.href + entry.href, id: `lp-found-${options.length}`, role: "option", tabindex: -1, "aria-selected": "false" };
      // Another name of the place, where it is by this that it was found.
      const also = entry.also.filter((name) => wordsIn(name).some((one) => marks.has(one.stem)));
      const head = make("b", {}, [entry.heading, ...also].join(" · "));
      const node = make("a", named, head, excerpt(entry.text, marks));
      options.push(node);
      return node;
    };
    list.replaceChildren(...groups.map((group, at) => {
      const name = make("div", { id: `lp-found-page-${at}`, class: "lp-found-page", role: "presentation" }, group[0].name);
      return make("div", { role: "group", "aria-labelledby": name.id }, name, ...group.map(option));
    }));
    list.hidden = !options.length;
    choose(options.length ? 0 : -1);
    input.setAttribute("aria-expanded", String(options.length > 0));
    const places = word("search-places", { n: found.length });
    const onPages = word("search-on-pages", { n: new Set(found.map(({ entry }) => entry.page)).size });
    count.textContent = !input.value.trim()
      ? word("search-scope")
      : found.length > MOST ? word("search-best", { places, pages: onPages, most: MOST })
      : found.length ? word("search-found", { places, pages: onPages })
      : word("search-nothing");
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const { key } = event;
    // A first Escape closes; a search field would only empty itself.
    if (key === "Escape") dialog.close();
    else if (key === "Enter") options[active]?.click();
    else if (!options.length || event.isComposing) return;
    else if (key === "ArrowDown") choose((active + 1) % options.length);
    else if (key === "ArrowUp") choose((active - 1 + options.length) % options.length);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    if (event.target.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  window.lpSearch = () => {
    if (dialog.open) return;
    show();
    dialog.showModal();
    input.focus();
    input.select();
  };
  window.lpSearch();
}
