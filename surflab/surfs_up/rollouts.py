"""The compiled loop that plays one position on many times, from what a seat can know."""
from __future__ import annotations

import numpy as np

from ..compiled import Grid, Ints, Rows, Weights, entry, rule
from .batch import play_on, write_result
from .rules import (CARDS, CHOOSERS, EVENT, KINDS, OVER, REVEAL, SEARCHING, SEATS, SOLVING, STATE, ask, deal, decide,
                    decision_word, is_legal, redeal, score, word)

MISSED, WON, RUNNER_UP, WIPED_OUT, STUNG = range(5)  # what a decision brings a seat at once
WHOLE_WIN = 60  # a win is counted in 60ths, so that shares among 1 to 6 winners are whole numbers


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


@rule
def modelled_choice(cards, s, seat: int, mixes, bots):
    """What the seat does now: drawn from its row of weights, or asked of its bot where the row is all 0."""
    choice = pick(mixes[seat], decision_word(s, seat))
    return choice if choice >= 0 else ask(cards, s, seat, bots)


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


@rule
def must_choose(t, seat: int):
    return t.phase == REVEAL or (t.phase != OVER and t.actor == seat)


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
def try_out(cards, scratch, log, eyes: int, choices, bots):
    """Play the state in scratch[0] on in scratch[1] from the given choices; returns what they brought the seat at once."""
    scratch[1] = scratch[0]
    came = MISSED
    if scratch[1].table.phase != OVER:
        decide(cards, scratch[1], log, choices)
        if eyes >= 0:
            came = came_of(scratch[0].table, scratch[1].table, eyes)
    play_on(cards, scratch[1], log, bots)
    return came


@rule
def win_share(cards, s, seat: int):
    """The seat's share of the victory in a finished game, from 0 to 1."""
    mine, winners = score(cards, s, seat), 0
    for other in range(s.table.seats):
        points = score(cards, s, other)
        if points > mine:
            return 0.0
        winners += points == mine
    return 1.0 / winners


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
def draw_from(mix, random_word: int):
    """A choice drawn from a mix by a word of 32 bits."""
    place, last = random_word / 4294967296.0, -1
    for choice in range(KINDS):
        if mix[choice] > 0.0:
            last = choice
            place -= mix[choice]
            if place < 0.0:
                return choice
    return last


@rule
def solve(cards, source, scratch, log, eyes: int, bots, seed: int, first: int, trials: int, regrets, averages):
    """Grow the regrets and average mixes of all seats that must choose now by trials first, first + 1, ...

    Regret matching plus with linear averaging (Tammelin 2014) over sampled deals: a trial redeals what `eyes` cannot
    know, draws everybody's choice from the current mixes, and plays every choice of every seat on against the others'.
    """
    choices, values, mixes = np.zeros(SEATS, np.int64), np.zeros(KINDS), np.zeros((SEATS, KINDS))
    start = scratch[0]
    for k in range(first, first + trials):
        scratch[0] = source
        redeal(cards, start, eyes, seed, k)
        for seat in range(start.table.seats):
            if must_choose(start.table, seat):
                match_regrets(cards, start, seat, regrets, mixes[seat])
                choices[seat] = draw_from(mixes[seat], word(start, SOLVING, seat))
        for seat in range(start.table.seats):
            if must_choose(start.table, seat):
                drawn, value = choices[seat], 0.0
                for choice in range(KINDS):
                    if is_legal(cards, start.table, seat, choice):
                        choices[seat] = choice
                        try_out(cards, scratch, log, -1, choices, bots)
                        values[choice] = win_share(cards, scratch[1], seat)
                        value += mixes[seat, choice] * values[choice]
                choices[seat] = drawn
                for choice in range(KINDS):
                    if is_legal(cards, start.table, seat, choice):
                        regrets[seat, choice] = max(0.0, regrets[seat, choice] + values[choice] - value)
                        averages[seat, choice] += (k + 1) * mixes[seat, choice]


