"""Surfin' Cats: the state of a game and every rule, in the rulebook's order; ids like SC21 are those of `rulings.toml`.

Every function runs compiled and as plain Python alike. The printed cards are an argument (`cards`, one CARDS record),
never a global. `s.table` is what everybody sees, `s.own[seat]` what that seat alone sees besides; the rest of a state
is hidden from all, and only the rules may look at it. Cards, items, resources and cats are numbers; -1 means none.

A pile lies with its top card last. What a card does is a run of rows in `cards.effects`; what is still to be carried
out lies in `s.task`, the next one last. A turn goes by stages: what happens to all cats at once comes first, then what
their cards do is read for all of them, then it is carried out seat by seat (SC11). `t.stage` says how far the turn is,
`t.phase` what is asked now, `t.must` of whom. A choice is an integer:
    CHOOSE_INSTRUCTOR  0 or 1, of the two that were dealt      CHOOSE_RESOURCE  the resource
    CHOOSE_ACT         PERFORM or RIDE                         CHOOSE_ITEM      the item
    USE_ITEM           0 for none, or as `item_choice` has it  LOOK             0 to keep the card, 1 to put it under
    PICK               the place in the offer                  AIM              the seat the effect is meant for
    PLACE              ability * SPACES + space                DISCARD          the place among the tricks in play
"""
from __future__ import annotations

import numpy as np

from ..compiled import Bots, Ints, Rows, entry, record, rule, unit
from ..randomness import philox

SEATS, DECK, WAVES, COLUMNS, SLOTS, SPACES, OFFER, MOST_PICKS, EVENTS_A_WAVE = 5, 24, 8, 6, 3, 4, 8, 3, 2
CATS, TRICKS, MARKET, ITEMS, RESOURCES, COMMON = 8, 96, 48, 8, 6, 10  # the most that a custom card set may have
WAVE_CARDS, EVENT_CARDS, INSTRUCTORS, ROWS = 32, 24, 16, 512
TASKS = 128  # effects waiting at a time; what a card starts beyond that is lost
START_FLOW, FALL_LIMIT, CROWD, LEAST_FLOW = 10, 7, 2, 1
DEALT, REVEALED_BY_FREESTYLE, MOST_TIEBREAKS, MOST_TURNS = 5, 4, 20, 40
GREEN, YELLOW, RED, BLACK = range(4)  # flags
FLAGS = 4
KITTENS, MIXED, PICKS, WAVES_OF = 0, 1, 2, 3  # options: two switches, market cards a visit, and waves of each flag
OPTIONS = WAVES_OF + FLAGS

# phases: what is asked now; up to PICK all seats answer at once, after it one does
(CHOOSE_INSTRUCTOR, CHOOSE_ACT, USE_ITEM, PICK, PLACE, CHOOSE_RESOURCE, CHOOSE_ITEM, LOOK, AIM, DISCARD,
 OVER) = range(11)
(INSTRUCTORS_CHOSEN, WAVE_COMES, ACTS_CHOSEN, RIDES, TRICKS_PERFORMED, FALLS, EFFECTS, EFFECT_FALLS, ITEMS_CHOSEN,
 ITEMS_USED, LAST_FALLS, TURN_ENDS, MARKET_OPENS, CARDS_PICKED, MARKET_CLOSES) = range(15)  # stages
PERFORM, RIDE = range(2)  # acts
SURFING, RODE, WIPED = range(3)  # how a cat stands this wave
BY_FALL, BY_PADDLE, BY_COLLISION = range(3)  # causes of a wipeout
SELF, OTHERS, ALL, ONE, LEADER, LAST = range(6)  # whom an effect reaches
NOW, THIS_WAVE, FOR_GOOD = range(3)  # how long it lasts
OPS = ("paddle", "fall", "flow", "resource", "item", "look", "freestyle", "discard", "copy", "shed", "unlock",
       "fall_limit", "paddle_limit", "price", "ride_flow", "ride_paddle", "trick_paddle", "trick_fall", "trick_flow",
       "jellyfish", "crowd", "shield", "wipeout_flow", "offer", "item_flow", "wave_look", "wave_resource", "no_items")
(PADDLE, FALL, FLOW, RESOURCE, ITEM, SIGHT, FREESTYLE, DISCARDING, COPY, SHED, UNLOCK,
 FALL_LIMIT_UP, PADDLE_LIMIT_UP, PRICE, RIDE_FLOW, RIDE_PADDLE, TRICK_PADDLE, TRICK_FALL, TRICK_FLOW,
 JELLYFISH, CROWDED, SHIELD, WIPEOUT_FLOW, LARGER_OFFER, ITEM_FLOW, WAVE_LOOK, WAVE_RESOURCE, NO_ITEMS) = range(28)
METERS, FIRST_LASTING, LASTING = 3, FALL_LIMIT_UP, 17  # the ops from FIRST_LASTING on are numbers that rules look up
METRICS = ("paddle", "fall", "flow", "items", "kept", "placed", "abilities", "in_play", "deck", "tricks", "turn",
           "surfing", "ridden", "ahead", "behind", "flag", "rides", "wipeouts", "uses", "performed", "purchases", "firsts",
           "tops", "gathered", "freestyles")
(PADDLE_NOW, FALL_NOW, FLOW_NOW, ITEMS_HELD, RESOURCES_KEPT, RESOURCES_PLACED, ABILITIES_DONE, TRICKS_IN_PLAY,
 DECK_LEFT, TRICKS_OWNED, TURN, CATS_SURFING, CATS_RIDDEN, CATS_AHEAD, CATS_BEHIND, FLAG, RIDES_DONE, WIPEOUTS_DONE,
 ITEM_USES, TRICKS_DONE, PURCHASES, FIRSTS, TOPS, GATHERED, FREESTYLES) = range(25)
(INSTRUCTOR_CHOSEN, WAVE_CAME, EVENT_CAME, PERFORMED, CHANGED_PADDLE, CHANGED_FALL, CHANGED_FLOW, RODE_IN, SHOWN,
 WIPED_OUT, RESOURCE_PLACED, RESOURCE_KEPT, RESOURCE_LOST, COMPLETED, ITEM_GAINED, ITEM_USED, NO_ITEM, LOOKED,
 LOOK_KEPT,
 FREESTYLED, AIMED, DISCARDED, COPIED, UNLOCKED, SHED_TRICK, LASTS, MARKET_SHUFFLED, MARKET_CARD, BOUGHT, ICON_COUNTED,
 TIE_BROKEN, ENDED) = range(32)  # kinds of log rows
SHUFFLING, DECIDING, REDEALING = range(3)  # what random words are for
MARKET_PILE, EVENT_PILE, WAVE_PILE, INSTRUCTOR_PILE, ABILITY_PILE = range(5, 10)  # piles 0 to 4 are the cats' decks
PILES = 10
NOBODY = 7  # in place of a task's target that is still open
CHOICES = 64  # more than any decision offers
FORETOLD = SEATS * (MOST_TIEBREAKS + 1)  # freestyles that can be foretold at a time
KIND_BITS = 7  # bits of a trick's number in a freestyle that is foretold
MARKETS_FORETOLD = 160  # cards of market decks that can be foretold at a time, with a -1 after each deck

