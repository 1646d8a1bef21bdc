"""A position of Surf's Up!: what lies on a table at a reveal, as a record's [position] says it, checked and laid out.

Everything may be left out: a seat that is not named stands as at the start of a game. What nobody knows ("unknown", or
left out of the surf and the beach) is drawn by the seed from what the position and the listed decks leave of the card set.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ..card_files import shown
from ..records import RecordError, in_order, place, table
from . import rules
from .cards import BLUEBOTTLE, CardSet, energy_kind, energy_name, plural
from .fate import put_on_top

TABLE = ("rounds", "surf", "beach", "bluebottles", "trash", "seats")
SEAT = ("hand", "towel", "spent", "respect", "waves", "boards", "stings", "rests", "runner_ups", "wipeouts")
COUNTS = ("rests", "runner_ups", "wipeouts")
UNKNOWN, EMPTY = "unknown", "-"


@dataclass(frozen=True)
class Seat:
    """What a surfer has; hand, towel and spent count energy by kind, a sting of None is a token that nobody here knows."""

    hand: np.ndarray
    towel: np.ndarray
    spent: np.ndarray
    respect: int
    waves: list[int]
    boards: list[int]
    stings: list[int | None]
    counts: dict[str, int]  # those that are said, until they are settled

    @property
    def down(self) -> int:
        """How many cards it has played since its last rest, and for good before that."""
        return int(self.towel[: rules.STARTING].sum()) + self.starting_gone + int(self.spent.sum())

    @property
    def bought(self) -> int:
        """How many cards it has bought."""
        return len(self.boards) + len(self.bought_energy)

    @property
    def starting_gone(self) -> int:
        """How many starting cards are in the trash."""
        return rules.STARTING - int((self.hand + self.towel)[: rules.STARTING].sum())

    @property
    def bought_energy(self) -> list[int]:
        """The kinds of all temporary energy that was bought, spent or not."""
        bought = self.hand + self.towel + self.spent
        return [kind for kind in range(rules.STARTING, rules.KINDS) for _ in range(bought[kind])]


@dataclass(frozen=True)
class Position:
    """A table as it was said to be; None stands for a card that nobody here knows, -1 for an empty space."""

    rounds: int
    surf: list[int]
    beach: list[int]
    bluebottles: int
    trash: list[int | None]
    seats: list[Seat]


def energy_cards(cards: CardSet, seat: Seat) -> list[int]:
    """The beach cards of the temporary energy that a seat has bought."""
    return [cards.beach_kind(f"energy {rules.energy_of(kind)}") for kind in seat.bought_energy]


@dataclass
class Pile:
    """The cards of a set that come out of one deck; each can lie in as many places as there are copies of it."""

    counts: dict[str, int]
    lying: dict[str, list[str]] = field(default_factory=dict)

    def take(self, name: str, where: str) -> None:
        """Another copy lies there; raises ValueError where the card set has no more."""
        places = self.lying.setdefault(name, [])
        if len(places) >= self.counts.get(name, 0):
            held = plural(self.counts.get(name, 0), "copy", "copies")
            lie = f", and {'it lies' if len(places) == 1 else 'they lie'} elsewhere ({', '.join(places)})" if places else ""
            raise ValueError(f"there is no {shown(name)} left for this: the card set holds {held} of it{lie}")
        places.append(where)

    def left(self, names: Iterable[str]) -> list[int]:
        """The kinds of the cards that lie nowhere yet; `names` are in the order of kinds."""
        return [kind for kind, name in enumerate(names) for _ in range(self.counts[name] - len(self.lying.get(name, ())))]


# reading
def keys(players, said) -> Iterator[tuple[str, dict, tuple[str, ...]]]:
    """The tables of a [position]: where each stands, what it says, and the keys that mean something there."""
    if said is not None:
        yield "position", said, TABLE
        for name in players:
            if name in said.get("seats", {}):
                yield f"position, {name}", said["seats"][name], SEAT


def arranged(said: dict) -> dict:
    """The [position] with its known keys first in every table."""
    said = in_order(said, TABLE)
    seats = said.get("seats")
    if isinstance(seats, dict):
        said["seats"] = {name: in_order(seat, SEAT) if isinstance(seat, dict) else seat for name, seat in seats.items()}
    return said


class Reader:
    """Reads and checks the position of a game; whatever cannot be is a RecordError that names its place."""

    def __init__(self, game):
        self.game, self.cards, self.said = game, game.cards, game.set_up
        tables = self.cards.tables
        self.ocean = Pile(_counts(self.cards.ocean_names, tables["ocean_count"][0]))
        self.beach = Pile(_counts(self.cards.beach_names, tables["beach_count"][0]))
        self.tokens = Pile(_counts(map(str, range(rules.STING_VALUES)), tables["sting_count"][0]))
        self.piles = {"ocean": self.ocean, "beach": self.beach, "stings": self.tokens}

    def read(self) -> Position:
        with place("position"):
            if not isinstance(self.said, dict):
                raise ValueError(f"must be a table, not {shown(self.said)}")
            named = table(self.said, "seats")
            for name in named:
                if name not in self.game.players:
                    raise ValueError(f"seats has {shown(name)}, but nobody is called so; the seats are "
                                     f"{', '.join(map(shown, self.game.players))}")
            seats = []
            for name in self.game.players:
                with place(name, at=("seats", name)):
                    if not isinstance(named.get(name, {}), dict):
                        raise ValueError(f"must be a table, not {shown(named[name])}")
                    seats.append(self.read_seat(name, named.get(name, {})))
            position = self.read_table(seats)
            for name, seat in zip(self.game.players, seats):
                with place(name, at=("seats", name)):
                    self.check_cards(position, seat)
                    self.check_counts(position, seat)
            for name, seat in zip(self.game.players, seats):
                with place(name, at=("seats", name)):
                    self.check_rounds(position, seat)
            try:
                position = self.settle(position, ("respect", "wipeouts"))
            except RecordError:
                position = self.settle(position, ("wipeouts", "respect"))
            self.check_table(position)
        return position

    # one value
    def listed(self, said: Mapping, key: str, known, pile: Pile | None, where: str, most: int = 999) -> list[str]:
        """The cards listed under a key, each taken from its pile."""
        with place(key):
            cards = said.get(key, [])
            if not isinstance(cards, list):
                raise ValueError(f"must be a list of names, not {shown(cards)}")
            if len(cards) > most:
                raise ValueError(f"lists {len(cards)} cards; there are at most {most}")
            for card in cards:
                if not isinstance(card, str) or card not in known:
                    raise ValueError(f"lists {shown(card)}; what can stand here is {', '.join(map(shown, known))}")
                if pile is not None and card not in (UNKNOWN, EMPTY):
                    pile.take(card, where)
            return cards

    @staticmethod
    def number(said: Mapping, key: str, default: int, most: int) -> int:
        with place(key):
            value = said.get(key, default)
            if type(value) is not int or not 0 <= value <= most:
                raise ValueError(f"is {shown(value)}, should be a whole number from 0 to {most}")
            return value

    # a seat
    def read_seat(self, name: str, said: dict) -> Seat:
        towel = self.energy(said, "towel", name)
        if "hand" in said:
            hand = self.energy(said, "hand", name)
        else:
            hand = np.zeros(rules.KINDS, np.int64)
            hand[: rules.STARTING] = towel[: rules.STARTING] == 0
        spent = self.energy(said, "spent", name)
        for kind in range(rules.STARTING):
            if hand[kind] + towel[kind] + spent[kind] > 1:
                raise ValueError(f"the starting card {energy_name(kind)} lies in more than one place")
        waves = self.listed(said, "waves", self.wave_names, self.ocean, f"{name}'s waves")
        boards = self.listed(said, "boards", self.board_names, self.beach, f"{name}'s boards")
        counts = {key: self.number(said, key, 0, rules.OCEAN) for key in COUNTS if key in said}
        return Seat(hand, towel, spent, self.number(said, "respect", rules.START_RESPECT, rules.MAX_RESPECT),
                    [self.cards.ocean_kind(card) for card in waves], [self.cards.beach_kind(card) for card in boards],
                    self.read_stings(said, name), counts)

    @property
    def wave_names(self) -> list[str]:
        return [name for name in self.cards.ocean_names if name != BLUEBOTTLE]

    @property
    def board_names(self) -> list[str]:
        return [board.name for board in self.cards.boards]

    def energy(self, said: dict, key: str, name: str) -> np.ndarray:
        """The energy cards listed under a key, counted by kind."""
        counts = np.zeros(rules.KINDS, np.int64)
        temporary = [energy_name(kind) for kind in range(rules.STARTING, rules.KINDS)
                     if f"energy {rules.energy_of(kind)}" in self.beach.counts]
        starting = [energy_name(kind) for kind in range(rules.STARTING)]
        known = temporary if key == "spent" else starting[1:] + temporary if key == "towel" else starting + temporary
        for card in self.listed(said, key, known, None, ""):
            kind = energy_kind(card)
            counts[kind] += 1
            with place(key):
                if kind >= rules.STARTING:
                    self.beach.take(f"energy {rules.energy_of(kind)}", f"{name}'s {key}")
                elif counts[kind] > 1:
                    raise ValueError(f"lists the starting card {shown(card)} twice; everybody has one")
        if key == "hand" and not counts[0]:
            with place(key):
                raise ValueError('has no "0"; the rest card always comes back to the hand')
        return counts

    def read_stings(self, said: dict, name: str) -> list[int | None]:
        with place("stings"):
            values = said.get("stings", [])
            if not isinstance(values, list):
                raise ValueError(f"must be a list of the tokens' values, not {shown(values)}")
            for value in values:
                if value != UNKNOWN and (type(value) is not int or not self.tokens.counts.get(str(value))):
                    have = ", ".join(name for name, count in self.tokens.counts.items() if count)
                    raise ValueError(f'lists {shown(value)}; a token is "unknown" or has a value of {have}')
                if value != UNKNOWN:
                    self.tokens.take(str(value), f"{name}'s stings")
            return [None if value == UNKNOWN else value for value in values]

    # the table
    def read_table(self, seats: list[Seat]) -> Position:
        said, cards = self.said, self.cards
        bluebottles = self.number(said, "bluebottles", 0, cards.bluebottles)
        with place("bluebottles"):
            if bluebottles == cards.bluebottles:
                raise ValueError(f"all {bluebottles} are over, and so is the game")
            for _ in range(bluebottles):
                self.ocean.take(BLUEBOTTLE, "over")
        trash = self.listed(said, "trash", [UNKNOWN, *self.wave_names], self.ocean, "the trash")
        gone = bluebottles + len(trash) + sum(len(seat.waves) for seat in seats)
        rounds = self.number(said, "rounds", gone, rules.OCEAN)
        if rounds < gone:
            with place("rounds"):
                raise ValueError(f"is {rounds}, but {plural(gone, 'ocean card')} are gone, one a round: waves won, the "
                                 "trash and the bluebottles that are over")
        trash = [*trash, *[UNKNOWN] * (rounds - gone)]
        if bluebottles > max(0, rounds - rules.SPACES):
            with place("bluebottles"):
                raise ValueError(f"is {bluebottles} after {plural(rounds, 'round')}, but the first three cards of a game are waves (SU03)")
        surf = self.listed(said, "surf", cards.ocean_names, self.ocean, "the surf", rules.SPACES)
        beach = self.listed(said, "beach", [*cards.beach_names, EMPTY], self.beach, "the beach", rules.SPACES)
        return Position(rounds, [cards.ocean_kind(card) for card in surf],
                        [-1 if card == EMPTY else cards.beach_kind(card) for card in beach], bluebottles,
                        [None if card == UNKNOWN else cards.ocean_kind(card) for card in trash], seats)

    # what cannot be
    def check_cards(self, position: Position, seat: Seat) -> None:
        """Energy that no game can have come to; raises ValueError."""
        won, rounds = len(seat.waves), position.rounds
        gone, spent = seat.starting_gone, int(seat.spent.sum())
        if not (seat.hand + seat.towel)[1:].any():
            raise ValueError("has nothing but the rest card, and the game is over then")
        if gone > won:
            raise ValueError(f"{plural(gone, 'starting card')} {'is' if gone == 1 else 'are'} neither in the hand nor on the "
                             f"towel, but only the card that wins a wave goes to the trash, and {plural(won, 'wave')} "
                             f"{'was' if won == 1 else 'were'} won")
        if won > gone + spent:
            raise ValueError(f"{plural(won, 'wave')} {'was' if won == 1 else 'were'} won, each with a card that went to the "
                             f"trash, but {plural(gone, 'starting card')} and {plural(spent, 'temporary card')} (spent) are there")
        down = seat.down + seat.counts.get("rests", 0)
        if down > rounds:
            raise ValueError(f"has played {plural(down, 'card')} or more (towel, trash, spent, rests) in {plural(rounds, 'round')}")

    def check_counts(self, position: Position, seat: Seat) -> None:
        """Less than must have happened to a seat; raises RecordError."""
        for key, least in self.tally(position, seat).least(seat.counts).items():
            if seat.counts.get(key, least) < least:
                raise RecordError(f"is {seat.counts[key]}, should be at least {least}: {WHY[key]}", key)

    def check_rounds(self, position: Position, seat: Seat) -> None:
        """More than the rounds of a game can have brought a seat; raises ValueError."""
        won, rounds, tally = len(seat.waves), position.rounds, self.tally(position, seat)
        counts, others = tally.least(seat.counts) | seat.counts, tally.others
        if won + counts["runner_ups"] + counts["wipeouts"] > rounds - position.bluebottles:
            raise ValueError(f"waves won, runner_ups and wipeouts are more than the {plural(rounds - position.bluebottles, 'wave')} "
                             "that came")
        if won + sum(counts.values()) > rounds:
            raise ValueError(f"waves won, runner_ups, wipeouts and rests are more than the {plural(rounds, 'round')} that were played")
        if counts["runner_ups"] > others:
            with place("runner_ups"):
                raise ValueError(f"is {counts['runner_ups']}, but the others have won {plural(others, 'wave')}, each with one at most (SU22)")
        if len(seat.stings) > position.bluebottles:
            with place("stings"):
                raise ValueError(f"lists {plural(len(seat.stings), 'token')}, but {plural(position.bluebottles, 'bluebottle')} "
                                 f"{'is' if position.bluebottles == 1 else 'are'} over")

    def settle(self, position: Position, first: tuple[str, str]) -> Position:
        """The position with counts and respect for all; where they are not said, respect near that of the start or few wipeouts count `first`."""
        self.first = first
        seats = [self.settled(position, name, seat) for name, seat in zip(self.game.players, position.seats)]
        return self.pair_wipeouts(replace(position, seats=seats))

    def settled(self, position: Position, name: str, seat: Seat) -> Seat:
        """The seat with counts, and respect as near as can be to that of the start, where they are not said; raises ValueError where nothing can be."""
        can_be, paid = self.can_be(position, name, seat), self.tally(position, seat).paid
        with place(name, at=("seats", name)):
            if not can_be:
                raise ValueError(f"what it has won, bought for {paid} respect and played does not go together in {plural(position.rounds, 'round')}")
            if "respect" in self.said_of(name) and seat.respect not in can_be:
                raise RecordError(f"is {seat.respect}, but from {rules.START_RESPECT} on, with {paid} paid at the beach, "
                                  f"{plural(position.rounds, 'round')} can only make it {' or '.join(map(str, can_be))} (SU24, SU25, SU30)", "respect")
        return self.as_it_began(name, seat, can_be)

    def can_be(self, position: Position, name: str, seat: Seat, wipeouts: int = 0) -> dict[int, dict[str, int]]:
        """The respect that a seat can have after at least so many wipeouts, each with the counts that bring it."""
        tally = self.tally(position, seat)
        counts = {respect: tally.counts(self.said_of(name), respect, wipeouts) for respect in range(rules.MAX_RESPECT + 1)}
        return {respect: brought for respect, brought in counts.items() if brought is not None}

    def as_it_began(self, name: str, seat: Seat, can_be: dict[int, dict[str, int]]) -> Seat:
        """The seat with the respect that is said, else with few second places and by what counts first."""
        def distance(respect: int) -> tuple[int, ...]:
            counts = can_be[respect]
            each = {"respect": abs(respect - rules.START_RESPECT), "wipeouts": counts["wipeouts"]}
            return counts["runner_ups"], *(each[what] for what in self.first)

        respect = seat.respect if "respect" in self.said_of(name) else min(can_be, key=distance)
        return replace(seat, respect=respect, counts=can_be[respect])

    def tally(self, position: Position, seat: Seat) -> Tally:
        paid = sum(int(self.cards.tables["beach_cost"][0, kind]) for kind in [*seat.boards, *energy_cards(self.cards, seat)])
        return Tally(position, seat, paid, sum(len(other.waves) for other in position.seats) - len(seat.waves))

    def said_of(self, name: str) -> dict:
        return self.said.get("seats", {}).get(name, {})

    def pair_wipeouts(self, position: Position) -> Position:
        """The position with wipeouts of two or more at a time (SU21), raised where they are not said; raises RecordError where that cannot be."""
        seats = list(position.seats)
        most = max(range(len(seats)), key=lambda seat: seats[seat].counts["wipeouts"])
        others = [seat for seat in range(len(seats)) if seat != most]
        wiped = seats[most].counts["wipeouts"]
        for seat in others:
            name = self.game.players[seat]
            while "wipeouts" not in self.said_of(name) and sum(seats[other].counts["wipeouts"] for other in others) < wiped:
                can_be = self.can_be(position, name, seats[seat], seats[seat].counts["wipeouts"] + 1)
                if not can_be or "respect" in self.said_of(name) and seats[seat].respect not in can_be:
                    break
                seats[seat] = self.as_it_began(name, seats[seat], can_be)
        together = sum(seats[other].counts["wipeouts"] for other in others)
        if together < wiped:
            raise RecordError(f"is {wiped}, but nobody wipes out alone, and the others can have wiped out {together} times together (SU21)",
                              self.game.players[most], "wipeouts")
        return replace(position, seats=seats)

    def check_table(self, position: Position) -> None:
        """A table that no game can have come to; raises ValueError."""
        won = sum(len(seat.waves) for seat in position.seats)
        second = sum(seat.counts["runner_ups"] for seat in position.seats)
        if second > won:
            raise ValueError(f"there were {plural(second, 'runner-up', 'runners-up')}, but {plural(won, 'wave')} "
                             f"{'was' if won == 1 else 'were'} won, each with one at most")
        tokens, total = sum(len(seat.stings) for seat in position.seats), int(self.cards.tables["stings"][0])
        if tokens > total:
            raise ValueError(f"{tokens} bluebottle tokens are taken, but there are only {total}")
        if tokens < min(position.bluebottles, total):
            raise ValueError(f"{plural(position.bluebottles, 'bluebottle')} {'is' if position.bluebottles == 1 else 'are'} over, "
                             f"and each stings somebody, but {plural(tokens, 'token')} {'is' if tokens == 1 else 'are'} taken "
                             '(stings; "unknown" will do)')
        for deck, pile in self.piles.items():
            with place():
                for card in self.game.decks.get(deck, ()):
                    pile.take(str(card), f"decks.{deck}")
        self.check_unknown(position)

    def check_unknown(self, position: Position) -> None:
        """What nobody knows can be drawn from what is left, and cards to come fill every space; raises ValueError."""
        left, names = self.left(), self.cards.ocean_names
        waves = [kind for kind in left["ocean"] if names[kind] != BLUEBOTTLE]
        unknown, early = position.trash.count(None), first_waves(position)
        with place("trash"):
            if unknown > len(waves):
                raise ValueError(f"{plural(unknown, 'wave')} of it {'is' if unknown == 1 else 'are'} unknown, but only "
                                 f"{len(waves)} lie nowhere else")
        with place("surf"):
            if any(names[kind] == BLUEBOTTLE for kind in position.surf[:early]):
                raise ValueError("three waves lie there before the first round (SU03)")
            self.check_spaces(len(position.surf), len(left["ocean"]) - unknown, "ocean")
            self.check_spaces(len(position.surf), len(waves) - unknown, "ocean", early)
        with place("beach"):
            if -1 in position.beach and (left["beach"] or self.game.decks.get("beach")):
                raise ValueError("has an empty space, but a space is refilled at once while there are cards to come")
            self.check_spaces(len(position.beach), len(left["beach"]), "beach")
        with place():
            taken = sum(sting is None for seat in position.seats for sting in seat.stings)
            if taken > len(left["stings"]):
                raise ValueError(f"{plural(taken, 'bluebottle token')} of unknown value lie before surfers, but decks.stings "
                                 f"leaves only {len(left['stings'])}")

    def check_spaces(self, lying: int, left: int, deck: str, spaces: int = rules.SPACES) -> None:
        if left < spaces - lying and self.game.decks.get(deck):
            raise ValueError(f"lists {plural(lying, 'card')}, and decks.{deck} leaves too few to lie beside them")

    def left(self) -> dict[str, list[int]]:
        """The kinds of the cards of each deck that neither the position nor the listed decks name."""
        return {"ocean": self.ocean.left(self.cards.ocean_names), "beach": self.beach.left(self.cards.beach_names),
                "stings": self.tokens.left(map(str, range(rules.STING_VALUES)))}


def first_waves(position: Position) -> int:
    """In how many spaces of the surf one of the three waves of the set-up still lies (SU03)."""
    return max(0, rules.SPACES - position.rounds)


WHY = {"rests": "only a rest brings cards back to the hand, temporary ones included (SU29, SU30)",
       "runner_ups": "only winners and runners-up buy (SU28)",
       "wipeouts": "whoever did not rest wiped out on each wave that nobody caught (SU23)"}


@dataclass(frozen=True)
class Tally:
    """What the rounds of a game can have brought a seat that has `paid` so much respect, while the `others` won so many waves."""

    position: Position
    seat: Seat
    paid: int
    others: int

    def least(self, said: Mapping) -> dict[str, int]:
        """How often it rested, was runner-up and wiped out at least, by what lies there; a rest brings five cards back at most."""
        unseen = self.position.rounds - self.seat.down
        has_rested = self.seat.hand[rules.STARTING:].any() or self.seat.spent.any()
        return {"rests": max(int(has_rested), -(-unseen // rules.STARTING)), "runner_ups": max(0, self.seat.bought - len(self.seat.waves)),
                "wipeouts": max(0, len(self.position.trash) - said.get("rests", unseen))}

    def counts(self, said: Mapping, respect: int, wipeouts: int = 0) -> dict[str, int] | None:
        """The counts that go with what is said of them and with that respect: the fewest runner-ups, wipeouts, rests. None where none do."""
        attempts = self.position.rounds - self.position.bluebottles - len(self.seat.waves)
        for second in [said["runner_ups"]] if "runner_ups" in said else range(self.least(said)["runner_ups"], self.others + 1):
            for wiped in [said["wipeouts"]] if "wipeouts" in said else range(wipeouts, attempts + 1):
                can_be = self.rests(said, respect, wiped, second)
                rests = said.get("rests", can_be.start)
                if rests in can_be and wiped + second <= attempts:
                    return {"rests": rests, "runner_ups": second, "wipeouts": wiped}
        return None

    def rests(self, said: Mapping, respect: int, wiped: int, second: int) -> range:
        """How many rests go with that respect, which is lost at the beach alone; a gain is lost only above the most."""
        won, rounds = len(self.seat.waves), self.position.rounds
        due = respect + self.paid - (rules.START_RESPECT + won + second - self.seat.bought)  # by rests
        least = max(self.least(said)["rests"], len(self.position.trash) - wiped, due)
        most = min(rounds - self.seat.down, rounds - won - second - wiped)
        return range(least, min(most, due) + 1 if respect + self.paid < rules.MAX_RESPECT else most + 1)


def _counts(names, counts) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, counts)}


# laying out
def check(game) -> None:
    """Raises RecordError, naming the place, for a position that no game of this table can have come to."""
    Reader(game).read()


def state_of(game, redeal) -> np.ndarray:
    """The state of a game that is set up in the middle; `redeal` is the rules' `redeal_unseen`."""
    reader = Reader(game)
    position = reader.read()
    left = shuffled(game, reader.left(), redeal)
    position = drawn(game.cards, position, left)
    state = np.zeros(1, rules.STATE)
    lay_table(game, state[0], position)
    for seat, held in enumerate(position.seats):
        lay_seat(game.cards, state[0].table, seat, held)
    lay_decks(state[0], position, left, {deck: [_kind(game.cards, deck, card) for card in listed] for deck, listed in game.decks.items()})
    redeal(game.cards.tables, state, 0, -1, game.seed, 0)
    return put_on_top(game.cards, state, {deck: list(listed) for deck, listed in game.decks.items()})


