// The board of Surfin' Cats: draws `model.view` and sends back what a person does.

export function render({ model }) {
  return playTable(model, { draw: drawTable, choiceOf, decidesAtOnce: (ask) => ask.people === 1 })
}

// The choice that a key means: t and r for trick and ride, a digit for the choices in the order they are shown.
function choiceOf({ ask }, event) {
  if (ask.kind !== "choose") { return undefined }
  if (ask.about === "act" && ["t", "r"].includes(event.key)) { return { t: "trick", r: "ride" }[event.key] }
  const digit = digitOf(event)
  return digit === undefined ? undefined : ask.options[(Number(digit) + 9) % 10]?.choice
}

function drawTable(view, local, complaint) {
  return [drawShore(view), drawSeats(view, local), drawToCome(view), h("div", { class: "dock" }, drawAsk(view, local, complaint, { choose: askChoice, step: askStep, over: askOver }),
    drawRail(view, local, complaint), drawDetails(view, local))]
}

// the wave and its beach
function drawShore(view) {
  const { wave, market } = view
  return h("section", { class: "shore", "aria-label": "The wave and its beach" },
    h("div", { class: "swell-info" },
      h("div", { class: "flags" }, view.waves.map(({ flag: colour, state }) => flag(colour, state))),
      h("h2", {}, wave.name), h("p", {}, `${wave.flag} flag, max paddle `, h("b", {}, wave.limit)),
      h("ul", { class: "events" }, view.events.map((event) => h("li", { title: event.words }, h("b", {}, event.name), ` ${event.words}`))),
      h("button", { type: "button", class: "market", "data-act": "open", "data-what": "market", "aria-label": "The market" },
        "Market ", h("b", {}, market.deck), ` in the deck`)),
    h("div", { class: "columns" }, view.columns.map((column, i) => drawColumn(view, column, i)),
      h("p", { class: "happened", "aria-live": "polite", "data-key": view.headline }, view.headline || view.title)))
}

function drawColumn(view, column, i) {
  const isSand = column.paddle === null
  const who = (numbers) => numbers.map((n) => view.seats[n].name).join(", ")
  const words = isSand ? "sand, no flow" : `column ${column.paddle}, flow ${column.flow}${column.gives ? `, ${column.gives}` : ""}`
  return h("div", { class: `column ${isSand ? "sand" : ""}`, style: `--step: ${i}`, role: "img",
    "aria-label": `${words}${column.printed ? ", jellyfish" : ""}; there: ${who(column.seats) || "nobody"}; would land there: ${who(column.landing) || "nobody"}` },
    h("div", { class: "landing" }, isSand && view.columns.some((other) => other.landing.length) && h("span", { class: "legend" }, "if they ride"), column.landing.map((n) => h("span", { class: "cat", title: `${view.seats[n].name} would land here now` }, seatMark(view.seats[n])))),
    h("div", { class: "standing" }, column.seats.map((n, place) => h("span", { class: "cat", title: `${view.seats[n].name}, number ${place + 1} here` },
      seatMark(view.seats[n]), h("span", { class: "name" }, view.seats[n].name)))),
    h("div", { class: "plank" }, isSand ? h("span", { class: "reward" }, "no flow") : [
      h("span", { class: "flow" }, signed(column.flow), column.printed && jellyfish(column.jellyfish)), h("span", { class: "reward", title: column.gives || false }, column.gives)]),
    h("div", { class: "from" }, isSand ? "sand" : ["paddle ", h("b", {}, column.paddle)]))
}

// the cats
function drawSeats(view, local) {
  return h("ol", { class: "seats", "aria-label": "Cats", "data-count": view.seats.length },
    h("li", { class: "heads", "aria-hidden": "true" },
      ["Cat", "On the wave", "Next trick", "Tricks in play", "Abilities and their spaces", "Items", view.over ? "Score" : "Flow"].map((head) => h("span", {}, head))),
    view.seats.map((seat, i) => drawSeat(view, local, seat, i)))
}

