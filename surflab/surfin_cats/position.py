"""A position of Surfin' Cats in the middle of a day: a state made of what somebody says of a table, checked against the cards.

A position is plain data, as the section [position] of a record holds it: of the table, and of each seat under `seats`. It
stands where a turn begins, with the choice to ride or to perform open. What it does not say is as at the start of a game,
follows from the rest, or is drawn by the seed. Everything that cannot be is refused with a RecordError that names the place.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

import numpy as np

from ..card_files import shown
from ..records import RecordError, in_order, place
from ..seats import frozen
from . import rules
from .card_kinds import plural
from .cards import REWARDS, CardSet
from .fate import Fate, check_cards, check_known, check_once, check_waves

TABLE = ("number", "wave", "earlier", "turn", "rounds", "events", "earlier_events", "discards", "market", "seats")
COUNTS = rules.METRICS[rules.RIDES_DONE:]
SEAT = ("status", "column", "place", "paddle", "fall", "flow", "in_play", "discarded", "bought", "unlocked", "gone", "sheds",
        "deck", "seen", "under", "shown", "items", "complete", "placed", "kept", "instructor", "returned", "looks", "icons",
        "this_wave", "for_good", "counts")
STATUS = ("surfing", "rode", "wiped out")
SAND, UNKNOWN, NOTHING = "sand", "unknown", ""
MOST_FLOW, MOST_METER, MOST_COUNT, MOST_ROUNDS = 999, 99, 999, 400
LASTING = rules.OPS[rules.FIRST_LASTING:]
LAYING = 63  # which shuffle of a pile in its wave lays out what is unknown; play counts from 0


# plain values
def number(data: Mapping, key: str, default: int, most: int, least: int = 0) -> int:
    """The whole number under a key, in bounds; raises RecordError."""
    value = data.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise RecordError(f"is {shown(value)}, should be a whole number from {least} to {most}", key)
    return value


def listed(data: Mapping, key: str, default: Sequence[str] = (), known: Sequence[str] | None = None) -> list[str]:
    """The names under a key, all of them among those known; raises RecordError."""
    value = data.get(key, default)
    with place(key):
        if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
            raise ValueError(f"must be a list of names, not {shown(value)}")
        if known is not None:
            check_known("", value, list(known))
    return list(value)


def pile(data: Mapping, key: str) -> list[str]:
    """The cards of a pile from the top on, as far as they are known; raises RecordError."""
    return [] if data.get(key, UNKNOWN) == UNKNOWN else listed(data, key)


def named(data: Mapping, key: str, known: Sequence[str]) -> str | None:
    """The one name under a key, which must be known; None where it is absent. Raises RecordError."""
    if key not in data:
        return None
    with place(key):
        if data[key] not in list(known):
            raise ValueError(f"is {shown(data[key])}; there are {', '.join(map(shown, known))}")
    return data[key]


def take(key: str, names: Sequence[str], there: Counter) -> Counter:
    """What is there without the cards listed under a key; raises RecordError where they are not all there."""
    with place(key):
        check_cards("", names, list(there.elements()))
    return there - Counter(names)


def section(data: Mapping, key: str) -> Mapping:
    """The table under a key, empty where it is absent; raises RecordError."""
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise RecordError(f"must be a table, not {shown(value)}", key)
    return value


def numbers(data: Mapping, key: str, known: Sequence[str]) -> Mapping:
    """The table of numbers under a key, whose names are all known; raises RecordError."""
    told = section(data, key)
    with place(key):
        check_known("", list(told), list(known))
    return told


def arranged(data: dict) -> dict:
    """The position with the keys that are known first, in their order."""
    data = in_order(data, TABLE)
    if isinstance(data.get("seats"), dict):
        data["seats"] = {name: in_order(told, SEAT) if isinstance(told, dict) else told for name, told in data["seats"].items()}
    return data


def keys(players: Sequence[str], data) -> Iterator[tuple[str, Mapping, tuple[str, ...]]]:
    """Each table of a position: where it stands, the table, and the keys that mean something in it."""
    if data is not None:
        yield "position", data, TABLE
        for name in players:
            yield f"position, {name}", data.get("seats", {}).get(name, {}), SEAT


# the whole table
def number_of(game, data) -> int:
    """Which wave of the day a position stands in, counted from 1; raises RecordError."""
    with place("position"):
        return find_waves(game, data)[0]


def find_waves(game, data) -> tuple[int, list[str | None]]:
    """Which wave of the day is surfed, counted from 1, and the waves up to that one, None where they are not said; raises ValueError."""
    if not isinstance(data, Mapping):
        raise ValueError(f"must be a table, not {shown(data)}")
    cards, flags = game.cards, game.variant.flags
    wave, earlier = named(data, "wave", cards.wave_names), listed(data, "earlier", (), cards.wave_names)
    default = len(earlier) + 1
    if wave is not None:
        flag = cards.waves[cards.wave_id(wave)].flag
        default = next((count for count in range(default, len(flags) + 1) if flags[count - 1] == flag), default)
    count = number(data, "number", default, len(flags), 1)
    if len(earlier) >= count:
        raise RecordError(f"lists {len(earlier)} waves, but before wave {count} there were {count - 1}", "earlier")
    return count, [*earlier, *[None] * (count - 1 - len(earlier)), wave]


def state_of(game) -> np.ndarray:
    """The state that the game's position describes; raises RecordError for what cannot be."""
    with place("position"):
        return Setting(game).lay()


