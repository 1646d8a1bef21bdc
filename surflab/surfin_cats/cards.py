"""The card set of Surfin' Cats: its cards by name and number, the rules' tables, and the check of a typed set."""
from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from .. import card_files
from ..card_files import CardSetError, Complaints, shown, suggestion
from ..typed import faults, lookalikes
from . import rules
from .card_kinds import (ANY, UNBOUNDED, Ability, Cat, Column, Effect, EventCard,
                         Instructor, Item, Resource, Space, Trick, Wave, plural)

__all__ = ["Ability", "CardSet", "CardSetError", "Cat", "Column", "Effect", "EventCard", "Instructor", "Item", "Space",
           "Trick", "Wave", "describe"]

GAME = "surfin-cats"
HOUSE = Path(__file__).with_name("house.toml")
FLAGS = ("green", "yellow", "red", "black")
WARNING_JELLYFISH, DISTRACTION, GNARLY = "Warning Jellyfish!", "Distraction", "Gnarly"
BOX = {"cats": 5, "common tricks": 7, "market cards": 40, "waves": 19, "events": 20, "items": 20, "instructors": 10,
       "resource tokens": 60}
ROOM = {  # the least and the most that the rules can play with
    "cats": (1, rules.CATS), "common tricks": (0, rules.COMMON), "market cards": (0, rules.MARKET),
    "waves": (4, rules.WAVE_CARDS), "events": (0, rules.EVENT_CARDS), "items": (1, 8 * 50),
    "instructors": (10, rules.INSTRUCTORS), "resource tokens": (1, 6 * 50), "resources": (1, rules.RESOURCES),
    "kinds of items": (1, rules.ITEMS), "tricks": (1, rules.TRICKS),
    "effects": (0, rules.ROWS - rules.RESOURCES - rules.ITEMS - 2),
}
PROMOS = 5  # lifeguard cards that the box lists and that have no rule (SC91)
MOST = 50  # the largest number that a card may print
MOST_EFFECTS, MOST_GAINS = 6, 4  # effects in one place; resources, items or looks at once
NAME = re.compile(r"\w(?:[\w '’!?.,&+()/:-]{0,38}[\w'’!?.)])?")
SHORT_NAME = re.compile(r"[^\W\d_][\w-]{0,19}")
NAME_RULE = "up to 40 letters, digits, spaces and simple signs"
SHORT_RULE = "a letter, then up to 19 letters, digits or dashes"
WHO = ("self", "others", "all", "one", "leader", "last")
LASTS = ("now", "wave", "good")
COUNTED = rules.OPS[rules.RESOURCE:rules.DISCARDING + 1]
METERS = rules.OPS[:rules.METERS]
LASTING = rules.OPS[rules.FIRST_LASTING:]
ONE_OFF = ("copy", "shed", "unlock")
REWARDS = ("flow", "resource", "item", "look", "freestyle")  # what a space, a column or a wipeout may give
BOUNDS = ("at_least", "at_most", "exactly")
KNOWN = {
    "set": ("surflab", "game", "title", "note", "custom", "resources", "items", "common", "cats", "market", "waves",
            "events", "instructors"),
    "effect": ("op", "amount", "who", "lasts", "of", "if", "at_least", "at_most", "exactly", "per"),
    "trick": ("name", "paddle", "fall", "flow", "resources", "effects", "count", "cost"),
    "resources": ("name", "count"), "items": ("name", "count", "effects"),
    "cats": ("name", "character", "items", "initial", "unique", "wipeout", "abilities"),
    "ability": ("name", "spaces", "effects"), "space": ("takes", "gives"),
    "waves": ("name", "flag", "limit", "columns"), "column": ("paddle", "flow", "gives", "jellyfish"),
    "events": ("name", "red", "count", "effects"), "instructors": ("name", "effects"),
}
EXAMPLES = {
    "effects": '{op = "fall", amount = -2}', "resources": '{name = "shell", count = 15}',
    "items": '{name = "wax", count = 4, effects = [...]}', "common": '{name = "Gnarly", paddle = 3, fall = 3}',
    "cats": '{name = "maria", initial = {...}, unique = {...}, abilities = [...]}',
    "abilities": '{name = "Deep Pockets", spaces = [...], effects = [...]}',
    "spaces": '{takes = "shell", gives = [...]}',
    "market": '{name = "Floater", cost = 2, count = 2, paddle = 3, fall = 1}',
    "waves": '{name = "The Bowl", flag = "red", limit = 11, columns = [...]}', "columns": "{paddle = 4, flow = 3}",
    "events": '{name = "High Tide", effects = [...]}', "instructors": '{name = "Koa", effects = [...]}',
    "gives": '{op = "flow", amount = 1}', "wipeout": '{op = "flow", amount = 1}',
}




