"""Charts of a day of Surfin' Cats by turn: what its rows mean to a chart.

A row holds `round`, `wave`, `turn`, `stage`, `flag`, `seat`, and of that seat its `flow`, and the `paddle` and `fall` it
reached in the turn (None when it was not surfing) with what the wave allows (`paddle_limit`, `fall_limit`) and the
`outcome`. Every wave, and every market after one, begins at the same place on all lines, however many turns they took.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from .. import measures, style
from ..measures import FAINT, Scene, add, empty, look_of
from ..tracks import Track
from .card_kinds import plural

__all__ = ["MEASURES", "CatMeasure"]

LIMIT_WIDTH = 1.6
CROSS = 11  # pixels


@dataclass(frozen=True)
class CatMeasure(measures.Measure):
    """A measure of the cats by turn, wave by wave; `limit` names the column of what a wave allows, "" for no limit."""

    limit: str = ""
    least_rounds: ClassVar[int] = 10
    unit: ClassVar[str] = "turn"
    point_says: ClassVar[str] = "@{line}@{seat}: @{shown}"
    place_says: ClassVar[str] = "@{lines} · @{seat}: @{shown}"

    def told(self, row: Mapping) -> str:
        """Where a point stands, and what came of the turn."""
        if row.get("stage") == "market":
            return f"market after wave {row['wave']}"
        if row.get("stage") == "position":
            return f"the position, with {plural(row['turn'], 'turn')} of wave {row['wave']} over"
        place = f"wave {row['wave']}, turn {row['turn']}" if row["wave"] else "before the first wave"
        return place + (f": {row['outcome']}" if row.get("outcome") else "")

    def block(self, row: Mapping) -> tuple[int, bool]:
        return row["wave"], row.get("stage") == "market"

    def parts(self, mine: list[Mapping]) -> list[list[Mapping]]:
        """One line over the whole day, or one a wave where a meter begins anew."""
        if not self.limit:
            return [mine]
        return [[row for row in mine if row["wave"] == wave] for wave in dict.fromkeys(row["wave"] for row in mine)]

    def mark(self, row: Mapping, look: style.SeatLook) -> tuple[str, int]:
        return ("x", CROSS) if self.limit and row.get("outcome") == "wiped out" else super().mark(row, look)

    def values(self, row: Mapping) -> list:
        return [row[self.name], row[self.limit]] if self.limit else [row[self.name]]

    # the waves
    def ground(self, scene: Scene, y_range: tuple[float, float]) -> dict[str, dict[str, list]]:
        """A ground behind every other wave."""
        ground = empty("left", "bottom", "right", "top", "alpha")
        for wave, _, first, end in spans(scene):
            add(ground, left=first - 0.5, bottom=y_range[0], right=end - 0.5, top=y_range[1], alpha=0.11 if wave % 2 else 0.0)
        return {"ground": ground}

    def captions(self, scene: Scene, y_range: tuple[float, float]) -> dict[str, list]:
        """The flag of each wave in a word, at the top of its ground."""
        names = super().captions(scene, y_range)
        top = y_range[1] - (y_range[1] - y_range[0]) * 0.06
        for _, flag, first, _end in spans(scene) if self.names else []:
            add(names, x=first - 0.35, y=top, text=flag, text_color=style.LIGHT.muted)
        return names

    # the limits
    def draw_limits(self, lines: dict[str, list], scene: Scene, now: int) -> list[tuple]:
        """What most cats are allowed on a wave as one line, what a cat is allowed otherwise in its colour; a word at the end.

        The limits are those of the line looked at.
        """
        rows = [row for row in scene.tracks[0].rows if self.limit and row[self.limit] is not None]
        common = None
        for wave in dict.fromkeys(row["wave"] for row in rows):
            there = [row for row in rows if row["wave"] == wave]
            common = _most_common([row[self.limit] for row in there])
            numbers = list(dict.fromkeys(row["round"] for row in there))
            shift = scene.shifts[0][wave, False]
            self._draw_limit(lines, numbers, [common] * len(numbers), style.NEUTRAL, shift, now)
            for number, seat in scene.seats:
                mine = [row for row in there if row["seat"] == seat]
                limits = [row[self.limit] for row in mine]
                if any(limit != common for limit in limits):
                    self._draw_limit(lines, [row["round"] for row in mine], limits, look_of(number).colour, shift, now)
        is_last = bool(rows) and rows[-1]["wave"] == scene.tracks[0].rows[-1]["wave"]
        return [(common, f"limit {common}", style.LIGHT.muted)] if is_last and not scene.names_lines else []

    def _draw_limit(self, lines, rounds: list[int], limits: list[int], colour: str, shift: int, now: int) -> None:
        """A limit over the rounds of a wave; over one round alone a dash as wide as a turn."""
        x, y = ([number + shift for number in rounds], limits) if len(rounds) != 1 else (
            [rounds[0] + shift - 0.4, rounds[0] + shift + 0.4], limits * 2)
        add(lines, xs=x, ys=y, color=colour, alpha=0.9 if rounds[0] <= now else FAINT, line_dash="solid", line_width=LIMIT_WIDTH)

    def sample(self) -> tuple[Track, ...]:
        rows = [{"seat": seat, "round": number, "wave": 1 + number // 2, "turn": number % 2, "flag": f"flag {number // 2}",
                 "flow": number, "paddle": number, "fall": number, "paddle_limit": 9 + number // 2 + (seat == "B") * number,
                 "fall_limit": 7 + (seat == "B") * number, "outcome": "wiped out" if number == 3 else ""}
                for number in range(4) for seat in "AB"]
        more = [row | {self.name: row[self.name] + 1} for row in rows]
        return Track("A", rows), Track("B", rows, 0), Track("C", more, 1)

    @property
    def kept(self) -> tuple[str, ...]:
        return ("line", "round", "wave", "turn", "seat", self.name) + ((self.limit,) if self.limit else ())


MEASURES = (CatMeasure("flow", "Flow", 0, 24, 0.0, True), CatMeasure("paddle", "Paddle", 0, 12, 0.5, limit="paddle_limit"),
            CatMeasure("fall", "Fall", 0, 8, 0.5, limit="fall_limit"))


def _most_common(values: list):
    return max(set(values), key=lambda one: (values.count(one), -one))


def spans(scene: Scene) -> list[tuple[int, str, int, int]]:
    """Each wave's number and flag, and from where to where it lies on the axis, its market included."""
    flags = {row["wave"]: row["flag"] for track in scene.tracks for row in track.rows[::len(scene.players)]}
    starts = [(block, start) for block, start in scene.starts.items() if block is None or not block[1] or (block[0], False) not in scene.starts]
    return [(block[0], flags[block[0]], start, end) for (block, start), (_, end) in zip(starts, starts[1:]) if block[0]]
