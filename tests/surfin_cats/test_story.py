"""Surfin' Cats told in sentences and rows: everything that happened, and nothing that a seat may not know."""
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab import records
from surflab.moments import MAIN, Lines, Moment
from surflab.surfin_cats import rules, story
from surflab.surfin_cats.fate import Fate
from surflab.surfin_cats.game import Game
from surflab.surfin_cats.variant import Variant

from .playing import BOX, PLAYTHROUGHS, after, choose_all, played, some_table, wish_among

pytestmark = pytest.mark.usefixtures("cats_engine")


KITTENS = Variant(kittens=True)


def day(cats: str, variant=KITTENS, seed=1, players=(), **listed) -> tuple[Game, Moment]:
    game = Game(tuple(cats.split()), players, BOX, variant, seed, Fate(**listed))
    return game, Moment(game.start())


def on(game: Game, moment: Moment, *choices: dict) -> Moment:
    """The moment after some choices by name of the seat."""
    for chosen in choices:
        moment = after(game, moment, {game.players.index(name): choice for name, choice in chosen.items()})
    return moment


# sentences
def test_a_turn_is_told_with_what_it_does_to_the_meters():
    game, start = day("maria rufo", decks={0: ("Pop-up",), 1: ("Trim",)}, waves=("Paddling Pool",))
    moment = on(game, start, {"maria": "trick", "rufo": "ride"})
    assert story.tell(game, start) == ["maria and rufo go surfing.", "The first wave is Paddling Pool (green flag, maximum paddle 9)."]
    assert story.tell(game, moment) == ["rufo rides onto the sand.", "maria performs Pop-up: paddle +2, fall +1."]
    moment = on(game, moment, {"maria": "place starfish on Stage Nerves 2"})
    assert story.tell(game, moment) == ["maria puts 1 starfish on Stage Nerves.", "maria gains the item wax."]


def test_names_are_told_beside_their_cats():
    game, start = day("maria neo", players=("Ana", "Ben"), variant=Variant(), instructors=(("Koa", "Luz"), ("Inez", "Skipper")),
                      events=(("Choppy Water", "Blue Sky"),))
    assert story.tell(game, start)[0] == "Ana (maria) and Ben (neo) go surfing."
    assert [line for line in story.tell(game, start)[1:] if not line.startswith("The first wave is")] == []
    told = story.tell(game, on(game, start, {"Ana": "Koa", "Ben": "Inez"}))
    assert told[:2] == ["Ana keeps the instructor Koa.", "Ben keeps the instructor Inez."]
    assert told[3:] == ["The event is Choppy Water (red flag): every cat: fall +1.", "The event is Blue Sky: every cat: flow +1.",
                        "Ana: fall +1, flow +1.", "Ben: fall +1, flow +1."]


def test_what_an_event_card_says_for_the_wave_is_said_once():
    game, start = day("maria neo", variant=Variant(), instructors=(("Koa", "Luz"), ("Inez", "Skipper")), events=(("High Tide",),))
    told = story.tell(game, on(game, start, {"maria": "Koa", "neo": "Inez"}))
    assert [sentence for sentence in told if "maximum paddle of" in sentence] == [
        "The event is High Tide: every cat: maximum paddle of the wave +2 (this wave)."]


def test_meters_join_the_sentence_of_the_cat_that_they_belong_to():
    """Items are used one after the other, and what they do to meters comes for all at the end."""
    game, start = day("rufo maria", decks={0: ("Distraction",), 1: ("Distraction",)}, waves=("Paddling Pool",))
    moment = on(game, start, {"rufo": "trick", "maria": "trick"}, {"rufo": "use fins", "maria": "use camera"})
    assert story.tell(game, moment) == ["rufo uses the item fins.", "maria uses the item camera.", "rufo: paddle +2.", "maria: flow +1."]


def test_a_looked_at_card_is_told_to_its_owner():
    game, start = day("mandy rufo", decks={0: ("Check the Set", "Gnarly")}, waves=("Paddling Pool",))
    moment = on(game, start, {"mandy": "trick", "rufo": "ride"})
    while game.question(moment.state) != "look":
        moment = choose_all(game, moment, lambda legal: legal[0])
    looked = on(game, moment, {"mandy": "bottom"})
    for eyes, card in ((None, ""), (1, ""), (0, " (Gnarly)"), ("all", " (Gnarly)")):
        assert story.tell(game, looked, eyes) == [f"mandy looks at the next card{card} and puts it to the bottom."]


