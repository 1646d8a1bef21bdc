"""The form of a position of Surfin' Cats: filled from a moment or a text, checked as somebody answers, laid on the table."""
import pytest

from surflab import SurfinCats
from surflab.surfin_cats.position_form import CatPosition

from .test_position import MIDDLE, table


@pytest.fixture
def form() -> CatPosition:
    form = CatPosition(table(bots={"Ben": "odds"}))
    form.show()
    return form


def ask(form, act, key="", value=None):
    form.sheet._handle_msg({"act": act, "key": key, "value": value})


def test_the_form_opens_with_the_moment_on_the_table_and_starts_from_it(form):
    assert form.dialog.open and not form.complaint and form.values["wave"] == "Yellow a" and form.values["turn"] == 2
    assert form.values["0.placed"] == MIDDLE["seats"]["Ana"]["placed"] and form.values["1.column"] == "2"
    assert form.values["0.complete"] == {"maria A": "open", "maria B": "complete", "maria C": "open"}
    before = form.session.game.describe(form.session.moment.state)
    ask(form, "start")
    assert not form.dialog.open and form.session.game.describe(form.session.moment.state) == before
    assert form.session.bots == {"Ben": "odds"} and form.session.moment.parent is None


def test_at_the_deal_the_form_holds_a_first_wave():
    form = CatPosition(SurfinCats(cats=["maria", "rufo"], bots={}, mixed=True, seed=3))
    form.show()
    assert not form.complaint and form.note.startswith("No turn has begun") and form.values["wave"] in form.cards.wave_names and form.values["0.instructor"] == ""
    assert [list(form.values[f"{seat}.complete"]) for seat in (0, 1)] == form.dealt
    ask(form, "start")
    assert form.session.game.question(form.session.moment.state) == "act"


def test_in_the_middle_of_a_turn_the_form_holds_its_beginning():
    session = table(MIDDLE | {"seats": MIDDLE["seats"] | {"Ana": MIDDLE["seats"]["Ana"] | {"deck": ["Gnarly"]}}})
    session.play("trick")
    assert session.game.question(session.moment.state) != "act"
    form = CatPosition(session)
    form.show()
    assert form.note == "This is how the table stood when the last turn began." and form.values["0.in_play"] == ["One", "Show"]
    assert not form.complaint and form.sheet.view["notes"] == [form.note]


def test_after_the_last_wave_the_form_holds_the_last_turn():
    session = table(bots={"Ana": "greedy", "Ben": "odds"})
    session.play_to_end()
    form = CatPosition(session)
    form.show()
    assert form.note == "This is how the table stood when the last turn began." and form.values["wave"] == session.game.waves(session.moment.state)[-1]
    ask(form, "start")
    assert session.game.question(session.moment.state) == "act"


def test_keys_that_mean_nothing_are_warned_of_and_kept(form):
    ask(form, "text", value="[position]\ntide = 3\n[position.seats.Ana]\nflwo = 21\n")
    warnings = ['Position: the key "tide" means nothing here and is kept.', 'Position, Ana: the key "flwo" means nothing here and is kept.']
    assert form.sheet.view["notes"] == warnings
    ask(form, "set", "0.bought", [])
    assert form.sheet.view["notes"] == warnings and "flwo = 21" in form.sheet.view["text"]


def test_every_field_shows_a_value_that_it_takes(form):
    for field in (field for section in form.sections() for field in section.fields):
        assert field.takes(form.values[field.key]), field.key


def test_what_is_hidden_is_in_the_form_only_when_it_is_asked_for(form):
    assert form.values["0.deck"] == [] and form.values["market"] == [] and "to_come" not in form.sheet.view["text"]
    ask(form, "moment", value=True)
    assert len(form.values["0.deck"]) == 7 and form.values["market"] and "to_come" in form.sheet.view["text"]


def test_a_complaint_stands_at_the_field_it_is_about(form):
    for key, value, problem in (("0.in_play", ["One"], "Position, Ana, in_play: has 1 trick"), ("discards", ["Costly"] * 3, "Position, discards"),
                                ("1.place", "2", "Position, Ben, place"), ("number", 3, "Position, wave: wave 3")):
        before = form.values[key]
        ask(form, "set", key, value)
        assert form.complaint.startswith(problem), form.complaint
        assert form.bad == (key if key != "number" else "wave")
        ask(form, "start")
        assert form.dialog.open
        ask(form, "set", key, before)
        assert not form.complaint


def test_another_cat_has_cards_of_its_own(form):
    ask(form, "set", "1.cat", "neo")
    assert list(form.values["1.complete"]) == ["neo A", "neo B", "neo C"] and form.values["1.items"] == ["weed"]
    ask(form, "set", "players", 3)
    assert form.data_of(form.values)["cats"] == ["maria", "neo", form.values["2.cat"]]


def test_what_follows_from_the_cards_follows_from_those_in_the_form(form):
    form.values = form.values | {"0.more": {"counts": {"performed": 9, "wipeouts": 1, "rides": 0}, "looks": 1, "seen": ["One"]}}
    ask(form, "set", "0.bought", [])
    assert form.values["0.more"] == {"counts": {"wipeouts": 1, "rides": 0}, "looks": 1}
    ask(form, "set", "0.status", "wiped out")
    assert form.values["0.more"] == {"looks": 1}


def test_waves_to_come_are_forgotten_with_the_waves_before_them(form):
    ask(form, "moment", value=True)
    assert form.data_of(form.values)["to_come"]
    ask(form, "set", "wave", "Yellow b")
    assert "to_come" not in form.data_of(form.values) and not form.complaint


def test_a_text_that_cannot_be_leaves_the_form_as_it_is(form):
    before = dict(form.values)
    ask(form, "text", value="[position]\nwave = 'Tsunami'")
    assert form.refused.startswith('Position, wave: is "Tsunami"') and form.values == before
    for message in (3, {"act": "set", "key": "0.cat", "value": ["x"]}, {"act": "set", "key": "0.more", "value": {}}, {"act": "set", "key": "wave"}):
        form.sheet._handle_msg(message)
    assert form.values == before
