"""Bots for empty seats: what a seat sees -> a choice. None is ever handed a deck's order or another seat's secrets.

A bot takes the printed cards, the table as everybody sees it, what its seat alone sees, its seat, and a random word of
32 bits; it returns a legal choice as `rules.py` numbers them. Worths are in hundredths of a flow. The planned bots
judge everything but the wave alike; they differ in when they ride and in their taste at the market.
"""
from __future__ import annotations

import numpy as np

from ..compiled import Ints, bot, rule, unit
from ..randomness import philox
from .odds import FALLS, SAFE, TOO_FAR, copied_card, copied_cards, count_ways, has_copy, next_tricks, outcome
from .rules import (ABILITIES_DONE, AIM, CARDS, CHOOSE_ACT, CHOOSE_INSTRUCTOR, CHOOSE_ITEM, CHOOSE_RESOURCE, COPY, DECK,
                    DISCARD, DISCARDING, FALL, FIRST_LASTING, FLOW, FOR_GOOD, FREESTYLE, ITEM, ITEM_FLOW, LOOK,
                    OWN, PADDLE, PERFORM, PICK, PLACE, RESOURCE, RIDE, RIDE_FLOW, SELF,
                    SIGHT, SLOTS, SPACES, SURFING, TABLE, USE_ITEM, allows, can_place,
                    choices_in, column_flow, column_of, count_held, count_legal, fall_limit, is_last_wave, item_of,
                    lasting, measure, nth_allowed, paddle_limit, price_of, target_of)

CAUTIOUS, GREEDY, ODDS = range(3)  # plans
FLOW_WORTH, ITEM_WORTH, LOOK_WORTH, FREESTYLE_WORTH, KEPT_WORTH = 100, 140, 50, 420, 100
PADDLE_WORTH, FALL_WORTH = 70, 60  # on a trick that is to be performed some time
ABILITY_WORTH = 120  # for each wave that is still to come
OFTEN = 45  # of a hundred: how often a trick in the deck is performed in a wave
# what a lasting number of 1 is worth in a wave, by op; what metrics come to in a usual game
LASTING_WORTH = (150, 60, -60, 90, 70, 200, -250, 300, -60, -40, 200, 80, 60, 100, 120, 170, -120)
TYPICAL = (5, 4, 20, 2, 1, 2, 2, 4, 6, 11, 4, 2, 1, 1, 1, 1, 3, 1, 2, 16, 3, 1, 1, 8, 1)


@rule
def chance(word: int, n: int, below: int):
    """A number below `below`, drawn from the decision's word for its n-th need."""
    return philox(word, n, 7919) * below >> 32


# worths
@rule
def waves_to_come(t):
    return t.waves - 1 - t.wave


@rule
def gain_worth(cards, t, seat: int, first: int, last: int):
    """What a run of simple gains is worth to the seat, placements left aside."""
    worth = 0
    for row in range(first, last):
        effect = cards.effects[row]
        if effect.op == FLOW:
            worth += FLOW_WORTH * effect.amount
        elif effect.op == RESOURCE:
            worth += 130 * effect.amount
        elif effect.op == ITEM:
            worth += ITEM_WORTH * effect.amount
        elif effect.op == SIGHT:
            worth += LOOK_WORTH * effect.amount
        elif effect.op == FREESTYLE:
            worth += (100 if is_last_wave(t) and t.status[seat] != SURFING else FREESTYLE_WORTH) * effect.amount
    return worth


@rule
def space_worth(cards, t, seat: int, choice: int):
    """What placing a resource on that space is worth: what it gives, and how near it brings the card to completion."""
    slot, space = choice // SPACES, choice % SPACES
    ability = cards.ability[t.ability[seat, slot]]
    free = 0
    for i in range(ability.spaces):
        free += t.filled[seat, slot, i] == 0
    worth = gain_worth(cards, t, seat, ability.space_first[space], ability.space_last[space])
    return worth + (80 + ABILITY_WORTH * waves_to_come(t)) // free - (5 if ability.takes[space] < 0 else 0)


