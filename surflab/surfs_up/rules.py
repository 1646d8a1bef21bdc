"""Surf's Up!: the state of a game and every rule, in the rulebook's order; ids like SU21 are those of `rulings.toml`.

Every function runs compiled and as plain Python alike. The printed cards are an argument (`cards`, one CARDS record),
never a global. `s.table` holds what everybody sees; the rest of a state is the order of the decks, which only the
rules may look at. A choice is an integer: at the reveal the kind of energy played (0 rest, 1-5 starting energy,
5 + v temporary energy of value v), at the beach 0 for one respect or 1-3 for the card on that space. -1 means none.
"""
from __future__ import annotations

import numpy as np

from ..compiled import Bots, Ints, Rows, entry, record, rule, unit
from ..randomness import philox

SEATS, STARTING, KINDS, SPACES = 6, 6, 15, 3  # KINDS: six starting cards and temporary energy of 1 to 9
SUITS, OCEAN, BEACH, STINGS, STING_VALUES, GOALS = 6, 48, 64, 36, 10, 18  # the most that a custom card set may have
START_RESPECT, MAX_RESPECT = 2, 4
REVEAL, VISIT, OVER = range(3)  # phases: all choose energy; one surfer is at the beach; the game is over
PLAYED, WIPED_OUT, WON, RUNNER_UP, TRASHED, RESPECT, BOUGHT, NOTHING, STUNG, RESTED, ENDED = range(11)  # events
BLUEBOTTLES, ONLY_REST = range(2)  # how a game ended
DRAW = -2  # in place of a goal: one is drawn
DEALING, DECIDING, REDEALING, DRAWING, SOLVING, SEARCHING = range(6)  # what random words are for
METRICS = ("waves", "suits", "wave_points", "boards", "board_suits", "respect", "stings", "starting_energy",
           "temporary_energy", "runner_ups", "rests", "wipeouts", "largest_suit", "board_points")
(WAVES_WON, SUITS_WON, WAVE_POINTS, BOARDS_BOUGHT, BOARD_SUITS, RESPECT_HELD, STINGS_TAKEN, STARTING_ENERGY,
 TEMPORARY_ENERGY, RUNNER_UPS, RESTS, WIPEOUTS, LARGEST_SUIT, BOARD_POINTS) = range(14)

i8 = np.int64
CARDS = record([
    ("suits", i8),
    ("ocean_kinds", i8), ("ocean_count", i8, OCEAN), ("ocean_suit", i8, OCEAN), ("ocean_points", i8, OCEAN),
    ("beach_kinds", i8), ("beach_count", i8, BEACH), ("beach_suit", i8, BEACH), ("beach_value", i8, BEACH),
    ("beach_cost", i8, BEACH),  # a bluebottle has ocean_suit -1, temporary energy has beach_suit -1
    ("stings", i8), ("sting_count", i8, STING_VALUES), ("bluebottles", i8),  # sting_count: how many tokens of each value
    ("goals", i8), ("goal_metric", i8, GOALS), ("goal_suit", i8, GOALS), ("goal_least", i8, GOALS),
    ("goal_most", i8, GOALS), ("goal_points", i8, GOALS),
])
TABLE = record([
    ("seats", i8), ("phase", i8), ("rounds", i8), ("actor", i8), ("end", i8),
    ("revealed", i8, SEATS), ("winner", i8), ("runner_up", i8),
    ("surf", i8, SPACES), ("beach", i8, SPACES), ("goals", i8, SPACES), ("bluebottles", i8),
    ("ocean_gone", i8, OCEAN), ("ocean_taker", i8, OCEAN),  # by round: the card, and who took it
    ("bought", i8, BEACH), ("buyer", i8, BEACH), ("sales", i8), ("beach_left", i8),
    ("stung", i8, STINGS), ("tokens", i8),  # who took each bluebottle token, and how many are gone
    ("hand", i8, (SEATS, KINDS)), ("towel", i8, (SEATS, KINDS)), ("respect", i8, SEATS),
    ("points", i8, SEATS), ("waves", i8, (SEATS, SUITS)), ("bonus", i8, (SEATS, SUITS)), ("boards", i8, (SEATS, SUITS)),
    ("stings", i8, SEATS), ("rests", i8, SEATS), ("runner_ups", i8, SEATS), ("wipeouts", i8, SEATS),
])
STATE = record([
    ("seed", i8), ("game", i8), ("draws", i8), ("events", i8), ("table", TABLE),
    ("ocean", i8, OCEAN), ("ocean_size", i8), ("ocean_top", i8),
    ("beach", i8, BEACH), ("beach_size", i8), ("beach_top", i8),
    ("sting", i8, STINGS), ("sting_points", i8, SEATS),
])
EVENT = record([("rounds", i8), ("kind", i8), ("seat", i8), ("card", i8), ("amount", i8)])
EVENTS = 64  # more than one decision can cause
CHOOSERS = Bots((CARDS, TABLE, int, int, int), SEATS)


