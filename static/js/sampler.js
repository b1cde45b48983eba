// Lets a reader turn a sampler over a run's recorded rows; the arithmetic is in distribution.js.

{
  const { phrase, word, number, percent, make, each, keep, clamp } = lp;
  const { unpack, filter, uniform } = lpDistribution;
  const DRAWS = 20;
  const TOP_K = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 50, 64, 100, 200, 500, 1000, 5000];
  const soon = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 60));

  function token({ label, control }) {
    const parts = label.map((part) => (part.sign ? make("span", { class: "lp-sign" }, part.sign) : part));
    return make("bdi", { class: control ? "lp-token lp-token-control" : "lp-token" }, ...parts);
  }

  function start(root) {
    const source = root.querySelector("template[data-rows]");
    const controls = root.querySelector("[data-controls]");
    const picture = root.querySelector(".lp-picture");
    const run = unpack(JSON.parse(source.content.textContent));
    const off = { temperature: 1, topK: null, topP: 1, minP: 0 };
    const { seed: ownSeed = "1", topP, minP, ...settings } = run.sampling ?? {};
    const own = { ...off, ...settings, topP: topP ?? off.topP, minP: minP ?? off.minP };
    const state = { ...own, step: run.step, seed: BigInt(ownSeed) };

    const fields = {};
    function field(key, label, about, range, number, { toSlider = (v) => v, fromSlider = (v) => v, read = Number } = {}) {
      const id = `${root.id}-${key}`;
      const slider = make("input", { type: "range", id, ...range });
      const exact = make("input", { type: "number", "aria-label": word("sampler-exact", { field: label }), ...number });
      const put = (value, from) => {
        state[key] = value;
        if (from !== slider) slider.value = toSlider(value);
        if (from !== exact) exact.value = value ?? "";
        slider.setAttribute("aria-valuetext", value === null || value === off[key] && key !== "temperature" ? word("sampler-off") : String(value));
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
      field("temperature", word("sampler-temperature"), word("sampler-temperature-does"), ...within(0.2, 3, 0.05)),
      field("topK", word("sampler-top-k"), word("sampler-top-k-does"), { min: 0, max: TOP_K.length, step: 1 },
        { min: 1, max: run.vocabulary, step: 1 }, {
          toSlider: (k) => (k === null ? TOP_K.length : TOP_K.findLastIndex((size) => size <= k)),
          fromSlider: (at) => TOP_K[at] ?? null,
          read: (text) => (text === "" ? null : Number(text)),
        }),
      field("topP", word("sampler-top-p"), word("sampler-top-p-does"), ...within(0.01, 1, 0.01)),
      field("minP", word("sampler-min-p"), word("sampler-min-p-does"), ...within(0, 1, 0.01)),
    ];

    const strip = make("div", { class: "lp-strip", role: "radiogroup", "aria-label": word("sampler-step") });
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
      make("p", { class: "lp-small" }, word("sampler-strip")), strip);
    picture.hidden = true;
    picture.after(view);

    const seed = make("input", { type: "number", min: 0, step: 1, "aria-label": word("sampler-seed") });
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
      button(word("sampler-draw", { draws: DRAWS }), () => { twenty(); tell(); }), make("label", {}, word("sampler-with-seed"), " ", seed),
      button(word("sampler-as-run"), () => { seed.value = ownSeed; set(own); }), button(word("sampler-plain"), () => set(off))), drawn);
    controls.hidden = false;

    let lines = [];
    let draws = [];
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
      lines = step.listed.slice(0, run.candidates).map((at) =>
        row(token(run.tokens[at]), run.tokens[at].id, at === step.chosen ? "lp-chosen" : ""));
      lines.rest = row(make("span", {}, word("sampler-others", { others: run.vocabulary - lines.length })), "", "lp-others");
      const chosen = token(run.tokens[step.chosen]);
      context.replaceChildren(...phrase("sampler-context", { step: state.step + 1, steps: run.steps.length, token: chosen }));
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
      write(line.number, now > 0 ? percent(now) : word("sampler-dropped"));
      line.item.classList.toggle("lp-dropped", !(now > 0));
    }

    const sum = (values) => values.reduce((all, value) => all + value, 0);

    function sentence() {
      const { survivors, mass, entropy, left, reach } = result;
      return [
        word("sampler-survive", { survivors, vocabulary: run.vocabulary, mass: percent(mass) }),
        word("sampler-entropy", { before: number(entropy, 2), after: number(left, 2) }),
        word("sampler-reach", { tokens: reach, share: percent(0.9) }),
      ].join(" ");
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
        write(columns[at].count, count < 10000 ? String(count) : word("sampler-thousands", { thousands: Math.floor(count / 1000) }));
        columns[at].bar.style.backgroundSize = `100% ${3 + (97 * Math.log(count)) / most}%`;
        columns[at].radio.setAttribute("aria-label", word("sampler-column", { step: at + 1, survivors: count }));
      });
    }

    function twenty() {
      if (/^\d{1,20}$/.test(seed.value)) state.seed = BigInt.asUintN(64, BigInt(seed.value));
      const step = run.steps[state.step];
      const others = word("sampler-far", { others: result.survivors - step.listed.length });
      draws = Array.from({ length: DRAWS }, (_, at) => {
        const rank = result.draw(uniform(state.seed, BigInt(state.step + at)));
        const known = run.tokens[step.listed[rank - 1] ?? (rank === step.rank ? step.chosen : -1)];
        if (!known) return { far: true, name: make("span", { class: "lp-token lp-far" }, others), about: word("sampler-rank", { rank }) };
        return { far: false, name: token(known), about: String(known.id) };
      });
      const far = draws.filter((draw) => draw.far).length;
      const about = [word("sampler-seeded", { seed: String(state.seed) })];
      if (far) about.push(word("sampler-counted", { far, draws: DRAWS }));
      drawn.replaceChildren(make("p", { class: "lp-small" }, about.join(" ")),
        make("ol", {}, ...draws.map(({ name, about }) => make("li", {}, name, make("small", {}, about)))));
      drawn.hidden = false;
    }
    function tell() {
      clearTimeout(telling);
      const tokens = draws.map(({ name }) => name.textContent).join(", ");
      if (live) live.textContent = word("sampler-drawn", { seed: String(state.seed), tokens });
    }
    seed.addEventListener("change", () => { if (!drawn.hidden) { twenty(); tell(); } });

    show();
    // What differs from the run's own settings stands in the address.
    const setting = (key, least, most) => [() => (state[key] === own[key] ? null : state[key] ?? "off"), (text) => {
      const value = text === "off" ? off[key] : clamp(text, least, most) ?? own[key];
      fields[key](key === "topK" && value !== null ? Math.round(value) : value);
      show();
    }];
    const changed = keep(root, {
      t: setting("temperature", 0.2, 3),
      k: setting("topK", 1, run.vocabulary),
      p: setting("topP", 0.01, 1),
      m: setting("minP", 0, 1),
      seed: [() => (seed.value === ownSeed ? null : seed.value), (text) => (seed.value = /^\d{1,20}$/.test(text) ? text : ownSeed)],
      drawn: [() => (drawn.hidden ? null : DRAWS), (text) => (text === null ? (drawn.hidden = true) : twenty())],
      step: [() => state.step + 1, (text) => {
        state.step = Math.round(clamp(text, 1, columns.length) ?? run.step + 1) - 1;
        columns[state.step].radio.checked = true;
        show();
      }],
    });
    for (const event of ["input", "change", "click"]) root.addEventListener(event, ({ target }) => {
      if (controls.contains(target) || view.contains(target)) changed();
    });
    root.setAttribute("data-ready", "");
  }

  each("sampler", start);
}
