"""How objects show themselves in a notebook or at a prompt: in a line or two, whatever they hold, and without secrets."""
import re
from dataclasses import fields

import pytest
from IPython.lib.pretty import pretty

import surflab
from surflab import SurfinCats, SurfsUp
from surflab.analysis import Estimate, LookingBack, best_response, decision_of, matrix, solve_mixes
from surflab.moments import MAIN, Lines, Moment
from surflab.simulation import Lineup
from surflab.surfin_cats import bots as cat_bots
from surflab.surfin_cats import game as cat_game
from surflab.surfin_cats import page as cat_page
from surflab.surfin_cats.fate import Fate
from surflab.surfs_up import bots, page
from surflab.surfs_up import game as surf_game

MOST = 500  # characters
LONG = ["A b c d e f g h i j k l m n o p q r s " + letter * 2 for letter in "stuvwx"]  # as long as a name can be


def surfs_up(*, seats=("Ana", "Ben", "Cleo"), rounds=8) -> SurfsUp:
    """A table with tokens that are nobody else's business."""
    session = SurfsUp(seats=list(seats), bots=dict.fromkeys(seats, "random"), seed=6)
    for _ in range(rounds):
        session.step()
    return session


def surfin_cats() -> SurfinCats:
    """A table in the middle of a wave, with instructors, decks and waves that lie face down."""
    session = SurfinCats(cats=["maria", "rufo", "mandy"], bots=dict.fromkeys(["maria", "rufo", "mandy"], "odds"), seed=3)
    while session.game.question(session.moment.state) != "act" or session.rounds < 6:
        session.step()
    return session


def hidden_otherwise(session, *seats: int):
    """The same table with everything else lying that those seats, one by one, cannot know."""
    here, other = session.moment, type(session)(**session.inputs_of(session.game), bots=session.bots)
    state = here.state
    for seat in seats:
        state = session.game.redeal(state, 9, seat)
    assert (state != here.state).any()
    other.game, other.lines = session.game, Lines(session.lines.root)
    other.lines.tips[MAIN] = Moment(state, here.parent, here.choices, here.events)
    other.switch(MAIN)
    return other


def open_objects(session) -> list:
    """What a table consists of and shows."""
    session.branch("a line")
    board = (page if isinstance(session, SurfsUp) else cat_page).board(session)
    comparison = session.compare("a line", MAIN)
    return [session, session.moment, session.moment.parent, session.lines, session.lines.forks["a line"], session.game, session.game.cards,
            session.record(), comparison, *comparison.tracks, *session._before, board, board.table, *board.charts, board.tabs]


def objects_of_a_seat(session, seat: int) -> list:
    """What an analysis through the eyes of a seat consists of."""
    decision = decision_of(session.game, session.moment.state, seat, bot="random" if isinstance(session, SurfsUp) else "odds")
    estimate = Estimate(decision)
    estimate.grow(32, workers=1)
    found = matrix(decision, trials=8, workers=1)
    return [decision, estimate, Estimate(decision), found, solve_mixes(decision, 8, 8, 1), decision.play_on([{}], 0, 8),
            best_response(decision, {}, trials=8), LookingBack(session), getattr(decision, "stopping", None)]


def reprs(objects) -> list[str]:
    """What objects say of themselves, but for the running number that Param gives each."""
    return [re.sub(r"(name='[A-Za-z]+)\d+", r"\1", repr(of)) for of in objects]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("make", [surfs_up, surfin_cats])
def test_su63_sc90_what_is_hidden_changes_nothing_that_objects_say_of_themselves(make):
    session = make()
    everything = hidden_otherwise(session, 0, 1, 2)
    assert reprs(open_objects(session)) == reprs(open_objects(everything))
    session, other = make(), hidden_otherwise(make(), 0)
    assert reprs(objects_of_a_seat(session, 0)) == reprs(objects_of_a_seat(other, 0))


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("make", [surfs_up, surfin_cats, lambda: surfs_up(seats=LONG)])
def test_objects_show_themselves_in_a_line_or_two(make):
    session = make()
    objects = objects_of_a_seat(session, session.game.to_choose(session.moment.state)[0]) + open_objects(session)
    for number in range(60):
        session.branch(f"{LONG[0][:36]} {number}")
        session.note("long " * 300)
    session.overlaid = list(session.lines)
    objects += objects_of_many_lines(session)
    short(objects)


def objects_of_many_lines(session) -> list:
    return [session, session.lines, session.record(), session.compare(), session.compare(base=session.line), *session.lines.forks.values()]


def short(objects) -> None:
    for of in objects:
        assert len(repr(of)) < MOST and repr(of).count("\n") < 2, f"{type(of)} shows {len(repr(of))} characters"


def test_cards_bots_and_engines_show_themselves_in_a_line_or_two():
    for cards in (SurfsUp().cards, SurfinCats().cards):
        printed = [getattr(cards, kind.name) for kind in fields(cards)]
        short([cards, *(card for kind in printed if isinstance(kind, tuple) for card in kind)])
    short([ability for cat in SurfinCats().cards.cats for ability in (*cat.abilities, cat.unique, *cat.abilities[0].spaces, *cat.abilities[0].effects)])
    short([column for wave in SurfinCats().cards.waves for column in wave.columns])
    for games, players in ((surf_game, bots), (cat_game, cat_bots)):
        short([games.engine, *players.PLANS.values(), *players.BOTS.values()])
    short([getattr(surflab, name) for name in surflab.__all__] + [Lineup("saver", "reader", 2)])


def test_sc90_a_fate_says_what_is_listed_and_not_how_it_lies():
    one, other = (Fate(decks={0: names}, market=names) for names in (("Gnarly", "Cutback"), ("Cutback", "Gnarly")))
    assert repr(one) == repr(other) == "<Fate: decks, market listed>" and repr(Fate()) == "<Fate: nothing listed>"


@pytest.mark.usefixtures("engine")
def test_su63_a_game_with_listed_decks_does_not_tell_them():
    game = surf_game.Game(("Ana", "Ben"), decks={"ocean": ("orange 1", "teal 4", "purple 7", "purple 10"), "stings": (3, 0)})
    assert repr(game) == "<Game of Surf's Up!: Ana, Ben>"


def test_lines_and_comparisons_are_told_in_full_where_they_are_printed_or_stand_in_a_cell():
    session = SurfsUp(seats=["Ana", "Ben"])
    session.branch("Ana rests")
    assert repr(session.lines) == "<Lines: main, Ana rests>" and "├─" not in repr(session.lines) and "└─ Ana rests" in str(session.lines)
    assert pretty(session.lines) == str(session.lines)
    told = session.compare()
    assert repr(told) == "<Comparison of Ana rests, main with main>" and told.summary.to_string() in str(told)
