"""The solver: a bot that plays a game on in thought, over and over, before every choice; it needs the compiled engine.

It mixes its choices as regret matching finds them (`rollouts.search`), so nobody gains much by guessing what it does.
"""
from __future__ import annotations

import numpy as np

from . import rules
from .bots import BOTS

TRIALS = 200  # deals that are played on for a choice
PLAYED_ON_BY = list(BOTS).index("reader")


def choose(compiled, cards: np.ndarray, state: np.ndarray, seat: int) -> int:
    """What the solver chooses, as the rules number it: a function of what the seat sees and the state's random words."""
    mixes = np.zeros((2, rules.SEATS, rules.KINDS))
    return int(compiled.rollouts.search_choice(cards, state.copy(), 0, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), seat,
                                               PLAYED_ON_BY, TRIALS, *mixes))


def play_games(compiled, cards: np.ndarray, goals: np.ndarray, seed: int, first: int, bots, solving, rows: np.ndarray,
               trials: int = TRIALS) -> int:
    """`batch.play_games` where the seats that are `solving` are played by the solver; returns how often it chose."""
    thinking = np.zeros(rules.SEATS, np.int64)
    thinking[:len(solving)] = np.where(solving, trials, 0)
    mixes = np.zeros((2, rules.SEATS, rules.KINDS))
    return compiled.rollouts.play_searching(cards, np.zeros(4, rules.STATE), np.zeros(0, rules.EVENT), len(solving), goals, seed, first,
                                            bots, PLAYED_ON_BY, thinking, *mixes, rows)
