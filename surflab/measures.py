"""What a chart draws of lines of play: rows become columns, columns a HoloViews element. Knows no game and no page.

Colour, dash and mark always tell the seat, as everywhere on a page; lines are told apart by strength. The line looked at
is drawn in full with a mark at every round. The others lie below it, thin and the paler the more there are, each only from
where it leaves what is drawn already, so that a moment is drawn once however many lines go through it; the line that
outcomes are compared with stands out a little. A rule stands where lines part and names what parts there. Where one seat
alone is drawn, the names at the ends are the lines'. Pale places that coincide are one place to point at, which names its
lines.
"""
from __future__ import annotations

import builtins
import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean as mean
from typing import ClassVar

import holoviews as hv
import panel as pn
from bokeh.core.properties import value

from . import style
from .tracks import Track

FAINT = 0.25  # how strong the part after the moment looked at is drawn
LETTERS = 9  # of a name beside its line
LABEL, AXIS = 13, 34  # pixels: the height of a label, and what the axis takes of a chart's height
LETTER = 0.0135  # of a chart's width: a letter of a small word in it
LINE_WIDTH, BASE_WIDTH, BESIDE_WIDTH, RULE_WIDTH = 2.2, 1.7, 1.1, 1.0
POINT, PASSED = 6, 5  # pixels
BASE_STRENGTH = 0.75
BYTE_ORDER_MARK = "\ufeff"  # tells a spreadsheet that a file is UTF-8
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how text begins that a spreadsheet would work out

PATHS = ("xs", "ys", "color", "alpha", "line_dash", "line_width")
POINTS = ("round", "value", "color", "alpha", "marker", "size", "line", "seat", "shown", "told")
PLACES = ("round", "value", "color", "alpha", "lines", "seat", "shown", "told")
TEXTS = ("x", "y", "text", "text_color")
NOWHERE = float("nan")
BLANK = {"xs": [[NOWHERE]], "ys": [[NOWHERE]], "line_dash": ["solid"], "color": [style.NEUTRAL], "text_color": [style.LIGHT.muted],
         "text": [""], "marker": ["circle"]}  # what stands for a column of nothing, which HoloViews cannot draw


def add(columns: dict[str, list], **row) -> None:
    for name, given in row.items():
        columns[name].append(given)


def empty(*names: str) -> dict[str, list]:
    return {name: [] for name in names}


def shortened(name: str, letters: int = LETTERS) -> str:
    """A name that is not too long; its end stays, which tells "what if 11" from "what if 12"."""
    return name if len(name) <= letters else name[:letters - 3] + "…" + name[-2:]


@dataclass(frozen=True)
class Scene:
    """Lines of play on common ground: `shifts` says how much later than its number each track's round is drawn, by block."""

    tracks: tuple[Track, ...]
    shifts: tuple[dict, ...]
    starts: dict  # where each block begins on the axis, and the end of the last as None
    players: tuple[str, ...]
    seat: str
    base: str
    apart: float = 0.0

    def aside(self, number: int) -> float:
        """How far beside its round a seat is drawn, so that none hides another that has the same value."""
        return self.apart * ((number + 0.5) / len(self.players) - 0.5) if self.apart and not self.seat else 0

    @property
    def seats(self) -> list[tuple[int, str]]:
        """The seats that are drawn, with their numbers at the table."""
        return [(number, name) for number, name in enumerate(self.players) if self.seat in ("", name)]

    @property
    def names_lines(self) -> bool:
        """Whether lines are told from each other by names at their ends, for there is but one seat."""
        return bool(self.seat) and len(self.tracks) > 1


@dataclass(frozen=True)
class Beside:
    """What is drawn beside the line looked at, kept as long as `key` is the same.

    An end is the number of its seat, its place (x, y) and its line.
    """

    key: tuple = ()
    paths: dict[str, list] = field(default_factory=lambda: empty(*PATHS))
    places: dict[str, list] = field(default_factory=lambda: empty(*PLACES))
    ends: list[tuple[int, float, float, str]] = field(default_factory=list)
    values: list = field(default_factory=list)


@dataclass(frozen=True)
class Layers:
    """The columns of each glyph of a chart, by a name, in the order they are drawn, and the ends of its axes."""

    columns: dict[str, dict[str, list]]
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    beside: Beside


