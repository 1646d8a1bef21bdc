"""The card set of Surf's Up!: reading it, checking it against the box, its names and words, and the rules' tables of it.

A card is named as a game record names it: "orange 1", "bluebottle", "orange +2", "energy 4"; a choice of energy is "0" to
"5", or "4t" for a temporary card. What a card does stands in its data alone, and its `sentence` is made from that.
"""
from __future__ import annotations

import copy
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from .. import card_files
from ..card_files import CardSetError, Complaints, shown, suggestion
from . import rules

__all__ = ["Board", "CardSet", "CardSetError", "Energy", "Goal", "Sting", "Wave", "describe", "energy_kind", "energy_name"]

GAME = "surfs-up"
HOUSE = Path(__file__).with_name("house.toml")
BLUEBOTTLE = "bluebottle"
BOX = {"waves": 23, "bluebottles": 5, "beach cards": 42, "bluebottle tokens": 18}
MOST_GOALS = rules.GOALS
ENERGY_VALUES = rules.KINDS - rules.STARTING
MOST = 99  # the highest points, bonus or cost that a custom set may print
UNBOUNDED = 10**6  # above everything that a goal can measure
SUIT_NAME = re.compile(r"[^\W\d_][\w-]{0,19}")
GOAL_NAME = re.compile(r"\w(?:[\w '’!?.,&+()/:-]{0,38}[\w’!?.)])?")
RESERVED = ("energy", BLUEBOTTLE, "respect")
KNOWN = {
    "set": ("suits", "bluebottles", "waves", "boards", "energy", "stings", "goals", "custom", "game", "surflab", "title",
            "note"),
    "waves": ("suit", "points", "count"),
    "boards": ("suit", "bonus", "cost", "count"),
    "energy": ("value", "cost", "count"),
    "stings": ("value", "count"),
    "goals": ("name", "points", "metric", "at_least", "at_most", "exactly"),
}
EXAMPLES = {
    "waves": '{suit = "orange", points = 1, count = 2}',
    "boards": '{suit = "orange", bonus = 2, cost = 3, count = 2}',
    "energy": "{value = 4, cost = 2, count = 3}",
    "stings": "{value = 0, count = 4}",
    "goals": '{name = "Quiver", points = 3, metric = "boards", at_least = 3}',
}
METRIC_WORDS = {  # how a goal reads: the sentence, its noun for one and for more, and the sentence for none
    "waves": ("win {amount} {suit}{noun}", "wave", "waves", "win no {suit}wave"),
    "suits": ("win waves of {amount} {noun}", "suit", "suits", "win no wave"),
    "wave_points": ("win waves worth {amount} {noun} together", "point", "points", "win no wave worth a point"),
    "boards": ("buy {amount} {suit}{noun}", "surfboard", "surfboards", "buy no {suit}surfboard"),
    "board_suits": ("buy surfboards of {amount} {noun}", "suit", "suits", "buy no surfboard"),
    "respect": ("end with {amount} {noun}", "respect", "respect", "end without respect"),
    "stings": ("take {amount} {noun}", "bluebottle token", "bluebottle tokens", "take no bluebottle token"),
    "starting_energy": ("still own {amount} of the five starting cards above 0", "", "",
                        "own none of the five starting cards above 0 any more"),
    "temporary_energy": ("end with {amount} {noun} unused", "temporary energy card", "temporary energy cards",
                         "end without a temporary energy card"),
    "runner_ups": ("be runner-up {amount} {noun}", "time", "times", "never be runner-up"),
    "rests": ("rest {amount} {noun}", "time", "times", "never rest"),
    "wipeouts": ("wipe out {amount} {noun}", "time", "times", "never wipe out"),
    "largest_suit": ("win {amount} {noun} of the suit you win most of", "wave", "waves", "win no wave"),
    "board_points": ("score {amount} {noun} with surfboards", "point", "points", "score nothing with surfboards"),
}


def plural(count: int, one: str, more: str = "") -> str:
    """A count with its noun."""
    return f"{count} {one if count == 1 else more or one + 's'}"


# the cards
@dataclass(frozen=True)
class Wave:
    """A wave card, printed `count` times."""

    suit: str
    points: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.suit} {self.points}"

    @property
    def sentence(self) -> str:
        return f"{self.suit} wave worth {plural(self.points, 'point')}"


@dataclass(frozen=True)
class Board:
    """A surfboard, printed `count` times."""

    suit: str
    bonus: int
    cost: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.suit} +{self.bonus}"

    @property
    def sentence(self) -> str:
        return f"{self.suit} surfboard for {self.cost} respect: {plural(self.bonus, 'point')} for each {self.suit} wave you win"


