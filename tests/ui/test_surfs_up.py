"""The page of Surf's Up! in a browser: one test for each thing that a person does at it."""
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import surflab
from surflab import style
from surflab.surfs_up.session import SurfsUp

from .conftest import check_fits, serving, wait_until, wait_until_idle

NASTY = "<img src=x onerror=alert(1)>"
LIGHTS = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
POINTS = """() => {
  const found = []
  const look = (view) => { if (view.model.type === "Figure") { found.push(view.model.renderers.map((of) => of.data_source.data).find((of) => of.marker)) }
                           for (const child of view.children?.() ?? []) { look(child) } }
  for (const view of Bokeh.index) { look(view) }
  return found.map((data) => [...data.round].length)
}"""
NAMED = """() => {
  const found = []
  const look = (view) => { if (view.model.type === "Figure") {
    found.push(...view.model.renderers.flatMap((of) => [...of.data_source.data.text ?? []])) }
                           for (const child of view.children?.() ?? []) { look(child) } }
  for (const view of Bokeh.index) { look(view) }
  return found
}"""
SENT = """() => {
  const tables = [...Bokeh.documents[0]._all_models.values()].filter((model) => model.data?.attributes?.view)
  const boards = []
  const look = (root) => { for (const element of root.querySelectorAll("*")) {
    if (element.matches(".table")) { boards.push(element.outerHTML) }
    if (element.shadowRoot) { look(element.shadowRoot) } } }
  look(document)
  return [JSON.stringify(tables.map((model) => model.data.view)), boards.join()]
}"""
PICTURES = """() => {
  let found = 0
  const look = (root) => { found += root.querySelectorAll("img[src=x]").length
    for (const element of root.querySelectorAll("*")) { if (element.shadowRoot) { look(element.shadowRoot) } } }
  look(document)
  return found
}"""


class AtTable:
    """A page with a table of Surf's Up!, in a player's words."""

    def __init__(self, page):
        self.page = page
        self.ask = page.get_by_role("region", name="What to do now")
        self.account = page.get_by_role("list", name="Account of the rounds")
        self.seats = page.get_by_role("list", name="Surfers")
        self.rounds = page.get_by_role("navigation", name="Rounds and lines").get_by_role("status")
        self.lines = page.get_by_role("combobox", name="Line of play")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def set_up(self, *players, seats=4, goals=None, seed=7):
        """A new table at which `players` ("person", or a bot's name) sit from the first seat on."""
        self.button("New table").click()
        dialog = self.page.get_by_role("dialog", name="New table")
        dialog.get_by_role("button", name=str(seats), exact=True).first.click()
        expect(dialog.get_by_role("combobox", name="played by")).to_have_count(seats)
        for number, player in enumerate(players):
            played_by = dialog.get_by_role("combobox", name="played by").nth(number)
            name = player.replace("person", "a person")
            if played_by.text_content() != name:
                played_by.click()
                self.page.get_by_role("menuitem", name=name, exact=True).click()
                expect(played_by).to_have_text(name)
        if goals:
            dialog.get_by_role("button", name=goals, exact=True).click()
        dialog.get_by_role("textbox", name="Seed").fill(str(seed))
        dialog.get_by_role("textbox", name="Seed").press("Tab")
        dialog.get_by_role("button", name="Deal", exact=True).click()
        expect(dialog).to_be_hidden()
        return self

    def card(self, name):
        return self.ask.get_by_role("button", name=name, exact=True)

    def shows_round(self, rounds, last):
        expect(self.rounds).to_have_text(f"{rounds} / {last}")

    def step(self, times=1):
        for _ in range(times):
            before = self.rounds.text_content()
            self.button("Step").click()
            expect(self.rounds).not_to_have_text(before)

    def play_to_the_end(self):
        self.button("Play to the end").click()
        expect(self.ask).to_contain_text(re.compile("wins with|share the victory"))


