"""The form of a position of Surfin' Cats: the wave and its turn, what every cat has, and what is known of the decks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..position_form import PositionForm
from ..records import Warnings
from ..sheet import Field, Section
from ..table_setup import PEOPLE, PERSON, seed_of
from . import rules
from .bots import PLANS
from .cards import CardSet
from .fate import abilities_dealt
from .game import cat_title
from .position import MOST_FLOW, MOST_METER, MOST_ROUNDS, SAND, SEAT, STATUS, TABLE, UNKNOWN, start_tricks
from .record import read_table

WAVES = ("number", "wave", "earlier", "events", "earlier_events")  # which decide what can come later
COUNTED = {"number": "Wave of the day", "turn": "Turns of it over", "rounds": "Turns and markets so far"}
LISTS = ("in_play", "discarded", "bought", "items", "placed", "kept", "deck")
METERS = {"paddle": "Paddle", "fall": "Fall"}
ASKED = ("status", "column", "place", *METERS, "flow", *LISTS, "complete", "instructor")
UNSETTLING = ("status", "in_play", "discarded", "bought", "complete", "placed", "kept", "deck")  # what the form does not ask follows from these
OPEN, DONE = "open", "complete"


class CatPosition(PositionForm):
    """The form of a position of Surfin' Cats."""

    # what is asked
    def sections(self) -> Sequence[Section]:
        cards = self.cards
        cats = [self._cat(seat) for seat in range(self.values["players"])]
        market = {card.name: card.sentence for card in cards.market}
        to_come = [Field("market", "Market deck", "cards", cards.market_names, words=market, wide=True), Field("seed", "Seed", "text", most=10)]
        return [Section("On the table", self._table(market), "table"), *cats, Section(
            "Still to come", to_come, "decks", folded=True,
            hint="Top card first, as far as you know it. What is left of the card set lies behind as the seed shuffles it.")]

    def _table(self, market: dict) -> list[Field]:
        cards = self.cards
        waves, events = ({card.name: card.sentence for card in pile} for pile in (cards.waves, cards.events))
        return [
            Field("wave", "Wave", "choice", ["", *cards.wave_names], words={"": "drawn"}),
            Field("events", "Its events", "cards", cards.event_names, words=events),
            *(Field(key, label, "number", least=int(key == "number"), most=MOST_ROUNDS, may_be_none=True, hint="– : follows from the rest")
              for key, label in COUNTED.items()),
            Field("players", "Cats", "number", least=1, most=rules.SEATS),
            Field("earlier", "Waves before", "cards", cards.wave_names, words=waves, hint="in the order surfed"),
            Field("earlier_events", "Events before", "cards", cards.event_names, words=events),
            Field("discards", "Market discards", "cards", cards.market_names, words=market),
        ]

    def _cat(self, seat: int) -> Section:
        cards, tricks, abilities = self.cards, self._tricks(seat), self._abilities(seat)
        columns = sorted({str(column.paddle) for wave in cards.waves for column in wave.columns}, key=int)
        spaces = {f"{resource} on {ability.name} {number}": f"{resource} on {ability.name} {number}: {space.sentence}"
                  for ability in abilities for number, space in enumerate(ability.spaces, 1)
                  for resource in cards.resource_names if space.takes in ("any", resource)}
        places = list(range(1, self.values["players"] + 1))
        fields = [
            Field("name", "Name", "text"),
            Field("cat", "Cat", "choice", cards.cat_names, words={name: cat_title(name) for name in cards.cat_names}),
            Field("bot", "Played by", "choice", ["", *PLANS], words={"": PERSON}),
            Field("status", "Now", "choice", list(STATUS)),
            Field("column", "Beach column", "choice", ["", SAND, *columns], words={"": "–", SAND: "on the sand"}),
            Field("place", "Place in it", "choice", ["", *map(str, places)], words={"": "–"}, hint="1 rode there first"),
            *(Field(key, label, "number", most=MOST_METER, may_be_none=True, hint="– : what the tricks in play add up to")
              for key, label in METERS.items()),
            Field("flow", "Flow", "number", most=MOST_FLOW),
            Field("in_play", "Tricks in play", "cards", list(tricks), words=tricks, hint="in the order performed"),
            Field("discarded", "Discarded this wave", "cards", list(tricks), words=tricks),
            Field("bought", "Taken at the market", "cards", cards.market_names, words=tricks, hint="of the whole day"),
            Field("items", "Items", "cards", cards.item_names),
            Field("complete", "Ability cards", "places", [ability.name for ability in abilities], [OPEN, DONE],
                  hint="a press completes a card", wide=True),
            Field("placed", "Resources on ability cards", "cards", list(spaces), words=spaces),
            Field("kept", "Resources kept", "cards", cards.resource_names),
            Field("deck", "Top of the deck", "cards", list(tricks), words=tricks, hint="top card first; empty: unknown"),
        ]
        if not self.kittens:
            words = {card.name: card.sentence for card in cards.instructors}
            fields.append(Field("instructor", "Instructor", "choice", ["", *cards.instructor_names], words=words | {"": "drawn"}))
        return Section(self.values[f"{seat}.name"] or f"Seat {seat + 1}", [_of(seat, field) for field in fields], str(seat), seat)

    def _tricks(self, seat: int) -> dict[str, str]:
        """The tricks that the cat of a seat may have, with what they say."""
        cat = self.cards.cats[self.cards.cat_id(self.values[f"{seat}.cat"])]
        uniques = [cat.unique, *(other.unique for other in self.cards.cats if other is not cat and self.dealt)]
        known = {trick.name: trick.sentence for trick in (*self.cards.common, cat.initial, *uniques, *self.cards.market)}
        return {name: known[name] for name in dict.fromkeys([*start_tricks(self.cards, cat), *known])}

    def _abilities(self, seat: int) -> list:
        """The ability cards of a seat: the cat's own, or those that it was dealt."""
        names = self.dealt[seat] if seat < len(self.dealt) else ()
        cat = self.cards.cats[self.cards.cat_id(self.values[f"{seat}.cat"])]
        return [ability for ability in self.cards.abilities if ability.name in names] if names else list(cat.abilities)

    # between a record's data and the fields
    def take_moment(self, hidden: bool = False) -> None:
        """Fill the form with the turn that the moment is in, or the last one before it."""
        super().take_moment(hidden)
        game, state = self.session.game, self.session.moment.state
        if not self.refused and game.question(state) != "act":
            has_begun = any(game.question(passed.state) == "act" for passed in self.session.moment.path())
            self.note = ("This is how the table stood when the last turn began." if has_begun else
                         "No turn has begun: this is the first one, with instructors that the seed deals where none is named.")
            self._draw()

    def values_of(self, data: dict) -> dict:
        data = data | {"position": data.get("position", {})}
        game = read_table(data, None, Warnings())
        said, state, bots = game.set_up, game.start(), data.get("bots", {})
        self.cards: CardSet = game.cards
        self.kittens = game.variant.kittens
        self.dealt = abilities_dealt(game.cards, state) if game.variant.mixed else []
        waves, (number, turn) = game.waves(state), game.position(state)
        values = {"players": len(game.players), "seed": str(game.seed), "wave": waves[-1], "earlier": waves[:-1], "events": game.events(state),
                  "number": number, "turn": turn, "rounds": said.get("rounds"), **{key: list(said.get(key, [])) for key in ("earlier_events", "discards")},
                  "market": _pile(said, "market"), "more": {key: said[key] for key in said if key not in TABLE}}
        for seat, name in enumerate(game.players):
            told = said.get("seats", {}).get(name, {})
            values |= self._values_of_seat(seat, name, game.cats[seat], told | {"items": game.items(state, seat)}, bots.get(name, ""))
        names = [name for name in PEOPLE if name not in game.players]
        cats = [cat for cat in self.cards.cat_names if cat not in game.cats]
        for seat in range(len(game.players), rules.SEATS):
            cat = cats.pop(0) if cats else self.cards.cat_names[0]
            values |= self._values_of_seat(seat, names.pop(0), cat, self._start(cat), "")
        self._come = {key: values[key] for key in WAVES}
        return values

    def _start(self, cat: str) -> dict:
        return {"items": list(self.cards.cats[self.cards.cat_id(cat)].items)}

    def _values_of_seat(self, seat: int, name: str, cat: str, told: dict, bot: str) -> dict:
        abilities = self._abilities_of(seat, cat)
        column = str(told.get("column", ""))
        status = told.get("status", "rode" if column else "surfing")
        return _at(seat, {
            "name": name, "cat": cat, "bot": bot if bot in PLANS else "", "status": status,
            "column": column or (SAND if status == "rode" else ""), "place": str(told.get("place", "")),
            **{key: told.get(key) for key in METERS}, "flow": told.get("flow", rules.START_FLOW), **{key: _pile(told, key) for key in LISTS},
            "complete": {ability: DONE if ability in told.get("complete", ()) else OPEN for ability in abilities},
            "instructor": told.get("instructor", ""), "more": {key: told[key] for key in told if key not in ASKED}})

    def _abilities_of(self, seat: int, cat: str) -> list[str]:
        if seat < len(self.dealt):
            return self.dealt[seat]
        return [ability.name for ability in self.cards.cats[self.cards.cat_id(cat)].abilities]

    def set(self, key: str, value) -> None:
        """Answer a field; another cat has tricks, items and ability cards of its own, and what follows from a change is not kept."""
        if key not in self.values:
            return
        seat, _, what = key.partition(".")
        before = self.values[key]
        if what == "cat" and value in self.cards.cat_names and value != before:
            name, bot = (self.values[f"{seat}.{other}"] for other in ("name", "bot"))
            self.values = self.values | self._values_of_seat(int(seat), name, value, self._start(value), bot)
        elif what in UNSETTLING:
            self.values = self.values | {f"{seat}.more": _still(self.values[f"{seat}.more"], what)}
        super().set(key, value)

    def data_of(self, values: dict) -> dict:
        seats = range(values["players"])
        names = [values[f"{seat}.name"].strip() for seat in seats]
        position = {key: values[key] for key in (*COUNTED, *WAVES, "discards", "market")}
        data = self.base | {
            "cats": [values[f"{seat}.cat"] for seat in seats], "players": names, "seed": seed_of(values["seed"].strip()),
            "bots": {name: values[f"{seat}.bot"] for seat, name in zip(seats, names) if values[f"{seat}.bot"]},
            "position": _told(position) | values["more"] | {"seats": {name: self._data_of_seat(seat, values) for seat, name in zip(seats, names)}}}
        if any(values[key] != self._come[key] for key in WAVES):
            data.pop("to_come", None)
        for key in ("instructors", "abilities"):
            if key in data and len(data[key]) != len(names):
                del data[key]
        return {key: value for key, value in data.items() if value or key != "bots"}

    def _data_of_seat(self, seat: int, values: dict) -> dict:
        def of(key: str):
            return values[f"{seat}.{key}"]

        said = {key: of(key) for key in ("column", "place", *METERS, *LISTS, "instructor")}
        said |= {"complete": [name for name, place in of("complete").items() if place == DONE]}
        if of("status") != "rode":
            said |= {"status": of("status")} if of("status") != "surfing" else {}
        elif not of("column"):
            said["status"] = "rode"
        for key in ("column", "place"):
            said[key] = int(said[key]) if said[key].isdecimal() else said[key]
        return _told(said) | {"flow": of("flow"), "items": of("items")} | of("more")

    def key_of(self, place: Sequence[str]) -> str:
        names = [self.values[f"{seat}.name"].strip() for seat in range(self.values["players"])]
        if place[:1] != ("position",) or len(place) < 2:
            return ""
        if place[1] not in names:
            return place[1]
        key = place[2] if len(place) > 2 and place[2] in (*ASKED, "name") else ""
        return ".".join(filter(None, (str(names.index(place[1])), key)))


def _still(more: dict, changed: str) -> dict:
    """What the form does not ask and still holds of a cat when one of the UNSETTLING fields has changed."""
    counts = {key: more["counts"][key] for key in ("rides", "wipeouts") if key in more.get("counts", {}) and changed != "status"}
    return {key: more[key] for key in more if key in ("returned", "looks", "icons") or key not in SEAT} | ({"counts": counts} if counts else {})


def _of(seat: int, field: Field) -> Field:
    return replace(field, key=f"{seat}.{field.key}")


def _at(seat: int, values: dict) -> dict:
    return {f"{seat}.{key}": value for key, value in values.items()}


def _pile(said: dict, key: str) -> list[str]:
    return [] if said.get(key, UNKNOWN) == UNKNOWN else list(said[key])


def _told(said: dict) -> dict:
    """What is said at all."""
    return {key: value for key, value in said.items() if value is not None and value not in ("", [])}
