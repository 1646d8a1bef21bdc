"""What every page has: one look, a live dark switch, keys, and nothing from elsewhere."""
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import check_fits, serving, wait_until

LIGHTS = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
WIDTHS = pytest.mark.parametrize("width", [1440, 390])
LABEL_COLOURS = """() => [...Bokeh.documents[0].all_models].filter((model) => model.type === "LinearAxis")
  .map((axis) => axis.axis_label_text_color)"""
MOVING = "(dialog) => dialog.getRootNode().getAnimations().filter((of) => of.transitionProperty).map((of) => of.transitionProperty)"
GROUND = "() => getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def demo():
    with serving(str(Path(__file__).with_name("demo.py"))) as address:
        yield address


@WIDTHS
@LIGHTS
@pytest.mark.parametrize("path", ["/", "/rules"])
def test_pages_are_accessible_and_fit(open_page, shot, check_accessibility, path, width, dark):
    page = open_page(path, width, dark)
    expect(page.get_by_role("main")).to_be_visible()
    check_fits(page)
    shot(page, f"{path.strip('/') or 'start'}-{width}-{'dark' if dark else 'light'}")
    check_accessibility(page)


def test_start_page_leads_to_the_rules_and_back(open_page):
    page = open_page("/")
    page.get_by_role("navigation", name="Tables").get_by_role("link", name="Rules & rulings").click()
    expect(page).to_have_url(re.compile("/rules$"))
    page.get_by_role("link", name="Logo").click()
    expect(page.get_by_role("heading", name="Choose a table")).to_be_visible()


def test_rules_are_found_by_number_and_by_words(open_page):
    page = open_page("/rules")
    search = page.get_by_label("Find a rule")
    expect(page.get_by_text("SU21", exact=True)).to_be_visible()
    search.press_sequentially("su21")
    expect(page.locator("article")).to_have_count(1)
    search.fill("no such thing <img src=x onerror=alert(1)>")
    expect(page.get_by_text(re.compile("^0 of "))).to_be_visible()


def test_an_address_can_name_a_rule(open_page):
    page = open_page("/rules?find=SU40")
    expect(page.locator("article")).to_have_count(1)


@LIGHTS
def test_a_page_wears_the_light_the_system_prefers(open_page, dark):
    page = open_page("/", dark=dark)
    assert page.evaluate(GROUND) == ("rgb(14, 24, 31)" if dark else "rgb(243, 246, 247)")


def test_the_dark_switch_is_live_recolours_charts_and_is_remembered(open_page, shot, demo):
    page = open_page("/demo", at=demo)
    page.get_by_label("Last key").fill("kept")
    before = page.evaluate(LABEL_COLOURS)
    page.get_by_label("Toggle theme").click()
    wait_until(lambda: page.evaluate(GROUND) == "rgb(14, 24, 31)", page, "the dark ground")
    assert "#e4edf1" not in before
    wait_until(lambda: set(page.evaluate(LABEL_COLOURS)) == {"#e4edf1"}, page, "charts to change")
    expect(page.get_by_label("Last key")).to_have_value("kept")
    shot(page, "demo-switched")
    page.reload()
    wait_until(lambda: page.evaluate(GROUND) == "rgb(14, 24, 31)", page, "the remembered dark")


def test_keys_act_but_not_while_somebody_types(open_page, demo):
    page = open_page("/demo", at=demo)
    last = page.get_by_label("Last key")
    page.keyboard.press("ArrowLeft")
    expect(last).to_have_value("ArrowLeft")
    page.keyboard.press("3")
    expect(last).to_have_value("3")
    page.keyboard.press("Control+b")
    page.wait_for_timeout(200)
    expect(last).to_have_value("3")
    last.fill("")
    last.press_sequentially("b6")
    expect(last).to_have_value("b6")


def test_question_mark_lists_the_keys(open_page, shot, check_accessibility, demo):
    page = open_page("/demo", at=demo)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("branches here")
    shot(page, "keys")
    page.keyboard.press("b")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_label("Last key")).to_have_value("")
    page.get_by_role("button", name="Keys").click()
    expect(dialog).to_be_visible()


@LIGHTS
def test_a_page_with_everything_is_accessible(open_page, check_accessibility, demo, dark):
    page = open_page("/demo", at=demo, dark=dark)
    check_accessibility(page)


def test_the_sidebar_is_open_on_a_desk_and_closed_on_a_phone(open_page, shot, demo):
    expect(open_page("/demo", 1440, at=demo).get_by_label("Seat")).to_be_visible()
    phone = open_page("/demo", 390, at=demo)
    expect(phone.get_by_label("Seat")).to_be_hidden()
    phone.get_by_label("Open drawer").click()
    expect(phone.get_by_label("Seat")).to_be_visible()


def test_the_engines_state_shows_until_it_is_ready(open_page, demo):
    page = open_page("/demo", at=demo)
    status = page.get_by_text("compiling…", exact=False).first
    expect(status).to_be_visible()
    page.get_by_role("button", name="Finish compiling").click()
    expect(status).to_be_hidden()


def test_what_is_not_filled_yet_is_drawn_without_an_error(open_page, demo):
    expect(open_page("/unfilled", at=demo).get_by_text("Reading the position")).to_be_visible()


def test_a_dialog_does_not_fade_for_who_wants_no_motion(open_page, demo):
    page = open_page("/demo", at=demo)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    assert not page.get_by_role("dialog").evaluate(MOVING)


def test_typed_text_stays_text(open_page, demo):
    page = open_page("/demo", at=demo)
    expect(page.get_by_text("<img src=x onerror=alert(1)>")).to_be_visible()


def test_every_response_forbids_what_is_elsewhere(open_page):
    page = open_page("/")
    address = page.url
    for path in ("", "rules", "static/js/bokeh.min.js", "nothing-here"):
        policy = page.request.get(address + path).headers["content-security-policy"]
        assert "default-src 'self'" in policy and "http" not in policy and "'unsafe-eval'" not in policy
    stopped = page.evaluate("""() => new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI))
      setTimeout(() => eval("1"), 0)
      setTimeout(() => resolve("nothing"), 2000)
    })""")
    assert stopped == "eval"
    assert len(open_page.complaints) == 1 and "unsafe-eval" in open_page.complaints.pop()


@WIDTHS
@LIGHTS
def test_a_skeleton_stands_before_the_scripts_have_come(served, browser, shot, width, dark):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light")
    page, held = context.new_page(), []
    page.route(re.compile(r"/bokeh\.min\.js"), lambda route: held.append(route))
    page.goto(f"{served}/surfs_up", wait_until="commit")
    expect(page.get_by_text("The page is being drawn")).to_be_in_viewport()
    wait_until(lambda: held, page, "the script to be asked for")
    shot(page, f"skeleton-{width}-{'dark' if dark else 'light'}")
    for route in held:
        route.continue_()
    expect(page.get_by_role("region", name="What to do now")).to_be_visible()
    expect(page.locator("#loader")).to_have_count(0)
    context.close()


def test_what_a_page_needs_and_does_not_get_is_told(served, browser):
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.route(re.compile(r"/bokeh\.min\.js"), lambda route: route.abort())
    page.goto(f"{served}/surfs_up", wait_until="commit")
    expect(page.get_by_text("The page is being drawn")).to_be_visible()
    page.clock.fast_forward(40_000)
    expect(page.get_by_text("What the page needs has not come. Load it anew in a moment.")).to_be_visible()
    context.close()
