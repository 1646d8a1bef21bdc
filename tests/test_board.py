"""What the boards of both games show alike, without a browser."""
import pytest

from surflab.board import notes
from surflab.surfs_up.session import SurfsUp
from surflab.surfs_up.table import Table


def test_a_note_stands_with_its_round_even_while_that_is_not_over():
    session = SurfsUp(seats=["Ana", "Ben"], bots={}, seed=7)
    session.lines.remarks[session.moment] = {"note": "at the deal"}
    session.play("5", "3")
    assert not session.game.is_between_rounds(session.moment.state)
    session.lines.remarks[session.moment] = {"note": "Ana hesitates"}
    assert notes(session) == {0: ["at the deal"], 1: ["Ana hesitates"]}
    while session.rounds < 1:
        session.play("respect")
    session.lines.remarks[session.moment] = {"note": "done"}
    assert notes(session) == {0: ["at the deal"], 1: ["Ana hesitates", "done"]}


@pytest.mark.parametrize("message", [
    None, 1, "back", [], {}, {"act": None}, {"act": ["back"]}, {"act": {}}, {"act": "deal"}])
def test_a_message_that_asks_for_nothing_there_is_left_alone(message):
    session = SurfsUp(seats=["Ana", "Ben"], bots={}, seed=7)
    table, before = Table(session), session.moment
    table._handle_msg(message)
    assert session.moment is before and table.complaint == ""


def test_what_was_told_of_a_line_is_gone_with_it():
    session = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "saver", "Ben": "random"}, seed=7)
    session.play_to_end()
    table = Table(session)
    session.at("main", 1)
    table.tell("The rest was played again and stopped.")
    table.show()
    assert table.notice
    session.undo()
    assert table.notice, "it is still so at another moment of the line"
    session.branch("other")
    table.show()
    assert table.notice == ""
