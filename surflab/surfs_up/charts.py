"""Charts of a game of Surf's Up! by round: pure functions from rows to HoloViews elements.

A row holds `line`, `round`, `seat` and a value under each measure's name. A chart is one set of lines, one of points
and one of labels, whatever the number of seats, so that a live chart changes its data and is never made anew.
"""
from __future__ import annotations

from collections.abc import Sequence

import holoviews as hv
from bokeh.core.properties import value

from .. import live_chart, style
from ..live_chart import FAINT, Layers, add, empty, labels, reach, shortened

LEAST_ROUNDS = 8


class SurfMeasure(live_chart.Measure):
    """A measure of the surfers by round."""

    def layers(self, rows: Sequence[dict], now: int | None = None, height: int = style.CHART_HEIGHT) -> Layers:
        seats = list(dict.fromkeys(row["seat"] for row in rows))
        last = max((row["round"] for row in rows), default=0)
        now = last if now is None else now
        lines = empty("xs", "ys", "color", "alpha", "line_dash")
        points = empty("round", "value", "color", "alpha", "marker", "seat", "shown", "played")
        ends = []
        for number, seat in enumerate(seats):
            look, mine = style.SEATS[number % len(style.SEATS)], [row for row in rows if row["seat"] == seat]
            lift = self.apart * (number - (len(seats) - 1) / 2)
            x, y = [row["round"] for row in mine], [row[self.name] + lift for row in mine]
            split = sum(this <= now for this in x)
            for part, alpha in ((slice(0, split), 1.0), (slice(max(split - 1, 0), None), FAINT)):
                add(lines, xs=x[part], ys=y[part], color=look.colour, alpha=alpha, line_dash=look.dash)
            for row, this, drawn_at in zip(mine, x, y):
                add(points, round=this, value=drawn_at, color=look.colour, alpha=1.0 if this <= now else FAINT,
                    marker=look.marker, seat=seat, shown=row[self.name], played=played(row))
            if y:
                ends.append((y[-1], f"{look.mark} {shortened(seat)}", look.colour))
        y_range = reach([row[self.name] for row in rows], self)
        end = max(last, LEAST_ROUNDS)
        return Layers({"lines": lines, "points": points, "labels": labels(ends, last + end * 0.025, y_range, height)},
                      (-0.02 * end, end * 1.2), y_range)

    def chart(self, rows: Sequence[dict], now: int | None = None, height: int = style.CHART_HEIGHT) -> hv.Overlay:
        """The measure by round, a line a seat: told apart by colour, dash, mark and the name at its end."""
        drawn = self.layers(rows, now, height)
        lines, points, names = drawn.columns.values()
        each_line = [dict(zip(lines, row)) for row in zip(*lines.values())]
        paths = hv.Contours(each_line, kdims=["xs", "ys"], vdims=["color", "alpha", "line_dash"])
        dots = hv.Points(points, kdims=["round", "value"], vdims=list(points)[2:])
        ends = hv.Labels(names, kdims=["x", "y"], vdims=["text", "text_color"])
        each = hv.dim
        return (
            paths.opts(color=each("color"), alpha=each("alpha"), line_dash=each("line_dash"), line_width=2.2)
            * dots.opts(color=each("color"), alpha=each("alpha"), marker=each("marker"), size=6, tools=["hover"],
                        hover_tooltips=[("", "@seat, round @round: @shown"), ("", "@played")])
            * ends.opts(text_color=each("text_color"), text_align="left", text_font_size="9pt", text_font_style="bold",
                        text_font=value(style.FONT))
        ).opts(xlabel="round", ylabel=self.title.lower(), title="", xlim=drawn.x_range, ylim=drawn.y_range,
               show_legend=False, toolbar=None, default_tools=[], **style.chart_options(height))

    def sample(self) -> list[dict]:
        return [{"seat": seat, "round": number, self.name: number} for seat in "AB" for number in (0, 1, 2)]


MEASURES = (SurfMeasure("score", "Score", 0, 12), SurfMeasure("respect", "Respect", 0, 4, 0.09),
            SurfMeasure("energy", "Energy in hand", 0, 16))


def played(row: dict) -> str:
    """What the seat did in the round, in a few words."""
    return f"played {row['choice']}: {row['outcome']}" if row.get("choice") is not None else "the deal"
