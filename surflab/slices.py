"""Work in slices: generators that yield wherever others may have their turn. Knows no page and no thread.

A work yields None, or a number from 0 to 1 that tells how much of it is done. A page's work may also yield another work that touches
nothing of the page; that one may be run on another thread, and its result is sent back, or what it raises is raised.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Generator

SLICE = 0.02  # seconds that a work may take before others have their turn

Work = Generator


def run(work: Work):
    """The result of a work, all of it done at once."""
    step = next
    while True:
        try:
            asked = step(work)
        except StopIteration as end:
            return end.value
        step = answer_to(asked) if isinstance(asked, Generator) else next


def answer_to(asked: Work) -> Callable[[Work], object]:
    """What goes on with the work that asked for another one, by what that came to."""
    try:
        result = run(asked)
    except Exception as error:
        return lambda work, error=error: work.throw(error)
    return lambda work: work.send(result)


def begin(work: Work, seconds: float) -> tuple[bool, object]:
    """Spend so much time on a work at once: whether that was enough, and then its result."""
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            next(work)
    except StopIteration as end:
        return True, end.value
    return False, None


def call(function: Callable, *arguments) -> Work:
    """A function as a work of one slice."""
    yield
    return function(*arguments)
