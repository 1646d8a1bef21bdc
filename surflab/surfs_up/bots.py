"""Bots for empty seats: what a seat sees -> a choice. None is ever handed the order of a deck or another seat's tokens.

A bot takes the printed cards, the table as everybody sees it, its seat, the points its own bluebottle tokens cost, and
a random word of 32 bits; it returns a legal choice as `rules.py` numbers them. A planned bot weighs every choice in
points by the tastes of its Plan, guesses what the others hold back, and lets choices of nearly equal worth take turns.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import bot, rule
from .rules import (BOARD_POINTS, BOARD_SUITS, BOARDS_BOUGHT, CARDS, KINDS, LARGEST_SUIT, MAX_RESPECT, METRICS,
                    RESPECT_HELD, RESTS, REVEAL, RUNNER_UPS, SEATS, SPACES, STARTING, STARTING_ENERGY, STING_VALUES,
                    STINGS_TAKEN, SUITS, SUITS_WON, TABLE, TEMPORARY_ENERGY, WAVE_POINTS, WAVES_WON, WIPEOUTS, board_points,
                    count_legal, energy_of, goal_points, is_legal, measure, nth_legal, philox)

ENERGIES = 10  # the rest is 0, temporary energy goes up to 9
WAVE_OF, BOARD_OF = len(METRICS), len(METRICS) + SUITS  # in a list of pulls: waves, and boards, of one suit
PULLS = BOARD_OF + SUITS
YOUNG = 4.5  # with fewer waves to come, respect begins to lose its worth
WORDS = 4294967296.0


class Plan(NamedTuple):
    """The tastes of a planned bot; all but the factors and chances are in points."""

    respect: float  # the worth of one respect
    trash: float  # what it costs to lose a starting card for good: this, and `trash_step` for every energy on it
    trash_step: float
    thrift: float  # a factor: how early those costs count in full, though cards may outlast the waves
    towel: float  # what it costs to lay a card on the towel: this, and `towel_step` for every energy on it
    towel_step: float
    boards: float  # a factor on what a surfboard adds to the waves already won
    hopes: float  # a factor on what it would add to the waves still to be won
    bonus: float  # a factor on what the boards already bought add to the wave in the breakzone
    goals: float  # a factor on every step towards a shared goal, or away from it
    sting: float  # a factor on what a bluebottle token costs on average
    energy: float  # a factor on the worth of temporary energy
    rivals: float  # a factor on what the wave would bring the others
    finish: float  # for ending the game by the last card, ahead; the same is lost for ending it behind
    rest: float  # how often others are thought to rest, beside 1 for every card in their hand
    tired: float  # and how much more often for every card on their towel
    doubt: float  # how far the others' choices may lie, for them, behind their best one
    noise: float  # how far choices may lie apart and still take turns


# how the game stands
@rule
def count_coming(cards, t, coming):
    """Write down how many waves of each suit come, on average, before the last bluebottle; returns the sum."""
    bluebottles, waves = cards.bluebottles - t.bluebottles, 0.0
    for kind in range(cards.ocean_kinds):
        if cards.ocean_suit[kind] >= 0:
            coming[cards.ocean_suit[kind]] += cards.ocean_count[kind]
    for i in range(t.rounds):
        if cards.ocean_suit[t.ocean_gone[i]] >= 0:
            coming[cards.ocean_suit[t.ocean_gone[i]]] -= 1.0
    for space in range(SPACES):
        if t.surf[space] >= 0 and cards.ocean_suit[t.surf[space]] < 0:
            bluebottles -= 1
        elif t.surf[space] >= 0:
            coming[cards.ocean_suit[t.surf[space]]] -= 1.0
    for suit in range(cards.suits):
        coming[suit] *= bluebottles / (bluebottles + 1.0)
    for space in range(SPACES):
        if t.surf[space] >= 0 and cards.ocean_suit[t.surf[space]] >= 0:
            coming[cards.ocean_suit[t.surf[space]]] += 1.0
    for suit in range(cards.suits):
        waves += coming[suit]
    return waves


@rule
def count_energy(t, seat: int):
    """The cards above 0 that the seat still has, in hand or on the towel."""
    held = 0
    for kind in range(1, KINDS):
        held += t.hand[seat, kind] + t.towel[seat, kind]
    return held


@rule
def promise(cards, goal: int, amount: int):
    """The part of a goal's points that so much of its metric lets one hope for."""
    if amount > cards.goal_most[goal]:
        return 0.0
    if amount >= cards.goal_least[goal]:
        return cards.goal_points[goal] * 1.0
    return cards.goal_points[goal] * max(amount, 0) / cards.goal_least[goal]


@rule
def feel_goals(cards, t, seat: int, plan, pull):
    """Write down what one more of each metric promises by the goals in play (one less of the starting energy)."""
    for i in range(SPACES):
        goal = t.goals[i]
        if goal >= 0:
            metric, suit = cards.goal_metric[goal], cards.goal_suit[goal]
            amount, more = measure(t, seat, metric, suit), -1 if metric == STARTING_ENERGY else 1
            change = plan.goals * (promise(cards, goal, amount + more) - promise(cards, goal, amount))
            if suit < 0:
                pull[metric] += change
            else:
                pull[suit + (WAVE_OF if metric == WAVES_WON else BOARD_OF)] += change


