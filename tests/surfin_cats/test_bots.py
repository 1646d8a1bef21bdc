"""The bots of Surfin' Cats: how they fare against each other, measured with intervals."""
from __future__ import annotations

import numpy as np
import pytest

from surflab import stats
from surflab.surfin_cats import batch, bots, rules
from surflab.surfin_cats.cards import CardSet

HOUSE = CardSet.house()
ORDERS = np.array([np.roll(np.arange(5), turn)[:4] for turn in range(5)])


def share(engine, bot: str, among: str, games: int = 600) -> stats.Measured:
    """The win share of one bot among three others, times four: 1 is fair."""
    rows, market = np.zeros((games * 4, len(batch.COLUMNS)), np.int64), np.zeros((2, rules.TRICKS), np.int64)
    players = tuple(engine.bots.BOTS[name] for name in (bot, among, among, among, among))
    engine.batch.play_games(HOUSE.tables, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), ORDERS,
                            np.array([0, 0, 1, 1, 1, 1, 1]), 11, 0, players, rows, market)
    won = rows[:, batch.COLUMNS.index("won")].reshape(games, 4)
    return stats.mean(4 * won[:, 0] / won.sum(1))


@pytest.mark.parametrize("bot", bots.PLANNED)
def test_planned_bots_beat_random_ones(cats_engine, bot):
    assert share(cats_engine, bot, "random", 200).low > 3


@pytest.mark.parametrize("bot", ["beginner", "reckless", "random"])
def test_riding_at_once_and_never_riding_lose_to_sense(cats_engine, bot):
    assert share(cats_engine, bot, "odds").high < 0.7


@pytest.mark.parametrize("bot", ["cautious", "greedy"])
def test_the_exact_odds_are_worth_something(cats_engine, bot):
    assert share(cats_engine, bot, "odds", 2000).value < 1


def test_every_bot_says_its_plan_in_one_sentence():
    assert set(bots.PLANS) == {*bots.BOTS, bots.SOLVER}
    assert all(plan.endswith(".") and plan.count(".") == 1 for plan in bots.PLANS.values())
    assert set(bots.PLANNED) < set(bots.BOTS)
