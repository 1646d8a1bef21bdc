"""The tree of lines in a browser: walked by keys, written on, taken apart and put together again, in orders nobody planned."""
import re

from playwright.sync_api import expect

from .conftest import wait_until_idle
from .test_surfs_up import NASTY, PICTURES, at_table  # noqa: F401  (a fixture)


class Lines:
    """The tab of lines of a table."""

    def __init__(self, table):
        self.table, self.page = table, table.page
        self.tree = self.page.get_by_role("treegrid", name="Lines of play")
        self.moment = self.page.get_by_role("group", name="The moment looked at")
        self.note = self.moment.get_by_role("textbox", name="Note")
        self.page.get_by_role("tab", name="Lines").click()
        expect(self.tree).to_be_visible()

    def press(self, name):
        self.page.get_by_role("tabpanel", name="Lines").get_by_role("button", name=name, exact=True).click()

    def shows(self, *names):
        expect(self.tree.locator(".switch")).to_have_text(list(names))


def test_the_tree_is_walked_and_written_on_by_keys(at_table, shot, check_accessibility):  # noqa: F811
    table = at_table().set_up("reader")
    keys = table.page.keyboard
    table.page.get_by_role("tab", name="Story").focus()
    keys.press("ArrowRight")
    expect(table.page.get_by_role("tab", name="Lines")).to_have_attribute("aria-selected", "true")
    lines = Lines(table)
    table.step(3)
    expect(lines.tree.locator(".stop.here")).to_have_attribute("aria-label", re.compile("main, after round 3"))
    lines.tree.locator(".stop.here").focus()
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    table.shows_round(3, 3)
    keys.press("Enter")
    table.shows_round(1, 3)
    expect(lines.tree.locator(".stop.here")).to_be_focused()
    lines.note.fill(NASTY)
    lines.press("Mark as bad")
    expect(lines.tree.locator(".stop.bad.noted")).to_have_attribute("aria-label", re.compile(re.escape(NASTY)))
    expect(lines.tree.locator(".stop.bad")).to_have_text("?")
    lines.note.fill("x" * 2001)
    lines.note.blur()
    expect(table.page.get_by_role("tabpanel", name="Lines").get_by_role("alert")).to_contain_text("2000 characters")
    lines.press("Branch here")
    form = table.page.get_by_role("form", name="A new line of play")
    form.get_by_role("textbox").fill(NASTY)
    keys.press("Enter")
    expect(table.page.get_by_role("tabpanel", name="Lines").get_by_role("alert")).to_contain_text("must not contain < or >")
    form.get_by_role("textbox").fill("Ana & Co")
    keys.press("Enter")
    lines.shows("main", "Ana & Co")
    keys.press("Escape")
    wait_until_idle(table.page)
    keys.press("k")
    expect(table.lines).to_have_value("main")
    table.shows_round(1, 3)
    assert table.page.evaluate(PICTURES) == 0
    check_accessibility(table.page)
    shot(table.page, "lines")


