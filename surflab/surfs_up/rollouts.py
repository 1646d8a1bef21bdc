"""The compiled loops that play one position on many times, from what a seat can know.

A bot is its number in `BOTS` here: all seats are played on by the same one, whose thoughts are then thought only once.
"""
from __future__ import annotations

import numpy as np

from ..compiled import Grid, Rows, Weights, entry, rule
from .bots import draw, think
from .rules import (CARDS, EVENT, KINDS, OVER, REVEAL, SEATS, SOLVING, STATE, board_points, decide, decision_word,
                    goal_points, is_legal, redeal, score, word)

MISSED, WON, RUNNER_UP, WIPED_OUT, STUNG = range(5)  # what a decision brings a seat at once
WHOLE_WIN = 60  # a win is counted in 60ths, so that shares among 1 to 6 winners are whole numbers
EVERYBODY = -1  # in place of a learner
SELDOM = 3  # while the solver thinks, one other seat learns in every third trial
DEEP = 256  # more digits than an enumeration that ends in good time has


@rule
def must_choose(t, seat: int):
    return t.phase == REVEAL or (t.phase != OVER and t.actor == seat)


@rule
def choose_alike(cards, s, bot: int, weights, choices):
    """What all who must choose now choose, each by the same bot and its own random word."""
    think(cards, s.table, bot, weights)
    for seat in range(s.table.seats):
        if must_choose(s.table, seat):
            choices[seat] = draw(weights[seat], decision_word(s, seat))


@rule
def play_alike(cards, s, log, bot: int):
    """Play until the game is over, every seat by the same bot."""
    weights, choices = np.zeros((SEATS, KINDS)), np.zeros(SEATS, np.int64)
    while s.table.phase != OVER:
        choose_alike(cards, s, bot, weights, choices)
        decide(cards, s, log, choices)


@rule
def came_of(before, after, seat: int):
    """What a resolved decision brought the seat."""
    if after.stings[seat] > before.stings[seat]:
        return STUNG
    if after.wipeouts[seat] > before.wipeouts[seat]:
        return WIPED_OUT
    if after.winner == seat:
        return WON
    if after.runner_up == seat:
        return RUNNER_UP
    return MISSED


@rule
def try_out(cards, scratch, log, choices, bot: int, came):
    """Play the state in scratch[0] on in scratch[1] from the given choices; writes down what they brought each seat."""
    scratch[1] = scratch[0]
    before, after = scratch[0].table, scratch[1].table
    if after.phase != OVER:
        decide(cards, scratch[1], log, choices)
        for seat in range(after.seats):
            came[seat] = came_of(before, after, seat)
    play_alike(cards, scratch[1], log, bot)


@rule
def write_outcome(cards, s, row):
    """Each seat's share of the win in 60ths, then each seat's score."""
    best, winners = -1000000, 0
    for seat in range(s.table.seats):
        points = score(cards, s, seat)
        row[SEATS + seat] = points
        if points > best:
            best, winners = points, 0
        winners += points == best
    for seat in range(s.table.seats):
        row[seat] = WHOLE_WIN // winners if row[SEATS + seat] == best else 0


# mixes
@rule
def match_regrets(cards, s, seat: int, regrets, mix):
    """Write the seat's mix in proportion to its positive regrets; all legal choices alike where there are none."""
    total, legal = 0.0, 0
    for choice in range(KINDS):
        mix[choice] = 0.0
        if is_legal(cards, s.table, seat, choice):
            legal += 1
            mix[choice] = max(regrets[seat, choice], 0.0)
            total += mix[choice]
    for choice in range(KINDS):
        if total > 0.0:
            mix[choice] /= total
        elif is_legal(cards, s.table, seat, choice):
            mix[choice] = 1.0 / legal


