"""A table being played: choosing, stepping, going back and forward, lines. Played here with Surf's Up!."""
import pytest

from surflab import records
from surflab.moments import MAIN, MOST_LINES
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.session import SurfsUp

pytestmark = pytest.mark.usefixtures("engine")

CARDS = CardSet.from_dict({
    "custom": True, "suits": ["north", "south"], "bluebottles": 5,
    "waves": [{"suit": "north", "points": 1, "count": 8}, {"suit": "south", "points": 5, "count": 8}],
    "boards": [{"suit": "north", "bonus": 1, "cost": 1, "count": 6}, {"suit": "south", "bonus": 1, "cost": 1, "count": 6}],
    "energy": [], "stings": [{"value": 1, "count": 9}],
    "goals": [{"name": "Northerner", "points": 2, "metric": "waves.north", "at_least": 1}]})


def table(seats="Ana Ben Cleo", **params) -> SurfsUp:
    return SurfsUp(**{"seats": seats.split(), "cards": CARDS, "goals": [], "seed": 1} | params)


def whole(session) -> tuple:
    """Everything that a failed call must leave as it was."""
    return (session.moment, session.line, dict(session.choices), session.game, dict(session.lines.tips),
            dict(session.lines.forks))


def refused(session, call, *names: str) -> None:
    """The call raises ValueError naming all this, and nothing has changed."""
    before = whole(session)
    with pytest.raises(ValueError) as error:
        call()
    assert [name for name in names if name not in str(error.value)] == []
    assert whole(session) == before


# a new game
def test_a_table_is_dealt_as_the_parameters_say():
    game = table("Ana Ben", goals=["Northerner"])
    assert game.game.players == ("Ana", "Ben") and game.game.goals == ("Northerner",)
    assert game.rounds == 0 and not game.is_over and game.line == MAIN and game.to_choose == ["Ana", "Ben"]
    assert (table(seed=1).moment.state == table(seed=1).moment.state).all()
    assert (table(seed=1).moment.state != table(seed=2).moment.state).all()


@pytest.mark.parametrize(("wrong", "names"), [
    ({"seats": ["Ana"]}, ["2 to 6"]), ({"seats": ["Ana", "Ana"]}, ["seats", "Ana"]), ({"seats": "Ana"}, ["seats"]), ({"seats": ["Ana", ""]}, ["a seat"]),
    ({"goals": ["No such"]}, ["No such", "Northerner"]), ({"goals": "all"}, ["'all'", "draw"]),
    ({"seed": -1}, ["seed"]), ({"seed": 2**32}, ["seed"]),
    ({"bots": {"Zoe": "random"}}, ["Zoe", "Ana"]), ({"bots": {"Ana": "genius"}}, ["genius", "random"]),
])
def test_a_table_that_cannot_be_is_refused_with_what_can(wrong, names):
    with pytest.raises(ValueError) as error:
        SurfsUp(**{"seats": ["Ana", "Ben"], "cards": CARDS, "goals": []} | wrong)
    assert [name for name in names if name not in str(error.value)] == []


def test_dealing_begins_anew_or_keeps_the_game():
    game = table()
    game.play("5", "4", "0")
    refused(game, lambda: game.deal(goals=["No such"]), "No such")
    refused(game, lambda: game.deal(rounds=3), "'rounds'", "seats, goals, cards, seed, set_up")
    game.deal(goals=["Northerner"])
    assert game.rounds == 0 and game.game.goals == ("Northerner",) and list(game.lines) == [MAIN]


def test_the_default_table_has_a_person_and_bots():
    game = SurfsUp()
    assert game.to_choose == ["Ana"] and set(game.bots) == {"Ben", "Cleo", "Dev"}


# playing
def test_a_printed_table_tells_where_it_stands():
    assert str(table("Ana Ben")) == "<Surf's Up!: 0 rounds played; Ana 0, Ben 0>"


