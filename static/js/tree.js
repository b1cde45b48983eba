// The tree of recorded continuations: how many paths a beam search keeps is the reader's, and the picture shows which
// are kept. What each width keeps stands in the picture, where it ends in the figure's table.
// A classic script: browsers load no modules for a page that was opened from a disk.

{
  const { phrase, word, make, announce, cell, keep, each } = lp;

  function start(root) {
    const rows = new Map([...root.querySelectorAll("tr[data-width]")].map((row) => [row.dataset.width, row]));
    const live = root.querySelector("[data-live]");
    const picture = root.querySelector(".lp-picture");
    const nodes = [...picture?.querySelectorAll("[data-kept]") ?? []];
    const ends = [...picture?.querySelectorAll("[data-only]") ?? []];
    if (rows.size < 2 || !live) return;

    const asked = ends.find((end) => !end.classList.contains("lp-off"))?.dataset.only ?? "1";
    const choices = make("fieldset", { class: "lp-beam" }, make("legend", {}, word("tree-width")));
    for (const width of rows.keys()) {
      const radio = make("input", { type: "radio", name: `${root.id}-beam`, value: width });
      choices.append(make("label", {}, radio, width === "1" ? word("tree-one") : width));
    }
    const chosen = () => choices.querySelector(":checked").value;

    function show(width, aloud = true) {
      choices.querySelector(`[value="${width}"]`).checked = true;
      for (const { classList, dataset } of nodes) {
        const kept = dataset.kept.split(" ").includes(width);
        classList.toggle("lp-b", kept);
        classList.toggle("lp-pruned", !kept);
      }
      for (const { classList, dataset } of ends) classList.toggle("lp-off", dataset.only !== width);
      const row = rows.get(width);
      announce(live, phrase("tree-found", { width, path: cell(row, "path"), joint: cell(row, "joint") }), aloud);
    }

    show(asked, false);
    const changed = keep(root, {
      beam: [() => (chosen() === asked ? null : chosen()), (width) => show(rows.has(width) ? width : asked)],
    });
    choices.addEventListener("change", () => {
      show(chosen());
      changed();
    });
    picture.after(choices, live);
    root.setAttribute("data-ready", "");
  }

  each("tree", start);
}
