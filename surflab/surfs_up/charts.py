"""Charts of a game of Surf's Up! by round: what its rows mean to a chart.

A row holds `round`, `seat`, what the seat did (`choice`, `outcome`) and a value under each measure's name.
"""
from __future__ import annotations

from collections.abc import Mapping

from .. import measures
from ..tracks import Track

__all__ = ["MEASURES", "SurfMeasure"]


class SurfMeasure(measures.Measure):
    """A measure of the surfers by round."""

    def told(self, row: Mapping) -> str:
        if row.get("choice") is None:
            return "the position" if row["round"] else "the deal"
        return f"played {row['choice']}: {row['outcome']}"

    def sample(self) -> tuple[Track, ...]:
        rows = [{"seat": seat, "round": number, self.name: number} for number in (0, 1, 2) for seat in "AB"]
        more = [row | {self.name: row[self.name] + 1} for row in rows]
        return Track("A", rows), Track("B", rows, 0), Track("C", more, 1)


MEASURES = (SurfMeasure("score", "Score", 0, 12, names=True), SurfMeasure("respect", "Respect", 0, 4, 0.5),
            SurfMeasure("energy", "Energy in hand", 0, 16))
