// A place to drop one file on, or to press and choose one. A file that is too large is not sent, nor one in whose place
// another was chosen while it was read.

export function render({ model }) {
  const root = h("div", {})
  const local = { refused: "", over: false, files: [] }
  const draw = () => {
    const before = said()
    morph(root, form())
    if (said() && said() !== before) { root.querySelector("p").scrollIntoView({ block: "nearest" }) }  // below what a phone shows, else
  }
  const said = () => root.querySelector("p")?.textContent
  const form = () => h("div", {},
    h("label", { class: local.over ? "over" : "" }, h("input", { type: "file", accept: ".toml", "aria-label": "Choose a file" }),
      model.reading ? h("span", { role: "status" }, model.reading) : h("span", {}, "Drop a file here, or ", h("u", {}, "choose one"))),
    (local.refused || model.complaint) && h("p", { role: "alert" }, local.refused || model.complaint))
  const refusal = (files) => files.length > 1 ? `${files.length} files at once; drop one at a time`
    : files[0]?.size > model.limit ? `${files[0].name}: is larger than ${model.limit / 2 ** 20} MiB` : ""
  const take = async (files) => {
    const [file] = files
    Object.assign(local, { files, over: false, refused: refusal(files) })
    draw()
    if (!file || local.refused) { return }
    const content = await file.arrayBuffer().catch(() => null)
    if (files !== local.files) { return }
    if (content) { return model.send_msg({ act: "file", name: file.name, content }) }
    local.refused = `${file.name}: cannot be read`
    draw()
  }
  root.addEventListener("change", ({ target }) => { take([...target.files]); target.value = "" })
  root.addEventListener("dragover", (event) => { event.preventDefault(); if (!local.over) { local.over = true; draw() } })
  root.addEventListener("dragleave", () => { local.over = false; draw() })
  root.addEventListener("drop", (event) => { event.preventDefault(); take([...event.dataTransfer.files]) })
  for (const name of ["reading", "complaint"]) { model.on(name, draw) }
  draw()
  return root
}