@rule
def lead(cards, t, seat: int):
    """How many points the seat is ahead of the best of the others, as far as everybody can see."""
    own, most = 0, -1000
    for other in range(t.seats):
        points = t.points[other] + board_points(t, other) + goal_points(cards, t, other)
        if other == seat:
            own = points
        else:
            most = max(most, points)
    return own - most


# what a choice is worth
@rule
def weigh_wave(cards, t, seat: int, plan, pull, wave: int):
    """What winning the wave brings."""
    suit, points = cards.ocean_suit[wave], cards.ocean_points[wave]
    bonus, others = t.bonus[seat, suit], 0
    worth = points + plan.bonus * bonus + pull[WAVES_WON] + pull[WAVE_OF + suit]
    worth += pull[WAVE_POINTS] * points + pull[BOARD_POINTS] * bonus
    if t.waves[seat, suit] == 0:
        worth += pull[SUITS_WON]
    if t.waves[seat, suit] == measure(t, seat, LARGEST_SUIT, -1):
        worth += pull[LARGEST_SUIT]
    for other in range(t.seats):
        if other != seat:
            others = max(others, points + t.bonus[other, suit])
    return worth + plan.rivals * others / ((t.seats - 1) * (t.seats - 1))


@rule
def weigh_trash(t, seat: int, plan, waves, energy: int):
    """What losing that energy for good costs: less, the more cards one has for one's share of the waves to come."""
    need = min(1.0, plan.thrift * waves / (t.seats * max(count_energy(t, seat), 1)))
    return need * (plan.trash + plan.trash_step * energy)


@rule
def weigh_card(cards, t, seat: int, plan, pull, coming, waves, card: int):
    """What buying that card brings, less the respect that it costs."""
    suit, amount = cards.beach_suit[card], cards.beach_value[card]
    worth = -cards.beach_cost[card] * (plan.respect * min(1.0, waves / YOUNG) + pull[RESPECT_HELD])
    if suit < 0:
        return worth + plan.energy * weigh_trash(t, seat, plan, waves, amount) + pull[TEMPORARY_ENERGY]
    own = min(waves / t.seats, count_energy(t, seat) * 1.0)  # the waves one may still win
    hopes = own * coming[suit] / max(waves, 1.0)
    worth += amount * (plan.boards * t.waves[seat, suit] + plan.hopes * hopes)
    worth += pull[BOARDS_BOUGHT] + pull[BOARD_OF + suit] + pull[BOARD_POINTS] * amount * t.waves[seat, suit]
    return worth + (pull[BOARD_SUITS] if t.boards[seat, suit] == 0 else 0.0)


@rule
def weigh_beach(cards, t, seat: int, plan, pull, coming, waves, value):
    """Write down what one respect and each card on the beach bring; returns the best of what the seat can have."""
    best = 0.0
    value[0] = plan.respect * min(1.0, waves / YOUNG) + pull[RESPECT_HELD]
    if t.respect[seat] < MAX_RESPECT:
        best = value[0]
    for space in range(SPACES):
        card = t.beach[space]
        if card >= 0:
            value[space + 1] = weigh_card(cards, t, seat, plan, pull, coming, waves, card)
            if cards.beach_cost[card] <= t.respect[seat]:
                best = max(best, value[space + 1])
    return best


@rule
def weigh_reveal(cards, t, seat: int, plan, below, value):
    """Write down what each card in the seat's hand promises; below[other, e]: the chance that other plays under e."""
    pull, coming = np.zeros(PULLS), np.zeros(SUITS)
    feel_goals(cards, t, seat, plan, pull)
    waves = count_coming(cards, t, coming)
    visit = weigh_beach(cards, t, seat, plan, pull, coming, waves, value)
    tempo = min(1.0, waves / t.seats)
    suit, sting, prize, rested = cards.ocean_suit[t.surf[0]], 0.0, 0.0, 0.0
    if suit < 0:
        for points in range(STING_VALUES):
            sting += plan.sting * points * cards.sting_count[points] / max(cards.stings, 1)
        sting -= pull[STINGS_TAKEN]
    else:
        prize = weigh_wave(cards, t, seat, plan, pull, t.surf[0]) + visit
        if count_energy(t, seat) == 1:
            prize += plan.finish if prize + lead(cards, t, seat) > 0.0 else -plan.finish
    for kind in range(1, KINDS):
        energy = energy_of(kind)
        trash = weigh_trash(t, seat, plan, waves, energy)
        lay = tempo * (plan.towel + plan.towel_step * energy)
        rested += t.towel[seat, kind] * lay
        if t.hand[seat, kind] == 0:
            continue
        if kind >= STARTING:
            lay = trash
        else:
            trash -= pull[STARTING_ENERGY]
        ahead, second, dry, lowest = 1.0, 0.0, 1.0, 1.0  # chances: nobody stronger or equal, one stronger; nobody equal
        for other in range(t.seats):
            if other != seat:
                weaker, equal = below[other, energy], below[other, energy + 1] - below[other, energy]
                lowest *= 1.0 - weaker
                if t.respect[other] == t.respect[seat]:
                    dry *= 1.0 - equal
                else:
                    weaker += equal if t.respect[other] < t.respect[seat] else 0.0
                    equal = 0.0
                second = second * weaker + ahead * (1.0 - weaker - equal)
                ahead *= weaker
        if suit < 0:
            value[kind] = -lowest * sting - lay
        else:
            value[kind] = (ahead * (prize - trash) + second * (visit + pull[RUNNER_UPS]) - (1.0 - ahead) * lay
                           + (1.0 - dry) * pull[WIPEOUTS])
    value[0] = rested + pull[RESTS] - sting
    if t.respect[seat] < MAX_RESPECT:
        value[0] += plan.respect * min(1.0, waves / YOUNG) + pull[RESPECT_HELD]


