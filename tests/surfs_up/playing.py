"""Games of Surf's Up! played by wishes, and small card sets in which decks, tokens and respect run out."""
from __future__ import annotations

import os
import random
from itertools import cycle

from surflab.surfs_up import rules
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Flo")
SUITS = ("north", "south", "west")
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"  # else all engines are plain Python, and slow


def small_cards(rng: random.Random) -> CardSet:
    """A custom set of few cards: free and unaffordable ones, short decks, few tokens, goals of every kind."""
    suits = SUITS[:rng.randint(1, 3)]
    metrics = [*rules.METRICS, *(f"{what}.{suit}" for what in ("waves", "boards") for suit in suits)]
    return CardSet.from_dict({
        "custom": True,
        "suits": list(suits),
        "bluebottles": rng.randint(1, 4),
        "waves": [{"suit": suit, "points": rng.randint(0, 4), "count": rng.randint(3, 7)} for suit in suits],
        "boards": [{"suit": suit, "bonus": bonus, "cost": rng.choice((0, 0, 1, 2, 3, 4, 5)), "count": rng.randint(0, 2)}
                   for suit in suits for bonus in (0, 1, 3)],
        "energy": [{"value": value, "cost": rng.choice((0, 1, 1, 2, 4, 6)), "count": rng.randint(0, 2)}
                   for value in range(1, 10) if rng.random() < 0.4],
        "stings": [{"value": rng.randint(0, 9), "count": rng.randint(0, 3)}],
        "goals": [{"name": f"Goal {number}", "points": rng.randint(0, 5), "metric": metric} | bounds(rng)
                  for number, metric in enumerate(rng.sample(metrics, 9))],
    })


def bounds(rng: random.Random) -> dict:
    low, more = rng.randint(0, 3), rng.randint(0, 2)
    return rng.choice(({"at_least": low}, {"at_most": low}, {"exactly": low}, {"at_least": low, "at_most": low + more}))


def small_game(rng: random.Random, seats: int) -> Game:
    """A table of a small card set with up to three of its goals."""
    cards = small_cards(rng)
    goals = tuple(rng.sample(cards.goal_names, rng.randint(0, 3)))
    return Game(NAMES[:seats], cards, goals, seed=rng.getrandbits(32))


def wish_among(rng: random.Random):
    """A way to choose among names that leans to one side for a whole game: to resting, to paddling hard, to buying."""
    pull = rng.choice((0, 0, 0.3, 0.6, -0.3, -0.6))

    def choose(legal: list[str]) -> str:
        if rng.random() < abs(pull):
            return legal[-1 if pull > 0 else 0]
        return rng.choice(legal)
    return choose


def cycling(wishes: list[int]):
    """A way to choose that follows a list of numbers round and round."""
    turn = cycle(wishes or [0])
    return lambda legal: legal[next(turn) % len(legal)]


def play_through(game: Game, choose, state=None):
    """Play to the end by `choose(legal)`; yields each decision as (state before, choices, state after, events)."""
    state = game.start() if state is None else state
    while not game.is_over(state):
        choices = {seat: choose(game.legal(state, seat)) for seat in game.to_choose(state)}
        after, events = game.resolve(state, choices)
        yield state, choices, after, events
        state = after


def states_of(game: Game, choose) -> list:
    """Every state of a game from the start to the end."""
    return [game.start(), *(after for _, _, after, _ in play_through(game, choose))]
