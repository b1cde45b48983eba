// A text as buttons: choosing a token says how expected it was and what was expected instead. All of it is in the
// figure's table already; words and numbers are taken from there.
// A classic script: browsers load no modules for a page that was opened from a disk.

{
  const KEY = ["the likeliest", "up to 10 times less likely", "up to 100", "up to 1,000", "more than 1,000"];

  const make = (name, attributes = {}, ...content) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...content);
    return node;
  };
  const token = (place) => place.querySelector(".lp-token").cloneNode(true);

  // The likeliest tokens of a row's last cell, as bars from 0 to 1.
  const expected = (row) => {
    const taken = row.cells[0].querySelector(".lp-token").textContent;
    const list = make("ol", { class: "lp-expected" });
    const add = (place, p, words) => {
      const bar = make("i");
      bar.style.width = `calc((100% - 4.5rem) * ${Number(p)})`;
      const entry = make("li", {}, token(place), make("span", {}, bar, make("b", {}, words)));
      if (place.querySelector(".lp-token").textContent === taken) entry.setAttribute("data-taken", "");
      list.append(entry);
    };
    for (const item of row.cells[row.cells.length - 1].querySelectorAll("li")) {
      add(item, item.dataset.p, item.lastChild.textContent.trim());
    }
    if (!list.querySelector("[data-taken]")) add(row.cells[0], row.dataset.p, row.cells[3].textContent);
    return list;
  };

  const start = (root) => {
    const tables = [...root.querySelectorAll(".lp-data table")];
    const texts = tables.filter((table) => table.querySelector("tr[data-heat]"));
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    if (!texts.length || !live || !picture) return;

    const area = make("div", { class: "lp-surprise" });
    const about = make("div");
    const buttons = new Map();
    let chosen = null;

    const choose = (button, say = true) => {
      chosen?.setAttribute("aria-pressed", "false");
      chosen = button;
      button.setAttribute("aria-pressed", "true");
      for (const other of button.parentElement.children) other.tabIndex = other === button ? 0 : -1;
      const row = buttons.get(button);
      // What stands there when the page opens is read where it stands, not announced.
      live.setAttribute("aria-live", say ? "polite" : "off");
      live.replaceChildren(token(row), ` ${row.dataset.said}`);
      about.replaceChildren("Likeliest at its place:", expected(row));
    };

    for (const table of texts) {
      const name = table.caption.textContent;
      const bar = make("div", { role: "toolbar", "aria-label": name });
      for (const row of table.querySelectorAll("tr[data-heat]")) {
        const attributes = { type: "button", "data-heat": row.dataset.heat, "aria-pressed": "false", tabindex: -1 };
        const button = make("button", attributes, token(row), make("small", {}, row.cells[4].textContent));
        buttons.set(button, row);
        bar.append(button);
      }
      bar.firstChild.tabIndex = 0;
      bar.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (button) choose(button);
      });
      bar.addEventListener("focusin", (event) => {
        if (event.target !== chosen) choose(event.target);
      });
      bar.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const all = [...bar.children];
        const at = all.indexOf(document.activeElement);
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        all[Math.min(Math.max(to, 0), all.length - 1)].focus();
      });
      area.append(make("p", {}, name), bar);
    }

    const key = make("p", { class: "lp-heat-key" }, make("small", {}, "Against the likeliest token at its place:"));
    KEY.forEach((words, step) => key.append(make("span", { "data-heat": step }, words)));
    const sums = tables.find((table) => !texts.includes(table));
    area.append(key, live, about);
    if (sums) {
      const named = { class: "lp-table", tabindex: 0, role: "group", "aria-label": sums.caption.textContent };
      area.append(make("div", named, sums.cloneNode(true)));
    }
    picture.after(area);
    root.setAttribute("data-ready", "");

    // What the figure opens on: the token furthest from what was expected.
    const furthest = [...buttons].sort(([, a], [, b]) => b.dataset.heat - a.dataset.heat)[0];
    choose(furthest[0], false);
  };

  document.querySelectorAll('[data-component="surprise"]').forEach(start);
}
