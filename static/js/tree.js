// The tree of recorded continuations: a group of choices per position, how the model went on, and a beam search of
// any width over the same paths. All of it is in the figure's table; nothing is computed but sums and an order.
// A classic script: browsers load no modules for a page that was opened from a disk.

{
  // As in src/trace/beam.rs, and adding in the same order. `nodes`: `{place, logprob, ended}`, where place is which
  // child it is at each level, "0.2.1". Gives the paths of each level, the likeliest first: `{place, joint, kept}`.
  function beamSearch(nodes, width) {
    const children = new Map();
    for (const node of nodes) {
      const before = node.place.includes(".") ? node.place.slice(0, node.place.lastIndexOf(".")) : "";
      if (!children.has(before)) children.set(before, []);
      children.get(before).push(node);
    }
    const of = (path) =>
      (children.get(path.place) ?? []).map(({ place, logprob, ended }) => ({ place, ended, joint: path.joint + logprob }));
    const levels = [];
    let open = of({ place: "", joint: 0 });
    for (let grew = true; grew; ) {
      const paths = open.sort((a, b) => b.joint - a.joint).map((path, at) => ({ ...path, kept: at < width }));
      levels.push(paths);
      grew = false;
      open = [];
      for (const path of paths.filter(({ kept }) => kept)) {
        const next = path.ended ? [path] : of(path);
        grew ||= !path.ended && next.length > 0;
        open.push(...next);
      }
    }
    return levels;
  }

  // As src/trace/value.rs writes a probability.
  function percent(probability) {
    const p = probability * 100;
    if (p <= 0) return "0\u00a0%";
    if (p < 0.1) return "<\u00a00.1\u00a0%";
    if (p < 99.95) return `${p.toFixed(p < 10 || p >= 99 ? 1 : 0)}\u00a0%`;
    return p < 100 ? ">\u00a099.9\u00a0%" : "100\u00a0%";
  }

  const nats = (value) => value.toFixed(2).replace("-", "−");

  function make(name, attributes = {}, ...content) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...content);
    return node;
  }

  function start(root) {
    const rows = new Map([...root.querySelectorAll("tr[data-place]")].map((row) => [row.dataset.place, row]));
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    if (!rows.size || !live || !picture) return;

    const nodes = [...rows.values()].map(({ dataset: { place, logprob, ended } }) => ({
      place, logprob: Number(logprob), ended: ended !== undefined,
    }));
    const known = new Map(nodes.map((node) => [node.place, node]));
    const under = (place) => {
      const found = [];
      for (let at = 0; ; at++) {
        const next = known.get(place ? `${place}.${at}` : `${at}`);
        if (!next) return found;
        found.push(next);
      }
    };
    const cell = (place, at) => [...rows.get(place).cells[at].childNodes].map((part) => part.cloneNode(true));

    const levels = make("div", { class: "lp-tree-levels" });
    let path = "";

    // The positions from `place` on, each with its likeliest token chosen.
    function grow(place) {
      const level = place ? place.split(".").length : 0;
      while (levels.children.length > level) levels.lastChild.remove();
      for (let open = under(place); open.length; open = under(path)) {
        const at = levels.children.length + 1;
        const group = make("fieldset", {}, make("legend", {}, `Token ${at}`));
        for (const node of open) {
          const radio = make("input", { type: "radio", name: `${root.id}-token-${at}`, value: node.place });
          radio.checked = node === open[0];
          const probability = Math.exp(node.logprob);
          const bar = make("i");
          bar.style.width = `${probability * 100}%`;
          const name = make("span", {}, ...cell(node.place, 1));
          const mark = /^0(\.0)*$/.test(node.place) ? [make("small", {}, "greedy ")] : [];
          const line = make("span", {}, name, make("span", {}, ...mark, make("b", {}, percent(probability))));
          group.append(make("label", {}, radio, line, bar));
        }
        levels.append(group);
        path = open[0].place;
      }
    }

    function say(chosen, announce = true) {
      const [token, next] = [cell(path, 0), cell(chosen, 5)];
      const greedy = /^0(\.0)*$/.test(path);
      live.setAttribute("aria-live", announce ? "polite" : "off");
      live.replaceChildren(
        "Path: ", ...token, `, joint probability ${rows.get(path).cells[3].textContent}, Σ ln p ${rows.get(path).cells[4].textContent}`,
        greedy ? ", the greedy path. After " : ". After ", ...cell(chosen, 0), " the model wrote: ", ...next,
      );
    }

    levels.addEventListener("change", ({ target }) => {
      path = target.value;
      grow(path);
      say(target.value);
    });

    const widest = under("").length;
    const select = make("select");
    for (let width = 1; width <= widest; width++) select.append(make("option", { value: width }, `${width}`));
    const found = make("div", { class: "lp-beam-levels" });
    function search(announce = true) {
      const searched = beamSearch(nodes, Number(select.value));
      found.replaceChildren(...searched.map((paths, at) => {
        const title = make("p", { id: `${root.id}-beam-${at + 1}` }, at ? `${at + 1} tokens` : "1 token");
        const list = make("ol", { "aria-labelledby": title.id });
        for (const { place, joint, kept } of paths) {
          const numbers = `${kept ? "" : "pruned, "}${percent(Math.exp(joint))}, ${nats(joint)}`;
          const item = make("li", { "data-path": place }, make("span", {}, ...cell(place, 0)), make("small", {}, numbers));
          if (kept) item.setAttribute("data-kept", "");
          list.append(item);
        }
        return make("div", {}, title, list);
      }));
      if (!announce) return;
      const [best] = searched.at(-1);
      live.setAttribute("aria-live", "polite");
      live.replaceChildren(`A beam of ${select.value} ends on `, ...cell(best.place, 0), `, joint probability ${percent(Math.exp(best.joint))}.`);
    }
    select.value = Math.min(Number(root.querySelector("[data-beam]")?.dataset.beam ?? 2), widest);
    select.addEventListener("change", () => search());

    const beam = make("fieldset", { class: "lp-beam" }, make("legend", {}, "Beam search"));
    beam.append(make("label", {}, "Paths kept at each position ", select), found);
    picture.after(make("div", { class: "lp-tree" }, levels, live, beam));
    root.setAttribute("data-ready", "");
    grow("");
    say("0", false);
    search(false);
  }

  document.querySelectorAll('[data-component="tree"]').forEach(start);
}
