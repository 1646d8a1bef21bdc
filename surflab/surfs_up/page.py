"""The page of Surf's Up!: where the table, its charts and its account stand, and what the header offers. Layout only."""
from __future__ import annotations

import panel as pn

from .. import shell
from ..files import Files
from . import charts, table
from .game import engine
from .session import SurfsUp
from .setup import SetUp, fresh_seed

KEYS = [  # for the list of keys; the table listens to them itself, since what a person picks stays in the browser
    shell.Hotkey("", meaning, lambda key: None, shown=keys) for keys, meaning in (
        ("0 … 9", "choose a card; at the beach 0 takes respect and 1 to 3 buy"), ("shift 0 … 9", "choose the temporary card of that value"),
        ("↵", "put down, reveal, step"), ("← →", "a round back, a round on"), ("b", "begin a line of play here"), ("e", "play to the end"),
    )
]
CHART_HEIGHTS = {"score": 196, "respect": 128, "energy": 128}  # pixels, so that a desktop shows all of it at once
TABLE_CSS = """
:host { flex: 2 1 900px; min-width: 0; max-height: none; --under: -40px; }  /* what is asked for reaches over the page's margin */
@media (max-width: 599px) { :host { --under: -32px; } }
"""
BESIDE_CSS = "flex: 1 1 400px; min-width: 0; flex-flow: column nowrap; align-items: stretch; gap: 10px;"
GRAPHS_CSS = """flex: none; align-items: stretch; gap: 6px 24px; padding: 6px 12px 2px; border-radius: 12px;
  border: 1px solid var(--lab-line, #d3dde1); background: var(--lab-surface, #fff);"""


class Board(pn.viewable.Viewer):
    """A session on a page: its table, its charts beside it and its account, drawn together at every change."""

    def __init__(self, session: SurfsUp, **params):
        super().__init__(**params)
        self.session = session
        self.table, self.account = table.Table(session, margin=0, stylesheets=[TABLE_CSS]), table.Account(session, margin=0)
        rows = table.rows(session)
        self.charts = [charts.LiveChart(measure, rows, session.rounds, CHART_HEIGHTS[measure.name]) for measure in charts.MEASURES]
        session.param.watch(self._show, ["line", "moment", "choices"])

    def _show(self, *changes) -> None:
        with pn.io.hold():
            self.table.show()
            if {change.name for change in changes} != {"choices"}:
                rows = table.rows(self.session)
                for chart in self.charts:
                    chart.show(rows, self.session.rounds)
                self.account.show()

    def __panel__(self):
        graphs = shell.flex(*self.charts, css=GRAPHS_CSS)
        beside = shell.flex(graphs, self.account, css=BESIDE_CSS)
        return shell.flex(self.table, beside, css="flex: none; align-items: stretch; gap: 16px;")


def view(session: SurfsUp) -> pn.viewable.Viewable:
    """The table and its charts without a page around them, as a notebook shows a session."""
    return Board(session).__panel__()


def page():
    """The page of one browser session."""
    session = SurfsUp(seed=fresh_seed())
    files, setup = Files(session), SetUp(session)
    return shell.page("Surf’s Up!", main=[Board(session), files.dialog, setup.dialog], header=[*setup.buttons, *files.buttons],
                      hotkeys=KEYS, engine=engine)