class Setting:
    """A position on its way into a state `s`: what the table says, then each cat, then the piles, which follow from both."""

    def __init__(self, game):
        self.game, self.cards, self.players, self.data = game, game.cards, game.players, game.set_up
        self.number, waves = find_waves(game, self.data)
        self.waves = tuple(own or ahead for own, ahead in zip_longest(waves, game.fate.waves))
        for key, count in (("earlier", self.number - 1), ("wave", self.number), ("waves to come", None)):
            with place(key):
                check_waves(self.cards, game.variant, self.waves[:count])
        told = section(self.data, "seats")
        for name in told:
            if name not in self.players:
                raise RecordError(f"does not play; the seats are {', '.join(map(shown, self.players))}", str(name))
        self.told = [section(told, name) for name in self.players]

    # into a state
    def lay(self) -> np.ndarray:
        """The state; raises RecordError."""
        states = self.game.dealt(Fate(self._instructors(), self.game.fate.abilities, self.waves)).copy()
        self.s = s = states[0]
        self.t = t = s.table
        start_items, dealt = t.held.copy(), s.shuffles.copy()
        self._clear()
        self._set_wave()
        cats = [CatSetting(self, seat, [name for name, held in zip(self.cards.item_names, start_items[seat], strict=False) if held])
                for seat in range(len(self.players))]
        for step in (CatSetting.set_tricks, CatSetting.set_abilities, CatSetting.set_belongings, CatSetting.set_lasting):
            self._each(cats, step)
        t.turn = number(self.data, "turn", max(int(spent) for spent in t.spent), rules.MOST_TURNS)
        self._set_rounds()
        self._each(cats, CatSetting.set_standing)
        self._line_up(cats)
        self._each(cats, CatSetting.set_meters)
        self._each(cats, CatSetting.set_counts)
        self._set_market(cats)
        self._set_supplies()
        self._each(cats, CatSetting.set_deck)
        if not t.wave and not t.turn:
            self._check_opening(cats)
        s.shuffles[:] = 0 if t.wave else dealt
        self._ask()
        return frozen(states)

    def _set_rounds(self) -> None:
        """The turns and market visits of the day; raises RecordError for fewer than there must have been."""
        t = self.t
        least = fewest_rounds(self.game.variant.flags, int(t.wave), int(t.turn))
        t.rounds = number(self.data, "rounds", least, MOST_ROUNDS)
        if t.rounds < least or t.rounds > least and not t.wave:
            before = ", and a turn and a market visit of each wave before (SC50)" if t.wave else ""
            raise RecordError(f"is {t.rounds}, should be {'at least ' if t.wave else ''}{least}: {plural(int(t.turn), 'turn')} of this wave{before}", "rounds")

    def _each(self, cats: list[CatSetting], step) -> None:
        for cat in cats:
            with place(self.players[cat.seat], at=("seats", self.players[cat.seat])):
                step(cat)

    def _instructors(self) -> tuple[tuple[str, ...], ...]:
        """The instructors that each cat was dealt as far as they are listed, the one that stayed first."""
        known, dealt = self.cards.instructor_names, self.game.fate.instructors or ((),) * len(self.players)
        hands = []
        for name, told, hand in zip(self.players, self.told, dealt, strict=True):
            with place(name, at=("seats", name)):
                own = [named(told, key, known) for key in ("instructor", "returned")]
                if self.game.variant.kittens and any(own):
                    raise RecordError("is named, but Kittens plays without instructors (SC80)", "instructor")
                if own[1] and not own[0]:
                    raise RecordError("is named, but instructor does not say which one stays", "returned")
                if own[1] and own[0] == own[1]:
                    raise RecordError(f"is {shown(own[1])}, which is the one that stays", "returned")
                both = list(dict.fromkeys([card for card in own if card] + list(hand)))
                if len(both) > 2:
                    raise RecordError(f"cannot be {shown(own[0])}; the cat was dealt {', '.join(map(shown, hand))}", "instructor")
                hands.append(tuple(both))
        with place("instructor"):
            check_once("", [card for hand in hands for card in hand])
        return tuple(hands) if any(hands) else ()

    def _clear(self) -> None:
        """Nothing is said of the cats yet."""
        s, t = self.s, self.t
        s.draws, s.tasks, s.shuffles[:] = 0, 0, LAYING
        t.phase, t.stage, t.opened, t.asked = rules.CHOOSE_ACT, rules.ACTS_CHOSEN, 0, 0
        t.paddle[:], t.fall[:], t.status[:], t.act[:], t.shown[:], t.use[:] = 0, 0, rules.SURFING, -1, -1, 0
        t.column[:], t.place[:], t.queue[:], t.bought[:] = -1, -1, 0, -1
        t.held[:], t.shed[:] = 0, -1
        for seat in range(len(self.players)):
            t.instructor[seat] = s.own[seat].instructor[0]

    def _set_wave(self) -> None:
        """The waves that have come, and the events."""
        s, t = self.s, self.t
        t.wave = self.number - 1
        t.surf[:self.number] = s.surf[:self.number]
        t.surf[self.number:] = -1
        now, gone, rest = self._deal_events()
        t.event[:] = [self.cards.event_kind(name) for name in now] + [-1] * (rules.EVENTS_A_WAVE - len(now))
        s.events_left = len(rest)
        s.event[:len(rest)] = [self.cards.event_kind(name) for name in reversed(rest)]

    def _deal_events(self) -> tuple[list[str], list[str], list[str]]:
        """The events of this wave, those of earlier ones, and the deck from the top on; what is not listed comes from the top."""
        flags, ahead = self.game.variant.flags, self.game.fate.events
        rest = [self.cards.event_names[kind] for kind in self.s.event[:self.s.events_left]][::-1]
        now = self._listed_events(ahead[self.number - 1] if len(ahead) >= self.number else None)
        gone = listed(self.data, "earlier_events") if "earlier_events" in self.data else None
        kept = [name for names in ahead[self.number:] for name in names or ()]  # come with later waves, and are not drawn here
        left = take("events", now or (), Counter(rest))
        left = take("earlier_events", gone or (), left)
        left = take("events of the waves to come", kept, left)
        rest = in_the_order_of(rest, left)
        self._check_events(now, gone, bool(rest or kept))
        if gone is None:
            gone = [name for flag in flags[:self.number - 1] for name in self._draw_events(flag, rest)]
        if now is None:
            now = self._draw_events(flags[self.number - 1], rest)
        return now, gone, kept + rest

    def _listed_events(self, ahead) -> list[str] | None:
        """The events of this wave if they are listed; raises ValueError for what cannot come (SC07)."""
        if "events" not in self.data:
            return None if ahead is None else list(ahead)
        now, flag = listed(self.data, "events", (), self.cards.event_names), self.game.variant.flags[self.number - 1]
        with place("events"):
            if now and (self.game.variant.kittens or flag == "black"):
                where = "in Kittens (SC80)" if self.game.variant.kittens else "on a black wave (SC07)"
                raise ValueError(f"lists {shown(now[0])}, but there is none {where}")
            if len(now) > self._most_events(now):
                raise ValueError(f"lists {shown(now[-1])}; a second event comes only with a red flag, and no third one (SC07)")
        return now

    def _check_events(self, now: list[str] | None, gone: list[str] | None, has_more: bool) -> None:
        """As many events as waves bring, while the deck `has_more`: one, and another one where the first shows a red flag; raises RecordError."""
        flags = () if self.game.variant.kittens else self.game.variant.flags
        if now is not None and has_more and flags and flags[self.number - 1] != "black" and len(now) < self._most_events(now):
            raise RecordError(f"lists {len(now)}, but an event comes with every wave that is not black, and another one with a red flag (SC07)", "events")
        if gone is None:
            return
        waves = sum(flag != "black" for flag in flags[:self.number - 1])
        second, red = len(gone) - waves, sum(self._most_events([name]) > 1 for name in gone)
        if second > min(waves, red) or has_more and (second < 0 or red > 2 * second):
            raise RecordError(f"lists {plural(len(gone), 'event')}, {red} of them with a red flag, for {plural(waves, 'wave')} before that "
                              f"{'is' if waves == 1 else 'are'} not black; each brings one, and another one where the first shows a red flag (SC07)",
                              "earlier_events")

    def _most_events(self, names: Sequence[str]) -> int:
        return rules.EVENTS_A_WAVE if names and self.cards.events[self.cards.event_kind(names[0])].red else 1

    def _draw_events(self, flag: str, deck: list[str]) -> list[str]:
        """The events that come with a wave of that flag, from the top of the deck."""
        names: list[str] = []
        while deck and flag != "black" and not self.game.variant.kittens and len(names) < self._most_events(names):
            names.append(deck.pop(0))
        return names

    # what follows from all cats
    def _line_up(self, cats: list[CatSetting]) -> None:
        """Cats in one column stand one behind the other; those of which it is not said take the free places in seat order."""
        t = self.t
        for column in range(rules.COLUMNS):
            there = [cat for cat in cats if t.status[cat.seat] == rules.RODE and t.column[cat.seat] == column]
            taken: dict[int, CatSetting] = {}
            for cat in (cat for cat in there if "place" in cat.told):
                with place(self.players[cat.seat], at=("seats", self.players[cat.seat])):
                    at = number(cat.told, "place", 1, len(there), 1)
                    if at in taken:
                        raise RecordError(f"is {at}, where {self.players[taken[at].seat]} stands already", "place")
                    taken[at] = cat
            free = iter(at for at in range(1, len(there) + 1) if at not in taken)
            taken |= {next(free): cat for cat in there if "place" not in cat.told}
            for at, cat in taken.items():
                t.place[cat.seat] = at - 1
            t.queue[column] = len(there)

    def _check_opening(self, cats: list[CatSetting]) -> None:
        """Before the first turn of a day nothing has come but what its event gives; raises RecordError."""
        if self.t.discards:
            raise RecordError("lists cards, but no market was visited yet, and no trick performed", "discards")
        self._each(cats, CatSetting.check_opening)

    def _set_market(self, cats: list[CatSetting]) -> None:
        """What is neither bought nor among the discards is in the market deck."""
        s, t, cards = self.s, self.t, self.cards
        left = Counter({card.name: card.count for card in cards.market})
        for cat in cats:
            with place(self.players[cat.seat], at=("seats", self.players[cat.seat])):
                left = take("bought", cat.bought, left)
        discards = listed(self.data, "discards")
        left = take("discards", discards, left)
        t.discard[:], t.discards = -1, len(discards)
        t.discard[:len(discards)] = sorted(cards.trick_kind(name) for name in discards)
        kinds = sorted(cards.trick_kind(name) for name in left.elements())
        s.market[:], t.market[:] = -1, -1
        s.market[:len(kinds)], t.market[:len(kinds)] = kinds, kinds
        t.market_left, t.unseen = len(kinds), len(kinds)
        rules.shuffle(s, rules.MARKET_PILE, s.market, len(kinds))
        top = pile(self.data, "market")
        take("market", top, left)
        rules.bring_up(s.market, len(kinds), [cards.trick_kind(name) for name in top])

    def _set_supplies(self) -> None:
        """Items and tokens that nobody has are in the supply."""
        t, row = self.t, self.cards.tables[0]
        for held, there, supply, names, what in (
                (t.held.sum(axis=0), row.item_count, t.supply, self.cards.item_names, "items"),
                (t.kept.sum(axis=0) + [np.count_nonzero(t.filled == kind + 1) for kind in range(rules.RESOURCES)], row.tokens,
                 t.tokens, self.cards.resource_names, "resource tokens")):
            for kind, name in enumerate(names):
                if held[kind] > there[kind]:
                    raise ValueError(f"the cats have {held[kind]} {what} {shown(name)} together; there are {there[kind]}")
            supply[:] = there - held

    def _ask(self) -> None:
        """Some cat still surfs and has a choice; raises ValueError."""
        s, t = self.s, self.t
        surfing = [seat for seat in range(t.seats) if t.status[seat] == rules.SURFING]
        if not surfing:
            raise ValueError("no cat is surfing, so the wave is over; a position stands where a turn begins")
        if not rules.ask_all(self.cards.tables[0], s, rules.CHOOSE_ACT):
            raise ValueError("no cat that surfs has a trick left, so they all ride without being asked (SC33); a position "
                             "stands where somebody can choose")


