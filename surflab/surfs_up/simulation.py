"""Surf's Up!'s part of a simulation: games between given bots, and what their rows of numbers mean."""
from __future__ import annotations

import numpy as np

from ..card_files import card_set
from . import rules, solver
from .batch import COLUMNS
from .bots import BOTS, SOLVER
from .cards import CardSet
from .game import ENDS, Game, check_goals, check_seed, engine


class Series:
    """Games between the same 2 to 6 bots with the same cards and goals; raises ValueError for what cannot be."""

    KNOWN, FAST, SIZES = Game.known_bots, tuple(BOTS), (2, 3, 4, 6)

    def __init__(self, bots: tuple[str, ...], seed: int = 0, goals=None, cards=None):
        if not 2 <= len(bots) <= rules.SEATS:
            raise ValueError(f"Surf's Up! seats 2 to {rules.SEATS}, not {len(bots)}")
        self.engine = engine
        self.chunk = 2 if SOLVER in bots else 128
        self.bots, self.seed = bots, check_seed(seed)
        self.cards = card_set("house" if cards is None else cards, CardSet)
        self.goals = goal_numbers(self.cards, goals)

    def play(self, engine, first: int, count: int) -> np.ndarray:
        """Rows of batch.COLUMNS, seat by seat, of the games number first, first + 1, ..."""
        seats = len(self.bots)
        rows = np.zeros((count * seats, len(COLUMNS)), np.int64)
        players = tuple(engine.bots.BOTS.get(bot, engine.bots.random) for bot in self.bots)
        players += (engine.bots.random,) * (rules.SEATS - seats)  # these, and the solver's stand-ins, are never asked
        if SOLVER in self.bots:
            solving = [bot == SOLVER for bot in self.bots]
            solver.play_games(engine, self.cards.tables, self.goals, self.seed, first, players, solving, rows)
            return rows
        scratch, log = np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT)
        engine.batch.play_games(self.cards.tables, scratch, log, seats, self.goals, self.seed, first, players, rows)
        return rows

    def columns(self, rows: np.ndarray) -> dict:
        """The rows' columns by name; ends are words, `win` shares a tied victory (SU62)."""
        named = dict(zip(COLUMNS, rows.T))
        scores = named["score"].reshape(-1, len(self.bots))
        best = scores == scores.max(1, keepdims=True)
        named["end"] = [ENDS[end] for end in named["end"].tolist()]
        columns = {}
        for name, column in named.items():
            columns[name] = column
            if name == "score":
                columns["win"] = (best / best.sum(1, keepdims=True)).ravel()
        return columns


def goal_numbers(cards: CardSet, goals) -> np.ndarray:
    """Three goals as the rules number them: none, three to be drawn each game, or those named (SU06)."""
    if goals is None:
        return np.full(rules.SPACES, -1)
    if isinstance(goals, str) and goals == "draw":
        return np.full(rules.SPACES, rules.DRAW)
    if isinstance(goals, str):
        raise ValueError(f'goals must be None, "draw", or a list of at most three names, not {goals!r}')
    names = check_goals(cards, goals)
    return np.array([cards.goal_id(name) for name in names] + [-1] * (rules.SPACES - len(names)), np.int64)