@pytest.fixture
def at_table(open_page):
    """`at_table(width=1440, dark=False)` opens the page."""
    return lambda *place, **more: AtTable(open_page("/surfs_up", *place, **more))


def test_a_table_is_set_up(at_table, shot):
    table = at_table()
    table.button("New table").click()
    dialog = table.page.get_by_role("dialog", name="New table")
    dialog.get_by_role("button", name="3", exact=True).click()
    expect(dialog.get_by_role("combobox", name="played by")).to_have_count(3)
    expect(dialog).to_contain_text("bids the least that wins")
    shot(table.page, "setup")
    name = dialog.get_by_role("textbox", name="Seat 1")
    name.fill(NASTY)
    name.press("Tab")
    dialog.get_by_role("button", name="Deal", exact=True).click()
    expect(dialog.locator("p[role=alert]")).to_contain_text("must not contain < or >")
    name.fill("Zoë & Co")
    dialog.get_by_role("textbox", name="Title").fill(NASTY)
    dialog.get_by_role("button", name="none", exact=True).click()
    dialog.get_by_role("button", name="Deal", exact=True).click()
    expect(table.seats.locator(".seat")).to_have_count(3)
    expect(table.seats).to_contain_text("Zoë & Co")
    expect(table.page.get_by_role("heading", name=NASTY)).to_be_visible()
    expect(table.page.get_by_role("list", name="Shared goals")).to_have_count(0)
    assert table.page.evaluate(PICTURES) == 0


def test_several_people_choose_in_secret_on_one_device(at_table, shot):
    table = at_table().set_up("person", "person")
    page = table.page
    expect(table.ask).to_contain_text("Pass the device to Ana")
    table.button("I am Ana").click()
    table.card("3").click()
    table.card("5").click()
    expect(table.card("5")).to_have_attribute("aria-pressed", "true")
    shot(page, "secret-choice")
    table.button("Put it down").click()
    expect(table.ask).to_contain_text("Pass the device to Ben")
    expect(table.seats).to_contain_text("has chosen")
    assert page.get_by_role("button", pressed=True).count() == 0
    sent = page.evaluate(SENT)
    assert len(sent[0]) > 1000 and len(sent[1]) > 1000
    table.button("Choose again").click()
    table.button("I am Ana").click()
    table.card("2").click()
    table.button("Put it down").click()
    expect(table.ask).to_contain_text("Pass the device to Ben")
    assert page.evaluate(SENT) == sent, "which card lies there can be seen nowhere"
    shot(page, "secret-pass")
    table.button("I am Ben").click()
    table.card("4").click()
    table.button("Put it down").click()
    expect(table.ask).to_contain_text("Everybody has chosen")
    table.button("3, 2, 1, surf’s up!").click()
    expect(table.seats.locator(".seat").nth(0).locator(".last")).to_contain_text("2")
    expect(table.seats.locator(".seat").nth(1).locator(".last")).to_contain_text("4")
    shot(page, "secret-reveal")


def test_bots_step_by_step(at_table):
    table = at_table().set_up("reader")
    table.step(3)
    table.shows_round(3, 3)
    expect(table.seats.locator(".last .energy-card")).to_have_count(4)


def test_playing_to_the_end_asks_who_plays_for_people(at_table, shot):
    table = at_table().set_up("person")
    table.button("Play to the end").click()
    expect(table.page.get_by_role("group", name="Play to the end")).to_contain_text("Who plays for Ana?")
    shot(table.page, "play-to-the-end")
    table.page.get_by_role("group", name="Play to the end").get_by_role("button", name=re.compile("^saver")).click()
    expect(table.ask).to_contain_text(re.compile("wins with|share the victory"))
    expect(table.page.get_by_role("table", name="Points by source")).to_be_visible()
    shot(table.page, "over-1440")