# one cat
class CatSetting:
    """What a position says of one seat, on its way into the state."""

    def __init__(self, setting: Setting, seat: int, start_items: list[str]):
        self.told, self.seat, self.start_items = setting.told[seat], seat, start_items
        self.cards, self.s, self.t, self.number = setting.cards, setting.s, setting.t, setting.number
        self.variant, self.cat = setting.game.variant, setting.cards.cats[setting.cards.cat_id(setting.game.cats[seat])]
        self.abilities = [self.cards.abilities[card] for card in self.t.ability[seat]]
        self.complete, self.knows_rounds = self._complete(), "rounds" in setting.data

    def _complete(self) -> list[str]:
        names = listed(self.told, "complete", (), [ability.name for ability in self.abilities])
        with place("complete"):
            check_once("", names)
        return names

    # tricks
    def set_tricks(self) -> None:
        """What the cat owns, and what of it is in play, discarded or in the deck."""
        told, t, seat = self.told, self.t, self.seat
        in_play, discarded = listed(told, "in_play"), listed(told, "discarded")
        self.bought = listed(told, "bought", (), self.cards.market_names)
        self.visits = visits = (self.number - 1 - self.variant.flags[:self.number - 1].count("black")) * self.variant.picks
        if len(self.bought) > visits:
            raise RecordError(f"lists {len(self.bought)} cards; by wave {self.number} a cat has taken at most {visits} (SC50)", "bought")
        unlocked = listed(told, "unlocked", unlocked_by(self.abilities, self.complete), self.cards.trick_names)
        self._check_brought("unlocked", unlocked, "unlock")
        had = Counter([*start_tricks(self.cards, self.cat), *self.bought, *unlocked])
        gone, sheds = self._gone(had, visits)
        owned = take("gone", gone, had)
        if owned.total() > rules.DECK:
            raise ValueError(f"the cat has {owned.total()} tricks; there is room for {rules.DECK}")
        self.deck = take("discarded", discarded, take("in_play", in_play, owned))
        t.shed[seat] = self.cards.trick_kind(sheds) if sheds else -1
        t.bought[seat] = self.cards.trick_kind(self.bought[-1]) if self.bought else -1
        kinds = [self.cards.trick_kind(name) for name in in_play + discarded]
        t.in_play[seat], t.spent[seat], t.played[seat] = len(in_play), len(kinds), -1
        t.played[seat, :len(kinds)] = kinds
        kinds = sorted(self.cards.trick_kind(name) for name in self.deck.elements())
        t.left[seat], t.rest[seat] = len(kinds), -1
        t.rest[seat, :len(kinds)] = kinds

    def _gone(self, had: Counter, visits: int) -> tuple[list[str], str]:
        """The tricks that have left the cat for good, and the one that does so at the next market visit (SC51)."""
        told, sheds = self.told, named(self.told, "sheds", [*self.cards.trick_names, NOTHING])
        shed = shed_by(self.abilities, self.complete)
        there = [name for key in ("in_play", "discarded", "seen", "under") for name in listed(told, key)] + pile(told, "deck")
        if sheds is None:
            pending = [name for name in shed if not visits or name in there]
            sheds = pending[-1] if pending else NOTHING
        gone = listed(told, "gone", [name for name in shed if name != sheds and had[name]])
        for key, names in (("sheds", [sheds] if sheds else []), ("gone", gone)):
            self._check_brought(key, names, "shed")
        return gone, sheds

    def _check_brought(self, key: str, names: Sequence[str], op: str) -> None:
        """Tricks come and go by the ability cards that are complete, or by another card that says so; raises RecordError."""
        able = {*_done(self.abilities, self.complete, op), *(effect.of[0] for effect in passing_effects(self.cards) if effect.op == op)}
        for name in names:
            if name not in able:
                raise RecordError(f"{'is' if key == 'sheds' else 'lists'} {shown(name)}, but no ability card that is complete does that (SC51)", key)

    def set_deck(self) -> None:
        """The order of the deck as far as it is known, and who knows it; the rest lies as the seed shuffles it."""
        told, s, seat = self.told, self.s, self.seat
        top, seen, under = pile(told, "deck"), listed(told, "seen"), listed(told, "under")
        take("deck", top, self.deck)
        take("under", under, take("seen", seen, self.deck))
        shared = min(len(top), len(seen))
        if top[:shared] != seen[:shared]:
            raise RecordError(f"begins with {shown(top[0])}, but the cat has seen {', '.join(map(shown, seen))} on top", "deck")
        top = max(top, seen, key=len)
        overlap = max(0, len(top) + len(under) - self.deck.total())
        if top[len(top) - overlap:] != under[:overlap]:
            raise RecordError(f"ends with {shown(top[-1])}, but the cat has put {', '.join(map(shown, under))} under it", "deck")
        under_rest = under[overlap:]
        left = take("under", under_rest, self.deck - Counter(top))
        middle = np.array(sorted(self.cards.trick_kind(name) for name in left.elements()), np.int64)
        rules.shuffle(s, seat, middle, len(middle))
        order = [self.cards.trick_kind(name) for name in top], list(middle), [self.cards.trick_kind(name) for name in under_rest]
        s.deck[seat] = -1
        s.deck[seat, :self.deck.total()] = [kind for part in order for kind in part][::-1]
        self._set_known(seen, under)

    def _set_known(self, seen: list[str], under: list[str]) -> None:
        """Which places of the deck the cat knows, and which all know (SC90)."""
        own, t, seat = self.s.own[self.seat], self.t, self.seat
        left = int(t.left[seat])
        places = [left - 1 - at for at in range(len(seen))] + [len(under) - 1 - at for at in range(len(under))]
        names = seen + under
        own.known[:], t.known[seat] = -1, -1
        for at in places:
            own.known[at] = self.s.deck[seat, at]
        known_to_all = listed(self.told, "shown")
        take("shown", known_to_all, Counter(names))
        for name in known_to_all:
            at = places.pop(names.index(name))
            names.remove(name)
            t.known[seat, at] = own.known[at]

    # what lies before the cat
    def set_abilities(self) -> None:
        """Completed ability cards, and the resources on the others."""
        t, seat = self.t, self.seat
        t.done[seat] = [ability.name in self.complete for ability in self.abilities]
        t.filled[seat] = 0
        with place("placed"):
            for phrase in listed(self.told, "placed"):
                slot, space, kind = self._space(phrase)
                if t.filled[seat, slot, space]:
                    raise ValueError(f"has {shown(phrase)}, but something lies there already")
                t.filled[seat, slot, space] = kind + 1
            for slot, ability in enumerate(self.abilities):
                self._check_spaces(slot, ability)

    def _space(self, phrase: str) -> tuple[int, int, int]:
        """The ability card, the space and the resource of a phrase like "pearl on Calm Mind 2"; raises ValueError."""
        resource, _, where = phrase.partition(" on ")
        name, _, count = where.rpartition(" ")
        own = {ability.name: slot for slot, ability in enumerate(self.abilities)}
        example = f"{self.cards.resource_names[0]} on {self.abilities[0].name} 1"
        if name not in own or not count.isdecimal() or not 1 <= int(count) <= len(self.abilities[own[name]].spaces):
            raise ValueError(f"has {shown(phrase)}, which names no space of the cat's ability cards "
                             f"({', '.join(map(shown, own))}); one is written as {shown(example)}")
        check_known("", [resource], self.cards.resource_names)
        slot, space = own[name], int(count) - 1
        takes = self.cards.tables[0].ability[self.t.ability[self.seat, slot]].takes[space]
        kind = self.cards.resource_kind(resource)
        if takes not in (-1, kind):
            raise ValueError(f"has {shown(phrase)}, but that space takes {self.cards.resource_names[takes]} (SC21)")
        return slot, space, kind

    def _check_spaces(self, slot: int, ability) -> None:
        """A complete card is empty, another one not full, and equal spaces fill from the first on; raises ValueError."""
        t, seat = self.t, self.seat
        filled, row = t.filled[seat, slot, :len(ability.spaces)], self.cards.tables[0].ability[t.ability[seat, slot]]
        if t.done[seat, slot] and filled.any():
            raise ValueError(f"has a resource on {shown(ability.name)}, which is complete, so that its resources went back (SC51)")
        if filled.all():
            raise ValueError(f"fills every space of {shown(ability.name)}; then it is complete and stands in complete (SC51)")
        for space in range(len(ability.spaces)):
            twin = row.twin[space]
            if filled[space] and twin >= 0 and not filled[twin]:
                raise ValueError(f"has a resource on {ability.name} {space + 1}; of equal spaces the first one, {twin + 1}, "
                                 "fills first (SC21)")

    def set_belongings(self) -> None:
        """Items, kept resources, looks and icons."""
        told, t, seat, cards = self.told, self.t, self.seat, self.cards
        items = listed(told, "items", self.start_items, cards.item_names)
        twice = [name for name, count in Counter(items).items() if count > 1]
        if twice:
            raise RecordError(f"lists {shown(twice[0])} more than once; a cat holds at most one of a kind (SC32)", "items")
        for name in items:
            t.held[seat, cards.item_kind(name)] = 1
        kept = listed(told, "kept", (), cards.resource_names)
        if kept and len(self.complete) < rules.SLOTS:
            raise RecordError(f"lists {shown(kept[0])}, but resources are kept only with all {rules.SLOTS} ability cards complete (SC21)", "kept")
        t.kept[seat] = 0
        for name in kept:
            t.kept[seat, cards.resource_kind(name)] += 1
        is_last = self.number == len(self.variant.flags)
        t.looks[seat], t.icons[seat] = (number(told, key, 0, MOST_METER) for key in ("looks", "icons"))
        if t.looks[seat] and is_last:
            raise RecordError("are kept for the next wave, and none comes after the last one (SC70)", "looks")
        if t.icons[seat] and not is_last:
            raise RecordError("are looks and freestyles that come too late, which happens on the last wave only (SC70)", "icons")

    def set_lasting(self) -> None:
        """What lasts this wave and for good: as the cards there have it, where nothing else is said."""
        usual = usual_lasting(self.cards, self.t, self.seat)
        for key, into in (("this_wave", self.t.this_wave[self.seat]), ("for_good", self.t.for_good[self.seat])):
            into[:] = usual[key]
            told = numbers(self.told, key, LASTING)
            with place(key):
                for op in told:
                    into[LASTING.index(op)] = number(told, op, 0, MOST_METER, -MOST_METER)

    def given(self) -> set[str]:
        """What the wave's events give before anybody has performed; a resource that is placed may give anything but paddle and fall."""
        given = {effect.op for kind in self.t.event if kind >= 0 for effect in self.cards.events[kind].effects}
        given |= {op.removeprefix("wave_") for op in given}
        return given | {*REWARDS} if given & {"resource", "freestyle"} else given

    def check_opening(self) -> None:
        """The cat has what it begins a day with, unless it is given more; raises RecordError."""
        t, seat, told, given = self.t, self.seat, self.told, self.given()
        changed = {
            "flow": t.flow[seat] != rules.START_FLOW, "item": set(listed(told, "items", self.start_items)) != set(self.start_items),
            "resource": t.filled[seat].any() or self.complete, "look": listed(told, "seen") or listed(told, "under") or t.looks[seat]}
        keys = {"item": "items", "resource": "complete" if self.complete else "placed", "look": "looks" if t.looks[seat] else "seen"}
        for op, is_changed in changed.items():
            if is_changed and op not in given:
                raise RecordError("is not as at the start, but no turn of the day is over, and no event gives that (SC02, SC06, SC08)", keys.get(op, op))

    # how it stands
    def set_standing(self) -> None:
        """Whether the cat surfs, and where on the beach it stands."""
        told, t, seat = self.told, self.t, self.seat
        status = told.get("status", "rode" if "column" in told else "surfing")
        if status not in STATUS:
            raise RecordError(f"is {shown(status)}, should be {', '.join(map(shown, STATUS))}", "status")
        t.status[seat] = STATUS.index(status)
        for key in ("column", "place"):
            if key in told and status != "rode":
                raise RecordError(f"is {shown(told[key])}, but the cat's status is {shown(status)}; only cats that rode stand on the beach", key)
        t.column[seat] = self._column() if status == "rode" else -1
        if "place" in told and t.column[seat] < 0:
            raise RecordError("is given, but cats on the sand stand in no order (SC12)", "place")
        if status != "surfing" and not t.turn:
            raise RecordError(f"is {shown(status)}, but no turn of the wave is over; turn says how many are", "status")
        self._check_turns(status)
        t.act[seat] = -1 if not t.turn else rules.RIDE if status == "rode" else rules.PERFORM

    def _column(self) -> int:
        """The number of the column that the cat stands in, named by its paddle; -1 on the sand."""
        column = self.told.get("column", SAND)
        wave = self.cards.waves[self.t.surf[self.t.wave]]
        paddles = [column.paddle for column in wave.columns]
        if column != SAND and (type(column) is not int or column not in paddles):
            raise RecordError(f"is {shown(column)}; the columns of {wave.name} are {', '.join(map(str, paddles))} and {shown(SAND)}", "column")
        return -1 if column == SAND else paddles.index(column)

    def _check_turns(self, status: str) -> None:
        """A cat performs one trick a turn until it is out; raises ValueError where its tricks do not add up to the turns."""
        turns, spent = int(self.t.turn), int(self.t.spent[self.seat])
        most = turns - 1 if status == "rode" else turns
        if spent > most:
            raise RecordError(f"has {plural(spent, 'trick')} together with discarded; with {plural(turns, 'turn')} of the wave over there can be {most}", "in_play")
        if status == "surfing" and spent < turns and not section(self.told, "counts").get("freestyles"):
            raise RecordError(f"has {plural(spent, 'trick')} together with discarded, but a cat that surfs after {plural(turns, 'turn')} has performed as many, unless "
                              "a freestyle shuffled them back; then counts says freestyles = 1 (SC31, SC60)", "in_play")

    def set_meters(self) -> None:
        """Paddle, fall and flow; raises ValueError where the cat would have wiped out."""
        told, t, seat = self.told, self.t, self.seat
        printed = [self.cards.tricks[kind] for kind in t.played[seat, :t.in_play[seat]]]
        is_out = t.status[seat] != rules.SURFING
        sums = {key: 0 if is_out else max(0, sum(getattr(trick, key) for trick in printed)) for key in ("paddle", "fall")}
        t.paddle[seat], t.fall[seat] = (number(told, key, sums[key], MOST_METER) for key in sums)
        t.flow[seat] = number(told, "flow", rules.START_FLOW, MOST_FLOW)
        if is_out:
            for key in sums:
                if getattr(t, key)[seat]:
                    raise RecordError(f"is {getattr(t, key)[seat]}, but the tokens of a cat that {STATUS[t.status[seat]]} are at the start (SC12, SC40)", key)
            return
        for key in sums:
            if getattr(t, key)[seat] and not t.turn and key not in self.given():
                raise RecordError(f"is {getattr(t, key)[seat]}, but no turn of the wave is over, and every wave begins at 0 (SC08)", key)
        limits = {"paddle": rules.paddle_limit(self.cards.tables[0], t, seat), "fall": rules.fall_limit(t, seat) - 1}
        for key, most in limits.items():
            if t.turn and getattr(t, key)[seat] > most:
                raise RecordError(f"is {getattr(t, key)[seat]}, but a cat with more than {most} has wiped out (SC22, SC23)", key)

    def set_counts(self) -> None:
        """What instructors and effects count over the whole day."""
        told, t, seat = numbers(self.told, "counts", COUNTS), self.t, self.seat
        least = least_counts(self.cards, t, seat, len(self.bought))
        ended = least["rides"] + least["wipeouts"]
        with place("counts"):
            if "rides" in told and "wipeouts" not in told:
                least["wipeouts"] = ended - number(told, "rides", 0, ended)
            wipeouts = number(told, "wipeouts", least["wipeouts"], ended)
            rides = number(told, "rides", ended - wipeouts, ended)
            if rides + wipeouts != ended or (t.status[seat] == rules.WIPED) > wipeouts or (t.status[seat] == rules.RODE) > rides:
                raise ValueError(f"has {rides} rides and {wipeouts} wipeouts, but the cat was out in {ended} waves, this one included (SC41)")
            t.rides[seat], t.wipeouts[seat] = rides, wipeouts
            mosts = {"firsts": rides, "tops": rides, "purchases": self.visits} | (
                {"performed": int(t.rounds), "uses": int(t.rounds)} if self.knows_rounds else {})
            for key in COUNTS[2:]:
                most = max(least[key], mosts.get(key, MOST_COUNT))
                getattr(t, key)[seat] = number(told, key, least[key], most, least[key])