def _index(name, names: list[str], what: str) -> int:
    if name in names:
        return names.index(name)
    listed = ", ".join(names) or "none"
    raise ValueError(f"there is no {what} {shown(name)}{suggestion(name, names)}; known: {listed}")


# the set
@dataclass(frozen=True, repr=False)
class CardSet:
    """All printed cards of one box. Made by `house`, `load` or `from_dict`, which check it."""

    resources: tuple[Resource, ...]
    items: tuple[Item, ...]
    common: tuple[Trick, ...]
    cats: tuple[Cat, ...]
    market: tuple[Trick, ...]
    waves: tuple[Wave, ...]
    events: tuple[EventCard, ...]
    instructors: tuple[Instructor, ...]
    custom: bool = False
    warnings: tuple[str, ...] = field(default=(), compare=False)
    source: dict = field(default_factory=dict, compare=False)  # as it was typed, unknown keys included

    def __repr__(self) -> str:
        return (f"<CardSet of Surfin' Cats: {len(self.cats)} cats, {sum(trick.count for trick in self.market)} market cards, "
                f"{len(self.waves)} waves, {sum(event.count for event in self.events)} events, {len(self.instructors)} instructors>")

    @staticmethod
    @cache
    def house() -> CardSet:
        """The set that comes with the package."""
        return CardSet.load(HOUSE)

    @staticmethod
    def load(path) -> CardSet:
        """The card set in a TOML file; raises CardSetError."""
        return card_files.load(path, CardSet.from_dict)

    @staticmethod
    def from_dict(data: dict, place: str = "cards") -> CardSet:
        """The card set that a table of TOML describes; raises CardSetError with all that is wrong, named by `place`."""
        return Check(data, place).card_set()

    def to_dict(self) -> dict:
        """The set as it was typed, for writing it down again."""
        return copy.deepcopy(self.source)

    # names by number, and numbers by name
    @cached_property
    def tricks(self) -> list[Trick]:
        """Every trick by kind: common, initial and unique ones, then the market's."""
        return [*self.common, *(cat.initial for cat in self.cats), *(cat.unique for cat in self.cats), *self.market]

    @cached_property
    def abilities(self) -> list[Ability]:
        """Every ability card by number: three for each cat."""
        return [ability for cat in self.cats for ability in cat.abilities]

    @cached_property
    def trick_names(self) -> list[str]:
        return [trick.name for trick in self.tricks]

    @cached_property
    def market_names(self) -> list[str]:
        return [trick.name for trick in self.market]

    @cached_property
    def cat_names(self) -> list[str]:
        return [cat.name for cat in self.cats]

    @cached_property
    def item_names(self) -> list[str]:
        return [item.name for item in self.items]

    @cached_property
    def resource_names(self) -> list[str]:
        return [resource.name for resource in self.resources]

    @cached_property
    def ability_names(self) -> list[str]:
        return [ability.name for ability in self.abilities]

    @cached_property
    def wave_names(self) -> list[str]:
        return [wave.name for wave in self.waves]

    @cached_property
    def event_names(self) -> list[str]:
        return [event.name for event in self.events]

    @cached_property
    def instructor_names(self) -> list[str]:
        return [instructor.name for instructor in self.instructors]

    def trick_kind(self, name: str) -> int:
        """The number of the trick of that name; raises ValueError, as the following do."""
        return _index(name, self.trick_names, "trick")

    def cat_id(self, name: str) -> int:
        return _index(name, self.cat_names, "cat")

    def item_kind(self, name: str) -> int:
        return _index(name, self.item_names, "item")

    def resource_kind(self, name: str) -> int:
        return _index(name, self.resource_names, "resource")

    def ability_id(self, name: str) -> int:
        return _index(name, self.ability_names, "ability card")

    def wave_id(self, name: str) -> int:
        return _index(name, self.wave_names, "wave")

    def event_kind(self, name: str) -> int:
        return _index(name, self.event_names, "event")

    def instructor_id(self, name: str) -> int:
        return _index(name, self.instructor_names, "instructor")

    @cached_property
    def tables(self) -> np.ndarray:
        """The set as the rules take it: an array of one CARDS record."""
        return self._written[0]

    @cached_property
    def effects(self) -> list[Effect]:
        """The effects by row of the tables: what the row of a question or of an event means."""
        return self._written[1]

    @cached_property
    def _written(self) -> tuple:
        writer = TableWriter(self)
        writer.write()
        return writer.tables, writer.effects


