"""The form of a position of Surf's Up!: what lies on the table, what every surfer has, and what is known of the decks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .. import style
from ..position_form import PositionForm
from ..records import Warnings
from ..sheet import Field, Section
from ..table_setup import PEOPLE, PERSON, seed_of
from . import rules
from .bots import PLANS
from .cards import BLUEBOTTLE, CardSet, energy_name
from .position import COUNTS, EMPTY, SEAT, TABLE, UNKNOWN, Reader
from .record import read_table

STARTING = [energy_name(kind) for kind in range(1, rules.STARTING)]
PLACES = {"hand": "hand", "towel": "towel", "trash": "trash"}
SPACES = range(rules.SPACES)
TEMPORARY = {"hand": "Temporary in hand", "towel": "Temporary on the towel", "spent": "Temporary, spent"}
LISTS = ("waves", "boards", "stings")
COUNTED = {"rests": "Rests", "runner_ups": "Runner-up", "wipeouts": "Wipeouts"}
DECKS = {"ocean": "Ocean deck", "beach": "Beach deck", "stings": "Bluebottle tokens"}
MOST_GOALS = 3


class SurfsUpPosition(PositionForm):
    """The form of a position of Surf's Up!."""

    # what is asked
    def sections(self) -> Sequence[Section]:
        seats = [self._seat(seat) for seat in range(self.values["players"])]
        return [Section("On the table", self._table(), "table"), *seats, Section(
            "Still to come", self._to_come(), "decks", folded=True,
            hint="Top card first, as far as you know them. What is left of the card set is shuffled behind by the seed.")]

    def _table(self) -> list[Field]:
        cards = self.cards
        spaces = ["breakzone", "next", "far"]
        surf = [Field(f"surf.{space}", f"Surf, {spaces[space]}", "choice", ["", *cards.ocean_names], words={"": "drawn"}) for space in SPACES]
        beach = [Field(f"beach.{space}", f"Beach {space + 1}", "choice", ["", *cards.beach_names, EMPTY], words={"": "drawn", EMPTY: "empty"})
                 for space in SPACES]
        return [
            *surf, *beach, Field("bluebottles", "Bluebottles over", "number", most=cards.bluebottles),
            Field("players", "Surfers", "number", least=2, most=rules.SEATS),
            Field("trash", "Waves that nobody caught", "cards", [*self._waves, UNKNOWN], colours=self._suits),
            Field("goals", "Shared goals", "cards", cards.goal_names, words={goal.name: f"{goal.name}: {goal.sentence}" for goal in cards.goals},
                  wide=True),
        ]

    def _seat(self, seat: int) -> Section:
        cards = self.cards
        temporary = [energy_name(rules.STARTING - 1 + energy.value) for energy in cards.energy]
        tokens = [str(value) for value, count in enumerate(cards.tables["sting_count"][0]) if count]
        fields = [
            Field("name", "Name", "text"), Field("bot", "Played by", "choice", ["", *PLANS], words={"": PERSON}),
            Field("cards", "Starting cards", "places", STARTING, list(PLACES), words=PLACES, hint="a press moves a card"),
            Field("respect", "Respect", "number", most=rules.MAX_RESPECT, may_be_none=True, hint="– : follows from the rest"),
            Field("waves", "Waves won", "cards", self._waves, colours=self._suits),
            Field("boards", "Surfboards", "cards", [board.name for board in cards.boards], colours=self._suits),
            *(Field(key, label, "cards", temporary) for key, label in TEMPORARY.items()),
            Field("stings", "Bluebottle tokens", "cards", [UNKNOWN, *tokens]),
            *(Field(key, label, "number", most=rules.OCEAN, may_be_none=True, hint="– : as few as the rest needs") for key, label in COUNTED.items()),
        ]
        return Section(self.values[f"{seat}.name"] or f"Seat {seat + 1}", [_of(seat, field) for field in fields], str(seat), seat)

    def _to_come(self) -> list[Field]:
        tokens = [str(value) for value, count in enumerate(self.cards.tables["sting_count"][0]) if count]
        options = {"ocean": self.cards.ocean_names, "beach": self.cards.beach_names, "stings": tokens}
        decks = [Field(f"decks.{deck}", label, "cards", options[deck], colours=self._suits, wide=True) for deck, label in DECKS.items()]
        return [*decks, Field("seed", "Seed", "text", most=10)]

    @property
    def _waves(self) -> list[str]:
        return [name for name in self.cards.ocean_names if name != BLUEBOTTLE]

    @property
    def _suits(self) -> dict[str, str]:
        """The colour of every wave and surfboard, by name."""
        suits = {card.name: style.suit_colour(card.suit) for card in (*self.cards.waves, *self.cards.boards)}
        return suits | {BLUEBOTTLE: style.BLUEBOTTLE}

    # between a record's data and the fields
    def values_of(self, data: dict) -> dict:
        game = read_table(data, None, Warnings())
        self.cards: CardSet = game.cards
        position, said, bots = Reader(game).read(), game.set_up.get("seats", {}), data.get("bots", {})
        decks = {f"decks.{deck}": [str(card) for card in game.decks.get(deck, ())] for deck in DECKS}
        surf = [game.cards.ocean_names[kind] for kind in position.surf] + [""] * rules.SPACES
        beach = [EMPTY if kind < 0 else game.cards.beach_names[kind] for kind in position.beach] + [""] * rules.SPACES
        values = {"players": len(game.players), "goals": list(game.goals), "seed": str(game.seed), "bluebottles": position.bluebottles,
                  "trash": [UNKNOWN if kind is None else game.cards.ocean_names[kind] for kind in position.trash]}
        values["more"] = _unasked(game.set_up, TABLE)
        values |= {f"surf.{space}": surf[space] for space in SPACES} | {f"beach.{space}": beach[space] for space in SPACES} | decks
        for seat, name in enumerate(game.players):
            values |= self._values_of_seat(seat, name, position.seats[seat], said.get(name, {}), bots.get(name, ""))
        strangers = [name for name in PEOPLE if name not in game.players]
        for seat in range(len(game.players), rules.SEATS):
            values |= _at(seat, {"name": strangers.pop(0), "bot": "", "cards": dict.fromkeys(STARTING, "hand"), "more": {},
                                 **{key: [] for key in (*LISTS, *TEMPORARY)}, **dict.fromkeys(("respect", *COUNTS))})
        return values

    def _values_of_seat(self, seat: int, name: str, held, said: dict, bot: str) -> dict:
        where = {card: "hand" if held.hand[kind] else "towel" if held.towel[kind] else "trash" for kind, card in enumerate(STARTING, 1)}
        temporary = {key: [energy_name(kind) for kind in range(rules.STARTING, rules.KINDS) for _ in range(getattr(held, key)[kind])]
                     for key in TEMPORARY}
        return _at(seat, {
            "name": name, "bot": bot if bot in PLANS else "", "cards": where,
            "waves": [self.cards.ocean_names[kind] for kind in held.waves], "boards": [self.cards.beach_names[kind] for kind in held.boards],
            "stings": [UNKNOWN if sting is None else str(sting) for sting in held.stings], **temporary,
            **{key: said.get(key) for key in ("respect", *COUNTS)}, "more": _unasked(said, SEAT)})

    def data_of(self, values: dict) -> dict:
        seats = range(values["players"])
        names = [values[f"{seat}.name"].strip() for seat in seats]
        decks = {deck: [int(card) if deck == "stings" else card for card in values[f"decks.{deck}"]] for deck in DECKS}
        position = {
            "surf": [values[f"surf.{space}"] for space in SPACES], "beach": [values[f"beach.{space}"] for space in SPACES],
            "bluebottles": values["bluebottles"], "trash": values["trash"],
            "seats": {name: self._data_of_seat(seat, values) for seat, name in zip(seats, names)}}
        for row in ("surf", "beach"):
            position[row] = [card for card in position[row] if card]
        bots = {name: values[f"{seat}.bot"] for seat, name in zip(seats, names) if values[f"{seat}.bot"]}
        data = self.base | {"players": names, "goals": values["goals"], "seed": seed_of(values["seed"].strip())}
        data |= {"bots": bots, "position": _told(position) | values["more"], "decks": _unasked(self.base.get("decks", {}), DECKS) | _told(decks)}
        return {key: value for key, value in data.items() if value or key not in ("bots", "decks")}

    def _data_of_seat(self, seat: int, values: dict) -> dict:
        def of(key: str):
            return values[f"{seat}.{key}"]

        starting = {place: [card for card, there in of("cards").items() if there == place] for place in PLACES}
        said = {"hand": ["0", *starting["hand"], *of("hand")], "towel": [*starting["towel"], *of("towel")], "spent": of("spent"),
                "waves": of("waves"), "boards": of("boards"),
                "stings": [card if card == UNKNOWN else int(card) for card in of("stings")]}
        return _told(said) | {key: of(key) for key in ("respect", *COUNTS) if of(key) is not None} | of("more")

    def key_of(self, place: Sequence[str]) -> str:
        names = [self.values[f"{seat}.name"].strip() for seat in range(self.values["players"])]
        if place[:1] != ("position",) or len(place) < 2:
            return ""
        return ".".join((str(names.index(place[1])), *place[2:])) if place[1] in names else place[1]


def _of(seat: int, field: Field) -> Field:
    return replace(field, key=f"{seat}.{field.key}")


def _at(seat: int, values: dict) -> dict:
    return {f"{seat}.{key}": value for key, value in values.items()}


def _unasked(said: dict, known: Sequence[str]) -> dict:
    """What is said under keys that mean nothing to surflab; it is kept."""
    return {key: value for key, value in said.items() if key not in known}


def _told(said: dict) -> dict:
    """What is not empty."""
    return {key: value for key, value in said.items() if value not in (0, [])}
