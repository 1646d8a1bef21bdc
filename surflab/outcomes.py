"""What lines of play come to, side by side, as a table on a page. Knows no game."""
from __future__ import annotations

from weakref import WeakKeyDictionary

import param

from . import jobs, style
from .board import HERE, script, seen_by
from .component import Component
from .moments import Moment
from .slices import Work, call
from .study import Study


class OutcomesTable(Component):
    """A row a line: what each seat has where the line is compared with the base line, how much more or less than there.

    Lines stand in the order they were made, whichever are shown, so that a row keeps its place under somebody's pointer.
    The base itself is shown at its end. A press on a row looks at its line. Of an unfinished line only what the viewer may
    see is counted.
    """

    view = param.Dict(default={}, doc="What is drawn.")
    scope = param.Selector(default="drawn", objects=["drawn", "all"], doc="Which lines have a row: those the charts draw, or all.")

    _esm = script(HERE / "outcomes.js")
    _stylesheets = [(HERE / "outcomes.css").read_text(encoding="utf-8")]

    def __init__(self, session: Study, **params):
        self.session = session
        self._told: WeakKeyDictionary[Moment, tuple] = WeakKeyDictionary()
        self._jobs = jobs.of_page()
        super().__init__(sizing_mode="stretch_width", margin=0, **params)
        self.show()

    @param.depends("scope", watch=True)
    def show(self) -> None:
        """Draw the lines as they stand."""
        self._jobs.instead(self.showing())

    def showing(self) -> Work:
        """The work that draws the lines as they stand, one after the other."""
        session, rows = self.session, []
        for name in [name for name in session.lines if self.scope == "all" or name in session.drawn]:
            rows.append((yield from self._row(name)))
            yield
        seats = [{"name": name, "mark": look.mark, "ink": look.ink} for name, look in zip(session.game.players, style.SEATS)]
        self.view = {"base": session.base, "lines": list(session.lines), "scope": self.scope, "seats": seats, "rows": rows}

    def _row(self, name: str) -> Work:
        session, game, tip = self.session, self.session.game, self.session.lines.tip(name)
        here, there = session.abreast(name, session.base)
        is_base = name == session.base
        points, winners = yield from self._count(here)
        against, _ = yield from self._count(there)
        return {
            "line": name, "now": name == session.line, "over": game.is_over(tip.state), "rounds": game.rounds(tip.state), "where": game.where(tip.state),
            "parted": None if is_base else game.rounds(session.parting(name, session.base).state),
            "fresh": session.fate_of(name) == "redealt", "final": game.is_over(here.state),
            "compared": None if is_base or game.is_over(here.state) and game.is_over(there.state) else game.rounds(here.state),
            "points": points, "against": None if is_base else against, "winners": winners,
        }

    def _count(self, moment: Moment) -> Work:
        """What each seat has at a moment, as far as it is open, and who has won; counted once for each."""
        game, eyes = self.session.game, seen_by(self.session)
        known = self._told.get(moment)
        if known is None or known[0] is not game or known[1] != eyes:
            known = self._told[moment] = (game, eyes, (yield call(counted, game, moment.state, eyes)))
        return known[2]

    def switch(self, line: str) -> None:
        if line in self.session.lines and line != self.session.line:
            self.session.switch(line)

    def compare_with(self, line: str) -> None:
        if line in self.session.lines:
            self.session.base = line

    def show_lines(self, scope: str) -> None:
        if scope in self.param.scope.objects:
            self.scope = scope

    ACTS = {"switch": (switch, {"line": str}), "base": (compare_with, {"line": str}), "scope": (show_lines, {"scope": str})}


def counted(game, state, eyes: int | str | None) -> tuple[list[int], list[int]]:
    """What each seat has, as far as it is open to the eyes, and the seats that have won."""
    return game.open_points(state, eyes), game.winners(state)
