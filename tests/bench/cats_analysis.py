"""Measure the analysis of Surfin' Cats: `python tests/bench/cats_analysis.py [positions] [games]`, from the project's folder.

What a seat cannot know changes no byte; how often 95% intervals hold the exact chance to win; how soon first numbers, one
percentage point and the stopping rule come, mid-game with four cats; and the solver against tables full of each other bot,
with its win share times the number of seats (1 is what equal bots win) and how long it thinks.
"""
from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from surflab import simulation, stats
from surflab.analysis import Estimate, choices_table
from surflab.surfin_cats import rules, solver
from surflab.surfin_cats.analysis import Decision
from surflab.surfin_cats.batch import COLUMNS
from surflab.surfin_cats.bots import BOTS, SOLVER
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.game import Game, engine
from surflab.surfin_cats.simulation import every_seating
from tests.surfin_cats.hidden import laid_otherwise
from tests.surfin_cats.playing import played, some_table, wish_among
from tests.surfin_cats.positions import position

TRICKS = ("One", "Two", "Three", "Show", "Gnarly", "Slip", "Distraction", "Reach", "Chain", "Shell")


def some_positions(seed: int, count: int):
    """Decisions of random games at tables of every size and variant."""
    rng = random.Random(seed)
    while count > 0:
        game = some_table(rng) if rng.random() < 0.5 else Game(tuple(rng.sample(CardSet.house().cat_names, rng.randint(1, 5))),
                                                               seed=rng.getrandbits(32))
        moments = [moment for moment in played(game, wish_among(rng)).path("main") if not game.is_over(moment.state)]
        for moment in rng.sample(moments, min(8, len(moments), count)):
            count -= 1
            yield game, moment.state, rng.choice(game.to_choose(moment.state))


def what_is_found(game, state, seat: int) -> bytes:
    decision = Decision(game, state, seat)
    estimate = Estimate(decision)
    estimate.grow(16, workers=1)
    return repr((estimate._products.tolist(), estimate._came.tolist(), decision.models, decision.stopping,
                 choices_table(estimate, exact={}).to_dict())).encode()


def measure_peeking(count: int) -> None:
    rng, leaks = random.Random(1), 0
    for game, state, seat in some_positions(2, count):
        leaks += what_is_found(game, state, seat) != what_is_found(game, laid_otherwise(game, state, seat, rng), seat)
        other = laid_otherwise(game, state, seat, rng, seeds=False)
        leaks += any(game.ask(state, seat, bot) != game.ask(other, seat, bot) for bot in BOTS)
    print(f"{count} positions with everything hidden laid otherwise: {leaks} analyses or bots changed")


def some_ending(rng: random.Random):
    """Two cats on the last wave, one of them on the beach, the other with a few tricks left."""
    deck = ", ".join(rng.choices(TRICKS, k=rng.randint(2, 4)))
    table = position("maria rufo", decks={"maria": f"One, {deck}"}, paddle={"maria": rng.randint(0, 5), "rufo": rng.randint(0, 8)},
                     fall={"maria": rng.randint(0, 5)}, flow={"rufo": rng.randint(8, 18)}, flag="black", last=True,
                     market="Slip, Star", items={"maria": rng.choice(("", "wax", "leash", "fins"))},
                     done={"maria": rng.choice(((), (0, 1), (0, 1, 2)))}, seed=rng.getrandbits(32))
    table.act(rufo="ride")
    while table.question != "act" and not table.game.is_over(table.state):
        table.first_choices()
    return table


