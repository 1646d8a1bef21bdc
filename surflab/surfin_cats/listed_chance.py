"""What the blocks of a line say of freestyles and new market decks, given to the decisions in which these happen.

A decision may run on into turns and waves in which nobody has a choice and which a record tells of in blocks of their own.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..card_files import shown
from ..records import RecordError, tables
from . import rules
from .fate import Fate, Names, chance_in
from .game import Game

BEGINNING = (rules.PERFORMED, rules.SHOWN, rules.RODE_IN, rules.WIPED_OUT)  # what does not happen before a wave's first turn
MARKET = -1  # in place of a seat
Time = tuple[int, int]  # a wave, counted from 1, and its turn; turn 0 is while the wave comes


# when things happen
def begun_turns(game: Game, state) -> int:
    """How many turns of the wave have begun: those whose acts are chosen."""
    turns = game.position(state)[1]
    is_amid = rules.ACTS_CHOSEN < state["table"]["stage"][0] < rules.TURN_ENDS
    return turns + int(is_amid and not game.is_over(state))


def dated(game: Game, before, events) -> Iterator[tuple[Time, object]]:
    """The events of a decision, each with the time at which it happened."""
    wave, turn = max(1, game.position(before)[0]), begun_turns(game, before) + (game.question(before) == "act")
    for event in events:
        if event.kind == rules.WAVE_CAME:
            wave, turn = int(event.wave) + 1, 0
        elif turn or event.kind in BEGINNING:
            turn = max(turn, int(event.turn) + 1)
        yield (wave, turn), event


def dated_chance(game: Game, before, events) -> list[tuple[Time, int, list[str]]]:
    """The freestyles of cats and the new decks of the MARKET in a decision: when, whose, and its cards, top first."""
    times = [time for time, _ in dated(game, before, events)]
    return [(times[place], seat, cards) for place, seat, cards in chance_in(game.cards, events)]


# what is listed
def names(data: dict, key: str) -> Names:
    """The list of texts under a key, none where it is absent; raises ValueError."""
    value = data.get(key, [])
    wrong = [name for name in value if not isinstance(name, str)] if isinstance(value, list) else [value]
    if wrong:
        raise ValueError(f"{key} must be a list of names, not {'of ' * isinstance(value, list)}{shown(wrong[0])}")
    return tuple(value)


def seat_of(name, key: str, players: Names) -> int:
    if name not in players:
        raise ValueError(f"{key} names {shown(name)}, who does not play; the seats are {', '.join(map(shown, players))}")
    return players.index(name)


@dataclass(eq=False)
class Entry:
    """A cat's freestyle or a new deck of the MARKET as it is listed: the first of its cards, and the cat's deck after it."""

    seat: int
    cards: Names
    deck: Names | None = None


@dataclass
class Listing:
    """What one block still lists; `error` is what turned out wrong with it before the block itself was read."""

    time: Time
    entries: list[Entry]
    error: RecordError | None = None


def entries_of(block: dict, players: Names) -> list[Entry]:
    """What a block lists under `freestyles` and `reshuffled`; raises ValueError."""
    freestyles = [Entry(seat_of(entry.get("name"), "freestyles", players), names(entry, "shown"),
                        names(entry, "deck") if "deck" in entry else None) for entry in tables(block, "freestyles")]
    return freestyles + [Entry(MARKET, deck) for deck in market_decks(block)]


def market_decks(block: dict) -> list[Names]:
    """The new market decks of a block: `reshuffled` is one list of names, or a list of such lists; raises ValueError."""
    listed = block.get("reshuffled", [])
    if isinstance(listed, list) and any(isinstance(deck, list) for deck in listed):
        return [names({"each list in reshuffled": deck}, "each list in reshuffled") for deck in listed]
    return [deck] if (deck := names(block, "reshuffled")) else []


def fate_of(foretold: list[tuple[int, Names]]) -> Fate:
    """The fate of a decision in which these freestyles and new decks of the MARKET come, each kind in this order."""
    return Fate(freestyles=tuple((seat, cards) for seat, cards in foretold if seat != MARKET),
                reshuffled=tuple(cards for seat, cards in foretold if seat == MARKET))


def came_of(foretold: list[tuple[int, Names]], seats: list[int]) -> list[tuple[int, Names]]:
    """What was foretold for freestyles and new decks that happened to those seats in this order; nothing where it ran out."""
    left, came = list(foretold), []
    for seat in seats:
        found = next((item for item in left if item[0] == seat), None)
        came.append(found or (seat, ()))
        if found:
            left.remove(found)
    return came


class ListedChance:
    """Resolves the decisions of a line with what its blocks, each given with its time, list of chance."""

    def __init__(self, game: Game, blocks: list[tuple[Time, dict]]):
        self.game = game
        self._blocks = {id(block): (time, block) for time, block in blocks}
        self._listings: dict[int, Listing] = {}

    def of(self, block: dict) -> Listing:
        """What a block of the line still lists; raises ValueError."""
        if id(block) not in self._listings:
            time, _ = self._blocks[id(block)]
            self._listings[id(block)] = Listing(time, entries_of(block, self.game.players))
        return self._listings[id(block)]

    def _at(self, time: Time) -> Iterator[Listing]:
        """What the blocks of a time list; one that cannot be understood is refused when it is read."""
        for other, block in self._blocks.values():
            if other == time:
                try:
                    yield self.of(block)
                except ValueError:
                    continue

    def resolve(self, before, choices: Mapping[int, str], block: dict) -> tuple:
        """The state after a decision of that block, the events, and by seat the decks that are listed after freestyles.

        Raises RecordError where something else came up than is listed.
        """
        here = self.of(block)
        foretold = [(entry.seat, entry.cards) for entry in here.entries]
        while True:
            state, events = self.game.resolve(before, choices, fate_of(foretold))
            happened = dated_chance(self.game, before, events)
            matches = self._matches(happened, here)
            listed = [(seat, entry.cards if entry else ()) for (_, seat, _), (entry, _) in zip(happened, matches, strict=True)]
            if came_of(foretold, [seat for seat, _ in listed]) == listed:
                return state, events, self._tick_off(happened, matches, here)
            foretold = listed  # right up to the first difference; what comes after it may be other things then

    def _matches(self, happened, here: Listing) -> list[tuple[Entry | None, Listing]]:
        """The entry for each thing that happened: of a later time in a block of that time, else in the block `here`."""
        matches, taken = [], []
        for time, seat, _ in happened:
            places = [*(self._at(time) if time != here.time else ()), here]
            fitting = ((entry, place) for place in places for entry in place.entries if entry.seat == seat and entry not in taken)
            matches.append(next(fitting, (None, here)))
            taken.append(matches[-1][0])
        return matches

    def _tick_off(self, happened, matches, here: Listing) -> dict[int, Names]:
        """Take what happened off the lists; returns the decks listed after freestyles. Raises RecordError."""
        decks = {}
        for (_, seat, cards), (entry, listing) in zip(happened, matches, strict=True):
            decks.pop(seat, None)
            if entry is None:
                continue
            listing.entries.remove(entry)
            if tuple(cards[:len(entry.cards)]) != entry.cards:
                listing.error = listing.error or self._refusal(seat, cards, entry)
            elif entry.deck is not None:
                decks[seat] = entry.deck
        if here.error:
            raise here.error
        return decks

    def _refusal(self, seat: int, cards: list[str], entry: Entry) -> RecordError:
        listed = ", ".join(map(shown, entry.cards))
        if seat == MARKET:
            return RecordError(f"reshuffled lists {listed}, but the deck is made of {', '.join(map(shown, sorted(cards)))}")
        return RecordError(f"freestyles cannot show {listed}; the cat does not have these tricks, or not so many of them",
                           self.game.players[seat])
