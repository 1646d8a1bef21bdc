"""The table of Surfin' Cats with its charts, its account and its panels, on a page and in a notebook."""
from __future__ import annotations

import panel as pn

from ..advice import AdvicePanel
from ..table_page import TablePage, without_page
from ..tree import LinesPanel
from . import charts, story, table
from .session import SurfinCats

HEIGHTS = dict(zip(charts.MEASURES, (164, 112, 104)))  # pixels, so that a desktop shows all of it at once


def board(session: SurfinCats) -> TablePage:
    return TablePage(session, table.Table, table.Account, HEIGHTS, story.open_rows,
                     [LinesPanel(session, table.wave_heads), AdvicePanel(session)])


def view(session: SurfinCats) -> pn.viewable.Viewable:
    """The table and its charts as a notebook shows a session."""
    return without_page(board, session)