# the tables of the rules
class TableWriter:
    """Writes a card set down as one CARDS record, `tables`; `effects` are those that stand in its rows."""

    def __init__(self, cards: CardSet):
        self.cards = cards
        self.tables = np.zeros(1, rules.CARDS)
        self.row = self.tables[0]
        self.effects: list[Effect] = []

    def write(self) -> None:
        self._write_single_gains()
        self._write_tricks()
        self._write_cats()
        self._write_waves()
        for kind, item in enumerate(self.cards.items):
            self.row.item_count[kind] = item.count
            self.row.item_first[kind], self.row.item_last[kind] = self._run(item.effects)
        for kind, event in enumerate(self.cards.events):
            self.row.event_count[kind], self.row.event_red[kind] = event.count, event.red
            self.row.event_first[kind], self.row.event_last[kind] = self._run(event.effects)
        for kind, instructor in enumerate(self.cards.instructors):
            self.row.instructor_first[kind], self.row.instructor_last[kind] = self._run(instructor.effects)
        for name in ("resources", "items", "tricks", "cats", "waves", "events", "instructors"):
            self.row[name] = len(getattr(self.cards, name))
        for kind, resource in enumerate(self.cards.resources):
            self.row.tokens[kind] = resource.count

    def _write_single_gains(self) -> None:
        """One resource of each kind, one item of each kind, a look, a resource of choice; the rules count on them."""
        names = [resource.name for resource in self.cards.resources]
        gains = [Effect("resource", of=(names[min(kind, len(names) - 1)],)) for kind in range(rules.RESOURCES)]
        names = [item.name for item in self.cards.items]
        gains += [Effect("item", of=(names[min(kind, len(names) - 1)],)) for kind in range(rules.ITEMS)]
        self._run([*gains, Effect("look"), Effect("resource")])

    def _run(self, effects) -> tuple[int, int]:
        """Write effects into the next free rows; returns the first row and the one after the last."""
        first = len(self.effects)
        for effect in effects:
            self.row.effects[len(self.effects)] = self._numbers(effect)
            self.effects.append(effect)
        return first, len(self.effects)

    def _numbers(self, effect: Effect) -> tuple:
        known = {"resource": self.cards.resource_names, "item": self.cards.item_names}
        kinds = [known.get(effect.op, self.cards.trick_names).index(name) for name in effect.of]
        kinds = (kinds * 2 if len(kinds) == 1 else kinds) or [-1, -1]
        metric, per = (rules.METRICS.index(name) if name else -1 for name in (effect.metric, effect.per))
        return (rules.OPS.index(effect.op), WHO.index(effect.who), effect.amount, LASTS.index(effect.lasts), *kinds,
                metric, effect.least, effect.most, per)

    def _write_tricks(self) -> None:
        for kind, trick in enumerate(self.cards.tricks):
            gains = [Effect("resource", of=() if name == ANY else (name,)) for name in trick.resources]
            self.row.trick[kind] = (trick.paddle, trick.fall, trick.flow, trick.cost, *self._run(gains),
                                    *self._run(trick.effects))
        for trick in self.cards.market:
            self.row.market_count[self.cards.trick_kind(trick.name)] = trick.count
        for trick in self.cards.common:
            for _ in range(trick.count):
                self.row.common[self.row.commons] = self.cards.trick_kind(trick.name)
                self.row.commons += 1

    def _write_cats(self) -> None:
        for number, cat in enumerate(self.cards.cats):
            self.row.initial[number] = self.cards.trick_kind(cat.initial.name)
            for item in cat.items:
                self.row.start_items[number, self.cards.item_kind(item)] = 1
            for flag, name in enumerate(FLAGS):
                run = self._run(cat.wipeout[name])
                self.row.wipeout_first[number, flag], self.row.wipeout_last[number, flag] = run
        for number, ability in enumerate(self.cards.abilities):
            row = self.row.ability[number]
            row.spaces = len(ability.spaces)
            for place, space in enumerate(ability.spaces):
                row.takes[place] = -1 if space.takes == ANY else self.cards.resource_kind(space.takes)
                row.space_first[place], row.space_last[place] = self._run(space.gives)
                twins = [nearer for nearer in range(place) if ability.spaces[nearer] == space]
                row.twin[place] = twins[-1] if twins else -1
            row.first, row.last = self._run(ability.effects)

    def _write_waves(self) -> None:
        for number, wave in enumerate(self.cards.waves):
            row = self.row.wave[number]
            row.flag, row.limit, row.columns = FLAGS.index(wave.flag), wave.limit, len(wave.columns)
            for place, column in enumerate(wave.columns):
                row.paddle[place], row.flow[place] = column.paddle, column.flow
                row.jellyfish[place] = column.jellyfish
                row.first[place], row.last[place] = self._run(column.gives)


