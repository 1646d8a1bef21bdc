"""Measure the balance of Surfin' Cats: `python tests/bench/cats_balance.py [games] [card set]`, with 95% intervals.

Equal bots play every cat against every other from every seat; a win share is given times the number of seats, so 1 is
fair. Then how often each market card is taken when it is on offer, and how riding at once and never riding fare.
"""
from __future__ import annotations

import itertools
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from surflab import stats
from surflab.surfin_cats import rules
from surflab.surfin_cats.batch import COLUMNS
from surflab.surfin_cats.bots import PLANNED
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.game import engine

SEATS = (2, 3, 4, 5)
OPTIONS = np.array([0, 0, 1, 1, 1, 1, 1])
WORKERS = 2


def play(cards: CardSet, bots, games: int, seed: int = 0, options=OPTIONS):
    """Games between those bots, all cats in all seats; returns rows (game, seat, COLUMNS) and (2, kind) counts.

    The counts are how often each market card was on offer to a seat, and how often it was taken.
    """
    compiled, seats = engine.compiled(), len(bots)
    line_ups = np.array(list(itertools.permutations(range(len(cards.cats)), seats)))
    line_ups = line_ups[np.random.default_rng(0).permutation(len(line_ups))]
    players = tuple(compiled.bots.BOTS[bot] for bot in bots) + (compiled.bots.random,) * (rules.SEATS - seats)

    def chunk(first: int, count: int):
        rows, market = np.zeros((count * seats, len(COLUMNS)), np.int64), np.zeros((2, rules.TRICKS), np.int64)
        compiled.batch.play_games(cards.tables, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), line_ups, options,
                                  seed,
                                  first, players, rows, market)
        return rows.reshape(count, seats, -1), market

    part = -(-games // WORKERS)
    with ThreadPoolExecutor(WORKERS) as pool:
        parts = list(pool.map(lambda first: chunk(first, min(part, games - first)), range(0, games, part)))
    return np.concatenate([rows for rows, _ in parts]), sum(market for _, market in parts)


def wins(rows: np.ndarray) -> np.ndarray:
    """Each seat's share of the win, by game."""
    won = rows[:, :, COLUMNS.index("won")]
    return won / won.sum(1, keepdims=True)


def share_by_cat(cards: CardSet, rows: np.ndarray) -> list[stats.Measured]:
    """Each cat's win share times the number of seats."""
    seats, won, cats = rows.shape[1], wins(rows), rows[:, :, COLUMNS.index("cat")]
    return [stats.mean(won[cats == cat] * seats) for cat in range(len(cards.cats))]


def bought_when_offered(cards: CardSet, market: np.ndarray) -> dict[str, stats.Measured]:
    """How often each market card is taken of the times it is on offer."""
    kinds = {trick.name: cards.trick_kind(trick.name) for trick in cards.market}
    return {name: stats.share(market[1, kind], market[0, kind]) for name, kind in kinds.items()}


def told(measured: stats.Measured) -> str:
    return f"{measured.value:.2f} ({measured.low:.2f} to {measured.high:.2f})"


def show_cats(cards: CardSet, games: int) -> np.ndarray:
    """Win shares by cat; returns the market's counts by bot, added up over the table sizes."""
    markets = np.zeros((len(PLANNED), 2, rules.TRICKS), np.int64)
    for number, bot in enumerate(PLANNED):
        print(f"\nequal bots, {bot}: win share times seats, {games} games each")
        print(f"{'seats':<7}" + "".join(f"{cat.name:^22}" for cat in cards.cats) + "flow")
        for seats in SEATS:
            rows, market = play(cards, (bot,) * seats, games)
            markets[number] += market
            flow = rows[:, :, COLUMNS.index("score")].mean()
            print(f"{seats:<7}" + "".join(f"{told(share):^22}" for share in share_by_cat(cards, rows)) + f"{flow:.1f}")
    return markets


def show_market(cards: CardSet, markets: np.ndarray) -> None:
    print("\nmarket cards taken when on offer, over all table sizes")
    print(f"{'card':<18}{'cost':<6}" + "".join(f"{bot:^22}" for bot in PLANNED))
    rates = [bought_when_offered(cards, market) for market in markets]
    for trick in cards.market:
        print(f"{trick.name:<18}{trick.cost:<6}" + "".join(f"{told(rate[trick.name]):^22}" for rate in rates))


def show_sense(cards: CardSet, games: int) -> None:
    print(f"\none bot among odds: its win share times seats, {games} games each")
    print(f"{'bot':<12}" + "".join(f"{f'{seats} seats':^22}" for seats in SEATS))
    for bot in ("beginner", "reckless", "random", "cautious", "greedy"):
        cells = []
        for seats in SEATS:
            rows, _ = play(cards, (bot,) + ("odds",) * (seats - 1), games)
            cells.append(told(stats.mean(wins(rows)[:, 0] * seats)))
        print(f"{bot:<12}" + "".join(f"{cell:^22}" for cell in cells))


def main(games: str = "20000", place: str = "") -> None:
    cards = CardSet.load(place) if place else CardSet.house()
    show_market(cards, show_cats(cards, int(games)))
    show_sense(cards, int(games) // 2)


if __name__ == "__main__":
    main(*sys.argv[1:3])
