"""Surfin' Cats in names: what is legal and how it is called, what everybody sees, what may be listed beforehand."""
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab.moments import MAIN, Lines, Moment
from surflab.surfin_cats import fate as fates
from surflab.surfin_cats import rules
from surflab.surfin_cats.fate import Fate
from surflab.surfin_cats.game import Game, IllegalChoice
from surflab.surfin_cats.variant import Variant

from .playing import BOX, NAMES, after, choose_all, played, some_table, wish_among

pytestmark = pytest.mark.usefixtures("cats_engine")

KITTENS = Variant(kittens=True)
MARIA = ("Gnarly", "Pop-up", "Trim")


def table(cats="maria rufo", players="", variant=KITTENS, seed=1, **listed) -> Game:
    return Game(tuple(cats.split()), tuple(players.split()), BOX, variant, seed, Fate(**listed))


def refused(call, *names: str) -> None:
    with pytest.raises(ValueError) as error:
        call()
    assert [name for name in names if name not in str(error.value)] == []


# the table
def test_seats_are_called_as_their_cats_or_by_name():
    assert table().players == ("maria", "rufo")
    assert table(players="Ana Ben").players == ("Ana", "Ben")


@pytest.mark.parametrize(("wrong", "names"), [
    ({"cats": ()}, ["cats", "1 to 5"]),
    ({"cats": ("maria", "tom")}, ["tom", "'maria', 'rufo', 'mandy', 'chope', 'neo'"]),
    ({"cats": ("maria", "maria")}, ["cats", "different", "maria"]),
    ({"cats": ("maria", ["rufo"])}, ["rufo"]),
    ({"cats": ("maria", "rufo"), "players": ("Ana",)}, ["players", "1 for 2 cats"]),
    ({"cats": ("maria", "rufo"), "players": ("Ana", "Ana")}, ["players", "Ana"]),
    ({"cats": ("maria",), "players": ("<b>",)}, ["<b>"]),
    ({"cats": ("maria",), "seed": True}, ["seed"]),
    ({"cats": ("maria",), "variant": Variant(waves=(6, 0, 0, 1))}, ["green", "6", "5"]),
    ({"cats": ("maria",), "variant": Variant(waves=(5, 2, 0, 1), picks=3)}, ["picks", "market visits", "room for"]),
    ({"cats": ("maria",), "fate": Fate(waves=("Old Wreck",))}, ["wave 1", "Old Wreck", "yellow", "green", "Sandbar"]),
    ({"cats": ("maria",), "fate": Fate(waves=("Atlantis",))}, ["Atlantis", "Sandbar"]),
    ({"cats": ("maria",), "fate": Fate(waves=("Sandbar",) * 5)}, ["5 waves", "4"]),
    ({"cats": ("maria",), "fate": Fate(instructors=(("Koa",), ("Luz",)))}, ["instructors", "1 cats"]),
    ({"cats": ("maria", "rufo"), "fate": Fate(instructors=(("Koa",), ("Koa",)))}, ["instructors", "Koa", "more than once"]),
    ({"cats": ("maria",), "variant": KITTENS, "fate": Fate(instructors=(("Koa",),))}, ["instructors", "Kittens"]),
    ({"cats": ("maria",), "fate": Fate(abilities=(("Calm Mind",),))}, ["abilities", "mixed"]),
    ({"cats": ("maria",), "variant": Variant(mixed=True), "fate": Fate(abilities=(("Calm Mind",),))}, ["Calm Mind", "card 1", "card 3"]),
])
def test_a_table_that_cannot_be_is_refused_with_what_can(wrong, names):
    refused(lambda: Game(**{"cards": BOX} | wrong), *names)


@pytest.mark.parametrize(("wrong", "names"), [
    ({"kittens": 1}, ["kittens", "1"]), ({"mixed": "no"}, ["mixed", "no"]), ({"picks": 4}, ["picks", "1 to 3", "4"]),
    ({"picks": True}, ["picks"]), ({"waves": (1, 1, 1)}, ["waves", "green, yellow, red, black"]),
    ({"waves": (1, 1, 1, 0)}, ["black"]), ({"waves": (4, 4, 0, 1)}, ["at most 8"]), ({"waves": 4}, ["waves", "4"]),
    ({"waves": (1, -1, 1, 1)}, ["waves"]),
])
def test_a_variant_that_cannot_be_is_refused(wrong, names):
    refused(lambda: Variant(**wrong), *names)


