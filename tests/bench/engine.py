"""Measure the engines of both games: `python tests/bench/engine.py [rounds]`.

Random play on one core, by its CPU time, in rounds that take turns: games and players' decisions a second compiled and
uncompiled, and of OpenSpiel's goofspiel through its Python API: with as many seats, with the two it has by default, and
choosing by `np.random.choice`, as OpenSpiel's own example does. Then compiling from nothing.
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

from surflab.surfin_cats import simulation as cats_simulation
from surflab.surfin_cats.game import engine as cats_engine
from surflab.surfs_up import rules
from surflab.surfs_up.batch import COLUMNS
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import engine

ROUNDS, SEATS = 7, 4


def surf(modules, games: int):
    """A function that plays a round of so many games of Surf's Up! and returns how many decisions they took."""
    def play(number: int) -> int:
        rows = np.zeros((games * SEATS, len(COLUMNS)), np.int64)
        bots = (modules.bots.random,) * rules.SEATS
        scratch, log, goals = np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), np.full(3, -1)
        cards, first = CardSet.house().tables, number * games
        return modules.batch.play_games(cards, scratch, log, SEATS, goals, 1, first, bots, rows)
    return play


def cats(modules, games: int):
    """The same for Surfin' Cats, counting turns."""
    series = cats_simulation.Series(("random",) * SEATS)
    turns = cats_simulation.COLUMNS.index("turns")

    def play(number: int) -> int:
        return int(series.play(modules, number * games, games)[::SEATS, turns].sum())
    return play


def goofspiel(game, seats: int, choose, games: int):
    """The same for goofspiel, where `choose` picks one of a list."""
    def play(number: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choose(state.legal_actions()))  # every prize is equally likely
                else:
                    state.apply_actions([choose(state.legal_actions(seat)) for seat in range(seats)])
                    decisions += seats
        return decisions
    return play


def openspiel() -> dict:
    """Players of goofspiel by name, and how many games each plays a round; none where OpenSpiel is missing."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed (pip install 'surflab[bench]'): nothing is measured beside it")
        return {}
    many, two = pyspiel.load_game("goofspiel", {"players": SEATS}), pyspiel.load_game("goofspiel")
    return {f"goofspiel, {SEATS} seats": (goofspiel(many, SEATS, random.choice, 300), 300),
            "goofspiel, 2 seats": (goofspiel(two, 2, random.choice, 400), 400),
            f"goofspiel, {SEATS} seats, np.random": (goofspiel(many, SEATS, np.random.choice, 50), 50)}


def measure(players: dict, rounds: int) -> dict:
    """Games and decisions a second of every player in every round; they take turns, so all meet the same machine."""
    speeds = {name: [] for name in players}
    for number in range(rounds):
        for name, (play, games) in players.items():
            start = time.process_time()
            decisions = play(number)
            spent = time.process_time() - start
            speeds[name].append((games / spent, decisions / spent))
    return speeds


def show(label: str, numbers) -> None:
    print(f"{label:<64}{min(numbers):>12,.0f}{statistics.median(numbers):>12,.0f}{max(numbers):>12,.0f}")


def compile_from_nothing(package: str) -> tuple[float, float]:
    """Seconds until a new process with an empty cache can play a game compiled, and those of them that it had a processor."""
    start, before = time.perf_counter(), os.times()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "surflab.compiled", package], check=True,
                       cwd=Path(__file__).parents[2], env=os.environ | {"SURFLAB_CACHE": folder})
    after = os.times()
    return time.perf_counter() - start, sum(after[2:4]) - sum(before[2:4])


def show_speeds(speeds: dict, unit: str) -> None:
    """Every player's games and units a second, and how far the first is ahead of the others."""
    first, *others = speeds
    for name, rounds in speeds.items():
        games, units = zip(*rounds)
        show(f"{name}: games a second", games)
        show(f"{name}: {unit} a second", units)
    for name in others:
        show(f"{first} / {name}, by {unit} a second", [ours / theirs for (_, ours), (_, theirs) in zip(speeds[first], speeds[name])])


def main(rounds: int = ROUNDS) -> None:
    surfers = {"Surf's Up! compiled": (surf(engine.compiled(), 30_000), 30_000), "uncompiled": (surf(engine.plain, 15), 15)}
    surfers |= openspiel()
    compiled, plain = cats_engine.compiled(), cats_engine.plain
    felines = {"Surfin' Cats compiled": (cats(compiled, 5_000), 5_000), "uncompiled": (cats(plain, 5), 5)}
    print(f"{f'random play, {SEATS} seats, one core, {rounds} rounds in turn':<64}{'min':>12}{'median':>12}{'max':>12}")
    for players, unit in ((surfers, "decisions"), (felines, "turns")):
        measure(players, 1)
        show_speeds(measure(players, rounds), unit)
    for package in ("surfs_up", "surfin_cats"):
        seconds, busy = compile_from_nothing(package)
        print(f"compiling {package} from nothing: {seconds:.1f} seconds, {busy:.1f} of them on a processor")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
