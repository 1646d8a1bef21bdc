"""Writes a state of Surfin' Cats down as a position, as briefly as `position` reads it back."""
from __future__ import annotations

from collections import Counter

import numpy as np

from .fate import deck_order, market_order
from .position import COUNTS, LASTING, NOTHING, SAND, STATUS, fewest_rounds, least_counts, shed_by, start_tricks, unlocked_by, usual_lasting

EVEN_NOTHING = ("paddle", "fall", "flow", "items", "unlocked", "gone", "sheds")  # what is said even where it is nothing, unless it is None


def of(game, state: np.ndarray, hidden: bool = False, eyes: int | None = None) -> dict:
    """The position that a state is; raises ValueError where no turn begins.

    With `hidden` it says how the decks lie, what a cat alone has seen and which instructor it returned; without, only
    what everybody at the table knows (SC90), and of the seat in `eyes` what it knows itself.
    """
    if game.question(state) != "act":
        raise ValueError(f"a position stands where a turn begins, with the choice to ride or to perform; here it is {game.where(state)}"
                         + (", and the game is over" if game.is_over(state) else ""))
    return Writer(game, state, hidden, eyes).write()


class Writer:
    """One state on its way into a position."""

    def __init__(self, game, state: np.ndarray, hidden: bool, eyes: int | None = None):
        self.game, self.state, self.hidden, self.eyes, self.cards = game, state, hidden, eyes, game.cards
        self.s, self.t = state[0], state[0].table

    def write(self) -> dict:
        cards, t, waves, events = self.cards, self.t, self.game.waves(self.state), self.game.events(self.state)
        flags = self.game.variant.flags
        gone = Counter({card.name: card.count for card in cards.events}) - Counter(events) - Counter(
            cards.event_names[kind] for kind in self.s.event[:self.s.events_left])
        is_plain = flags.count(flags[t.wave]) == 1
        told = {
            "number": 0 if is_plain else int(t.wave) + 1, "wave": waves[-1], "earlier": waves[:-1],
            "turn": int(t.turn) if t.turn != t.spent.max() else 0,
            "rounds": int(t.rounds) if t.rounds != fewest_rounds(flags, int(t.wave), int(t.turn)) else 0,
            "events": events, "earlier_events": sorted(gone.elements()), "discards": self.game.market_discards(self.state),
            "market": market_order(cards, self.state) if self.hidden else [],
        }
        seats = {name: self._seat(seat) for seat, name in enumerate(self.game.players)}
        return {key: value for key, value in told.items() if value} | {"seats": seats}

    def _seat(self, seat: int) -> dict:
        tricks = self._tricks(seat)
        told = self._standing(seat) | tricks | self._belongings(seat) | self._lasting(seat, len(tricks["bought"]))
        return {key: value for key, value in told.items() if value or key in EVEN_NOTHING and value is not None}

    def _standing(self, seat: int) -> dict:
        """Meters, and where the cat stands."""
        t = self.t
        status, column = STATUS[t.status[seat]], int(t.column[seat])
        told = {"status": status if status == "wiped out" else None}
        if status == "rode":
            wave = self.cards.waves[t.surf[t.wave]]
            told |= {"column": wave.columns[column].paddle, "place": int(t.place[seat]) + 1} if column >= 0 else {"column": SAND}
        if status == "surfing":
            told |= {"paddle": int(t.paddle[seat]), "fall": int(t.fall[seat])}
        return told | {"flow": int(t.flow[seat])}

    def is_open(self, seat: int) -> bool:
        """Whether what the seat alone knows is told."""
        return self.hidden or seat == self.eyes

    # tricks
    def _tricks(self, seat: int) -> dict:
        t, cards, game = self.t, self.cards, self.game
        names = [cards.trick_names[kind] for kind in t.played[seat, :t.spent[seat]]]
        in_play, discarded = names[:t.in_play[seat]], names[t.in_play[seat]:]
        owned = Counter(names) + Counter(game.deck(self.state, seat))
        abilities, complete = self._abilities(seat)
        start = Counter(start_tricks(cards, cards.cats[t.cat[seat]]))
        more = owned - start
        bought = Counter({name: count for name, count in more.items() if name in cards.market_names})
        unlocked, usual = sorted((more - bought).elements()), unlocked_by(abilities, complete)
        gone = sorted((start + Counter(usual) - owned).elements())
        if Counter(unlocked) + Counter(name for name in gone if name in usual) == Counter(usual):
            unlocked = usual  # one of them has gone again
        told = {"in_play": in_play, "discarded": discarded, "bought": self._in_order(bought, t.bought[seat]),
                "unlocked": unlocked if sorted(unlocked) != sorted(usual) else None}
        return told | self._shedding(seat, gone, shed_by(abilities, complete), owned) | self._deck(seat)

    def _in_order(self, bought: Counter, last: int) -> list[str]:
        """The market cards of a cat, the one it took last at the end."""
        names = sorted(bought.elements())
        name = self.cards.trick_names[last] if last >= 0 else None
        if name in names:
            names.remove(name)
            names.append(name)
        return names

    def _shedding(self, seat: int, gone: list[str], shed: list[str], owned: Counter) -> dict:
        """What has left the cat and what will, where the ability cards do not say it."""
        pending = self.cards.trick_names[self.t.shed[seat]] if self.t.shed[seat] >= 0 else NOTHING
        is_plain = not pending and (not shed or self.t.wave > 0) and not any(owned[name] for name in shed)
        return {"sheds": None if is_plain else pending, "gone": gone if gone != sorted(name for name in shed if name != pending) else None}

    def _deck(self, seat: int) -> dict:
        """How the deck lies, and who knows what of it."""
        known = (self.s.own[seat].known if self.is_open(seat) else self.t.known[seat])[:self.t.left[seat]] >= 0
        order = deck_order(self.cards, self.state, seat)
        seen = run(known[::-1])
        under = run(known[:len(known) - seen])
        ends = [*range(seen), *range(len(order) - under, len(order))]
        by_all = self.t.known[seat, :self.t.left[seat]][::-1] >= 0
        return {"deck": order if self.hidden else None, "seen": order[:seen], "under": order[len(order) - under:],
                "shown": [order[at] for at in ends if by_all[at]]}

    # what lies before the cat
    def _abilities(self, seat: int):
        cards = self.game.abilities(self.state, seat)
        return [ability for ability, _, _ in cards], [ability.name for ability, done, _ in cards if done]

    def _belongings(self, seat: int) -> dict:
        game, t, state = self.game, self.t, self.state
        placed = [f"{resource} on {ability.name} {space}" for ability, _, filled in game.abilities(state, seat)
                  for space, resource in enumerate(filled, 1) if resource]
        told = {"items": game.items(state, seat), "complete": self._abilities(seat)[1], "placed": placed, "kept": game.kept(state, seat),
                "instructor": game.instructor(state, seat), "looks": int(t.looks[seat]), "icons": int(t.icons[seat])}
        if self.is_open(seat) and told["instructor"]:
            dealt = [self.cards.instructor_names[card] for card in self.s.own[seat].instructor]
            told["returned"] = next(name for name in dealt if name != told["instructor"])
        return told

    def _lasting(self, seat: int, bought: int) -> dict:
        """Effects that last and what is counted, where it does not follow from what lies there."""
        t = self.t
        usual, least = usual_lasting(self.cards, t, seat), least_counts(self.cards, t, seat, bought)
        return {key: differing(LASTING, getattr(t, key)[seat], usual[key]) for key in ("this_wave", "for_good")} | {
            "counts": differing(COUNTS, [getattr(t, key)[seat] for key in COUNTS], least.values())}


def run(known: np.ndarray) -> int:
    """How many places from the first on are known."""
    return int(np.argmin(known)) if not known.all() else len(known)


def differing(names, values, usual) -> dict[str, int]:
    """The values by name that are not as usual."""
    return {name: int(value) for name, value, other in zip(names, values, usual, strict=True) if value != other}
