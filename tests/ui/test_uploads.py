"""Files brought to every page that takes one: a good one, those that cannot be taken, and several, chosen or dropped."""
from pathlib import Path

import pytest
from playwright.sync_api import expect

from surflab import SurfinCats, SurfsUp, toml

SETS = Path(__file__).parents[1] / "playthroughs"
DROP = """(place, files) => {
  const dataTransfer = new DataTransfer()
  for (const [name, bytes] of files) { dataTransfer.items.add(new File([new Uint8Array(bytes)], name)) }
  place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }))
}"""
SHOWN_WHOLE = "(told) => told.scrollHeight <= told.clientHeight && told.scrollWidth <= told.clientWidth"


def own_set(page):
    page.get_by_role("button", name="Show a set of your own").click()
    return page.get_by_role("main")


def record(page):
    page.get_by_role("button", name="Open", exact=True).click()
    return page.get_by_role("dialog", name="Open a record")


def new_table(page):
    page.get_by_role("button", name="New table", exact=True).click()
    form = page.get_by_role("dialog", name="New table")
    form.get_by_role("button", name="Use a file").click()
    return form


def table(kind, **seats) -> bytes:
    return kind(**seats, bots={}, seed=7, title="From a file").dumps().encode()


RECORDS = {"surfs_up": table(SurfsUp, seats=["Ana", "Ben"]), "surfin_cats": table(SurfinCats, cats=["maria", "rufo"])}
CARDS = {game: (SETS / game / "card-set.toml").read_bytes() for game in RECORDS}
CARDS["surfin_cats"] = b"custom = true\n" + CARDS["surfin_cats"].replace(b"count = 15", b"count = 14", 1)  # no longer the house set
PLACES = {  # where a file is taken: the page, the way there, a good file, and what then stands on the page
    "cards": ("/cards", own_set, CARDS["surfs_up"], "a set of your own"),
    "cards of the cats": ("/cards?game=surfin_cats", own_set, CARDS["surfin_cats"], "Set of the recorded games"),
    "a record": ("/surfs_up", record, RECORDS["surfs_up"], "From a file"),
    "a record of the cats": ("/surfin_cats", record, RECORDS["surfin_cats"], "From a file"),
    "cards for a new table": ("/surfs_up", new_table, CARDS["surfs_up"], "a set of your own"),
    "cats for a new table": ("/surfin_cats", new_table, CARDS["surfin_cats"], "Set of the recorded games"),
}


def choose(place, name: str, content: bytes) -> None:
    place.get_by_label("Choose a file").set_input_files({"name": name, "mimeType": "", "buffer": content})


def drop(place, *files) -> None:
    place.locator("label", has_text="Drop a file here").evaluate(DROP, [[name, list(content)] for name, content in files])


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("name", PLACES)
def test_a_file_is_taken_or_told_of_in_whole(open_page, shot, name, width):
    address, way, good, then = PLACES[name]
    page = open_page(address, width)
    place = way(page)
    told = place.get_by_role("alert")
    for file, content, why in [
        ("large.toml", b"#" * (toml.LIMIT + 1), "large.toml: is larger than 1 MiB"),
        ("latin.toml", "# first\ntitle = 'Caf\u00e9'".encode("latin-1"), "latin.toml: is not UTF-8 text (at line 2)"),
        ("empty.toml", b"", "empty.toml"),
    ]:
        choose(place, file, content)
        expect(told).to_contain_text(why)
        expect(told).to_be_in_viewport(ratio=1)
        assert told.evaluate(SHOWN_WHOLE)
    shot(page, f"upload {name} {width}")
    drop(place, ("dropped.toml", good))
    expect(told).to_have_count(0)
    expect(page.get_by_text(then).first).to_be_visible()


def test_several_files_are_told_of_each(open_page):
    page = open_page("/surfs_up")
    dialog = record(page)
    told = dialog.get_by_role("alert")
    drop(dialog, *[(f"{letter}.toml", b"") for letter in "abc"])
    expect(told).to_have_text("3 files at once; drop one at a time")
    for letter in "abc":
        choose(dialog, f"{letter}.toml", f"game = {letter}".encode())
        expect(told).to_contain_text(f"{letter}.toml")
    for letter in "defg":  # the last is told of, whichever is read first
        choose(dialog, f"{letter}.toml", b"#" * (toml.LIMIT if letter == "f" else 10))
    expect(told).to_contain_text("g.toml")
    page.wait_for_timeout(500)
    expect(told).to_contain_text("g.toml")
    drop(dialog, ("good.toml", RECORDS["surfs_up"]))
    expect(dialog).to_be_hidden()
