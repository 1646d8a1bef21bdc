"""The table of what lines come to: whose points it counts, what it compares, and what a press on it does."""
import gc
import weakref

import pytest

from surflab.moments import MAIN
from surflab.outcomes import OutcomesTable
from surflab.surfs_up.session import SurfsUp


@pytest.fixture
def game():
    """Main to its end, "rests" after two rounds to its end, "deeper" one round further than four of "rests"."""
    game = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "random", "Ben": "random"}, seed=4)
    game.play_to_end()
    game.at(MAIN, 2)
    game.branch("rests")
    game.play_to_end()
    game.at("rests", 4)
    game.branch("deeper", "redealt", seed=8)
    game.step()
    return game


def row_of(table, line) -> dict:
    return next(row for row in table.view["rows"] if row["line"] == line)


def test_a_row_a_line_with_what_it_comes_to_beside_the_base(game):
    table = OutcomesTable(game)
    assert game.drawn == ["deeper", MAIN, "rests"]
    totals = game.outcomes().set_index(["line", "seat"])["total"]
    rests = row_of(table, "rests")
    assert rests["points"] == [totals["rests", seat] for seat in ("Ana", "Ben")] and rests["over"] and rests["winners"]
    assert rests["against"] == row_of(table, MAIN)["points"] == [totals[MAIN, seat] for seat in ("Ana", "Ben")] and rests["compared"] is None
    assert [rests["parted"], row_of(table, "deeper")["parted"], row_of(table, MAIN)["parted"]] == [2, 2, None]
    deeper = row_of(table, "deeper")
    assert (deeper["over"], deeper["final"], deeper["winners"], deeper["fresh"], deeper["rounds"]) == (False, False, [], True, 5)


def test_a_row_keeps_its_place_whichever_line_is_looked_at_and_whichever_are_shown(game):
    table = OutcomesTable(game)
    for line in list(game.lines):
        game.switch(line)
        for scope in table.param.scope.objects:
            table.scope = scope
            table.show()
            assert [row["line"] for row in table.view["rows"]] == [MAIN, "rests", "deeper"]


def test_points_and_what_they_are_set_against_are_those_of_the_round_that_is_named(game):
    game.at(MAIN, 6)
    game.branch("longer")
    game.step()
    game.base = "deeper"
    row = row_of(OutcomesTable(game, scope="all"), "longer")
    assert (row["compared"], row["rounds"], row["over"], row["final"]) == (5, 7, False, False)
    for shown, line in (("points", "longer"), ("against", "deeper")):
        assert row[shown] == game.game.open_points(game.find(5, line).state)
    finished = row_of(OutcomesTable(game, scope="all"), "rests")
    assert (finished["compared"], finished["over"], finished["final"], finished["winners"]) == (5, True, False, [])
    assert finished["points"] == game.game.open_points(game.find(5, "rests").state)


def test_a_press_looks_at_a_line_or_compares_with_it(game):
    table = OutcomesTable(game)
    game.param.watch(lambda *changes: table.show(), ["line", "moment", "overlaid", "base", "eyes"])
    table._handle_msg({"act": "switch", "line": MAIN})
    assert game.line == MAIN and row_of(table, MAIN)["now"]
    table._handle_msg({"act": "base", "line": "rests"})
    assert game.base == "rests" and row_of(table, "rests")["against"] is None and row_of(table, "deeper")["parted"] == 4
    game.overlaid = []
    assert [row["line"] for row in table.view["rows"]] == [MAIN]
    table._handle_msg({"act": "scope", "scope": "all"})
    assert [row["line"] for row in table.view["rows"]] == list(game.lines)


@pytest.mark.parametrize("nonsense", [None, "switch", {"act": "switch"}, {"act": "switch", "line": "nowhere"}, {"act": "base", "line": ["main"]},
                                      {"act": "scope", "scope": "none"}, {"act": ["switch"], "line": "main"}])
def test_nonsense_from_a_browser_does_nothing(game, nonsense):
    table = OutcomesTable(game)
    before = game.line, game.base, table.view
    table._handle_msg(nonsense)
    assert (game.line, game.base, table.view) == before


def test_su63_tokens_count_in_an_unfinished_line_for_whoever_may_see_them(game):
    game.at(MAIN)
    game.undo()
    game.branch("short")  # up to the last stop before the end
    seat = next(seat for seat in (0, 1) if game.game.points(game.moment.state, seat)["stings"])
    all_of = [game.game.points(game.moment.state, seat)["total"] for seat in (0, 1)]
    stings = [game.game.points(game.moment.state, seat)["stings"] for seat in (0, 1)]
    table = OutcomesTable(game)
    assert row_of(table, "short")["points"] == [total - sting for total, sting in zip(all_of, stings)]
    game.see(game.game.players[seat])
    table.show()
    assert row_of(table, "short")["points"][seat] == all_of[seat]
    game.see(all_open=True)
    table.show()
    assert row_of(table, "short")["points"] == all_of


def test_a_table_that_nobody_looks_at_is_kept_by_nobody(game):
    table = weakref.ref(OutcomesTable(game))
    gc.collect()
    assert table() is None