# checking
class Check:
    """Reads a card set from tables of TOML and collects everything that is wrong with it."""

    def __init__(self, data, place: str):
        if not isinstance(data, dict):
            raise CardSetError(place, [f"is {shown(data)}, should be a table"])
        if card_files.is_deep(data):
            raise CardSetError(place, [f"tables or lists lie more than {card_files.DEPTH} deep in each other"])
        self.complaints = Complaints(place)
        self.data = self.complaints.texts(data)

    def card_set(self) -> CardSet:
        """The checked set; raises CardSetError."""
        data, complaints = self.data, self.complaints
        complaints.unknown(data, KNOWN["set"], "the set")
        if data.get("game", GAME) != GAME:
            complaints.add("the set", f'game is {shown(data["game"])}, should be "{GAME}"')
        custom = complaints.flag(data, "custom")
        self._find_names()
        cards = CardSet(self._resources(), self._items(), self._tricks(data, "common", "common trick"), self._cats(),
                        self._tricks(data, "market", "market card"), self._waves(), self._events(), self._instructors(),
                        custom, source=copy.deepcopy(data))
        if not complaints.found:
            check_names(cards, complaints)
            check_counts(cards, complaints)
            check_abilities(cards, complaints)
        complaints.stop()
        return replace(cards, warnings=tuple(complaints.warnings))

    def _find_names(self) -> None:
        """The names that effects may speak of, wherever they stand in the file."""
        named = {key: [row.get("name") for row in self._plain_rows(self.data, key)]
                 for key in ("resources", "items", "common", "market")}
        own = [cat.get(key) for cat in self._plain_rows(self.data, "cats") for key in ("initial", "unique")]
        own = [trick.get("name") for trick in own if isinstance(trick, dict)]
        self.known = {"resource": texts(named["resources"]), "item": texts(named["items"]),
                      "shed": texts([*named["common"], *own, *named["market"]])}
        self.known["unlock"] = self.known["shed"]

    @staticmethod
    def _plain_rows(table: dict, key: str) -> list[dict]:
        rows = table.get(key)
        return [row for row in rows[:card_files.ROWS] if isinstance(row, dict)] if isinstance(rows, list) else []

    def _named(self, table: dict, key: str, what: str, pattern=NAME, rule=NAME_RULE):
        """Yield (what a complaint calls the row, the row, its name or None) for each table listed under a key."""
        for number, row in self.complaints.rows(table, key, EXAMPLES[key]):
            name = self.complaints.name(row.get("name"), pattern, rule, self.complaints.call(row, f"{what} {number}"))
            yield self.complaints.call(row, f'{what} "{name}"' if name else f"{what} {number}"), row, name

    def _resources(self) -> tuple[Resource, ...]:
        found = []
        for where, row, name in self._named(self.data, "resources", "resource", SHORT_NAME, SHORT_RULE):
            self.complaints.unknown(row, KNOWN["resources"], where)
            if name == ANY:
                self.complaints.add(where, f'"{ANY}" means every resource, should be another name')
            count = self.complaints.number(row, "count", 1, MOST, where)
            found.append(Resource(name, count))
        return tuple(found)

    def _items(self) -> tuple[Item, ...]:
        found = []
        for where, row, name in self._named(self.data, "items", "item", SHORT_NAME, SHORT_RULE):
            self.complaints.unknown(row, KNOWN["items"], where)
            count = self.complaints.number(row, "count", 1, MOST, where)
            found.append(Item(name, count, self._effects(row, "effects", where)))
        return tuple(found)

    def _tricks(self, table: dict, key: str, what: str) -> tuple[Trick, ...]:
        return tuple(self._trick(row, name, where) for where, row, name in self._named(table, key, what))

    def _trick(self, row: dict, name: str | None, where: str) -> Trick:
        self.complaints.unknown(row, KNOWN["trick"], where)
        meters = [self._optional(row, key, -MOST, MOST, 0, where) for key in METERS]
        resources = row.get("resources", [])
        if not isinstance(resources, list) or len(resources) > MOST_GAINS:
            self.complaints.add(where, f'resources is {shown(resources)}, should list at most {MOST_GAINS} of them')
            resources = []
        for resource in resources:
            self._one_of(resource, (*self.known["resource"], ANY), "a resource", where)
        effects = self._effects(row, "effects", where)
        cost, count = (self._optional(row, key, *bounds, where) for key, bounds in
                       (("cost", (0, MOST, 0)), ("count", (1, rules.MARKET, 1))))
        return Trick(name, *meters, tuple(map(str, resources)), effects, cost, count)

    def _optional(self, row: dict, key: str, low: int, high: int, absent: int, where: str) -> int:
        return absent if key not in row else self.complaints.number(row, key, low, high, where)

    def _one_of(self, value, known, what: str, where: str) -> bool:
        """Whether the value is a known word; complains and suggests otherwise."""
        if isinstance(value, str) and value in known:
            return True
        self.complaints.add(where, f"{shown(value)} is not {what}{suggestion(value, known)}, should be one of "
                                   f"{', '.join(known) or 'none'}")
        return False

    def _cats(self) -> tuple[Cat, ...]:
        found = []
        for where, row, name in self._named(self.data, "cats", "cat", SHORT_NAME, SHORT_RULE):
            self.complaints.unknown(row, KNOWN["cats"], where)
            character = row.get("character", "")
            if not isinstance(character, str) or len(character) > 100 or any(faults(character)):
                self.complaints.add(where, "character should be a text of at most 100 visible signs on one line")
            found.append(Cat(name, str(character), self._start_items(row, where),
                             self._own_trick(row, "initial", where),
                             self._own_trick(row, "unique", where), self._wipeout(row, where),
                             self._abilities(row, name, where)))
        return tuple(found)

    def _start_items(self, row: dict, where: str) -> tuple[str, ...]:
        items = row.get("items", [])
        if not isinstance(items, list):
            self.complaints.add(where, f"items is {shown(items)}, should list names of items")
            return ()
        for item in items:
            self._one_of(item, self.known["item"], "an item", where)
        if len(texts(items)) < len(items):
            self.complaints.add(where, "lists an item twice, should be once: a cat holds one of a kind")
        return tuple(map(str, items))

    def _own_trick(self, row: dict, key: str, where: str) -> Trick:
        trick = row.get(key)
        if not isinstance(trick, dict):
            self.complaints.add(where,
                                f"{key} is {shown(trick) if key in row else 'missing'}, should be a trick such as "
                                       f"{EXAMPLES['common']}")
            return Trick("")
        name = self.complaints.name(trick.get("name"), NAME, NAME_RULE, f"{where}, {key} trick")
        return self._trick(trick, name, f'{where}, trick "{name}"')

    def _wipeout(self, row: dict, where: str) -> dict:
        wipeout = row.get("wipeout")
        if not isinstance(wipeout, dict):
            self.complaints.add(where, "wipeout is missing, should be a table with a list of rewards for each of "
                                       f"{', '.join(FLAGS)}")
            return {}
        self.complaints.unknown(wipeout, FLAGS, f"{where}, wipeout")
        return {flag: self._effects(wipeout, flag, f"{where}, wipeout", REWARDS, "wipeout") for flag in FLAGS}

    def _abilities(self, row: dict, cat: str | None, where: str) -> tuple[Ability, ...]:
        found = []
        for place, card, name in self._named(row, "abilities", f"{where}, ability"):
            self.complaints.unknown(card, KNOWN["ability"], place)
            spaces = self.complaints.rows(card, "spaces", EXAMPLES["spaces"])
            if not 1 <= len(spaces) <= rules.SPACES:
                self.complaints.add(place, f"has {plural(len(spaces), 'space')}, should have 1 to {rules.SPACES}")
            found.append(Ability(name, cat,
                                 tuple(self._space(space, f"{place}, space {number}") for number, space in spaces),
                                 self._effects(card, "effects", place)))
        if len(found) != rules.SLOTS:
            self.complaints.add(where, f"has {len(found)} ability cards, should have {rules.SLOTS}")
        return tuple(found)

    def _space(self, row: dict, where: str) -> Space:
        self.complaints.unknown(row, KNOWN["space"], where)
        self._one_of(row.get("takes"), (*self.known["resource"], ANY), "a resource", where)
        return Space(str(row.get("takes")), self._effects(row, "gives", where, REWARDS))

    def _waves(self) -> tuple[Wave, ...]:
        found = []
        for where, row, name in self._named(self.data, "waves", "wave"):
            self.complaints.unknown(row, KNOWN["waves"], where)
            self._one_of(row.get("flag"), FLAGS, "a flag", where)
            limit = self.complaints.number(row, "limit", 1, MOST, where)
            columns = [self._column(column, f"{where}, column {number}")
                       for number, column in self.complaints.rows(row, "columns", EXAMPLES["columns"])]
            if not 1 <= len(columns) <= rules.COLUMNS:
                self.complaints.add(where, f"has {plural(len(columns), 'column')}, should have 1 to {rules.COLUMNS}")
            paddles = [column.paddle for column in columns]
            if None not in paddles and any(later <= sooner for sooner, later in zip(paddles, paddles[1:])):
                found_at = ", ".join(map(str, paddles))
                self.complaints.add(where, f"has columns at paddle {found_at}, should rise from left to right")
            elif None not in (*paddles, limit) and paddles and paddles[-1] > limit:
                self.complaints.add(where, f"has a column at paddle {paddles[-1]}, should be at most its limit {limit}")
            found.append(Wave(name, str(row.get("flag")), limit, tuple(columns)))
        return tuple(found)

    def _column(self, row: dict, where: str) -> Column:
        self.complaints.unknown(row, KNOWN["column"], where)
        jellyfish = row.get("jellyfish", False)
        if not isinstance(jellyfish, bool):
            self.complaints.add(where, f"jellyfish is {shown(jellyfish)}, should be true or false")
        return Column(self.complaints.number(row, "paddle", 0, MOST, where),
                      self.complaints.number(row, "flow", 0, MOST, where),
                      self._effects(row, "gives", where, REWARDS), jellyfish is True)

    def _events(self) -> tuple[EventCard, ...]:
        found = []
        for where, row, name in self._named(self.data, "events", "event"):
            self.complaints.unknown(row, KNOWN["events"], where)
            red = row.get("red", False)
            if not isinstance(red, bool):
                self.complaints.add(where, f"red is {shown(red)}, should be true or false")
            found.append(EventCard(name, self._optional(row, "count", 1, rules.EVENT_CARDS, 1, where), red is True,
                                   self._effects(row, "effects", where)))
        return tuple(found)

    def _instructors(self) -> tuple[Instructor, ...]:
        found = []
        for where, row, name in self._named(self.data, "instructors", "instructor"):
            self.complaints.unknown(row, KNOWN["instructors"], where)
            found.append(Instructor(name, self._effects(row, "effects", where, ("flow",))))
        return tuple(found)

    def _effects(self, row: dict, key: str, where: str, allowed=rules.OPS, example="effects") -> tuple[Effect, ...]:
        rows = self.complaints.rows(row, key, EXAMPLES[example]) if key in row else []
        if len(rows) > MOST_EFFECTS:
            self.complaints.add(where, f"has {len(rows)} effects under {key}, should have at most {MOST_EFFECTS}")
        return tuple(self._effect(effect, f"{where}, {key} {number}", allowed) for number, effect in rows)

    def _effect(self, row: dict, where: str, allowed) -> Effect:
        self.complaints.unknown(row, KNOWN["effect"], where)
        op = row.get("op")
        if not self._one_of(op, allowed, "an effect that works here", where):
            return Effect("flow")
        lasting = op in LASTING
        amount = self._amount(row, op, where)
        who = row.get("who", "self")
        if self._one_of(who, WHO, "a reach", where) and who != "self" and op in ("copy", "shed", "unlock"):
            self.complaints.add(where, f'who is "{who}", should be "self" for {op}')
        lasts = row.get("lasts", "now")
        if self._one_of(lasts, LASTS, "a time", where) and (lasts == "now") == lasting:
            right = '"wave" or "good"' if lasting else "left out"
            self.complaints.add(where, f'lasts is "{lasts}", should be {right} for {op}')
        metric, per = row.get("if", ""), row.get("per", "")
        for word in (metric, per):
            if word != "":
                self._one_of(word, rules.METRICS, "something that can be counted", where)
        if per != "" and op in ONE_OFF:
            self.complaints.add(where, f"{op} has a per, should have none: it happens once")
        least, most = self._bounds(row, metric, where)
        return Effect(op, amount, str(who), str(lasts), self._of(row, op, where), str(metric), least, most, str(per))

    def _amount(self, row: dict, op: str, where: str) -> int:
        if op in ONE_OFF:
            if "amount" in row:
                self.complaints.add(where, f"{op} has an amount, should have none: it happens once")
            return 1
        if op in COUNTED:
            return self._optional(row, "amount", 1, MOST_GAINS, 1, where)
        amount = self.complaints.number(row, "amount", -MOST, MOST, where)
        if amount == 0:
            self.complaints.add(where, "amount is 0, should be another number")
        return amount

    def _of(self, row: dict, op: str, where: str) -> tuple[str, ...]:
        """The names under `of`: one resource or trick, one item or two."""
        of = row.get("of", [])
        names = of if isinstance(of, list) else [of]
        most = {"resource": 1, "item": 2, "shed": 1, "unlock": 1}.get(op, 0)
        least = 1 if op in ("shed", "unlock") else 0
        if not least <= len(names) <= most:
            right = str(least) if least == most else f"{least} to {most}"
            self.complaints.add(where, f"of names {len(names)}, should name {right} for {op}")
            return ()
        if not all([self._one_of(name, self.known[op], f"what {op} can be of", where) for name in names]):
            return ()
        return tuple(names)

    def _bounds(self, row: dict, metric, where: str) -> tuple[int, int]:
        bounds = {key: self.complaints.number(row, key, -MOST, 10 * MOST, where) for key in BOUNDS if key in row}
        if bool(bounds) != (metric != ""):
            self.complaints.add(where, "has a condition by halves, should have `if` and at_least, at_most or exactly")
        if not bounds or None in bounds.values():
            return -UNBOUNDED, UNBOUNDED
        least = max(bounds.get("at_least", -UNBOUNDED), bounds.get("exactly", -UNBOUNDED))
        most = min(bounds.get("at_most", UNBOUNDED), bounds.get("exactly", UNBOUNDED))
        if least > most:
            said = " and ".join(f"{key} {bound}" for key, bound in bounds.items())
            self.complaints.add(where, f"nothing is {said} at once, should leave a range")
        return least, most


