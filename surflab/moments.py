"""Lines of play: moments linked to their parents as commits are, and lines as names of moments. Knows no game."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from .typed import alike, check_name, folded

MAIN = "main"
MOST_LINES = 65  # main and 64 branches, as many as a record may hold


@dataclass(frozen=True, eq=False, repr=False)
class Moment:
    """A position in a line of play and how it came about; never changed once made.

    `choices` maps a seat to the name of what it chose, `events` is what happened. A moment without choices is the
    start of a game or, when `redealt` is a seed, its parent with fresh cards to come.
    """

    state: Any
    parent: Moment | None = None
    choices: Mapping[int, str] = field(default_factory=dict)
    events: Any = ()
    redealt: int | None = None

    def path(self) -> list[Moment]:
        """The moments from the start of the game to this one."""
        moments, moment = [], self
        while moment is not None:
            moments.append(moment)
            moment = moment.parent
        return moments[::-1]

    def __repr__(self) -> str:
        decisions = sum(bool(moment.choices) for moment in self.path())
        return f"<Moment after {decisions} {'decision' if decisions == 1 else 'decisions'}>"


@dataclass(frozen=True)
class Fork:
    """Where a line leaves its parent line.

    `remarks` keeps what people wrote to the line and keys of a record that surflab does not know. `others` is how seats
    choose there that are not chosen for: "ask" (people are asked, bots play), "kept" (as on the parent line) or "bots" (the
    bot called `bot` plays those without one). Seats in `by_hand` are asked whatever `others` says.
    """

    parent: str
    moment: Moment
    remarks: Mapping[str, Any] = field(default_factory=dict, repr=False)
    others: str = "ask"
    bot: str = ""
    by_hand: tuple[int, ...] = ()


class Lines:
    """The lines of one session: `tips` maps a line's name to its last moment, `forks` says where each branch begins.

    `remarks` keeps what people wrote to a moment (a record's note and keys that surflab does not know).
    """

    def __init__(self, root: Moment):
        self.root = root
        self.tips: dict[str, Moment] = {MAIN: root}
        self.forks: dict[str, Fork] = {}
        self.remarks: dict[Moment, dict] = {}
        self.where: Callable[[Moment], str] = lambda moment: f"at moment {len(moment.path()) - 1}"  # how far a moment is, in words

    def __repr__(self) -> str:
        names = list(self.tips)
        return f"<Lines: {', '.join(names[:3])}{f' and {len(names) - 3} more' if names[3:] else ''}>"

    def _repr_pretty_(self, printer, cycle) -> None:
        printer.text(str(self))

    def __str__(self) -> str:
        """The lines as a tree in text: where each leaves its parent line, and where it ends."""
        told = []

        def tell(name: str, before: str, indent: str) -> None:
            fork = self.forks.get(name)
            first = self.following(name, fork.moment) if fork else None
            fresh = ", fresh cards" if first is not None and first.redealt is not None else ""
            told.append(f"{before}{name}: {f'leaves {self.where(fork.moment)}, ends ' if fork else ''}{self.where(self.tips[name])}{fresh}")
            branches = [line for line, fork in self.forks.items() if fork.parent == name]
            for line in branches:
                is_last = line == branches[-1]
                tell(line, indent + ("└─ " if is_last else "├─ "), indent + ("   " if is_last else "│  "))

        tell(MAIN, "", "")
        return "\n".join(told)

    def __contains__(self, name: str) -> bool:
        return name in self.tips

    def __iter__(self):
        return iter(self.tips)

    def __len__(self) -> int:
        return len(self.tips)

    def path(self, name: str) -> list[Moment]:
        """The moments of a line from the start of the game to its tip."""
        return self.tip(name).path()

    def tip(self, name: str) -> Moment:
        """The last moment of a line; raises ValueError for a name that is not there."""
        if name not in list(self.tips):  # a dict would refuse to look up a list
            raise ValueError(f"there is no line {name!r}; the lines are {', '.join(map(repr, self.tips))}")
        return self.tips[name]

    def following(self, name: str, moment: Moment) -> Moment | None:
        """The moment after the given one on a line, None at its tip."""
        later = self.tip(name)
        while later is not None and later.parent is not moment:
            later = later.parent
        return later

    def remark(self, moment: Moment, remarks: Mapping[str, Any]) -> None:
        """Let this be all that is written to a moment; an empty remark is none."""
        self.remarks.pop(moment, None)
        if remarks:
            self.remarks[moment] = dict(remarks)

    def hold(self, moment) -> bool:
        """Whether a moment is on any of the lines."""
        return isinstance(moment, Moment) and any(moment in tip.path() for tip in self.tips.values())

    def extend(self, name: str, moment: Moment) -> None:
        """Make the moment, a child of the line's tip, the new tip."""
        if moment.parent is not self.tip(name):
            raise ValueError(f"the line {name!r} does not end where that moment begins")
        self.tips[name] = moment

    def copy(self) -> Lines:
        """The same lines, to go on with separately."""
        copied = Lines(self.root)
        copied.tips, copied.forks, copied.remarks = dict(self.tips), dict(self.forks), dict(self.remarks)
        copied.where = self.where
        return copied

    def leading_to(self, name: str) -> Lines:
        """A line with those that it leaves, one from the other, and the main line, without all others."""
        lines, wanted = self.copy(), [MAIN]
        while name in lines.forks:
            wanted.append(name)
            name = lines.forks[name].parent
        lines.tips = {line: tip for line, tip in lines.tips.items() if line in wanted}
        lines.forks = {line: fork for line, fork in lines.forks.items() if line in wanted}
        there = {moment for line in wanted for moment in lines.path(line)}
        lines.remarks = {moment: remarks for moment, remarks in lines.remarks.items() if moment in there}
        return lines

    def branch(self, name: str, parent: str, moment: Moment, remarks: Mapping[str, Any] | None = None, **others) -> None:
        """Begin a new line that leaves `parent` at one of its moments; raises ValueError for a name that cannot be.

        `others`, `bot` and `by_hand` are as a Fork has them.
        """
        check_new(name, self.tips)
        if len(self.tips) >= MOST_LINES:
            raise ValueError(f"a session holds at most {MOST_LINES - 1} branches")
        if moment not in self.path(parent):
            raise ValueError(f"that moment is not on the line {parent!r}")
        self.tips[name] = moment
        self.forks[name] = Fork(parent, moment, remarks or {}, **others)

    def rename(self, name: str, new: str) -> None:
        """Give a branch another name; raises ValueError for one that cannot be, and for the main line."""
        self.tip(name)
        if name == MAIN:
            raise ValueError(f"the line {MAIN!r} keeps its name")
        check_new(new, [line for line in self.tips if line != name or line == new])
        self.tips = {new if line == name else line: tip for line, tip in self.tips.items()}
        self.forks = {new if line == name else line: replace(fork, parent=new) if fork.parent == name else fork
                      for line, fork in self.forks.items()}

    def own(self, name: str) -> list[Moment]:
        """The moments of a line that are on no other line: what would go with it."""
        shared = {moment for line in self.tips if line != name for moment in self.path(line)}
        return [moment for moment in self.path(name) if moment not in shared]

    def delete(self, name: str) -> None:
        """Take a branch away with the moments that only it has; lines that leave it keep theirs."""
        self.tip(name)
        if name == MAIN:
            raise ValueError("the main line cannot be deleted; make another line the main line first")
        self._forget(self.own(name))
        del self.tips[name], self.forks[name]
        self._fork_anew(lines=[line for line, fork in self.forks.items() if fork.parent == name])

    def make_main(self, name: str, former: str) -> None:
        """Make a branch the main line; the main line until now becomes a branch with the name `former`."""
        self.tip(name)
        check_name(former)
        if name == MAIN:
            raise ValueError(f"{name!r} is the main line already")
        check_new(former, [line for line in self.tips if line != name])
        tip, before = self.tip(name), self.tips[MAIN]
        rest = {line: moment for line, moment in self.tips.items() if line not in (MAIN, name)}
        self.tips = {MAIN: tip, former: before} | rest
        forks = self.forks | {former: Fork(MAIN, before)}
        self.forks = {line: forks[line] for line in self.tips if line != MAIN}
        self._fork_anew(self.forks, {MAIN: former, name: MAIN})

    def cut(self, name: str, moment: Moment) -> None:
        """Make an earlier moment of the line its tip."""
        if moment not in self.path(name):
            raise ValueError(f"that moment is not on the line {name!r}")
        before = set(moment.path())
        self._forget([later for later in self.own(name) if later not in before])
        self.tips[name] = moment
        self._fork_anew(self.forks)

    def _forget(self, gone: list[Moment]) -> None:
        """Nothing is written to moments that go."""
        for moment in gone:
            self.remarks.pop(moment, None)

    def _fork_anew(self, lines, renamed: Mapping[str, str] = MappingProxyType({})) -> None:
        """Find where lines leave the lines before them, after what they left has changed.

        A line on which others choose as on its parent stays with that parent, by the name that it has now, if it can.
        """
        for line in list(lines):
            earlier: dict[Moment, str] = {}
            for other in self._before(line):
                for moment in self.path(other):
                    earlier.setdefault(moment, other)
            moment = self.tips[line]
            while moment not in earlier:
                moment = moment.parent
            fork, parent = self.forks[line], earlier[moment]
            kept = renamed.get(fork.parent, fork.parent)
            if fork.others == "kept" and kept in self._before(line) and moment in self.path(kept):
                parent = kept
            self.forks[line] = replace(fork, parent=parent, moment=moment)

    def _before(self, line: str) -> list[str]:
        """The lines that stand before a line, among which its parent is."""
        names = list(self.tips)
        return names[:names.index(line)]

    def unused_name(self, stem: str = "what if") -> str:
        """A name that no line has yet."""
        looks = set(map(folded, self.tips))
        return next(name for name in (f"{stem} {n}" for n in range(1, MOST_LINES + 1)) if folded(name) not in looks)


def check_new(name: str, lines: Iterable[str], shown: Callable[[str], str] = repr) -> str:
    """The name of a new line itself; raises ValueError for one that cannot be or looks like that of one of the lines.

    `shown` is how the message repeats a name.
    """
    other = alike(check_name(name), lines)
    if other is not None:
        look = "" if other == name else f", which looks like {shown(name)}"
        raise ValueError(f"there is a line {shown(other)} already{look}")
    return name
