"""Charts of Surf's Up!: what they draw, told from rows alone, and that a live chart is never made anew."""
import csv
import io

import holoviews as hv
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from panel.theme import Design

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


def read_csv(text: str) -> list[dict]:
    return list(csv.DictReader(io.StringIO(text.encode().decode("utf-8-sig"))))


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


def test_equal_respect_is_drawn_side_by_side_at_its_value():
    drawn = RESPECT.layers(rows_of(Ana=[2, 0], Ben=[2, 0], Cleo=[2, 4])).columns
    at = list(zip(drawn["points"]["seat"], drawn["points"]["round"], drawn["points"]["value"]))
    assert len({x for _, x, value in at if value == 2}) == 3 and [value for _, _, value in at] == drawn["points"]["shown"]
    assert all(round(x) == number for (_, x, _), number in zip(at, [0, 1] * 3)), "each is nearest to its own round"
    assert drawn["lines"]["ys"][::2] == [[2, 0], [2, 0], [2, 4]] and drawn["lines"]["xs"][2] == [0, 1]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_no_value_is_drawn_that_nobody_had(measure, compared):
    tracks = tracks_of(compared)
    drawn = measure.layers(tracks).columns
    there = {row[measure.name] for track in tracks for row in track.rows}
    assert {y for layer in ("lines", "beside") for ys in drawn[layer]["ys"] for y in ys} <= there
    assert {value for layer in ("points", "places") for value in drawn[layer]["value"]} <= there


def test_a_seat_alone_is_drawn_at_its_rounds():
    drawn = RESPECT.layers(rows_of(Ana=[2, 0], Ben=[2, 0]), seat="Ben").columns
    assert drawn["points"]["round"] == [0, 1] and drawn["lines"]["xs"][0] == [0, 1]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_axes_say_what_they_count(measure):
    figure = live_figure(measure, 104)
    assert figure.yaxis[0].axis_label == measure.name and figure.xaxis[0].major_label_overrides == {0: "round 0"}
    element = hv.render(measure.chart(measure.sample()))
    assert (element.xaxis[0].axis_label, element.yaxis[0].axis_label) == ("round", measure.title.lower())


def beside(*tracks, measure=SCORE, **view):
    return measure.layers([of for track in tracks for of in track], **view).columns


MAINLY = rows_of(Ana=[0, 3, 7, 9], Ben=[0, 0, 1, 1])
RESTS = rows_of("rests", 1, Ana=[0, 3, 3, 12], Ben=[0, 0, 2, 4])
LATER = rows_of("later", 2, Ana=[0, 3, 3, 5], Ben=[0, 0, 2, 4])


def test_other_lines_are_drawn_from_where_they_part_and_paler():
    drawn = beside(MAINLY, RESTS, LATER, base="later")
    assert drawn["lines"] == SCORE.layers(MAINLY).columns["lines"]
    assert drawn["beside"]["xs"] == [[1, 2, 3], [1, 2, 3], [2, 3], [2, 3]]
    assert drawn["beside"]["ys"][:2] == [[3, 3, 12], [0, 2, 4]]
    pale, strong = sorted(set(drawn["beside"]["alpha"]))
    assert [alpha == strong for alpha in drawn["beside"]["alpha"]] == [False, False, True, True] and pale < strong < 1
    assert drawn["beside"]["color"] == [style.SEATS[0].colour, style.SEATS[1].colour] * 2


def test_a_rule_stands_where_lines_part_and_says_which():
    drawn = beside(MAINLY, RESTS, LATER)
    assert drawn["rules"]["xs"] == [[1, 1], [2, 2]] and drawn["words"]["text"] == ["rests", "later"]
    assert beside(MAINLY, RESTS, LATER, measure=ENERGY)["words"]["text"] == []
    assert beside(MAINLY, RESTS, [Track("more", RESTS[0].rows, 1)])["words"]["text"] == ["rests +1"]
    assert beside(MAINLY)["rules"]["xs"] == []


def test_places_where_lines_coincide_are_one_that_names_them():
    places = beside(MAINLY, RESTS, LATER)["places"]
    told = dict(zip(zip(places["seat"], places["round"], places["shown"]), zip(places["lines"], places["told"])))
    assert told["Ben", 3, 4] == ("rests, later", "") and told["Ana", 3, 12] == ("rests", SCORE.told(RESTS[0].rows[3]))
    assert all(alpha == 0 or number == 3 for alpha, number in zip(places["alpha"], places["round"]))


def test_one_seat_alone_has_the_names_of_its_lines_at_their_ends():
    drawn = beside(MAINLY, RESTS, LATER, seat="Ana", base="later")
    assert set(drawn["points"]["seat"]) == set(drawn["places"]["seat"]) == {"Ana"}
    assert drawn["labels"]["text"] == ["later", "main", "rests"]
    assert dict(zip(drawn["labels"]["text"], drawn["labels"]["text_color"]))["main"] == style.SEATS[0].on_light
    crowd = [Track(f"what if {number}", RESTS[0].rows, 1) for number in range(20)]
    assert len(SCORE.layers([*MAINLY, *crowd], seat="Ana", base="what if 7").columns["labels"]["text"]) <= 3


