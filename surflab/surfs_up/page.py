"""The page of Surf's Up!: its keys, and what the header offers. Layout only."""
from __future__ import annotations

from .. import shell
from ..session_page import session_page
from ..table_setup import fresh_seed
from .game import engine
from .position_form import SurfsUpPosition
from .session import SurfsUp
from .setup import SurfsUpSetUp
from .view import board

KEYS = [  # for the list of keys; the table listens to them itself, since what a person picks stays in the browser
    shell.Hotkey("", meaning, lambda key: None, shown=keys) for keys, meaning in (
        ("0 … 9", "choose a card; at the beach 0 takes respect and 1 to 3 buy"),
        ("shift 0 … 9", "choose the temporary card of that value"), ("↵", "put down, reveal, step"),
        ("← →", "a round back, a round on"), ("b", "begin a line of play here"), ("e", "play to the end"),
    )
]


def page():
    """The page of one browser session."""
    session = SurfsUp(seed=fresh_seed())
    return session_page("Surf’s Up!", session, board, SurfsUpSetUp, KEYS, engine, SurfsUpPosition)
