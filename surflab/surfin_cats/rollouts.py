"""The compiled loops of an analysis: a position played on many times from what a seat can know, and a wave thought through.

`rollouts` samples. `think_ahead` does not: it goes through everything that can come up for one cat on the rest of a wave
and finds the best stopping rule, see `Decision.stopping`.
"""
from __future__ import annotations

import numpy as np

from ..compiled import Grid, Ints, Rows, Weights, entry, rule, unit
from ..randomness import philox
from .batch import play_on, take_decision
from .odds import copied_card, copied_cards, has_copy, next_tricks, unknown_tricks
from .rules import (CARDS, CHOICES, CHOOSERS, DECK, EVENT, FREESTYLE, ITEMS, ITEMS_CHOSEN, LASTING, LOOK, MARKET, NOBODY,
                    OVER, PERFORM, PICK, RESOURCES, REVEALED_BY_FREESTYLE, RIDE, RIDES, SEATS, SLOTS, SPACES, STATE, SURFING,
                    TRICKS, TURN_ENDS, USE_ITEM, WIPED, accept, answer_next, ask, ask_all, bring_up, close_stage, decide,
                    decision_word, enter, gather, is_last_wave, open_stage, redeal, row_of, score, settle_next, take_out)

# what a decision brought a cat: at the end of its turn, and if it still surfed then, at the end of the wave
NOTHING, RODE_FIRST, RODE_BEHIND, COLLIDED, WIPED_OUT, RODE_LATER, WIPED_LATER = range(7)
WHOLE_WIN = 60  # a win is counted in 60ths, so that shares among 1 to 5 winners are whole numbers
SHARE, SCORE, BROUGHT, CHOSEN = 0, SEATS, 2 * SEATS, 3 * SEATS  # where a result row holds what, by seat
RESULTS = 4 * SEATS


# playing on
@rule
def pick(weights, random_word: int):
    """A choice drawn from whole-number weights; -1 where all are 0."""
    total = 0
    for choice in range(CHOICES):
        total += weights[choice]
    place = random_word * total >> 32
    for choice in range(CHOICES):
        place -= weights[choice]
        if place < 0:
            return choice
    return -1


@rule
def modelled_choice(cards, s, seat: int, mixes, bots):
    """What the seat does now: drawn from its row of weights, or asked of its bot where the row is all 0."""
    choice = pick(mixes[seat], decision_word(s, seat))
    return choice if choice >= 0 else ask(cards, s, seat, bots)


@rule
def is_through(t, wave: int):
    """Whether that wave is over for everybody."""
    return t.phase == OVER or t.phase == PICK or t.wave > wave


@rule
def came_of(before, after, seat: int, act: int):
    """What became of a cat that surfed before."""
    if after.wipeouts[seat] > before.wipeouts[seat]:
        return COLLIDED if act == RIDE else WIPED_OUT
    if after.rides[seat] > before.rides[seat]:
        return RODE_FIRST if after.firsts[seat] > before.firsts[seat] else RODE_BEHIND
    return NOTHING


@rule
def write_brought(before, after, later: int, row):
    """Note for each seat what the turn brought it, or with `later` the rest of the wave where the turn left it surfing."""
    for seat in range(before.seats):
        if later == 0:
            row[BROUGHT + seat] = came_of(before, after, seat, after.act[seat])
        elif row[BROUGHT + seat] == NOTHING:
            came = came_of(before, after, seat, PERFORM)
            row[BROUGHT + seat] = WIPED_LATER if came == WIPED_OUT else RODE_LATER if came != NOTHING else NOTHING


@rule
def write_outcome(cards, s, row):
    """Each seat's share of the win in 60ths and its score."""
    t = s.table
    winners = 0
    for seat in range(t.seats):
        winners += t.won[seat]
    for seat in range(t.seats):
        row[SHARE + seat] = WHOLE_WIN // winners if t.won[seat] > 0 else 0
        row[SCORE + seat] = score(cards, s.table, seat)


