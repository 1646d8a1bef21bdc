"""The lines of a session as a tree of moments: drawn, walked, named, noted, marked, taken away and brought back. Knows no game."""
from __future__ import annotations

from collections.abc import Callable, Sequence

import param

from . import shell
from .board import HERE, LINE_FORM, Telling, begin_line, form_view, script
from .moments import MAIN, Moment
from .outcomes import OutcomesTable
from .slices import Work, run
from .study import MARKS, MOST_NOTE, Study
from .tabs import Panel

OTHERS = {"ask": "", "kept": "the others as on {parent}", "bots": "the others left to {bot}"}
Heads = Callable[[Study], list]  # what stands over the columns of the line looked at: a round and a word for each


class Tree(Telling):
    """The lines, a row each, and the stops on them; what a person does there comes back as messages.

    A stop is told by its line and its place on the line's path. Rows are sent where they changed, `now` with every step.
    """

    rows = param.List(default=[], doc="A dict a line, from the main one on, each below the one it leaves.")
    now = param.Dict(default={}, doc="Where the session stands, what is noted there, and what can be done.")
    doomed = param.Dict(default={}, doc="The line that somebody thinks of deleting, and the first place that would go with it.")

    _esm = script(HERE / "line_form.js", HERE / "tree.js")
    _stylesheets = [(HERE / "tree.css").read_text(encoding="utf-8")]

    def __init__(self, session: Study, heads: Heads | None = None, **params):
        self.session, self._heads = session, heads or every_fifth
        self._stops: dict[str, tuple] = {}  # of each line what it was drawn from, and what is its own
        super().__init__(sizing_mode="stretch_width", margin=0, **params)
        self.show()

    def show(self) -> None:
        """Draw the session as it stands."""
        run(self.showing())

    def showing(self) -> Work:
        """The work that draws the session as it stands, a line a slice."""
        rows = yield from self._rows()
        changed = {} if rows == self.rows else {"rows": rows}
        self.param.update(now=self._now(), doomed={}, complaint="", notice=self.still_told(), **changed)

    # what is drawn
    def _rows(self) -> Work:
        lines, kept, rows, stops = self.session.lines, self._stops, [], {}
        for name, depth in in_order(self.session):
            yield
            fork, tip = lines.forks.get(name), lines.tip(name)
            seen = (fork, tip, dict(self.session.bots), owner(self.session, name))
            known = kept.get(name)
            own = known[1] if known and known[0] == seen else self._own(name, fork)
            stops[name] = seen, own
            rows.append({"name": name, "depth": depth, **own[0], "remarks": self._remarks(own[1])})
        self._stops = stops
        return rows

    def _own(self, name: str, fork) -> tuple[dict, list[tuple[int, Moment]]]:
        """What is a line's own: where it begins, its stops with their places, and in words how it goes on."""
        session, game, path = self.session, self.session.game, self.session.lines.path(name)
        first = path.index(fork.moment) + 1 if fork else 0
        place = {moment: number for number, moment in enumerate(path)}
        stops = [moment for moment in session.stops(name) if place[moment] >= first]
        across = columns(game, stops)
        row = {
            "first": first, "places": [place[moment] for moment in stops], "columns": across, "over": game.is_over(path[-1].state),
            "from": owner(session, name), "at": columns(game, [fork.moment])[0] if fork else 0,
            "fresh": len(path) > first > 0 and path[first].redealt is not None,
            "others": OTHERS[fork.others].format(parent=fork.parent, bot=fork.bot) if fork else "",
            "told": [game.where(moment.state) for moment in stops],
        }
        return row, [(place[moment], moment) for moment in stops]

    def _remarks(self, stops) -> dict[str, dict]:
        found = self.session.lines.remarks
        return {str(place): {key: str(found[moment][key]) for key in ("mark", "note") if key in found[moment]}
                for place, moment in stops if found.get(moment)}

    def _now(self) -> dict:
        session = self.session
        remarks = session.lines.remarks.get(session.moment, {})
        return form_view(session) | {
            "line": session.line, "at": len(session.moment.path()) - 1, "where": session.game.where(session.moment.state),
            "note": str(remarks.get("note", "")), "mark": str(remarks.get("mark", "")), "most": MOST_NOTE,
            "overlaid": session.overlaid, "base": session.base, "heads": self._heads(session),
            "last_change": session.last_change, "next_change": session.next_change,
        }

    # what a person does
    def _at(self, line, place) -> Moment:
        """The moment at a place of a line's path; raises ValueError."""
        path = self.session.lines.path(line)
        if not 0 <= place < len(path):
            raise ValueError(f"there is no such moment on the line {line!r}")
        return path[place]

    def go(self, line, place) -> None:
        self.session.go(self._at(line, place), line)

    def note(self, line, place, text) -> None:
        moment = self._at(line, place)
        if self.session.lines.remarks.get(moment, {}).get("note", "") != text:
            self.session.note(text, moment)

    def mark(self, line, place, mark) -> None:
        self.session.mark(mark, self._at(line, place))

    def overlay(self, line) -> None:
        """Draw the line in the charts, or no longer."""
        session, overlaid = self.session, [name for name in self.session.overlaid if name != line]
        session.overlaid = overlaid if line in session.overlaid else [*overlaid, line]

    def copy(self, line, fate) -> Work:
        """Play a branch's own choices again with the other cards, or of the main line what follows the moment looked at."""
        session = self.session
        stopped = yield from session.copying(session.lines.unused_name("copy"), fate, line=None if line == MAIN else line)
        self.tell(stopped and f"“{line}” was played again and {stopped}.")

    def doom(self, line) -> None:
        """Show what would go with a line."""
        gone = self.session.would_go(line)
        if line == MAIN:
            raise ValueError("the main line cannot be deleted; make another line the main line first")
        self.doomed = {"line": line, "first": len(self.session.lines.path(line)) - len(gone), "rounds": len(gone)}

    def spare(self) -> None:
        self.doomed = {}


