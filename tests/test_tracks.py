"""Lines drawn over each other as rows: which ones, from where they part, and that a line is told once."""
import gc
import weakref

from surflab.moments import MAIN
from surflab.tracks import Track, Tracks
from tests.test_session import table


def numbers(game, path, eyes):
    """A row a round and seat that says nothing but the round."""
    return [{"round": number, "seat": seat, "eyes": eyes} for number in range(game.rounds(path[-1].state) + 1) for seat in game.players]


def branched():
    """Four rounds of main; "rests" leaves it after two, "deeper" leaves that after three."""
    game = table(bots=dict.fromkeys(("Ana", "Ben", "Cleo"), "random"))
    for name, after in (("rests", 2), ("deeper", 3)):
        while game.rounds < 4:
            game.step()
        game.at(round=after)
        game.branch(name)
        game.play(Ana="0")
    return game


def parted(tracks) -> list[tuple[str, int]]:
    return [(track.line, track.after) for track in tracks]


def test_a_line_is_drawn_from_where_it_leaves_the_lines_before_it():
    game = branched()
    tracks = Tracks(numbers)
    assert parted(tracks.of(game, [MAIN, "rests", "deeper"])) == [(MAIN, 0), ("rests", 2), ("deeper", 3)]
    assert parted(tracks.of(game, ["deeper", MAIN, "rests"])) == [("deeper", 0), (MAIN, 2), ("rests", 3)]
    game.overlaid = ["rests"]
    assert parted(tracks.of(game)) == [("deeper", 0), ("rests", 3)]


def test_rows_of_a_line_are_told_once_until_it_grows_or_other_eyes_look():
    game, tracks = branched(), Tracks(numbers)
    first = tracks.of(game)
    game.undo()
    assert tracks.of(game) == first and all(one.rows is two.rows for one, two in zip(tracks.of(game), first))
    assert {row["eyes"] for row in tracks.of(game, eyes="all")[0].rows} == {"all"}
    game.switch("deeper")
    game.play(Ana="0")
    assert tracks.of(game)[0].rows is not first[0].rows and tracks.of(game)[1].rows == first[1].rows


def test_rows_of_a_line_that_is_gone_are_kept_by_nobody():
    class Rows(list):
        """A list that can be watched."""

    game, tracks = branched(), Tracks(lambda *told: Rows(numbers(*told)))
    row = weakref.ref(tracks.of(game)[0].rows)
    assert row() is not None
    game.deal()
    gc.collect()
    assert row() is None


def test_a_track_is_equal_to_one_of_the_same_rows():
    assert Track("a", [{"round": 0}], 1) == Track("a", [{"round": 0}], 1) != Track("a", [{"round": 1}], 1)
