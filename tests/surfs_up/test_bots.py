"""Bots: always legal, blind to what is hidden, clearly better than chance, and each recognisable by what it does."""
from __future__ import annotations

import inspect
import random
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surflab import simulate, strengths
from surflab.surfs_up import bots, rules
from surflab.surfs_up.bots import BOTS, PLANS, SOLVER
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game

from .playing import NAMES, play_through, small_game, wish_among
from .positions import position

PLANNED = [name for name in BOTS if name != "random"]


# legal
@pytest.mark.usefixtures("compiled_engine")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(2, 6))
def test_a_bot_chooses_something_legal_whatever_the_cards_and_the_table(seed, seats):
    rng = random.Random(seed)
    game = small_game(rng, seats)
    for state, choices, _, _ in play_through(game, wish_among(rng)):
        for seat in choices:
            for bot in BOTS:
                assert game.ask(state, seat, bot) in game.legal(state, seat)


@pytest.mark.usefixtures("compiled_engine")
@pytest.mark.parametrize("seats", range(2, 7))
def test_bots_play_whole_games_with_the_house_set(seats):
    for seed in range(3):
        game = Game(NAMES[:seats], seed=seed).with_goals_drawn()
        state, turn = game.start(), seed
        while not game.is_over(state):
            choosing = game.to_choose(state)
            asked = {seat: [game.ask(state, seat, bot) for bot in BOTS] for seat in choosing}
            assert all(choice in game.legal(state, seat) for seat in choosing for choice in asked[seat])
            state, _ = game.resolve(state, {seat: asked[seat][(turn + seat) % len(BOTS)] for seat in choosing})
            turn += 1


# blind
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_handed_nothing_but_what_its_seat_sees(bot):
    handed = [parameter.annotation for parameter in inspect.signature(BOTS[bot]).parameters.values()]
    assert handed == ["CARDS", "TABLE", "int", "int", "int"]
    assert rules.STATE not in (bots.CARDS, bots.TABLE)
    hidden = {"ocean", "sting", "sting_points", "seed", "game", "draws"}
    assert not hidden & set(rules.TABLE.names)


def hidden_otherwise(state: np.ndarray, seat: int, rng: random.Random) -> np.ndarray:
    """The same table with other decks, and other values under every token that the seat has not looked at."""
    changed = state.copy()
    row, table = changed[0], changed[0]["table"]
    for deck, top, size in (("ocean", "ocean_top", "ocean_size"), ("beach", "beach_top", "beach_size")):
        order = row[deck][row[top]:row[size]].tolist()
        rng.shuffle(order)
        row[deck][row[top]:row[size]] = order
    for token in range(len(row["sting"])):
        if token >= table["tokens"] or table["stung"][token] != seat:
            row["sting"][token] = rng.randrange(10)
    for other in range(rules.SEATS):
        if other != seat:
            row["sting_points"][other] = rng.randrange(30)
    return changed


@pytest.mark.usefixtures("compiled_engine")
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_does_not_peek(bot):
    rng = random.Random(3)
    for seats in (2, 4, 6):
        game = Game(NAMES[:seats], seed=seats).with_goals_drawn()
        for state, choices, _, _ in play_through(game, wish_among(rng)):
            for seat in choices:
                assert game.ask(hidden_otherwise(state, seat, rng), seat, bot) == game.ask(state, seat, bot)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_a_function_of_what_it_is_given(bot, engine):
    cards, states = CardSet.house().tables, Game(NAMES[:4], seed=2).start().copy()
    before = states.tobytes()
    for modules in (bots, engine.bots):
        asked = getattr(modules, bot)
        words = [word * 2**28 for word in range(16)]
        first = [asked(cards[0], states[0].table, 1, 0, word) for word in words]
        assert [asked(cards[0], states[0].table, 1, 0, word) for word in words] == first
    assert states.tobytes() == before


# strong
@pytest.mark.usefixtures("engine")
def test_every_planned_bot_beats_random_at_every_table_size_with_and_without_goals():
    for goals in (None, "draw"):
        for bot in PLANNED:
            for row in strengths(bots=[bot, "random"], seats=(2, 3, 4, 6), games=400, goals=goals).itertuples():
                if row.against == "random":
                    assert row.low > 1.5 * row.fair, row
                if row.against == bot:
                    assert row.high < row.fair, row


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("bot", PLANNED)
def test_equal_bots_do_not_wipe_out_together_for_ever(bot):
    for seats in (2, 4, 6):
        rows = simulate(bots=[bot] * seats, games=200)
        assert rows.groupby("game")["waves_won"].sum().min() > 0
        assert rows["waves_won"].sum() > rows["wipeouts"].sum()


# recognisable
def test_every_bot_says_in_one_sentence_what_it_does():
    assert list(PLANS) == [*BOTS, SOLVER]
    assert all(plan.endswith(".") and plan.count(". ") == 0 for plan in PLANS.values())
    assert all(bot.__doc__.strip() for bot in BOTS.values())


