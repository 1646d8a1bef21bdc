"""What should I have done: estimates, exact last rounds, mixes and the review of a line."""
import json
from types import SimpleNamespace

import numpy as np
import pytest

from surflab import analysis
from surflab.analysis import Estimate, analyze, apportion, equilibrium, exploitability, review, solve_mixes
from surflab.moments import MAIN, Lines, Moment
from surflab.surfs_up.analysis import Decision
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game

pytestmark = pytest.mark.usefixtures("engine")


def played(seed: int, players=("Ana", "Ben", "Cleo"), bot: str = "random", goals: bool = True):
    """A whole game between bots, as a table with one line."""
    game = Game(players, seed=seed)
    game = game.with_goals_drawn() if goals else game
    lines = Lines(Moment(game.start()))
    while not game.is_over(lines.tip(MAIN).state):
        moment = lines.tip(MAIN)
        choices = {seat: game.ask(moment.state, seat, bot) for seat in game.to_choose(moment.state)}
        state, events = game.resolve(moment.state, choices)
        lines.extend(MAIN, Moment(state, moment, choices, events))
    return SimpleNamespace(game=game, lines=lines)


def last_bluebottles(count: int):
    """Decisions at the last bluebottle, where every choice ends the game."""
    found, seed = [], 0
    while len(found) < count:
        table, seed = played(seed), seed + 1
        before = table.lines.tip(MAIN).parent
        if before.state["table"]["bluebottles"][0] == 4 and table.game.surf(before.state)[0] == "bluebottle":
            found.append((table.game, before.state))
    return found


def test_rollout_intervals_cover_the_exact_value_of_a_last_round():
    covered = []
    for number, (game, state) in enumerate(last_bluebottles(12)):
        for seat in range(len(game.players)):
            decision = Decision(game, state, seat, bot="random", seed=number)
            exact, estimate = decision.exact(), Estimate(decision)
            assert exact is not None
            estimate.grow(600, workers=1)
            for win, se, value in zip(estimate.win, estimate.win_se, exact.values()):
                covered.append(abs(win - value) <= 1.96 * se + 1e-9)
    assert len(covered) > 60 and np.mean(covered) > 0.88


def test_a_last_round_solved_by_hand():
    """All rest while three waves pass; then the only bluebottle, with nine tokens of 0 and nine of 3 points."""
    cards = CardSet.from_dict({
        "custom": True, "suits": ["orange"], "bluebottles": 1, "waves": [{"suit": "orange", "points": 1, "count": 3}],
        "boards": [], "energy": [], "stings": [{"value": 0, "count": 9}, {"value": 3, "count": 9}], "goals": []})
    game = Game(("Ana", "Ben"), cards)
    state = game.start()
    for _ in range(3):
        state, _ = game.resolve(state, {0: "0", 1: "0"})
    exact = Decision(game, state, 0, models={1: "4"}).exact()
    assert exact == pytest.approx({"0": 0.25, "1": 0.25, "2": 0.25, "3": 0.25, "4": 0.5, "5": 0.75})


def test_before_the_last_round_nothing_is_called_exact():
    table = played(3)
    assert Decision(table.game, table.lines.root.state, 0, bot="random").exact() is None


def test_an_estimate_is_equal_on_any_number_of_cores_and_goes_on_where_it_was():
    table = played(5)
    alone, together = (Estimate(Decision(table.game, table.lines.root.state, 1, bot="random")) for _ in range(2))
    alone.grow(512, workers=1)
    together.grow(256, workers=2)
    together.grow(256, workers=3)
    assert (alone.win == together.win).all() and (alone.behind()[1] == together.behind()[1]).all()


@pytest.mark.parametrize("payoffs, mix, value", [
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, 0),
    ([[3, 0], [1, 2]], [0.25, 0.75], 1.5),
    ([[2, 1], [1, 0]], [1, 0], 1),
])
def test_small_matrices_have_their_known_equilibria(payoffs, mix, value):
    rows, columns, found = equilibrium(np.array(payoffs))
    assert rows == pytest.approx(mix, abs=1e-9) and found == pytest.approx(value)
    assert exploitability(np.array(payoffs), rows, columns) == pytest.approx(0, abs=1e-9)


def test_a_model_may_be_a_bot_a_choice_or_a_mix_and_nothing_else():
    game = Game(("Ana", "Ben"))
    state = game.start()
    assert Decision(game, state, 0, models={1: "5"}).models[1] == {"5": 1.0}
    assert Decision(game, state, 0, models={1: {"5": 1, "0": 3}}).models[1] == {"5": 0.25, "0": 0.75}
    for model in ({"9t": 1}, {"5": -1}, {}, "nobody"):
        with pytest.raises(ValueError):
            Decision(game, state, 0, models={1: model})


def test_mixes_sum_to_one_and_their_gains_are_small():
    for players in (("Ana", "Ben"), ("Ana", "Ben", "Cleo")):
        table = played(8, players)
        state = table.lines.path(MAIN)[4].state
        seat = table.game.to_choose(state)[0]
        decision = Decision(table.game, state, seat, bot="random")
        if len(decision.seats) > 1:
            mixes = solve_mixes(decision, 1000, 1000)
            assert all(sum(shares.values()) == pytest.approx(1) for shares in mixes.shares.values())
            assert 0 <= mixes.exploitability < 0.08


def test_start_deal_guess_and_mistake_add_up_to_the_result():
    table = played(2)
    reviewed = review(table, trials=128, bot="random")
    for row in apportion(reviewed).itertuples():
        assert row.start + row.deal + row.guess + row.mistake == pytest.approx(row.result, abs=1e-12)
    assert apportion(reviewed)["result"].sum() == pytest.approx(1)
    assert (reviewed["mistake"] <= 1e-12).all()


def test_what_a_seat_cannot_know_changes_no_byte_of_its_analysis():
    table = played(11)
    game, path = table.game, table.lines.path(MAIN)
    for number, moment in enumerate(path[:-1:3]):
        for seat in game.to_choose(moment.state):
            other = game.redeal(moment.state, 1000 + number, seat).copy()
            other["seed"], other["game"], other["draws"] = (moment.state[key] for key in ("seed", "game", "draws"))
            assert other.tobytes() != moment.state.tobytes()
            results = []
            for state in (moment.state, other):
                estimate = Estimate(Decision(game, state, seat, bot="random"))
                estimate.grow(128, workers=1)
                results.append(estimate._products.tobytes())
            assert results[0] == results[1]


def test_the_table_of_choices_is_ordered_and_names_its_decision():
    table = played(7)
    found = analyze(table, round=2, seat="Ben", trials=256, bot="random", mixes=200)
    assert list(found["win"]) == sorted(found["win"], reverse=True)
    assert found.attrs["round"] == 2 and found.attrs["seat"] == "Ben" and found.attrs["trials"] == 256
    printed = json.loads(analysis.as_json(found, "x.toml"))
    assert printed["best"] == printed["choices"][0]["choice"] and printed["choices"][0]["exact"] is None
    for wrong in ({"round": 99}, {"seat": "Nobody"}, {"trials": 0}, {"line": "none"}):
        with pytest.raises(ValueError):
            analyze(table, **({"round": 2, "trials": 128} | wrong))