@rule
def takes_part(t, seat: int, learner: int, k: int):
    """Whether a seat learns in trial k; with a `learner` it always does, and another seat in some trials, in turn."""
    if learner == EVERYBODY or seat == learner:
        return True
    return k % SELDOM == 0 and (seat - learner) % t.seats == 1 + (k // SELDOM) % (t.seats - 1)


@rule
def learn(cards, s, seat: int, weight: float, values, mix, regrets, averages):
    """Regret matching plus with averages weighted by the trial (Tammelin 2014), after all the seat's choices were tried."""
    value = 0.0
    for choice in range(KINDS):
        value += mix[choice] * values[choice]
    for choice in range(KINDS):
        if is_legal(cards, s.table, seat, choice):
            regrets[seat, choice] = max(0.0, regrets[seat, choice] + values[choice] - value)
            averages[seat, choice] += weight * mix[choice]


@entry
def solve(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], eyes: int, learner: int,
          bot: int, seed: int, first: int, trials: int, regrets: Weights, averages: Weights):
    """Grow the regrets and average mixes of the seats that must choose in state number i by trials first, first + 1, ...

    A trial redeals what `eyes` cannot know, draws everybody's choice from the current mixes, and plays every choice of
    every seat that takes part on against the others'. The `learner` is a seat or EVERYBODY; regrets and averages are seats x
    KINDS and go on growing from call to call; `scratch` is room for two states.
    """
    choices, came, values = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(KINDS)
    mixes, drawn_outcome, outcome = np.zeros((SEATS, KINDS)), np.zeros(2 * SEATS, np.int64), np.zeros(2 * SEATS, np.int64)
    start = scratch[0]
    for k in range(first, first + trials):
        scratch[0] = states[i]
        redeal(cards[0], start, eyes, seed, k)
        for seat in range(start.table.seats):
            if must_choose(start.table, seat):
                match_regrets(cards[0], start, seat, regrets, mixes[seat])
                choices[seat] = draw(mixes[seat], word(start, SOLVING, seat))
        try_out(cards[0], scratch, log, choices, bot, came)
        write_outcome(cards[0], scratch[1], drawn_outcome)
        for seat in range(start.table.seats):
            if must_choose(start.table, seat) and takes_part(start.table, seat, learner, k):
                drawn = choices[seat]
                for choice in range(KINDS):
                    values[choice] = 0.0
                    if choice == drawn:
                        values[choice] = drawn_outcome[seat] / WHOLE_WIN
                    elif is_legal(cards[0], start.table, seat, choice):
                        choices[seat] = choice
                        try_out(cards[0], scratch, log, choices, bot, came)
                        write_outcome(cards[0], scratch[1], outcome)
                        values[choice] = outcome[seat] / WHOLE_WIN
                choices[seat] = drawn
                learn(cards[0], start, seat, k + 1.0, values, mixes[seat], regrets, averages)


# estimates
@rule
def pick(weights, word: int):
    """A choice drawn from whole-number weights; -1 where all are 0."""
    total = 0
    for choice in range(KINDS):
        total += weights[choice]
    place = word * total >> 32
    for choice in range(KINDS):
        place -= weights[choice]
        if place < 0:
            return choice
    return -1