def texts(values) -> list[str]:
    """The different texts among some values, in order."""
    return list(dict.fromkeys(value for value in values if isinstance(value, str)))


def check_names(cards: CardSet, complaints: Complaints) -> None:
    """Cards of one kind have different names."""
    for what, names in (("resources", cards.resource_names), ("items", cards.item_names), ("tricks", cards.trick_names),
                        ("cats", cards.cat_names), ("ability cards", cards.ability_names), ("waves", cards.wave_names),
                        ("events", cards.event_names), ("instructors", cards.instructor_names)):
        for same in lookalikes(names):
            others = [f'"{name}"' for name in dict.fromkeys(same[1:]) if name != same[0]]
            look = f" and looks the same as {' and '.join(others)}" if others else ""
            complaints.add(what, f'"{same[0]}" is there {len(same)} times{look}, should be once')


def check_counts(cards: CardSet, complaints: Complaints) -> None:
    """The counts of the box, or of a custom set what the rules have room for."""
    counts = {"cats": len(cards.cats), "common tricks": sum(trick.count for trick in cards.common),
              "market cards": sum(trick.count for trick in cards.market), "waves": len(cards.waves),
              "events": sum(event.count for event in cards.events), "items": sum(item.count for item in cards.items),
              "instructors": len(cards.instructors), "resource tokens": sum(kind.count for kind in cards.resources)}
    if not cards.custom:
        for what, right in BOX.items():
            if counts[what] != right:
                complaints.add(what, f"there are {counts[what]}, should be {right} as in the box, or say custom = true")
    counts |= {"resources": len(cards.resources), "kinds of items": len(cards.items), "tricks": len(cards.tricks),
               "effects": sum(1 for _ in every_effect(cards))}
    for what, (least, most) in ROOM.items():
        if not least <= counts[what] <= most:
            complaints.add(what, f"there are {counts[what]}, should be {least} to {most}")
    for flag in FLAGS:
        if not any(wave.flag == flag for wave in cards.waves):
            complaints.add("waves", f"none has a {flag} flag, should be at least 1")


