// Advice on the choices on the table: what each is worth, what that rests on, mixes, and two seats' choices at once.

export function render({ model }) {
  const root = h("div", { class: "counsel" })
  const cell = { row: 0, column: 0 }  // of the grid, which one key press leads to
  const mix = { of: "", seat: "" }  // whose mix is shown in full while `of` is looked at
  let height = 0
  const draw = () => {
    if (mix.of !== model.view.seat) { mix.of = mix.seat = model.view.seat }
    const waits = model.view.rows?.some((row) => row.win === undefined)  // what comes takes the place of what was: each
    const style = waits && `min-height: ${height}px`                     // change of height lays the whole page out anew
    morph(root, h("div", { class: "counsel", style }, drawAdvice(model.view, cell, mix)))
  }
  const send = (act, more = {}) => tell(model, { act, turn: model.view.turn, ...more })
  root.addEventListener("click", (event) => {
    const { mix: seat } = event.target.closest("[data-mix]")?.dataset ?? {}
    if (seat) {
      mix.seat = mix.seat === seat ? "" : seat
      draw()
    }
    const element = pressed(event)
    if (!element) { return }
    const { act, r, c, ...more } = element.dataset
    send(act, more)
  })
  root.addEventListener("change", ({ target }) => {
    const { name, value } = target
    if (name.startsWith("model of ")) { send("model", { seat: name.slice(9), model: value }) }
    if (name.startsWith("weight of ")) { weigh(target) }
    if (name === "half") { send("want", { half: value }) }
    if (name === "bot") { send("bot", { bot: value }) }
    if (name === "rival") { send("rival", { seat: value }) }
  })
  const weigh = (input) => {  // what is no weight, or the last one of all, stays as it was
    const all = [...input.closest(".weights").querySelectorAll("input")]
    if (!input.validity.valid || !input.value || all.every((of) => !Number(of.value))) { input.value = input.defaultValue; return }
    send("weigh", { seat: input.name.slice(10), choice: input.dataset.weighed, weight: String(Number(input.value)) })
  }
  const look = ({ target }) => {  // the words below the grid are those of the cell that is looked at
    const at = target.closest?.("[data-r]")
    if (!at || (cell.row === Number(at.dataset.r) && cell.column === Number(at.dataset.c))) { return }
    Object.assign(cell, { row: Number(at.dataset.r), column: Number(at.dataset.c) })
    draw()
  }
  root.addEventListener("pointerover", look)
  root.addEventListener("focusin", look)
  root.addEventListener("keydown", (event) => {
    if (!event.target.closest("[role=grid]")) { return }
    const { rows, columns } = model.view.joint
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [0, 0]
    if (!down && !right) { return }
    event.preventDefault()
    event.stopPropagation()  // the arrows step the game elsewhere
    const [row, column] = [Math.min(rows.length - 1, Math.max(0, cell.row + down)), Math.min(columns.length - 1, Math.max(0, cell.column + right))]
    root.querySelector(`[data-r="${row}"][data-c="${column}"]`)?.focus()
  })
  new ResizeObserver(([of]) => { height = of.borderBoxSize[0].blockSize }).observe(root)
  model.on("view", draw)
  draw()
  return root
}