@rule
def resource_worth(cards, t, seat: int, kind: int):
    """What a resource of that kind is worth on its best space, or kept."""
    best = KEPT_WORTH if count_held(cards, t, seat, ABILITIES_DONE) == SLOTS else 0
    for choice in range(SLOTS * SPACES):
        if can_place(cards, t, seat, kind, choice):
            best = max(best, space_worth(cards, t, seat, choice))
    return best


@rule
def resources_worth(cards, t, seat: int, first: int, last: int):
    """What a trick's resources are worth to the seat now."""
    worth = 0
    for row in range(first, last):
        kind = cards.effects[row].kind
        if kind >= 0:
            worth += resource_worth(cards, t, seat, kind)
        else:
            best = 0
            for k in range(cards.resources):
                best = max(best, resource_worth(cards, t, seat, k))
            worth += best
    return worth


@rule
def others_worth(cards, t, seat: int, row: int):
    """What an effect on others is worth: harm by what it costs them, each reached cat counting for a part."""
    effect = cards.effects[row]
    reach = 3 if effect.who > 2 else t.seats
    if effect.op == PADDLE:
        return 15 * abs(effect.amount) * (reach - 1) // 2
    if effect.op == FALL:
        return 30 * effect.amount * (reach - 1) // 2
    if effect.op == FLOW:
        return -40 * effect.amount * (reach - 1) // 2
    return 0


@unit
def effect_worth(cards: CARDS, t: TABLE, seat: int, row: int) -> int:
    """What one effect of a card is worth to the seat when it happens some time later."""
    effect = cards.effects[row]
    amount = effect.amount if effect.per < 0 else effect.amount * TYPICAL[effect.per]
    worth = 0
    if effect.who != SELF:
        worth = others_worth(cards, t, seat, row) if t.seats > 1 else 0
    elif effect.op == PADDLE:
        worth = PADDLE_WORTH * amount
    elif effect.op == FALL:
        worth = -FALL_WORTH * amount
    elif effect.op <= FREESTYLE:
        worth = gain_worth(cards, t, seat, row, row + 1) // effect.amount * amount
    elif effect.op == DISCARDING:
        worth = 90
    elif effect.op == COPY:
        worth = 170
    elif effect.op >= FIRST_LASTING:
        worth = LASTING_WORTH[effect.op - FIRST_LASTING] * amount
        if effect.lasts == FOR_GOOD:
            worth *= waves_to_come(t)
    return worth * 3 // 5 if effect.metric >= 0 else worth


@rule
def effects_worth(cards, t, seat: int, first: int, last: int):
    worth = 0
    for row in range(first, last):
        worth += effect_worth(cards, t, seat, row)
    return worth


@rule
def card_worth(cards, t, seat: int, kind: int, plan: int):
    """What a market card is worth over the waves to come, its price taken off."""
    trick = cards.trick[kind]
    paddle, fall = PADDLE_WORTH, FALL_WORTH
    if plan == CAUTIOUS:
        fall += 25
    elif plan == GREEDY:
        paddle, fall = paddle + 20, fall - 20
    worth = paddle * trick.paddle - fall * trick.fall + FLOW_WORTH * trick.flow
    worth += gain_worth(cards, t, seat, trick.gain_first, trick.gain_last)
    worth += effects_worth(cards, t, seat, trick.first, trick.last)
    return worth * OFTEN * waves_to_come(t) // 100 - FLOW_WORTH * min(t.flow[seat], price_of(cards, t, seat, kind))


# the wave
@rule
def ride_worth(cards, t, seat: int, paddle: int):
    """What riding now is worth with that paddle, nobody else arriving at the same time."""
    column = column_of(cards, t, seat, paddle)
    if column < 0:
        return 0
    wave = cards.wave[t.surf[t.wave]]
    worth = FLOW_WORTH * column_flow(cards, t, seat, column, t.queue[column])
    return worth + gain_worth(cards, t, seat, wave.first[column], wave.last[column])


@rule
def promise(cards, t, seat: int, paddle: int, fall: int):
    """What being part of the way to the next column is worth, the less the nearer the cat is to a fall."""
    wave = cards.wave[t.surf[t.wave]]
    column = column_of(cards, t, seat, paddle)
    room = fall_limit(t, seat) - fall
    if column + 1 >= wave.columns or room <= 0:
        return 0
    reached = wave.paddle[column] if column >= 0 else 0
    ahead = FLOW_WORTH * (wave.flow[column + 1] - (wave.flow[column] if column >= 0 else 0))
    part = max(0, ahead) * (paddle - reached) // max(1, wave.paddle[column + 1] - reached)
    return part * min(room, 6) // 9


