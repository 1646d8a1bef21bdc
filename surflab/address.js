// Writes the id of the kept table into the address. Another table is a step forward in the browser's history, so that going
// back from it opens the one before.

const OWN = ["table", "record", "line", "at"]

export function render({ model }) {
  const show = () => {
    const query = new URLSearchParams(location.search)
    const before = query.get("table")
    if (!model.kept || before === model.kept) { return }
    OWN.forEach((name) => query.delete(name))
    query.set("table", model.kept)
    history[before ? "pushState" : "replaceState"](null, "", `${location.pathname}?${query}${location.hash}`)
  }
  const back = () => {
    const asked = new URLSearchParams(location.search).get("table")
    if (asked && asked !== model.kept) { location.reload() }
  }
  window.addEventListener("popstate", back)
  model.on("remove", () => window.removeEventListener("popstate", back))
  model.on("kept", show)
  show()
}
