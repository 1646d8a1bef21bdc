"""What a page works at, in slices: on its own turns, so that others are served in between, or on other threads. Knows no game.

A work that a page does is run on its document's turns, a slice at a time; a work that it yields touches nothing of the page and is
run in slices by the threads of `thinking`, in turn with everybody else's. Without a browser session nobody else waits, and a work
is done at once.
"""
from __future__ import annotations

import logging
import time
import weakref
from collections import deque
from collections.abc import Callable, Generator

import panel as pn
from panel.io.state import set_curdoc

from . import slices
from .slices import SLICE, Work
from .thinking import Sliced, Thinker


class AtOnce:
    """Where nobody else is served: every work is done as soon as it is asked for."""

    busy = False
    patience = float("inf")

    def do(self, work: Work) -> None:
        with pn.io.hold():
            slices.run(work)

    instead = do

    def cancel(self) -> None:
        """Nothing waits."""


class Jobs:
    """Works of one page, done one after the other; of those that are under way on another thread it tells how much is done.

    A work that raises is logged and left. One that goes on for long shows something of it every `patience` seconds.
    """

    patience = 0.1

    def __init__(self, document, tell: Callable[[float], None] = lambda share: None):
        self._document, self._tell = weakref.ref(document), tell
        self._waiting: deque[Work] = deque()
        self._asked: Sliced | None = None  # what the first of them waits for
        self._thinker, self._is_due = Thinker(self._grown), False
        document.on_session_destroyed(lambda context: self.cancel())

    @property
    def busy(self) -> bool:
        return bool(self._waiting)

    def do(self, work: Work) -> None:
        """Do a work after those that wait: its first slice at once where none does."""
        self._waiting.append(work)
        if len(self._waiting) == 1:
            self._go_on()

    def instead(self, work: Work) -> None:
        """Do a work in place of those that wait or are under way."""
        self.cancel()
        self.do(work)

    def cancel(self) -> None:
        """Leave everything as it is now."""
        self._waiting.clear()
        self._asked = None
        self._thinker.want()

    def _grown(self) -> None:
        """Called on another thread when there is something new of what was asked for."""
        document = self._document()
        if document is not None and not self._is_due:
            self._is_due = True
            soon(document, self._turn)

    def _turn(self) -> None:
        self._is_due = False
        if self._asked is not None and not self._asked.done:
            self._tell(self._asked.share)
        self._go_on()

    def _go_on(self) -> None:
        until = time.monotonic() + SLICE
        while self._waiting and (self._asked is None or self._asked.done):
            if time.monotonic() >= until:
                return self._grown()
            self._step()

    def _step(self) -> None:
        """Go on with the first work to where it yields, with the result of what it asked for."""
        work, asked, self._asked = self._waiting[0], self._asked, None
        try:
            with pn.io.hold():
                wanted = next(work) if asked is None else asked.hand_to(work)
        except Exception as error:
            if not isinstance(error, StopIteration):
                logging.exception("a page could not do what it was asked for")
            if self._waiting and self._waiting[0] is work:
                self._waiting.popleft()
            return
        if isinstance(wanted, Generator) and self._waiting and self._waiting[0] is work:
            self._asked = Sliced(wanted)
            self._thinker.want(self._asked)


_AT_ONCE = AtOnce()
_HERE: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()


def here() -> Jobs | AtOnce:
    """The jobs of what a person does on the page whose turn it is."""
    document = pn.state.curdoc
    if document is None or document not in _HERE:
        jobs = of_page()
        if jobs is _AT_ONCE:
            return jobs
        _HERE[document] = jobs
    return _HERE[document]


def of_page(tell: Callable[[float], None] = lambda share: None) -> Jobs | AtOnce:
    """New jobs for the page whose turn it is; they and the other jobs of the page do not wait for each other."""
    document = pn.state.curdoc
    return _AT_ONCE if document is None or document.session_context is None else Jobs(document, tell)


def soon(document, act: Callable[..., None], *arguments) -> None:
    """Do something on a page's own turn, if it is still there; may be called on any thread."""
    context = document.session_context
    if context is None or context.destroyed:
        return

    def do() -> None:
        with set_curdoc(document), pn.io.hold():
            act(*arguments)

    def add() -> None:
        if not context.destroyed:
            document.add_next_tick_callback(do)

    loop = _loop_of(context)
    if loop is None:
        add()
    else:  # what another thread gives to a document just when it lets go of changes that it held is lost
        loop.add_callback(add)


def _loop_of(context):
    """The event loop that serves a session, which takes what any thread gives it."""
    server = getattr(context, "server_context", None)
    return getattr(getattr(server, "application_context", None), "io_loop", None)
