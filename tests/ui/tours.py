"""Tours of the app: every page brought to one view after another, so that a test can look at each of them.

A tour is a function of an open page that yields the name of each view once it is there. `TOURS` says where each begins.
"""
from collections.abc import Iterator
from functools import cache
from urllib.parse import urlencode

from playwright.sync_api import expect

from surflab import SurfinCats, SurfsUp
from surflab.links import query

from .conftest import wait_until_idle

NAMES = ["Ana", "Ben", "Cleo", "Dev", "Eve", "Finn"]
CATS = ["maria", "rufo", "mandy", "chope", "neo"]


@cache
def surfs_up(seats: int) -> str:
    """The address of a table of Surf's Up! with rounds played on two lines, notes and marks."""
    game = SurfsUp(seats=NAMES[:seats], bots=dict.fromkeys(NAMES[1:seats], "reader"), seed=7, title="Thursday table")
    return _played(game, "/surfs_up")


@cache
def surfin_cats(seats: int) -> str:
    """The address of a table of Surfin' Cats in the middle of its day, with two lines, notes and marks."""
    game = SurfinCats(seats=NAMES[:seats], cats=CATS[:seats], bots=dict.fromkeys(NAMES[1:seats], "odds"), seed=7, title="Thursday table")
    return _played(game, "/surfin_cats")


def _played(game, place: str) -> str:
    def play(times: int) -> None:
        for _ in range(times):
            game.play(*[game.legal(seat)[-1] for seat in game.to_choose])

    play(2)
    game.note("A note on this moment\nof two lines")
    game.mark("good")
    play(2)
    game.mark("question")
    play(1)
    middle = game.moment
    play(2)
    game.mark("bad")
    game.go(middle)
    game.branch("another way", "redealt", seed=3)
    play(3)
    game.overlaid = ["main"]
    game.undo()
    return f"{place}?{urlencode(query(game)[0])}"


@cache
def at_the_beach() -> str:
    """The address of a table of Surf's Up! at which a winner chooses at the beach."""
    game = SurfsUp(seats=NAMES[:2], bots={}, seed=7)
    game.play("5", "4")
    return f"/surfs_up?{urlencode(query(game)[0])}"


def look(page) -> Iterator[str]:
    """A page that shows all it has at once."""
    yield "whole"


def cards(page) -> Iterator[str]:
    yield "whole"
    page.get_by_role("button", name="Show a set of your own").click()
    expect(page.get_by_text("Drop a file here")).to_be_visible()
    yield "own set"


def table(page) -> Iterator[str]:
    """A table with its charts, the panels beside it, and the dialogs of its header."""
    page.set_default_timeout(60_000)  # a table thinks while its views are walked through
    yield "table"
    yield from _asked(page)
    yield from _lines(page)
    yield from _advice(page)
    yield from _dialogs(page)


def _asked(page) -> Iterator[str]:
    """What is put down before it is revealed, the form for a new line, and whose eyes look."""
    ask = page.get_by_role("region", name="What to do now")
    ask.locator("button.choice:enabled, button.option:enabled").first.click()
    wait_until_idle(page)
    yield "put down"
    rounds = page.get_by_role("navigation", name="Rounds and lines")
    rounds.get_by_role("button", name="Branch").click()
    expect(page.get_by_role("form", name="A new line of play").first).to_be_visible()
    yield "new line"
    page.keyboard.press("Escape")


def _lines(page) -> Iterator[str]:
    page.get_by_role("tab", name="Lines").click()
    panel = page.get_by_role("tabpanel", name="Lines")
    panel.get_by_role("treegrid", name="Lines of play").wait_for()
    yield "lines"
    for button in "Rename", "Make it main", "Delete…", "Branch here":
        panel.get_by_role("button", name=button).click()
        wait_until_idle(page)
        yield f"lines: {button}"
        panel.get_by_role("button", name={"Delete…": "Keep it"}.get(button, "Cancel")).click()
        panel.get_by_role("button", name="Branch here").wait_for()


def _advice(page) -> Iterator[str]:
    page.get_by_role("tab", name="Advice").click()
    panel = page.get_by_role("tabpanel", name="Advice")
    panel.get_by_role("table", name="What each choice is worth").wait_for(timeout=60_000)
    for words in panel.locator(".unfold").all_text_contents():
        part = panel.locator(".unfold", has_text=words)
        if part.get_attribute("aria-expanded") == "false":
            part.click()
            expect(part).to_have_attribute("aria-expanded", "true")
    yield "advice"
    page.get_by_role("tab", name="Story").click()


def _dialogs(page) -> Iterator[str]:
    for button, name in ("New table", "New table"), ("Position", "Set up a position"), ("Open", "Open a record"), ("Share", "Share"):
        pressed = page.get_by_role("button", name=button, exact=True)
        if pressed.is_visible() or button == "Position":
            if pressed.is_visible():
                pressed.click()
            else:  # a phone has no room for it in the header
                page.get_by_role("button", name="New table", exact=True).click()
                page.get_by_role("button", name="Set up a position instead").click()
            dialog = page.get_by_role("dialog", name=name)
            dialog.wait_for()
            expect(dialog.get_by_text("Reading the position")).to_have_count(0)
            wait_until_idle(page)
            yield f"dialog: {name}"
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()


TOURS = {
    "start": (lambda: "/", look),
    "rules": (lambda: "/rules", look),
    "rules of the cats": (lambda: "/rules?game=surfin-cats", look),
    "cards": (lambda: "/cards", cards),
    "cards of the cats": (lambda: "/cards?game=surfin_cats", look),
    "Surf’s Up!": (lambda: surfs_up(6), table),
    "Surf’s Up! for two": (lambda: surfs_up(2), look),
    "Surf’s Up! at the beach": (at_the_beach, look),
    "Surfin’ Cats": (lambda: surfin_cats(5), table),
    "Surfin’ Cats for two": (lambda: surfin_cats(2), look),
}
