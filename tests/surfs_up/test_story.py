"""What happened at a table, in sentences and in rows."""
import gc
import random
import weakref

import pytest

from surflab.moments import MAIN, Moment
from surflab.surfs_up import rules, story
from surflab.surfs_up.record import Record
from surflab.surfs_up.session import SurfsUp

from .playing import NAMES, small_game, states_of, wish_among

pytestmark = pytest.mark.usefixtures("engine")

CARDS = {"custom": True, "suits": ["north", "south"], "bluebottles": 2,
         "waves": [{"suit": "north", "points": 1, "count": 4}, {"suit": "south", "points": 5, "count": 4}],
         "boards": [{"suit": "north", "bonus": 1, "cost": 1, "count": 2}],
         "energy": [{"value": 3, "cost": 1, "count": 2}],
         "stings": [{"value": 1, "count": 2}, {"value": 2, "count": 2}],
         "goals": [{"name": "Northerner", "points": 2, "metric": "waves.north", "at_least": 1}]}
DECKS = {"ocean": ["north 1", "south 5", "south 5", "bluebottle", "north 1", "bluebottle"],
         "beach": ["north +1", "energy 3"], "stings": [2, 1, 1]}
REST = {"play": ["0", "0", "0"]}
WON_AND_RUN = {"play": ["5", "3", "0"], "winner": "buy north +1", "runner_up": "respect"}


def played(*rounds: dict, **keys) -> Record:
    return Record.read({"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben", "Cleo"], "cards": CARDS,
                        "goals": ["Northerner"], "decks": DECKS, "rounds": list(rounds)} | keys)


def account(record: Record, eyes=None, line: str = MAIN) -> list:
    return story.round_account(record.game, record.lines.path(line), eyes)


# sentences
def test_a_round_is_told_in_the_order_of_the_rules():
    record = played(WON_AND_RUN)
    assert account(record) == [
        (0, ["Ana, Ben and Cleo sit down.",
             "In the surf: north 1, south 5 and south 5. On the beach: " + beach(record) + ".",
             "The shared goals are Northerner."]),
        (1, ["Ana plays 5, Ben plays 3 and Cleo rests.",
             "Ana wins the wave north 1 (1 point).", "Ben is runner-up.",
             "Ana buys north +1 for 1 respect.", "Ben takes respect and has 3.",
             "Cleo has an empty towel and has 3 respect."])]


def beach(record: Record) -> str:
    *first, last = record.game.beach(record.lines.root.state)
    return f"{', '.join(first)} and {last}"


def test_wipeouts_and_waves_nobody_catches_are_told():
    record = played({"play": ["5", "5", "0"]})
    assert account(record)[1][1][1:4] == ["Ana wipes out.", "Ben wipes out.", "Nobody catches the wave north 1."]


def test_the_value_of_a_token_is_told_to_its_seat_alone():
    """Round 4 is the first bluebottle; Ana and Ben are lowest there. Nothing is told to nobody, all to "all" (SU63)."""
    record = played(REST, REST, REST, {"play": ["1", "1", "2"]})
    told = {eyes: [sentence for sentence in dict(account(record, eyes))[4] if "stung" in sentence]
            for eyes in (None, 0, 1, 2, "all")}
    assert told[None] == told[2] == ["Ana is stung and takes a token.", "Ben is stung and takes a token."]
    assert told[0] == ["Ana is stung and takes a token of 2.", "Ben is stung and takes a token."]
    assert told[1] == ["Ana is stung and takes a token.", "Ben is stung and takes a token of 1."]
    assert told["all"] == ["Ana is stung and takes a token of 2.", "Ben is stung and takes a token of 1."]


def test_at_the_end_every_token_is_told_and_the_winner():
    record = played(REST, REST, REST, {"play": ["0", "0", "2"]}, REST, {"play": ["1", "0", "2"]})
    assert record.describe()["end"] == "bluebottles"
    sentences = [sentence for _, told in account(record, "all") for sentence in told]
    assert "Ana is stung and takes a token of 2." in sentences
    assert "The last bluebottle has come in: the game is over." in sentences
    assert record.account()[-1] == "  Cleo wins." and "0 points" in record.account()[-2]


def test_a_full_table_that_can_take_nothing_and_one_that_has_only_rest_are_told():
    cards = CARDS | {"boards": [], "energy": []}
    record = Record.read({"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben"], "cards": cards, "decks": {
        "ocean": ["north 1"] * 4 + ["south 5"] * 3}, "rounds": [
        *[{"play": ["0", "0"]}] * 2, *[{"play": [card, "0"]} for card in "54321"]]})
    sentences = [sentence for _, told in account(record) for sentence in told]
    assert "Ana has full respect and can pay for nothing on the beach." in sentences
    assert sentences[-1] == "Somebody has nothing left but the rest card: the game is over."


def test_cards_dealt_anew_are_told_in_the_round_they_come_before():
    record = played(REST, REST, branches=[{"name": "b", "after": 2, "fate": "redealt"}])
    assert account(record, line="b")[-1] == (3, ["From here on the cards still to come are other ones."])


def test_an_unfinished_round_ends_with_who_must_choose():
    record = played({"play": ["5", "3", "0"]})
    assert record.account()[-5:] == [
        "After 0 rounds",
        "  Ana: 3 points (waves 1, boards 0, goals 2, stings 0)",
        "  Ben: 0 points (waves 0, boards 0, goals 0, stings 0)",
        "  Cleo: 0 points (waves 0, boards 0, goals 0, stings 0)",
        "  Ana may choose respect, buy energy 3 or buy north +1."]
    assert account(record)[-1][0] == 1


