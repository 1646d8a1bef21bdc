"""The jobs of a page: one after the other on its own turns, what they ask for on other threads, and nobody held up."""
import asyncio
import threading
import time
from collections import deque
from types import SimpleNamespace

import panel as pn
import pytest
from bokeh.application import Application
from bokeh.document import Document
from bokeh.models import Div
from bokeh.server.contexts import ApplicationContext
from bokeh.util.token import generate_jwt_token, generate_session_id
from panel.io.state import set_curdoc
from tornado.ioloop import IOLoop

from surflab import jobs, slices
from surflab.jobs import Jobs
from surflab.slices import call


class Context:
    """What makes a document one of a browser session."""

    destroyed = False


class Page(Document):
    """A document of which a test takes the turns."""

    def __init__(self):
        super().__init__()
        self._context, self.due = Context(), []

    @property
    def session_context(self):
        return self._context

    def add_next_tick_callback(self, callback):
        self.due.append(callback)

    def take_turns(self, holds, seconds=20) -> int:
        """Take turns until something holds; gives how many it took."""
        turns, until = 0, time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until, "it never came to that"
            if self.due:
                turns += 1
                self.due.pop(0)()
            else:
                time.sleep(0.001)
        return turns


@pytest.fixture
def page():
    return Page()


def counting(seen: list, name: str, steps: int):
    for step in range(steps):
        seen.append((name, step))
        yield


def test_a_work_is_done_a_slice_a_turn(page, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])
    seen, taken = [], Jobs(page)

    def slow():
        for step in range(6):
            now[0] += 0.6 * jobs.SLICE
            seen.append(step)
            yield

    taken.do(slow())
    told = [list(seen)]
    while page.due:
        page.due.pop(0)()
        told.append(list(seen))
    assert [len(each) for each in told] == [2, 4, 6, 6][:len(told)] and len(told) >= 3 and not taken.busy


def test_works_wait_for_each_other_and_lanes_do_not(page):
    seen, one, other = [], Jobs(page), Jobs(page)
    gate = threading.Event()

    def waiting():
        seen.append((yield call(gate.wait, 20)))

    one.do(waiting())
    one.do(counting(seen, "later", 1))
    other.do(counting(seen, "beside", 2))
    assert seen == [("beside", 0), ("beside", 1)] and one.busy and not other.busy
    gate.set()
    page.take_turns(lambda: not one.busy)
    assert seen[2:] == [True, ("later", 0)]


def test_what_is_asked_for_is_done_on_another_thread_and_its_error_comes_back(page):
    seen, taken = [], Jobs(page)

    def asking():
        seen.append((yield call(threading.get_ident)))
        try:
            yield call(int, "none")
        except ValueError as error:
            seen.append(str(error))

    taken.do(asking())
    page.take_turns(lambda: not taken.busy)
    assert seen[0] != threading.get_ident() and "'none'" in seen[1]


def test_how_much_is_done_is_told_on_the_page_s_turn(page):
    told, gate = [], threading.Event()

    def long():
        while not gate.wait(0.001):
            yield 0.25

    def asking():
        yield long()

    taken = Jobs(page, lambda share: (told.append(share), gate.set()))
    taken.do(asking())
    page.take_turns(lambda: not taken.busy)
    assert set(told) == {0.25}


def test_what_other_threads_ask_for_reaches_a_served_page_on_its_own_thread(page):
    """Bokeh loses what another thread adds to a document just when changes that it held are let go."""
    asked, threads = deque(), set()
    loop = SimpleNamespace(add_callback=asked.append)
    page.session_context.server_context = SimpleNamespace(application_context=SimpleNamespace(io_loop=loop))
    page.add_next_tick_callback = lambda callback: (threads.add(threading.get_ident()), page.due.append(callback))

    def asking():
        for _ in range(5):
            yield call(time.sleep, 0.01)

    taken = Jobs(page)
    taken.do(asking())

    def is_done():
        while asked:
            asked.popleft()()
        return not taken.busy

    page.take_turns(is_done)
    assert threads == {threading.get_ident()}


def test_nothing_that_threads_ask_of_a_served_page_is_lost(aside):
    aside(lambda: asyncio.run(_asked_of_a_served_page(400)))


async def _asked_of_a_served_page(times: int) -> None:
    context, id = ApplicationContext(Application(), io_loop=IOLoop.current()), generate_session_id(signed=False)
    session = await context.create_session_if_needed(id, request=None, token=generate_jwt_token(id, signed=False))
    document, shown, done = session.document, Div(), []
    await session.with_document_locked(lambda: document.add_root(shown))
    pn.state._thread_id_[document], pn.state._connected[document], pn.state._loaded[document] = threading.get_ident(), True, True

    def change() -> None:
        with set_curdoc(document), pn.io.hold():
            for number in range(20):
                shown.text = f"{number} {len(done)}"

    def ask() -> None:
        for number in range(times):
            jobs.soon(document, done.append, number)
            while number - len(done) > 50 and asking.is_alive():
                time.sleep(0)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    until = time.monotonic() + 60
    while len(done) < times and time.monotonic() < until:
        await session.with_document_locked(change)
        await asyncio.sleep(0)
    assert len(done) == times


def test_one_work_takes_the_place_of_another(page):
    seen, taken, gate = [], Jobs(page), threading.Event()

    def never():
        yield call(gate.wait, 20)
        seen.append("never")

    taken.do(never())
    taken.instead(counting(seen, "instead", 1))
    assert seen == [("instead", 0)] and not taken.busy
    gate.set()
    while page.due:
        page.due.pop(0)()
    assert seen == [("instead", 0)]


def test_an_error_of_one_work_is_logged_and_the_next_is_done(page, caplog):
    seen, taken = [], Jobs(page)

    def broken():
        yield
        raise KeyError("no such thing")

    taken.do(broken())
    taken.do(counting(seen, "next", 1))
    page.take_turns(lambda: not taken.busy)
    assert seen == [("next", 0)] and "no such thing" in caplog.text


def test_a_page_that_is_gone_is_worked_at_no_further(page):
    seen, taken = [], Jobs(page)
    gate = threading.Event()

    def waiting():
        yield call(gate.wait, 20)
        seen.append("done")

    taken.do(waiting())
    for callback in page.session_destroyed_callbacks:
        callback(page.session_context)
    page.session_context.destroyed = True
    gate.set()
    assert not taken.busy and not page.due and not seen


def test_everything_is_done_at_once_where_nobody_else_is_served(page):
    seen = []
    jobs.here().do(counting(seen, "at once", 3))
    assert len(seen) == 3 and not jobs.here().busy
    with set_curdoc(page):
        assert jobs.here() is jobs.here() and isinstance(jobs.here(), Jobs)


def test_what_takes_a_moment_is_done_before_anything_is_drawn(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(slices.time, "monotonic", lambda: now[0])

    def work(seconds):
        now[0] += seconds
        yield
        return seconds

    assert slices.begin(work(0.01), 0.02) == (True, 0.01)
    slow = work(0.03)
    assert slices.begin(slow, 0.02) == (False, None) and slices.run(slow) == 0.03
