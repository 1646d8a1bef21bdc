"""One server process for every page; the heavy imports are done and the engines compile before the first request."""
from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
import traceback
import warnings
import webbrowser
from importlib import import_module
from importlib.util import find_spec

from . import addresses
from .addresses import EVERYWHERE
from .pages import places

ADDRESS, PORT = "127.0.0.1", 5006
UNUSED_SESSION_LIFETIME = 60_000  # milliseconds
MESSAGE_LIMIT = 32 * 1024 * 1024  # bytes of one websocket message
APART = 1.0  # seconds between pages that load again after the server was gone: about what it takes to make one
LONGEST_WAIT = 60.0  # seconds
LEAVING = ("asyncio", "bokeh.server.protocol_handler", "bokeh.server.views.ws", "panel.io.document")  # who logs that a browser left
LEFT = "Failed sending message as connection was closed"
ENGINES = ("surflab.surfs_up.game", "surflab.surfin_cats.game")


class ServeError(OSError):
    """The server cannot start; the message says why and what would help."""


def serve(address: str = ADDRESS, port: int = PORT, show: bool = True, keep: bool = True) -> None:
    """Serve the pages until interrupted; prints the address once it can be opened. Port 0 takes any free one.

    Without `keep` no table is kept on disk.
    """
    port = free_port(address, port)
    if not keep:
        from . import keeping

        keeping.use(None)
    warm_engines()
    server = make_server(address, port)
    server.start()
    signal.signal(signal.SIGTERM, lambda *_: server.io_loop.add_callback_from_signal(server.io_loop.stop))
    print(f"Surf Lab is at {url(address, port)}  (Ctrl+C stops it)", flush=True)
    for other in others(address):
        print(f"Other devices open {url(other, port)}", flush=True)
    if show and has_display():
        server.io_loop.add_callback(webbrowser.open, url(address, port))
    server.io_loop.start()


def url(address: str, port: int) -> str:
    """What to open in a browser on this machine."""
    return f"http://{bracketed('localhost' if address in EVERYWHERE else address)}:{port}/"


def others(address: str) -> list[str]:
    """The addresses by which other devices in the network reach a server at an address that stands for all."""
    return addresses.reachable(EVERYWHERE[address]) if address in EVERYWHERE else []


def bracketed(host: str) -> str:
    """A host as an address of the web has it."""
    return f"[{host}]" if ":" in host else host


def free_port(address: str, port: int) -> int:
    """The port itself, or a free one for 0; raises ServeError where it is taken or the address is another machine's."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            message = f"cannot serve at {address}, port {port}: {why}; --port and --address name another place"
            raise ServeError(message) from None
        return probe.getsockname()[1]


def has_display() -> bool:
    """Whether a browser would open in a window rather than in this terminal."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def warm_engines() -> None:
    """Start compiling every game's engine behind the server's back; the game whose page is opened comes first."""
    for name in ENGINES:
        if find_spec(name):
            import_module(name).engine.warm_up(ahead=True)


def make_server(address: str, port: int, pages: dict | None = None, **options):
    """A server, warmed and not yet started, of `pages` (path to function) or of all pages that exist."""
    from panel.io.server import get_server

    warnings.filterwarnings("ignore", "reference already known")  # a browser tells once in whole what came to a page after it was loaded
    for name in LEAVING:
        logging.getLogger(name).addFilter(is_worth_logging)
    title: str | dict = "Surf Lab"
    if pages is None:
        pages = {f"/{place.address}": import_module(place.module).page for place in places()}
        title = {f"/{place.address}": place.title for place in places()}
    for path, page in pages.items():
        try:
            page()  # what Python and Panel load or keep on first use is there before the first request
        except Exception:  # one page that cannot be made leaves the others to be served; whoever opens it is told
            logging.exception("the page %s cannot be shown", path)
    allowed = origins(address, port)
    server = get_server(
        pages, port=port, address=address, start=False, title=title, location=False,  # Panel's reads neither [::1] nor a second "?"
        websocket_origin=[origin for origin in allowed if not is_ipv6(origin)],
        websocket_max_message_size=MESSAGE_LIMIT, transforms=[content_security()],
        extra_patterns=[("/alive", alive()), *options.pop("extra_patterns", [])],
        **{"unused_session_lifetime_milliseconds": UNUSED_SESSION_LIFETIME} | options,
    )
    allow_ipv6(server, filter(is_ipv6, allowed))
    return server


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether a record says more than that a browser left while something was on its way to it or from it."""
    return record.getMessage() != LEFT and not (record.exc_info and is_about_leaving(record.exc_info[1]))


def is_about_leaving(error: BaseException | None) -> bool:
    """Whether an error was raised because a connection was closed; a closed one of Bokeh's asserts that it has a session."""
    from bokeh.server.connection import ServerConnection
    from tornado.websocket import WebSocketClosedError

    raised = [frame.f_code for frame, _ in traceback.walk_tb(error and error.__traceback__)][-1:]
    return isinstance(error, WebSocketClosedError) or raised == [ServerConnection.session.fget.__code__]


def is_ipv6(origin: str) -> bool:
    return origin.startswith("[")


def allow_ipv6(server, origins) -> None:
    """Let pages of these hosts open a websocket, which the option for that refuses to read.

    In a Bokeh that keeps its application elsewhere only these cannot.
    """
    if application := getattr(server, "_tornado", None):
        application.websocket_origins.update(origins)


def origins(address: str, port: int) -> list[str]:
    """The hosts whose pages may open a websocket: this machine by every name and address that it is served under."""
    hosts = {address.lower(), *others(address)} - EVERYWHERE.keys()
    if address in EVERYWHERE or addresses.is_loopback(address):
        hosts |= {"localhost", "127.0.0.1", "::1"} if ":" in address else {"localhost", "127.0.0.1"}
    if not addresses.is_loopback(address):
        hosts |= {*addresses.names()}
    return sorted(f"{bracketed(host)}:{port}" for host in hosts)


def alive() -> type:
    """A Tornado handler for pages that lost their server: tells each in how many seconds it may load again, and makes no session."""
    from tornado.web import RequestHandler

    class Alive(RequestHandler):
        turn = 0.0  # when the next page may load, by the monotonic clock

        def get(self):
            now = time.monotonic()
            wait = min(max(0.0, Alive.turn - now), LONGEST_WAIT)
            Alive.turn = now + wait + APART
            self.set_header("Cache-Control", "no-store")
            self.write(f"{wait:.2f}")

    return Alive


def content_security() -> type:
    """A Tornado transform that puts the Content-Security-Policy on every response."""
    from tornado.web import OutputTransform

    from .shell import CONTENT_SECURITY

    class ContentSecurity(OutputTransform):
        def transform_first_chunk(self, status_code, headers, chunk, finishing):
            headers["Content-Security-Policy"] = f"{CONTENT_SECURITY}; frame-ancestors 'self'"
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            return status_code, headers, chunk

    return ContentSecurity