# random words
@rule
def word(s, purpose: int, index: int):
    return philox(s.game, (purpose << 28) + index, s.seed)


@rule
def shuffle(s, purpose: int, deck, first: int, last: int):
    """Put deck[first:last] in random order."""
    for i in range(last - 1, first, -1):
        s.draws += 1
        j = first + (word(s, purpose, s.draws) * (i + 1 - first) >> 32)
        deck[i], deck[j] = deck[j], deck[i]


@rule
def emit(s, log, kind: int, seat: int, card: int, amount: int):
    """Write one event down; a log of length 0 keeps nothing."""
    if s.events < len(log):
        row = log[s.events]
        row.rounds, row.kind, row.seat, row.card, row.amount = s.table.rounds, kind, seat, card, amount
        s.events += 1


# set-up
@rule
def stack(kinds: int, counts, listed, deck):
    """Fill a deck with the listed cards, top first, and all other cards of the set behind them; returns its size."""
    n = len(listed)
    for i in range(n):
        deck[i] = listed[i]
    for kind in range(kinds):
        left = counts[kind]
        for i in range(len(listed)):
            left -= listed[i] == kind
        for _ in range(left):
            deck[n] = kind
            n += 1
    return n


@rule
def set_bluebottles_aside(cards, s, listed: int):
    """The first three cards of the ocean deck become waves; what was set aside is shuffled back (SU03)."""
    found = 0
    for i in range(s.ocean_size):
        if found < SPACES and cards.ocean_suit[s.ocean[i]] >= 0:
            s.ocean[found], s.ocean[i] = s.ocean[i], s.ocean[found]
            found += 1
    shuffle(s, DEALING, s.ocean, max(SPACES, listed), s.ocean_size)


@rule
def draw_goals(cards, s, goals):
    """The goals in play: those given, and one drawn for each DRAW (SU06)."""
    pile = np.zeros(GOALS, np.int64)
    left = 0
    for goal in range(cards.goals):
        if goal != goals[0] and goal != goals[1] and goal != goals[2]:
            pile[left] = goal
            left += 1
    shuffle(s, DRAWING, pile, 0, left)
    for i in range(SPACES):
        s.table.goals[i] = goals[i]
        if goals[i] == DRAW:
            s.table.goals[i] = -1
            if left > 0:
                left -= 1
                s.table.goals[i] = pile[left]


@rule
def lay_out(cards, s, seats: int):
    """Surf, beach and every surfer's cards and respect, from decks that are in order (SU02-SU04)."""
    t = s.table
    t.seats, t.phase, t.actor, t.winner, t.runner_up, t.end = seats, REVEAL, -1, -1, -1, -1
    for i in range(SPACES):
        t.surf[i] = s.ocean[i]
        t.beach[i] = -1
        if i < s.beach_size:
            t.beach[i] = s.beach[i]
            s.beach_top = i + 1
    s.ocean_top, t.beach_left = SPACES, s.beach_size - s.beach_top
    for seat in range(SEATS):
        t.revealed[seat] = -1
    for seat in range(seats):
        t.respect[seat] = START_RESPECT
        for kind in range(STARTING):
            t.hand[seat, kind] = 1


