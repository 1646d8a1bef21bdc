"""What lines of play come to, side by side, as a table on a page. Knows no game."""
from __future__ import annotations

from weakref import WeakKeyDictionary

import param
from panel.custom import JSComponent

from . import style
from .board import HERE, script, seen_by
from .moments import Moment
from .study import Study


class OutcomesTable(JSComponent):
    """A row a line: what each seat has where the line is compared with the base line, how much more or less than there.

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
        super().__init__(sizing_mode="stretch_width", margin=0, **params)
        self.show()

    @param.depends("scope", watch=True)
    def show(self) -> None:
        """Draw the lines as they stand."""
        session = self.session
        names = session.drawn if self.scope == "drawn" else list(session.lines)
        seats = [{"name": name, "mark": look.mark, "ink": look.ink} for name, look in zip(session.game.players, style.SEATS)]
        self.view = {"base": session.base, "lines": list(session.lines), "scope": self.scope, "seats": seats,
                     "rows": [self._row(name) for name in names]}

    def _row(self, name: str) -> dict:
        session, game, tip = self.session, self.session.game, self.session.lines.tip(name)
        here, there = session.abreast(name, session.base)
        is_base = name == session.base
        return {
            "line": name, "now": name == session.line, "over": game.is_over(tip.state), "rounds": game.rounds(tip.state), "where": game.where(tip.state),
            "parted": None if is_base else game.rounds(session.parting(name, session.base).state),
            "fresh": session.fate_of(name) == "redealt", "final": game.is_over(here.state),
            "compared": None if is_base or game.is_over(here.state) and game.is_over(there.state) else game.rounds(here.state),
            "points": self._points(here), "against": None if is_base else self._points(there),
            "winners": game.winners(here.state),
        }

    def _points(self, tip: Moment) -> list[int]:
        """What each seat has at a moment, as far as it is open; counted once for each."""
        key = (self.session.game, seen_by(self.session))
        known = self._told.get(tip)
        if known is None or known[0] is not key[0] or known[1] != key[1]:
            known = self._told[tip] = (*key, self.session.game.open_points(tip.state, key[1]))
        return known[2]

    def _handle_msg(self, asked) -> None:
        """Do what a person asked for; the message is data from outside."""
        if not isinstance(asked, dict):
            return
        line, session = asked.get("line"), self.session
        is_there = isinstance(line, str) and line in session.lines
        if asked.get("act") == "switch" and is_there and line != session.line:
            session.switch(line)
        elif asked.get("act") == "base" and is_there:
            session.base = line
        elif asked.get("act") == "scope" and asked.get("scope") in ("drawn", "all"):
            self.scope = asked["scope"]
