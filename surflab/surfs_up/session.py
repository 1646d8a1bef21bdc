"""Surf's Up! as a Param model: `SurfsUp` is what a notebook and the dashboard play with."""
from __future__ import annotations

import pandas as pd
import param

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
    known_bots = tuple(BOTS)

    def __init__(self, record: Record | None = None, **params):
        if not params.keys() & {"seats", "bots"} and record is None:
            params["bots"] = {"Ben": "reader", "Cleo": "saver", "Dev": "collector"}
        self._record = record
        super().__init__(**params)

    def make_game(self) -> Game:
        if self.goals == "draw":
            return Game(tuple(self.seats), self.cards, (), self.seed).with_goals_drawn()
        return Game(tuple(self.seats), self.cards, tuple(self.goals), self.seed)

    @property
    def history(self) -> pd.DataFrame:
        """What every line came to, a row a line, round and seat; round 0 is the deal."""
        return pd.DataFrame([{"line": line} | row for line in self.lines for row in story.trajectory(self.game, self.lines.path(line))])
