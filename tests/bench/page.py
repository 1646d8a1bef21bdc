"""Measure the page of Surf's Up! in a real Chromium: `python tests/bench/page.py [clicks]`.

Prints the time from `surflab serve` to a page that can be played on, then for clicks on Step the time until the last of
the three charts is painted and the server's CPU, and where the time goes.
"""
from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

CLICKS = 40
QUIET = 300  # milliseconds without paint after which a step counts as drawn
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync"]
WATCH = """() => {
  const figures = []
  const look = (view) => {
    if (view.model.type === "Figure") { figures.push(view) }
    for (const child of view.children?.() ?? []) { look(child) }
  }
  for (const view of Bokeh.index) { look(view) }
  window.paints = []
  for (const view of figures) {
    const paint = view._actual_paint.bind(view)
    view._actual_paint = (...rest) => { paint(...rest); paints.push([view.model.id, performance.now()]) }
  }
  window.arrived = []
  const receive = Bokeh.documents[0].apply_json_patch.bind(Bokeh.documents[0])
  Bokeh.documents[0].apply_json_patch = (...rest) => {
    arrived.push(performance.now())
    const done = receive(...rest)
    arrived.push(performance.now())
    return done
  }
  return figures.length
}"""
STEP = """async (button) => {
  paints.length = arrived.length = 0
  const start = performance.now()
  button.click()
  let seen = -1
  while (paints.length === 0 || paints.length !== seen) {
    seen = paints.length
    await new Promise((done) => setTimeout(done, QUIET))
  }
  return { paint: Math.max(...paints.map(([, at]) => at)) - start, charts: new Set(paints.map(([id]) => id)).size,
           arrived: arrived[0] - start, applied: arrived.at(-1) - start }
}""".replace("QUIET", str(QUIET))


def serve() -> tuple[subprocess.Popen, str, float]:
    """A server, the address of the page, and the time when it was started."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "surflab", "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    address = next(line for line in server.stdout if "http://" in line).split("http://")[1].split()[0]
    return server, f"http://{address}surfs_up", started


def cpu_seconds(pid: int) -> float:
    """What all threads of a process have used so far."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def is_compiling(pid: int) -> bool:
    """Whether the server still has a compiler beside it or loads what one made."""
    before = cpu_seconds(pid)
    time.sleep(2)
    return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()) or cpu_seconds(pid) - before > 0.2


def seat_bots(page) -> None:
    """A new table at which bots alone play."""
    page.get_by_role("button", name="New table").click()
    page.get_by_role("combobox", name="played by").first.click()
    page.get_by_role("menuitem", name="reader").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Step", exact=True).wait_for()
    page.wait_for_timeout(800)


def measure(page, pid: int, clicks: int) -> list[dict]:
    found = []
    while len(found) < clicks:
        button = page.get_by_role("button", name="Step", exact=True)
        if not button.count():
            seat_bots(page)
            continue
        before = cpu_seconds(pid)
        found.append(button.evaluate(STEP) | {"cpu": 1000 * (cpu_seconds(pid) - before)})
    return found


def told(found: list[dict], what: str) -> str:
    values = sorted(row[what] for row in found)
    return f"median {statistics.median(values):6.1f}   95th percentile {values[int(0.95 * (len(values) - 1))]:6.1f}"


def tell(when: str, found: list[dict]) -> None:
    print(f"{len(found)} clicks on Step, four bots, {when}, milliseconds")
    charts = min(row["charts"] for row in found)
    print(f"  until the last chart is painted  {told(found, 'paint')}   (charts painted: {charts})")
    print(f"  the browser has the answer       {told(found, 'arrived')}")
    print(f"  and has applied it               {told(found, 'applied')}")
    print(f"  server CPU a step                {told(found, 'cpu')}")


def main(clicks: int = CLICKS) -> None:
    server, address, started = serve()
    try:
        print(f"surflab serve answers after {time.perf_counter() - started:.1f} s")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
            page = browser.new_page(viewport={"width": 1440, "height": 900}, bypass_csp=True)
            opened = time.perf_counter()
            page.goto(address)
            page.get_by_role("button", name="Reveal").wait_for()
            ready = time.perf_counter()
            print(f"the first page can be played on {ready - opened:.1f} s after it was asked for, "
                  f"{ready - started:.1f} s after the command")
            seat_bots(page)
            assert page.evaluate(WATCH) == 3
            measure(page, server.pid, 3)
            if is_compiling(server.pid):
                tell("while the engines compile", measure(page, server.pid, 10))
                while is_compiling(server.pid):
                    time.sleep(1)
            tell("with compiled engines", measure(page, server.pid, clicks))
    finally:
        server.terminate()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
