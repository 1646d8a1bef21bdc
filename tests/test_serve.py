"""One server for all pages: it keeps no session, says what is wrong with a port, and lets only this machine in."""
import asyncio
import contextlib
import gc
import itertools
import logging
import socket
import struct
import threading
import time
import urllib.request
import weakref
from types import SimpleNamespace

import panel as pn
import pytest
from bokeh.client import pull_session
from bokeh.document import Document
from bokeh.document.events import TitleChangedEvent
from bokeh.protocol import Protocol
from bokeh.server.connection import ServerConnection
from bokeh.server.protocol_handler import ProtocolHandler
from bokeh.util.token import generate_jwt_token, generate_session_id
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from surflab import serve, shell
from surflab.pages import places

QUICK = {"unused_session_lifetime_milliseconds": 1, "check_unused_sessions_milliseconds": 50}


@contextlib.contextmanager
def running(address="127.0.0.1", **options):
    """All pages, served from a thread of this process; gives the server."""
    ready, servers = threading.Event(), []

    def run():
        asyncio.set_event_loop(asyncio.new_event_loop())
        servers.append(serve.make_server(address, serve.free_port(address, 0), **options))
        servers[0].start()
        servers[0].io_loop.add_callback(ready.set)
        servers[0].io_loop.start()
        servers[0].stop()
        servers[0].io_loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while not ready.wait(0.1):
        assert thread.is_alive(), "the server did not come up"
    try:
        yield servers[0]
    finally:
        servers[0].io_loop.add_callback(servers[0].io_loop.stop)
        thread.join(20)


def roots(url: str) -> list:
    """What stands on a page, which is opened and closed."""
    session = pull_session(url=url)
    try:
        return session.document.roots
    finally:
        session.close()


@pytest.fixture
def pages_made(monkeypatch):
    """Weak references to every page made during the test."""
    made, original = [], shell._unbound_page

    def remember(**params):
        page = original(**params)
        made.append(weakref.ref(page))
        return page

    monkeypatch.setattr(shell, "_unbound_page", remember)
    return made


def test_sessions_that_end_leave_no_page_behind(pages_made, aside):
    with running(**QUICK) as server:
        warmed = len(pages_made)
        for place in places():
            assert aside(roots, f"http://127.0.0.1:{server.port}/{place.address}")
        assert len(pages_made) == warmed + len(places())
        until = time.monotonic() + 20
        while time.monotonic() < until and any(page() is not None for page in pages_made):
            time.sleep(0.2)
            gc.collect()
        kept = [page() for page in pages_made if page() is not None]
    assert not kept, [page.title for page in kept]


def test_every_page_is_served_with_its_policy():
    with running() as server:
        for place in places():
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/{place.address}", timeout=30) as answer:
                assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
                assert f"<title>{place.title.replace('&', '&amp;')}</title>" in answer.read().decode()


