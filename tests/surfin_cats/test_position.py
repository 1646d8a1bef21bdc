"""A position of Surfin' Cats: written down from any turn's start, read back, refused where no day can have come to it."""
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab import SurfinCats, records
from surflab.moments import MAIN, Moment
from surflab.surfin_cats import position_writer, rules, story
from surflab.surfin_cats.record import Record

from .playing import choose_all, played, some_table, wish_among
from .positions import BOX

MIDDLE = {
    "wave": "Yellow a", "earlier": ["Green b"], "turn": 2, "rounds": 7, "events": ["Low Tide"], "discards": ["Costly"],
    "seats": {
        "Ana": {"in_play": ["One", "Show"], "flow": 9, "bought": ["Slip"], "items": ["wax", "leash"], "complete": ["maria B"],
                "placed": ["shell on maria A 1", "star on maria C 1"], "instructor": "Koa"},
        "Ben": {"column": 2, "place": 1, "in_play": ["Two"], "flow": 4},
    },
}
TABLE = {"surflab": 1, "game": "surfin-cats", "cats": ["maria", "rufo"], "players": ["Ana", "Ben"], "cards": BOX.to_dict(), "seed": 5}
LAST_OF_TURN = ("act", "shown", "use", "bought")  # what happened before, which nothing that comes asks for


def table(said=MIDDLE, **params) -> SurfinCats:
    return SurfinCats.from_position(said, **{"cats": ["maria", "rufo"], "seats": ["Ana", "Ben"], "cards": BOX, "seed": 5} | params)


def changed(seat="", **said) -> dict:
    """MIDDLE with some keys said otherwise, of a seat where one is named."""
    if not seat:
        return MIDDLE | said
    return MIDDLE | {"seats": MIDDLE["seats"] | {seat: MIDDLE["seats"][seat] | said}}


# what is said lies there
def test_a_position_is_what_lies_on_the_table():
    session = table()
    described = session.game.describe(session.moment.state)
    ana, ben = described["players"]
    assert described["waves"] == ["Green b", "Yellow a"] and described["turn"] == 2 and described["events"] == ["Low Tide"]
    assert (ana["paddle"], ana["fall"], ana["flow"], ana["status"]) == (2, 1, 9, "surfing")
    assert ana["in_play"] == ["One", "Show"] and sorted(ana["items"]) == ["leash", "wax"] and ana["instructor"] == "Koa"
    assert Counter(ana["deck"]) == Counter(["Two", "Three", "Shell", "Distraction", "Gnarly", "maria first", "Slip"])
    assert [card["complete"] for card in ana["abilities"]] == [False, True, False]
    assert [card["spaces"] for card in ana["abilities"]] == [["shell", None], [None, None], ["star", None]]
    assert (ben["status"], ben["column"], ben["place"], ben["flow"]) == ("rode", 2, 1, 4) and session.rounds == 7
    assert session.to_choose == ["Ana"] and session.legal("Ana") == ["trick", "ride"]


def test_what_is_left_out_stands_as_at_the_start_of_a_day():
    session = table({})
    ana = session.game.describe(session.moment.state)["players"][0]
    assert ana["flow"] == rules.START_FLOW and ana["items"] == ["wax"] and len(ana["deck"]) == 8 and not ana["in_play"]
    assert session.game.position(session.moment.state) == (1, 0) and session.to_choose == ["Ana", "Ben"]


def test_the_rounds_that_are_not_said_are_the_fewest_that_can_be():
    session = table({key: value for key, value in MIDDLE.items() if key != "rounds"})
    assert session.rounds == 4 and "rounds" not in session.record().data["position"]


def test_a_deck_lies_as_listed_and_the_rest_as_the_seed_has_it():
    session = table(changed("Ana", deck=["Gnarly", "Slip"]))
    assert session.game.resolve(session.moment.state, {0: "trick"})[1][0].card == BOX.trick_kind("Gnarly")
    orders = [position_writer.of(game.game, game.moment.state, True)["seats"]["Ana"]["deck"]
              for game in (table(seed=1), table(seed=1), table(seed=2))]
    assert orders[0] == orders[1] != orders[2]


