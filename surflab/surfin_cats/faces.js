// The faces of what lies on the table: resources, jellyfish, flags, tricks and gauges, drawn from what they hold. Nothing
// is told apart by colour alone: resources have a sign each, flags and outcomes a word.

// The sign of a resource, by its place in the list of resources: a shell, a star, a plank, a pearl, then plain shapes.
const RESOURCES = [
  "M8 14 C 3 11, 1 7, 3 3.5 C 5 1, 11 1, 13 3.5 C 15 7, 13 11, 8 14 Z M8 14 V 2.4 M8 14 L 4 3.4 M8 14 L 12 3.4",
  "M8 1.2 L10 6 L15 6.4 L11.2 9.7 L12.4 14.6 L8 12 L3.6 14.6 L4.8 9.7 L1 6.4 L6 6 Z",
  "M1.6 10.4 L12.4 3 L14.6 5.8 L3.8 13.2 Z M5 10.4 L11.4 6",
  "M8 2.4 A5.6 5.6 0 1 1 7.99 2.4 Z M6 6.6 A2.6 2.6 0 0 1 8 5.2",
  "M8 1.5 L14 5 V11 L8 14.5 L2 11 V5 Z",
  "M6 1.5 H10 V6 H14.5 V10 H10 V14.5 H6 V10 H1.5 V6 H6 Z",
]

function resourceSign(resources, name, size = 16) {
  const path = RESOURCES[resources.indexOf(name)]
  return h("svg", { class: "resource", viewBox: "0 0 16 16", width: size, height: size, role: "img", "aria-label": name },
    h("path", { d: path ?? "M4 8 H12 M8 4 V12", fill: "none", stroke: "currentColor", "stroke-width": 1.4, "stroke-linejoin": "round",
      "stroke-linecap": "round", "stroke-dasharray": path ? false : "1.6 2" }))
}

function jellyfish(isActive) {
  const label = isActive ? "jellyfish: 2 flow less" : "jellyfish, harmless now"
  const arm = (x, sway) => h("path", { d: `M${x} 9 c ${sway} 2, ${-sway} 3.4, ${sway / 2} 5.6`, fill: "none", stroke: "currentColor",
    "stroke-width": 1.2, "stroke-linecap": "round" })
  return h("svg", { class: `jellyfish ${isActive ? "active" : ""}`, viewBox: "0 0 16 16", width: 18, height: 18, role: "img", "aria-label": label },
    h("path", { d: "M2 9 C 2 1, 14 1, 14 9 Z", fill: "currentColor" }), arm(5, 1.2), arm(8, -1.2), arm(11, 1.2))
}

const FLAGS = { green: "#2f8f5b", yellow: "#d9a400", red: "#c8423b", black: "#1b262c" }

function flag(colour, state = "now") {
  return h("svg", { class: `flag ${state.replace(" ", "-")}`, viewBox: "0 0 18 20", width: 18, height: 20, role: "img", "aria-label": `${colour} flag, ${state}` },
    h("path", { d: "M3 1 V19", stroke: "var(--ink)", "stroke-width": 1.6, "stroke-linecap": "round" }),
    h("path", { d: "M3 2 C 7 0.5, 11 4, 16 2 V 10 C 11 12, 7 8.5, 3 10 Z", fill: FLAGS[colour] ?? "var(--muted)", stroke: "var(--ink)", "stroke-width": 0.7 }))
}

function signed(amount) {
  return amount < 0 ? `−${-amount}` : `+${amount}`
}

// What a trick does to the meters, each with its word.
function trickMeters(card) {
  return h("span", { class: "does" }, ["paddle", "fall", "flow"].filter((meter) => card[meter]).map((meter) =>
    h("span", { class: meter }, `${meter} `, h("b", {}, signed(card[meter])))))
}

// A meter from 0 to its limit; what lies beyond is drawn as such.
function gauge(meter, amount, limit) {
  const most = Math.max(limit + 2, amount, 1)
  const part = (n) => `${(100 * n) / most}%`
  return h("div", { class: `gauge ${meter} ${amount > limit || (meter === "fall" && amount >= limit) ? "over" : ""}`, role: "meter", "aria-label": meter,
    "aria-valuenow": amount, "aria-valuemin": 0, "aria-valuemax": limit, "aria-valuetext": `${meter} ${amount} of ${limit}` },
    h("span", { class: "what" }, meter),
    h("span", { class: "track" }, h("span", { class: "fill", style: `width: ${part(Math.min(amount, most))}` }),
      h("span", { class: "limit", style: `left: ${part(limit)}` })),
    h("span", { class: "number" }, h("b", {}, amount), `/${limit}`))
}

const RESULTS = { safe: ["", "holds"], falls: ["✕", "falls"], "too far": ["✕", "goes too far"], saved: ["!", "too far, but an item saves it"], "": ["?", "depends on what it copies"] }

// One kind of card in a deck, with what it would do to the cat now.
function deckCard(card, isNext = false) {
  const [sign, words] = RESULTS[card.result]
  return h("li", { class: `in-deck ${card.result.replace(" ", "-") || "open"} ${isNext ? "next" : ""}`, title: `${card.sentence} (${words})` },
    card.count > 1 && h("span", { class: "count-of" }, `${card.count} × `), card.name, sign && h("i", { "aria-hidden": "true" }, ` ${sign}`),
    h("span", { class: "unseen" }, ` ${words}`))
}

function percent(chance) {
  if (chance > 0 && chance < 0.005) { return "<1%" }
  return chance < 1 && chance > 0.995 ? ">99%" : `${Math.round(100 * chance)}%`
}
