"""Charts of Surf's Up!: what they draw, told from rows alone, and that a live chart is never made anew."""
import csv
import io

import holoviews as hv
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab import style
from surflab.live_chart import LiveChart, live_figure, rendered
from surflab.measures import FAINT, LABEL, as_csv, labels, saved_figure
from surflab.surfs_up import story
from surflab.surfs_up.charts import MEASURES
from surflab.surfs_up.session import SurfsUp
from surflab.tracks import Track, Tracks

SCORE, RESPECT, ENERGY = MEASURES


def rows_of(line: str = "main", after: int = 0, **values) -> list[Track]:
    """A line's rows of all measures: `rows_of(Ana=[0, 3, 7], Ben=[0, 0, 1])`."""
    return [Track(line, [{"seat": seat, "round": number, "choice": None, "score": value, "respect": value, "energy": value}
            for seat, each in values.items() for number, value in enumerate(each)], after)]


def tracks_of(session) -> tuple[Track, ...]:
    return Tracks(story.open_rows).of(session)


@pytest.fixture(scope="module")
def played():
    seats = ["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay"]
    session = SurfsUp(seats=seats, bots=dict.fromkeys(seats, "random"))
    session.play_to_end()
    return session


@pytest.fixture(scope="module")
def compared():
    """Two seats, and three lines over each other: main, a line that leaves it after two rounds, and one that leaves that."""
    session = SurfsUp(seats=["Ana", "Ben"], bots=dict.fromkeys(["Ana", "Ben"], "random"), seed=3)
    session.play_to_end()
    for name, after in (("b", 2), ("c", 4)):
        session.at(session.line, after)
        session.branch(name, "redealt", seed=after)
        session.play_to_end()
    return session


def test_a_line_a_seat_up_to_now_and_faint_after():
    drawn = SCORE.layers(rows_of(Ana=[0, 3, 7], Ben=[0, 0, 1]), now=1)
    assert drawn.columns["lines"]["xs"] == [[0, 1], [1, 2], [0, 1], [1, 2]]
    assert drawn.columns["lines"]["ys"] == [[0, 3], [3, 7], [0, 0], [0, 1]]
    assert drawn.columns["lines"]["alpha"] == [1.0, FAINT, 1.0, FAINT]
    assert drawn.columns["points"]["alpha"] == [1.0, 1.0, FAINT] * 2
    assert drawn.columns["points"]["shown"] == [0, 3, 7, 0, 0, 1]


def test_seats_differ_by_colour_dash_mark_and_name():
    drawn = SCORE.layers(rows_of(**{name: [0, 1] for name in "ABCDEF"}))
    for layer, name in (("lines", "line_dash"), ("lines", "color"), ("points", "marker"), ("labels", "text")):
        assert len(set(drawn.columns[layer][name])) == 6
    assert drawn.columns["labels"]["text"][0].split() == [style.SEATS[0].mark, "A"]


def test_equal_respect_is_drawn_apart_and_told_exactly():
    drawn = RESPECT.layers(rows_of(Ana=[2, 2], Ben=[2, 2]))
    assert drawn.columns["points"]["value"][0] != drawn.columns["points"]["value"][2]
    assert set(drawn.columns["points"]["shown"]) == {2}


@given(st.lists(st.floats(-40, 90), min_size=1, max_size=6), st.sampled_from([128, 196, 480]))
def test_labels_never_lie_on_each_other(values, height):
    low, high = min(0, *values, 0) - 2, max(12, *values, 12) + 2
    placed = labels([(value, str(i), "#000000") for i, value in enumerate(values)], 5, (low, high), height)
    gap = LABEL * (high - low) / height
    heights = sorted(placed["y"])
    assert all(b - a >= gap * 0.999 for a, b in zip(heights, heights[1:]))
    assert low <= heights[0] and heights[-1] <= high and set(placed["x"]) == {5}
    by_value = [str(i) for i, _ in sorted(enumerate(values), key=lambda row: row[1])]
    assert [text for _, text in sorted(zip(placed["y"], placed["text"]))] == by_value


