"""The page of Surf's Up! without a browser: its parts move together, its form deals, and nothing keeps it alive."""
import gc
import weakref

import panel as pn
import pytest

from surflab.slices import run
from surflab.surfs_up import page, table
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.session import SurfsUp
from surflab.surfs_up.setup import SurfsUpSetUp
from surflab.table_setup import fresh_seed, seed_of


@pytest.fixture
def board():
    return page.board(SurfsUp(seats=["Ana", "Ben"], bots={"Ben": "random"}, seed=5))


def test_table_charts_and_account_move_together(board):
    board.session.play(board.session.legal("Ana")[1])
    while board.session.rounds == 0:
        board.session.play("respect")
    assert board.table.view["rounds"] == board.account.now == 1
    assert [round(max(chart.sources["points"].data["round"])) for chart in board.charts] == [1, 1, 1]
    board.session.undo()
    assert board.account.now == 0 and len(board.account.rounds) == 2


def test_a_choice_that_is_put_down_leaves_the_charts_alone(board, monkeypatch):
    monkeypatch.setattr(board.charts[0], "show", lambda *_: pytest.fail("a chart was drawn"))
    turn = board.table.turn
    board.session.choose("Ana", "3")
    assert board.table.turn == turn + 1


def test_a_session_shows_itself_in_a_notebook_and_in_an_app():
    session = SurfsUp(seed=3)
    shown = pn.panel(session)
    assert any(isinstance(part, table.Table) for part in shown.select())
    html = session._repr_mimebundle_()[0]["text/html"]
    assert "Table" in html
    assert repr(session).startswith("<Surf's Up!: 0 rounds played; Ana ")


def form_of(session: SurfsUp) -> SurfsUpSetUp:
    setup = SurfsUpSetUp(session)
    setup.show()
    return setup


def test_the_form_deals_the_table_that_it_describes():
    session = SurfsUp(seed=1)
    session.play("3")
    setup = form_of(session)
    setup._count.value = 2
    setup._rows[0].player.value, setup._rows[1].bot.value = " Zoë ", "saver"
    setup._goals.value, setup._chosen.value = "choose", list(CardSet.house().goal_names[:2])
    setup._seed.value, setup._title.value = "42", "Thursday table"
    setup.deal()
    assert (session.seats, session.bots) == (["Zoë", "Ben"], {"Ben": "saver"})
    assert (session.seed, session.title) == (42, "Thursday table")
    assert session.game.goals == tuple(CardSet.house().goal_names[:2])
    assert session.rounds == 0 and list(session.lines) == ["main"]
    assert not setup.dialog.open


@pytest.mark.parametrize(("change", "said"), [
    (lambda form: form._rows[1].player.param.update(value="Ana"), "stands there more than once"),
    (lambda form: form._rows[0].player.param.update(value=""), "must be text"),
    (lambda form: form._rows[0].player.param.update(value="<b>"), "must not contain &lt; or &gt;"),
    (lambda form: form._seed.param.update(value="-1"), "the seed must be a whole number"),
    (lambda form: form._seed.param.update(value="²"), "the seed must be a whole number"),
    (lambda form: form._seed.param.update(value="9999999999"), "the seed must be a whole number"),
])
def test_what_cannot_be_is_said_and_the_table_stays(change, said):
    session = SurfsUp(seed=1)
    moment, seats = session.moment, session.seats
    setup = form_of(session)
    change(setup)
    setup.deal()
    assert setup.dialog.open and said in setup._complaint[0].object
    assert session.moment is moment and session.seats == seats


def test_a_card_set_is_taken_from_a_file_or_complained_about_card_by_card():
    session = SurfsUp(seed=1)
    setup = form_of(session)
    with pytest.raises(ValueError, match="bluebottles"):
        run(setup._take("mine.toml", b"bluebottles = 4"))
    assert setup.cards == CardSet.house()
    mine = b'title = "<i>mine</i>"\ncustom = true\nsuits = ["north"]\nbluebottles = 1\n'
    mine += b'waves = [{suit = "north", points = 2, count = 9}]\n'
    run(setup._take("mine.toml", mine + b'boards = []\nenergy = []\nstings = [{value = 1, count = 9}]\ngoals = []\n'))
    assert "&lt;i&gt;mine&lt;/i&gt;" in setup._named.object
    setup.deal()
    assert session.game.cards.suits == ("north",)
    form_of(session).deal()
    assert session.game.cards.suits == ("north",), "the next table is set up like this one"


def test_seeds():
    assert seed_of("0") == 0 and seed_of("4294967295") == 2**32 - 1
    assert len({fresh_seed() for _ in range(20)}) > 1


def test_files_are_named_by_the_title():
    from surflab.files import file_name

    assert file_name("") == "table.toml"
    assert file_name("Thursday table") == "thursday-table.toml"
    assert file_name("../../etc/<passwd>") == "etc-passwd.toml"


def test_a_dropped_page_is_collected(monkeypatch):
    known = []

    def remembered(*args, **params):
        made = SurfsUp(*args, **params)
        known.append(weakref.ref(made))
        return made

    monkeypatch.setattr(page, "SurfsUp", remembered)
    for _ in range(2):
        made = page.page()
        known.append(weakref.ref(made))
        known[0]().play_to_end("random")
        del made
        gc.collect()
        assert not any(ref() for ref in known)
        known.clear()
