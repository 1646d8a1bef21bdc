"""Lines compared in a notebook: what `game.lines`, `game.compare` and `game.at` say and draw, and that they do as the page does."""
import subprocess
import sys

import holoviews as hv
import panel as pn
import param
import pytest

from surflab import SurfinCats, SurfsUp
from surflab.moments import MAIN
from tests.test_session import refused

DRAWS = "import surflab, sys; game = surflab.SurfsUp(); game.branch('rest'); told = str(game.compare('main', 'rest')); print(*sys.modules)"


def compared():
    """A whole game of two bots, and a line on which Ana rests in round 3."""
    game = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "saver", "Ben": "reader"}, seed=7)
    game.play_to_end()
    game.at("main", 2)
    game.branch("rest")
    game.play(Ana="0")
    game.play_to_end()
    return game


def test_lines_are_told_as_a_tree():
    game = compared()
    game.branch("fresh", "redealt", seed=1)
    game.at(MAIN, 4)
    game.branch("later")
    ends = [game.game.where(game.lines.tip(name).state) for name in (MAIN, "rest", "fresh")]
    assert str(game.lines).splitlines() == [
        f"main: {ends[0]}", f"├─ rest: leaves after round 2, ends {ends[1]}", f"│  └─ fresh: leaves {ends[1]}, ends {ends[2]}, fresh cards",
        "└─ later: leaves after round 4, ends after round 4"]


def test_a_comparison_has_the_points_of_its_lines_and_what_they_differ_by():
    game = compared()
    told = game.compare("rest", base="main")
    assert list(told.table["line"]) == ["rest", "rest", MAIN, MAIN] and {"waves", "boards", "goals", "stings"} <= set(told.table)
    totals = told.table.set_index(["line", "seat"])["total"]
    more = totals["rest", "Ana"] - totals[MAIN, "Ana"]
    assert told.summary.loc["rest", "Ana"] == f"{totals['rest', 'Ana']} ({more:+})" and told.summary.loc[MAIN, "Ana"] == f"{totals[MAIN, 'Ana']}"
    assert "compared with 'main'" in str(told) and told.summary.loc["rest", "Ben"] in str(told)


def test_a_difference_can_be_checked_by_the_totals_beside_it():
    game = compared()
    game.at(MAIN, 2)
    game.branch("short")
    game.play(Ana="0")
    told = game.compare("short", MAIN, base=MAIN)
    assert told.summary.loc["short", ""] == "at round 3" and told.summary.loc[MAIN, ""] == f"at round {game.game.rounds(game.lines.tip(MAIN).state)}"
    for seat, name in enumerate(["Ana", "Ben"]):
        here, there = (game.game.open_points(game.find(3, line).state)[seat] for line in ("short", MAIN))
        assert told.summary.loc["short", name] == f"{here} ({here - there:+} vs {there})"


def test_su63_a_comparison_counts_the_tokens_that_the_eyes_may_see():
    game = compared()
    seat = next(seat for seat in (0, 1) if game.game.points(game.lines.tip(MAIN).state, seat)["stings"])
    game.at(MAIN)
    game.undo()
    game.branch("short")
    name, all_of = game.game.players[seat], game.game.points(game.moment.state, seat)
    assert all_of["stings"]
    for eyes, stings in ((None, 0), (game.game.players[1 - seat], 0), (name, all_of["stings"]), ("all", all_of["stings"])):
        game.see(all_open=True) if eyes == "all" else game.see(eyes)
        row = game.compare("short", base="short").table.set_index("seat").loc[name]
        assert row["stings"] == stings and row["total"] == all_of["total"] - all_of["stings"] + stings


def test_a_comparison_draws_what_the_page_draws():
    game = compared()
    told = game.compare()
    assert [(track.line, track.after) for track in told.tracks] == [("rest", 0), (MAIN, 2)]
    assert isinstance(told.chart, hv.Layout) and len(told.chart) == 3
    shown = told.__panel__()
    assert len(shown[0].object) == 3 and shown[1].object.equals(told.summary)
    assert {row["seat"] for row in told.tracks[0].rows} == {"Ana", "Ben"}
    alone = game.compare("main", "rest", seat="Ben")
    assert set(alone.table["seat"]) == {"Ben"} and alone.tracks[0].line == MAIN


def test_a_comparison_takes_its_width_from_where_it_stands_and_its_height_from_its_charts(monkeypatch):
    monkeypatch.setattr(param.parameterized, "warnings_as_exceptions", True)
    figures = hv.render(compared().compare().chart).children
    assert len({id(figure[0].y_range) for figure in figures}) == 3, "respect is not drawn on the axis of the score"
    root = pn.Column(compared().compare(), sizing_mode="stretch_width").get_root()
    assert root.sizing_mode == "stretch_width"


def test_cats_are_compared_too():
    game = SurfinCats(cats=["maria"], bots={"maria": "cautious"}, waves=[0, 0, 0, 1], seed=2)
    game.play_to_end()
    game.at("main", 1)
    game.branch("fresh", "redealt", seed=5)
    game.play_to_end()
    assert len(game.compare("main", "fresh").chart) == 3


def test_what_cannot_be_compared_is_refused_with_what_can():
    game = compared()
    refused(game, lambda: game.compare("nowhere"), "nowhere", "'main', 'rest'")
    refused(game, lambda: game.compare(base="nowhere"), "nowhere")
    refused(game, lambda: game.compare(seat="Zoe"), "Zoe", "Ana")


def test_nothing_is_drawn_until_somebody_looks():
    run = subprocess.run([sys.executable, "-c", DRAWS], capture_output=True, text=True, check=True)
    assert not {"panel", "holoviews", "bokeh"} & {name.split(".")[0] for name in run.stdout.split()}


@pytest.mark.parametrize("name", ["a & b", "what if 1"])
def test_names_of_lines_are_told_as_they_are(name):
    game = compared()
    game.rename("rest", name)
    assert name in str(game.lines) and name in str(game.compare("main", name))
