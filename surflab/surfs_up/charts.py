"""Charts of a game of Surf's Up! by round: pure functions from rows to HoloViews elements, and a chart that stays live.

A row holds `line`, `round`, `seat` and a value under each measure's name. A chart is one set of lines, one of points
and one of labels, whatever the number of seats, so that a live chart changes its data and is never made anew.
"""
from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import fmean as mean

import holoviews as hv
import panel as pn
import param
from bokeh.core.json_encoder import serialize_json
from bokeh.core.properties import value
from bokeh.document import Document
from bokeh.embed import json_item
from bokeh.util.serialization import make_id
from panel.custom import JSComponent

from .. import style

hv.extension("bokeh", inline=True)


@dataclass(frozen=True)
class Measure:
    """What a chart shows of a row, and from where to where its axis reaches at least."""

    name: str
    title: str
    least: int
    most: int
    apart: float = 0.0  # how far equal seats are drawn from each other, so that none hides another


MEASURES = (Measure("score", "Score", 0, 12), Measure("respect", "Respect", 0, 4, 0.09), Measure("energy", "Energy in hand", 0, 16))
FAINT = 0.25  # how strong the part after the moment looked at is drawn
LEAST_ROUNDS = 8
LETTERS = 9  # of a name beside its line
LABEL, AXIS = 13, 34  # pixels: the height of a label, and what the axis takes of a chart's height


# rows to columns
@dataclass(frozen=True)
class Layers:
    """The columns of a chart's lines, points and labels, and the ends of its axes."""

    lines: dict[str, list]
    points: dict[str, list]
    labels: dict[str, list]
    x_range: tuple[float, float]
    y_range: tuple[float, float]


def layers(rows: Sequence[dict], measure: Measure, now: int | None = None, height: int = style.CHART_HEIGHT) -> Layers:
    """What a chart of one line of play draws; what lies after round `now` is faint (default: nothing does)."""
    seats = list(dict.fromkeys(row["seat"] for row in rows))
    last = max((row["round"] for row in rows), default=0)
    now = last if now is None else now
    lines = {name: [] for name in ("xs", "ys", "color", "alpha", "line_dash")}
    points = {name: [] for name in ("round", "value", "color", "alpha", "marker", "seat", "shown", "played")}
    ends = []
    for number, seat in enumerate(seats):
        look, mine = style.SEATS[number % len(style.SEATS)], [row for row in rows if row["seat"] == seat]
        lift = measure.apart * (number - (len(seats) - 1) / 2)
        x, y = [row["round"] for row in mine], [row[measure.name] + lift for row in mine]
        split = sum(this <= now for this in x)
        for part, alpha in ((slice(0, split), 1.0), (slice(max(split - 1, 0), None), FAINT)):
            add(lines, xs=x[part], ys=y[part], color=look.colour, alpha=alpha, line_dash=look.dash)
        for row, this, value in zip(mine, x, y):
            add(points, round=this, value=value, color=look.colour, alpha=1.0 if this <= now else FAINT, marker=look.marker,
                seat=seat, shown=row[measure.name], played=played(row))
        if y:
            ends.append((y[-1], f"{look.mark} {shortened(seat)}", look.colour))
    y_range = reach([row[measure.name] for row in rows], measure)
    end = max(last, LEAST_ROUNDS)
    return Layers(lines, points, labels(ends, last + end * 0.025, y_range, height), (-0.02 * end, end * 1.2), y_range)


def add(columns: dict[str, list], **row) -> None:
    for name, value in row.items():
        columns[name].append(value)


def played(row: dict) -> str:
    """What the seat did in the round, in a few words."""
    return f"played {row['choice']}: {row['outcome']}" if row.get("choice") is not None else "the deal"


def shortened(name: str) -> str:
    return name if len(name) <= LETTERS else name[:LETTERS - 1] + "…"


