"""The kinds of cards in Surfin' Cats and how each of them reads; ids, tables and checks are in cards.py.

What a card does stands in its data alone, as a list of effects; its `sentence` is made from that. An effect is a table:

    op         what it does, one of OP_WORDS: a meter ("paddle", "fall", "flow"), something gained ("resource", "item",
               "look", "freestyle"), something done ("discard", "copy", "shed", "unlock"), or a number that lasts
               ("fall_limit", "price", "ride_flow", ...)
    amount     how much, or how many; 1 where it is left out (not for meters and lasting numbers)
    who        "self" (left out), "others", "all", "one" (another cat of one's choice), "leader", "last" (of the others, all
               that tie)
    lasts      "wave" or "good", for lasting numbers alone
    of         which resource, item (or two to choose from) or trick; left out, any
    if         a metric with at_least, at_most or exactly, counted for the cat whose card it is
    per        a metric that the amount is multiplied by
"""
from __future__ import annotations

from dataclasses import dataclass

ANY = "any"
UNBOUNDED = 10**6
WHO_WORDS = {"self": "", "others": "each other surfing cat: ", "all": "each surfing cat: ",
             "one": "one other surfing cat of your choice: ", "leader": "the other surfing cat with most flow (all that tie): ",
             "last": "the other surfing cat with least flow (all that tie): "}
OP_WORDS = {  # how an effect reads: {n} the amount, {sign} with its sign, {less} as less or more, {of} what of
    "paddle": "paddle {sign}",
    "fall": "fall {sign}",
    "flow": "flow {sign}",
    "resource": "{n} {of}",
    "item": "{n} {of}",
    "look": "{n} look",
    "freestyle": "{n} freestyle",
    "discard": "discard {n} trick in play",
    "copy": "discard the top card of the market deck and copy it",
    "shed": "{of} leaves the deck at the next market visit",
    "unlock": "{of} goes on top of the deck",
    "fall_limit": "limit of fall {sign}",
    "paddle_limit": "maximum paddle of the wave {sign}",
    "price": "market cards cost {less}",
    "ride_flow": "flow {sign} with a ride",
    "ride_paddle": "paddle {sign} when the column is found",
    "trick_paddle": "paddle {sign} with each trick",
    "trick_fall": "fall {sign} with each trick",
    "trick_flow": "flow {sign} with each trick",
    "jellyfish": "jellyfish {sign}",
    "crowd": "flow lost behind others {sign}",
    "shield": "others' cards do nothing to this cat, and hit nobody else instead",
    "wipeout_flow": "flow {sign} with a wipeout",
    "offer": "cards to choose from at the market {sign}",
    "item_flow": "flow {sign} with each item used",
    "wave_look": "{n} look as each wave comes",
    "wave_resource": "{n} resource of your choice as each wave comes",
    "no_items": "no items can be used",
}
METRIC_WORDS = {  # how a metric reads in a condition, and after "for each"
    "paddle": ("paddle", "paddle"),
    "fall": ("fall", "fall"),
    "flow": ("flow", "flow"),
    "items": ("the number of items held", "item held"),
    "kept": ("the number of resources kept", "resource kept"),
    "placed": ("the number of resources on incomplete ability cards", "resource on an incomplete ability card"),
    "abilities": ("the number of completed ability cards", "completed ability card"),
    "in_play": ("the number of tricks in play", "trick in play"),
    "deck": ("the number of cards left in the deck", "card left in the deck"),
    "tricks": ("the number of tricks owned", "trick owned"),
    "turn": ("the turn's number", "turn of this wave"),
    "surfing": ("the number of cats still surfing", "cat still surfing"),
    "ridden": ("the number of cats on the beach", "cat on the beach"),
    "ahead": ("the number of cats with more flow", "cat with more flow"),
    "behind": ("the number of cats with less flow", "cat with less flow"),
    "flag": ("the flag's number", "flag before this one"),
    "rides": ("the number of waves ridden", "wave ridden"),
    "wipeouts": ("the number of wipeouts", "wipeout"),
    "uses": ("the number of items used", "item used"),
    "performed": ("the number of tricks performed", "trick performed"),
    "purchases": ("the number of market cards taken", "market card taken"),
    "firsts": ("the number of first places in a column", "first place in a column"),
    "tops": ("the number of rides into the last column", "ride into the last column"),
    "gathered": ("the number of resources placed or kept", "resource placed or kept"),
    "freestyles": ("the number of freestyles", "freestyle"),
}


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


# the cards
class Printed:
    """Something printed that has a name; what it does is told by its `sentence`."""

    name: str

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


