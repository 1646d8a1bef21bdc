"""A session whose lines are worked on like the variations of a study: names, notes, marks, changes, comparisons."""
from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd
import param
from param.parameterized import batch_call_watchers

from . import slices
from .course import NOTHING, Course, others_of
from .moments import MAIN, Lines, Moment
from .session import Session, check_list
from .typed import check_name, clean

MARKS = ("good", "bad", "question")
MOST_NOTE = 2000  # characters of a note


@dataclass(frozen=True, repr=False)
class Before:
    """What there was before a change of the tree; `renamed` says what lines of it were called afterwards, `did` what it was."""

    lines: Lines
    line: str
    moment: Moment
    overlaid: list[str]
    base: str
    renamed: Mapping[str, str] = field(default_factory=dict)
    did: str = ""

    def __repr__(self) -> str:
        return f"<Before: {self.did}>"

    def extend(self, name: str, tip: Moment, later: Moment) -> str | None:
        """Let a line go on here too that went on afterwards, and give its name; None where there was no such line."""
        name = next((old for old, new in self.renamed.items() if new == name), name)
        if self.lines.tips.get(name) is not tip:
            return None
        self.lines.tips[name] = later
        return name


def lines_of(session) -> Lines:
    """The lines of a session, of which a table that is about to be laid has the main one alone."""
    return getattr(session, "lines", None) or Lines(Moment(None))


class LineName(param.String):
    """The name of a line that is there; raises ValueError for another."""

    def __set__(self, session, name):
        lines_of(session).tip(name)
        super().__set__(session, name)


class LineNames(param.List):
    """Names of lines that are there; raises ValueError for others."""

    def __set__(self, session, names):
        names = [*check_list(names, "overlaid", "names of lines")]
        for name in names:
            lines_of(session).tip(name)
        super().__set__(session, names)