@dataclass(frozen=True)
class Energy:
    """A temporary energy card, printed `count` times."""

    value: int
    cost: int
    count: int

    @property
    def name(self) -> str:
        return f"energy {self.value}"

    @property
    def sentence(self) -> str:
        return f"temporary energy for {self.cost} respect: paddles with {self.value} once"


@dataclass(frozen=True)
class Sting:
    """A bluebottle token, there `count` times."""

    value: int
    count: int

    @property
    def name(self) -> str:
        return str(self.value)

    @property
    def sentence(self) -> str:
        return f"bluebottle token that costs {plural(self.value, 'point')}" if self.value else "bluebottle token that costs nothing"


@dataclass(frozen=True)
class Goal:
    """A shared goal: `metric`, counted for one surfer at the end, must lie within the bounds that are given."""

    name: str
    points: int
    metric: str
    at_least: int | None = None
    at_most: int | None = None
    exactly: int | None = None

    @property
    def least(self) -> int:
        return max(bound for bound in (0, self.at_least, self.exactly) if bound is not None)

    @property
    def most(self) -> int:
        return min(bound for bound in (UNBOUNDED, self.at_most, self.exactly) if bound is not None)

    @property
    def sentence(self) -> str:
        """What the goal asks for, in words."""
        base, _, suit = self.metric.partition(".")
        words, one, more, none = METRIC_WORDS[base]
        suit = suit and suit + " "
        least, most = self.least, self.most
        if most == 0:
            return none.format(suit=suit)
        if most == UNBOUNDED:
            amount, last = f"at least {least}", least
        elif least == most:
            amount, last = f"exactly {least}", least
        elif least == 0:
            amount, last = f"at most {most}", most
        else:
            amount, last = f"{least} to {most}", most
        return words.format(amount=amount, suit=suit, noun=one if last == 1 else more)


# the energy in a hand
def energy_name(kind: int) -> str:
    """What a kind of energy card is called: "0" to "5", or "1t" to "9t" for temporary energy."""
    return str(kind) if kind < rules.STARTING else f"{kind - rules.STARTING + 1}t"


ENERGY_NAMES = [energy_name(kind) for kind in range(rules.KINDS)]


def energy_kind(name: str) -> int:
    """The kind of energy card of that name; raises ValueError."""
    return _index(name, ENERGY_NAMES, "energy card")


def _index(name, names: list[str], what: str) -> int:
    if name in names:
        return names.index(name)
    listed = ", ".join(names) or "none"
    raise ValueError(f"there is no {what} {shown(name)}{suggestion(name, names)}; known: {listed}")