def test_every_event_of_many_games_has_a_sentence():
    rng, kinds = random.Random(5), set()
    for number in range(30):
        game = small_game(rng, 2 + number % 5)
        path = path_through(game, wish_among(rng))
        kinds |= {int(event.kind) for moment in path for event in moment.events}
        sentences = [sentence for _, told in story.round_account(game, path, "all") for sentence in told]
        assert all(sentence.endswith(".") and len(sentence) < 300 for sentence in sentences)
    assert kinds == set(range(rules.ENDED + 1))


def path_through(game, choose) -> list[Moment]:
    """The moments of a whole game whose seats choose so."""
    moment = Moment(game.start())
    while not game.is_over(moment.state):
        choices = {seat: choose(game.legal(moment.state, seat)) for seat in game.to_choose(moment.state)}
        state, events = game.resolve(moment.state, choices)
        moment = Moment(state, moment, choices, events)
    return moment.path()


# rows
def rows(record: Record, **wanted) -> list[dict]:
    return [row for row in story.trajectory(record.game, record.lines.path(MAIN))
            if all(row[key] == value for key, value in wanted.items())]


def test_there_is_a_row_a_seat_and_whole_round_from_the_deal_on():
    record = played(WON_AND_RUN)
    assert [(row["round"], row["seat"]) for row in rows(record)] == [
        (number, name) for number in (0, 1) for name in ("Ana", "Ben", "Cleo")]
    deal = rows(record, round=0)[0]
    assert (deal["choice"], deal["outcome"], deal["hand"], deal["energy"], deal["respect"]) == (None, None, 6, 15, 2)
    assert (deal["score"], deal["towel"], deal["trashed"]) == (0, 0, 0)


@pytest.mark.parametrize(("play", "outcomes"), [
    (["5", "5", "3"], ["wiped out", "wiped out", "won"]),
    (["5", "4", "3"], ["won", "runner-up", "missed"]),
    (["0", "0", "0"], ["rested", "rested", "rested"]),
])
def test_outcomes_of_a_wave(play, outcomes):
    taken = {key: "respect" for key, outcome in (("winner", "won"), ("runner_up", "runner-up")) if outcome in outcomes}
    told = rows(played({"play": play} | taken), round=1)
    assert [row["choice"] for row in told] == play and [row["outcome"] for row in told] == outcomes


def test_outcomes_of_a_bluebottle():
    record = played(REST, REST, REST, {"play": ["0", "3", "2"]})
    assert [row["outcome"] for row in rows(record, round=4)] == ["stung", "avoided", "avoided"]


def test_a_row_counts_what_a_seat_holds():
    ana, ben, cleo = rows(played(WON_AND_RUN), round=1)
    assert {key: ana[key] for key in ("score", "waves", "boards", "goals", "stings", "respect", "hand", "energy", "towel",
                                      "trashed", "waves_won", "boards_bought", "bluebottle_tokens")} == {
        "score": 4, "waves": 1, "boards": 1, "goals": 2, "stings": 0, "respect": 1, "hand": 5, "energy": 10, "towel": 0,
        "trashed": 1, "waves_won": 1, "boards_bought": 1, "bluebottle_tokens": 0}
    assert (ben["hand"], ben["towel"], ben["trashed"], ben["runner_ups"]) == (5, 1, 0, 1)
    assert (cleo["rests"], cleo["respect"]) == (1, 3)


def test_rows_agree_with_the_game_over_many_games():
    rng = random.Random(6)
    for number in range(20):
        game = small_game(rng, 2 + number % 5)
        path = path_through(game, wish_among(rng))
        whole = {game.rounds(moment.state): moment.state for moment in path if game.is_between_rounds(moment.state)}
        told = story.trajectory(game, path)
        assert len(told) == len(whole) * len(game.players)
        for row in told:
            state, seat = whole[row["round"]], game.players.index(row["seat"])
            described = game.describe(state)["players"][seat]
            assert row["score"] == sum(row[source] for source in ("waves", "boards", "goals", "stings"))
            assert row["score"] == described["points"]["total"]
            assert (row["hand"], row["towel"]) == (len(described["hand"]), len(described["towel"]))
            assert row["energy"] == sum(int(card.rstrip("t")) for card in described["hand"])
            assert row["waves_won"] == len(described["waves"]) and row["boards_bought"] == len(described["boards"])
            assert row["trashed"] >= 0 and (row["outcome"] in story.OUTCOMES or row["round"] == 0)


def test_rows_are_counted_once_a_moment_and_forgotten_with_it():
    record = played(WON_AND_RUN, REST)
    first = story.trajectory(record.game, record.lines.path(MAIN))
    counted = story._told[record.lines.tip(MAIN)]
    first[-1]["score"] = "changed"
    assert story.trajectory(record.game, record.lines.path(MAIN))[-1]["score"] != "changed"
    assert story._told[record.lines.tip(MAIN)] is counted
    kept = weakref.ref(record.lines.tip(MAIN))
    del record
    gc.collect()
    assert kept() is None


def test_a_session_tells_all_its_lines_in_one_tidy_table():
    table = SurfsUp(seats=["Ana", "Ben"], goals=[], seed=3)
    table.play("5", "4")
    table.branch("b", "redealt")
    history = table.history
    assert list(history.columns[:3]) == ["line", "round", "seat"]
    assert set(history["line"]) == {"main", "b"} and not history.duplicated(["line", "round", "seat"]).any()


def test_states_are_told_for_every_number_of_seats():
    for seats in range(2, 7):
        game = small_game(random.Random(seats), seats)
        assert story.tell(game, Moment(states_of(game, wish_among(random.Random(1)))[0]))[0].startswith(NAMES[0])
