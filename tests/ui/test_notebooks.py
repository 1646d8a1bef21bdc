"""The notebooks served as pages: everything they show is drawn, the table is live, and nothing is asked of another host."""
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
def test_a_served_notebook_shows_its_table(name, notebooks, open_page, shot):
    urlopen(f"{notebooks}/{name}", timeout=240).close()  # a notebook that simulates waits until its engine is compiled
    page = open_page(f"/{name}", at=notebooks)
    table = page.locator(".table").first
    table.wait_for()
    shot(page, f"notebook-{name}")


def test_the_table_of_a_served_notebook_is_live(notebooks, open_page):
    page = open_page("/first_game", at=notebooks)
    rail = page.get_by_role("navigation", name="Rounds and lines").first
    rail.get_by_role("button", name="To the start").click()
    rail.get_by_role("status").get_by_text("0 /").wait_for()
