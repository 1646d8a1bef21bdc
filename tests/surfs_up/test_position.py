"""A position of Surf's Up!: written down from any reveal, read back, refused where no game can have come to it."""
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab import SurfsUp, links, records
from surflab.moments import Lines, Moment
from surflab.surfs_up import position, rules, story
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game
from surflab.surfs_up.page import board
from surflab.surfs_up.record import Record

from .playing import play_through, small_game, states_of, wish_among

MIDDLE = {
    "surf": ["teal 4", "orange 2", "bluebottle"], "beach": ["orange +2", "energy 4", "teal +1"],
    "bluebottles": 1, "trash": ["orange 1"],
    "seats": {"Ana": {"hand": ["0", "2", "3", "4t"], "towel": ["1"], "respect": 1, "waves": ["orange 1", "teal 5"],
                      "boards": ["teal +1"], "stings": [2]}, "Ben": {"towel": ["5"], "stings": ["unknown"]}},
}
HOUSE = CardSet.house()


def table(said=MIDDLE, **params) -> SurfsUp:
    return SurfsUp.from_position(said, **{"seats": ["Ana", "Ben"], "goals": [], "seed": 5} | params)


def changed(seat="", **said) -> dict:
    """MIDDLE with some keys said otherwise, of a seat where one is named."""
    if not seat:
        return MIDDLE | said
    return MIDDLE | {"seats": MIDDLE["seats"] | {seat: MIDDLE["seats"].get(seat, {}) | said}}


# what is said lies there
def test_a_position_is_what_lies_on_the_table():
    described = table().game.describe(table().moment.state)
    ana, ben = described["players"]
    assert described["surf"] == MIDDLE["surf"] and described["beach"] == MIDDLE["beach"] and described["rounds"] == 4
    assert ana["hand"] == ["0", "2", "3", "4t"] and ana["towel"] == ["1"] and ana["respect"] == 1 and ana["stings"] == [2]
    assert ana["waves"] == ["orange 1", "teal 5"] and ana["boards"] == ["teal +1"] and ana["points"]["boards"] == 1
    assert ben["hand"] == ["0", "1", "2", "3", "4"] and ben["towel"] == ["5"] and ben["respect"] == 3 and len(ben["stings"]) == 1
    assert described["to_choose"][0] == {"name": "Ana", "choices": ["0", "2", "3", "4t"]}


def test_what_is_left_out_stands_as_at_the_start_of_a_game():
    state = table({}).moment.state
    dealt = Game(("Ana", "Ben"), seed=5).describe(Game(("Ana", "Ben"), seed=5).start())
    described = table({}).game.describe(state)
    assert described["players"] == dealt["players"] and described["rounds"] == 0
    assert len(described["beach"]) == 3 and len(described["surf"]) == 3 and "bluebottle" not in described["surf"]


def test_listed_decks_come_next_and_what_is_unknown_is_drawn_from_the_rest():
    decks = {"ocean": ["purple 10", "bluebottle"], "beach": ["purple +3"], "stings": [3, 3]}
    game = Game(("Ana", "Ben"), HOUSE, (), 5, decks, MIDDLE)
    written = Record.position_data(game, Moment(game.start()), hidden=True)["decks"]
    assert written["ocean"][:2] == decks["ocean"] and written["beach"][0] == "purple +3" and written["stings"][:2] == [3, 3]
    assert len(written["ocean"]) == 28 - 3 - 4 and len(written["beach"]) == 42 - 3 - 2 and len(written["stings"]) == 16


def test_rounds_beyond_the_ocean_cards_that_are_named_are_unknown_waves_in_the_trash():
    game = table(changed(rounds=6)).game
    said = position.of(game, game.start())
    assert len(said["trash"]) == 3 and "bluebottle" not in said["trash"] and said["rounds"] == 6