@dataclass(frozen=True)
class Measure:
    """What a chart shows of a row, and from where to where its axis reaches at least.

    `apart` is how much of the room between two rounds the seats take that are drawn side by side there; a chart that
    `names` writes what stands along the axis, for the charts below it as well.
    """

    name: str
    title: str
    least: int
    most: int
    apart: float = 0.0
    names: bool = False
    least_rounds: ClassVar[int] = 8
    unit: ClassVar[str] = "round"
    point_says: ClassVar[str] = "@{line}@{seat}, round @{round}{0}: @{shown}"
    place_says: ClassVar[str] = "@{lines} · @{seat}, round @{round}{0}: @{shown}"

    # what a game says of its rows
    def told(self, row: Mapping) -> str:
        """What a seat did in a round, in a few words."""
        raise NotImplementedError

    def sample(self) -> tuple[Track, ...]:
        """Tracks that give every column several values: a column of one value becomes a constant."""
        raise NotImplementedError

    def block(self, row: Mapping):
        """What a round is part of that begins at the same place of the axis on every line; blocks are in order."""
        return 0

    def parts(self, mine: list[Mapping]) -> list[list[Mapping]]:
        """The rows of a seat, cut where its line begins anew."""
        return [mine]

    def mark(self, row: Mapping, look: style.SeatLook) -> tuple[str, int]:
        """The marker of a point and its size in pixels."""
        return look.marker, POINT

    def values(self, row: Mapping) -> list:
        """The values that a row brings into the chart."""
        return [row[self.name]]

    def ground(self, scene: Scene, y_range: tuple[float, float]) -> dict[str, dict[str, list]]:
        """Layers behind all others."""
        return {}

    def draw_limits(self, lines: dict[str, list], scene: Scene, now: int) -> list[tuple]:
        """Draw what bounds the lines; gives what stands at its end in place of the names: height, text, colour."""
        return []

    def captions(self, scene: Scene, y_range: tuple[float, float]) -> dict[str, list]:
        """Small words that stand along the axis whatever parts there."""
        return empty(*TEXTS)

    @property
    def counts(self) -> str:
        """What its axis counts, in a word."""
        return self.name

    @property
    def kept(self) -> tuple[str, ...]:
        """The columns of a row that a CSV file holds."""
        return ("line", "round", "seat", self.name)

    # columns
    def layers(self, tracks: Sequence[Track], now: int | None = None, height: int = style.CHART_HEIGHT, seat: str = "", base: str = "",
               kept: Beside | None = None) -> Layers:
        """What the chart draws of lines, the first of which is looked at; what this one has after round `now` is faint.

        `seat` names the one that is drawn ("": all are), `base` the line that stands out, `kept` is what was drawn beside before.
        """
        scene = self._scene(tuple(tracks), seat, base)
        rows = scene.tracks[0].rows
        now = max((row["round"] for row in rows), default=0) if now is None else now
        key = (scene.tracks[1:], scene.shifts, scene.seat, base)
        beside = kept if kept is not None and kept.key == key else self._draw_beside(scene, key)
        lines, points, ends = empty(*PATHS), empty(*POINTS), []
        for number, name in scene.seats:
            mine = self._mine(rows, name)
            self._draw_seat(lines, points, scene, mine, number, now)
            if mine:
                ends.append((number, self._x(mine[-1], scene.shifts[0]), mine[-1][self.name], scene.tracks[0].line))
        limits = self.draw_limits(lines, scene, now)
        shown = [value for row in rows if scene.seat in ("", row["seat"]) for value in self.values(row) if value is not None]
        y_range = reach(shown + beside.values, self)
        last = max([self._x(row, scene.shifts[0]) for row in rows] + [x for _, x, _, _ in beside.ends], default=0)
        end = max(last, self.least_rounds)
        letters = LETTERS + 2 if scene.names_lines else max((len(shortened(name)) for _, name in scene.seats), default=0)
        x_range = -0.02 * end, end * max(1.26, 1.1 + 0.03 * letters)
        rules, words = self._partings(scene, last, x_range, y_range)
        named = limits or self._named(scene, ends, beside.ends, y_range, height)
        return Layers({
            **self.ground(scene, y_range), "rules": rules, "beside": beside.paths, "lines": lines, "places": beside.places,
            "points": points, "labels": labels(named, last + end * 0.025, y_range, height), "words": words}, x_range, y_range, beside)

    def _scene(self, tracks: tuple[Track, ...], seat: str, base: str) -> Scene:
        """The lines with every block of rounds beginning at one place, after the longest of the blocks before it."""
        there = [self._blocks(track.rows) for track in tracks]
        starts, start = {}, min((first for first, _ in there[0].values()), default=0)
        for block in sorted(set().union(*there)):
            starts[block] = start
            start += max(blocks[block][1] for blocks in there if block in blocks)
        shifts = tuple({block: starts[block] - first for block, (first, _) in blocks.items()} for blocks in there)
        players = tuple(dict.fromkeys(row["seat"] for row in tracks[0].rows))
        return Scene(tracks, shifts, starts | {None: start}, players, seat if seat in players else "", base, self.apart)

    def _blocks(self, rows: Sequence[Mapping]) -> dict:
        """Where each block begins, as a round, and how many rounds it has."""
        found: dict = {}
        for row in rows:
            if row["seat"] == rows[0]["seat"]:
                first, _ = found.get(block := self.block(row), (row["round"], 0))
                found[block] = first, row["round"] - first + 1
        return found

    def _mine(self, rows, seat: str) -> list[Mapping]:
        return [row for row in rows if row["seat"] == seat and row[self.name] is not None]

    def _x(self, row: Mapping, shifts: Mapping) -> int:
        return row["round"] + shifts[self.block(row)]

    def _path(self, rows: list[Mapping], number: int, scene: Scene, shifts: Mapping) -> tuple[list, list]:
        """Where a seat's line goes through rows."""
        return [self._x(row, shifts) + scene.aside(number) for row in rows], [row[self.name] for row in rows]

    def _draw_seat(self, lines, points, scene: Scene, mine: list[Mapping], number: int, now: int) -> None:
        """A seat's line up to now and, faint, after it, with a mark at every round."""
        look, shifts, line = look_of(number), scene.shifts[0], scene.tracks[0].line
        for part in self.parts(mine):
            x, y = self._path(part, number, scene, shifts)
            split = sum(row["round"] <= now for row in part)
            for cut, alpha in ((slice(0, split), 1.0), (slice(max(split - 1, 0), None), FAINT)):
                if x[cut]:
                    add(lines, xs=x[cut], ys=y[cut], color=look.colour, alpha=alpha, line_dash=look.dash, line_width=LINE_WIDTH)
        for row in mine:
            marker, size = self.mark(row, look)
            add(points, round=self._x(row, shifts) + scene.aside(number), value=row[self.name], color=look.colour,
                alpha=1.0 if row["round"] <= now else FAINT, marker=marker, size=size, seat=row["seat"], shown=row[self.name],
                line=f"{line} · " if scene.tracks[1:] else "", told=self.told(row))

    def _draw_beside(self, scene: Scene, key: tuple) -> Beside:
        """The other lines from where they leave what is drawn before them."""
        beside = Beside(key)
        crowd = max(1.0, (len(scene.tracks) - 1) * len(scene.seats) / 4)
        pale = max(0.25, 0.68 / crowd ** 0.36)
        met: dict[tuple, int] = {}
        for track, shifts in zip(scene.tracks[1:], scene.shifts[1:]):
            is_base = track.line == scene.base
            alpha = max(pale, BASE_STRENGTH) if is_base else pale
            for number, name in scene.seats:
                look, mine = look_of(number), self._mine(track.rows, name)
                for part in self.parts(mine):
                    own = [row for row in part if row["round"] >= track.after]
                    if own and own[-1]["round"] > track.after:
                        x, y = self._path(own, number, scene, shifts)
                        add(beside.paths, xs=x, ys=y, color=look.colour, alpha=alpha,
                            line_dash="solid" if scene.names_lines else look.dash,
                            line_width=BASE_WIDTH if is_base else BESIDE_WIDTH)
                for row in mine:
                    beside.values.extend(self.values(row))
                    if row["round"] > track.after:
                        self._pass(beside.places, met, track.line, row, self._x(row, shifts) + scene.aside(number), number,
                                   alpha if row is mine[-1] else 0.0)
                if mine:
                    beside.ends.append((number, self._x(mine[-1], shifts), mine[-1][self.name], track.line))
        beside.values[:] = [extreme(value for value in beside.values if value is not None) for extreme in (min, max)] if beside.ends else []
        for i, lines in enumerate(beside.places["lines"]):
            beside.places["lines"][i] = together(lines)
            if lines[1:]:
                beside.places["told"][i] = ""
        return beside

    def _pass(self, places, met: dict, line: str, row: Mapping, x: float, number: int, alpha: float) -> None:
        """A place where a line passes, which may be one where another passes too."""
        value = row[self.name]
        i = met.setdefault((x, value, number), len(met))
        if i < len(places["lines"]):
            places["lines"][i].append(line)
            places["alpha"][i] = max(places["alpha"][i], alpha)
        else:
            add(places, round=x, value=value, color=look_of(number).colour, alpha=alpha, lines=[line], seat=row["seat"], shown=row[self.name],
                told=self.told(row))

    def _named(self, scene: Scene, ends: list[tuple], beside: list[tuple], y_range: tuple[float, float], height: int) -> list[tuple]:
        """The names at the ends: of the seats, or of the lines where one seat alone is drawn of several lines."""
        if not scene.names_lines:
            names = dict(scene.seats)
            furthest = {}
            for end in ends + beside:
                if end[0] not in furthest or end[1] > furthest[end[0]][1]:
                    furthest[end[0]] = end
            return [(y, f"{look_of(number).mark} {shortened(names[number])}", look_of(number).on_light)
                    for number, _, y, _ in furthest.values()]
        ranked = sorted(beside, key=lambda end: end[2])
        gap, taken = LABEL * (y_range[1] - y_range[0]) / max(height - AXIS, 1), [y for _, _, y, _ in ends]
        named = [(y, shortened(line, LETTERS + 2), look_of(number).on_light) for number, _, y, line in ends]
        for _, _, y, line in sorted(ranked, key=lambda end: (end[3] != scene.base, end not in (ranked[-1], ranked[0]))):
            if line == scene.base or all(abs(y - other) >= gap for other in taken):  # as many as stand beside their lines' ends
                taken.append(y)
                named.append((y, shortened(line, LETTERS + 2), style.LIGHT.muted))
        return named

    def _partings(self, scene: Scene, last: float, x_range, y_range) -> tuple[dict[str, list], dict[str, list]]:
        """A rule at each place where lines part, and in a word which ones go from there, as far as there is room for it."""
        rules, words = empty(*PATHS), self.captions(scene, y_range)
        there: dict[int, list[str]] = {}
        for track, shifts in zip(scene.tracks[1:], scene.shifts[1:]):
            shared = next((row for row in track.rows if row["round"] == track.after), None)
            if shared is not None and (track.rows[-1]["round"] > track.after or scene.tracks[0].rows[-1]["round"] > track.after):
                there.setdefault(self._x(shared, shifts), []).append(track.line)
        top = y_range[1] - (y_range[1] - y_range[0]) * (0.17 if words["x"] else 0.06)
        free, width = x_range[0], x_range[1] - x_range[0]
        for x, lines in sorted(there.items()):
            add(rules, xs=[x, x], ys=list(y_range), color=style.NEUTRAL, alpha=0.5, line_dash="dotted", line_width=RULE_WIDTH)
            text = together([shortened(line, 12) for line in lines], 1)
            wide = width * LETTER * (len(text) + 1)
            start = x + width * 0.006 if x + wide <= last else x - wide  # before the rule where names begin behind it
            if self.names and start >= free:
                add(words, x=start, y=top, text=text, text_color=style.LIGHT.muted)
                free = start + wide
        return rules, words

    # an element
    def chart(self, tracks: Sequence[Track], now: int | None = None, height: int = style.CHART_HEIGHT, seat: str = "",
              base: str = "") -> hv.Overlay:
        """The measure by round as HoloViews declares it, a glyph for each of the layers."""
        drawn = self.layers(tracks, now, height, seat, base)
        glyphs = [glyph(name, filled(columns), self) for name, columns in drawn.columns.items()]
        return hv.Overlay(glyphs).opts(
            xlabel=self.unit, ylabel=self.title.lower(), title="", xlim=drawn.x_range, ylim=drawn.y_range, show_legend=False,
            toolbar=None, default_tools=[], **style.chart_options(height))