i8 = np.int64
EFFECT = record([  # metric -1: no condition; per -1: not multiplied; kind, other: what resource, item or trick, -1 any
    ("op", i8), ("who", i8), ("amount", i8), ("lasts", i8), ("kind", i8), ("other", i8),
    ("metric", i8), ("least", i8), ("most", i8), ("per", i8),
])
TRICK = record([  # rows gain_first to gain_last - 1 are its resources, first to last - 1 its effect
    ("paddle", i8), ("fall", i8), ("flow", i8), ("cost", i8), ("gain_first", i8), ("gain_last", i8), ("first", i8),
    ("last", i8),
])
WAVE = record([
    ("flag", i8), ("limit", i8), ("columns", i8), ("paddle", i8, COLUMNS), ("flow", i8, COLUMNS),
    ("jellyfish", i8, COLUMNS), ("first", i8, COLUMNS), ("last", i8, COLUMNS),
])
ABILITY = record([  # a space takes the resource `takes`, any where that is -1; twin: an equal space before it, or -1
    ("spaces", i8), ("takes", i8, SPACES), ("space_first", i8, SPACES), ("space_last", i8, SPACES),
    ("twin", i8, SPACES),
    ("first", i8), ("last", i8),
])
CARDS = record([
    ("resources", i8), ("tokens", i8, RESOURCES),
    ("items", i8), ("item_count", i8, ITEMS), ("item_first", i8, ITEMS), ("item_last", i8, ITEMS),
    ("effects", EFFECT, ROWS),  # row k gains resource k, row RESOURCES + k gains item k
    ("tricks", i8), ("trick", TRICK, TRICKS), ("market_count", i8, TRICKS),
    ("commons", i8), ("common", i8, COMMON),
    ("cats", i8), ("initial", i8, CATS), ("start_items", i8, (CATS, ITEMS)), ("ability", ABILITY, CATS * SLOTS),
    ("wipeout_first", i8, (CATS, FLAGS)), ("wipeout_last", i8, (CATS, FLAGS)),
    ("waves", i8), ("wave", WAVE, WAVE_CARDS),
    ("events", i8), ("event_count", i8, EVENT_CARDS), ("event_red", i8, EVENT_CARDS), ("event_first", i8, EVENT_CARDS),
    ("event_last", i8, EVENT_CARDS),
    ("instructors", i8), ("instructor_first", i8, INSTRUCTORS), ("instructor_last", i8, INSTRUCTORS),
])
TABLE = record([
    ("seats", i8), ("kittens", i8), ("picks", i8), ("cat", i8, SEATS), ("instructor", i8, SEATS),
    ("phase", i8), ("stage", i8), ("opened", i8), ("asked", i8),  # opened: 1 once the stage has begun
    ("must", i8, SEATS), ("actor", i8), ("row", i8), ("target", i8),  # who must choose, and what for
    ("waves", i8), ("wave", i8), ("turn", i8), ("rounds", i8),  # rounds: turns and market visits that are over
    ("flag", i8, WAVES), ("surf", i8, WAVES), ("event", i8, EVENTS_A_WAVE),
    ("paddle", i8, SEATS), ("fall", i8, SEATS), ("flow", i8, SEATS), ("status", i8, SEATS), ("act", i8, SEATS),
    ("shown", i8, SEATS), ("use", i8, SEATS),  # this turn: the trick performed, the choice of an item
    ("stood", i8, SEATS), ("exposed", i8, SEATS),  # as this stage is read: flow, and whether others' cards reach the cat
    ("column", i8, SEATS), ("place", i8, SEATS), ("queue", i8, COLUMNS),  # where cats stand on the beach, 0 is first
    ("played", i8, (SEATS, DECK)), ("in_play", i8, SEATS), ("spent", i8, SEATS),  # in play, then discarded tricks
    ("rest", i8, (SEATS, DECK)), ("left", i8, SEATS),  # what the trick deck holds, sorted
    ("known", i8, (SEATS, DECK)),  # cards of the deck whose place everybody knows
    ("ability", i8, (SEATS, SLOTS)), ("filled", i8, (SEATS, SLOTS, SPACES)), ("done", i8, (SEATS, SLOTS)),
    ("held", i8, (SEATS, ITEMS)), ("supply", i8, ITEMS), ("tokens", i8, RESOURCES), ("kept", i8, (SEATS, RESOURCES)),
    ("looks", i8, SEATS), ("icons", i8, SEATS), ("shed", i8, SEATS),  # looks kept, icons worth 1 flow, trick to go
    ("for_good", i8, (SEATS, LASTING)), ("this_wave", i8, (SEATS, LASTING)),
    ("market_left", i8), ("unseen", i8), ("market", i8, MARKET),  # the cards in the market deck and on offer, sorted
    ("discards", i8), ("discard", i8, MARKET), ("picks_left", i8), ("bought", i8, SEATS), ("won", i8, SEATS),
    ("rides", i8, SEATS), ("wipeouts", i8, SEATS), ("uses", i8, SEATS), ("performed", i8, SEATS),
    ("purchases", i8, SEATS), ("firsts", i8, SEATS), ("tops", i8, SEATS), ("gathered", i8, SEATS),
    ("freestyles", i8, SEATS),
])
OWN = record([  # known: the cards of its own deck whose place the seat knows
    ("instructor", i8, 2), ("offers", i8), ("offer", i8, OFFER), ("picked", i8, MOST_PICKS), ("known", i8, DECK),
])
STATE = record([
    ("seed", i8), ("game", i8), ("draws", i8), ("events", i8), ("table", TABLE), ("own", OWN, SEATS),
    ("deck", i8, (SEATS, DECK)), ("market", i8, MARKET), ("surf", i8, WAVES), ("event", i8, EVENT_CARDS),
    ("events_left", i8), ("first", i8, SEATS), ("last", i8, SEATS),  # the run of effects that each cat has this stage
    ("tasks", i8), ("task", i8, TASKS), ("change", i8, (SEATS, METERS)), ("shuffles", i8, PILES),
    ("foretold", i8, FORETOLD), ("market_foretold", i8, MARKETS_FORETOLD),
])
EVENT = record([("wave", i8), ("turn", i8), ("kind", i8), ("seat", i8), ("card", i8), ("amount", i8), ("target", i8)])
EVENTS = 1024  # more than one decision can cause
CHOOSERS = Bots((CARDS, TABLE, OWN, int, int), SEATS)
SOURCES = ("flow", "items", "kept", "icons", "instructor")


# random words and piles
@rule
def word(s, purpose: int, index: int):
    return philox(s.game, (purpose << 28) + index, s.seed)


@rule
def emit(s, log, kind: int, seat: int, card: int, amount: int, target: int):
    """Write one event down; a log of length 0 keeps nothing."""
    if s.events < len(log):
        row = log[s.events]
        row.wave, row.turn, row.kind, row.seat = s.table.wave, s.table.turn, kind, seat
        row.card, row.amount, row.target = card, amount, target
        s.events += 1


@rule
def shuffle(s, pile: int, deck, n: int):
    """Put deck[:n] in an order that depends on the wave, the pile and how often it was shuffled in that wave."""
    index = ((s.table.wave * PILES + pile) * 64 + s.shuffles[pile]) * 64
    s.shuffles[pile] += 1
    for i in range(n - 1, 0, -1):
        j = word(s, SHUFFLING, index + i) * (i + 1) >> 32
        deck[i], deck[j] = deck[j], deck[i]


@rule
def put_in(pile, n: int, kind: int):
    """Add a card to the sorted pile[:n]."""
    while n > 0 and pile[n - 1] > kind:
        pile[n] = pile[n - 1]
        n -= 1
    pile[n] = kind


@rule
def take_out(pile, n: int, kind: int):
    """Take one card of that kind out of pile[:n], the others keep their order; whether there was one."""
    for i in range(n):
        if pile[i] == kind:
            for j in range(i, n - 1):
                pile[j] = pile[j + 1]
            pile[n - 1] = -1
            return True
    return False


@rule
def bring_up(deck, n: int, listed):
    """Put the listed cards on top of deck[:n], the first one topmost; returns how many of them were not there."""
    top, missing = n, 0
    for i in range(len(listed)):
        if listed[i] < 0:
            continue
        j = top - 1
        while j >= 0 and deck[j] != listed[i]:
            j -= 1
        if j < 0:
            missing += 1
            continue
        for k in range(j, top - 1):
            deck[k] = deck[k + 1]
        top -= 1
        deck[top] = listed[i]
    return missing


@rule
def foretell_nothing(s):
    """Every shuffle to come is left to the random words."""
    for i in range(FORETOLD):
        s.foretold[i] = 0
    for i in range(MARKETS_FORETOLD):
        s.market_foretold[i] = -1


# a cat's trick deck
@rule
def gather(s, seat: int):
    """All tricks of the cat go back into its deck, in play or not; nobody knows the place of any."""
    t = s.table
    for i in range(t.spent[seat]):
        put_in(t.rest[seat], t.left[seat], t.played[seat, i])
        t.left[seat] += 1
        t.played[seat, i] = -1
    t.in_play[seat], t.spent[seat] = 0, 0
    for i in range(DECK):
        s.deck[seat, i] = t.rest[seat, i] if i < t.left[seat] else -1
        t.known[seat, i] = -1
        s.own[seat].known[i] = -1


@unit
def shuffle_deck(s: STATE, seat: int):
    gather(s, seat)
    shuffle(s, seat, s.deck[seat], s.table.left[seat])


@rule
def shuffle_up(s, seat: int):
    """All tricks of the cat are shuffled for a freestyle; those foretold for it come up."""
    shuffle_deck(s, seat)
    for i in range(FORETOLD):
        if s.foretold[i] == 0:
            return
        if (s.foretold[i] & 7) == seat + 1:
            listed = np.zeros(REVEALED_BY_FREESTYLE, np.int64)
            for k in range(REVEALED_BY_FREESTYLE):
                listed[k] = (s.foretold[i] >> 3 + KIND_BITS * k & (1 << KIND_BITS) - 1) - 1
            bring_up(s.deck[seat], s.table.left[seat], listed)
            for k in range(i, FORETOLD - 1):
                s.foretold[k] = s.foretold[k + 1]
            s.foretold[FORETOLD - 1] = 0
            return


@rule
def turn_over(s, seat: int):
    """The top card of the deck leaves it."""
    t = s.table
    t.left[seat] -= 1
    top = t.left[seat]
    kind = s.deck[seat, top]
    s.deck[seat, top], t.known[seat, top], s.own[seat].known[top] = -1, -1, -1
    take_out(t.rest[seat], top + 1, kind)
    return kind


@rule
def put_under(s, seat: int):
    """The top card goes to the bottom of the deck; what was known of places stays known."""
    t, own = s.table, s.own[seat]
    top = t.left[seat] - 1
    card, by_all, by_owner = s.deck[seat, top], t.known[seat, top], own.known[top]
    for i in range(top, 0, -1):
        s.deck[seat, i], t.known[seat, i], own.known[i] = s.deck[seat, i - 1], t.known[seat, i - 1], own.known[i - 1]
    s.deck[seat, 0], t.known[seat, 0], own.known[0] = card, by_all, by_owner


@rule
def unlock(s, log, seat: int, kind: int):
    """The unique trick goes on top of the deck in sight of all; once the cat surfs no more, it is shuffled in (SC51)."""
    t, own = s.table, s.own[seat]
    top = t.left[seat]
    if top + t.spent[seat] >= DECK:
        return
    put_in(t.rest[seat], top, kind)
    s.deck[seat, top], t.known[seat, top], own.known[top] = kind, kind, kind
    t.left[seat] += 1
    if t.status[seat] != SURFING:
        for i in range(top + 1):
            t.known[seat, i], own.known[i] = -1, -1
        shuffle(s, seat, s.deck[seat], top + 1)
    emit(s, log, UNLOCKED, seat, kind, t.known[seat, top], -1)


