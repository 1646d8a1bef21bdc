"""Components of our own in a page: what their scripts send is data from outside, of which only what is expected is done."""
from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from types import UnionType
from typing import ClassVar

from panel.custom import JSComponent

from . import jobs
from .slices import Work
from .style import PRINT_CSS

COMMON_CSS = [(Path(__file__).parent / "touch.css").read_text(encoding="utf-8"), PRINT_CSS]
LONGEST = 2**20 + 1000  # letters of a text in a message
Kind = type | UnionType
Act = tuple[Callable, Mapping[str, Kind]]  # what does it, and the parts of the message that it is given, by their kinds


class Component(JSComponent):
    """A component whose script sends messages `{act, ...}`: those in `ACTS` are done as jobs of the page, others left alone.

    The function of an act is called with the `actor`, by default the component, and the parts of the message. It may give a
    work that does the rest.
    """

    ACTS: ClassVar[Mapping[str, Act]] = {}

    __abstract = True

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        cls._stylesheets = [*COMMON_CSS, *(sheet for sheet in cls._stylesheets if sheet not in COMMON_CSS)]

    @property
    def actor(self):
        """Who does what is asked for."""
        return self

    def _handle_msg(self, message) -> None:
        act = act_in(message, self.ACTS)
        if act is not None:
            jobs.here().do(self.doing(act, message))

    def doing(self, act: Callable[[object], Work | None], message: dict) -> Work:
        """The work that does an act which a message asks for."""
        rest = act(self.actor)
        if isinstance(rest, Generator):
            yield from rest


def act_in(message, acts: Mapping[str, Act]) -> Callable[[object], Work | None] | None:
    """What a message asks an actor for, with the parts that it gives; None where nothing of it stands in `acts`."""
    name = message.get("act") if isinstance(message, dict) else None
    if not isinstance(name, str) or name not in acts:
        return None
    function, kinds = acts[name]
    parts = [message.get(part) for part in kinds]
    if not all(map(is_of, parts, kinds.values())):
        return None
    return lambda actor: function(actor, *parts)


def is_of(value, kind: Kind) -> bool:
    """Whether a value is of exactly that kind, or of one of several; a text is not longer than any should be."""
    kinds = kind.__args__ if isinstance(kind, UnionType) else (kind,)
    return type(value) in kinds and not (isinstance(value, str) and len(value) > LONGEST)
