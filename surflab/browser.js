// What a page knows of its browser: whether the window is a phone's, the light that a person switches to (kept in a
// cookie), and that the server answers no more.

const SOONEST = 1000, LATEST = 8000  // milliseconds between two questions to a server that is gone
const PATIENCE = 10000  // milliseconds that an answer may take

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

// A table that is kept comes back by itself, at its address, when the server answers; another is gone, but can still be read.
function tellLost(bar) {
  const isKept = new URLSearchParams(location.search).has("table")
  const again = document.createElement("button")
  bar.className = "lost"
  bar.role = "alert"
  bar.append("The server does not answer. ", isKept ? "What was played is kept; this page comes back when the server does." : "What you see can be read, but no longer played.", again)
  again.append("Load anew")
  again.addEventListener("click", () => location.reload())
  document.body.append(bar)
  if (isKept) { comeBack() }
}

// Asks ever less often, and loads the page once; the server tells when, so that many pages do not come back all at once.
async function comeBack() {
  let turn
  for (let pause = SOONEST; turn === undefined; pause = Math.min(2 * pause, LATEST)) {
    await sleep(pause * (0.5 + Math.random()))
    turn = await turnToLoad()
  }
  await sleep(1000 * turn)
  location.reload()
}

// The seconds until this page may load again; undefined while the server does not answer.
async function turnToLoad() {
  try {
    const answer = await fetch("./alive", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })
    return answer.status < 500 ? Number(await answer.text()) || 0 : undefined
  } catch {
    return undefined
  }
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
