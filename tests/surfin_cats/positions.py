"""Positions of Surfin' Cats written in the game's words, and what can be said of them; built on `Game` alone.

    table = position("maria rufo", paddle={"maria": 4}, decks={"maria": "Two, Slip"})
    table.act(maria="trick", rufo="ride").choose("take shell").use(maria="use wax")
    assert table.fall("maria") == 1
"""
from __future__ import annotations

from surflab.surfin_cats import rules
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.fate import Fate
from surflab.surfin_cats.game import Game
from surflab.surfin_cats.variant import Variant

FLAGS = ("green", "yellow", "red", "black")
KITTENS = Variant(kittens=True)


def listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


class Position:
    """A table in the middle of a game; `act`, `use`, `choose` and `take` play on in place and return the position."""

    def __init__(self, game: Game, state):
        self.game, self.state, self.log = game, state, []

    # playing on
    def _resolve(self, choices: dict[int, str], fate: Fate | None = None) -> Position:
        self.state, events = self.game.resolve(self.state, choices, fate)
        self.log += list(events)
        return self

    def _all(self, question: str, absent: str, choices: dict[str, str]) -> Position:
        assert self.question == question, self.question
        assert set(choices) <= set(self.choosers), (choices, self.choosers)
        return self._resolve({self._seat(name): choices.get(name, absent) for name in self.choosers})

    def act(self, **choices: str) -> Position:
        """Every cat that can choose does this, or reveals its next trick."""
        return self._all("act", "trick", choices)

    def use(self, **choices: str) -> Position:
        """Every cat that can use an item does this, or uses nothing."""
        return self._all("item", "use nothing", choices)

    def turn(self, **choices: str) -> Position:
        """A turn in which nobody uses an item."""
        self.act(**choices)
        return self.use() if self.question == "item" else self

    def choose(self, *choices: str, fate: Fate | None = None) -> Position:
        """Whoever is asked alone chooses this, then the next one that, and so on."""
        for choice in choices:
            (seat,) = self.game.to_choose(self.state)
            self._resolve({seat: choice}, fate)
        return self

    def answer(self, **choices: str) -> Position:
        """Those named choose this, all at once."""
        return self._resolve({self._seat(name): choice for name, choice in choices.items()})

    def first_choices(self) -> Position:
        """All who are asked take their first legal choice."""
        return self._resolve({seat: self.game.legal(self.state, seat)[0] for seat in self.game.to_choose(self.state)})

    # what can be said
    def _seat(self, name: str) -> int:
        return self.game.players.index(name)

    def happened(self, kind: int) -> list[str | None]:
        """To whom an event of that kind happened so far, in order."""
        return [self.game.players[event.seat] if event.seat >= 0 else None for event in self.log if event.kind == kind]

    @property
    def table(self):
        return self.state["table"][0]

    @property
    def question(self) -> str:
        return self.game.question(self.state)

    @property
    def choosers(self) -> list[str]:
        return [self.game.players[seat] for seat in self.game.to_choose(self.state)]

    @property
    def where(self) -> str:
        return self.game.where(self.state)

    @property
    def winners(self) -> list[str]:
        return [self.game.players[seat] for seat in self.game.winners(self.state)]

    def choices(self, name: str) -> list[str]:
        return self.game.legal(self.state, self._seat(name))

    def _number(self, field: str, name: str) -> int:
        return int(self.table[field][self._seat(name)])

    def paddle(self, name: str) -> int:
        return self._number("paddle", name)

    def fall(self, name: str) -> int:
        return self._number("fall", name)

    def flow(self, name: str) -> int:
        return self._number("flow", name)

    def meters(self, name: str) -> tuple[int, int, int]:
        return self.paddle(name), self.fall(name), self.flow(name)

    def place(self, name: str) -> tuple[int, int]:
        """The column, counted from 0, and the place in it, counted from 0."""
        return self._number("column", name), self._number("place", name)

    def status(self, name: str) -> str:
        return self.game.status(self.state, self._seat(name))

    def items(self, name: str) -> list[str]:
        return self.game.items(self.state, self._seat(name))

    def kept(self, name: str) -> list[str]:
        return self.game.kept(self.state, self._seat(name))

    def deck(self, name: str) -> list[str]:
        return self.game.deck(self.state, self._seat(name))

    def top(self, name: str, viewer: str | None = None) -> str | None:
        return self.game.next_card(self.state, self._seat(name), None if viewer is None else self._seat(viewer))

    def in_play(self, name: str) -> list[str]:
        return self.game.in_play(self.state, self._seat(name))

    def spaces(self, name: str, slot: int) -> list[str | None]:
        return self.game.abilities(self.state, self._seat(name))[slot][2]

    def is_complete(self, name: str, slot: int) -> bool:
        return self.game.abilities(self.state, self._seat(name))[slot][1]

    def points(self, name: str) -> dict[str, int]:
        return self.game.points(self.state, self._seat(name))

    def tokens(self, resource: str) -> int:
        return int(self.table["tokens"][self.game.cards.resource_kind(resource)])


