"""How sure a measured number is: means, differences and shares with their 95% intervals, by the normal distribution."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

Z95 = 1.959963984540054  # between -Z95 and Z95 lie 95% of a standard normal distribution


class Measured(NamedTuple):
    """A number, its standard error, and the ends of its 95% interval."""

    value: float
    error: float
    low: float
    high: float


def mean(values) -> Measured:
    """The mean of independent values; the error of one value alone is unknown, nan. Raises ValueError for none."""
    values = np.asarray(values, float).ravel()
    if not len(values):
        raise ValueError("there is no mean of no values")
    middle = float(values.mean())
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("nan")
    return Measured(middle, error, middle - Z95 * error, middle + Z95 * error)


def paired_difference(values, others) -> Measured:
    """The mean of value less other where both met the same luck; raises ValueError where they are not as many."""
    values, others = np.asarray(values, float), np.asarray(others, float)
    if values.shape != others.shape:
        raise ValueError(f"pairs need as many values on both sides, not {values.shape} and {others.shape}")
    return mean(values - others)


def share(wins: float, trials: int) -> Measured:
    """A share of wins with the Wilson interval, which stays between 0 and 1 and is right near them too.

    Wins may come in fractions, as of shared victories; the interval is then wider than it need be. Raises ValueError
    for no trials, or wins that do not lie within them.
    """
    if trials < 1 or not 0 <= wins <= trials:
        raise ValueError(f"{wins} wins of {trials} trials are no share")
    rate, z2 = wins / trials, Z95**2
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = Z95 * np.sqrt(rate * (1 - rate) / trials + z2 / (4 * trials**2)) / (1 + z2 / trials)
    return Measured(rate, float(np.sqrt(rate * (1 - rate) / trials)), max(0.0, float(centre - reach)),
                    min(1.0, float(centre + reach)))


def between_0_and_1(rate: np.ndarray, error: np.ndarray, trials: int) -> tuple[np.ndarray, np.ndarray]:
    """The ends of the Wilson intervals of means of values between 0 and 1, from their standard errors and one count.

    Values in between make a mean surer than wins and losses would: it counts as that of so many more trials.
    """
    rate = np.asarray(rate, float)
    worth = np.maximum(trials, rate * (1 - rate) / np.maximum(np.square(error), 1e-300))
    worth = np.where(np.asarray(error) > 0, worth, trials)
    z2 = Z95**2
    centre = (rate + z2 / (2 * worth)) / (1 + z2 / worth)
    reach = Z95 * np.sqrt(rate * (1 - rate) / worth + z2 / (4 * worth**2)) / (1 + z2 / worth)
    return np.clip(centre - reach, 0, 1), np.clip(centre + reach, 0, 1)
