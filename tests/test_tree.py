"""The tree of lines as a page sends it, and what a person may ask for there, without a browser."""
import json

import pytest

from surflab.moments import MAIN, MOST_LINES
from surflab.surfin_cats.session import SurfinCats
from surflab.surfin_cats.table import wave_heads
from surflab.surfs_up.session import SurfsUp
from surflab.tree import LinesPanel, Tree, hotkeys, in_order
from tests.test_session import CARDS

pytestmark = pytest.mark.usefixtures("engine")


@pytest.fixture
def tree():
    """Main of four rounds; "late" leaves it after three, "early" after one, and "inner" leaves that."""
    session = SurfsUp(seats=["Ana", "Ben"], bots=dict.fromkeys(["Ana", "Ben"], "random"), cards=CARDS, goals=[], seed=3)
    for _ in range(4):
        session.step()
    for name, parent, rounds in (("early", MAIN, 1), ("late", MAIN, 3), ("inner", "early", 2)):
        session.at(parent, rounds)
        session.branch(name, "redealt" if name == "late" else "same")
        session.step()
        session.step()
    tree = Tree(session)
    session.param.watch(lambda *_: tree.show(), ["line", "moment", "changes", "overlaid", "base"])
    return tree


def rows(tree) -> dict:
    return {row["name"]: row for row in tree.rows}


def test_lines_lie_below_what_they_leave_and_later_ones_nearer(tree):
    assert in_order(tree.session) == [(MAIN, 0), ("late", 1), ("early", 1), ("inner", 2)]
    assert [row["from"] for row in tree.rows] == [None, MAIN, MAIN, "early"]
    assert [row["at"] for row in tree.rows] == [0, 3, 1, 2] and [row["fresh"] for row in tree.rows] == [False, True, False, False]


def test_every_stop_stands_once_in_the_row_of_its_own_line(tree):
    session, found = tree.session, []
    for row in tree.rows:
        path = session.lines.path(row["name"])
        found += [path[place] for place in row["places"]]
        assert all(place >= row["first"] for place in row["places"]) and row["columns"] == sorted(row["columns"])
    assert len(set(found)) == len(found)
    assert {moment for name in session.lines for moment in session.stops(name)} <= set(found)


def test_stops_in_the_middle_of_a_round_stand_between_its_ends():
    session = SurfsUp(seats=["Ana", "Ben"], cards=CARDS, goals=[], bots={}, seed=3)
    session.play("5", "4")
    columns = Tree(session).rows[0]["columns"]
    assert columns[0] == 0 and 0 < columns[-1] < 1


def test_a_press_goes_there_and_only_what_changed_is_sent(tree):
    before = tree.rows
    place = rows(tree)["inner"]["places"][0]
    tree._handle_msg({"act": "go", "line": "inner", "place": place})
    assert tree.session.line == "inner" and tree.session.moment is tree.session.lines.path("inner")[place]
    assert tree.now["at"] == place and tree.rows is before


def test_notes_and_marks_are_written_to_the_moment_they_were_meant_for(tree):
    place = rows(tree)["early"]["places"][0]
    tree._handle_msg({"act": "note", "line": "early", "place": place, "text": "<img src=x onerror=alert(1)>"})
    tree._handle_msg({"act": "mark", "line": "early", "place": place, "mark": "bad"})
    assert rows(tree)["early"]["remarks"] == {str(place): {"mark": "bad", "note": "<img src=x onerror=alert(1)>"}}
    changes = tree.session.changes
    tree._handle_msg({"act": "note", "line": "early", "place": place, "text": "<img src=x onerror=alert(1)>"})
    assert tree.session.changes == changes, "the same note again is no change"
    tree._handle_msg({"act": "note", "line": "early", "place": place, "text": "x" * 3000})
    assert "2000 characters" in tree.complaint


def test_a_line_is_deleted_only_after_what_goes_was_shown_and_comes_back(tree):
    session = tree.session
    tree._handle_msg({"act": "doom", "line": "inner"})
    gone = session.would_go("inner")
    assert tree.doomed == {"line": "inner", "first": len(session.lines.path("inner")) - len(gone), "rounds": len(gone)}
    assert "inner" in session.lines
    tree._handle_msg({"act": "delete", "line": "inner"})
    assert "inner" not in rows(tree) and tree.doomed == {} and tree.now["last_change"] == "delete “inner”"
    tree._handle_msg({"act": "revert"})
    assert "inner" in rows(tree) and tree.now["next_change"] == "delete “inner”"
    tree._handle_msg({"act": "reapply"})
    assert "inner" not in rows(tree)
    tree._handle_msg({"act": "doom", "line": MAIN})
    assert "cannot be deleted" in tree.complaint and tree.doomed == {}