LINE, NAMED = {"line": str}, {"line": str, "name": str}
Tree.ACTS = {
    "go": (Tree.go, {"line": str, "place": int}), "note": (Tree.note, {"line": str, "place": int, "text": str}),
    "mark": (Tree.mark, {"line": str, "place": int, "mark": str}), "switch": (lambda tree, line: tree.session.switch(line), LINE),
    "rename": (lambda tree, line, name: tree.session.rename(line, name), NAMED),
    "main": (lambda tree, line, name: tree.session.make_main(line, name), NAMED),
    "overlay": (Tree.overlay, LINE), "base": (lambda tree, line: setattr(tree.session, "base", line), LINE),
    "copy": (Tree.copy, {"line": str, "fate": str}), "doom": (Tree.doom, LINE), "spare": (Tree.spare, {}), "close": (Tree.close, {}),
    "delete": (lambda tree, line: tree.session.delete(line), LINE),
    "branch": (lambda tree, *form: begin_line(tree.session, *form), LINE_FORM),
    "revert": (lambda tree: tree.session.revert(), {}), "reapply": (lambda tree: tree.session.reapply(), {}),
}


# how lines lie
def owner(session: Study, name: str) -> str | None:
    """The line on whose own part a branch leaves the tree before it."""
    forks = session.lines.forks
    if name not in forks:
        return None
    moment, line = forks[name].moment, forks[name].parent
    while line in forks and moment in forks[line].moment.path():
        line = forks[line].parent
    return line


def in_order(session: Study) -> list[tuple[str, int]]:
    """The lines from top to bottom with how deep they lie; those that leave a line later lie nearer to it, so none cross."""
    leaving: dict[str | None, list[str]] = {}
    for name in session.lines:
        leaving.setdefault(owner(session, name), []).append(name)

    def when(name: str) -> int:
        return -len(session.lines.forks[name].moment.path())

    found, waiting = [], [(MAIN, 0)]
    while waiting:
        name, depth = waiting.pop()
        found.append((name, depth))
        waiting += [(child, depth + 1) for child in reversed(sorted(leaving.get(name, ()), key=when))]
    return found


def columns(game, stops: Sequence[Moment]) -> list[float]:
    """Where stops stand across: the rounds done there, those in the middle of a round spread behind them."""
    rounds = [game.rounds(moment.state) for moment in stops]
    amid: dict[int, int] = {}
    for number, moment in zip(rounds, stops):
        amid[number] = amid.get(number, 0) + (not game.is_between_rounds(moment.state))
    found, seen = [], dict.fromkeys(amid, 0)
    for number, moment in zip(rounds, stops):
        seen[number] += not game.is_between_rounds(moment.state)
        found.append(round(number + (0 if game.is_between_rounds(moment.state) else seen[number] / (amid[number] + 1)), 2))
    return found


def every_fifth(session: Study) -> list:
    """Every fifth round by its number."""
    last = max(session.game.rounds(session.lines.tip(name).state) for name in session.lines)
    return [[number, str(number)] for number in range(0, last + 1, 5)]


# on a page
class LinesPanel(Panel):
    """The tree of a session, and what its lines come to, as a panel."""

    title = "Lines"

    def __init__(self, session: Study, heads: Heads | None = None, **params):
        super().__init__(**params)
        self.tree, self.outcomes = Tree(session, heads), OutcomesTable(session)

    def showing(self) -> Work:
        yield from self.tree.showing()
        yield from self.outcomes.showing()

    def __panel__(self):
        return shell.flex(self.tree, self.outcomes, css="flex: none; flex-flow: column nowrap; align-items: stretch; gap: 12px;")


def hotkeys(session: Study) -> list[shell.Hotkey]:
    """Keys that walk from line to line and mark what led to the moment looked at."""
    def walk(key: str) -> None:
        names = [name for name, _ in in_order(session)]
        to = names.index(session.line) + (1 if key == "j" else -1)
        if 0 <= to < len(names):
            reached = [moment for moment in session.stops(names[to]) if session.game.rounds(moment.state) <= session.rounds]
            session.go(reached[-1], names[to])

    def mark(key: str) -> None:
        marks = ["", *MARKS]
        now = session.lines.remarks.get(session.moment, {}).get("mark", "")
        session.mark(marks[(marks.index(now) + 1) % len(marks)] if now in marks else "")

    return [shell.Hotkey("k j", "the line above, the line below", walk),
            shell.Hotkey("m", "marks what led here as good, bad, a question, not at all", mark)]
