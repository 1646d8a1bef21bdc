"""The page of Surfin' Cats: where the table, its charts and its account stand, and what the header offers. Layout only."""
from __future__ import annotations

import panel as pn

from .. import shell
from ..advice import AdvicePanel
from ..session_page import session_page
from ..table_page import TablePage
from ..table_setup import PEOPLE, fresh_seed
from ..tree import LinesPanel
from . import charts, story, table
from .game import engine
from .position_form import CatPosition
from .session import SurfinCats
from .setup import CatSetUp

KEYS = [  # for the list of keys; the table listens to them itself, since what a person picks stays in the browser
    shell.Hotkey("", meaning, lambda key: None, shown=keys) for keys, meaning in (
        ("t r", "reveal the next trick, or ride"), ("1 … 9", "choose what stands there"), ("↵", "put down, reveal, step"),
        ("← →", "a turn back, a turn on"), ("b", "begin a line of play here"), ("e", "play to the end"),
    )
]
BOTS = ("greedy", "cautious", "odds")  # of the first table
HEIGHTS = dict(zip(charts.MEASURES, (164, 112, 104)))  # pixels, so that a desktop shows all of it at once


def board(session: SurfinCats) -> TablePage:
    return TablePage(session, table.Table, table.Account, HEIGHTS, story.open_rows,
                     [LinesPanel(session, table.wave_heads), AdvicePanel(session)])


def view(session: SurfinCats) -> pn.viewable.Viewable:
    """The table and its charts without a page around them, as a notebook shows a session."""
    return board(session).__panel__()


def page():
    """The page of one browser session."""
    session = SurfinCats(seats=list(PEOPLE[:4]), bots=dict(zip(PEOPLE[1:4], BOTS)), seed=fresh_seed())
    return session_page("Surfin’ Cats", session, board, CatSetUp, KEYS, engine, CatPosition)