# what follows from cards
def in_the_order_of(names: Sequence[str], left: Counter) -> list[str]:
    """The names that are left, as they lie among those names; of equal ones the last."""
    left, found = Counter(left), []
    for name in reversed(names):
        if left[name]:
            left[name] -= 1
            found.append(name)
    return found[::-1]


def fewest_rounds(flags: Sequence[str], before: int, turn: int) -> int:
    """The turns and market visits of a day at least, so many waves and turns on: a turn of each wave, and a visit after all but black ones."""
    return turn + sum(1 if flag == "black" else 2 for flag in flags[:before])


def passing_effects(cards: CardSet) -> Iterator:
    """The effects of cards that can come and go without being seen later: tricks, items, events."""
    return (effect for card in (*cards.tricks, *cards.items, *cards.events) for effect in card.effects)


def start_tricks(cards: CardSet, cat) -> list[str]:
    """The tricks that a cat starts with (SC02)."""
    return [trick.name for trick in cards.common for _ in range(trick.count)] + [cat.initial.name]


def _done(abilities, complete: Sequence[str], op: str) -> Iterator[str]:
    return (effect.of[0] for ability in abilities if ability.name in complete for effect in ability.effects if effect.op == op)


def unlocked_by(abilities, complete: Sequence[str]) -> list[str]:
    """The tricks that completed ability cards have put on the deck (SC51)."""
    return list(_done(abilities, complete, "unlock"))


