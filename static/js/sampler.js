// Lets a reader turn a sampler over a run's recorded rows; the arithmetic is in distribution.js.

{
  const { phrase, word, number, percent, make, each, keep, clamp } = lp;
  const { unpack, filter, uniform } = lpDistribution;
  const DRAWS = 20;
  const TOP_K = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 50, 64, 100, 200, 500, 1000, 5000];
  const soon = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 60));

  // Near enough to 0 that the likeliest token holds everything.
  const GREEDY = 0.001;
  const NARROW = 480;

  function token({ label, control }, origin = "") {
    const parts = label.map((part) => (part.sign ? make("span", { class: "lp-sign" }, part.sign) : part));
    return make("bdi", { class: ["lp-token", control ? "lp-token-control" : "", origin].join(" ").trim() }, ...parts);
  }
  const plain = ({ label }) => label.map((part) => part.sign ?? part).join("");

  function start(root) {
    const controls = root.querySelector("[data-controls]");
    const picture = root.querySelector(".lp-picture");
    const run = unpack(globalThis.lpRows[root.id]);
    const off = { temperature: 1, topK: null, topP: 1, minP: 0 };
    const { seed: ownSeed = "1", topP, minP, ...settings } = run.sampling ?? {};
    const own = { ...off, ...settings, topP: topP ?? off.topP, minP: minP ?? off.minP };
    const state = { ...own, step: run.step, seed: BigInt(ownSeed) };

    const fields = {};
    const wrong = make("p", { class: "lp-wrong", role: "status" });
    // A slider and a box for one setting; an empty box is a filter that is off. `outside`: what is said of other numbers.
    function field(key, label, about, range, box, { toSlider = (v) => v, fromSlider = (v) => v, takes = () => false, outside }) {
      const id = `${root.id}-${key}`;
      const isFilter = key !== "temperature";
      const isOff = (value) => isFilter && value === off[key];
      const slider = make("input", { type: "range", id, name: key, ...range });
      const exact = make("input", { type: "number", name: `${key}-exact`, "aria-label": word("sampler-exact", { field: label }), ...box });
      if (isFilter) exact.placeholder = word("sampler-off");
      const put = (value, from) => {
        state[key] = value;
        if (from !== slider) slider.value = toSlider(value);
        if (from !== exact) exact.value = isOff(value) ? "" : value;
        slider.setAttribute("aria-valuetext", isOff(value) ? word("sampler-off") : value === 0 ? word("sampler-greedy") : String(value));
      };
      const complain = (said) => {
        if (wrong.textContent !== said) wrong.textContent = said;
      };
      slider.addEventListener("input", () => { put(fromSlider(Number(slider.value)), slider); complain(""); show(); });
      exact.addEventListener("input", () => {
        const empty = exact.value === "" && !exact.validity.badInput;
        const known = empty ? isFilter : exact.value !== "" && (exact.validity.valid || takes(Number(exact.value)));
        complain(known || empty ? "" : outside);
        if (!known) return;
        put(empty ? off[key] : Number(exact.value), exact);
        show();
      });
      exact.addEventListener("change", () => put(state[key]));
      fields[key] = put;
      put(state[key]);
      return make("div", { class: "lp-field-row" }, make("label", { for: id }, label, make("small", {}, about)), make("span", {}, slider), make("span", {}, exact));
    }
    const within = (min, max, step) => [{ min, max, step }, { min, max, step: "any" }];
    const range = (name, least) => word("sampler-range", { field: name, least, most: 1 });
    const rows = [
      field("temperature", word("sampler-temperature"), word("sampler-temperature-does"), { min: 0.2, max: 3, step: 0.05 }, { min: 0.2, max: 3, step: "any" },
        { takes: (value) => value === 0, outside: word("sampler-range-temperature", { least: number(0.2, 1), most: 3 }) }),
      field("topK", word("sampler-top-k"), word("sampler-top-k-does"), { min: 0, max: TOP_K.length, step: 1 },
        { min: 1, max: run.vocabulary, step: 1 }, {
          toSlider: (k) => (k === null ? TOP_K.length : TOP_K.findLastIndex((size) => size <= k)),
          fromSlider: (at) => TOP_K[at] ?? null,
          outside: word("sampler-range-top-k", { most: run.vocabulary }),
        }),
      field("topP", word("sampler-top-p"), word("sampler-top-p-does"), ...within(0.01, 1, 0.01), { outside: range(word("sampler-top-p"), number(0.01, 2)) }),
      field("minP", word("sampler-min-p"), word("sampler-min-p-does"), ...within(0, 1, 0.01), { outside: range(word("sampler-min-p"), 0) }),
    ];

    const strip = make("div", { class: "lp-strip", role: "radiogroup", "aria-label": word("sampler-step") });
    const columns = run.steps.map((step, at) => {
      const radio = make("input", { type: "radio", name: `${root.id}-of`, value: at });
      const count = make("b");
      const bar = make("i");
      radio.checked = at === state.step;
      radio.addEventListener("change", () => { state.step = at; drawn.hidden = true; unit.replaceChildren(); show(); });
      strip.append(make("label", {}, radio, make("span", { class: "lp-column" }, count, bar), token(run.tokens[step.chosen])));
      return { radio, count, bar };
    });

    const prompt = make("p", { class: "lp-asked" });
    const context = make("p", { class: "lp-small" });
    const list = make("ol", { class: "lp-candidates" });
    // The filters as they cut the list: each where the first token that it drops stands.
    const cut = (name, label) => make("span", { class: `lp-cut lp-cut-${name}` }, make("span", {}, label));
    const cuts = { topK: cut("k", word("sampler-top-k")), topP: cut("p", word("sampler-top-p")), minP: cut("m", word("sampler-min-p")) };
    const bars = make("div", { class: "lp-bars" }, list, make("div", { class: "lp-cuts", "aria-hidden": "true" }, ...Object.values(cuts)));
    const unit = make("div", { class: "lp-unit", "aria-hidden": "true" });
    const said = make("p", { class: "lp-said" });
    const live = root.querySelector("[data-live]");
    const drawn = make("div", { class: "lp-drawn" });
    drawn.hidden = true;
    const stage = make("div", { class: "lp-sampler-stage" },
      make("div", {}, bars, unit, make("p", { class: "lp-small lp-key" }, word("sampler-key"))), controls);
    const view = make("div", { class: "lp-sampler" }, context, prompt, said, stage, drawn,
      make("p", { class: "lp-small" }, word("sampler-strip")), strip);
    picture.hidden = true;
    picture.after(view);

    const seed = make("input", { type: "number", min: 0, step: 1, name: "seed", "aria-label": word("sampler-seed") });
    seed.value = state.seed;
    const button = (text, act) => {
      const node = make("button", { type: "button" }, text);
      node.addEventListener("click", act);
      return node;
    };
    const set = (values) => {
      wrong.textContent = "";
      for (const key of Object.keys(off)) fields[key](values[key]);
      show();
    };
    controls.replaceChildren(...rows, make("div", { class: "lp-field-row lp-buttons" },
      button(word("sampler-draw", { draws: DRAWS }), () => { twenty(); tell(); }), make("label", {}, word("sampler-with-seed"), " ", seed),
      button(word("sampler-as-run"), () => { seed.value = ownSeed; set(own); }), button(word("sampler-plain"), () => set(off))), wrong);
    controls.hidden = false;

    let lines = [];
    let draws = [];
    let result;

    function lay() {
      const step = run.steps[state.step];
      const row = (name, id, extra) => {
        const number = make("span", { class: "lp-share" });
        const bar = make("span", { class: "lp-length" }, number);
        const item = make("li", { class: extra }, make("span", { class: "lp-name" }, name, make("small", {}, id)), bar);
        list.append(item);
        return { item, bar, number };
      };
      list.replaceChildren();
      const most = view.clientWidth < NARROW ? Math.min(run.candidates, 8) : run.candidates;
      lines = step.listed.slice(0, most).map((at) =>
        row(token(run.tokens[at]), run.tokens[at].id, at === step.chosen ? "lp-chosen" : ""));
      lines.rest = row(make("span", {}, word("sampler-others", { others: run.vocabulary - lines.length })), "", "lp-others");
      const chosen = token(run.tokens[step.chosen]);
      context.replaceChildren(...phrase("sampler-context", { step: state.step + 1, steps: run.steps.length, token: chosen }));
      ask();
      lines.step = state.step;
    }

    // What stood before the step: as many of the last tokens as one line holds, and the open place.
    function ask() {
      const before = [...run.prompt.map((at) => [at, "lp-from-prompt"]), ...run.steps.slice(0, state.step).map(({ chosen }) => [chosen, "lp-from-model"])];
      let room = view.clientWidth - 70;
      let from = before.length;
      while (from > 0 && (room -= 9 * plain(run.tokens[before[from - 1][0]]).length + 20) > 0) from -= 1;
      prompt.replaceChildren(...(from ? ["… "] : []),
        ...before.slice(from).map(([at, origin]) => token(run.tokens[at], origin)), make("span", { class: "lp-open-place" }, "?"));
    }

    // A changed text node costs the page less than a new one.
    function write(node, text) {
      if (!node.firstChild) node.append(text);
      else if (node.firstChild.data !== text) node.firstChild.data = text;
    }

    function put(line, before, now) {
      line.bar.style.backgroundSize = `${100 * now}% 65%, ${100 * before}% 2px`;
      line.number.style.transform = `translateX(${100 * Math.max(before, now)}%)`;
      write(line.number, now > 0 ? percent(now) : word("sampler-dropped"));
      line.item.classList.toggle("lp-dropped", !(now > 0));
    }

    const sum = (values) => values.reduce((all, value) => all + value, 0);

    // Each filter's mark, from what stayed after it; a place below the last row is in the middle of the others.
    function mark() {
      const rows = (tokens) => Math.min(tokens, lines.length + 0.5);
      const { topK, topP } = result.passed;
      const put = (node, on, property, value) => {
        if (node.hidden === on) node.hidden = !on;
        if (on) node.style[property] = value;
      };
      put(cuts.topK, state.topK !== null && topK < run.vocabulary, "transform", `translateY(calc(var(--row) * ${rows(topK)}))`);
      put(cuts.topP, state.topP < 1, "height", `calc(var(--row) * ${rows(topP)})`);
      put(cuts.minP, state.minP > 0, "transform", `translateX(${100 * state.minP * result.listed[0]}%)`);
    }

    const survive = () => word("sampler-survive", { survivors: result.survivors, vocabulary: run.vocabulary, mass: percent(result.mass) });
    const entropy = () => word("sampler-entropy", { before: number(result.entropy, 2), after: number(result.left, 2) });
    // Temperature 0 is what a softmax tends to, not one of its settings.
    const isGreedy = () => state.temperature === 0;
    const turn = () => (isGreedy() ? { ...state, temperature: GREEDY, topK: 1 } : state);

    // The survivors side by side from 0 to 1, as a draw walks through them.
    function lengths() {
      let at = 0;
      const parts = result.drawn.slice(0, lines.length).map((share, place) => {
        const from = at;
        at += share;
        return `var(--part-${place % 2}) ${100 * from}% ${100 * at}%`;
      });
      unit.style.backgroundImage = `linear-gradient(to right, ${[...parts, `var(--part-rest) ${100 * at}%`].join(", ")})`;
    }

    let waiting = 0;
    let telling = 0;
    function show() {
      if (lines.step !== state.step) lay();
      result = filter(run.steps[state.step], turn());
      const shown = lines.length;
      lines.forEach((line, at) => put(line, result.listed[at], result.drawn[at]));
      put(lines.rest, 1 - sum(result.listed.slice(0, shown)), result.survivors > shown ? 1 - sum(result.drawn.slice(0, shown)) : 0);
      write(said, isGreedy() ? word("sampler-greedy-said") : `${survive()} ${entropy()}`);
      mark();
      if (!drawn.hidden) twenty();
      clearTimeout(telling);
      // A reader who listens hears where a slider came to rest, not every place on its way, and nothing before that.
      if (root.hasAttribute("data-ready")) telling = setTimeout(() => { if (live) live.textContent = isGreedy() ? said.textContent : survive(); }, 500);
      if (!waiting) waiting = soon(survivors);
    }

    function survivors() {
      waiting = 0;
      lengths();
      const most = Math.log(run.vocabulary);
      const turned = turn();
      run.steps.forEach((step, at) => {
        const count = filter(step, turned).survivors;
        write(columns[at].count, count < 10000 ? String(count) : word("sampler-thousands", { thousands: Math.floor(count / 1000) }));
        columns[at].bar.style.backgroundSize = `100% ${3 + (97 * Math.log(count)) / most}%`;
        columns[at].radio.setAttribute("aria-label", word("sampler-column", { step: at + 1, token: plain(run.tokens[step.chosen]), survivors: count }));
      });
    }

    function twenty() {
      if (/^\d{1,20}$/.test(seed.value)) state.seed = BigInt.asUintN(64, BigInt(seed.value));
      const step = run.steps[state.step];
      const others = word("sampler-far", { others: result.survivors - step.listed.length });
      const numbers = Array.from({ length: DRAWS }, (_, at) => uniform(state.seed, BigInt(state.step + at)));
      unit.replaceChildren(...numbers.map((at) => {
        const dot = make("i");
        dot.style.left = `${100 * at}%`;
        return dot;
      }));
      draws = numbers.map((at) => {
        const rank = result.draw(at);
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

  // The recorded rows weigh more than the rest of a page. They come when the figure is near, or when the address has a
  // state of it, which waits for them.
  each("sampler", (root) => {
    let asked = false;
    const load = () => {
      if (asked) return;
      asked = true;
      const script = make("script", { src: root.dataset.rows });
      script.addEventListener("load", () => start(root));
      document.head.append(script);
    };
    const waiting = (key) => {
      let said = null;
      return [key, [() => said, (text) => {
        said = text;
        if (text !== null) load();
      }]];
    };
    keep(root, Object.fromEntries(["step", "t", "k", "p", "m", "seed", "drawn"].map(waiting)));
    new IntersectionObserver((entries, near) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      load();
    }, { rootMargin: "800px" }).observe(root);
  });
}