# there and back
def public(game, state) -> dict:
    """All that stays of a state once a turn is over."""
    table = state["table"][0]
    return {name: table[name].tolist() for name in table.dtype.names if name not in (*LAST_OF_TURN, "asked")} | {
        "choices": [game.legal(state, seat) for seat in game.to_choose(state)], "all": game.describe(state)}


def some_turn(seed: int):
    """A table and a moment of a day at it at which a turn begins, or None where there is none."""
    rng = random.Random(seed)
    game = some_table(rng)
    turns = [moment for moment in played(game, wish_among(rng)).path(MAIN)
             if moment.parent and not game.is_over(moment.state) and game.question(moment.state) == "act"]
    return (game, rng.choice(turns)) if turns else None


@settings(max_examples=8)
@given(st.integers(0, 2**32))
def test_every_turn_begins_at_a_position_that_plays_on_alike(seed):
    if (found := some_turn(seed)) is None:
        return
    game, here = found
    record = records.read(Record.position_data(game, here, hidden=True))
    there = record.lines.root
    assert public(record.game, there.state) == public(game, here.state)
    assert not [warning for warning in record.warnings if "position" in warning]
    assert records.load(records.dump(record)) == record
    is_fresh = not here.state["shuffles"][0].any()
    first, second = wish_among(random.Random(1)), wish_among(random.Random(1))
    while is_fresh and not game.is_over(here.state):
        here, there = choose_all(game, here, first), choose_all(record.game, there, second)
        assert public(record.game, there.state)["all"] == public(game, here.state)["all"]


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_a_position_that_tells_what_all_know_holds_every_card_and_token_once(seed):
    if (found := some_turn(seed)) is None:
        return
    game, here = found
    begun = records.read(Record.position_data(game, here))
    assert public(begun.game, begun.lines.root.state) == public(game, here.state)
    for start in (begun.game.start(), begun.game.redeal(begun.game.start(), 3)):
        for before, after in ((here.state[0], start[0]),):
            for seat in range(len(game.players)):
                assert sorted(before.deck[seat]) == sorted(after.deck[seat])
            assert sorted(before.market) == sorted(after.market) and before.table.tokens.tolist() == after.table.tokens.tolist()
            assert sorted(before.event[:before.events_left]) == sorted(after.event[:after.events_left])


def test_what_a_cat_alone_has_seen_is_told_to_its_own_eyes():
    session = table(changed("Ana", seen=["Gnarly"]))
    game, state = session.game, session.moment.state
    assert "seen" not in position_writer.of(game, state)["seats"]["Ana"]
    assert position_writer.of(game, state, eyes=0)["seats"]["Ana"]["seen"] == ["Gnarly"]
    assert "seen" not in position_writer.of(game, state, eyes=1)["seats"]["Ana"]
    assert position_writer.of(game, state, hidden=True)["seats"]["Ana"]["deck"][0] == "Gnarly"


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_in_the_middle_of_a_turn_a_position_is_its_beginning_and_what_was_chosen_since(seed):
    rng = random.Random(seed)
    game = some_table(rng)
    path = [moment for moment in played(game, wish_among(rng)).path(MAIN) if not game.is_over(moment.state)]
    for here in rng.sample(path, min(len(path), 5)):
        there = records.read(Record.position_data(game, here, hidden=True)).lines.tip(MAIN).state
        assert game.question(there) == game.question(here.state) and game.to_choose(there) == game.to_choose(here.state)
        assert game.describe(there) == game.describe(here.state)
        begun = records.read(Record.position_data(game, here)).lines.root.state
        assert game.question(begun) in ("act", game.question(path[0].state))


def test_a_day_that_is_over_is_no_position():
    session = SurfinCats(cats=["maria"], cards=BOX, kittens=True, bots={}, seed=3)
    session.play_to_end("greedy")
    with pytest.raises(ValueError, match="the game is over; a position has something to choose"):
        session.position()
    with pytest.raises(ValueError, match="a position stands where a turn begins"):
        position_writer.of(session.game, session.moment.state)


