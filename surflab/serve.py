"""One server process for every page; the heavy imports are done and the engines compile before the first request."""
from __future__ import annotations

import socket
from importlib import import_module
from importlib.util import find_spec

ADDRESS, PORT = "127.0.0.1", 5006
UNUSED_SESSION_LIFETIME = 60_000  # milliseconds
MESSAGE_LIMIT = 32 * 1024 * 1024  # bytes of one websocket message
PAGES = {"/": "surflab.start_page", "/surfs_up": "surflab.surfs_up.page", "/surfin_cats": "surflab.surfin_cats.page",
         "/rules": "surflab.rules_page"}
ENGINES = ("surflab.surfs_up.game", "surflab.surfin_cats.game")


class ServeError(OSError):
    """The server cannot start; the message says why and what would help."""


def serve(address: str = ADDRESS, port: int = PORT, show: bool = True) -> None:
    """Serve the pages until interrupted; prints the address once it can be opened. Port 0 takes any free one."""
    check_port(address, port)
    warm_engines()
    server = make_server(address, port, show)
    server.start()
    print(f"Surf Lab is at http://{address}:{server.port}/  (Ctrl+C stops it)", flush=True)
    server.io_loop.start()


def check_port(address: str, port: int) -> None:
    """Raise ServeError where the port is taken or the address is not this machine's."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise ServeError(f"cannot serve at {address}:{port}: {error.strerror}; try another --port") from None


def warm_engines() -> None:
    """Start compiling every game's engine behind the server's back."""
    for name in ENGINES:
        if find_spec(name):
            import_module(name).engine.warm_up()


def page_modules() -> dict[str, str]:
    """Path and module of every page that exists; the module's `page()` makes one for a browser session."""
    return {path: name for path, name in PAGES.items() if find_spec(name)}


def make_server(address: str, port: int, show: bool = False):
    """The server of all pages that exist, warmed and not yet started."""
    from panel.io.server import get_server

    pages = {path: import_module(name).page for path, name in page_modules().items()}
    return get_server(
        pages, port=port, address=address, show=show, start=False, warm=True, title="Surf Lab",
        websocket_origin=[f"{host}:{port}" for host in ("localhost", "127.0.0.1", address)],
        unused_session_lifetime_milliseconds=UNUSED_SESSION_LIFETIME, websocket_max_message_size=MESSAGE_LIMIT,
        transforms=[content_security()],
    )


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
