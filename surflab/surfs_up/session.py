"""Surf's Up! as a Param model: `SurfsUp` is what a notebook and the dashboard play with."""
from __future__ import annotations

import importlib

import pandas as pd
import param

from .. import records
from ..session import Checked, Session
from . import story
from .bots import BOTS
from .cards import CardSet
from .game import Game, check_players
from .record import Record


class SurfsUp(Session):
    """A table of Surf's Up! with its lines of play.

    >>> game = SurfsUp(seats=["Ana", "Ben"], bots={"Ben": "reader"}, seed=7)
    >>> game.play("5")          # Ana's card; Ben's bot chooses for itself
    >>> game.branch("Ana rests"), game.play("0")
    >>> game.history            # one row a line, round and seat
    """

    seats = Checked(["Ana", "Ben", "Cleo", "Dev"], check=check_players, doc="2 to 6 different names in seat order.")
    goals = param.ClassSelector(class_=(str, list), default="draw", doc="""
        "draw" draws three shared goals by the seed; a list names up to three; an empty list plays without.""")
    cards = param.ClassSelector(class_=CardSet, default=CardSet.house(), doc="The card set.")
    title = param.String("", doc="What the table is called, for records and pages.")
    known_bots = tuple(BOTS)

    def __init__(self, **params):
        if not params.keys() & {"seats", "bots"}:
            params["bots"] = {"Ben": "reader", "Cleo": "saver", "Dev": "collector"}
        super().__init__(**params)

    def make_game(self) -> Game:
        if self.goals == "draw":
            return Game(tuple(self.seats), self.cards, (), self.seed).with_goals_drawn()
        return Game(tuple(self.seats), self.cards, tuple(self.goals), self.seed)

    def deal(self) -> None:
        super().deal()
        self._extra: dict = {}  # keys of an opened record that surflab does not know

    @property
    def history(self) -> pd.DataFrame:
        """What every line came to, a row a line, round and seat; round 0 is the deal."""
        return pd.DataFrame([{"line": line} | row for line in self.lines
                             for row in story.trajectory(self.game, self.lines.path(line))])

    # records
    @classmethod
    def load(cls, source, name: str | None = None) -> SurfsUp:
        """The table of a record: of a file's path, or of a record's text; raises RecordError."""
        return cls.from_record(records.load(source, name))

    @classmethod
    def from_record(cls, record: Record) -> SurfsUp:
        """A table at the end of a record's main line."""
        table = cls(seats=list(record.game.players))
        table.open(record)
        return table

    def open(self, record: Record) -> None:
        """Lay a record on this table in place of its game, and look at the end of the main line."""
        game = record.game
        self._extra = record.extra
        self._lay(game, record.lines.copy(), seats=list(game.players), goals=list(game.goals), cards=game.cards,
                  seed=game.seed, bots=record.bots, title=record.title)

    def record(self) -> Record:
        """Everything that was played on this table, on all lines."""
        bots = {name: bot for name, bot in self.bots.items() if name in self.game.players}
        return Record.of(self.game, self.lines, self.title, bots, self._extra)

    def dumps(self) -> str:
        """The record as TOML text."""
        return records.dump(self.record())

    def save(self, path) -> None:
        """Write the record to a file, all or nothing."""
        records.save(self.record(), path)

    # showing itself
    def __repr__(self) -> str:
        where = f"line {self.line!r}, " * (len(self.lines) > 1) + ("over, " if self.is_over else "") + f"{self.rounds} rounds played"
        points = [self.game.points(self.moment.state, seat) for seat in range(len(self.game.players))]
        open_points = [of["total"] - of["stings"] * (not self.is_over) for of in points]  # tokens lie face down (SU63)
        return f"<Surf's Up!: {where}; {', '.join(f'{name} {n}' for name, n in zip(self.game.players, open_points))}>"

    def __panel__(self):
        return importlib.import_module(".page", __package__).view(self)  # drawing is loaded when somebody looks

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.__panel__()._repr_mimebundle_(include, exclude)