function drawSeat(view, local, seat, i) {
  const isAsked = view.ask.seat === seat.name
  const status = seat.winner ? "winner" : seat.chosen ? "has chosen" : seat.cat.toLowerCase() === seat.name.toLowerCase() ? seat.bot || "person" : `${seat.cat}, ${seat.bot || "person"}`
  return h("li", { class: `seat ${isAsked ? "asked" : ""} ${seat.winner ? "winner" : ""} ${seat.status.replace(" ", "-")}` },
    h("div", { class: "who" }, seatMark(seat), h("span", { class: "names" }, h("b", {}, seat.name),
      h("span", { class: seat.winner || seat.chosen ? "status" : "tag", title: seat.plan || false }, status))),
    drawMeters(view, seat), drawRisk(seat, local, i), drawInPlay(seat), drawAbilities(view, seat),
    h("div", { class: "items" }, seat.items.map((item) => h("span", { class: "item", title: item.words }, item.name)),
      seat.kept.map(([name, count]) => h("span", { class: "kept", title: `${count} ${name} kept: ${count} flow at the end` }, resourceSign(view.resources, name), count > 1 && count))),
    h("div", { class: "score" }, view.over ? seat.total : seat.flow))
}

function drawMeters(view, seat) {
  if (seat.status === "surfing") {
    return h("div", { class: "meters" }, gauge("paddle", seat.paddle, seat.paddle_limit), gauge("fall", seat.fall, seat.fall_limit))
  }
  const column = view.columns[seat.column + 1]
  const place = ["first", "second", "third", "fourth", "fifth"][seat.place]
  const words = seat.status === "wiped out" ? "Wiped out" : seat.column < 0 ? "Rode onto the sand" : `Rode into ${column?.paddle}, ${place}`
  return h("div", { class: "meters done" }, words, seat.last?.result && seat.last.result !== "rode" && seat.last.result !== "bought" && h("span", {}, seat.last.result))
}

// The chance that the next trick wipes the cat out; a press shows what is left in its deck.
function drawRisk(seat, local, i) {
  const left = seat.deck.reduce((sum, card) => sum + card.count, 0)
  const what = `cat ${i}`
  const words = seat.risk === null ? "–" : percent(seat.risk)
  const saved = seat.saved > 0 ? `, in ${percent(seat.saved)} only an item saves` : ""
  const spoken = seat.risk === null ? `${seat.name}: ${left} tricks in the deck` : `${seat.name}: the next trick wipes out in ${words}${saved}; ${left} tricks in the deck`
  return h("button", { type: "button", class: `risk ${seat.risk === null ? "none" : ""}`, "data-act": "open", "data-what": what, "aria-expanded": String(local.open === what),
    "aria-label": spoken, title: `${left} left in the deck${saved}` },
    h("b", {}, words), h("span", { class: "bar" }, h("i", { class: "bad", style: `width: ${100 * (seat.risk ?? 0)}%` }), h("i", { class: "saved", style: `width: ${100 * seat.saved}%` })),
    h("span", { class: "left" }, seat.saved > 0 ? `item: ${percent(seat.saved)}` : `${left} left`))
}

function drawInPlay(seat) {
  const last = seat.last?.trick
  return h("div", { class: "in-play" }, seat.in_play.map((card, i) =>
    h("span", { class: i === seat.in_play.length - 1 && card.name === last ? "trick last" : "trick", title: card.sentence }, card.name)),
    seat.last?.result === "bought" && h("span", { class: "trick last" }, `took ${last}`),
    seat.status === "wiped out" && last && seat.last.result !== "bought" && !seat.in_play.some((card) => card.name === last) && h("span", { class: "trick last" }, last))
}

function drawAbilities(view, seat) {
  return h("div", { class: "abilities" }, seat.abilities.map((ability) => h("div", { class: `ability ${ability.done ? "done" : ""}`, title: `${ability.name}, complete: ${ability.benefit}` },
    h("span", { class: "name" }, ability.done && "✓ ", ability.name),
    ability.done ? h("span", { class: "benefit" }, ability.benefit) : h("span", { class: "spaces" }, ability.spaces.map((space) => drawSpace(view, space))))))
}