def test_what_is_drawn_beside_is_sent_again_only_when_it_changes(compared):
    live, tracks = LiveChart(SCORE, tracks_of(compared), 1, 196), tracks_of(compared)
    before = {name: source.data for name, source in live.sources.items()}
    live.show(tracks, 2)
    assert live.sources["beside"].data is before["beside"] and live.sources["places"].data is before["places"]
    assert live.sources["lines"].data is not before["lines"]
    live.show(tracks, 2, seat="Ana")
    assert live.sources["beside"].data is not before["beside"]


@pytest.mark.parametrize(("asked", "chosen"), [({"seat": "Ben"}, ["Ben"]), ({"seat": ""}, [""]), ({"seat": "Zoe"}, []), ({"seat": ["Ana"]}, []), ({}, [])])
def test_a_seat_is_chosen_in_the_head_of_a_chart(asked, chosen, compared):
    found = []
    live = LiveChart(SCORE, tracks_of(compared), 1, 196, found.append)
    live.head._handle_msg({"act": "seat", **asked})
    assert found == chosen and live.head.lines == "c over main +1"


def test_a_live_chart_stands_on_pages_that_give_each_pane_a_design(compared):
    """As `panel serve` does to what a notebook shows; a Bokeh figure would be asked to take it."""
    for part in LiveChart(SCORE, tracks_of(compared), 1, 196).__panel__().select():
        if not part.design:
            part.design = Design


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
    for layer in "labels", "words":
        mapper = layers[layer].glyph.text_color.transform
        assert mapper.factors == mapper.palette == list(style.CHART_INKS)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_words_have_colours_that_are_known_in_both_lights(measure):
    drawn = measure.layers(measure.sample(), 1)
    inks = {ink for layer in ("labels", "words") for ink in drawn.columns[layer]["text_color"]}
    assert inks and inks <= set(style.CHART_INKS)


def test_every_line_is_kept_as_csv_and_drawn_in_a_picture(compared):
    kept = read_csv(as_csv(tracks_of(compared), SCORE))
    assert list(dict.fromkeys(row["line"] for row in kept)) == compared.drawn and len(compared.drawn) == 3
    sizes = [len(saved_figure(tracks, SCORE, "svg").renderers[1].data_source.data["xs"]) for tracks in (tracks_of(compared)[:2], tracks_of(compared))]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("name", ["=1+2", "+1", "-1", "@SUM(A1)", "Zoë"])
def test_a_spreadsheet_takes_no_name_for_a_formula_and_every_letter_for_what_it_is(name):
    rows = rows_of(name, **{name: [0, -3]})
    kept = pd.read_csv(io.BytesIO(as_csv(rows, SCORE).encode()), encoding="utf-8-sig")
    shown = name if name == "Zoë" else f"'{name}"
    assert as_csv(rows, SCORE).startswith("\ufeffline,") and list(kept.columns) == ["line", "round", "seat", "score"]
    assert set(kept["line"]) == set(kept["seat"]) == {shown} and list(kept["score"]) == [0, -3], "numbers stay numbers"


def test_rows_are_kept_as_csv(played):
    kept = read_csv(as_csv(tracks_of(played), ENERGY))
    assert list(kept[0]) == ["line", "round", "seat", "energy"]
    assert len(kept) == 6 * (played.rounds + 1)
    assert kept[0] == {"line": "main", "round": "0", "seat": "Ana", "energy": "15"}


@pytest.mark.parametrize(("kind", "backend"), [("SVG", "svg"), ("PNG", "canvas")])
def test_a_chart_asked_for_as_a_picture_is_sent_as_a_figure(kind, backend, played):
    live = LiveChart(SCORE, tracks_of(played), 3, 196)
    sent = []
    live.head._send_msg = sent.append
    live.head._handle_msg({"act": "save", "kind": kind})
    assert sent[0]["name"] == f"score.{kind.lower()}" and sent[0]["figure"]["doc"]["roots"]
    figure = saved_figure(live.tracks, SCORE, backend)
    assert figure.output_backend == backend and figure.background_fill_alpha == 1
    for nonsense in ("EXE", None, 3, {"PNG": 1}, ["PNG"]):
        live.head._handle_msg({"act": "save", "kind": nonsense})
    assert len(sent) == 1


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60))
def test_any_name_is_drawn_as_text_and_kept_short(name):
    drawn = SCORE.layers(rows_of(line=name, **{"Ana": [0, 1], name: [0, 2]}))
    assert all(len(text) <= 11 for text in drawn.columns["labels"]["text"])
