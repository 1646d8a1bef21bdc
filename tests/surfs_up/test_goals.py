"""Shared goals: what a goal says is what the rules count, and each of the house set is some style of play."""
import numpy as np
import pytest

from surflab.surfs_up import rules
from surflab.surfs_up.cards import UNBOUNDED, CardSet

HOUSE = CardSet.house()
SEATS, GAMES = 4, 600


def table_with(metric: str, amount: int):
    """A blank table whose seat 0 has that amount of what the metric counts, and seat 1 nothing."""
    base, _, suit = metric.partition(".")
    suit = HOUSE.suits.index(suit) if suit else 0
    state = np.zeros(1, rules.STATE)[0]
    table = state.table
    table.seats = 2
    if base in ("waves", "largest_suit"):
        table.waves[0, suit] = amount
    elif base == "boards":
        table.boards[0, suit] = amount
    elif base == "suits":
        table.waves[0, :amount] = 1
    elif base == "board_suits":
        table.boards[0, :amount] = 1
    elif base == "wave_points":
        table.points[0] = amount
    elif base == "board_points":
        table.waves[0, suit], table.bonus[0, suit] = 1, amount
    elif base == "starting_energy":
        table.hand[0, 0] = 1
        table.towel[0, 1:amount + 1] = 1
    elif base == "temporary_energy":
        table.hand[0, 1:3], table.hand[0, -1] = 1, amount
    else:
        getattr(table, base)[0] = amount
    return table


@pytest.mark.parametrize("goal", HOUSE.goals, ids=HOUSE.goal_names)
def test_a_goal_is_met_within_its_bounds_and_not_beyond(goal):
    cards, number = HOUSE.tables[0], HOUSE.goal_id(goal.name)
    last = goal.least if goal.most == UNBOUNDED else goal.most
    for amount in (goal.least, last):
        assert rules.is_met(cards, table_with(goal.metric, amount), 0, number)
    if goal.least > 0:
        assert not rules.is_met(cards, table_with(goal.metric, goal.least - 1), 0, number)
        assert not rules.is_met(cards, table_with(goal.metric, goal.least), 1, number)
    if goal.most < UNBOUNDED:
        assert not rules.is_met(cards, table_with(goal.metric, goal.most + 1), 0, number)


@pytest.mark.parametrize("metric", [*rules.METRICS, "waves.teal", "boards.purple"])
def test_every_metric_counts_what_it_names(metric):
    base, _, suit = metric.partition(".")
    suit = HOUSE.suits.index(suit) if suit else -1
    for amount in (0, 1, 3):
        table = table_with(metric, amount)
        assert rules.measure(table, 0, rules.METRICS.index(base), suit) == amount
        assert rules.measure(table, 1, rules.METRICS.index(base), suit) == 0


def test_a_goal_of_one_suit_does_not_count_another():
    assert rules.measure(table_with("waves.teal", 3), 0, rules.WAVES_WON, HOUSE.suits.index("orange")) == 0


def how_often_met(engine, bot, goals):
    """The shares of seats that meet each of three goals when that bot has every seat."""
    data = HOUSE.to_dict()
    for place, number in enumerate(goals):
        data["goals"][number]["points"] = 1 << place  # the points scored then tell which goals were met
    cards, results = CardSet.from_dict(data).tables, np.zeros((GAMES * SEATS, len(engine.batch.COLUMNS)), np.int64)
    engine.batch.play_games(cards, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), SEATS, np.array(goals), 1, 0,
                            (bot,) * rules.SEATS, results)
    scored = results[:, engine.batch.COLUMNS.index("goals")]
    return [float((scored >> place & 1).mean()) for place in range(3)]


@pytest.mark.parametrize("first", range(0, rules.GOALS, 3), ids=lambda first: HOUSE.goal_names[first])
def test_every_goal_is_reached_by_some_style_and_no_gift_to_all(engine, first):
    goals = [first, first + 1, first + 2]
    shares = np.array([how_often_met(engine, bot, goals) for bot in engine.bots.BOTS.values()])
    assert (shares.max(axis=0) > 0.03).all()
    assert (shares.min(axis=0) < 0.7).all()
