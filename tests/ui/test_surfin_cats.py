"""The page of Surfin' Cats in a browser: one test for each thing that a person does at it."""
import re

import pytest
from playwright.sync_api import expect

from surflab.surfin_cats.session import SurfinCats

from .conftest import check_fits, wait_until, wait_until_idle
from .test_surfs_up import NASTY, PICTURES, SENT, AtTable

LIGHTS = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
CHARTED = """() => {
  const found = []
  const look = (view) => { if (view.model.type === "Figure") { found.push(Math.max(...view.model.renderers.map((of) => of.data_source.data).find((of) => of.marker).round)) }
                           for (const child of view.children?.() ?? []) { look(child) } }
  for (const view of Bokeh.index) { look(view) }
  return found
}"""


class AtBeach(AtTable):
    """A page with a table of Surfin' Cats, in a player's words."""

    def __init__(self, page):
        super().__init__(page)
        self.seats = page.get_by_role("list", name="Cats")
        self.shore = page.get_by_role("region", name="The wave and its beach")

    def set_up(self, *players, seats=3, seed=7):
        return super().set_up(*players, seats=seats, seed=seed)

    def option(self, number=0):
        return self.ask.locator("button.option").nth(number)

    def answer(self, button):
        """Press a button and wait until something else is asked."""
        before = self.ask.text_content()
        button.click()
        wait_until(lambda: self.ask.text_content() != before, self.page, "another question")
        wait_until_idle(self.page)

    def choose_first_until(self, asked):
        """Answer every question with the first choice, and acts with a trick, until the question has those words."""
        for _ in range(60):
            wait_until_idle(self.page)
            if re.search(asked, self.ask.text_content()):
                return
            self.answer(self.ask.locator("button.option, button.primary").first)
        raise AssertionError(f"never asked {asked!r}")

    def standing(self):
        return self.shore.text_content() + self.seats.text_content() + self.ask.text_content() + self.account.text_content()

    def step(self, times=1):
        for _ in range(times):
            before = self.standing()
            self.button("Step").click()
            wait_until(lambda standing=before: self.standing() != standing, self.page, "a step")


@pytest.fixture
def at_beach(open_page):
    """`at_beach(width=1440, dark=False)` opens the page."""
    return lambda *place, **more: AtBeach(open_page("/surfin_cats", *place, **more))


def test_a_table_is_set_up(at_beach, shot):
    table = at_beach()
    table.button("New table").click()
    dialog = table.page.get_by_role("dialog", name="New table")
    dialog.get_by_role("button", name="2", exact=True).first.click()
    expect(dialog.get_by_role("combobox", name="played by")).to_have_count(2)
    expect(dialog).to_contain_text("the showman")
    dialog.get_by_role("checkbox", name=re.compile("Kittens")).check()
    shot(table.page, "cats-setup")
    name = dialog.get_by_role("textbox", name="Seat 1")
    name.fill(NASTY)
    name.press("Tab")
    table.button("Deal").click()
    expect(dialog.locator("p[role=alert]")).to_contain_text("must not contain < or >")
    name.fill("Zoë & Co")
    dialog.get_by_role("textbox", name="Title").fill(NASTY)
    table.button("Deal").click()
    expect(table.seats.locator(".seat")).to_have_count(2)
    expect(table.seats).to_contain_text("Zoë & Co")
    expect(table.ask).to_contain_text("one more trick, or ride?")
    expect(table.page.get_by_role("heading", name=NASTY)).to_be_visible()
    assert table.page.evaluate(PICTURES) == 0


def test_a_cat_performs_places_and_rides_by_mouse(at_beach, shot):
    table = at_beach().set_up("person")
    table.choose_first_until("one more trick, or ride")
    expect(table.ask.get_by_role("list", name="Left in the deck").get_by_role("listitem")).to_have_count(8)
    for _ in range(6):
        table.answer(table.ask.locator("button.trick"))
        table.choose_first_until("where does it go|one more trick")
        if "where does it go" in table.ask.text_content():
            break
    shot(table.page, "cats-place")
    filled = table.seats.locator(".space.filled").count()
    table.answer(table.seats.locator("button.space.open").first)
    wait_until(lambda: table.seats.locator(".space.filled").count() > filled, table.page, "the space to be filled")
    table.choose_first_until("one more trick")
    table.answer(table.ask.locator("button.ride"))
    expect(table.seats.locator(".seat").first).to_contain_text(re.compile("Rode|Wiped out"))
    wait_until(lambda: max(table.page.evaluate(CHARTED)) >= 1, table.page, "the charts")