# the market deck
@rule
def bring_up_foretold(s):
    """The market deck lies as the next of those foretold, and that one is done with."""
    told, n = s.market_foretold[:], 0
    while n < MARKETS_FORETOLD and told[n] >= 0:
        n += 1
    bring_up(s.market[:], s.table.market_left, told[:n])
    for i in range(MARKETS_FORETOLD):
        told[i] = told[i + n + 1] if i + n + 1 < MARKETS_FORETOLD else -1


@rule
def draw_market(s, log):
    """The top card of the market deck, made anew from the discards when it runs out (SC50); -1 where there is none."""
    t = s.table
    if t.market_left == 0:
        for i in range(t.discards):
            s.market[i] = t.discard[i]
            put_in(t.market[:], t.unseen, t.discard[i])
            t.unseen += 1
            t.discard[i] = -1
        t.market_left, t.discards = t.discards, 0
        shuffle(s, MARKET_PILE, s.market[:], t.market_left)
        if t.market_left == 0:
            return -1
        bring_up_foretold(s)
        emit(s, log, MARKET_SHUFFLED, -1, -1, t.market_left, -1)
        for i in range(t.market_left - 1, -1, -1):
            emit(s, log, MARKET_CARD, -1, s.market[i], 0, -1)
    t.market_left -= 1
    kind = s.market[t.market_left]
    s.market[t.market_left] = -1
    return kind


@rule
def show_market_card(t, kind: int):
    """A card from the market deck is seen by everybody."""
    take_out(t.market[:], t.unseen, kind)
    t.unseen -= 1


@rule
def discard_market_card(t, kind: int):
    show_market_card(t, kind)
    put_in(t.discard[:], t.discards, kind)
    t.discards += 1


# what lasts, what is counted
@rule
def lasting(t, seat: int, op: int):
    """What lasting effects of one kind add up to for the cat, of this wave and for good."""
    return t.for_good[seat, op - FIRST_LASTING] + t.this_wave[seat, op - FIRST_LASTING]


@rule
def count_cats(t, flow, seat: int, metric: int):
    """How many cats are still surfing, stand on the beach, or have more or less of that flow than the cat."""
    count = 0
    for other in range(t.seats):
        if metric == CATS_SURFING:
            count += t.status[other] == SURFING
        elif metric == CATS_RIDDEN:
            count += t.status[other] == RODE
        elif metric == CATS_AHEAD:
            count += flow[other] > flow[seat]
        else:
            count += flow[other] < flow[seat]
    return count


@rule
def count_held(cards, t, seat: int, metric: int):
    """How many items, kept resources, placed resources or completed abilities the cat has."""
    count = 0
    if metric == ITEMS_HELD:
        for k in range(ITEMS):
            count += t.held[seat, k]
    elif metric == RESOURCES_KEPT:
        for k in range(RESOURCES):
            count += t.kept[seat, k]
    else:
        for slot in range(SLOTS):
            if metric == ABILITIES_DONE:
                count += t.done[seat, slot]
            elif t.done[seat, slot] == 0:
                for space in range(SPACES):
                    count += t.filled[seat, slot, space] > 0
    return count


@unit
def measure(cards: CARDS, t: TABLE, flow: Ints, seat: int, metric: int) -> int:
    """A metric counted for one cat; where its flow is compared with others', `flow` is what the cats have."""
    if metric == PADDLE_NOW:
        return t.paddle[seat]
    if metric == FALL_NOW:
        return t.fall[seat]
    if metric == FLOW_NOW:
        return t.flow[seat]
    if metric <= ABILITIES_DONE:
        return count_held(cards, t, seat, metric)
    if metric == TRICKS_IN_PLAY:
        return t.in_play[seat]
    if metric == DECK_LEFT:
        return t.left[seat]
    if metric == TRICKS_OWNED:
        return t.left[seat] + t.spent[seat]
    if metric == TURN:
        return t.turn + 1
    if metric <= CATS_BEHIND:
        return count_cats(t, flow, seat, metric)
    if metric == FLAG:
        return t.flag[t.wave]
    if metric == RIDES_DONE:
        return t.rides[seat]
    if metric == WIPEOUTS_DONE:
        return t.wipeouts[seat]
    if metric == ITEM_USES:
        return t.uses[seat]
    if metric == TRICKS_DONE:
        return t.performed[seat]
    if metric == PURCHASES:
        return t.purchases[seat]
    if metric == FIRSTS:
        return t.firsts[seat]
    if metric == TOPS:
        return t.tops[seat]
    if metric == GATHERED:
        return t.gathered[seat]
    return t.freestyles[seat]


@rule
def applies(cards, t, flow, seat: int, row: int):
    """Whether the effect's condition holds for the cat whose card it is."""
    effect = cards.effects[row]
    return effect.metric < 0 or effect.least <= measure(cards, t, flow, seat, effect.metric) <= effect.most


@rule
def amount_of(cards, t, flow, seat: int, row: int):
    """How much the effect is worth to the cat whose card it is."""
    effect = cards.effects[row]
    return effect.amount if effect.per < 0 else effect.amount * measure(cards, t, flow, seat, effect.per)


@rule
def fall_limit(t, seat: int):
    """The fall that wipes the cat out (SC22)."""
    return FALL_LIMIT + lasting(t, seat, FALL_LIMIT_UP)


@rule
def paddle_limit(cards, t, seat: int):
    """The largest paddle that the wave lets the cat have (SC23)."""
    return cards.wave[t.surf[t.wave]].limit + lasting(t, seat, PADDLE_LIMIT_UP)


# what is still to be carried out
@rule
def push(s, row: int, actor: int, target: int, amount: int):
    """An effect of the actor's, worth so much, is to be carried out next, on a target or on whom it reaches."""
    if s.tasks < TASKS:
        s.task[s.tasks] = (amount << 16) + (row << 6) + (actor << 3) + target
        s.tasks += 1


@rule
def row_of(task: int):
    return task >> 6 & 1023


@rule
def push_aimed(cards, s, row: int, actor: int, target: int, amount: int):
    """The effect is to be carried out on the target, once for each thing it gives."""
    if RESOURCE <= cards.effects[row].op <= DISCARDING:
        for _ in range(amount):
            push(s, row, actor, target, 1)
    else:
        push(s, row, actor, target, amount)


@rule
def push_read(cards, s, row: int, actor: int, aimed: int):
    """The effect is read, and to be carried out next if its condition holds; others' flow is as the stage began (SC11).

    An effect on one other cat is meant for the seat `aimed`: NOBODY where it is still to be named, -1 for none.
    """
    t = s.table
    if applies(cards, t, t.stood[:], actor, row):
        amount = amount_of(cards, t, t.stood[:], actor, row)
        if aimed == NOBODY or cards.effects[row].who != ONE:
            push(s, row, actor, NOBODY, amount)
        elif aimed >= 0:
            push_aimed(cards, s, row, actor, aimed, amount)


@rule
def push_rows(cards, s, first: int, last: int, actor: int):
    """A run of effects is read, and to be carried out next, in order."""
    for row in range(last - 1, first - 1, -1):
        push_read(cards, s, row, actor, NOBODY)


@rule
def take_stock(t):
    """What is read of other cats stays as it is now until the stage is over: their flow, and who is exposed to others.

    Effects of others reach a cat while it surfs (SC16) and nothing shields it.
    """
    for seat in range(t.seats):
        t.stood[seat] = t.flow[seat]
        t.exposed[seat] = t.status[seat] == SURFING and lasting(t, seat, SHIELD) <= 0


@rule
def can_reach(t, actor: int, target: int):
    """Whether effects of the actor's reach that other cat."""
    return target != actor and t.exposed[target] > 0


@rule
def is_hit(t, who: int, actor: int, target: int):
    """Whether an effect of that reach gets from the actor to the target.

    The leader and the last are sought among all other surfing cats, and all are who tie; a shield passes nothing on (SC30).
    """
    if target == actor:
        return who == SELF or (who == ALL and t.status[actor] == SURFING)
    if who == SELF or not can_reach(t, actor, target):
        return False
    if who == LEADER or who == LAST:
        for other in range(t.seats):
            if other != actor and t.status[other] == SURFING:
                ahead = t.stood[other] - t.stood[target]
                if who == LEADER and ahead > 0 or who == LAST and ahead < 0:
                    return False
    return True


@unit
def shift(s: STATE, log: Rows[EVENT], seat: int, meter: int, amount: int):
    """Move a meter; what effects and items do is only noted, to be done together when all have been read (SC30)."""
    s.change[seat, meter] += amount
    if s.table.stage != EFFECTS and s.table.stage != ITEMS_USED:
        apply_changes(s, log, seat)


@rule
def apply_changes(s, log, seat: int):
    """Make the changes noted for the cat; no meter goes below its start, flow not below 0 (SC20)."""
    t = s.table
    for meter in range(METERS):
        amount = s.change[seat, meter]
        s.change[seat, meter] = 0
        if amount != 0:
            if meter == PADDLE:
                amount = max(amount, -t.paddle[seat])
                t.paddle[seat] += amount
            elif meter == FALL:
                amount = max(amount, -t.fall[seat])
                t.fall[seat] += amount
            else:
                amount = max(amount, -t.flow[seat])
                t.flow[seat] += amount
            emit(s, log, CHANGED_PADDLE + meter, seat, -1, amount, -1)


# what is legal
@rule
def item_choice(item: int, target: int):
    """The choice to use an item on a seat, -1 for nobody."""
    return 1 + item * (SEATS + 1) + target + 1


