"""The solver as a bot of Surfin' Cats: offered everywhere, the same from the same seed, blind to what is hidden, and strong."""
from __future__ import annotations

import random

import pytest

from surflab import SurfinCats, simulate
from surflab.records import load
from surflab.surfin_cats import game as games
from surflab.surfin_cats.game import Game
from surflab.surfin_cats.simulation import Series

from .hidden import laid_otherwise
from .playing import played, wish_among
from .positions import position

pytestmark = pytest.mark.usefixtures("cats_engine")


def test_the_solver_chooses_what_is_legal_and_sees_nothing_hidden():
    rng = random.Random(4)
    game = Game(("maria", "rufo", "neo"), seed=11)
    moments = [moment for moment in played(game, wish_among(rng)).path("main") if not game.is_over(moment.state)]
    for moment in rng.sample(moments, 12):
        seat = game.to_choose(moment.state)[0]
        choice = game.ask(moment.state, seat, "solver")
        assert choice in game.legal(moment.state, seat)
        assert choice == game.ask(laid_otherwise(game, moment.state, seat, rng, seeds=False), seat, "solver")


def test_the_solver_does_what_surely_wins():
    table = position("maria rufo", decks={"maria": "One, Distraction"}, paddle={"maria": 8}, fall={"maria": 6}, flow={"rufo": 15},
                     flag="black", last=True)
    assert table.game.ask(table.state, 0, "solver") == "ride"


def test_the_solver_sits_at_a_table_and_in_a_record():
    table = SurfinCats(cats=["maria", "rufo"], bots={"rufo": "solver"}, seed=3)
    table.play(table.game.legal(table.moment.state, 0)[0])
    assert load(table.dumps()).bots == {"rufo": "solver"} and "solver" in table.known_bots


def test_games_with_a_solver_are_equal_on_any_number_of_cores_and_it_wins_most():
    """Games of one wave, which are short."""
    first, second = (simulate("surfin-cats", ["solver", "odds"], games=10, seed=8, workers=workers, progress=False, kittens=True,
                              waves=[0, 0, 0, 1]) for workers in (1, 2))
    assert first.equals(second) and first.groupby("bot")["win"].mean()["solver"] >= 0.6
    assert "solver" in Series.KNOWN and "solver" not in Series.FAST


def test_while_a_page_waits_for_the_compiler_the_solver_says_so(monkeypatch):
    game = Game(("maria", "rufo"))
    monkeypatch.setattr(games.engine, "state", "compiling")
    with pytest.raises(ValueError, match="ready in a few seconds"):
        game.ask(game.start(), 0, "solver")