def test_several_people_choose_in_secret_on_one_device(at_beach, shot):
    table = at_beach().set_up("person", "person")
    page = table.page
    for name in ("Ana", "Ben"):
        expect(table.ask).to_contain_text(f"Pass the device to {name}")
        table.answer(table.button(f"I am {name}"))
        table.option().click()
        table.answer(table.button("Put it down"))
    expect(table.shore).to_contain_text("green flag")  # it lies face up while the instructors are chosen
    table.button("3, 2, 1, surf’s up!").click()
    expect(table.ask).to_contain_text("Pass the device to Ana")
    table.choose_first_until("0 of 2 have chosen")
    table.button("I am Ana").click()
    table.ask.locator("button.ride").click()
    table.ask.locator("button.trick").click()
    expect(table.ask.locator("button.trick")).to_have_attribute("aria-pressed", "true")
    shot(page, "cats-secret-choice")
    table.button("Put it down").click()
    expect(table.ask).to_contain_text("Pass the device to Ben")
    expect(table.seats).to_contain_text("has chosen")
    sent = page.evaluate(SENT)
    table.button("Choose again").click()
    table.button("I am Ana").click()
    table.ask.locator("button.ride").click()
    table.button("Put it down").click()
    expect(table.ask).to_contain_text("Pass the device to Ben")
    wait_until_idle(page)
    assert page.evaluate(SENT) == sent, "which choice lies there can be seen nowhere"
    table.button("I am Ben").click()
    table.ask.locator("button.trick").click()
    table.button("Put it down").click()
    expect(table.ask).to_contain_text("Everybody has chosen")
    table.button("3, 2, 1, surf’s up!").click()
    expect(table.seats.locator(".seat").first).to_contain_text("Rode")
    shot(page, "cats-secret-reveal")


def test_the_market_offers_cards_by_keyboard_alone(at_beach, shot):
    table = at_beach().set_up("person")
    keys = table.page.keyboard
    for _ in range(40):
        wait_until_idle(table.page)
        words = table.ask.text_content()
        if "which card from the market" in words:
            break
        if "Step" in words:
            keys.press("Enter")
        elif "one more trick" in words:
            keys.press("r")
        else:
            keys.press("1")
        wait_until(lambda before=words: table.ask.text_content() != before or "Step" in before, table.page, "an answer")
    expect(table.ask.locator("button.market")).to_have_count(5)
    shot(table.page, "cats-market")
    name = table.ask.locator("button.market > b").nth(1).text_content()
    keys.press("2")
    expect(table.account).to_contain_text(f"Ana takes {name} from the market")
    keys.press("?")
    expect(table.page.get_by_role("dialog", name="Keys")).to_contain_text("reveal the next trick, or ride")


def test_bots_step_to_the_end_and_back_and_on_another_line(at_beach, shot):
    table = at_beach().set_up("odds")
    table.step(3)  # instructors, then two turns
    table.shows_round(2, 2)
    table.play_to_the_end()
    expect(table.page.get_by_role("table", name="Points by source")).to_be_visible()
    shot(table.page, "cats-over")
    last = int(table.page.get_by_role("slider", name="Rounds played").get_attribute("max"))
    wait_until(lambda: table.page.evaluate(CHARTED)[0] == last, table.page, "the charts")
    table.button("Back").click()
    table.shows_round(last - 1, last)
    table.page.get_by_role("slider", name="Rounds played").fill("2")
    table.shows_round(2, last)
    table.button("Branch").click()
    table.page.get_by_role("textbox", name="Name of the line").fill("what if")
    table.page.get_by_role("radio", name=re.compile("Fresh cards")).check()
    shot(table.page, "cats-branch")
    table.button("Branch here").click()
    expect(table.lines).to_have_value("what if")
    table.shows_round(2, 2)
    table.step()
    table.lines.select_option("main")
    table.shows_round(last, last)


