// The tree of recorded continuations: a group of choices per position, how the model went on, and a beam search of
// any width over the same paths. All of it is in the figure's table; nothing is computed but sums and an order.
// A classic script: browsers load no modules for a page that was opened from a disk.

{
  const { phrase, word, number, percent, make, announce, cell, each, keep, clamp } = lp;

  // `nodes`: `{place, under}` and more, where `under` is the place of the node before, empty at the first token.
  function byParent(nodes) {
    const children = new Map();
    for (const node of nodes) children.set(node.under, [...(children.get(node.under) ?? []), node]);
    return children;
  }

  // As in src/trace/beam.rs, and adding in the same order. `nodes`: `{place, under, logprob, ended}`. Gives the paths of
  // each level, the likeliest first: `{place, joint, kept}`.
  function beamSearch(nodes, width) {
    const children = byParent(nodes);
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

  function start(root) {
    const rows = new Map([...root.querySelectorAll("tr[data-place]")].map((row) => [row.dataset.place, row]));
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    if (!rows.size || !live || !picture) return;

    const nodes = [...rows.values()].map(({ dataset: { place, under, logprob, joint, ended, greedy } }) => ({
      place, under, logprob: Number(logprob), joint: Number(joint), ended: ended !== undefined, greedy: greedy !== undefined,
    }));
    const known = new Map(nodes.map((node) => [node.place, node]));
    const children = byParent(nodes);
    const under = (place) => children.get(place) ?? [];
    const depth = (place) => (place ? 1 + depth(known.get(place).under) : 0);
    const part = (place, name) => cell(rows.get(place), name);

    const levels = make("div", { class: "lp-tree-levels" });
    let path = "";

    // The positions from `place` on, each with its likeliest token chosen.
    function grow(place) {
      while (levels.children.length > depth(place)) levels.lastChild.remove();
      for (let open = under(place); open.length; open = under(path)) {
        const at = levels.children.length + 1;
        const group = make("fieldset", {}, make("legend", {}, word("tree-token", { position: at })));
        for (const node of open) {
          const radio = make("input", { type: "radio", name: `${root.id}-token-${at}`, value: node.place });
          radio.checked = node === open[0];
          const probability = Math.exp(node.logprob);
          const bar = make("i");
          bar.style.width = `${probability * 100}%`;
          const name = make("span", {}, ...part(node.place, "token"));
          const mark = node.greedy ? [make("small", {}, word("tree-greedy")), " "] : [];
          const line = make("span", {}, name, make("span", {}, ...mark, make("b", {}, percent(probability))));
          group.append(make("label", {}, radio, line, bar));
        }
        levels.append(group);
        path = open[0].place;
      }
    }

    function say(chosen, aloud = true) {
      const { joint, greedy } = known.get(path);
      const about = {
        token: part(path, "path"), joint: percent(Math.exp(joint)), sum: number(joint, 2), path: part(chosen, "path"), then: part(chosen, "then"),
      };
      announce(live, greedy ? phrase("tree-said-greedy", about) : phrase("tree-said", about), aloud);
    }

    levels.addEventListener("change", ({ target }) => {
      path = target.value;
      grow(path);
      say(target.value);
    });

    const widest = under("").length;
    const select = make("select");
    for (let width = 1; width <= widest; width++) select.append(make("option", { value: width }, width));
    const found = make("div", { class: "lp-beam-levels" });
    function search(aloud = true) {
      const searched = beamSearch(nodes, Number(select.value));
      found.replaceChildren(...searched.map((paths, at) => {
        const title = make("p", { id: `${root.id}-beam-${at + 1}` }, word("tree-level", { tokens: at + 1 }));
        const list = make("ol", { "aria-labelledby": title.id });
        for (const { place, joint, kept } of paths) {
          const numbers = { joint: percent(Math.exp(joint)), sum: number(joint, 2) };
          const words = kept ? word("tree-kept", numbers) : word("tree-pruned", numbers);
          const item = make("li", { "data-path": place }, make("span", {}, ...part(place, "path")), make("small", {}, words));
          if (kept) item.setAttribute("data-kept", "");
          list.append(item);
        }
        return make("div", {}, title, list);
      }));
      if (!aloud) return;
      const [best] = searched.at(-1);
      const said = { width: select.value, path: part(best.place, "path"), joint: percent(Math.exp(best.joint)) };
      announce(live, phrase("tree-found", said));
    }
    select.value = Math.min(Number(root.querySelector("[data-beam]")?.dataset.beam ?? 2), widest);
    select.addEventListener("change", () => search());

    const beam = make("fieldset", { class: "lp-beam" }, make("legend", {}, word("tree-beam")));
    beam.append(make("label", {}, word("tree-width"), " ", select), found);
    picture.after(make("div", { class: "lp-tree" }, levels, live, beam));
    root.setAttribute("data-ready", "");
    grow("");
    say("0", false);
    search(false);

    function walk(place) {
      const { under } = known.get(place);
      if (under) walk(under);
      path = place;
      levels.querySelector(`[value="${place}"]`).checked = true;
      grow(place);
    }
    const opens = select.value;
    const changed = keep(root, {
      path: [() => path, (text) => {
        grow("");
        if (known.has(text)) walk(text);
        say(path.split(".")[0], false);
      }],
      beam: [() => (select.value === opens ? null : select.value), (text) => {
        select.value = Math.round(clamp(text, 1, widest) ?? opens);
        search(false);
      }],
    });
    levels.addEventListener("change", changed);
    select.addEventListener("change", changed);
  }

  each("tree", start);
}