def check_abilities(cards: CardSet, complaints: Complaints) -> None:
    """The box's tricks, event and sorts of ability cards are there (SC02, SC14, SC31, SC51)."""
    if cards.custom:
        return
    tricks = {trick.name: trick for trick in cards.common}
    for name in (DISTRACTION, GNARLY):
        if name not in tricks:
            complaints.add("common", f'"{name}" is missing, should be among the common tricks')
    gnarly = tricks.get(GNARLY)
    if gnarly and (gnarly.paddle, gnarly.fall, len(gnarly.resources)) != (3, 3, 1):
        complaints.add(f'common trick "{GNARLY}"', f"is {gnarly.sentence}, should be paddle 3, fall 3 and one resource")
    if not any(event.name == WARNING_JELLYFISH and any(effect.op == "jellyfish" for effect in event.effects)
               for event in cards.events):
        complaints.add("events", f'"{WARNING_JELLYFISH}" is missing, should make jellyfish active')
    for cat in cards.cats:
        first, _, third = ([effect.op for effect in ability.effects] for ability in cat.abilities)
        if "shed" not in first or "price" not in first:
            complaints.add(f'cat "{cat.name}"', f"the first ability card has {first}, should have shed and price")
        if Effect("unlock", of=(cat.unique.name,)) not in cat.abilities[2].effects:
            complaints.add(f'cat "{cat.name}"',
                           f'the third ability card has {third}, should unlock "{cat.unique.name}"')