# what others may play
@rule
def add_up(weights, below, other: int):
    """Turn weights by energy into the chances of playing less."""
    total, so_far = 0.0, 0.0
    for energy in range(ENERGIES):
        total += weights[energy]
    for energy in range(ENERGIES):
        so_far += weights[energy]
        below[other, energy + 1] = so_far / total


@rule
def guess(t, plan, below):
    """Others as if they drew from their hand without a thought, and rested more often with much on the towel."""
    for other in range(t.seats):
        weights = np.zeros(ENERGIES)
        weights[0] = plan.rest
        for kind in range(1, KINDS):
            weights[0] += plan.tired * t.towel[other, kind]
            weights[energy_of(kind)] += t.hand[other, kind]
        add_up(weights, below, other)


@rule
def read_hands(cards, t, plan, below, value):
    """Others as if each weighed its hand by this plan against those guesses; returns the better guesses."""
    sharper = np.zeros((SEATS, ENERGIES + 1))
    for other in range(t.seats):
        weigh_reveal(cards, t, other, plan, below, value)
        weights, best = np.zeros(ENERGIES), -1000.0
        for kind in range(KINDS):
            if t.hand[other, kind] > 0:
                best = max(best, value[kind])
        for kind in range(KINDS):
            if t.hand[other, kind] > 0:
                behind = (best - value[kind]) / plan.doubt
                weights[energy_of(kind)] += 1.0 / (1.0 + behind * behind)
        add_up(weights, sharper, other)
    return sharper


# the decision
@rule
def pick(cards, t, seat: int, noise, word: int, value):
    """The legal choice of most worth, where a random part lets those of nearly equal worth take turns."""
    best, most = -1, 0.0
    for choice in range(KINDS):
        if is_legal(cards, t, seat, choice):
            worth = value[choice] + noise * (philox(word, choice, seat) / WORDS)
            if best < 0 or worth > most:
                best, most = choice, worth
    return best


@rule
def follow(cards, t, seat: int, word: int, plan, readings: int):
    """What a plan makes of the decision on the table, after reading the others' hands so many times."""
    value = np.zeros(KINDS)
    if t.phase != REVEAL:
        pull, coming = np.zeros(PULLS), np.zeros(SUITS)
        feel_goals(cards, t, seat, plan, pull)
        weigh_beach(cards, t, seat, plan, pull, coming, count_coming(cards, t, coming), value)
        return pick(cards, t, seat, 0.1, word, value)
    below = np.zeros((SEATS, ENERGIES + 1))
    guess(t, plan, below)
    for _ in range(readings):
        below = read_hands(cards, t, plan, below, value)
    weigh_reveal(cards, t, seat, plan, below, value)
    return pick(cards, t, seat, plan.noise, word, value)


SAVER = Plan(respect=1.3, trash=0.3, trash_step=1.5, thrift=2.5, towel=0.16, towel_step=0.11, boards=1.0, hopes=0.8,
             bonus=1.0, goals=0.4, sting=1.0, energy=0.8, rivals=0.7, finish=8.0, rest=0.8, tired=0.25, doubt=1.2,
             noise=1.7)
COLLECTOR = SAVER
READER = SAVER


# the bots
@bot
def random(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Any legal choice, all equally likely."""
    return nth_legal(cards, table, seat, word * count_legal(cards, table, seat) >> 32)


@bot
def saver(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Holds on to energy: wins when little is enough, rests when the wave is poor and the towel full."""
    return follow(cards, table, seat, word, SAVER, 0)


@bot
def collector(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Goes for surfboards, for waves of their suits, and for the shared goals."""
    return follow(cards, table, seat, word, COLLECTOR, 0)


@bot
def reader(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Puts itself in every other seat, whose cards it has counted, and bids the least that beats what it finds there."""
    return follow(cards, table, seat, word, READER, 2)


BOTS = {"random": random, "saver": saver, "collector": collector, "reader": reader}
PLANS = {
    "random": "Plays any legal card and takes anything at the beach.",
    "saver": "Holds on to energy: wins when a low card is enough, and rests when the wave is poor and the towel full.",
    "collector": "Goes for surfboards, for the waves that match them, and for the shared goals in play.",
    "reader": "Counts the cards the others still have, guesses who will rest, and bids the least that wins.",
}