@unit
def deal(cards: CARDS, s: STATE, seats: int, goals: Ints, ocean: Ints, beach: Ints, stings: Ints, seed: int, game: int):
    """Lay out a new game in a blank state; each deck starts with the cards listed for it, the rest is shuffled."""
    s.seed, s.game = seed, game
    s.ocean_size = stack(cards.ocean_kinds, cards.ocean_count, ocean, s.ocean)
    shuffle(s, DEALING, s.ocean, len(ocean), s.ocean_size)
    set_bluebottles_aside(cards, s, len(ocean))
    s.beach_size = stack(cards.beach_kinds, cards.beach_count, beach, s.beach)
    shuffle(s, DEALING, s.beach, len(beach), s.beach_size)
    shuffle(s, DEALING, s.sting, len(stings), stack(STING_VALUES, cards.sting_count, stings, s.sting))
    draw_goals(cards, s, goals)
    lay_out(cards, s, seats)


# what is legal
@rule
def can_buy(cards, t, seat: int, space: int):
    """The card is there and can be paid for; of two equal cards on the beach the nearer one counts (SU28)."""
    card = t.beach[space]
    if card < 0 or cards.beach_cost[card] > t.respect[seat]:
        return False
    for nearer in range(space):
        if t.beach[nearer] == card:
            return False
    return True


@rule
def is_legal(cards, t, seat: int, choice: int):
    """Whether the seat may choose that now."""
    if t.phase == REVEAL:
        return 0 <= choice < KINDS and t.hand[seat, choice] > 0
    if t.phase == OVER or seat != t.actor:
        return False
    if choice == 0:
        return t.respect[seat] < MAX_RESPECT
    return 1 <= choice <= SPACES and can_buy(cards, t, seat, choice - 1)


@rule
def count_legal(cards, t, seat: int):
    count = 0
    for choice in range(KINDS):
        if is_legal(cards, t, seat, choice):
            count += 1
    return count


@rule
def nth_legal(cards, t, seat: int, n: int):
    """The seat's legal choice number n, counted from 0; -1 where there are fewer."""
    for choice in range(KINDS):
        if is_legal(cards, t, seat, choice):
            if n == 0:
                return choice
            n -= 1
    return -1


# a wave
@rule
def energy_of(kind: int):
    """What a card paddles with: a temporary card counts like the starting card of its value (SU21)."""
    return kind if kind < STARTING else kind - STARTING + 1


@rule
def strength(t, seat: int):
    """Energy first, then respect as it stood at the reveal."""
    return energy_of(t.revealed[seat]) * 16 + t.respect[seat]


@rule
def wipes_out(t, seat: int):
    """Somebody else paddled with the same energy and the same respect (SU21); a rest never does (SU20)."""
    for other in range(t.seats):
        if other != seat and t.revealed[seat] > 0 and t.revealed[other] > 0 and strength(t, other) == strength(t, seat):
            return True
    return False


@rule
def catch_wave(cards, s, log):
    """The strongest surfer left wins the wave, the next is runner-up (SU22); with nobody left it is trashed (SU23)."""
    t = s.table
    t.winner, t.runner_up = -1, -1
    for seat in range(t.seats):
        if t.revealed[seat] == 0:
            continue
        if wipes_out(t, seat):
            t.wipeouts[seat] += 1
            emit(s, log, WIPED_OUT, seat, t.surf[0], t.revealed[seat])
        elif t.winner < 0 or strength(t, seat) > strength(t, t.winner):
            t.winner, t.runner_up = seat, t.winner
        elif t.runner_up < 0 or strength(t, seat) > strength(t, t.runner_up):
            t.runner_up = seat
    if t.winner < 0:
        emit(s, log, TRASHED, -1, t.surf[0], 0)
    else:
        take_wave(cards, s, log, t.winner)
    if t.runner_up >= 0:
        t.runner_ups[t.runner_up] += 1
        emit(s, log, RUNNER_UP, t.runner_up, t.surf[0], 0)
    leave_breakzone(t, t.winner)


@rule
def take_wave(cards, s, log, seat: int):
    """The wave goes to the winner's score zone (SU24)."""
    t = s.table
    wave = t.surf[0]
    t.points[seat] += cards.ocean_points[wave]
    t.waves[seat, cards.ocean_suit[wave]] += 1
    emit(s, log, WON, seat, wave, cards.ocean_points[wave])


