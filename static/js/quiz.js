// Checks a quiz: the answers stand in the page, this only compares, says why, counts and remembers.
{
  const { word, number, make, recall, remember, each } = lp;

  // The answers of before, by the question's digest.
  const answers = (key) => {
    try {
      return JSON.parse(recall(key)) || {};
    } catch {
      return {};
    }
  };

  // The numbers that a text may mean, the likelier first: a comma parts thousands for one reader and decimals for
  // another, and the page's language says for which.
  const comma = number(0.5, 1).includes(",");
  const readings = (text) => {
    const plain = text
      .normalize("NFKC")
      .replace(/[٠-٩۰-۹]/g, (digit) => digit.codePointAt(0) & 15)
      .replace(/[−–]/g, "-")
      .replace(/٫/g, ".")
      .replace(/[\s'’٬\u200e\u200f\u061c]/g, "");
    const written = plain.match(/^[+-]?[\d.,]*\d[\d.,]*(e[+-]?\d+)?/i)?.[0] ?? "";
    const parted = (group, point) => {
      const shape = new RegExp(`^[+-]?([1-9]\\d{0,2}(\\${group}\\d{3})+|\\d*)(\\${point}\\d*)?(e[+-]?\\d+)?$`, "i");
      return shape.test(written) && written ? [Number(written.replaceAll(group, "").replace(point, "."))] : [];
    };
    const [english, other] = [parted(",", "."), parted(".", ",")];
    return [...new Set(comma ? [...other, ...english] : [...english, ...other])];
  };
  lp.readings = readings;

  // All digits of it, as the page's language writes them.
  const plain = (value) => number(value, String(value).split(".")[1]?.length ?? 0);

  class Question {
    constructor(fieldset) {
      this.fieldset = fieldset;
      this.hash = fieldset.dataset.question;
      this.inputs = [...fieldset.querySelectorAll("input")];
      this.verdict = fieldset.querySelector("[data-verdict]");
      this.answer = fieldset.querySelector(".lp-answer");
      this.answer.hidden = true;
    }

    get isNumber() {
      return this.fieldset.dataset.kind === "number";
    }

    // What the reader entered, in a form that can be stored; null for nothing.
    get given() {
      if (this.isNumber) return this.inputs[0].value.trim() || null;
      const chosen = this.inputs.flatMap((input, at) => (input.checked ? [at] : []));
      return chosen.length ? chosen : null;
    }

    set given(value) {
      if (this.isNumber) this.inputs[0].value = value;
      else this.inputs.forEach((input, at) => (input.checked = Array.isArray(value) && value.includes(at)));
    }

    isAnswer(value) {
      const { answer, tolerance } = this.inputs[0].dataset;
      // Half a unit of the last binary digits is not the reader's mistake.
      const slack = Number(tolerance) + 1e-9 * Math.max(1, Math.abs(answer));
      return Math.abs(value - Number(answer)) <= slack;
    }

    get isRight() {
      if (this.isNumber) return readings(this.given).slice(0, 1).some((value) => this.isAnswer(value));
      return this.inputs.every((input) => input.checked === input.hasAttribute("data-right"));
    }

    check() {
      this.clear();
      const right = this.isRight;
      this.fieldset.dataset.state = this.verdict.dataset.state = right ? "right" : "wrong";
      this.verdict.textContent = right ? word("quiz-right") : word("quiz-wrong");
      const [read, other] = this.isNumber && !right ? readings(this.given) : [];
      if (other) this.verdict.append(" ", word("quiz-read-as", { read: plain(read), other: plain(other) }));
      for (const input of this.inputs) if (!this.isNumber) this.explain(input);
      this.answer.hidden = false;
      return right;
    }

    // Says of a chosen answer whether it is right, and why not.
    explain(input) {
      if (!input.checked) return;
      const right = input.hasAttribute("data-right");
      const because = this.answer.querySelector(`[data-for="${CSS.escape(input.id)}"] [data-because]`);
      const reason = make("span", { class: "lp-reason", id: `${input.id}-reason` });
      // Where one answer is right, the verdict on the question has said so.
      if (!right) reason.append(make("b", {}, word("quiz-choice-wrong")), " ");
      else if (input.type === "checkbox") reason.append(make("b", {}, word("quiz-choice-right")), " ");
      if (because) reason.append(...because.cloneNode(true).childNodes);
      input.closest(".lp-choice").dataset.state = right ? "right" : "wrong";
      input.closest(".lp-choice").append(reason);
      input.setAttribute("aria-describedby", reason.id);
    }

    // Takes back what was said; the answers given stay.
    clear() {
      delete this.fieldset.dataset.state;
      this.verdict.textContent = "";
      this.answer.hidden = true;
      this.answer.open = false;
      for (const reason of this.fieldset.querySelectorAll(".lp-reason")) reason.remove();
      for (const input of this.inputs) {
        input.removeAttribute("aria-describedby");
        delete input.closest(".lp-choice, .lp-number").dataset.state;
      }
    }

    retry() {
      this.clear();
      for (const input of this.inputs) this.isNumber ? (input.value = "") : (input.checked = false);
    }
  }

  const start = (form) => {
    const key = `lp-quiz:${form.dataset.lesson}`;
    const questions = [...form.querySelectorAll("fieldset")].map((fieldset) => new Question(fieldset));
    const score = form.querySelector("[data-score]");
    const controls = form.querySelector("[data-controls]");
    const check = make("button", { type: "submit" }, word("quiz-check"));
    const again = make("button", { type: "button" }, word("quiz-again"));
    again.hidden = true;

    const count = () => questions.filter((question) => question.fieldset.dataset.state === "right").length;
    const show = () => {
      const open = questions.filter((question) => question.given === null).length;
      for (const question of questions) question.given === null ? question.clear() : question.check();
      const missed = questions.some((question) => question.fieldset.dataset.state === "wrong");
      const counts = { right: count(), all: questions.length, open };
      score.textContent = open ? word("quiz-score-open", counts) : word("quiz-score", counts);
      again.hidden = !missed;
      if (!open) form.dispatchEvent(new CustomEvent("lp-quiz-finished", { bubbles: true }));
    };
    const save = () => {
      const given = {};
      for (const question of questions) if (question.fieldset.dataset.state) given[question.hash] = question.given;
      remember(key, JSON.stringify(given));
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (questions.every((question) => question.given === null)) {
        score.textContent = word("quiz-none");
        return;
      }
      show();
      save();
    });
    // A changed answer is an unchecked one.
    form.addEventListener("input", (event) => {
      questions.find((question) => question.inputs.includes(event.target))?.clear();
    });
    again.addEventListener("click", () => {
      const missed = questions.filter((question) => question.fieldset.dataset.state === "wrong");
      for (const question of missed) question.retry();
      again.hidden = true;
      score.textContent = word("quiz-missed", { missed: missed.length });
      save();
      missed[0]?.inputs[0]?.focus();
    });

    controls.append(check, again);
    controls.hidden = false;
    const known = answers(key);
    for (const question of questions) {
      if (Object.hasOwn(known, question.hash)) question.given = known[question.hash];
    }
    if (questions.some((question) => question.given !== null)) show();
  };

  each("quiz", start);
}
