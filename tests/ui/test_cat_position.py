"""Setting up a position of Surfin' Cats in a browser: pasted, refused beside its field, mended, started."""
import pytest
from playwright.sync_api import expect

MIDDLE = """[position]
wave = "Windy Point"
earlier = ["Paddling Pool"]
events = ["Warning Jellyfish!"]
turn = 1
rounds = 7
[position.seats.Ana]
in_play = ["Bottom Turn"]
flow = 21
bought = ["Lucky Find"]
placed = ["shell on Stage Nerves 1"]
[position.seats.Ben]
in_play = ["Bottom Turn"]
flow = 19
complete = ["No Brakes"]
[position.seats.Cleo]
status = "wiped out"
in_play = ["Gnarly"]
[position.seats.Dev]
column = "sand"
"""


CUT = "shown => shown.filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"


FILLED_ONCE_MORE = """() => {
  const sheets = [...Bokeh.documents[0]._all_models.values()].filter((model) => model.attributes.data?.attributes?.turn !== undefined)
  sheets.forEach((sheet) => { sheet.data.turn += 1 })
  return sheets.length || (() => { throw new Error("no form") })()
}"""  # as when a form is filled late


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_a_day_is_pasted_mended_and_started(open_page, shot, width, dark):
    page = open_page("/surfin_cats", width, dark)
    if width < 600:
        page.get_by_role("button", name="New table", exact=True).click()
        page.get_by_role("button", name="Set up a position instead").click()
    else:
        page.get_by_role("button", name="Position", exact=True).click()
    form = page.get_by_role("dialog", name="Set up a position")
    start, text = form.get_by_role("button", name="Start from here"), form.get_by_role("textbox", name="The position as text")
    expect(start).to_be_enabled()
    form.get_by_role("button", name="As text").click()
    text.fill(MIDDLE)
    page.evaluate(FILLED_ONCE_MORE)
    form.get_by_role("button", name="Fill the form").click()
    expect(form.get_by_role("combobox", name="Wave", exact=True)).to_have_value("Windy Point")
    expect(form.get_by_role("alert")).to_have_count(0)
    assert not form.locator(".chip").evaluate_all(CUT)

    ana = form.get_by_role("region", name="Ana")
    ana.get_by_role("button", name="Take Bottom Turn away").click()
    expect(form.get_by_text("Position, Ana, in_play: has 0 tricks together with discarded")).to_be_visible()
    expect(start).to_be_disabled()
    shot(page, f"cats position refused {width}")
    ana.get_by_role("combobox", name="Tricks in play: add").select_option("Cutback")
    ana.get_by_role("button", name="Crowd Favourite: open").click()
    expect(ana.get_by_role("button", name="Crowd Favourite: complete")).to_be_visible()
    expect(start).to_be_enabled()
    shot(page, f"cats position {width}")
    start.click()
    expect(form).to_be_hidden()
    expect(page.get_by_text("Wave 2 is Windy Point (yellow flag, maximum paddle 11), with 1 turn over.")).to_be_visible()
    assert page.locator(".plank").count() > 3 and not page.locator(".plank, .plank .reward").evaluate_all(CUT)
