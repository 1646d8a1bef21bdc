"""Many games between bots on all cores, and how strong the bots are. Knows no game's rules.

A game's own part is the class `Series` in its `simulation.py`: games between given bots, checked as they are made. It
has `KNOWN` (the bots there are), `FAST` (those that choose in microseconds), `SIZES` (of the tables that strengths are
measured at), `engine`, `bots`, `chunk` (games played in one go; a game's result depends on its own number alone, so
chunks change nothing), `play(engine, first, count)` -> rows of results, one a game and seat, and `columns(rows)` ->
{name: column in words}, among them "score" and "win".
"""
from __future__ import annotations

import inspect
import os
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from . import stats

GAMES = ("surfs-up", "surfin-cats")
PATIENCE = 1.0  # seconds before a progress bar shows
EVERYONE = "everyone"


# many games
def simulate(game: str = "surfs-up", bots: Sequence[str] = ("reader", "collector", "saver", "random"),
             games: int = 1000, seed: int = 0, *, workers: int | None = None, progress: bool | None = None,
             **options) -> pd.DataFrame:
    """Play many games between bots, one bot a seat: a row a game and seat, equal for any number of `workers`.

    Columns: `game` and `seat` (from 0), `bot`, the score by source, `score`, `win` (1, or 1/n of a victory that n
    share), and what else the game counts. `options` are the game's own; Surf's Up! has `goals` (None, "draw" for three
    drawn a game, or a list of names) and `cards` (a CardSet, or the path of one); Surfin' Cats has `cats` (by seat; None:
    every cat in every seat equally often), `cards`, `kittens`, `mixed`, `picks` and `waves`. By default all cores work, and
    a progress bar shows when it takes longer than a second (`progress=True`: at once, `False`: never). Raises ValueError or
    TypeError that say what is possible.
    """
    series = prepare(game, bots, seed, options)
    check_count(games, "games")
    check_workers(workers)
    with progress_bar(games, progress) as bar:
        rows = play(series, 0, games, workers, bar)
    seats = len(series.bots)
    named = {"game": np.repeat(np.arange(games), seats), "seat": np.tile(np.arange(seats), games),
             "bot": list(series.bots) * games}
    return pd.DataFrame(named | series.columns(rows))


def game_part(game: str):
    """The class `Series` of a game; raises ValueError for one that is not there."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; the games are {', '.join(map(repr, GAMES))}")
    return import_module(f"{__package__}.{game.replace('-', '_')}.simulation").Series


def prepare(game: str, bots: Sequence[str], seed: int, options: dict):
    """Games between these bots, checked; raises ValueError or TypeError."""
    part = game_part(game)
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise ValueError(f"bots must be a list of names in seat order, not {bots!r}")
    check_bots(bots, part.KNOWN)
    possible = [name for name in inspect.signature(part).parameters if name not in ("bots", "seed")]
    unknown = [name for name in options if name not in possible]
    if unknown:
        raise TypeError(f"{game} has no option {unknown[0]!r}; its options are {', '.join(possible)}")
    return part(tuple(bots), seed, **options)


def check_bots(bots, known) -> None:
    """Every bot is there; raises ValueError with those that are."""
    for bot in bots:
        if bot not in known:
            raise ValueError(f"there is no bot {bot!r}; the bots are {', '.join(map(repr, known))}")


def check_count(number, what: str) -> None:
    """A whole number from 1 on; raises ValueError."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise ValueError(f"{what} must be a whole number from 1 on, not {number!r}")


def check_workers(workers) -> None:
    if workers is not None:
        check_count(workers, "workers")


def play(series, first: int, games: int, workers: int | None, bar) -> np.ndarray:
    """The rows of games number first, first + 1, ..., in that order, played on threads that share them by chunks."""
    engine = compiled(series.engine, bar)
    size = series.chunk
    chunks = [(start, min(size, first + games - start)) for start in range(first, first + games, size)]
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    rows = []
    try:
        for (_, count), played in zip(chunks, pool.map(lambda chunk: series.play(engine, *chunk), chunks)):
            rows.append(played)
            bar.update(count)
    finally:
        pool.shutdown(cancel_futures=True)
    return np.concatenate(rows)