def test_a_taken_port_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(serve.ServeError, match=f"port {port}.*--port"):
            serve.free_port("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(serve.ServeError, match="192.0.2.1"):
        serve.free_port("192.0.2.1", 0)


def test_websockets_are_for_the_names_the_server_is_reached_by(monkeypatch):
    monkeypatch.setattr(serve.addresses, "reachable", lambda family: ["198.51.100.7"] if family == socket.AF_INET else ["2001:db8::7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Beach.example")
    named = ["beach.example:80", "beach.local:80"]
    assert serve.origins("127.0.0.1", 80) == ["127.0.0.1:80", "localhost:80"]
    assert serve.origins("0.0.0.0", 80) == ["127.0.0.1:80", "198.51.100.7:80", *named, "localhost:80"]
    assert serve.origins("::", 80) == ["127.0.0.1:80", "[2001:db8::7]:80", "[::1]:80", *named, "localhost:80"]
    assert serve.origins("198.51.100.7", 80) == ["198.51.100.7:80", *named]
    assert "[::1]:80" in serve.origins("::1", 80)
    assert serve.url("0.0.0.0", 5006) == "http://localhost:5006/"
    assert serve.url("::1", 5006) == "http://[::1]:5006/"
    assert list(map(serve.others, ["0.0.0.0", "::", "127.0.0.1"])) == [["198.51.100.7"], ["2001:db8::7"], []]


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_other_devices_play_at_the_addresses_that_are_told(everywhere, aside):
    told = serve.others(everywhere)
    if not told:
        pytest.skip("this machine has no such address that others could reach it by")
    with running(address=everywhere) as server:
        for address in told:
            place = serve.url(address, server.port)
            assert aside(opens_a_websocket, place, place.rstrip("/"))
            assert not aside(opens_a_websocket, place, "http://elsewhere.example")


def test_pages_that_lost_their_server_come_back_one_after_the_other(monkeypatch):
    monkeypatch.setattr(serve, "APART", 1000.0)
    monkeypatch.setattr(serve, "LONGEST_WAIT", 1500.0)
    with running() as server:
        waits = []
        for _ in range(4):
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/alive", timeout=30) as answer:
                waits.append(float(answer.read()))
                assert answer.headers["Cache-Control"] == "no-store"
        assert not server.get_sessions(), "no page is made for the question"
    assert waits[0] == 0 < waits[1] < waits[2] <= waits[3] == 1500


def test_an_address_may_ask_for_anything():
    with running() as server, urllib.request.urlopen(f"http://127.0.0.1:{server.port}/rules?find=a?b?c", timeout=30) as answer:
        assert answer.status == 200


def opens_a_websocket(place: str, origin: str) -> bool:
    """Whether a page of that origin may open a websocket at a server's place."""
    async def attempt():
        request = HTTPRequest(f"ws{place.removeprefix('http')}rules/ws", headers={"Origin": origin})
        token = generate_jwt_token(generate_session_id())
        connection = await websocket_connect(request, subprotocols=["bokeh", token])
        await connection.read_message()  # the server's greeting
        connection.close()
        while await connection.read_message() is not None:
            pass

    try:
        asyncio.run(attempt())
    except HTTPClientError as error:
        assert error.code == 403
        return False
    return True


def test_a_browser_that_leaves_early_is_no_fault_to_be_logged(caplog, aside):
    def talking():
        said, count = shell.markup(""), itertools.count()
        pn.state.add_periodic_callback(lambda: said.param.update(object=f"{next(count)} " * 2**18), 5)
        return said

    async def leave(server):
        request = HTTPRequest(f"ws://127.0.0.1:{server.port}/talking/ws", headers={"Origin": f"http://127.0.0.1:{server.port}"})
        connection = await websocket_connect(request, subprotocols=["bokeh", generate_jwt_token(generate_session_id())])
        for _ in range(4):
            await connection.read_message()
        connection.protocol.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.protocol.stream.close()
        while await connection.read_message() is not None:
            pass
        connection.close()

    with running(pages={"/talking": talking}) as server:
        for _ in range(3):
            aside(asyncio.run, leave(server))
            time.sleep(0.3)
        gc.collect()
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [said for said in told if "came back to life" not in said], "but of a session that was at work when it was to end"


def test_what_a_browser_sent_before_it_left_is_no_fault_either(caplog, aside):
    handler = ProtocolHandler()

    async def receive(connection):
        await handler.handle(Protocol().create("PATCH-DOC", [TitleChangedEvent(Document(), "New", None)]), connection)

    with running(pages={}):
        left = ServerConnection(Protocol(), None, None, SimpleNamespace(subscribe=lambda of: None, unsubscribe=lambda of: None))
        left.error = lambda message, text: None
        left.detach_session()
        aside(asyncio.run, receive(left))
        assert not caplog.text
        broken = ServerConnection(Protocol(), None, None, SimpleNamespace(subscribe=lambda of: None))
        broken.error = left.error
        aside(asyncio.run, receive(broken))
        assert "error handling message" in caplog.text


def test_a_page_that_cannot_be_made_leaves_the_others_to_be_served(caplog):
    def broken():
        raise RuntimeError("no chart today")

    made = []
    with running(pages={"/broken": broken, "/fine": lambda: made.append(True)}):
        assert made and "/broken" in caplog.text and "no chart today" in caplog.text


# what compiles first
def test_games_are_compiled_ahead_and_the_one_that_is_opened_is_wanted(monkeypatch):
    asked = []
    engine = SimpleNamespace(state="cold", error="", warm_up=lambda ahead=False: asked.append(ahead))
    monkeypatch.setattr(serve, "ENGINES", ("json",))
    monkeypatch.setattr(serve, "import_module", lambda name: SimpleNamespace(engine=engine))
    serve.warm_engines()
    engine.state = "compiling"
    monkeypatch.setattr(shell.pn, "state", SimpleNamespace(curdoc=True, add_periodic_callback=lambda *_: None))
    shell.engine_status(engine)
    assert asked == [True, False]
