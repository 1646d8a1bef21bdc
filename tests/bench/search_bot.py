"""Measure the solver of Surf's Up!: `python tests/bench/search_bot.py [games] [workers] [bot...]`, with 95% intervals.

The solver alone against tables full of each other bot, and against tables at which they sit mixed (0 workers: on all
cores), in every seat in turn, at 2, 3, 4 and 6 seats with three goals drawn. A win share is given times the number of seats: 1 is what equal bots win. Then how long it thinks a move.
"""
from __future__ import annotations

import sys
import time
from itertools import cycle

import numpy as np

from surflab import simulation, stats
from surflab.surfs_up import rules, solver
from surflab.surfs_up.batch import COLUMNS
from surflab.surfs_up.bots import SOLVER
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import engine
from surflab.surfs_up.simulation import Series

SEATS = (2, 3, 4, 6)
MIXED = "mixed"  # the other bots in turn, another one first for every seat of the solver's


def duel(against: str, seats: int, games: int, workers: int | None) -> stats.Measured:
    """The solver's share of the wins of so many games against a table of another bot."""
    won, first = 0.0, 0
    for seat in range(seats):
        count = games // seats + (seat < games % seats)
        others = cycle(Series.FAST[seat % 4:] + Series.FAST[:seat % 4] if against == MIXED else [against])
        lineup = [SOLVER if other == seat else next(others) for other in range(seats)]
        series = simulation.prepare("surfs-up", lineup, 5, {"goals": "draw"})
        with simulation.progress_bar(count, False) as bar:
            columns = series.columns(simulation.play(series, first, count, workers, bar))
        won, first = won + columns["win"][seat::seats].sum(), first + count
    return stats.share(won, games)


def milliseconds_a_move(seats: int, games: int = 4) -> float:
    """How long the solver thinks on average, playing every seat: processor time."""
    compiled, rows = engine.compiled(), np.zeros((games * seats, len(COLUMNS)), np.int64)
    start = time.process_time()
    moves = solver.play_games(compiled, CardSet.house().tables, np.full(rules.SPACES, rules.DRAW), 5, 0,
                              (compiled.bots.random,) * rules.SEATS, [True] * seats, rows)
    return (time.process_time() - start) / moves * 1000


def main(games: int = 60, workers: int = 0, *bots: str) -> None:
    print(f"the solver's win share times seats, {games} games each, three goals drawn")
    print(f"{'against':<11}" + "".join(f"{f'{seats} seats':^22}" for seats in SEATS))
    for against in bots or (*Series.FAST, MIXED):
        print(f"{against:<11}", end="", flush=True)
        for seats in SEATS:
            win = duel(against, seats, games, workers or None)
            print(f"{f'{win.value * seats:.2f} ({win.low * seats:.2f} to {win.high * seats:.2f})':^22}", end="", flush=True)
        print()
    print(f"{'ms a move':<11}" + "".join(f"{milliseconds_a_move(seats):^22.0f}" for seats in SEATS))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
