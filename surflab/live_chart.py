"""A chart on a page that stays live: rendered once by HoloViews, then only its data changes. Knows no game.

What is drawn is told by a `Measure`; what is drawn beside the line looked at is sent again only when that changes.
"""
from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache

import holoviews as hv
import panel as pn
import param
from bokeh.core.json_encoder import serialize_json
from bokeh.core.property.vectorization import Field
from bokeh.document import Document
from bokeh.embed import json_item
from bokeh.models import CategoricalColorMapper, HoverTool, Text
from bokeh.util.serialization import make_id
from panel.theme import Design
from param.parameterized import discard_events

from . import style
from .board import script
from .component import Component
from .measures import Measure, as_csv, saved_figure, together
from .slices import Work, call, run
from .tracks import Track

ON_PAPER = {"filter": "var(--lab-chart-on-paper, none)"}  # a dark chart, which is a picture, is turned light
MOST_TOLD = 4  # places that are told at once where a pointer is on several


class ChartHead(Component):
    """The name of a chart, and buttons that keep it as a picture or its rows as a file.

    A head with `seats` also says which lines are drawn, and lets a person choose whose: of one seat, or ("") of all.
    """

    heading = param.String()
    lines = param.String(doc="Which lines are drawn, in words.")
    seats = param.List([], item_type=str)
    seat = param.String()
    kinds = param.List(["PNG", "SVG", "CSV"], item_type=str)
    inks = param.List([], item_type=str, doc="The ids of what gives the chart's words their colours.")
    shades = param.Dict({"light": list(style.CHART_INKS), "dark": list(style.CHART_INKS.values())}, constant=True)

    _esm = script() + """
    export function render({ model, view }) {
      const root = h("div", { class: "head" })
      const dress = () => {
        const palette = model.shades[document.documentElement.dataset.lab ?? "light"]
        for (const id of model.inks) { view.model.document?.get_model_by_id(id)?.setv({ palette }, { sync: false }) }
      }
      const lights = new MutationObserver(dress)
      lights.observe(document.documentElement, { attributeFilter: ["data-lab"] })
      model.on("after_layout", dress)
      model.on("remove", () => lights.disconnect())
      const draw = () => morph(root, h("div", { class: "head" }, h("h3", {}, model.heading),
        h("span", { class: "lines", title: model.lines }, model.lines),
        model.seats.length > 0 && h("select", { "aria-label": "Whose lines the charts draw" }, ["", ...model.seats].map((seat) =>
          h("option", { value: seat, selected: seat === model.seat }, seat || "all seats"))),
        h("span", { role: "group", "aria-label": `Save ${model.heading}` }, model.kinds.map((kind) =>
          h("button", { type: "button", "data-act": kind, title: `Save ${model.heading} as ${kind}` }, kind)))))
      root.addEventListener("click", (event) => {
        const button = pressed(event)
        if (button) { model.send_msg({ act: "save", kind: button.dataset.act }) }
      })
      model.on("msg:custom", async ({ name, text, figure }) => saveAs(name, text === undefined ? await picture(figure) : new Blob([text])))
      root.addEventListener("change", ({ target }) => model.send_msg({ act: "seat", seat: target.value }))
      for (const name of ["heading", "lines", "seats", "seat"]) { model.on(name, draw) }
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
    """
    _stylesheets = ["""
    :host { color: var(--lab-ink, #12252f); font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
    .head { display: flex; align-items: center; gap: 8px; min-height: 28px; white-space: nowrap; }
    h3 { margin: 0; font-size: 15px; font-weight: 650; }
    .lines { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; font-size: 13px; color: var(--lab-muted, #4d626d); }
    select { font: inherit; font-size: 12px; max-width: 116px; height: 22px; padding: 0 2px; border: 1px solid var(--lab-line, #d3dde1);
      border-radius: 6px; background: var(--lab-surface, #fff); color: var(--lab-ink, #12252f); cursor: pointer; }
    select:focus-visible { outline: 2px solid var(--lab-accent, #0a5f8a); }
    button { font: inherit; font-size: 12px; padding: 3px 7px; border: 0; border-radius: 6px; background: none; color: var(--lab-muted, #4d626d); cursor: pointer; }
    button:hover { background: var(--lab-sunken, #e9eff1); color: var(--lab-ink, #12252f); }
    button:focus-visible { outline: 2px solid var(--lab-accent, #0a5f8a); }
    @media print { select, [role=group] { display: none; } }
    """]

    def __init__(self, chart: LiveChart, **params):
        self.chart = chart
        inks = [mapper.id for mapper in chart.figure.select(CategoricalColorMapper)]
        super().__init__(heading=chart.measure.title, inks=inks, sizing_mode="stretch_width", margin=0, **params)

    def choose_seat(self, seat: str) -> None:
        if self.chart.choose_seat is not None and seat in ("", *self.seats):
            self.chart.choose_seat(seat)

    def save(self, kind: str) -> Work:
        """Send the rows that are drawn as a file, or the whole chart for the browser to make a picture of."""
        chart = self.chart
        name = f"{chart.measure.name}.{kind.lower()}"
        if kind == "CSV":
            self._send_msg({"name": name, "text": (yield call(as_csv, chart.tracks, chart.measure))})
        elif kind in self.kinds:
            figure = yield call(picture, chart.tracks, chart.measure, "svg" if kind == "SVG" else "canvas", chart.seat, chart.base)
            self._send_msg({"name": name, "figure": figure})

    ACTS = {"seat": (choose_seat, {"seat": str}), "save": (save, {"kind": str})}


