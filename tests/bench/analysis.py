"""Measure the analysis of Surf's Up!: `python tests/bench/analysis.py [positions]`.

How soon first numbers and one percentage point of standard error come, mid-game with four seats; what common luck saves;
how often 95% intervals hold the exact value; and equilibria beside OpenSpiel's.
"""
from __future__ import annotations

import statistics
import sys
import time

import numpy as np

from surflab.analysis import CHUNK, Estimate, equilibrium, matrix
from surflab.surfs_up.analysis import Decision
from surflab.surfs_up.game import Game, engine

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Flo")
POINT = 0.01


def decisions(seats: int, bot: str, wanted, first: int = 0):
    """Decisions of games between bots that are wanted, as (game, state, seat), without end."""
    seed = first
    while True:
        game = Game(NAMES[:seats], seed=seed).with_goals_drawn()
        state = game.start()
        while not game.is_over(state):
            choosing = game.to_choose(state)
            if wanted(game, state):
                yield game, state, choosing[seed % len(choosing)]
            state, _ = game.resolve(state, {seat: game.ask(state, seat, bot) for seat in choosing})
        seed += 1


def take(found, count: int) -> list:
    return [next(found) for _ in range(count)]


def middle(game, state) -> bool:
    return game.rounds(state) == 4 and len(game.to_choose(state)) == 4


def measure_speed(count: int) -> None:
    first, point, busy, trials, saved = [], [], [], [], []
    for game, state, seat in take(decisions(4, "reader", middle), count):
        start, before = time.perf_counter(), time.process_time()
        estimate = Estimate(Decision(game, state, seat))
        estimate.grow(CHUNK, workers=1)
        first.append((time.perf_counter() - start) * 1000)
        while estimate.win_se.max() > POINT:
            estimate.grow(4 * CHUNK, workers=2)
        point.append(time.perf_counter() - start)
        busy.append(time.process_time() - before)
        trials.append(estimate.trials)
        saved.append(estimate.saved_by_common_luck())
    print(f"round 5, four seats, {count} decisions, reader plays on; median (worst)")
    print(f"  first numbers ({CHUNK} trials a choice, one core): {statistics.median(first):.0f} ms ({max(first):.0f})")
    print(f"  one percentage point on every choice, two cores: {statistics.median(point):.2f} s ({max(point):.2f}), "
          f"{statistics.median(busy):.2f} s of a processor ({max(busy):.2f}), {statistics.median(trials):.0f} trials a choice")
    print(f"  independent luck would need {statistics.median(saved):.2f} times the trials for the same differences "
          f"({min(saved):.2f} to {max(saved):.2f})")


def last(game, state) -> bool:
    table = state["table"][0]
    return table["bluebottles"] == game.cards.tables["bluebottles"][0] - 1 and game.surf(state)[0] == "bluebottle"


def measure_coverage(count: int, sizes=(128, 400, 1600)) -> None:
    """The same trials grow on, so that the sizes are measured at the same positions."""
    found, held = {seats: decisions(seats, "random", last) for seats in (2, 3)}, {size: [] for size in sizes}
    sure = 0
    for number in range(count):
        game, state, seat = next(found[2 + number % 2])
        decision = Decision(game, state, seat, bot="random", seed=number)
        exact, estimate = decision.exact(), Estimate(decision)
        uncertain = [1e-9 < value < 1 - 1e-9 for value in exact.values()]
        sure += uncertain.count(False)
        for size in sizes if any(uncertain) else ():
            estimate.grow(size - estimate.trials, workers=1)
            held[size] += [low <= value <= high for low, high, value, open in zip(*estimate.win_interval, exact.values(), uncertain) if open]
    for size, hits in held.items():
        rate = np.mean(hits)
        print(f"intervals of {size} trials hold the exact value of {len(hits)} uncertain choices at {count} last bluebottles: {rate:.1%} "
              f"± {1.96 * np.sqrt(rate * (1 - rate) / len(hits)):.1%} ({sure} certain ones left out)")


def measure_equilibria(count: int, iterations: int = 3000) -> None:
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed (pip install 'surflab[bench]'): no equilibria beside its own")
        return
    apart = []
    for game, state, seat in take(decisions(2, "reader", lambda game, state: len(game.to_choose(state)) == 2), count):
        payoffs = matrix(Decision(game, state, seat), trials=64, workers=1).win[:, :, seat]
        theirs = pyspiel.convert_to_turn_based(pyspiel.create_matrix_game(payoffs, -payoffs))
        solver = pyspiel.CFRPlusSolver(theirs)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        apart.append(abs(equilibrium(payoffs)[2] - value_of(theirs, solver.average_policy())))
    print(f"values of {count} sampled matrices differ from those that OpenSpiel's CFR+ comes to by at most {max(apart):.1e}")


def value_of(game, policy) -> float:
    """What the first of two seats of a turn-based matrix game wins on average by a policy of OpenSpiel's."""
    value, first = 0.0, game.new_initial_state()
    for action, share in policy.get_state_policy(first):
        second = first.child(action)
        value += share * sum(chance * second.child(reply).returns()[0] for reply, chance in policy.get_state_policy(second))
    return value


def main(positions: int = 2000) -> None:
    engine.compiled()
    measure_speed(10)
    measure_coverage(positions)
    measure_equilibria(100)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
