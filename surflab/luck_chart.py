"""Every seat's chance to win along a line of play, as a chart: of any game, from a review of the line."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import pandas as pd

from . import style
from .analysis import turning_points, win_by_round
from .measures import POINT, Measure
from .tracks import Track

TURN = 13  # pixels, of the mark of a turning point
CAUSES = {"deal": "what the cards brought", "guess": "what the others chose", "own": "its own choice"}


class WinMeasure(Measure):
    """The chance to win by round, in points of a hundred; where it turned the mark is large."""

    @property
    def counts(self) -> str:
        return "wins in 100"

    def told(self, row: Mapping) -> str:
        return row.get("turned", "")

    def mark(self, row: Mapping, look: style.SeatLook) -> tuple[str, int]:
        return look.marker, TURN if row.get("turned") else POINT

    def sample(self) -> tuple[Track, ...]:
        rows = [{"seat": seat, "round": number, self.name: number, "turned": "x" * number} for number in (0, 1, 2) for seat in "AB"]
        more = [row | {self.name: row[self.name] + 1} for row in rows]
        return Track("A", rows), Track("B", rows, 0), Track("C", more, 1)


CHANCE = WinMeasure("win", "Chance to win", 0, 100)


def luck_track(line: str, reviewed: pd.DataFrame) -> Track:
    """The chances of a reviewed line as the chart draws them."""
    turned = defaultdict(list)
    for turn in turning_points(reviewed).itertuples():
        turned[turn.round, turn.seat].append(f"{100 * turn.change:+.0f} by {CAUSES[turn.cause]}")
    return Track(line, [{"seat": row.seat, "round": int(row.round), "win": round(100 * row.win, 1), "turned": ", ".join(turned[row.round, row.seat])}
                        for row in win_by_round(reviewed).itertuples()])


def luck_chart(reviewed: pd.DataFrame, line: str = "main", height: int = style.CHART_HEIGHT):
    """A review's chances to win by round as HoloViews declares them, turning points large."""
    return CHANCE.chart([luck_track(line, reviewed)], None, height)