def measure_coverage(count: int, trials: int = 400) -> None:
    """Of choices whose exact chance lies strictly between 0 and 1."""
    rng, held = random.Random(3), []
    while len(held) < count:
        table = some_ending(rng)
        if 0 not in table.game.to_choose(table.state):
            continue
        decision = Decision(table.game, table.state, 0, bot=rng.choice(tuple(BOTS)), seed=rng.getrandbits(32))
        exact = decision.exact() or {}
        open_ones = [choice for choice in decision.choices if 0.001 < exact.get(choice, 0) < 0.999]
        if open_ones:
            estimate = Estimate(decision)
            estimate.grow(trials, workers=1)
            low, high = estimate.win_interval
            held += [low[k] <= exact[choice] <= high[k] for k, choice in enumerate(decision.choices) if choice in open_ones]
    share = stats.share(sum(held), len(held))
    print(f"95% intervals of {trials} trials hold {len(held)} exact chances {share.value:.1%} of the time ({share.low:.1%} to {share.high:.1%})")


def measure_speed(count: int) -> None:
    first, point, busy, stopping = [], [], [], []
    rng = random.Random(4)
    while len(first) < count:
        game = Game(tuple(rng.sample(CardSet.house().cat_names, 4)), seed=rng.getrandbits(32))
        state = game.start()
        while game.position(state)[0] < 3 or game.question(state) != "act":
            state, _ = game.resolve(state, {seat: game.ask(state, seat, "odds") for seat in game.to_choose(state)})
        start, before = time.perf_counter(), time.process_time()
        decision = Decision(game, state, game.to_choose(state)[0])
        estimate = Estimate(decision)
        estimate.grow(128, workers=1)
        first.append((time.perf_counter() - start) * 1000)
        while estimate.win_se.max() > 0.01:
            estimate.grow(512, workers=2)
        point.append(time.perf_counter() - start)
        busy.append(time.process_time() - before)
        start = time.perf_counter()
        decision.stopping  # noqa: B018
        stopping.append((time.perf_counter() - start) * 1000)
    print(f"third wave, four cats, {count} decisions whether to ride, odds plays on; median (worst)\n"
          f"  first numbers (128 trials a choice, one core): {statistics.median(first):.0f} ms ({max(first):.0f})\n"
          f"  one percentage point on every choice, two cores: {statistics.median(point):.2f} s ({max(point):.2f}), "
          f"{statistics.median(busy):.2f} s of a processor\n"
          f"  the best stopping rule: {statistics.median(stopping):.0f} ms ({max(stopping):.0f})")


def measure_solver(games: int) -> None:
    sizes = (2, 3, 4, 5)
    print(f"the solver's win share times seats, {games} games each\n{'against':<11}" + "".join(f"{f'{seats} seats':^22}" for seats in sizes))
    for against in BOTS:
        print(f"{against:<11}", end="", flush=True)
        for seats in sizes:
            won = 0.0
            for seat in range(seats):
                count = games // seats + (seat < games % seats)
                series = simulation.prepare("surfin-cats", [SOLVER if other == seat else against for other in range(seats)], 5, {})
                with simulation.progress_bar(count, False) as bar:
                    won += series.columns(simulation.play(series, 1000 * seat, count, None, bar))["win"][seat::seats].sum()
            win = stats.share(won, games)
            print(f"{f'{win.value * seats:.2f} ({win.low * seats:.2f} to {win.high * seats:.2f})':^22}", end="", flush=True)
        print()
    print(f"{'ms a move':<11}" + "".join(f"{milliseconds_a_move(seats):^22.0f}" for seats in sizes))


def milliseconds_a_move(seats: int) -> float:
    """Processor time that the solver thinks on average, playing every seat."""
    compiled, cards, rows = engine.compiled(), CardSet.house(), np.zeros((2 * seats, len(COLUMNS)), np.int64)
    start = time.process_time()
    moves = solver.play_games(compiled, cards.tables, every_seating(cards, seats), np.array([0, 0, 1, 1, 1, 1, 1]), 5, 0,
                              (compiled.bots.random,) * rules.SEATS, [True] * seats, rows)
    return (time.process_time() - start) / moves * 1000


if __name__ == "__main__":
    positions, games = (int(sys.argv[1]) if len(sys.argv) > 1 else 2500, int(sys.argv[2]) if len(sys.argv) > 2 else 30)
    measure_speed(20)
    measure_coverage(positions)
    measure_peeking(positions)
    measure_solver(games)
