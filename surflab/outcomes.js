// The table of what lines come to: a row a line, a column a seat.

export function render({ model }) {
  const root = h("section", {})
  const draw = () => morph(root, drawOutcomes(model.view))
  root.addEventListener("click", (event) => {
    const { act, line, scope } = pressed(event)?.dataset ?? {}
    if (act) { tell(model, { act, line, scope }) }
  })
  root.addEventListener("change", ({ target }) => tell(model, { act: "base", line: target.value }))
  model.on("view", draw)
  draw()
  return root
}

function drawOutcomes({ base, lines, scope, seats, rows }) {
  return h("section", { "aria-label": "What the lines come to" },
    h("div", { class: "head" },
      h("label", {}, "Compared with ", h("select", {}, lines.map((line) => h("option", { value: line, selected: line === base }, line)))),
      lines.length > 1 && h("span", { role: "group", "aria-label": "Lines in the table" }, [["drawn", "drawn"], ["all", `all ${lines.length}`]].map(([name, label]) =>
        h("button", { type: "button", class: "scope", "data-act": "scope", "data-scope": name, "aria-pressed": String(scope === name) }, label)))),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Outcomes" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Line"), seats.map((seat) =>
        h("th", { scope: "col", title: seat.name }, h("span", { class: "seat", style: `--seat: ${seat.colour}` }, h("i", { "aria-hidden": "true" }, seat.mark), h("span", {}, seat.name)))))),
      h("tbody", {}, rows.map((row) => drawRow(row, row.line === base))))))
}

function drawRow(row, isBase) {
  const told = [isBase ? "compared with" : row.parted === 0 ? "parts at once" : `parts after ${row.parted}`, row.fresh && "fresh cards",
    row.abreast !== null && `set against it after ${row.abreast}`,
    row.over ? `over after ${row.rounds}` : `goes on after ${row.rounds}`]
  return h("tr", { "data-act": "switch", "data-line": row.line, "aria-current": row.now && "true", class: [row.over ? "" : "open", isBase ? "base" : ""].join(" ").trim() || false },
    h("th", { scope: "row" }, h("button", { type: "button", "data-act": "switch", "data-line": row.line, title: `Look at ${row.line}` }, row.line),
      h("small", { title: row.where }, told.filter(Boolean).join(" · "))),
    row.points.map((points, seat) => drawCell(points, row.more?.[seat], row.winners.includes(seat))))
}

function drawCell(points, more, wins) {
  const told = more === undefined || more === null ? "" : more > 0 ? `+${more}` : more < 0 ? `−${-more}` : "±0"
  return h("td", { class: wins && "wins", title: wins && "wins" }, h("b", {}, wins && h("i", { role: "img", "aria-label": "wins" }, "♛"), points),
    h("small", { class: more > 0 ? "more" : more < 0 ? "less" : "" }, told))
}
