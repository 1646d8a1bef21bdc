"""What should I have done, in Surfin' Cats: estimates, the best stopping rule, sentences, the review of a line."""
from __future__ import annotations

import json
import random
import re
from itertools import permutations, product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import surflab
from surflab.analysis import Estimate, analyze, apportion, as_json, choices_table, matrix, review, solve_mixes
from surflab.cli import main
from surflab.moments import MAIN, Lines, Moment
from surflab.records import save
from surflab.surfin_cats import rollouts, rules
from surflab.surfin_cats.analysis import Decision
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.endings import win_shares
from surflab.surfin_cats.game import RIDE, TRICK, Game
from surflab.surfin_cats.record import Record
from surflab.surfin_cats.variant import Variant

from .hidden import laid_otherwise
from .playing import played, some_table, wish_among
from .positions import BOX, Position, position

pytestmark = pytest.mark.usefixtures("cats_engine")
DONE = {"maria": (0, 1, 2)}
BEST = "best"  # in a count of all orders: go on by the best rule


def by_bots(seed: int, cats=("maria", "rufo", "neo"), bot: str = "odds", **options):
    """A game of the house set between bots as a table with one line."""
    game = Game(cats, seed=seed, **options)
    lines = Lines(Moment(game.start()))
    while not game.is_over(lines.tip(MAIN).state):
        moment = lines.tip(MAIN)
        moves = {seat: game.ask(moment.state, seat, bot) for seat in game.to_choose(moment.state)}
        state, events = game.resolve(moment.state, moves)
        lines.extend(MAIN, Moment(state, moment, moves, events))
    return SimpleNamespace(game=game, lines=lines, line=MAIN)


