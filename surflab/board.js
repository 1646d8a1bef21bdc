// What the tables of all games share: the choices put down in secret on one device, keys, lines of play and going back
// and forth. A game gives `game.draw(view, local, complaint)`, the children of its table; `game.choiceOf(view, event,
// picked)`, the choice that a key means; and `game.decidesAtOnce(ask)`, whether a press needs no confirming. A choice
// that is picked but not put down is known to this page alone, and to no one once it is put down.

const COUNTDOWN = 420  // milliseconds a number

function playTable(model, game) {
  const root = h("div", { class: "table" })
  const empty = () => ({ picked: null, open: "", count: 0, instead: "branch", form: emptyForm(model.view) })
  const local = empty()
  const clear = () => Object.assign(local, empty())
  let line = model.view.line
  const draw = () => morph(root, h("div", { class: `table ${local.count ? "counting" : ""}`, "data-seats": model.view.seats.length, inert: model.waiting },
    game.draw(model.view, { ...local, notice: model.notice, playing: model.playing }, model.complaint)))
  const send = (message) => tell(model, message)

  // A choice that is put down leaves this page at once: nobody who takes the device finds it here.
  const confirm = () => {
    const { ask } = model.view
    const { picked: choice, instead } = local
    if (ask.kind === "step") { clear(); return send({ act: "reveal" }) }
    if (ask.kind === "ready" && local.count === 1) { clear(); return send({ act: "reveal", instead }) }
    if (ask.kind === "ready") { return local.count ? (local.count = 1, confirm()) : countDown(3) }
    if (ask.kind === "pass") { return send({ act: "take", seat: ask.seat, turn: model.turn }) }
    if (choice === null) { return }
    clear()
    draw()
    if (ask.people > 1) { local.instead = instead; return send({ act: "put down", choice, turn: model.turn }) }
    send({ act: "reveal", choice, instead, turn: model.turn })
  }
  let timer = 0
  const countDown = (count) => {
    local.count = count
    draw()
    clearTimeout(timer)
    timer = setTimeout(() => count > 1 ? countDown(count - 1) : confirm(), COUNTDOWN)
  }

  const pick = (choice) => {
    const { ask } = model.view
    if (!ask.legal?.includes(choice)) { return }
    local.picked = choice
    draw()
    if (game.decidesAtOnce(ask)) { confirm() }
  }
  const acts = {
    pick: ({ choice }) => pick(choice),
    confirm,
    open: ({ what }) => {
      local.open = local.open === what ? "" : what
      model.complaint = ""
      if (what === "branch") { local.form = emptyForm(model.view) }
      draw()
      root.querySelector(".popover input[type=text]")?.focus()
    },
    halt: () => send({ act: "halt" }),
    end: ({ bot }) => { clear(); send({ act: "end", bot: bot ?? null }) },
    branch: () => send(formMessage(local.form)),  // stays open until there is a line
    see: ({ eyes }) => { local.open = ""; send({ act: "see", eyes: eyes === "" ? null : eyes === "all" ? eyes : Number(eyes) }) },
    close: () => send({ act: "close" }),
    again: () => send({ act: "again" }),
    back: () => send({ act: "back" }), forward: () => send({ act: "forward" }),
    first: () => send({ act: "start" }), last: () => send({ act: "go", rounds: -1 }),
  }
  const end = () => {
    if (model.playing) { return acts.halt() }
    if (model.view.seats.some((seat) => !seat.bot)) { acts.open({ what: "end" }) } else { acts.end({}) }
  }

  root.addEventListener("click", (event) => {
    const element = pressed(event)
    if (local.open && !element && !event.composedPath().some((node) => node.matches?.(".popover"))) {
      return acts.open({ what: local.open })
    }
    if (!element) { return }
    if (element.dataset.act === "play on") { end() } else { acts[element.dataset.act]?.(element.dataset) }
  })
  root.addEventListener("submit", (event) => { event.preventDefault(); acts.branch() })
  root.addEventListener("input", (event) => {
    const { name, value } = event.target
    if (name === "rounds") { return send({ act: "go", rounds: Number(value) }) }
    if (name === "instead") { local.instead = value } else if (fillIn(local.form, event.target)) { draw() }
  })
  root.addEventListener("change", (event) => {
    if (event.target.name === "line") { send({ act: "switch", line: event.target.value }) }
  })

  const keys = {
    ArrowLeft: acts.back, ArrowRight: acts.forward, b: () => acts.open({ what: "branch" }), e: end,
    Escape: () => { if (local.open) { local.open = ""; draw() } },
  }
  const press = (event) => {
    if (event.key === "Escape" && local.open) { event.preventDefault(); return keys.Escape() }
    if (model.waiting || isTyping(event) || event.repeat && !event.key.startsWith("Arrow")) { return }
    const choice = game.choiceOf(model.view, event, local.picked)
    if (choice !== undefined) {
      event.preventDefault()
      pick(choice)
    } else if (event.key === "Enter") {
      const button = pressed(event)
      if (button && button.dataset.act !== "pick") { return }
      if (button && button.dataset.choice !== local.picked) { return }
      event.preventDefault()
      confirm()
    } else if (event.key in keys) {
      event.preventDefault()
      keys[event.key]()
    }
  }
  window.addEventListener("keydown", press)
  model.on("remove", () => { window.removeEventListener("keydown", press); clearTimeout(timer) })
  model.on("view", () => {
    clearTimeout(timer)
    if (model.view.line !== line) { clear() } else { Object.assign(local, { picked: null, count: 0 }) }
    line = model.view.line
    draw()
  })
  for (const name of ["complaint", "notice", "playing", "waiting"]) { model.on(name, draw) }
  draw()
  return root
}