@rule
def leave_breakzone(t, taker: int):
    t.ocean_gone[t.rounds], t.ocean_taker[t.rounds] = t.surf[0], taker
    t.surf[0] = -1


@rule
def put_cards_down(t):
    """Revealed cards leave their hands: to the trash (the winner's, temporary ones) or the towel (SU24-SU26, SU41)."""
    for seat in range(t.seats):
        kind = t.revealed[seat]
        if kind > 0:
            t.hand[seat, kind] -= 1
            if kind < STARTING and seat != t.winner:
                t.towel[seat, kind] += 1


# a bluebottle
@rule
def sting_slowest(s, cards, log):
    """Every surfer on the lowest energy takes one token, in seat order, while there are any (SU40, SU43)."""
    t = s.table
    t.winner, t.runner_up = -1, -1
    least = energy_of(t.revealed[0])
    for seat in range(1, t.seats):
        least = min(least, energy_of(t.revealed[seat]))
    for seat in range(t.seats):
        if energy_of(t.revealed[seat]) == least and t.tokens < cards.stings:
            value = s.sting[t.tokens]
            s.sting_points[seat] += value
            t.stung[t.tokens] = seat
            t.tokens += 1
            t.stings[seat] += 1
            emit(s, log, STUNG, seat, t.surf[0], value)
    t.bluebottles += 1
    leave_breakzone(t, -1)


# respect, the beach, resting
@rule
def gain_respect(t, seat: int):
    """One respect, never above the maximum (SU27)."""
    t.respect[seat] = min(t.respect[seat] + 1, MAX_RESPECT)


@rule
def buy(cards, s, log, seat: int, space: int):
    """Pay for the card on that space of the beach and refill the space at once (SU28, SU29)."""
    t = s.table
    card = t.beach[space]
    t.respect[seat] -= cards.beach_cost[card]
    suit, value = cards.beach_suit[card], cards.beach_value[card]
    if suit < 0:
        t.towel[seat, STARTING - 1 + value] += 1
    else:
        t.boards[seat, suit] += 1
        t.bonus[seat, suit] += value
    t.bought[t.sales], t.buyer[t.sales] = card, seat
    t.sales += 1
    emit(s, log, BOUGHT, seat, card, cards.beach_cost[card])
    t.beach[space] = -1
    if s.beach_top < s.beach_size:
        t.beach[space] = s.beach[s.beach_top]
        s.beach_top += 1
    t.beach_left = s.beach_size - s.beach_top


@rule
def collect(cards, s, log, seat: int, choice: int):
    """What the winner or runner-up takes: one respect or a card; -1 is for a surfer with neither (SU28)."""
    if choice < 0:
        emit(s, log, NOTHING, seat, -1, 0)
    elif choice == 0:
        gain_respect(s.table, seat)
        emit(s, log, RESPECT, seat, -1, s.table.respect[seat])
    else:
        buy(cards, s, log, seat, choice - 1)


@rule
def after_visit(t, seat: int):
    """Who goes to the beach next."""
    return t.runner_up if seat == t.winner else -1


@rule
def visit_beach(cards, s, log, seat: int):
    """Winner, then runner-up, take what they want; a visit with at most one possibility resolves itself."""
    t = s.table
    while seat >= 0:
        t.phase, t.actor = VISIT, seat
        if count_legal(cards, t, seat) > 1:
            return
        collect(cards, s, log, seat, nth_legal(cards, t, seat, 0))
        seat = after_visit(t, seat)
    finish_round(cards, s, log)


@rule
def rest(s, log, seat: int):
    """One respect, and the whole towel goes back to the hand (SU30)."""
    t = s.table
    back = 0
    for kind in range(KINDS):
        back += t.towel[seat, kind]
        t.hand[seat, kind] += t.towel[seat, kind]
        t.towel[seat, kind] = 0
    gain_respect(t, seat)
    t.rests[seat] += 1
    emit(s, log, RESTED, seat, back, t.respect[seat])


# next round and the end
@rule
def has_only_rest(t, seat: int):
    """An empty towel and only the rest card in hand (SU60)."""
    for kind in range(1, KINDS):
        if t.hand[seat, kind] + t.towel[seat, kind] > 0:
            return False
    return True


