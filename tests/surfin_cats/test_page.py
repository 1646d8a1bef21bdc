"""The page of Surfin' Cats without a browser: its parts move together, its form deals, and nothing keeps it alive."""
import gc
import weakref

import panel as pn
import pytest

from surflab.slices import run
from surflab.surfin_cats import cards, page, table
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.session import SurfinCats
from surflab.surfin_cats.setup import CatSetUp


@pytest.fixture
def board():
    return page.board(SurfinCats(cats=["maria", "rufo"], bots={"rufo": "odds"}, seed=5))


def test_table_charts_and_account_move_together(board):
    while board.session.rounds == 0:
        board.session.play(board.session.legal("maria")[0])
    assert board.table.view["rounds"] == board.account.now == 1
    assert [round(max(chart.sources["points"].data["round"])) for chart in board.charts] == [1, 1, 1]
    while board.session.rounds:
        board.session.undo()
    assert board.account.now == 0 and board.account.rounds[-1]["round"] == 1


def test_a_choice_that_is_put_down_leaves_the_charts_alone(board, monkeypatch):
    monkeypatch.setattr(board.charts[0], "show", lambda *_: pytest.fail("a chart was drawn"))
    turn = board.table.turn
    board.session.choose("maria", board.session.legal("maria")[0])
    assert board.table.turn == turn + 1


def test_a_session_shows_itself_in_a_notebook_and_in_an_app():
    session = SurfinCats(seed=3)
    assert any(isinstance(part, table.Table) for part in pn.panel(session).select())
    assert "Table" in session._repr_mimebundle_()[0]["text/html"]
    assert repr(session).startswith("<Surfin' Cats: before the first wave; maria 10")


def form_of(session: SurfinCats) -> CatSetUp:
    setup = CatSetUp(session)
    setup.show()
    return setup


def test_the_form_deals_the_table_that_it_describes():
    session = SurfinCats(seed=1)
    setup = form_of(session)
    setup._count.value = 2
    setup._cats[0].value, setup._rows[0].player.value = "neo", " Zoë "
    setup._rows[1].bot.value = "cautious"
    setup._kittens.value, setup._picks.value = True, 2
    setup._waves[0].value, setup._waves[1].value = 2, 0
    setup._seed.value, setup._title.value = "42", "Thursday cats"
    setup.deal()
    assert (session.cats, session.seats) == (["neo", "rufo"], ["Zoë", "rufo"])
    assert (session.bots, session.kittens, session.mixed, session.picks, list(session.waves)) == ({"rufo": "cautious"}, True, False, 2, [2, 0, 1, 1])
    assert (session.seed, session.title, session.game.players) == (42, "Thursday cats", ("Zoë", "rufo"))
    assert not setup.dialog.open and session.game.variant.flags == ["green", "green", "red", "black"]


@pytest.mark.parametrize(("change", "said"), [
    (lambda form: form._rows[1].player.param.update(value="maria"), "stands there more than once"),
    (lambda form: form._rows[0].player.param.update(value="<b>"), "must not contain &lt; or &gt;"),
    (lambda form: form._cats[1].param.update(value="maria"), "stands there more than once"),
    (lambda form: form._waves[3].param.update(value=0), "black flag"),
    (lambda form: form._waves[0].param.update(value=7), "at most 8"),
    (lambda form: form._seed.param.update(value="-1"), "whole number"),
], ids=["twice", "markup", "cat twice", "no black wave", "too many waves", "seed"])
def test_what_cannot_be_is_said_and_the_old_table_stays(change, said):
    session = SurfinCats(seed=1)
    game, moment = session.game, session.moment
    setup = form_of(session)
    change(setup)
    setup.deal()
    assert setup.dialog.open and said in setup._complaint[0].object
    assert session.game is game and session.moment is moment


def test_the_form_tells_plans_and_characters():
    setup = form_of(SurfinCats(seed=1))
    setup._rows[1].bot.value = "odds"
    assert "Weighs one more trick" in setup._rows[1]._plan.object
    assert "showman" in setup._character.object and "<b>Maria</b>" in setup._character.object


def test_a_card_set_is_taken_from_a_file_or_complained_about_card_by_card():
    setup = form_of(SurfinCats(seed=1))
    with pytest.raises(ValueError, match="waves"):
        run(setup._take("mine.toml", b'game = "surfin-cats"'))
    assert setup.cards == CardSet.house()
    house = cards.HOUSE.read_text(encoding="utf-8")
    run(setup._take("mine.toml", house.replace('title = "House set"', 'title = "<i>mine</i>"').replace('"maria"', '"minou"').encode()))
    assert "&lt;i&gt;mine&lt;/i&gt;" in setup._named.object
    assert setup._cats[0].value == setup.cards.cat_names[0] == "minou"


def test_a_dropped_page_is_collected(monkeypatch):
    known = []

    def remembered(*args, **params):
        made = SurfinCats(*args, **params)
        known.append(weakref.ref(made))
        return made

    monkeypatch.setattr(page, "SurfinCats", remembered)
    for _ in range(2):
        made = page.page()
        known.append(weakref.ref(made))
        known[0]().play_to_end("random")
        del made
        gc.collect()
        assert not any(ref() for ref in known)
        known.clear()
