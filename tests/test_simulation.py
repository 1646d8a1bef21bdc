"""Many games between bots: what the rows say, what is refused, and that the number of workers changes nothing."""
import numpy as np
import pandas as pd
import pytest

import surflab
from surflab import simulate, strengths
from surflab.surfs_up.batch import COLUMNS
from surflab.surfs_up.bots import BOTS
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import SOURCES, engine

pytestmark = pytest.mark.usefixtures("engine")
FOUR = ["reader", "saver", "collector", "random"]


@pytest.fixture(scope="module")
def played() -> pd.DataFrame:
    return simulate(bots=FOUR, games=300, seed=5, goals="draw")


# what the rows say
def test_a_row_is_a_seat_of_a_game(played):
    assert list(played.columns) == ["game", "seat", "bot", *SOURCES, "score", "win", *COLUMNS[len(SOURCES) + 1:]]
    assert list(played["game"]) == [game for game in range(300) for _ in range(4)]
    assert list(played["seat"]) == [0, 1, 2, 3] * 300
    assert list(played["bot"]) == FOUR * 300


def test_a_score_is_the_sum_of_its_sources(played):
    assert (played["score"] == played[list(SOURCES)].sum(axis=1)).all()


def test_a_win_goes_to_the_highest_score_and_is_shared_by_ties(played):
    for _, rows in played.groupby("game"):
        best = rows["score"] == rows["score"].max()
        assert (rows["win"] == best / best.sum()).all()
    assert (played["win"] == 0.5).any()  # or this test has seen no tie


def test_ends_are_words_and_the_same_for_a_whole_game(played):
    assert set(played["end"]) == {"bluebottles", "only rest left"}
    assert (played.groupby("game")[["end", "rounds"]].nunique() == 1).all(axis=None)


def test_goals_count_only_where_they_are_in_play(played):
    assert played["goals"].any()
    assert not simulate(bots=FOUR, games=100)["goals"].any()


def test_named_goals_are_in_play_in_every_game():
    sting = next(goal for goal in CardSet.house().goals if goal.metric == "stings" and goal.most == 0)
    rows = simulate(bots=FOUR, games=100, goals=[sting.name])
    assert (rows["goals"] == np.where(rows["bluebottle_tokens"] == 0, sting.points, 0)).all()


def test_a_card_set_is_given_itself_or_by_its_file(tmp_path):
    path = tmp_path / "red.toml"
    path.write_text("""
        game = "surfs-up"
        custom = true
        suits = ["red"]
        bluebottles = 2
        waves = [{suit = "red", points = 7, count = 20}]
        boards = []
        energy = []
        stings = [{value = 1, count = 6}]
    """)
    rows = simulate(bots=["saver", "random"], games=50, cards=path)
    assert (rows["waves"] == 7 * rows["waves_won"]).all()
    pd.testing.assert_frame_equal(rows, simulate(bots=["saver", "random"], games=50, cards=CardSet.load(path)))


# the same whoever does the work
@pytest.mark.parametrize("workers", [2, 5])
def test_the_number_of_workers_changes_nothing(played, workers):
    one = simulate(bots=FOUR, games=300, seed=5, goals="draw", workers=1)
    pd.testing.assert_frame_equal(one, played)
    pd.testing.assert_frame_equal(simulate(bots=FOUR, games=300, seed=5, goals="draw", workers=workers), played)


def test_more_games_begin_with_the_same_ones(played):
    pd.testing.assert_frame_equal(simulate(bots=FOUR, games=77, seed=5, goals="draw"), played[:77 * 4])


def test_another_seed_deals_other_games(played):
    assert not simulate(bots=FOUR, games=300, seed=6, goals="draw").equals(played)


def test_an_error_in_a_thread_comes_out(monkeypatch):
    def fail(*_):
        raise RuntimeError("the sea is closed")
    monkeypatch.setattr("surflab.surfs_up.simulation.Series.play", fail)
    with pytest.raises(RuntimeError, match="the sea is closed"):
        simulate(games=1000, workers=2)


