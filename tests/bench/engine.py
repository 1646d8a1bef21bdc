"""Measure the engine of Surf's Up!: `python tests/bench/engine.py [rounds]`.

On one core and in rounds that take turns, random play at four seats: games and decisions a second compiled and
uncompiled, and decisions a second of OpenSpiel's goofspiel through its Python API. Then compiling from nothing.
"""
from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from surflab.surfs_up import rules
from surflab.surfs_up.batch import COLUMNS
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import engine

ROUNDS, SEATS = 7, 4
GAMES = {"compiled": 20_000, "uncompiled": 15, "goofspiel": 100}  # a round of each, some tenths of a second


def surf(modules):
    """A function that plays so many random games of Surf's Up! and returns how many decisions they took."""
    def play(games: int, number: int) -> int:
        rows = np.zeros((games * SEATS, len(COLUMNS)), np.int64)
        bots = (modules.bots.random,) * rules.SEATS
        scratch, log, no_goals = np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), np.full(3, -1)
        return modules.batch.play_games(CardSet.house().tables, scratch, log, SEATS, no_goals, 1, number * games, bots, rows)
    return play


def goofspiel():
    """The same for goofspiel; None where OpenSpiel is missing."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("goofspiel", {"players": SEATS})

    def play(games: int, number: int) -> int:
        rng, decisions = random.Random(number), 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.legal_actions()))  # every prize is equally likely
                else:
                    state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(SEATS)])
                    decisions += SEATS
        return decisions
    return play


def measure(players: dict, rounds: int) -> dict:
    """Games and decisions a second of every player in every round; they take turns, so all meet the same machine."""
    speeds = {name: [] for name in players}
    for number in range(rounds):
        for name, play in players.items():
            start = time.perf_counter()
            decisions = play(GAMES[name], number)
            spent = time.perf_counter() - start
            speeds[name].append((GAMES[name] / spent, decisions / spent))
    return speeds


def spread(numbers) -> str:
    return f"{min(numbers):>12,.0f} {statistics.median(numbers):>12,.0f} {max(numbers):>12,.0f}"


def compile_from_nothing() -> float:
    """Seconds until a new process with an empty cache can play compiled."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "surflab.compiled", "surfs_up"], check=True,
                       cwd=Path(__file__).parents[2], env=os.environ | {"SURFLAB_CACHE": folder})
        return time.perf_counter() - start


def main(rounds: int = ROUNDS) -> None:
    players = {"compiled": surf(engine.compiled()), "uncompiled": surf(engine.plain), "goofspiel": goofspiel()}
    if players["goofspiel"] is None:
        del players["goofspiel"]
        print("OpenSpiel is not installed (pip install 'surflab[bench]'): nothing is measured beside it")
    measure(players, 1)
    speeds = measure(players, rounds)
    print(f"random play, {SEATS} seats, one core, {rounds} rounds in turn{'':13}min       median          max")
    for name in players:
        games, decisions = zip(*speeds[name])
        print(f"{name + ', games a second':<45}{spread(games)}")
        print(f"{name + ', decisions a second':<45}{spread(decisions)}")
    for name, column, unit in (("uncompiled", 0, "games"), ("goofspiel", 1, "decisions")):
        if name in players:
            ratios = [ours[column] / theirs[column] for ours, theirs in zip(speeds["compiled"], speeds[name])]
            print(f"{f'compiled / {name}, by {unit} a second':<45}{spread(ratios)}")
    print(f"compiling from nothing, seconds{'':14}{compile_from_nothing():>25.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
