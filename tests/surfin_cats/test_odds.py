"""The exact odds of the next trick equal a count over every order of the deck, played by the rules themselves."""
from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surflab.surfin_cats import odds, rules
from surflab.surfin_cats.cards import CardSet

from .positions import BOX, KITTENS, Position, position

TRICKS = ["One", "Two", "Three", "Show", "Distraction", "Gnarly", "Slip", "Costly", "Reach", "Chain", "maria best",
          "Copycat"]
DONE = {"maria": (0, 1, 2)}  # no resource is placed any more, so nothing is left to be decided


def ways(table: Position, viewer: int = 0) -> list[int]:
    found = np.zeros(4, np.int64)
    odds.wipeout_ways(table.game.cards.tables, table.state.copy(), 0, 0, viewer, found)
    return found.tolist()


def wipes_out(table: Position) -> bool:
    """Perform the next trick, use whatever item keeps the cat on the wave, and see whether it wiped out."""
    table.act()
    while table.question == "resource":
        table.first_choices()
    if table.question != "item":
        return bool(table.happened(rules.WIPED_OUT))
    ends = []
    for choice in table.choices("maria"):
        after = Position(table.game, table.state).answer(maria=choice)
        while after.question == "discard":
            after.choose(max(after.choices("maria"), key=lambda name: BOX.tricks[BOX.trick_kind(name[8:])].paddle))
        ends.append(bool(after.happened(rules.WIPED_OUT)))
    return all(ends)


@st.composite
def situations(draw):
    """A cat alone on a wave: its deck, its meters, its items and the top of the market."""
    deck = draw(st.lists(st.sampled_from(TRICKS), min_size=2, max_size=5))
    return {"decks": {"maria": ", ".join([*deck, "One"][:6])}, "paddle": {"maria": draw(st.integers(0, 9))},
            "fall": {"maria": draw(st.integers(0, 6))}, "flag": draw(st.sampled_from(["green", "black"])),
            "items": {"maria": draw(st.sampled_from(["", "leash", "wax", "fins, leash", "whistle"]))},
            "played": {"maria": draw(st.sampled_from(["", "Three", "One, Two"]))},
            "market": draw(st.sampled_from(["Slip", "Costly, Slip",
                                            "Splash, Star, Costly"])), "done": DONE, "last": True}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(situations())
def test_odds_equal_a_count_over_all_orders(situation):
    table = position("maria", **situation)
    deck = table.deck("maria")
    count, total = 0, 0
    for top in range(len(deck)):  # the orders with this card on top, which all go the same way
        order = [deck[top], *deck[:top], *deck[top + 1:]]
        pool = table.game.market_discards(table.state) or None
        assert pool is None
        market = [BOX.trick_names[kind] for kind in table.table["market"][:table.table["unseen"]]]
        for card in range(len(market)):
            copied = [market[card], *market[:card], *market[card + 1:]]
            count += wipes_out(position("maria",
                                        **situation | {"decks": {"maria": ", ".join(order)},
                                                       "market": ", ".join(copied)}))
            total += 1
    safe, falls, too_far, saved = ways(table)
    assert (falls + too_far) * total == count * (safe + falls + too_far + saved)


def test_all_orders_are_as_likely_as_the_card_on_top():
    """What stands for the orders above: the share of orders that wipe out is the share of cards that do."""
    table = position("maria", decks={"maria": "One, Two, Three, Distraction"}, fall={"maria": 5}, done=DONE)
    orders = list(permutations(table.deck("maria")))
    falls = sum(wipes_out(position("maria", decks={"maria": ", ".join(order)}, fall={"maria": 5},
                                   done=DONE)) for order in orders)
    assert falls / len(orders) == ways(table)[odds.FALLS] / sum(ways(table)) == 0.5


@pytest.mark.parametrize("seed", range(2))
def test_sampling_agrees_with_the_odds(seed):
    table = position("maria", decks={"maria": "One, Two, Three, Distraction, Gnarly, Slip"}, fall={"maria": 4},
                     paddle={"maria": 7},
                     done=DONE)
    fell = 0
    for game in range(200):
        redealt = Position(table.game, table.game.redeal(table.state, seed * 1000 + game, 0))
        fell += wipes_out(redealt)
    chance = sum(ways(table)[1:3]) / sum(ways(table))
    assert abs(fell / 200 - chance) < 4 * (chance * (1 - chance) / 200) ** 0.5


def test_a_card_that_was_looked_at_is_certain():
    table = position("maria rufo", decks={"maria": "Distraction, One, Two"}, fall={"maria": 5}, known=["maria"])
    assert ways(table, viewer=0) == [0, len(market_of(table)), 0, 0]
    assert ways(table, viewer=1) == ways(table, viewer=-1) == [2 * len(market_of(table)), len(market_of(table)), 0, 0]


def market_of(table: Position) -> list[int]:
    return table.table["market"][:table.table["unseen"]].tolist()


def test_an_item_in_hand_that_brings_the_paddle_back_is_told_apart():
    deck = {"maria": "Three, One"}
    without = position("maria", decks=deck, paddle={"maria": 7}, done=DONE, market="Slip")
    held = position("maria", decks=deck, paddle={"maria": 7}, items={"maria": "leash"}, done=DONE, market="Slip")
    assert (ways(without), ways(held)) == ([1, 0, 1, 0], [1, 0, 0, 1])


def test_a_cat_that_does_not_surf_has_no_next_trick():
    assert ways(position("maria", decks={"maria": ""})) == [0, 0, 0, 0]


def test_the_house_set_adds_up_for_every_cat():
    for cat in CardSet.house().cat_names:
        table = position(cat, cards=CardSet.house(), variant=KITTENS)
        assert sum(ways(table)) == 8 * len(market_of(table))