# the set
@dataclass(frozen=True)
class CardSet:
    """All printed cards of one box. Made by `house`, `load` or `from_dict`, which check it."""

    suits: tuple[str, ...]
    waves: tuple[Wave, ...]
    boards: tuple[Board, ...]
    energy: tuple[Energy, ...]
    stings: tuple[Sting, ...]
    goals: tuple[Goal, ...]
    bluebottles: int
    custom: bool = False
    warnings: tuple[str, ...] = field(default=(), compare=False)
    source: dict = field(default_factory=dict, compare=False, repr=False)  # as it was typed, unknown keys included

    @staticmethod
    @cache
    def house() -> CardSet:
        """The set that comes with the package."""
        return CardSet.load(HOUSE)

    @staticmethod
    def load(path) -> CardSet:
        """The card set in a TOML file; raises CardSetError."""
        return CardSet.from_dict(card_files.read_card_file(path), Path(path).name)

    @staticmethod
    def from_dict(data: dict, place: str = "cards") -> CardSet:
        """The card set that a table of TOML describes; raises CardSetError with all that is wrong, beginning with `place`."""
        return check(data, place)

    def to_dict(self) -> dict:
        """The set as it was typed, for writing it down again."""
        return copy.deepcopy(self.source)

    @cached_property
    def ocean_names(self) -> list[str]:
        """The names of the ocean cards by kind."""
        return [wave.name for wave in self.waves] + [BLUEBOTTLE]

    @cached_property
    def beach_names(self) -> list[str]:
        """The names of the beach cards by kind."""
        return [card.name for card in self.boards + self.energy]

    @cached_property
    def goal_names(self) -> list[str]:
        """The names of the shared goals by id."""
        return [goal.name for goal in self.goals]

    def ocean_kind(self, name: str) -> int:
        """The kind of ocean card of that name; raises ValueError."""
        return _index(name, self.ocean_names, "ocean card")

    def beach_kind(self, name: str) -> int:
        """The kind of beach card of that name; raises ValueError."""
        return _index(name, self.beach_names, "beach card")

    def goal_id(self, name: str) -> int:
        """The id of the shared goal of that name; raises ValueError."""
        return _index(name, self.goal_names, "shared goal")

    @cached_property
    def tables(self) -> np.ndarray:
        """The set as the rules take it: an array of one CARDS record."""
        tables = np.zeros(1, rules.CARDS)
        row = tables[0]
        row.suits, row.bluebottles = len(self.suits), self.bluebottles
        row.ocean_kinds = len(self.waves) + 1
        for kind, wave in enumerate(self.waves):
            row.ocean_count[kind], row.ocean_points[kind] = wave.count, wave.points
            row.ocean_suit[kind] = self.suits.index(wave.suit)
        row.ocean_count[len(self.waves)], row.ocean_suit[len(self.waves)] = self.bluebottles, -1
        self._fill_beach(row)
        row.stings = sum(sting.count for sting in self.stings)
        for sting in self.stings:
            row.sting_count[sting.value] = sting.count
        self._fill_goals(row)
        return tables

    def _fill_beach(self, row) -> None:
        row.beach_kinds = len(self.boards) + len(self.energy)
        for kind, card in enumerate(self.boards + self.energy):
            is_board = isinstance(card, Board)
            row.beach_count[kind], row.beach_cost[kind] = card.count, card.cost
            row.beach_suit[kind] = self.suits.index(card.suit) if is_board else -1
            row.beach_value[kind] = card.bonus if is_board else card.value

    def _fill_goals(self, row) -> None:
        row.goals = len(self.goals)
        for number, goal in enumerate(self.goals):
            base, _, suit = goal.metric.partition(".")
            row.goal_metric[number], row.goal_points[number] = rules.METRICS.index(base), goal.points
            row.goal_suit[number] = self.suits.index(suit) if suit else -1
            row.goal_least[number], row.goal_most[number] = goal.least, goal.most


# checking
def check(data, place: str) -> CardSet:
    """The card set that the table describes; raises CardSetError listing everything that is wrong with it."""
    complaints = Complaints(place)
    if not isinstance(data, dict):
        raise CardSetError(place, [f"is {shown(data)}, should be a table"])
    if card_files.is_deep(data):
        raise CardSetError(place, [f"tables or lists lie more than {card_files.DEPTH} deep in each other"])
    complaints.unknown(data, KNOWN["set"], "the set")
    check_kind_of_file(data, complaints)
    custom = complaints.flag(data, "custom")
    suits = check_suits(data, complaints)
    waves = check_waves(data, suits, custom, complaints)
    boards = check_boards(data, suits, complaints)
    energy = check_energy(data, complaints)
    stings = check_stings(data, custom, complaints)
    goals = check_goals(data, suits, complaints)
    bluebottles = complaints.number(data, "bluebottles", 1, rules.OCEAN, "the set")
    check_counts(custom, waves, bluebottles or 0, boards + energy, stings, complaints)
    complaints.stop()
    cards = CardSet(suits, waves, boards, energy, stings, goals, bluebottles, custom, source=copy.deepcopy(data))
    object.__setattr__(cards, "warnings", tuple(complaints.warnings))
    return cards


def check_kind_of_file(data: dict, complaints: Complaints) -> None:
    """A file of another game or of a format to come is refused by its first lines."""
    if data.get("game", GAME) != GAME:
        complaints.add("game", f'is {shown(data["game"])}, should be "{GAME}"')
    version = data.get("surflab", 1)
    if type(version) is not int or version != 1:
        complaints.add("surflab", f"is {shown(version)}, only format 1 can be read")


def check_suits(data: dict, complaints: Complaints) -> tuple[str, ...]:
    """One to six distinct simple names; those that are none are left out."""
    listed = data.get("suits")
    if not isinstance(listed, list) or not 1 <= len(listed) <= rules.SUITS:
        found = f"lists {len(listed)}" if isinstance(listed, list) else f"is {shown(listed)}" if listed else "is missing"
        complaints.add("suits", f'{found}, should list 1 to {rules.SUITS} names such as ["orange", "teal", "purple"]')
        listed = listed[:rules.SUITS] if isinstance(listed, list) else []
    suits = []
    for suit in listed:
        suit = complaints.name(suit, SUIT_NAME, "a letter, then up to 19 letters, digits or dashes", "suits")
        if suit is None:
            continue
        if suit.casefold() in RESERVED:
            complaints.add("suits", f'"{suit}" already means something else; take another name')
        elif suit.casefold() in [other.casefold() for other in suits]:
            complaints.add("suits", f'"{suit}" is listed twice; suits need different names')
        else:
            suits.append(suit)
    return tuple(suits)


