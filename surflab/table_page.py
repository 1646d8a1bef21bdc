"""Where a table, its charts and the panels beside it stand on a page. Layout only; knows no game."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import panel as pn
import param
from panel.theme import Design

from . import jobs, shell
from .board import Account, Board, seen_by
from .live_chart import LiveChart
from .measures import Measure
from .slices import Work
from .study import Study
from .tabs import Panel, Tabs
from .tracks import Tracks

TABLE_CSS = """
:host { flex: 2 1 900px; min-width: 0; max-height: none; --under: -40px; }  /* what is asked for reaches over the page's margin */
@media (max-width: 599px) { :host { --under: -32px; } }
"""
BESIDE_CSS = "flex: 1 1 400px; min-width: 0; flex-flow: column nowrap; align-items: stretch; gap: 10px;"
GRAPHS_CSS = """flex: none; align-items: stretch; gap: 6px 24px; padding: 6px 12px 2px; border-radius: 12px;
  border: 1px solid var(--lab-line, #d3dde1); background: var(--lab-surface, #fff); }
  @media print { :host { display: block; border: 0; padding: 0; }"""
SHOWN = ["line", "moment", "choices", "changes", "overlaid", "base", "eyes"]  # what of a session a page shows


def without_page(board: Callable[[Study], TablePage], session: Study) -> pn.viewable.Viewable:
    """A session's table alone: none of it wears Panel's look, which a notebook would hold once for every part."""
    with pn.config.set(design=Design):
        return board(session).__panel__()


class Story(Panel):
    """The account of a session's line as a panel."""

    title = "Story"

    def __init__(self, account: Account, **params):
        super().__init__(**params)
        self.account = account

    def showing(self) -> Work:
        self.account.show()
        yield

    def __panel__(self):
        return self.account


class TablePage(pn.viewable.Viewer):
    """A session on a page: its table, its charts beside it and, under tabs, its account and other panels.

    `heights` gives each measure its chart's height in pixels; `rows(game, path, eyes)` is what the charts draw of a line;
    `panels` are as `Tabs` has them, and are given the `table` that they stand beside. All that is seen is drawn at every change:
    the table at once, what stands beside it one thing after the other.
    """

    seat = param.String(doc="Whose lines the charts draw; empty: everybody's.")

    def __init__(self, session: Study, table: type[Board], account: type[Account], heights: Mapping[Measure, int],
                 rows: Callable[..., list[dict]], panels: Sequence[Panel] = (), **params):
        super().__init__(**params)
        self.session, self.tracks, self._jobs = session, Tracks(rows), jobs.of_page()
        self.table, self.account = table(session, margin=0, stylesheets=[TABLE_CSS]), account(session, margin=0)
        drawn = self.tracks.of(session, eyes=seen_by(session))
        choosers = [lambda seat: self.param.update(seat=seat), *[None] * len(heights)]  # the first chart asks for all of them
        self.charts = [LiveChart(measure, drawn, session.rounds, height, choose)
                       for (measure, height), choose in zip(heights.items(), choosers)]
        for panel in panels:
            panel.table = self.table
        self.tabs = Tabs([Story(self.account), *panels])
        session.param.watch(self._show, SHOWN)

    def _show(self, *changes) -> None:
        with pn.io.hold():
            self.table.show()
        if {change.name for change in changes} != {"choices"}:
            self._jobs.instead(self._drawing(with_tabs=True))

    @param.depends("seat", watch=True)
    def _draw(self) -> None:
        """Draw the charts."""
        self._jobs.instead(self._drawing(with_tabs=self._jobs.busy))

    def _drawing(self, with_tabs: bool) -> Work:
        session = self.session
        seat = self.seat if self.seat in session.game.players else ""
        tracks = yield from self.tracks.telling(session, eyes=seen_by(session))
        for chart in self.charts:
            yield from chart.showing(tracks, session.rounds, seat, session.base)
            yield
        if with_tabs:
            yield from self.tabs.showing()

    def __panel__(self):
        graphs = shell.flex(*self.charts, css=GRAPHS_CSS)
        beside = shell.flex(graphs, self.tabs, css=BESIDE_CSS)
        return shell.flex(self.table, beside, css="flex: none; align-items: stretch; gap: 16px;")
