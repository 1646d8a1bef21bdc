"""What is printed: rules, cards and a table whole, with its charts, over as many pages as it takes, dark on white."""
import io
from unicodedata import normalize

import pypdf
import pytest

from surflab.rulings import rulings
from surflab.surfin_cats.cards import CardSet as CatCards
from surflab.surfin_cats.cards import sections as cat_sections
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.cards import sections

from .conftest import wait_until
from .test_shell import LIGHTS
from .tours import TOURS

CHARTS = {"Surf’s Up!": ["Score", "Respect", "Energy in hand"], "Surfin’ Cats": ["Flow", "Paddle", "Fall"]}
CANVASES = """() => {
  const found = []
  const walk = (root) => { for (const node of root.querySelectorAll("*")) { found.push(node); if (node.shadowRoot) { walk(node.shadowRoot) } } }
  walk(document)
  return found.filter((node) => node.matches("canvas") && node.checkVisibility()).map((node) => node.getBoundingClientRect().right <= innerWidth)
}"""


def printed(page) -> list[str]:
    """The words on each page of paper."""
    paper = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    return [" ".join(normalize("NFKC", sheet.extract_text()).split()) for sheet in paper.pages]


def last_words(text: str) -> str:
    return " ".join(text.split()[-3:])


@LIGHTS
@pytest.mark.parametrize(("path", "last"), [
    ("/rules", rulings("surfs-up")[-1].rule), ("/rules?game=surfin-cats", rulings("surfin-cats")[-1].rule),
    ("/cards", sections(CardSet.house())[-1][1][-1][1]), ("/cards?game=surfin_cats", cat_sections(CatCards.house())[-1][1][-1][1]),
])
def test_a_list_prints_to_its_end(open_page, path, last, dark):
    page = open_page(path, dark=dark)
    wait_until(lambda: last_words(last) in " ".join(printed(page)), page, "its last words on paper", 20)
    sheets = printed(page)
    assert len(sheets) > 1
    assert "Find a" not in " ".join(sheets), "nothing to type in is on paper"


@LIGHTS
@pytest.mark.parametrize("name", CHARTS)
def test_a_table_prints_with_its_charts_and_the_whole_story(open_page, shot, name, dark):
    page = open_page(TOURS[name][0](), dark=dark)
    told = page.get_by_role("list", name="Account of the rounds").locator("p").all_text_contents()
    sheets = printed(page)
    words = " ".join(sheets)
    assert len(sheets) > 1 and all(chart in words for chart in CHARTS[name])
    assert len(told) > 3 and all(last_words(part) in words for part in told)
    assert "Branch" not in words and "Play to the end" not in words, "nothing to press is on paper"
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 690, "height": 1000})
    seen = page.evaluate(CANVASES)
    assert len(seen) >= len(CHARTS[name]) and all(seen)
    paper = "() => [getComputedStyle(document.documentElement).getPropertyValue('--lab-ink'), getComputedStyle(document.body).backgroundColor]"
    assert page.evaluate(paper) == ["#000000", "rgb(255, 255, 255)"]
    shot(page, f"print {name} {'dark' if dark else 'light'}")
