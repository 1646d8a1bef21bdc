"""What chance decides in Surfin' Cats, in names: read out of a state, listed beforehand, laid into a state.

Everything here is hidden from the cats (SC90); it is for records and sessions, never for bots.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from ..card_files import shown
from . import rules
from .cards import CardSet
from .variant import Variant

Names = tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Fate:
    """What is known beforehand of all that is shuffled; whatever is left open the seed decides.

    `instructors` (two) and `abilities` (three, by sort) are what each seat is dealt; `waves` and `events` belong to the
    waves of the day in order, None where they are open. `decks` (by seat) and `market` list cards from the top on. For one
    decision, `freestyles` lists what cats reveal, as (seat, names), and `reshuffled` the market decks made of the discards.
    """

    instructors: tuple[Names, ...] = ()
    abilities: tuple[Names, ...] = ()
    waves: tuple[str | None, ...] = ()
    events: tuple[Names | None, ...] = ()
    decks: Mapping[int, Names] = field(default_factory=dict)
    market: Names = ()
    freestyles: tuple[tuple[int, Names], ...] = ()
    reshuffled: tuple[Names, ...] = ()

    def __repr__(self) -> str:
        listed = [part.name for part in fields(self) if getattr(self, part.name)]
        return f"<Fate: {', '.join(listed) or 'nothing'} listed>"

    # before the game
    def check(self, cards: CardSet, variant: Variant, count: int) -> None:
        """What a table of so many cats is dealt can be dealt to it; raises ValueError."""
        if self.instructors and variant.kittens:
            raise ValueError("instructors are listed, but Kittens plays without them (SC80)")
        if self.abilities and not variant.mixed:
            raise ValueError("abilities are listed, but each cat has its own ones unless the variant is mixed (SC81)")
        check_hands("instructors", self.instructors, cards.instructor_names, count, 2)
        check_hands("abilities", self.abilities, cards.ability_names, count, rules.SLOTS)
        for names in self.abilities:
            for slot, name in enumerate(names):
                if cards.ability_id(name) % rules.SLOTS != slot:
                    raise ValueError(f"abilities lists {name!r} as card {slot + 1}, but it is "
                                     f"a card {cards.ability_id(name) % rules.SLOTS + 1}")
        check_waves(cards, variant, self.waves)

    def completed(self, cards: CardSet, drawn: np.ndarray) -> Fate:
        """The fate with every instructor and ability card listed: those left open are what was drawn, as far as it is free."""
        seats = range(drawn["table"]["seats"][0])
        instructors, abilities = self.instructors, self.abilities
        if instructors:
            dealt = [[cards.instructor_names[card] for card in drawn["own"]["instructor"][0, seat]] for seat in seats]
            instructors = completed_hands(instructors, dealt, cards.instructor_names)
        if abilities:
            dealt = [[cards.ability_names[card] for card in drawn["table"]["ability"][0, seat]] for seat in seats]
            abilities = completed_abilities(abilities, dealt, cards)
        return replace(self, instructors=instructors, abilities=abilities)

    # in a state
    def lay(self, cards: CardSet, variant: Variant, states: np.ndarray, players: Sequence[str], engine) -> None:
        """Let what is hidden in the state lie as listed; raises ValueError for what cannot be. `engine`: the rules to use."""
        if self.waves:
            check_waves(cards, variant, self.waves)
            lay_waves(cards, states[0], self.waves)
        if self.events:
            lay_events(cards, variant, states[0], self.events)
        for seat, names in self.decks.items():
            lay_deck(cards, states, seat, names, f"decks.{players[seat]}", engine)
        if self.market:
            lay_market(cards, states, self.market, engine)

    def foretell(self, cards: CardSet, states: np.ndarray) -> None:
        """Let the next decision's shuffles bring up what is listed; raises ValueError for names of no card."""
        revealed = [packed(seat, [cards.trick_kind(name) for name in names]) for seat, names in self.freestyles][:rules.FORETOLD]
        states["foretold"][0, :len(revealed)] = revealed
        decks = [kind for names in self.reshuffled for kind in (*map(cards.trick_kind, names), -1)][:rules.MARKETS_FORETOLD]
        states["market_foretold"][0, :len(decks)] = decks

    @staticmethod
    def forget(states: np.ndarray) -> None:
        """Nothing is foretold in the state any more."""
        states["foretold"], states["market_foretold"] = 0, -1


def packed(seat: int, kinds: Sequence[int]) -> int:
    """A cat's freestyle that is foretold, as the rules take it: the seat, then what comes up, top first."""
    number = seat + 1
    for place, kind in enumerate(kinds[:rules.REVEALED_BY_FREESTYLE]):
        number |= kind + 1 << 3 + rules.KIND_BITS * place
    return number


