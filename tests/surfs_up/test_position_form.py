"""The form of a position of Surf's Up!: filled from a moment or a text, checked as somebody answers, laid on the table."""
import pytest

from surflab import SurfsUp
from surflab.surfs_up.page import page
from surflab.surfs_up.position_form import SurfsUpPosition

HOSTILE = "<img src=x onerror=alert(1)>"


def table() -> SurfsUp:
    session = SurfsUp(seats=["Ana", "Ben", "Cleo"], bots={"Ben": "reader", "Cleo": "saver"}, seed=9)
    for card in ("5", "0", "4"):
        session.play(card)
        while session.to_choose and not session.game.is_between_rounds(session.moment.state):
            session.play(session.legal("Ana")[-1])
    return session


@pytest.fixture
def form() -> SurfsUpPosition:
    form = SurfsUpPosition(table())
    form.show()
    return form


def ask(form, act, key="", value=None):
    form.sheet._handle_msg({"act": act, "key": key, "value": value})


def test_the_form_opens_with_the_moment_on_the_table(form):
    game, state = form.session.game, form.session.moment.state
    assert form.dialog.open and not form.complaint and not form.note
    assert [form.values[f"surf.{space}"] for space in range(3)] == game.surf(state)
    assert form.values["0.cards"]["4"] == "hand" if "4" in game.hand(state, 0) else form.values["0.cards"]["4"] != "hand"
    record = form.read()
    begun = record.game.start()
    assert record.game.describe(begun)["surf"] == game.describe(state)["surf"] and record.bots == form.session.bots
    for seat in range(3):
        assert record.game.hand(begun, seat) == game.hand(state, seat) and record.game.boards(begun, seat) == game.boards(state, seat)


def test_what_is_hidden_is_in_the_form_only_when_it_is_asked_for(form):
    assert form.values["decks.ocean"] == [] and "[decks]" not in form.sheet.view["text"]
    ask(form, "moment", value=True)
    assert len(form.values["decks.ocean"]) == 28 - 3 - 3 and "[decks]" in form.sheet.view["text"]
    ask(form, "moment", value=False)
    assert form.values["decks.ocean"] == []


def test_a_complaint_stands_at_the_field_it_is_about(form):
    ask(form, "set", "0.stings", ["3", "3"])
    assert form.bad == "0.stings" and form.complaint.startswith("Position, Ana, stings: lists 2 tokens")
    ask(form, "set", "0.stings", [])
    ask(form, "set", "2.runner_ups", 5)
    assert form.bad == "2" and form.complaint
    ask(form, "start")
    assert form.dialog.open and len(form.session.lines.path("main")) > 1, "nothing is lost when it is refused"
    assert form.values["2.runner_ups"] == 5
    ask(form, "set", "surf.0", "bluebottle")
    ask(form, "set", "0.name", "Ben")
    assert "Ben" in form.complaint and "more than once" in form.complaint


def test_a_position_starts_a_new_table(form):
    ask(form, "set", "surf.0", "bluebottle")
    ask(form, "set", "2.bot", "")
    assert not form.complaint
    ask(form, "start")
    session = form.session
    assert not form.dialog.open and session.moment is session.lines.root and session.rounds == 3
    assert session.game.surf(session.moment.state)[0] == "bluebottle" and session.bots == {"Ben": "reader"}
    session.play(**{name: session.legal(name)[-1] for name in session.to_choose})
    assert session.rounds == 4


def test_a_text_fills_the_form_and_one_that_cannot_be_changes_nothing(form):
    other = SurfsUp(seats=["Eve", "Flo"], bots={}, seed=3)
    ask(form, "text", value=other.position(hidden=True))
    assert form.values["players"] == 2 and form.values["0.name"] == "Eve" and form.values["decks.stings"]
    held = form.values
    for text in ("", "x = [", "[position]\nsurf = ['orange 99']", 'surflab = 1\ngame = "surfin-cats"\ncats = ["maria"]'):
        ask(form, "text", value=text)
        assert form.values == held and form.refused
    ask(form, "text", value=table().dumps())
    assert form.values["0.name"] == "Ana" and not form.refused, "a whole record gives the end of its main line"
    over = SurfsUp(seed=3)
    over.play_to_end("reader")
    ask(form, "text", value=over.dumps())
    assert form.refused == "The game is over; a position has something to choose."