def compiled(engine, bar):
    """The compiled engine; the first time ever that takes seconds, which the bar tells."""
    engine.warm_up()
    while engine.state == "compiling":
        bar.set_description("compiling the rules", refresh=False)
        bar.update(0)
        time.sleep(0.05)
    bar.set_description("", refresh=False)
    return engine.compiled()


def progress_bar(total: int, progress: bool | None):
    """A bar on standard error, or below a notebook's cell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a notebook without widgets gets a bar of text, and need not be told
        from tqdm.auto import tqdm
    return tqdm(total=total, unit=" games", delay=0 if progress else PATIENCE, disable=progress is False)


# how strong bots are
class Lineup(NamedTuple):
    """Who sits at a table, what for, and for how many games."""

    bots: tuple[str, ...]
    against: str
    games: int


def duels(bots: Sequence[str], seats: int, games: int) -> Iterator[Lineup]:
    """Each bot alone against a table of each other one, in every seat."""
    for bot, other in permutations(bots, 2):
        for seat in range(seats):
            yield Lineup((other,) * seat + (bot,) + (other,) * (seats - seat - 1), other, -(-games // seats))


def mixed(bots: Sequence[str], seats: int, games: int) -> Iterator[Lineup]:
    """All bots as evenly as can be: every choice of them, turned round the table; too few bots sit there twice."""
    tables = list(combinations(bots, seats)) if seats <= len(bots) else [tuple(bots)]
    lineups = [tuple(table[(turn + seat) % len(table)] for seat in range(seats))
               for table in tables for turn in range(len(table))]
    played = -(-games * len(bots) // (len(lineups) * min(seats, len(bots))))  # each bot is missing at some tables
    for lineup in lineups:
        yield Lineup(lineup, EVERYONE, played)


def strengths(game: str = "surfs-up", bots: Sequence[str] | None = None, seats: Sequence[int] | None = None,
              games: int = 1000, seed: int = 0, *, workers: int | None = None, progress: bool | None = None,
              **options) -> pd.DataFrame:
    """How often bots win, by table size: each alone against a table of each other one, and all mixed.

    A row: `seats`, `bot`, `against` (a bot or "everyone"), `games` (at least as many as asked for), `win` (the mean
    share of a win a seat), its 95% interval `low` to `high`, and `fair` (1/seats, what equal bots win). Seats rotate.
    Without `bots` all take part that choose in microseconds, without `seats` the game's usual tables. Raises as `simulate` does.
    """
    bots = list(game_part(game).FAST) if bots is None else list(bots)
    if len(set(bots)) < len(bots) or len(bots) < 2:
        raise ValueError(f"strengths are measured between two or more different bots, not {bots!r}")
    check_count(games, "games")
    check_workers(workers)
    sizes = game_part(game).SIZES if seats is None else seats
    lineups = [lineup for size in sizes for arrange in (duels, mixed) for lineup in arrange(bots, size, games)]
    series = [prepare(game, lineup.bots, seed, options) for lineup in lineups]
    shares, first = defaultdict(list), 0
    with progress_bar(sum(lineup.games for lineup in lineups), progress) as bar:
        for lineup, between in zip(lineups, series):
            rows = play(between, first, lineup.games, workers, bar)
            first += lineup.games  # no two line-ups play the same cards, so their results are independent
            wins = np.asarray(between.columns(rows)["win"]).reshape(lineup.games, -1)
            for bot in dict.fromkeys(lineup.bots):
                if bot != lineup.against:
                    own = [seat for seat, other in enumerate(lineup.bots) if other == bot]
                    shares[len(lineup.bots), bot, lineup.against].append(wins[:, own].mean(1))
    return pd.DataFrame([measure(*key, np.concatenate(won)) for key, won in shares.items()])


def measure(seats: int, bot: str, against: str, won: np.ndarray) -> dict:
    """One row of `strengths` from the bot's share of each game's win."""
    win = stats.share(won.sum(), len(won))
    return {"seats": seats, "bot": bot, "against": against, "games": len(won), "win": win.value, "low": win.low,
            "high": win.high, "fair": 1 / seats}