def test_the_seed_alone_draws_what_is_unknown():
    first, again, other = (table(changed(rounds=8), seed=seed).moment.state for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != other.tobytes()


def test_unknown_waves_of_the_trash_say_nothing_of_when_bluebottles_come():
    """The mean place of the first bluebottle to come does not depend on how many waves of the trash are unknown."""
    def mean(rounds):
        found = []
        for seed in range(150):
            game = Game(("Ana", "Ben"), HOUSE, (), seed, {}, {"rounds": rounds, "surf": MIDDLE["surf"]})
            deck = Record.position_data(game, Moment(game.start()), hidden=True)["decks"]["ocean"]
            found.append(deck.index("bluebottle") / len(deck))
        return sum(found) / len(found)
    assert abs(mean(4) - mean(14)) < 0.05


# there and back
def public(game, state) -> dict:
    """What all see of a state, in names, without the order in which things came to the table."""
    table = state["table"][0]
    same = ("seats", "phase", "rounds", "surf", "beach", "goals", "bluebottles", "beach_left", "hand", "towel", "respect", "points",
            "waves", "bonus", "boards", "stings", "rests", "runner_ups", "wipeouts", "tokens", "sales")
    return {name: table[name].tolist() for name in same} | game.describe(state) | {
        "gone": sorted(zip(table["ocean_gone"].tolist(), table["ocean_taker"].tolist()))}


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_every_reveal_is_a_position_that_plays_on_alike(seed, seats):
    rng = random.Random(seed)
    game = small_game(rng, seats) if rng.random() < 0.7 else Game(("Ana", "Ben", "Cleo", "Dev", "Eve", "Flo")[:seats], seed=seed % 2**32)
    reveals = [state for state in states_of(game, wish_among(rng)) if state["table"]["phase"][0] == rules.REVEAL]
    if not reveals:
        return
    state = rng.choice(reveals)
    record = records.read(Record.position_data(game, Moment(state), hidden=True))
    begun = record.game.start()
    assert public(record.game, begun) == public(game, state) and not [warning for warning in record.warnings if "position" in warning]
    assert records.load(records.dump(record)) == record
    assert Record.of(record.game, record.lines).data == record.data
    for (_, _, after, _), (_, choices, other, _) in zip(play_through(game, wish_among(random.Random(1)), state),
                                                             play_through(record.game, wish_among(random.Random(1)), begun)):
        assert public(game, after) == public(record.game, other), choices


@settings(max_examples=8)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_what_a_reveal_leaves_out_of_its_counts_and_respect_is_what_can_be(seed, seats):
    rng = random.Random(seed)
    game = small_game(rng, seats)
    for state in states_of(game, wish_among(rng))[::4]:
        if state["table"]["phase"][0] == rules.REVEAL:
            data = Record.position_data(game, Moment(state))
            for told in data["position"]["seats"].values():
                for key in [key for key in (*position.COUNTS, "respect") if rng.random() < 0.4]:
                    told.pop(key, None)
            session = SurfsUp.from_record(records.read(data))
            assert SurfsUp.load(session.dumps()).dumps() == session.dumps()


def test_counts_that_are_not_said_go_with_those_that_are():
    session = table({"rounds": 6, "seats": {"Ana": {"respect": 4, "towel": ["1"], "wipeouts": 2}}})
    written = session.record().data["position"]["seats"]
    assert written["Ana"]["rests"] == 4 and written["Ben"]["wipeouts"] == 2 and written["Ben"]["rests"] == 4
    assert SurfsUp.load(session.dumps()).dumps() == session.dumps()


@settings(max_examples=8)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_a_position_with_unknown_decks_holds_every_card_once(seed, seats):
    game = small_game(random.Random(seed), seats)
    for state in states_of(game, wish_among(random.Random(seed)))[::4]:
        if state["table"]["phase"][0] == rules.REVEAL:
            begun = records.read(Record.position_data(game, Moment(state)))
            for start in (begun.game.start(), begun.game.redeal(begun.game.start(), 3)):
                for deck, size in (("ocean", "ocean_size"), ("beach", "beach_size")):
                    assert sorted(start[deck][0, : start[size][0]]) == sorted(state[deck][0, : state[size][0]])
                assert sorted(start["sting"][0]) == sorted(state["sting"][0])


def test_tokens_are_unknown_but_to_the_eyes_that_saw_them():
    session = table()
    assert '[2]' not in session.position() and session.position().count('stings = ["unknown"]') == 2
    assert "stings = [2]" in session.position(hidden=True) and "[decks]" in session.position(hidden=True)
    game, state = session.game, session.moment.state
    assert position.of(game, state, eyes=0)["seats"]["Ana"]["stings"] == [2]
    assert position.of(game, state, eyes=1)["seats"]["Ana"]["stings"] == ["unknown"]


def test_at_the_beach_a_position_is_the_reveal_before_and_the_round_so_far():
    session = table()
    session.play(Ana="4t", Ben="3")
    assert session.to_choose == ["Ana"]
    other = SurfsUp.from_position(session.position())
    assert other.to_choose == ["Ana"] and other.legal("Ana") == session.legal("Ana")
    session.play("respect")
    session.branch("fresh", "redealt", 9)
    assert SurfsUp.from_position(session.position(hidden=True)).position(hidden=True) == session.position(hidden=True)


def test_a_game_that_is_over_is_no_position():
    session = table(bots={"Ana": "reader", "Ben": "saver"})
    session.play_to_end()
    with pytest.raises(ValueError, match="the game is over; a position has something to choose"):
        session.position()


# sessions and records
def test_a_session_goes_on_from_a_position_in_every_way():
    session = table(bots={"Ana": "reader", "Ben": "saver"})
    session.step()
    session.branch("fresh", "redealt", 4)
    session.play_to_end()
    history = session.history
    assert history["round"].min() == 4 and history[history["round"] == 4]["choice"].isna().all()
    assert story.write_account(session.game, session.lines.path("main"))[1] == "The position"
    again = SurfsUp.load(session.dumps())
    assert again.dumps() == session.dumps() and again.history.equals(history)
    session.deal()
    assert session.rounds == 4 and session.lines.tip("main").parent is None
    assert session.tree()["after"].tolist() == [0]


def test_a_position_alone_takes_the_rest_from_the_table():
    session = table(cards=CardSet.from_dict(HOUSE.to_dict() | {"title": "of our own"}), bots={"Ben": "saver"})
    session.open_position("[position]\nsurf = ['orange 1']\n[position.seats.Ben]\nrespect = 2\n")
    assert session.game.players == ("Ana", "Ben") and session.bots == {"Ben": "saver"} and session.seed == 5
    assert session.game.surf(session.moment.state)[0] == "orange 1"


def test_a_branch_leaves_only_what_comes_after_the_position():
    data = table().record().data | {"branches": [{"name": "what if", "after": 2}]}
    with pytest.raises(records.RecordError, match="line \"what if\": after is 2, but the position that the lines begin at is after round 4"):
        records.read(data)


def test_keys_that_mean_nothing_are_warned_of_and_kept():
    record = records.read(table().record().data | {"position": changed("Ana", hat="red", **{"hand": ["0", "2", "3", "4t"]}) | {"tide": 3}})
    assert record.warnings == ('position: the key "tide" means nothing here and is kept',
                               'position, Ana: the key "hat" means nothing here and is kept')
    session = SurfsUp.from_record(record)
    assert session.record().data["position"]["tide"] == 3 and session.record().data["position"]["seats"]["Ana"]["hat"] == "red"


# what cannot be
REFUSED = [
    (3, 'position: must be a table, not 3'),
    (changed(seats={"Bo": {}}), 'position: seats has "Bo", but nobody is called so; the seats are "Ana", "Ben"'),
    (changed(seats={"Ana": 3}), 'position, Ana: must be a table, not 3'),
    (changed("Ben", hand=["1"]), 'position, Ben, hand: has no "0"; the rest card always comes back to the hand'),
    (changed("Ben", towel=["0"]), 'position, Ben, towel: lists "0"; what can stand here is "1", "2"'),
    (changed("Ben", towel="5"), 'position, Ben, towel: must be a list of names, not "5"'),
    (changed("Ben", towel=["5", "5"]), 'position, Ben, towel: lists the starting card "5" twice; everybody has one'),
    (changed("Ben", hand=["0", "5"]), 'position, Ben: the starting card 5 lies in more than one place'),
    (changed("Ben", hand=["0", "9t"]), 'position, Ben, hand: lists "9t"; what can stand here is "0", "1"'),
    (changed("Ben", respect=5), 'position, Ben, respect: is 5, should be a whole number from 0 to 4'),
    (changed("Ben", respect=True), 'position, Ben, respect: is true, should be a whole number from 0 to 4'),
    (changed("Ben", waves=["bluebottle"]), 'position, Ben, waves: lists "bluebottle"; what can stand here is "orange 1"'),
    (changed("Ben", stings=[9]), 'position, Ben, stings: lists 9; a token is "unknown" or has a value of 0, 1, 2, 3'),
    ({"bluebottles": 2, "rounds": 5, "seats": {"Ana": {"stings": [0]}}}, 'position: 2 bluebottles are over, and each stings somebody, but 1 token is taken'),
    (changed("Ben", stings=["unknown"] * 2), 'position, Ben, stings: lists 2 tokens, but 1 bluebottle is over'),
    (changed("Ben", hand=["0"], towel=[]), 'position, Ben: has nothing but the rest card, and the game is over then'),
    (changed("Ben", hand=["0", "1", "2", "3"]), 'position, Ben: 1 starting card is neither in the hand nor on the towel, but only'),
    (changed("Ben", waves=["teal 6"]), 'position, Ben: 1 wave was won, each with a card that went to the trash, but 0 starting'),
    (changed("Ben", towel=["1", "2", "3", "4", "5"]), 'position, Ben: has played 5 cards or more (towel, trash, spent, rests) in 4 rounds'),
    (changed("Ben", wipeouts=4), 'position, Ben: waves won, runner_ups and wipeouts are more than the 3 waves that came'),
    (changed("Ana", runner_ups=0, boards=["teal +2"] * 2), 'position, Ana, runner_ups: is 0, should be at least 1: only winners and'),
    (changed("Ben", respect=4, runner_ups=1, boards=["purple +3"]), 'position, Ben, respect: is 4, but from 2 on, with 3 paid at the beach, '
                                                                    '4 rounds can only make it 0 or 1 or 2'),
    (changed("Ben", respect=4, runner_ups=1, boards=["purple +3"] * 2), 'position, Ben, runner_ups: is 1, should be at least 2'),
    (changed("Ben", respect=2), 'position, Ben, respect: is 2, but from 2 on, with 0 paid at the beach, 4 rounds can only make it 3 or 4'),
    ({"rounds": 3, "seats": {"Ana": {"rests": 0}}}, 'position, Ana, rests: is 0, should be at least 1: only a rest brings cards back'),
    (changed("Ana", rests=0), 'position, Ana, rests: is 0, should be at least 1: only a rest brings cards back'),
    ({"rounds": 2, "seats": {"Ana": {"towel": ["1", "2"], "wipeouts": 1}}}, 'position, Ana, wipeouts: is 1, should be at least 2: whoever'),
    ({"rounds": 2, "seats": {"Ana": {"towel": ["1", "2"]}, "Ben": {"rests": 1}}}, 'position, Ana, wipeouts: is 2, but nobody wipes out alone, and '
                                                                                'the others can have wiped out 1 times together'),
    (changed("Ben", runner_ups=3), 'position, Ben, runner_ups: is 3, but the others have won 2 waves, each with one at most'),
    (changed("Ben", runner_ups=2, rests=2, wipeouts=1), 'position, Ben: waves won, runner_ups, wipeouts and rests are more than the 4 rounds'),
    ({"bluebottles": 1, "seats": {"Ana": {"stings": [0]}}}, 'position, bluebottles: is 1 after 1 round, but the first three cards of a game are waves'),
    ({"rounds": 2, "surf": ["bluebottle"]}, 'position, surf: three waves lie there before the first round (SU03)'),
    (changed(bluebottles=5), 'position, bluebottles: all 5 are over, and so is the game'),
    (changed(rounds=3), 'position, rounds: is 3, but 4 ocean cards are gone, one a round'),
    (changed(surf=["orange 1"] * 4), 'position, surf: lists 4 cards; there are at most 3'),
    (changed(surf=["orange 9"]), 'position, surf: lists "orange 9"; what can stand here is "orange 1"'),
    (changed(surf=["purple 10"] * 2), 'position, surf: there is no "purple 10" left for this: the card set holds 1 copy of it, and it'
                                      ' lies elsewhere (the surf)'),
    (changed(beach=["-"]), 'position, beach: has an empty space, but a space is refilled at once while there are cards to come'),
    ({"surf": ["bluebottle"]}, 'position, surf: three waves lie there before the first round (SU03)'),
    ({"rounds": 24}, 'position, trash: 24 waves of it are unknown, but only'),
]


@pytest.mark.parametrize(("said", "problem"), REFUSED, ids=[problem[:60] for _, problem in REFUSED])
def test_what_cannot_be_is_refused_with_the_reason_and_the_place(said, problem):
    data = table().record().data
    with pytest.raises(records.RecordError) as refused:
        records.read({key: value for key, value in data.items() if key != "decks"} | {"position": said})
    assert str(refused.value).startswith(problem)


def test_a_deck_lists_only_what_is_left():
    data = table().record().data | {"position": MIDDLE}
    for decks, problem in (({"ocean": ["teal 4"] * 2}, 'position: there is no "teal 4" left for this: the card set holds 2 copies'),
                           ({"stings": [0, 1, 2] * 6}, "decks.stings lists 0 more than"),
                           ({"beach": data["decks"]["beach"]}, "")):
        if problem:
            with pytest.raises(records.RecordError, match=problem[:30]):
                records.read(data | {"decks": decks})
        else:
            assert records.read(data | {"decks": decks})
    fewer = {key: value for key, value in MIDDLE.items() if key != "beach"}
    with pytest.raises(records.RecordError, match="beach: lists 0 cards, and decks.beach leaves too few"):
        records.read(data | {"position": fewer, "decks": {"beach": [*data["decks"]["beach"], *MIDDLE["beach"]]}})


@pytest.mark.parametrize("source", [3, "x = [", {"game": "chess", "surflab": 1}, {"surflab": 2, "game": "surfs-up"}])
def test_what_is_no_position_leaves_the_table_as_it_is(source):
    session = table()
    before = session.moment
    with pytest.raises(records.RecordError):
        session.open_position(source)
    assert session.moment is before


def test_moments_of_lines_are_positions_of_their_own():
    session = table()
    lines = Lines(Moment(session.moment.state))
    assert Record.position_data(session.game, lines.root)["position"] == session.read_position(session.position()).data["position"]


def test_a_page_and_a_link_hold_a_game_that_begins_at_a_position():
    session = table(bots={"Ana": "reader", "Ben": "saver"})
    session.step()
    session.branch("fresh", "redealt", 4)
    session.step()
    for panel in board(session).tabs.shown:
        panel.show()
    query, whole = links.query(session)
    assert whole and SurfsUp.from_record(records.load(links.unpack(query["record"]))).dumps() == session.dumps()
