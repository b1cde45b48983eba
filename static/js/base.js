// What every script stands on: elements, sentences, numbers, what a browser remembers. Loaded before all others.
{
  const root = document.documentElement;
  const language = known(root.lang) ?? "en";
  // Sentences are in another language than the page where no catalogue speaks the page's.
  const plural = new Intl.PluralRules(known(root.dataset?.words) ?? language);
  const formats = [];

  // A browser throws at what is no tag of a language.
  function known(tag) {
    try {
      return Intl.getCanonicalLocales(tag)[0];
    } catch {
      return null;
    }
  }

  // A sentence as a list of texts and values. The message of its id stands in the published script
  // (src/words/script.rs): a text in which `{name}` stands for a value, or `{by: "name", one: …, other: …}`, which picks
  // one by the plural category of the value. A value may be a list of nodes; numbers are written as readers do.
  function phrase(message, values = {}) {
    const text = message.by ? (message[plural.select(values[message.by])] ?? message.other) : message;
    return text.split(/\{(\w+)\}/).flatMap((part, at) => {
      if (at % 2 === 0) return part ? [part] : [];
      return typeof values[part] === "number" ? number(values[part]) : values[part];
    });
  }

  const word = (message, values) => phrase(message, values).join("");

  // As src/words/number.rs writes a number.
  function number(value, decimals = 0) {
    formats[decimals] ??= new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals, maximumFractionDigits: decimals, numberingSystem: "latn",
    });
    return formats[decimals].format(value.toFixed(decimals)).replace("-", "−");
  }

  // As src/words/mod.rs writes a probability; a number and its signs stay on one line.
  const percent = (probability) => percentWords(probability * 100).replaceAll(" ", "\u00a0");
  function percentWords(p) {
    if (p <= 0) return word("percent", { n: 0 });
    if (p < 0.1) return word("percent-below", { n: number(0.1, 1) });
    if (p < 99.95) return word("percent", { n: number(p, p < 10 || p >= 99 ? 1 : 0) });
    return p < 100 ? word("percent-above", { n: number(99.9, 1) }) : word("percent", { n: 100 });
  }

  function make(name, attributes = {}, ...content) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...content);
    return node;
  }

  // Into a live region. What stands there when the page opens is read where it stands, not announced.
  function announce(live, content, aloud = true) {
    live.setAttribute("aria-live", aloud ? "polite" : "off");
    live.replaceChildren(...content);
  }

  // Storage may be switched off or full; then nothing is remembered, and null is what was.
  function stored(act) {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  }
  const recall = (key) => stored((storage) => storage.getItem(key));
  const remember = (key, value) => stored((storage) => storage.setItem(key, value));
  const forget = (key) => stored((storage) => storage.removeItem(key));

  // The id that an address or a link names. Whoever wrote it may have encoded it wrongly.
  function named({ hash }) {
    try {
      return decodeURIComponent(hash.slice(1));
    } catch {
      return hash.slice(1);
    }
  }

  // Scrolls to what an address names and keeps it in its place while what comes late grows above it, until the reader
  // does something.
  function settle(target) {
    const go = () => target.scrollIntoView({ block: "start", behavior: "instant" });
    const grown = new ResizeObserver(go);
    const stop = () => grown.disconnect();
    grown.observe(document.body);
    go();
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(event, stop, { once: true, passive: true });
    setTimeout(stop, 3000);
  }

  // Copies of what a cell of a figure's table holds, by the cell's name.
  const cell = (row, name) => [...row.querySelector(`[data-cell="${name}"]`).childNodes].map((node) => node.cloneNode(true));

  // Calls `start` with each part of the page that asks for the component.
  const each = (component, start) => document.querySelectorAll(`[data-component="${component}"]`).forEach(start);

  globalThis.lp = { phrase, word, number, percent, make, announce, recall, remember, forget, named, settle, cell, each };
}
