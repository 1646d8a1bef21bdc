"""The loop over many games: the same bytes compiled and plain, in one go and in parts, and as `Game` plays them."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from surflab.compiled import Engine
from surflab.surfs_up import rules
from surflab.surfs_up.batch import COLUMNS
from surflab.surfs_up.bots import BOTS
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game
from surflab.surfs_up.simulation import Series

from .playing import NAMES

PLAIN = Engine("surfs_up").plain
ALL = tuple(BOTS)


def lineup(seats: int, first: int = 0) -> tuple[str, ...]:
    """Bots one after the other, so that every one of them sits at some table."""
    return tuple(ALL[(first + seat) % len(ALL)] for seat in range(seats))


@pytest.mark.parametrize(("seats", "goals"), [(2, None), (2, "draw"), (3, None), (3, "draw"), (4, None), (5, "draw")])
def test_compiled_and_plain_games_are_equal_byte_for_byte(seats, goals, engine):
    for first in range(len(ALL)):
        series = Series(lineup(seats, first), 17, goals)
        assert series.play(engine, 3, 1).tobytes() == series.play(PLAIN, 3, 1).tobytes()


def test_games_in_parts_on_two_threads_are_those_in_one_go(engine):
    series = Series(lineup(4), 2, "draw")
    whole = series.play(engine, 0, 12)
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda first: series.play(engine, first, 2), range(0, 12, 2)))
    assert np.concatenate(parts).tobytes() == whole.tobytes()


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_first_game_is_the_one_that_game_plays(seats, engine):
    bots = lineup(seats)
    game, named = Game(NAMES[:seats], seed=8), Series(bots, 8)
    state = game.start()
    while not game.is_over(state):
        state, _ = game.resolve(state, {seat: game.ask(state, seat, bots[seat]) for seat in game.to_choose(state)})
    for row, seat in zip(named.play(engine, 0, 1), range(seats)):
        played = dict(zip(COLUMNS, row.tolist()))
        points = game.points(state, seat)
        assert [played[source] for source in ("waves", "boards", "goals", "stings", "score")] == list(points.values())
        assert played["waves_won"] == len(game.waves(state, seat))
        assert played["boards_bought"] == len(game.boards(state, seat))
        assert played["bluebottle_tokens"] == len(game.stings(state, seat))
        assert played["rounds"] == game.rounds(state)


def test_decisions_are_counted(engine):
    rows = np.zeros((20, len(COLUMNS)), np.int64)
    decisions = engine.batch.play_games(CardSet.house().tables, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), 2,
                                        np.full(3, -1), 1, 0, (engine.bots.random,) * rules.SEATS, rows)
    reveals = 2 * rows[::2, COLUMNS.index("rounds")].sum()
    assert reveals < decisions < 2 * reveals


def test_columns_are_those_of_the_rules(engine):
    series = Series(lineup(4), 5, "draw")
    columns = series.columns(series.play(engine, 0, 10))
    assert set(columns) == {*COLUMNS, "win"}
    assert np.asarray(columns["win"]).reshape(-1, 4).sum(1) == pytest.approx(1)
