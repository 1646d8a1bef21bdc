"""Lines of play side by side as a notebook shows them: charts of them over each other, and a table of what they come to."""
from __future__ import annotations

import importlib
from dataclasses import dataclass

import pandas as pd

from .study import Study
from .tracks import Track, Tracks


@dataclass(frozen=True, repr=False)
class Comparison:
    """Lines as they stood when they were compared; `table` has a row a line and seat with points by source.

    The first line is drawn in full, the others beside it; drawing is loaded when somebody looks.
    """

    tracks: tuple[Track, ...]
    table: pd.DataFrame
    base: str
    seat: str
    home: str  # the package of the game, which has its charts

    @classmethod
    def of(cls, session: Study, lines: tuple[str, ...], base: str, seat: str = "") -> Comparison:
        """The comparison of lines with a base, for all seats or for one."""
        home = type(session).__module__.rpartition(".")[0]
        told = importlib.import_module(f"{home}.story").open_rows
        names = tuple(dict.fromkeys(lines))
        table = session.outcomes(dict.fromkeys((*names, base)), base, session.eyes)
        return cls(Tracks(told).of(session, names, session.eyes), table[table["seat"] == seat] if seat else table, base, seat, home)

    @property
    def chart(self):
        """The charts of the game below each other, as a HoloViews layout."""
        import holoviews as hv

        charts = importlib.import_module(f"{self.home}.charts")
        return hv.Layout([measure.chart(self.tracks, seat=self.seat, base=self.base) for measure in charts.MEASURES]).cols(1).opts(shared_axes=False)

    @property
    def summary(self) -> pd.DataFrame:
        """A row a line with a column a seat: the total at the round named and, away from the base, the difference to it.

        What the base has at that round stands beside the difference unless its own row shows it.
        """
        shown = {row.seat: row.total for row in self.table.itertuples() if row.line == self.base}
        rows: dict[str, dict] = {}
        for row in self.table.itertuples():
            other = "" if row.base_total == shown[row.seat] else f" vs {row.base_total}"
            cells = rows.setdefault(row.line, {"": f"at round {row.compared_after}"})
            cells[row.seat] = f"{row.total}" + f" ({row.difference:+}{other})" * (row.line != self.base)
        return pd.DataFrame.from_dict(rows, orient="index")

    def __repr__(self) -> str:
        lines = [track.line for track in self.tracks]
        return f"<Comparison of {', '.join(lines[:3])}{f' and {len(lines) - 3} more' if lines[3:] else ''} with {self.base}>"

    def __str__(self) -> str:
        return f"<compared with {self.base!r}>\n{self.summary.to_string()}"

    def __panel__(self):
        import panel as pn

        return pn.Column(pn.pane.HoloViews(self.chart, sizing_mode="stretch_width"), pn.pane.DataFrame(self.summary))

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.__panel__()._repr_mimebundle_(include, exclude)
