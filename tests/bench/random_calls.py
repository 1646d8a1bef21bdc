"""Random calls on tables of both games, friendly and not: `python tests/bench/random_calls.py [sequences] [--calls 60]`.

Each sequence plays one table of some size, variant and set of bots. A call is either done, or refused by a ValueError with
a sentence, and then nothing has changed. All along the lines hang together, rounds and history agree, a change that is
taken back and done again leaves the same record, and what is saved opens to the same table and is saved the same again.
"""
from __future__ import annotations

import argparse
import copy
import random
import sys
import time
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from surflab import SurfinCats, SurfsUp
from surflab.moments import MAIN
from tests.tables import differences

GAMES = {"surfs-up": SurfsUp, "surfin-cats": SurfinCats}
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Fay")
CATS = ("maria", "rufo", "mandy", "chope", "neo")
class Thing:
    """Something that no call expects."""

    def __repr__(self) -> str:
        return "a thing"


JUNK = (None, True, -1, 0, 2.5, float("nan"), 10**30, "", "x", "\ud800", "<b>", "x" * 3000, b"main", [], ["main"], [["a"]], {}, {"a": 1},
        {1: 2}, (), Thing(), len, ...)
MOST_LINES = 12  # beyond that no more are begun, to keep sequences quick


class Broken(AssertionError):
    """Something that must hold did not; the message ends with the calls that led there."""


