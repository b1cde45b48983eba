// Steps through a figure: shows what is there in a step, says what happened, and marks the step's row in the table.
// A row has `id`, `data-step`, `data-ms` and a cell named `said`; a part of the picture has `data-from` and `data-until`,
// or `data-only`. The data is in the page already; nothing plays by itself.

{
  const { word, make, cell, each, keep, clamp } = lp;

  const ICONS = {
    back: "M11 3 5 8l6 5z",
    play: "M4 2.5v11l9-5.5z",
    pause: "M4 3h3v10H4zM9 3h3v10H9z",
    forward: "M5 3l6 5-6 5z",
  };

  // Steps without a measured time, such as the text before anything ran, are held this long.
  const UNMEASURED = 900;

  const SECOND = 1000;
  const SPEEDS = [
    [word("stepper-second"), () => SECOND],
    [word("stepper-measured"), (ms) => ms || UNMEASURED],
    [word("stepper-half"), (ms) => ms * 2 || UNMEASURED],
    [word("stepper-quarter"), (ms) => ms * 4 || UNMEASURED],
  ];
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function icon(name) {
    const ns = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(ns, "svg");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    svg.append(document.createElementNS(ns, "path"));
    svg.firstChild.setAttribute("d", ICONS[name]);
    return svg;
  }

  function face(button, name, label) {
    button.replaceChildren(icon(name));
    button.setAttribute("aria-label", label);
    button.title = label;
    return button;
  }

  const button = (name, label) => face(make("button", { type: "button", class: `lp-${name}` }), name, label);

  function start(root) {
    const rows = [...root.querySelectorAll("tr[data-step]")];
    const last = rows.length;
    const said = (row) => row.querySelector('[data-cell="said"]').textContent;
    const rowOf = (step) => rows.find((row) => Number(row.dataset.step) === step);
    const controls = root.querySelector("[data-controls]");
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    if (!last || !controls || !picture) return;

    const timed = [...picture.querySelectorAll("[data-from], [data-only]")].map((node) => {
      const { from, until, only } = node.dataset;
      return [node, Number(only ?? from), Number(only ?? until ?? Infinity)];
    });

    const back = button("back", word("stepper-back"));
    const play = button("play", word("stepper-play"));
    const forward = button("forward", word("stepper-forward"));
    const slider = make("input", { type: "range", min: 1, max: last, step: 1, "aria-label": word("stepper-step") });
    const count = make("span", { class: "lp-count" });
    const speed = make("select");
    // Where nothing was timed there is no measured speed to choose.
    const speeds = rows.some((row) => Number(row.dataset.ms) > 0) ? SPEEDS : SPEEDS.slice(0, 1);
    speeds.forEach(([name], at) => speed.append(make("option", { value: at }, name)));
    const pace = make("label", { class: "lp-speed" }, word("stepper-speed"), " ", speed);
    pace.hidden = speeds.length === 1;
    controls.replaceChildren(back, play, forward, slider, count, pace);
    controls.hidden = false;
    root.tabIndex = 0;
    root.setAttribute("aria-description", word("stepper-keys"));

    let step = 0;
    let timer = 0;

    function show(next) {
      next = Math.min(Math.max(next, 1), last);
      if (next === step) return;
      step = next;
      const held = stepper.holds?.(step);
      const seen = held ? step - 1 : step;
      for (const [node, from, until] of timed) node.classList.toggle("lp-off", seen < from || seen > until);
      rows.forEach((row) => {
        if (row === rowOf(step)) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      });
      say();
      slider.value = step;
      count.textContent = word("stepper-count", { step, last });
      slider.setAttribute("aria-valuetext", word("stepper-value", { step, last }));
      // Not `disabled`: the button that led to an end would lose the focus.
      back.setAttribute("aria-disabled", step === 1);
      forward.setAttribute("aria-disabled", step === last);
      root.dispatchEvent(new CustomEvent("lp-step"));
    }

    function say() {
      live?.replaceChildren(...(stepper.holds?.(step) ? [word("stepper-ask")] : cell(rowOf(step), "said")));
    }

    // For what builds on the steps. `holds` says of which step only the one before may be seen yet.
    const stepper = {
      rows,
      row: rowOf,
      live,
      controls,
      holds: null,
      go,
      get step() { return step; },
      redraw() {
        const now = step;
        step = 0;
        show(now);
      },
    };
    root.stepper = stepper;

    function stop() {
      if (!timer) return;
      clearTimeout(timer);
      timer = 0;
      face(play, "play", word("stepper-play"));
      // What is said while it plays is not read out; where it came to rest is.
      requestAnimationFrame(() => {
        if (timer) return;
        live?.setAttribute("aria-live", "polite");
        say();
        root.dispatchEvent(new CustomEvent("lp-step"));
      });
    }

    // What is seen is the step that takes its time now; when it is over, the next one is shown.
    function tick() {
      const ms = Number(rowOf(step).dataset.ms) || 0;
      const pause = speeds[speed.value][1](ms);
      timer = setTimeout(() => {
        show(step + 1);
        changed();
        if (step < last && !stepper.holds?.(step)) tick();
        else stop();
      }, still.matches ? Math.max(pause, SECOND) : pause);
    }

    function toggle() {
      if (timer) return stop();
      if (step === last) show(1);
      face(play, "pause", word("stepper-pause"));
      // A reader who listens would get a queue of captions.
      live?.setAttribute("aria-live", "off");
      tick();
    }

    function go(next) {
      stop();
      show(next);
      changed();
    }

    back.addEventListener("click", () => go(step - 1));
    forward.addEventListener("click", () => go(step + 1));
    play.addEventListener("click", toggle);
    slider.addEventListener("input", () => go(Number(slider.value)));

    root.addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const own = target === root || target === back || target === forward || target === play;
      if (!own) return;
      const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 1, End: last }[key];
      if (to !== undefined) go(to);
      else if (key === " " && target === root) toggle();
      else return;
      event.preventDefault();
    });

    let down = null;
    picture.addEventListener("pointerdown", (event) => {
      down = event.isPrimary && event.pointerType !== "mouse" ? event : null;
    });
    picture.addEventListener("pointercancel", () => (down = null));
    picture.addEventListener("pointerup", (event) => {
      if (!down || event.pointerId !== down.pointerId) return;
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      down = null;
      if (Math.abs(x) > 36 && Math.abs(x) > 2 * Math.abs(y)) go(step + (x < 0 ? 1 : -1));
    });

    // Paper gets the last state, which holds all of the sequence.
    let before = 0;
    let holds = null;
    addEventListener("beforeprint", () => {
      [before, holds, stepper.holds] = [step, stepper.holds, null];
      show(last);
    });
    addEventListener("afterprint", () => {
      stepper.holds = holds;
      show(before);
    });

    show(1);
    const changed = keep(root, {
      step: [() => step, (text) => { stop(); show(Math.round(clamp(text, 1, last) ?? step)); }],
      speed: [() => (speed.value === "0" ? null : speed.value), (text) => {
        speed.value = Math.round(clamp(text, 0, speeds.length - 1) ?? 0);
      }],
    });
    speed.addEventListener("change", changed);

    // Room for the longest sentence, so that the controls stay where they are.
    const longest = rows.reduce((a, b) => (said(a).length < said(b).length ? b : a));
    let width = 0;
    if (live) new ResizeObserver(() => {
      if (root.clientWidth === width) return;
      width = root.clientWidth;
      const probe = make("div", { class: "lp-live lp-probe" }, ...cell(longest, "said"));
      live.after(probe);
      live.style.minHeight = `${probe.offsetHeight}px`;
      probe.remove();
    }).observe(root);

    // Only after the first step is shown does anything move.
    requestAnimationFrame(() => root.setAttribute("data-stepping", ""));
  }

  each("stepper", start);

  // What lets a reader choose first is loaded when one asks for it, or at once where the author or the address does.
  const { predictor, predictorStyle } = document.body.dataset;
  const loops = [...document.querySelectorAll('[data-component="stepper"]')].filter((root) => root.stepper?.rows.some((row) => row.querySelector("[data-p]")));
  const buttons = [];
  let loaded = !predictor;
  function load(then) {
    if (loaded) return;
    loaded = true;
    buttons.forEach((node) => node.remove());
    const script = make("script", { src: predictor });
    const sheet = make("link", { rel: "stylesheet", href: predictorStyle });
    for (const event of ["load", "error"]) sheet.addEventListener(event, () => document.head.append(script));
    if (then) script.addEventListener("load", then);
    document.head.append(sheet);
  }
  for (const root of loops) {
    const button = make("button", { type: "button", class: "lp-predict-toggle", "aria-pressed": "false" }, word("stepper-predict"));
    button.addEventListener("click", () => load(() => {
      const toggle = root.querySelector(".lp-predict-toggle");
      toggle?.click();
      toggle?.focus();
    }));
    if (predictor) root.stepper.controls.append(button);
    buttons.push(button);
    // What the address says of it waits for the script that reads it.
    let said = null;
    keep(root, { predict: [() => said, (text) => {
      said = text;
      if (text !== null) load();
    }] });
  }
  if (loops.some((root) => root.hasAttribute("data-predict"))) load();
}
