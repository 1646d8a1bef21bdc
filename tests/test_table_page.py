"""The panels beside a table: of several under their tabs only the one that is seen is drawn."""
import panel as pn
import pytest

from surflab.surfs_up import charts, story, table
from surflab.surfs_up.session import SurfsUp
from surflab.table_page import TablePage
from surflab.tabs import Panel

pytestmark = pytest.mark.usefixtures("engine")


class Counting(Panel):
    """A panel that counts how often it is drawn."""

    title, drawn = "Counting", 0

    def showing(self):
        self.drawn += 1
        yield

    def __panel__(self):
        return pn.Spacer()


@pytest.fixture
def counting():
    return Counting()


@pytest.fixture
def page(counting):
    session = SurfsUp(seats=["Ana", "Ben"], bots=dict.fromkeys(["Ana", "Ben"], "random"), seed=5)
    return TablePage(session, table.Table, table.Account, {charts.MEASURES[0]: 128}, story.open_rows, panels=[counting])


def test_the_story_is_the_first_tab(page):
    assert page.tabs.titles == ["Story", "Counting"] and page.tabs.chosen == 0


def test_only_the_panel_that_is_seen_is_drawn(page, counting):
    page.session.step()
    assert counting.drawn == 0 and page.account.now == 1
    page.tabs.chosen = 1
    assert counting.drawn == 1
    page.session.step()
    assert counting.drawn == 2 and page.account.now == 1
    page.tabs.chosen = 0
    assert counting.drawn == 2 and page.account.now == 2


def test_a_change_of_the_tree_is_drawn_too(page, counting):
    page.tabs.chosen = 1
    page.session.note("why not?")
    assert counting.drawn == 2


def test_a_choice_in_secret_draws_no_panel(page, counting):
    page.session.bots = {"Ben": "random"}
    page.tabs.chosen = 1
    page.session.choose("Ana", "3")
    assert counting.drawn == 1
