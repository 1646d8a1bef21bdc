"""Browser tests: a served app, pages that fail on any console error or foreign request, pictures to look at."""
import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / ".screenshots"
HEIGHTS = {1440: 900, 390: 844}
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
             "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
FLAGS = ("--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run "
         "--disable-background-networking --disable-component-update --disable-sync").split()
PATIENCE = 60  # seconds that a busy machine may need for what a page shows
IDLE = "() => Boolean(window.Bokeh?.documents?.length && Bokeh.documents[0].is_idle)"

expect.set_options(timeout=1000 * PATIENCE)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Where SURFLAB_REQUIRE_BROWSER is set, a browser test that is skipped has failed."""
    report = (yield).get_result()
    if report.skipped and os.environ.get("SURFLAB_REQUIRE_BROWSER") and Path(__file__).parent in item.path.parents:
        report.outcome, report.longrepr = "failed", f"skipped although a browser is required: {report.longrepr}"


def pytest_collection_modifyitems(items):
    """Browser tests run last: an error in the rules shows first."""
    here = Path(__file__).parent
    items.sort(key=lambda item: here in item.path.parents)
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))  # a busy machine can be too slow for a click; a fault stays one


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, playwright):
    """Chromium of the system where there is one, else the one that Playwright brought."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None) or playwright.chromium.executable_path
    if not os.path.exists(found):
        pytest.skip("no Chromium or Chrome here")
    return {**browser_type_launch_args, "executable_path": found, "args": FLAGS}


@contextlib.contextmanager
def serving(*command):
    """Run a server that prints its address; gives the address, and fails where the server logged an error."""
    log_path = Path(os.environ.get("TMPDIR", "/tmp"), f"surflab-served-{os.getpid()}-{time.time_ns()}.log")
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with open(log_path, "w+") as log, subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment,
    ) as server:
        try:
            yield _address(server, log_path)
        finally:
            server.terminate()
            server.wait(20)
    written = log_path.read_text()
    log_path.unlink()
    assert not re.search(r"Traceback|^(ERROR|WARNING|\w+Warning:)", written, re.MULTILINE), written


def _address(server, log_path: Path) -> str:
    until = time.monotonic() + 180
    while time.monotonic() < until and server.poll() is None:
        found = re.search(r"http://\S+/", log_path.read_text())
        if found:
            return found.group().rstrip("/")
        time.sleep(0.05)
    raise AssertionError(f"the server did not come up: {log_path.read_text()}")


@pytest.fixture(scope="session")
def served():
    """The address of the whole app, served as `surflab serve` does."""
    with serving("-m", "surflab", "serve", "--no-open", "--port", "0") as address:
        yield address


@pytest.fixture
def open_page(request, browser):
    """`open_page(path, width=1440, dark=False, at=None)` opens a page of the app, or of the server `at`.

    When the test ends it fails on any error in a console and on any request that left the server: on `complaints`.
    """
    complaints, contexts = [], []

    def open_page(path="/", width=1440, dark=False, at=None):
        address = at or request.getfixturevalue("served")
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS.get(width, 900)}, color_scheme="dark" if dark else "light",
            reduced_motion="reduce", accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", lambda message: message.type == "error" and complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}\n{error.stack}"))
        page.on("request", lambda sent: _is_foreign(sent.url, address) and complaints.append(f"request to {sent.url}"))
        page.goto(address + path)
        wait_until_idle(page)
        return page

    open_page.complaints = complaints
    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


def _is_foreign(url: str, address: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(address).netloc


SIDEWAYS = """() => {
  const wide = []
  const walk = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.matches("html, main, [class~=main-content]") && node.scrollWidth > node.clientWidth) { wide.push(`${node.localName} ${node.scrollWidth}`) }
      if (node.shadowRoot) { walk(node.shadowRoot) }
    }
  }
  walk(document)
  return wide
}"""


def check_fits(page) -> None:
    """Fails where a page, or the part of it that scrolls, can be moved sideways."""
    assert page.evaluate(SIDEWAYS) == []


def wait_until_idle(page) -> None:
    """Wait until Bokeh has drawn everything; the page's policy forbids Playwright's own `wait_for_function`."""
    wait_until(lambda: page.evaluate(IDLE), page, "the page to be drawn")


def wait_until(holds, page, what: str, seconds: float = PATIENCE) -> None:
    """Wait until a function gives something true; fails naming what it waited for."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"waited {seconds} s in vain for {what}"
        page.wait_for_timeout(40)


@pytest.fixture
def shot(request):
    """`shot(page, name)` keeps a picture of a page in .screenshots/."""

    def shot(page, name):
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png")

    return shot


@pytest.fixture(scope="session")
def check_accessibility():
    """`check_accessibility(page)` fails on what axe-core calls serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    def check_accessibility(page):
        found = Axe().run(page).response["violations"]
        grave = [violation for violation in found if violation["impact"] in ("serious", "critical")]
        assert not grave, "\n".join(map(_told, grave))

    return check_accessibility


def _told(violation: dict) -> str:
    places = "\n  ".join(node["html"][:200] for node in violation["nodes"][:5])
    return f"{violation['id']}: {violation['help']}\n  {places}"
