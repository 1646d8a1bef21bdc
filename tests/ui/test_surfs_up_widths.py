"""What a record may say, however long, stays on the table of Surf's Up! at every width."""
import pytest
from playwright.sync_api import expect

from .conftest import wait_until
from .test_surfs_up import AtTable

LONG = [letter * 40 for letter in "ABCDEF"]
STANDING = """() => {
  const found = {}
  const look = (root) => { for (const element of root.querySelectorAll("*")) {
    for (const part of ["table", "beach-card", "choice", "primary", "ask h2", "rail .lines"]) {
      if (element.matches(`.${part}`)) { (found[part] ??= []).push(element.getBoundingClientRect().toJSON()) } }
    if (element.shadowRoot) { look(element.shadowRoot) } } }
  look(document)
  return found
}"""
BEGINS = """surflab = 1
game = "surfs-up"
decks = {ocean = ["orange 1", "teal 4", "purple 7", "bluebottle"]}
"""


@pytest.fixture
def opened(open_page, tmp_path):
    """`opened(width, players, rest)` opens a record of these players, with more lines of TOML, on a page."""
    def opened(width, players, rest):
        (tmp_path / "table.toml").write_text(BEGINS + f"players = {players!r}\n" + rest)
        table = AtTable(open_page("/surfs_up", width))
        table.button("Open").click()
        dialog = table.page.get_by_role("dialog", name="Open a record")
        dialog.locator("input[type=file]").set_input_files(tmp_path / "table.toml")
        expect(dialog).to_be_hidden()
        wait_until(lambda: table.seats.locator(".seat").count() == len(players), table.page, "the table of the record")
        return table
    return opened


def right_of(standing: dict, part: str) -> float:
    return max(box["right"] for box in standing[part])


@pytest.mark.parametrize("width", [1440, 900, 390])
def test_long_names_push_nothing_off_the_table(opened, width):
    named = f"""[[rounds]]
play = ["5", "4", "0", "1", "1", "2"]
winner = "respect"
[[branches]]
name = "{"L" * 40}"
after = 0
"""
    table = opened(width, LONG, named)
    standing = table.page.evaluate(STANDING)
    edge = standing["table"][0]["right"]
    assert edge <= width
    assert all(right_of(standing, part) <= edge + 4 for part in ("beach-card", "choice", "ask h2", "rail .lines"))
    if width > 600:
        assert standing["ask h2"][0]["right"] <= standing["choice"][0]["left"], "the question covers no choice"
    table.card("take 1 respect").click()
    expect(table.ask).to_contain_text("Pass the device to")
    standing = table.page.evaluate(STANDING)
    assert right_of(standing, "primary") <= standing["table"][0]["right"] <= width


@pytest.mark.parametrize("width", [1440, 390])
def test_a_bluebottle_in_the_breakzone_leaves_the_beach_its_place(opened, width):
    rests = '[[rounds]]\nplay = ["0", "0"]\n'
    table = opened(width, ["Ana", "Ben"], rests * 3)
    expect(table.page.get_by_text("don’t be slowest")).to_be_visible()
    standing = table.page.evaluate(STANDING)
    assert len(standing["beach-card"]) == 3 and right_of(standing, "beach-card") <= standing["table"][0]["right"] - 10
