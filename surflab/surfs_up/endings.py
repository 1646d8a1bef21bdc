"""The exact chance to win at an end of the game at which bluebottle tokens still lie face down."""
from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np


def share_of_win(seat: int, points: Sequence[int], tokens: Sequence[int], pool: Sequence[int]) -> float:
    """A seat's expected share of the win where each seat must still lose the values of so many tokens.

    `pool` holds how many tokens of each value the unknown ones are drawn from.
    """
    value, beside = 0.0, [other for other in range(len(points)) if other != seat]
    gone = np.zeros((1, prod(count + 1 for count in pool)))
    gone[0, 0] = 1.0
    for lost, equal in enumerate(drawn(gone, tokens[seat], pool)):
        total = points[seat] - lost  # row n of `equal`: n others have as many points, and none has more
        for other in beside:
            spare = points[other] - total
            if spare < 0 or not equal.any():
                continue  # behind, whatever it draws
            spread = drawn(equal, tokens[other], pool)
            equal = np.concatenate([spread[spare + 1:].sum(0), 0 * equal[:1]])
            if spare < len(spread):
                equal[1:] += spread[spare]
        value += equal.sum(1) @ (1 / np.arange(1, 1 + len(equal)))
    return float(value)


def drawn(gone: np.ndarray, tokens: int, pool: Sequence[int]) -> np.ndarray:
    """How likely what is gone is after so many more tokens, by the points they cost, as an array points x cases x gone.

    `gone` has a column for each multiset of tokens that may be gone: their counts as the digits of one number.
    """
    dearest = max((value for value, count in enumerate(pool) if count), default=0)
    spread = np.zeros((1 + tokens * dearest, *gone.shape))
    spread[0] = gone
    step, steps, lefts, numbers = 1, [], [], np.arange(gone.shape[1])
    for count in pool:
        steps.append(step)
        lefts.append(count - numbers // step % (count + 1))
        step *= count + 1
    all_left = np.maximum(sum(lefts), 1)
    for _ in range(tokens):
        after = np.zeros_like(spread)
        for value, (count, step, left) in enumerate(zip(pool, steps, lefts)):
            if count:
                after[value:, :, step:] += (spread * (left / all_left))[:len(spread) - value, :, :-step]
        spread = after
    return spread