class Sequence:
    """One table and the random calls on it, all decided by the seed."""

    def __init__(self, game: str, seed: int, file_every: int = 6):
        self.random, self.game, self.seed, self.file_every = random.Random(f"{game} {seed}"), game, seed, file_every
        self.table = getattr(self, f"_{game.replace('-', '_')}")()
        self.log: list[str] = []
        self.counts: Counter = Counter()

    # tables
    def _surfs_up(self):
        draw = self.random
        seats = list(NAMES[:draw.randint(2, 6)])
        goals = draw.choice(["draw", [], ["Quiver"], ["Clean session", "Quiver"]])
        return SurfsUp(seats=seats, bots=self._bots(SurfsUp, seats), goals=goals, seed=draw.getrandbits(32), title=draw.choice(["", "Thursday"]))

    def _surfin_cats(self):
        draw = self.random
        cats = draw.sample(CATS, draw.randint(1, 5))
        seats = draw.choice([[], list(NAMES[:len(cats)])])
        return SurfinCats(cats=cats, seats=seats, bots=self._bots(SurfinCats, seats or cats), seed=draw.getrandbits(32), kittens=draw.random() < 0.3,
                          mixed=draw.random() < 0.3, picks=draw.randint(1, 3), waves=draw.choice([[1, 1, 1, 1], [1, 0, 0, 1], [0, 0, 1, 2]]))

    def _bots(self, kind, seats) -> dict[str, str]:
        quick = [bot for bot in kind().known_bots if bot != "solver"]
        return {seat: self.random.choice(quick) for seat in seats if self.random.random() < 0.6}

    # running
    def run(self, calls: int) -> None:
        """Make so many calls, and check; raises Broken."""
        for number in range(1, calls + 1):
            self._call()
            if number % self.file_every == 0 or number == calls:
                self._check(self._file)

    def _call(self) -> None:
        act = self.random.choices(*zip(*CALLS.items()))[0]
        self.counts[act.__name__.strip("_")] += 1
        before, said = everything(self.table), ""
        self.log.append(act.__name__.strip("_"))
        try:
            act(self)
        except ValueError as error:
            said = str(error)
            self.counts["refused"] += 1
            self.log[-1] += f" refused: {said[:100]}"
        except Exception as error:
            raise self._broken(f"{type(error).__name__}: {error}") from error
        if said:
            if changed := changes(before, everything(self.table)):
                raise self._broken(f"refused, and yet {', '.join(changed)} changed")
        self._check(self._hangs_together)

    def _check(self, check) -> None:
        try:
            check()
        except Broken:
            raise
        except Exception as error:
            raise self._broken(f"{type(error).__name__}: {error}") from error

    def _broken(self, what: str) -> Broken:
        calls = "\n".join(f"  {number} {call}" for number, call in enumerate(self.log))
        return Broken(f"{self.game}, sequence {self.seed}: {what}\n{calls}")

    def _note(self, *said) -> None:
        self.log[-1] += "".join(f" {each!r}" for each in said)

    # what must hold
    def _hangs_together(self) -> None:
        table, lines = self.table, self.table.lines
        assert table.moment in lines.path(table.line), "the moment is on its line"
        assert set(lines.forks) == set(lines) - {MAIN}, "every other line leaves one"
        names = list(lines)
        for name, fork in lines.forks.items():
            assert fork.moment in lines.path(name) and fork.moment in lines.path(fork.parent), f"{name} leaves its parent"
            assert names.index(fork.parent) < names.index(name), f"{name} stands behind its parent"
        assert {table.base, *table.drawn} <= set(lines), "lines drawn and compared with are there"
        assert all(lines.remarks.values()), "an empty remark is none"
        shown = set().union(*(lines.path(name) for name in lines))
        assert set(lines.remarks) <= shown, "remarks are of moments that are there"

    def _file(self) -> None:
        table, text = self.table, self.table.dumps()
        again = type(table).load(text)
        if found := differences(table, again):
            raise self._broken("saved and loaded, the table differs: " + "; ".join(found[:6]))
        assert again.dumps() == text, "saved, loaded and saved again, the record is the same"
        history = table.history
        for line in table.lines:
            rounds = table.game.rounds(table.lines.tip(line).state)
            last = int(history[history["line"] == line]["round"].max())
            assert last == rounds, f"{line} has {rounds} rounds, and {last} in its history"
        if table.last_change:
            where = table.line, table.moment, list(table.overlaid), table.base
            table.revert()
            taken_back = table.dumps()
            table.reapply()
            assert table.dumps() == text, "a change taken back and done again is the same"
            assert where == (table.line, table.moment, list(table.overlaid), table.base), "one looks where one looked"
            assert not differences(type(table).load(taken_back), type(table).load(taken_back))

    # calls
    def _some_line(self) -> str:
        return self.random.choice([*self.table.lines])

    def _new_name(self) -> str:
        return f"n{len(self.log)}"

    def _play(self) -> None:
        """Choices for the people who are asked, by name or in order; sometimes one for somebody else, too."""
        table, draw = self.table, self.random
        asked = table.asked or [table.game.players[seat] for seat in table.game.to_choose(table.moment.state)][:draw.randint(0, 1)]
        choices = {seat: draw.choice(table.legal(seat)) for seat in asked}
        if len(table.lines) >= MOST_LINES and table.moment is not table.lines.tip(table.line):
            table.switch(table.line)
            return
        self._note(choices)
        if draw.random() < 0.3 and table.asked and not table.choices:
            table.play(*choices.values())
        else:
            table.play(**choices)

    def _play_wrong(self) -> None:
        seat = self.random.choice([*self.table.game.players, "Zoe"])
        self.table.play(**{seat: self.random.choice(["99", "0", "respect", "trick", "take wax", ""])})

    def _choose(self) -> None:
        seat = self.random.choice(self.table.game.players)
        self.table.choose(seat, self.random.choice([None, *self.table.legal(seat), "0"]))

    def _step(self) -> None:
        if len(self.table.lines) < MOST_LINES:
            self.table.step()

    def _end(self) -> None:
        if len(self.table.lines) < MOST_LINES:
            self.table.play_to_end(self.random.choice([None, *self._quick_bots]))

    @property
    def _quick_bots(self) -> list[str]:
        return [bot for bot in self.table.known_bots if bot != "solver"]

    def _undo(self) -> None:
        self.table.undo()

    def _redo(self) -> None:
        self.table.redo()

    def _go(self) -> None:
        line = self._some_line()
        self.table.go(self.random.choice(self.table.lines.path(line)), line)

    def _at(self) -> None:
        line = self._some_line()
        self.table.at(line, self.random.choice([None, 0, 1, 2, 5, self.table.game.rounds(self.table.lines.tip(line).state)]))

    def _switch(self) -> None:
        self.table.switch(self._some_line())

    def _branch(self) -> None:
        if len(self.table.lines) >= MOST_LINES:
            return
        draw, others = self.random, self.random.choice(["ask", "kept", "bots"])
        bot = draw.choice([None, *self.table.known_bots]) if others == "bots" else None
        by_hand = draw.sample(self.table.game.players, draw.randint(0, len(self.table.game.players)))
        options = (draw.choice(["same", "redealt"]), draw.choice([None, 0, 7, 2**32 - 1]), others, bot, by_hand)
        self._note(*options)
        self.table.branch(self._new_name(), *options)

    def _copy(self) -> None:
        if len(self.table.lines) < MOST_LINES:
            options = (self.random.choice(["same", "redealt"]), self.random.choice([None, 5]), self.random.choice([None, self._some_line()]))
            self._note(*options)
            self.table.copy(self._new_name(), *options)

    def _replace(self) -> None:
        deciding = [self.table.game.players[seat] for seat in self.table.game.to_choose(self.table.moment.state)]
        if deciding:
            seat = self.random.choice(deciding)
            choice = self.random.choice(self.table.legal(seat))
            self._note(seat, choice)
            self.table.replace(**{seat: choice})

    def _rename(self) -> None:
        line, name = self._some_line(), self.random.choice([self._new_name(), "<b>", "été 🌊", "-", '"quoted"', "a.b"])
        self._note(line, name)
        self.table.rename(line, name)

    def _make_main(self) -> None:
        line = self._some_line()
        self._note(line)
        self.table.make_main(line, self._new_name())

    def _delete(self) -> None:
        line = self._some_line()
        self._note(line)
        self.table.delete(line)

    def _write_note(self) -> None:
        self.table.note(self.random.choice(["", "why?", "  ", "# no comment\n\"\"\"", "x" * 2001, "línea\r\ntwo\ttabs"]))

    def _mark(self) -> None:
        self.table.mark(self.random.choice(["", "good", "bad", "question", "brilliant"]))

    def _revert(self) -> None:
        self.table.revert()

    def _reapply(self) -> None:
        self.table.reapply()

    def _see(self) -> None:
        self.table.see(self.random.choice([None, *self.table.game.players]), self.random.random() < 0.2)

    def _draw(self) -> None:
        lines = [*self.table.lines]
        self.table.overlaid = self.random.sample(lines, self.random.randint(0, len(lines)))
        self.table.base = self._some_line()

    def _seat_bots(self) -> None:
        self.table.bots = {**self._bots(type(self.table), self.table.game.players)}

    def _name_table(self) -> None:
        self.table.title = self.random.choice(["", "Friday", 'say "hi"', "# not a comment"])

    def _solver(self) -> None:
        """A branch that is left to the solver, and a step of it."""
        if len(self.table.lines) < MOST_LINES and not self.table.is_over:
            self.table.branch(self._new_name(), others="bots", bot="solver")
            self.table.step()

    def _deal(self) -> None:
        self.table.deal(**self.random.choice([{}, {"seed": 9}, {"seats": ["Zoe", "Ana"]}]))

    def _set_input(self) -> None:
        name = self.random.choice(list(self.table.inputs_of(self.table.game)))
        self._note(name)
        setattr(self.table, name, self.random.choice([getattr(type(self.table), name), 9, [], ["Zoe", "Ana"]]))

    def _reopen(self) -> None:
        self.table = type(self.table).load(self.table.dumps())

    def _position(self) -> None:
        text = self.table.position(hidden=self.random.random() < 0.5)
        self.table.open_position(text)

    def _look_around(self) -> None:
        table = self.table
        table.tree()
        table.outcomes(base=self._some_line())
        assert repr(table) and str(table.lines)
        for line in table.lines:
            table.stops(line)
            table.would_go(line)


