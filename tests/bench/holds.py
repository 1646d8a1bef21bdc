"""How long anything that a browser sends holds the server's event loop, which serves everybody else meanwhile.

A client of the server's own protocol does one thing after another, each the largest of its kind, while a second client asks
the server for nothing but an answer. For each thing it prints the longest hold of the loop, in milliseconds of time and of CPU,
the longest that the second client waited, and how long all of it took. `python tests/bench/holds.py [GAME] [plain|compiled]`
"""
from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from importlib import import_module
from pathlib import Path

GAMES = ("surfs_up", "surfin_cats")
ENGINES = ("plain", "compiled")
QUIET = 0.4  # seconds in which a server that has nothing to do uses hardly any CPU


# the server
def serve(game: str, engine: str) -> None:
    """Serve all pages and, at /holds, the longest hold of the loop since it was last asked."""
    holds: list[tuple[float, float, str]] = []
    watch_the_loop(holds)
    import_engine(engine)
    from tornado.web import RequestHandler

    from surflab import serve as serving

    class Holds(RequestHandler):
        def get(self):
            self.write(json.dumps({"longest": sorted(holds)[-5:], "cpu": time.process_time()}))
            if self.get_argument("anew", ""):
                holds.clear()

    class Ping(RequestHandler):
        def get(self):
            self.write("here")

    port = serving.free_port("127.0.0.1", 0)
    server = serving.make_server("127.0.0.1", port, extra_patterns=[("/holds", Holds), ("/ping", Ping)])
    server.start()
    print(port, flush=True)
    server.io_loop.start()


def watch_the_loop(holds: list) -> None:
    run = asyncio.events.Handle._run

    def timed(handle):
        started, cpu = time.perf_counter(), time.thread_time()
        try:
            return run(handle)
        finally:
            took = time.perf_counter() - started
            if took > 0.005:
                holds.append((1000 * took, 1000 * (time.thread_time() - cpu), repr(handle._callback)[:160]))

    asyncio.events.Handle._run = timed


def import_engine(name: str) -> None:
    """Have both games played by the compiled rules from the start, or never."""
    for game in GAMES:
        engine = import_module(f"surflab.{game}.game").engine
        if name == "compiled":
            engine.compiled()
        else:
            engine.state, engine.error = "failed", "not wanted here"


# the clients
class Server:
    """A server process, and what is measured of it."""

    def __init__(self, game: str, engine: str, state: str):
        self.process = subprocess.Popen([sys.executable, __file__, "serve", game, engine], stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "SURFLAB_STATE": state})
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"
        self.waited, self.stopped = 0.0, False
        threading.Thread(target=self._ping, daemon=True).start()

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"{self.url}/{path}", timeout=300) as answer:
            return answer.read()

    def _ping(self) -> None:
        while not self.stopped:
            started = time.perf_counter()
            try:
                self.get("ping")
            except OSError:
                return
            self.waited = max(self.waited, time.perf_counter() - started)
            time.sleep(0.02)

    def settle(self) -> None:
        """Wait until nothing more is done."""
        before = json.loads(self.get("holds"))["cpu"]
        while True:
            time.sleep(QUIET)
            now = json.loads(self.get("holds"))["cpu"]
            if now - before < 0.25 * QUIET:
                return
            before = now

    def measure(self, name: str, act) -> None:
        self.settle()
        self.get("holds?anew=1")
        self.waited, started = 0.0, time.perf_counter()
        act()
        self.settle()
        took = time.perf_counter() - started - QUIET
        longest = json.loads(self.get("holds?anew=1"))["longest"]
        wall, cpu = (max((hold[part] for hold in longest), default=0) for part in (0, 1))
        print(f"  {name:48} {wall:7.0f} ms {cpu:7.0f} ms CPU   waited {1000 * self.waited:6.0f} ms   took {took:6.1f} s", flush=True)


class Client:
    """One browser's session."""

    def __init__(self, url: str, **asked: str):
        from bokeh.client import pull_session

        self.session = pull_session(url=url, arguments=asked)

    def component(self, name: str):
        return next(model for model in self.session.document.models if getattr(model, "class_name", "") == name)

    def send(self, component: str, **message) -> None:
        from panel.models.esm import DataEvent

        self.tell(DataEvent(self.component(component), data=message))

    def tell(self, event) -> None:
        whole = event.event_values()
        event.event_values = lambda: whole | {name: value for name, value in vars(event).items() if name in ("data", "node")}
        self.session.document.callbacks.send_event(event)
        self.session.force_roundtrip()

    def click(self, label: str) -> None:
        from panel.models.reactive_html import DOMEvent

        button = next(model for model in self.session.document.models if getattr(getattr(model, "data", None), "label", "") == label)
        self.tell(DOMEvent(button, node="click", data={}))

    def upload(self, name: str, content: bytes) -> None:
        self.send("TextFile", act="file", name=name, content=content)


