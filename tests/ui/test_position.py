"""Setting up a position in a browser: the form's main path, on a desktop and on a phone."""
import re

import pytest
from playwright.sync_api import expect

from surflab import SurfsUp, style

MIDDLE = """[position]
surf = ["purple 9", "bluebottle", "teal 4"]
bluebottles = 1
rounds = 5
[position.seats.Ana]
hand = ["0", "1", "2", "3"]
towel = ["4"]
respct = 2
waves = ["orange 5"]
stings = [2]
"""


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_a_position_is_pasted_mended_and_started(open_page, shot, width, dark):
    page = open_page("/surfs_up", width, dark)
    if width < 600:
        page.get_by_role("button", name="New table", exact=True).click()
        page.get_by_role("button", name="Set up a position instead").click()
    else:
        page.get_by_role("button", name="Position", exact=True).click()
    form = page.get_by_role("dialog", name="Set up a position")
    start, text = form.get_by_role("button", name="Start from here"), form.get_by_role("textbox", name="The position as text")
    expect(start).to_be_enabled()

    form.get_by_role("button", name="As text").click()
    text.fill("[position]\nsurf = ['orange 99']")
    form.get_by_role("button", name="Fill the form").click()
    expect(form.get_by_role("alert")).to_contain_text('Position, surf: lists "orange 99"')
    expect(form.get_by_text("The text is not in the form")).to_be_visible()
    expect(start).to_be_disabled()
    form.get_by_role("button", name="Back to the form’s own").click()
    expect(form.get_by_role("alert")).to_have_count(0)
    expect(start).to_be_enabled()
    text.fill(MIDDLE)
    form.get_by_role("button", name="Fill the form").click()
    expect(form.get_by_role("combobox", name="Surf, breakzone")).to_have_value("purple 9")
    expect(form.get_by_text('Position, Ana: the key "respct" means nothing here and is kept.')).to_be_visible()

    ana = form.get_by_role("region", name="Ana")
    ana.get_by_role("combobox", name="Surfboards: add").select_option("teal +1")
    expect(ana.get_by_role("button", name="Take teal +1 away")).to_be_visible()
    ana.get_by_role("button", name="1: hand").click()
    ana.get_by_role("button", name="1: towel").click()
    expect(form.get_by_text("Position, Ana: 2 starting cards are neither in the hand nor on the towel")).to_be_visible()
    expect(start).to_be_disabled()
    shot(page, f"position refused {width}")
    ana.get_by_role("button", name="1: trash").click()
    ana.get_by_role("textbox", name="Name").fill("Anna")
    expect(text).to_have_value(re.compile(r"seats\.Anna"))
    shot(page, f"position {width}")
    close = form.get_by_role("button", name="close").evaluate("button => getComputedStyle(button).color")
    ground = style.DARK.surface if dark else style.LIGHT.surface
    assert style.contrast("#" + "".join(f"{int(channel):02x}" for channel in re.findall(r"\d+", close)[:3]), ground) > 4.5
    if width < 600:
        assert form.bounding_box() == {"x": 0, "y": 0, **page.viewport_size}
    start.click()
    expect(form).to_be_hidden()
    expect(page.get_by_role("heading", name="Anna, which card?")).to_be_visible()
    expect(page.get_by_role("navigation", name="Rounds and lines").get_by_role("status")).to_have_text("5 / 5")


def test_the_moment_is_copied_as_text_that_another_table_begins_with(open_page):
    page = open_page("/surfs_up")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Position", exact=True).click()
    form = page.get_by_role("dialog", name="Set up a position")
    form.get_by_role("button", name="As text").click()
    form.get_by_role("button", name="Copy position").click()
    expect(form.get_by_text("Copied.")).to_be_visible()
    other = SurfsUp.from_position(page.evaluate("navigator.clipboard.readText()"))
    assert other.game.surf(other.moment.state)[0] == form.get_by_role("combobox", name="Surf, breakzone").input_value()
