"""Surf's Up! as a Param model: `SurfsUp` is what a notebook and the dashboard play with."""
from __future__ import annotations

from functools import partial

from ..session import DEALS, Cards, Checked
from ..study import Study
from . import story
from .cards import CardSet
from .game import Game, check_players
from .record import Record


def check_drawn_or_named(goals) -> None:
    """To be drawn, or up to three names; raises ValueError."""
    is_list = isinstance(goals, (list, tuple)) and len(goals) <= 3
    if not is_list and not (isinstance(goals, str) and goals == "draw"):
        raise ValueError(f'goals must be "draw" or a list of at most three names, not {goals!r}')


class SurfsUp(Study):
    """A table of Surf's Up! with its lines of play.

    >>> game = SurfsUp(seats=["Ana", "Ben"], bots={"Ben": "reader"}, seed=7)
    >>> game.play("5")                          # Ana's card; Ben's bot chooses for itself
    >>> game.play("respect")                    # Ana has won the wave and is at the beach
    >>> game
    <Surf's Up!: 1 rounds played; Ana 8, Ben 3>
    >>> moment = game.at("main", 0)
    >>> game.branch("Ana rests")
    >>> game.play("0")
    >>> print(game.lines)
    main: after round 1
    └─ Ana rests: leaves after round 0, ends after round 1
    >>> history = game.history                  # a row a line, round and seat
    >>> history[history["round"] == 1][["line", "seat", "choice", "score"]]
            line seat choice  score
    2       main  Ana      5      8
    3       main  Ben      4      3
    6  Ana rests  Ana      0      3
    7  Ana rests  Ben      4      8
    """

    seats = Checked(["Ana", "Ben", "Cleo", "Dev"], check=partial(check_players, key="seats"), doc="""
        2 to 6 different names in seat order.""" + DEALS.format("seats"))
    goals = Checked("draw", check=check_drawn_or_named, doc="""
        "draw" draws three shared goals by the seed; a list names up to three; an empty list plays without.""" + DEALS.format("goals"))
    cards = Cards(CardSet, doc="The card set, or the path of its file, or \"house\"." + DEALS.format("cards"))
    usual_bot = "reader"
    record_class, trajectory = Record, staticmethod(story.trajectory)

    def __init__(self, **params):
        if not params.keys() & {"seats", "bots"}:
            params["bots"] = {"Ben": "reader", "Cleo": "saver", "Dev": "collector"}
        super().__init__(**params)

    def make_game(self) -> Game:
        if self.goals == "draw":
            return Game(tuple(self.seats), self.cards, (), self.seed, set_up=self.set_up).with_goals_drawn()
        return Game(tuple(self.seats), self.cards, tuple(self.goals), self.seed, set_up=self.set_up)

    def inputs_of(self, game: Game) -> dict:
        return {"seats": list(game.players), "goals": list(game.goals), "cards": game.cards, "seed": game.seed,
                "set_up": game.set_up}

    # showing itself
    def __repr__(self) -> str:
        where = f"line {self.line!r}, " * (len(self.lines) > 1) + ("over, " if self.is_over else "") + f"{self.rounds} rounds played"
        points = zip(self.game.players, self.game.open_points(self.moment.state))
        return f"<Surf's Up!: {where}; {', '.join(f'{name} {n}' for name, n in points)}>"
