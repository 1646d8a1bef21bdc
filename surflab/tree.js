// The tree of lines: a grid of one row a line whose cells are the stops, edges behind it, and below it what can be done with
// the line and the moment looked at. What is folded, picked or being typed is known to this page alone.

const TOUCHED = matchMedia("(pointer: coarse), (max-width: 599px)").matches
const APART = 40  // between two stops that a finger hits
const COLUMN = 17, HEADS = 24, ROW = TOUCHED ? APART : 28, EDGE = TOUCHED ? 24 : 14
const LETTER = 7.3, BESIDE_NAME = TOUCHED ? 140 : 92, NARROWEST = 150, WIDEST = 250  // of the column of names
const PAUSE = 1200  // milliseconds of typing no further after which a note is kept
const SIGNS = { good: "!", bad: "?", question: "?!" }
const MARKED = { good: "good", bad: "bad", question: "a question" }

export function render({ model }) {
  const root = h("div", { class: "tree" })
  const scroller = h("div", { class: "scroller" })
  const desk = h("div", { class: "desk" })
  root.append(scroller, desk)
  const local = { folded: new Set(), doing: "", form: null, focus: null }
  let names = NARROWEST, column = COLUMN
  const drawn = new Map()  // the element of each row with what it was drawn from
  const send = (message) => tell(model, message)

  const rowOf = (name) => model.rows.find((row) => row.name === name)
  // The row that a place of a line's path stands in: its own, or that of a line before it.
  const home = (line, place) => {
    let row = rowOf(line)
    while (row && place < row.first && row.from !== null) { row = rowOf(row.from) }
    return row
  }
  const visible = () => {
    let under = Infinity
    return model.rows.filter((row) => {
      if (row.depth > under) { return false }
      under = local.folded.has(row.name) ? row.depth : Infinity
      return true
    })
  }
  const unfold = () => {
    for (let row = home(model.now.line, model.now.at); row && row.from !== null; row = rowOf(row.from)) { local.folded.delete(row.from) }
    for (let row = rowOf(model.now.line); row && row.from !== null; row = rowOf(row.from)) { local.folded.delete(row.from) }
  }

  const draw = () => {
    const rows = visible()
    const last = Math.max(8, ...rows.map((row) => row.columns.at(-1) ?? 0))
    names = Math.min(Math.max(NARROWEST, BESIDE_NAME + LETTER * Math.max(...rows.map((row) => row.name.length + Math.min(row.depth, 5)))), WIDEST, Math.max(NARROWEST, 0.5 * scroller.clientWidth))
    root.style.setProperty("--names", `${names}px`)
    column = TOUCHED ? APART / nearest(rows) : COLUMN
    const width = names + 2 * EDGE + last * column
    const path = pathNow()
    const grid = h("div", { role: "treegrid", "aria-label": "Lines of play", style: `width: ${width}px`, class: "grid" })
    const fresh = rows.map((row) => {
      const known = drawn.get(row.name)
      const key = JSON.stringify([row, rowKey(row), column])
      if (known?.key === key) { return known.element }
      const element = drawRow(row)
      drawn.set(row.name, { key, element })
      return element
    })
    for (const name of drawn.keys()) { if (!rowOf(name)) { drawn.delete(name) } }
    grid.append(drawHeads(model.now.heads), drawEdges(rows, path, width), ...fresh)
    const focused = root.getRootNode().activeElement?.dataset?.cell
    scroller.replaceChildren(grid)
    rove()
    if (focused) { cellOf(focused)?.focus() }
    drawDesk()
  }
  const rowKey = (row) => [model.now.line === row.name, home(model.now.line, model.now.at) === row && model.now.at, model.now.base === row.name,
    model.now.overlaid.includes(row.name), local.folded.has(row.name), model.doomed.line === row.name && model.doomed.first, hasChildren(row)]
  const hasChildren = (row) => model.rows[model.rows.indexOf(row) + 1]?.depth > row.depth
  const count = (row) => {
    const after = model.rows.slice(model.rows.indexOf(row) + 1)
    const end = after.findIndex((other) => other.depth <= row.depth)
    return end < 0 ? after.length : end
  }

  // Each row of the way to the moment looked at, with how far along it that goes.
  const pathNow = () => {
    const way = new Map()
    let row = home(model.now.line, model.now.at)
    if (row) { way.set(row.name, row.columns[row.places.findLastIndex((place) => place <= model.now.at)] ?? row.at) }
    for (; row && row.from !== null; row = rowOf(row.from)) { way.set(row.from, row.at) }
    return way
  }
  const across = (place) => names + EDGE + place * column
  // How many columns the nearest two places of stops on a line are apart, at most one.
  const nearest = (rows) => Math.min(1, ...rows.flatMap(({ columns }) => columns.slice(1).map((place, i) => place - columns[i]).filter((apart) => apart > 0)))

  function drawHeads(heads) {
    return h("div", { class: "heads", "aria-hidden": "true" }, h("span", { class: "corner" }, `${model.rows.length} ${model.rows.length === 1 ? "line" : "lines"}`),
      heads.map(([column, word]) => h("span", { class: "head", style: `left: ${across(column)}px` }, word)))
  }

  function drawEdges(rows, path, width) {
    const middle = (i) => HEADS + ROW * i + ROW / 2
    const lines = []
    rows.forEach((row, i) => {
      const [start, end] = [across(row.at), across(row.columns.at(-1) ?? row.at)]
      const above = rows.findIndex((other) => other.name === row.from)
      const bend = above < 0 ? `M${start} ${middle(i)}` : `M${start} ${middle(above)}V${middle(i) - 6}q0 6 6 6`
      const doomed = model.doomed.line === row.name && model.doomed.first <= row.first
      lines.push(h("path", { d: `${bend}H${Math.max(end, start + 6)}`, class: doomed ? "doomed" : row.name === model.now.line ? "now" : "", fill: "none" }))
      if (path.has(row.name)) { lines.push(h("path", { d: `${bend}H${Math.max(across(path.get(row.name)), start)}`, class: "way", fill: "none" })) }
    })
    return h("svg", { class: "edges", width, height: HEADS + ROW * rows.length, "aria-hidden": "true" }, lines)
  }

  function drawRow(row) {
    const { now, doomed } = model
    const is = row.name === now.line
    const folded = local.folded.has(row.name)
    const here = home(now.line, now.at) === row ? now.at : -1
    const told = [row.from !== null && `leaves ${row.from} at round ${Math.floor(row.at)}`, row.fresh && "with fresh cards", row.others, row.over && "played to the end"].filter(Boolean).join(", ")
    return h("div", { role: "row", class: `row ${is ? "now" : ""}`, "aria-level": row.depth + 1, "aria-expanded": hasChildren(row) ? String(!folded) : false, "data-line": row.name },
      h("div", { role: "rowheader", class: "name", style: `padding-left: ${2 + Math.min(row.depth, 5) * 8}px` },
        hasChildren(row) ? h("button", { type: "button", class: "fold", tabindex: -1, "data-act": "fold", "data-line": row.name, "aria-label": `${folded ? "Unfold" : "Fold"} ${row.name}` }, folded ? "▸" : "▾") : h("span", { class: "fold" }),
        h("button", { type: "button", class: "switch", tabindex: -1, "data-act": "switch", "data-line": row.name, title: `${row.name}: ${told || "the main line"}` }, row.name),
        row.fresh && h("span", { class: "tag", role: "img", "aria-label": "fresh cards", title: "Fresh cards" }, "↻"), folded && h("span", { class: "tag" }, `+${count(row)}`), now.base === row.name && model.rows.length > 1 && h("span", { class: "tag", title: "Others are compared with it" }, "base"),
        h("button", { type: "button", class: "eye", tabindex: -1, "data-act": "overlay", "data-line": row.name, "aria-pressed": String(is || now.overlaid.includes(row.name)), disabled: is,
          "aria-label": `Draw ${row.name} in the charts`, title: is ? "The line looked at is drawn" : "Draw it in the charts" },
          h("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, h("path", { d: "M1.5 12.5 5.5 7l3 3 6-6.5", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" })))),
      row.places.map((place, i) => {
        const { mark, note } = row.remarks[place] ?? {}
        const label = [`${row.name}, ${row.told[i]}`, MARKED[mark] && `marked ${MARKED[mark]}`, note && `note: ${note}`, place === here && "looked at"].filter(Boolean).join("; ")
        const kinds = ["stop", Number.isInteger(row.columns[i]) ? "" : "amid", MARKED[mark] ? mark : "", note ? "noted" : "", place === here ? "here" : "",
          doomed.line === row.name && place >= doomed.first ? "doomed" : "", row.over && i === row.places.length - 1 ? "end" : ""]
        return h("button", { type: "button", role: "gridcell", class: kinds.filter(Boolean).join(" "), style: `left: ${across(row.columns[i])}px`, tabindex: -1, "aria-label": label, title: label,
          "aria-current": place === here && "step", "data-act": "go", "data-cell": `${place} ${row.name}`, "data-line": row.name, "data-place": place }, SIGNS[mark] ?? "")
      }))
  }

  // what can be done with the line and the moment looked at
  const drawDesk = () => {
    const { now, doomed } = model
    const isMain = now.line === "main"
    const row = rowOf(now.line)
    const button = (act, label, attributes = {}) => h("button", { type: "button", "data-act": act, ...attributes }, label)
    const parts = []
    if (model.complaint) { parts.push(h("p", { class: "complaint", role: "alert" }, model.complaint)) }
    if (model.notice) { parts.push(h("p", { class: "notice", role: "status" }, model.notice, button("close", "Close"))) }
    if (doomed.line !== undefined) {
      const others = model.rows.some((other) => other.from === doomed.line)
      parts.push(h("div", { class: "asked", role: "group", "aria-label": `Delete ${doomed.line}` },
        h("p", {}, `Delete “${doomed.line}”? `, doomed.rounds ? "What is marked in red goes with it." : "Only its name goes: all of it is on other lines too.", others && " Lines that leave it keep what they share with it."),
        h("div", { class: "row" }, button("delete", "Delete", { class: "danger", "data-line": doomed.line }), button("spare", "Keep it"))))
    } else if (local.doing === "rename") {
      parts.push(nameForm("rename", "Another name", now.line, "Rename"))
    } else if (local.doing === "main") {
      parts.push(h("p", {}, `“${now.line}” becomes the main line, and is called main. What is the main line now becomes a branch that leaves it where the two part, and keeps all its moments.`,
          row?.others && " Its other seats are no longer kept or left to a bot from its end on: there people are asked and bots play as at the table."),
        nameForm("main", "Name for what was the main line", "former main", "Make it the main line"))
    } else if (local.doing === "branch") {
      parts.push(drawLineForm(now, local.form, `What if, ${now.where}?`, "", { "data-act": "do", "data-what": "" }))
    } else {
      parts.push(h("div", { class: "acts" }, button("do", "Branch here", { "data-what": "branch" }),
        !isMain && button("do", "Rename", { "data-what": "rename" }), !isMain && button("do", "Make it main", { "data-what": "main" }),
        h("select", { name: "copy", "aria-label": "Copy the line" }, [["", "Copy…"], ["redealt", "with fresh cards"], ["same", "with the same cards"]].map(([value, label]) =>
          h("option", { value, selected: value === "" }, isMain && value ? `${label}, from here on` : label))),
        button("base", "Compare with it", { "data-line": now.line, disabled: now.base === now.line }),
        !isMain && button("doom", "Delete…", { "data-line": now.line })))
    }
    parts.push(h("div", { class: "moment", role: "group", "aria-label": "The moment looked at" },
      h("div", { class: "where" }, h("b", {}, now.line), ` ${now.where}`, row?.others && h("span", {}, `, ${row.others}`)),
      h("div", { class: "marks" }, Object.entries(SIGNS).map(([mark, sign]) => button("mark", sign, { class: mark, "data-mark": now.mark === mark ? "" : mark,
        "aria-pressed": String(now.mark === mark), "aria-label": `Mark as ${MARKED[mark]}`, title: `Mark as ${MARKED[mark]}` }))),
      h("textarea", { name: "note", rows: 2, placeholder: "A note on this moment", "aria-label": "Note", "data-key": JSON.stringify([now.line, now.at, now.note]), "data-line": now.line, "data-place": now.at }, now.note)))
    parts.push(h("div", { class: "undo" }, now.last_change && button("revert", `Take back: ${now.last_change}`), now.next_change && button("reapply", `Do again: ${now.next_change}`)))
    morph(desk, h("div", { class: "desk" }, parts))
  }
  const nameForm = (what, label, value, submit) => h("form", { class: "naming", "data-what": what },
    h("input", { type: "text", name: "name", maxlength: 60, value, "aria-label": label, autocomplete: "off" }),
    h("button", { type: "submit", class: "primary" }, submit), h("button", { type: "button", "data-act": "do", "data-what": "" }, "Cancel"))

  // one cell can be reached by Tab: the one looked at, or the one walked to
  const cells = () => [...scroller.querySelectorAll("[role=gridcell]")]
  const cellOf = (cell) => cells().find((other) => other.dataset.cell === cell)
  const rove = (to = cellOf(local.focus) ?? scroller.querySelector(".here") ?? cells()[0]) => {
    scroller.querySelectorAll("[tabindex='0']").forEach((cell) => { cell.tabIndex = -1 })
    if (to) { to.tabIndex = 0; local.focus = to.dataset.cell }
    return to
  }
  const x = (cell) => parseFloat(cell.style.left)
  const walk = (cell, key) => {
    const own = [...cell.parentNode.querySelectorAll("[role=gridcell]")]
    const i = own.indexOf(cell)
    if (key === "ArrowRight") { return own[i + 1] }
    if (key === "Home" || key === "End") { return own.at(key === "Home" ? 0 : -1) }
    if (key === "ArrowLeft") {
      const row = rowOf(cell.dataset.line)
      return own[i - 1] ?? cells().findLast((other) => other.dataset.line === row.from && Number(other.dataset.place) < row.first)
    }
    const step = key === "ArrowDown" ? "nextElementSibling" : "previousElementSibling"
    for (let row = cell.parentNode[step]; row; row = row[step]) {
      const there = row.matches("[role=row]") ? [...row.querySelectorAll("[role=gridcell]")] : []
      if (there.length) { return there.reduce((best, other) => Math.abs(x(other) - x(cell)) < Math.abs(x(best) - x(cell)) ? other : best) }
    }
  }
  const fold = (line, shut) => {
    if (shut) { local.folded.add(line) } else { local.folded.delete(line) }
    draw()
  }

  const acts = {
    go: ({ line, place }) => send({ act: "go", line, place: Number(place) }), switch: ({ line }) => send({ act: "switch", line }),
    fold: ({ line }) => fold(line, !local.folded.has(line)), overlay: ({ line }) => send({ act: "overlay", line }),
    base: ({ line }) => send({ act: "base", line }), doom: ({ line }) => send({ act: "doom", line }), spare: () => send({ act: "spare" }),
    delete: ({ line }) => send({ act: "delete", line }), revert: () => send({ act: "revert" }), reapply: () => send({ act: "reapply" }), close: () => send({ act: "close" }),
    mark: ({ mark }) => send({ act: "mark", line: model.now.line, place: model.now.at, mark }),
    do: ({ what }) => {
      Object.assign(local, { doing: what, form: emptyForm(model.now) })
      model.complaint = ""
      drawDesk()
      const input = desk.querySelector("form input[type=text]")
      input?.focus()
      input?.select()
    },
  }
  root.addEventListener("click", (event) => {
    const element = pressed(event)
    if (!element) { return }
    if (element.dataset.cell) { rove(element) }
    acts[element.dataset.act]?.(element.dataset)
  })
  let pause = 0
  const note = (field) => {
    clearTimeout(pause)
    send({ act: "note", line: field.dataset.line, place: Number(field.dataset.place), text: field.value })
  }
  root.addEventListener("input", ({ target }) => {
    clearTimeout(pause)
    if (target.name === "note") { pause = setTimeout(() => note(target), PAUSE) }
    if (local.form && local.doing === "branch" && fillIn(local.form, target)) { drawDesk() }
  })
  root.addEventListener("change", ({ target }) => {
    if (target.name === "note") { note(target) }
    if (target.name === "copy" && target.value) {
      send({ act: "copy", line: model.now.line, fate: target.value })
      target.value = ""
    }
  })
  root.addEventListener("submit", (event) => {
    event.preventDefault()
    const { what } = event.target.dataset
    send(what ? { act: what, line: model.now.line, name: event.target.elements.name.value.trim() } : formMessage(local.form))
  })
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && model.doomed.line !== undefined) { event.stopPropagation(); return acts.spare() }
    if (event.key === "Escape" && local.doing) { event.stopPropagation(); return acts.do({ what: "" }) }
    if (event.target.name === "note" && event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.target.blur() }
    const cell = event.target.closest?.("[role=gridcell]")
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) { return }
    const { line } = cell.dataset
    if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
      rove(walk(cell, event.key) ?? cell).focus()
    } else if (event.key === "Enter" || event.key === " ") { acts.go(cell.dataset)
    } else if (event.key === "Delete") { acts.doom({ line })
    } else if (event.key === "-" || event.key === "+") { if (hasChildren(rowOf(line))) { fold(line, event.key === "-") }
    } else { return }
    event.preventDefault()
    event.stopPropagation()  // the table has these keys too
  })

  const keepInSight = () => {
    const here = scroller.querySelector(".here")
    if (!here) { return }
    const [left, top] = [x(here), here.parentNode.offsetTop]
    if (left < scroller.scrollLeft + names + 10 || left > scroller.scrollLeft + scroller.clientWidth - 20) { scroller.scrollLeft = left - (scroller.clientWidth + names) / 2 }
    if (top < scroller.scrollTop + ROW || top > scroller.scrollTop + scroller.clientHeight - ROW) { scroller.scrollTop = top - scroller.clientHeight / 2 }
  }
  let [line, doomed, waiting] = [model.now.line, undefined, false]
  const later = () => {
    if (waiting) { return }
    waiting = true
    queueMicrotask(() => {  // rows and now come together
      waiting = false
      if (model.now.line !== line) { Object.assign(local, { doing: "", focus: null }); unfold() }
      line = model.now.line
      if (!cellOf(root.getRootNode().activeElement?.dataset?.cell)) { local.focus = null }
      draw()
      if (model.doomed.line !== doomed) {
        doomed = model.doomed.line
        const asked = desk.querySelector("[data-act=spare]")
        if (asked) { asked.focus() } else if (!root.getRootNode().activeElement) { rove()?.focus({ preventScroll: true }) }
      }
      keepInSight()
    })
  }
  for (const name of ["rows", "now", "doomed"]) { model.on(name, later) }
  for (const name of ["complaint", "notice"]) { model.on(name, drawDesk) }
  model.on("after_layout", keepInSight)
  draw()
  return root
}
