// A sentence that stays until it is closed.

export function render({ model }) {
  const root = h("div")
  const draw = () => morph(root, h("div", { role: "status" }, model.said && h("p", { "data-key": model.said }, h("span", {}, model.said),
    h("button", { type: "button", "data-act": "close", "aria-label": "Close this message" }, "×"))))
  root.addEventListener("click", (event) => pressed(event) && model.send_msg({ act: "close" }))
  model.on("said", draw)
  draw()
  return root
}