def test_play_takes_choices_in_seat_order_or_by_name():
    one, two = table(), table()
    one.play("5", "4", "0")
    two.play(Cleo="0", Ana="5", Ben="4")
    assert (one.moment.state == two.moment.state).all()
    assert one.moment.choices == {0: "5", 1: "4", 2: "0"}


def test_people_alone_are_asked_and_bots_play_up_to_the_next_stop():
    game = table(bots={"Ben": "random", "Cleo": "random"})
    game.play("0")
    assert game.rounds == 1 and game.lines.path(MAIN)[1].choices[0] == "0"
    game.bots = {"Ana": "random"} | game.bots
    game.step()
    assert game.rounds == 2 and game.game.is_between_rounds(game.moment.state)


def test_a_person_stops_at_the_beach_and_the_winner_comes_first():
    game = table()
    game.play("5", "4", "0")
    assert game.to_choose == ["Ana"] and game.legal("Ben") == [] and game.rounds == 0
    game.play("respect")
    assert game.to_choose == ["Ben"]
    game.play("respect")
    assert game.rounds == 1 and game.to_choose == ["Ana", "Ben", "Cleo"]


def test_choices_are_put_down_one_by_one_and_taken_back():
    game = table()
    game.choose("Ben", "4")
    game.choose("Ana", "1")
    game.choose("Ana", "5")
    assert game.choices == {"Ben": "4", "Ana": "5"} and game.to_choose == ["Cleo"]
    game.choose("Ben", None)
    assert game.to_choose == ["Ben", "Cleo"]
    game.play(Ben="3", Cleo="0")
    assert game.moment.choices == {0: "5", 1: "3", 2: "0"} and game.choices == {}


def test_wrong_choices_are_refused_with_what_is_legal():
    game = table()
    game.choose("Ben", "4")
    refused(game, lambda: game.choose("Ana", "6t"), "Ana", "'6t'", "'0', '1', '2', '3', '4', '5'")
    refused(game, lambda: game.choose("Zoe", "1"), "Zoe", "Ana")
    refused(game, lambda: game.play(Ana="9", Cleo="1"), "Ana", "'9'", "'5'")
    refused(game, lambda: game.play(Ana=5, Cleo="1"), "Ana", "5", "'5'")
    refused(game, lambda: game.play("5"), "3 must choose", "Ana, Ben, Cleo")
    refused(game, lambda: game.play("5", "4", Cleo="1"), "not both")
    refused(game, lambda: game.play(Zoe="5"), "Zoe", "Ana")
    refused(game, game.step, "Ana", "has not chosen", "'5'")
    refused(game, game.play_to_end, "has not chosen")
    game.play(Ana="5", Cleo="0")
    refused(game, lambda: game.play(Ana="5"), "Ana", "'respect', 'buy")
    refused(game, lambda: game.choose("Ben", "respect"), "Ben", "turn")
    refused(game, lambda: game.play(Ana="respect", Ben="respect"), "Ben")


def test_a_bot_that_is_not_there_is_refused_before_anything_is_played():
    game = table()
    refused(game, lambda: setattr(game, "bots", {"Ben": "genius"}), "genius", "random")
    refused(game, lambda: setattr(game, "bots", {"Zoe": "random"}), "Zoe", "Ana")
    assert game.bots == {}
    game.bots["Ben"] = "genius"
    refused(game, lambda: game.play("5", "4", "0"), "genius", "random")
    refused(game, lambda: game.play_to_end("genius"), "genius", "random")


def test_a_failure_after_some_decisions_leaves_no_trace(monkeypatch):
    game = table()
    ask, asked = game.game.ask, []

    def fail_later(state, seat, bot):
        asked.append(seat)
        if len(asked) > 9:
            raise ValueError("out of wax")
        return ask(state, seat, bot)

    monkeypatch.setattr(type(game.game), "ask", lambda self, *arguments: fail_later(*arguments))
    refused(game, lambda: game.play_to_end("random"), "out of wax")