def test_keys_that_mean_nothing_are_warned_of_and_kept(form):
    ask(form, "text", value="[position]\ntide = 3\n[position.seats.Ana]\nrespct = 4\n[decks]\nsky = 1\n")
    warnings = ['Decks: the key "sky" means nothing here and is kept.', 'Position: the key "tide" means nothing here and is kept.',
                'Position, Ana: the key "respct" means nothing here and is kept.']
    assert form.sheet.view["notes"] == warnings
    ask(form, "set", "0.name", "Anna")
    assert form.sheet.view["notes"] == [*warnings[:2], warnings[2].replace("Ana", "Anna")] and "respct = 4" in form.sheet.view["text"]
    ask(form, "moment")
    assert not form.sheet.view["notes"]


def test_after_the_last_round_the_form_holds_the_one_before():
    session = table()
    session.play_to_end("reader")
    form = SurfsUpPosition(session)
    form.show()
    assert not form.complaint and form.note.startswith("The game is over") and form.values["bluebottles"] < 5
    ask(form, "start")
    assert session.to_choose


def test_a_refused_text_is_forgotten_when_it_is_left(form):
    ask(form, "text", value="[position]\nsurf = ['orange 99']")
    assert form.sheet.view["refused"]
    ask(form, "leave")
    assert not form.sheet.view["refused"] and form.sheet.view["text"]


def test_seats_come_and_go_with_their_number(form):
    ask(form, "set", "players", 5)
    assert not form.complaint and form.read().game.players == ("Ana", "Ben", "Cleo", "Dev", "Eli")
    ask(form, "set", "players", 2)
    assert [section.title for section in form.sections()] == ["On the table", "Ana", "Ben", "Still to come"]


@pytest.mark.parametrize(("key", "value"), [
    ("0.respect", 5), ("0.respect", True), ("0.respect", "2"), ("surf.0", "orange 99"), ("surf.0", ["orange 1"]), ("0.waves", "orange 1"),
    ("0.waves", ["orange 1"] * 100), ("0.cards", {"1": "hand"}), ("0.cards", {"1": 3, "2": 3, "3": 3, "4": 3, "5": 3}), ("0.name", "x" * 41),
    ("nothing", 3), (3, 3), ("5.name", "Eve")])
def test_what_a_field_does_not_take_changes_nothing(form, key, value):
    held = form.values
    ask(form, "set", key, value)
    assert form.values == held


@pytest.mark.parametrize("message", [None, 3, [], {}, {"act": "deal"}, {"act": ["set"]}, {"act": "text", "value": 3}])
def test_a_message_of_an_odd_kind_does_nothing(form, message):
    held = form.values
    form.sheet._handle_msg(message)
    assert form.values == held


def test_hostile_names_are_refused(form):
    ask(form, "set", "0.name", HOSTILE)
    assert form.complaint.startswith("The name of a player") and not form.sheet.view["text"]


def test_at_the_beach_the_form_says_that_it_holds_the_reveal_before():
    session = SurfsUp(seats=["Ana", "Ben"], bots={}, seed=2)
    session.play("5", "3")
    assert not session.game.is_between_rounds(session.moment.state)
    form = SurfsUpPosition(session)
    form.show()
    assert "in the middle of a round" in form.note and form.values["0.cards"]["5"] == "hand"


def test_the_page_offers_it():
    labels = [getattr(shown, "label", "") for shown in page().header]
    assert "Position" in labels
