"""Charts of Surfin' Cats: what they draw, told from rows alone, and that a live chart is never made anew."""
import csv
import io

import holoviews as hv
import pytest

from surflab import style
from surflab.live_chart import LiveChart, live_figure
from surflab.measures import FAINT, as_csv
from surflab.surfin_cats import story
from surflab.surfin_cats.charts import CROSS, LIMIT_WIDTH, MEASURES
from surflab.surfin_cats.session import SurfinCats
from surflab.tracks import Track, Tracks

FLOW, PADDLE, FALL = MEASURES


def rows_of(*waves, limits=None, line="main", after=0) -> list[Track]:
    """Rows of waves, each a dict of seat to the paddle of its turns; `limits` maps a seat to a paddle limit of its own."""
    rows, number = [], 0
    for wave, paddles in enumerate(waves, 1):
        for turn in range(max(map(len, paddles.values()))):
            number += 1
            for seat, values in paddles.items():
                there = turn < len(values)
                rows.append({"round": number, "wave": wave, "turn": turn + 1, "flag": "green", "seat": seat, "flow": 10 + number,
                             "paddle": values[turn] if there else None, "fall": 1 if there else None, "outcome": "performed" if there else None,
                             "paddle_limit": (limits or {}).get(seat, 9 + wave) if there else None, "fall_limit": 7 if there else None})
    return [Track(line, rows, after)]


def limits_of(drawn) -> list[tuple]:
    lines = drawn.columns["lines"]
    return [(x, y, colour) for x, y, colour, width in zip(lines["xs"], lines["ys"], lines["color"], lines["line_width"]) if width == LIMIT_WIDTH]


def paths_of(drawn) -> list[tuple]:
    lines = drawn.columns["lines"]
    return [(x, alpha) for x, alpha, width in zip(lines["xs"], lines["alpha"], lines["line_width"]) if width != LIMIT_WIDTH]


def tracks_of(session) -> tuple[Track, ...]:
    return Tracks(story.open_rows).of(session)


@pytest.fixture(scope="module")
def played():
    session = SurfinCats(bots=dict.fromkeys(["maria", "rufo", "mandy", "chope"], "odds"), seed=6)
    session.play_to_end()
    return session


@pytest.fixture(scope="module")
def compared():
    """Two cats, and three lines over each other: main, a line that leaves it after two turns, and one that leaves that."""
    session = SurfinCats(cats=["maria", "rufo"], bots=dict.fromkeys(["maria", "rufo"], "random"), seed=3)
    session.play_to_end()
    for name, after in (("b", 2), ("c", 4)):
        session.at(session.line, after)
        session.branch(name, "redealt", seed=after)
        session.play_to_end()
    return session


def test_meters_begin_anew_with_each_wave_and_flow_goes_on():
    rows = rows_of({"Ana": [1, 3, 4]}, {"Ana": [2, 5]})
    assert [x for x, _ in paths_of(PADDLE.layers(rows))] == [[1, 2, 3], [3], [4, 5], [5]]
    assert [x for x, _ in paths_of(FLOW.layers(rows))] == [[1, 2, 3, 4, 5], [5]]


def test_waves_begin_at_the_same_place_on_all_lines():
    short, long = rows_of({"Ana": [1, 3]}, {"Ana": [2]}), rows_of({"Ana": [1, 3, 4, 5]}, {"Ana": [2, 6]}, line="long", after=2)
    drawn = PADDLE.layers([*short, *long])
    assert drawn.columns["points"]["round"] == [1, 2, 5] and drawn.columns["beside"]["xs"] == [[2, 3, 4], [5, 6]]
    assert drawn.columns["ground"]["left"] == [0.5, 4.5] and drawn.columns["ground"]["right"] == [4.5, 6.5]
    assert FLOW.layers([*short, *long]).columns["words"]["text"] == ["green", "green", "long"]


def test_what_lies_after_the_moment_is_faint():
    drawn = PADDLE.layers(rows_of({"Ana": [1, 3, 4]}, {"Ana": [2, 5]}), now=2)
    assert paths_of(drawn) == [([1, 2], 1.0), ([2, 3], FAINT), ([4, 5], FAINT)]
    assert drawn.columns["points"]["alpha"] == [1.0, 1.0, FAINT, FAINT, FAINT]


