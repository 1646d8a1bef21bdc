"""The solver: a bot that plays a game on in thought, over and over, before every choice; it needs the compiled engine.

It mixes its choices as regret matching finds them (`rollouts.solve`), so nobody gains much by guessing what it does.
"""
from __future__ import annotations

import numpy as np

from . import batch, rules
from .bots import BOTS, draw
from .rollouts import must_choose

TRIALS = 200  # deals that are played on for a choice
PLAYED_ON_BY = list(BOTS).index("reader")
OWN_HABIT, OTHERS_HABIT = 10.0, 100.0  # lost wins that it takes to change the solver's own habits, and those of others
RARE = 0.3  # the solver leaves out what it would do less often than that part of what it does most


def choose(compiled, cards: np.ndarray, state: np.ndarray, seat: int, trials: int = TRIALS) -> int:
    """What the solver chooses, as the rules number it: a function of what the seat sees and the state's random words.

    It sees the state through the seat's eyes alone: every trial redeals what the seat cannot know (SU63).
    """
    regrets, averages = habits(compiled, cards, state, seat), np.zeros((rules.SEATS, rules.KINDS))
    compiled.rollouts.solve(cards, state.copy(), 0, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), seat, seat,
                            PLAYED_ON_BY, int(rules.decision_word(state[0], seat)), 0, trials, regrets, averages)
    mix = averages[seat]
    mix[mix < RARE * mix.max()] = 0.0  # chance alone keeps what is rare in a mix
    place = int(state["table"]["rounds"][0]) * rules.SEATS + seat
    return draw(mix.tolist(), int(rules.word(state[0], rules.SEARCHING, place)))


def habits(compiled, cards: np.ndarray, state: np.ndarray, seat: int) -> np.ndarray:
    """Regrets to begin with, so that all do as the bot that plays on: firmly the others, loosely the seat itself."""
    weights = np.zeros((rules.SEATS, rules.KINDS))
    compiled.rollouts.weigh_decision(cards, state.copy(), 0, PLAYED_ON_BY, weights)
    totals = weights.cumsum(1)[:, -1:]  # from left to right: a sum in another order is another number
    trust = np.full((rules.SEATS, 1), OTHERS_HABIT)
    trust[seat] = OWN_HABIT
    return weights * (trust / np.maximum(totals, 1e-9))


def play_games(compiled, cards: np.ndarray, goals: np.ndarray, seed: int, first: int, bots, solving, rows: np.ndarray,
               trials: int = TRIALS) -> int:
    """`batch.play_games` where the seats that are `solving` are played by the solver; returns how often it chose."""
    seats, log, unlisted, thought = len(solving), np.zeros(0, rules.EVENT), np.zeros(0, np.int64), 0
    for number in range(len(rows) // seats):
        state, choices = np.zeros(1, rules.STATE), np.zeros(rules.SEATS, np.int64)
        compiled.rules.start(cards, state, 0, seats, goals, unlisted, unlisted, unlisted, seed, first + number)
        table = state[0].table
        while table.phase != rules.OVER:
            for seat in range(seats):
                if must_choose(table, seat) and solving[seat]:
                    choices[seat] = choose(compiled, cards, state, seat, trials)
                    thought += 1
                elif must_choose(table, seat):
                    choices[seat] = compiled.rules.ask_bot(cards, state, 0, seat, bots)
            compiled.rules.step(cards, state, 0, log, choices)
        for seat in range(seats):
            batch.write_result(cards[0], state[0], seat, rows[number * seats + seat])
    return thought