# checking what is listed
def check_hands(what: str, listed: tuple[Names, ...], known: list[str], count: int, most: int) -> None:
    """Each seat's list has at most so many known names, and none is dealt twice; raises ValueError."""
    if not isinstance(listed, tuple) or listed and len(listed) != count:
        raise ValueError(f"{what} must be a list for each of the {count} cats, in seat order")
    for names in listed:
        if not isinstance(names, (list, tuple)) or len(names) > most:
            found = len(names) if isinstance(names, (list, tuple)) else shown(names)
            raise ValueError(f"{what} must list at most {most} names for each cat, not {found}")
        check_known(what, names, known)
    check_once(what, [name for names in listed for name in names])


def check_known(what: str, names, known: list[str]) -> None:
    """Every name is one of those known; raises ValueError. `what` is "" where the error's place says it, as below."""
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise ValueError(f"{_lists(what)} {name!r}, which is not there; there are {', '.join(map(repr, known))}")


def _lists(what: str) -> str:
    return f"{what} lists".lstrip()


def check_once(what: str, names: list[str]) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise ValueError(f"{_lists(what)} {twice[0]!r} more than once")


def check_waves(cards: CardSet, variant: Variant, waves) -> None:
    """The waves listed fit the flags of the day; raises ValueError."""
    if len(waves) > len(variant.flags):
        raise ValueError(f"there are {len(waves)} waves; the day has {len(variant.flags)}")
    listed = [name for name in waves if name is not None]
    check_known("waves", listed, cards.wave_names)
    check_once("waves", listed)
    for number, (name, flag) in enumerate(zip(waves, variant.flags, strict=False), 1):
        if name is not None and (found := cards.waves[cards.wave_id(name)].flag) != flag:
            fitting = ", ".join(repr(wave.name) for wave in cards.waves if wave.flag == flag)
            raise ValueError(f"wave {number} is {name!r} with a {found} flag, should have a {flag} one: {fitting}")


def check_cards(what: str, names, there: Sequence[str]) -> None:
    """No card is listed more often than it is there; raises ValueError."""
    if not isinstance(names, (list, tuple)):
        raise ValueError(f"{what} must be a list, top card first, not {names!r}")
    left = Counter(there)
    for name in names:
        if not isinstance(name, str) or not left[name]:
            times = there.count(name) if isinstance(name, str) else 0
            more = f"more than {times} times" if times else "which is not there"
            raise ValueError(f"{_lists(what)} {name!r}, {more}; there are {', '.join(sorted(set(there))) or 'no cards'}")
        left[name] -= 1


def completed_hands(listed, dealt, known: list[str]) -> tuple[Names, ...]:
    """The listed hands, filled up from what was dealt and then from the other cards."""
    taken = {name for names in listed for name in names}
    free = [name for name in dict.fromkeys([name for names in dealt for name in names] + known) if name not in taken]
    return tuple((*names, *(free.pop(0) for _ in range(len(hand) - len(names)))) for names, hand in zip(listed, dealt, strict=True))


def completed_abilities(listed, dealt, cards: CardSet) -> tuple[Names, ...]:
    """The listed ability cards, each seat's filled up sort by sort."""
    hands = []
    for slot in range(rules.SLOTS):
        of_sort = [cards.ability_names[card] for card in range(slot, len(cards.abilities), rules.SLOTS)]
        hands.append(completed_hands([names[slot:slot + 1] for names in listed], [hand[slot:slot + 1] for hand in dealt], of_sort))
    return tuple(tuple(hand[seat][0] for hand in hands) for seat in range(len(listed)))


# laying
def lay_waves(cards: CardSet, s, waves) -> None:
    """The waves that have not come yet come as listed; another that would have come twice changes places."""
    begun = waves_begun(s)
    for number, name in enumerate(waves):
        if name is None:
            continue
        card = cards.wave_id(name)
        if number < begun:
            if s.table.surf[number] != card:
                raise ValueError(f"wave {number + 1} is {name!r}, but {cards.wave_names[s.table.surf[number]]!r} has come")
            continue
        if card in s.table.surf[:begun]:
            raise ValueError(f"wave {number + 1} is {name!r}, which has come already")
        for other in range(s.table.waves):
            if s.surf[other] == card:
                s.surf[other] = s.surf[number]
        s.surf[number] = card
        if s.table.surf[number] >= 0:  # the first wave, which lies face up
            s.table.surf[number] = card


