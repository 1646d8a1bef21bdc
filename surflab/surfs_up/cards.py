"""The card set of Surf's Up!: its cards in names and words, the rules' tables of them, and the check of what was typed.

A card is named as a game record names it: "orange 1", "bluebottle", "orange +2", "energy 4"; energy in a hand is "0" to
"5", or "4t" for a temporary card. What a card does stands in its data alone, and its `sentence` is made from that.
"""
from __future__ import annotations

import copy
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from .. import card_files
from ..card_files import CardSetError, Complaints, shown, suggestion
from ..typed import alike
from . import rules

__all__ = ["Board", "CardSet", "CardSetError", "Energy", "Goal", "Sting", "Wave", "describe", "energy_kind",
           "energy_name"]

GAME = "surfs-up"
HOUSE = Path(__file__).with_name("house.toml")
BLUEBOTTLE = "bluebottle"
BOX = {"waves": 23, "bluebottles": 5, "beach cards": 42, "bluebottle tokens": 18}
BOX_POINTS, BOX_STING = (1, 10), 3  # what a wave is worth in the box, and the most that a token costs
ENERGY_VALUES = rules.KINDS - rules.STARTING
MOST = 99  # the highest points, bonus or cost that a custom set may print
UNBOUNDED = 10**6  # above everything that a goal can measure
SUIT_NAME = re.compile(r"[^\W\d_][\w-]{0,19}")
GOAL_NAME = re.compile(r"\w(?:[\w '’!?.,&+()/:-]{0,38}[\w'’!?.)])?")
RESERVED = ("energy", BLUEBOTTLE, "respect")
BY_SUIT = ("waves", "boards")  # the metrics that a goal may count for one suit alone, as in "waves.orange"
BOUNDS = ("at_least", "at_most", "exactly")
KNOWN = {
    "set": ("surflab", "game", "title", "note", "custom", "suits", "bluebottles", "waves", "boards", "energy", "stings",
            "goals"),
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
    "runner_ups": ("be runner-up in {amount} {noun}", "round", "rounds", "never be runner-up"),
    "rests": ("rest in {amount} {noun}", "round", "rounds", "never rest"),
    "wipeouts": ("wipe out in {amount} {noun}", "round", "rounds", "never wipe out"),
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
        bonus = plural(self.bonus, "point")
        return f"{self.suit} surfboard for {self.cost} respect: {bonus} for each {self.suit} wave you win"


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
        return f"bluebottle token that costs {plural(self.value, 'point') if self.value else 'nothing'}"


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
@dataclass(frozen=True, repr=False)
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
    source: dict = field(default_factory=dict, compare=False)  # as it was typed, unknown keys included

    def __repr__(self) -> str:
        return (f"<CardSet of Surf's Up!: {sum(wave.count for wave in self.waves)} waves, {sum(board.count for board in self.boards)} surfboards, "
                f"{sum(card.count for card in self.energy)} temporary energy, {sum(sting.count for sting in self.stings)} tokens, "
                f"{len(self.goals)} goals>")

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
    if not isinstance(data, dict):
        raise CardSetError(place, [f"is {shown(data)}, should be a table"])
    if card_files.is_deep(data):
        raise CardSetError(place, [f"tables or lists lie more than {card_files.DEPTH} deep in each other"])
    complaints = Complaints(place)
    data = complaints.texts(data)
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
    check_counts(data, custom, complaints)
    complaints.stop()
    check_reach(suits, waves, boards, energy, stings, goals, complaints)
    return CardSet(suits, waves, boards, energy, stings, goals, bluebottles, custom, tuple(complaints.warnings),
                   copy.deepcopy(data))


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
    if not isinstance(listed, list):
        listed, found = [], f"is {shown(listed)}" if "suits" in data else "is missing"
    else:
        found = f"lists {len(listed)}"
    if not 1 <= len(listed) <= rules.SUITS:
        complaints.add("suits", f'{found}, should list 1 to {rules.SUITS} names such as ["orange", "teal", "purple"]')
    suits = []
    for suit in listed[:rules.SUITS]:
        suit = complaints.name(suit, SUIT_NAME, "a letter, then up to 19 letters, digits or dashes", "suits")
        if suit is None:
            continue
        if alike(suit, RESERVED):
            complaints.add("suits", f'"{suit}" means something else already, should be another name')
        elif alike(suit, suits):
            complaints.add("suits", f'"{suit}" is listed twice, should be once')
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


def card_name(row: dict, pattern: str, fallback: str) -> str:
    """What a complaint calls a row: the name of its card, or its place where it has no sensible one."""
    values = {key: row.get(key) for key in re.findall(r"{(\w+)}", pattern)}
    if all(type(value) is int and abs(value) <= card_files.VAST or type(value) is str for value in values.values()):
        return pattern.format(**{key: shown(value).strip('"') for key, value in values.items()})
    return fallback


def named_rows(data: dict, key: str, pattern: str, complaints: Complaints):
    """The rows under a key, each after what a complaint calls it; unknown keys are warned of."""
    for number, row in complaints.rows(data, key, EXAMPLES[key]):
        where = complaints.call(row, card_name(row, pattern, f"{key} row {number}"))
        complaints.unknown(row, KNOWN[key], where)
        yield where, row


def add_up(cards: list) -> tuple:
    """Rows of the same card become one with their counts added; a card that is printed no time is left out."""
    counts, first = Counter(), {}
    for card in cards:
        counts[card.name] += card.count
        first.setdefault(card.name, card)
    return tuple(replace(card, count=counts[name]) for name, card in first.items() if counts[name])


def check_costs(cards: list, complaints: Complaints) -> None:
    """A name stands for one card, so it has one cost."""
    costs = {}
    for card in cards:
        cost = costs.setdefault(card.name, card.cost)
        if card.cost != cost:
            complaints.add(card.name, f"costs {cost} in one row and {card.cost} in another, should have one cost")
    for name, cost in costs.items():
        if cost > rules.MAX_RESPECT:
            complaints.warn(name, f"costs {cost}, and nobody ever holds more than {rules.MAX_RESPECT} respect")


def check_waves(data: dict, suits: tuple, custom: bool, complaints: Complaints) -> tuple[Wave, ...]:
    lowest, highest, wider = (0, MOST, "") if custom else (*BOX_POINTS, f" as in the box, or say custom = true for up to {MOST}")
    waves = []
    for where, row in named_rows(data, "waves", "{suit} {points}", complaints):
        wave = (check_suit(row, suits, where, complaints),
                complaints.number(row, "points", lowest, highest, where, wider),
                complaints.number(row, "count", 0, rules.OCEAN, where))
        if None not in wave:
            waves.append(Wave(*wave))
    return add_up(waves)


def check_boards(data: dict, suits: tuple, complaints: Complaints) -> tuple[Board, ...]:
    boards = []
    for where, row in named_rows(data, "boards", "{suit} +{bonus}", complaints):
        board = (check_suit(row, suits, where, complaints),
                 complaints.number(row, "bonus", 0, MOST, where),
                 complaints.number(row, "cost", 0, MOST, where),
                 complaints.number(row, "count", 0, rules.BEACH, where))
        if None not in board:
            boards.append(Board(*board))
    check_costs(boards, complaints)
    return add_up(boards)


def check_energy(data: dict, complaints: Complaints) -> tuple[Energy, ...]:
    energy = []
    for where, row in named_rows(data, "energy", "energy {value}", complaints):
        card = (complaints.number(row, "value", 1, rules.KINDS - rules.STARTING, where),
                complaints.number(row, "cost", 0, MOST, where),
                complaints.number(row, "count", 0, rules.BEACH, where))
        if None not in card:
            energy.append(Energy(*card))
    check_costs(energy, complaints)
    return add_up(energy)


def check_stings(data: dict, custom: bool, complaints: Complaints) -> tuple[Sting, ...]:
    most = rules.STING_VALUES - 1
    highest, wider = (most, "") if custom else (BOX_STING, f" as in the box, or say custom = true for up to {most}")
    stings = []
    for where, row in named_rows(data, "stings", "bluebottle token {value}", complaints):
        sting = (complaints.number(row, "value", 0, highest, where, wider),
                 complaints.number(row, "count", 0, rules.STINGS, where))
        if None not in sting:
            stings.append(Sting(*sting))
    return add_up(stings)


def check_goals(data: dict, suits: tuple, complaints: Complaints) -> tuple[Goal, ...]:
    """At most 18 goals of different names, each with a known metric and bounds that something lies between."""
    goals, names = [], []
    rows = list(named_rows(data, "goals", "goal {name}", complaints))
    if len(rows) > rules.GOALS:
        complaints.add("goals", f"there are {len(rows)}, should be at most {rules.GOALS}")
    for where, row in rows:
        name = complaints.name(row.get("name"), GOAL_NAME, "up to 40 letters, digits, spaces and simple signs", where)
        if name is not None and alike(name, names):
            complaints.add(where, "is there twice, should be once: goals need different names")
        names += [name] * (name is not None)
        points = complaints.number(row, "points", 0, MOST, where)
        metric = check_metric(row, suits, where, complaints)
        bounds = check_bounds(row, where, complaints)
        if None not in (name, points, metric, bounds):
            goals.append(Goal(name, points, metric, **bounds))
    return tuple(goals)


def check_metric(row: dict, suits: tuple, where: str, complaints: Complaints) -> str | None:
    known = [*rules.METRICS, *(f"{base}.{suit}" for base in BY_SUIT for suit in suits)]
    metric = row.get("metric")
    if isinstance(metric, str) and metric in known:
        return metric
    found = f"metric is {shown(metric)}{suggestion(metric, known)}" if "metric" in row else "metric is missing"
    complaints.add(where, f"{found}, should be one of {', '.join(known)}")
    return None


def check_bounds(row: dict, where: str, complaints: Complaints) -> dict | None:
    """The bounds of a goal that are given, or None after a complaint."""
    bounds = {key: complaints.number(row, key, 0, UNBOUNDED - 1, where) for key in BOUNDS if key in row}
    if not bounds:
        complaints.add(where, "has no bound, should have at_least, at_most or exactly")
    if not bounds or None in bounds.values():
        return None
    goal = Goal("", 0, "", **bounds)
    if goal.least > goal.most:
        said = " and ".join(f"{key} {bound}" for key, bound in bounds.items())
        complaints.add(where, f"nothing is {said} at once, should leave a range")
        return None
    if goal.least == 0 and goal.most == UNBOUNDED:
        complaints.warn(where, "is met by everybody")
    return bounds


def check_counts(data: dict, custom: bool, complaints: Complaints) -> None:
    """The counts of the box, or of a custom set what the rules have room for; rows with other mistakes count too."""
    by_suit = count_cards(data, "waves", "suit")
    beach = count_cards(data, "boards", "suit") + Counter({"energy": count_cards(data, "energy").total()})
    tokens = Counter({f"of {value}": count for value, count in count_cards(data, "stings", "value").items()})
    bluebottles = data.get("bluebottles")
    if type(bluebottles) is not int or not 1 <= bluebottles <= rules.OCEAN:
        bluebottles = 0 if custom else BOX["bluebottles"]
    counted = {"waves": by_suit, "bluebottles": Counter({BLUEBOTTLE: bluebottles}), "beach cards": beach,
               "bluebottle tokens": tokens}
    if custom:
        if by_suit.total() < rules.SPACES:
            complaints.add("waves", f"there are {tally(by_suit)}, should be at least {rules.SPACES}")
        rooms = {"waves and bluebottles": rules.OCEAN, "beach cards": rules.BEACH, "bluebottle tokens": rules.STINGS}
        counted["waves and bluebottles"] = by_suit + counted["bluebottles"]
        for what, room in rooms.items():
            if counted[what].total() > room:
                complaints.add(what, f"there are {tally(counted[what])}, should be at most {room}")
    else:
        for what, right in BOX.items():
            if counted[what].total() != right:
                found = tally(counted[what])
                complaints.add(what, f"there are {found}, should be {right} as in the box, or say custom = true")


def count_cards(data: dict, key: str, part: str = "") -> Counter:
    """How many cards the rows under a key hold, by the value they have under `part`."""
    counts = Counter()
    rows = data.get(key)
    for row in rows[:card_files.ROWS] if isinstance(rows, list) else []:
        count = row.get("count") if isinstance(row, dict) else None
        if type(count) is int and 0 < count < UNBOUNDED:
            counts[shown(row.get(part)).strip('"')] += count
    return counts


def tally(counts: Counter) -> str:
    """A total with what it is made of: "24 (9 orange, 8 teal, 7 purple)"."""
    parts = [f"{count} {part}" for part, count in list(counts.items())[:12]]
    return f"{counts.total()} ({', '.join(parts)})" if len(parts) > 1 else str(counts.total())


def check_reach(suits, waves, boards, energy, stings, goals, complaints: Complaints) -> None:
    """Warn of goals that ask for more than the set holds."""
    held = {"waves": waves, "boards": boards, "temporary_energy": energy, "stings": stings}
    reach = {metric: sum(card.count for card in cards) for metric, cards in held.items()}
    for suit in suits:
        for metric in BY_SUIT:
            reach[f"{metric}.{suit}"] = sum(card.count for card in held[metric] if card.suit == suit)
        if not reach[f"waves.{suit}"]:
            complaints.warn("suits", f'no wave is "{suit}"')
    reach |= {"suits": len({wave.suit for wave in waves}), "board_suits": len({board.suit for board in boards}),
              "respect": rules.MAX_RESPECT, "starting_energy": rules.STARTING - 1}
    for goal in goals:
        most = reach.get(goal.metric, UNBOUNDED)
        if goal.least > most:
            complaints.warn(f"goal {goal.name}", f"asks for {goal.least} and nobody can have more than {most}")


# words
def sections(cards: CardSet) -> list[tuple[str, list[tuple[int, str]]]]:
    """Every card in words, with how many of it there are, by kind."""
    ocean = [(wave.count, wave.sentence) for wave in cards.waves]
    ocean.append((cards.bluebottles, "bluebottle: the slowest surfers take a token"))
    return [
        ("Ocean cards", ocean),
        ("Surfboards", [(board.count, board.sentence) for board in cards.boards]),
        ("Temporary energy", [(energy.count, energy.sentence) for energy in cards.energy]),
        ("Bluebottle tokens", [(sting.count, sting.sentence) for sting in cards.stings]),
        ("Shared goals", [(1, f"{goal.name}, {plural(goal.points, 'point')}: {goal.sentence}") for goal in cards.goals]),
    ]


def describe(cards: CardSet) -> str:
    """Every card in words as lines of plain text."""
    lines = []
    for title, rows in sections(cards):
        lines += [f"{title} ({sum(count for count, _ in rows)})"]
        lines += [f"  {count:2} x {sentence}" for count, sentence in rows] + [""]
    return "\n".join(lines[:-1])
