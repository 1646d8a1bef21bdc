"""A table of Surfin' Cats as a Param model: what its parameters deal, its lines, its records and its rows."""
import pytest

from surflab import records
from surflab.moments import MAIN
from surflab.records import RecordError
from surflab.surfin_cats.session import SurfinCats

from .playing import BOX, NAMES, PLAYTHROUGHS

pytestmark = pytest.mark.usefixtures("cats_engine")


def table(cats="maria rufo", **params) -> SurfinCats:
    return SurfinCats(**{"cats": cats.split(), "cards": BOX, "seed": 1, "kittens": True} | params)


# a new game
def test_a_table_is_dealt_as_the_parameters_say():
    game = table(seats=["Ana", "Ben"], picks=2, waves=[1, 0, 0, 1])
    assert game.game.players == ("Ana", "Ben") and game.game.cats == ("maria", "rufo")
    assert game.game.variant.picks == 2 and game.game.variant.flags == ["green", "black"]
    assert game.to_choose == ["Ana", "Ben"] and game.legal("Ana") == ["trick", "ride"] and game.rounds == 0
    assert table(kittens=False).legal("maria") != table(kittens=False, seed=2).legal("maria")


def test_a_table_for_one_person_has_bots_in_the_other_seats():
    game = SurfinCats()
    assert len(game.game.cats) == 4 and game.to_choose == ["maria"] and set(game.bots) == {"rufo", "mandy", "chope"}


@pytest.mark.parametrize(("wrong", "names"), [
    ({"cats": []}, ["cats"]), ({"cats": ["tom"]}, ["tom", "neo"]), ({"cats": ["maria", "maria"]}, ["different"]), ({"cats": "maria"}, ["cats"]),
    ({"seats": ["Ana"]}, ["1 for 2 cats"]), ({"seats": ["Ana", "Ana"]}, ["Ana"]), ({"seats": list("ABCDEF")}, ["0 to 5"]),
    ({"picks": 4}, ["picks"]), ({"waves": [1, 1, 1, 0]}, ["black"]), ({"waves": [6, 0, 0, 1]}, ["green"]), ({"kittens": 1}, ["kittens"]),
    ({"seed": -1}, ["seed"]), ({"bots": {"Zoe": "odds"}}, ["Zoe", "maria"]), ({"bots": {"rufo": "genius"}}, ["genius", "odds"]),
])
def test_a_table_that_cannot_be_is_refused_with_what_can(wrong, names):
    with pytest.raises(ValueError) as error:
        SurfinCats(**{"cats": ["maria", "rufo"], "cards": BOX} | wrong)
    assert [name for name in names if name not in str(error.value)] == []


# playing
def test_a_step_plays_a_turn_where_bots_answer_what_it_asks():
    game = table(bots={"maria": "odds", "rufo": "greedy"}, kittens=False)
    stops = []
    while not game.is_over:
        game.step()
        stops.append(game.game.question(game.moment.state))
    assert set(stops) == {"act", "market", ""}
    assert game.rounds == len({row for row in game.history["round"]}) - 1


def test_a_person_is_asked_in_the_middle_of_a_turn():
    game = table(bots={"rufo": "odds"})
    seen = set()
    for _ in range(100):
        if game.is_over:
            break
        seen.add(game.game.question(game.moment.state))
        if game.to_choose:
            game.play(game.legal("maria")[0])
        else:
            game.step()
    assert game.is_over and seen > {"act", "market", "place"}
    while game.rounds:
        game.undo()
    game.redo()
    assert game.moment in game.lines.path(MAIN)


def test_choices_are_secret_until_all_have_chosen():
    game = table()
    game.choose("maria", "ride")
    assert game.to_choose == ["rufo"] and game.choices == {"maria": "ride"}
    with pytest.raises(ValueError, match="rufo cannot choose 'swim'; legal is 'trick', 'ride'"):
        game.choose("rufo", "swim")
    with pytest.raises(ValueError, match="rufo has not chosen"):
        game.step()
    game.play(rufo="ride")
    assert game.game.question(game.moment.state) == "market"


def test_rounds_are_found_and_branches_leave_them():
    game = table(bots={"maria": "odds", "rufo": "greedy"})
    game.play_to_end()
    end = game.rounds
    game.at(round=3)
    game.branch("other cards", "redealt", seed=8)
    game.play_to_end()
    game.at(MAIN, 2)
    game.play("ride", "ride") if game.game.question(game.moment.state) == "act" else game.step()
    assert list(game.lines)[:2] == [MAIN, "other cards"]
    history = game.history
    assert set(history["line"]) == set(game.lines) and history[history["line"] == MAIN]["round"].max() == end
    waves = game.wave_history
    assert len(waves[waves["line"] == MAIN]) == 8 and {"flow", "column", "outcome"} <= set(waves)


def test_it_says_how_it_stands():
    game = table(bots={"maria": "odds", "rufo": "greedy"})
    assert repr(game) == "<Surfin' Cats: in wave 1, turn 1; maria 10, rufo 10>"
    game.play_to_end()
    points = [game.game.points(game.moment.state, seat)["total"] for seat in (0, 1)]
    assert repr(game).endswith(f"maria {points[0]}, rufo {points[1]}>") and "after wave 4" in repr(game)


# records
def test_a_saved_table_comes_back_whole(tmp_path):
    game = table(players := "maria rufo", seats=list(NAMES[:2]), title="Thursday", mixed=True, picks=2, waves=[1, 0, 0, 2], kittens=False,
                 bots={"Ben": "odds"})
    game.play(game.legal("Ana")[0])
    game.branch("what if", "redealt")
    game.save(tmp_path / "day.toml")
    again = SurfinCats.load(tmp_path / "day.toml")
    assert again.cats == players.split() and again.seats == ["Ana", "Ben"] and again.title == "Thursday" and again.bots == {"Ben": "odds"}
    assert (again.kittens, again.mixed, again.picks, again.waves) == (False, True, 2, [1, 0, 0, 2])
    assert again.line == MAIN and list(again.lines) == [MAIN, "what if"] and again.dumps() == game.dumps()
    assert again.cards == BOX
    again.play_to_end("random")
    assert again.is_over and not game.is_over


def test_keys_that_surflab_does_not_know_survive_play():
    game = SurfinCats.load(PLAYTHROUGHS / "two-cats.toml")
    record = records.load(game.dumps() + "\n[weather]\nwind = {from = \"NE\", at = [1, 2, 3, 4, 5, 6, 7]}\n")
    game.open(record)
    game.switch("fresh cards")
    game.play_to_end("random")
    assert game.record().data["weather"] == record.data["weather"]
    game.deal()
    assert "weather" not in game.record().data


def test_a_record_of_the_other_game_is_refused():
    game = table()
    other = records.load('surflab = 1\ngame = "surfs-up"\nplayers = ["Ana", "Ben"]\n')
    before = game.moment
    with pytest.raises(RecordError, match="surfs-up"):
        game.open(other)
    assert game.moment is before


def test_the_package_offers_it():
    import surflab

    assert surflab.SurfinCats is SurfinCats
