"""Random days of cats in any seats: `python tests/bench/cats_days.py [days] [--first 0] [--plain]`.

Each day of 2 to 5 cats is compared turn by turn with the same turn in other seats, played on both engines, written down and
opened again.
"""
from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from surflab.surfin_cats.game import engine
from tests.surfin_cats.days import check_engines, check_round_trip, check_seats, random_day


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("days", nargs="?", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first day")
    parser.add_argument("--plain", action="store_true", help="without the compiled engine")
    options = parser.parse_args()
    engines = (engine.plain,) if options.plain else (engine.plain, engine.compiled())
    begun, broken, compared, decided = time.perf_counter(), 0, 0, 0
    for number in range(options.first, options.first + options.days):
        rng = random.Random(number)
        game, lines = random_day(rng)
        try:
            compared += check_seats(game, lines, rng)
            check_round_trip(game, lines)
            check_engines(game, lines, engines)
        except AssertionError as error:
            broken += 1
            print(f"day {number}: {error}", file=sys.stderr)
        decided += len(lines.path("main")) - 1
    print(f"{options.days} days, {decided} decisions, {compared} turns and coming waves in other seats, broken: {broken}; "
          f"{time.perf_counter() - begun:.0f} s")
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main())