def some_positions(seed: int, count: int):
    """Decisions of random games at tables of every size and variant."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = some_table(rng) if rng.random() < 0.5 else Game(tuple(rng.sample(CardSet.house().cat_names, rng.randint(1, 5))),
                                                               seed=rng.getrandbits(32))
        moments = [moment for moment in played(game, wish_among(rng)).path(MAIN) if not game.is_over(moment.state)]
        for moment in rng.sample(moments, min(8, len(moments))):
            found.append((game, moment.state, rng.choice(game.to_choose(moment.state))))
    return found[:count]


# nothing hidden is looked at
def what_is_found(game, state, seat: int, trials: int) -> bytes:
    """Everything that an analysis tells."""
    decision = Decision(game, state, seat)
    estimate = Estimate(decision)
    estimate.grow(trials, workers=1)
    table = choices_table(estimate)
    return repr((estimate._sums.tolist(), estimate._products.tolist(), estimate._came.tolist(), decision.models, decision.seats,
                 table.to_dict(), decision.stopping)).encode()


def test_sc90_what_a_seat_cannot_see_changes_no_byte_of_its_analysis():
    rng = random.Random(90)
    for game, state, seat in some_positions(90, 40):
        other = laid_otherwise(game, state, seat, rng)
        assert what_is_found(game, state, seat, 4) == what_is_found(game, other, seat, 4), (game, game.where(state))


def test_sc90_a_bot_chooses_the_same_whatever_it_cannot_see():
    rng = random.Random(91)
    for game, state, seat in some_positions(91, 60):
        other = laid_otherwise(game, state, seat, rng, seeds=False)
        for bot in ("random", "cautious", "greedy", "odds", "beginner", "reckless"):
            assert game.ask(state, seat, bot) == game.ask(other, seat, bot)


def test_sc90_all_that_is_hidden_is_laid_otherwise_and_nothing_that_is_seen():
    rng, changed = random.Random(92), set()
    for game, state, seat in some_positions(92, 250):
        before, after = state[0], laid_otherwise(game, state, seat, rng)[0]
        assert before.own[seat].tobytes() == after.own[seat].tobytes()
        for names in ((), ("table",), *((("own", other)) for other in range(len(game.players)))):
            was, now = before, after
            for name in names:
                was, now = was[name], now[name]
            changed |= {(*map(str, names[:1]), field) for field in was.dtype.names if field not in ("table", "own") and np.any(was[field] != now[field])}
    hidden = {(pile,) for pile in ("deck", "market", "surf", "event", "seed", "game", "draws")}
    assert changed - {("table", "must")} == hidden | {("own", card) for card in ("known", "offer", "picked", "instructor")}


# estimates
def test_an_estimate_is_equal_on_any_number_of_cores_and_goes_on_where_it_was():
    table = by_bots(5)
    state = table.lines.path(MAIN)[6].state
    alone, together = (Estimate(Decision(table.game, state, table.game.to_choose(state)[0])) for _ in range(2))
    alone.grow(300, workers=1)
    together.grow(100, workers=2)
    together.grow(200, workers=3)
    assert alone.trials == together.trials == 300
    assert (alone.win == together.win).all() and (alone.behind()[1] == together.behind()[1]).all()


def test_the_compiled_rollouts_equal_the_plain_ones(cats_engine):
    table = by_bots(6, ("maria", "rufo"))
    moments = [moment for moment in table.lines.path(MAIN) if table.game.question(moment.state) == "act"]
    decision = Decision(table.game, moments[-1].state, table.game.to_choose(moments[-1].state)[0])
    compiled, stopping = decision._play([{decision.seat: choice} for choice in decision.choices], 0, 2), decision._think_ahead()
    from surflab.surfin_cats.game import engine
    plain = engine.plain
    decision._engine = plain
    decision._bots, decision._models = (plain.bots.BOTS["odds"],) * rules.SEATS, [plain.bots.BOTS["odds"]] * rules.SEATS
    assert (decision._play([{decision.seat: choice} for choice in decision.choices], 0, 2) == compiled).all()
    assert decision._think_ahead() == stopping


def test_a_solo_cat_surely_wins_and_its_best_choice_scores_most():
    game = Game(("rufo",), seed=3)
    state = game.start()
    while game.question(state) != "act":
        state, _ = game.resolve(state, {0: game.ask(state, 0, "odds")})
    estimate = Estimate(Decision(game, state, 0))
    estimate.grow(256, workers=1)
    found = choices_table(estimate)
    assert list(found["win"]) == [1, 1] and found["choice"][0] == TRICK and found["score"][0] > found["score"][1] + 5


def test_shares_of_the_win_add_up_to_one_and_scores_are_those_of_the_game():
    table = by_bots(8, ("maria", "rufo", "neo", "chope", "mandy"))
    before = [moment for moment in table.lines.path(MAIN) if table.game.question(moment.state) == "act"][-1]
    seat = table.game.to_choose(before.state)[0]
    outcomes = Decision(table.game, before.state, seat).play_on([{}, {seat: RIDE}], 0, 64)
    assert (outcomes.shares.sum(2) == outcomes.whole).all() and outcomes.scores.min() > 0


def test_models_are_a_bot_a_choice_or_a_mix_and_only_a_bot_where_cards_are_secret():
    game = Game(("maria", "rufo"), seed=1)
    start = game.start()
    assert Decision(game, start, 0, models={1: "greedy"}).seats == [0] and Decision(game, start, 0).models == {}
    with pytest.raises(ValueError, match="nobody sees"):
        Decision(game, start, 0, models={1: game.legal(start, 1)[0]})
    table = position("maria rufo")
    assert Decision(table.game, table.state, 0, models={1: RIDE}).models[1] == {RIDE: 1.0}
    assert Decision(table.game, table.state, 0, models={1: {TRICK: 1, RIDE: 3}}).models[1] == {TRICK: 0.25, RIDE: 0.75}
    assert Decision(table.game, table.state, 0, models={1: "beginner"}).models[1] == {RIDE: 1.0}
    for model in ({"keep": 1}, {RIDE: -1}, {}, "nobody"):
        with pytest.raises(ValueError, match="model"):
            Decision(table.game, table.state, 0, models={1: model})


def test_two_cats_that_ride_into_one_column_meet_there():
    """With equal face-down cards both collide; of four orders of two cards each, two bring them together in a column."""
    deck = "One, Two"
    table = position("maria rufo", paddle={"maria": 4, "rufo": 4}, decks={"maria": deck, "rufo": deck})
    estimate = Estimate(Decision(table.game, table.state, 0, models={1: RIDE}))
    estimate.grow(800, workers=1)
    came = estimate.came(estimate.decision.choices.index(RIDE))
    assert came[rollouts.COLLIDED] == pytest.approx(0.5, abs=0.06) and came[rollouts.RODE_FIRST] == pytest.approx(0.25, abs=0.06)
    sentence = estimate.decision.sentence(RIDE, came)
    assert "4 flow as the first there" in sentence and "2 flow behind others" in sentence and "collides" in sentence


def test_mixes_of_an_act_sum_to_one_and_gain_little_for_two_and_for_three():
    for cats in ("maria rufo", "maria rufo neo"):
        table = position(cats, paddle=dict.fromkeys(cats.split(), 6), fall=dict.fromkeys(cats.split(), 4), last=True, flag="black")
        mixes = solve_mixes(Decision(table.game, table.state, 0), 400, 400)
        assert all(sum(shares.values()) == pytest.approx(1) for shares in mixes.shares.values())
        assert 0 <= mixes.exploitability < 0.1
    grid = matrix(Decision(table.game, table.state, 0), 1, 64).grid()
    assert list(grid.index) == [TRICK, RIDE] and grid.shape == (2, 2)


# the best stopping rule
def information_set(table: Position) -> list:
    """The position with every order of its deck and of its market deck, all equally likely."""
    deck, market = table.deck("maria"), [BOX.trick_names[kind] for kind in table.table["market"][:table.table["unseen"]]]
    state, found = table.game.redeal(table.state, 0, 0), []
    top = table.top("maria", "maria")
    for order, pile in product(set(permutations(deck)), set(permutations(market))):
        if top in (None, order[0]):
            states = state.copy()
            states["seed"], states["game"] = 0, 0
            s = states[0]
            s.deck[0, :len(order)] = [BOX.trick_kind(name) for name in reversed(order)]
            s.market[:len(pile)] = [BOX.trick_kind(name) for name in reversed(pile)]
            found.append(states)
    return found


def one_turn(game, state, act: str):
    """Ride or perform; all else as `odds` chooses."""
    state, _ = game.resolve(state, {0: act})
    while game.to_choose(state) and game.question(state) != "act":
        state, _ = game.resolve(state, {0: game.ask(state, 0, "odds")})
    return state


def brute_force(game, states: list, tricks: int | None, then: str = RIDE) -> tuple[float, float]:
    """Points and the chance of a wipeout after so many further tricks and then a ride or the best rule; with None by that rule."""
    points, wiped = game.points(states[0], 0)["total"], int(states[0]["table"]["wipeouts"][0, 0])
    if game.is_over(states[0]):
        return points, wiped
    rides = [one_turn(game, state, RIDE) if state["table"]["must"][0, 0] else state for state in states]
    riding = float(np.mean([game.points(state, 0)["total"] for state in rides])), 0.0
    if tricks == 0 and then == BEST:
        tricks = None
    if tricks == 0 or not states[0]["table"]["left"][0, 0]:
        return riding
    seen: dict = {}
    for state in (one_turn(game, state, TRICK) for state in states):
        view = state["table"].tobytes() + state["own"][0, 0].tobytes()
        seen.setdefault(view, []).append(state)
    later = [(len(group) / len(states), brute_force(game, group, None if tricks is None else tricks - 1, then)) for group in seen.values()]
    going = tuple(sum(share * value[k] for share, value in later) for k in range(2))
    return max(riding, going, key=lambda value: value[0]) if tricks is None else going


TRICKS = ["One", "Two", "Three", "Show", "Distraction", "Gnarly", "Slip", "Reach", "Chain", "maria best", "Copycat", "Peek",
          "Undo", "Shell"]


@st.composite
def waves(draw):
    """A cat alone on the last wave with a deck and a market deck that can be laid out in every order."""
    deck = draw(st.lists(st.sampled_from(TRICKS), min_size=2, max_size=4))
    return {"decks": {"maria": ", ".join(deck)}, "paddle": {"maria": draw(st.integers(0, 8))},
            "fall": {"maria": draw(st.integers(0, 5))}, "flag": "black", "last": True,
            "items": {"maria": draw(st.sampled_from(["", "leash", "wax", "fins, leash", "whistle"]))},
            "played": {"maria": draw(st.sampled_from(["", "Three", "One, Two"]))},
            "market": draw(st.sampled_from(["Slip", "Costly, Slip", "Star, Reach"])), "known": draw(st.sampled_from([(), ("maria",)])),
            "done": draw(st.sampled_from([DONE, {}]))}


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(waves())
def test_the_best_stopping_rule_equals_brute_force_over_all_orders(situation):
    assume(situation["decks"]["maria"].count("Copycat") <= situation["market"].count(",") + 1)  # the market deck lasts
    table = position("maria", **situation)
    stopping = Decision(table.game, table.state, 0).stopping
    orders, now = information_set(table), table.points("maria")["total"]
    if not stopping.is_exact:  # two cards looked at in one turn
        assert "Peek" in situation["decks"]["maria"] or "Shell" in situation["decks"]["maria"]
        return
    for tricks in range(len(table.deck("maria")) + 1):
        after = stopping.by_tricks[tricks]
        assert brute_force(table.game, orders, tricks) == pytest.approx((now + after.points, after.wiped), abs=1e-9)
        assert brute_force(table.game, orders, tricks + 1, BEST)[0] == pytest.approx(now + after.going, abs=1e-9)
    best, wiped = brute_force(table.game, orders, None)
    assert best == pytest.approx(now + max(stopping.ride, stopping.go), abs=1e-9)


def test_a_stopping_rule_worked_out_by_hand():
    """Two tricks left, paddle 3 on columns 2 and 4 (flow 2 and 4), fall 5: One reaches the next column, Distraction falls."""
    table = position("maria", decks={"maria": "One, Distraction"}, paddle={"maria": 3}, fall={"maria": 5}, flag="green", done=DONE)
    stopping = Decision(table.game, table.state, 0).stopping
    assert stopping.ride == 3  # 2 flow, and an item
    assert stopping.by_tricks == ((3, 0, 2.5, 0), ((4 + 1) / 2, 0.5, 1, 0), (1, 1, 1, 0))
    assert (stopping.best, stopping.go, stopping.wiped, stopping.tricks) == (RIDE, 2.5, 0.5, 1) and stopping.is_exact
    assert list(stopping.table["wipeout"]) == [0, 0.5, 1] and list(stopping.table["next"][:2]) == [0.5, 1]
    assert list(stopping.table["advice"]) == [RIDE, RIDE, ""]


def test_what_the_rule_does_can_depend_on_what_came_up():
    """Columns 2, 4, 6 and 8, paddle 1: with One left after Two and Three there is no further column to reach."""
    table = position("maria", decks={"maria": "One, Three, Two"}, paddle={"maria": 1}, flag="green", done=DONE)
    assert list(Decision(table.game, table.state, 0).stopping.table["advice"]) == [TRICK, TRICK, f"{TRICK} 67%", RIDE]


def test_a_freestyle_counts_its_mean_flow_and_is_called_inexact():
    table = position("maria", decks={"maria": "One, Show, Jam"}, paddle={"maria": 0}, flag="green", done=DONE)
    stopping = Decision(table.game, table.state, 0).stopping
    assert not stopping.is_exact and stopping.go > 0 and "about" in stopping.sentence


def test_the_chance_of_a_wipeout_is_that_of_the_rollouts():
    table = by_bots(13, ("mandy",))
    checked = 0
    for moment in table.lines.path(MAIN):
        if table.game.question(moment.state) == "act":
            decision = Decision(table.game, moment.state, 0)
            if decision.stopping and 0 < decision.stopping.next_wipes_out < 1:
                estimate = Estimate(decision)
                estimate.grow(400, workers=1)
                sampled, chance = decision.wipeouts(estimate), decision.stopping.next_wipes_out
                assert sampled.low < sampled.value < sampled.high and abs(sampled.value - chance) < 4 * (chance * (1 - chance) / 400) ** 0.5
                checked += 1
    assert checked


def test_only_a_cat_that_can_ride_has_something_to_stop():
    game = Game(("maria", "rufo"), seed=1)
    assert Decision(game, game.start(), 0).stopping is None


# exact chances to win
def near_the_end(rufo: int, deck: str = "One, Distraction", **more) -> Position:
    """The last wave: rufo lies on the sand with that much flow, maria surfs on with paddle 3, fall 5 and 10 flow."""
    table = position("maria rufo", decks={"maria": f"One, {deck}"}, paddle={"maria": 2}, fall={"maria": 5}, flag="black", done=DONE,
                     last=True, flow={"rufo": rufo}, **more)
    return table.turn(rufo="ride")


def test_the_last_ride_is_worked_out_by_hand():
    """Riding now adds 2 flow and an item, One and then riding 4 flow, Distraction a wipeout that counts 1."""
    for rufo, ride, trick in ((12, 1, 0.5), (10, 1, 1), (14, 0, None)):
        table = near_the_end(rufo)
        exact = Decision(table.game, table.state, 0, bot="beginner").exact()
        assert exact[RIDE] == pytest.approx(ride)
        assert trick is None or exact[TRICK] == pytest.approx(trick)
    table = near_the_end(13)  # riding now ties: rufo's tricks show more or fewer resources than maria's two cards without any
    assert Decision(table.game, table.state, 0, bot="beginner").exact()[RIDE] < 0.01


def test_ties_are_broken_as_often_as_it_takes():
    assert win_shares((((0, 0.5), (1, 0.5)), ((0, 1.0),)), 20) == pytest.approx((1 - 2**-21, 2**-21), abs=1e-12)
    assert sum(win_shares((((0, 0.5), (2, 0.5)), ((1, 1.0),), ((0, 0.25), (2, 0.75))), 20)) == pytest.approx(1)
    assert win_shares((((1, 1.0),),) * 3, 20) == pytest.approx((1 / 3,) * 3)


def test_intervals_cover_the_exact_chance():
    covered = []
    for number, (deck, rufo, bot) in enumerate(product(
            ("One, Distraction, Three", "Two, Gnarly, One", "Show, One, Slip"), (11, 12, 13, 14, 15), ("random", "odds", "cautious", "greedy"))):
        table = near_the_end(rufo, deck, market="Slip, Star")
        decision = Decision(table.game, table.state, 0, bot=bot, seed=number)
        exact, estimate = decision.exact(), Estimate(decision)
        estimate.grow(400, workers=1)
        low, high = estimate.win_interval
        covered += [low[k] - 1e-9 <= exact[choice] <= high[k] + 1e-9 for k, choice in enumerate(decision.choices)
                    if choice in exact and 0.001 < exact[choice] < 0.999]
    assert len(covered) >= 30 and np.mean(covered) >= 0.88


def test_nothing_is_called_exact_before_the_last_wave_or_where_too_much_can_come_up():
    game = Game(("maria", "rufo"), seed=1)
    assert Decision(game, game.start(), 0).exact() is None
    table = position("maria rufo neo", cards=CardSet.house(), flag="black", last=True)
    assert TRICK not in (Decision(table.game, table.state, 0).exact() or {})


# sentences
def test_every_percentage_of_a_sentence_is_one_of_the_numbers():
    for game, state, seat in some_positions(17, 40):
        decision = Decision(game, state, seat)
        estimate = Estimate(decision)
        estimate.grow(32, workers=1)
        for number, choice in enumerate(decision.choices):
            came, sentence = estimate.came(number), decision.sentence(choice, estimate.came(number))
            assert all(any(f"{often:.0%}" == percent for often in came.values()) for percent in re.findall(r"\d+%", sentence))
            told = sentence.lower()
            if decision.phase in (rules.CHOOSE_INSTRUCTOR, rules.PICK):  # the next wave is another matter
                assert "wipes out" not in told
                continue
            assert ("wipes out this turn" in told) == (came.get(rollouts.WIPED_OUT, 0) >= 0.005)
            assert ("wipes out later" in told) == (came.get(rollouts.WIPED_LATER, 0) >= 0.005)
            assert sentence.endswith(".") and sentence[0] == sentence[0].upper()


# whole lines and commands
def test_start_deal_guess_and_mistake_add_up_to_the_result():
    for table in (by_bots(2, ("maria", "rufo")), by_bots(4, ("neo",), variant=Variant(kittens=True, picks=2))):
        reviewed = review(table, trials=8)
        summed = apportion(reviewed)
        for row in summed.itertuples():
            assert row.start + row.deal + row.guess + row.mistake == pytest.approx(row.result, abs=1e-12)
        assert summed["result"].sum() == pytest.approx(1) and (reviewed["mistake"] <= 1e-12).all()


def test_choices_that_are_given_up_early_change_no_sum_and_hide_no_mistake(monkeypatch):
    table = by_bots(2, ("maria", "rufo"), bot="random", variant=Variant(kittens=True, waves=(1, 0, 0, 1)))
    found = {}
    for first in (16, 96):
        monkeypatch.setattr("surflab.analysis.FIRST_LOOK", first)
        found[first] = reviewed = review(table, trials=96)
        summed = apportion(reviewed)
        assert (summed["start"] + summed["deal"] + summed["guess"] + summed["mistake"]).to_numpy() == pytest.approx(summed["result"].to_numpy(), abs=1e-12)
    wrong = found[96][found[96]["mistake"] < -0.1]
    assert len(wrong) and (found[16].loc[wrong.index, "mistake"] == wrong["mistake"]).mean() > 0.7
    assert (found[16]["mistake"] >= found[96]["mistake"] - 1e-12).all()  # nothing is called a mistake that was none


def test_seats_that_share_their_trials_find_what_they_would_find_alone(monkeypatch):
    table = by_bots(12)
    shared = review(table, trials=8)
    monkeypatch.setattr("surflab.surfin_cats.analysis.seen_alike", lambda game, state: [[seat] for seat in range(len(game.players))])
    assert shared.equals(review(table, trials=8))


def test_joint_choices_that_come_to_the_same_are_played_once_and_alike():
    table = by_bots(12)
    moment = next(moment for moment in table.lines.path(MAIN)[1:] if table.game.question(moment.parent.state) == "act")
    decision = Decision(table.game, moment.parent.state, next(iter(moment.choices)))
    joint = [{}, dict(moment.choices), *({decision.seat: choice} for choice in decision.choices), {}, dict(moment.choices)]
    together = decision._play(joint, 0, 8)
    assert all((together[:, [place]] == decision._play([fixed], 0, 8)).all() for place, fixed in enumerate(joint))


def test_a_session_is_analyzed_where_it_stands_and_round_by_round():
    game = surflab.SurfinCats(cats=["maria", "rufo"], seed=7)
    while game.game.question(game.moment.state) != "act":
        game.play(*[game.game.legal(game.moment.state, seat)[0] for seat in game.game.to_choose(game.moment.state)])
    found = analyze(game, trials=64, mixes=32)
    assert set(found["choice"]) == {TRICK, RIDE} and found.attrs["seat"] == "maria" and found["mix"].sum() == pytest.approx(1)
    assert found["exact"].isna().all() and not found["missed"].any()
    assert set(analyze(game, round=1, seat="rufo", trials=64)["choice"]) == {TRICK, RIDE}  # not the instructors before it
    with pytest.raises(ValueError, match="no use for a model"):
        analyze(game, models={"maria": RIDE}, trials=64)


def test_the_command_prints_one_object_with_choices_as_records_write_them(tmp_path, capsys):
    table = by_bots(9, ("maria", "rufo"))
    moment = [moment for moment in table.lines.path(MAIN) if table.game.question(moment.state) == "act"][-1]
    file = tmp_path / "day.toml"
    save(Record.of(table.game, table.lines), file)
    asked = str(table.game.rounds(moment.state) + 1)
    assert main(["analyze", str(file), "--round", asked, "--trials", "64", "--seed", "3", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {choice["choice"] for choice in printed["choices"]} == {TRICK, RIDE}
    assert (printed["file"], printed["game"], printed["round"], printed["trials"]) == ("day.toml", "surfin-cats", int(asked), 64)
    assert all(choice["exact"] is None or 0 <= choice["exact"] <= 1 for choice in printed["choices"]) and printed["best"] == printed["choices"][0]["choice"]
    assert as_json(analyze(table, round=int(asked), trials=64, seed=3), "day.toml") == json.dumps(printed)
