"""Where a table, its charts and its account stand on a page. Layout only; knows no game."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import panel as pn

from . import shell
from .board import Account, Board
from .live_chart import LiveChart, Measure
from .session import Session

TABLE_CSS = """
:host { flex: 2 1 900px; min-width: 0; max-height: none; --under: -40px; }  /* what is asked for reaches over the page's margin */
@media (max-width: 599px) { :host { --under: -32px; } }
"""
BESIDE_CSS = "flex: 1 1 400px; min-width: 0; flex-flow: column nowrap; align-items: stretch; gap: 10px;"
GRAPHS_CSS = """flex: none; align-items: stretch; gap: 6px 24px; padding: 6px 12px 2px; border-radius: 12px;
  border: 1px solid var(--lab-line, #d3dde1); background: var(--lab-surface, #fff);"""


class TablePage(pn.viewable.Viewer):
    """A session on a page: its table, its charts beside it and its account, drawn together at every change.

    `heights` gives each measure its chart's height in pixels; `rows(session)` is what the charts draw.
    """

    def __init__(self, session: Session, table: type[Board], account: type[Account], heights: Mapping[Measure, int],
                 rows: Callable[[Session], Sequence[dict]], **params):
        super().__init__(**params)
        self.session, self.rows = session, rows
        self.table, self.account = table(session, margin=0, stylesheets=[TABLE_CSS]), account(session, margin=0)
        drawn = rows(session)
        self.charts = [LiveChart(measure, drawn, session.rounds, height) for measure, height in heights.items()]
        session.param.watch(self._show, ["line", "moment", "choices"])

    def _show(self, *changes) -> None:
        with pn.io.hold():
            self.table.show()
            if {change.name for change in changes} != {"choices"}:
                rows = self.rows(self.session)
                for chart in self.charts:
                    chart.show(rows, self.session.rounds)
                self.account.show()

    def __panel__(self):
        graphs = shell.flex(*self.charts, css=GRAPHS_CSS)
        beside = shell.flex(graphs, self.account, css=BESIDE_CSS)
        return shell.flex(self.table, beside, css="flex: none; align-items: stretch; gap: 16px;")
