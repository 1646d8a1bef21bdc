// A row of tabs over panels, of which the chosen one is seen.

export function render({ model, el }) {
  const bar = h("div", { role: "tablist", "aria-label": "Beside the table" }, model.titles.map((title, i) =>
    h("button", { type: "button", role: "tab", id: `tab${i}`, "aria-controls": `panel${i}`, "data-act": "tab", "data-number": i }, title)))
  const root = h("div", { class: "tabs" }, bar, model.get_child("panels").map((child, i) =>
    h("div", { role: "tabpanel", id: `panel${i}`, "aria-labelledby": `tab${i}` }, child)))
  const [tabs, panels] = ["[role=tab]", "[role=tabpanel]"].map((kind) => [...root.querySelectorAll(kind)])
  const draw = () => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === model.chosen))
      tab.tabIndex = i === model.chosen ? 0 : -1
      panels[i].hidden = i !== model.chosen
    })
  }
  const choose = (number) => {
    model.chosen = number
    tabs[number].focus()
  }
  bar.addEventListener("click", (event) => {
    const tab = pressed(event)
    if (tab) { choose(Number(tab.dataset.number)) }
  })
  bar.addEventListener("keydown", (event) => {
    const last = tabs.length - 1
    const to = { ArrowLeft: model.chosen - 1, ArrowRight: model.chosen + 1, Home: 0, End: last }[event.key]
    if (to === undefined) { return }
    event.preventDefault()
    choose(to < 0 ? last : to > last ? 0 : to)
  })
  model.on("chosen", draw)
  draw()
  return root
}
