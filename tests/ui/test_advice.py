"""The advice beside a table in a browser: numbers come, follow the moment and what they rest on, and lead somewhere."""
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from surflab.links import query
from surflab.surfin_cats.session import SurfinCats

from .conftest import check_fits, wait_until
from .test_surfs_up import LIGHTS, AtTable


WINS = """(root) => root.querySelector("progress.done") && Object.fromEntries(
  [...root.querySelectorAll("[data-choice]")].map((row) => [row.dataset.choice, row.querySelector(".win b").textContent]))"""


class WithAdvice(AtTable):
    """A table with its advice beside it."""

    def __init__(self, page):
        super().__init__(page)
        page.get_by_role("tab", name="Advice").click()
        self.panel = page.get_by_role("tabpanel", name="Advice")
        self.choices = self.panel.get_by_role("table", name="What each choice is worth")

    def wins_now(self):
        """What each choice wins, in points of a hundred; None while it is not known well enough."""
        return self.panel.locator(".counsel").evaluate(WINS)

    def wins(self, unlike=None):
        """What each choice wins once it is known, and is not what it was."""
        wait_until(lambda: self.wins_now() not in (None, unlike), self.page, "numbers", 60)
        return self.wins_now()


@pytest.fixture
def with_advice(open_page):
    """`with_advice(width=1440, dark=False)` opens the page at its advice."""
    return lambda *place, **more: WithAdvice(open_page("/surfs_up", *place, **more))


def test_numbers_follow_the_moment_and_the_models(with_advice, shot):
    table = with_advice().set_up("person", "saver", seats=2)
    first = table.wins()
    assert list(first) == ["0", "1", "2", "3", "4", "5"]
    table.panel.get_by_role("combobox", name="How Ben chooses").select_option("5")
    always = table.wins(unlike=first)
    table.panel.get_by_role("combobox", name="How Ben chooses").select_option("own mix")
    weights = table.panel.get_by_role("group", name="Ben’s mix, in weights").get_by_role("spinbutton")
    expect(weights).to_have_count(6)
    for weight in weights.all()[:5]:
        weight.fill("0")
        weight.press("Tab")
    weights.last.fill("7")
    weights.last.press("Enter")
    wait_until(lambda: table.wins_now() == always, table.page, "what a mix of one choice comes to")
    weights.last.fill("0")
    weights.last.press("Enter")
    expect(weights.last).to_have_value("7")
    table.panel.get_by_role("combobox", name="How Ben chooses").select_option("saver")
    wait_until(lambda: table.wins_now() == first, table.page, "the same numbers again")
    table.panel.get_by_role("combobox", name="Goes on until").select_option("2")
    table.card("5").click()
    table.button("Reveal").click()
    assert list(table.wins(unlike=first)) != list(first)
    table.button("Back").click()
    wait_until(lambda: table.wins_now() == first, table.page, "what was known of the first")
    shot(table.page, "advice")


def test_a_cell_of_two_seats_choices_begins_a_line(with_advice, check_accessibility, shot):
    table = with_advice().set_up("person", "saver", seats=2)
    table.panel.get_by_role("button", name="Two seats’ choices at once").click()
    cells = table.panel.get_by_role("grid").locator("[data-r]")
    expect(cells).to_have_count(36)
    table.panel.get_by_role("button", name="Mixes of everybody").click()
    full = table.panel.get_by_role("table", name=re.compile("How often .* makes each choice"))
    expect(full).to_have_accessible_name(re.compile("Ana"))
    table.panel.get_by_role("row").get_by_role("button", name="Ben", exact=True).click()
    expect(full).to_have_accessible_name(re.compile("Ben"))
    assert [row.locator("b").count() for row in full.locator("tr").all()] == [0] + 6 * [1]
    cells.first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        table.page.keyboard.press(key)
    expect(table.panel.locator(".looked")).to_contain_text("Ana 1, Ben 2")
    shot(table.page, "advice-joint")
    check_accessibility(table.page)
    table.page.keyboard.press("Enter")
    expect(table.lines).to_have_value("Ana 1, Ben 2")
    expect(table.seats).to_contain_text(re.compile("Ana.*1.*Ben.*2"))


def test_anothers_eyes_are_looked_through_only_when_asked_for(with_advice):
    table = with_advice().set_up("person", "saver", seats=2)
    expect(table.panel.get_by_role("group", name="Whose choice").get_by_role("button")).to_have_count(2)  # what is pressed before is left alone
    table.panel.get_by_role("button", name="Ben", exact=True).click()
    expect(table.choices).to_have_count(0)
    table.panel.get_by_role("button", name="Look through Ben’s eyes").click()
    expect(table.choices).to_be_visible()


@LIGHTS
def test_a_phone_has_it_all_in_sight(with_advice, dark, check_accessibility, shot):
    table = with_advice(390, dark)
    table.wins()
    check_fits(table.page)
    check_accessibility(table.page)
    shot(table.page, f"advice-phone-{'dark' if dark else 'light'}")


def test_a_phone_shows_when_to_stop_beside_the_numbers(open_page, check_accessibility, shot):
    session = SurfinCats(cats=["maria", "rufo", "mandy", "chope", "neo"], seats=["Ana Wilhelmina Montgomery", "Bartholomew of the Reef", "Cleopatra", "Dev", "Eve"],
                         bots=dict.fromkeys(["Bartholomew of the Reef", "Cleopatra", "Dev", "Eve"], "odds"), seed=7)
    while session.game.question(session.moment.state) != "act":
        session.play(*[session.legal(seat)[0] for seat in session.to_choose])
    table = WithAdvice(open_page(f"/surfin_cats?{urlencode(query(session)[0])}", 390, dark=True))
    plan = table.panel.get_by_role("table", name="After how many tricks to ride")
    expect(plan.get_by_role("row").nth(1)).to_contain_text("now")
    expect(table.panel.locator(".next")).to_contain_text(re.compile(r"The next trick wipes out [\d.]+% ?(exactly|about); with the others [\d.]+% ±"))
    check_fits(table.page)
    check_accessibility(table.page)
    plan.scroll_into_view_if_needed()
    shot(table.page, "advice-stopping-dark")


def test_a_review_adds_up_on_screen_and_leads_to_its_moments(with_advice, check_accessibility, shot):
    table = with_advice().set_up("saver", "saver", seats=2)
    table.play_to_the_end()
    table.button("Review this line").click()
    rows = table.panel.get_by_role("table", name="Chance and choice").locator("tr:has(td.result)")
    wait_until(lambda: rows.count() == 2, table.page, "the review", 90)
    for row in rows.all():
        *parts, result = (float(cell.replace("−", "-").partition("lost")[0]) for cell in row.locator("td").all_text_contents())
        assert round(sum(parts), 1) == result
    expect(table.panel.get_by_role("heading", name="Chance to win")).to_be_visible()
    check_accessibility(table.page)
    shot(table.page, "advice-review")
    turn = table.panel.locator("[data-act=go]").first
    round_number = int(turn.locator(".when").text_content().removeprefix("round "))
    turn.click()
    wait_until(lambda: int(table.rounds.text_content().split("/")[0]) == round_number - 1, table.page, "the moment")
    expect(rows).to_have_count(2)