def _kind(cards: CardSet, deck: str, card) -> int:
    return card if deck == "stings" else cards.ocean_kind(card) if deck == "ocean" else cards.beach_kind(card)


def shuffled(game, left: dict[str, list[int]], redeal) -> dict[str, list[int]]:
    """What is left of each deck, shuffled by words of the seed that nothing else is shuffled by."""
    state = np.zeros(1, rules.STATE)
    pile = state[0]
    for deck, size in (("ocean", "ocean_size"), ("beach", "beach_size")):
        pile[deck][: len(left[deck])], pile[size] = left[deck], len(left[deck])
    tables = game.cards.tables.copy()
    tables["stings"] = len(left["stings"])
    pile.sting[: len(left["stings"])] = left["stings"]
    redeal(tables, state, 0, -1, game.seed, 1)
    return {"ocean": pile.ocean[: len(left["ocean"])].tolist(), "beach": pile.beach[: len(left["beach"])].tolist(),
            "stings": pile.sting[: len(left["stings"])].tolist()}


def drawn(cards: CardSet, position: Position, left: dict[str, list[int]]) -> Position:
    """The position with everything known: what was not is taken out of what is left of the decks."""
    def draw(deck: str, among=lambda kind: True) -> int:
        found = next(kind for kind in left[deck] if among(kind))
        left[deck].remove(found)
        return found

    def is_wave(kind: int) -> bool:
        return cards.ocean_names[kind] != BLUEBOTTLE

    def fill(lying: list[int], deck: str, waves: int = 0) -> list[int]:
        lying = list(lying)
        while len(lying) < rules.SPACES:
            fits = is_wave if len(lying) < waves else lambda kind: True
            if not any(map(fits, left[deck])):
                break
            lying.append(draw(deck, fits))
        return lying

    trash = [draw("ocean", is_wave) if kind is None else kind for kind in position.trash]
    surf = fill(position.surf, "ocean", first_waves(position))
    seats = [replace(seat, stings=[draw("stings") if sting is None else sting for sting in seat.stings]) for seat in position.seats]
    return replace(position, trash=trash, surf=surf, beach=fill(position.beach, "beach"), seats=seats)


