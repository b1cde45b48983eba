// A text as columns: choosing a token says how expected it was and what was expected instead. All of it is in the
// figure's tables already, whose names and attributes are in src/figure/surprise/table.rs.

{
  const { phrase, word, percent, make, announce, cell, keep, clamp, each } = lp;
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
    const texts = [...root.querySelectorAll('[data-table="text"]')];
    const given = [...root.querySelectorAll('[data-table="given"] tbody tr')];
    const sums = [...root.querySelectorAll('[data-table="sums"] tbody tr')];
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    const rows = texts.flatMap((table) => [...table.querySelectorAll("tr[data-heat]")]);
    if (!rows.length || !live || !picture) return;

    const area = make("div", { class: "lp-surprise" });
    const about = make("div");
    const most = Math.max(0.1, ...rows.map((row) => Number(row.dataset.nats)));
    const radios = rows.map((row, at) => {
      const radio = make("input", { type: "radio", name: `${root.id}-token`, value: at, "aria-label": row.dataset.name });
      const column = make("i");
      column.style.height = `${(Number(row.dataset.nats) / most) * 3.5}rem`;
      make("label", { "data-heat": row.dataset.heat }, radio, make("small", {}, ...cell(row, "surprisal")), column, token(row));
      return radio;
    });

    const choose = (at, aloud = true) => {
      radios[at].checked = true;
      announce(live, [token(rows[at]), ` ${rows[at].dataset.said}`], aloud);
      about.replaceChildren(word("surprise-expected"), expected(rows[at]));
    };

    texts.forEach((table, at) => {
      const before = given[at];
      if (before) area.append(make("p", {}, word("surprise-before"), " ", make("span", { class: "lp-given" }, ...cell(before, "given"))));
      const own = radios.filter((_, index) => table.contains(rows[index])).map((radio) => radio.parentElement);
      area.append(make("fieldset", {}, make("legend", {}, table.caption.textContent), ...own));
      const sum = (name) => cell(sums[at], name);
      const values = { sum: sum("sum"), mean: sum("mean"), perplexity: sum("perplexity") };
      area.append(make("p", { class: "lp-sum" }, ...phrase("surprise-line", values)));
    });

    const key = make("p", { class: "lp-heat-key" }, make("small", {}, word("surprise-key")));
    KEY.forEach((words, step) => key.append(make("span", { "data-heat": step }, words)));
    area.append(key, make("div", { class: "lp-surprise-said" }, live, about));
    picture.after(area);
    root.setAttribute("data-ready", "");

    // What the figure opens on: the token furthest from what was expected.
    const furthest = rows.indexOf([...rows].sort((a, b) => b.dataset.heat - a.dataset.heat)[0]);
    choose(furthest, false);
    const chosen = () => radios.findIndex((radio) => radio.checked);
    const changed = keep(root, {
      token: [
        () => (chosen() === furthest ? null : chosen() + 1),
        (text) => choose(Math.round(clamp(text, 1, rows.length) ?? furthest + 1) - 1),
      ],
    });
    area.addEventListener("change", () => {
      choose(chosen());
      changed();
    });
  };

  each("surprise", start);
}
