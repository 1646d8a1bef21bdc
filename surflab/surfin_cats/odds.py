"""What the next trick can do to a cat, counted exactly from what is known of its deck (SC90).

Counted is what the rules make of the card itself: its printed values, its own effects on the cat's meters and limits,
what lasts, and a copied market card. Left out is what is still to be decided: others' effects, a discard, and what
resources will be placed where.
"""
from __future__ import annotations

import numpy as np

from ..compiled import Ints, Rows, entry, rule, unit
from .rules import (ALL, CARDS, COPY, DECK, DECK_LEFT, DISCARDING, FALL, FALL_LIMIT_UP, FALL_NOW, FLOW, FLOW_NOW,
                    NO_ITEMS,
                    PADDLE, PADDLE_LIMIT_UP, PADDLE_NOW, SELF, STATE, SURFING, TABLE, TRICK_FALL, TRICK_FLOW, TRICK_PADDLE,
                    TRICKS_DONE, TRICKS_IN_PLAY, fall_limit, lasting, measure, paddle_limit)

SAFE, FALLS, TOO_FAR, SAVED = range(4)  # SAVED: too much paddle, which an item in hand can bring back
PADDLE_AFTER, FALL_AFTER, FLOW_AFTER, FALL_ROOM, PADDLE_ROOM = range(5)  # what `foresee` finds


@rule
def foreseen(cards, t, seat: int, metric: int, after):
    """A metric as it will be when the trick has been performed and its effect is read."""
    if metric == PADDLE_NOW:
        return after[PADDLE_AFTER]
    if metric == FALL_NOW:
        return after[FALL_AFTER]
    if metric == FLOW_NOW:
        return after[FLOW_AFTER]
    amount = measure(cards, t, t.flow[:], seat, metric)
    if metric == TRICKS_IN_PLAY or metric == TRICKS_DONE:
        return amount + 1
    return amount - 1 if metric == DECK_LEFT else amount


@rule
def add_effects(cards, t, seat: int, first: int, last: int, now, after):
    """Add what effects do to the cat's own meters and limits; `now` is how things stand as they are read."""
    for row in range(first, last):
        effect = cards.effects[row]
        if effect.who != SELF and effect.who != ALL:
            continue
        if effect.metric >= 0:
            counted = foreseen(cards, t, seat, effect.metric, now)
            if counted < effect.least or counted > effect.most:
                continue
        amount = effect.amount if effect.per < 0 else effect.amount * foreseen(cards, t, seat, effect.per, now)
        if effect.op <= FLOW:
            after[effect.op] += amount
        elif effect.op == FALL_LIMIT_UP:
            after[FALL_ROOM] += amount
        elif effect.op == PADDLE_LIMIT_UP:
            after[PADDLE_ROOM] += amount


@rule
def has_copy(cards, kind: int):
    trick = cards.trick[kind]
    for row in range(trick.first, trick.last):
        if cards.effects[row].op == COPY:
            return True
    return False


@rule
def foresee(cards, t, seat: int, kind: int, copied: int, now, after):
    """Perform that trick in thought, with a market card copied or -1: fill `after`; whether it falls at once (SC22)."""
    trick = cards.trick[kind]
    now[PADDLE_AFTER] = max(0, t.paddle[seat] + trick.paddle + lasting(t, seat, TRICK_PADDLE))
    now[FALL_AFTER] = max(0, t.fall[seat] + trick.fall + lasting(t, seat, TRICK_FALL))
    now[FLOW_AFTER] = max(0, t.flow[seat] + trick.flow + lasting(t, seat, TRICK_FLOW))
    now[FALL_ROOM], now[PADDLE_ROOM] = fall_limit(t, seat), paddle_limit(cards, t, seat)
    for i in range(5):
        after[i] = now[i]
    if now[FALL_AFTER] >= now[FALL_ROOM]:
        return True
    add_effects(cards, t, seat, trick.first, trick.last, now, after)
    if copied >= 0:
        other = cards.trick[copied]
        after[PADDLE_AFTER] += other.paddle
        after[FALL_AFTER] += other.fall
        after[FLOW_AFTER] += other.flow
        add_effects(cards, t, seat, other.first, other.last, now, after)
    for i in range(3):
        after[i] = max(0, after[i])
    return False