# sessions and records
def test_a_session_goes_on_from_a_position_in_every_way():
    session = table(bots={"Ana": "greedy", "Ben": "odds"})
    session.step()
    session.branch("fresh", "redealt", 4)
    session.play_to_end()
    history = session.history
    assert history["round"].min() == 7 and set(history[history["round"] == 7]["stage"]) == {"position"}
    assert story.round_account(session.game, session.lines.path(MAIN))[0][1] == "The position"
    again = SurfinCats.load(session.dumps())
    assert again.dumps() == session.dumps() and again.history.equals(history)
    session.deal()
    assert session.rounds == 7 and session.moment.parent is None


def test_a_position_alone_takes_the_rest_from_the_table():
    session = SurfinCats(cats=["maria", "rufo"], seats=["Ana", "Ben"], cards=BOX, bots={"Ben": "odds"}, seed=5)
    session.open_position("[position]\nwave = 'Green b'\n[position.seats.Ben]\ninstructor = 'Koa'\n")
    assert session.game.players == ("Ana", "Ben") and session.bots == {"Ben": "odds"} and session.seed == 5
    assert session.game.waves(session.moment.state) == ["Green b"]
    assert SurfinCats.from_position(session.position()).position() == session.position()


def test_keys_that_mean_nothing_are_warned_of_and_kept():
    record = records.read(table().record().data | {"position": changed("Ana", hat="red") | {"tide": 3}})
    assert record.warnings == ('position: the key "tide" means nothing here and is kept',
                               'position, Ana: the key "hat" means nothing here and is kept')
    assert SurfinCats.from_record(record).record().data["position"]["seats"]["Ana"]["hat"] == "red"


