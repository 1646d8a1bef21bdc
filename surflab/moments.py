"""Lines of play: moments linked to their parents as commits are, and lines as names of moments. Knows no game."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MAIN = "main"
MOST_LINES = 65  # main and 64 branches, as many as a record may hold


@dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True)
class Fork:
    """Where a line leaves its parent line; `remarks` keeps a record's keys that surflab does not know."""

    parent: str
    moment: Moment
    remarks: Mapping[str, Any] = field(default_factory=dict)


class Lines:
    """The lines of one session: `tips` maps a line's name to its last moment, `forks` says where each branch begins.

    `remarks` keeps what people wrote to a moment (a record's note and keys that surflab does not know).
    """

    def __init__(self, root: Moment):
        self.root = root
        self.tips: dict[str, Moment] = {MAIN: root}
        self.forks: dict[str, Fork] = {}
        self.remarks: dict[Moment, dict] = {}

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
        if name not in self.tips:
            raise ValueError(f"there is no line {name!r}; the lines are {', '.join(map(repr, self.tips))}")
        return self.tips[name]

    def following(self, name: str, moment: Moment) -> Moment | None:
        """The moment after the given one on a line, None at its tip."""
        later = self.tip(name)
        while later is not None and later.parent is not moment:
            later = later.parent
        return later

    def extend(self, name: str, moment: Moment) -> None:
        """Make the moment, a child of the line's tip, the new tip."""
        if moment.parent is not self.tip(name):
            raise ValueError(f"the line {name!r} does not end where that moment begins")
        self.tips[name] = moment

    def copy(self) -> Lines:
        """The same lines, to go on with separately."""
        copied = Lines(self.root)
        copied.tips, copied.forks, copied.remarks = dict(self.tips), dict(self.forks), dict(self.remarks)
        return copied

    def branch(self, name: str, parent: str, moment: Moment, remarks: Mapping[str, Any] | None = None) -> None:
        """Begin a new line that leaves `parent` at one of its moments; raises ValueError for a name that cannot be."""
        check_name(name)
        if name in self.tips:
            raise ValueError(f"there is a line {name!r} already")
        if len(self.tips) >= MOST_LINES:
            raise ValueError(f"a session holds at most {MOST_LINES - 1} branches")
        if moment not in self.path(parent):
            raise ValueError(f"that moment is not on the line {parent!r}")
        self.tips[name] = moment
        self.forks[name] = Fork(parent, moment, remarks or {})

    def unused_name(self, stem: str = "what if") -> str:
        """A name that no line has yet."""
        return next(name for name in (f"{stem} {n}" for n in range(1, MOST_LINES + 1)) if name not in self.tips)


def check_name(name: str, what: str = "a line") -> str:
    """The name itself; raises ValueError for one that is empty, over 40 characters, or holds characters it must not."""
    if not isinstance(name, str) or not name.strip() or name != name.strip():
        raise ValueError(f"the name of {what} must be text without spaces at its ends, not {name!r}")
    if len(name) > 40:
        raise ValueError(f"the name of {what} has at most 40 characters; {name!r} has {len(name)}")
    if not name.isprintable() or set(name) & set("<>"):
        raise ValueError(f"the name of {what} holds no control characters and no < or >: {name!r}")
    return name
