"""Measure how soon advice is there: `python tests/bench/advice.py [positions]`.

Mid-game Surf's Up!, four seats, about six choices: from asking until the first numbers are known and until every choice is
known to one percentage point of standard error, in this process; then, in a real Chromium, from a click that steps until
the first numbers stand on the page.
"""
from __future__ import annotations

import statistics
import sys
import threading
import time

from page import CHROMIUM, serve
from playwright.sync_api import sync_playwright

from surflab.advice import AdvicePanel
from surflab.surfs_up.game import engine
from surflab.surfs_up.session import SurfsUp
from surflab.thinking import THREADS

SEATS = ["Ana", "Ben", "Cleo", "Dev"]
POINT = 0.01  # of standard error
FIRST = """(root) => new Promise((done) => {
  const start = performance.now()
  const look = () => {
    const cells = [...root.querySelectorAll("[data-choice] .win b")]
    if (cells.length && window.went && cells.every((cell) => cell.textContent !== "–")) { return done(performance.now() - window.went) }
    if (performance.now() - start > 20000) { return done(null) }
    requestAnimationFrame(look)
  }
  window.went = 0
  new MutationObserver(() => { if ([...root.querySelectorAll("[data-choice] .win b")].some((cell) => cell.textContent === "–")) { window.went ||= window.clicked } })
    .observe(root, { subtree: true, childList: true, characterData: true })
  look()
})"""


def positions(number: int) -> list[SurfsUp]:
    """Tables in the middle of a game whose first seat has five to seven choices."""
    found, seed = [], 0
    while len(found) < number:
        session = SurfsUp(seats=SEATS, bots=dict.fromkeys(SEATS, "reader"), seed=seed)
        while session.rounds < 10 and not session.is_over:
            session.step()
        seed += 1
        if not session.is_over and 5 <= len(session.legal("Ana")) <= 7:
            session.bots = {name: "reader" for name in SEATS[1:]}
            found.append(session)
    return found


def ask(session: SurfsUp) -> tuple[float, float, int]:
    """Milliseconds until the first numbers, milliseconds until one point, and the trials that took."""
    panel, news = AdvicePanel(session), threading.Event()
    panel.precision = POINT
    began = time.perf_counter()
    panel.show()
    choices, first = panel._choices, None
    while not choices.done:
        if first is None and choices.estimate and choices.estimate.trials:
            first = time.perf_counter() - began
        news.wait(0.001)
    took = time.perf_counter() - began
    panel.thinker.close()
    return 1000 * first, 1000 * took, choices.estimate.trials


def tell(what: str, values: list[float]) -> None:
    values = sorted(values)
    print(f"  {what:46} median {statistics.median(values):7.0f} ms   95th percentile {values[int(0.95 * (len(values) - 1))]:7.0f} ms")


def in_process(number: int) -> None:
    engine.compiled()
    ask(positions(1)[0])
    found = [ask(session) for session in positions(number)]
    print(f"{number} positions after round 10, four seats, five to seven choices, {THREADS} threads")
    tell("first numbers known", [first for first, _, _ in found])
    tell("every choice to one point of standard error", [took for _, took, _ in found])
    print(f"  trials for that: median {statistics.median(trials for _, _, trials in found):.0f}")


def in_browser(steps: int) -> None:
    server, address, _ = serve()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address)
            page.get_by_role("tab", name="Advice").click()
            panel = page.locator(".counsel")
            page.locator(".counsel progress.done").wait_for(state="attached", timeout=120_000)
            page.evaluate("addEventListener('click', () => { window.clicked = performance.now() }, true)")
            asked = page.get_by_role("region", name="What to do now")
            found = []
            for _ in range(40):
                if len(found) == steps or asked.get_attribute("data-kind") == "over":
                    break
                at_beach = asked.get_attribute("data-kind") == "beach"
                asked.locator("[data-act=pick]:enabled").first.click()
                waiting = panel.evaluate_handle("(root) => { window.first = (" + FIRST + ")(root) }")
                button = asked.locator(".primary")
                if button.count() and button.is_enabled():
                    button.click()
                took = page.evaluate("() => window.first")
                waiting.dispose()
                if took is not None and not at_beach:
                    found.append(took)
                page.wait_for_timeout(600)
            print(f"{len(found)} clicks in Chromium at the first table, four seats")
            tell("from the click to the first numbers on the page", found)
    finally:
        server.terminate()


if __name__ == "__main__":
    in_process(int(sys.argv[1]) if sys.argv[1:] else 20)
    in_browser(12)