@rule
def has_rescue(cards, t, seat: int, paddle: int, fall: int, trick: int, after):
    """Whether an item that the cat holds brings it back from too much paddle, and not into a fall (SC23)."""
    if lasting(t, seat, NO_ITEMS) > 0:
        return False
    for item in range(cards.items):
        if t.held[seat, item] > 0:
            down, fallen = paddle, fall
            for row in range(cards.item_first[item], cards.item_last[item]):
                effect = cards.effects[row]
                if effect.who == SELF and effect.metric < 0 and effect.per < 0:
                    if effect.op == PADDLE:
                        down += effect.amount
                    elif effect.op == FALL:
                        fallen += effect.amount
                    elif effect.op == DISCARDING:
                        most = max(0, cards.trick[trick].paddle)
                        for i in range(t.in_play[seat]):
                            most = max(most, cards.trick[t.played[seat, i]].paddle)
                        down -= most
            if down <= after[PADDLE_ROOM] and fallen < after[FALL_ROOM]:
                return True
    return False


@rule
def outcome(cards, t, seat: int, kind: int, copied: int, now, after):
    """How the cat stands after that trick: SAFE, FALLS, TOO_FAR or SAVED; `now` and `after` are room for 5 numbers."""
    if foresee(cards, t, seat, kind, copied, now, after) or after[FALL_AFTER] >= after[FALL_ROOM]:
        return FALLS
    if after[PADDLE_AFTER] <= after[PADDLE_ROOM]:
        return SAFE
    rescued = has_rescue(cards, t, seat, after[PADDLE_AFTER], after[FALL_AFTER], kind, after)
    return SAVED if rescued else TOO_FAR


@rule
def next_tricks(t, known, seat: int, pile):
    """Write down the cards that may be on top of the cat's deck, equally likely each; returns how many.

    `known` is what the observer knows of the places in that deck.
    """
    left = t.left[seat]
    if left > 0 and known[left - 1] >= 0:
        pile[0] = known[left - 1]
        return 1
    return unknown_tricks(t, known, seat, pile)


@rule
def unknown_tricks(t, known, seat: int, pile):
    """Write down the cards of the cat's deck whose places the observer does not know; returns how many."""
    left = t.left[seat]
    n = 0
    for i in range(left):
        pile[n] = t.rest[seat, i]
        n += 1
    for i in range(left):
        if known[i] >= 0:
            for j in range(n):
                if pile[j] == known[i]:
                    n -= 1
                    pile[j] = pile[n]
                    break
    return n


@rule
def copied_cards(t):
    """How many different cards a copy may bring: those of the market deck, or the discards when it is empty."""
    return t.unseen if t.market_left > 0 else t.discards


@rule
def copied_card(t, i: int):
    return t.market[i] if t.market_left > 0 else t.discard[i]


@unit
def count_ways(cards: CARDS, t: TABLE, known: Ints, seat: int, ways: Ints):
    """Count the ways the next trick can come out by SAFE, FALLS, TOO_FAR and SAVED, all equally likely."""
    pile = np.zeros(DECK, np.int64)
    now, after = np.zeros(5, np.int64), np.zeros(5, np.int64)
    for i in range(4):
        ways[i] = 0
    pool = copied_cards(t)
    for i in range(next_tricks(t, known, seat, pile)):
        if pool > 0 and has_copy(cards, pile[i]):
            for j in range(pool):
                ways[outcome(cards, t, seat, pile[i], copied_card(t, j), now, after)] += 1
        else:
            ways[outcome(cards, t, seat, pile[i], -1, now, after)] += max(1, pool)


@entry
def wipeout_ways(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, viewer: int, ways: Ints):
    """Write how many of the equally likely next tricks of the seat leave it SAFE, FALLS, TOO_FAR or SAVED (4 numbers).

    The viewer is a seat or -1 for what everybody knows; all are 0 where the cat has no next trick.
    """
    s = states[i]
    for k in range(4):
        ways[k] = 0
    if s.table.status[seat] == SURFING and s.table.left[seat] > 0:
        if viewer == seat:
            count_ways(cards[0], s.table, s.own[seat].known[:], seat, ways)
        else:
            count_ways(cards[0], s.table, s.table.known[seat], seat, ways)
