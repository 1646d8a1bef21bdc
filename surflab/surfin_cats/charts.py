"""Charts of a day of Surfin' Cats by turn: pure functions from rows to HoloViews elements.

A row holds `line`, `round`, `wave`, `turn`, `seat`, and of that seat its `flow`, and the `paddle` and `fall` it reached in
the turn (None when it was not surfing) with what the wave allows (`paddle_limit`, `fall_limit`) and the `outcome`.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import holoviews as hv
from bokeh.core.properties import value

from .. import live_chart, style
from ..live_chart import FAINT, Layers, add, empty, labels, reach, shortened

__all__ = ["MEASURES", "CatMeasure"]

LEAST_ROUNDS = 10
LIMIT_WIDTH, LINE_WIDTH = 1.6, 2.2
POINT, CROSS = 6, 11  # pixels


@dataclass(frozen=True)
class CatMeasure(live_chart.Measure):
    """A measure of the cats by turn, wave by wave; `limit` names the column of what a wave allows, "" for no limit."""

    limit: str = ""

    def layers(self, rows: Sequence[dict], now: int | None = None, height: int = style.CHART_HEIGHT) -> Layers:
        last = max((row["round"] for row in rows), default=0)
        now = last if now is None else now
        end = max(last, LEAST_ROUNDS)
        shown = [row[name] for row in rows for name in (self.name, self.limit) if name and row[name] is not None]
        y_range = reach(shown, self)
        seats = list(dict.fromkeys(row["seat"] for row in rows))
        lines = empty("xs", "ys", "color", "alpha", "line_dash", "line_width")
        points = empty("round", "value", "color", "alpha", "marker", "size", "seat", "shown", "told")
        ends = []
        for number, seat in enumerate(seats):
            mine = [row for row in rows if row["seat"] == seat and row[self.name] is not None]
            lift = self.apart * (number - (len(seats) - 1) / 2)
            self._draw_seat(lines, points, mine, number, lift, now)
            if mine and not self.limit:
                ends.append((mine[-1][self.name] + lift, f"{_look(number).mark} {shortened(seat)}", _look(number).colour))
        if self.limit:
            self._draw_limits(lines, rows, seats, now)
            ends = self._limit_ends(rows)
        named = labels(ends, last + end * 0.025, y_range, height)
        columns = {"waves": bands(rows, y_range), "lines": lines, "points": points, "labels": named}
        if not self.limit:
            columns["flags"] = wave_names(rows, y_range)
        return Layers(columns, (-0.02 * end, end * 1.2), y_range)

    def _draw_seat(self, lines, points, mine: list[dict], number: int, lift: float, now: int) -> None:
        """The line of a seat: one over the whole day, or one a wave where a meter begins anew."""
        look = _look(number)
        for part in _runs(mine) if self.limit else [mine]:
            x, y = [row["round"] for row in part], [row[self.name] + lift for row in part]
            split = sum(this <= now for this in x)
            for cut, alpha in ((slice(0, split), 1.0), (slice(max(split - 1, 0), None), FAINT)):
                if x[cut]:
                    add(lines, xs=x[cut], ys=y[cut], color=look.colour, alpha=alpha, line_dash=look.dash, line_width=LINE_WIDTH)
        for row in mine:
            wiped = row.get("outcome") == "wiped out" and bool(self.limit)
            add(points, round=row["round"], value=row[self.name] + lift, color=look.colour, alpha=1.0 if row["round"] <= now else FAINT,
                marker="x" if wiped else look.marker, size=CROSS if wiped else POINT, seat=row["seat"], shown=row[self.name], told=told(row))

    def _draw_limits(self, lines, rows, seats, now: int) -> None:
        """What most cats are allowed on a wave as one line, what a cat is allowed otherwise in its colour."""
        for wave in dict.fromkeys(row["wave"] for row in rows):
            there = [row for row in rows if row["wave"] == wave and row[self.limit] is not None]
            common = _most_common([row[self.limit] for row in there])
            rounds = list(dict.fromkeys(row["round"] for row in there))
            self._draw_limit(lines, rounds, [common] * len(rounds), style.NEUTRAL, now)
            for number, seat in enumerate(seats):
                mine = [row for row in there if row["seat"] == seat]
                limits = [row[self.limit] for row in mine]
                if any(limit != common for limit in limits):
                    self._draw_limit(lines, [row["round"] for row in mine], limits, _look(number).colour, now)

    def _draw_limit(self, lines, rounds: list[int], limits: list[int], colour: str, now: int) -> None:
        """A limit over the rounds of a wave; over one round alone a dash as wide as a turn."""
        x, y = (rounds, limits) if len(rounds) != 1 else ([rounds[0] - 0.4, rounds[0] + 0.4], limits * 2)
        if x:
            add(lines, xs=x, ys=y, color=colour, alpha=0.9 if x[0] <= now else FAINT, line_dash="solid", line_width=LIMIT_WIDTH)

    def _limit_ends(self, rows) -> list[tuple]:
        """A word beside the last limit."""
        allowed = [row[self.limit] for row in rows if row["wave"] == rows[-1]["wave"] and row[self.limit] is not None]
        return [(_most_common(allowed), f"limit {_most_common(allowed)}", style.NEUTRAL)] if allowed else []

    def chart(self, rows: Sequence[dict], now: int | None = None, height: int = style.CHART_HEIGHT) -> hv.Overlay:
        """The measure by turn, a line a seat: told apart by colour, dash, mark and the name at its end."""
        drawn = self.layers(rows, now, height)
        waves, lines, points, *texts = drawn.columns.values()
        each = hv.dim
        paths = hv.Contours([dict(zip(lines, row)) for row in zip(*lines.values())], kdims=["xs", "ys"], vdims=list(lines)[2:])
        glyphs = (
            hv.Rectangles(waves, kdims=["left", "bottom", "right", "top"], vdims=["alpha"]).opts(
                color=style.NEUTRAL, alpha=each("alpha"), line_alpha=0)
            * paths.opts(color=each("color"), alpha=each("alpha"), line_dash=each("line_dash"), line_width=each("line_width"))
            * hv.Points(points, kdims=["round", "value"], vdims=list(points)[2:]).opts(
                color=each("color"), alpha=each("alpha"), marker=each("marker"), size=each("size"), tools=["hover"],
                hover_tooltips=[("", f"@seat: {self.title.lower()} @shown"), ("", "@told")])
        )
        for columns, size, weight in zip(texts, ("9pt", "8pt"), ("bold", "normal")):
            glyphs *= _text(columns, size, weight)
        return glyphs.opts(xlabel="turn", ylabel=self.title.lower(), title="", xlim=drawn.x_range, ylim=drawn.y_range, show_legend=False,
                           toolbar=None, default_tools=[], **style.chart_options(height))

    def sample(self) -> list[dict]:
        return [{"seat": seat, "round": number, "wave": 1 + number // 2, "turn": number % 2, "flag": f"flag {number // 2}",
                 "flow": number, "paddle": number, "fall": number, "paddle_limit": 9 + number // 2 + (seat == "B") * number,
                 "fall_limit": 7 + (seat == "B") * number, "outcome": "wiped out" if number == 3 else ""} for seat in "AB" for number in range(4)]

    @property
    def kept(self) -> tuple[str, ...]:
        return ("line", "round", "wave", "turn", "seat", self.name) + ((self.limit,) if self.limit else ())


MEASURES = (CatMeasure("flow", "Flow", 0, 24, 0.0), CatMeasure("paddle", "Paddle", 0, 12, 0.12, "paddle_limit"),
            CatMeasure("fall", "Fall", 0, 8, 0.09, "fall_limit"))


def _look(number: int) -> style.SeatLook:
    return style.SEATS[number % len(style.SEATS)]


def _text(columns: dict, size: str, weight: str) -> hv.Labels:
    columns = columns if columns["x"] else {"x": [0], "y": [0], "text": [""], "text_color": [style.NEUTRAL]}  # none cannot be drawn
    return hv.Labels(columns, kdims=["x", "y"], vdims=["text", "text_color"]).opts(
        text_color=hv.dim("text_color"), text_align="left", text_font_size=size, text_font_style=weight, text_font=value(style.FONT))


def _most_common(values: list):
    return max(set(values), key=lambda one: (values.count(one), -one)) if values else None


def _runs(mine: list[dict]) -> list[list[dict]]:
    """The rows of a seat wave by wave."""
    return [[row for row in mine if row["wave"] == wave] for wave in dict.fromkeys(row["wave"] for row in mine)]


def told(row: dict) -> str:
    """Where a point stands, and what came of the turn."""
    if row.get("stage") == "market":
        return f"market after wave {row['wave']}"
    place = f"wave {row['wave']}, turn {row['turn']}" if row["wave"] else "before the first wave"
    return place + (f": {row['outcome']}" if row.get("outcome") else "")


def spans(rows: Sequence[dict]) -> list[tuple[int, str, int, int]]:
    """Each wave's number and flag, and the first and last round of it."""
    found = []
    for wave in dict.fromkeys(row["wave"] for row in rows if row["wave"]):
        there = [row for row in rows if row["wave"] == wave]
        rounds = [row["round"] for row in there]
        found.append((wave, there[0]["flag"], min(rounds), max(rounds)))
    return found


def bands(rows: Sequence[dict], y_range: tuple[float, float]) -> dict[str, list]:
    """A ground behind every other wave."""
    ground = empty("left", "bottom", "right", "top", "alpha")
    for wave, _, first, last in spans(rows):
        add(ground, left=first - 0.5, bottom=y_range[0], right=last + 0.5, top=y_range[1], alpha=0.11 if wave % 2 else 0.0)
    return ground


def wave_names(rows: Sequence[dict], y_range: tuple[float, float]) -> dict[str, list]:
    """The flag of each wave in a word, at the top of its ground."""
    names = empty("x", "y", "text", "text_color")
    top = y_range[1] - (y_range[1] - y_range[0]) * 0.06
    for _, flag, first, _last in spans(rows):
        add(names, x=first - 0.35, y=top, text=flag, text_color=style.NEUTRAL)
    return names
