"""Bots for empty seats: what a seat sees -> a choice. None is ever handed the order of a deck or another seat's tokens.

A bot takes the printed cards, the table as everybody sees it, its seat, the points its own bluebottle tokens cost, and
a random word of 32 bits; it returns a legal choice as `rules.py` numbers them. A planned bot weighs every choice in
points by the tastes of its Plan, guesses what the others will play, and mixes choices of nearly equal worth: two of the
same mind who never did would wipe out together for ever.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..compiled import Weights, bot, rule, unit
from .rules import (BOARD_POINTS, BOARD_SUITS, BOARDS_BOUGHT, CARDS, KINDS, LARGEST_SUIT, MAX_RESPECT, METRICS,
                    RESPECT_HELD, RESTS, REVEAL, RUNNER_UPS, SEATS, SPACES, STARTING, STARTING_ENERGY, STING_VALUES,
                    STINGS_TAKEN, SUITS, SUITS_WON, TABLE, TEMPORARY_ENERGY, VISIT, WAVE_POINTS, WAVES_WON, WIPEOUTS,
                    board_points, count_legal, energy_of, goal_points, is_legal, measure, nth_legal)

ENERGIES = 10  # the rest is 0, temporary energy goes up to 9
WAVE_OF, BOARD_OF = len(METRICS), len(METRICS) + SUITS  # in a list of pulls: waves, and boards, of one suit
PULLS = BOARD_OF + SUITS
ALWAYS, AHEAD, SECOND, WET, LOWEST = range(5)  # at any rate; winner; runner-up; wiped out; nobody plays less
OUTCOMES = 5
YOUNG = 4.5  # with fewer waves to come, respect begins to lose its worth
CALM = 0.3  # a factor on doubt at a bluebottle, where equal cards do no harm
BEACH_DOUBT = 0.1  # there nobody needs to be outguessed
WORDS = 4294967296.0  # how many random words there are


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
    doubt: float  # how far a choice may lie behind the best one and still be made often
    readings: int  # how often everybody reads the others' hands, each time knowing them better


# how the game stands
@rule
def count_coming(cards, t, coming):
    """Write down how many waves of each suit come, on average, before the last bluebottle; returns the sum."""
    bluebottles, waves, suits, gone = cards.bluebottles - t.bluebottles, 0.0, cards.ocean_suit, t.ocean_gone
    for kind in range(cards.ocean_kinds):
        if suits[kind] >= 0:
            coming[suits[kind]] += cards.ocean_count[kind]
    for i in range(t.rounds + (t.phase == VISIT)):
        if suits[gone[i]] >= 0:
            coming[suits[gone[i]]] -= 1.0
    for card in t.surf:
        if card >= 0 and suits[card] < 0:
            bluebottles -= 1
        elif card >= 0:
            coming[suits[card]] -= 1.0
    for suit in range(cards.suits):
        coming[suit] *= bluebottles / (bluebottles + 1.0)
    for card in t.surf:
        if card >= 0 and suits[card] >= 0:
            coming[suits[card]] += 1.0
    for suit in range(cards.suits):
        waves += coming[suit]
    return waves


@rule
def count_energy(t, seat: int):
    """The cards above 0 that the seat still has, in hand or on the towel."""
    hand, towel, held = t.hand[seat], t.towel[seat], 0
    for kind in range(1, KINDS):
        held += hand[kind] + towel[kind]
    return held


@rule
def promise(cards, goal: int, amount: int):
    """The part of a goal's points that so much of its metric lets one hope for."""
    if amount > cards.goal_most[goal]:
        return 0.0
    if amount >= cards.goal_least[goal]:
        return cards.goal_points[goal] * 1.0
    part = max(amount, 0) / cards.goal_least[goal]
    return cards.goal_points[goal] * part * part  # the last steps count most: many a goal is never met


@rule
def feel_goals(cards, t, seat: int, plan, pull):
    """Write down what one more of each metric promises by the goals in play (one less of the starting energy)."""
    for goal in t.goals:
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