def test_market_offers_are_told_to_the_cat_they_are_made_to():
    game, start = day("maria rufo", market=("Aerial", "Floater", "Snake", "Wake", "Scout", "Combo"))
    moment = on(game, start, {"maria": "ride", "rufo": "ride"})
    offers = [sentence for sentence in story.tell(game, moment, 0) if "offers" in sentence]
    assert len(offers) == 1 and offers[0].startswith("The market offers maria Aerial for 3, Floater for ")
    assert not any("offers" in sentence for sentence in story.tell(game, moment))
    assert sum("offers" in sentence for sentence in story.tell(game, moment, "all")) == 2
    bought = on(game, moment, {"maria": "take Aerial", "rufo": "take Combo"})
    assert "maria takes Aerial from the market for 3 flow." in story.tell(game, bought)


def test_what_is_put_down_secretly_at_the_market_is_not_told_before_all_have_chosen():
    game, start = day("maria rufo", variant=Variant(kittens=True, picks=2), market=("Aerial", "Floater"))
    moment = on(game, start, {"maria": "ride", "rufo": "ride"})
    moment = choose_all(game, moment, lambda legal: legal[0])
    assert game.question(moment.state) == "market" and story.tell(game, moment) == []


def test_sc51_a_unique_trick_is_told_where_it_goes():
    """On top of the deck for a cat that surfs; shuffled in for one that rode, as the rule has it."""
    told = records.load(PLAYTHROUGHS / "unlock-after-riding.toml").account()
    assert [sentence.strip() for sentence in told if sentence.endswith((" on top of the deck.", " into the deck."))] == [
        "mandy shuffles Still Water into the deck.", "rufo shuffles Barrel Dive into the deck.", "neo puts Mirror Trick on top of the deck."]


def test_other_cards_to_come_are_told_with_their_seed():
    game, start = day("maria")
    fresh = Moment(game.redeal(start.state, 9), start, redealt=9)
    assert story.tell(game, fresh) == ["From here on the cards still to come are other ones (seed 9)."]


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_every_event_has_a_sentence_and_hidden_cards_have_none(seed):
    """Two days that differ only in what a seat cannot know read the same to it until that shows."""
    rng = random.Random(seed)
    game = some_table(rng)
    path = played(game, wish_among(rng)).path(MAIN)
    for moment in path:
        told = story.tell(game, moment, rng.choice([None, "all", 0]))
        assert all(sentence.endswith(".") and sentence[0].strip() and "None" not in sentence for sentence in told)
        assert bool(told) or not len(moment.events)
    account = story.round_account(game, path)
    assert [number for number, _, _ in account] == sorted(number for number, _, _ in account)
    assert account[0][1] == "The deal" and account[-1][1].startswith(f"Wave {len(game.variant.flags)}, turn ")
    assert account[-1][2][-1].startswith("The last wave is over")


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_who_looks_over_another_shoulder_reads_no_more_than_everybody(seed):
    """SC90: with the hidden part of a moment's states shuffled anew for a seat, its account of the moment is the same."""
    rng = random.Random(seed)
    game = some_table(rng)
    path = played(game, wish_among(rng)).path(MAIN)[:-1]
    moment, seat = rng.choice(path[1:] or path), rng.randrange(len(game.cats))
    if moment.parent is None:
        return
    other = replace(moment, state=game.redeal(moment.state, 5, seat), parent=replace(moment.parent, state=game.redeal(
        moment.parent.state, 5, seat)))
    assert story.tell(game, other, seat) == story.tell(game, moment, seat)