@entry
def rollouts(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], eyes: int, joint: Grid,
             mixes: Grid, bot: int, seed: int, first: int, results: Grid):
    """Play state number i on once per row of `results`, for every row of `joint` in turn, trial after trial.

    A row of `joint` fixes what seats choose now, -1 leaves a seat to its row of weights in `mixes`. Trial number first + k
    deals the same hidden cards, which `eyes` could not tell from the true ones, and the same words to all rows of `joint`.
    `scratch` is room for two states; a result row holds, by seat, win shares, then scores, then what the decision itself
    brought (MISSED to STUNG).
    """
    choices, modelled = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    start = scratch[0]
    for k in range(len(results) // len(joint)):
        scratch[0] = states[i]
        redeal(cards[0], start, eyes, seed, first + k)
        for seat in range(start.table.seats):
            if must_choose(start.table, seat):
                modelled[seat] = pick(mixes[seat], decision_word(start, seat))
        for j in range(len(joint)):
            for seat in range(SEATS):
                choices[seat] = joint[j, seat] if joint[j, seat] >= 0 else modelled[seat]
            row = results[k * len(joint) + j]
            try_out(cards[0], scratch, log, choices, bot, row[2 * SEATS:])
            write_outcome(cards[0], scratch[1], row)


@entry
def weigh_decision(cards: Rows[CARDS], states: Rows[STATE], i: int, bot: int, weights: Weights):
    """Write down how readily each seat that must choose in state number i makes each choice, if the bot plays it."""
    think(cards[0], states[i].table, bot, weights)


# enumeration
@rule
def digit_at(depth: int, digits, options: int, ways):
    """Which of so many options the way that is being walked takes at its next fork; notes how many there were."""
    if depth == ways[0]:
        digits[depth] = 0
        ways[0] += 1
    ways[1 + depth] = options
    return digits[depth]


@rule
def next_way(digits, ways):
    """Go on to the next way through all forks in order; false after the last one."""
    while ways[0] > 0:
        last = ways[0] - 1
        digits[last] += 1
        if digits[last] < ways[1 + last]:
            return True
        ways[0] = last
    return False


@rule
def count_kinds(deck, first: int, last: int, kinds: int):
    """How many different cards lie in deck[first:last]."""
    count = 0
    for kind in range(kinds):
        for i in range(first, last):
            if deck[i] == kind:
                count += 1
                break
    return count


@rule
def bring_up(deck, first: int, last: int, n: int):
    """Put the n-th different card of deck[first:last] at its first place; returns how likely it was to lie there."""
    kind = -1
    for _ in range(n + 1):
        following = 1000000
        for i in range(first, last):
            if kind < deck[i] < following:
                following = deck[i]
        kind = following
    found = 0
    for i in range(first, last):
        if deck[i] == kind:
            if found == 0:
                deck[first], deck[i] = deck[i], deck[first]
            found += 1
    return found / (last - first)


@rule
def settle(cards, scratch, log, choices, depth: int, digits, ways):
    """Resolve scratch[0] by the choices, drawing the cards of the way that is being walked; returns depth and chance."""
    chance, beaches, oceans = 1.0, 0, 0
    s, after = scratch[0], scratch[1]
    while True:
        scratch[1] = scratch[0]
        decide(cards, after, log, choices)
        if after.table.phase == OVER or depth >= DEEP - SEATS - 2:
            return depth, chance
        if after.beach_top - s.beach_top > beaches:
            top = s.beach_top + beaches
            n = digit_at(depth, digits, count_kinds(s.beach, top, s.beach_size, cards.beach_kinds), ways)
            chance *= bring_up(s.beach, top, s.beach_size, n)
            beaches += 1
        elif after.ocean_top - s.ocean_top > oceans:
            top = s.ocean_top + oceans
            n = digit_at(depth, digits, count_kinds(s.ocean, top, s.ocean_size, cards.ocean_kinds), ways)
            chance *= bring_up(s.ocean, top, s.ocean_size, n)
            oceans += 1
        else:
            return depth, chance
        depth += 1


@rule
def take_way(weights, n: int):
    """The n-th choice with a weight above 0, and its share of all weights."""
    total, taken, left = 0.0, -1, n
    for choice in range(KINDS):
        total += weights[choice]
        if weights[choice] > 0.0:
            if left == 0:
                taken = choice
            left -= 1
    return taken, weights[taken] / total


@rule
def count_ways(weights):
    count = 0
    for choice in range(KINDS):
        count += weights[choice] > 0.0
    return count


@entry
def enumerate_ends(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], eyes: int,
                   mixes: Weights, bot: int, ends: Grid, chances: Weights):
    """Walk every way from state number i to the end of the game, bluebottle tokens aside; returns how many there are.

    First all choose by `mixes`, where the row of `eyes` tells which choices to try, then by the bot. A row of `ends` holds
    the first choice of `eyes`, then by seat the points without tokens, then the tokens; `chances` how likely that end is
    after that choice. Returns -1 where `ends` has no room for all.
    """
    digits, ways, choices = np.zeros(DEEP, np.int64), np.zeros(DEEP + 1, np.int64), np.zeros(SEATS, np.int64)
    weights, found, s = np.zeros((SEATS, KINDS)), 0, scratch[0]
    while True:
        scratch[0] = states[i]
        depth, chance, begins = 0, 1.0, True
        while s.table.phase != OVER:
            if depth >= DEEP - 2 * SEATS or found == len(ends):
                return -1
            if not begins:
                think(cards[0], s.table, bot, weights)
            for seat in range(s.table.seats):
                if must_choose(s.table, seat):
                    row = mixes[seat] if begins else weights[seat]
                    choices[seat], share = take_way(row, digit_at(depth, digits, count_ways(row), ways))
                    depth += 1
                    if begins and seat == eyes:
                        ends[found, 0] = choices[seat]
                    else:
                        chance *= share
            begins = False
            depth, drawn = settle(cards[0], scratch, log, choices, depth, digits, ways)
            chance *= drawn
            scratch[0] = scratch[1]
        if found == len(ends):
            return -1
        t = s.table
        for seat in range(t.seats):
            ends[found, 1 + seat] = t.points[seat] + board_points(t, seat) + goal_points(cards[0], t, seat)
            ends[found, 1 + SEATS + seat] = t.stings[seat]
        chances[found, 0] = chance
        found += 1
        if not next_way(digits, ways):
            return found
