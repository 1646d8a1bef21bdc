"""Games of Surfin' Cats by the hundred: who plays which cat, what is counted, and that wins are shared."""
import numpy as np
import pytest

import surflab
from surflab.surfin_cats.simulation import every_seating

from .playing import BOX, CATS

pytestmark = pytest.mark.usefixtures("cats_engine")


def simulate(bots: str, games: int, **options):
    return surflab.simulate("surfin-cats", bots.split(), games, 5, progress=False, cards=BOX, **options)


def test_a_row_a_game_and_seat_in_words():
    rows = simulate("odds greedy", 40)
    assert len(rows) == 80 and list(rows["bot"][:2]) == ["odds", "greedy"] and set(rows["cat"]) == set(CATS)
    assert set(rows["instructor_card"]) <= set(BOX.instructor_names)
    assert np.allclose(rows.groupby("game")["win"].sum(), 1)
    best = rows.groupby("game")["score"].transform("max")
    assert (rows.loc[rows["win"] > 0, "score"] == best[rows["win"] > 0]).all()
    assert (rows["score"] == rows["flow"] + rows["items"] + rows["kept"] + rows["icons"] + rows["instructor"]).all()


def test_any_number_of_workers_plays_the_same_games():
    one, two = (simulate("odds random cautious", 300, workers=workers, waves=(1, 0, 0, 1)) for workers in (1, 2))
    assert one.equals(two)


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_every_cat_plays_every_seat_equally_often(seats):
    seating = every_seating(BOX, seats)
    assert all(len(set(row)) == seats for row in seating.tolist()) and len({tuple(row) for row in seating.tolist()}) == len(seating)
    for seat in range(seats):
        assert (np.bincount(seating[:, seat]) == len(seating) // 5).all()
        assert sorted(seating[:5, seat]) == list(range(5))


def test_cats_and_variants_can_be_chosen():
    rows = simulate("odds odds", 20, cats=["neo", "maria"], kittens=True, picks=3)
    assert list(rows["cat"][:2]) == ["neo", "maria"] and set(rows["cat"]) == {"neo", "maria"}
    assert rows["instructor_card"].isna().all() and (rows["purchases"] == 9).all()


@pytest.mark.parametrize(("bots", "options", "names"), [
    ("odds genius", {}, ["genius", "odds"]), ("odds odds odds odds odds odds", {}, ["1 to 5"]),
    ("odds", {"cats": ["neo", "maria"]}, ["2 for 1"]), ("odds", {"cats": ["tom"]}, ["tom"]), ("odds", {"picks": 9}, ["picks"]),
    ("odds", {"waves": (9, 0, 0, 1)}, ["waves"]),
])
def test_games_that_cannot_be_are_refused(bots, options, names):
    with pytest.raises(ValueError) as error:
        simulate(bots, 1, **options)
    assert [name for name in names if name not in str(error.value)] == []


def test_strengths_are_measured_at_the_games_own_table_sizes():
    found = surflab.strengths("surfin-cats", ["odds", "beginner"], games=60, cards=BOX, progress=False)
    assert sorted(set(found["seats"])) == [2, 3, 4, 5]
    duel = found[(found["bot"] == "odds") & (found["against"] == "beginner") & (found["seats"] == 2)].iloc[0]
    assert duel["low"] > duel["fair"] == 0.5