def position(cats: str = "maria rufo", *, flag: str = "green", events: str = "", paddle=None, fall=None, flow=None,
             decks=None, known=None, items=None, filled=None, done=None, kept=None, played=None, last: bool = False,
             market=None, cards: CardSet | None = None, variant: Variant = KITTENS, seed: int = 0) -> Position:
    """All cats on a wave, about to choose; what is not said is as at the start of a game of BOX, but without items.

    `decks` names all that a cat's deck holds, top first, `known` those whose deck's top the owner has seen, `played`
    the tricks in play. `done` lists the slots of a cat's completed ability cards, `filled` resources by slot and space.
    With `last` no wave comes after this one. `market` is the whole market deck, top first.
    """
    cards = cards or BOX
    game = Game(tuple(cats.split()), cards=cards, variant=variant, seed=seed)
    state = game.start().copy()
    s = state[0]
    t, seat_of = s.table, game.players.index
    t.flag[0] = FLAGS.index(flag)
    t.surf[0] = next(number for number, wave in enumerate(cards.waves) if wave.flag == flag)
    if last:
        t.waves = 1
    for place, name in enumerate(listed(events)):
        t.event[place] = cards.event_kind(name)
        for seat in range(t.seats):
            for effect in cards.events[cards.event_kind(name)].effects:
                t.this_wave[seat, rules.OPS.index(effect.op) - rules.FIRST_LASTING] += effect.amount
    for meter, given in (("paddle", paddle), ("fall", fall), ("flow", flow)):
        for name, amount in (given or {}).items():
            t[meter][seat_of(name)] = amount
    for name, names in (decks or {}).items():
        lay_deck(cards, s, seat_of(name), listed(names))
    for name in known or ():
        top = t.left[seat_of(name)] - 1
        s.own[seat_of(name)].known[top] = s.deck[seat_of(name), top]
    for name, names in (played or {}).items():
        for place, trick in enumerate(listed(names)):
            t.played[seat_of(name), place] = cards.trick_kind(trick)
        t.in_play[seat_of(name)] = t.spent[seat_of(name)] = len(listed(names))
    for name in game.players:
        hold_items(cards, t, seat_of(name), listed((items or {}).get(name, "")))
    for name, slots in (done or {}).items():
        for slot in slots:
            t.done[seat_of(name), slot] = 1
    for name, spaces in (filled or {}).items():
        for (slot, space), resource in spaces.items():
            t.filled[seat_of(name), slot, space] = cards.resource_kind(resource) + 1
            t.tokens[cards.resource_kind(resource)] -= 1
    for name, names in (kept or {}).items():
        for resource in listed(names):
            t.kept[seat_of(name), cards.resource_kind(resource)] += 1
            t.tokens[cards.resource_kind(resource)] -= 1
    if market is not None:
        lay_market(cards, s, listed(market))
    rules.ask_all(cards.tables[0], s, rules.CHOOSE_ACT)
    state.setflags(write=False)
    return Position(game, state)