def lay_table(game, s, position: Position) -> None:
    t = s.table
    t.seats, t.phase, t.actor, t.winner, t.runner_up, t.end = len(game.players), rules.REVEAL, -1, -1, -1, -1
    t.revealed[:], t.surf[:], t.beach[:], t.goals[:] = -1, -1, -1, -1
    t.rounds, t.bluebottles = position.rounds, position.bluebottles
    t.surf[: len(position.surf)], t.beach[: len(position.beach)] = position.surf, position.beach
    t.goals[: len(game.goals)] = [game.cards.goal_id(name) for name in game.goals]
    bluebottle = game.cards.ocean_kind(BLUEBOTTLE)
    gone = [(kind, seat) for seat, held in enumerate(position.seats) for kind in held.waves]
    gone += [(kind, -1) for kind in [*position.trash, *[bluebottle] * position.bluebottles]]
    for round, (kind, taker) in enumerate(gone):
        t.ocean_gone[round], t.ocean_taker[round] = kind, taker


def lay_seat(cards: CardSet, t, seat: int, held: Seat) -> None:
    """What one surfer has."""
    tables = cards.tables[0]
    t.hand[seat], t.towel[seat], t.respect[seat] = held.hand, held.towel, held.respect
    for kind in held.waves:
        t.points[seat] += tables.ocean_points[kind]
        t.waves[seat, tables.ocean_suit[kind]] += 1
    for kind in held.boards:
        t.boards[seat, tables.beach_suit[kind]] += 1
        t.bonus[seat, tables.beach_suit[kind]] += tables.beach_value[kind]
    for kind in [*held.boards, *energy_cards(cards, held)]:
        t.bought[t.sales], t.buyer[t.sales] = kind, seat
        t.sales += 1
    t.stings[seat] = len(held.stings)
    t.stung[t.tokens : t.tokens + len(held.stings)] = seat
    t.tokens += len(held.stings)
    t.rests[seat], t.runner_ups[seat], t.wipeouts[seat] = (held.counts[key] for key in COUNTS)


