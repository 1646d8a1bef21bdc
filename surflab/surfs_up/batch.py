"""The compiled loop over many games between bots."""
from __future__ import annotations

import numpy as np

from ..compiled import Grid, Ints, Rows, entry, rule
from .rules import (CARDS, CHOOSERS, EVENT, OVER, REVEAL, SEATS, STATE, ask, board_points, deal, decide, goal_points,
                    score)

COLUMNS = ("waves", "boards", "goals", "stings", "score", "waves_won", "boards_bought", "runner_ups", "wipeouts", "rests",
           "bluebottle_tokens", "respect", "rounds", "end")


@rule
def play_on(cards, s, log, bots):
    """Play until the game is over, every seat by its bot; returns the number of decisions taken."""
    t = s.table
    choices = np.zeros(SEATS, np.int64)
    decisions = 0
    while t.phase != OVER:
        if t.phase == REVEAL:
            for seat in range(t.seats):
                choices[seat] = ask(cards, s, seat, bots)
            decisions += t.seats
        else:
            choices[t.actor] = ask(cards, s, t.actor, bots)
            decisions += 1
        decide(cards, s, log, choices)
    return decisions


@rule
def write_result(cards, s, seat: int, row):
    """One seat's game as a row of COLUMNS."""
    t = s.table
    waves, boards = 0, 0
    for suit in range(cards.suits):
        waves += t.waves[seat, suit]
        boards += t.boards[seat, suit]
    row[0], row[1], row[2] = t.points[seat], board_points(t, seat), goal_points(cards, t, seat)
    row[3], row[4] = -s.sting_points[seat], score(cards, s, seat)
    row[5], row[6], row[7], row[8], row[9] = waves, boards, t.runner_ups[seat], t.wipeouts[seat], t.rests[seat]
    row[10], row[11], row[12], row[13] = t.stings[seat], t.respect[seat], t.rounds, t.end


@entry
def play_games(cards: Rows[CARDS], scratch: Rows[STATE], log: Rows[EVENT], seats: int, goals: Ints, seed: int, first: int,
               bots: CHOOSERS, results: Grid):
    """Play games number first, first + 1, ... and write one row of COLUMNS a seat; returns the decisions taken.

    `scratch` is a blank state and one to play on. A game depends on the seed and its own number alone.
    """
    decisions, unlisted = 0, np.zeros(0, np.int64)
    for i in range(len(results) // seats):
        scratch[1] = scratch[0]
        deal(cards[0], scratch[1], seats, goals, unlisted, unlisted, unlisted, seed, first + i)
        decisions += play_on(cards[0], scratch[1], log, bots)
        for seat in range(seats):
            write_result(cards[0], scratch[1], seat, results[i * seats + seat])
    return decisions