def readiness(bot: str, place, name: str = "Ana") -> dict[str, float]:
    """How often a bot makes each of its choices there, over many random words."""
    seat = place.game.players.index(name)
    cards, table = place.game.cards.tables[0], place.state[0].table
    numbers = {number: choice for choice, number in place.game.numbered(place.state, seat).items()}
    words = range(2**21, 2**32, 2**32 // 100)
    made = [numbers[BOTS[bot](cards, table, seat, 0, word)] for word in words]
    return {choice: made.count(choice) / len(made) for choice in numbers.values()}


def test_the_reader_bids_the_least_when_it_sees_that_everybody_else_must_rest():
    place = position("Ana Ben Cleo", surf="teal 5", hands={"Ana": "0 1 3 5", "Ben": "0", "Cleo": "0"},
                     towels={"Ben": "1 2 3 4 5", "Cleo": "1 2 3 4 5"})
    made = readiness("reader", place)
    assert made["1"] > 0.8
    assert made["0"] < 0.05


def test_the_reader_bids_just_above_the_highest_card_that_is_left():
    place = position("Ana Ben", surf="purple 10", hands={"Ana": "0 1 2 3 4 5", "Ben": "0 2"}, towels={"Ben": "1"})
    made = readiness("reader", place)
    assert max(made, key=made.get) == "3"


def test_the_saver_rests_on_a_poor_wave_with_a_full_towel_and_not_on_a_good_one_with_a_full_hand():
    poor = position("Ana Ben Cleo", surf="orange 1", hands={"Ana": "0 1"}, towels={"Ana": "2 3 4 5"})
    good = position("Ana Ben Cleo", surf="purple 10", hands={"Ben": "0 1 2", "Cleo": "0 1 3"})
    assert readiness("saver", poor)["0"] > 0.6
    assert readiness("saver", good)["0"] < 0.1


def test_the_saver_spends_less_energy_for_a_poor_wave_than_for_a_good_one():
    def spent(wave: str) -> float:
        made = readiness("saver", position("Ana Ben Cleo", surf=wave))
        return sum(int(choice) * share for choice, share in made.items())
    assert spent("orange 1") + 0.5 < spent("purple 10")


def test_the_collector_paddles_harder_for_a_wave_of_its_boards():
    def eager(boards: list[str]) -> float:
        made = readiness("collector", position("Ana Ben Cleo", surf="orange 3", boards={"Ana": boards}))
        return made["4"] + made["5"]
    assert eager([]) + 0.1 < eager(["orange +3", "orange +3"])


def test_the_collector_takes_the_board_of_the_waves_it_has():
    place = position("Ana Ben Cleo", surf="orange 2", beach="orange +3, teal +2, energy 2", respect={"Ana": 3},
                     waves={"Ana": ["teal 5", "teal 6", "teal 6"]}).reveal(Ana="5", Ben="1")
    assert readiness("collector", place)["buy teal +2"] > 0.8


@pytest.mark.parametrize("bot", PLANNED)
def test_a_goal_in_play_changes_what_is_bought(bot):
    def bought(goals: tuple[str, ...]) -> float:
        place = position("Ana Ben Cleo", surf="teal 4", beach="orange +1, energy 6, energy 4", goals=goals,
                         waves={"Ana": ["orange 1", "orange 1"]}, boards={"Ana": ["teal +2", "purple +3"]})
        return readiness(bot, place.reveal(Ana="5", Ben="1"))["buy orange +1"]
    assert bought(()) < bought(("Quiver",))


@pytest.mark.parametrize("bot", PLANNED)
def test_who_has_nothing_to_gain_by_resting_is_not_the_slowest_at_a_bluebottle(bot):
    made = readiness(bot, position("Ana Ben Cleo", surf="bluebottle", hands={"Ana": "0 1 5"}, respect={"Ana": 4}))
    assert made["0"] < 0.1


@pytest.mark.usefixtures("engine")
def test_at_one_table_the_plans_show():
    tables = [simulate(bots=bots, games=1000, goals="draw", seed=seed) for seed, bots in enumerate(permutations(PLANNED))]
    by_bot = pd.concat(tables).groupby("bot")
    means, errors = by_bot.mean(numeric_only=True), by_bot.sem(numeric_only=True)

    def stands_out(bot: str, column: str) -> float:
        """How many standard errors of the difference lie between the bot and the next one of the others."""
        others = [other for other in PLANNED if other != bot]
        return min((means[column][bot] - means[column][other]) / np.hypot(errors[column][bot], errors[column][other])
                   for other in others)
    assert stands_out("collector", "boards_bought") > 4
    assert stands_out("saver", "runner_ups") > 4
    assert stands_out("reader", "waves_won") > 4
