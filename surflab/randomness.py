"""Random words that depend on nothing but the numbers given: the same on any machine, thread and order of play."""
from __future__ import annotations

import numpy as np

from .compiled import rule

MULTIPLIER, WEYL, LOW, HALF = (np.uint64(word) for word in (0xD256D193, 0x9E3779B9, 0xFFFFFFFF, 32))


@rule
def philox(low: int, high: int, key: int):
    """Philox2x32-10 (Salmon et al. 2011): 32 random bits that depend on nothing but three 32-bit numbers.

    Unsigned throughout: signed overflow is undefined in compiled code.
    """
    x, y, k = np.uint64(low), np.uint64(high), np.uint64(key)
    for _ in range(10):
        product = x * MULTIPLIER
        x, y = (product >> HALF) ^ k ^ y, product & LOW
        k = (k + WEYL) & LOW
    return np.int64(x)