const percent = (share, digits = 1) => (100 * share).toFixed(digits)
const added = (points) => `${points < -0.05 ? "−" : "+"}${Math.abs(points).toFixed(1)}`
const signed = (share) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`

// where a bar of chances ends, so that none of these is beyond it
function scale(chances) {
  return [0.25, 0.5, 1].find((end) => chances.every((chance) => !(chance > end))) ?? 1
}

// how far along a bar that ends at `most` a chance lies
function along(most) {
  return (share) => `${(100 * Math.min(share / most, 1)).toFixed(2)}%`
}

function whisker(at, low, high) {
  return h("i", { class: "whisker", style: `left: ${at(low)}; width: calc(${at(high)} - ${at(low)})` })
}

function drawAdvice(view, cell, mix) {
  const { state, complaint } = view
  return state && [
    drawSeats(view), complaint && h("p", { class: "complaint", role: "alert" }, complaint),
    state === "over" && h("p", { class: "empty" }, "The game is over; nothing is left to choose. Go back to a choice to see what each was worth, or review the line."),
    state === "covered" && drawCover(view),
    state === "waiting" && h("p", { class: "hint", role: "status" }, "The engine is compiling; numbers come in a few seconds."),
    view.rows?.length > 0 && [drawHeadline(view), drawChoices(view), drawProgress(view)],
    view.rows?.length > 0 && view.stopping && drawStopping(view.stopping),
    view.models && drawAssumed(view),
    view.mixes && drawPart(view, "mixes", "Mixes of everybody", (of) => drawMixes(of, mix.seat)),
    view.joint && drawPart(view, "joint", "Two seats’ choices at once", (of) => drawJoint(of, cell)),
    view.review && drawPart(view, "review", "Chance and choice", drawReview),
  ]
}

function drawSeats({ seats, seat }) {
  return h("div", { class: "seats", role: "group", "aria-label": "Whose choice" }, seats.map((of) =>
    h("button", { type: "button", class: "seat", "data-act": "seat", "data-seat": of.name, "aria-pressed": String(of.name === seat), title: of.name },
      mark(of), h("span", {}, of.name))))
}

function mark({ mark, ink }) {
  return h("i", { class: "mark", style: `color: ${ink}`, "aria-hidden": "true" }, mark)
}

function drawCover({ seat }) {
  return h("div", { class: "empty" },
    h("p", {}, `Advice for ${seat} is worked out from what ${seat} alone may know.`),
    h("button", { type: "button", class: "plain", "data-act": "look through", "data-seat": seat }, `Look through ${seat}’s eyes`))
}

// what each choice is worth
function drawHeadline({ rows, seat }) {
  const best = rows.find((row) => row.best)
  const near = rows.filter((row) => row.near || row.best)
  const words = !best ? "Playing it on…" : near.length === 1 ? [h("b", {}, best.choice), ` wins most often for ${seat}.`]
    : near.length === rows.length && rows.length > 2 ? "All choices are too close to tell apart."
    : [near.map((row, i) => [i > 0 && (i === near.length - 1 ? " or " : ", "), h("b", {}, row.choice)]), ": too close to tell apart."]
  return h("p", { class: "headline" }, words)
}

function drawChoices({ rows, mixes }) {
  const most = scale(rows.map((row) => row.high))
  const head = (words, className, title) => h("span", { role: "columnheader", class: className, title }, words)
  return h("div", { class: `choices ${mixes ? "mixed" : ""}`, role: "table", "aria-label": "What each choice is worth" },
    h("div", { class: "heads", role: "row" }, head("choice", "card-head"), h("span", { class: "space" }),
      head("wins", "win", "How often it wins, a shared win counting as its share; ± spans 95 of 100 such estimates"),
      head("to best", "behind", "How much less it wins than the best choice; ± is that of the difference, both having met the same luck"),
      head("score", "score", "The score expected in the end; ± spans 95 of 100 such estimates"),
      mixes && head("how often", "mix", "How often the mix found makes this choice")),
    rows.map((row) => drawChoice(row, most, mixes)))
}

function drawChoice(row, most, mixes) {
  const known = row.win !== undefined
  const at = along(most)
  const cell = (className, ...children) => h("span", { role: "cell", class: className }, children)
  const half = (row.high - row.low) / 2
  return h("div", { class: `choice ${row.best ? "best" : ""} ${row.near ? "near" : ""}`, role: "row", "data-choice": row.choice },
    cell("card-cell", drawCard(row.choice, mixes ? 7 : 11)),
    h("span", { class: "space" }),
    cell("win", known ? [h("b", {}, percent(row.win)), h("span", {}, "%"), h("small", {}, `±${percent(half)}`)] : h("b", {}, "–")),
    cell("behind", !known ? "" : row.best ? h("b", {}, "best") : [`−${percent(row.behind)}`, h("small", {}, `±${percent(row.behind_half)}`)]),
    cell("score", known && [row.score.toFixed(1), h("small", {}, `±${row.score_half.toFixed(1)}`)]),
    mixes && cell("mix", typeof row.mix === "number" && h("span", { class: "often", style: `--share: ${percent(row.mix)}%` }, `${percent(row.mix, 0)}%`)),
    cell("bar", known && [h("i", { class: "fill", style: `width: ${at(row.win)}` }),
      whisker(at, row.low, row.high),
      typeof row.exact === "number" && h("i", { class: `exact ${row.missed ? "missed" : ""}`, style: `left: ${at(row.exact)}` })]),
    h("p", { class: "sentence", role: "cell" }, row.sentence, typeof row.exact === "number" && h("span", { class: `told-exact ${row.missed ? "missed" : ""}` },
      `exactly ${percent(row.exact, 2)}%${row.missed ? ", outside the interval" : ""}`)))
}

// A card with a number as a card, any other choice in words: on a line of its own where it has more than `room` letters.
function drawCard(choice, room) {
  return /^\d+t?$/.test(choice) ? h("b", { class: `card ${choice.endsWith("t") ? "temporary" : ""}` }, parseInt(choice), choice.endsWith("t") && h("small", {}, "1×"))
    : h("b", { class: `card words ${choice.length > room ? "long" : ""}` }, choice)
}

function drawProgress({ progress, seat }) {
  const { trials, half, share, done, stopped, halves, wanted } = progress
  const error = half === null ? "" : `, ±${percent(half, Number(wanted) > 0.5 ? 1 : 2)}`
  return h("div", { class: "progress" },
    h("progress", { max: 1, value: done ? 1 : share, "aria-label": "How far the estimate is", class: done ? "done" : "" }),
    h("span", { class: "trials", title: "± is that of the choice known least" }, `${trials.toLocaleString("en")} trials${error}`),
    h("label", { class: "until" }, "until", h("select", { name: "half", "aria-label": "Goes on until every choice is known to", title: "It goes on until every choice is known so well" },
      halves.map((of) => h("option", { value: of, selected: of === wanted }, `±${of}`)))),
    !done && h("button", { type: "button", class: "plain", "data-act": stopped ? "go on" : "stop" }, stopped ? "Go on" : "Stop"))
}

// when to stop: exactly, with what the sample says of the next step beside it
function drawStopping({ rows, best, exact, tricks, wiped, sampled }) {
  const [now, next] = [rows[0], rows[1]]
  const words = !next ? `Riding now adds ${now.points.toFixed(1)} points.`
    : best === "ride" ? `One more trick and then the best rule would add ${now.going.toFixed(1)} points, riding now adds ${now.points.toFixed(1)}.`
    : `One more trick and then the best rule adds ${now.going.toFixed(1)} points, riding now ${now.points.toFixed(1)}: ${tricks.toFixed(1)} tricks on average, and a wipeout ${percent(wiped, 0)}% of the time.`
  const column = (word, title) => h("th", { scope: "col", title }, word)
  return h("section", { class: "part stopping" },
    h("h4", {}, "When to stop: ", h("b", {}, best === "ride" ? "ride now" : "not yet")),
    h("p", { class: "hint" }, words, " Card by card, as if the other cats did nothing more on this wave", !exact && "; a freestyle counts its mean flow", "."),
    sampled && next && h("p", { class: "next" }, "The next trick wipes out ", h("b", {}, `${percent(next.wipeout)}%`), h("span", { class: `told-exact ${sampled.missed ? "missed" : ""}` }, exact ? "exactly" : "about"),
      h("span", { class: "played" }, `; with the others ${percent(sampled.value)}% ±${percent((sampled.high - sampled.low) / 2)}`, sampled.missed && h("b", {}, ", outside that interval"))),
    h("table", { class: "plan", "aria-label": "After how many tricks to ride" },
      h("tr", {}, column("tricks", "Further tricks, performed whatever comes up"), column("wiped out", "The chance to have wiped out by then"),
        column("next one", "The chance that yet another trick wipes a cat out that still surfs"), column("ride", "The points that riding then adds, wipeouts counted in"),
        column("go on", "The points of yet another trick and then the best rule, wipeouts counted in"), column("best", "What the best rule does then, and how often where that depends on what came up")),
      rows.map((row) => h("tr", { class: row.advice.startsWith("trick") ? "goes" : "" }, h("th", { scope: "row" }, row.tricks === 0 ? "now" : `+${row.tricks}`),
        h("td", {}, row.tricks === 0 ? "" : `${percent(row.wipeout, 0)}%`), h("td", {}, row.next === null ? "" : `${percent(row.next, 0)}%`),
        h("td", { class: row.points >= row.going ? "more" : "" }, added(row.points)), h("td", { class: row.going > row.points ? "more" : "" }, row.next === null ? "" : added(row.going)),
        h("td", { class: "do" }, row.advice || "–")))))
}

// what the numbers rest on
function drawAssumed({ models, bots, bot, found, typed, most_weight, seats, seat }) {
  const option = (value, words, chosen) => h("option", { value, selected: value === chosen }, words)
  return h("div", { class: "assumed" },
    h("p", {}, models.length ? `These are ${seat}’s best responses if the others now choose as` : `${seat} chooses alone here.`),
    models.map(({ seat: name, model, choices, own }) => h("label", {}, mark(seats.find((of) => of.name === name)), h("span", {}, name),
      h("select", { name: `model of ${name}`, "aria-label": `How ${name} chooses` },
        bots.includes(own) && h("optgroup", { label: `as ${name}’s bot` }, option(own, own, model)),
        h("optgroup", { label: bots.includes(own) ? "as another bot" : "as a bot" }, bots.filter((known) => known !== own).map((known) => option(known, known, model))),
        choices.length > 0 && h("optgroup", { label: "by a mix" }, option(found, "the mix found", model), option(typed, "a mix you type", model)),
        choices.length > 0 && h("optgroup", { label: "always" }, choices.map((choice) => option(choice, `always ${choice}`, model)))))),
    models.filter(({ model }) => model === typed).map((of) => drawWeights(of, most_weight)),
    h("label", { class: "after" }, h("span", {}, models.length ? "and from then on everybody plays as" : "From then on everybody plays as"),
      h("select", { name: "bot", "aria-label": "Who plays on" }, bots.map((known) => option(known, known, bot)))))
}

// a mix that is typed, as weights: 2 and 1 are two thirds and one third
function drawWeights({ seat, choices, weights }, most) {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  return h("fieldset", { class: "weights", "data-key": `weights of ${seat}` }, h("legend", {}, `${seat}’s mix, in weights`),
    choices.map((choice) => {
      const weight = weights[choice] ?? 0
      return h("label", { style: `--share: ${percent(weight / total)}%`, title: `${percent(weight / total)}%` }, h("b", {}, choice),
        h("input", { type: "number", min: 0, max: most, step: 1, value: weight, name: `weight of ${seat}`, "data-weighed": choice, "aria-label": `Weight of ${seat}’s ${choice}` }))
    }))
}

// parts that unfold
function drawPart(view, part, title, drawn) {
  const open = view.open.includes(part) || (part === "review" && view.state === "over")
  return h("section", { class: "part" },
    h("button", { type: "button", class: "unfold", "data-act": "unfold", "data-part": part, "aria-expanded": String(open) }, title),
    open && drawn(view))
}

function drawMixes({ mixes, seats }, shown) {
  if (mixes.error) { return h("p", { class: "hint" }, mixes.error) }
  if (!mixes.seats.length) { return h("p", { class: "hint", role: "status" }, "Mixes are looked for once the choices are known well enough…") }
  const words = mixes.exact ? `The equilibrium of this round’s sampled matrix. By leaving it a seat would gain ${percent(mixes.exploitability)} points in 100 on average`
    : "Found by regret matching, which need not end in an equilibrium where more than two choose. What each seat would gain by its best response to the others"
  const most = scale(mixes.seats.flatMap((of) => of.shares.map(({ win, half }) => win + half)))
  return [h("p", { class: "hint" }, `${words}, measured on ${mixes.checked.toLocaleString("en")} fresh deals.`),
    h("table", { class: "mixes" }, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "how often it plays what"), h("th", { scope: "col", class: "gain" }, "gain left")),
      mixes.seats.map((of) => {
        const open = of.seat === shown
        return [h("tr", {}, h("th", { scope: "row" }, h("button", { type: "button", class: "whose", "data-mix": of.seat, "aria-expanded": String(open) },
            mark(seats.find(({ name }) => name === of.seat)), h("span", {}, of.seat))),
          h("td", {}, !open && h("ul", { class: "shares" }, of.shares.filter(({ share }) => share >= 0.005).map(({ choice, share }) =>
            h("li", { style: `--share: ${percent(share)}%` }, h("b", {}, choice), h("span", {}, `${percent(share, 0)}%`))))),
          h("td", { class: "gain" }, signed(of.gain), h("small", {}, `±${percent(of.gain_half)}`))),
        open && h("tr", { class: "full" }, h("td", { colspan: 3 }, drawMix(of, most)))]
      }))]
}

// a seat's mix in full: how often each choice, and what it wins where all others play their mixes
function drawMix({ seat, shares }, most) {
  const best = Math.max(...shares.map(({ win }) => win))
  const at = along(most)
  return h("table", { class: "mix-of", "aria-label": `How often ${seat} makes each choice, and what it wins` },
    h("tr", {}, h("td", {}), h("th", { scope: "col", colspan: 2 }, "how often"), h("th", { scope: "col", colspan: 2 }, "wins against the mixes")),
    shares.map(({ choice, share, win, half }) => h("tr", { class: win === best ? "best" : "" }, h("th", { scope: "row" }, choice),
      h("td", { class: "track" }, h("i", { class: "often", style: `--share: ${percent(share)}%` })), h("td", { class: "much" }, `${percent(share, 0)}%`),
      h("td", { class: "track" }, h("span", { class: "bar" }, h("i", { class: "fill", style: `width: ${at(win)}` }), whisker(at, Math.max(0, win - half), win + half))),
      h("td", { class: "much" }, h("b", {}, percent(win)), "%", h("small", {}, `±${percent(half)}`)))))
}

function drawJoint({ joint, seat }, cell) {
  const against = h("label", { class: "against" }, h("span", {}, `${seat} against`),
    h("select", { name: "rival", "aria-label": "The other seat" }, !joint.rival && h("option", { selected: true, value: "" }, "…"),
      joint.others.map((name) => h("option", { value: name, selected: name === joint.rival }, name))))
  if (joint.error) { return [against, h("p", { class: "hint" }, joint.error)] }
  if (!joint.cells.length) { return [against, h("p", { class: "hint", role: "status" }, "Playing every pair on…")] }
  const all = joint.cells.flat().map(({ win }) => win)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const shade = (win) => high > low ? Math.round(46 * (win - low) / (high - low)) : 0
  const at = [Math.min(cell.row, joint.rows.length - 1), Math.min(cell.column, joint.columns.length - 1)]
  const [row, column] = [joint.rows[at[0]], joint.columns[at[1]]]
  const looked = joint.cells[at[0]][at[1]]
  return [against,
    h("div", { class: "scroll" }, h("table", { role: "grid", "aria-label": `What ${seat}’s choice wins against ${joint.rival}’s` },
      h("tr", { role: "row" }, h("td", { class: "corner" }, h("span", {}, seat), h("span", {}, joint.rival)), joint.columns.map((choice) => h("th", { scope: "col" }, choice))),
      joint.rows.map((choice, r) => h("tr", { role: "row" }, h("th", { scope: "row" }, choice),
        joint.columns.map((other, c) => {
          const { win, half, what, happens } = joint.cells[r][c]
          return h("td", { role: "gridcell" }, h("button", { type: "button", "data-act": "branch", "data-row": choice, "data-column": other, "data-r": r, "data-c": c,
            tabindex: r === at[0] && c === at[1] ? 0 : -1, style: `--shade: ${shade(win)}%`,
            "aria-label": `${seat} ${choice}, ${joint.rival} ${other}: ${happens}; ${seat} wins ${percent(win)}%. Begin a line so` },
            h("b", {}, percent(win, 0)), h("small", {}, what)))
        }))))),
    h("p", { class: "looked" }, h("b", {}, `${seat} ${row}, ${joint.rival} ${column}`), ` ${looked.happens}. ${seat} wins ${percent(looked.win)}% ±${percent(looked.half)}`,
      joint.beside.length > 0 && ", whatever the others choose by their models", ". ",
      h("span", {}, joint.beside.length ? `A press begins a line so, with ${joint.beside.join(", ")} as they most often would.` : "A press begins a line so."))]
}

// chance and choice apart
function drawReview({ review }) {
  const { state, secret, share } = review
  if (state === "failed") { return h("p", { class: "hint" }, review.error) }
  if (state === "growing") {
    return h("div", { class: "progress" }, h("progress", { max: 1, value: share, "aria-label": "How far the review is" }),
      h("span", { class: "trials", role: "status" }, `looked back at ${percent(share, 0)}%`),
      h("button", { type: "button", class: "plain", "data-act": "leave review" }, "Stop"))
  }
  if (state === "ask") {
    return [h("p", { class: "hint" }, "What the cards brought each seat, what the others’ choices did, and what its own choices lost.",
      secret && " It looks through everybody’s eyes, each seat’s own secrets included."),
      h("button", { type: "button", class: "plain wide", "data-act": "review" }, "Review this line")]
  }
  const tenths = (number, sign = true) => `${number < 0 ? "−" : sign ? "+" : ""}${(Math.abs(number) / 10).toFixed(1)}`
  const go = (of, ...words) => h("li", {}, h("button", { type: "button", "data-act": "go", "data-step": of.step, title: "Go to that choice" },
    h("span", { class: "when" }, `round ${of.round}`), h("span", {}, words)))
  return [
    h("table", { class: "apart", "aria-label": "Chance and choice" },
      h("tr", {}, h("td", {}), ["start", "deal", "guessing", "choices", "result"].map((word) => h("th", { scope: "col" }, word))),
      review.seats.map((of) => h("tr", {}, h("th", { scope: "row" }, mark(of), of.seat),
        of.parts.map((part, i) => h("td", { class: i === 3 && part < 0 ? "lost" : "" }, tenths(part, i > 0),
          i === 3 && of.lost < 0 && h("small", { title: "What its choices lost against its best ones" }, `lost ${tenths(-of.lost, false)}`))), h("td", { class: "result" }, tenths(of.result, false))))),
    h("p", { class: "hint" }, "Points in 100 of a win. Start and what changed it add up to the result. Choices are set against what the bot that plays on would have chosen; below stands what they lost against the best, each time anew."),
    h("h4", {}, "Biggest mistakes"),
    review.mistakes.length ? h("ol", { class: "told" }, review.mistakes.map((of) =>
      go(of, h("b", {}, of.seat), ` chose ${of.choice}; ${of.best} was better by ${percent(-of.lost)} `, h("small", {}, `±${percent(of.half)}`))))
      : h("p", { class: "hint" }, "None that is beyond doubt."),
    review.turns.length > 0 && [h("h4", {}, "Turning points"), h("ol", { class: "told" }, review.turns.map((of) =>
      go(of, h("b", {}, of.seat), ` ${signed(of.change)} by ${of.cause}`)))],
  ]
}