// The digit of a key, from the row or the pad, with shift or without.
function digitOf(event) {
  return /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
}

function seatMark(seat) {
  return h("span", { class: "mark", style: `color: ${seat.ink}`, title: seat.name }, seat.mark)
}

// what is asked for: `asks` has a function for each kind that only the game knows
function drawAsk(view, local, complaint, asks) {
  const { ask } = view
  const drawn = ({ pass: askPass, ready: askReady, ...asks })[ask.kind](view, local)
  return h("section", { class: "ask", "data-kind": ask.kind, "aria-label": "What to do now", "data-key": `${ask.kind} ${ask.seat ?? ""}` },
    drawn, complaint && local.open !== "branch" && said(complaint), local.notice && drawNotice(local.notice))
}

function drawNotice(notice) {
  return h("p", { class: "notice", role: "status" }, notice,
    h("button", { type: "button", class: "quiet", "data-act": "close" }, "Close"))
}

// What becomes of another choice where the line has one already.
function instead(view, local, what) {
  if (view.at_tip) { return null }
  return [` Another ${what} than before `, h("select", { name: "instead", "aria-label": `Another ${what} than before` },
    [["branch", "begins a new line."], ["replace", "takes its place."]].map(([value, label]) =>
      h("option", { value, selected: local.instead === value }, label)))]
}

function said(complaint) {
  return h("p", { class: "complaint", role: "alert" }, complaint)
}

function primary(label, attributes = {}) {
  return h("button", { type: "button", class: "primary", "data-act": "confirm", ...attributes }, label)
}

function ask(title, hint, choices, ...buttons) {
  return [h("div", { class: "words" }, h("h2", {}, title), h("p", {}, hint)), h("div", { class: "choices" }, choices),
    h("div", { class: "go" }, buttons)]
}

function backs(people, down) {
  return h("span", { class: "backs" }, Array.from({ length: people }, (_, i) => h("i", { class: i < down ? "down" : "" })))
}

function again(local) {
  return h("button", { type: "button", class: "quiet", "data-act": "again", disabled: local.count > 0 }, "Choose again")
}

function askPass(view, local) {
  const { seat, chosen, people, why } = view.ask
  return ask(`Pass the device to ${seat}`, why ?? `${chosen} of ${people} have chosen. Nobody else looks now.`,
    people > 1 && backs(people, chosen), primary(`I am ${seat}`), chosen > 0 && again(local))
}

function askReady(view, local) {
  const { people } = view.ask
  return ask(local.count ? "3, 2, 1…" : "Everybody has chosen", ["Count together, then turn them over.", instead(view, local, "choice")], backs(people, people),
    primary("3, 2, 1, surf’s up!", { disabled: local.count > 0 }), again(local))
}

// The points of each seat by source, when a game is over; `sources` says what each source is called.
function drawCounted(view, sources, points) {
  const minus = (amount) => amount < 0 ? `−${-amount}` : amount
  return h("table", { class: "counted" }, h("caption", {}, "Points by source"),
    h("tr", {}, h("td", {}), view.seats.map((seat) =>
      h("th", { scope: "col", class: seat.winner ? "winner" : "" }, seatMark(seat), ` ${seat.name}`))),
    Object.entries(sources).map(([source, words]) => h("tr", {}, h("th", { scope: "row" }, words),
      view.seats.map((seat) => h("td", {}, minus(points(seat, source)))))))
}

