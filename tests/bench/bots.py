"""Measure how strong the bots of Surf's Up! are: `python tests/bench/bots.py [games]`, with 95% intervals.

Each bot alone against tables full of another, and all bots mixed, at 2, 3, 4 and 6 seats, without goals and with three
drawn. A win share is given times the number of seats: 1 is what equal bots win.
"""
from __future__ import annotations

import sys

from surflab import strengths

SEATS = (2, 3, 4, 6)


def show(table) -> None:
    """One line a bot and table: who is alone, among whom, and its share at each table size."""
    print(f"{'bot':<11}{'among':<11}" + "".join(f"{f'{seats} seats':^22}" for seats in SEATS))
    for (bot, against), rows in table.groupby(["bot", "against"], sort=False):
        cells = (f"{row.win / row.fair:.2f} ({row.low / row.fair:.2f} to {row.high / row.fair:.2f})"
                 for row in rows.sort_values("seats").itertuples())
        print(f"{bot:<11}{against:<11}" + "".join(f"{cell:^22}" for cell in cells))


def main(games: int = 2000) -> None:
    for goals in (None, "draw"):
        print(f"\nwin share times seats, {games} games or more each, {'three goals drawn' if goals else 'no goals'}")
        show(strengths(seats=SEATS, games=games, goals=goals))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