@rule
def search(cards, s, scratch, log, seat: int, bots, trials: int, regrets, averages):
    """The search bot: draws its choice from the mixes that `solve` finds for the decision in that many trials.

    It sees the state through the seat's eyes alone: every trial redeals what the seat cannot know (SU63).
    """
    for other in range(SEATS):
        for choice in range(KINDS):
            regrets[other, choice], averages[other, choice] = 0.0, 0.0
    random_word = decision_word(s, seat)
    solve(cards, s, scratch, log, seat, bots, random_word, 0, trials, regrets, averages)
    total = 0.0
    for choice in range(KINDS):
        total += averages[seat, choice]
    for choice in range(KINDS):
        averages[seat, choice] /= total
    return draw_from(averages[seat], word(s, SEARCHING, s.table.rounds * SEATS + seat))


@entry
def solve_decision(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], eyes: int,
                   bots: CHOOSERS, seed: int, first: int, trials: int, regrets: Weights, averages: Weights):
    """`solve` for state number i; regrets and averages are seats x KINDS and go on growing from call to call."""
    solve(cards[0], states[i], scratch, log, eyes, bots, seed, first, trials, regrets, averages)


@entry
def search_choice(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], seat: int,
                  bots: CHOOSERS, trials: int, regrets: Weights, averages: Weights):
    """What the search bot chooses in state number i."""
    return search(cards[0], states[i], scratch, log, seat, bots, trials, regrets, averages)


@entry
def play_searching(cards: Rows[CARDS], scratch: Rows[STATE], log: Rows[EVENT], seats: int, goals: Ints, seed: int, first: int,
                   bots: CHOOSERS, leaves: CHOOSERS, trials: Ints, regrets: Weights, averages: Weights, results: Grid):
    """`play_games` where seats with trials above 0 are played by the search bot, whose rollouts `leaves` play on.

    `scratch` is a blank state, one to play on, and two for the searches.
    """
    choices, unlisted = np.zeros(SEATS, np.int64), np.zeros(0, np.int64)
    decisions, s = 0, scratch[1]
    for i in range(len(results) // seats):
        scratch[1] = scratch[0]
        deal(cards[0], s, seats, goals, unlisted, unlisted, unlisted, seed, first + i)
        while s.table.phase != OVER:
            for seat in range(seats):
                if must_choose(s.table, seat):
                    decisions += 1
                    if trials[seat] > 0:
                        choices[seat] = search(cards[0], s, scratch[2:], log, seat, leaves, trials[seat], regrets, averages)
                    else:
                        choices[seat] = ask(cards[0], s, seat, bots)
            decide(cards[0], s, log, choices)
        for seat in range(seats):
            write_result(cards[0], s, seat, results[i * seats + seat])
    return decisions


@entry
def rollouts(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], log: Rows[EVENT], eyes: int, joint: Grid,
             mixes: Grid, bots: CHOOSERS, seed: int, first: int, results: Grid):
    """Play state number i on once per row of `results`, for every row of `joint` in turn, trial after trial.

    A row of `joint` fixes what seats choose now, -1 leaves a seat to its model (`mixes`, then its bot). Trial number
    first + k deals the same hidden cards, which `eyes` could not tell from the true ones, and the same words to all
    rows of `joint`. `scratch` is room for two states; a result row holds win shares, then scores, by seat, and last what
    the decision itself brought the seat that looks (MISSED to STUNG).
    """
    choices, modelled = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    start = scratch[0]
    for k in range(len(results) // len(joint)):
        scratch[0] = states[i]
        redeal(cards[0], start, eyes, seed, first + k)
        for seat in range(start.table.seats):
            if must_choose(start.table, seat):
                modelled[seat] = modelled_choice(cards[0], start, seat, mixes, bots)
        for j in range(len(joint)):
            for seat in range(SEATS):
                choices[seat] = joint[j, seat] if joint[j, seat] >= 0 else modelled[seat]
            results[k * len(joint) + j, 2 * SEATS] = try_out(cards[0], scratch, log, eyes, choices, bots)
            write_outcome(cards[0], scratch[1], results[k * len(joint) + j])


@entry
def modelled_choices(cards: Rows[CARDS], states: Rows[STATE], i: int, scratch: Rows[STATE], eyes: int, seat: int, bots: CHOOSERS,
                     seed: int, counts: Ints, trials: int):
    """Count what the seat's bot chooses over trials that redeal what `eyes` cannot know."""
    for k in range(trials):
        scratch[0] = states[i]
        redeal(cards[0], scratch[0], eyes, seed, k)
        counts[ask(cards[0], scratch[0], seat, bots)] += 1