@dataclass(frozen=True)
class Effect:
    """One thing that a card does; `of` names the resources, items or tricks it may be, none for any."""

    op: str
    amount: int = 1
    who: str = "self"
    lasts: str = "now"
    of: tuple[str, ...] = ()
    metric: str = ""
    least: int = -UNBOUNDED
    most: int = UNBOUNDED
    per: str = ""

    @property
    def sentence(self) -> str:
        less = f"{abs(self.amount)} {'less' if self.amount < 0 else 'more'}"
        words = OP_WORDS[self.op].format(n=self.amount, sign=signed(self.amount), less=less, of=self._of)
        if self.op == "jellyfish":
            words = f"jellyfish are {'active' if self.amount > 0 else 'harmless'}"
        if self.op in ("look", "freestyle", "discard") and self.amount > 1:
            words = words.replace("look", "looks").replace("freestyle", "freestyles").replace("trick", "tricks")
        if self.per:
            words += f" for each {METRIC_WORDS[self.per][1]}"
        if self.metric:
            words = f"if {METRIC_WORDS[self.metric][0]} is {self._bounds}, {words}"
        return WHO_WORDS[self.who] + words + {"now": "", "wave": " (this wave)", "good": " (for good)"}[self.lasts]

    @property
    def _of(self) -> str:
        if self.of:
            return " or ".join(self.of)
        noun = "item" if self.op == "item" else "resource"
        return (noun if self.amount == 1 else noun + "s") + " of your choice"

    @property
    def _bounds(self) -> str:
        if self.least == self.most:
            return f"exactly {self.least}"
        if self.most == UNBOUNDED:
            return f"{self.least} or more"
        return f"{self.most} or less" if self.least == -UNBOUNDED else f"{self.least} to {self.most}"


def in_words(effects: tuple[Effect, ...]) -> str:
    """A list of effects as one sentence."""
    return "; ".join(effect.sentence for effect in effects) or "nothing"


@dataclass(frozen=True)
class Resource:
    name: str
    count: int

    @property
    def sentence(self) -> str:
        return f"{self.name}: {plural(self.count, 'token')}"


@dataclass(frozen=True, repr=False)
class Item(Printed):
    name: str
    count: int
    effects: tuple[Effect, ...]

    @property
    def sentence(self) -> str:
        return f"{self.name}: {in_words(self.effects)}"


@dataclass(frozen=True, repr=False)
class Trick(Printed):
    """A trick card; `resources` are those it gives, "any" is one of the cat's choice."""

    name: str
    paddle: int = 0
    fall: int = 0
    flow: int = 0
    resources: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    cost: int = 0
    count: int = 1

    @property
    def sentence(self) -> str:
        parts = [f"{meter} {signed(amount)}" for meter, amount in
                 (("paddle", self.paddle), ("fall", self.fall), ("flow", self.flow)) if amount]
        parts += ["1 resource of your choice" if name == ANY else f"1 {name}" for name in self.resources]
        parts += [effect.sentence for effect in self.effects]
        return f"{self.name}: {'; '.join(parts) or 'nothing'}"


@dataclass(frozen=True, repr=False)
class Space:
    """A space of an ability card: the resource it takes ("any" takes every one) and what it gives at once."""

    takes: str
    gives: tuple[Effect, ...]

    def __repr__(self) -> str:
        return f"<Space for {self.takes}>"

    @property
    def sentence(self) -> str:
        return f"{'any resource' if self.takes == ANY else self.takes} gives {in_words(self.gives)}"


@dataclass(frozen=True, repr=False)
class Ability(Printed):
    name: str
    cat: str
    spaces: tuple[Space, ...]
    effects: tuple[Effect, ...]

    @property
    def sentence(self) -> str:
        spaces = ", ".join(space.sentence for space in self.spaces)
        return f"{self.name} ({self.cat}): {spaces}; complete: {in_words(self.effects)}"


@dataclass(frozen=True, repr=False)
class Cat(Printed):
    """One cat with what its reference card shows: starting items, and the reward of a wipeout by flag."""

    name: str
    character: str
    items: tuple[str, ...]
    initial: Trick
    unique: Trick
    wipeout: dict[str, tuple[Effect, ...]]
    abilities: tuple[Ability, ...]

    @property
    def sentence(self) -> str:
        rewards = ", ".join(f"{flag} {in_words(effects)}" for flag, effects in self.wipeout.items())
        return f"{self.name}: {self.character}; starts with {', '.join(self.items) or 'no item'}; wipeout: {rewards}"


@dataclass(frozen=True, repr=False)
class Column:
    paddle: int
    flow: int
    gives: tuple[Effect, ...] = ()
    jellyfish: bool = False

    def __repr__(self) -> str:
        return f"<Column of paddle {self.paddle}>"

    @property
    def sentence(self) -> str:
        reward = f" and {in_words(self.gives)}" if self.gives else ""
        return f"paddle {self.paddle}: flow {signed(self.flow)}{reward}{', jellyfish' if self.jellyfish else ''}"


@dataclass(frozen=True, repr=False)
class Wave(Printed):
    name: str
    flag: str
    limit: int
    columns: tuple[Column, ...]

    @property
    def sentence(self) -> str:
        columns = "; ".join(column.sentence for column in self.columns)
        return f"{self.name} ({self.flag}): maximum paddle {self.limit}; {columns}"


@dataclass(frozen=True, repr=False)
class EventCard(Printed):
    name: str
    count: int
    red: bool
    effects: tuple[Effect, ...]

    @property
    def sentence(self) -> str:
        return f"{self.name}{' (red flag)' if self.red else ''}: every cat: {in_words(self.effects)}"


@dataclass(frozen=True, repr=False)
class Instructor(Printed):
    name: str
    effects: tuple[Effect, ...]

    @property
    def sentence(self) -> str:
        return f"{self.name}: {in_words(self.effects)} at the end"
