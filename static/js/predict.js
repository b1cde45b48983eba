// Lets a reader choose before the model's choice is shown. The candidates and their probabilities stand in the figure's
// table; the score counts against the model's own probabilities. Needs the stepper, which is loaded before it.
{
  const make = (name, text = "", attributes = {}) => {
    const node = document.createElement(name);
    node.append(text);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  // As src/trace/value.rs writes a probability.
  const percent = (p) => {
    if (p < 0.001) return "<\u00a00.1\u00a0%";
    if (p < 0.9995) return `${(p * 100).toFixed(p < 0.1 || p >= 0.99 ? 1 : 0)}\u00a0%`;
    return p < 1 ? ">\u00a099.9\u00a0%" : "100\u00a0%";
  };

  const start = (root) => {
    const { stepper } = root;
    const choices = new Map();
    for (const row of stepper?.rows ?? []) {
      const listed = [...row.querySelectorAll("li[data-p]")].map((item) => ({
        p: Number(item.dataset.p),
        id: Number(item.lastChild.textContent.split(", ").pop()),
        run: item.hasAttribute("data-chosen"),
        label: item.querySelector(".lp-token"),
      }));
      // By id: the order gives nothing away.
      if (listed.length > 1) choices.set(Number(row.dataset.step), listed.sort((a, b) => a.id - b.id));
    }
    if (!choices.size) return;

    const picks = new Map();
    const toggle = make("button", "Predict", { type: "button", class: "lp-predict-toggle" });
    const panel = make("div", "", { class: "lp-predict", role: "group", "aria-label": "Your prediction" });
    const ask = make("p");
    const list = make("ol");
    const score = make("p");
    panel.append(ask, list, score);
    stepper.controls.append(toggle);
    stepper.controls.after(panel);

    let on = root.hasAttribute("data-predict");
    stepper.holds = (step) => on && choices.has(step) && !picks.has(step);

    const choose = (at) => {
      const choice = choices.get(stepper.step)[at];
      if (!choice || !stepper.holds(stepper.step)) return;
      picks.set(stepper.step, choice);
      stepper.redraw();
      stepper.controls.querySelector(".lp-forward").focus();
    };

    const counted = () => {
      const n = picks.size;
      if (!n) return "Each pick is scored by the probability that the model gives it.";
      let [right, expected, surprise, entropy] = [0, 0, 0, 0];
      for (const [step, pick] of picks) {
        right += pick.run;
        expected += choices.get(step).find((choice) => choice.run).p;
        surprise -= Math.log(pick.p);
        entropy += Number(stepper.rows[step - 1].dataset.entropy);
      }
      return `${right} of ${n} like the run; draws from the model’s own probabilities would agree with it ${expected.toFixed(2)} times ` +
        `(Σ p of the run’s tokens). Surprise of your picks, −(1/n) Σ ln p(pick): ${(surprise / n).toFixed(2)} nats; ` +
        `of the model’s own draws on average, its entropy: ${(entropy / n).toFixed(2)}.`;
    };

    const render = () => {
      toggle.setAttribute("aria-pressed", String(on));
      panel.hidden = !on;
      if (!on) return;
      const { step } = stepper;
      const [all, pick] = [choices.get(step), picks.get(step)];
      ask.textContent = !all
        ? "At the decode steps you choose first."
        : pick ? "Outlined in dashes: your pick. Filled: the run’s." : "Which token comes next? Choose one, or press its number.";
      list.replaceChildren(...(all ?? []).map((choice, at) => {
        const button = make("button", "", { type: "button" });
        if (!pick) button.append(make("kbd", `${at + 1}`, { "aria-hidden": "true" }));
        button.append(choice.label.cloneNode(true));
        if (pick) button.append(make("small", percent(choice.p)));
        if (pick && choice.run) button.dataset.run = "";
        if (pick === choice) button.dataset.yours = "";
        button.disabled = Boolean(pick);
        button.addEventListener("click", () => choose(at));
        const item = make("li");
        item.append(button);
        return item;
      }));
      score.textContent = counted();
      if (!pick) return;
      const verdict = pick.run ? " You chose it too." : ` You chose another, to which the model gives ${percent(pick.p)}.`;
      stepper.live?.append(verdict);
    };

    toggle.addEventListener("click", () => {
      on = !on;
      stepper.redraw();
    });
    root.addEventListener("lp-step", render);
    root.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
      if (event.target.matches("select, input:not([type=range])") || !stepper.holds(stepper.step)) return;
      event.preventDefault();
      choose(Number(event.key) - 1);
    });
    if (on) stepper.redraw();
    else render();
  };

  document.querySelectorAll('[data-component="stepper"]').forEach(start);
}
