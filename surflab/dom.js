// Drawing by description: `h` describes an element, `morph` makes what stands in the page equal to it. Text is only ever
// set as text and attributes as attributes, so nothing that a person typed can become markup.

const SVG = "http://www.w3.org/2000/svg"
const DRAWN = new Set(["svg", "path", "circle", "rect", "line", "g", "ellipse"])

// An element with attributes and children; false, null and undefined are left out of both.
function h(tag, attributes = {}, ...children) {
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) { continue }
    element.setAttribute(name, value === true ? "" : value)
  }
  for (const child of children.flat(Infinity)) {
    if (child === false || child === null || child === undefined) { continue }
    element.append(child instanceof Node ? child : document.createTextNode(child))
  }
  return element
}

// Make `old` equal to `fresh` and keep every node that can stay, so that focus, scrolling and transitions survive. An
// element whose `data-key` changed is replaced, which starts its animation anew.
function morph(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) { old.removeAttribute(name) }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) { old.setAttribute(name, value) }
  }
  if (old.matches("option") && old.selected !== fresh.selected) { old.selected = fresh.selected }
  const before = [...old.childNodes]
  const after = [...fresh.childNodes]
  after.forEach((node, i) => {
    const there = before[i]
    if (!there) {
      old.append(node)
    } else if (there.nodeType !== node.nodeType || there.nodeName !== node.nodeName
               || (there.dataset?.key ?? "") !== (node.dataset?.key ?? "")) {
      there.replaceWith(node)
    } else if (node.nodeType === Node.TEXT_NODE) {
      if (there.data !== node.data) { there.data = node.data }
    } else {
      morph(there, node)
    }
  })
  before.slice(after.length).forEach((node) => node.remove())
  if (old.type === "range" && !old.matches(":active")) { old.value = fresh.getAttribute("value") }
  if (old.type === "number" && fresh.hasAttribute("value") && !old.matches(":focus")) { old.value = fresh.getAttribute("value") }
}

// Send a message to the server without what it says nothing about, which the protocol could not carry.
function tell(model, message) {
  model.send_msg(Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)))
}

// Save a file where the browser saves files.
function saveAs(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

// The element with a `data-act` that an event came from, if it can be pressed.
function pressed(event) {
  const element = event.composedPath().find((node) => node.dataset?.act)
  return element && !element.disabled && element.getAttribute("aria-disabled") !== "true" ? element : null
}

// Whether somebody is typing or choosing in a control of its own, so that a key is not meant for the page.
function isTyping(event) {
  const controls = "input, textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=menu], "
    + "[role=tab], [role=dialog], [role=slider]"
  return event.ctrlKey || event.metaKey || event.altKey
    || event.composedPath().some((node) => node.matches?.(controls))
}
