"""What should I have done: estimates, exact last rounds, mixes and the review of a line."""
import json
import math
import random
from dataclasses import replace
from itertools import permutations, product
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from surflab import analysis
from surflab.analysis import (Estimate, LookingBack, Matrix, analyze, apportion, best_response, choices_table, equilibrium, exploitability,
                              matrix, review, solve_mixes, turning_points, win_by_round)
from surflab.moments import MAIN, Lines, Moment
from surflab.surfs_up import rules
from surflab.surfs_up.analysis import Decision
from surflab.surfs_up.bots import BOTS, draw
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.endings import share_of_win
from surflab.surfs_up.game import Game
from surflab.surfs_up.session import SurfsUp

from .hidden import laid_otherwise
from .playing import COMPILED, NAMES, play_through, small_game, wish_among
from .positions import position

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


def decisions(count: int, bot: str = "random"):
    """So many decisions of games with 2 to 6 seats, as (game, state, seat): at reveals and at the beach, early and late."""
    found, number = [], 0
    while len(found) < count:
        table = played(1000 + number, ("Ana", "Ben", "Cleo", "Dev", "Eve", "Flo")[:2 + number % 5], bot)
        path = table.lines.path(MAIN)[number % 3:-1:3]
        found += [(table.game, moment.state, seats[number % len(seats)])
                  for moment in path for seats in [table.game.to_choose(moment.state)]]
        number += 1
    return found[:count]


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
    for game, state in last_bluebottles(6):
        for seat, seed in product(range(len(game.players)), range(6)):
            decision = Decision(game, state, seat, bot="random", seed=seed)
            exact, estimate = decision.exact(), Estimate(decision)
            assert exact is not None
            estimate.grow(300, workers=1)
            covered += [low <= value <= high for low, high, value in zip(*estimate.win_interval, exact.values())
                        if 1e-9 < value < 1 - 1e-9]
    assert len(covered) > 40 and 0.88 < np.mean(covered) <= 1


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


def by_hand(game, state, seat: int, bot: str, first: dict):
    """The chance of a seat to win from a state on, walked in plain Python, where no deck is left to be drawn from."""
    if game.is_over(state):
        return 1 / len(winners) if seat in (winners := game.winners(state)) else 0.0
    mixes = first or {other: Decision(game, state, other, bot=bot)._bot_mix(other, bot) for other in game.to_choose(state)}
    chance_of = {other: {choice: share / sum(mix.values()) for choice, share in mix.items()} for other, mix in mixes.items()}
    value = 0.0
    for choices in product(*chance_of.values()):
        chosen = dict(zip(chance_of, choices))
        value += math.prod(chance_of[other][choice] for other, choice in chosen.items()) * by_hand(
            game, game.resolve(state, chosen)[0], seat, bot, {})
    return value


@pytest.mark.parametrize("bot", ["random", "reader"])
def test_the_round_before_the_last_bluebottle_is_exact_too(bot):
    table = position("Ana Ben", surf="orange 3, bluebottle, -", beach="orange +1, -, -", bluebottles=4, ocean_deck=[], beach_deck=[],
                     hands={"Ana": "0 2 5", "Ben": "0 3 4"}, waves={"Ana": ["teal 4"], "Ben": ["orange 4", "orange 2"]},
                     respect={"Ana": 1, "Ben": 2})
    decision = Decision(table.game, table.state, 0, bot=bot)
    exact = decision.exact()
    assert set(exact) == {"0", "2", "5"} and len(set(exact.values())) == 3
    estimate = Estimate(decision)
    estimate.grow(4000, workers=1)
    assert np.abs(estimate.win - list(exact.values())).max() < 4 * estimate.win_se.max() + 1e-9


