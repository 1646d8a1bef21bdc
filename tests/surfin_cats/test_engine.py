"""What holds for every game of Surfin' Cats: legality, conservation, equal engines, nothing peeked at."""
from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from surflab.surfin_cats import batch, bots, rules
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.game import Game
from surflab.surfin_cats.game import engine as both
from surflab.surfin_cats.variant import Variant

HOUSE = CardSet.house()
CATS = ("maria", "rufo", "mandy", "chope", "neo")
VARIANTS = {"plain": Variant(), "kittens": Variant(kittens=True), "mixed": Variant(mixed=True),
            "picks": Variant(picks=3),
            "long": Variant(waves=(2, 2, 2, 2)), "all": Variant(kittens=True, mixed=True, picks=2, waves=(1, 2, 1, 2))}


def play(engine, cats, variant=VARIANTS["plain"], seed: int = 0, game: int = 0, bot: str = "random", watch=None):
    """One game by one kind of bot in all seats, step by step; returns the last state. `watch` sees every state."""
    states, log = np.zeros(1, rules.STATE), np.zeros(rules.EVENTS, rules.EVENT)
    none = np.zeros(0, np.int64)
    engine.rules.start(HOUSE.tables, states, 0, log, np.array([HOUSE.cat_id(cat) for cat in cats]), variant.options,
                       none, none,
                       none, none, seed, game)
    players = (engine.bots.BOTS[bot],) * rules.SEATS
    choices, found = np.full(rules.SEATS, -1), np.zeros(rules.CHOICES, np.int64)
    while states["table"]["phase"][0] != rules.OVER:
        if watch:
            watch(states)
        must = states["table"]["must"][0]
        assert must.any()
        for seat in np.flatnonzero(must):
            count = engine.rules.legal_choices(HOUSE.tables, states, 0, seat, found)
            assert count > 1
            choices[seat] = engine.rules.ask_bot(HOUSE.tables, states, 0, seat, players)
            assert choices[seat] in found[:count]
        assert engine.rules.step(HOUSE.tables, states, 0, log, choices) < rules.EVENTS
    if watch:
        watch(states)
    return states


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", range(1, 6))
def test_random_games_end_and_every_choice_is_legal(cats_engine, seats, variant):
    for game in range(6):
        play(cats_engine, CATS[:seats], VARIANTS[variant], 3, game)