def test_back_and_forward_through_the_rounds(at_table):
    table = at_table().set_up("reader")
    table.step(4)
    table.button("Back").click()
    table.shows_round(3, 4)
    table.page.get_by_role("slider", name="Rounds played").fill("1")
    table.shows_round(1, 4)
    table.button("Forward").click()
    table.shows_round(2, 4)
    table.button("To the end of the line").click()
    table.shows_round(4, 4)
    table.button("To the start").click()
    table.shows_round(0, 4)
    expect(table.button("Back")).to_be_disabled()


def test_a_record_is_saved_and_opened(at_table, tmp_path, shot):
    table = at_table().set_up("reader", seed=11)
    table.step(3)
    with table.page.expect_download() as download:
        table.button("Save").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    with table.page.expect_download() as download:  # as often as it is asked for
        table.button("Save").click()
    assert download.value.path().read_text() == saved.read_text()
    assert SurfsUp.load(saved).game.goals == SurfsUp(seed=11).game.goals and "seed = 11" in saved.read_text()
    standing = [row.inner_text().splitlines()[2:] for row in table.seats.locator(".seat").all()]
    noted = saved.read_text().replace("[[rounds]]", f'[[rounds]]\nnote = "{NASTY}"', 1)
    noted = noted.replace('"Ana"', '"Zoe"').replace("Ana = ", "Zoe = ")
    (tmp_path / "noted.toml").write_text(noted)
    broken = noted.replace("[[rounds]]\nnote", '[[rounds]]\nplay = ["9", "9", "9", "9"]\nother', 1)
    broken = broken.replace("play = [", "played = [", 2).replace("played = [", "play = [", 1)
    (tmp_path / "broken.toml").write_text(broken)

    other = at_table()
    other.button("Open").click()
    dialog = other.page.get_by_role("dialog", name="Open a record")
    dialog.locator("input[type=file]").set_input_files(tmp_path / "broken.toml")
    expect(dialog.locator("p[role=alert]")).to_contain_text("broken.toml")
    expect(other.seats).to_contain_text("Ana")
    shot(other.page, "open-broken")
    dialog.locator("input[type=file]").set_input_files(tmp_path / "noted.toml")
    expect(dialog).to_be_hidden()
    other.shows_round(3, 3)
    expect(other.seats.locator(".seat").nth(0)).to_contain_text("Zoe")
    assert [row.inner_text().splitlines()[2:] for row in other.seats.locator(".seat").all()] == standing
    expect(other.account).to_contain_text(NASTY)
    assert other.page.evaluate(PICTURES) == 0


def test_the_account_tells_every_round_and_leads_there(at_table):
    table = at_table().set_up("reader")
    table.step(3)
    expect(table.account.get_by_role("listitem")).to_have_count(4)
    expect(table.account.get_by_role("listitem").nth(2)).to_contain_text(re.compile("Ana (plays|rests)"))
    table.account.get_by_role("button", name="Go to round 2").click()
    table.shows_round(2, 3)


def test_charts_are_redrawn_at_every_step_and_kept_as_files(at_table, tmp_path, shot):
    table = at_table().set_up("reader")
    wait_until(lambda: table.page.evaluate(POINTS) == [4, 4, 4], table.page, "the charts of the deal")
    table.step(2)
    wait_until(lambda: table.page.evaluate(POINTS) == [12, 12, 12], table.page, "the charts")
    kept = {}
    for kind in ("CSV", "PNG", "SVG"):
        with table.page.expect_download() as download:
            table.page.get_by_role("group", name="Save Respect").get_by_role("button", name=kind).click()
        download.value.save_as(tmp_path / kind)
        kept[download.value.suggested_filename] = (tmp_path / kind).read_bytes()
    assert kept["respect.csv"].decode("utf-8-sig").splitlines()[:2] == ["line,round,seat,respect", "main,0,Ana,2"]
    assert kept["respect.png"].startswith(b"\x89PNG")
    assert kept["respect.svg"].lstrip().startswith(b"<svg")
    assert b"<path" in kept["respect.svg"] and b"Ana" in kept["respect.svg"]
    wait_until_idle(table.page)
    shot(table.page, "charts")


