"""A position with everything laid otherwise that a seat cannot see (SC90), made without the rules' own redealing."""
from __future__ import annotations

import random

import numpy as np

from surflab.surfin_cats import rules


def laid_otherwise(game, state: np.ndarray, seat: int, rng: random.Random, seeds: bool = True) -> np.ndarray:
    """The position as it may as well be for all the seat has seen; with `seeds` what decides coming shuffles differs too."""
    states = state.copy()
    s = states[0]
    for cat in range(len(game.cats)):
        shuffle_deck(s, cat, s.own[cat].known if cat == seat else s.table.known[cat], rng)
    shuffle_market(s, seat, rng)
    shuffle_waves(game.cards, s, rng)
    left = int(s.events_left)
    s.event[:left] = rng.sample(s.event[:left].tolist(), left)
    shuffle_instructors(game.cards, s, seat, rng)
    if s.table.phase == rules.PICK:
        for other in set(range(len(game.cats))) - {seat}:
            s.table.must[other] = rules.nth_allowed(game.cards.tables[0], s.table, s.own[other], other, 1) >= 0
    if seeds:
        s.seed, s.game, s.draws = rng.getrandbits(32), rng.getrandbits(20), rng.getrandbits(10)
    states.setflags(write=False)
    return states


def shuffle_deck(s, cat: int, known, rng: random.Random) -> None:
    """The cards whose places are not known change them; an owner who has seen one has seen another one."""
    places = [place for place in range(s.table.left[cat]) if known[place] < 0]
    kinds = [int(s.deck[cat, place]) for place in places]
    rng.shuffle(kinds)
    for place, kind in zip(places, kinds, strict=True):
        s.deck[cat, place] = kind
        if s.own[cat].known[place] >= 0:
            s.own[cat].known[place] = kind


def shuffle_market(s, seat: int, rng: random.Random) -> None:
    """The market deck and what others were offered and picked are one pile; nobody sees which place a card was picked from."""
    left = int(s.table.market_left)
    places = [(s.market, place) for place in range(left)]
    for other in set(range(s.table.seats)) - {seat}:
        own = s.own[other]
        offers = rng.sample(own.offer[:own.offers].tolist(), int(own.offers))
        own.offer[:own.offers] = offers
        places += [(pile, place) for pile in (own.offer, own.picked) for place in range(len(pile)) if pile[place] >= 0]
    kinds = [int(pile[place]) for pile, place in places]
    rng.shuffle(kinds)
    for (pile, place), kind in zip(places, kinds, strict=True):
        pile[place] = kind


def shuffle_waves(cards, s, rng: random.Random) -> None:
    """The waves that have not come may be any others of their flags."""
    seen = {int(card) for card in s.table.surf if card >= 0}
    pile = rng.sample([card for card in range(len(cards.waves)) if card not in seen], len(cards.waves) - len(seen))
    for place in range(s.table.waves):
        if s.table.surf[place] < 0:
            card = next(card for card in pile if cards.tables[0].wave[card].flag == s.table.flag[place])
            pile.remove(card)
            s.surf[place] = card


def shuffle_instructors(cards, s, seat: int, rng: random.Random) -> None:
    """The others' instructors may be any that neither they have shown nor the seat was dealt."""
    if s.table.kittens:
        return
    seen = {int(card) for card in s.own[seat].instructor} | {int(card) for card in s.table.instructor}
    pile = rng.sample([card for card in range(len(cards.instructors)) if card not in seen], len(cards.instructors) - len(seen - {-1}))
    for other in set(range(s.table.seats)) - {seat}:
        for place in range(2):
            if s.own[other].instructor[place] != s.table.instructor[other]:
                s.own[other].instructor[place] = pile.pop()