@rule
def wipeout_worth(cards, t, seat: int):
    """What the reference card gives for a wipeout under this flag."""
    cat, flag = t.cat[seat], t.flag[t.wave]
    worth = gain_worth(cards, t, seat, cards.wipeout_first[cat, flag], cards.wipeout_last[cat, flag])
    return worth


@rule
def stand_worth(cards, t, seat: int, paddle: int, fall: int):
    """What a position on the wave is worth at the end of a turn, a wipeout included."""
    if fall >= fall_limit(t, seat) or paddle > paddle_limit(cards, t, seat):
        return wipeout_worth(cards, t, seat)
    return ride_worth(cards, t, seat, paddle) + promise(cards, t, seat, paddle, fall)


@unit
def trick_worth(cards: CARDS, t: TABLE, seat: int, kind: int, copied: int, now: Ints, after: Ints) -> int:
    """What performing that trick leads to: what it gives, and the position after it."""
    trick = cards.trick[kind]
    end = outcome(cards, t, seat, kind, copied, now, after)
    worth = resources_worth(cards, t, seat, trick.gain_first, trick.gain_last) + FLOW_WORTH * (after[2] - t.flow[seat])
    if end == FALLS:
        return worth + wipeout_worth(cards, t, seat)
    for row in range(trick.first, trick.last):
        effect = cards.effects[row]
        if effect.op > FLOW and effect.op < FIRST_LASTING or effect.who != SELF or effect.op == RIDE_FLOW:
            worth += effect_worth(cards, t, seat, row)
    if end == TOO_FAR:
        return worth + wipeout_worth(cards, t, seat)
    if end == SAFE:
        worth += ride_worth(cards, t, seat, after[0]) + promise(cards, t, seat, after[0], after[1])
    else:
        worth += ride_worth(cards, t, seat, max(0, after[0] - 3)) - 50
    return worth


@rule
def next_worth(cards, t, own, seat: int):
    """The expected worth of one more trick, over the known content of the deck."""
    pile = np.zeros(DECK, np.int64)
    now, after = np.zeros(5, np.int64), np.zeros(5, np.int64)
    n, total = next_tricks(t, own.known[:], seat, pile), 0
    pool = copied_cards(t)
    for i in range(n):
        if pool > 0 and has_copy(cards, pile[i]):
            part = 0
            for j in range(pool):
                part += trick_worth(cards, t, seat, pile[i], copied_card(t, j), now, after)
            total += part // pool
        else:
            total += trick_worth(cards, t, seat, pile[i], -1, now, after)
    return total // max(1, n)


@rule
def danger(cards, t, own, seat: int):
    """The chance in a hundred that the next trick wipes the cat out."""
    ways = np.zeros(4, np.int64)
    count_ways(cards, t, own.known[:], seat, ways)
    return 100 * (ways[FALLS] + ways[TOO_FAR]) // max(1, ways[0] + ways[1] + ways[2] + ways[3])


@rule
def choose_act(cards, t, own, seat: int, word: int, plan: int):
    """Ride, or one more trick?"""
    if t.must[seat] == 0:
        return RIDE
    wave = cards.wave[t.surf[t.wave]]
    column = column_of(cards, t, seat, t.paddle[seat])
    if plan == CAUTIOUS:
        risk = danger(cards, t, own, seat)
        if column < 0:
            return RIDE if risk > 45 else PERFORM
        return RIDE if risk > 10 + chance(word, 0, 8) else PERFORM
    if plan == GREEDY:
        if column == wave.columns - 1:
            return RIDE
        return RIDE if column >= 0 and danger(cards, t, own, seat) > 38 + chance(word, 0, 12) else PERFORM
    ride = ride_worth(cards, t, seat, t.paddle[seat]) + chance(word, 0, 30)
    return RIDE if ride >= next_worth(cards, t, own, seat) else PERFORM