function drawSpace(view, space) {
  const attributes = { class: `space ${space.filled ? "filled" : ""}`, title: space.words, "aria-label": space.filled ? `${space.filled} lies here` : `free: ${space.words}` }
  const face = resourceSign(view.resources, space.filled ?? space.takes, 14)
  if (space.choice === null) { return h("span", { ...attributes, role: "img" }, face) }
  return h("button", { type: "button", ...attributes, class: "space open", "data-act": "pick", "data-choice": space.choice }, face)
}

// what is asked for
function askChoice(view, local) {
  const { title, hint, options, people, about } = view.ask
  const button = (option, i) => h("button", { type: "button", class: `choice option ${about} ${option.choice}`, "data-act": "pick", "data-choice": option.choice,
    "aria-pressed": people > 1 ? String(local.picked === option.choice) : false },
    option.resource && resourceSign(view.resources, option.resource, 18),
    h("b", {}, option.title), option.note && h("span", { class: "note" }, option.note),
    option.card && h("span", { class: "words" }, trickMeters(option.card), option.card.words && h("span", {}, option.card.words)),
    option.words && h("span", { class: "words" }, option.words), option.price !== undefined && h("span", { class: "price" }, `costs ${option.price} flow`),
    i < 10 && h("kbd", {}, about === "act" ? option.choice[0] : (i + 1) % 10))
  const seat = view.seats.find((other) => other.name === view.ask.seat)
  const cards = [options.map(button), about === "act" && h("ul", { class: "deck-left", "aria-label": "Left in the deck", tabindex: 0 },
    seat.deck.map((card) => deckCard(card, seat.next === card.name)))]
  return ask(title, [hint, instead(view, local, "choice")], cards, people > 1 && primary("Put it down", { disabled: local.picked === null }))
}

function askStep(view) {
  const next = { act: "The bots know whether to ride.", market: "The bots are at the market.", instructor: "The bots choose their instructors." }[view.ask.about] ?? "The bots go on."
  return ask(view.title, next + (view.at_tip ? "" : " This was played before."), [], primary("Step"))
}

function askOver(view) {
  const winners = view.seats.filter((seat) => seat.winner)
  const names = winners.map((seat) => seat.name).join(" and ")
  const sources = { flow: "flow", items: "items", kept: "resources kept", icons: "looks and freestyles", instructor: "instructor" }
  return ask(`${names} ${winners.length > 1 ? "share the victory" : "wins"} with ${winners[0].total}`, "The last wave is over.",
    drawCounted(view, sources, (seat, source) => seat.points[source]))
}

// what is looked up: a cat's deck and cards, or the market
function drawDetails(view, local) {
  const [what, number] = local.open.split(" ")
  if (what === "market") {
    return h("div", { class: "popover details", role: "group", "aria-label": "The market" }, h("h3", {}, `The market: ${view.market.deck} in the deck`),
      h("p", {}, view.market.discards.length ? "Discarded:" : "Nothing is discarded yet."),
      h("ul", {}, view.market.discards.map((card) => h("li", {}, `${card.count > 1 ? `${card.count} × ` : ""}${card.sentence}`))))
  }
  const seat = what === "cat" ? view.seats[Number(number)] : undefined
  if (!seat) { return false }
  return h("div", { class: "popover details", role: "group", "aria-label": `${seat.name}’s cards` },
    h("h3", {}, seatMark(seat), ` ${seat.name}, ${seat.cat}`),
    seat.risk !== null && h("p", {}, `The next trick wipes out in ${percent(seat.risk)}`, seat.falls > 0 && `, falls in ${percent(seat.falls)}`,
      seat.too_far > 0 && `, goes too far in ${percent(seat.too_far)}`, seat.saved > 0 && `; in ${percent(seat.saved)} only an item saves`, "."),
    h("h4", {}, "Left in the deck, in no order"), h("ul", { class: "deck-left" }, seat.deck.map((card) => deckCard(card, seat.next === card.name))),
    h("h4", {}, "Abilities"), h("ul", {}, seat.abilities.map((ability) => h("li", {}, h("b", {}, ability.name), ability.done ? " is complete: " : ", when complete: ", ability.benefit))),
    seat.instructor && h("p", {}, h("b", {}, "Instructor "), seat.instructor),
    h("button", { type: "button", class: "quiet", "data-act": "open", "data-what": local.open }, "Close"))
}