def large(game: str):
    """A table of the most seats, and 64 branches of whole games that leave it anywhere."""
    import random

    import surflab

    session = {"surfs_up": lambda: surflab.SurfsUp(seats=["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay"], bots={}, seed=3),
               "surfin_cats": lambda: surflab.SurfinCats(cats=["maria", "rufo", "mandy", "chope", "neo"], bots={}, seed=3)}[game]()
    session.bots = dict.fromkeys(session.game.players, "random")
    session.play_to_end()
    draw, stops = random.Random(1), [moment for moment in session.moment.path() if session.game.is_between_rounds(moment.state)]
    for number in range(64):
        session.go(draw.choice(stops[:-2]), "main")
        session.branch(f"line {number}", "redealt", seed=number)
        session.play_to_end()
    session.bots = {}
    session.switch("main")
    return session


def pathological() -> dict[str, bytes]:
    """Texts of almost 1 MiB that cost a reader the most."""
    size = (1 << 20) - 100
    return {"many keys": b"\n".join(b"k%06d=1" % number for number in range(size // 10)),
            "many tables": b"\n".join(b"[k%06d.a]" % number for number in range(size // 12)),
            "a deep list": b"a=" + b"[" * 30 + b"]" * 30 + b"\nb=[" + b"[]," * (size // 3 - 40) + b"]",
            "one string": b'a="' + b"x" * (size - 10) + b'"',
            "quotes": b"a='''" + b"'\"" * (size // 2 - 10),
            "dotted keys": b"\n".join(b"k%06d.a.b.c=1" % number for number in range(size // 16))}


def main(games=GAMES, engines=ENGINES) -> None:
    for game in games:
        for engine in engines:
            with tempfile.TemporaryDirectory() as state:
                server = Server(game, engine, state)
                try:
                    print(f"{game}, {engine}", flush=True)
                    measure(server, game)
                finally:
                    server.stopped = True
                    server.process.terminate()
                    server.process.wait()


def measure(server: Server, game: str) -> None:
    import_module(f"surflab.{game}.page").page()  # so that the client knows the models that a document holds
    import_engine("compiled")
    from surflab import links

    session = large(game)
    record = session.dumps()
    packed = links.pack(record)
    print(f"  the record has {len(record):,} characters, as a link {len(packed):,}")
    for _ in range(3):
        server.get(game)
    server.measure("a page", lambda: server.get(game))
    clients = []
    server.measure("a page and its websocket", lambda: clients.append(Client(f"{server.url}/{game}")))
    client = clients[-1]
    server.measure("one step", lambda: client.send("Table", act="end", bot="random"))
    if game == "surfs_up":
        case = Path("/work/shared/cases/one-short-link.toml").read_text()
        server.measure("a short link with 64 lines", lambda: clients.append(Client(f"{server.url}/{game}", record=links.pack(case))))
    client.click("Open")
    client.session.pull()
    server.measure("a record with 64 lines is uploaded", lambda: client.upload("large.toml", record.encode()))
    for name, text in pathological().items():
        server.measure(f"1 MiB is uploaded: {name}", lambda text=text: client.upload("bad.toml", text))
    server.measure("another line", lambda: client.send("Table", act="switch", line="line 63"))
    server.measure("and the main one", lambda: client.send("Table", act="switch", line="main"))
    server.measure("the tab Lines", lambda: choose_tab(client, 1))
    for number in range(64):
        client.send("Tree", act="overlay", line=f"line {number}")
    server.measure("65 lines drawn, a step back", lambda: client.send("Table", act="back"))
    server.measure("65 lines drawn, another line", lambda: client.send("Table", act="switch", line="line 7"))
    server.measure("what all lines come to", lambda: client.send("OutcomesTable", act="scope", scope="all"))
    for kind in ("CSV", "SVG", "PNG"):
        server.measure(f"a chart as {kind}", lambda kind=kind: client.tell(chart_event(client, kind)))
    server.measure("Save", lambda: client.click("Save"))
    server.measure("Share", lambda: client.click("Share"))
    server.measure("a line renamed", lambda: client.send("Tree", act="rename", line="line 9", name="nine"))
    server.measure("a line made main", lambda: client.send("Tree", act="main", line="line 10", name="former"))
    server.measure("a line copied with other cards", lambda: client.send("Tree", act="copy", line="line 11", fate="redealt"))
    server.measure("a line deleted", lambda: client.send("Tree", act="delete", line="line 12"))
    server.measure("taken back", lambda: client.send("Tree", act="revert"))
    server.measure("a mark", lambda: client.send("Tree", act="mark", line="main", place=3, mark="good"))
    server.measure("a line begun", lambda: client.send("Table", act="branch", name="new", fate="redealt"))
    server.measure("and played to its end", lambda: client.send("Table", act="end", bot="random"))
    server.measure("a position", lambda: client.click("Position"))
    client.session.pull()
    server.measure("a position pasted", lambda: client.send("Sheet", act="text", key="", value=record[:200_000]))
    server.measure("New table", lambda: client.click("New table"))
    server.measure("Deal", lambda: client.click("Deal"))
    for each in clients:
        each.session.close()


def choose_tab(client: Client, number: int) -> None:
    client.component("Tabs").data.chosen = number
    client.session.force_roundtrip()


def chart_event(client: Client, kind: str):
    from panel.models.esm import DataEvent

    return DataEvent(client.component("ChartHead"), data={"act": "save", "kind": kind})


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(*sys.argv[2:])
    else:
        main(sys.argv[1:2] or GAMES, sys.argv[2:3] or ENGINES)
