"""One table and its lines of play as a Param model that widgets and notebooks bind to. Knows no game and no widget.

A game is an object in names, like `surfs_up.game.Game`: `start`, `to_choose`, `legal`, `resolve`, `ask`, `redeal`,
`is_over`, `is_between_rounds`, `rounds` and `players`.
"""
from __future__ import annotations

import importlib

import param

from . import records
from .moments import MAIN, Lines, Moment


class Checked(param.Parameter):
    """A parameter whose value must pass a function that raises ValueError for what cannot be."""

    __slots__ = ["check"]

    def __init__(self, default=None, *, check=None, **params):
        self.check = check
        super().__init__(default=default, **params)
        self._validate(self.default)

    def _validate(self, value):
        if getattr(self, "check", None) is not None:
            self.check(value)


class Session(param.Parameterized):
    """A table being played: `moment` is the one observable truth, all else follows from it and from `lines`."""

    moment = param.ClassSelector(class_=Moment, constant=True, doc="The position on the table.")
    line = param.String(MAIN, constant=True, doc="The line of play that the moment is looked at on.")
    choices = param.Dict({}, doc="What seats have chosen since the last reveal: name of the seat -> choice. Secret.")
    bots = param.Dict({}, doc="Which bot plays a seat: name of the seat -> name of the bot; other seats are people.")
    seed = param.Integer(0, bounds=(0, 2**32 - 1), doc="Decides every shuffle of a game and every word of its bots.")
    title = param.String("", doc="What the table is called, for records and pages.")

    def __init__(self, **params):
        super().__init__(**params)
        self.deal()

    # what a game provides
    def make_game(self):
        """The table that the parameters describe; raises ValueError for one that cannot be."""
        raise NotImplementedError

    def inputs_of(self, game) -> dict:
        """The values of the parameters that describe a game, the bots aside."""
        raise NotImplementedError

    known_bots: tuple[str, ...] = ()
    record_class = None  # the class that reads and writes the game's records
    trajectory = None  # the function of (game, path) that tells a path as rows

    # a new game
    def deal(self) -> None:
        """Begin a new game as the parameters say; raises ValueError, and keeps the old one, where they contradict."""
        game = self.make_game()
        check_bots(self.bots, game.players, self.known_bots)
        self._extra: dict = {}  # keys of an opened record that surflab does not know
        self._lay(game, Lines(Moment(game.start())))

    def _lay(self, game, lines: Lines, **inputs) -> None:
        """Put a game with its lines and inputs on the table, and look at the end of the main line."""
        self.game, self.lines = game, lines
        self._show(MAIN, lines.tip(MAIN), **inputs)

    # where the game stands
    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.moment.state)

    @property
    def rounds(self) -> int:
        """How many rounds are wholly resolved at the moment."""
        return self.game.rounds(self.moment.state)

    @property
    def to_choose(self) -> list[str]:
        """The people who must choose now and have not."""
        return [name for name in self._deciding() if name not in self.bots and name not in self.choices]

    def legal(self, seat: str) -> list[str]:
        """What the seat of that name may choose now, as a record writes it."""
        return self.game.legal(self.moment.state, self._seat(seat))

    def _seat(self, name: str) -> int:
        if name not in self.game.players:
            raise ValueError(f"nobody is called {name!r}; the seats are {', '.join(map(repr, self.game.players))}")
        return self.game.players.index(name)

    def _deciding(self) -> list[str]:
        return [self.game.players[seat] for seat in self.game.to_choose(self.moment.state)]

    # playing
    def choose(self, seat: str, choice: str | None) -> None:
        """Put down a seat's choice in secret, or take it back with None; raises ValueError with what is legal."""
        choices = {name: put for name, put in self.choices.items() if name != seat}
        legal = self.legal(seat)
        if choice is not None:
            if choice not in legal:
                raise ValueError(f"{seat} cannot choose {choice!r}; " + (
                    f"legal is {', '.join(map(repr, legal))}" if legal else "it is not this seat's turn"))
            choices[seat] = choice
        self.choices = choices

    def play(self, *choices: str, **by_name: str) -> None:
        """Choose and step: in seat order for the people who must choose (or for every seat), or by name.

        `game.play("5")`, `game.play("5", "3", "0")`, `game.play(Ana="5")`, `game.play("buy orange +2")`.
        Raises ValueError with what is legal, and nothing has changed then.
        """
        self._step(self.choices | self._named(choices, by_name))

    def _named(self, choices, by_name) -> dict[str, str]:
        if choices and by_name:
            raise ValueError("give choices in seat order or by name, not both")
        if not choices:
            return by_name
        deciding = self._deciding()
        people = [name for name in deciding if name not in self.bots]
        names = people if len(choices) == len(people) else deciding
        if len(choices) != len(names):
            asked = f"{len(names)} must choose: {', '.join(names)}" if names else "the game is over"
            raise ValueError(f"choices given: {len(choices)}; {asked}")
        return dict(zip(names, choices))

    def step(self) -> None:
        """Resolve the decision on the table with what was chosen and the bots, up to the next stop.

        A stop is the end of a round or a person at the beach. Raises ValueError, naming who has not chosen.
        """
        self._step(self.choices)

    def play_to_end(self, people: str | None = None) -> None:
        """Play on until the game is over; the bot called `people` stands in for seats without one."""
        bots = (dict.fromkeys(self.game.players, people) if people else {}) | self.bots
        self._play(self.choices, bots, lambda line, moment: self.game.is_over(moment.state))

    def _step(self, choices):
        here = self.moment
        self._play(choices, self.bots, lambda line, moment: moment is not here and self._is_stop(moment, line=line))

    def _play(self, choices, bots, is_done) -> None:
        """Resolve decisions, the first one with the choices, until it is done; where that raises nothing has changed."""
        check_bots(bots, self.game.players, self.known_bots)
        before, line, moment = self.lines.copy(), self.line, self.moment
        try:
            while not is_done(line, moment):
                line, moment = self._resolve(line, moment, choices, bots)
                choices = {}
        except Exception:
            self.lines = before
            raise
        self._show(line, moment)

    def _resolve(self, line, moment, choices, bots):
        """One decision from a moment of a line; where the line goes on otherwise, a new line is begun."""
        game, chosen = self.game, {self._seat(name): choice for name, choice in choices.items()}
        for seat in game.to_choose(moment.state):
            if seat not in chosen and (kept := self._kept(line, moment, seat)) is not None:
                chosen[seat] = kept
            elif seat not in chosen and game.players[seat] in bots:
                chosen[seat] = game.ask(moment.state, seat, bots[game.players[seat]])
        known = self.lines.following(line, moment)
        if known is not None and known.choices == chosen:
            return line, known
        state, events = game.resolve(moment.state, chosen)
        if known is not None:
            name = self.lines.unused_name()
            self.lines.branch(name, line, moment)
            line = name
        after = Moment(state, moment, chosen, events)
        self.lines.extend(line, after)
        return line, after

    def _kept(self, line, moment, seat) -> str | None:
        """What the seat chose at this place of the parent line, where the branch keeps that and it is legal here."""
        fork = self.lines.forks.get(line)
        if fork is None or fork.others != "kept" or fork.moment not in (path := moment.path()):
            return None
        parent = self.lines.path(fork.parent)
        decided = sum(bool(passed.choices) for passed in path[path.index(fork.moment) + 1:])
        later = [passed for passed in parent[parent.index(fork.moment) + 1:] if passed.choices]
        choice = later[decided].choices.get(seat) if decided < len(later) else None
        return choice if choice in self.game.legal(moment.state, seat) else None

    def _is_stop(self, moment, later=None, line=None) -> bool:
        """Whether play halts at a moment; not where `later` is the same position with fresh cards to come."""
        game, state = self.game, moment.state
        if later is not None and later.redealt is not None:
            return False
        if game.is_over(state) or game.is_between_rounds(state):
            return True
        return any(game.players[seat] not in self.bots and self._kept(line or self.line, moment, seat) is None
                   for seat in game.to_choose(state))

    # going back and forward
    def undo(self) -> None:
        """Back to the stop before; what was played stays on its line."""
        later, moment = self.moment, self.moment.parent
        while moment is not None and not self._is_stop(moment, later):
            later, moment = moment, moment.parent
        if moment is None:
            raise ValueError("there is nothing to undo")
        self._show(self.line, moment)

    def redo(self) -> None:
        """Forward to the next stop on this line."""
        moment = self.lines.following(self.line, self.moment)
        if moment is None:
            raise ValueError("there is nothing to redo")
        while (later := self.lines.following(self.line, moment)) is not None and not self._is_stop(moment, later):
            moment = later
        self._show(self.line, moment)

    def go(self, moment: Moment, line: str | None = None) -> None:
        """Look at a moment of a line (by default of this one)."""
        line = self.line if line is None else line
        if moment not in self.lines.path(line):
            raise ValueError(f"that moment is not on the line {line!r}")
        self._show(line, moment)

    def find(self, round: int | None = None, line: str | None = None) -> Moment:
        """The moment of a line (by default this one) when that many rounds are resolved (by default its end)."""
        line = self.line if line is None else line
        path = self.lines.path(line)
        if round is None:
            return path[-1]
        found = [moment for moment in path if self.game.rounds(moment.state) == round
                 and self.game.is_between_rounds(moment.state)]
        if not found:
            raise ValueError(f"the line {line!r} has rounds 0 to {self.game.rounds(path[-1].state)}, not {round!r}")
        return found[-1]

    def at(self, line: str | None = None, round: int | None = None) -> Moment:
        """Look at the moment that `find` finds."""
        moment = self.find(round, line)
        self._show(self.line if line is None else line, moment)
        return moment

    # what-if lines
    def branch(self, name: str, fate: str = "same", seed: int | None = None, others: str = "ask") -> None:
        """Begin a line here and look at it: with the "same" cards to come, or "redealt" with the seed (default: the table's).

        With `others` "kept", seats that are not chosen for go on as on the line that is left, as far as that is legal.
        """
        if fate not in ("same", "redealt"):
            raise ValueError(f"fate is 'same' or 'redealt', not {fate!r}")
        if others not in ("ask", "kept"):
            raise ValueError(f"others is 'ask' or 'kept', not {others!r}")
        fresh = None
        if fate == "redealt":
            seed = self.game.seed if seed is None else seed
            fresh = Moment(self.game.redeal(self.moment.state, seed), self.moment, redealt=seed)
        self.lines.branch(name, self.line, self.moment, others=others)
        if fresh is not None:
            self.lines.extend(name, fresh)
        self._show(name, fresh or self.moment)

    def switch(self, name: str) -> None:
        """Look at another line, at its last moment."""
        self._show(name, self.lines.tip(name))

    # records
    @classmethod
    def load(cls, source, name: str | None = None):
        """The table of a record: of a file's path, or of a record's text; raises RecordError."""
        return cls.from_record(records.load(source, name))

    @classmethod
    def from_record(cls, record):
        """A table at the end of a record's main line; raises RecordError for a record of another game."""
        table = cls(bots={})
        table.open(record)
        return table

    def open(self, record) -> None:
        """Lay a record on this table in place of its game, and look at the end of the main line; raises ValueError."""
        if not isinstance(record, records.GameRecord):
            raise ValueError(f"a table opens a record, as surflab.records.load reads one from a file, not {record!r}")
        if not isinstance(record, self.record_class):
            raise records.RecordError(f"this is a record of {record.game.name}, which is played at another table")
        self._extra = record.extra
        self._lay(record.game, record.lines.copy(), **self.inputs_of(record.game), bots=record.bots, title=record.title)

    def record(self):
        """Everything that was played on this table, on all lines."""
        bots = {name: bot for name, bot in self.bots.items() if name in self.game.players}
        return self.record_class.of(self.game, self.lines, self.title, bots, self._extra)

    def dumps(self) -> str:
        """The record as TOML text."""
        return records.dump(self.record())

    def save(self, path) -> None:
        """Write the record to a file, all or nothing."""
        records.save(self.record(), path)

    @property
    def history(self):
        """What every line came to, as a DataFrame: a row a line, round and seat; round 0 is the deal."""
        import pandas as pd

        return pd.DataFrame([{"line": line} | row for line in self.lines for row in self.trajectory(self.game, self.lines.path(line))])

    # showing itself
    def __str__(self) -> str:
        return repr(self)

    def __panel__(self):
        home = type(self).__module__.rpartition(".")[0]
        return importlib.import_module(f"{home}.page").view(self)  # drawing is loaded when somebody looks

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.__panel__()._repr_mimebundle_(include, exclude)

    def _show(self, line: str, moment: Moment, **inputs) -> None:
        with param.edit_constant(self):
            self.param.update(line=line, moment=moment, choices={}, **inputs)


def check_bots(bots, players, known) -> None:
    """Every bot must be a known one and sit on a seat; raises ValueError."""
    for name, bot in bots.items():
        if name not in players:
            raise ValueError(f"bots names {name!r}, but the seats are {', '.join(map(repr, players))}")
        if bot not in known:
            raise ValueError(f"there is no bot {bot!r} for {name}; the bots are {', '.join(map(repr, known))}")
