// The table of Surf's Up!: draws `model.view` and sends back what a person does. A card that is picked but not put down
// is known to this page alone, and to no one once it is put down.

const RESPECT = 4
const COUNTDOWN = 420  // milliseconds a number

export function render({ model }) {
  const root = h("div", { class: "table" })
  const local = { picked: null, open: "", count: 0, name: "", fate: "same" }
  const clear = () => Object.assign(local, { picked: null, open: "", count: 0, name: "", fate: "same" })
  const draw = () => morph(root, h("div", { class: `table ${local.count ? "counting" : ""}`, "data-seats": model.view.seats.length },
    drawTable(model.view, local, model.complaint)))
  const send = (message) => model.send_msg(message)

  // A choice that is put down leaves this page at once: nobody who takes the device finds it here.
  const confirm = () => {
    const { ask } = model.view
    const choice = local.picked
    if (ask.kind === "step" || (ask.kind === "ready" && local.count === 1)) { clear(); return send({ act: "reveal" }) }
    if (ask.kind === "ready") { return local.count ? (local.count = 1, confirm()) : countDown(3) }
    if (ask.kind === "pass") { return send({ act: "take", seat: ask.seat, turn: model.turn }) }
    if (choice === null) { return }
    clear()
    draw()
    send({ act: ask.kind === "card" && ask.people > 1 ? "put down" : "reveal", choice, turn: model.turn })
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
    if (ask.kind === "beach") { confirm() }
  }
  const acts = {
    pick: ({ choice }) => pick(choice),
    confirm,
    open: ({ what }) => {
      local.open = local.open === what ? "" : what
      draw()
      root.querySelector(".popover input[type=text]")?.focus()
    },
    end: ({ bot }) => { clear(); send({ act: "end", bot: bot ?? null }) },
    branch: () => { send({ act: "branch", name: local.name.trim(), fate: local.fate }); clear(); draw() },
    again: () => send({ act: "again" }),
    back: () => send({ act: "back" }), forward: () => send({ act: "forward" }),
    first: () => send({ act: "go", rounds: 0 }), last: () => send({ act: "go", rounds: -1 }),
  }
  const end = () => {
    if (model.view.seats.some((seat) => !seat.bot)) { acts.open({ what: "end" }) } else { acts.end({}) }
  }

  root.addEventListener("click", (event) => {
    const element = pressed(event)
    if (local.open && !element && !event.composedPath().some((node) => node.matches?.(".popover"))) { return acts.open({ what: local.open }) }
    if (!element) { return }
    if (element.dataset.act === "play on") { end() } else { acts[element.dataset.act]?.(element.dataset) }
  })
  root.addEventListener("submit", (event) => { event.preventDefault(); acts.branch() })
  root.addEventListener("input", (event) => {
    const { name, value } = event.target
    if (name === "rounds") { send({ act: "go", rounds: Number(value) }) } else if (name in local) { local[name] = value }
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
    if (isTyping(event) || event.repeat && !event.key.startsWith("Arrow")) { return }
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
    if (digit !== undefined) {
      const choice = choiceOf(model.view, digit, event.shiftKey, local.picked)
      if (choice !== undefined) { event.preventDefault(); pick(choice) }
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
  model.on("view", () => { clearTimeout(timer); clear(); draw() })
  model.on("complaint", draw)
  draw()
  return root
}

// The choice that a digit means: a card by its value, its temporary twin with shift or at the second press, at the beach
// 0 for respect and 1 to 3 for the cards.
function choiceOf(view, digit, shift, picked) {
  const { ask } = view
  if (ask.kind === "beach") {
    const card = view.beach[Number(digit) - 1]
    return digit === "0" ? "respect" : card ? `buy ${card.name}` : undefined
  }
  if (ask.kind !== "card") { return undefined }
  const held = [digit, `${digit}t`].filter((card) => ask.legal.includes(card))
  if (shift || held.length > 1 && picked === digit) { return held.at(-1) }
  return held[0]
}

// the parts of the table
function drawTable(view, local, complaint) {
  return [
    view.goals.length > 0 && drawGoals(view),
    drawSea(view, local),
    drawSeats(view),
    h("div", { class: "dock" }, drawAsk(view, local, complaint), drawRail(view, local)),
  ]
}

function drawGoals(view) {
  const names = (goal) => goal.met.map((i) => view.seats[i].name).join(", ")
  return h("ul", { class: "goals", "aria-label": "Shared goals" }, view.goals.map((goal) =>
    h("li", { class: goal.met.length ? "met" : "" }, h("span", { class: "worth", title: `${goal.points} points` }, goal.points),
      h("div", {}, h("b", {}, goal.name),
        h("span", { class: "marks", role: "img", "aria-label": `met now by ${names(goal) || "nobody"}`, title: `met now by ${names(goal) || "nobody"}` },
          goal.met.map((i) => seatMark(view.seats[i]))),
        h("p", {}, goal.sentence)))))
}

function seatMark(seat) {
  return h("span", { class: "mark", style: `color: ${seat.colour}`, title: seat.name }, seat.mark)
}

function drawSea(view, local) {
  const [near, next, far] = view.surf
  const [out, all] = view.bluebottles
  const spot = (place, label, card) => h("figure", { class: `spot ${place}` },
    h("figcaption", {}, label), oceanCard(view.suits, card, { "data-key": `${card?.name}` }))
  const breakLabel = near?.kind === "bluebottle" ? "Breakzone: don’t be slowest" : "Breakzone"
  return h("section", { class: "sea", "aria-label": "The surf and the beach" },
    drawHappened(view),
    h("div", { class: "pile" },
      h("span", { class: "deck" }, h("b", {}, view.ocean_left), " to come"),
      h("span", { class: "zone", role: "img", "aria-label": `${out} of ${all} bluebottles are out` },
        Array.from({ length: all }, (_, i) => h("span", { class: i < out ? "out" : "" }, bluebottleArt())))),
    spot("far", "Far out", far), spot("next", "Next", next),
    view.taken ? drawTaken(view) : spot("break", breakLabel, near),
    local.count > 0 && h("div", { class: "count", "data-key": `${local.count}`, "aria-live": "assertive" }, local.count),
    h("div", { class: "beach" }, h("div", { class: "row" }, view.beach.map((card, i) => drawBeachCard(view, card, i))),
      h("span", { class: "deck" }, h("b", {}, view.beach_left), " in the beach deck")))
}

// The wave that is already somebody's, while its winner or runner-up is at the beach.
function drawTaken(view) {
  const seat = view.seats[view.taken.seat]
  return h("figure", { class: "spot break taken" }, h("figcaption", {}, seatMark(seat), ` ${seat.name}’s wave`), oceanCard(view.suits, view.taken.card))
}

function drawBeachCard(view, card, i) {
  if (!card) { return h("div", { class: "card beach-card empty" }) }
  const { ask } = view
  const choice = `buy ${card.name}`
  const canBuy = ask.kind === "beach" && ask.legal.includes(choice)
  return h("button", { class: `card beach-card ${card.kind} ${canBuy ? "can-buy" : ""}`, type: "button", "data-key": `${i}${card.name}`,
    style: card.kind === "board" ? `--suit: ${view.suits[card.suit].colour}` : false, title: card.sentence,
    "data-act": "pick", "data-choice": choice, disabled: !canBuy,
    "aria-label": `${card.sentence}` },
    beachFace(view.suits, card), pips(card.cost, Math.max(card.cost, 1), `costs ${card.cost} respect`),
    canBuy && h("kbd", {}, i + 1))
}

function drawHappened(view) {
  return h("p", { class: "happened", "aria-live": "polite", "data-key": view.happened }, view.happened || "Nothing is played yet.")
}

function drawSeats(view) {
  return h("ol", { class: "seats", "aria-label": "Surfers", "data-count": view.seats.length },
    h("li", { class: "heads", "aria-hidden": "true" },
      ["Surfer", "Last card", "Hand, and towel below", "Respect", "Score zone", "Stings", view.over ? "Score" : "So far"].map((head) => h("span", {}, head))),
    view.seats.map((seat) => drawSeat(view, seat)))
}

function drawSeat(view, seat) {
  const isAsked = view.ask.seat === seat.name
  const status = seat.winner ? "winner" : seat.chosen ? "has chosen" : isAsked && view.ask.kind === "beach" ? "at the beach" : ""
  return h("li", { class: `seat ${isAsked ? "asked" : ""} ${seat.winner ? "winner" : ""}`, style: `--seat: ${seat.colour}` },
    h("div", { class: "who" }, seatMark(seat), h("span", { class: "names" }, h("b", {}, seat.name),
      h("span", { class: status ? "status" : "tag", title: seat.plan || false }, status || seat.bot || "person"))),
    drawLast(seat), drawCards(seat),
    h("div", { class: "respect" }, pips(seat.respect, RESPECT, `${seat.respect} respect`)),
    drawZone(view, seat),
    drawTokens(seat),
    h("div", { class: "score", title: `waves ${seat.waves}, boards ${seat.boards}, goals ${seat.goals}` }, seat.score))
}

function drawLast(seat) {
  if (!seat.last) { return h("div", { class: "last" }) }
  const { card, result, words } = seat.last
  return h("div", { class: `last ${result.replace(" ", "-")}`, "data-key": `${card} ${words.join()}` }, energyCard(card),
    h("span", { class: "words" }, words.map((word) => h("span", {}, word))))
}

// Every starting card has its own place, up in the hand or down on the towel; a trashed one leaves a dot.
function drawCards(seat) {
  const held = (where) => [...seat.cards.flatMap((place, i) => place === where ? [String(i)] : []),
    ...seat.temporary.filter(([, place]) => place === where).map(([card]) => card)]
  const words = (where) => held(where).join(" ") || "nothing"
  return h("div", { class: "cards", role: "img", "aria-label": `in hand ${words("hand")}, on the towel ${words("towel")}` },
    seat.cards.map((place, i) => h("span", { class: `slot ${place}` },
      place === "trash" ? h("i", {}) : energyCard(String(i)))),
    seat.temporary.map(([card, place]) => h("span", { class: `slot ${place}` }, energyCard(card))))
}

function drawZone(view, seat) {
  const words = seat.zone.flatMap(({ suit, waves, boards }) => [
    waves.length && `${view.suits[suit].name} waves ${waves.join(", ")}`,
    boards.length && `${view.suits[suit].name} surfboards ${boards.map((bonus) => `+${bonus}`).join(", ")}`]).filter(Boolean).join("; ")
  return h("div", { class: "score-zone", role: "img", "aria-label": words || "nothing in the score zone", title: words || false },
    seat.zone.map(({ suit, waves, boards }) => {
      const style = `--suit: ${view.suits[suit].colour}`
      const [first, ...others] = [...waves.map((points) => h("span", { class: "wave", style }, points)),
        ...boards.map((bonus) => h("span", { class: "plank", style }, `+${bonus}`))]
      return [h("span", { class: "suit" }, suitSign(view.suits, suit, 14), first), others]
    }))
}

function drawTokens(seat) {
  const known = seat.tokens.filter((value) => value !== null)
  const label = `${seat.tokens.length} bluebottle tokens` + (known.length ? `, worth ${known.map((value) => -value).join(", ")}` : "")
  return h("div", { class: "tokens", role: "img", "aria-label": label },
    seat.tokens.map((value) => h("span", { class: value === null ? "down" : "up" }, value === null ? "" : value ? `−${value}` : "0")))
}

// what is asked for, and by whom
function drawAsk(view, local, complaint) {
  const { ask } = view
  const drawn = { card: askCard, pass: askPass, ready: askReady, beach: askBeach, step: askStep, over: askOver }[ask.kind](view, local)
  return h("section", { class: "ask", "data-kind": ask.kind, "aria-label": "What to do now", "data-key": `${ask.kind} ${ask.seat ?? ""}` },
    drawn, complaint && h("p", { class: "complaint", role: "alert" }, complaint))
}

function primary(label, attributes = {}) {
  return h("button", { type: "button", class: "primary", "data-act": "confirm", ...attributes }, label)
}

function ask(title, hint, choices, ...buttons) {
  return [h("div", { class: "words" }, h("h2", {}, title), h("p", {}, hint)), h("div", { class: "choices" }, choices),
    h("div", { class: "go" }, buttons)]
}

function stake(view) {
  const card = view.surf[0]
  return card.kind === "bluebottle" ? "A bluebottle: whoever is slowest is stung." : `For ${card.name}, worth ${card.points}.`
}

function elsewhere(view) {
  return view.at_tip ? "" : " Another card than before begins a new line."
}

function askCard(view, local) {
  const { seat, legal, people } = view.ask
  const cards = legal.map((card) => h("button", { type: "button", class: `choice ${card.endsWith("t") ? "temporary" : ""}`, "data-act": "pick",
    "data-choice": card, "aria-pressed": String(local.picked === card), "aria-label": cardName(card) },
    h("b", {}, parseInt(card)), h("span", {}, card === "0" ? "rest" : card.endsWith("t") ? "once" : "")))
  return ask(`${seat}, which card?`, stake(view) + elsewhere(view), cards,
    primary(people > 1 ? "Put it down" : "Reveal", { disabled: local.picked === null }))
}

function cardName(card) {
  return card === "0" ? "0, rest" : card.endsWith("t") ? `temporary ${parseInt(card)}` : card
}

function askPass(view) {
  const { seat, chosen, people } = view.ask
  return ask(`Pass the device to ${seat}`, `${chosen} of ${people} cards lie face down. Nobody else looks now.`,
    h("span", { class: "backs" }, Array.from({ length: people }, (_, i) => h("i", { class: i < chosen ? "down" : "" }))),
    primary(`I am ${seat}`), chosen > 0 && h("button", { type: "button", class: "quiet", "data-act": "again" }, "Choose again"))
}

function askReady(view, local) {
  const { people } = view.ask
  return ask(local.count ? "3, 2, 1…" : "All cards are down", "Count together, then turn them over.",
    h("span", { class: "backs" }, Array.from({ length: people }, () => h("i", { class: "down" }))),
    primary("3, 2, 1, surf’s up!", { disabled: local.count > 0 }),
    h("button", { type: "button", class: "quiet", "data-act": "again", disabled: local.count > 0 }, "Choose again"))
}

function askBeach(view) {
  const { seat, legal } = view.ask
  const person = view.seats.find((other) => other.name === seat)
  const cards = view.beach.map((card, i) => card && h("button", { type: "button", class: `choice buy ${card.kind}`, "data-act": "pick",
    "data-choice": `buy ${card.name}`, disabled: !legal.includes(`buy ${card.name}`), "aria-label": `buy: ${card.sentence}`, title: card.sentence,
    style: card.kind === "board" ? `--suit: ${view.suits[card.suit].colour}` : false },
    h("b", {}, card.kind === "board" ? `+${card.bonus}` : card.value), h("span", {}, card.kind === "board" ? view.suits[card.suit].name : "energy"),
    pips(card.cost, Math.max(card.cost, 1), `costs ${card.cost} respect`)))
  const respect = h("button", { type: "button", class: "choice respect", "data-act": "pick", "data-choice": "respect",
    disabled: !legal.includes("respect"), "aria-label": "take 1 respect" }, h("b", {}, "+1"), h("span", {}, "respect"))
  return ask(`${seat}: respect or a card?`, `${person.last?.words[0] ?? ""}; ${person.respect} respect to spend.`, [respect, cards])
}

function askStep(view) {
  const next = view.ask.beach ? "A bot is at the beach." : "The bots have the next card ready."
  return ask(`Round ${view.round}`, next + (view.at_tip ? "" : " This round was played before."), [], primary("Step"))
}

function askOver(view) {
  const winners = view.seats.filter((seat) => seat.winner)
  const names = winners.map((seat) => seat.name).join(" and ")
  const why = view.ask.end === "bluebottles" ? "The last bluebottle is in." : "Somebody has only the rest card left."
  const signed = (amount) => amount < 0 ? `−${-amount}` : amount
  const sources = ["waves", "boards", "goals", "stings"]
  const counted = h("table", { class: "counted" }, h("caption", {}, "Points by source"),
    h("tr", {}, h("td", {}), view.seats.map((seat) => h("th", { scope: "col", class: seat.winner ? "winner" : "" }, seatMark(seat), ` ${seat.name}`))),
    sources.map((source) => h("tr", {}, h("th", { scope: "row" }, source), view.seats.map((seat) => h("td", {}, signed(seat[source]))))))
  return ask(`${names} ${winners.length > 1 ? "share the victory" : "wins"} with ${winners[0].score}`, why, counted)
}

// going back and forth, and lines of play
function drawRail(view, local) {
  const button = (act, label, icon, disabled, key = "") => h("button", { type: "button", class: "icon", "data-act": act, "aria-label": label,
    title: label + key, disabled }, sign(icon))
  return h("nav", { class: "rail", "aria-label": "Rounds and lines" },
    h("div", { class: "rounds" },
      button("first", "To the start", "M11 3 5 8l6 5M3.5 3v10", view.at_start), button("back", "Back", "M10 3 4.5 8l5.5 5", view.at_start, " (←)"),
      h("input", { type: "range", name: "rounds", min: 0, max: view.last, value: view.rounds, "aria-label": "Rounds played",
        disabled: view.last === 0 }),
      button("forward", "Forward", "M6 3l5.5 5L6 13", view.at_tip, " (→)"), button("last", "To the end of the line", "M5 3l6 5-6 5M12.5 3v10", view.at_tip),
      h("output", {}, `${view.rounds}`, h("span", {}, ` / ${view.last}`))),
    h("div", { class: "lines" },
      h("select", { name: "line", "aria-label": "Line of play", disabled: view.lines.length < 2 }, view.lines.map((line) =>
        h("option", { value: line.name, selected: line.name === view.line }, lineLabel(line)))),
      h("button", { type: "button", "data-act": "open", "data-what": "branch", "aria-expanded": String(local.open === "branch"), title: "Begin a line of play here (b)" }, "Branch"),
      h("button", { type: "button", "data-act": "play on", disabled: view.over, "aria-expanded": String(local.open === "end"),
        title: "Play to the end (e)" }, "Play to the end")),
    local.open === "branch" && drawBranch(view, local), local.open === "end" && drawEnd(view))
}

function sign(path) {
  return h("svg", { viewBox: "0 0 16 16", width: 18, height: 18, "aria-hidden": "true" },
    h("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" }))
}

function lineLabel(line) {
  return line.parent === null ? line.name : `${line.name} (from ${line.parent}, round ${line.after})`
}

function drawBranch(view, local) {
  const fate = (value, label, hint) => h("label", {}, h("input", { type: "radio", name: "fate", value, checked: local.fate === value }),
    h("span", {}, h("b", {}, label), h("span", {}, hint)))
  return h("form", { class: "popover", "aria-label": "A new line of play" },
    h("h3", {}, `What if, after round ${view.rounds}?`),
    h("input", { type: "text", name: "name", maxlength: 40, placeholder: "name of the line", "aria-label": "Name of the line", autocomplete: "off" }),
    fate("same", "The same cards to come", "as the decks lie now"),
    fate("redealt", "Fresh cards", "what nobody has seen is shuffled anew"),
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Branch here"),
      h("button", { type: "button", class: "quiet", "data-act": "open", "data-what": "branch" }, "Cancel")))
}

function drawEnd(view) {
  const persons = view.seats.filter((seat) => !seat.bot).map((seat) => seat.name)
  return h("div", { class: "popover", role: "group", "aria-label": "Play to the end" },
    h("h3", {}, `Who plays for ${persons.join(" and ")}?`),
    view.stand_ins.map((bot) => h("button", { type: "button", class: "option", "data-act": "end", "data-bot": bot.name },
      h("b", {}, bot.name), h("span", {}, bot.plan))))
}
