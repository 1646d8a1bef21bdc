// What a page knows of its browser: whether the window is a phone's, the light that a person switches to (kept in a
// cookie), and that the server answers no more.

const AGAIN = 3000  // milliseconds between two questions to a server that is gone

export function render({ model, view, el }) {
  const wear = (light) => {
    document.documentElement.dataset.lab = light
    document.cookie = `lab=${light}; path=/; max-age=31536000; SameSite=Lax`
  }
  let observer
  model.on("after_layout", () => {
    const page = el.getRootNode().host?.closest(".mui-dark, .mui-light")
    if (observer || !page) { return }
    const look = () => wear(page.matches(".mui-dark") ? "dark" : "light")
    observer = new MutationObserver(look)
    observer.observe(page, { attributeFilter: ["class"] })
    look()
  })
  model.on("remove", () => observer?.disconnect())
  model.narrow = matchMedia("(max-width: NARROWpx)").matches
  view.model.document.on_event("connection_lost", () => tellLost(document.createElement("div")))
}

// A table that is kept comes back by itself, at its address, as soon as the server answers; another is gone, but can still be read.
function tellLost(bar) {
  const isKept = new URLSearchParams(location.search).has("table")
  const again = document.createElement("button")
  bar.className = "lost"
  bar.role = "alert"
  bar.append("The server does not answer. ", isKept ? "What was played is kept; this page comes back when the server does." : "What you see can be read, but no longer played.", again)
  again.append("Load anew")
  again.addEventListener("click", () => location.reload())
  document.body.append(bar)
  const ask = () => fetch(location.pathname, { cache: "no-store" }).then((answer) => answer.ok && isKept && location.reload()).catch(() => {})
  setInterval(ask, AGAIN)
}