@rule
def move_surf(s):
    """Every ocean card one space in; the next one fills the far space (SU50)."""
    t = s.table
    for space in range(SPACES - 1):
        t.surf[space] = t.surf[space + 1]
    t.surf[SPACES - 1] = -1
    if s.ocean_top < s.ocean_size:
        t.surf[SPACES - 1] = s.ocean[s.ocean_top]
        s.ocean_top += 1


@rule
def finish_round(cards, s, log):
    """Rests resolve last, then the end is looked for, then the surf moves."""
    t = s.table
    t.phase, t.actor = REVEAL, -1
    for seat in range(t.seats):
        if t.revealed[seat] == 0:
            rest(s, log, seat)
    if t.bluebottles == cards.bluebottles:
        t.end = BLUEBOTTLES
    else:
        for seat in range(t.seats):
            if has_only_rest(t, seat):
                t.end = ONLY_REST
    if t.end >= 0:
        t.phase = OVER
        emit(s, log, ENDED, -1, -1, t.end)
    t.rounds += 1
    move_surf(s)


# the two decisions
@rule
def reveal(cards, s, log, choices):
    """All surfers turn over their card at the same time: catch the wave or avoid the bluebottle (SU10, SU11)."""
    t = s.table
    for seat in range(t.seats):
        t.revealed[seat] = choices[seat]
        emit(s, log, PLAYED, seat, choices[seat], energy_of(choices[seat]))
    if cards.ocean_suit[t.surf[0]] < 0:
        sting_slowest(s, cards, log)
    else:
        catch_wave(cards, s, log)
    put_cards_down(t)
    visit_beach(cards, s, log, t.winner)


@rule
def choose_at_beach(cards, s, log, choice: int):
    """The surfer at the beach takes respect or a card, then the next one comes or the round ends."""
    t = s.table
    seat = t.actor
    collect(cards, s, log, seat, choice)
    visit_beach(cards, s, log, after_visit(t, seat))


@unit
def decide(cards: CARDS, s: STATE, log: Rows[EVENT], choices: Ints):
    """Resolve the decision on the table; only the choices of seats that must choose are looked at."""
    s.events = 0
    if s.table.phase == REVEAL:
        reveal(cards, s, log, choices)
    else:
        choose_at_beach(cards, s, log, choices[s.table.actor])


# scoring
@rule
def board_points(t, seat: int):
    """Every board's bonus for every wave of its suit (SU61)."""
    total = 0
    for suit in range(SUITS):
        total += t.waves[seat, suit] * t.bonus[seat, suit]
    return total


@rule
def measure(t, seat: int, metric: int, suit: int):
    """A goal's metric counted for one surfer; suit -1 takes all suits together."""
    waves, suits, boards, board_suits, largest = 0, 0, 0, 0, 0
    for k in range(SUITS):
        if suit < 0 or k == suit:
            waves += t.waves[seat, k]
            boards += t.boards[seat, k]
        suits += t.waves[seat, k] > 0
        board_suits += t.boards[seat, k] > 0
        largest = max(largest, t.waves[seat, k])
    starting, temporary = 0, 0
    for kind in range(1, KINDS):
        held = t.hand[seat, kind] + t.towel[seat, kind]
        if kind < STARTING:
            starting += held
        else:
            temporary += held
    if metric == WAVES_WON:
        return waves
    if metric == SUITS_WON:
        return suits
    if metric == WAVE_POINTS:
        return t.points[seat]
    if metric == BOARDS_BOUGHT:
        return boards
    if metric == BOARD_SUITS:
        return board_suits
    if metric == RESPECT_HELD:
        return t.respect[seat]
    if metric == STINGS_TAKEN:
        return t.stings[seat]
    if metric == STARTING_ENERGY:
        return starting
    if metric == TEMPORARY_ENERGY:
        return temporary
    if metric == RUNNER_UPS:
        return t.runner_ups[seat]
    if metric == RESTS:
        return t.rests[seat]
    if metric == WIPEOUTS:
        return t.wipeouts[seat]
    if metric == LARGEST_SUIT:
        return largest
    return board_points(t, seat)


