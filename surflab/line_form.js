// The form that begins a line of play: its name, the cards to come, and how the seats go on. What is filled in lies in
// `form`; `fillIn` takes it from an event and says whether the form looks different now.

const emptyForm = (view) => ({ name: "", fate: "same", others: "ask", bot: view.bot, hands: view.by_hand.join("") })

function fillIn(form, { name, value }) {
  if (name === "hand") {
    form.hands = form.hands.includes(value) ? form.hands.replace(value, "") : form.hands + value
  } else if (name in form) { form[name] = value }
  return name === "others"
}

function formMessage(form) {
  return { act: "branch", name: form.name.trim(), fate: form.fate, others: form.others, bot: form.bot, by_hand: form.hands }
}

function drawLineForm(view, form, title, complaint, cancel) {
  const fate = (value, label, hint) => h("label", {}, h("input", { type: "radio", name: "fate", value, checked: form.fate === value }),
    h("span", {}, h("b", {}, label), h("span", {}, hint)))
  const options = (chosen, all) => Object.entries(all).map(([value, label]) => h("option", { value, selected: value === chosen }, label))
  return h("form", { class: "popover", "aria-label": "A new line of play" },
    h("h3", {}, title),
    h("input", { type: "text", name: "name", maxlength: 60, placeholder: "name of the line", autocomplete: "off",
      "aria-label": "Name of the line" }),
    complaint && h("p", { class: "complaint", role: "alert" }, complaint),
    fate("same", "The same cards to come", "as the decks lie now"),
    fate("redealt", "Fresh cards", "what nobody has seen is shuffled anew"),
    h("label", { class: "field" }, "The others", h("select", { name: "others" }, options(form.others,
      { ask: "choose again, bots play", kept: `go on as on ${view.line}`, bots: "are left to a bot" }))),
    form.others === "bots" && h("label", { class: "field" }, "The bot", h("select", { name: "bot" },
      options(form.bot, Object.fromEntries(view.bots.map((bot) => [bot, bot]))))),
    form.others !== "ask" && h("fieldset", {}, h("legend", {}, "You choose for"), view.players.map((player, seat) =>
      h("label", { class: "hand" }, h("input", { type: "checkbox", name: "hand", value: seat, checked: form.hands.includes(seat) }), player))),
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Branch here"),
      h("button", { type: "button", class: "quiet", ...cancel }, "Cancel")))
}
