"""The lines that a session draws over each other, as rows: the one looked at first, the others from where they part.

What rows say is a game's to tell; what of them is open to whom, too. Knows no game and no chart.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from .moments import Moment
from .study import Study

Eyes = int | str | None  # of the seat whose own knowledge is told; "all" tells everything, None what all may know


@dataclass(frozen=True)
class Track:
    """A line of play in rows, a row a round and seat.

    `after` is the round in which it parts from the lines drawn before it, up to which the two are one; `over` says that
    its game is over.
    """

    line: str
    rows: Sequence[dict] = field(repr=False)
    after: int = 0
    over: bool = False


class Tracks:
    """The lines a session draws; the rows of a line are told once and kept as long as the line's last moment.

    `tell(game, path, eyes)` gives the rows of a path.
    """

    def __init__(self, tell: Callable[..., list[dict]]):
        self._tell = tell
        self._told: WeakKeyDictionary[Moment, tuple] = WeakKeyDictionary()

    def of(self, session: Study, lines: Sequence[str] = (), eyes: Eyes = None) -> tuple[Track, ...]:
        """The tracks of lines, by default of those that are drawn; the first one is drawn whole."""
        game, drawn, tracks = session.game, set(), []
        for line in lines or session.drawn:
            tip = moment = session.lines.tip(line)
            own = []
            while moment is not None and moment not in drawn:
                own.append(moment)
                moment = moment.parent
            drawn.update(own)
            after = 0 if moment is None else game.rounds(moment.state)
            tracks.append(Track(line, self._rows(game, tip, eyes), after, game.is_over(tip.state)))
        return tuple(tracks)

    def _rows(self, game, tip: Moment, eyes: Eyes) -> list[dict]:
        known = self._told.get(tip)
        if known is None or known[0] is not game or known[1] != eyes:
            known = self._told[tip] = (game, eyes, self._tell(game, tip.path(), eyes))
        return known[2]