def test_a_variant_is_a_table_of_what_differs():
    variant = Variant(kittens=True, waves=(1, 0, 1, 2))
    assert variant.table() == {"kittens": True, "waves": {"yellow": 0, "black": 2}}
    assert Variant.of(variant.table()) == variant and Variant.of({}) == Variant() and Variant().table() == {}
    refused(lambda: Variant.of({"waves": {"blue": 1}}), "blue", "green")


# where the game is
def test_sc05_each_cat_chooses_one_of_its_two_instructors():
    game = table(variant=Variant(), instructors=(("Koa", "Luz"), ("Inez", "Skipper")))
    state = game.start()
    assert game.question(state) == "instructor" and game.where(state) == "before the first wave" and game.position(state) == (0, 0)
    assert game.legal(state, 0) == ["Koa", "Luz"] and game.instructor(state, 0) is None
    state, _ = game.resolve(state, {0: "Luz", 1: "Inez"})
    assert game.instructor(state, 0) == "Luz" and game.position(state) == (1, 0)


def test_rounds_are_turns_and_market_visits():
    game = table()
    state = game.start()
    seen = []
    while not game.is_over(state):
        if game.is_between_rounds(state):
            seen.append((game.rounds(state), game.position(state), game.question(state)))
        state, _ = game.resolve(state, {seat: game.legal(state, seat)[-1] for seat in game.to_choose(state)})
    assert seen == [(0, (1, 0), "act"), (1, (1, 1), "market"), (2, (2, 0), "act"), (3, (2, 1), "market"), (4, (3, 0), "act"),
                    (5, (3, 1), "market"), (6, (4, 0), "act")]
    assert game.rounds(state) == 7 and game.position(state) == (4, 1) and game.where(state) == "after wave 4, turn 1"
    assert game.is_between_rounds(state) and game.question(state) == "" and game.to_choose(state) == []


def test_choices_are_short_phrases():
    game = table(decks={0: ("Pop-up", "Gnarly")}, waves=("Paddling Pool",))
    state = game.start()
    assert game.legal(state, 0) == ["trick", "ride"] and game.where(state) == "in wave 1, turn 1"
    state, _ = game.resolve(state, {0: "trick", 1: "ride"})
    assert game.question(state) == "place" and game.to_choose(state) == [0]
    assert game.legal(state, 0)[0] == "place starfish on Stage Nerves 2" and game.legal(state, 1) == []


def test_an_illegal_choice_says_who_what_and_what_is_legal():
    game = table(players="Ana Ben")
    state = game.start()
    with pytest.raises(IllegalChoice, match="Ana cannot choose 'swim'; legal is 'trick', 'ride'"):
        game.resolve(state, {0: "swim", 1: "ride"})
    with pytest.raises(IllegalChoice, match="Ben has not chosen; legal is 'trick', 'ride'"):
        game.resolve(state, {0: "ride"})
    with pytest.raises(IllegalChoice, match="seat 2 cannot choose now"):
        game.resolve(state, {0: "ride", 1: "ride", 2: "ride"})
    over = played(game, lambda legal: legal[-1]).tip(MAIN).state
    with pytest.raises(IllegalChoice, match="over after wave 4, turn 1"):
        game.resolve(over, {0: "ride"})
    with pytest.raises(ValueError, match="no bot 'genius'.*'random'"):
        game.ask(state, 0, "genius")