@rule
def item_of(choice: int):
    return (choice - 1) // (SEATS + 1)


@rule
def target_of(choice: int):
    return (choice - 1) % (SEATS + 1) - 1


@rule
def needs_target(cards, item: int):
    """Whether the item does something to one cat that its user names."""
    for row in range(cards.item_first[item], cards.item_last[item]):
        if cards.effects[row].who == ONE:
            return True
    return False


@rule
def count_reachable(t, actor: int):
    count = 0
    for seat in range(t.seats):
        count += can_reach(t, actor, seat)
    return count


@rule
def can_use(cards, t, seat: int, choice: int):
    """The cat holds the item and names a target where the item wants one that is there (SC32)."""
    item, target = item_of(choice), target_of(choice)
    if item >= cards.items or t.held[seat, item] == 0 or lasting(t, seat, NO_ITEMS) > 0:
        return False
    if needs_target(cards, item) and count_reachable(t, seat) > 0:
        return 0 <= target < t.seats and can_reach(t, seat, target)
    return target < 0


@rule
def can_place(cards, t, seat: int, kind: int, choice: int):
    """The space is free, on an incomplete card, and takes the resource; of equal spaces the first one counts (SC21)."""
    slot, space = choice // SPACES, choice % SPACES
    if slot >= SLOTS or t.done[seat, slot] > 0 or t.tokens[kind] == 0:
        return False
    ability = cards.ability[t.ability[seat, slot]]
    if space >= ability.spaces or t.filled[seat, slot, space] > 0:
        return False
    twin = ability.twin[space]
    if twin >= 0 and t.filled[seat, slot, twin] == 0:
        return False
    return ability.takes[space] < 0 or ability.takes[space] == kind


@rule
def can_gain_item(cards, t, seat: int, row: int, item: int):
    """The item is one of those shown, there is one in the supply, and the cat holds none of the kind (SC32)."""
    effect = cards.effects[row]
    if item >= cards.items or t.held[seat, item] > 0 or t.supply[item] == 0:
        return False
    return effect.kind < 0 or item == effect.kind or item == effect.other


@rule
def is_nearest(pile, place: int):
    """Of equal cards only the first one can be chosen."""
    for nearer in range(place):
        if pile[nearer] == pile[place]:
            return False
    return True


@rule
def allows(cards, t, own, seat: int, choice: int):
    """Whether the question on the table lets the seat choose that."""
    if t.phase == CHOOSE_ACT:
        return t.status[seat] == SURFING and (choice == RIDE or (t.left[seat] > 0 and t.turn < MOST_TURNS))
    if t.phase == USE_ITEM:
        return t.status[seat] == SURFING and (choice == 0 or can_use(cards, t, seat, choice))
    if t.phase == PICK:
        return choice < own.offers and own.offer[choice] >= 0 and is_nearest(own.offer[:], choice)
    if t.phase == CHOOSE_INSTRUCTOR:
        return choice < 2 and own.instructor[choice] >= 0
    if t.phase == PLACE:
        return can_place(cards, t, seat, cards.effects[t.row].kind, choice)
    if t.phase == CHOOSE_RESOURCE:
        return choice < cards.resources and t.tokens[choice] > 0
    if t.phase == CHOOSE_ITEM:
        return can_gain_item(cards, t, seat, t.row, choice)
    if t.phase == LOOK:
        return t.status[seat] == SURFING and choice < min(2, t.left[seat])
    if t.phase == AIM:
        return choice < t.seats and can_reach(t, seat, choice)
    return t.phase == DISCARD and choice < t.in_play[t.target] and is_nearest(t.played[t.target], choice)


@rule
def choices_in(phase: int):
    """Choices are numbered below this."""
    if phase == CHOOSE_INSTRUCTOR or phase == CHOOSE_ACT or phase == LOOK:
        return 2
    if phase == USE_ITEM:
        return 1 + ITEMS * (SEATS + 1)
    if phase == PICK or phase == CHOOSE_RESOURCE or phase == CHOOSE_ITEM or phase == AIM:
        return 8
    return DECK if phase == DISCARD else SLOTS * SPACES


@unit
def nth_allowed(cards: CARDS, t: TABLE, own: OWN, seat: int, n: int) -> int:
    """The choice number n that the question allows the seat, counted from 0; -1 where there are fewer."""
    for choice in range(choices_in(t.phase)):
        if allows(cards, t, own, seat, choice):
            if n == 0:
                return choice
            n -= 1
    return -1


@rule
def is_legal(cards, t, own, seat: int, choice: int):
    """Whether the seat must choose now and may choose that."""
    return t.must[seat] > 0 and 0 <= choice < choices_in(t.phase) and allows(cards, t, own, seat, choice)


@rule
def count_legal(cards, t, own, seat: int):
    count = 0
    if t.must[seat] > 0:
        for choice in range(choices_in(t.phase)):
            count += allows(cards, t, own, seat, choice)
    return count


# questions
@rule
def clear_question(t):
    for seat in range(SEATS):
        t.must[seat] = 0
    t.actor, t.row, t.target = -1, -1, -1


@rule
def ask_all(cards, s, phase: int):
    """Put a question to all seats at once; whether any of them has more than one answer."""
    t = s.table
    clear_question(t)
    take_stock(t)
    t.phase = phase
    several = False
    for seat in range(t.seats):
        if nth_allowed(cards, t, s.own[seat], seat, 1) >= 0:
            t.must[seat] = 1
            several = True
    return several


@rule
def question_of(cards, row: int, target: int):
    """What an effect asks before it can be carried out, or -1."""
    effect = cards.effects[row]
    if target == NOBODY:
        return AIM if effect.who == ONE else -1
    if effect.op == RESOURCE:
        return PLACE if effect.kind >= 0 else CHOOSE_RESOURCE
    if effect.op == ITEM:
        return CHOOSE_ITEM
    if effect.op == SIGHT:
        return LOOK
    return DISCARD if effect.op == DISCARDING else -1


@rule
def ask_one(cards, s, phase: int, row: int, actor: int, target: int):
    """Put the effect's question to the one seat that answers it; returns the answer, or -2 where it has several."""
    t = s.table
    seat = target if target != NOBODY and phase != DISCARD else actor
    clear_question(t)
    t.phase, t.actor, t.row, t.target = phase, seat, row, target if target != NOBODY else -1
    if phase == LOOK and t.status[seat] == SURFING and t.left[seat] > 0:
        s.own[seat].known[t.left[seat] - 1] = s.deck[seat, t.left[seat] - 1]
    if nth_allowed(cards, t, s.own[seat], seat, 1) >= 0:
        t.must[seat] = 1
        return -2
    return nth_allowed(cards, t, s.own[seat], seat, 0)


@rule
def settle(cards, s, log):
    """Carry out what is to be carried out until somebody has to choose (true) or nothing is left (false)."""
    while s.tasks > 0:
        if settle_next(cards, s, log):
            return True
    return False


@unit
def settle_next(cards: CARDS, s: STATE, log: Rows[EVENT]) -> int:
    """Carry out the next effect, unless somebody has to choose for it first (true)."""
    task = s.task[s.tasks - 1]
    answer = -1
    phase = question_of(cards, row_of(task), task & 7)
    if phase >= 0:
        answer = ask_one(cards, s, phase, row_of(task), task >> 3 & 7, task & 7)
        if answer == -2:
            return True
    answer_next(cards, s, log, answer)
    return False


@rule
def answer_next(cards, s, log, choice: int):
    """Carry out the next effect, for which the choice was made."""
    s.tasks -= 1
    task = s.task[s.tasks]
    carry_out(cards, s, log, row_of(task), task >> 3 & 7, task & 7, task >> 16, choice)


# effects, one at a time
@unit
def carry_out(cards: CARDS, s: STATE, log: Rows[EVENT], row: int, actor: int, target: int, amount: int, answer: int):
    """One effect of the actor's; `answer` is what was chosen for it, -1 where there was nothing to choose."""
    t, effect = s.table, cards.effects[row]
    op = effect.op
    if target == NOBODY:
        aim(cards, s, log, row, actor, amount, answer)
    elif op < METERS:
        shift(s, log, target, op, amount)
    elif op == RESOURCE:
        gain_resource(cards, s, log, row, target, answer)
    elif op == ITEM:
        gain_item(s, log, target, answer)
    elif op == SIGHT:
        look(s, log, target, answer)
    elif op == FREESTYLE:
        freestyle(cards, s, log, target)
    elif op == DISCARDING:
        discard_trick(cards, s, log, actor, target, answer)
    elif op == COPY:
        copy_market_card(cards, s, log, target)
    elif op == SHED:
        t.shed[target] = effect.kind
    elif op == UNLOCK:
        unlock(s, log, target, effect.kind)
    else:
        if effect.lasts == FOR_GOOD:
            t.for_good[target, op - FIRST_LASTING] += amount
        else:
            t.this_wave[target, op - FIRST_LASTING] += amount
        emit(s, log, LASTS, target, op, amount, effect.lasts)


@rule
def aim(cards, s, log, row: int, actor: int, amount: int, chosen: int):
    """Find those whom the effect reaches."""
    t, who = s.table, cards.effects[row].who
    if who == ONE:
        if chosen >= 0:
            emit(s, log, AIMED, actor, row, 0, chosen)
            push_aimed(cards, s, row, actor, chosen, amount)
    else:
        for seat in range(t.seats - 1, -1, -1):
            if is_hit(t, who, actor, seat):
                push_aimed(cards, s, row, actor, seat, amount)


