// The faces of the cards, drawn from what is printed on them. Suits differ by colour, by name and by a sign: the first
// suit has one wave line, the second two, and so on.

const LINES = [3.2, 6.4, 9.6, 12.8, 16, 19.2]

// The sign of a suit, `index` counted from 0.
function suitSign(suits, index, size = 16) {
  const lines = LINES.slice(0, index + 1)
  const height = lines.at(-1) + 3.2
  return h("svg", { class: "sign", viewBox: `0 0 16 ${height}`, width: size, height: (size * height) / 16, "aria-hidden": "true",
    style: `color: ${suits[index].colour}` },
    lines.map((y) => h("path", { d: `M1 ${y} q 3.5 -3.6 7 0 t 7 0`, fill: "none", stroke: "currentColor", "stroke-width": 1.9,
      "stroke-linecap": "round" })))
}

// A swell that stands higher the more a wave is worth; from half the most on its lip curls.
function swell(points) {
  const most = 10
  const rise = 10 + 3.8 * Math.min(points, most)
  const wave = (base, height, shift) => {
    const [top, lip] = [base - height, Math.min(height * 0.42, 14)]
    return `M-20 62 V ${base} C ${18 + shift} ${base}, ${30 + shift} ${top}, ${52 + shift} ${top} `
      + `C ${64 + shift} ${top}, ${73 + shift} ${top + lip * 0.5}, ${75 + shift} ${top + lip} `
      + `C ${68 + shift} ${top + lip * 0.75}, ${63 + shift} ${top + lip}, ${63 + shift} ${top + lip * 1.6} `
      + `C ${64 + shift} ${base - 1}, ${78 + shift} ${base}, 120 ${base} V 62 Z`
  }
  return h("svg", { class: "swell", viewBox: "0 0 100 60", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("path", { d: wave(52, rise, 6), opacity: 0.32 }),
    h("path", { d: wave(55, rise * 0.66, -12), opacity: 0.55 }),
    h("path", { d: wave(57, rise * 0.3, 22) }))
}

function bluebottleArt() {
  const arm = (x, sway, long) => h("path", { d: `M${x} 31 c ${sway} ${long / 3}, ${-sway} ${(long * 2) / 3}, ${sway / 2} ${long}`,
    fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-linecap": "round" })
  return h("svg", { class: "bluebottle", viewBox: "0 0 60 80", "aria-hidden": "true" },
    arm(20, 5, 26), arm(27, -4, 44), arm(34, 4, 36), arm(40, -5, 22),
    h("path", { d: "M10 29 C 12 10, 30 3, 50 11 C 54 17, 54 26, 48 32 C 38 37, 18 37, 10 29 Z", fill: "currentColor", opacity: 0.85 }),
    h("path", { d: "M15 26 C 20 14, 34 8, 48 13", fill: "none", stroke: "var(--card)", "stroke-width": 1.8, opacity: 0.8,
      "stroke-linecap": "round" }))
}

// A surfboard with one stripe for the first suit, two for the second, and so on.
function boardArt(suits, index) {
  const stripes = Array.from({ length: index + 1 }, (_, i) => 15 + (i - index / 2) * 4)
  return h("svg", { class: "board", viewBox: "0 0 30 80", "aria-hidden": "true", style: `color: ${suits[index].colour}` },
    h("path", { d: "M15 1 C 26 14, 29 48, 20 77 C 18 80, 12 80, 10 77 C 1 48, 4 14, 15 1 Z", fill: "currentColor" }),
    stripes.map((x) => h("path", { d: `M${x} ${12 + Math.abs(x - 15)} V 70`, stroke: "var(--card)", "stroke-width": 1.6, opacity: 0.9 })))
}

function oceanCard(suits, card, attributes = {}) {
  if (!card) { return h("div", { class: "card ocean empty", ...attributes }) }
  const { class: more = "", ...rest } = attributes
  if (card.kind === "bluebottle") {
    return h("div", { class: `card ocean stinger ${more}`, "aria-label": "bluebottle", role: "img", ...rest },
      bluebottleArt(), h("span", { class: "name" }, "bluebottle"))
  }
  return h("div", { class: `card ocean ${more}`, style: `--suit: ${suits[card.suit].colour}`, role: "img",
    "aria-label": `${card.name}, a wave worth ${card.points}`, ...rest },
    swell(card.points), h("span", { class: "points" }, card.points),
    suitSign(suits, card.suit, 20), h("span", { class: "name" }, suits[card.suit].name))
}

// Dots for respect: `held` of `most`.
function pips(held, most, label) {
  return h("span", { class: "pips", role: "img", "aria-label": label },
    Array.from({ length: most }, (_, i) => h("i", { class: i < held ? "on" : "" })))
}

function beachFace(suits, card) {
  if (card.kind === "board") {
    return [boardArt(suits, card.suit), h("span", { class: "bonus" }, `+${card.bonus}`), suitSign(suits, card.suit, 16),
      h("span", { class: "name" }, suits[card.suit].name)]
  }
  return [h("span", { class: "energy" }, card.value), h("span", { class: "once" }, "1×"), h("span", { class: "name" }, "energy")]
}

// An energy card as its hand shows it: "4", "0" for the rest, "4t" for one that can be used once.
function energyCard(card, attributes = {}) {
  const { class: more = "", ...rest } = attributes
  const isTemporary = card.endsWith("t")
  return h("span", { class: `energy-card ${isTemporary ? "temporary" : ""} ${card === "0" ? "rest" : ""} ${more}`, ...rest },
    h("b", {}, parseInt(card)))
}