@settings(max_examples=15)
@given(st.integers(0, 2**32 - 1))
def test_every_legal_choice_has_a_name_of_its_own_and_forced_ones_are_not_asked(seed):
    rng = random.Random(seed)
    game, wish = some_table(rng), wish_among(rng)
    moment = Moment(game.start())
    while not game.is_over(moment.state):
        for seat in range(len(game.cats)):
            numbered = game.numbered(moment.state, seat)
            assert len(numbered) != 1 and len(set(numbered.values())) == len(numbered)
            assert (seat in game.to_choose(moment.state)) == bool(numbered)
            if numbered:
                assert game.forced(moment.state, seat) is None and game.ask(moment.state, seat, "odds") in numbered
        assert game.to_choose(moment.state) and game.question(moment.state)
        moment = choose_all(game, moment, wish)
    assert game.winners(moment.state)


def test_a_cat_that_can_only_ride_is_not_asked():
    """SC33: with an empty deck there is no choice, but it is known what the cat does."""
    game = table(variant=KITTENS)
    state = game.start().copy()
    state["table"]["left"][0, 0] = 0
    state["table"]["must"][0, 0] = 0
    assert game.forced(state, 0) == "ride" and game.forced(state, 1) is None


# what lies where
def test_describe_tells_everything_in_plain_values():
    game = table("maria rufo", "Ana Ben", decks={0: ("Pop-up",), 1: ("Drop In",)}, waves=("Paddling Pool",))
    state, _ = game.resolve(game.start(), {0: "ride", 1: "trick"})
    told = game.describe(state)
    assert told["wave"] == 1 and told["waves"] == ["Paddling Pool"] and told["events"] == [] and not told["over"]
    ana, ben = told["players"]
    assert (ana["name"], ana["cat"], ana["status"], ana["column"], ana["place"]) == ("Ana", "maria", "rode", None, None)
    assert (ben["status"], ben["paddle"], ben["fall"], ben["in_play"]) == ("surfing", 3, 1, ["Drop In"])
    assert "Drop In" not in ben["deck"] and ben["items"] == ["fins"] and len(ben["abilities"]) == 3
    assert ana["points"] == {"flow": 10, "items": 1, "kept": 0, "icons": 0, "instructor": 0, "total": 11}
    assert told["to_choose"] == [{"name": "Ben", "choices": ["use nothing", "use fins"]}] and told["asked"] == "item"
    assert told["winners"] == [] and told["market"] == {"deck": 40, "discards": []}


def test_the_beach_shows_who_stands_where():
    game = table("maria rufo mandy", decks={0: ("Pop-up", "Distraction"), 1: ("Drop In",), 2: ("Trim",)}, waves=("Pier Left",))
    moment = after(game, Moment(game.start()), dict.fromkeys(range(3), "trick"))
    while game.question(moment.state) != "act":
        moment = choose_all(game, moment, lambda legal: legal[0])
    moment = after(game, moment, {0: "trick", 1: "ride", 2: "ride"})
    beach = game.beach(moment.state)
    assert [column["paddle"] for column in beach] == [1, 3, 5, 7]
    assert [column["seats"] for column in beach] == [[2], [1], [], []] and game.landing(moment.state, 0) == 0
    assert [column["jellyfish"] for column in beach] == [False, True, False, False]
    assert game.limits(moment.state, 0) == (8, 7) and game.landing(moment.state, 1) is None


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_what_all_can_see_does_not_depend_on_what_is_hidden(seed):
    """SC90: after a redeal for a seat, all that the surface tells that seat is the same."""
    rng = random.Random(seed)
    game, wish = some_table(rng), wish_among(rng)
    lines = played(game, wish)
    state = rng.choice(lines.path(MAIN)).state
    seat = rng.randrange(len(game.cats))
    other = game.redeal(state, rng.getrandbits(32), seat)

    def seen(state):
        told = game.describe(state)
        for choosing in told.get("to_choose", ()):
            if choosing["name"] != game.players[seat] and told["asked"] in ("market", "instructor"):
                del choosing["choices"]
        return (told, game.legal(state, seat), game.offered(state, seat), game.beach(state), game.next_trick(state, seat, seat),
                [game.next_card(state, other, seat) for other in range(len(game.cats))], game.waves(state), game.events(state))
    assert seen(state) == seen(other)


