// A text as buttons: choosing a token says how expected it was and what was expected instead. All of it is in the
// figure's tables already, whose names and attributes are in src/figure/surprise/table.rs.
// A classic script: browsers load no modules for a page that was opened from a disk.

{
  const { word, percent, make, announce, cell, each, keep, clamp } = lp;
  const KEY = [
    word("surprise-likeliest"), word("surprise-ten"), word("surprise-hundred"), word("surprise-thousand"), word("surprise-more"),
  ];

  const token = (place) => place.querySelector(".lp-token").cloneNode(true);

  // The likeliest tokens at a row's place, as bars from 0 to 1.
  const expected = (row) => {
    const listed = [...row.querySelectorAll('[data-cell="expected"] [data-p]')];
    const taken = listed.some((item) => item.dataset.id === row.dataset.id) ? [] : [row];
    const entries = [...listed, ...taken].map((place) => {
      const { id, p } = place.dataset;
      const bar = make("i");
      bar.style.width = `calc((100% - 4.5rem) * ${Number(p)})`;
      const entry = make("li", {}, token(place), make("span", {}, bar, make("b", {}, percent(Number(p)))));
      if (id === row.dataset.id) entry.setAttribute("data-taken", "");
      return entry;
    });
    return make("ol", { class: "lp-expected" }, ...entries);
  };

  const start = (root) => {
    const texts = root.querySelectorAll('[data-table="text"]');
    const sums = root.querySelector('[data-table="sums"]');
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    if (!texts.length || !live || !picture) return;

    const area = make("div", { class: "lp-surprise" });
    const about = make("div");
    const buttons = new Map();
    let chosen = null;

    const choose = (button, aloud = true) => {
      chosen?.setAttribute("aria-pressed", "false");
      chosen = button;
      button.setAttribute("aria-pressed", "true");
      for (const other of button.parentElement.children) other.tabIndex = other === button ? 0 : -1;
      const row = buttons.get(button);
      announce(live, [token(row), ` ${row.dataset.said}`], aloud);
      about.replaceChildren(word("surprise-expected"), expected(row));
    };

    for (const table of texts) {
      const name = table.caption.textContent;
      const bar = make("div", { role: "toolbar", "aria-label": name });
      for (const row of table.querySelectorAll("tr[data-heat]")) {
        const attributes = { type: "button", "data-heat": row.dataset.heat, "aria-pressed": "false", tabindex: -1 };
        const button = make("button", attributes, token(row), make("small", {}, ...cell(row, "surprisal")));
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

    const key = make("p", { class: "lp-heat-key" }, make("small", {}, word("surprise-key")));
    KEY.forEach((words, step) => key.append(make("span", { "data-heat": step }, words)));
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
    const all = [...buttons.keys()];
    const changed = keep(root, {
      token: [() => all.indexOf(chosen) + 1, (text) => {
        choose(all[Math.round(clamp(text, 1, all.length) ?? all.indexOf(furthest[0]) + 1) - 1], false);
      }],
    });
    area.addEventListener("focusin", changed);
    area.addEventListener("click", changed);
  };

  each("surprise", start);
}