def shed_by(abilities, complete: Sequence[str]) -> list[str]:
    """The tricks that completed ability cards take away at the next market visit (SC51)."""
    return list(_done(abilities, complete, "shed"))


def usual_lasting(cards: CardSet, t, seat: int) -> dict[str, list[int]]:
    """What the events, the cat's tricks of this wave and its completed ability cards have made last for it."""
    events = [effect for kind in t.event if kind >= 0 for effect in cards.events[kind].effects]
    tricks = [effect for kind in t.played[seat, :t.spent[seat]] for effect in cards.tricks[kind].effects]
    done = [effect for card, done in zip(t.ability[seat], t.done[seat], strict=True) if done for effect in cards.abilities[card].effects]
    return {"this_wave": _lasting_of(events + tricks, "wave"), "for_good": _lasting_of(done, "good")}


def _lasting_of(effects, lasts: str) -> list[int]:
    """What effects that last so long add up to for the cat whose cards they are, those aside that depend on the moment."""
    found = dict.fromkeys(LASTING, 0)
    for effect in effects:
        if effect.op in found and effect.lasts == lasts and effect.who in ("self", "all") and not effect.metric and not effect.per:
            found[effect.op] += effect.amount
    return list(found.values())


def least_counts(cards: CardSet, t, seat: int, bought: int) -> dict[str, int]:
    """What a cat must have done by what lies before it and how it stands; it rode the waves that are over, as far as can be told."""
    is_top = t.column[seat] >= 0 and t.column[seat] == cards.tables[0].wave[t.surf[t.wave]].columns - 1
    spaces = sum(len(cards.abilities[card].spaces) for card, done in zip(t.ability[seat], t.done[seat]) if done)
    is_wiped = t.status[seat] == rules.WIPED
    found = {"rides": t.wave + (t.status[seat] == rules.RODE), "wipeouts": is_wiped, "performed": t.spent[seat],
             "purchases": bought, "firsts": t.place[seat] == 0, "tops": is_top,
             "gathered": spaces + np.count_nonzero(t.filled[seat]) + t.kept[seat].sum()}
    return {key: int(found.get(key, 0)) for key in COUNTS}