def reach(values: list, measure: Measure) -> tuple[float, float]:
    """The ends of the axis: it grows by steps, so that it seldom moves."""
    low, high, step = min([measure.least, *values]), max([measure.most, *values]), 4
    low, high = step * (low // step), step * -(-high // step)
    margin = (high - low) * 0.08
    return low - margin, high + margin


def labels(ends: list[tuple], x: float, y_range: tuple[float, float], height: int) -> dict[str, list]:
    """A label for each line's end, as near to it as labels that do not touch can be; `height` in pixels."""
    gap = LABEL * (y_range[1] - y_range[0]) / max(height - AXIS, 1)
    ends = sorted(ends, key=lambda end: end[0])
    blocks: list[list[float]] = []  # labels that touch, each as the height that it would have were it the lowest
    for i, (y, _, _) in enumerate(ends):
        blocks.append([y - i * gap])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    lowest, highest = y_range[0] + gap / 2, y_range[1] - gap * (len(ends) - 0.5)
    heights = [max(min(mean(block), highest), lowest) for block in blocks for _ in block]
    return {"x": [x] * len(ends), "y": [y + i * gap for i, y in enumerate(heights)], "text": [text for _, text, _ in ends],
            "text_color": [colour for _, _, colour in ends]}


# columns to elements
def chart(rows: Sequence[dict], measure: Measure, now: int | None = None, height: int = style.CHART_HEIGHT) -> hv.Overlay:
    """A measure by round, a line a seat: told apart by colour, dash, mark and the name at its end."""
    drawn = layers(rows, measure, now, height)
    paths = hv.Contours([dict(zip(drawn.lines, row)) | {"xs": row[0]} for row in zip(*drawn.lines.values())],
                        kdims=["xs", "ys"], vdims=["color", "alpha", "line_dash"])
    dots = hv.Points(drawn.points, kdims=["round", "value"], vdims=list(drawn.points)[2:])
    names = hv.Labels(drawn.labels, kdims=["x", "y"], vdims=["text", "text_color"])
    each = hv.dim
    return (
        paths.opts(color=each("color"), alpha=each("alpha"), line_dash=each("line_dash"), line_width=2.2)
        * dots.opts(color=each("color"), alpha=each("alpha"), marker=each("marker"), size=6, tools=["hover"],
                    hover_tooltips=[("", "@seat, round @round: @shown"), ("", "@played")])
        * names.opts(text_color=each("text_color"), text_align="left", text_font_size="9pt", text_font_style="bold", text_font=value(style.FONT))
    ).opts(xlabel="round", ylabel=measure.title.lower(), title="", xlim=drawn.x_range, ylim=drawn.y_range, show_legend=False,
           toolbar=None, default_tools=[], **style.chart_options(height))


def as_csv(rows: Sequence[dict], measure: Measure) -> str:
    """The rows of a chart as a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["line", "round", "seat", measure.name])
    writer.writerows([row.get("line", ""), row["round"], row["seat"], row[measure.name]] for row in rows)
    return text.getvalue()


def saved_figure(rows: Sequence[dict], measure: Measure, backend: str):
    """A chart to be kept as a picture: of a fixed size, on white, drawn as "svg" or on a "canvas"."""
    element = chart(rows, measure, height=480).opts(responsive=False, width=960, height=480, title=measure.title)
    figure = hv.render(element)
    figure.min_height = figure.max_height = None
    figure.background_fill_alpha = figure.border_fill_alpha = 1
    figure.background_fill_color = figure.border_fill_color = style.LIGHT.surface
    figure.output_backend = backend
    return figure


# a chart on a page
class ChartHead(JSComponent):
    """The name of a chart, and buttons that keep it as a picture or its rows as a file."""

    heading = param.String()
    kinds = param.List(["PNG", "SVG", "CSV"], item_type=str)

    _esm = (files("surflab") / "dom.js").read_text(encoding="utf-8") + """
    export function render({ model }) {
      const root = h("div", { class: "head" })
      const draw = () => morph(root, h("div", { class: "head" }, h("h3", {}, model.heading),
        h("span", { role: "group", "aria-label": `Save ${model.heading}` }, model.kinds.map((kind) =>
          h("button", { type: "button", "data-act": kind, title: `Save ${model.heading} as ${kind}` }, kind)))))
      root.addEventListener("click", (event) => {
        const button = pressed(event)
        if (button) { model.send_msg(button.dataset.act) }
      })
      model.on("msg:custom", async ({ name, text, figure }) => keep(name, text === undefined ? await picture(figure) : new Blob([text])))
      model.on("heading", draw)
      draw()
      return root
    }
    async function picture(figure) {
      const place = h("div", { style: "position: fixed; left: -5000px; top: 0" })
      document.body.append(place)
      const views = await Bokeh.embed.embed_item(figure, place)
      const [view] = [...views]
      await view.ready
      const kind = view.model.output_backend === "svg" ? "svg" : "png"
      const blob = await view.export(kind).to_blob()
      const made = view.model.document
      view.remove()
      Bokeh.documents.splice(Bokeh.documents.indexOf(made), 1)
      place.remove()
      return blob
    }
    function keep(name, blob) {
      const link = h("a", { href: URL.createObjectURL(blob), download: name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 1000)
    }
    """
    _stylesheets = ["""
    :host { color: var(--lab-ink, #12252f); font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
    .head { display: flex; align-items: center; justify-content: space-between; height: 28px; }
    h3 { margin: 0; font-size: 15px; font-weight: 650; }
    button { font: inherit; font-size: 12px; padding: 3px 7px; border: 0; border-radius: 6px; background: none; color: var(--lab-muted, #4d626d); cursor: pointer; }
    button:hover { background: var(--lab-sunken, #e9eff1); color: var(--lab-ink, #12252f); }
    button:focus-visible { outline: 2px solid var(--lab-accent, #0a5f8a); }
    """]

    def __init__(self, chart: LiveChart, **params):
        self.chart = chart
        super().__init__(heading=chart.measure.title, sizing_mode="stretch_width", height=28, margin=0, **params)

    def _handle_msg(self, kind) -> None:
        rows, measure = self.chart.rows, self.chart.measure
        if kind == "CSV":
            self._send_msg({"name": f"{measure.name}.csv", "text": as_csv(rows, measure)})
        elif kind in self.kinds:
            figure = saved_figure(rows, measure, "svg" if kind == "SVG" else "canvas")
            self._send_msg({"name": f"{measure.name}.{kind.lower()}", "figure": json_item(figure)})


@cache
def rendered(measure: Measure, height: int) -> str:
    """The figure of a chart as HoloViews renders it, as JSON; to read it back takes a quarter of the time of rendering."""
    sample = [{"seat": seat, "round": number, measure.name: number} for seat in "AB" for number in (0, 1, 2)]
    figure = hv.render(chart(sample, measure, 1, height).opts(xlabel="", ylabel=""))  # a column of one value becomes a constant
    figure.update(sizing_mode="stretch_width", height=height, min_border_left=36, min_border_right=4, min_border_top=6)
    document = Document()
    document.add_root(figure)
    return serialize_json(document.to_json(deferred=False))


def live_figure(measure: Measure, height: int):
    """A figure of its own for one page, with model ids that no other has."""
    fresh = defaultdict(make_id)
    text = re.sub(r'"(p\d+)"', lambda found: f'"{fresh[found[1]]}"', rendered(measure, height))
    document = Document.from_json(json.loads(text))
    (figure,) = document.roots
    document.remove_root(figure)
    return figure


class LiveChart(pn.viewable.Viewer):
    """A chart on a page: rendered once, then only its data changes."""

    def __init__(self, measure: Measure, rows: Sequence[dict], now: int | None = None, height: int = style.CHART_HEIGHT, **params):
        super().__init__(**params)
        self.measure, self.rows, self.height = measure, rows, height
        self.figure = live_figure(measure, height)
        self.sources = [renderer.data_source for renderer in self.figure.renderers]
        self.head = ChartHead(self)
        self.show(rows, now)

    def show(self, rows: Sequence[dict], now: int | None = None) -> None:
        """Draw other rows, or the same ones at another moment."""
        self.rows = rows
        drawn = layers(rows, self.measure, now, self.height)
        for source, columns in zip(self.sources, (drawn.lines, drawn.points, drawn.labels)):
            source.data = columns
        for axis, (start, end) in ((self.figure.x_range, drawn.x_range), (self.figure.y_range, drawn.y_range)):
            if (axis.start, axis.end) != (start, end):
                axis.update(start=start, end=end)

    def __panel__(self):
        return pn.Column(self.head, pn.pane.Bokeh(self.figure, sizing_mode="stretch_width", margin=0, height=self.height), margin=0,
                         sizing_mode="stretch_width", styles={"flex": "1 1 280px", "min-width": "0"})
