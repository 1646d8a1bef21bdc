"""The table of Surf's Up! with its charts, its account and its panels, on a page and in a notebook."""
from __future__ import annotations

import panel as pn

from ..advice import AdvicePanel
from ..table_page import TablePage, without_page
from ..tree import LinesPanel
from . import charts, story, table
from .session import SurfsUp

HEIGHTS = dict(zip(charts.MEASURES, (164, 104, 104)))  # pixels, so that a desktop shows all of it at once


def board(session: SurfsUp) -> TablePage:
    return TablePage(session, table.Table, table.Account, HEIGHTS, story.open_rows, [LinesPanel(session), AdvicePanel(session)])


def view(session: SurfsUp) -> pn.viewable.Viewable:
    """The table and its charts as a notebook shows a session."""
    return without_page(board, session)