@rule
def is_met(cards, t, seat: int, goal: int):
    """Any number of surfers can meet the same goal (SU61)."""
    amount = measure(t, seat, cards.goal_metric[goal], cards.goal_suit[goal])
    return cards.goal_least[goal] <= amount <= cards.goal_most[goal]


@rule
def goal_points(cards, t, seat: int):
    total = 0
    for i in range(SPACES):
        goal = t.goals[i]
        if goal >= 0 and is_met(cards, t, seat, goal):
            total += cards.goal_points[goal]
    return total


@rule
def score(cards, s, seat: int):
    """Waves, boards and goals, less the stings (SU61)."""
    t = s.table
    return t.points[seat] + board_points(t, seat) + goal_points(cards, t, seat) - s.sting_points[seat]


# fate and bots
@unit
def redeal(cards: CARDS, s: STATE, seat: int, seed: int, game: int):
    """Shuffle anew all that the seat cannot know: the decks, and every token it has not looked at itself (SU63).

    With seat -1 tokens in front of surfers stay as they are: only what nobody has seen yet is shuffled.
    """
    t = s.table
    s.seed, s.game, s.draws = seed, game, 0
    reshuffle(s, s.ocean, s.ocean_top, s.ocean_size)
    reshuffle(s, s.beach, s.beach_top, s.beach_size)
    unknown = np.zeros(STINGS, np.int64)
    n = 0
    for i in range(cards.stings):
        if i >= t.tokens or (seat >= 0 and t.stung[i] != seat):
            unknown[n] = s.sting[i]
            n += 1
    reshuffle(s, unknown, 0, n)
    n = 0
    for i in range(cards.stings):
        if i >= t.tokens or (seat >= 0 and t.stung[i] != seat):
            s.sting[i] = unknown[n]
            n += 1
    for other in range(t.seats):
        s.sting_points[other] = 0
    for i in range(t.tokens):
        s.sting_points[t.stung[i]] += s.sting[i]


@rule
def reshuffle(s, deck, first: int, last: int):
    """Shuffle deck[first:last] so that the outcome depends on which cards they are, not on how they lay."""
    for i in range(first + 1, last):
        for j in range(i, first, -1):
            if deck[j] < deck[j - 1]:
                deck[j], deck[j - 1] = deck[j - 1], deck[j]
    shuffle(s, REDEALING, deck, first, last)


@rule
def decision_word(s, seat: int):
    """The random word of a seat's decision: the same seed, game, round and phase give the same word."""
    t = s.table
    return word(s, DECIDING, (t.rounds * 4 + t.phase) * 8 + seat)


@rule
def ask(cards, s, seat: int, bots):
    """What the seat's bot chooses, from the table and the points of its own tokens alone (SU63)."""
    return bots[seat](cards, s.table, seat, s.sting_points[seat], decision_word(s, seat))


# what Python calls; states are rows of an array, since a single record is slow to pass
@entry
def start(cards: Rows[CARDS], states: Rows[STATE], i: int, seats: int, goals: Ints, ocean: Ints, beach: Ints,
          stings: Ints, seed: int, game: int):
    """Deal a new game into the blank state number i; ocean, beach and stings list the tops of the decks."""
    deal(cards[0], states[i], seats, goals, ocean, beach, stings, seed, game)


@entry
def step(cards: Rows[CARDS], states: Rows[STATE], i: int, log: Rows[EVENT], choices: Ints):
    """Resolve the decision of state number i in place; returns the number of events. Choices must be legal."""
    decide(cards[0], states[i], log, choices)
    return states[i].events


@entry
def legal_choices(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, found: Ints):
    """Write the seat's legal choices into `found` (room for KINDS) and return how many there are."""
    t = states[i].table
    count = 0
    for choice in range(KINDS):
        if is_legal(cards[0], t, seat, choice):
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
def score_sources(cards: Rows[CARDS], states: Rows[STATE], i: int, seat: int, points: Ints):
    """Write the seat's points by source: waves, boards, goals, stings (not above 0)."""
    s = states[i]
    points[0], points[1] = s.table.points[seat], board_points(s.table, seat)
    points[2], points[3] = goal_points(cards[0], s.table, seat), -s.sting_points[seat]
