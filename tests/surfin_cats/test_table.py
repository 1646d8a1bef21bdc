"""What the board of Surfin' Cats may show of a moment, and what a person can do at it, without a browser."""
import gc
import json
import random
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab.moments import Moment
from surflab.surfin_cats import page, story
from surflab.surfin_cats.game import RIDE, TRICK
from surflab.surfin_cats.session import SurfinCats
from surflab.surfin_cats.table import Account, Table, account, gain, percent, view

CATS = ["maria", "rufo", "mandy", "chope", "neo"]
PEOPLE = ["Ana", "Ben", "Cleo", "Dev", "Eli"]
PARTS = ("waves", "wave", "events", "columns", "market", "seats", "headline", "ask")


def table_of(people=1, cats=3, seed=7, **params) -> SurfinCats:
    names = PEOPLE[:cats]
    return SurfinCats(cats=CATS[:cats], seats=names, bots={name: "odds" for name in names[people:]}, seed=seed, **params)


def play(session: SurfinCats, decisions: int, seed: int = 0) -> None:
    """That many decisions at random, or as many as the game has."""
    rng = random.Random(seed)
    for _ in range(decisions):
        if session.is_over:
            return
        session.play(**{name: rng.choice(session.legal(name)) for name in session.to_choose})


def play_until(session: SurfinCats, about: str, seat: str | None = None, seed: int = 0) -> None:
    """Play at random until that is asked, of that seat where one is named."""
    rng = random.Random(seed)
    while not session.is_over:
        if session.game.question(session.moment.state) == about and session.to_choose and seat in (None, *session.to_choose):
            return
        choices = {name: TRICK if TRICK in session.legal(name) and rng.random() < 0.8 else rng.choice(session.legal(name))
                   for name in session.to_choose}
        session.play(**choices)
    pytest.fail(f"nothing asked about {about}")


def shown(session: SurfinCats, eyes: str | None = None, state=None) -> dict:
    """The parts of the view that the position decides, with another state in its place."""
    if state is not None:
        here, other = session.moment, SurfinCats(cats=session.cats, seats=session.seats, bots=session.bots, seed=session.seed)
        other.game = session.game
        other.lines = type(other.lines)(Moment(state, here.parent, here.choices, here.events))
        other._show("main", other.lines.root)
        session = other
    return {part: view(session, eyes)[part] for part in PARTS}


@settings(max_examples=25, deadline=None)
@given(cats=st.integers(2, 5), people=st.integers(2, 4), decisions=st.integers(0, 50), seed=st.integers(0, 999))
def test_sc90_what_is_shown_does_not_depend_on_what_is_hidden(cats, people, decisions, seed):
    session = table_of(min(people, cats), cats, seed)
    play(session, decisions, seed)
    state = session.moment.state
    for seat, name in enumerate(session.game.players):
        other = session.game.redeal(state, seed + 1, seat)
        assert shown(session, name, other) == shown(session, name), "nothing that this seat cannot know"
        assert shown(session, None, other) == shown(session), "nothing of it in what all may see"


def test_sc90_the_market_offers_a_seat_what_only_it_sees():
    session = table_of(people=2)
    play_until(session, "market")
    assert session.to_choose == ["Ana", "Ben"]
    offers = {seat: [name for name, _ in session.game.offered(session.moment.state, seat)] for seat in (0, 1)}
    public = view(session)["ask"]
    assert public["kind"] == "pass" and public["seat"] == "Ana" and "options" not in public
    mine = view(session, "Ana")["ask"]
    assert [option["title"] for option in mine["options"]] == offers[0]
    assert all(option["price"] >= 0 and option["card"]["name"] == option["title"] for option in mine["options"])
    told = [view(session), account(session)]
    session.see("Ana")
    told = json.dumps([*told, view(session), account(session)])
    assert not any(f"take {name}" in told for name in offers[1])


def test_sc90_an_unchosen_instructor_is_for_its_seat_alone():
    session = table_of(people=2, cats=2)
    ana, ben = (session.legal(name) for name in ("Ana", "Ben"))
    assert not any(name in json.dumps(view(session)) for name in ana + ben)
    assert not any(name in json.dumps(view(session, "Ana")) for name in ben)
    session.play(ana[0], ben[1])
    told = json.dumps(view(session))
    assert ana[0] in told and ben[1] in told and ana[1] not in told and ben[0] not in told


def test_sc90_a_card_looked_at_is_shown_to_its_cat_alone():
    session = SurfinCats(cats=["mandy", "rufo", "chope"], seats=PEOPLE[:3], bots={"Cleo": "odds"}, seed=11)
    play_until(session, "look", "Ana")
    state = session.moment.state
    card = session.game.next_card(state, 0, 0)
    assert view(session)["ask"] == {"kind": "pass", "seat": "Ana", "why": "What comes now is for one pair of eyes.", "about": "look",
                                    "chosen": 0, "people": 1}
    assert f"The next card is {card}" in view(session, "Ana")["ask"]["hint"]
    session.play("keep")
    play_until(session, "act", "Ana")
    assert view(session, "Ana")["seats"][0]["next"] == card and view(session)["seats"][0]["next"] is None
    assert view(session, "Ben")["seats"][0]["next"] is None


