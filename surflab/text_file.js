// A place to drop one file on, or to press and choose one. A file that is too large is not sent.

export function render({ model }) {
  const root = h("div", {})
  const local = { refused: "", over: false }
  const draw = () => morph(root, h("div", {},
    h("label", { class: local.over ? "over" : "" }, h("input", { type: "file", accept: ".toml", "aria-label": "Choose a file" }),
      model.reading ? h("span", { role: "status" }, model.reading) : h("span", {}, "Drop a file here, or ", h("u", {}, "choose one"))),
    (local.refused || model.complaint) && h("p", { role: "alert" }, local.refused || model.complaint)))
  const take = async (files) => {
    local.over = false
    local.refused = files.length > 1 ? `${files.length} files at once; drop one at a time`
      : files[0]?.size > model.limit ? `${files[0].name}: is larger than ${model.limit / 2 ** 20} MiB` : ""
    draw()
    if (files.length === 1 && !local.refused) {
      model.send_msg({ act: "file", name: files[0].name, content: await files[0].arrayBuffer() })
    }
  }
  root.addEventListener("change", ({ target }) => { take([...target.files]); target.value = "" })
  root.addEventListener("dragover", (event) => { event.preventDefault(); if (!local.over) { local.over = true; draw() } })
  root.addEventListener("dragleave", () => { local.over = false; draw() })
  root.addEventListener("drop", (event) => { event.preventDefault(); take([...event.dataTransfer.files]) })
  for (const name of ["reading", "complaint"]) { model.on(name, draw) }
  draw()
  return root
}