def test_a_record_is_saved_and_opened(at_beach, tmp_path):
    table = at_beach().set_up("odds", seed=11)
    table.step(4)
    with table.page.expect_download() as download:
        table.button("Save").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    again = SurfinCats.load(saved)
    assert (again.seed, again.rounds, again.bots["Ana"]) == (11, 3, "odds")
    standing = table.seats.text_content()
    table.step()
    (tmp_path / "wrong.toml").write_text(saved.read_text().replace('"maria"', '"nobody"'))
    table.button("Open").click()
    dialog = table.page.get_by_role("dialog", name="Open a record")
    dialog.locator("input[type=file]").set_input_files(tmp_path / "wrong.toml")
    expect(dialog.locator("p[role=alert]")).to_contain_text("nobody")
    dialog.locator("input[type=file]").set_input_files(saved)
    expect(dialog).to_be_hidden()
    table.shows_round(3, 3)
    assert table.seats.text_content() == standing


def test_the_deck_and_the_market_can_be_looked_up(at_beach, shot):
    table = at_beach().set_up("person")
    table.choose_first_until("one more trick, or ride")
    table.seats.get_by_role("button", name=re.compile("^Ben: the next trick wipes out in")).click()
    details = table.page.get_by_role("group", name="Ben’s cards")
    expect(details).to_contain_text("Left in the deck, in no order")
    expect(details).to_contain_text("Instructor")
    shot(table.page, "cats-deck")
    table.page.keyboard.press("Escape")
    expect(details).to_have_count(0)
    table.button("The market").click()
    expect(table.page.get_by_role("group", name="The market")).to_contain_text("40 in the deck")


@LIGHTS
def test_a_phone_has_the_beach_first_and_the_choices_at_the_thumb(at_beach, shot, dark):
    table = at_beach(390, dark)
    page = table.page
    check_fits(page)
    table.choose_first_until("one more trick, or ride")
    for act in ("trick", "ride"):
        box = table.ask.locator(f"button.{act}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and 420 < box["y"] and box["y"] + box["height"] <= 844
    assert table.shore.bounding_box()["y"] < 120
    check_fits(page)
    shot(page, f"cats-phone-{'dark' if dark else 'light'}")


@LIGHTS
def test_all_that_play_needs_fits_a_desktop(at_beach, shot, check_accessibility, dark):
    table = at_beach(1440, dark).set_up("person", seats=5)
    table.choose_first_until("one more trick, or ride")
    for _ in range(2):
        table.answer(table.option(0))
        table.choose_first_until("one more trick, or ride|Step|from the market")
    for part in (table.ask, table.seats, table.button("Play to the end"), table.shore):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900
    wait_until_idle(table.page)
    shot(table.page, f"cats-desktop-{'dark' if dark else 'light'}")
    check_accessibility(table.page)


def test_every_card_stands_on_the_cards_page_in_words(open_page, shot, check_accessibility):
    page = open_page("/cards?game=surfin_cats")
    expect(page.get_by_role("status").first).to_contain_text("different cards")
    expect(page.get_by_text("Warning Jellyfish!")).to_be_visible()
    page.get_by_role("textbox", name="Find a card").fill("distraction")
    expect(page.get_by_text("Warning Jellyfish!")).to_have_count(0)
    shot(page, "cards")
    check_accessibility(page)


def test_the_start_page_leads_to_both_games(open_page):
    page = open_page("/")
    for title in ("Surf’s Up!", "Surfin’ Cats", "Cards"):
        expect(page.get_by_role("navigation", name="Tables").get_by_role("heading", name=title, exact=True)).to_be_visible()
    page.get_by_role("navigation", name="Tables").get_by_role("link", name=re.compile("^Surfin’ Cats")).click()
    expect(page.get_by_role("region", name="The wave and its beach")).to_be_visible()