def test_one_person_sees_at_once_what_it_alone_may_see():
    session = table_of(people=1)
    assert view(session)["ask"]["kind"] == "choose"
    play_until(session, "market")
    assert view(session)["ask"]["kind"] == "choose"


def test_the_deck_is_shown_by_card_and_not_by_order():
    session = table_of(seed=5)
    play_until(session, "act")
    state = session.moment.state
    for seat, of in enumerate(view(session)["seats"]):
        names = [card["name"] for card in of["deck"] for _ in range(card["count"])]
        assert sorted(names) == sorted(session.game.deck(state, seat)) == sorted(
            session.game.cards.trick_names[kind] for kind in state["deck"][0, seat] if kind >= 0)


@settings(max_examples=25, deadline=None)
@given(decisions=st.integers(1, 60), seed=st.integers(0, 999))
def test_the_chance_shown_agrees_with_the_cards_shown(decisions, seed):
    session = table_of(people=1, cats=3, seed=seed)
    play(session, decisions, seed)
    state = session.moment.state[0]
    for seat, of in enumerate(view(session)["seats"]):
        results = [card["result"] for card in of["deck"] for _ in range(card["count"])]
        is_known = (state.own[seat].known[:state.table.left[seat]] >= 0).any()  # then not every card is equally likely next
        if of["status"] != "surfing" or is_known or of["risk"] is None or "" in results:
            continue
        assert of["risk"] == pytest.approx(sum(result in ("falls", "too far") for result in results) / len(results))
        assert of["saved"] == pytest.approx(results.count("saved") / len(results))


def test_the_beach_shows_who_stands_where_and_who_would_land_where():
    session = table_of(people=1, seed=3)
    play_until(session, "act")
    before = view(session)
    lands = next(i for i, column in enumerate(before["columns"]) if 0 in column["landing"])
    session.play(RIDE)
    while session.game.question(session.moment.state) != "act" and session.to_choose:
        session.play(session.legal("Ana")[0])
    columns = view(session)["columns"]
    assert columns[0]["paddle"] is None, "the sand comes first"
    standing = [i for i, column in enumerate(columns) if 0 in column["seats"]]
    assert standing in ([lands], []) and not any(0 in column["landing"] for column in columns)


def test_sc14_a_printed_jellyfish_is_told_from_an_active_one():
    for cats, active in ((3, True), (4, False)):
        session = table_of(people=1, cats=cats, kittens=True)
        play_until(session, "act")
        stung = [column for column in view(session)["columns"] if column["printed"]]
        assert stung and all(column["jellyfish"] is active for column in stung)


def test_a_choice_is_nowhere_in_what_is_sent_until_the_reveal():
    session = table_of(people=3)
    play_until(session, "act")
    assert session.to_choose == ["Ana", "Ben", "Cleo"]
    table = watched(session)
    table._handle_msg({"act": "take", "seat": "Ana", "turn": table.turn})
    assert table.view["ask"]["kind"] == "choose" and table.view["ask"]["people"] == 3
    table._handle_msg({"act": "put down", "choice": TRICK, "turn": table.turn})
    after_trick = json.dumps(table.view)
    assert session.choices == {"Ana": TRICK} and table.view["ask"]["kind"] == "pass" and table.view["ask"]["seat"] == "Ben"
    assert [of["chosen"] for of in table.view["seats"]] == [True, False, False]
    session.choices = {"Ana": RIDE}
    assert json.dumps(table.view) == after_trick, "which choice it is makes no difference"


def watched(session: SurfinCats) -> Table:
    table = Table(session)
    session.param.watch(lambda *_: table.show(), ["line", "moment", "choices"])
    return table


def test_people_choose_one_after_the_other_and_reveal_together():
    session = table_of(people=2, cats=2)
    play_until(session, "act")
    table = watched(session)
    table._handle_msg({"act": "put down", "choice": TRICK, "turn": table.turn})
    assert session.choices == {}, "nobody has taken the device yet"
    for name in ("Ana", "Ben"):
        table._handle_msg({"act": "take", "seat": name, "turn": table.turn})
        table._handle_msg({"act": "put down", "choice": TRICK, "turn": table.turn})
    assert table.view["ask"]["kind"] == "ready"
    table._handle_msg({"act": "again"})
    assert session.choices == {} and table.view["ask"]["seat"] == "Ana"


