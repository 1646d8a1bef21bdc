"""A position with everything laid otherwise that a seat cannot see (SU63), made without the rules' own redealing."""
from __future__ import annotations

import random

import numpy as np


def laid_otherwise(game, state: np.ndarray, seat: int, rng: random.Random, seeds: bool = True) -> np.ndarray:
    """The position as it may as well be for all the seat has seen; with `seeds` what decides coming shuffles differs too."""
    states = state.copy()
    s = states[0]
    mix(s.ocean, range(s.ocean_top, s.ocean_size), rng)
    mix(s.beach, range(s.beach_top, s.beach_size), rng)
    tokens = int(game.cards.tables["stings"][0])
    mix(s.sting, [i for i in range(tokens) if i >= s.table.tokens or s.table.stung[i] != seat], rng)
    for surfer in range(s.table.seats):
        s.sting_points[surfer] = sum(game.stings(states, surfer))
    if seeds:
        s.seed, s.game, s.draws = rng.getrandbits(32), rng.getrandbits(20), rng.getrandbits(10)
    states.setflags(write=False)
    return states


def mix(deck, places, rng: random.Random) -> None:
    places = list(places)
    values = [int(deck[place]) for place in places]
    rng.shuffle(values)
    for place, value in zip(places, values, strict=True):
        deck[place] = value