@pytest.mark.parametrize("bot", bots.BOTS)
def test_bots_choose_legally(cats_engine, bot):
    for game in range(4):
        play(cats_engine, CATS[game:] + CATS[:game // 2], VARIANTS["all" if game == 3 else "plain"], 1, game, bot)


@pytest.mark.parametrize("variant", ["plain", "all"])
@pytest.mark.parametrize("bot", ["random", "odds"])
def test_nothing_gets_lost(cats_engine, variant, bot):
    play(cats_engine, CATS, VARIANTS[variant], 5, 0, bot, watch=assert_conserved)
    play(cats_engine, CATS[:2], VARIANTS[variant], 5, 1, bot, watch=assert_conserved)


def assert_conserved(states) -> None:
    """Every card, item and token is in one place, and what the table says of hidden piles is true."""
    s = states[0]
    t = s["table"]
    seats = range(t["seats"])
    assert (t["tokens"][:4] + [sum((t["filled"][seat] == kind + 1).sum() + t["kept"][seat][kind] for seat in seats)
                               for kind in range(4)] == 15).all()
    assert (t["supply"][:6] + t["held"].sum(0)[:6] == [item.count for item in HOUSE.items]).all()
    market = Counter({HOUSE.trick_kind(trick.name): trick.count for trick in HOUSE.market})
    owned = Counter()
    for seat in seats:
        deck = s["deck"][seat][:t["left"][seat]]
        assert sorted(deck) == list(t["rest"][seat][:t["left"][seat]])
        for known in (t["known"][seat], s["own"][seat]["known"]):
            assert all(card in (-1, there) for card, there in zip(known, deck, strict=False))
            assert (known[t["left"][seat]:] == -1).all()
        owned.update(int(kind) for kind in [*deck, *t["played"][seat][:t["spent"][seat]]] if kind in market)
    hidden = Counter(int(kind) for kind in s["market"][:t["market_left"]])
    for seat in seats:
        hidden.update(int(kind) for kind in [*s["own"][seat]["offer"], *s["own"][seat]["picked"]] if kind >= 0)
    assert hidden == Counter(t["market"][:t["unseen"]].tolist())
    assert hidden + owned + Counter(t["discard"][:t["discards"]].tolist()) == market
    assert s["tasks"] < rules.TASKS and (t["flow"] >= 0).all() and (t["paddle"] >= 0).all() and (t["fall"] >= 0).all()


@pytest.mark.parametrize("bot", bots.BOTS)
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_compiled_equals_plain(cats_engine, seats, bot):
    after = [play(engine, CATS[-seats:], VARIANTS["plain"], 9, 2, bot) for engine in (both.plain, cats_engine)]
    assert after[0].tobytes() == after[1].tobytes()


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_equals_plain_in_every_variant(cats_engine, variant):
    after = [play(engine, CATS[:4], VARIANTS[variant], 2, 7) for engine in (both.plain, cats_engine)]
    assert after[0].tobytes() == after[1].tobytes()


def batch_of(engine, games: int, first: int = 0, seats: int = 4, bot: str = "odds"):
    rows, market = np.zeros((games * seats, len(batch.COLUMNS)), np.int64), np.zeros((2, rules.TRICKS), np.int64)
    players = (engine.bots.BOTS[bot],) * rules.SEATS
    engine.batch.play_games(HOUSE.tables, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), np.array([range(seats)]),
                            VARIANTS["plain"].options, 4, first, players, rows, market)
    return rows, market


def test_the_batch_plays_the_games_of_the_table(cats_engine):
    rows, _ = batch_of(cats_engine, 3, seats=4)
    for game in range(3):
        states = play(cats_engine, CATS[:4], seed=4, game=game, bot="odds")
        assert rows[game * 4:game * 4 + 4, batch.COLUMNS.index("flow")].tolist() == states["table"]["flow"][0,
                                                                                                            :4].tolist()


def test_a_game_of_the_batch_depends_on_its_number_alone(cats_engine):
    whole, market = batch_of(cats_engine, 6)
    parts = [batch_of(cats_engine, 3, first) for first in (0, 3)]
    assert (whole == np.concatenate([rows for rows, _ in parts])).all()
    assert (market == parts[0][1] + parts[1][1]).all()


def test_a_plain_batch_equals_a_compiled_one(cats_engine):
    assert all((plain == fast).all() for plain,
               fast in zip(batch_of(both.plain, 1), batch_of(cats_engine, 1), strict=True))


def test_a_visit_offers_five_cards_of_which_one_is_taken(cats_engine):
    _, market = batch_of(cats_engine, 50)
    assert market[0].sum() == 5 * market[1].sum() == 50 * 4 * 3 * 5


# what nobody may see
def states_of_a_game(engine, cats=CATS[:3], bot: str = "odds", seed: int = 6):
    kept = []
    play(engine, cats, VARIANTS["plain"], seed, 0, bot, watch=lambda states: kept.append(states.copy()))
    return kept[:-1]


@pytest.mark.parametrize("bot", bots.BOTS)
def test_bots_do_not_peek(cats_engine, bot):
    """Whatever is hidden from a seat is dealt anew, and its bot chooses the same."""
    players = (cats_engine.bots.BOTS[bot],) * rules.SEATS
    for states in states_of_a_game(cats_engine, bot="random"):
        for seat in np.flatnonzero(states["table"]["must"][0]):
            other = states.copy()
            cats_engine.rules.redeal_unseen(HOUSE.tables, other, 0, seat, 77, 3)
            other["seed"], other["game"] = states["seed"], states["game"]  # the word of the decision stays
            asked = [cats_engine.rules.ask_bot(HOUSE.tables, state, 0, seat, players) for state in (states.copy(),
                                                                                                    other)]
            assert asked[0] == asked[1]


def test_a_redeal_changes_what_is_hidden_and_nothing_else(cats_engine):
    changed = Counter()
    for states in states_of_a_game(cats_engine):
        for seat in range(3):
            other = states.copy()
            cats_engine.rules.redeal_unseen(HOUSE.tables, other, 0, seat, 5, 1)
            assert other["table"].tobytes() == states["table"].tobytes()
            assert other["own"][0, seat].tobytes() == states["own"][0, seat].tobytes()
            if states["table"]["phase"][0] != rules.OVER:
                assert_conserved(other)
            for field in ("deck", "market", "surf", "event"):
                changed[field] += other[field].tobytes() != states[field].tobytes()
            changed["offers"] += (other["own"]["offer"] != states["own"]["offer"]).any()
    assert min(changed.values()) > 0 and set(changed) == {"deck", "market", "surf", "event", "offers"}


def test_a_redeal_depends_on_what_is_hidden_and_not_on_how_it_lay(cats_engine):
    for states in states_of_a_game(cats_engine)[::3]:
        twice, once = states.copy(), states.copy()
        cats_engine.rules.redeal_unseen(HOUSE.tables, twice, 0, 0, 1, 1)
        for other in (twice, once):
            cats_engine.rules.redeal_unseen(HOUSE.tables, other, 0, 0, 8, 2)
        assert twice.tobytes() == once.tobytes()


def test_what_nobody_has_seen_yet_leaves_everybodys_secrets(cats_engine):
    for states in states_of_a_game(cats_engine):
        other = states.copy()
        cats_engine.rules.redeal_unseen(HOUSE.tables, other, 0, -1, 5, 1)
        assert other["own"].tobytes() == states["own"].tobytes()


def test_a_bot_is_handed_no_state():
    for bot in bots.BOTS.values():
        kinds = {name: kind for name, kind in bot.__annotations__.items() if name != "return"}
        assert list(kinds.values()) == ["CARDS", "TABLE", "OWN", "int", "int"]
    assert not {"deck", "market_order"} & set(rules.TABLE.names)


def test_a_step_in_plain_python_is_quick_enough_to_play():
    assert rules.STATE.itemsize < 16384
    game = Game(("maria", "rufo"))
    assert game.to_choose(game.start()) == [0, 1]