def lay_deck(cards: CardSet, s, seat: int, names: list[str]) -> None:
    kinds = [cards.trick_kind(name) for name in names]
    t = s.table
    t.left[seat] = len(kinds)
    s.deck[seat], t.rest[seat], t.known[seat], s.own[seat].known[:] = -1, -1, -1, -1
    s.deck[seat, :len(kinds)] = kinds[::-1]
    t.rest[seat, :len(kinds)] = sorted(kinds)


def lay_market(cards: CardSet, s, names: list[str]) -> None:
    kinds = [cards.trick_kind(name) for name in names]
    t = s.table
    s.market[:], t.market[:] = -1, -1
    s.market[:len(kinds)] = kinds[::-1]
    t.market[:len(kinds)] = sorted(kinds)
    t.market_left = t.unseen = len(kinds)


def hold_items(cards: CardSet, t, seat: int, names: list[str]) -> None:
    for kind, name in enumerate(cards.item_names):
        held = int(name in names)
        t.supply[kind] += t.held[seat, kind] - held
        t.held[seat, kind] = held


def _flow(amount: int) -> dict:
    return {"op": "flow", "amount": amount}


def _wave(name: str, flag: str, limit: int = 9) -> dict:
    return {"name": name, "flag": flag, "limit": limit, "columns": [
        {"paddle": 2, "flow": 2, "gives": [{"op": "item", "of": ["wax", "leash"]}]},
        {"paddle": 4, "flow": 4},
        {"paddle": 6, "flow": 6, "gives": [{"op": "resource", "of": "shell"}], "jellyfish": True},
        {"paddle": 8, "flow": 8, "gives": [{"op": "look"}]}]}


def _cat(name: str, item: str, initial: dict, unique: dict, ability: list) -> dict:
    def space(takes, *gives):
        return {"takes": takes, "gives": list(gives)}
    shed = [{"op": "shed", "of": "Distraction"}, {"op": "price", "amount": -1, "lasts": "good"}]
    return {
        "name": name, "character": "of the tests", "items": [item], "initial": {"name": f"{name} first"} | initial,
        "unique": {"name": f"{name} best"} | unique,
        "wipeout": {"green": [_flow(1)], "yellow": [{"op": "item"}], "red": [{"op": "resource"}],
                    "black": [{"op": "freestyle"}]},
        "abilities": [
            {"name": f"{name} A", "effects": shed,
             "spaces": [space("shell", _flow(1)), space("star", {"op": "item", "of": ["wax", "fins"]})]},
            {"name": f"{name} B", "effects": ability,
             "spaces": [space("shell", {"op": "look"}), space("any", _flow(2))]},
            {"name": f"{name} C", "effects": [{"op": "unlock", "of": f"{name} best"}],
             "spaces": [space("star", _flow(1)), space("star", _flow(1))]}]}