def test_without_tokens_in_doubt_an_enumeration_is_the_walk_by_hand():
    cards = CardSet.from_dict({
        "custom": True, "suits": ["orange"], "bluebottles": 1, "waves": [{"suit": "orange", "points": 2, "count": 4}],
        "boards": [{"suit": "orange", "bonus": 1, "cost": 1, "count": 2}], "energy": [{"value": 3, "cost": 2, "count": 1}],
        "stings": [{"value": 1, "count": 9}], "goals": []})
    table = position("Ana Ben", surf="orange 2, bluebottle, -", beach="orange +1, orange +1, energy 3", ocean_deck=[], beach_deck=[],
                     hands={"Ana": "0 1 3", "Ben": "0 1 2"}, respect={"Ana": 2, "Ben": 2}, cards=cards)
    for bot in ("random", "saver"):
        decision = Decision(table.game, table.state, 1, bot=bot)
        walked = {choice: by_hand(table.game, table.state, 1, bot, {1: {choice: 1.0}, 0: decision.models[0]}) for choice in decision.choices}
        assert decision.exact() == pytest.approx(walked, abs=1e-12)


def test_shares_of_the_win_are_those_of_all_orders_in_which_tokens_may_lie():
    rng = random.Random(18)
    for seats in (2, 3, 4):
        for _ in range(6):
            pile = [rng.choice((0, 1, 3)) for _ in range(5)]
            tokens, points = [rng.randint(0, 5 // seats) for _ in range(seats)], [rng.randint(10, 13) for _ in range(seats)]
            ends = np.cumsum([0, *tokens])
            totals = [[points[seat] - sum(lies[ends[seat]:ends[seat + 1]]) for seat in range(seats)] for lies in permutations(pile)]
            for seat in range(seats):
                share = np.mean([(of[seat] == max(of)) / of.count(max(of)) for of in totals])
                assert share_of_win(seat, points, tokens, np.bincount(pile, minlength=10)) == pytest.approx(share, abs=1e-12)


def test_long_before_the_last_round_nothing_is_called_exact():
    table = played(3)
    assert Decision(table.game, table.lines.root.state, 0, bot="random").exact() is None


def test_a_value_that_the_interval_misses_is_marked():
    game, state = last_bluebottles(1)[0]
    estimate = Estimate(Decision(game, state, 0, bot="random"))
    estimate.grow(300, workers=1)
    marked = choices_table(estimate, exact=dict.fromkeys(estimate.choices, 0.0) | {estimate.choices[-1]: float(estimate.win[-1])})
    right = marked["choice"] == estimate.choices[-1]
    assert not marked["missed"][right].any() and marked["missed"][~right].equals(marked["win_low"][~right] > 0)


@pytest.mark.parametrize("bot", BOTS)
def test_all_seats_thinking_at_once_choose_what_their_bots_choose(bot, engine):
    number, weights = list(BOTS).index(bot), np.zeros((6, 15))
    for game, state, _ in decisions(60, bot):
        engine.rollouts.weigh_decision(game.cards.tables, state.copy(), 0, number, weights)
        for seat in game.to_choose(state):
            word = int(rules.decision_word(state[0], seat))
            assert game.numbered(state, seat)[game.ask(state, seat, bot)] == draw(weights[seat], word)


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


def test_a_matrix_holds_every_joint_choice_and_what_it_brings():
    table = position("Ana Ben Cleo", surf="teal 5", hands={"Ana": "0 2 5", "Ben": "0 2", "Cleo": "0 3"}, respect={"Ana": 2, "Ben": 2})
    decision = Decision(table.game, table.state, 0, models={2: "0"})
    found = matrix(decision, 1, 64)
    assert found.grid().shape == (3, 2) and found.win.shape == (3, 2, 3)
    assert found.win.sum(2) == pytest.approx(np.ones((3, 2)))
    assert found.happens("2", "2") == "Ana wipes out, Ben wipes out" and found.happens("0", "0") == "nothing"
    assert found.happens("5", "2") == "Ana wins the wave, Ben is runner-up"
    told = found.table()
    assert list(told.columns[:3]) == ["Ana", "Ben", "happens"] and len(told) == 6 and (told["win_se"] >= 0).all()
    assert "5" in str(found) and "%" in found._repr_html_()
    for other in (0, 7):
        with pytest.raises(ValueError):
            Matrix(decision, other)
    uncertain = matrix(Decision(table.game, table.state, 0, models={2: {"0": 1, "3": 1}}), 1, 256)
    assert uncertain.happens("2", "0").startswith("Ana wins the wave ") and "Ana is runner-up" in uncertain.happens("2", "0")


def test_a_row_of_the_matrix_is_the_estimate_against_that_choice():
    table = played(4, ("Ana", "Ben"))
    found = matrix(Decision(table.game, table.lines.root.state, 0), trials=128)
    for k, column in enumerate(found.columns):
        against = Estimate(Decision(table.game, table.lines.root.state, 0, models={1: column}))
        against.grow(128)
        assert (found.win[:, k, 0] == against.win).all()


def test_the_best_response_to_a_card_that_is_known_is_the_least_that_wins():
    table = position("Ana Ben", surf="purple 10, orange 1, bluebottle", hands={"Ana": "0 2 3 5", "Ben": "0 2"},
                     bluebottles=3, ocean_deck=["orange 2", "bluebottle"])
    reply = best_response(Decision(table.game, table.state, 0), {1: {"2": 1.0}}, trials=600)
    assert reply.choice in ("3", "5") and reply.worth[reply.choice] > reply.worth["0"] and reply.gain > 0


def test_start_deal_guess_and_mistake_add_up_to_the_result():
    for seats in (2, 3, 6):
        for seed in range(2):
            table, trials = played(20 + seed, ("Ana", "Ben", "Cleo", "Dev", "Eve", "Flo")[:seats]), 16
            reviewed = review(table, trials=trials, bot="random")
            assert (reviewed["mistake"] <= 0).all()
            parts = apportion(reviewed)
            assert (parts["level"] + parts["room"]).to_numpy() == pytest.approx(parts["start"].to_numpy()) and parts["level"].between(0, 1).all()
            assert (parts["room"] + parts["mistake"]).to_numpy() == pytest.approx(parts["choices"].to_numpy())
            counted = (parts[["start", "deal", "guess", "mistake", "result"]] * 60 * trials).to_numpy()  # in 60ths of a trial's win
            assert np.abs(counted - counted.round()).max() < 1e-6
            assert (counted.round()[:, :4].sum(1) == counted.round()[:, 4]).all()
            assert list(parts["seat"]) == list(table.game.players) and parts["result"].sum() == pytest.approx(1)


def test_what_the_deal_brought_is_luck_that_cancels_between_two_seats():
    for seed in (1, 2):
        table, trials = played(seed, ("Ana", "Ben"), "reader"), 400
        reviewed = review(table, trials=trials, bot="reader")
        deals = reviewed.groupby("step")["deal"].sum()
        noise = 4 * 0.5 * np.sqrt(2 * len(deals) / trials)  # four standard errors of so many differences, were all at their widest
        assert abs(deals.sum()) < min(noise, 1) < reviewed["room"].sum(), "what better choices would add is none of the deal's"
        assert reviewed.groupby("step")["before"].sum().to_numpy() == pytest.approx(1, abs=0.2)


def test_a_review_of_a_line_so_far_ends_with_the_chances_as_they_stand():
    table = played(6)
    cut = Lines(table.lines.root)
    cut.tips[MAIN] = table.lines.path(MAIN)[6]
    parts = apportion(review(SimpleNamespace(game=table.game, lines=cut), trials=32, bot="random"))
    assert (parts["start"] + parts["deal"] + parts["guess"] + parts["mistake"]).to_numpy() == pytest.approx(parts["result"].to_numpy())
    assert parts["result"].between(0, 1).all()


def test_the_chance_to_win_goes_round_by_round_to_the_result_and_its_turns_are_the_greatest_changes():
    table = played(2)
    reviewed = review(table, trials=64, bot="random")
    rounds = win_by_round(reviewed)
    last = rounds[rounds["round"] == rounds["round"].max()]
    assert set(rounds["round"]) == set(range(table.game.rounds(table.lines.tip(MAIN).state) + 1))
    assert len(rounds) == 3 * rounds["round"].nunique() and sorted(last["win"])[-1] > 0 and last["win"].sum() == pytest.approx(1)
    turns = turning_points(reviewed, 0.05)
    sizes = turns["change"].abs()
    assert len(turns) and sizes.min() >= 0.05 and (sizes.diff().dropna() <= 0).all()
    changed = reviewed.assign(own=reviewed["room"] + reviewed["mistake"])
    for turn in turns.itertuples():
        row = changed[(changed["step"] == turn.step) & (changed["seat"] == turn.seat)]
        assert turn.change == row[turn.cause].iloc[0]


def test_a_lucky_deal_does_not_hide_the_mistake_after_it():
    reviewed = pd.DataFrame([{"step": 7, "round": 4, "seat": "Ana", "choice": "4", "best": "0", "deal": 0.6, "guess": 0.0, "room": 0.1, "mistake": -0.7}])
    assert list(turning_points(reviewed)[["cause", "change"]].itertuples(index=False, name=None)) == [("deal", 0.6), ("own", pytest.approx(-0.6))]


@pytest.mark.parametrize("wrong, names", [
    ({"round": "2"}, "round"), ({"round": 0}, "round"), ({"models": {"Ben": 5}}, "Ben"), ({"models": {"Ben": None}}, "Ben"), ({"seed": -1}, "seed")])
def test_what_cannot_be_asked_is_refused_with_what_can(wrong, names):
    with pytest.raises(ValueError, match=names):
        analyze(SurfsUp(seats=["Ana", "Ben"], bots={}), trials=8, mixes=0, **wrong)


# nothing hidden is looked at
def some_positions(count: int, rng: random.Random):
    """Decisions of random games at tables of every size, of the house set and of small ones, as (game, state, seat)."""
    found = []
    while len(found) < count:
        seats = 2 + len(found) % 5
        game = small_game(rng, seats) if rng.random() < 0.3 else Game(NAMES[:seats], seed=rng.getrandbits(32)).with_goals_drawn()
        found += [(game, state, rng.choice(list(choices))) for state, choices, _, _ in play_through(game, wish_among(rng))]
    return found[:count]


def test_su63_what_a_seat_cannot_know_changes_no_byte_of_its_analysis():
    rng, changed = random.Random(63), 0
    for number, (game, state, seat) in enumerate(some_positions(2000 if COMPILED else 40, rng)):
        other = laid_otherwise(game, state, seat, rng)
        changed += not (state["ocean"] == other["ocean"]).all()
        found = [analysed(at, lies, seat, number) for at, lies in ((game, state), (replace(game, seed=number), other))]
        assert found[0] == found[1], (number, game.where(state))
        if number % 1000 == 0:  # the state's own words are the solver's luck, as they are every bot's
            other = laid_otherwise(game, state, seat, rng, seeds=False)
            assert game.ask(state, seat, "solver") == game.ask(other, seat, "solver")
    assert changed > number / 2


def analysed(game, state, seat: int, number: int) -> bytes:
    """All that an analysis comes to: estimate and sentences; of some, also exact values, mixes, a matrix and the review."""
    decision = Decision(game, state, seat, bot="saver" if number % 10 == 0 else "random", seed=number)
    estimate = Estimate(decision)
    estimate.grow(2, workers=1)
    found = [decision.models, estimate._products.tolist(), estimate._came.tolist(),
             [decision.sentence(choice, estimate.came(k)) for k, choice in enumerate(decision.choices)]]
    if number % 10 == 0:
        found.append(choices_table(estimate).to_json())
    if len(decision.seats) > 1 and number % 10 == 5:
        rival = next(other for other in decision.seats if other != seat)
        found += [vars(solve_mixes(decision, 4, 4)), matrix(decision, rival, 4, 1).table().to_json()]
    if number % 10 == 8:
        found.append(looked_back(game, state, seat, decision, number))
    return repr(found).encode()


def looked_back(game, state, seat: int, decision, number: int):
    """What a review says of the seat's own choice there."""
    lines = Lines(Moment(state))
    choices = {other: decision.choices_of(other)[-1] for other in decision.seats}
    lines.extend(MAIN, Moment(game.resolve(state, choices)[0], lines.root, choices, ()))
    return LookingBack(SimpleNamespace(game=game, lines=lines), trials=4, seed=number, bot="random").tasks[seat]()


def test_what_others_have_put_down_and_what_comes_later_changes_no_byte():
    session = SurfsUp(seats=["Ana", "Ben", "Cleo"], bots={}, seed=3)
    session.play("0", "0", "0")
    told = lambda: analyze(session, seat="Ana", trials=32, mixes=20).to_json()  # noqa: E731
    alone = told()
    session.choose("Ben", "0"), session.choose("Cleo", "0")
    assert told() == alone
    session.play(Ana="0")
    session.undo()
    assert session.to_choose == ["Ana", "Ben", "Cleo"] and told() == alone


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