def test_every_kind_of_event_is_told():
    game, start = day("maria neo", variant=Variant())
    kinds = [value for name, value in vars(rules).items() if name.isupper() and name in (
        "INSTRUCTOR_CHOSEN WAVE_CAME EVENT_CAME PERFORMED CHANGED_PADDLE CHANGED_FALL CHANGED_FLOW RODE_IN SHOWN WIPED_OUT RESOURCE_PLACED "
        "RESOURCE_KEPT RESOURCE_LOST COMPLETED ITEM_GAINED ITEM_USED NO_ITEM LOOKED LOOK_KEPT FREESTYLED AIMED DISCARDED COPIED UNLOCKED "
        "SHED_TRICK LASTS MARKET_SHUFFLED BOUGHT ICON_COUNTED TIE_BROKEN ENDED").split()]
    assert sorted([*kinds, rules.MARKET_CARD]) == list(range(32)), "a card of a new market deck is told to nobody"
    state = choose_all(game, start, lambda legal: legal[0])
    sentences = set()
    for kind in kinds:
        log = np.zeros(1, rules.EVENT)
        log["kind"], log["card"] = kind, rules.FALL_LIMIT_UP if kind == rules.LASTS else 0
        moment = Moment(state.state, state, {}, log)
        told = story.tell(game, moment)
        assert len(told) == 1, kind
        sentences.add(told[0])
    assert len(sentences) == len(kinds)


# the account
def test_an_account_is_grouped_by_the_deal_waves_turns_and_markets():
    game, start = day("maria rufo", variant=Variant(waves=(1, 0, 0, 1)), seed=3)
    lines = Lines(start)
    moment = choose_all(game, start, lambda legal: legal[0])
    while game.question(moment.state) != "act":
        moment = choose_all(game, moment, lambda legal: legal[0])
    moment = on(game, moment, {"maria": "ride", "rufo": "ride"})
    while not game.is_over(moment.state):
        moment = choose_all(game, moment, lambda legal: legal[-1])
    lines.tips[MAIN] = moment
    account = story.round_account(game, moment.path())
    assert [(number, title) for number, title, _ in account] == [
        (0, "The deal"), (0, "Wave 1 comes"), (1, "Wave 1, turn 1"), (2, "Market after wave 1"), (2, "Wave 2 comes"), (3, "Wave 2, turn 1")]
    text = story.write_account(game, moment.path(), "Thursday")
    assert text[0] == "Thursday" and "After wave 2, turn 1" in text and text[-1].startswith("  ")
    assert any(line.startswith("  maria: ") and "flow" in line for line in text)


def test_an_unfinished_account_says_who_may_choose_what():
    game, start = day("maria rufo")
    text = story.write_account(game, [start])
    assert text[-3:] == ["  Reveal the next trick, or ride the wave?", "  maria may choose trick or ride.", "  rufo may choose trick or ride."]


# rows
def test_rows_tell_of_each_turn_and_market_visit():
    game, start = day("maria rufo", decks={0: ("Gnarly", "Distraction"), 1: ("Drop In", "Trim")}, waves=("Paddling Pool",),
                      market=("Aerial",) * 2)
    moment = on(game, start, {"maria": "trick", "rufo": "trick"})
    while game.question(moment.state) != "act":
        moment = choose_all(game, moment, lambda legal: legal[0])
    moment = on(game, moment, {"maria": "trick", "rufo": "ride"})
    while game.question(moment.state) != "act":
        moment = choose_all(game, moment, lambda legal: legal[0])
    moment = on(game, moment, {"maria": "ride"}, {"maria": "take Aerial", "rufo": game.legal(on(game, moment, {"maria": "ride"}).state, 1)[0]})
    rows = story.trajectory(game, moment.path())
    assert [(row["round"], row["stage"], row["wave"], row["turn"]) for row in rows[::2]] == [
        (0, "deal", 0, None), (1, "turn", 1, 1), (2, "turn", 1, 2), (3, "turn", 1, 3), (4, "market", 1, None)]
    maria, rufo = rows[::2], rows[1::2]
    assert [row["outcome"] for row in maria] == [None, "performed", "performed", "rode", None]
    assert [row["outcome"] for row in rufo] == [None, "performed", "rode", None, None]
    assert [row["act"] for row in rufo] == [None, "trick", "ride", None, None]
    assert [(row["paddle"], row["fall"]) for row in maria[1:4]] == [(3, 3), (3, 5), (3, 5)]
    assert rufo[2]["paddle"] == 3 and rufo[3]["paddle"] is None and rufo[2]["paddle_limit"] == 9 and rufo[2]["fall_limit"] == 7
    assert maria[4]["bought"] == ["Aerial"] and maria[4]["flow"] == maria[3]["flow"] - 3


