"""One table and its lines of play as a Param model that widgets and notebooks bind to. Knows no game and no widget.

A game is an object in names, like `surfs_up.game.Game`: `start`, `to_choose`, `legal`, `resolve`, `ask`, `redeal`,
`is_over`, `is_between_rounds`, `rounds` and `players`.
"""
from __future__ import annotations

import copy
import importlib
import time
from collections.abc import Sequence
from functools import partial
from numbers import Integral

import param
from param.parameterized import discard_events

from . import records, slices, toml
from .card_files import card_set
from .course import Course
from .moments import MAIN, Lines, Moment
from .seats import MOST_SEED, check_seed
from .typed import check_title

DEALS = " Another value deals anew until something is played; then `game.deal({}=...)` begins a new game."


class Checked(param.Parameter):
    """A parameter whose value must pass a function that raises ValueError for what cannot be."""

    __slots__ = ["check"]

    def __init__(self, default=None, *, check=None, **params):
        self.check = check
        super().__init__(default=default, **{"instantiate": True} | params)
        self._validate(self.default)

    def _validate(self, value):
        if getattr(self, "check", None) is not None:
            self.check(value)


class TableChanged(ValueError):
    """What was worked out for a table no longer fits it: something else was done at the table meanwhile."""


class Whole(param.Integer):
    """A whole number within its bounds, and no function that would give one."""

    def _validate(self, val):
        if isinstance(val, bool) or not isinstance(val, Integral):
            raise ValueError(f"{self.name} must be a whole number from {self.bounds[0]} to {self.bounds[1]}, not {val!r}")
        super()._validate(val)


class Cards(param.ClassSelector):
    """A card set of the game, also given as the path of its file or as "house"."""

    def __init__(self, kind, **params):
        super().__init__(class_=kind, default=kind.house(), instantiate=False, **params)

    def __set__(self, session, cards):
        super().__set__(session, card_set(cards, self.class_))


def check_set_up(said) -> None:
    """None, or a table as a record's [position]; raises ValueError."""
    if said is not None and not isinstance(said, dict):
        raise ValueError(f"set_up must be a table, the [position] of a record, not {said!r}")
    with records.place("set_up"):
        toml.plain(said or {})


