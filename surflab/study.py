"""A session whose lines are worked on like the variations of a study: names, notes, marks, changes, comparisons."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import pandas as pd
import param

from .moments import MAIN, Lines, Moment
from .session import Session

MARKS = ("good", "bad", "question")
MOST_NOTE = 2000  # characters of a note
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Before:
    """What there was before a change of the tree; `renamed` says what lines of it were called afterwards."""

    lines: Lines
    line: str
    moment: Moment
    overlaid: list[str]
    base: str
    renamed: Mapping[str, str] = field(default_factory=dict)


class LineName(param.String):
    """The name of a line that is there; raises ValueError for another."""

    def __set__(self, session, name):
        session.lines.tip(name)
        super().__set__(session, name)


class LineNames(param.List):
    """Names of lines that are there; raises ValueError for others."""

    def __set__(self, session, names):
        for name in names if isinstance(names, list) else []:
            session.lines.tip(name)
        super().__set__(session, names)


class Study(Session):
    """A table with a tree of lines; whatever changes the tree can be taken back by `revert`.

    The line that a new line leaves is drawn over it, and whoever looks at another of the lines drawn still sees the same ones.
    """

    changes = param.Integer(0, constant=True, doc="Counts the changes of the tree: lines, names, notes and marks.")
    overlaid = LineNames([], doc="Lines that are drawn together with the one looked at.")
    base = LineName(MAIN, doc="The line that outcomes are compared with.")

    def __init__(self, **params):
        self._before: list = []
        super().__init__(**params)

    def _lay(self, game, lines, **inputs) -> None:
        self._before, self._seen = [], set(lines)
        super()._lay(game, lines, overlaid=[], base=MAIN, **inputs)

    # drawing lines together
    @property
    def drawn(self) -> list[str]:
        """The lines that charts draw, the one looked at first."""
        return list(dict.fromkeys([self.line, *self.overlaid]))

    def _show(self, line: str, moment: Moment, **inputs) -> None:
        inputs.setdefault("overlaid", self._overlaid_beside(line))
        self._seen = set(self.lines)
        super()._show(line, moment, **inputs)

    def _overlaid_beside(self, line: str) -> list[str]:
        """What is drawn with a line: the line looked at before it where the two were drawn already or it has just begun."""
        before = self.line
        if line == before or before in self.overlaid:
            return self.overlaid
        if line in self.overlaid:
            return [before if name == line else name for name in self.overlaid]
        return self.overlaid if line in self._seen else [*self.overlaid, before]

    # changing the tree
    def rename(self, name: str, new: str) -> None:
        """Give a branch another name."""
        self._change(lambda lines: lines.rename(name, new), {name: new})

    def make_main(self, name: str, former: str = "former main") -> None:
        """Make a branch the main line; what was the main line becomes a branch called `former`."""
        self._change(lambda lines: lines.make_main(name, former), {name: MAIN, MAIN: former})

    def would_go(self, name: str) -> list[Moment]:
        """The moments that deleting a line would take away: those on no other line."""
        return self.lines.own(name)

    def delete(self, name: str) -> None:
        """Take a branch away; the line it left is looked at where it was looked at itself."""
        parent = self.lines.forks[name].parent if name in self.lines.forks else MAIN
        self._change(lambda lines: lines.delete(name), instead=parent)

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

        self._change(write)

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
        self._changed(before, moment=first)
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
        was = self._before.pop()
        former = {new: old for old, new in was.renamed.items()}
        back = set(was.lines) - {former.get(name, name) for name in self.lines}
        self.lines = was.lines
        overlaid = [former.get(name, name) for name in self.overlaid]
        base = was.base if was.base in back else former.get(self.base, self.base)
        self._show(was.line, was.moment, changes=self.changes + 1, base=base if base in self.lines else MAIN,
                   overlaid=[name for name in overlaid if name in self.lines] + [name for name in was.overlaid if name in back])

    def _snapshot(self) -> Before:
        return Before(self.lines.copy(), self.line, self.moment, self.overlaid, self.base)

    def _change(self, change, renamed: Mapping[str, str] = NOTHING, instead: str = MAIN) -> None:
        """Apply a change to the lines, or leave everything as it was where it raises.

        `renamed` says what lines are called afterwards; `instead` is looked at or compared with in place of one that is gone.
        """
        before = self._snapshot()
        try:
            change(self.lines)
        except Exception:
            self.lines = before.lines
            raise
        self._changed(before, renamed, instead)

    def _changed(self, before: Before, renamed: Mapping[str, str] = NOTHING, instead: str = MAIN,
                 moment: Moment | None = None) -> None:
        def now(name):
            return there if (there := renamed.get(name, name)) in self.lines else instead

        self._before = [*self._before[-49:], replace(before, renamed=renamed)]
        line, moment = now(self.line), moment or self.moment
        overlaid = [renamed.get(name, name) for name in self.overlaid]
        self._show(line, moment if moment in self.lines.path(line) else self.lines.tip(line), changes=self.changes + 1,
                   base=now(self.base), overlaid=[name for name in overlaid if name in self.lines])

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