# what things are worth, in points
@rule
def weigh_wave(cards, t, seat: int, plan, pull, wave: int):
    """What winning the wave brings."""
    suit, points = cards.ocean_suit[wave], cards.ocean_points[wave]
    bonus, others, bonuses, won = t.bonus[seat, suit], 0, t.bonus, t.waves[seat]
    worth = points + plan.bonus * bonus + pull[WAVES_WON] + pull[WAVE_OF + suit]
    worth += pull[WAVE_POINTS] * points + pull[BOARD_POINTS] * bonus
    if won[suit] == 0:
        worth += pull[SUITS_WON]
    if won[suit] == measure(t, seat, LARGEST_SUIT, -1):
        worth += pull[LARGEST_SUIT]
    for other in range(t.seats):
        if other != seat:
            others = max(others, points + bonuses[other, suit])
    return worth + plan.rivals * others / ((t.seats - 1) * (t.seats - 1))


@rule
def weigh_energy(t, plan, held: int, waves, energy: int):
    """What a card of that energy is worth: less, the more cards one holds for one's share of the waves to come."""
    return min(1.0, plan.thrift * waves / (t.seats * max(held, 1))) * (plan.trash + plan.trash_step * energy)


@rule
def weigh_card(cards, t, seat: int, plan, pull, coming, waves, card: int):
    """What buying that card brings, less the respect that it costs."""
    suit, amount, held = cards.beach_suit[card], cards.beach_value[card], count_energy(t, seat)
    worth = -cards.beach_cost[card] * (plan.respect * min(1.0, waves / YOUNG) + pull[RESPECT_HELD])
    if suit < 0:
        return worth + plan.energy * weigh_energy(t, plan, held, waves, amount) + pull[TEMPORARY_ENERGY]
    hopes = min(waves / t.seats, held * 1.0) * coming[suit] / max(waves, 1.0)  # the waves one may win, and of the suit
    worth += amount * (plan.boards * t.waves[seat, suit] + plan.hopes * hopes)
    worth += pull[BOARDS_BOUGHT] + pull[BOARD_OF + suit] + pull[BOARD_POINTS] * amount * t.waves[seat, suit]
    return worth + (pull[BOARD_SUITS] if t.boards[seat, suit] == 0 else 0.0)


@rule
def weigh_beach(cards, t, seat: int, plan, pull, coming, waves, value):
    """Write down what one respect and each card on the beach bring; returns the best of what the seat can have."""
    best, respect, beach = 0.0, t.respect[seat], t.beach
    value[0] = plan.respect * min(1.0, waves / YOUNG) + pull[RESPECT_HELD]
    if respect < MAX_RESPECT:
        best = value[0]
    for space in range(SPACES):
        if beach[space] >= 0 and cards.beach_cost[beach[space]] <= respect:
            value[space + 1] = weigh_card(cards, t, seat, plan, pull, coming, waves, beach[space])
            best = max(best, value[space + 1])
    return best


@rule
def weigh_sting(cards, plan, pull):
    """What a bluebottle token costs on average."""
    points = 0
    for value in range(STING_VALUES):
        points += value * cards.sting_count[value]
    return plan.sting * points / max(cards.stings, 1) - pull[STINGS_TAKEN]


@rule
def weigh_stakes(cards, t, seat: int, plan, coming, waves, stakes):
    """Write down what each card the seat holds brings: at any rate, and in each outcome."""
    pull, beach, hand, towel = np.zeros(PULLS), np.zeros(KINDS), t.hand[seat], t.towel[seat]
    feel_goals(cards, t, seat, plan, pull)
    visit, held = weigh_beach(cards, t, seat, plan, pull, coming, waves, beach), count_energy(t, seat)
    on_wave, sting, prize, rested = cards.ocean_suit[t.surf[0]] >= 0, 0.0, 0.0, pull[RESTS]
    if on_wave:
        prize = weigh_wave(cards, t, seat, plan, pull, t.surf[0]) + visit
        if held == 1:
            prize += plan.finish if prize + lead(cards, t, seat) > 0.0 else -plan.finish
    else:
        sting = weigh_sting(cards, plan, pull)
    if t.respect[seat] < MAX_RESPECT:
        rested += beach[0]
    for kind in range(1, KINDS):
        if hand[kind] + towel[kind] > 0:
            energy = energy_of(kind)
            lay = min(1.0, waves / t.seats) * (plan.towel + plan.towel_step * energy)
            trash = weigh_energy(t, plan, held, waves, energy)
            rested += towel[kind] * lay
            if kind < STARTING:
                trash -= pull[STARTING_ENERGY]
            else:
                lay = trash
            stakes[seat, kind, ALWAYS], stakes[seat, kind, LOWEST] = -lay, -sting
            if on_wave:
                stakes[seat, kind, AHEAD], stakes[seat, kind, SECOND] = prize - trash + lay, visit + pull[RUNNER_UPS]
                stakes[seat, kind, WET] = pull[WIPEOUTS]
    stakes[seat, 0, ALWAYS] = rested - sting