@rule
def gain_resource(cards, s, log, row: int, seat: int, choice: int):
    """A resource is named, then placed on an ability card, kept when all three are complete, or lost (SC21)."""
    t, kind = s.table, cards.effects[row].kind
    if kind < 0:
        if choice >= 0:
            push(s, choice, seat, seat, 1)
    elif choice >= 0:
        place_resource(cards, s, log, seat, kind, choice // SPACES, choice % SPACES)
    elif t.tokens[kind] > 0 and count_held(cards, t, seat, ABILITIES_DONE) == SLOTS:
        t.tokens[kind] -= 1
        t.kept[seat, kind] += 1
        t.gathered[seat] += 1
        emit(s, log, RESOURCE_KEPT, seat, kind, 1, -1)
    else:
        emit(s, log, RESOURCE_LOST, seat, kind, 1, -1)


@rule
def place_resource(cards, s, log, seat: int, kind: int, slot: int, space: int):
    """The resource fills a space, which gives at once what it shows; a full card is turned over (SC21, SC51)."""
    t = s.table
    card = t.ability[seat, slot]
    ability = cards.ability[card]
    t.tokens[kind] -= 1
    t.gathered[seat] += 1
    t.filled[seat, slot, space] = kind + 1
    emit(s, log, RESOURCE_PLACED, seat, card, space, kind)
    full = True
    for other in range(ability.spaces):
        full = full and t.filled[seat, slot, other] > 0
    if full:
        for other in range(ability.spaces):
            t.tokens[t.filled[seat, slot, other] - 1] += 1
            t.filled[seat, slot, other] = 0
        t.done[seat, slot] = 1
        emit(s, log, COMPLETED, seat, card, slot, -1)
        push_rows(cards, s, ability.first, ability.last, seat)
    push_rows(cards, s, ability.space_first[space], ability.space_last[space], seat)


@rule
def gain_item(s, log, seat: int, item: int):
    """At most one of a kind, as long as the supply lasts (SC60)."""
    if item >= 0:
        s.table.supply[item] -= 1
        s.table.held[seat, item] += 1
        emit(s, log, ITEM_GAINED, seat, item, 1, -1)
    else:
        emit(s, log, NO_ITEM, seat, -1, 0, -1)


@rule
def is_last_wave(t):
    return t.wave == t.waves - 1


@rule
def look(s, log, seat: int, under: int):
    """The next card stays on top or goes under; a look with no card to see is kept for the next wave (SC60, SC70)."""
    t = s.table
    if under < 0:
        if is_last_wave(t):
            t.icons[seat] += 1
            emit(s, log, ICON_COUNTED, seat, SIGHT, 1, -1)
        else:
            t.looks[seat] += 1
            emit(s, log, LOOK_KEPT, seat, -1, 1, -1)
    else:
        if under == 1:
            put_under(s, seat)
        emit(s, log, LOOKED, seat, -1, under, -1)


@rule
def freestyle(cards, s, log, seat: int):
    """All tricks are shuffled, four shown, their flow taken, the tricks shuffled back, then their resources taken, those of
    the card shown last first (SC60); too late, it counts 1 flow (SC70)."""
    t = s.table
    if is_last_wave(t) and t.status[seat] != SURFING:
        t.icons[seat] += 1
        emit(s, log, ICON_COUNTED, seat, FREESTYLE, 1, -1)
        return
    shuffle_up(s, seat)
    flow = 0
    for i in range(min(REVEALED_BY_FREESTYLE, t.left[seat])):
        trick = cards.trick[s.deck[seat, t.left[seat] - 1 - i]]
        flow += trick.flow
        push_rows(cards, s, trick.gain_first, trick.gain_last, seat)
        emit(s, log, FREESTYLED, seat, s.deck[seat, t.left[seat] - 1 - i], trick.flow, i)
    t.freestyles[seat] += 1
    shift(s, log, seat, FLOW, flow)
    shuffle_deck(s, seat)


@rule
def discard_trick(cards, s, log, actor: int, seat: int, place: int):
    """A trick leaves play and its printed paddle and fall come off the meters; what it gave stays (SC31)."""
    t = s.table
    if place < 0:
        return
    kind = t.played[seat, place]
    for i in range(place, t.spent[seat] - 1):
        t.played[seat, i] = t.played[seat, i + 1]
    t.played[seat, t.spent[seat] - 1] = kind
    t.in_play[seat] -= 1
    emit(s, log, DISCARDED, actor, kind, 0, seat)
    shift(s, log, seat, PADDLE, -cards.trick[kind].paddle)
    shift(s, log, seat, FALL, -cards.trick[kind].fall)


@rule
def copy_market_card(cards, s, log, seat: int):
    """The market deck's top card is discarded and done as the cat's own; a copied copy does nothing more (SC30)."""
    kind = draw_market(s, log)
    if kind < 0:
        return
    discard_market_card(s.table, kind)
    trick = cards.trick[kind]
    emit(s, log, COPIED, seat, kind, 0, -1)
    shift(s, log, seat, PADDLE, trick.paddle)
    shift(s, log, seat, FALL, trick.fall)
    shift(s, log, seat, FLOW, trick.flow)
    for row in range(trick.last - 1, trick.first - 1, -1):
        if cards.effects[row].op != COPY:
            push_read(cards, s, row, seat, NOBODY)
    push_rows(cards, s, trick.gain_first, trick.gain_last, seat)


@rule
def gains(s, seat: int, first: int, last: int):
    """That run of effects is what the cat has this stage, to be read and carried out when all have done their part."""
    s.first[seat], s.last[seat] = first, last


# riding
@rule
def column_of(cards, t, seat: int, paddle: int):
    """The column with the highest value not above the paddle that a cat has; -1 is the sand (SC12)."""
    wave = cards.wave[t.surf[t.wave]]
    best = -1
    for column in range(wave.columns):
        if wave.paddle[column] <= paddle + lasting(t, seat, RIDE_PADDLE):
            best = column
    return best


@rule
def has_jellyfish(cards, t, seat: int, column: int):
    """Jellyfish are active with three cats or fewer, or where something lasting says so (SC14)."""
    active = (1 if t.seats <= 3 else 0) + lasting(t, seat, JELLYFISH)
    return cards.wave[t.surf[t.wave]].jellyfish[column] > 0 and active > 0


@rule
def column_flow(cards, t, seat: int, column: int, place: int):
    """The first in a column gets all its flow, others and those behind a jellyfish 2 less, never under 1 (SC13)."""
    flow = cards.wave[t.surf[t.wave]].flow[column]
    if place > 0 or has_jellyfish(cards, t, seat, column):
        flow = max(LEAST_FLOW, flow - max(0, CROWD + lasting(t, seat, CROWDED)))
    return max(0, flow + lasting(t, seat, RIDE_FLOW))


@rule
def face_down_paddle(cards, s, seat: int):
    """The printed paddle of the card left face down; an empty deck shows 0 (SC15)."""
    left = s.table.left[seat]
    return cards.trick[s.deck[seat, left - 1]].paddle if left > 0 else 0


@rule
def rides_now(t, seat: int):
    return t.act[seat] == RIDE and t.status[seat] == SURFING


@rule
def line_up(cards, s, log):
    """Find everybody's column and place; equal face-down cards in one column collide, place -1 (SC12, SC15)."""
    t = s.table
    arrivals = np.zeros(COLUMNS, np.int64)
    for seat in range(t.seats):
        if rides_now(t, seat):
            t.column[seat] = column_of(cards, t, seat, t.paddle[seat])
    for seat in range(t.seats):
        column = t.column[seat]
        if rides_now(t, seat) and column >= 0:
            stronger, equal, company = 0, 0, 0
            mine = face_down_paddle(cards, s, seat)
            for other in range(t.seats):
                if other != seat and rides_now(t, other) and t.column[other] == column:
                    company += 1
                    theirs = face_down_paddle(cards, s, other)
                    equal += theirs == mine
                    if theirs > mine:
                        stronger += not collides(cards, s, other)
            if company > 0 and t.left[seat] > 0:
                emit(s, log, SHOWN, seat, s.deck[seat, t.left[seat] - 1], mine, -1)
            if equal > 0:
                t.place[seat] = -1
            else:
                t.place[seat] = t.queue[column] + stronger
                arrivals[column] += 1
    for column in range(COLUMNS):
        t.queue[column] += arrivals[column]


@rule
def collides(cards, s, seat: int):
    """Somebody else rides into the same column with an equal face-down card."""
    t = s.table
    for other in range(t.seats):
        if other != seat and rides_now(t, other) and t.column[other] == t.column[seat]:
            if face_down_paddle(cards, s, other) == face_down_paddle(cards, s, seat):
                return True
    return False


@rule
def land(cards, s, log, seat: int):
    """A cat that rode gains its column's flow and reward, or wipes out in a collision (SC12, SC13, SC15)."""
    t = s.table
    column, place = t.column[seat], t.place[seat]
    if column >= 0 and place < 0:
        wipe_out(cards, s, log, seat, BY_COLLISION)
        return
    t.status[seat], t.paddle[seat], t.fall[seat] = RODE, 0, 0
    t.rides[seat] += 1
    emit(s, log, RODE_IN, seat, column, place, -1)
    if column >= 0:
        wave = cards.wave[t.surf[t.wave]]
        t.firsts[seat] += place == 0
        t.tops[seat] += column == wave.columns - 1
        gains(s, seat, wave.first[column], wave.last[column])
        shift(s, log, seat, FLOW, column_flow(cards, t, seat, column, place))


# tricks, falls, items
@rule
def perform(cards, s, log, seat: int):
    """The top card is revealed: its paddle, fall and flow go on the meters, then its resources are taken (SC20)."""
    t = s.table
    kind = turn_over(s, seat)
    for i in range(t.spent[seat], t.in_play[seat], -1):
        t.played[seat, i] = t.played[seat, i - 1]
    t.played[seat, t.in_play[seat]] = kind
    t.in_play[seat] += 1
    t.spent[seat] += 1
    t.performed[seat] += 1
    t.shown[seat] = kind
    trick = cards.trick[kind]
    emit(s, log, PERFORMED, seat, kind, 0, -1)
    shift(s, log, seat, PADDLE, trick.paddle + lasting(t, seat, TRICK_PADDLE))
    shift(s, log, seat, FALL, trick.fall + lasting(t, seat, TRICK_FALL))
    shift(s, log, seat, FLOW, trick.flow + lasting(t, seat, TRICK_FLOW))
    gains(s, seat, trick.gain_first, trick.gain_last)


@rule
def wipe_out(cards, s, log, seat: int, cause: int):
    """Both tokens go back to the start, and the reference card's reward for this flag is taken (SC40)."""
    t = s.table
    cat, flag = t.cat[seat], t.flag[t.wave]
    t.status[seat], t.paddle[seat], t.fall[seat], t.column[seat] = WIPED, 0, 0, -1
    t.wipeouts[seat] += 1
    emit(s, log, WIPED_OUT, seat, -1, cause, -1)
    gains(s, seat, cards.wipeout_first[cat, flag], cards.wipeout_last[cat, flag])
    if lasting(t, seat, WIPEOUT_FLOW) != 0:
        shift(s, log, seat, FLOW, lasting(t, seat, WIPEOUT_FLOW))


@rule
def check_fall(cards, s, log, seat: int):
    """Too much fall wipes out (SC22); so does too much paddle, once items have been used (SC23)."""
    t = s.table
    if t.status[seat] == SURFING:
        if t.fall[seat] >= fall_limit(t, seat):
            wipe_out(cards, s, log, seat, BY_FALL)
        elif t.stage == LAST_FALLS and t.paddle[seat] > paddle_limit(cards, t, seat):
            wipe_out(cards, s, log, seat, BY_PADDLE)


@rule
def use_item(cards, s, log, seat: int, choice: int):
    """The item goes back to the supply; then it does what it shows (SC32)."""
    t = s.table
    item = item_of(choice)
    t.held[seat, item] -= 1
    t.supply[item] += 1
    t.uses[seat] += 1
    emit(s, log, ITEM_USED, seat, item, 0, target_of(choice))
    shift(s, log, seat, FLOW, lasting(t, seat, ITEM_FLOW))
    gains(s, seat, cards.item_first[item], cards.item_last[item])


# waves
@rule
def begin_wave(cards, s, log):
    """The next wave and its events are shown; meters and tricks are at their start (SC04, SC07, SC08, SC52)."""
    t = s.table
    t.turn, t.asked = 0, 0
    t.surf[t.wave] = s.surf[t.wave]
    emit(s, log, WAVE_CAME, -1, t.surf[t.wave], t.flag[t.wave], -1)
    for column in range(COLUMNS):
        t.queue[column] = 0
    for seat in range(t.seats):
        t.paddle[seat], t.fall[seat], t.status[seat], t.act[seat] = 0, 0, SURFING, -1
        t.column[seat], t.place[seat], t.shown[seat], t.use[seat] = -1, -1, -1, 0
        for k in range(LASTING):
            t.this_wave[seat, k] = 0
    for i in range(EVENTS_A_WAVE):
        t.event[i] = -1
        if t.flag[t.wave] != BLACK and t.kittens == 0 and s.events_left > 0:
            if i == 0 or (t.event[0] >= 0 and cards.event_red[t.event[0]] > 0):
                s.events_left -= 1
                t.event[i] = s.event[s.events_left]
                emit(s, log, EVENT_CAME, -1, t.event[i], i, -1)


@rule
def push_coming(cards, s, seat: int):
    """What a cat has as the wave comes: what the events do, resources of lasting effects, then all its looks (SC07, SC60)."""
    t = s.table
    push(s, RESOURCES + ITEMS, seat, NOBODY, t.looks[seat] + lasting(t, seat, WAVE_LOOK))
    t.looks[seat] = 0
    push(s, RESOURCES + ITEMS + 1, seat, NOBODY, lasting(t, seat, WAVE_RESOURCE))
    for i in range(EVENTS_A_WAVE - 1, -1, -1):
        if t.event[i] >= 0:
            push_rows(cards, s, cards.event_first[t.event[i]], cards.event_last[t.event[i]], seat)


@rule
def end_turn(cards, s, log):
    """The next turn, or with nobody left on the wave the market, the next wave or the end (SC41, SC50, SC70)."""
    t = s.table
    t.rounds += 1
    if count_cats(t, t.flow[:], 0, CATS_SURFING) > 0:
        t.turn += 1
        t.asked = 0
        enter(t, ACTS_CHOSEN)
    elif t.flag[t.wave] != BLACK:
        enter(t, MARKET_OPENS)
    elif is_last_wave(t):
        finish(cards, s, log)
    else:
        for seat in range(t.seats):
            shuffle_deck(s, seat)
        next_wave(s)


@rule
def next_wave(s):
    s.table.wave += 1
    for pile in range(PILES):
        s.shuffles[pile] = 0
    enter(s.table, WAVE_COMES)


# the market
@rule
def open_market(cards, s, log):
    """Each cat draws its market cards, in seat order (SC50)."""
    t = s.table
    t.picks_left = t.picks
    for seat in range(t.seats):
        own = s.own[seat]
        t.bought[seat] = -1
        own.offers = min(OFFER, max(1, DEALT + lasting(t, seat, LARGER_OFFER)))
        for i in range(OFFER):
            own.offer[i] = draw_market(s, log) if i < own.offers else -1


@rule
def put_down(s, seat: int, choice: int):
    """The chosen market card lies face down in front of the cat."""
    own = s.own[seat]
    own.picked[s.table.picks - s.table.picks_left] = own.offer[choice]
    own.offer[choice] = -1


@rule
def price_of(cards, t, seat: int, kind: int):
    return max(0, cards.trick[kind].cost + lasting(t, seat, PRICE))


@rule
def leave_market(cards, s, log, seat: int):
    """Pay for what was picked, discard the rest, shuffle all tricks, without the one that goes (SC50, SC51)."""
    t, own = s.table, s.own[seat]
    for i in range(t.picks):
        kind = own.picked[i]
        own.picked[i] = -1
        if kind >= 0:
            show_market_card(t, kind)
            paid = min(t.flow[seat], price_of(cards, t, seat, kind))
            t.flow[seat] -= paid
            t.purchases[seat] += 1
            t.bought[seat] = kind
            put_in(t.rest[seat], t.left[seat], kind)
            t.left[seat] += 1
            emit(s, log, BOUGHT, seat, kind, paid, -1)
    for i in range(OFFER):
        if own.offer[i] >= 0:
            discard_market_card(t, own.offer[i])
            own.offer[i] = -1
    own.offers = 0
    gather(s, seat)
    if t.shed[seat] >= 0:
        if take_out(t.rest[seat], t.left[seat], t.shed[seat]):
            t.left[seat] -= 1
            emit(s, log, SHED_TRICK, seat, t.shed[seat], 0, -1)
        t.shed[seat] = -1
    shuffle_deck(s, seat)


# the turn, stage by stage
@rule
def enter(t, stage: int):
    """Go on with that stage, from its beginning."""
    t.stage, t.opened = stage, 0


@rule
def phase_of(stage: int):
    """What a stage asks all seats, or -1 for a stage that asks nothing."""
    if stage == ACTS_CHOSEN:
        return CHOOSE_ACT
    if stage == ITEMS_CHOSEN:
        return USE_ITEM
    if stage == CARDS_PICKED:
        return PICK
    return CHOOSE_INSTRUCTOR if stage == INSTRUCTORS_CHOSEN else -1


@unit
def open_stage(cards: CARDS, s: STATE, log: Rows[EVENT]):
    """What a stage does at once for all; then what their cards do is read for all, to be carried out seat by seat (SC11)."""
    t = s.table
    t.opened = 1
    if t.stage == WAVE_COMES:
        begin_wave(cards, s, log)
    elif t.stage == RIDES:
        line_up(cards, s, log)
    elif t.stage == MARKET_OPENS:
        open_market(cards, s, log)
    elif t.stage == TURN_ENDS:
        end_turn(cards, s, log)
        return
    for seat in range(t.seats):
        s.first[seat], s.last[seat] = 0, 0
        work_stage(cards, s, log, seat)
    take_stock(t)
    for seat in range(t.seats - 1, -1, -1):
        if t.stage == WAVE_COMES:
            push_coming(cards, s, seat)
        else:
            aimed = target_of(t.use[seat]) if t.stage == ITEMS_USED else NOBODY
            for row in range(s.last[seat] - 1, s.first[seat] - 1, -1):
                push_read(cards, s, row, seat, aimed)


@unit
def work_stage(cards: CARDS, s: STATE, log: Rows[EVENT], seat: int):
    """What a stage does for one seat."""
    t = s.table
    if t.stage == RIDES:
        if rides_now(t, seat):
            land(cards, s, log, seat)
    elif t.stage == TRICKS_PERFORMED:
        if t.status[seat] == SURFING:
            perform(cards, s, log, seat)
    elif t.stage == EFFECTS:
        if t.status[seat] == SURFING:
            gains(s, seat, cards.trick[t.shown[seat]].first, cards.trick[t.shown[seat]].last)
    elif t.stage == ITEMS_USED:
        if t.use[seat] > 0:
            use_item(cards, s, log, seat, t.use[seat])
    elif t.stage == MARKET_CLOSES:
        leave_market(cards, s, log, seat)
    elif t.stage == FALLS or t.stage == EFFECT_FALLS or t.stage == LAST_FALLS:
        check_fall(cards, s, log, seat)


@rule
def close_stage(s, log):
    """All is carried out: what was only noted is done, and the next stage begins."""
    t = s.table
    if t.stage == EFFECTS or t.stage == ITEMS_USED:
        for seat in range(t.seats):
            apply_changes(s, log, seat)
    if t.stage == MARKET_CLOSES:
        t.rounds += 1
        next_wave(s)
    else:
        enter(t, t.stage + 1)


@unit
def accept(cards: CARDS, s: STATE, log: Rows[EVENT], choices: Ints):
    """What all seats chose at once, those who had nothing to choose included; then the stage is over."""
    t = s.table
    phase = t.phase
    for seat in range(t.seats):
        choice = choices[seat] if t.must[seat] > 0 else nth_allowed(cards, t, s.own[seat], seat, 0)
        if phase == CHOOSE_ACT:
            t.act[seat], t.shown[seat] = choice, -1
        elif phase == USE_ITEM:
            t.use[seat] = choice
        elif phase == PICK:
            if choice >= 0:
                put_down(s, seat, choice)
        elif choice >= 0:
            t.instructor[seat] = s.own[seat].instructor[choice]
            emit(s, log, INSTRUCTOR_CHOSEN, seat, t.instructor[seat], 0, -1)
    t.picks_left -= phase == PICK
    if phase == PICK and t.picks_left > 0:
        enter(t, CARDS_PICKED)
    else:
        enter(t, t.stage + 1)


@unit
def proceed(cards: CARDS, s: STATE, log: Rows[EVENT], choices: Ints):
    """Go on until somebody has to choose or the game is over."""
    t = s.table
    while not settle(cards, s, log):
        phase = phase_of(t.stage)
        if phase >= 0:
            if ask_all(cards, s, phase):
                return
            accept(cards, s, log, choices)
        elif t.opened == 0:
            open_stage(cards, s, log)
            if t.phase == OVER:
                return
        else:
            close_stage(s, log)


@unit
def decide(cards: CARDS, s: STATE, log: Rows[EVENT], choices: Ints):
    """Resolve the decision on the table; only the choices of seats that must choose are looked at."""
    t = s.table
    s.events = 0
    t.asked += 1
    if t.phase <= PICK:
        accept(cards, s, log, choices)
    else:
        answer_next(cards, s, log, choices[t.actor])
    proceed(cards, s, log, choices)


# the end
@rule
def instructor_flow(cards, t, seat: int):
    """What the cat's instructor is worth (SC05, SC70)."""
    flow, instructor = 0, t.instructor[seat]
    if instructor >= 0:
        for row in range(cards.instructor_first[instructor], cards.instructor_last[instructor]):
            if applies(cards, t, t.flow[:], seat, row):
                flow += amount_of(cards, t, t.flow[:], seat, row)
    return flow


@rule
def score(cards, t, seat: int):
    """Flow, and 1 for each item, kept resource and icon that came too late, and the instructor's flow (SC70)."""
    items, kept = count_held(cards, t, seat, ITEMS_HELD), count_held(cards, t, seat, RESOURCES_KEPT)
    return t.flow[seat] + items + kept + t.icons[seat] + instructor_flow(cards, t, seat)


@rule
def finish(cards, s, log):
    """Most flow wins; ties are broken by freestyles (SC71)."""
    t = s.table
    best = score(cards, t, 0)
    for seat in range(1, t.seats):
        best = max(best, score(cards, t, seat))
    for seat in range(t.seats):
        t.won[seat] = score(cards, t, seat) == best
    for _ in range(MOST_TIEBREAKS):
        if count_winners(t) > 1:
            break_tie(cards, s, log)
    clear_question(t)
    t.phase = OVER
    emit(s, log, ENDED, -1, -1, best, -1)


@rule
def count_winners(t):
    count = 0
    for seat in range(t.seats):
        count += t.won[seat]
    return count


@rule
def break_tie(cards, s, log):
    """The tied cats show four tricks each; those with fewer resources on them drop out (SC71)."""
    t = s.table
    best = 0
    shown = np.zeros(SEATS, np.int64)
    for seat in range(t.seats):
        if t.won[seat] > 0:
            shuffle_up(s, seat)
            for i in range(min(REVEALED_BY_FREESTYLE, t.left[seat])):
                trick = cards.trick[s.deck[seat, t.left[seat] - 1 - i]]
                emit(s, log, FREESTYLED, seat, s.deck[seat, t.left[seat] - 1 - i], 0, i)
                for row in range(trick.gain_first, trick.gain_last):
                    shown[seat] += cards.effects[row].amount
            best = max(best, shown[seat])
            emit(s, log, TIE_BROKEN, seat, -1, shown[seat], -1)
    for seat in range(t.seats):
        t.won[seat] = t.won[seat] > 0 and shown[seat] == best


# set-up
@rule
def lay_out_waves(cards, s, options, listed):
    """The day's waves by rising flag: those listed, the others drawn from their colour (SC03)."""
    t = s.table
    pile = np.zeros(WAVE_CARDS, np.int64)
    for card in range(cards.waves):
        pile[card] = card
    shuffle(s, WAVE_PILE, pile, cards.waves)
    for i in range(len(listed)):
        take_out(pile, cards.waves, listed[i])
    t.waves = 0
    for flag in range(FLAGS):
        for _ in range(options[WAVES_OF + flag]):
            t.flag[t.waves] = flag
            card = listed[t.waves] if t.waves < len(listed) else -1
            for i in range(cards.waves):
                if card < 0 and pile[i] >= 0 and cards.wave[pile[i]].flag == flag:
                    card = pile[i]
                    pile[i] = -1
            s.surf[t.waves] = card
            t.waves += 1


@rule
def lay_out_events(cards, s, listed):
    """The event deck, top cards as listed (SC07)."""
    for kind in range(cards.events):
        for _ in range(cards.event_count[kind]):
            s.event[s.events_left] = kind
            s.events_left += 1
    shuffle(s, EVENT_PILE, s.event[:], s.events_left)
    bring_up(s.event[:], s.events_left, listed)


@rule
def lay_out_market(cards, s):
    t = s.table
    for kind in range(cards.tricks):
        for _ in range(cards.market_count[kind]):
            s.market[t.unseen], t.market[t.unseen] = kind, kind
            t.unseen += 1
    t.market_left = t.unseen
    shuffle(s, MARKET_PILE, s.market[:], t.market_left)


@rule
def deal_instructors(cards, s, listed):
    """Two instructors for each cat, seat by seat, those listed first (SC05)."""
    pile = np.zeros(INSTRUCTORS, np.int64)
    for card in range(cards.instructors):
        pile[card] = card
    shuffle(s, INSTRUCTOR_PILE, pile, cards.instructors)
    bring_up(pile, cards.instructors, listed)
    for seat in range(s.table.seats):
        for i in range(2):
            s.own[seat].instructor[i] = pile[cards.instructors - 1 - 2 * seat - i]


@rule
def deal_abilities(cards, s, options, listed):
    """Each cat's own three cards, or cards of each of the three sorts from any cats (SC02, SC81)."""
    t = s.table
    pile = np.zeros(CATS, np.int64)
    for slot in range(SLOTS):
        for cat in range(cards.cats):
            pile[cat] = cat
        shuffle(s, ABILITY_PILE, pile, cards.cats)
        for seat in range(t.seats):
            t.ability[seat, slot] = (pile[seat] if options[MIXED] > 0 else t.cat[seat]) * SLOTS + slot
            if seat * SLOTS + slot < len(listed) and listed[seat * SLOTS + slot] >= 0:
                t.ability[seat, slot] = listed[seat * SLOTS + slot]


@rule
def sit_down(cards, s, seat: int, cat: int):
    """One cat's tricks, starting items and tokens (SC02, SC06, SC08)."""
    t, own = s.table, s.own[seat]
    t.cat[seat], t.flow[seat], t.left[seat] = cat, START_FLOW, cards.commons + 1
    for i in range(cards.commons):
        put_in(t.rest[seat], i, cards.common[i])
    put_in(t.rest[seat], cards.commons, cards.initial[cat])
    shuffle_deck(s, seat)
    for item in range(cards.items):
        if cards.start_items[cat, item] > 0 and t.supply[item] > 0:
            t.held[seat, item] = 1
            t.supply[item] -= 1
    for i in range(OFFER):
        own.offer[i] = -1
    for i in range(MOST_PICKS):
        own.picked[i] = -1


@rule
def clear_state(s):
    """Everything that is nothing is -1 where 0 would be something."""
    t = s.table
    for seat in range(SEATS):
        t.instructor[seat], t.shed[seat], t.bought[seat], t.act[seat], t.shown[seat] = -1, -1, -1, -1, -1
        t.column[seat], t.place[seat] = -1, -1
        s.own[seat].instructor[0], s.own[seat].instructor[1] = -1, -1
        for i in range(DECK):
            t.rest[seat, i], t.played[seat, i] = -1, -1
    for i in range(MARKET):
        s.market[i], t.market[i], t.discard[i] = -1, -1, -1
    for i in range(WAVES):
        t.surf[i], s.surf[i] = -1, -1
    for i in range(EVENTS_A_WAVE):
        t.event[i] = -1
    foretell_nothing(s)


@unit
def deal(cards: CARDS, s: STATE, cats: Ints, options: Ints, abilities: Ints, waves: Ints, events: Ints, instructors: Ints, seed: int,
         game: int):
    """Lay out a new game for those cats in a blank state and go on to the first choice.

    What is listed (ability cards by seat and slot, waves in order, events and instructors top first) comes as listed,
    everything else is shuffled. The first wave lies face up while the instructors are chosen (SC04).
    """
    t = s.table
    s.seed, s.game = seed, game
    clear_state(s)
    t.seats, t.kittens, t.picks = len(cats), options[KITTENS], options[PICKS]
    for item in range(cards.items):
        t.supply[item] = cards.item_count[item]
    for kind in range(cards.resources):
        t.tokens[kind] = cards.tokens[kind]
    for seat in range(t.seats):
        sit_down(cards, s, seat, cats[seat])
    lay_out_waves(cards, s, options, waves)
    lay_out_events(cards, s, events)
    lay_out_market(cards, s)
    deal_abilities(cards, s, options, abilities)
    if t.kittens > 0:
        enter(t, WAVE_COMES)
    else:
        t.surf[0] = s.surf[0]
        deal_instructors(cards, s, instructors)
        enter(t, INSTRUCTORS_CHOSEN)


# fate and bots
@rule
def mix(s, pile, n: int):
    """Shuffle pile[:n] so that the outcome depends on which cards they are, not on how they lay."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            if pile[j] < pile[j - 1]:
                pile[j], pile[j - 1] = pile[j - 1], pile[j]
    for i in range(n - 1, 0, -1):
        s.draws += 1
        j = word(s, REDEALING, s.draws) * (i + 1) >> 32
        pile[i], pile[j] = pile[j], pile[i]


@rule
def redeal_deck(s, cat: int, seat: int):
    """Shuffle those places of one cat's deck that the seat does not know."""
    t, own = s.table, s.own[cat]
    pile = np.zeros(DECK, np.int64)
    n = 0
    for i in range(t.left[cat]):
        known = own.known[i] if seat < 0 or seat == cat else t.known[cat, i]
        if known < 0:
            pile[n] = s.deck[cat, i]
            n += 1
    mix(s, pile, n)
    for i in range(t.left[cat] - 1, -1, -1):
        known = own.known[i] if seat < 0 or seat == cat else t.known[cat, i]
        if known < 0:
            n -= 1
            s.deck[cat, i] = pile[n]
            if own.known[i] >= 0:
                own.known[i] = pile[n]


@rule
def redeal_market(s, seat: int):
    """Shuffle the market deck, together with what is on offer to others and what they picked."""
    t = s.table
    pile = np.zeros(MARKET, np.int64)
    n = 0
    for i in range(t.market_left):
        pile[n] = s.market[i]
        n += 1
    for other in range(t.seats):
        if seat >= 0 and other != seat:
            n = take_up(s.own[other].offer[:], pile, n)
            n = take_up(s.own[other].picked[:], pile, n)
    mix(s, pile, n)
    for i in range(t.market_left):
        n -= 1
        s.market[i] = pile[n]
    for other in range(t.seats):
        if seat >= 0 and other != seat:
            n = lay_out(s.own[other].offer[:], pile, n)
            n = lay_out(s.own[other].picked[:], pile, n)


@rule
def take_up(places, pile, n: int):
    """Add the cards that lie in some places to pile[:n], and close the gaps: nobody else sees where one was taken."""
    full = 0
    for i in range(len(places)):
        if places[i] >= 0:
            pile[n] = places[i]
            places[i] = -1
            places[full] = pile[n]
            full += 1
            n += 1
    return n


@rule
def lay_out(places, pile, n: int):
    """Lay cards from the end of pile[:n] where cards lay."""
    for i in range(len(places)):
        if places[i] >= 0:
            n -= 1
            places[i] = pile[n]
    return n


@rule
def redeal_waves(cards, s):
    """Draw the waves that nobody has seen yet anew from their colours."""
    t = s.table
    pile = np.zeros(WAVE_CARDS, np.int64)
    n = 0
    for card in range(cards.waves):
        seen = False
        for i in range(t.wave + 1):
            seen = seen or t.surf[i] == card
        if not seen:
            pile[n] = card
            n += 1
    mix(s, pile, n)
    for i in range(t.waves):
        if t.surf[i] < 0:
            for k in range(n):
                if pile[k] >= 0 and cards.wave[pile[k]].flag == t.flag[i]:
                    s.surf[i] = pile[k]
                    pile[k] = -1
                    break


@rule
def redeal_instructors(cards, s, seat: int):
    """Deal the others' instructors anew as far as the seat has not seen them."""
    t = s.table
    pile = np.zeros(INSTRUCTORS, np.int64)
    n = 0
    for card in range(cards.instructors):
        seen = card == s.own[seat].instructor[0] or card == s.own[seat].instructor[1]
        for other in range(t.seats):
            seen = seen or t.instructor[other] == card
        if not seen:
            pile[n] = card
            n += 1
    mix(s, pile, n)
    for other in range(t.seats):
        for i in range(2):
            if other != seat and s.own[other].instructor[i] != t.instructor[other]:
                n -= 1
                s.own[other].instructor[i] = pile[n]


@unit
def redeal(cards: CARDS, s: STATE, seat: int, seed: int, game: int):
    """Shuffle anew all that the seat cannot know (SC90); with seat -1 only what nobody has seen."""
    t = s.table
    s.seed, s.game, s.draws = seed, game, 0
    foretell_nothing(s)
    for cat in range(t.seats):
        redeal_deck(s, cat, seat)
    redeal_market(s, seat)
    redeal_waves(cards, s)
    mix(s, s.event[:], s.events_left)
    if seat >= 0 and t.kittens == 0:
        redeal_instructors(cards, s, seat)
    if seat >= 0 and t.phase == PICK:
        for other in range(t.seats):  # who has a choice depends on the offers that the seat cannot see
            if other != seat:
                t.must[other] = nth_allowed(cards, t, s.own[other], other, 1) >= 0


@rule
def decision_word(s, seat: int):
    """The random word of a seat's decision: the same seed, game, wave, turn and question give the same word."""
    t = s.table
    return word(s, DECIDING, ((t.wave * 64 + t.turn) * 256 + t.asked) * 8 + seat)


@rule
def ask(cards, s, seat: int, bots):
    """What the seat's bot chooses, from the table and what that seat alone sees (SC90)."""
    return bots[seat](cards, s.table, s.own[seat], seat, decision_word(s, seat))


# what Python calls; states are rows of an array, since a single record is slow to pass
@entry
def start(cards: Rows[CARDS], states: Rows[STATE], i: int, log: Rows[EVENT], cats: Ints, options: Ints, abilities: Ints,
          waves: Ints, events: Ints, instructors: Ints, seed: int, game: int):
    """Deal a new game into the blank state number i; returns the number of events."""
    deal(cards[0], states[i], cats, options, abilities, waves, events, instructors, seed, game)
    proceed(cards[0], states[i], log, np.zeros(SEATS, np.int64))
    return states[i].events


@entry
def step(cards: Rows[CARDS], states: Rows[STATE], i: int, log: Rows[EVENT], choices: Ints):
    """Resolve the decision of state number i in place; returns the number of events. Choices must be legal."""
    decide(cards[0], states[i], log, choices)
    return states[i].events


@entry
def legal_choices(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, found: Ints):
    """Write the seat's legal choices into `found` (room for CHOICES) and return how many there are."""
    s = states[i]
    count = 0
    for choice in range(choices_in(s.table.phase)):
        if is_legal(cards[0], s.table, s.own[seat], seat, choice):
            found[count] = choice
            count += 1
    return count


@entry
def ask_bot(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, bots: CHOOSERS):
    """What bots[seat] chooses in state number i."""
    return ask(cards[0], states[i], seat, bots)


@entry
def redeal_unseen(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, seed: int, game: int):
    """Redeal state number i for the seat, or with seat -1 only what nobody has seen."""
    redeal(cards[0], states[i], seat, seed, game)


@entry
def arrange(states: Rows[STATE], i: int, pile: int, listed: Ints):
    """Put the listed cards on top of a pile, the first one topmost; returns how many of them were not there.

    Piles 0 to 4 are the cats' trick decks, then MARKET_PILE. A place that somebody knows stays known.
    """
    s = states[i]
    t = s.table
    if pile == MARKET_PILE:
        return bring_up(s.market[:], t.market_left, listed)
    missing = bring_up(s.deck[pile], t.left[pile], listed)
    for k in range(t.left[pile]):
        if s.own[pile].known[k] >= 0:
            s.own[pile].known[k] = s.deck[pile, k]
        if t.known[pile, k] >= 0:
            t.known[pile, k] = s.deck[pile, k]
    return missing


@entry
def score_sources(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, points: Ints):
    """Write the seat's flow by SOURCES: the counter, items, kept resources, icons, instructor."""
    t = states[i].table
    points[0], points[1] = t.flow[seat], count_held(cards[0], t, seat, ITEMS_HELD)
    points[2], points[3] = count_held(cards[0], t, seat, RESOURCES_KEPT), t.icons[seat]
    points[4] = instructor_flow(cards[0], t, seat)
