// The table of Surf's Up!: draws `model.view` and sends back what a person does.

const RESPECT = 4

export function render({ model }) {
  return playTable(model, { draw: drawTable, choiceOf, decidesAtOnce: (ask) => ask.kind === "beach" })
}

// The choice that a digit means: a card by its value, its temporary twin with shift or at the second press, at the beach
// 0 for respect and 1 to 3 for the cards.
function choiceOf(view, event, picked) {
  const { ask } = view
  const digit = digitOf(event)
  if (digit === undefined) { return undefined }
  if (ask.kind === "beach") {
    const card = view.beach[Number(digit) - 1]
    return digit === "0" ? "respect" : card ? `buy ${card.name}` : undefined
  }
  if (ask.kind !== "card") { return undefined }
  const held = [digit, `${digit}t`].filter((card) => ask.legal.includes(card))
  if (event.shiftKey || held.length > 1 && picked === digit) { return held.at(-1) }
  return held[0]
}

// the parts of the table
function drawTable(view, local, complaint) {
  return [
    view.goals.length > 0 && drawGoals(view),
    drawSea(view, local),
    drawSeats(view), drawToCome(view),
    h("div", { class: "dock" },
      drawAsk(view, local, complaint, { card: askCard, beach: askBeach, step: askStep, over: askOver }),
      drawRail(view, local, complaint)),
  ]
}

function drawGoals(view) {
  const names = (goal) => goal.met.map((i) => view.seats[i].name).join(", ") || "nobody"
  return h("ul", { class: "goals", "aria-label": "Shared goals" }, view.goals.map((goal) =>
    h("li", { class: goal.met.length ? "met" : "" }, h("span", { class: "worth", title: `${goal.points} points` }, goal.points),
      h("div", {}, h("b", {}, goal.name),
        h("span", { class: "marks", role: "img", "aria-label": `met now by ${names(goal)}`, title: `met now by ${names(goal)}` },
          goal.met.map((i) => seatMark(view.seats[i]))),
        h("p", {}, goal.sentence)))))
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
    view.taken ? drawTaken(view) : spot(near?.kind === "bluebottle" ? "break sting" : "break", breakLabel, near),
    local.count > 0 && h("div", { class: "count", "data-key": `${local.count}`, "aria-live": "assertive" }, local.count),
    h("div", { class: "beach" }, h("div", { class: "row" }, view.beach.map((card, i) => drawBeachCard(view, card, i))),
      h("span", { class: "deck" }, h("b", {}, view.beach_left), " in the beach deck")))
}

// The wave that is already somebody's, while its winner or runner-up is at the beach.
function drawTaken(view) {
  const seat = view.seats[view.taken.seat]
  return h("figure", { class: "spot break taken" },
    h("figcaption", {}, seatMark(seat), ` ${seat.name}’s wave`), oceanCard(view.suits, view.taken.card))
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
      ["Surfer", "Last card", "Hand, and towel below", "Respect", "Score zone", "Stings", view.over ? "Score" : "So far"]
        .map((head) => h("span", {}, head))),
    view.seats.map((seat) => drawSeat(view, seat)))
}

function drawSeat(view, seat) {
  const isAsked = view.ask.seat === seat.name
  const isAtBeach = isAsked && view.ask.kind === "beach"
  const status = seat.winner ? "winner" : seat.chosen ? "has chosen" : isAtBeach ? "at the beach" : ""
  return h("li", { class: `seat ${isAsked ? "asked" : ""} ${seat.winner ? "winner" : ""}` },
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
  const worth = known.length ? `, worth ${known.map((value) => -value).join(", ")}` : ""
  const label = `${seat.tokens.length} bluebottle tokens${worth}`
  return h("div", { class: "tokens", role: "img", "aria-label": label },
    seat.tokens.map((value) => h("span", { class: value === null ? "down" : "up" }, value === null ? "" : value ? `−${value}` : "0")))
}

// what is asked for
function stake(view) {
  const card = view.surf[0]
  return card.kind === "bluebottle" ? "A bluebottle: whoever is slowest is stung." : `For ${card.name}, worth ${card.points}.`
}

function askCard(view, local) {
  const { seat, legal, people } = view.ask
  const cards = legal.map((card) => h("button", { type: "button", "data-act": "pick",
    class: `choice ${card.endsWith("t") ? "temporary" : ""}`, "data-choice": card, "aria-pressed": String(local.picked === card), "aria-label": cardName(card) },
    h("b", {}, parseInt(card)), h("span", {}, card === "0" ? "rest" : card.endsWith("t") ? "once" : "")))
  return ask(`${seat}, which card?`, [stake(view), instead(view, local, "card")], cards,
    primary(people > 1 ? "Put it down" : "Reveal", { disabled: local.picked === null }))
}

function cardName(card) {
  return card === "0" ? "0, rest" : card.endsWith("t") ? `temporary ${parseInt(card)}` : card
}

function askBeach(view, local) {
  const { seat, legal } = view.ask
  const person = view.seats.find((other) => other.name === seat)
  const cards = view.beach.map((card, i) => card && h("button", { type: "button", class: `choice buy ${card.kind}`, "data-act": "pick",
    "data-choice": `buy ${card.name}`, disabled: !legal.includes(`buy ${card.name}`),
    "aria-label": `buy: ${card.sentence}`, title: card.sentence,
    style: card.kind === "board" ? `--suit: ${view.suits[card.suit].colour}` : false },
    h("b", {}, card.kind === "board" ? `+${card.bonus}` : card.value),
    h("span", {}, card.kind === "board" ? view.suits[card.suit].name : "energy"),
    pips(card.cost, Math.max(card.cost, 1), `costs ${card.cost} respect`)))
  const respect = h("button", { type: "button", class: "choice respect", "data-act": "pick", "data-choice": "respect",
    disabled: !legal.includes("respect"), "aria-label": "take 1 respect" }, h("b", {}, "+1"), h("span", {}, "respect"))
  return ask(`${seat}: respect or a card?`, [`${person.last?.words[0] ?? ""}; ${person.respect} respect to spend.`, instead(view, local, "choice")], [respect, cards])
}

function askStep(view) {
  const next = view.ask.beach ? "A bot is at the beach." : "The bots have the next card ready."
  return ask(`Round ${view.round}`, next + (view.at_tip ? "" : " This round was played before."), [], primary("Step"))
}

function askOver(view) {
  const winners = view.seats.filter((seat) => seat.winner)
  const names = winners.map((seat) => seat.name).join(" and ")
  const why = view.ask.end === "bluebottles" ? "The last bluebottle is in." : "Somebody has only the rest card left."
  const sources = { waves: "waves", boards: "boards", goals: "goals", stings: "stings" }
  return ask(`${names} ${winners.length > 1 ? "share the victory" : "wins"} with ${winners[0].score}`, why,
    drawCounted(view, sources, (seat, source) => seat[source]))
}