def load_bokeh() -> None:
    """Let HoloViews draw with Bokeh; the scripts that this needs in a notebook are put there once, without another host."""
    is_notebook = hasattr(builtins, "__IPYTHON__")
    if not is_notebook:
        pn.extension()
    if not (is_notebook and any(getattr(extension, "_loaded", False) for extension in (pn.extension, hv.extension))):
        hv.extension("bokeh", inline=True)
        return
    from IPython.utils.capture import capture_output

    with capture_output():  # the notebook holds the scripts already
        hv.extension("bokeh", inline=True)


load_bokeh()


# glyphs
def glyph(layer: str, columns: dict[str, list], measure: Measure) -> hv.Element:
    """The element that draws a layer."""
    each = hv.dim
    if layer == "ground":
        return hv.Rectangles(columns, kdims=["left", "bottom", "right", "top"], vdims=["alpha"]).opts(
            color=style.NEUTRAL, alpha=each("alpha"), line_alpha=0)
    if layer in ("rules", "beside", "lines"):
        paths = hv.Contours([dict(zip(columns, row)) for row in zip(*columns.values())], kdims=["xs", "ys"], vdims=list(PATHS[2:]))
        return paths.opts(color=each("color"), alpha=each("alpha"), line_dash=each("line_dash"), line_width=each("line_width"))
    if layer in ("places", "points"):
        dots = hv.Points(columns, kdims=["round", "value"], vdims=list(columns)[2:]).opts(
            color=each("color"), alpha=each("alpha"), tools=["hover"])
        if layer == "places":
            return dots.opts(marker="circle", size=PASSED, hover_alpha=1.0, hover_tooltips=[("", measure.place_says), ("", "@{told}")])
        return dots.opts(marker=each("marker"), size=each("size"), hover_tooltips=[("", measure.point_says), ("", "@{told}")])
    size, weight = ("9pt", "bold") if layer == "labels" else ("8pt", "normal")
    return hv.Labels(columns, kdims=["x", "y"], vdims=["text", "text_color"]).opts(
        text_color=each("text_color"), text_align="left", text_font_size=size, text_font_style=weight, text_font=value(style.FONT))


