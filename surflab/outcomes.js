// The table of what lines come to: a row a line, a column a seat.

export function render({ model }) {
  const root = h("section", {})
  const draw = () => morph(root, model.view.rows ? drawOutcomes(model.view) : h("section", {}))
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
        h("th", { scope: "col", title: seat.name }, h("span", { class: "seat", style: `--seat: ${seat.ink}` }, h("i", { "aria-hidden": "true" }, seat.mark), h("span", {}, seat.name)))))),
      h("tbody", {}, rows.map((row) => drawRow(row, base, rows.find(({ line }) => line === base)))))))
}

// `shown` is the row of the base line, if it has one.
function drawRow(row, base, shown) {
  const isBase = row.line === base
  const told = [isBase ? "baseline" : row.parted === 0 ? `leaves ${base} at the start` : `leaves ${base} after round ${row.parted}`,
    row.fresh && "fresh cards", row.compared !== null && `compared at round ${row.compared}`,
    row.over ? `over after round ${row.rounds}` : row.rounds !== row.compared && `${row.rounds} ${row.rounds === 1 ? "round" : "rounds"} played`]
  return h("tr", { "data-act": "switch", "data-line": row.line, "aria-current": row.now && "true", class: [row.final ? "" : "open", isBase ? "base" : ""].join(" ").trim() || false },
    h("th", { scope: "row" }, h("button", { type: "button", "data-act": "switch", "data-line": row.line, title: `Look at ${row.line}` }, row.line),
      h("small", { title: row.where }, told.filter(Boolean).join(" · "))),
    row.points.map((points, seat) => drawCell(points, row.against?.[seat], shown?.points[seat], row.winners.includes(seat))))
}

// A seat's points with the difference to the base line's, and these where the row of the base shows others.
function drawCell(points, against, shown, wins) {
  const more = points - against
  const told = against === undefined ? "" : `${more > 0 ? `+${more}` : more < 0 ? `−${-more}` : "±0"}${against === shown ? "" : ` vs ${against}`}`
  return h("td", { class: wins && "wins", title: wins && "wins" }, h("b", {}, wins && h("i", { role: "img", "aria-label": "wins" }, "♛"), points),
    h("small", { class: more > 0 ? "more" : more < 0 ? "less" : "" }, told))
}