CALLS = {
    Sequence._play: 18, Sequence._play_wrong: 2, Sequence._choose: 3, Sequence._step: 8, Sequence._end: 3, Sequence._undo: 6, Sequence._redo: 3,
    Sequence._go: 7, Sequence._at: 4, Sequence._switch: 3, Sequence._branch: 6, Sequence._copy: 3, Sequence._replace: 5, Sequence._rename: 3,
    Sequence._make_main: 4, Sequence._delete: 3, Sequence._write_note: 7, Sequence._mark: 4, Sequence._revert: 5, Sequence._reapply: 3,
    Sequence._see: 1, Sequence._draw: 1, Sequence._seat_bots: 1, Sequence._name_table: 1, Sequence._solver: 1, Sequence._deal: 0.3, Sequence._set_input: 1,
    Sequence._reopen: 1, Sequence._position: 0.5, Sequence._look_around: 1,
}


def everything(table) -> dict:
    """All of a table that a refused call leaves as it was."""
    return {"values": table.param.values() | {"choices": dict(table.choices)}, "game": table.game, "tips": dict(table.lines.tips),
            "forks": dict(table.lines.forks), "remarks": {moment: copy.deepcopy(said) for moment, said in table.lines.remarks.items()},
            "last change": table.last_change, "next change": table.next_change}


def changes(before: dict, after: dict) -> list[str]:
    """The names of what is another value now."""
    return [name for name in before if before[name] != after[name]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sequences", nargs="?", type=int, default=300, help="for each game (default: %(default)s)")
    parser.add_argument("--calls", type=int, default=60, help="in a sequence (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first sequence")
    parser.add_argument("--game", choices=GAMES, help="one game alone")
    parser.add_argument("--every", type=int, default=6, help="calls between two checks of the file (default: %(default)s)")
    options = parser.parse_args()
    broken = 0
    for game in [options.game] if options.game else GAMES:
        started, counts = time.perf_counter(), Counter()
        from importlib import import_module
        import_module(f"surflab.{game.replace('-', '_')}.game").engine.compiled()
        for number in range(options.first, options.first + options.sequences):
            sequence = Sequence(game, number, options.every)
            try:
                sequence.run(options.calls)
            except Broken as error:
                broken += 1
                print(error, file=sys.stderr)
            counts += sequence.counts
        print(f"{game}: {options.sequences} sequences, {sum(counts.values()) - counts['refused']} calls, {counts['refused']} refused, "
              f"{time.perf_counter() - started:.0f} s")
    print(f"broken: {broken}")
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main())
