"""The compiled loop over many games between bots."""
from __future__ import annotations

import numpy as np

from ..compiled import Grid, Ints, Rows, entry, rule, unit
from .rules import (ABILITIES_DONE, CARDS, CHOOSERS, EVENT, ITEMS_HELD, OFFER, OVER, PICK, RESOURCES_KEPT, SEATS,
                    STATE, ask,
                    count_held, deal, decide, instructor_flow, proceed, score)

COLUMNS = ("cat", "flow", "items", "kept", "icons", "instructor", "score", "won", "rides", "wipeouts", "firsts", "tops",
           "performed", "abilities", "uses", "purchases", "gathered", "freestyles", "instructor_card", "turns")


@rule
def count_offers(t, own, seat: int, offered):
    """Note what is on offer to the seat, and of which choice it will be."""
    for i in range(OFFER):
        if i < own.offers and own.offer[i] >= 0:
            offered[own.offer[i]] += 1


@rule
def take_decision(cards, s, log, bots, choices, market):
    """All who must choose do so by their bots; returns how many did."""
    t = s.table
    decisions = 0
    is_market = t.phase == PICK
    for seat in range(t.seats):
        if is_market and t.picks_left == t.picks:
            count_offers(t, s.own[seat], seat, market[0])
        if t.must[seat] > 0:
            choices[seat] = ask(cards, s, seat, bots)
            decisions += 1
            if is_market:
                market[1, s.own[seat].offer[choices[seat]]] += 1
    decide(cards, s, log, choices)
    return decisions


@unit
def play_on(cards: CARDS, s: STATE, log: Rows[EVENT], bots: CHOOSERS, market: Grid) -> int:
    """Play until the game is over, every seat by its bot; returns the number of decisions taken.

    `market` has a row of offers and a row of purchases by kind of trick, which are added to.
    """
    choices = np.zeros(SEATS, np.int64)
    decisions = 0
    while s.table.phase != OVER:
        decisions += take_decision(cards, s, log, bots, choices, market)
    return decisions


@rule
def write_result(cards, s, seat: int, row):
    """One seat's game as a row of COLUMNS."""
    t = s.table
    row[0], row[1], row[2] = t.cat[seat], t.flow[seat], count_held(cards, t, seat, ITEMS_HELD)
    row[3], row[4] = count_held(cards, t, seat, RESOURCES_KEPT), t.icons[seat]
    row[5], row[6], row[7] = instructor_flow(cards, t, seat), score(cards, t, seat), t.won[seat]
    row[8], row[9], row[10], row[11] = t.rides[seat], t.wipeouts[seat], t.firsts[seat], t.tops[seat]
    row[12], row[13], row[14] = t.performed[seat], count_held(cards, t, seat, ABILITIES_DONE), t.uses[seat]
    row[15], row[16], row[17] = t.purchases[seat], t.gathered[seat], t.freestyles[seat]
    row[18], row[19] = t.instructor[seat], t.turn + 1


@entry
def play_games(cards: Rows[CARDS], scratch: Rows[STATE], log: Rows[EVENT], cats: Grid, options: Ints, seed: int,
               first: int, bots: CHOOSERS, results: Grid, market: Grid):
    """Play games number first, first + 1, ... and write one row of COLUMNS a seat; returns the decisions taken.

    `cats` has a row of cats by seat for each game, taken in turn by game number. `scratch` is a blank state and one to
    play on. `market` has two rows by kind of trick, to which offers and purchases are added. A game depends on the seed
    and its own number alone.
    """
    decisions, unlisted, nothing = 0, np.zeros(0, np.int64), np.zeros(SEATS, np.int64)
    seats = cats.shape[1]
    for i in range(len(results) // seats):
        scratch[1] = scratch[0]
        s = scratch[1]
        deal(cards[0], s, cats[(first + i) % len(cats)], options, unlisted, unlisted, unlisted, unlisted, seed,
             first + i)
        proceed(cards[0], s, log, nothing)
        decisions += play_on(cards[0], s, log, bots, market)
        for seat in range(seats):
            write_result(cards[0], s, seat, results[i * seats + seat])
    return decisions
