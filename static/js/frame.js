// What is around every figure: its menu, the state of its controls in the address, the whole screen, and tables that are
// in the page only while they are open. Loaded before what moves in a figure.
// An address names states as `#ID-step-N?key=value&key=value`, without what is not said, and several of them with `;`
// between; the figure that was used last comes first. `ID-step-N` is also the id of a row in a table of steps.

{
  const { word, make, settle } = lp;

  // By the id of a figure: `{root, controls}`, where a control is `[get, set]` by its key. `get` gives what stands in the
  // address, or null where nothing needs to; `set` takes it, or null for what the figure opens with, and keeps within
  // what there is.
  const figures = new Map();
  let used = [];
  let waiting = 0;

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  // The figures that an address names, in its order: `[id, {key: value}]`. One that is only named has no values.
  function asked() {
    return location.hash.slice(1).split(";").flatMap((part) => {
      const [name, query = ""] = part.split(/\?(.*)/s).map(decoded);
      const [, before, step] = name.match(/^(.*)-step-(.*)$/s) ?? [];
      const id = figures.has(name) ? name : before;
      if (!figures.has(id)) return [];
      const values = new URLSearchParams(query);
      if (id !== name) values.set("step", step);
      return [[id, values]];
    });
  }

  function part(id) {
    const { step = [() => null], ...others } = figures.get(id)?.controls ?? {};
    const values = Object.entries(others).map(([key, [get]]) => [key, get()]).filter(([, value]) => value !== null);
    const name = encodeURIComponent(id) + (step[0]() === null ? "" : `-step-${step[0]()}`);
    return name + (values.length ? `?${values.map((pair) => pair.join("=")).join("&")}` : "");
  }

  // An address that cannot be rewritten, as in some embedded views, is no reason to stop.
  function write() {
    clearTimeout(waiting);
    waiting = 0;
    const hash = `#${used.map(part).join(";")}`;
    if (used.length && hash !== location.hash) try { history.replaceState(history.state, "", hash); } catch {}
  }

  function use(id) {
    used = [id, ...used.filter((other) => other !== id)];
  }

  function apply(id, values, keys) {
    for (const key of keys) figures.get(id).controls[key]?.[1](values.get(key));
  }

  // Keeps the controls of a figure in the address. Sets them from it now and whenever it changes; gives a function to
  // call when a reader has changed one.
  function keep(root, controls) {
    const { id } = root;
    const figure = figures.get(id) ?? { root, controls: {} };
    Object.assign(figure.controls, controls);
    figures.set(id, figure);
    const [, values] = asked().find(([other]) => other === id) ?? [];
    if (values?.size) {
      apply(id, values, Object.keys(controls));
      if (used.includes(id)) write();
    }
    return () => {
      use(id);
      // Browsers refuse to rewrite the address at every place of a slider on its way.
      clearTimeout(waiting);
      waiting = setTimeout(write, 100);
    };
  }

  // What an address says, as a number from `least` to `most`; null where it says none.
  const clamp = (text, least, most) => {
    const number = text?.trim() ? Number(text) : NaN;
    return Number.isNaN(number) ? null : Math.min(Math.max(number, least), most);
  };

  // A link to a step names its row, so the browser opens the table and goes there; what was meant is the picture. A table
  // that the reader opened stays open.
  function reveal(id) {
    const { root } = figures.get(id);
    const table = root.querySelector(".lp-data");
    if (table && !table.hasAttribute("data-opened")) table.open = false;
    settle(root);
  }

  addEventListener("hashchange", () => {
    const named = asked().filter(([, values]) => values.size);
    if (!named.length) return;
    clearTimeout(waiting);
    for (const [id, values] of named.reverse()) {
      apply(id, values, Object.keys(figures.get(id).controls));
      use(id);
    }
    write();
    reveal(used[0]);
  });

  // Where the clipboard is out of reach, the text is marked for the keyboard.
  async function copy(text, status) {
    const code = make("code", {}, text);
    try {
      await navigator.clipboard.writeText(text);
      status.replaceChildren(word("frame-copied"), " ", code);
    } catch {
      status.replaceChildren(word("frame-selected"), " ", code);
      getSelection().selectAllChildren(code);
    }
  }

  // A frame whose height follows what the page in it tells; see `tell`.
  function framed(link, root) {
    const frame = make("iframe", {
      src: link.href.split("#")[0], title: root.querySelector(".lp-figure-title").textContent, width: "100%",
      height: link.dataset.embed, frameborder: 0, allow: "fullscreen", loading: "lazy",
    });
    const fit = 'addEventListener("message",({data,source})=>{for(const frame of document.querySelectorAll("iframe"))'
      + "if(frame.contentWindow===source&&data?.figureHeight)frame.height=data.figureHeight})";
    return `${frame.outerHTML}\n<script>${fit}<\/script>`;
  }

  function menu(root) {
    const details = root.querySelector(".lp-menu");
    const panel = details?.querySelector(".lp-menu-panel");
    if (!panel) return;
    const status = make("p", { role: "status" });
    const copies = (link, text) => link?.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      copy(text(), status);
    });
    const [share, embed] = ["[data-share]", "[data-embed]"].map((part) => panel.querySelector(part));
    share.textContent = word("frame-copy-link");
    copies(share, () => `${location.href.split("#")[0]}#${part(root.id)}`);
    copies(embed, () => framed(embed, root));
    details.addEventListener("toggle", () => details.open || status.replaceChildren());
    if (document.fullscreenEnabled) {
      const full = make("button", { type: "button" }, word("frame-full"), " ", make("kbd", {}, "F"));
      full.addEventListener("click", () => {
        details.open = false;
        fill(root);
      });
      share.after(full);
    }
    panel.append(status);
  }

  // A frame of another page may forbid it.
  function fill(root) {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => {});
  }

  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || key.toLowerCase() !== "f") return;
    const root = target.closest?.(".lp-figure");
    if (!root || target.matches("select, textarea, input:not([type=range], [type=radio], [type=checkbox])")) return;
    event.preventDefault();
    fill(root);
  });

  // Most of a page's elements are in tables that nobody has opened: those are out of the page, and scripts hold what they
  // read in them. Paper and the browser's own search need them back.
  const parked = new Map();
  const restore = (details) => {
    const content = parked.get(details);
    parked.delete(details);
    if (content) details.append(content);
  };
  const restoreAll = () => [...parked.keys()].forEach(restore);
  const park = (details) => {
    if (details.open || parked.has(details)) return;
    const content = document.createDocumentFragment();
    content.append(...[...details.childNodes].slice(1));
    parked.set(details, content);
  };
  const parkAll = () => document.querySelectorAll(".lp-figure > .lp-data").forEach(park);
  const paper = matchMedia("print");

  function tables() {
    for (const details of document.querySelectorAll(".lp-figure > .lp-data")) {
      details.querySelector("summary").addEventListener("click", () => {
        restore(details);
        details.toggleAttribute("data-opened", !details.open);
      });
      details.addEventListener("toggle", () => (details.open ? restore(details) : park(details)));
    }
    addEventListener("beforeprint", restoreAll);
    addEventListener("afterprint", parkAll);
    paper.addEventListener("change", () => (paper.matches ? restoreAll() : parkAll()));
    addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (key === "F3" || key === "f" && (ctrlKey || metaKey)) restoreAll();
    });
    if (!paper.matches) parkAll();
  }

  // A page of another site that frames this one is told how high it is.
  function tell() {
    if (parent === window) return;
    const { documentElement: root } = document;
    let told = 0;
    const measure = () => {
      const panels = [...document.querySelectorAll(".lp-over[open] > :last-child")];
      const ends = panels.map((panel) => panel.getBoundingClientRect().bottom + scrollY + 16);
      const height = Math.ceil(Math.max(root.offsetHeight, ...ends));
      if (height === told) return;
      told = height;
      parent.postMessage({ figureHeight: height }, "*");
    };
    new ResizeObserver(measure).observe(root);
    document.addEventListener("toggle", measure, true);
  }

  // By then all that moves has its state.
  addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".lp-figure").forEach(menu);
    used = asked().filter(([, values]) => values.size).map(([id]) => id);
    write();
    tables();
    tell();
    // Who comes back to a page is where he was.
    const [{ type } = {}] = performance.getEntriesByType("navigation");
    if (used.length) requestAnimationFrame(() => (type === "navigate" ? reveal(used[0]) : 0));
  });

  Object.assign(lp, { keep, clamp, asked });
}