@rule
def weigh_hand(t, seat: int, below, stakes, value):
    """Write down what each card in the seat's hand promises; below[other, e] is the chance that other plays under e."""
    respect, hand = t.respect, t.hand[seat]
    value[0] = stakes[seat, 0, ALWAYS]
    for kind in range(1, KINDS):
        if hand[kind] > 0:
            energy = energy_of(kind)
            ahead, second, dry, lowest = 1.0, 0.0, 1.0, 1.0  # nobody stronger; one; nobody equal; nobody lower
            for other in range(t.seats):
                if other != seat:
                    weaker, equal = below[other, energy], below[other, energy + 1] - below[other, energy]
                    lowest *= 1.0 - weaker
                    if respect[other] == respect[seat]:
                        dry *= 1.0 - equal
                    elif respect[other] < respect[seat]:
                        weaker, equal = weaker + equal, 0.0
                    else:
                        equal = 0.0
                    second = second * weaker + ahead * (1.0 - weaker - equal)
                    ahead *= weaker
            stake = stakes[seat, kind]
            value[kind] = (stake[ALWAYS] + stake[AHEAD] * ahead + stake[SECOND] * second + stake[WET] * (1.0 - dry)
                           + stake[LOWEST] * lowest)


# what is played
@rule
def mix(cards, t, seat: int, value, doubt, weights):
    """Write down how readily each legal choice is made: the less, the further it lies behind the best one."""
    best = -1000.0
    for choice in range(KINDS):
        weights[choice] = 0.0
        if is_legal(cards, t, seat, choice):
            weights[choice] = 1.0
            best = max(best, value[choice])
    for choice in range(KINDS):
        if weights[choice] > 0.0:
            behind = (best - value[choice]) / doubt
            weights[choice] = 1.0 / ((1.0 + behind * behind) * (1.0 + behind * behind))


@rule
def foresee(seat: int, weights, below):
    """Turn weights by kind of energy into the chances of playing less than each energy."""
    total = 0.0
    for kind in range(KINDS):
        total += weights[kind]
    for kind in range(KINDS):
        if weights[kind] > 0.0:
            chance = weights[kind] / total
            for energy in range(energy_of(kind) + 1, ENERGIES + 1):
                below[seat, energy] += chance


@rule
def guess_hands(t, plan, below):
    """All seats as if they drew from their hand without a thought, and rested more often with much on the towel."""
    weights = np.zeros(KINDS)
    for seat in range(t.seats):
        hand, towel = t.hand[seat], t.towel[seat]
        weights[0] = plan.rest
        for kind in range(1, KINDS):
            weights[kind] = hand[kind]
            weights[0] += plan.tired * towel[kind]
        foresee(seat, weights, below)


@rule
def read_hands(cards, t, doubt, readings: int, stakes, below):
    """All seats as if they thought like this plan, knowing those guesses; then again, knowing the better ones."""
    value, weights = np.zeros(KINDS), np.zeros(KINDS)
    for reading in range(readings):
        thought = np.zeros((SEATS, ENERGIES + 1))
        for seat in range(t.seats):
            weigh_hand(t, seat, below, stakes, value)
            mix(cards, t, seat, value, doubt, weights)
            foresee(seat, weights, thought)
        for seat in range(t.seats):
            for energy in range(1, ENERGIES + 1):
                below[seat, energy] += (thought[seat, energy] - below[seat, energy]) / (reading + 2.0)


@rule
def draw(weights, word: int):
    """A choice at random by its weight."""
    total, last = 0.0, 0
    for choice in range(KINDS):
        total += weights[choice]
    left = total * (word / WORDS)
    for choice in range(KINDS):
        if weights[choice] > 0.0:
            last = choice
            left -= weights[choice]
            if left < 0.0:
                return choice
    return last


SAVER = Plan(respect=1.3, trash=0.3, trash_step=1.2, thrift=1.8, towel=0.16, towel_step=0.08, boards=0.8, hopes=0.6,
             bonus=1.0, goals=0.5, sting=0.7, energy=0.8, rivals=1.0, finish=8.0, rest=0.8, tired=0.25, doubt=1.1,
             readings=1)
