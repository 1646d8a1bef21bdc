"""The page of Surf's Up!: where the table, its charts and its account stand, and what the header offers. Layout only."""
from __future__ import annotations

import panel as pn

from .. import shell
from ..advice import AdvicePanel
from ..session_page import session_page
from ..table_page import TablePage
from ..table_setup import fresh_seed
from ..tree import LinesPanel
from . import charts, story, table
from .game import engine
from .position_form import SurfsUpPosition
from .session import SurfsUp
from .setup import SurfsUpSetUp

KEYS = [  # for the list of keys; the table listens to them itself, since what a person picks stays in the browser
    shell.Hotkey("", meaning, lambda key: None, shown=keys) for keys, meaning in (
        ("0 … 9", "choose a card; at the beach 0 takes respect and 1 to 3 buy"),
        ("shift 0 … 9", "choose the temporary card of that value"), ("↵", "put down, reveal, step"),
        ("← →", "a round back, a round on"), ("b", "begin a line of play here"), ("e", "play to the end"),
    )
]
HEIGHTS = dict(zip(charts.MEASURES, (164, 104, 104)))  # pixels, so that a desktop shows all of it at once


def board(session: SurfsUp) -> TablePage:
    return TablePage(session, table.Table, table.Account, HEIGHTS, story.open_rows, [LinesPanel(session), AdvicePanel(session)])


def view(session: SurfsUp) -> pn.viewable.Viewable:
    """The table and its charts without a page around them, as a notebook shows a session."""
    return board(session).__panel__()


def page():
    """The page of one browser session."""
    session = SurfsUp(seed=fresh_seed())
    return session_page("Surf’s Up!", session, board, SurfsUpSetUp, KEYS, engine, SurfsUpPosition)
