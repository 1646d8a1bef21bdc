// A form that sets a table up: fields by section, the position as text, what cannot be, and the button that begins.

export function render({ model }) {
  const root = h("form", { class: "sheet", autocomplete: "off" })
  const local = { copied: "", typed: null, asked: null, open: new Set() }
  const send = (act, key = "", value = null) => tell(model, { act, key, value })
  const draw = () => {
    morph(root, h("form", { class: "sheet", autocomplete: "off" }, model.view.sections ? drawSheet(model.view, local)
      : h("p", { class: "hint", role: "status" }, "Reading the position…")))
    for (const element of root.querySelectorAll("input, select, textarea")) {
      const value = element.matches("select") ? element.dataset.value : element.matches("textarea") ? local.typed ?? model.view.text : element.getAttribute("value")
      if (element !== root.getRootNode().activeElement || element.matches("select")) { if (element.value !== value) { element.value = value } }
    }
  }
  const field = (key) => model.view.sections.flatMap((section) => section.fields).find((found) => found.key === key)
  const acts = {
    step: ({ key, by }) => {
      const { value, least, most, none } = field(key)
      const next = value === null ? (Number(by) > 0 ? least : null) : value + Number(by)
      send("set", key, next === null || next < least ? (none ? null : least) : Math.min(next, most))
    },
    move: ({ key, item }) => {
      const { value, places } = field(key)
      send("set", key, { ...value, [item]: places[(places.indexOf(value[item]) + 1) % places.length] })
    },
    drop: ({ key, at }) => send("set", key, field(key).value.filter((_, i) => i !== Number(at))),
    fold: ({ key }) => { if (!local.open.delete(key)) { local.open.add(key) } draw() },
    moment: ({ open }) => { local.typed = null; send("moment", "", open === "true") },
    copy: async () => {
      const box = root.querySelector("textarea")
      try {
        await navigator.clipboard.writeText(box.value)
        local.copied = "Copied."
      } catch {
        box.focus()
        box.select()
        local.copied = document.execCommand("copy") ? "Copied." : "Press Ctrl or ⌘ and C."
      }
      draw()
    },
    take: () => { local.asked = root.querySelector("textarea").value; send("text", "", local.asked) },
    leave: () => { local.typed = null; draw(); send("leave") },
    start: () => send("start"),
  }
  root.addEventListener("submit", (event) => event.preventDefault())
  root.addEventListener("click", (event) => {
    const element = pressed(event)
    if (element) { acts[element.dataset.act]?.(element.dataset) }
  })
  let wait = 0
  root.addEventListener("input", (event) => {
    const { name, value } = event.target
    if (event.target.matches("textarea")) { local.typed = value; local.copied = ""; return draw() }
    clearTimeout(wait)
    if (event.target.matches("input")) { wait = setTimeout(() => send("set", name, value), 250) }
  })
  root.addEventListener("change", (event) => {
    const { name, value } = event.target
    if (event.target.matches("select[data-adds]")) {
      if (value) { send("set", name, [...field(name).value, value]) }
      event.target.value = ""
    } else if (event.target.matches("select, input")) {
      clearTimeout(wait)
      send("set", name, value)
    }
  })
  model.on("view", () => { local.copied = ""; draw() })
  model.on("turn", () => { if (local.typed === local.asked) { local.typed = null } draw() })  // what is being typed stays
  model.on("remove", () => clearTimeout(wait))
  draw()
  return root
}