COLLECTOR = Plan(respect=1.2, trash=0.3, trash_step=1.1, thrift=1.8, towel=0.16, towel_step=0.08, boards=1.25,
                 hopes=0.7, bonus=1.3, goals=1.0, sting=0.7, energy=1.1, rivals=1.0, finish=8.0, rest=0.8,
                 tired=0.25, doubt=0.9, readings=1)
READER = Plan(respect=1.3, trash=0.4, trash_step=1.1, thrift=1.8, towel=0.16, towel_step=0.08, boards=1.0, hopes=0.6,
              bonus=1.0, goals=0.5, sting=0.7, energy=1.1, rivals=0.7, finish=8.0, rest=0.8, tired=0.25, doubt=0.8,
              readings=2)
PLANS_BY_BOT = (SAVER, COLLECTOR, READER)


@unit
def weigh_choices(cards: CARDS, t: TABLE, bot: int, only: int, weights: Weights):
    """Write down how readily each seat that must choose now makes each choice, if all are that bot; -1: all seats.

    Everybody reads the others' hands so many times. That is the same for all seats, and done once.
    """
    plan, value, coming = PLANS_BY_BOT[bot - 1], np.zeros(KINDS), np.zeros(SUITS)
    waves = count_coming(cards, t, coming)
    if t.phase == REVEAL:
        below, stakes = np.zeros((SEATS, ENERGIES + 1)), np.zeros((SEATS, KINDS, OUTCOMES))
        for seat in range(t.seats):
            weigh_stakes(cards, t, seat, plan, coming, waves, stakes)
        doubt = plan.doubt if cards.ocean_suit[t.surf[0]] >= 0 else CALM * plan.doubt
        guess_hands(t, plan, below)
        read_hands(cards, t, doubt, plan.readings, stakes, below)
        for seat in range(t.seats):
            if only < 0 or seat == only:
                weigh_hand(t, seat, below, stakes, value)
                mix(cards, t, seat, value, doubt, weights[seat])
    else:
        pull = np.zeros(PULLS)
        feel_goals(cards, t, t.actor, plan, pull)
        weigh_beach(cards, t, t.actor, plan, pull, coming, waves, value)
        mix(cards, t, t.actor, value, BEACH_DOUBT, weights[t.actor])


@rule
def follow(cards, t, seat: int, word: int, bot: int):
    """What a plan makes of the decision on the table."""
    weights = np.zeros((SEATS, KINDS))
    weigh_choices(cards, t, bot, seat, weights)
    return draw(weights[seat], word)


# the bots, by number: random, saver, collector, reader
@rule
def think(cards, t, bot: int, weights):
    """Write down how readily each seat that must choose now makes each choice, if all are played by that bot."""
    if bot > 0:
        weigh_choices(cards, t, bot, -1, weights)
    else:
        for seat in range(t.seats):
            for choice in range(KINDS):
                weights[seat, choice] = 1.0 if is_legal(cards, t, seat, choice) else 0.0


@bot
def random(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Any legal choice, all equally likely."""
    if table.phase != REVEAL:
        return nth_legal(cards, table, seat, word * count_legal(cards, table, seat) >> 32)
    hand, count = table.hand[seat], 0  # at a reveal a glance at the hand does, and is faster
    for kind in range(KINDS):
        count += hand[kind] > 0
    left = word * count >> 32
    for kind in range(KINDS):
        left -= hand[kind] > 0
        if left < 0:
            return kind
    return -1


@bot
def saver(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Holds on to energy: wins when a low card is enough, and rests when the wave is poor and the towel full."""
    return follow(cards, table, seat, word, 1)


@bot
def collector(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Goes for surfboards, for the waves that match them, and for the shared goals in play."""
    return follow(cards, table, seat, word, 2)


@bot
def reader(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Counts the cards the others still have, guesses who will rest, and bids the least that wins."""
    return follow(cards, table, seat, word, 3)


BOTS = {"random": random, "saver": saver, "collector": collector, "reader": reader}
SOLVER = "solver"  # no bot as the others: it plays games on in thought, see `rollouts.py`
PLANS = {
    "random": "Plays any legal card and takes anything at the beach.",
    "saver": "Holds on to energy: wins when a low card is enough, and rests when the wave is poor and the towel full.",
    "collector": "Goes for surfboards, for the waves that match them, and for the shared goals in play.",
    "reader": "Counts the cards the others still have, guesses who will rest, and bids the least that wins.",
    SOLVER: "Plays the game on from every choice, over and over, and mixes its choices so that nobody gains by guessing them.",
}