@rule
def try_out(cards, scratch, log, bots, choices, market, row):
    """Play the state in scratch[0] on in scratch[1] from the given choices, which it changes, and note what came of it."""
    scratch[1] = scratch[0]
    before, s = scratch[0].table, scratch[1]
    wave, rounds = before.wave, before.rounds
    if s.table.phase != OVER:
        decide(cards, s, log, choices)
        while s.table.phase != OVER and s.table.rounds == rounds:
            take_decision(cards, s, log, bots, choices, market)
        write_brought(before, s.table, 0, row)
        while not is_through(s.table, wave):
            take_decision(cards, s, log, bots, choices, market)
        write_brought(before, s.table, 1, row)
        play_on(cards, s, log, bots, market)
    write_outcome(cards, s, row)


@rule
def same_chosen(results, begin: int, last: int):
    """The row of results[begin:last] whose seats chose as those of row `last`; -1 without one."""
    for row in range(begin, last):
        same = True
        for seat in range(SEATS):
            same = same and results[row, CHOSEN + seat] == results[last, CHOSEN + seat]
        if same:
            return row
    return -1


@entry
def rollouts(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], eyes: int, joint: Grid,
             mixes: Grid, models: CHOOSERS, bots: CHOOSERS, seed: int, first: int, deep: int, results: Grid):
    """Play state number i on once per row of `results`, for every row of `joint` in turn, trial after trial.

    A row of `joint` fixes what seats choose now, -1 leaves a seat to its model (`mixes`, then its bot of `models`). Trial
    number first + k deals the same hidden cards, which `eyes` could not tell from the true ones, and the same words to
    all rows of `joint`, of which those that come to the same choices are played once. `scratch` is room for two states; a result row holds by seat win shares, scores, what the
    decision brought, and what was chosen. With `deep` 0 nothing is played and only what was chosen is written.
    """
    choices, modelled, market = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros((2, TRICKS), np.int64)
    start = scratch[0]
    for k in range(len(results) // len(joint)):
        scratch[0] = states[i]
        redeal(cards[0], start, eyes, seed, first + k)
        for seat in range(start.table.seats):
            if start.table.must[seat] > 0:
                modelled[seat] = modelled_choice(cards[0], start, seat, mixes, models)
        for j in range(len(joint)):
            begin = k * len(joint)
            row = results[begin + j]
            for seat in range(SEATS):
                choices[seat] = joint[j, seat] if joint[j, seat] >= 0 else modelled[seat]
                row[CHOSEN + seat] = choices[seat]
            played = same_chosen(results, begin, begin + j) if deep > 0 else -1
            if played >= 0:
                for column in range(CHOSEN):
                    row[column] = results[played, column]
            elif deep > 0:
                try_out(cards[0], scratch, log, bots, choices, market, row)


# a wave thought through: one cat alone, all that can come up
# columns of a thought: what the best rule from here on is worth, how often it wipes out, how many tricks it performs; the
# same if one more trick is performed now; then BY_TRICKS columns for each of 0, 1, ... further tricks: what a ride after
# them is worth, the chance to have wiped out, what yet another trick and then the best rule is worth, and the chance to
# surf still and have that rule perform it
(BEST, BEST_WIPED, BEST_TRICKS, GO, GO_WIPED, GO_TRICKS) = range(6)
FIRST_WORTH, BY_TRICKS = 6, 4
DEPTH = DECK
THOUGHT = FIRST_WORTH + BY_TRICKS * (DEPTH + 1)
TRAITS = 512  # more than `traits_of` writes
(EXACT, COUNT, MOST) = range(3)  # what is noted about the whole


@rule
def mean_flow(cards, t, seat: int):
    """The flow that a freestyle of all the cat's tricks shows on average (SC60)."""
    n = t.left[seat]
    flow = 0
    for i in range(n):
        flow += cards.trick[t.rest[seat, i]].flow
    return flow * min(REVEALED_BY_FREESTYLE, n) / n if n > 0 else 0.0


@rule
def shows_freestyle(cards, s):
    """Whether a freestyle comes next that shuffles tricks, and does not come too late (SC70)."""
    task = s.task[s.tasks - 1]
    target = task & 7
    if target == NOBODY or cards.effects[row_of(task)].op != FREESTYLE:
        return False
    return not (is_last_wave(s.table) and s.table.status[target] != SURFING)


@rule
def lift(s, seat: int, kind: int):
    """Put a card of that kind, whose place the cat does not know, where its next unknown card lies."""
    own, deck = s.own[seat], s.deck[seat]
    top = s.table.left[seat] - 1
    while top >= 0 and own.known[top] >= 0:
        top -= 1
    for i in range(top, -1, -1):
        if own.known[i] < 0 and deck[i] == kind:
            deck[i], deck[top] = deck[top], kind
            return


@rule
def finish_turn(cards, s, log, seat: int, bots, second: int, seen, notes):
    """Play the turn to its end, the cat choosing as its bot does; returns the mean flow of freestyles.

    seen[0] counts the looks at cards that were not known; the first one finds a card of kind `second`, if that is not -1.
    """
    t, choices = s.table, np.zeros(SEATS, np.int64)
    flow = 0.0
    while True:
        if s.tasks > 0:
            if shows_freestyle(cards, s):
                s.tasks -= 1
                gather(s, seat)
                t.freestyles[seat] += 1
                flow += mean_flow(cards, t, seat)
                notes[EXACT] = 0  # the resources that it shows are left out
                continue
            top = t.left[seat] - 1
            is_new = top >= 0 and s.own[seat].known[top] < 0
            if is_new and second >= 0 and seen[0] == 0:
                lift(s, seat, second)
            if settle_next(cards, s, log):
                if t.phase == LOOK and is_new:
                    seen[0] += 1
                choice = ask(cards, s, seat, bots)
                t.asked += 1
                answer_next(cards, s, log, choice)
        elif t.stage == TURN_ENDS:
            t.turn += 1
            t.asked = 0
            return flow
        elif t.stage == ITEMS_CHOSEN:
            if ask_all(cards, s, USE_ITEM):
                choices[seat] = ask(cards, s, seat, bots)
                t.asked += 1
            accept(cards, s, log, choices)
        elif t.opened == 0:
            open_stage(cards, s, log)
        else:
            close_stage(s, log)


@rule
def traits_of(t, own, seat: int, traits):
    """Write down all that the rest of the wave depends on for a cat alone; returns how many numbers that is."""
    traits[0], traits[1], traits[2], traits[3] = t.turn, t.paddle[seat], t.fall[seat], t.flow[seat]
    traits[4], traits[5], traits[6], traits[7] = t.in_play[seat], t.spent[seat], t.uses[seat], t.gathered[seat]
    traits[8], traits[9], traits[10] = t.freestyles[seat], t.icons[seat], t.market_left
    n = 11
    for kind in range(TRICKS):  # tricks in play and discarded, in whatever order, and the market's
        traits[n + kind] = 0
    for i in range(t.spent[seat]):
        traits[n + t.played[seat, i]] += 1 if i < t.in_play[seat] else 64
    for i in range(t.unseen):
        traits[n + t.market[i]] += 4096
    n += TRICKS
    for i in range(DECK):
        traits[n + i] = t.rest[seat, i] if i < t.left[seat] else -1
        traits[n + DECK + i] = own.known[i] if i < t.left[seat] else -1
    n += 2 * DECK
    for slot in range(SLOTS):
        traits[n] = t.done[seat, slot]
        for space in range(SPACES):
            traits[n + 1 + space] = t.filled[seat, slot, space]
        n += 1 + SPACES
    for item in range(ITEMS):
        traits[n + item] = t.held[seat, item]
    for kind in range(RESOURCES):
        traits[n + ITEMS + kind] = t.kept[seat, kind]
    n += ITEMS + RESOURCES
    for k in range(LASTING):
        traits[n + k] = t.this_wave[seat, k] + 256 * t.for_good[seat, k]
    return n + LASTING


@rule
def key_of(t, own, seat: int, traits, key):
    """Fill the key of a position on a wave: 64 bits."""
    n = traits_of(t, own, seat, traits)
    for lane in range(2):
        key[lane] = lane
        for i in range(n):
            if traits[i] != 0:
                key[lane] = philox(key[lane] ^ i << 24, traits[i] + (1 << 20), lane)


@rule
def find_place(keys, first: int, second: int):
    """Where in the table of keys a position stands or would stand."""
    place = first % len(keys)
    while keys[place, 2] > 0 and (keys[place, 0] != first or keys[place, 1] != second):
        place = (place + 1) % len(keys)
    return place


@unit
def try_turn(cards: CARDS, scratch: Rows[STATE], depth: int, log: Rows[EVENT], seat: int, bots: CHOOSERS, kind: int, copied: int,
             second: int, seen: Ints, notes: Ints) -> float:
    """Play a turn from scratch[depth] in scratch[depth + 1]: that trick comes up, or with kind -1 the cat rides.

    Returns what it is worth: what it adds to the score if the game ended then (SC70).
    """
    scratch[depth + 1] = scratch[depth]
    s, listed = scratch[depth + 1], np.zeros(1, np.int64)
    t = s.table
    deck_left = t.market_left
    if kind >= 0 and s.own[seat].known[t.left[seat] - 1] < 0:
        lift(s, seat, kind)
    if copied >= 0 and deck_left > 0:
        listed[0] = copied
        bring_up(s.market[:], deck_left, listed)
    elif copied >= 0:
        s.market_foretold[0] = copied
    t.act[seat], t.shown[seat], seen[0] = RIDE if kind < 0 else PERFORM, -1, 0
    t.asked += t.left[seat] > 0  # the question whether to ride
    enter(t, RIDES)
    flow = finish_turn(cards, s, log, seat, bots, second, seen, notes)
    s.market_foretold[0] = -1
    due = (deck_left if deck_left > 0 else scratch[depth].table.discards) - 1
    if seen[0] > 1 or t.market_left != deck_left and (copied < 0 or t.market_left != due):
        notes[EXACT] = 0  # something came up that is not gone through
    return score(cards, t, seat) + flow - score(cards, scratch[depth].table, seat)


@rule
def add_turn(thought, share: float, gain: float, later):
    """Add a way that one more trick goes, with its share of all ways; `later` is the thought after it, none after a wipeout."""
    over = len(later) == 0
    thought[GO] += share * (gain + (0.0 if over else later[BEST]))
    thought[GO_WIPED] += share * (1.0 if over else later[BEST_WIPED])
    thought[GO_TRICKS] += share * (1.0 + (0.0 if over else later[BEST_TRICKS]))
    for tricks in range(1, DEPTH + 1):
        place = FIRST_WORTH + BY_TRICKS * tricks
        before = place - BY_TRICKS
        thought[place] += share * (gain + (0.0 if over else later[before]))
        thought[place + 1] += share * (1.0 if over else later[before + 1])
        thought[place + 2] += share * (gain + (0.0 if over else later[before + 2]))
        thought[place + 3] += share * (0.0 if over else later[before + 3])


@rule
def count_alike(pile, n: int, i: int):
    """How many cards of pile[:n] are like the one at i; 0 where one before it is."""
    alike = 0
    for j in range(n):
        if pile[j] == pile[i]:
            if j < i:
                return 0
            alike += 1
    return alike


@rule
def think(cards, scratch, depth: int, log, seat: int, bots, keys, notes, thoughts):
    """Think the cat's wave through from scratch[depth], about to ride or perform; returns its row of thoughts, -1 if too large."""
    t, own = scratch[depth].table, scratch[depth].own[seat]
    key, traits = np.zeros(2, np.int64), np.zeros(TRAITS, np.int64)
    key_of(t, own, seat, traits, key)
    place = find_place(keys, key[0], key[1])
    if keys[place, 2] > 0:
        return keys[place, 2] - 1
    pile, others, pool, seen = np.zeros(DECK, np.int64), np.zeros(DECK, np.int64), np.zeros(MARKET, np.int64), np.zeros(1, np.int64)
    thought, nothing = np.zeros(THOUGHT), np.zeros(0)
    n = next_tricks(t, own.known[:], seat, pile) if depth < DEPTH else 0
    if t.left[seat] > 0 and n == 0:
        notes[EXACT] = 0
    ride = try_turn(cards, scratch, depth, log, seat, bots, -1, -1, -1, seen, notes)
    for i in range(n):
        alike = count_alike(pile, n, i)
        drawn = copied_cards(t) if alike > 0 and has_copy(cards, pile[i]) else 0
        for j in range(drawn):
            pool[j] = copied_card(t, j)
        for j in range(max(1, drawn) if alike > 0 else 0):
            times = count_alike(pool, drawn, j) if drawn > 0 else 1
            if times == 0:
                continue
            copied, share = pool[j] if drawn > 0 else -1, alike * times / (n * max(1, drawn))
            ways = unknown_tricks(t, own.known[:], seat, others)
            if own.known[t.left[seat] - 1] < 0:
                take_out(others, ways, pile[i])
                ways -= 1
            way = -1
            while way < ways:
                lifted = others[way] if way >= 0 else -1
                like = count_alike(others, ways, way) if way >= 0 else 1
                way += 1
                if like == 0:
                    continue
                gain = try_turn(cards, scratch, depth, log, seat, bots, pile[i], copied, lifted, seen, notes)
                if lifted < 0 and seen[0] > 0 and ways > 0:
                    continue  # a card is looked at: each that it may be comes in turn
                part = share * like / ways if lifted >= 0 else share
                if scratch[depth + 1].table.status[seat] == WIPED:
                    add_turn(thought, part, gain, nothing)
                else:
                    row = think(cards, scratch, depth + 1, log, seat, bots, keys, notes, thoughts)
                    if row < 0:
                        return -1
                    add_turn(thought, part, gain, thoughts[row])
                if lifted < 0:
                    break
    thought[BEST], thought[BEST_WIPED], thought[BEST_TRICKS] = ride, 0.0, 0.0
    if n > 0 and thought[GO] > ride:
        thought[BEST], thought[BEST_WIPED], thought[BEST_TRICKS] = thought[GO], thought[GO_WIPED], thought[GO_TRICKS]
        thought[FIRST_WORTH + 3] = 1.0
    thought[FIRST_WORTH], thought[FIRST_WORTH + 2] = ride, thought[GO] if n > 0 else ride
    if n == 0:
        for tricks in range(1, DEPTH + 1):
            place = FIRST_WORTH + BY_TRICKS * tricks
            thought[place], thought[place + 2] = ride, ride
    row = notes[COUNT]
    if row == notes[MOST]:
        return -1
    notes[COUNT] += 1
    thoughts[row] = thought
    place = find_place(keys, key[0], key[1])
    keys[place, 0], keys[place, 1], keys[place, 2] = key[0], key[1], row + 1
    return row


@entry
def think_ahead(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], seat: int,
                bots: CHOOSERS, keys: Grid, notes: Ints, thoughts: Weights):
    """Think the rest of the wave through for the seat, about to ride or perform in state number i, as if it were alone.

    The other cats that still surf bring nothing more. Everything that can come up is gone through: the next tricks, what is
    copied, what is looked at. What else is chosen, the seat's bot chooses, who must not care in which order tricks were
    performed. Returns the row of `thoughts` that holds the answer (its columns: BEST and so on), or -1 where there are more
    than notes[MOST] positions. notes[EXACT] is 1, or 0 where something was left out. `scratch` is room for DEPTH + 2
    states, `keys` for twice as many positions, of 3 numbers.
    """
    scratch[0] = states[i]
    s = scratch[0]
    redeal(cards[0], s, seat, 0, 0)
    for other in range(s.table.seats):
        if other != seat and s.table.status[other] == SURFING:
            s.table.status[other] = WIPED
    notes[EXACT], notes[COUNT] = 1, 0
    return think(cards[0], scratch, 0, log, seat, bots, keys, notes, thoughts)