class Session(param.Parameterized):
    """A table being played: `moment` is the one observable truth, all else follows from it and from `lines`.

    Parameters that a game is dealt from deal anew when they are set while nothing is played; after that they raise
    ValueError, and `deal` begins a new game with other ones.
    """

    moment = param.ClassSelector(class_=Moment, constant=True, doc="The position on the table.")
    line = param.String(MAIN, constant=True, doc="The line of play that the moment is looked at on.")
    choices = param.Dict({}, doc="What seats have chosen since the last reveal: name of the seat -> choice. Secret.")
    bots = param.Dict({}, doc="""
        Which bot plays a seat: name of the seat -> name of the bot; other seats are people. Can be changed at any time.""")
    seed = Whole(0, bounds=(0, MOST_SEED), doc="Decides every shuffle of a game and every word of its bots." + DEALS.format("seed"))
    set_up = Checked(None, check=check_set_up, doc="""
        The [position] of a record that a game begins at, as a table; None: a deal.""" + DEALS.format("set_up"))
    title = Checked("", check=check_title, doc="What the table is called, for records and pages.")
    eyes = param.Parameter(None, constant=True, doc="""
        Whose knowledge pages show: a seat's number, "all" for everything, None for what the people at the table may see.""")

    def __init__(self, **params):
        super().__init__(**params)
        self.game = self.make_game()
        check_bots(self.bots, self.game.players, self.known_bots)
        self._lay(self.game, Lines(Moment(self.game.start())), {}, **self._inputs)
        self.param.watch(self._inputs_set, ["bots", *self._inputs])  # first, and so told before anybody else

    # what a game provides
    def make_game(self):
        """The table that the parameters describe; raises ValueError for one that cannot be."""
        raise NotImplementedError

    def inputs_of(self, game) -> dict:
        """The values of the parameters that describe a game, the bots aside."""
        raise NotImplementedError

    usual_bot = ""  # who plays on where none is named
    record_class = None  # the class that reads and writes the game's records
    trajectory = None  # the function of (game, path) that tells a path as rows

    # a new game
    def deal(self, **inputs) -> None:
        """Begin a new game as the parameters say, with other values for those that are named: `game.deal(seed=9)`.

        Without `bots` the seats that are still there keep theirs. Raises ValueError, and keeps the old game, where the
        parameters contradict.
        """
        wrong = [name for name in inputs if name not in (*self._inputs, "bots", "title")]
        if wrong:
            raise ValueError(f"no game is dealt from {wrong[0]!r}, but from {', '.join(self._inputs)}; bots and title can be given, too")
        dealt = type(self)(**self._inputs | {"bots": {}} | inputs)
        bots = {name: bot for name, bot in self.bots.items() if name in dealt.game.players}
        self._lay(dealt.game, dealt.lines, {}, **{"bots": bots} | inputs | dealt._inputs)

    @property
    def _inputs(self) -> dict:
        """The parameters that a game is dealt from, the bots aside."""
        inputs = {name: getattr(self, name) for name in self.inputs_of(self.game)}
        return {name: copy.deepcopy(value) if isinstance(value, (list, dict)) else value for name, value in inputs.items()}

    def _inputs_set(self, *events) -> None:
        """Deal anew, or take the values back and raise ValueError, where somebody set what a game is dealt from."""
        try:
            changed = [name for name, value in self._inputs.items() if value != self._dealt[name]]
            if changed and not self.is_untouched:
                raise ValueError(f"a game is under way, and {changed[0]} stays as it is; game.deal({changed[0]}=...) begins a new one")
            if changed:
                self.deal(**{event.name: event.new for event in events if event.name == "bots"})
            else:
                check_bots(self.bots, self.game.players, self.known_bots)
        except ValueError:
            with discard_events(self):
                self.param.update({event.name: event.old for event in events})
            raise

    def _lay(self, game, lines: Lines, extra: dict, **inputs) -> None:
        """Put a game with its lines and inputs on the table, and look at the end of the main line.

        `extra` holds keys of a record that surflab does not know.
        """
        self.game, self.lines, self._extra = game, lines, extra
        self._dealt = copy.deepcopy({name: value for name, value in inputs.items() if name != "cards"}) | {"cards": inputs["cards"]}
        lines.where = lambda moment: game.where(moment.state)
        self._show(MAIN, lines.tip(MAIN), **{"eyes": None} | inputs)

    # copies
    def __copy__(self):
        """A table of its own that stands as this one does, with nobody watching it."""
        copied = type(self)(**self._inputs, bots={})
        copied._lay(self.game, self.lines.copy(), dict(self._extra), **self._inputs, bots=dict(self.bots), title=self.title)
        copied._show(self.line, self.moment, **self._view)
        return copied

    def __deepcopy__(self, memo):
        return copy.copy(self)  # moments are never changed, so that copies may share them

    def __reduce__(self):
        """Pickled, a table is its record and where one looks; changes of the lines cannot be taken back afterwards."""
        return _restored, (type(self), self.record(), self.line, len(self.moment.path()) - 1, self._view)

    @property
    def _view(self) -> dict:
        """How the table is looked at, apart from the moment."""
        return {"eyes": self.eyes, "choices": dict(self.choices)}

    # where the game stands
    @property
    def known_bots(self) -> tuple[str, ...]:
        """The bots that can play a seat."""
        return self.game.known_bots

    @property
    def is_untouched(self) -> bool:
        """Nothing is played on the table or written to it yet."""
        return len(self.lines) == 1 and self.lines.tip(MAIN) is self.lines.root and not self.lines.remarks

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.moment.state)

    @property
    def rounds(self) -> int:
        """How many rounds are wholly resolved at the moment."""
        return self.game.rounds(self.moment.state)

    @property
    def asked(self) -> list[str]:
        """The seats that somebody must choose for now: no bot plays them, and the line keeps no choice of theirs."""
        course = self._course()
        return [name for name in self._deciding() if course.is_asked(self.line, self.moment, self._seat(name))]

    @property
    def to_choose(self) -> list[str]:
        """Those of them who have not chosen."""
        return [name for name in self.asked if name not in self.choices]

    def bot_of(self, seat: str) -> str | None:
        """The bot that plays a seat on this line at the moment."""
        return self._course().bot(self.line, self.moment, self._seat(seat))

    def see(self, seat: str | None = None, all_open: bool = False) -> None:
        """Show what a seat knows, or everything, or by default what the people at the table may see."""
        eyes = "all" if all_open else None if seat is None else self._seat(seat)
        with param.edit_constant(self):
            self.eyes = eyes

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

    def play(self, /, *choices: str, **by_name: str) -> None:
        """Choose and step: in seat order for the people who must choose (or for every seat), or by name.

        Raises ValueError with what is legal, and nothing has changed then.

        >>> from surflab import SurfsUp
        >>> game = SurfsUp(seats=["Ana", "Ben", "Cleo"], bots={"Ben": "reader"}, seed=7)
        >>> game.play("3", "0")                 # the people at this table with a bot
        >>> game.play("buy energy 4")           # Ana, who is at the beach
        >>> game.play(Cleo="2", Ana="0")
        >>> game.to_choose
        ['Cleo']
        """
        slices.run(self.playing(*choices, **by_name))

    def playing(self, /, *choices: str, **by_name: str) -> slices.Work:
        """The work that plays, as `play` does."""
        here, course, chosen = self.moment, self._course(self.lines.copy()), self.choices | self._named(choices, by_name)
        return self._playing(course, chosen, lambda line, moment: moment is not here and course.is_stop(line, moment))

    def _named(self, choices, by_name) -> dict[str, str]:
        if choices and by_name:
            raise ValueError("give choices in seat order or by name, not both")
        if not choices:
            return by_name
        deciding, people = self._deciding(), self.asked
        names = people if len(choices) == len(people) else deciding
        if len(choices) != len(names):
            asked = f"{len(names)} must choose: {', '.join(names)}" if names else "the game is over"
            raise ValueError(f"choices given: {len(choices)}; {asked}")
        return dict(zip(names, choices))

    def step(self) -> None:
        """Resolve the decision on the table with what was chosen and the bots, up to the next stop.

        A stop is the end of a round or a person at the beach. Raises ValueError, naming who has not chosen.
        """
        self.play()

    def play_to_end(self, people: str | None = None) -> None:
        """Play on until the game is over; the bot called `people` stands in for seats without one."""
        self.play_on(float("inf"), people)

    def play_on(self, seconds: float, people: str | None = None) -> None:
        """Play on as `play_to_end` does, and halt at the first stop after so many seconds."""
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or seconds != seconds:
            raise ValueError(f"seconds must be a number, not {seconds!r}")
        slices.run(self.playing_on(seconds, people))

    def playing_on(self, seconds: float, people: str | None = None) -> slices.Work:
        """The work that plays on, as `play_on` does."""
        here, until, course = self.moment, time.monotonic() + seconds, self._course(self.lines.copy())
        return self._playing(course, self.choices, lambda line, moment: self.game.is_over(moment.state) or (
            moment is not here and time.monotonic() >= until and course.is_stop(line, moment)), people)

    def _playing(self, course: Course, choices, is_done, stand_in: str | None = None) -> slices.Work:
        """Resolve decisions, the first one with the choices, until it is done; where that raises nothing has changed.

        The bot called `stand_in` plays the seats that would be asked.
        """
        check_bots(self.bots | ({self.game.players[0]: stand_in} if stand_in else {}), self.game.players, self.known_bots)
        chosen = {self._seat(name): choice for name, choice in choices.items()}
        line, moment = yield from self._worked_out(course.play(self.line, self.moment, chosen, is_done, stand_in))
        self._land(course, line, moment)

    def _land(self, course: Course, line: str, moment: Moment) -> None:
        """Take over the lines as they were played on, and look at a moment of them."""
        self.lines = course.lines
        self._show(line, moment)

    def _worked_out(self, work: slices.Work) -> slices.Work:
        """What a work on other lines than the table's comes to; raises TableChanged where the table has changed meanwhile."""
        there = self._standing()
        result = yield work
        if self._standing() != there:
            raise TableChanged("the table was changed meanwhile, so nothing was played")
        return result

    def _standing(self) -> tuple:
        lines = self.lines
        return id(self.game), self.line, self.moment, dict(self.choices), dict(lines.tips), dict(lines.forks), dict(lines.remarks)

    def _course(self, lines: Lines | None = None) -> Course:
        """How play goes on along the table's lines, or along a copy of them that may be played on."""
        return Course(self.game, lines or self.lines, dict(self.bots))

    def stops(self, line: str) -> list[Moment]:
        """The moments of a line at which play halts, and its last one."""
        return self._course().stops(line)

    # going back and forward
    def undo(self) -> None:
        """Back to the stop before; what was played stays on its line."""
        course, later, moment = self._course(), self.moment, self.moment.parent
        while moment is not None and not course.is_stop(self.line, moment, later):
            later, moment = moment, moment.parent
        if moment is None:
            raise ValueError("there is nothing to undo")
        self._show(self.line, moment)

    def redo(self) -> None:
        """Forward to the next stop on this line."""
        moment = self.lines.following(self.line, self.moment)
        if moment is None:
            raise ValueError("there is nothing to redo")
        course = self._course()
        while (later := self.lines.following(self.line, moment)) is not None and not course.is_stop(self.line, moment, later):
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
            raise ValueError(f"the line {line!r} has rounds {self.game.rounds(path[0].state)} to "
                             f"{self.game.rounds(path[-1].state)}, not {round!r}")
        return found[-1]

    def at(self, line: str | None = None, round: int | None = None) -> Moment:
        """Look at the moment that `find` finds."""
        moment = self.find(round, line)
        self._show(self.line if line is None else line, moment)
        return moment

    # what-if lines
    def branch(self, name: str, fate: str = "same", seed: int | None = None, others: str = "ask", bot: str | None = None,
               by_hand: Sequence[str] = ()) -> None:
        """Begin a line here and look at it: with the "same" cards to come, or "redealt" with the seed (default: the table's).

        `others` is how seats go on that are not chosen for: "ask" asks people and lets bots play, "kept" has all go on as on
        the line that is left, as far as that is legal, "bots" leaves the seats without a bot to the `bot` (by default the
        usual one). The seats in `by_hand` are asked all the same.
        """
        self._branch(name, self.line, self.moment, fate, seed, self._others(others, bot, by_hand))

    def _others(self, others, bot, by_hand) -> dict:
        """How seats choose on a branch, as a Fork has it; raises ValueError for what cannot be."""
        if others not in records.OTHERS:
            raise ValueError(f"others is {' or '.join(map(repr, records.OTHERS))}, not {others!r}")
        if others != "bots":
            bot = ""
        elif bot is None:
            bot = self.usual_bot
        elif bot not in self.known_bots:
            raise ValueError(f"there is no bot {bot!r}; the bots are {', '.join(map(repr, self.known_bots))}")
        seats = {self._seat(name) for name in check_list(by_hand, "by_hand", "names of seats")}
        return {"others": others, "bot": bot, "by_hand": tuple(sorted(seats))}

    def _branch(self, name, parent, moment, fate, seed, others: dict) -> None:
        self._show(name, self._begin(self.lines, name, parent, moment, fate, seed, others))

    def _begin(self, lines: Lines, name, parent, moment, fate, seed, others: dict) -> Moment:
        """Begin a line among some lines; gives its last moment, which has fresh cards to come where the fate is redealt."""
        if fate not in records.FATES:
            raise ValueError(f"fate is {' or '.join(map(repr, records.FATES))}, not {fate!r}")
        fresh = None
        if fate == "redealt":
            seed = self.game.seed if seed is None else check_seed(seed)
            fresh = Moment(self.game.redeal(moment.state, seed), moment, redealt=seed)
        lines.branch(name, parent, moment, **others)
        if fresh is not None:
            lines.extend(name, fresh)
        return fresh or moment

    def switch(self, name: str) -> None:
        """Look at another line, at its last moment."""
        self._show(name, self.lines.tip(name))

    # positions
    def position(self, hidden: bool = False) -> str:
        """The moment as a record that begins there, as TOML text; with `hidden`, decks and tokens are told too."""
        return records.dump(self.record_class.read(self._position_data(hidden)))

    def _position_data(self, hidden: bool = False, eyes: str | None = None) -> dict:
        data = self.record_class.position_data(self.game, self.moment, hidden, eyes)
        bots = {name: bot for name, bot in self.bots.items() if name in self.game.players}
        return data | ({"bots": bots} if bots else {})

    def read_position(self, source):
        """The record in a text or in plain data; a position alone has the players, cards and seed of this table.

        Raises RecordError; nothing changes.
        """
        return slices.run(self.reading_position(source))

    def reading_position(self, source) -> slices.Work:
        """The work that reads a position, as `read_position` does."""
        with records.place():
            yield
            data = told = records.read_data(source)
            if not data and not isinstance(source, dict):
                raise ValueError("there is nothing to read")
            if "game" not in data:
                there = self.record_class.position_data(self.game, self.lines.root)
                kept = {key: value for key, value in there.items() if key not in ("position", "decks", "rounds", "waves")}
                bots = {"bots": dict(self.bots)} if self.bots else {}
                data = kept | bots | (data if "position" in data else {"position": data})
            with records.lines_told(source, told):
                return self._own((yield from records.reading(data)))

    def open_position(self, source) -> None:
        """Lay a position on this table in place of its game; raises RecordError, and keeps the old one then."""
        self.open(self.read_position(source))

    @classmethod
    def from_position(cls, source, **params):
        """A table that begins at a position: the text or the data of a record, or of its [position] alone.

        `params` describe the table where the position does not.

        >>> from surflab import SurfsUp
        >>> SurfsUp.from_position({"surf": ["teal 4", "purple 8", "orange 2"], "rounds": 5}, seats=["Ana", "Ben"])
        <Surf's Up!: 5 rounds played; Ana 3, Ben 3>
        """
        table = cls(**({"bots": {}} | params))
        table.open_position(source)
        return table

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
        self._own(record)
        self._lay(record.game, record.lines.copy(), record.extra, **self.inputs_of(record.game), bots=record.bots, title=record.title)

    def _own(self, record):
        if not isinstance(record, self.record_class):
            raise records.RecordError(f"this is a record of {record.game.name}, which is played at another table")
        return record

    def record(self):
        """Everything that was played on this table, on all lines."""
        return self.recorder()()

    def recorder(self, lines: Lines | None = None):
        """What gives the record of the table, or of some of its lines, as it stands now; to be called on any thread."""
        bots = {name: bot for name, bot in self.bots.items() if name in self.game.players}
        return partial(self.record_class.of, self.game, lines or self.lines.copy(), self.title, bots, self._extra)

    def dumps(self) -> str:
        """The record as TOML text."""
        return records.dump(self.record())

    def save(self, path) -> None:
        """Write the record to a file, all or nothing."""
        records.save(self.record(), path)

    # analysis
    def analyze(self, **options):
        """What each choice of the decision here is worth, best first: `surflab.analyze` of this table, with its options."""
        from .analysis import analyze

        return analyze(self, **options)

    def review(self, line: str | None = None, **options):
        """What luck and choices did on a line, by default this one: `surflab.review` of this table, with its options."""
        from .analysis import review

        return review(self, self.line if line is None else line, **options)

    @property
    def history(self):
        """What every line came to, as a DataFrame: a row a line, round and seat, from the deal on."""
        import pandas as pd

        return pd.DataFrame([{"line": line} | row for line in self.lines for row in self.trajectory(self.game, self.lines.path(line))])

    # showing itself
    def __str__(self) -> str:
        return repr(self)

    def __panel__(self):
        home = type(self).__module__.rpartition(".")[0]
        return importlib.import_module(f"{home}.view").view(self)  # drawing is loaded when somebody looks

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.__panel__()._repr_mimebundle_(include, exclude)

    def _show(self, line: str, moment: Moment, **inputs) -> None:
        with param.edit_constant(self):
            self.param.update(line=line, moment=moment, **{"choices": {}} | inputs)


def _restored(kind: type[Session], record, line: str, at: int, view: dict) -> Session:
    """The table that was pickled."""
    table = kind.from_record(record)
    table._show(line, table.lines.path(line)[at], **view)
    return table


def check_list(names, key: str, what: str):
    """The list itself; raises ValueError for what is none, a text included."""
    if not isinstance(names, (list, tuple, set, dict)):
        raise ValueError(f"{key} must be a list of {what}, not {names!r}")
    return names


def check_bots(bots, players, known) -> None:
    """Every bot must be a known one and sit on a seat; raises ValueError."""
    for name, bot in bots.items():
        if name not in players:
            raise ValueError(f"bots names {name!r}, but the seats are {', '.join(map(repr, players))}")
        if bot not in known:
            raise ValueError(f"there is no bot {bot!r} for {name}; the bots are {', '.join(map(repr, known))}")
