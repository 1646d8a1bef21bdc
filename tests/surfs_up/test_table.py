"""What the table of Surf's Up! may show of a moment, and what a person can do at it, without a browser."""
import gc
import json
import random
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab.moments import Moment
from surflab.surfs_up import page, story
from surflab.surfs_up.session import SurfsUp
from surflab.surfs_up.table import Account, Table, account, view



def table_of(people=1, seats=4, seed=7, **params) -> SurfsUp:
    names = ["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay"][:seats]
    return SurfsUp(seats=names, bots={name: "random" for name in names[people:]}, seed=seed, **params)


def play_rounds(session: SurfsUp, rounds: int) -> None:
    """Play at random until that many rounds are resolved or the game is over."""
    rng = random.Random(rounds)
    while session.rounds < rounds and not session.is_over:
        session.play(**{name: rng.choice(session.legal(name)) for name in session.to_choose})


def hidden_otherwise(session: SurfsUp, eyes: str | None, rng: random.Random) -> SurfsUp:
    """The same table with the decks in another order and, but for the seat in `eyes`, other values under the tokens."""
    other = table_of(people=6, seats=len(session.seats))
    other.param.update(seats=session.seats, bots=session.bots)
    state = session.moment.state.copy()
    for deck, top, size in (("ocean", "ocean_top", "ocean_size"), ("beach", "beach_top", "beach_size")):
        rest = list(state[deck][0, state[top][0]:state[size][0]])
        rng.shuffle(rest)
        state[deck][0, state[top][0]:state[size][0]] = rest
    seat = session.game.players.index(eyes) if eyes else None
    taken = state["table"]["tokens"][0]
    stung = state["table"]["stung"][0]
    for i in range(state["sting"].shape[1]):
        if i >= taken or stung[i] != seat:
            state["sting"][0, i] = rng.randint(0, 3)
    for who in range(len(session.seats)):
        state["sting_points"][0, who] = sum(state["sting"][0, i] for i in range(taken) if stung[i] == who)
    moment = session.moment
    other.game = session.game
    other.lines = type(other.lines)(Moment(state, moment.parent, moment.choices, moment.events))
    other._show("main", other.lines.root)
    return other


@settings(max_examples=40, deadline=None)
@given(seats=st.integers(2, 6), people=st.integers(0, 3), rounds=st.integers(0, 14), seed=st.integers(0, 999),
       looks=st.booleans())
def test_su63_what_is_shown_does_not_depend_on_what_is_hidden(seats, people, rounds, seed, looks):
    session = table_of(min(people, seats), seats, seed)
    play_rounds(session, rounds)
    if session.is_over:
        return
    eyes = "Ana" if looks else None
    mine = "Ana" if people == 1 else eyes
    other = hidden_otherwise(session, mine, random.Random(seed))
    shown, otherwise = view(session, eyes), view(other, eyes)
    for part in ("surf", "beach", "goals", "seats", "ocean_left", "beach_left", "bluebottles", "taken", "ask"):
        assert shown[part] == otherwise[part]


def test_su63_tokens_are_shown_to_their_seat_and_to_all_at_the_end():
    session = table_of(people=2)
    play_rounds(session, 30)
    assert session.is_over
    assert all(value is not None for of in view(session)["seats"] for value in of["tokens"])
    session.undo()
    assert not session.is_over
    assert all(value is None for of in view(session)["seats"] for value in of["tokens"])
    stung = next(of["name"] for of in view(session)["seats"] if of["tokens"])
    for of in view(session, stung)["seats"]:
        assert all((value is not None) == (of["name"] == stung) for value in of["tokens"])


def rows(session, eyes=None) -> list[dict]:
    return story.open_rows(session.game, session.lines.path(session.line), eyes)


def test_su63_scores_leave_the_stings_out_until_the_end():
    session = table_of(people=0)
    play_rounds(session, 8)
    for row, of in zip(rows(session)[-4:], view(session)["seats"]):
        assert of["score"] == of["waves"] + of["boards"] + of["goals"] == row["score"]
    session.play_to_end()
    for row, of in zip(rows(session)[-4:], view(session)["seats"]):
        assert of["score"] == of["waves"] + of["boards"] + of["goals"] + of["stings"] == row["score"]
    before = {(row["round"], row["seat"]): row["score"] - row["stings"] for row in story.trajectory(session.game, session.moment.path())}
    for row in rows(session):
        assert row["round"] == session.rounds or row["score"] == before[row["round"], row["seat"]]