# other choices
@rule
def harm_worth(cards, t, seat: int, target: int, row: int):
    """What an effect on that target is worth to the seat: more where it wipes out, and against a leader."""
    effect = cards.effects[row]
    worth = 20 + 2 * (t.flow[target] - t.flow[seat])
    if effect.op == FALL:
        after = t.fall[target] + effect.amount
        worth += 15 * after
        if after >= fall_limit(t, target):
            worth += 200 + ride_worth(cards, t, target, t.paddle[target]) // 2
    elif effect.op == PADDLE:
        over = t.paddle[target] + effect.amount > paddle_limit(cards, t, target)
        worth += 150 + ride_worth(cards, t, target, t.paddle[target]) // 2 if over else 5 * t.paddle[target]
    elif effect.op == FLOW:
        worth -= 30 * effect.amount
    return worth


@rule
def best_discard(cards, t, seat: int, target: int):
    """Which of the target's tricks in play the seat would discard: so that it stands best, or another cat worst.

    Of equally good ones it is the first of the card list, in whatever order they were performed.
    """
    best, most = 0, -1000000
    for place in range(t.in_play[target]):
        trick = cards.trick[t.played[target, place]]
        paddle, fall = max(0, t.paddle[target] - trick.paddle), max(0, t.fall[target] - trick.fall)
        worth = stand_worth(cards, t, target, paddle, fall)
        if target != seat:
            worth = -worth
        if worth > most or worth == most and t.played[target, place] < t.played[target, best]:
            best, most = place, worth
    return best


@rule
def item_use_worth(cards, t, seat: int, choice: int):
    """How much better off the seat is for using that item now, what the item itself is worth taken off."""
    item, target = item_of(choice), target_of(choice)
    paddle, fall, worth = t.paddle[seat], t.fall[seat], FLOW_WORTH * lasting(t, seat, ITEM_FLOW)
    for row in range(cards.item_first[item], cards.item_last[item]):
        effect = cards.effects[row]
        amount = effect.amount if effect.per < 0 else effect.amount * measure(cards, t, t.flow[:], seat, effect.per)
        if effect.who != SELF:
            if target >= 0:
                worth += harm_worth(cards, t, seat, target, row)
        elif effect.op == PADDLE:
            paddle = max(0, paddle + amount)
        elif effect.op == FALL:
            fall = max(0, fall + amount)
        elif effect.op == DISCARDING and t.in_play[seat] > 0:
            trick = cards.trick[t.played[seat, best_discard(cards, t, seat, seat)]]
            paddle, fall = max(0, paddle - trick.paddle), max(0, fall - trick.fall)
        elif effect.op == FLOW:
            worth += FLOW_WORTH * amount
        else:
            worth += effect_worth(cards, t, seat, row)
    better = stand_worth(cards, t, seat, paddle, fall) - stand_worth(cards, t, seat, t.paddle[seat], t.fall[seat])
    return worth + better - (110 if is_last_wave(t) else ITEM_WORTH)


@rule
def instructor_worth(cards, instructor: int):
    """What an instructor comes to in a usual game."""
    worth = 0
    for row in range(cards.instructor_first[instructor], cards.instructor_last[instructor]):
        effect = cards.effects[row]
        amount = FLOW_WORTH * effect.amount * (1 if effect.per < 0 else TYPICAL[effect.per])
        worth += amount * 3 // 5 if effect.metric >= 0 else amount
    return worth


@rule
def choice_worth(cards, t, own, seat: int, choice: int, plan: int):
    """How the seat likes a legal choice, compared with the others there are."""
    if t.phase == PLACE:
        return space_worth(cards, t, seat, choice)
    if t.phase == CHOOSE_RESOURCE:
        return resource_worth(cards, t, seat, choice)
    if t.phase == USE_ITEM:
        return 0 if choice == 0 else item_use_worth(cards, t, seat, choice)
    if t.phase == PICK:
        return card_worth(cards, t, seat, own.offer[choice], plan)
    if t.phase == CHOOSE_INSTRUCTOR:
        return instructor_worth(cards, own.instructor[choice])
    if t.phase == CHOOSE_ITEM:
        return effects_worth(cards, t, seat, cards.item_first[choice], cards.item_last[choice])
    if t.phase == AIM:
        return harm_worth(cards, t, seat, choice, t.row)
    if t.phase == DISCARD:
        return FLOW_WORTH if choice == best_discard(cards, t, seat, t.target) else 0
    return 0