def lay_decks(s, position: Position, left: dict, listed: dict) -> None:
    """Every deck whole: the cards that have come out of it, then those to come in any order."""
    t = s.table
    ocean = [*t.ocean_gone[: t.rounds], *position.surf]
    beach = [*t.bought[: t.sales], *(kind for kind in position.beach if kind >= 0)]
    sting = [value for seat in position.seats for value in seat.stings]
    s.ocean_top, s.beach_top = len(ocean), len(beach)
    for deck, top, size in (("ocean", ocean, "ocean_size"), ("beach", beach, "beach_size")):
        whole = [*top, *listed.get(deck, ()), *left[deck]]
        s[deck][: len(whole)], s[size] = whole, len(whole)
    t.beach_left = s.beach_size - s.beach_top
    whole = [*sting, *listed.get("stings", ()), *left["stings"]]
    s.sting[: len(whole)] = whole


# writing
def of(game, state, hidden: bool = False, eyes: int | None = None) -> dict:
    """The [position] of a state between rounds; tokens have values with `hidden`, and for the seat in `eyes` its own.

    Raises ValueError where somebody is at the beach or the game is over.
    """
    table = state["table"][0]
    if table["phase"] != rules.REVEAL:
        raise ValueError("the game is over; a position has something to choose" if table["phase"] == rules.OVER else
                         f"{game.players[int(table['actor'])]} is at the beach; a position is written down before a reveal")
    rounds, names = int(table["rounds"]), game.cards.ocean_names
    gone = [names[kind] for kind, taker in zip(table["ocean_gone"][:rounds], table["ocean_taker"]) if taker < 0]
    said = {"rounds": rounds, "surf": [card for card in game.surf(state) if card], "beach": [card or EMPTY for card in game.beach(state)],
            "bluebottles": gone.count(BLUEBOTTLE), "trash": [card for card in gone if card != BLUEBOTTLE],
            "seats": {name: seat_of(game, state, seat, hidden or seat == eyes) for seat, name in enumerate(game.players)}}
    return {key: value for key, value in said.items() if value not in (0, [])}


def seat_of(game, state, seat: int, is_open: bool) -> dict:
    """What a seat has, as a record says it."""
    table = state["table"][0]
    held = table["hand"][seat] + table["towel"][seat]
    stings = game.stings(state, seat)
    said = {"hand": game.hand(state, seat), "towel": game.towel(state, seat), "spent": spent_by(game.cards, table, seat, held),
            "respect": int(table["respect"][seat]), "waves": game.waves(state, seat), "boards": game.boards(state, seat),
            "stings": stings if is_open else [UNKNOWN] * len(stings), **{key: int(table[key][seat]) for key in COUNTS}}
    return {key: value for key, value in said.items() if value not in (0, []) or key == "respect"}


def spent_by(cards: CardSet, table, seat: int, held) -> list[str]:
    """The temporary energy that a seat has bought and played."""
    tables = cards.tables[0]
    left = held.copy()
    spent = []
    for kind, buyer in list(zip(table["bought"], table["buyer"]))[: table["sales"]]:
        if buyer == seat and tables.beach_suit[kind] < 0:
            energy = rules.STARTING - 1 + tables.beach_value[kind]
            if left[energy]:
                left[energy] -= 1
            else:
                spent.append(energy_name(int(energy)))
    return sorted(spent)
