"""The solver as a bot: offered everywhere, the same from the same seed, patient with the compiler, and strong."""
import pytest

from surflab import simulate
from surflab.simulation import strengths
from surflab.surfs_up import game as games
from surflab.surfs_up.game import Game
from surflab.surfs_up.session import SurfsUp
from surflab.surfs_up.simulation import Series

from .test_analysis import decisions

pytestmark = pytest.mark.usefixtures("engine")


def test_the_solver_chooses_what_is_legal_and_the_same_from_the_same_seed():
    for game, state, seat in decisions(24):
        choice = game.ask(state, seat, "solver")
        assert choice in game.legal(state, seat) and choice == game.ask(state, seat, "solver")


def test_the_solver_mixes_where_nobody_may_know_its_card():
    made = {seed: Game(("Ana", "Ben", "Cleo"), seed=seed) for seed in range(12)}
    assert len({game.ask(game.start(), 0, "solver") for game in made.values()}) > 1


def test_the_solver_sits_at_a_table_and_in_a_record():
    table = SurfsUp(seats=["Ana", "Ben"], bots={"Ben": "solver"}, seed=3)
    table.play("5")
    again = SurfsUp.load(table.dumps())
    assert again.bots == {"Ben": "solver"} and "solver" in table.known_bots


def test_games_with_a_solver_are_equal_on_any_number_of_cores():
    played = [simulate(bots=["random", "solver"], games=3, seed=8, workers=workers, progress=False) for workers in (1, 2)]
    assert played[0].equals(played[1])
    assert simulate(bots=["random", "solver"], games=1, seed=8, progress=False).equals(played[0][:2])


def test_the_solver_beats_the_best_of_the_other_bots():
    shares = simulate(bots=["solver", "reader"], games=8, seed=2, goals="draw", progress=False).groupby("bot")["win"].mean()
    assert shares["solver"] >= 0.75


def test_strengths_leave_the_solver_out_unless_it_is_named():
    assert "solver" in Series.KNOWN and "solver" not in Series.FAST
    assert "solver" not in set(strengths(seats=[2], games=2, progress=False)["bot"])


def test_while_a_page_waits_for_the_compiler_the_solver_says_so(monkeypatch):
    game = Game(("Ana", "Ben"))
    monkeypatch.setattr(games.engine, "state", "compiling")
    with pytest.raises(ValueError, match="ready in a few seconds"):
        game.ask(game.start(), 0, "solver")


def test_a_compiler_that_failed_is_no_mystery(monkeypatch):
    game = Game(("Ana", "Ben"))
    monkeypatch.setattr(games.engine, "state", "failed")
    monkeypatch.setattr(games.engine, "_compiled", None)
    monkeypatch.setattr(games.engine, "error", "no compiler here")
    with pytest.raises(ValueError, match="no compiler here"):
        game.ask(game.start(), 0, "solver")
