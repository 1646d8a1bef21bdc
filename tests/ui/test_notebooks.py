"""The notebooks served as pages: everything they show is drawn, the table is live, and nothing is asked of another host."""
import re
from pathlib import Path
from urllib.request import urlopen

import pytest

from .conftest import serving

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def notebooks():
    with serving("-m", "panel", "serve", *map(str, NOTEBOOKS), "--address", "127.0.0.1", "--port", "0") as address:
        yield address


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_a_served_notebook_is_there_and_names_no_other_host(name, notebooks):
    with urlopen(f"{notebooks}/{name}", timeout=400) as answer:  # it is run from top to bottom first
        text = answer.read().decode()
    assert answer.status == 200 and "Traceback" not in text
    assert not re.search(r"""(?:src|href)=["']https?://""", text)


def test_the_table_of_a_served_notebook_is_live(notebooks, open_page, shot):
    page = open_page("/first_game", at=notebooks)
    page.locator(".table").first.wait_for()
    shot(page, "notebook-first_game")
    rail = page.get_by_role("navigation", name="Rounds and lines").first
    rail.get_by_role("button", name="Forward").click()
    rail.get_by_role("status").get_by_text("1 /").wait_for()
