"""What the boards of both games show alike, without a browser."""
from surflab.board import notes
from surflab.surfs_up.session import SurfsUp


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
