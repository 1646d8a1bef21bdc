"""A session whose lines are worked on like the variations of a study: names, notes, marks, changes, comparisons."""
from __future__ import annotations

import pandas as pd
import param

from .moments import MAIN, Moment
from .session import Session

MARKS = ("good", "bad", "question")
MOST_NOTE = 2000  # characters of a note


class Study(Session):
    """A table with a tree of lines; whatever changes the tree can be taken back by `revert`."""

    changes = param.Integer(0, constant=True, doc="Counts the changes of the tree: lines, names, notes and marks.")

    def __init__(self, **params):
        self._before: list = []
        super().__init__(**params)

    def _lay(self, game, lines, **inputs) -> None:
        self._before = []
        super()._lay(game, lines, **inputs)

    # changing the tree
    def rename(self, name: str, new: str) -> None:
        """Give a branch another name."""
        self._change(lambda lines: lines.rename(name, new), new if self.line == name else self.line)

    def make_main(self, name: str, former: str = "former main") -> None:
        """Make a branch the main line; what was the main line becomes a branch called `former`."""
        self._change(lambda lines: lines.make_main(name, former), {name: MAIN, MAIN: former}.get(self.line, self.line))

    def would_go(self, name: str) -> list[Moment]:
        """The moments that deleting a line would take away: those on no other line."""
        return self.lines.own(name)

    def delete(self, name: str) -> None:
        """Take a branch away; the line it left is looked at where it was looked at itself."""
        parent = self.lines.forks[name].parent if name in self.lines.forks else MAIN
        self._change(lambda lines: lines.delete(name), parent if self.line == name else self.line)

    def note(self, text: str, moment: Moment | None = None) -> None:
        """Write a note to a moment (by default this one); an empty one takes it away."""
        if not isinstance(text, str) or len(text) > MOST_NOTE:
            raise ValueError(f"a note is text of at most {MOST_NOTE} characters")
        self._remark("note", text.strip(), moment)

    def mark(self, mark: str, moment: Moment | None = None) -> None:
        """Mark what led to a moment (by default this one) as good, bad or a question; "" takes the mark away."""
        if mark not in (*MARKS, ""):
            raise ValueError(f"a mark is one of {', '.join(map(repr, MARKS))}, or '' for none, not {mark!r}")
        self._remark("mark", mark, moment)

    def _remark(self, key, value, moment):
        moment = self.moment if moment is None else moment

        def write(lines):
            remarks = {known: text for known, text in lines.remarks.get(moment, {}).items() if known != key}
            lines.remarks[moment] = remarks | ({key: value} if value else {})

        self._change(write, self.line)

    def copy(self, name: str, fate: str = "same", seed: int | None = None) -> str:
        """Play this line's choices after the moment again on a new line with the same or fresh cards, as far as legal.

        Returns "" or, where it stopped before the end, where and why.
        """
        path = self.lines.path(self.line)
        rest = path[path.index(self.moment) + 1:]
        self.branch(name, fate, seed)
        stopped, tip = self._replay(name, self.moment, rest)
        self._show(name, tip)
        return stopped

    def replace(self, *choices: str, **by_name: str) -> str:
        """Choose otherwise here, in place of what the line has, and replay the rest of the line as far as it is legal.

        Returns "" or, where the rest could not be replayed to its end, where it stopped and why.
        """
        line, here = self.line, self.moment
        path = self.lines.path(line)
        rest = path[path.index(here) + 1:]
        if not rest:
            raise ValueError(f"the line {line!r} ends here; there is nothing to replace")
        chosen = {self._seat(name): choice for name, choice in self._named(choices, by_name).items()}
        before = self._snapshot()
        state, events = self.game.resolve(here.state, {**rest[0].choices, **chosen})
        self.lines.cut(line, here)
        first = Moment(state, here, {**rest[0].choices, **chosen}, events)
        self.lines.extend(line, first)
        stopped, _ = self._replay(line, first, rest[1:])
        self._changed(before, line, first)
        return stopped

    def _replay(self, line, moment, rest) -> tuple[str, Moment]:
        """Play the choices of other moments on from a moment; says where and why that stopped."""
        for passed in rest:
            if not passed.choices:
                continue
            deciding = self.game.to_choose(moment.state)
            if set(passed.choices).isdisjoint(deciding):
                continue  # a visit to the beach that does not happen here
            try:
                state, events = self.game.resolve(moment.state, passed.choices)
            except ValueError as error:
                return f"stopped in round {self.game.rounds(moment.state) + 1}: {error}", moment
            moment = Moment(state, moment, passed.choices, events)
            self.lines.extend(line, moment)
        return "", moment

    # taking changes back
    def revert(self) -> None:
        """Take the last change of the tree back."""
        if not self._before:
            raise ValueError("there is no change of the lines to take back")
        self.lines, line, moment = self._before.pop()
        self._show(line, moment, changes=self.changes + 1)

    def _snapshot(self):
        return self.lines.copy(), self.line, self.moment

    def _change(self, change, line: str) -> None:
        """Apply a change to the lines, or leave everything as it was where it raises."""
        before = self._snapshot()
        try:
            change(self.lines)
        except Exception:
            self.lines = before[0]
            raise
        self._changed(before, line, self.moment)

    def _changed(self, before, line, moment) -> None:
        self._before = [*self._before[-49:], before]
        self._show(line, moment if moment in self.lines.path(line) else self.lines.tip(line), changes=self.changes + 1)

    # looking at the tree
    def tree(self) -> pd.DataFrame:
        """The lines, a row each: parent, where it leaves it (rounds resolved there), its rounds, fate, others, outcome."""
        rows = []
        for name in self.lines:
            fork, path = self.lines.forks.get(name), self.lines.path(name)
            first = self.lines.following(name, fork.moment) if fork else None
            rows.append({"line": name, "parent": fork.parent if fork else None,
                         "after": self.game.rounds(fork.moment.state) if fork else 0,
                         "fate": "redealt" if first is not None and first.redealt is not None else "same",
                         "others": fork.others if fork else "ask",
                         "rounds": self.game.rounds(path[-1].state), "over": self.game.is_over(path[-1].state)})
        return pd.DataFrame(rows)

    def parting(self, line: str, other: str) -> Moment:
        """The last moment that two lines share."""
        shared = set(self.lines.path(other))
        return [moment for moment in self.lines.path(line) if moment in shared][-1]

    def outcomes(self, lines=None, base: str = MAIN) -> pd.DataFrame:
        """What lines (by default all) come to, a row a line and seat: points by source, and the difference to a base line."""
        names = list(self.lines) if lines is None else list(lines)
        totals = {seat: self._points(base, seat)["total"] for seat in range(len(self.game.players))}
        rows = [{"line": name, "parted_after": self.game.rounds(self.parting(name, base).state),
                 "rounds": self.game.rounds(self.lines.tip(name).state), "seat": player} | points
                | {"difference": points["total"] - totals[seat]}
                for name in names for seat, player in enumerate(self.game.players)
                for points in [self._points(name, seat)]]
        return pd.DataFrame(rows)

    def _points(self, line: str, seat: int) -> dict:
        return self.game.points(self.lines.tip(line).state, seat)

