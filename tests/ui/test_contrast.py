"""Every text on every view has the contrast that WCAG asks for, in both lights, marks in a seat's colour included."""
import pytest
from axe_playwright_python.sync_playwright import Axe

from .test_shell import LIGHTS
from .tours import TOURS

# axe leaves out what is hidden from screen readers, signs that are no letters, and single characters: here they count.
CONTRAST = """async () => {
  axe.configure({ rules: [{ id: "color-contrast", excludeHidden: false }], checks: [{ id: "color-contrast", options: {
    ignoreUnicode: false, ignoreLength: true, ignorePseudo: true, boldValue: 700, boldTextPt: 14, largeTextPt: 18, pseudoSizeThreshold: 0.25,
    contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } } } }] })
  const { violations, passes } = await axe.run(document, { runOnly: ["color-contrast"] })
  const nodes = (found) => found.flatMap((rule) => rule.nodes)
  return [nodes(violations).map(({ html, any }) => `${html.slice(0, 120)}: ${any[0].data.contrastRatio}`), nodes(passes).length]
}"""


@LIGHTS
@pytest.mark.parametrize("name", TOURS)
def test_every_text_reads(open_page, name, dark):
    place, tour = TOURS[name]
    page = open_page(place(), dark=dark)
    faint = []
    for view in tour(page):
        page.evaluate(Axe().axe_script)
        found, passed = page.evaluate(CONTRAST)
        assert passed > 5, "axe has looked at the page"
        faint += [f"{view}: {text}" for text in found]
    assert not faint, "\n".join(faint)
