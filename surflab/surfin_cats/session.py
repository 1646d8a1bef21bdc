"""Surfin' Cats as a Param model: `SurfinCats` is what a notebook and the dashboard play with."""
from __future__ import annotations

from functools import partial

import param

from ..session import DEALS, Cards, Checked, Whole
from ..study import Study
from . import rules, story
from .cards import CardSet
from .game import HOUSE_CATS, Game, check_how_many, check_one_each, check_players
from .record import Record
from .variant import Variant, check_waves


class SurfinCats(Study):
    """A table of Surfin' Cats with its lines of play.

    >>> game = SurfinCats(cats=["maria", "rufo"], bots={"rufo": "odds"}, seed=7)
    >>> game.legal("maria")                     # the instructors that maria was dealt
    ['Luz', 'Koa']
    >>> game.play("Koa")                        # rufo's bot chooses for itself
    >>> game.play("trick")
    >>> game
    <Surfin' Cats: in wave 1, turn 1; maria 11, rufo 11>
    >>> game.legal("maria")
    ['use nothing', 'use camera']
    >>> game.undo()
    >>> game.branch("maria rides")
    >>> game.play("ride")
    >>> history = game.history                  # a row a line, round and seat; a round is a turn or a market visit
    >>> history[history["round"] == 1][["line", "seat", "act", "outcome"]]
              line   seat    act    outcome
    4  maria rides  maria   ride       rode
    5  maria rides   rufo  trick  performed
    """

    cats = Checked(list(HOUSE_CATS[:4]), check=check_how_many, doc="""
        Which cat each seat plays, in seat order; different names of the card set.""" + DEALS.format("cats"))
    seats = Checked([], check=partial(check_players, key="seats"), doc="""
        As many different names, in seat order; empty: seats are called as their cats.""" + DEALS.format("seats"))
    cards = Cards(CardSet, doc="The card set, or the path of its file, or \"house\"." + DEALS.format("cards"))
    kittens = param.Boolean(False, doc="Play without events and instructors (SC80)." + DEALS.format("kittens"))
    mixed = param.Boolean(False, doc="Deal the ability cards of different cats (SC81)." + DEALS.format("mixed"))
    picks = Whole(1, bounds=(1, rules.MOST_PICKS), doc="""
        How many market cards a cat takes in a visit (SC50, SC81).""" + DEALS.format("picks"))
    waves = Checked([1, 1, 1, 1], check=check_waves, doc="""
        How many green, yellow, red and black waves are surfed (SC03, SC81).""" + DEALS.format("waves"))
    usual_bot = "odds"
    record_class, trajectory = Record, staticmethod(story.trajectory)

    def __init__(self, **params):
        if not params.keys() & {"cats", "seats", "bots"}:
            params["bots"] = {"rufo": "greedy", "mandy": "cautious", "chope": "odds"}
        super().__init__(**params)

    def make_game(self) -> Game:
        if self.seats:
            check_one_each(self.seats, self.cats, "seats")
        variant = Variant(self.kittens, self.mixed, self.picks, tuple(self.waves))
        return Game(tuple(self.cats), tuple(self.seats), self.cards, variant, self.seed, set_up=self.set_up)

    def inputs_of(self, game: Game) -> dict:
        variant = game.variant
        return {"cats": list(game.cats), "seats": list(game.players) if game.players != game.cats else [], "cards": game.cards,
                "kittens": variant.kittens, "mixed": variant.mixed, "picks": variant.picks, "waves": list(variant.waves),
                "seed": game.seed, "set_up": game.set_up}

    @property
    def wave_history(self):
        """How each cat left each wave that is over, as a DataFrame: a row a line, wave and seat."""
        import pandas as pd

        return pd.DataFrame([{"line": line} | row for line in self.lines
                             for row in story.wave_rows(self.game, self.lines.path(line))])

    # showing itself
    def __repr__(self) -> str:
        where = f"line {self.line!r}, " * (len(self.lines) > 1) + self.game.where(self.moment.state)
        flow = [f"{name} {self.moment.state['table']['flow'][0, seat]}" for seat, name in enumerate(self.game.players)]
        if self.is_over:
            flow = [f"{name} {self.game.points(self.moment.state, seat)['total']}" for seat, name in enumerate(self.game.players)]
        return f"<Surfin' Cats: {where}; {', '.join(flow)}>"