def filled(columns: dict[str, list]) -> dict[str, list]:
    """The columns themselves or, where they are empty, columns that draw nothing."""
    return columns if any(columns.values()) else {name: BLANK.get(name, [NOWHERE]) for name in columns}


def look_of(number: int) -> style.SeatLook:
    """How the seat of that number is told from the others."""
    return style.SEATS[number % len(style.SEATS)]


def together(names: list[str], most: int = 3) -> str:
    """The first of several names, and how many more there are."""
    return ", ".join(names[:most]) + f" +{len(names) - most}" * (len(names) > most)


def reach(values: list, measure: Measure, step: int = 4) -> tuple[float, float]:
    """The ends of the axis: it grows by steps, so that it seldom moves."""
    low, high = min([measure.least, *values]), max([measure.most, *values])
    low, high = step * (low // step), step * -(-high // step)
    margin = (high - low) * 0.08
    return low - margin, high + margin


def labels(ends: list[tuple], x: float, y_range: tuple[float, float], height: int) -> dict[str, list]:
    """A label for each line's end, as near to it as labels that do not touch can be; `height` in pixels."""
    gap = (y_range[1] - y_range[0]) * min(LABEL / max(height - AXIS, 1), 1 / max(len(ends), 1))
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
def as_csv(tracks: Sequence[Track], measure: Measure) -> str:
    """The rows of every line of a chart as a CSV file."""
    text = io.StringIO(BYTE_ORDER_MARK)
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(measure.kept)
    writer.writerows([harmless(cell) for cell in (track.line, *(row.get(name, "") for name in measure.kept[1:]))]
                     for track in tracks for row in track.rows)
    return text.getvalue()


def harmless(cell):
    """What a spreadsheet shows as it is: text that it would take for a formula has an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def saved_figure(tracks: Sequence[Track], measure: Measure, backend: str, seat: str = "", base: str = ""):
    """A chart to be kept as a picture: of a fixed size, on white, drawn as "svg" or on a "canvas"."""
    element = measure.chart(tracks, None, 480, seat, base).opts(responsive=False, width=960, height=480, title=measure.title)
    figure = hv.render(element)
    figure.min_height = figure.max_height = None
    figure.background_fill_alpha = figure.border_fill_alpha = 1
    figure.background_fill_color = figure.border_fill_color = style.LIGHT.surface
    figure.output_backend = backend
    return figure