def test_a_wipeout_shows_how_far_the_meters_went():
    game, start = day("maria", decks={0: ("Gnarly", "Cutback", "Distraction")}, waves=("Paddling Pool",))
    moment = start
    while game.status(moment.state, 0) == "surfing" and game.position(moment.state)[0] == 1:
        moment = choose_all(game, moment, lambda legal: legal[0])
    row = story.trajectory(game, moment.path())[-1]
    assert row["outcome"] == "wiped out" and row["fall"] == 7 and row["wipeouts"] == 1 and moment.state["table"]["fall"][0, 0] == 0


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1))
def test_rows_agree_with_the_game(seed):
    rng = random.Random(seed)
    game = some_table(rng)
    path = played(game, wish_among(rng)).path(MAIN)
    rows = story.trajectory(game, path)
    stops = {game.rounds(moment.state): moment.state for moment in path if game.is_between_rounds(moment.state)}
    assert [row["round"] for row in rows[::len(game.cats)]] == list(range(game.rounds(path[-1].state) + 1))
    for row in rows:
        seat, state = game.players.index(row["seat"]), next(state for number, state in stops.items() if number >= row["round"])
        points = game.points(state, seat)
        assert row["score"] == points["total"] and row["flow"] == state["table"]["flow"][0, seat]
        assert (row["paddle"] is None) == (row["outcome"] is None) == (row["act"] is None)
        assert row["outcome"] in (*story.OUTCOMES, None)
        is_same_wave = game.position(state)[0] == row["wave"]
        if row["outcome"] == "performed" and game.status(state, seat) == "surfing" and is_same_wave:
            assert row["paddle"] == state["table"]["paddle"][0, seat] and row["fall"] == state["table"]["fall"][0, seat]
            assert (row["paddle_limit"], row["fall_limit"]) == game.limits(state, seat)
    last = rows[-len(game.cats):]
    assert sum(row["outcome"] == "wiped out" for row in rows) == sum(row["wipeouts"] for row in last)
    assert sum(row["outcome"] == "rode" for row in rows) == sum(row["rides"] for row in last)
    assert story.trajectory(game, path) == rows and story.trajectory(game, path)[0] is not rows[0]


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1))
def test_what_waves_brought_and_what_was_paid_add_up(seed):
    rng = random.Random(seed)
    game = some_table(rng)
    path = played(game, wish_among(rng)).path(MAIN)
    rows = story.wave_rows(game, path)
    assert len(rows) == len(game.variant.flags) * len(game.cats)
    for seat, name in enumerate(game.players):
        mine = [row for row in rows if row["seat"] == name]
        flow = rules.START_FLOW + sum(row["flow"] - row["paid"] for row in mine)
        assert flow == path[-1].state["table"]["flow"][0, seat]
        assert sum(row["outcome"] == "rode" for row in mine) == path[-1].state["table"]["rides"][0, seat]
    assert story.wave_rows(game, path[:1]) == []


def test_rounds_that_are_counted_have_rows_wherever_a_line_ends():
    """In the middle of a turn, at the market, and while a wave that has begun to come still asks somebody."""
    rng, coming = random.Random(5), 0
    for _ in range(12):
        game = some_table(rng)
        path = played(game, wish_among(rng)).path(MAIN)
        for place, moment in enumerate(path, 1):
            rows = story.trajectory(game, path[:place])
            assert max((row["round"] for row in rows), default=0) == game.rounds(moment.state)
            coming += game.where(moment.state).startswith("as wave") and not game.where(moment.state).startswith("as wave 1 ")
    assert coming


def test_a_market_visit_in_which_nobody_can_choose_has_its_rows():
    record = records.load(PLAYTHROUGHS / "picks-without-a-choice.toml")
    path = record.lines.path(MAIN)
    rows = story.trajectory(record.game, path)
    assert list(dict.fromkeys(row["round"] for row in rows)) == list(range(record.game.rounds(path[-1].state) + 1))
    bought = [card for row in rows for card in row["bought"]]
    assert bought == [record.game.cards.trick_names[event.card] for moment in path for event in moment.events if event.kind == rules.BOUGHT]
    for place in range(1, len(path) + 1):
        assert max(row["round"] for row in story.trajectory(record.game, path[:place])) == record.game.rounds(path[place - 1].state)
