"""The lines that a session draws over each other, as rows: the one looked at first, the others from where they part.

What rows say is a game's to tell; what of them is open to whom, too. Knows no game and no chart.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from .moments import Moment
from .slices import Work, call
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

    def telling(self, session: Study, lines: Sequence[str] = (), eyes: Eyes = None) -> Work:
        """The work that gives the tracks of lines, as `of` does: lines that are not told yet are told first, one after the other."""
        game = session.game
        for line in lines or session.drawn:
            tip = session.lines.tip(line)
            if self._known(game, tip, eyes) is None:
                self._told[tip] = (game, eyes, (yield call(self._tell, game, tip.path(), eyes)))
        return self.of(session, lines, eyes)

    def _rows(self, game, tip: Moment, eyes: Eyes) -> list[dict]:
        rows = self._known(game, tip, eyes)
        if rows is None:
            rows = self._tell(game, tip.path(), eyes)
            self._told[tip] = (game, eyes, rows)
        return rows

    def _known(self, game, tip: Moment, eyes: Eyes) -> list[dict] | None:
        told = self._told.get(tip)
        return told[2] if told is not None and told[0] is game and told[1] == eyes else None