# what is refused
@pytest.mark.parametrize(("wrong", "message"), [
    ({"game": "chess"}, "no game 'chess'; the games are 'surfs-up'"),
    ({"bots": ["reader", "readr"]}, "no bot 'readr'; the bots are 'random', 'saver', 'collector', 'reader'"),
    ({"bots": "reader"}, "bots must be a list"),
    ({"bots": 3}, "bots must be a list"),
    ({"bots": ["reader"]}, "seats 2 to 6, not 1"),
    ({"bots": ["reader"] * 7}, "seats 2 to 6, not 7"),
    ({"games": 0}, "games must be a whole number from 1"),
    ({"games": 2.5}, "games must be a whole number"),
    ({"games": True}, "games must be a whole number"),
    ({"workers": 0}, "workers must be a whole number"),
    ({"seed": -1}, "seed must be a whole number from 0"),
    ({"seed": 2**32}, "seed must be a whole number from 0"),
    ({"goals": "all"}, 'goals must be None, "draw", or a list'),
    ({"goals": ["Nap"]}, "no goal 'Nap'; its goals are 'Regular'"),
    ({"cards": "missing.toml"}, "missing.toml"),
])
def test_wrong_arguments_are_refused_with_what_is_possible(wrong, message):
    with pytest.raises(ValueError, match=message):
        simulate(**wrong)


def test_an_option_the_game_has_not_is_refused_with_those_it_has():
    with pytest.raises(TypeError, match="surfs-up has no option 'goal'; its options are goals, cards"):
        simulate(goal="draw")


# the progress bar
def test_the_progress_bar_shows_when_it_is_asked_for(capsys):
    simulate(games=300, progress=True)
    assert "300/300" in capsys.readouterr().err


@pytest.mark.parametrize(("patience", "progress", "shows"), [(0, None, True), (1000, None, False), (0, False, False)])
def test_the_progress_bar_waits_for_what_takes_long(capsys, monkeypatch, patience, progress, shows):
    monkeypatch.setattr("surflab.simulation.PATIENCE", patience)
    simulate(games=300, progress=progress)
    assert bool(capsys.readouterr().err) is shows


# strengths
@pytest.fixture(scope="module")
def measured() -> pd.DataFrame:
    return strengths(bots=["saver", "random", "collector"], seats=(2, 5), games=200, seed=3)


def test_every_bot_meets_every_other_and_all_at_every_table_size(measured):
    met = {(row.seats, row.bot, row.against) for row in measured.itertuples()}
    bots = {"saver", "random", "collector"}
    assert met == {(seats, bot, against) for seats in (2, 5) for bot in bots for against in {*bots, "everyone"} - {bot}}
    assert len(measured) == len(met)
    assert (measured["games"] >= 200).all()


def test_a_win_share_lies_in_its_interval_and_two_bots_share_all_wins(measured):
    assert ((measured["low"] <= measured["win"]) & (measured["win"] <= measured["high"])).all()
    assert (measured["fair"] == 1 / measured["seats"]).all()
    two = measured[measured["seats"] == 2].set_index(["bot", "against"])
    assert two.loc[("saver", "random"), "low"] > 0.5 > two.loc[("random", "saver"), "high"]


def test_a_mixed_table_hands_out_every_win(measured):
    mixed = measured[(measured["against"] == "everyone") & (measured["seats"] == 2)]
    assert mixed["win"].mean() == pytest.approx(0.5)


def test_equal_bots_win_their_fair_share(monkeypatch):
    monkeypatch.setitem(BOTS, "twin", BOTS["random"])
    monkeypatch.setitem(engine.compiled().bots.BOTS, "twin", engine.compiled().bots.BOTS["random"])
    monkeypatch.setattr("surflab.surfs_up.simulation.Series.FAST", tuple(BOTS))
    monkeypatch.setattr("surflab.surfs_up.simulation.Series.KNOWN", tuple(BOTS))
    for row in strengths(bots=["random", "twin"], seats=(2, 4), games=4000).itertuples():
        assert row.low < row.fair < row.high


def test_strengths_do_not_depend_on_the_workers(measured):
    again = strengths(bots=["saver", "random", "collector"], seats=(2, 5), games=200, seed=3, workers=1)
    pd.testing.assert_frame_equal(again, measured)


@pytest.mark.parametrize(("wrong", "message"), [
    ({"bots": ["saver"]}, "two or more different bots"),
    ({"bots": ["saver", "saver"]}, "two or more different bots"),
    ({"bots": ["saver", "sailor"]}, "no bot 'sailor'"),
    ({"seats": (1,)}, "seats 2 to 6, not 1"),
    ({"games": 0}, "games must be"),
])
def test_strengths_refuse_what_cannot_be_measured(wrong, message):
    with pytest.raises(ValueError, match=message):
        strengths(**wrong)


def test_both_are_part_of_the_package():
    assert surflab.simulate is simulate and surflab.strengths is strengths


@pytest.mark.parametrize("cards", [3, True, ["house"]])
def test_cards_are_a_set_or_a_path_and_never_a_file_that_happens_to_be_open(cards):
    with pytest.raises(ValueError, match="path"):
        simulate(bots=["random", "random"], games=1, cards=cards)