def test_the_next_trick_is_counted_from_what_the_viewer_knows():
    game = table("mandy", decks={0: ("Check the Set", "Gnarly")}, waves=("Paddling Pool",))
    moment = after(game, Moment(game.start()), {0: "trick"})
    while game.question(moment.state) != "look":
        moment = choose_all(game, moment, lambda legal: legal[0])
    moment = after(game, moment, {0: "keep"})
    assert game.next_card(moment.state, 0, 0) == "Gnarly" and game.next_card(moment.state, 0) is None
    assert game.next_trick(moment.state, 0, 0) == {"safe": 1.0, "falls": 0.0, "too far": 0.0, "saved": 0.0}


# what is listed beforehand
def test_what_is_listed_comes_and_the_rest_is_drawn():
    game = table("maria rufo", variant=Variant(), waves=(None, "Old Wreck", None, "The Monster"),
                 events=(("Choppy Water", "Blue Sky"), None, ("Flat Calm",)), instructors=(("Koa",), ()),
                 decks={0: MARIA}, market=("Aerial", "Aerial"))
    state = game.start()
    coming = list(fates.waves_to_come(BOX, game.variant, state))
    assert [name for name, _ in coming][1::2] == ["Old Wreck", "The Monster"]
    assert coming[0][1] == ["Choppy Water", "Blue Sky"] and coming[2][1] == ["Flat Calm"] and coming[3][1] == []
    assert fates.instructors_dealt(BOX, state)[0][0] == "Koa" and len(set(sum(fates.instructors_dealt(BOX, state), []))) == 4
    assert fates.deck_order(BOX, state, 0)[:3] == list(MARIA) and fates.market_order(BOX, state)[:2] == ["Aerial", "Aerial"]
    state, _ = game.resolve(state, {0: "Koa", 1: game.legal(state, 1)[0]})
    assert game.events(state) == ["Choppy Water", "Blue Sky"]


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_listing_what_is_drawn_anyhow_changes_nothing(seed):
    rng = random.Random(seed)
    game = some_table(rng)
    state = game.start()
    come = [(name, game.events(state)) for name in game.waves(state)]
    waves = come + list(fates.waves_to_come(BOX, game.variant, state))
    known = Fate(
        instructors=() if game.variant.kittens else tuple(map(tuple, fates.instructors_dealt(BOX, state))),
        abilities=tuple(map(tuple, fates.abilities_dealt(BOX, state))) if game.variant.mixed else (),
        waves=tuple(name if rng.random() < 0.7 else None for name, _ in waves),
        events=tuple(tuple(events) if rng.random() < 0.7 else None for _, events in waves),
        decks={seat: tuple(fates.deck_order(BOX, state, seat)[:rng.randint(0, 9)]) for seat in range(len(game.cats))},
        market=tuple(fates.market_order(BOX, state)[:rng.randint(0, 40)]))
    listed = Game(game.cats, game.players, BOX, game.variant, game.seed, known).start()
    for name in ("deck", "market", "surf", "own"):
        assert (listed[name] == state[name]).all(), name
    assert [name for name, _ in fates.waves_to_come(BOX, game.variant, listed)] == [
        name for name, _ in fates.waves_to_come(BOX, game.variant, state)]


@pytest.mark.parametrize(("listed", "names"), [
    ({"decks": {0: ("Encore",)}}, ["decks.maria", "Encore", "which is not there", "Hang Five"]),
    ({"decks": {0: ("Trim", "Trim")}}, ["decks.maria", "Trim", "more than 1 times"]),
    ({"decks": {0: (5,)}}, ["decks.maria", "5"]),
    ({"market": ("Gnarly",)}, ["market", "Gnarly", "Aerial"]),
    ({"market": ("Aerial",) * 3}, ["market", "Aerial", "2 times"]),
    ({"events": (("Blue Sky", "Flat Calm"),)}, ["wave 1", "Flat Calm", "red flag", "Blue Sky"]),
    ({"events": (None, None, None, ("Blue Sky",))}, ["wave 4", "Blue Sky"]),
    ({"events": (("Atlantis",),)}, ["events", "Atlantis", "Blue Sky"]),
    ({"events": (("Trade Wind",), ("Trade Wind",))}, ["events", "Trade Wind", "1 times"]),
])
def test_what_cannot_lie_so_is_refused(listed, names):
    refused(lambda: table(variant=Variant(), **listed).start(), *names)