def test_a_branch_is_begun_and_left_again(at_table, shot):
    table = at_table().set_up("reader")
    table.step(4)
    table.button("Back").click()
    table.button("Back").click()
    table.button("Branch").click()
    form = table.page.get_by_role("form", name="A new line of play")
    expect(form).to_contain_text("What if, after round 2?")
    form.get_by_role("textbox", name="Name of the line").fill(NASTY)
    form.get_by_role("button", name="Branch here").click()
    expect(form.get_by_role("alert")).to_contain_text("must not contain < or >")
    expect(form.get_by_role("textbox", name="Name of the line")).to_have_value(NASTY)
    form.get_by_role("textbox", name="Name of the line").fill("Ana & the rest")
    form.get_by_role("radio", name=re.compile("Fresh cards")).check()
    shot(table.page, "branch")
    form.get_by_role("button", name="Branch here").click()
    expect(table.lines).to_have_value("Ana & the rest")
    table.step(1)
    table.shows_round(3, 3)
    table.lines.select_option("main")
    table.shows_round(4, 4)
    assert table.page.evaluate(PICTURES) == 0


def test_lines_are_drawn_over_each_other_for_all_seats_or_one(at_table, tmp_path, shot):
    table = at_table().set_up("reader")
    table.step(3)
    table.button("Back").click()
    table.button("Branch").click()
    form = table.page.get_by_role("form", name="A new line of play")
    form.get_by_role("textbox", name="Name of the line").fill("another day")
    form.get_by_role("radio", name=re.compile("Fresh cards")).check()
    form.get_by_role("button", name="Branch here").click()
    table.step(2)
    expect(table.page.get_by_text("another day over main")).to_be_visible()
    wait_until(lambda: {"main", "● Ana", "■ Ben"} <= set(table.page.evaluate(NAMED)), table.page, "names of seats at their lines' ends")
    table.page.get_by_role("combobox", name="Whose lines the charts draw").select_option("Ben")
    wait_until(lambda: {"another day", "main"} <= set(table.page.evaluate(NAMED)) and "● Ana" not in table.page.evaluate(NAMED),
               table.page, "names of lines at their ends, in every chart")
    with table.page.expect_download() as download:
        table.page.get_by_role("group", name="Save Score").get_by_role("button", name="CSV").click()
    download.value.save_as(tmp_path / "score.csv")
    assert {row.split(",")[0] for row in (tmp_path / "score.csv").read_text().splitlines()[1:]} == {"another day", "main"}
    shot(table.page, "overlaid")


def test_a_round_is_played_by_keyboard_alone(at_table):
    table = at_table().set_up("person", "saver", seats=2, seed=3)
    keys = table.page.keyboard
    keys.press("4")
    expect(table.card("4")).to_have_attribute("aria-pressed", "true")
    keys.press("5")
    expect(table.card("5")).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    expect(table.seats.locator(".last").first).to_contain_text("5")
    if "respect or a card" in table.ask.text_content():
        keys.press("0")
    table.shows_round(1, 1)
    keys.press("ArrowLeft")
    expect(table.ask).to_contain_text("which card?")
    if "0 / 1" not in table.rounds.text_content():
        keys.press("ArrowLeft")  # the step before was at the beach
    table.shows_round(0, 1)
    keys.press("b")
    expect(table.page.get_by_role("textbox", name="Name of the line")).to_be_focused()
    keys.type("b rests")
    keys.press("Enter")
    expect(table.lines).to_have_value("b rests")
    expect(table.page.get_by_role("textbox", name="Name of the line")).to_have_count(0)
    wait_until_idle(table.page)
    keys.press("0")
    expect(table.card("0, rest")).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    table.shows_round(1, 1)
    keys.press("?")
    expect(table.page.get_by_role("dialog", name="Keys")).to_contain_text("begin a line of play here")