// going back and forth, and lines of play
function drawRail(view, local, complaint) {
  const button = (act, label, icon, disabled, key = "") => h("button", { type: "button", class: "icon", "data-act": act, "aria-label": label,
    title: label + key, disabled }, sign(icon))
  return h("nav", { class: "rail", "aria-label": "Rounds and lines" },
    h("div", { class: "rounds" },
      button("first", "To the start", "M11 3 5 8l6 5M3.5 3v10", view.at_start),
      button("back", "Back", "M10 3 4.5 8l5.5 5", view.at_start, " (←)"),
      h("input", { type: "range", name: "rounds", min: view.first, max: view.last, value: view.rounds, "aria-label": "Rounds played",
        disabled: view.last === view.first }),
      button("forward", "Forward", "M6 3l5.5 5L6 13", view.at_tip, " (→)"),
      button("last", "To the end of the line", "M5 3l6 5-6 5M12.5 3v10", view.at_tip),
      h("output", {}, `${view.rounds}`, h("span", {}, ` / ${view.last}`)),
      drawEyesButton(view, local)),
    h("div", { class: "lines" },
      h("select", { name: "line", "aria-label": "Line of play", disabled: view.lines.length < 2 }, view.lines.map((line) =>
        h("option", { value: line.name, selected: line.name === view.line }, lineLabel(line)))),
      h("button", { type: "button", "data-act": "open", "data-what": "branch", "aria-expanded": String(local.open === "branch"),
        title: "Begin a line of play here (b)" }, "Branch"),
      local.playing
        ? h("button", { type: "button", "data-act": "halt", title: "Play no further (e)" }, "Stop playing")
        : h("button", { type: "button", "data-act": "play on", disabled: view.over, "aria-expanded": String(local.open === "end"),
          title: "Play to the end (e)" }, "Play to the end")),
    local.open === "eyes" && drawEyes(view),
    local.open === "branch" && drawLineForm(view, local.form, `What if, ${view.here ?? `after round ${view.rounds}`}?`, complaint,
      { "data-act": "open", "data-what": "branch" }), local.open === "end" && drawEnd(view))
}

// whose eyes the table is looked at with
function drawEyesButton(view, local) {
  const whose = view.eyes === null ? "" : view.eyes === "all" ? "all open" : view.seats[view.eyes].name
  return h("button", { type: "button", class: `icon eyes ${whose ? "on" : ""}`, "data-act": "open", "data-what": "eyes",
    "aria-expanded": String(local.open === "eyes"), "aria-label": `Whose eyes: ${whose || "as at the table"}`, title: "Whose eyes look at the table" },
    sign("M1.5 8s2.4-4.3 6.5-4.3S14.5 8 14.5 8s-2.4 4.3-6.5 4.3S1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z"),
    whose && h("span", {}, whose))
}

function drawEyes(view) {
  const option = (eyes, label, hint) => h("button", { type: "button", class: "option", "data-act": "see", "data-eyes": eyes ?? "",
    "aria-pressed": String(view.eyes === eyes) }, h("b", {}, label), hint && h("span", {}, hint))
  return h("div", { class: "popover", role: "group", "aria-label": "Whose eyes" }, h("h3", {}, "Who looks?"),
    option(null, "As at the table", "nobody sees what is another’s"),
    view.seats.map((seat, i) => option(i, `As ${seat.name} sees it`)),
    option("all", "All open", "every card and token, and the decks in their order"))
}

// What is to come or known to one seat alone, for the eyes that may see it.
function drawToCome(view) {
  return view.to_come.length > 0 && h("section", { class: "to-come", "aria-label": "Seen by these eyes alone" },
    view.to_come.map(({ name, cards }) => h("div", {}, h("b", {}, name), h("ol", { tabindex: 0, "aria-label": name },
      cards.length ? cards.map((card) => h("li", {}, card)) : h("li", {}, "nothing")))))
}

function sign(path) {
  return h("svg", { viewBox: "0 0 16 16", width: 18, height: 18, "aria-hidden": "true" },
    h("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" }))
}

function lineLabel(line) {
  return line.parent === null ? line.name : `${line.name} (from ${line.parent}, round ${line.after})`
}

function drawEnd(view) {
  const persons = view.seats.filter((seat) => !seat.bot).map((seat) => seat.name)
  return h("div", { class: "popover", role: "group", "aria-label": "Play to the end" },
    h("h3", {}, `Who plays for ${persons.join(" and ")}?`),
    view.stand_ins.map((bot) => h("button", { type: "button", class: "option", "data-act": "end", "data-bot": bot.name },
      h("b", {}, bot.name), h("span", {}, bot.plan))))
}