def test_limits_are_drawn_wave_by_wave_and_a_cats_own_in_its_colour():
    rows = rows_of({"Ana": [1, 3], "Ben": [2, 2], "Cleo": [1, 1]}, {"Ana": [2, 4], "Ben": [1, 1], "Cleo": [1, 1]})
    assert limits_of(PADDLE.layers(rows)) == [([1, 2], [10, 10], style.NEUTRAL), ([3, 4], [11, 11], style.NEUTRAL)]
    own = limits_of(PADDLE.layers(rows_of({"Ana": [1, 3], "Ben": [2, 2], "Cleo": [1, 1]}, limits={"Ben": 14})))
    assert own == [([1, 2], [10, 10], style.NEUTRAL), ([1, 2], [14, 14], style.SEATS[1].colour)]
    assert limits_of(FLOW.layers(rows)) == []
    assert PADDLE.layers(rows).columns["labels"]["text"] == ["limit 11"]


def test_a_wipeout_is_a_cross_where_the_meter_stood():
    rows = rows_of({"Ana": [1, 12], "Ben": [2, 3]})
    rows[0].rows[2]["outcome"] = "wiped out"
    points = PADDLE.layers(rows).columns["points"]
    crossed = [(seat, shown) for seat, shown, marker, size in zip(points["seat"], points["shown"], points["marker"], points["size"]) if marker == "x"]
    assert crossed == [("Ana", 12)] and points["size"].count(CROSS) == 1
    assert "x" not in FLOW.layers(rows).columns["points"]["marker"]
    assert FLOW.told(rows[0].rows[2]) == "wave 1, turn 2: wiped out"


def test_a_market_visit_is_told_without_a_turn():
    row = rows_of({"Ana": [1]})[0].rows[0] | {"stage": "market", "turn": None, "outcome": None}
    assert FLOW.told(row) == "market after wave 1"
    assert FLOW.told(row | {"stage": "deal", "wave": 0}) == "before the first wave"


def test_waves_have_a_ground_each_and_the_flow_chart_names_their_flags(played):
    drawn = FLOW.layers(tracks_of(played))
    waves = drawn.columns["ground"]
    assert len(waves["left"]) == 4 and all(right <= left for right, left in zip(waves["right"], waves["left"][1:]))
    assert drawn.columns["words"]["text"] == ["green", "yellow", "red", "black"]


def test_seats_differ_by_colour_dash_mark_and_name(played):
    drawn = FLOW.layers(tracks_of(played))
    for layer, name in (("lines", "line_dash"), ("lines", "color"), ("points", "marker"), ("labels", "text")):
        assert len(set(drawn.columns[layer][name])) == 4
    assert drawn.columns["labels"]["text_color"] != [style.NEUTRAL] * 4


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


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_live_chart_changes_its_data_and_is_never_made_anew(measure, played):
    rows = tracks_of(played)
    live = LiveChart(measure, rows, 0, 196)
    figure, models = live.figure, set(live.figure.references())
    for source, columns in zip(live_figure(measure, 196).renderers, measure.layers(rows).columns.values()):
        assert set(source.data_source.data) <= set(columns), "no glyph misses a column"
    for now in (1, 5, 2):
        live.show(rows, now)
    live.show(rows_of({"Zoe": [1, 40]}), 1)
    assert live.figure is figure and set(figure.references()) == models
    assert measure is FLOW or measure is FALL or figure.y_range.end > 40


def test_charts_of_a_table_that_was_just_dealt_are_empty_but_whole():
    session = SurfinCats(seed=1)
    for measure in MEASURES:
        drawn = measure.layers(tracks_of(session), 0)
        assert drawn.x_range[0] < drawn.x_range[1] and drawn.y_range[0] < drawn.y_range[1]
        hv.render(measure.chart(tracks_of(session), 0))


def test_rows_are_kept_as_csv(played):
    kept = list(csv.DictReader(io.StringIO(as_csv(tracks_of(played), FALL).encode().decode("utf-8-sig"))))
    assert list(kept[0]) == ["line", "round", "wave", "turn", "seat", "fall", "fall_limit"]
    assert len(kept) == 4 * (played.rounds + 1)