def test_play_to_the_end_keeps_the_bots_that_are_there_and_seats_one_for_people():
    game = table(bots={"Ben": "random"})
    game.choose("Ana", "5")
    game.play_to_end("random")
    assert game.is_over and game.lines.path(MAIN)[1].choices[0] == "5"
    assert game.to_choose == [] and game.bots == {"Ben": "random"}
    game.play_to_end("random")
    refused(game, lambda: game.play("5"), "over")
    refused(game, game.step, "over")


# back and forward
def test_playing_on_halts_at_the_first_stop_when_its_time_is_over():
    game, whole = (SurfsUp(seats=["Ana", "Ben"], bots={"Ben": "reader"}, seed=3) for _ in range(2))
    game.play_on(0, "saver")
    assert game.rounds == 1
    while not game.is_over:
        game.play_on(0, "saver")
    whole.play_to_end("saver")
    assert [moment.choices for moment in game.moment.path()] == [moment.choices for moment in whole.moment.path()]


def test_undo_and_redo_go_from_stop_to_stop():
    game = table(bots={"Cleo": "random"})
    game.play("5", "4")
    game.play("respect")
    stops = [game.moment]
    while game.moment.parent is not None:
        game.undo()
        stops.append(game.moment)
    refused(game, game.undo, "nothing to undo")
    assert stops[-1] is game.lines.root
    for stop in stops[-2::-1]:
        game.redo()
        assert game.moment is stop
    refused(game, game.redo, "nothing to redo")


def test_undo_takes_choices_in_hand_back():
    game = table()
    game.play("0", "0", "0")
    game.choose("Ana", "5")
    game.undo()
    assert game.choices == {}


def test_the_same_choices_follow_the_line_and_others_begin_a_new_one():
    game = table()
    game.play("0", "0", "0")
    after = game.moment
    game.undo()
    game.play("0", "0", "0")
    assert game.moment is after and list(game.lines) == [MAIN]
    game.undo()
    game.play("1", "0", "0")
    assert list(game.lines) == [MAIN, "what if 1"] and game.line == "what if 1"
    assert game.lines.tip(MAIN) is after


def test_at_looks_at_the_end_of_a_round():
    game = table()
    for _ in range(3):
        game.play("0", "0", "0")
    game.at(round=1)
    assert game.rounds == 1 and game.line == MAIN
    refused(game, lambda: game.at(round=4), "0 to 3", "4")
    refused(game, lambda: game.at("nowhere"), "nowhere", "main")
    assert game.at(MAIN) is game.lines.tip(MAIN)


def test_one_change_is_seen_a_step():
    game, seen = table(bots={"Ben": "random", "Cleo": "random", "Ana": "random"}), []
    game.param.watch(lambda *events: seen.append([event.name for event in events]), ["moment", "line", "choices"])
    game.step()
    assert len(seen) == 1


# lines
def test_a_branch_goes_its_own_way_from_here():
    game = table()
    game.play("0", "0", "0")
    game.play("0", "0", "0")
    game.undo()
    here = game.moment
    game.branch("Ana paddles")
    assert game.line == "Ana paddles" and game.moment is here
    game.play("5", "0", "0")
    game.switch(MAIN)
    assert game.rounds == 2 and game.moment is game.lines.tip(MAIN)
    game.switch("Ana paddles")
    assert game.moment.parent is here


def test_a_redealt_branch_begins_with_other_cards_and_undo_skips_the_old_ones():
    game = table()
    game.play("0", "0", "0")
    before = game.moment
    game.branch("fresh", "redealt", seed=5)
    fresh = game.moment
    assert fresh.redealt == 5 and fresh.parent is before and game.rounds == 1
    assert game.game.describe(fresh.state) == game.game.describe(before.state)
    assert list(fresh.state["ocean"][0]) != list(before.state["ocean"][0])
    game.undo()
    assert game.rounds == 0
    game.redo()
    assert game.moment is fresh and game.find(1, "fresh") is fresh and game.find(1, MAIN) is before