def test_lines_hold_whatever_is_pressed_in_whatever_order(at_table, tmp_path, shot):  # noqa: F811
    table = at_table().set_up("reader", seed=11)
    lines = Lines(table)
    table.step(2)
    with table.page.expect_download() as download:
        table.button("Save").click()
    download.value.save_as(tmp_path / "two-rounds.toml")
    table.button("Back").click()
    lines.press("Branch here")
    table.page.keyboard.press("Enter")
    lines.shows("main", "what if 1")
    lines.press("Take back: begin “what if 1”")
    lines.shows("main")
    table.shows_round(1, 2)
    lines.press("Do again: begin “what if 1”")
    lines.shows("main", "what if 1")
    table.step(2)
    table.button("Back").click()
    table.button("New table").click()
    form = table.page.get_by_role("dialog", name="New table")
    expect(form).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    lines.press("Rename")
    lines.page.get_by_role("textbox", name="Another name").fill("beach day")
    lines.page.keyboard.press("Enter")
    lines.shows("main", "beach day")
    lines.press("Delete…")
    expect(lines.tree.locator(".stop.doomed").first).to_be_visible()
    shot(table.page, "lines-delete")
    lines.press("Keep it")
    expect(lines.tree.locator(".stop.doomed")).to_have_count(0)
    lines.press("Make it main")
    expect(lines.page.get_by_role("tabpanel", name="Lines")).to_contain_text("keeps all its moments")
    lines.page.keyboard.press("Enter")
    lines.shows("main", "former main")
    lines.press("Take back: make “beach day” main")
    lines.shows("main", "beach day")
    lines.press("Delete…")
    lines.press("Delete")
    lines.shows("main")
    table.button("Back").click()
    table.shows_round(1, 2)
    table.button("Forward").click()
    table.shows_round(2, 2)
    lines.press("Take back: delete “beach day”")
    lines.shows("main", "beach day")

    table.button("Open").click()
    table.page.get_by_role("dialog", name="Open a record").locator("input[type=file]").set_input_files(tmp_path / "two-rounds.toml")
    lines.shows("main")
    table.shows_round(2, 2)
    expect(lines.page.get_by_role("button", name=re.compile("Take back"))).to_have_count(0)
    lines.page.get_by_role("combobox", name="Copy the line").select_option("redealt")
    lines.shows("main", "copy 1")
    expect(lines.tree.get_by_role("img", name="fresh cards")).to_have_count(1)
    table.set_up("reader", seed=11)
    lines.shows("main")
    table.shows_round(0, 0)


def test_another_card_takes_the_place_of_one_that_was_played(at_table):  # noqa: F811
    table = at_table().set_up("person", "saver", seats=2, seed=3)
    lines = Lines(table)
    for card in ("5", "4"):
        table.card(card).click()
        table.button("Reveal").click()
        expect(table.seats.locator(".last .energy-card").first).to_contain_text(card)
        if "respect or a card" in table.ask.text_content():
            table.card("take 1 respect").click()
        expect(table.ask).to_contain_text("which card?")
    table.button("To the start").click()
    table.shows_round(0, 2)
    table.ask.get_by_role("combobox", name="Another card than before").select_option("replace")
    table.card("4").click()
    table.button("Reveal").click()
    expect(table.ask.get_by_role("status")).to_contain_text(re.compile("played again and stopped after round 1.*Ana"))
    lines.shows("main")
    table.button("Back").click()
    expect(table.ask.get_by_role("status")).to_be_visible()
    table.button("Close").click()
    expect(table.ask.get_by_role("status")).to_have_count(0)


def test_whose_eyes_look_is_chosen_on_the_rail(at_table, shot):  # noqa: F811
    table = at_table().set_up("person", "person")
    whole = table.page.get_by_role("region", name="Seen by these eyes alone")
    expect(whole).to_have_count(0)
    table.button("Whose eyes: as at the table").click()
    table.page.get_by_role("group", name="Whose eyes").get_by_role("button", name=re.compile("All open")).click()
    expect(whole.get_by_role("list", name="Ocean deck").get_by_role("listitem")).not_to_have_count(0)
    shot(table.page, "all-open")
    table.button("I am Ana").click()
    expect(table.button("Whose eyes: as at the table")).to_be_visible()
    expect(whole).to_have_count(0)


def test_the_table_of_outcomes_shows_all_lines_and_leads_to_them(at_table):  # noqa: F811
    table = at_table().set_up("reader")
    lines = Lines(table)
    table.step(2)
    for name in ("one", "two"):
        lines.press("Branch here")
        table.page.get_by_role("form", name="A new line of play").get_by_role("textbox").fill(name)
        table.page.keyboard.press("Enter")
        lines.shows(*["main", "one", "two"][:2 + (name == "two")])
    outcomes = table.page.get_by_role("region", name="What the lines come to")
    outcomes.get_by_role("button", name="all 3").click()
    expect(outcomes.get_by_role("button", name="all 3")).to_have_attribute("aria-pressed", "true")
    expect(outcomes.get_by_role("row")).to_have_count(4)
    outcomes.get_by_role("button", name="one", exact=True).click()
    expect(outcomes.locator("tr[aria-current] th")).to_contain_text("one")
