// Lets a reader turn a sampler over a run's recorded rows; the arithmetic is in distribution.js.

{
  const { parse, filter, uniform } = globalThis.lpDistribution;
  const DRAWS = 20n;
  const TOP_K = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 50, 64, 100, 200, 500, 1000, 5000];
  const soon = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 60));
  const grouped = (value) => Math.round(value).toLocaleString("en-GB");

  function percent(probability) {
    const p = probability * 100;
    if (p <= 0) return "0 %";
    if (p < 0.1) return "< 0.1 %";
    if (p >= 99.95) return p < 100 ? "> 99.9 %" : "100 %";
    return `${p.toFixed(p < 10 || p >= 99 ? 1 : 0)} %`;
  }

  function make(name, attributes = {}, ...inside) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  }

  function token({ label, control }) {
    const node = make("bdi", { class: control ? "lp-token lp-token-control" : "lp-token" });
    label.split("\t").forEach((part, at) => {
      if (part) node.append(at % 2 ? make("span", { class: "lp-sign" }, part) : part);
    });
    return node;
  }

  function start(root) {
    const source = root.querySelector("template[data-rows]");
    const controls = root.querySelector("[data-controls]");
    const picture = root.querySelector(".lp-picture");
    const run = parse(source.content.textContent);
    const off = { temperature: 1, topK: null, topP: 1, minP: 0 };
    const own = run.sampling.temperature ? { ...off, ...run.sampling, topP: run.sampling.topP ?? 1, minP: run.sampling.minP ?? 0 } : off;
    const state = { ...own, step: run.step, seed: BigInt(run.sampling.seed ?? 1) };

    const fields = {};
    function field(key, label, about, range, number, { toSlider = (v) => v, fromSlider = (v) => v, read = Number } = {}) {
      const id = `${root.id}-${key}`;
      const slider = make("input", { type: "range", id, ...range });
      const exact = make("input", { type: "number", "aria-label": `${label}, exact`, ...number });
      const put = (value, from) => {
        state[key] = value;
        if (from !== slider) slider.value = toSlider(value);
        if (from !== exact) exact.value = value ?? "";
        slider.setAttribute("aria-valuetext", value === null || value === off[key] && key !== "temperature" ? "off" : String(value));
      };
      slider.addEventListener("input", () => { put(fromSlider(Number(slider.value)), slider); show(); });
      exact.addEventListener("input", () => {
        if (!exact.validity.valid || (exact.value === "" && key !== "topK")) return;
        put(read(exact.value), exact);
        show();
      });
      exact.addEventListener("change", () => put(state[key]));
      fields[key] = put;
      put(state[key]);
      return make("div", { class: "lp-field-row" }, make("label", { for: id }, label, make("small", {}, about)), make("span", {}, slider), make("span", {}, exact));
    }
    const within = (min, max, step) => [{ min, max, step }, { min, max, step: "any" }];
    const rows = [
      field("temperature", "Temperature", "divides every logit", ...within(0.2, 3, 0.05)),
      field("topK", "Top-k", "keeps the k likeliest; empty: all", { min: 0, max: TOP_K.length, step: 1 },
        { min: 1, max: run.vocabulary, step: 1 }, {
          toSlider: (k) => (k === null ? TOP_K.length : TOP_K.findLastIndex((size) => size <= k)),
          fromSlider: (at) => TOP_K[at] ?? null,
          read: (text) => (text === "" ? null : Number(text)),
        }),
      field("topP", "Top-p", "keeps the likeliest up to this share; 1: all", ...within(0.01, 1, 0.01)),
      field("minP", "Min-p", "drops what is less likely than this share of the likeliest; 0: none", ...within(0, 1, 0.01)),
    ];

    const strip = make("div", { class: "lp-strip", role: "radiogroup", "aria-label": "Step" });
    const columns = run.steps.map((step, at) => {
      const radio = make("input", { type: "radio", name: `${root.id}-of`, value: at });
      const count = make("b");
      const bar = make("i");
      radio.checked = at === state.step;
      radio.addEventListener("change", () => { state.step = at; drawn.hidden = true; show(); });
      strip.append(make("label", {}, radio, make("span", { class: "lp-column" }, count, bar), token(run.tokens[step.chosen])));
      return { radio, count, bar };
    });

    const context = make("p", { class: "lp-small" });
    const list = make("ol", { class: "lp-candidates" });
    const said = make("p", { class: "lp-said" });
    const live = root.querySelector("[data-live]");
    const drawn = make("div", { class: "lp-drawn" });
    drawn.hidden = true;
    const view = make("div", { class: "lp-sampler" }, context, list, said,
      make("p", { class: "lp-small" }, "How many tokens survive at each step; choose a step to see it above"), strip);
    picture.hidden = true;
    picture.after(view);

    const seed = make("input", { type: "number", min: 0, step: 1, "aria-label": "Seed" });
    seed.value = state.seed;
    const button = (text, act) => {
      const node = make("button", { type: "button" }, text);
      node.addEventListener("click", act);
      return node;
    };
    const set = (values) => {
      for (const key of Object.keys(off)) fields[key](values[key]);
      show();
    };
    controls.replaceChildren(...rows, make("div", { class: "lp-field-row lp-buttons" },
      button(`Draw ${DRAWS}`, () => { twenty(); tell(); }), make("label", {}, "with seed ", seed), button("As the run", () => { seed.value = run.sampling.seed ?? 1; set(own); }), button("Temperature 1, no filter", () => set(off))), drawn);
    controls.hidden = false;

    let lines = [];
    let result;

    function lay() {
      const step = run.steps[state.step];
      const row = (name, id, extra) => {
        const number = make("span", { class: "lp-share" });
        const bar = make("span", { class: "lp-length" }, number);
        const item = make("li", { class: extra }, name, make("small", {}, id), bar);
        list.append(item);
        return { item, bar, number };
      };
      list.replaceChildren();
      lines = step.tokens.slice(0, run.candidates).map((at) =>
        row(token(run.tokens[at]), run.tokens[at].id, at === step.chosen ? "lp-chosen" : ""));
      lines.rest = row(make("span", {}, `${grouped(run.vocabulary - lines.length)} others`), "", "lp-others");
      context.replaceChildren(`Step ${state.step + 1} of ${run.steps.length}. The run chose `, token(run.tokens[step.chosen]), ".");
      lines.step = state.step;
    }

    // A changed text node costs the page less than a new one.
    function write(node, text) {
      if (!node.firstChild) node.append(text);
      else if (node.firstChild.data !== text) node.firstChild.data = text;
    }

    function put(line, before, now) {
      line.bar.style.backgroundSize = `${100 * now}% 60%, ${100 * before}% 100%`;
      line.number.style.transform = `translateX(${100 * Math.max(before, now)}%)`;
      write(line.number, now > 0 ? percent(now) : "dropped");
      line.item.classList.toggle("lp-dropped", !(now > 0));
    }

    const sum = (values) => values.reduce((all, value) => all + value, 0);

    function sentence() {
      const { survivors } = result;
      return `${survivors === 1 ? "1 token survives and holds" : `${grouped(survivors)} of ${grouped(run.vocabulary)} tokens survive and hold`} ` +
        `${percent(result.mass)} of the probability. Entropy: ${result.entropy.toFixed(2)} nats before the ` +
        `filters, ${result.left.toFixed(2)} after. Before the filters, ${grouped(result.reach)} ${result.reach === 1 ? "token holds" : "tokens hold"} 90 %.`;
    }

    let waiting = 0;
    let telling = 0;
    function show() {
      if (lines.step !== state.step) lay();
      result = filter(run.steps[state.step], state);
      const shown = lines.length;
      lines.forEach((line, at) => put(line, result.listed[at], result.drawn[at]));
      put(lines.rest, 1 - sum(result.listed.slice(0, shown)), result.survivors > shown ? 1 - sum(result.drawn.slice(0, shown)) : 0);
      write(said, sentence());
      if (!drawn.hidden) twenty();
      clearTimeout(telling);
      // A reader who listens hears where a slider came to rest, not every place on its way, and nothing before that.
      if (root.hasAttribute("data-ready")) telling = setTimeout(() => { if (live) live.textContent = said.textContent; }, 500);
      if (!waiting) waiting = soon(survivors);
    }

    function survivors() {
      waiting = 0;
      const most = Math.log(run.vocabulary);
      run.steps.forEach((step, at) => {
        const count = filter(step, state).survivors;
        write(columns[at].count, count < 10000 ? String(count) : `${Math.floor(count / 1000)}k`);
        columns[at].bar.style.backgroundSize = `100% ${3 + (97 * Math.log(count)) / most}%`;
        columns[at].radio.setAttribute("aria-label", `step ${at + 1}: ${count} survive`);
      });
    }

    function twenty() {
      if (/^\d{1,20}$/.test(seed.value)) state.seed = BigInt.asUintN(64, BigInt(seed.value));
      const step = run.steps[state.step];
      const chips = make("ol");
      let far = 0;
      for (let at = 0n; at < DRAWS; at += 1n) {
        const rank = result.draw(uniform(state.seed, BigInt(state.step) + at));
        const known = run.tokens[step.tokens[rank - 1] ?? (rank === step.rank ? step.chosen : -1)];
        if (!known) far += 1;
        chips.append(known ? make("li", {}, token(known), make("small", {}, known.id)) :
          make("li", {}, make("span", { class: "lp-token lp-far" }, `one of ${grouped(result.survivors - step.tokens.length)} others`),
            make("small", {}, `rank ${grouped(rank)}`)));
      }
      drawn.replaceChildren(make("p", { class: "lp-small" },
        `Seed ${state.seed}: first what the tool picks at this step, then with the seed’s next numbers.` +
        (far ? ` ${far} of ${DRAWS} fell among the tokens that are only counted.` : "")), chips);
      drawn.hidden = false;
    }
    function tell() {
      clearTimeout(telling);
      const tokens = [...drawn.querySelectorAll("li")].map((item) => item.firstChild.textContent);
      if (live) live.textContent = `Drawn with seed ${state.seed}: ${tokens.join(", ")}.`;
    }
    seed.addEventListener("change", () => { if (!drawn.hidden) { twenty(); tell(); } });

    show();
    root.setAttribute("data-ready", "");
  }

  document.querySelectorAll('[data-component="sampler"]').forEach(start);
}