def test_a_wave_that_has_come_cannot_be_another_one():
    game = table(waves=("Sandbar",))
    state = game.start()
    refused(lambda: game.lay(state, Fate(waves=("Pier Left",))), "wave 1", "Pier Left", "Sandbar")
    assert game.lay(state, Fate(waves=("Sandbar", "Old Wreck")))["surf"][0, 1] == BOX.wave_id("Old Wreck")
    both = table(variant=Variant(kittens=True, waves=(2, 0, 0, 1)), waves=("Sandbar", "Pier Left"))
    refused(lambda: both.lay(both.start(), Fate(waves=(None, "Sandbar"))), "wave 2", "Sandbar")


def test_a_card_whose_place_all_know_stays_there():
    game = table()
    state = game.start().copy()
    top = state["table"]["left"][0, 0] - 1
    state["table"]["known"][0, 0, top] = state["deck"][0, 0, top]
    known = fates.deck_order(BOX, state, 0)
    refused(lambda: game.lay(state, Fate(decks={0: tuple(known[1:])})), "decks.maria", known[0])
    assert fates.deck_order(BOX, game.lay(state, Fate(decks={0: tuple(known[:1])})), 0) == known


def test_freestyles_and_a_new_market_deck_are_foretold_and_read_back():
    game = table("maria", decks={0: ("Trim", "Pop-up")}, waves=("Paddling Pool",))
    state = game.start().copy()
    s = state[0]
    s.table.market_left = 0
    kinds = [kind for kind in range(rules.TRICKS) for _ in range(BOX.tables["market_count"][0, kind])]
    s.table.discard[:40], s.table.discards, s.table.unseen = kinds, 40, 0
    s.table.market[:] = -1
    s.deck[0, s.table.left[0] - 1] = BOX.trick_kind("Encore")  # a freestyle
    s.table.rest[0, :9] = sorted([*s.deck[0, :8], 99])
    deck = ["Snake", "Wake", "Scout", "Combo", "Combo", "Aerial"]
    fate = Fate(freestyles=((0, ("Gnarly", "Cutback", "Paddle Out")),), reshuffled=(tuple(deck),))
    assert game.question(state) == "act"
    after_trick, events = game.resolve(state, {0: "trick"}, fate)
    (_, seat, shown), = fates.chance_in(BOX, events)
    assert seat == 0 and shown[:3] == ["Gnarly", "Cutback", "Paddle Out"] and len(shown) == 4
    assert not after_trick["foretold"].any() and (after_trick["market_foretold"] == -1).all()
    moment = Moment(after_trick)
    while game.question(moment.state) != "act":
        moment = choose_all(game, moment, lambda legal: legal[0])
    sold, events = game.resolve(moment.state, {0: "ride"}, fate)
    assert [name for name, _ in game.offered(sold, 0)] == ["Snake", "Wake", "Scout", "Combo", "Combo"]
    (_, seat, shown), = fates.chance_in(BOX, events)
    assert seat == -1 and shown[:6] == deck and len(shown) == 40


def test_states_are_read_only_and_the_same_table_gives_the_same_day():
    one, two = (played(table("maria neo", variant=Variant(), seed=9), lambda legal: legal[0]) for _ in range(2))
    for a, b in zip(one.path(MAIN), two.path(MAIN), strict=True):
        assert a.state.tobytes() == b.state.tobytes()
        with pytest.raises(ValueError, match="read-only"):
            a.state["table"] = np.zeros(1, rules.TABLE)


def test_lines_can_be_made_of_any_size():
    for seats in range(1, 6):
        game = Game(tuple(BOX.cat_names[:seats]), NAMES[:seats], BOX, seed=seats)
        lines = Lines(Moment(game.start()))
        assert len(game.describe(lines.root.state)["players"]) == seats