BOX_TABLES = {
    "game": "surfin-cats", "custom": True,
    "resources": [{"name": "shell", "count": 30}, {"name": "star", "count": 30}],
    "items": [
        {"name": "wax", "count": 4, "effects": [{"op": "fall", "amount": -2}]},
        {"name": "leash", "count": 4, "effects": [{"op": "paddle", "amount": -3}]},
        {"name": "fins", "count": 4, "effects": [{"op": "paddle", "amount": 2}]},
        {"name": "weed", "count": 4, "effects": [{"op": "fall", "amount": 2, "who": "one"}]},
        {"name": "whistle", "count": 4, "effects": [{"op": "discard"}]}],
    "common": [
        {"name": "One", "paddle": 1}, {"name": "Two", "paddle": 2, "fall": 1}, {"name": "Three", "paddle": 3,
                                                                                "fall": 2},
        {"name": "Shell", "paddle": 1, "resources": ["shell"]}, {"name": "Show", "paddle": 1, "fall": 1, "flow": 2},
        {"name": "Distraction", "fall": 2}, {"name": "Gnarly", "paddle": 3, "fall": 3, "resources": ["any"]}],
    "cats": [
        _cat("maria", "wax", {"flow": 1}, {"paddle": 5}, [{"op": "ride_flow", "amount": 2, "lasts": "good"}]),
        _cat("rufo", "fins", {"paddle": 3}, {"paddle": 5}, [{"op": "fall_limit", "amount": 2, "lasts": "good"}]),
        _cat("mandy", "wax", {"effects": [{"op": "look"}]}, {"fall": -3},
             [{"op": "wave_look", "amount": 1, "lasts": "good"}]),
        _cat("chope", "whistle", {"resources": ["any"]}, {"resources": ["any", "star"]},
             [{"op": "wave_resource", "amount": 1, "lasts": "good"}]),
        _cat("neo", "weed", {"effects": [{"op": "copy"}]}, {"effects": [{"op": "copy"}]},
             [{"op": "shield", "amount": 1, "lasts": "good"}])],
    "market": [
        {"name": "Slip", "fall": -2, "cost": 1, "count": 6}, {"name": "Star", "resources": ["star"], "cost": 2,
                                                              "count": 6},
        {"name": "Costly", "paddle": 4, "cost": 50, "count": 2},
        {"name": "Splash", "cost": 1, "count": 3, "effects": [{"op": "fall", "amount": 1, "who": "others"}]},
        {"name": "Push", "cost": 1, "count": 3, "effects": [{"op": "paddle", "amount": 2, "who": "one"}]},
        {"name": "Rob", "cost": 1, "count": 2, "effects": [{"op": "flow", "amount": -2, "who": "leader"}, _flow(2)]},
        {"name": "Copycat", "cost": 1, "count": 3, "effects": [{"op": "copy"}]},
        {"name": "Jam", "cost": 3, "count": 3, "effects": [{"op": "freestyle"}]},
        {"name": "Undo", "cost": 1, "count": 3, "effects": [{"op": "discard"}]},
        {"name": "Peek", "cost": 1, "count": 3, "effects": [{"op": "look"}]},
        {"name": "Reach", "cost": 2, "count": 3, "effects": [_flow(3) | {"if": "paddle", "at_least": 5}]},
        {"name": "Chain", "cost": 2, "count": 3, "effects": [_flow(1) | {"per": "in_play"}]}],
    "waves": [*(_wave(f"Green {n}", "green") for n in "ab"), *(_wave(f"Yellow {n}", "yellow") for n in "ab"),
              *(_wave(f"Red {n}", "red") for n in "ab"), *(_wave(f"Black {n}", "black") for n in "ab")],
    "events": [
        {"name": "Warning Jellyfish!", "count": 2, "effects": [{"op": "jellyfish", "amount": 1, "lasts": "wave"}]},
        {"name": "Red Sky", "red": True, "count": 3, "effects": [_flow(1)]},
        {"name": "Gift", "count": 3, "effects": [{"op": "item", "of": ["leash"]}]},
        {"name": "Low Tide", "count": 2, "effects": [{"op": "paddle_limit", "amount": -2, "lasts": "wave"}]}],
    "instructors": [{"name": f"Teacher {n}", "effects": [_flow(n + 1)]} for n in range(7)] + [
        {"name": "Koa", "effects": [_flow(2) | {"per": "abilities"}]},
        {"name": "Luz", "effects": [_flow(3) | {"per": "rides"}]},
        {"name": "Doc", "effects": [_flow(5) | {"if": "wipeouts", "at_least": 1}]}],
}
BOX = CardSet.from_dict(BOX_TABLES, "the box of the tests")
"""A card set that changes with the tests alone, not with the house set."""
