"""Whose eyes look at a table: what they may not see is in nothing that a page sends."""
import copy

import pytest

from surflab.moments import Lines, Moment
from surflab.surfin_cats import page as cats_page
from surflab.surfin_cats.session import SurfinCats
from surflab.surfs_up import page
from surflab.surfs_up.record import Record
from surflab.surfs_up.session import SurfsUp
from surflab.surfs_up.story import open_rows
from surflab.surfs_up.table import Table, account, view

from .sent import sent

pytestmark = pytest.mark.usefixtures("engine")


def played(rounds: int) -> SurfsUp:
    """Ana and Ben at a table with a bot, after so many rounds and with tokens of both."""
    session = SurfsUp(seats=["Ana", "Ben", "Cleo"], bots=dict.fromkeys(["Ana", "Ben", "Cleo"], "random"), goals=[], seed=6)
    while session.rounds < rounds and not session.is_over:
        session.step()
    session.bots = {"Cleo": "random"}
    return session


def hidden_otherwise(session: SurfsUp, keeps: int | None) -> SurfsUp:
    """The same choices on other tokens, but for those of the seat that keeps its own, and with other cards to come."""
    data = copy.deepcopy(session.record().data)
    table = session.lines.tip("main").state["table"][0]
    tops = {"ocean": int(session.lines.tip("main").state["ocean_top"][0]), "beach": int(session.lines.tip("main").state["beach_top"][0])}
    for deck, top in tops.items():
        data["decks"][deck][top:] = data["decks"][deck][top:][::-1]
    tokens, drawn = data["decks"]["stings"], int(table["tokens"])
    free = [i for i in range(len(tokens)) if i >= drawn or table["stung"][i] != keeps]
    for i, value in zip(free, sorted((tokens[i] for i in free), reverse=True)):
        tokens[i] = value
    other = SurfsUp.from_record(Record.read(data))
    other.bots = session.bots
    return other


def sent_by(session, eyes: str | None, board=page.board) -> list[str]:
    session.see(eyes)
    return sent(board(session))


@pytest.mark.parametrize("eyes", [None, "Ana", "Ben"])
@pytest.mark.parametrize("whole", [False, True], ids=["while it goes on", "looking back on a whole game"])
def test_su63_nothing_that_is_sent_depends_on_what_these_eyes_may_not_see(eyes, whole):
    session = played(99 if whole else 16)
    other = hidden_otherwise(session, session.game.players.index(eyes) if eyes else None)
    for of in (session, other):
        of.at("main", 14)
    table = session.moment.state["table"][0]
    assert table["stings"][:2].all() and (session.moment.state["sting_points"] != other.moment.state["sting_points"]).any()
    if whole:  # charts show what a line came to in the end, with the tokens turned up
        session.see(eyes)
        other.see(eyes)
        assert (view(session), account(session)) == (view(other), account(other))
    else:
        assert sent_by(session, eyes) == sent_by(other, eyes)
    session.see(all_open=True)
    other.see(all_open=True)
    assert sent(page.board(session)) != sent(page.board(other))


def test_su63_the_story_and_the_scores_follow_the_eyes_and_the_moment():
    session = played(99)
    costs = [sentence for told in account(session) for sentence in told["told"] if "takes a token of" in sentence]
    session.at("main", 14)
    assert not any("takes a token of" in str(told) for told in account(session))
    session.see("Ana")
    mine = [sentence for told in account(session) for sentence in told["told"] if "takes a token of" in sentence]
    assert mine and mine == [cost for cost in costs if cost.startswith("Ana")]
    row = open_rows(session.game, session.moment.path(), session.eyes)[-3]
    score = next(seat["score"] for seat in view(session)["seats"] if seat["name"] == "Ana")
    assert row["seat"] == "Ana" and row["score"] == score == session.game.points(session.moment.state, 0)["total"]
    session.see(all_open=True)
    assert sum("takes a token of" in sentence for told in account(session) for sentence in told["told"]) == len(costs)
    assert all(value is not None for seat in view(session)["seats"] for value in seat["tokens"])


def test_all_open_shows_the_decks_in_their_order():
    session = played(3)
    assert view(session)["to_come"] == []
    session.see(all_open=True)
    ocean = view(session)["to_come"][0]["cards"]
    coming = session.game.surf(session.moment.state)
    session.bots = dict.fromkeys(session.seats, "random")
    session.step()
    assert session.game.surf(session.moment.state)[-1] == ocean[0] and coming != ocean[:3]


def test_sc90_nothing_that_is_sent_depends_on_what_these_eyes_may_not_see():
    session = SurfinCats(cats=["maria", "rufo", "mandy"], bots=dict.fromkeys(["maria", "rufo", "mandy"], "odds"), seed=3)
    for _ in range(6):
        session.step()
    session.bots = {"mandy": "odds"}
    for seat, name in enumerate(session.game.players[:2]):
        here = session.moment
        other = SurfinCats(cats=session.cats, bots=session.bots, seed=3)
        other.game, other.lines = session.game, Lines(session.lines.root)
        other.lines.tips["main"] = Moment(session.game.redeal(here.state, 9, seat), here.parent, here.choices, here.events)
        other.switch("main")
        assert sent_by(session, name, cats_page.board) == sent_by(other, name, cats_page.board)
        assert sent_by(session, None, cats_page.board) == sent_by(other, None, cats_page.board)
        for of in (session, other):
            of.see(all_open=True)
        assert sent(cats_page.board(session)) != sent(cats_page.board(other))


@pytest.mark.parametrize("see", [{"seat": "Ana"}, {"seat": "Ben"}, {"all_open": True}])
def test_no_eyes_see_a_choice_that_is_put_down(see):
    session = played(2)
    session.see(**see)
    told = []
    for choice in session.legal("Ana")[:2]:
        session.choices = {"Ana": choice}
        told.append(sent(page.board(session)))
    assert told[0] == told[1]


def test_what_somebody_looked_at_is_closed_to_whoever_takes_the_device():
    session = played(2)
    board = Table(session)
    board._handle_msg({"act": "see", "eyes": 0})
    assert session.eyes == 0 and board.view["eyes"] is None
    board._handle_msg({"act": "take", "seat": "Ana"})
    assert session.eyes is None and board.eyes == "Ana"


@pytest.mark.parametrize("eyes", [3, -1, True, "Ana", "ALL", 0.0, []])
def test_eyes_that_are_not_there_change_nothing(eyes):
    session = played(1)
    Table(session)._handle_msg({"act": "see", "eyes": eyes})
    assert session.eyes is None


def test_a_new_table_is_seen_as_everybody_sees_it():
    session = played(1)
    session.see(all_open=True)
    session.deal()
    assert session.eyes is None
