"""Whoever sits where: the same cats with the same cards and choices come to the same, but for what is ruled to go by seat."""
import random

import pytest

from surflab.surfin_cats.game import engine

from .days import check_engines, check_round_trip, check_seats, random_day


@pytest.mark.parametrize("seed", range(30))
def test_sc11_what_happens_at_once_is_the_same_in_any_seats(cats_engine, seed):
    """Whole days; more of them in tests/bench/cats_days.py."""
    rng = random.Random(seed)
    game, lines = random_day(rng)
    assert check_seats(game, lines, rng) > 0
    check_round_trip(game, lines)
    if seed < 5:
        check_engines(game, lines, (engine.plain, cats_engine))