@LIGHTS
def test_a_phone_has_the_board_first_and_the_choices_at_the_thumb(at_table, shot, dark):
    table = at_table(390, dark)
    page = table.page
    check_fits(page)
    for name in ("0, rest", "5"):
        box = table.card(name).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and 480 < box["y"] and box["y"] + box["height"] <= 844
    shot(page, f"phone-{'dark' if dark else 'light'}")
    table.card("5").click()
    table.button("Reveal").click()
    expect(table.seats.locator(".last .energy-card").first).to_contain_text("5")
    shot(page, f"phone-round-{'dark' if dark else 'light'}")


@LIGHTS
def test_all_that_play_needs_fits_a_desktop(at_table, shot, check_accessibility, dark):
    table = at_table(1440, dark).set_up("person", seats=6)
    for card in ("5", "3", "4"):
        table.card(card).click()
        table.button("Reveal").click()
        expect(table.seats.locator(".last .energy-card").first).to_contain_text(card)
        if "respect or a card" in table.ask.text_content():
            table.card("take 1 respect").click()
        expect(table.ask).to_contain_text("which card?")
    wait_until_idle(table.page)
    shot(table.page, f"desktop-{'dark' if dark else 'light'}")
    sea = table.page.get_by_role("region", name="The surf and the beach")
    for part in (table.ask, table.seats, table.button("Play to the end"), sea):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900
    check_accessibility(table.page)


def test_charts_follow_the_dark_switch(at_table):
    table = at_table()
    colour = """() => { let found
      const look = (view) => { if (view.model.type === "Figure") { found = view.model.below[0].major_label_text_color }
        for (const child of view.children?.() ?? []) { look(child) } }
      for (const view of Bokeh.index) { look(view) }
      return String(found) }"""
    before = table.page.evaluate(colour)
    table.page.get_by_role("button", name=re.compile("theme|dark", re.IGNORECASE)).click()
    wait_until(lambda: table.page.evaluate(colour) != before, table.page, "another colour")


@LIGHTS
def test_words_in_charts_wear_the_light_of_the_page_from_the_start_and_after_the_switch(at_table, dark):
    table = at_table(1440, dark)
    light, night = list(style.CHART_INKS), list(style.CHART_INKS.values())
    palettes = """() => [...Bokeh.documents[0].all_models].filter((model) => model.type === "CategoricalColorMapper").map((model) => [...model.palette])"""
    for now in (night, light) if dark else (light, night):
        wait_until(lambda inks=now: table.page.evaluate(palettes) == 3 * [inks], table.page, "the shades of this light")
        table.page.get_by_role("button", name=re.compile("theme|dark", re.IGNORECASE)).click()


def test_a_custom_card_set_is_taken_or_complained_about(at_table, tmp_path):
    house = (Path(surflab.__file__).parent / "surfs_up" / "house.toml").read_text()
    (tmp_path / "mine.toml").write_text(house.replace('"House set"', f'"{NASTY}"').replace("points = 10", "points = 9"))
    (tmp_path / "wrong.toml").write_text(house.replace("bluebottles = 5", "bluebottles = 4"))
    table = at_table()
    table.button("New table").click()
    dialog = table.page.get_by_role("dialog", name="New table")
    table.button("Use a file").click()
    dialog.locator("input[type=file]").set_input_files(tmp_path / "wrong.toml")
    expect(dialog.locator("p[role=alert]")).to_contain_text("bluebottles: there are 4, should be 5")
    dialog.locator("input[type=file]").set_input_files(tmp_path / "mine.toml")
    expect(dialog).to_contain_text(NASTY)
    assert table.page.evaluate(PICTURES) == 0
    table.button("Deal").click()
    expect(dialog).to_be_hidden()
    expect(table.ask).to_contain_text("which card?")


def test_panel_serve_shows_the_same_page(open_page):
    root = Path(__file__).parents[2]
    with serving("-m", "panel", "serve", str(root / "dashboards/surfs_up.py"), "--port", "0") as address:
        table = AtTable(open_page("/surfs_up", at=re.match("http://[^/]+", address)[0]))
        expect(table.ask).to_contain_text("which card?")