@rule
def looks_bad(cards, t, own, seat: int):
    """Whether the card the cat sees on top is worse than what else may come."""
    top = t.left[seat] - 1
    now, after = np.zeros(5, np.int64), np.zeros(5, np.int64)
    mine = trick_worth(cards, t, seat, own.known[top], -1, now, after)
    total, n = 0, 0
    for i in range(top + 1):
        total += trick_worth(cards, t, seat, t.rest[seat, i], -1, now, after)
        n += 1
    return mine * n < total


@rule
def taste(t, plan: int):
    """How far a seat's moods reach: planned bots that see the same do not all do the same."""
    if t.phase == PICK:
        return 160
    return 120 if t.phase == CHOOSE_INSTRUCTOR or t.phase == CHOOSE_ITEM else 20


@unit
def choose(cards: CARDS, t: TABLE, own: OWN, seat: int, word: int, plan: int) -> int:
    """What a planned bot does in whatever is asked."""
    if t.phase == CHOOSE_ACT:
        return choose_act(cards, t, own, seat, word, plan)
    if t.phase == LOOK:
        return 1 if looks_bad(cards, t, own, seat) else 0
    best, most = -1, 0
    for choice in range(choices_in(t.phase)):
        if allows(cards, t, own, seat, choice):
            worth = choice_worth(cards, t, own, seat, choice, plan) + chance(word, 1 + choice, taste(t, plan))
            if best < 0 or worth > most:
                best, most = choice, worth
    return best


# the bots
@bot
def random(cards: CARDS, table: TABLE, own: OWN, seat: int, word: int):
    """Any legal choice, all equally likely."""
    return nth_allowed(cards, table, own, seat, word * count_legal(cards, table, own, seat) >> 32)


@bot
def cautious(cards: CARDS, table: TABLE, own: OWN, seat: int, word: int):
    """Performs only while the next trick is nearly sure to hold, and shops for tricks that do not fall."""
    return choose(cards, table, own, seat, word, CAUTIOUS)


@bot
def greedy(cards: CARDS, table: TABLE, own: OWN, seat: int, word: int):
    """Goes for the last column at almost any risk, and shops for paddle."""
    return choose(cards, table, own, seat, word, GREEDY)


@bot
def odds(cards: CARDS, table: TABLE, own: OWN, seat: int, word: int):
    """Weighs one more trick, card by card of what its deck still holds, against riding at once."""
    return choose(cards, table, own, seat, word, ODDS)


@bot
def beginner(cards: CARDS, table: TABLE, own: OWN, seat: int, word: int):
    """Rides at the first chance; everything else as `odds` does."""
    return RIDE if table.phase == CHOOSE_ACT else choose(cards, table, own, seat, word, ODDS)


@bot
def reckless(cards: CARDS, table: TABLE, own: OWN, seat: int, word: int):
    """Never rides while it has a card; everything else as `odds` does."""
    if table.phase == CHOOSE_ACT:
        return nth_allowed(cards, table, own, seat, 0)
    return choose(cards, table, own, seat, word, ODDS)


BOTS = {"random": random, "cautious": cautious, "greedy": greedy, "odds": odds, "beginner": beginner,
        "reckless": reckless}
PLANNED = ("cautious", "greedy", "odds")
SOLVER = "solver"  # no bot as the others: it plays games on in thought, see `solver.py`
PLANS = {
    "random": "Takes any legal choice, all equally likely.",
    "cautious": "Performs only while the next trick is nearly sure to hold, and shops for tricks that do not fall.",
    "greedy": "Goes for the last column at almost any risk, and shops for paddle.",
    "odds": "Weighs one more trick, card by card of what its deck still holds, against what riding now is worth.",
    "beginner": "Rides every wave at the first chance.",
    "reckless": "Never rides while it has a card left.",
    SOLVER: "Plays the game on from every choice, over and over, and takes the one that wins most.",
}