def check_suit(row: dict, suits: tuple, where: str, complaints: Complaints) -> str | None:
    suit = row.get("suit")
    if isinstance(suit, str) and suit in suits:
        return suit
    found = f"suit is {shown(suit)}" if "suit" in row else "suit is missing"
    complaints.add(where, f"{found}, should be one of {', '.join(suits) or 'the names in suits'}")
    return None


def label(row: dict, pattern: str, fallback: str) -> str:
    """A row's card name for a complaint, or its place in the file where it has no sensible one."""
    values = list(row.get(key) for key in re.findall(r"{(\w+)}", pattern))
    if all(type(value) in (str, int) and len(shown(value)) <= 24 for value in values):
        return re.sub(r"{(\w+)}", lambda key: shown(row[key[1]]).strip('"'), pattern)
    return fallback


def labelled(data: dict, key: str, pattern: str, complaints: Complaints):
    """The rows under a key, each with what a complaint calls it; unknown keys are warned of."""
    for number, row in enumerate(complaints.rows(data, key, EXAMPLES[key]), 1):
        where = label(row, pattern, f"{key} row {number}")
        complaints.unknown(row, KNOWN[key], where)
        yield where, row


def add_up(cards: list) -> tuple:
    """Rows of the same card become one with their counts added; cards that are printed no time are left out."""
    counts = Counter()
    first = {}
    for card in cards:
        counts[card.name] += card.count
        first.setdefault(card.name, card)
    return tuple(type(card)(**(vars(card) | {"count": counts[name]})) for name, card in first.items() if counts[name])


def check_costs(cards: list, complaints: Complaints) -> None:
    """A name stands for one card, so it has one cost."""
    costs = {}
    for card in cards:
        if costs.setdefault(card.name, card.cost) != card.cost:
            complaints.add(card.name, f"costs {costs[card.name]} in one row and {card.cost} in another, should have one cost")
    for name, cost in costs.items():
        if cost > rules.MAX_RESPECT:
            complaints.warn(name, f"costs {cost}, and nobody ever holds more than {rules.MAX_RESPECT} respect")


def check_waves(data: dict, suits: tuple, custom: bool, complaints: Complaints) -> tuple[Wave, ...]:
    lowest, highest = (0, MOST) if custom else (1, 10)
    waves = []
    for where, row in labelled(data, "waves", "{suit} {points}", complaints):
        wave = (check_suit(row, suits, where, complaints), complaints.number(row, "points", lowest, highest, where),
                complaints.number(row, "count", 0, rules.OCEAN, where))
        if None not in wave:
            waves.append(Wave(*wave))
    return add_up(waves)


def check_boards(data: dict, suits: tuple, complaints: Complaints) -> tuple[Board, ...]:
    boards = []
    for where, row in labelled(data, "boards", "{suit} +{bonus}", complaints):
        board = (check_suit(row, suits, where, complaints), complaints.number(row, "bonus", 0, MOST, where),
                 complaints.number(row, "cost", 0, MOST, where), complaints.number(row, "count", 0, rules.BEACH, where))
        if None not in board:
            boards.append(Board(*board))
    check_costs(boards, complaints)
    return add_up(boards)


def check_energy(data: dict, complaints: Complaints) -> tuple[Energy, ...]:
    energy = []
    for where, row in labelled(data, "energy", "energy {value}", complaints):
        card = (complaints.number(row, "value", 1, ENERGY_VALUES, where), complaints.number(row, "cost", 0, MOST, where),
                complaints.number(row, "count", 0, rules.BEACH, where))
        if None not in card:
            energy.append(Energy(*card))
    check_costs(energy, complaints)
    return add_up(energy)


def check_stings(data: dict, custom: bool, complaints: Complaints) -> tuple[Sting, ...]:
    highest = rules.STING_VALUES - 1 if custom else 3
    stings = []
    for where, row in labelled(data, "stings", "bluebottle token {value}", complaints):
        sting = (complaints.number(row, "value", 0, highest, where), complaints.number(row, "count", 0, rules.STINGS, where))
        if None not in sting:
            stings.append(Sting(*sting))
    return add_up(stings)


