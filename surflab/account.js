// The account of a game: a list of rounds in words that keeps the round looked at in sight.

export function render({ model }) {
  const root = h("div", { class: "account" })
  const draw = () => {
    morph(root, h("div", { class: "account" }, model.title && h("h3", {}, model.title),
      h("ol", { tabindex: 0, "aria-label": "Account of the rounds" }, model.rounds.map((round) => drawRound(round, model.now)))))
    const [list, now] = [root.querySelector("ol"), root.querySelector("[aria-current]")]
    if (list && now) { list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight + now.clientHeight + 8 }
  }
  root.addEventListener("click", (event) => {
    const button = pressed(event)
    if (button) { model.send_msg({ act: "go", rounds: Number(button.dataset.round) }) }
  })
  for (const name of ["rounds", "now", "title"]) { model.on(name, draw) }
  model.on("after_layout", draw)
  draw()
  return root
}

function drawRound({ round, label, place, heading, told, notes }, now) {
  return h("li", { class: round > now ? "later" : "", "aria-current": round === now && "step" },
    h("button", { type: "button", "data-act": "go", "data-round": round, "aria-label": `Go to ${place ?? (round ? `round ${round}` : "the deal")}` }, label ?? (round || "–")),
    h("div", {}, heading && h("h4", {}, heading), h("p", {}, told.join(" ")), notes.map((note) => h("p", { class: "note" }, note))))
}
