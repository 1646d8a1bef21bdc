// A text in a field, and a button that copies it; where a page may not write to the clipboard the text is selected instead.

export function render({ model }) {
  const root = h("div", { class: "copied" })
  const local = { done: "" }
  const text = () => model.is_query ? location.origin + location.pathname + model.text : model.text
  const draw = () => {
    morph(root, h("div", { class: "copied" }, h("label", {}, h("span", {}, model.label),
      h("input", { type: "text", readonly: true, value: text(), "aria-label": model.label })),
      h("button", { type: "button", "data-act": "copy" }, local.done || "Copy")))
    root.querySelector("input").value = text()
  }
  root.addEventListener("click", async (event) => {
    if (!pressed(event)) { return }
    const field = root.querySelector("input")
    field.select()
    try {
      await navigator.clipboard.writeText(text())
      local.done = "Copied"
    } catch {
      local.done = document.execCommand("copy") ? "Copied" : "Press Ctrl+C"
    }
    draw()
    field.select()
    setTimeout(() => { local.done = ""; draw() }, 2500)
  })
  model.on("text", draw)
  draw()
  return root
}