function drawSheet(view, local) {
  const button = (act, label, attributes = {}) => h("button", { type: "button", class: "plain", "data-act": act, ...attributes }, label)
  const isOpen = (key) => local.open.has(key) || key === view.bad
  const isTyped = local.typed !== null && local.typed !== view.text
  const showsText = isTyped || local.open.has("text")
  return [
    h("div", { class: "from" }, button("moment", "From this moment", { "data-open": "false" }),
      button("moment", "with decks and tokens", { "data-open": "true", title: "Also what nobody at the table may know" }),
      button("fold", "As text: copy or paste", { "data-key": "text", "aria-expanded": String(showsText) })),
    showsText && h("div", { class: "as-text" },
      h("textarea", { rows: 9, spellcheck: "false", "aria-label": "The position as text",
        placeholder: "Paste a position or a record here." }),
      h("div", { class: "from" }, button("copy", "Copy position", { disabled: !(local.typed ?? view.text) }),
        button("take", "Fill the form from this text", { disabled: !isTyped }),
        isTyped && button("leave", "Back to the form’s own"), h("span", { class: "said", role: "status" }, local.copied))),
    view.refused && h("p", { class: "complaint", role: "alert" }, view.refused),
    view.notes.map((note) => h("p", { class: "note", role: "status" }, note)),
    view.sections.map((section) => drawSection(section, view, isOpen)),
    h("div", { class: "foot" }, h("p", { class: view.complaint ? "complaint" : isTyped ? "waits" : "fine", role: "status" }, view.complaint
      || (isTyped ? "The text is not in the form: fill the form from it, or go back to the form’s own." : "The card set and the rules allow this position.")),
      h("button", { type: "button", class: "primary", "data-act": "start", disabled: isTyped || Boolean(view.complaint) }, "Start from here"))]
}

function drawSection(section, view, isOpen) {
  const folded = section.folded && !isOpen(section.key) && !section.fields.some((field) => isBad(field.key, view.bad))
  return h("section", { class: `part ${section.key && view.bad === section.key ? "bad" : ""}`, "aria-label": section.title },
    h("h3", {}, section.mark && h("i", { style: `color: ${section.ink}` }, section.mark), section.folded
      ? h("button", { type: "button", class: "fold", "data-act": "fold", "data-key": section.key, "aria-expanded": String(!folded) }, section.title)
      : section.title),
    !folded && section.hint && h("p", { class: "hint" }, section.hint),
    !folded && h("div", { class: "fields" }, section.fields.map((field) => drawField(field, isBad(field.key, view.bad)))))
}

function isBad(key, bad) {
  return Boolean(bad) && (key === bad || key.startsWith(`${bad}.`) && !/^\d+$/.test(bad))
}

function drawField(field, bad) {
  const { key, label, kind, wide, hint } = field
  return h("div", { class: `field of-${kind} ${wide ? "wide" : ""} ${bad ? "bad" : ""}`, role: "group", "aria-label": label, "data-field": key, title: hint },
    h("span", { class: "label" }, label), KINDS[kind](field, bad))
}

const shown = (field, option) => field.words[option] ?? option

const KINDS = {
  text: ({ key, label, most, value }, bad) => h("input", { type: "text", name: key, maxlength: most, value, "aria-label": label, "aria-invalid": bad && "true" }),
  number: ({ key, label, least, most, none, value }) => h("span", { class: "stepper" },
    h("button", { type: "button", "data-act": "step", "data-key": key, "data-by": -1, "aria-label": `${label}: less`,
      disabled: none ? value === null : value <= least }, "−"),
    h("output", { "aria-label": label }, value ?? "–"),
    h("button", { type: "button", "data-act": "step", "data-key": key, "data-by": 1, "aria-label": `${label}: more`, disabled: value >= most && value !== null }, "+")),
  choice: (field) => h("select", { name: field.key, "aria-label": field.label, "data-value": field.value, title: shown(field, field.value) },
    field.options.map((option) => h("option", { value: option, selected: option === field.value }, shown(field, option)))),
  cards: (field) => h("span", { class: "chips" },
    field.value.map((card, i) => h("button", { type: "button", class: "chip", "data-act": "drop", "data-key": field.key, "data-at": i,
      "aria-label": `Take ${card} away`, title: shown(field, card) }, field.colours[card] && h("i", { style: `background: ${field.colours[card]}` }), card, h("b", { "aria-hidden": "true" }, "×"))),
    h("select", { name: field.key, "data-adds": "", "data-value": "", "aria-label": `${field.label}: add` }, h("option", { value: "" }, "+ add"),
      field.options.map((option) => h("option", { value: option }, shown(field, option))))),
  places: (field) => h("span", { class: "cards" }, field.options.map((item) => h("button", { type: "button", "data-act": "move", "data-key": field.key,
    "data-item": item, "data-place": field.places.indexOf(field.value[item]), "aria-label": `${item}: ${shown(field, field.value[item])}` },
    h("b", { class: item.length > 2 && "long" }, item), h("small", {}, shown(field, field.value[item]))))),
}