def picture(*chart) -> dict:
    """A chart as it is saved, in plain values."""
    return json_item(saved_figure(*chart))


# the chart itself
@cache
def rendered(measure: Measure, height: int) -> str:
    """The figure of a chart as HoloViews renders it, as JSON; to read it back takes a quarter of the time of rendering."""
    tracks = measure.sample()
    figure = hv.render(measure.chart(tracks, 1, height, base=tracks[-1].line))
    for hover in figure.select(HoverTool):
        hover.limit = MOST_TOLD
    ink = CategoricalColorMapper(factors=list(style.CHART_INKS), palette=list(style.CHART_INKS))
    for drawn in figure.select(Text):
        drawn.text_color = Field("text_color", ink)
    label_compactly(figure, measure)
    figure.update(sizing_mode="stretch_width", height=height, min_border_left=60, min_border_right=4, min_border_top=6, styles=ON_PAPER)
    document = Document()
    document.add_root(figure)
    return serialize_json(document.to_json(deferred=False))


def label_compactly(figure, measure: Measure) -> None:
    """Say what the axes of a low chart count where that takes no height: at the first of the rounds, and upright."""
    (across,), (up,) = figure.xaxis, figure.yaxis
    across.update(axis_label="", major_label_overrides={0: f"{measure.unit} 0"})
    up.update(axis_label=measure.counts, axis_label_standoff=0)


def live_figure(measure: Measure, height: int):
    """A figure of its own for one page, with model ids that no other has."""
    fresh = defaultdict(make_id)
    text = re.sub(r'"(p\d+)"', lambda found: f'"{fresh[found[1]]}"', rendered(measure, height))
    document = Document.from_json(json.loads(text))
    (figure,) = document.roots
    document.remove_root(figure)
    return figure


def figure_pane(figure, **params) -> pn.pane.Bokeh:
    """A pane of a Bokeh figure that has its design from the start.

    `panel serve` gives a notebook's panes the design that they lack, and Panel 1.10 hands that on to a figure, which has none.
    """
    pane = pn.pane.Bokeh(figure, **params)
    with discard_events(pane):
        pane.design = pn.config.design or Design
    return pane


class LiveChart(pn.viewable.Viewer):
    """A chart on a page: rendered once, then only its data changes.

    A chart with `choose_seat` lets a person choose whose lines are drawn: it is called with the name of the seat, or "".
    """

    def __init__(self, measure: Measure, tracks: Sequence[Track], now: int | None = None, height: int = style.CHART_HEIGHT,
                 choose_seat: Callable[[str], None] | None = None, **params):
        super().__init__(**params)
        self.measure, self.height, self.choose_seat = measure, height, choose_seat
        self.figure = live_figure(measure, height)
        self.head = ChartHead(self)
        self.sources: dict = {}  # of each layer
        self._drawn = None
        self.show(tracks, now)

    def show(self, tracks: Sequence[Track], now: int | None = None, seat: str = "", base: str = "") -> None:
        """Draw other lines, or the same ones at another moment."""
        run(self.showing(tracks, now, seat, base))

    def showing(self, tracks: Sequence[Track], now: int | None = None, seat: str = "", base: str = "") -> Work:
        """The work that draws, as `show` does: what is to be drawn is laid out first."""
        before = self._drawn
        drawn = yield call(self.measure.layers, tracks, now, self.height, seat, base, before and before.beside)
        self.tracks, self.seat, self.base, self._drawn = tuple(tracks), seat, base, drawn
        self.sources = self.sources or {name: of.data_source for name, of in zip(drawn.columns, self.figure.renderers, strict=True)}
        for name, columns in drawn.columns.items():
            if before is None or before.columns[name] is not columns and before.columns[name] != columns:
                self.sources[name].data = columns
        for axis, (start, end) in ((self.figure.x_range, drawn.x_range), (self.figure.y_range, drawn.y_range)):
            if (axis.start, axis.end) != (start, end):
                axis.update(start=start, end=end)
        if self.choose_seat is not None:
            self._tell_head(tracks, seat)

    def _tell_head(self, tracks: Sequence[Track], seat: str) -> None:
        seats = list(dict.fromkeys(row["seat"] for row in tracks[0].rows))
        lines = f"{tracks[0].line} over {together([track.line for track in tracks[1:]], 1)}" if tracks[1:] else ""
        self.head.param.update(lines=lines, seats=seats, seat=seat)

    def __panel__(self):
        return pn.Column(self.head, figure_pane(self.figure, sizing_mode="stretch_width", margin=0, height=self.height), margin=0,
                         sizing_mode="stretch_width", styles={"flex": "1 1 280px", "min-width": "0", "break-inside": "avoid"})
