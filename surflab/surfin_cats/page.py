"""The page of Surfin' Cats: its keys, and what the header offers. Layout only."""
from __future__ import annotations

from .. import shell
from ..session_page import session_page
from ..table_setup import PEOPLE, fresh_seed
from .game import engine
from .position_form import CatPosition
from .session import SurfinCats
from .setup import CatSetUp
from .view import board

KEYS = [  # for the list of keys; the table listens to them itself, since what a person picks stays in the browser
    shell.Hotkey("", meaning, lambda key: None, shown=keys) for keys, meaning in (
        ("t r", "reveal the next trick, or ride"), ("1 … 9", "choose what stands there"), ("↵", "put down, reveal, step"),
        ("← →", "a turn back, a turn on"), ("b", "begin a line of play here"), ("e", "play to the end"),
    )
]
BOTS = ("greedy", "cautious", "odds")  # of the first table


def page():
    """The page of one browser session."""
    session = SurfinCats(seats=list(PEOPLE[:4]), bots=dict(zip(PEOPLE[1:4], BOTS)), seed=fresh_seed())
    return session_page("Surfin’ Cats", session, board, CatSetUp, KEYS, engine, CatPosition)
