"""On a phone whatever can be pressed, on every view of every page, is hit by a finger of 40 pixels and by no other's."""
import pytest

from .conftest import check_fits
from .tours import TOURS

# A control is hit if what lies at its middle is its own; then so must be what lies half a finger away on each side.
MISSED = """() => {
  const found = []
  const walk = (root) => { for (const node of root.querySelectorAll("*")) { found.push(node); if (node.shadowRoot) { walk(node.shadowRoot) } } }
  walk(document)
  const lies = (x, y) => {
    let node = document.elementFromPoint(x, y)
    for (let deeper; (deeper = node?.shadowRoot?.elementFromPoint(x, y)) && deeper !== node; node = deeper);
    return node
  }
  const owns = (control, node) => {
    for (; node; node = node.parentNode ?? node.host) { if (node === control) { return true } }
    return false
  }
  const kinds = "a[href], button, select, input, textarea, summary, [data-act], " + ["button", "tab", "combobox", "switch"].map((role) => `[role=${role}]`)
  const missed = []
  for (const node of found) {
    if (!node.matches(kinds) || node.disabled || node.ariaDisabled === "true" || !node.checkVisibility({ visibilityProperty: true })) { continue }
    const control = node.matches("[type=checkbox], [type=radio], [type=file]") ? node.labels[0] ?? node : node
    control.scrollIntoView({ block: "center", inline: "center" })
    const box = control.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const hits = (across, down) => [control, ...control.labels ?? []].some((of) => owns(of, lies(x + across, y + down)))
    const beside = [[-19, 0], [19, 0], [0, -19], [0, 19]].find(([across, down]) => !hits(across, down))
    if (hits(0, 0) && beside) {
      const there = lies(x + beside[0], y + beside[1])
      missed.push(`${control.localName}.${control.getAttribute("class") ?? ""} “${(control.ariaLabel ?? control.textContent).trim().slice(0, 40)}” ${box.width} × ${box.height} at ${x}, ${y}: by ${beside} lies ${there?.localName}.${there?.getAttribute("class")}`)
    }
  }
  return [missed, found.length]
}"""


@pytest.mark.parametrize("name", TOURS)
def test_a_finger_hits_whatever_can_be_pressed(open_page, shot, name):
    place, tour = TOURS[name]
    page = open_page(place(), 390)
    missed = []
    for view in tour(page):
        shot(page, f"touch {name} {view}")
        check_fits(page)
        here, seen = page.evaluate(MISSED)
        assert seen > 50, "the page has been looked through"
        missed += [f"{view}: {of}" for of in here]
    assert not missed, "\n".join(missed)
