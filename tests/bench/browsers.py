"""Thirty browsers at one server, each stepping and branching: latency, memory a session, and memory after they have left.

A browser is a client of the server's own protocol over a websocket of its own: it loads a page's whole document, sends what
a press on the table sends, and waits until the server has done it and sent what changed. What a browser paints is not in it.
`python tests/bench/browsers.py [BROWSERS] [PRESSES]`
"""
from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from bokeh.client import pull_session
from panel.models.esm import DataEvent

from surflab.surfs_up.page import page

page()  # so that the client knows the models that a document holds
AFTER = 20  # seconds that sessions are given to be forgotten


def resident(pid: int) -> float:
    """MiB of memory that a process holds."""
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


class Browser:
    """One client with a table of its own."""

    def __init__(self, url: str):
        self.session = pull_session(url=url)

    @property
    def table(self):
        return next(model for model in self.session.document.models if getattr(model, "class_name", "") == "Table")

    def press(self, **message) -> float:
        """Milliseconds from a press until the server has done it and sent what changed: until its next answer is there."""
        started = time.perf_counter()
        self.session.document.callbacks.send_event(DataEvent(self.table, data=message))
        self.session.force_roundtrip()
        return 1000 * (time.perf_counter() - started)

    def turns(self) -> int:
        """How often the table was redrawn since the page was made, as a document that is loaded anew has it."""
        self.session.pull()
        return self.table.data.turn


def play(browser: Browser, presses: int, apart: float, taken: list[float]) -> None:
    """Press so often: step back and forth on a game that is played, and branch at every fifth press."""
    taken.append(browser.press(act="end", bot="saver"))
    for number in range(presses):
        time.sleep(apart)
        if number % 5 == 4:
            taken.append(browser.press(act="branch", name=f"line {number}", fate="redealt"))
            taken.append(browser.press(act="end", bot="saver"))
        else:
            taken.append(browser.press(act="go", rounds=number % 7))
    assert browser.turns() > len(taken) / 2, "the presses did not reach the table"


def main(browsers: int = 30, presses: int = 20) -> None:
    state = tempfile.TemporaryDirectory()
    command = [sys.executable, "-c", "from surflab import serve\nfrom surflab.surfs_up.game import engine\nengine.compiled()\n"
               "port = serve.free_port('127.0.0.1', 0)\nserver = serve.make_server('127.0.0.1', port, "
               "unused_session_lifetime_milliseconds=1000, check_unused_sessions_milliseconds=1000)\nserver.start()\n"
               "print(port, flush=True)\nserver.io_loop.start()"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "SURFLAB_STATE": state.name}) as server:
        try:
            url = f"http://127.0.0.1:{int(server.stdout.readline())}/surfs_up"
            for _ in range(3):  # what is loaded and cached on first use is there
                urllib.request.urlopen(url, timeout=60).close()
            measure(server.pid, url, browsers, presses)
        finally:
            server.terminate()
    state.cleanup()


def measure(pid: int, url: str, browsers: int, presses: int) -> None:
    one: list[float] = []
    first = Browser(url)
    play(first, presses, 0.2, one)
    first.session.close()
    time.sleep(AFTER)
    tell("one browser alone", one)
    for wave in ("first", "second"):  # what a first wave leaves behind for good, a second one does not leave again
        start = resident(pid)
        there = [Browser(url) for _ in range(browsers)]
        loaded = resident(pid)
        taken: list[list[float]] = [[] for _ in there]
        threads = [threading.Thread(target=play, args=(browser, presses, 2.0, each)) for browser, each in zip(there, taken)]
        for thread in threads:
            thread.start()
            time.sleep(2.0 / browsers)
        for thread in threads:
            thread.join()
        played = resident(pid)
        for browser in there:
            browser.session.close()
        del there, threads
        gc.collect()
        time.sleep(AFTER)
        tell(f"{browsers} browsers, the {wave} wave, a press every 2 s each", [ms for each in taken for ms in each])
        print(f"  memory: {start:.0f} MiB before, {(loaded - start) / browsers:.1f} MiB a page loaded, {(played - start) / browsers:.1f} MiB a "
              f"page played, {resident(pid):.0f} MiB {AFTER} s after all have left", flush=True)


def tell(name: str, times: list[float]) -> None:
    times = sorted(times)
    print(f"{name}: {len(times)} presses, median {statistics.median(times):.0f} ms, 95th percentile {times[int(len(times) * 0.95)]:.0f} ms", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
