"""Surfin' Cats's part of a simulation: games between given bots, and what their rows of numbers mean."""
from __future__ import annotations

from itertools import permutations

import numpy as np

from ..card_files import card_set
from . import rules, solver
from .batch import COLUMNS
from .bots import BOTS, SOLVER
from .cards import CardSet
from .game import Game, check_cats, check_seed, engine
from .variant import Variant


class Series:
    """Games between the same 1 to 5 bots with the same cards; raises ValueError for what cannot be.

    Without `cats` every cat plays every seat equally often; `kittens`, `mixed`, `picks` and `waves` are those of `Variant`.
    """

    KNOWN, FAST, SIZES = Game.known_bots, tuple(BOTS), (2, 3, 4, 5)

    def __init__(self, bots: tuple[str, ...], seed: int = 0, cats=None, cards=None, kittens: bool = False, mixed: bool = False,
                 picks: int = 1, waves=(1, 1, 1, 1)):
        if not 1 <= len(bots) <= rules.SEATS:
            raise ValueError(f"Surfin' Cats seats 1 to {rules.SEATS}, not {len(bots)}")
        self.engine = engine
        self.chunk = 2 if SOLVER in bots else 128
        self.bots, self.seed = bots, check_seed(seed)
        self.cards = card_set("house" if cards is None else cards, CardSet)
        self.variant = Variant(kittens, mixed, picks, waves)
        self.variant.check(self.cards)
        self.cats = every_seating(self.cards, len(bots)) if cats is None else seating(self.cards, cats, len(bots))

    def play(self, engine, first: int, count: int) -> np.ndarray:
        """Rows of batch.COLUMNS, seat by seat, of the games number first, first + 1, ..."""
        seats = len(self.bots)
        rows = np.zeros((count * seats, len(COLUMNS)), np.int64)
        players = tuple(engine.bots.BOTS.get(bot, engine.bots.random) for bot in self.bots)
        players += (engine.bots.random,) * (rules.SEATS - seats)  # these, and the solver's stand-ins, are never asked
        if SOLVER in self.bots:
            solving = [bot == SOLVER for bot in self.bots]
            solver.play_games(engine, self.cards.tables, self.cats, self.variant.options, self.seed, first, players, solving, rows)
            return rows
        market = np.zeros((2, rules.TRICKS), np.int64)
        engine.batch.play_games(self.cards.tables, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), self.cats,
                                self.variant.options, self.seed, first, players, rows, market)
        return rows

    def columns(self, rows: np.ndarray) -> dict:
        """The rows' columns by name; cats and instructors are names, `win` shares a tied victory (SC71)."""
        named = dict(zip(COLUMNS, rows.T))
        won = named.pop("won").reshape(-1, len(self.bots))
        instructors = [*self.cards.instructor_names, None]  # -1 is none
        columns = {}
        for name, column in named.items():
            if name == "cat":
                columns[name] = [self.cards.cat_names[cat] for cat in column.tolist()]
            elif name == "instructor_card":
                columns[name] = [instructors[card] for card in column.tolist()]
            else:
                columns[name] = column
            if name == "score":
                columns["win"] = (won / won.sum(1, keepdims=True)).ravel()
        return columns


def seating(cards: CardSet, cats, seats: int) -> np.ndarray:
    """The same cat in each seat in every game, as the rules number them."""
    cats = check_cats(cards, cats)
    if len(cats) != seats:
        raise ValueError(f"cats names {len(cats)} for {seats} bots; each bot plays one")
    return np.array([[cards.cat_id(cat) for cat in cats]], np.int64)


def every_seating(cards: CardSet, seats: int) -> np.ndarray:
    """All ways to seat the cats; as many games in a row as there are cats have each cat once in each seat."""
    cats = len(cards.cats)
    if seats > cats:
        raise ValueError(f"the card set has {cats} cats for {seats} bots")
    steps = [(0, *others) for others in permutations(range(1, cats), seats - 1)]
    return np.array([[(cat + turn) % cats for cat in step] for step in steps for turn in range(cats)], np.int64)