def every_effect(cards: CardSet):
    """Every effect that the tables of the set hold."""
    for trick in cards.tricks:
        yield from trick.resources
        yield from trick.effects
    for card in (*cards.items, *cards.events, *cards.instructors, *cards.abilities):
        yield from card.effects
    for cat in cards.cats:
        for effects in cat.wipeout.values():
            yield from effects
    for place in [*(column for wave in cards.waves for column in wave.columns),
                  *(space for ability in cards.abilities for space in ability.spaces)]:
        yield from place.gives


# words
def sections(cards: CardSet) -> list[tuple[str, list[tuple[int, str]]]]:
    """Every card in words, with how many of it there are, by kind."""
    return [
        ("Resource tokens", [(card.count, card.sentence) for card in cards.resources]),
        ("Items", [(card.count, card.sentence) for card in cards.items]),
        ("Cats", [(1, card.sentence) for card in cards.cats]),
        ("Common starting tricks, for every cat", [(card.count, card.sentence) for card in cards.common]),
        ("Initial tricks", [(1, f"{card.initial.sentence} ({card.name})") for card in cards.cats]),
        ("Unique tricks", [(1, f"{card.unique.sentence} ({card.name})") for card in cards.cats]),
        ("Ability cards", [(1, card.sentence) for card in cards.abilities]),
        ("Market cards", [(card.count, f"{card.sentence} (costs {card.cost})") for card in cards.market]),
        ("Waves", [(1, card.sentence) for card in cards.waves]),
        ("Events", [(card.count, card.sentence) for card in cards.events]),
        ("Instructors", [(1, card.sentence) for card in cards.instructors]),
    ]


def describe(cards: CardSet) -> str:
    """Every card in words as lines of plain text."""
    lines = []
    for title, rows in sections(cards):
        lines += [f"{title} ({sum(count for count, _ in rows)})"]
        lines += [f"  {count:2} x {sentence}" for count, sentence in rows]
        lines.append("")
    return "\n".join(lines + [f"The box also holds {PROMOS} lifeguard promo cards, which have no rule."])