def test_su63_a_seats_own_stings_are_in_its_score_and_all_of_them_where_all_is_open():
    session = table_of(people=0)
    play_rounds(session, 9)
    told = story.trajectory(session.game, session.moment.path())
    seat = next(row["seat"] for row in told if row["stings"])
    number = session.game.players.index(seat)
    for row, known, own, all_open in zip(told, rows(session), rows(session, number), rows(session, "all")):
        assert known["score"] == row["score"] - row["stings"] and all_open["score"] == row["score"]
        assert own["score"] == row["score"] - row["stings"] * (row["seat"] != seat)


def test_a_choice_is_nowhere_in_what_is_sent_until_the_reveal():
    session = table_of(people=3)
    table = Table(session)
    session.param.watch(lambda *_: table.show(), ["line", "moment", "choices"])
    before = json.dumps(table.view)
    table._handle_msg({"act": "take", "seat": "Ana", "turn": table.turn})
    table._handle_msg({"act": "put down", "choice": "5", "turn": table.turn})
    assert session.choices == {"Ana": "5"}
    assert table.view["ask"] == {"kind": "pass", "seat": "Ben", "chosen": 1, "people": 3}
    assert [of["chosen"] for of in table.view["seats"]] == [True, False, False, False]
    told = json.dumps(table.view | {"ask": None, "seats": [of | {"chosen": False} for of in table.view["seats"]]})
    assert told == json.dumps(json.loads(before) | {"ask": None})
    session.choices = {"Ana": "4"}
    assert view(session)["seats"] == table.view["seats"], "which card it is makes no difference"


def test_a_new_table_is_not_in_the_hands_that_held_the_old_one():
    session = table_of(people=2)
    board = Table(session)
    board.take("Ana")
    assert board.eyes == "Ana"
    session.deal(seed=8)
    board.show()
    assert board.eyes is None


def test_people_choose_one_after_the_other_and_reveal_together():
    session = table_of(people=2)
    table = Table(session)
    session.param.watch(lambda *_: table.show(), ["line", "moment", "choices"])
    assert table.view["ask"]["kind"] == "pass"
    table._handle_msg({"act": "put down", "choice": "5", "turn": table.turn})
    assert session.choices == {}, "nobody has taken the device yet"
    for name, card in (("Ana", "5"), ("Ben", "3")):
        table._handle_msg({"act": "take", "seat": name, "turn": table.turn})
        assert table.view["ask"]["kind"] == "card" and table.view["ask"]["seat"] == name
        table._handle_msg({"act": "put down", "choice": card, "turn": table.turn})
    assert table.view["ask"] == {"kind": "ready", "chosen": 2, "people": 2}
    table._handle_msg({"act": "again"})
    assert session.choices == {} and table.view["ask"]["kind"] == "pass"
    session.choices = {"Ana": "5", "Ben": "3"}
    table._handle_msg({"act": "reveal"})
    assert [of["last"]["card"] for of in table.view["seats"]][:2] == ["5", "3"]


def test_a_message_about_an_older_board_is_left_alone():
    session = table_of(people=1)
    table = Table(session)
    session.param.watch(lambda *_: table.show(), ["line", "moment", "choices"])
    turn = table.turn
    table._handle_msg({"act": "reveal", "choice": "1", "turn": turn})
    moment = session.moment
    table._handle_msg({"act": "reveal", "choice": "2", "turn": turn})
    assert session.moment is moment


