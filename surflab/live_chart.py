"""A chart on a page that stays live: rendered once by HoloViews, then only its data changes. Knows no game.

What is drawn is a game's to say: a `Measure` turns rows into columns, and columns into an element.
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
from statistics import fmean as mean

import holoviews as hv
import panel as pn
import param
from bokeh.core.json_encoder import serialize_json
from bokeh.document import Document
from bokeh.embed import json_item
from bokeh.util.serialization import make_id
from panel.custom import JSComponent

from . import style
from .board import script

hv.extension("bokeh", inline=True)

FAINT = 0.25  # how strong the part after the moment looked at is drawn
LETTERS = 9  # of a name beside its line
LABEL, AXIS = 13, 34  # pixels: the height of a label, and what the axis takes of a chart's height


@dataclass(frozen=True)
class Layers:
    """The columns of each glyph of a chart, by a name, in the order they are drawn, and the ends of its axes."""

    columns: dict[str, dict[str, list]]
    x_range: tuple[float, float]
    y_range: tuple[float, float]


@dataclass(frozen=True)
class Measure:
    """What a chart shows of a row, and from where to where its axis reaches at least."""

    name: str
    title: str
    least: int
    most: int
    apart: float = 0.0  # how far equal seats are drawn from each other, so that none hides another

    def layers(self, rows: Sequence[dict], now: int | None, height: int) -> Layers:
        """What the chart draws of one line of play; what lies after round `now` is faint (None: nothing does)."""
        raise NotImplementedError

    def chart(self, rows: Sequence[dict], now: int | None = None, height: int = style.CHART_HEIGHT) -> hv.Overlay:
        """The chart as HoloViews declares it, a glyph for each of the layers."""
        raise NotImplementedError

    def sample(self) -> list[dict]:
        """Rows that give every column several values: a column of one value becomes a constant."""
        raise NotImplementedError

    @property
    def kept(self) -> tuple[str, ...]:
        """The columns of a row that a CSV file holds."""
        return ("line", "round", "seat", self.name)


# what charts are made of
def add(columns: dict[str, list], **row) -> None:
    for name, value in row.items():
        columns[name].append(value)


def empty(*names: str) -> dict[str, list]:
    return {name: [] for name in names}


def shortened(name: str) -> str:
    return name if len(name) <= LETTERS else name[:LETTERS - 1] + "…"


def reach(values: list, measure: Measure, step: int = 4) -> tuple[float, float]:
    """The ends of the axis: it grows by steps, so that it seldom moves."""
    low, high = min([measure.least, *values]), max([measure.most, *values])
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


# what is kept of a chart
def as_csv(rows: Sequence[dict], measure: Measure) -> str:
    """The rows of a chart as a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(measure.kept)
    writer.writerows([row.get(name, "") for name in measure.kept] for row in rows)
    return text.getvalue()


def saved_figure(rows: Sequence[dict], measure: Measure, backend: str):
    """A chart to be kept as a picture: of a fixed size, on white, drawn as "svg" or on a "canvas"."""
    element = measure.chart(rows, height=480).opts(responsive=False, width=960, height=480, title=measure.title)
    figure = hv.render(element)
    figure.min_height = figure.max_height = None
    figure.background_fill_alpha = figure.border_fill_alpha = 1
    figure.background_fill_color = figure.border_fill_color = style.LIGHT.surface
    figure.output_backend = backend
    return figure


class ChartHead(JSComponent):
    """The name of a chart, and buttons that keep it as a picture or its rows as a file."""

    heading = param.String()
    kinds = param.List(["PNG", "SVG", "CSV"], item_type=str)

    _esm = script() + """
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


# the chart itself
@cache
def rendered(measure: Measure, height: int) -> str:
    """The figure of a chart as HoloViews renders it, as JSON; to read it back takes a quarter of the time of rendering."""
    figure = hv.render(measure.chart(measure.sample(), 1, height).opts(xlabel="", ylabel=""))
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
        drawn = self.measure.layers(rows, now, self.height)
        for source, columns in zip(self.sources, drawn.columns.values()):
            source.data = columns
        for axis, (start, end) in ((self.figure.x_range, drawn.x_range), (self.figure.y_range, drawn.y_range)):
            if (axis.start, axis.end) != (start, end):
                axis.update(start=start, end=end)

    def __panel__(self):
        return pn.Column(self.head, pn.pane.Bokeh(self.figure, sizing_mode="stretch_width", margin=0, height=self.height), margin=0,
                         sizing_mode="stretch_width", styles={"flex": "1 1 280px", "min-width": "0"})