def lay_events(cards: CardSet, variant: Variant, s, events) -> None:
    """The events of the waves that have not come yet come as listed, a second one only after a red flag (SC07)."""
    pile = [cards.event_names[kind] for kind in s.event[:s.events_left]][::-1]
    begun = waves_begun(s)
    listed = [names or () for names in events[begun:]]
    check_cards("events", [name for names in listed for name in names], pile)
    rest, order = pile, []
    for name in (name for names in listed for name in names):
        rest.remove(name)
    for number, flag in enumerate(variant.flags[begun:]):
        names = list(listed[number]) if number < len(listed) else []
        most = 0 if flag == "black" or variant.kittens else 1
        come = []
        while len(come) < most and (names or rest):
            come.append((names or rest).pop(0))
            if len(come) == 1 and cards.events[cards.event_kind(come[0])].red:
                most = rules.EVENTS_A_WAVE
        if names:
            after = f"; a second one comes only with a red flag (SC07), not after {come[0]!r}" if come else " here (SC07, SC80)"
            raise ValueError(f"wave {begun + number + 1}: events lists {names[0]!r}, but there is no such event{after}")
        order += come
    order += rest
    s.event[:s.events_left] = [cards.event_kind(name) for name in order[::-1]]


def lay_deck(cards: CardSet, states: np.ndarray, seat: int, names, what: str, engine) -> None:
    """A trick deck lies as listed, except for a card whose place all know."""
    check_cards(what, names, deck_order(cards, states, seat))
    known = states["table"]["known"][0, seat].copy()
    engine.arrange(states, 0, seat, np.array([cards.trick_kind(name) for name in names], np.int64))
    moved = np.flatnonzero(known != states["table"]["known"][0, seat])
    if len(moved):
        raise ValueError(f"{what} does not have {cards.trick_names[known[moved[-1]]]!r} where all have seen it lie")


def lay_market(cards: CardSet, states: np.ndarray, names, engine) -> None:
    check_cards("market", names, market_order(cards, states))
    engine.arrange(states, 0, rules.MARKET_PILE, np.array([cards.trick_kind(name) for name in names], np.int64))


# reading out of a state
def deck_order(cards: CardSet, state: np.ndarray, seat: int) -> list[str]:
    """A trick deck from the top on."""
    left = state["table"]["left"][0, seat]
    return [cards.trick_names[kind] for kind in state["deck"][0, seat, :left][::-1]]


def market_order(cards: CardSet, state: np.ndarray) -> list[str]:
    """The market deck from the top on."""
    return [cards.trick_names[kind] for kind in state["market"][0, :state["table"]["market_left"][0]][::-1]]


def instructors_dealt(cards: CardSet, state: np.ndarray) -> list[list[str]]:
    """The two instructors that each cat was dealt."""
    return [[cards.instructor_names[card] for card in state["own"]["instructor"][0, seat]]
            for seat in range(state["table"]["seats"][0])]


def abilities_dealt(cards: CardSet, state: np.ndarray) -> list[list[str]]:
    """The three ability cards of each cat."""
    return [[cards.ability_names[card] for card in state["table"]["ability"][0, seat]]
            for seat in range(state["table"]["seats"][0])]


def waves_begun(s) -> int:
    """How many waves have come; the first one lies face up before that, while the instructors are chosen (SC04)."""
    return 0 if s.table.phase == rules.CHOOSE_INSTRUCTOR else int(np.count_nonzero(s.table.surf >= 0))


def waves_to_come(cards: CardSet, variant: Variant, state: np.ndarray) -> Iterator[tuple[str, list[str]]]:
    """The waves that have not come yet and their events."""
    s = state[0]
    pile = [cards.event_names[kind] for kind in s.event[:s.events_left]]
    for number in range(waves_begun(s), s.table.waves):
        events = []
        most = 0 if variant.kittens or variant.flags[number] == "black" else 1
        while len(events) < most and pile:
            events.append(pile.pop())
            if len(events) == 1 and cards.events[cards.event_kind(events[0])].red:
                most = rules.EVENTS_A_WAVE
        yield cards.wave_names[s.surf[number]], events


def chance_in(cards: CardSet, events) -> list[tuple[int, int, list[str]]]:
    """The freestyles and new market decks among some events: the place of the first event of each, whose it is (-1 for the
    market), and its cards, top first; freestyles that break ties are among them.
    """
    found: list[tuple[int, int, list[str]]] = []
    for place, event in enumerate(events):
        if event.kind == rules.MARKET_SHUFFLED or event.kind == rules.FREESTYLED and event.target == 0:
            found.append((place, int(event.seat), []))
        if event.kind in (rules.MARKET_CARD, rules.FREESTYLED):
            found[-1][2].append(cards.trick_names[event.card])
    return found