@pytest.mark.parametrize("message", [
    None, 3, "step", [], {}, {"act": "import os"}, {"act": "go", "rounds": "1"}, {"act": "go", "rounds": 99},
    {"act": "switch", "line": "<img src=x onerror=alert(1)>"}, {"act": "branch", "name": "<b>", "fate": "same"},
    {"act": "branch", "name": "x", "fate": "bad luck"}, {"act": "end", "bot": "nobody"}, {"act": "end"}, {"act": "go"},
    {"act": "reveal", "choice": "9t"}, {"act": "put down", "choice": "5"}, {"act": "back"}, {"act": "forward"},
    {"act": "take", "seat": "nobody"}, {"act": "branch", "name": 5, "fate": "same"}, {"act": "reveal"},
    {"act": "reveal", "choice": ["5"]}, {"act": "switch", "line": ["main"]}, {"act": "end", "bot": {"a": 1}},
])
def test_what_cannot_be_done_changes_nothing_and_is_said_in_a_sentence(message):
    session = table_of(people=1)
    table = Table(session)
    moment = session.moment
    table._handle_msg(message)
    assert session.moment is moment and list(session.lines) == ["main"] and session.choices == {}
    assert table.complaint == "" or table.complaint[0].isupper() and table.complaint[-1] in ".!?"


def test_the_table_tells_what_each_seat_revealed_and_what_came_of_it():
    session = SurfsUp(seats=["Ana", "Ben", "Cleo", "Dev"], bots={}, seed=7, goals=[])
    session.play("5", "3", "3", "0")
    shown = view(session)
    assert [of["last"]["card"] for of in shown["seats"]] == ["5", "3", "3", "0"]
    assert [of["last"]["result"] for of in shown["seats"]] == ["won", "wiped out", "wiped out", "rested"]
    wave = shown["taken"]["card"]["name"]
    assert shown["taken"]["seat"] == 0 and shown["ask"]["kind"] == "beach" and shown["ask"]["seat"] == "Ana"
    session.play("respect")
    shown = view(session)
    assert shown["taken"] is None
    assert shown["happened"] == f"Round 1: Ana wins {wave}."
    assert shown["seats"][0]["last"]["words"] == [f"won {wave}", "+1 respect"]
    assert shown["seats"][0]["zone"][0]["waves"] == [shown["seats"][0]["waves"]]
    assert shown["seats"][0]["cards"] == ["hand", "hand", "hand", "hand", "hand", "trash"]
    assert shown["seats"][1]["cards"] == ["hand", "hand", "hand", "towel", "hand", "hand"]


def test_every_moment_of_many_games_can_be_shown():
    for seed in range(6):
        session = table_of(people=seed % 3, seats=2 + seed % 5, seed=seed)
        while not session.is_over:
            shown = view(session)
            json.dumps(shown)
            assert shown["ask"]["kind"] in ("card", "pass", "beach", "step")
            assert sum(of["deciding"] for of in shown["seats"]) in (1, len(session.seats))
            play_rounds(session, session.rounds + 1)
        assert view(session)["ask"]["kind"] == "over" and any(of["winner"] for of in view(session)["seats"])


def test_the_account_tells_every_round_and_its_notes():
    session = table_of(people=1)
    play_rounds(session, 5)
    session.lines.remarks[session.moment] = {"note": "<img src=x onerror=alert(1)>"}
    told = account(session)
    assert [row["round"] for row in told] == list(range(6))
    assert all(row["told"] for row in told)
    assert told[5]["notes"] == ["<img src=x onerror=alert(1)>"]
    session.undo()
    assert len(account(session)) == 6, "what was played stays in the account"
    shown = Account(session)
    shown._handle_msg({"act": "go", "rounds": 2})
    assert session.rounds == 2
    for nonsense in (-1, 99, "2", None, True, [2]):
        shown._handle_msg({"act": "go", "rounds": nonsense})
    assert session.rounds == 2


def test_views_hold_plain_values_only():
    def plain(value):
        if isinstance(value, dict):
            return all(type(key) is str and plain(of) for key, of in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (str, int, bool)

    session = table_of(people=1)
    play_rounds(session, 9)
    assert plain(view(session)) and plain(account(session))
    assert not any(isinstance(value, np.generic) for row in rows(session) for value in row.values())


def test_an_opened_and_dropped_page_is_collected():
    board = page.board(table_of())
    board.session.play("3")
    known = [weakref.ref(kept) for kept in (board, board.session, board.table, board.charts[0].figure)]
    del board
    gc.collect()
    assert not any(ref() for ref in known)