def test_axes_grow_by_steps_and_round_numbers_are_whole():
    assert SCORE.layers(rows_of(Ana=[0, 5])).y_range == SCORE.layers(rows_of(Ana=[0, 12])).y_range
    assert SCORE.layers(rows_of(Ana=[0, 13])).y_range[1] > 16
    assert SCORE.layers(rows_of(Ana=[0, -3])).y_range[0] < -3
    figure = live_figure(SCORE, 196)
    assert all(isinstance(tick, int) for tick in SCORE.layers(rows_of(Ana=[0, 5])).columns["points"]["round"])
    assert figure.x_range.start < 0 and figure.toolbar_location is None


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_chart_is_a_holoviews_element_of_the_same_columns(measure, compared):
    rows = tracks_of(compared)
    element = measure.chart(rows, now=4, base="b")
    assert isinstance(element, hv.Overlay)
    figure = hv.render(element)
    drawn = measure.layers(rows, 4, base="b")
    assert len(figure.renderers) == len(drawn.columns)
    for renderer, columns in zip(figure.renderers, drawn.columns.values()):
        assert set(renderer.data_source.data) <= set(columns)
        if not any(columns.values()):
            continue  # nothing to draw
        for name, column in renderer.data_source.data.items():
            assert [list(of) if name in ("xs", "ys") else of for of in column] == list(columns[name])


def test_a_live_chart_changes_its_data_and_is_never_made_anew(played):
    rows = tracks_of(played)
    live = LiveChart(SCORE, rows, 0, 196)
    figure, models = live.figure, set(live.figure.references())
    for now in (1, 2, 9, 3):
        live.show(rows, now)
        assert live.sources["points"].data["alpha"].count(1.0) == 6 * (now + 1)
    live.show(rows_of(Zoe=[0, 40]), 1)
    assert live.sources["points"].data["seat"] == ["Zoe", "Zoe"] and figure.y_range.end > 40
    assert live.figure is figure and set(figure.references()) == models


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_figure_read_back_equals_the_rendered_one_and_shares_no_id(measure):
    one, other = live_figure(measure, 128), live_figure(measure, 128)
    assert rendered(measure, 128) is rendered(measure, 128)
    assert not {model.id for model in one.references()} & {model.id for model in other.references()}
    layers = dict(zip(measure.layers(measure.sample()).columns, one.renderers))
    for layer, name in (("beside", "color"), ("lines", "color"), ("places", "color"), ("points", "color"), ("labels", "text_color")):
        glyph = layers[layer].glyph
        colour = getattr(glyph, "text_color", None) or glyph.line_color
        assert colour.field == name, "every seat has a colour of its own"


def test_rows_are_kept_as_csv(played):
    kept = list(csv.DictReader(io.StringIO(as_csv(tracks_of(played), ENERGY))))
    assert list(kept[0]) == ["line", "round", "seat", "energy"]
    assert len(kept) == 6 * (played.rounds + 1)
    assert kept[0] == {"line": "main", "round": "0", "seat": "Ana", "energy": "15"}


@pytest.mark.parametrize(("kind", "backend"), [("SVG", "svg"), ("PNG", "canvas")])
def test_a_chart_asked_for_as_a_picture_is_sent_as_a_figure(kind, backend, played):
    live = LiveChart(SCORE, tracks_of(played), 3, 196)
    sent = []
    live.head._send_msg = sent.append
    live.head._handle_msg(kind)
    assert sent[0]["name"] == f"score.{kind.lower()}" and sent[0]["figure"]["doc"]["roots"]
    figure = saved_figure(live.tracks, SCORE, backend)
    assert figure.output_backend == backend and figure.background_fill_alpha == 1
    for nonsense in ("EXE", None, 3, {"PNG": 1}, ["PNG"]):
        live.head._handle_msg(nonsense)
    assert len(sent) == 1


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60))
def test_any_name_is_drawn_as_text_and_kept_short(name):
    drawn = SCORE.layers(rows_of(line=name, **{"Ana": [0, 1], name: [0, 2]}))
    assert all(len(text) <= 11 for text in drawn.columns["labels"]["text"])