def test_a_place_for_a_resource_is_chosen_in_the_open_at_the_card_itself():
    session = table_of(people=2)
    play_until(session, "place", "Ana")
    seen = view(session)
    assert seen["ask"]["kind"] == "choose" and seen["ask"]["people"] == 1
    open_spaces = [space["choice"] for ability in seen["seats"][0]["abilities"] for space in ability["spaces"] if space["choice"]]
    assert sorted(open_spaces) == sorted(seen["ask"]["legal"])
    assert all(option["words"] and option["resource"] for option in seen["ask"]["options"])
    assert not any(space["choice"] for of in seen["seats"][1:] for ability in of["abilities"] for space in ability["spaces"])
    table = watched(session)
    table._handle_msg({"act": "reveal", "choice": open_spaces[0], "turn": table.turn})
    assert session.moment.choices == {0: open_spaces[0]} or session.moment.parent.choices == {0: open_spaces[0]}


@pytest.mark.parametrize("about", ["instructor", "act", "item", "market", "place", "resource", "gain"])
def test_every_option_is_legal_named_and_told(about):
    session = table_of(people=1, seed=2)
    play_until(session, about)
    asked = view(session)["ask"]
    assert asked["about"] == about and [option["choice"] for option in asked["options"]] == asked["legal"] == session.legal("Ana")
    assert all(option["title"] for option in asked["options"]) and asked["title"].startswith("Ana: ")
    if about in ("instructor", "act", "place", "gain"):
        assert all(option["words"] for option in asked["options"])


@settings(max_examples=8, deadline=None)
@given(cats=st.integers(1, 5), seed=st.integers(0, 999), kittens=st.booleans(), mixed=st.booleans(), picks=st.integers(1, 2))
def test_every_moment_of_a_game_can_be_shown_and_sent(cats, seed, kittens, mixed, picks):
    session = table_of(people=1, cats=cats, seed=seed, kittens=kittens, mixed=mixed, picks=picks)
    rng = random.Random(seed)
    while not session.is_over:
        json.dumps(view(session))
        session.play(**{name: rng.choice(session.legal(name)) for name in session.to_choose})
    seen = json.loads(json.dumps(view(session)))
    assert seen["ask"] == {"kind": "over"} and any(of["winner"] for of in seen["seats"])
    assert all(of["total"] == sum(of["points"].values()) for of in seen["seats"])
    assert all(wave["state"] == "over" for wave in seen["waves"])


def test_messages_that_make_no_sense_are_left_alone_and_errors_are_told():
    session = table_of()
    table = watched(session)
    for nonsense in (None, 3, {"act": "shout"}, {"act": "reveal", "choice": ["x"], "turn": table.turn}, {"act": "reveal", "choice": "Koa", "turn": -1}):
        table._handle_msg(nonsense)
    assert session.moment is session.lines.root
    table._handle_msg({"act": "reveal"})
    assert session.moment is session.lines.root and not table.complaint, "a press too many"
    table._handle_msg({"act": "reveal", "choice": "no such card", "turn": table.turn})
    assert table.complaint.startswith("Ana cannot choose 'no such card'; legal is") and table.complaint.endswith(".")


def test_the_account_tells_turns_waves_and_markets_with_their_places():
    session = table_of(seed=4)
    play_until(session, "market")
    session.lines.remarks[session.moment] = {"note": "<b>here</b>"}
    told = account(session)
    assert [part["heading"] for part in told[:2]] == ["The deal", "Wave 1 comes"]
    turns = [part for part in told if part["label"].isdigit()]
    assert [part["label"] for part in turns] == [str(n + 1) for n in range(len(turns))]
    assert turns[0]["place"] == "wave 1, turn 1" and all(part["told"] for part in told)
    assert [part["notes"] for part in told if part["notes"]] == [["<b>here</b>"]]
    drawn = Account(session)
    drawn._handle_msg({"act": "go", "rounds": 1})
    assert session.rounds == 1
    for nonsense in (-1, 999, "1", None, True):
        drawn._handle_msg({"act": "go", "rounds": nonsense})
    assert session.rounds == 1


def test_rows_name_the_flag_of_their_wave():
    session = table_of(people=0)
    session.play_to_end()
    flags = {row["wave"]: row["flag"] for row in story.open_rows(session.game, session.moment.path())}
    assert flags == {0: "", 1: "green", 2: "yellow", 3: "red", 4: "black"}


def test_only_what_is_sure_is_called_sure():
    assert [percent(chance) for chance in (0, 0.004, 0.126, 0.996, 1)] == ["0%", "under 1%", "13%", "over 99%", "100%"]


def test_rewards_are_named_briefly():
    cards = SurfinCats().cards
    told = {gain(effect) for wave in cards.waves for column in wave.columns for effect in column.gives}
    assert {"any resource", "any item", "look", "freestyle"} <= told and all(len(words) < 24 for words in told)


def test_an_opened_and_dropped_page_is_collected():
    board = page.board(table_of())
    board.session.play(board.session.legal("Ana")[0])
    gone = [weakref.ref(board), weakref.ref(board.session), weakref.ref(board.table)]
    del board
    gc.collect()
    assert [ref() for ref in gone] == [None] * 3