class Study(Session):
    """A table with a tree of lines; whatever changes the tree can be taken back by `revert`, and done again by `reapply`.

    Changes are new lines (a branch, a copy, another choice than a line has), replaced choices, names, notes, marks, and a line
    that goes or becomes the main one. Playing on at the end of a line is none: what was played stays, whatever is taken back,
    unless its line goes with that. The line that a new line leaves is drawn over it, and whoever looks at another of the lines drawn still sees the same ones.
    """

    changes = param.Integer(0, constant=True, doc="Counts the changes of the tree: lines, names, notes and marks.")
    overlaid = LineNames([], doc="Lines that are drawn together with the one looked at.")
    base = LineName(MAIN, doc="The line that outcomes are compared with.")

    def __init__(self, **params):
        self._before: list[Before] = []
        self._after: list[Before] = []
        self._noted: tuple = ()
        super().__init__(**params)

    def _lay(self, game, lines, extra, **inputs) -> None:
        self._before, self._after, self._seen = [], [], set(lines)
        super()._lay(game, lines, extra, overlaid=[], base=MAIN, **inputs)

    def __copy__(self):
        copied = super().__copy__()
        copied._before = [replace(change, lines=change.lines.copy()) for change in self._before]
        copied._after = [replace(change, lines=change.lines.copy()) for change in self._after]
        return copied

    @property
    def _view(self) -> dict:
        return super()._view | {"overlaid": [*self.overlaid], "base": self.base}

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
        self.lines.tip(name)
        self._change(f"rename “{name}”", lambda lines: lines.rename(name, new), {name: check_name(new)})

    def make_main(self, name: str, former: str = "former main") -> None:
        """Make a branch the main line; what was the main line becomes a branch called `former`."""
        self.lines.tip(name)
        self._change(f"make “{name}” main", lambda lines: lines.make_main(name, former), {name: MAIN, MAIN: check_name(former)})

    def would_go(self, name: str) -> list[Moment]:
        """The moments that deleting a line would take away: those on no other line."""
        return self.lines.own(name)

    def delete(self, name: str) -> None:
        """Take a branch away; the line it left is looked at where it was looked at itself."""
        self.lines.tip(name)
        parent = self.lines.forks[name].parent if name in self.lines.forks else MAIN
        self._change(f"delete “{name}”", lambda lines: lines.delete(name), instead=parent)

    def note(self, text: str, moment: Moment | None = None) -> None:
        """Write a note to a moment (by default this one); an empty one takes it away."""
        if not isinstance(text, str) or len(text) > MOST_NOTE:
            raise ValueError(f"a note must be text of at most {MOST_NOTE} characters")
        self._remark("note", clean(text, breaks=True), moment)

    def mark(self, mark: str, moment: Moment | None = None) -> None:
        """Mark what led to a moment (by default this one) as good, bad or a question; "" takes the mark away."""
        if mark not in (*MARKS, ""):
            raise ValueError(f"a mark is one of {', '.join(map(repr, MARKS))}, or '' for none, not {mark!r}")
        self._remark("mark", mark, moment)

    def _remark(self, key, value, moment):
        moment = self.moment if moment is None else moment
        if not self.lines.hold(moment):
            raise ValueError("that moment is on no line of this table")
        goes_on = key == "note" and self._noted == (key, moment, self.changes)  # somebody writes on: one change, not one a pause

        def write(lines):
            remarks = {known: text for known, text in lines.remarks.get(moment, {}).items() if known != key}
            lines.remark(moment, remarks | ({key: value} if value else {}))

        self._change(key, write)
        if goes_on:
            del self._before[-1]
        self._noted = (key, moment, self.changes)

    def branch(self, name: str, fate: str = "same", seed: int | None = None, others: str = "ask", bot: str | None = None,
               by_hand: Sequence[str] = ()) -> None:
        before = self._snapshot()
        with batch_call_watchers(self):
            super().branch(name, fate, seed, others, bot, by_hand)
            self._keep(before, f"begin “{name}”")

    branch.__doc__ = Session.branch.__doc__

    def _land(self, course: Course, line: str, moment: Moment) -> None:
        before = self._snapshot()
        with batch_call_watchers(self):
            super()._land(course, line, moment)
            if len(self.lines) > len(before.lines):
                self._keep(before, f"begin “{line}”")
            else:
                self._extended(line, before.lines.tip(line), self.lines.tip(line))

    def copy(self, name: str, fate: str = "same", seed: int | None = None, line: str | None = None) -> str:
        """Play this line's choices after the moment again on a new line with the same or fresh cards, as far as legal.

        With a `line` that one's own choices are played again, from where it leaves its parent. Returns "" or, where it
        stopped before the end, where and why.
        """
        return slices.run(self.copying(name, fate, seed, line))

    def copying(self, name: str, fate: str = "same", seed: int | None = None, line: str | None = None) -> slices.Work:
        """The work that copies, as `copy` does."""
        parent, start = self.line, self.moment
        if line is not None:
            self.lines.tip(line)
            if line == MAIN:
                raise ValueError("the main line leaves no other; what follows a moment of it can be copied")
            parent, start = self.lines.forks[line].parent, self.lines.forks[line].moment
        source = self.line if line is None else line
        path, course = self.lines.path(source), self._course(self.lines.copy())
        rest = path[path.index(start) + 1:]
        begun = self._begin(course.lines, name, parent, start, fate, seed, others_of(course.fork(source, start)))
        replay = course.replay(name, begun, rest[1:] if rest and rest[0].redealt is not None else rest)
        stopped, tip = yield from self._worked_out(replay)
        before = self._snapshot()
        with batch_call_watchers(self):
            self.lines = course.lines
            self._show(name, tip)
            self._keep(before, f"copy “{source}”")
        return stopped

    def replace(self, /, *choices: str, **by_name: str) -> str:
        """Choose otherwise here, in place of what the line has, and replay the rest of the line as far as it is legal.

        Notes and marks go along. Returns "" or, where the rest could not be replayed to its end, where it stopped and why.
        """
        return slices.run(self.replacing(*choices, **by_name))

    def replacing(self, /, *choices: str, **by_name: str) -> slices.Work:
        """The work that replaces, as `replace` does."""
        line, here = self.line, self.moment
        path = self.lines.path(line)
        rest = path[path.index(here) + 1:]
        while rest and not rest[0].choices:
            here = rest.pop(0)
        if not rest:
            raise ValueError(f"the line {line!r} ends here; there is nothing to replace")
        named = self.choices | self._named(choices, by_name)
        chosen = {**rest[0].choices, **{self._seat(name): choice for name, choice in named.items()}}
        if chosen == rest[0].choices:
            self.redo()
            return ""
        course = self._course(self.lines.copy())
        stopped, at = yield from self._worked_out(course.replace(line, here, chosen, rest[1:]))
        before = self._snapshot()
        self.lines = course.lines
        self._changed(before, f"choose otherwise on “{line}”", moment=at)
        return stopped

    # taking changes back
    @property
    def last_change(self) -> str:
        """What `revert` would take back, in words; "" for nothing."""
        return self._before[-1].did if self._before else ""

    @property
    def next_change(self) -> str:
        """What `reapply` would do again, in words; "" for nothing."""
        return self._after[-1].did if self._after else ""

    def revert(self) -> None:
        """Take the last change of the tree back."""
        if not self._before:
            raise ValueError("there is no change of the lines to take back")
        was = self._before.pop()
        self._after.append(replace(self._snapshot(), renamed=was.renamed, did=was.did))
        former = {new: old for old, new in was.renamed.items()}
        back = set(was.lines) - {former.get(name, name) for name in self.lines}
        line, moment = former.get(self.line, self.line), self.moment
        if was.line in back or line not in was.lines or moment not in was.lines.path(line):
            line, moment = was.line, was.moment
        self.lines = was.lines
        overlaid = [former.get(name, name) for name in self.overlaid]
        base = was.base if was.base in back else former.get(self.base, self.base)
        self._show(line, moment, changes=self.changes + 1, base=base if base in self.lines else MAIN,
                   overlaid=[name for name in overlaid if name in self.lines] + [name for name in was.overlaid if name in back])

    def reapply(self) -> None:
        """Do the change again that was taken back last."""
        if not self._after:
            raise ValueError("there is no change of the lines to do again")
        then = self._after.pop()
        self._before.append(replace(self._snapshot(), renamed=then.renamed, did=then.did))
        self.lines = then.lines
        self._show(then.line, then.moment, changes=self.changes + 1, base=then.base, overlaid=then.overlaid)

    def _snapshot(self) -> Before:
        return Before(self.lines.copy(), self.line, self.moment, self.overlaid, self.base)

    def _keep(self, before: Before, did: str, renamed: Mapping[str, str] = NOTHING) -> None:
        """Count a change and keep what was before it."""
        self._before = [*self._before[-49:], replace(before, renamed=renamed, did=did)]
        self._after = []
        with param.edit_constant(self):
            self.changes += 1

    def _extended(self, line: str | None, tip: Moment, later: Moment) -> None:
        """What was played on at the end of a line stays when changes before it are taken back."""
        if later is tip:
            return
        self._after = []
        for before in reversed(self._before):
            line = before.extend(line, tip, later)
            if line is None:
                return

    def _change(self, did: str, change, renamed: Mapping[str, str] = NOTHING, instead: str = MAIN) -> None:
        """Apply a change to the lines, or leave everything as it was where it raises.

        `renamed` says what lines are called afterwards; `instead` is looked at or compared with in place of one that is gone.
        """
        before = self._snapshot()
        try:
            change(self.lines)
        except Exception:
            self.lines = before.lines
            raise
        self._changed(before, did, renamed, instead)

    def _changed(self, before: Before, did: str, renamed: Mapping[str, str] = NOTHING, instead: str = MAIN,
                 moment: Moment | None = None) -> None:
        def now(name):
            return there if (there := renamed.get(name, name)) in self.lines else instead

        line, moment = now(self.line), moment or self.moment
        overlaid = [renamed.get(name, name) for name in self.overlaid]
        with batch_call_watchers(self):
            self._show(line, moment if moment in self.lines.path(line) else self.lines.tip(line), base=now(self.base),
                       overlaid=[name for name in overlaid if name in self.lines])
            self._keep(before, did, renamed)

    # looking at the tree
    def tree(self) -> pd.DataFrame:
        """The lines, a row each: parent, where it leaves it (rounds resolved there), its rounds, fate, others, outcome."""
        rows = []
        for name in self.lines:
            fork, path = self.lines.forks.get(name), self.lines.path(name)
            rows.append({"line": name, "parent": fork.parent if fork else None,
                         "after": self.game.rounds(fork.moment.state) if fork else 0,
                         "fate": self.fate_of(name),
                         "others": fork.others if fork else "ask",
                         "rounds": self.game.rounds(path[-1].state), "over": self.game.is_over(path[-1].state)})
        return pd.DataFrame(rows)

    def fate_of(self, name: str) -> str:
        """Which cards come on a line: the "same" as on the line that it leaves, or "redealt"."""
        self.lines.tip(name)
        fork = self.lines.forks.get(name)
        first = self.lines.following(name, fork.moment) if fork else None
        return "same" if first is None or first.redealt is None else "redealt"

    def parting(self, line: str, other: str) -> Moment:
        """The last moment that two lines share."""
        shared = set(self.lines.path(other))
        return [moment for moment in self.lines.path(line) if moment in shared][-1]

    def abreast(self, line: str, other: str) -> tuple[Moment, Moment]:
        """Where two lines can be set against each other: at their ends where both games are over, else after the last round that both have."""
        ends = self.lines.tip(line), self.lines.tip(other)
        if line == other or all(self.game.is_over(end.state) for end in ends):
            return ends
        both = min(self.game.rounds(end.state) for end in ends)
        try:
            return self.find(both, line), self.find(both, other)
        except ValueError:  # one of them begins amid a round and has come no further
            return self.parting(line, other), self.parting(line, other)

    def outcomes(self, lines=None, base: str = MAIN, eyes: int | str | None = "all") -> pd.DataFrame:
        """What lines (by default all) come to beside a base line, a row a line and seat: points by source, as the eyes see them.

        All points are those where the two are `abreast`, after `compared_after` of the line's `rounds`: `difference` is
        `total` less `base_total`, what the seat has on the base line there.
        """
        rows = []
        for name in self.lines if lines is None else check_list(lines, "lines", "names of lines"):
            here, there = (moment.state for moment in self.abreast(name, base))
            rounds = {"parted_after": self.game.rounds(self.parting(name, base).state),
                      "rounds": self.game.rounds(self.lines.tip(name).state), "compared_after": self.game.rounds(here)}
            for seat, player in enumerate(self.game.players):
                points, other = self.game.points(here, seat, eyes), self.game.points(there, seat, eyes)["total"]
                rows.append({"line": name, **rounds, "seat": player, **points, "base_total": other, "difference": points["total"] - other})
        return pd.DataFrame(rows)

    def compare(self, *lines: str, base: str | None = None, seat: str | None = None):
        """Lines (by default those drawn) side by side, for all seats or one: `chart`, `table`, and both where a cell shows it.

        The first line is drawn in full; outcomes are compared with `base`, by default the one that is set. Raises ValueError.
        """
        base = self.base if base is None else base
        for name in (*lines, base):
            self.lines.tip(name)
        if seat is not None:
            self._seat(seat)
        comparison = importlib.import_module(".comparison", __package__)  # drawing is loaded when somebody looks
        return comparison.Comparison.of(self, lines or tuple(self.drawn), base, seat or "")