def check_goals(data: dict, suits: tuple, complaints: Complaints) -> tuple[Goal, ...]:
    """At most 18 goals of different names, each with a known metric and bounds that something lies between."""
    goals, names = [], set()
    rows = list(labelled(data, "goals", "goal {name}", complaints))
    if len(rows) > MOST_GOALS:
        complaints.add("goals", f"there are {len(rows)}, should be at most {MOST_GOALS}")
    for where, row in rows:
        name = complaints.name(row.get("name"), GOAL_NAME, "up to 40 letters, digits, spaces and simple signs", where)
        if name is not None and name.casefold() in names:
            complaints.add(where, "is there twice; goals need different names")
        points = complaints.number(row, "points", 0, MOST, where)
        metric = check_metric(row, suits, where, complaints)
        bounds = check_bounds(row, where, complaints)
        if None not in (name, points, metric, bounds):
            goals.append(Goal(name, points, metric, **bounds))
        names.add(name and name.casefold())
    return tuple(goals)


def check_metric(row: dict, suits: tuple, where: str, complaints: Complaints) -> str | None:
    known = [*rules.METRICS, *(f"{base}.{suit}" for base in ("waves", "boards") for suit in suits)]
    metric = row.get("metric")
    if isinstance(metric, str) and metric in known:
        return metric
    found = f"metric is {shown(metric)}" if "metric" in row else "metric is missing"
    complaints.add(where, f"{found}{suggestion(metric, known)}, should be one of {', '.join(known)}")
    return None


def check_bounds(row: dict, where: str, complaints: Complaints) -> dict | None:
    """The bounds of a goal that are given, or None after a complaint."""
    bounds = {key: complaints.number(row, key, 0, UNBOUNDED - 1, where) for key in ("at_least", "at_most", "exactly") if key in row}
    if not bounds:
        complaints.add(where, "has no bound, should have at_least, at_most or exactly")
    if not bounds or None in bounds.values():
        return None
    goal = Goal("", 0, "waves", **bounds)
    if goal.least > goal.most:
        said = " and ".join(f"{key} {bound}" for key, bound in bounds.items())
        complaints.add(where, f"{said} leave nothing between them")
        return None
    if goal.least == 0 and goal.most == UNBOUNDED:
        complaints.warn(where, "is met by everybody")
    return bounds


def check_counts(custom: bool, waves, bluebottles: int, beach, stings, complaints: Complaints) -> None:
    """The counts of the box, or of a custom set what the rules have room for."""
    counts = {"waves": sum(wave.count for wave in waves), "bluebottles": bluebottles,
              "beach cards": sum(card.count for card in beach), "bluebottle tokens": sum(sting.count for sting in stings)}
    if not custom:
        for what, right in BOX.items():
            if counts[what] != right:
                complaints.add(what, f"there are {counts[what]}, the box holds {right} (another number needs custom = true)")
        return
    if counts["waves"] < rules.SPACES:
        complaints.add("waves", f"there are {counts['waves']}, should be at least {rules.SPACES}")
    for what, count, room in (("waves and bluebottles", counts["waves"] + bluebottles, rules.OCEAN),
                              ("beach cards", counts["beach cards"], rules.BEACH),
                              ("bluebottle tokens", counts["bluebottle tokens"], rules.STINGS)):
        if count > room:
            complaints.add(what, f"there are {count}, should be at most {room}")


# words
def describe(cards: CardSet) -> str:
    """Every card in words, with how many of it there are."""
    ocean = [(wave.count, wave.sentence) for wave in cards.waves]
    ocean.append((cards.bluebottles, "bluebottle: the slowest surfers take a token"))
    sections = [
        ("Ocean cards", ocean),
        ("Surfboards", [(board.count, board.sentence) for board in cards.boards]),
        ("Temporary energy", [(energy.count, energy.sentence) for energy in cards.energy]),
        ("Bluebottle tokens", [(sting.count, sting.sentence) for sting in cards.stings]),
    ]
    lines = []
    for title, rows in sections:
        lines += [f"{title} ({sum(count for count, _ in rows)})"]
        lines += [f"  {count:2} x {sentence}" for count, sentence in rows]
        lines.append("")
    lines.append(f"Shared goals ({len(cards.goals)})")
    lines += [f"  {goal.name}, {plural(goal.points, 'point')}: {goal.sentence}" for goal in cards.goals]
    return "\n".join(lines)
