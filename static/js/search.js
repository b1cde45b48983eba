// Searches the index, which was loaded before this (its fields are in src/page/search_index.rs), and shows what it finds
// by page and section. Asks nobody.
{
  const { word, make } = lp;
  const { pages, sections } = lpSearchIndex;
  const button = document.querySelector("[data-search]");
  const { root } = button.dataset;
  const MOST = 40;

  // One spelling for what readers take for the same: case, accents, ligatures, full width. Sign by sign, so that a
  // place in the folded text is a place in the text.
  const sign = (c) => c.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ");
  const fold = (text) => Array.from(text, sign).join("");
  const isWord = (c) => c !== undefined && /[\p{L}\p{N}]/u.test(c);

  const entries = sections.map(({ page, anchor, heading, text }) => {
    const { href, number, title } = pages[page];
    const [head, body] = [fold(anchor || !number ? heading : `${heading} ${number}`), fold(text)];
    return { page, href: root + href + (anchor ?? ""), heading, text, head, body, name: number ? `${number} ${title}` : title };
  });

  // How well an entry fits: every word must be in it; headings count most, starts of words more than their middle.
  const score = (entry, words) => {
    let sum = 0;
    for (const word of words) {
      let best = 0;
      for (const [text, weight] of [[entry.head, 8], [entry.body, 1]]) {
        for (let at = text.indexOf(word), n = 0; at >= 0 && n < 8; at = text.indexOf(word, at + 1), n += 1) {
          best = Math.max(best, weight * (isWord(text[at - 1]) ? 1 : 3) + n / 8);
        }
      }
      if (!best) return 0;
      sum += best;
    }
    // A whole title or term before the many texts that name it.
    return sum + (entry.head.trim() === words.join(" ") ? 20 : 0);
  };

  // The text with what was found marked.
  const marked = (text, words) => {
    const at = [];
    let folded = "";
    let place = 0;
    for (const c of text) {
      const part = sign(c);
      for (let i = 0; i < part.length; i += 1) at.push(place);
      folded += part;
      place += c.length;
    }
    at.push(place);
    const found = [];
    for (const word of words) {
      for (let i = folded.indexOf(word); i >= 0; i = folded.indexOf(word, i + word.length)) {
        let end = i + word.length;
        while (end < folded.length && at[end] === at[end - 1]) end += 1;
        found.push([at[i], at[end]]);
      }
    }
    found.sort((a, b) => a[0] - b[0]);
    return found;
  };

  const excerpt = (text, words) => {
    const found = marked(text, words);
    let from = Math.max(0, (found[0]?.[0] ?? 0) - 50);
    if (from) from = text.indexOf(" ", from) + 1 || from;
    let to = Math.min(text.length, from + 150);
    if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), from + 100);
    const node = make("span", { class: "lp-found-text" }, from ? "…" : "");
    let at = from;
    for (const [start, end] of found) {
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
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const found = words.length
      ? entries.map((entry) => [score(entry, words), entry]).filter(([score]) => score > 0)
      : [];
    found.sort((a, b) => b[0] - a[0]);
    // A page stands where its best section does.
    const groups = new Map();
    for (const [, entry] of found.slice(0, MOST)) groups.set(entry.page, [...(groups.get(entry.page) || []), entry]);
    options = [];
    const option = (entry) => {
      const named = { href: entry.href, id: `lp-found-${options.length}`, role: "option", tabindex: -1, "aria-selected": "false" };
      const node = make("a", named, make("b", {}, entry.heading), excerpt(entry.text, words));
      options.push(node);
      return node;
    };
    list.replaceChildren(...Array.from(groups.values(), (group, at) => {
      const name = make("div", { id: `lp-found-page-${at}`, class: "lp-found-page", role: "presentation" }, group[0].name);
      return make("div", { role: "group", "aria-labelledby": name.id }, name, ...group.map(option));
    }));
    list.hidden = !options.length;
    choose(options.length ? 0 : -1);
    input.setAttribute("aria-expanded", String(options.length > 0));
    const places = word("search-places", { n: found.length });
    const onPages = word("search-on-pages", { n: new Set(found.map(([, entry]) => entry.page)).size });
    count.textContent = !words.length
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