def test_lines_are_renamed_made_main_copied_drawn_and_compared_with(tree):
    session = tree.session
    tree._handle_msg({"act": "rename", "line": "early", "name": "<b>"})
    assert "must not contain < or >" in tree.complaint
    tree._handle_msg({"act": "rename", "line": "early", "name": "rests"})
    tree._handle_msg({"act": "main", "line": "rests", "name": "as played"})
    assert tree.complaint == "" and list(rows(tree))[0] == MAIN and rows(tree)["as played"]["at"] == 1
    tree._handle_msg({"act": "copy", "line": "late", "fate": "same"})
    assert not rows(tree)["copy 1"]["fresh"] and session.line == "copy 1"
    tree._handle_msg({"act": "base", "line": "inner"})
    assert session.base == tree.now["base"] == "inner"
    for drawn in ("inner" not in session.overlaid, "inner" in session.overlaid):
        tree._handle_msg({"act": "overlay", "line": "inner"})
        assert ("inner" in session.overlaid) == ("inner" in tree.now["overlaid"]) == drawn


def test_a_branch_says_how_it_goes_on(tree):
    tree._handle_msg({"act": "branch", "name": "left", "fate": "same", "others": "bots", "bot": "saver", "by_hand": "1"})
    assert rows(tree)["left"]["others"] == "the others left to saver" and tree.session.asked == ["Ben"]
    tree._handle_msg({"act": "branch", "name": "left", "fate": "same", "others": "ask", "bot": "saver", "by_hand": ""})
    assert "already" in tree.complaint


@pytest.mark.parametrize("message", [
    None, 5, [], {"act": "deal"}, {"act": ["go"]}, {"act": "go", "line": "early", "place": -1}, {"act": "go", "line": "early", "place": True},
    {"act": "go", "line": ["early"], "place": 0}, {"act": "go", "line": "nowhere", "place": 0}, {"act": "mark", "line": MAIN, "place": 0, "mark": "x"},
    {"act": "note", "line": MAIN, "place": 0, "text": 5}, {"act": "base", "line": None}, {"act": "overlay", "line": 3}, {"act": "copy", "line": "late", "fate": "x"},
    {"act": "rename", "line": "late"}, {"act": "branch", "name": "x", "fate": "same", "others": "bots", "bot": "genius"}])
def test_a_message_that_makes_no_sense_changes_nothing(tree, message):
    session = tree.session
    before = session.line, session.moment, dict(session.lines.tips), session.base, list(session.overlaid), session.changes
    tree._handle_msg(message)
    assert before == (session.line, session.moment, dict(session.lines.tips), session.base, session.overlaid, session.changes)


def test_keys_walk_from_line_to_line_and_mark(tree):
    session = tree.session
    walk, mark = (hotkey.action for hotkey in hotkeys(session))
    session.at(MAIN, 2)
    walk("k")
    assert session.line == MAIN
    walk("j")
    walk("j")
    assert session.line == "early" and session.rounds == 2
    for expected in ("good", "bad", "question", ""):
        mark("m")
        assert tree.now["mark"] == expected


def test_waves_stand_over_the_turns_of_the_cats():
    session = SurfinCats(cats=["maria", "rufo"], bots=dict.fromkeys(["maria", "rufo"], "cautious"), seed=3)
    session.play_to_end()
    heads = wave_heads(session)
    assert [flag for _, flag in heads] == list(session.game.variant.flags) and heads == sorted(heads)
    assert Tree(session, wave_heads).now["heads"] == heads


def test_a_record_with_all_its_branches_opens_to_a_tree():
    session = SurfsUp(seats=["Ana", "Ben"], bots=dict.fromkeys(["Ana", "Ben"], "random"), cards=CARDS, goals=[], seed=3)
    session.play_to_end()
    while len(session.lines) < MOST_LINES:
        session.at(MAIN, len(session.lines) % 6)
        session.branch(f"line {len(session.lines)}")
        session.step()
    again = SurfsUp.load(session.dumps())
    panel = LinesPanel(again)
    assert len(panel.tree.rows) == MOST_LINES and len(json.dumps(panel.tree.rows)) < 60_000
    panel.show()
    assert set(rows(panel.tree)) == set(session.lines)