# what cannot be
REFUSED = [
    (3, "position: must be a table, not 3"),
    (changed(seats={"Bo": {}}), 'position, Bo: does not play; the seats are "Ana", "Ben"'),
    (changed(seats={"Ana": 3}), "position, Ana: must be a table, not 3"),
    (changed(wave="Tsunami"), 'position, wave: is "Tsunami"; there are "Green a"'),
    (changed(earlier=["Green b"] * 2), "position, earlier: waves lists 'Green b' more than once"),
    (changed(number=3), "position, wave: wave 3 is 'Yellow a' with a yellow flag, should have a red one"),
    (changed(number=9), "position, number: is 9, should be a whole number from 1 to 4"),
    (changed(turn=-1), "position, turn: is -1, should be a whole number from 0 to"),
    (changed(turn=True), "position, turn: is true, should be a whole number"),
    (changed(rounds=3), "position, rounds: is 3, should be at least 4: 2 turns of this wave, and a turn and a market visit of each wave before (SC50)"),
    ({"rounds": 0, "seats": {"Ana": {"in_play": ["One"]}, "Ben": {"in_play": ["Two"]}}}, "position, rounds: is 0, should be 1: 1 turn of this wave"),
    (changed(events=[]), "position, events: lists 0, but an event comes with every wave that is not black"),
    (changed(events=["Red Sky"]), "position, events: lists 1, but an event comes with every wave that is not black, and another one with a red flag"),
    (changed(earlier_events=[]), "position, earlier_events: lists 0 events, 0 of them with a red flag, for 1 wave before that is not black"),
    (changed(earlier_events=["Gift", "Gift"]), "position, earlier_events: lists 2 events, 0 of them with a red flag, for 1 wave before"),
    ({"earlier_events": ["Gift"]}, "position, earlier_events: lists 1 event, 0 of them with a red flag, for 0 waves before"),
    ({"discards": ["Costly"]}, "position, discards: lists cards, but no market was visited yet"),
    ({"events": ["Gift"], "seats": {"Ana": {"flow": 12}}}, "position, Ana, flow: is not as at the start, but no turn of the day is over"),
    ({"events": ["Low Tide"], "seats": {"Ana": {"items": []}}}, "position, Ana, items: is not as at the start"),
    ({"events": ["Low Tide"], "seats": {"Ana": {"placed": ["shell on maria A 1"]}}}, "position, Ana, placed: is not as at the start"),
    ({"events": ["Low Tide"], "seats": {"Ana": {"complete": ["maria B"]}}}, "position, Ana, complete: is not as at the start"),
    ({"events": ["Low Tide"], "seats": {"Ana": {"seen": ["One"]}}}, "position, Ana, seen: is not as at the start"),
    ({"events": ["Low Tide"], "seats": {"Ana": {"paddle": 3}}}, "position, Ana, paddle: is 3, but no turn of the wave is over"),
    (changed("Ana", gone=["Two"]), "position, Ana, gone: lists \"Two\", but no ability card that is complete does that (SC51)"),
    (changed("Ana", sheds="Two"), "position, Ana, sheds: is \"Two\", but no ability card that is complete does that (SC51)"),
    (changed("Ana", unlocked=["Costly"]), "position, Ana, unlocked: lists \"Costly\", but no ability card that is complete does that (SC51)"),
    (changed("Ana", returned="Koa"), "position, Ana, returned: is \"Koa\", which is the one that stays"),
    (changed("Ana", counts={"purchases": 9}), "position, Ana, counts, purchases: is 9, should be a whole number from 1 to 1"),
    (changed("Ana", counts={"performed": 99}), "position, Ana, counts, performed: is 99, should be a whole number from 2 to 7"),
    (changed(events=["Low Tide", "Gift"]), 'position, events: lists "Gift"; a second event comes only with a red flag'),
    (changed(events=["Storm"]), "position, events: lists 'Storm', which is not there"),
    (changed(discards=["Costly"] * 3), "position, discards: lists 'Costly', more than 2 times"),
    (changed("Ana", in_play=["One", "One"]), "position, Ana, in_play: lists 'One', more than 1 times"),
    (changed("Ana", in_play=["One"]), "position, Ana, in_play: has 1 trick together with discarded, but a cat that surfs"),
    (changed("Ana", in_play=["One", "Costly"]), "position, Ana, in_play: lists 'Costly', which is not there"),
    (changed("Ana", deck=["One"]), "position, Ana, deck: lists 'One', which is not there"),
    (changed("Ana", bought=["Slip", "Slip"]), "position, Ana, bought: lists 2 cards; by wave 2 a cat has taken at most 1"),
    (changed("Ana", paddle=9), "position, Ana, paddle: is 9, but a cat with more than 7 has wiped out"),
    (changed("Ana", fall="x"), 'position, Ana, fall: is "x", should be a whole number from 0'),
    (changed("Ana", items=["wax", "wax"]), 'position, Ana, items: lists "wax" more than once'),
    (changed("Ana", kept=["shell"]), 'position, Ana, kept: lists "shell", but resources are kept only with all 3'),
    (changed("Ana", placed=["shell on maria B 1"]), 'position, Ana, placed: has a resource on "maria B", which is complete'),
    (changed("Ana", placed=["star on maria A 1"]), 'position, Ana, placed: has "star on maria A 1", but that space takes shell'),
    (changed("Ana", placed=["moon"]), 'position, Ana, placed: has "moon", which names no space'),
    (changed("Ana", column=2), "position, Ana, in_play: has 2 tricks together with discarded; with 2 turns"),
    (changed("Ben", column=3), "position, Ben, column: is 3; the columns of Yellow a are 2, 4, 6, 8"),
    (changed("Ben", place=2), "position, Ben, place: is 2, should be a whole number from 1 to 1"),
    (changed("Ben", paddle=2), "position, Ben, paddle: is 2, but the tokens of a cat that rode"),
    (changed("Ben", instructor="Koa"), "position, instructor: lists 'Koa' more than once"),
    (changed("Ana", status="asleep"), 'position, Ana, status: is "asleep", should be "surfing", "rode", "wiped out"'),
    (changed("Ana", column="sand"), "position, Ana, in_play"),
]


@pytest.mark.parametrize(("said", "problem"), REFUSED, ids=[problem[:60] + str(number) for number, (_, problem) in enumerate(REFUSED)])
def test_what_cannot_be_is_refused_with_the_reason_and_the_place(said, problem):
    with pytest.raises(records.RecordError) as refused:
        records.read(TABLE | {"position": said})
    assert str(refused.value).startswith(problem)


def test_what_is_no_position_leaves_the_table_as_it_is():
    session = table()
    before = session.moment
    for source in (3, "x = [", {"wave": "Tsunami"}, {"game": "chess", "surflab": 1}):
        with pytest.raises(records.RecordError):
            session.open_position(source)
    assert session.moment is before and isinstance(before, Moment)
