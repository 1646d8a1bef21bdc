"""Means, differences and shares, and that their intervals hold what they promise."""
import math

import numpy as np
import pytest

from surflab import stats


def test_a_mean_has_its_standard_error_and_interval():
    value, error, low, high = stats.mean([1, 2, 3, 4])
    assert value == 2.5
    assert error == pytest.approx(math.sqrt(5 / 3) / 2)
    assert (low, high) == pytest.approx((2.5 - 1.959964 * error, 2.5 + 1.959964 * error))


def test_one_value_has_a_mean_and_no_known_error():
    assert stats.mean([7]).value == 7
    assert math.isnan(stats.mean([7]).error)


def test_no_values_have_no_mean():
    with pytest.raises(ValueError, match="no values"):
        stats.mean([])


def test_common_luck_drops_out_of_a_paired_difference():
    luck = np.array([10.0, -3.0, 55.0, 8.0])
    assert stats.paired_difference(luck + 2, luck) == pytest.approx((2, 0, 2, 2))


def test_pairs_need_a_partner():
    with pytest.raises(ValueError, match="as many"):
        stats.paired_difference([1, 2, 3], [1, 2])


@pytest.mark.parametrize(("wins", "trials", "low", "high"), [
    (81, 263, 0.2553, 0.3662),  # the example of Newcombe (1998), Statistics in Medicine 17, table I
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
])
def test_a_share_has_wilsons_interval(wins, trials, low, high):
    assert stats.share(wins, trials) == pytest.approx(
        (wins / trials, math.sqrt(wins * (trials - wins) / trials**3), low, high), abs=5e-5)


def test_a_share_of_all_never_reaches_past_one():
    assert stats.share(20, 20).high == 1
    assert stats.share(20, 20).low == pytest.approx(1 - stats.share(0, 20).high)


@pytest.mark.parametrize(("wins", "trials"), [(1, 0), (-1, 5), (6, 5)])
def test_what_is_no_share_is_refused(wins, trials):
    with pytest.raises(ValueError, match="no share"):
        stats.share(wins, trials)


def test_about_95_of_100_intervals_hold_the_truth():
    rng = np.random.default_rng(1)
    means = [stats.mean(rng.exponential(1, 200)) for _ in range(2000)]
    shares = [stats.share(wins, 60) for wins in rng.binomial(60, 0.1, 2000)]
    for truth, measured in ((1, means), (0.1, shares)):
        held = np.mean([one.low <= truth <= one.high for one in measured])
        assert 0.93 <= held <= 0.97