@pytest.mark.parametrize("name", ["", " x", "x ", "x" * 41, "<b>", "a\nb", MAIN, 5, None])
def test_a_line_needs_a_sensible_name_of_its_own(name):
    game = table()
    refused(game, lambda: game.branch(name), "name" if name != MAIN else "already")


def test_wrong_lines_and_fates_are_refused():
    game = table()
    refused(game, lambda: game.branch("b", "kind"), "'same'", "'redealt'", "kind")
    refused(game, lambda: game.branch("b", "redealt", seed=-1), "seed")
    refused(game, lambda: game.switch("b"), "'b'", "'main'")
    other = table().moment
    refused(game, lambda: game.go(other), "not on the line")
    for number in range(MOST_LINES - 1):
        game.branch(f"b{number}")
    refused(game, lambda: game.branch("one more"), "64")


@pytest.mark.parametrize("name", ["nowhere", None, ["main"]])
def test_a_line_that_is_not_there_is_refused_with_those_that_are(name):
    game = SurfsUp(seats=["Ana", "Ben"], bots={})
    with pytest.raises(ValueError, match="the lines are 'main'"):
        game.switch(name)


@pytest.mark.parametrize("record", [None, "thursday.toml", {}])
def test_only_a_record_is_opened(record):
    game = SurfsUp(seats=["Ana", "Ben"], bots={})
    before = game.moment
    with pytest.raises(ValueError, match="opens a record, as surflab.records.load reads one"):
        game.open(record)
    assert game.moment is before


def test_history_has_a_row_a_line_round_and_seat():
    game = table()
    game.play("0", "0", "0")
    game.branch("b")
    game.play("0", "0", "0")
    counted = game.history.groupby("line")["round"].max()
    assert dict(counted) == {MAIN: 1, "b": 2} and len(game.history) == (2 + 3) * 3


# records
def test_a_saved_table_opens_as_it_was(tmp_path):
    game = table(bots={"Ben": "random"}, title="Thursday", goals=["Northerner"])
    game.play("5", "0")
    game.branch("b")
    game.save(tmp_path / "game.toml")
    for opened in (SurfsUp.load(tmp_path / "game.toml"), SurfsUp.load(game.dumps()), SurfsUp.from_record(game.record())):
        assert (opened.seats, opened.bots, opened.seed, opened.title, opened.goals) == (
            ["Ana", "Ben", "Cleo"], {"Ben": "random"}, 1, "Thursday", ["Northerner"])
        assert opened.cards == CARDS and opened.dumps() == game.dumps() and opened.line == MAIN


def test_opening_lays_the_record_on_the_table_and_leaves_the_record_alone():
    record = table("Ana Ben", seed=4).record()
    game, seen = table(), []
    game.param.watch(lambda *events: seen.append(game.game.players), ["moment", "seats"])
    game.open(record)
    assert game.game.players == ("Ana", "Ben") and game.seats == ["Ana", "Ben"] and seen == [("Ana", "Ben")]
    game.play("0", "0")
    assert record.describe()["rounds"] == 0


def test_keys_of_a_record_survive_until_a_new_game_is_dealt():
    record = records.load(table().dumps().replace("\n\n", '\nweather = "fine"\n\n', 1))
    game = SurfsUp.from_record(record)
    game.play("0", "0", "0")
    assert game.record().data["weather"] == "fine"
    game.deal()
    assert "weather" not in game.record().data


def test_seats_that_leave_take_their_bots_along():
    game = table(bots={"Ben": "random", "Cleo": "saver"})
    game.seats = ["Ana", "Ben", "Zoe"]
    assert game.bots == {"Ben": "random"} and game.to_choose == ["Ana", "Zoe"]
    game.deal(seats=["Zoe", "Ben"], bots={"Zoe": "saver"})
    assert game.bots == {"Zoe": "saver"} == game.record().bots
