// Lets a reader choose before the model's choice is shown. The candidates stand in the figure's table, each with
// `data-p` (its probability), `data-id`, and `data-chosen` where the run took it; the score counts against the model's
// own probabilities. Needs the stepper.
{
  const { word, phrase, number, percent, make, each, keep } = lp;

  const start = (root) => {
    const { stepper } = root;
    const choices = new Map();
    for (const row of stepper?.rows ?? []) {
      const listed = [...row.querySelectorAll("[data-p]")].map((item) => ({
        p: Number(item.dataset.p),
        id: Number(item.dataset.id),
        run: item.hasAttribute("data-chosen"),
        label: item,
      }));
      // By id: the order gives nothing away.
      if (listed.length > 1) choices.set(Number(row.dataset.step), listed.sort((a, b) => a.id - b.id));
    }
    if (!choices.size) return;

    const picks = new Map();
    const toggle = make("button", { type: "button", class: "lp-predict-toggle" }, word("predict-toggle"));
    const list = make("ol");
    const score = make("p", { class: "lp-predict-score" });
    const panel = make("div", { class: "lp-predict", role: "group", "aria-label": word("predict-panel") }, list);
    const picture = root.querySelector(".lp-picture");
    stepper.controls.append(toggle);
    stepper.controls.after(score);
    picture.append(panel);
    // Over the candidates, which are not to be seen yet.
    const place = () => {
      const area = [...picture.querySelectorAll(".lp-choices")].map((part) => part.getBoundingClientRect()).find(({ height }) => height);
      if (!area) return;
      const { left, top } = picture.getBoundingClientRect();
      panel.style.cssText = `left:${area.left - left}px;top:${area.top - top}px;width:${area.width}px;height:${area.height}px`;
    };
    new ResizeObserver(place).observe(picture);

    const opens = root.hasAttribute("data-predict");
    let on = opens;
    stepper.holds = (step) => on && choices.has(step) && !picks.has(step);

    const choose = (at) => {
      const choice = choices.get(stepper.step)[at];
      if (!choice || !stepper.holds(stepper.step)) return;
      const stays = document.activeElement.matches("input");
      picks.set(stepper.step, choice);
      stepper.redraw();
      changed();
      // Enter goes on from there, and the next choices are a few tabs away.
      if (!stays) root.focus({ preventScroll: true });
    };

    const counted = () => {
      const n = picks.size;
      if (!n) return word("predict-scoring");
      let [right, expected, surprise, entropy] = [0, 0, 0, 0];
      for (const [step, pick] of picks) {
        right += pick.run;
        expected += choices.get(step).find((choice) => choice.run).p;
        surprise -= Math.log(pick.p);
        entropy += Number(stepper.row(step).dataset.entropy);
      }
      const counts = word("predict-score", { right, picks: n, expected: number(expected, 2) });
      if (n < choices.size) return counts;
      return `${counts} ${word("predict-all", { surprise: number(surprise / n, 2), entropy: number(entropy / n, 2) })}`;
    };

    const render = () => {
      toggle.setAttribute("aria-pressed", String(on));
      score.hidden = !on;
      panel.hidden = !stepper.holds(stepper.step);
      if (!on) return;
      const { step } = stepper;
      const [all, pick] = [choices.get(step), picks.get(step)];
      list.replaceChildren(...(all ?? []).map((choice, at) => {
        const button = make("button", { type: "button" }, make("kbd", { "aria-hidden": "true" }, at + 1), choice.label.cloneNode(true));
        button.dataset.id = choice.id;
        if (pick === choice) button.dataset.yours = "";
        button.addEventListener("click", () => choose(at));
        return make("li", {}, button);
      }));
      score.textContent = all ? counted() : word("predict-later");
      if (!pick) return;
      const [token, yours] = [all.find((choice) => choice.run), pick].map((choice) => [choice?.label.cloneNode(true) ?? ""]);
      const said = pick.run ? phrase("predict-same", { token }) : phrase("predict-other", { token, yours, p: percent(pick.p) });
      stepper.live?.replaceChildren(...said);
    };

    toggle.addEventListener("click", () => {
      on = !on;
      const open = [...choices.keys()].filter((step) => !picks.has(step));
      if (on && !choices.has(stepper.step) && open.length) stepper.go(open[0]);
      stepper.redraw();
      changed();
    });
    root.addEventListener("lp-step", render);
    root.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Enter" && event.target === root && picks.has(stepper.step)) stepper.go(stepper.step + 1);
      if (!/^[1-9]$/.test(event.key)) return;
      if (event.target.matches("select, input:not([type=range])") || !stepper.holds(stepper.step)) return;
      event.preventDefault();
      choose(Number(event.key) - 1);
    });
    // `4.2,5.1`: at step 4 the second of its choices.
    const written = () => [...picks].map(([step, pick]) => `${step}.${choices.get(step).indexOf(pick) + 1}`).join();
    const read = (text) => {
      on = text === null ? opens : text !== "off";
      picks.clear();
      for (const [, step, at] of text?.matchAll(/(\d+)\.(\d+)/g) ?? []) {
        const pick = choices.get(Number(step))?.[at - 1];
        if (pick) picks.set(Number(step), pick);
      }
      stepper.redraw();
    };
    const changed = keep(root, { predict: [() => (!on ? (opens ? "off" : null) : picks.size || !opens ? written() : null), read] });
    if (on) stepper.redraw();
    else render();
  };

  each("stepper", start);
}
