"""Measure lines drawn over each other, in a real Chromium: `python tests/bench/lines.py [clicks]`.

For each game, with one line and with 20 lines of a whole game over each other, side by side in one run: the time from a
click until the last of the three charts is painted, and the server's CPU, for steps back and on along a line and for looking
at another line. Then the memory of a session with 64 branches of a whole game, and of its rows once all of them are drawn.
"""
from __future__ import annotations

import gc
import random
import subprocess
import sys
from pathlib import Path

from page import CHROMIUM, STEP, WATCH, cpu_seconds, told
from playwright.sync_api import sync_playwright

CLICKS = 40
LINES = 20
BRANCHES = 64
GAMES = ("surfs_up", "surfin_cats")
IDLE = "() => Boolean(window.Bokeh?.documents?.length && Bokeh.documents[0].is_idle)"


def branched(game: str, branches: int):
    """A table of four bots: a whole game, and branches with fresh cards that leave it at any round, played to their ends."""
    import surflab

    session = getattr(surflab, {"surfs_up": "SurfsUp", "surfin_cats": "SurfinCats"}[game])()
    session.bots = dict.fromkeys(session.game.players, "random")
    session.play_to_end()
    draw, stops = random.Random(1), [moment for moment in session.moment.path() if session.game.is_between_rounds(moment.state)]
    for number in range(branches):
        session.go(draw.choice(stops[1:-2]), "main")
        session.branch(f"line {number}", "redealt", seed=number)
        session.play_to_end()
    session.switch("main")
    return session


def serve(game: str) -> None:
    """Serve the page of a game at /1 with one line and at /20 with many, with a button that looks at another line."""
    import importlib

    import panel_material_ui as pmui

    from surflab import serve, shell

    page = importlib.import_module(f"surflab.{game}.page")

    def make(lines: int):
        session = branched(game, lines - 1 or 1)
        names = list(session.lines)
        session.overlaid = names[1:] if lines > 1 else []

        def look_at_the_next(_) -> None:
            session.switch(names[(names.index(session.line) + 1) % len(names)])

        button = pmui.Button(label="Next line", on_click=look_at_the_next)
        return shell.page("Lines", main=[button, page.board(session)], header=[])

    port = serve.free_port("127.0.0.1", 0)
    server = serve.make_server("127.0.0.1", port, pages={f"/{lines}": lambda lines=lines: make(lines) for lines in (1, LINES)})
    server.start()
    print(f"http://127.0.0.1:{port}", flush=True)
    server.io_loop.start()


def open_page(browser, address: str):
    page = browser.new_page(viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page.goto(address)
    page.get_by_role("button", name="Next line").wait_for()
    while not page.evaluate(IDLE):
        page.wait_for_timeout(200)
    assert page.evaluate(WATCH) == 3
    return page


def measure(pages: dict[int, object], pid: int, names: list[str], clicks: int) -> dict[int, list[dict]]:
    """Clicks on the buttons of those names in turn, on one page after the other."""
    found: dict[int, list[dict]] = {lines: [] for lines in pages}
    for click in range(clicks + 2):
        for lines, page in pages.items():
            button = page.get_by_role("button", name=names[click % len(names)], exact=True).first
            before = cpu_seconds(pid)
            row = button.evaluate(STEP) | {"cpu": 1000 * (cpu_seconds(pid) - before)}
            if click > 1:
                found[lines].append(row)
    return found


def tell(what: str, found: dict[int, list[dict]]) -> None:
    print(f"{what}, {len(found[1])} clicks, milliseconds")
    for lines, rows in found.items():
        print(f"  {lines:2} line{'s' * (lines > 1):1}  until painted  {told(rows, 'paint')}   server CPU  {told(rows, 'cpu')}")
    medians = {key: [sorted(row[key] for row in rows)[len(rows) // 2] for rows in found.values()] for key in ("paint", "cpu")}
    print(f"  ratio of the medians: {medians['paint'][1] / medians['paint'][0]:.2f} until painted, {medians['cpu'][1] / medians['cpu'][0]:.2f} CPU")


def measure_game(playwright, game: str, clicks: int) -> None:
    server = subprocess.Popen([sys.executable, __file__, "serve", game], stdout=subprocess.PIPE, text=True)
    try:
        address = next(line for line in server.stdout if line.startswith("http")).strip()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        pages = {lines: open_page(browser, f"{address}/{lines}") for lines in (1, LINES)}
        tell(f"{game}: a step back or on", measure(pages, server.pid, ["Back", "Forward"], clicks))
        tell(f"{game}: another line", measure(pages, server.pid, ["Next line"], clicks))
        browser.close()
    finally:
        server.terminate()


def resident() -> float:
    """What this process holds, in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def measure_memory(game: str) -> None:
    import importlib

    from surflab.tracks import Tracks

    branched(game, 1)
    before = resident()
    session = branched(game, BRANCHES)
    held = resident() - before
    moments = {moment for line in session.lines for moment in session.lines.path(line)}
    tracks = Tracks(importlib.import_module(f"surflab.{game}.story").open_rows)
    tracks.of(session, list(session.lines))
    print(f"{game}: a session with {BRANCHES} branches, {len(moments)} moments: {held:.1f} MB; "
          f"with the rows of all of them drawn {resident() - before:.1f} MB")


def main(clicks: int = CLICKS) -> None:
    with sync_playwright() as playwright:
        for game in GAMES:
            measure_game(playwright, game, clicks)
    for game in GAMES:
        subprocess.run([sys.executable, __file__, "memory", game], check=True)


if __name__ == "__main__":
    {"serve": serve, "memory": measure_memory}[sys.argv[1]](sys.argv[2]) if sys.argv[2:] else main(*map(int, sys.argv[1:]))
