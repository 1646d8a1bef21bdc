"""Positions of Surf's Up! written in the game's words, and what can be said of them; built on `Game` alone.

    table = position("Ana Ben Cleo", surf="purple 7", hands={"Ana": "0 3 5 2t"}, respect={"Ana": 3})
    table.reveal(Ana="5", Ben="5", Cleo="1").choose("respect")
    assert table.waves("Ana") == ["purple 7"]
"""
from __future__ import annotations

from surflab.surfs_up.cards import BLUEBOTTLE, CardSet, energy_kind
from surflab.surfs_up.game import Game

SURF, BEACH = "orange 1, teal 5, purple 7", "orange +1, teal +2, energy 4"
EVENT_NAMES = ("played", "wiped out", "won", "runner-up", "trashed", "respect", "bought", "nothing", "stung", "rested",
               "ended")


class Position:
    """A table in the middle of a game; `reveal` and `choose` play on in place and return the position itself."""

    def __init__(self, game: Game, state):
        self.game, self.state, self.events = game, state, []

    # playing on
    def reveal(self, **cards: str) -> Position:
        """Every surfer reveals the card named here, or rests."""
        return self._resolve({seat: cards.get(name, "0") for seat, name in enumerate(self.game.players)})

    def choose(self, *choices: str) -> Position:
        """Whoever is at the beach takes this, then the next one that, and so on."""
        for choice in choices:
            (seat,) = self.game.to_choose(self.state)
            self._resolve({seat: choice})
        return self

    def _resolve(self, choices: dict[int, str]) -> Position:
        self.state, events = self.game.resolve(self.state, choices)
        self.events = [(EVENT_NAMES[event.kind], self.game.players[event.seat] if event.seat >= 0 else None)
                       for event in events]
        return self

    def who(self, event: str) -> list[str | None]:
        """To whom that happened in the last decision, in order."""
        return [name for what, name in self.events if what == event]

    # what can be said
    def _seat(self, name: str) -> int:
        return self.game.players.index(name)

    @property
    def choosers(self) -> list[str]:
        return [self.game.players[seat] for seat in self.game.to_choose(self.state)]

    @property
    def is_at_reveal(self) -> bool:
        return self.choosers == list(self.game.players)

    @property
    def end(self) -> str | None:
        return self.game.describe(self.state)["end"]

    @property
    def surf(self) -> list[str | None]:
        return self.game.surf(self.state)

    @property
    def beach(self) -> list[str | None]:
        return self.game.beach(self.state)

    @property
    def bluebottle_zone(self) -> int:
        return int(self.state["table"]["bluebottles"][0])

    @property
    def rounds(self) -> int:
        return self.game.rounds(self.state)

    @property
    def winners(self) -> list[str]:
        return [self.game.players[seat] for seat in self.game.winners(self.state)]

    def choices(self, name: str) -> list[str]:
        return self.game.legal(self.state, self._seat(name))

    def hand(self, name: str) -> str:
        return " ".join(self.game.hand(self.state, self._seat(name)))

    def towel(self, name: str) -> str:
        return " ".join(self.game.towel(self.state, self._seat(name)))

    def respect(self, name: str) -> int:
        return int(self.state["table"]["respect"][0, self._seat(name)])

    def waves(self, name: str) -> list[str]:
        return self.game.waves(self.state, self._seat(name))

    def boards(self, name: str) -> list[str]:
        return self.game.boards(self.state, self._seat(name))

    def stings(self, name: str) -> list[int]:
        return self.game.stings(self.state, self._seat(name))

    def points(self, name: str) -> dict[str, int]:
        return self.game.points(self.state, self._seat(name))


def position(players: str = "Ana Ben", *, surf: str | None = None, beach: str | None = None, hands=None, towels=None,
             respect=None, waves=None, boards=None, stings=None, bluebottles: int = 0, ocean_deck=None, beach_deck=None,
             tokens=None, cards: CardSet | None = None, goals: tuple[str, ...] = ()) -> Position:
    """A position at the reveal; what is not said is as at the start of a game, SURF and BEACH in a game of BOX.

    `surf` and `beach` name the cards that lie there, commas between, the breakzone first, "-" for an empty space; spaces
    not named hold what the start put there. `ocean_deck` and `beach_deck` are all that is left of a deck, `tokens` come
    next of the bluebottle tokens. `waves`, `boards` and `stings` are what surfers have already, and `bluebottles` says
    how many are over.
    """
    cards = cards or BOX
    surf, beach = surf or (SURF if cards is BOX else ""), beach or (BEACH if cards is BOX else "")
    game = Game(tuple(players.split()), cards, goals)
    state = game.start().copy()
    s = state[0]
    t = s.table
    lay(t.surf, surf, cards.ocean_kind)
    lay(t.beach, beach, cards.beach_kind)
    for name, held in (hands or {}).items():
        hold(t.hand[game.players.index(name)], held)
    for name, held in (towels or {}).items():
        hold(t.towel[game.players.index(name)], held)
    for name, amount in (respect or {}).items():
        t.respect[game.players.index(name)] = amount
    for name, listed in (waves or {}).items():
        for card in listed:
            give_wave(cards, t, game.players.index(name), card)
    for name, listed in (boards or {}).items():
        for card in listed:
            give_board(cards, t, game.players.index(name), card)
    for _ in range(bluebottles):
        t.ocean_gone[t.rounds], t.ocean_taker[t.rounds] = cards.ocean_kind(BLUEBOTTLE), -1
        t.rounds += 1
        t.bluebottles += 1
    give_stings(game, s, stings or {}, tokens or [])
    if ocean_deck is not None:
        s.ocean_top, s.ocean_size = 3, 3 + len(ocean_deck)
        s.ocean[3:s.ocean_size] = [cards.ocean_kind(card) for card in ocean_deck]
    if beach_deck is not None:
        s.beach_top, s.beach_size, t.beach_left = 3, 3 + len(beach_deck), len(beach_deck)
        s.beach[3:s.beach_size] = [cards.beach_kind(card) for card in beach_deck]
    state.setflags(write=False)
    return Position(game, state)


def lay(spaces, names: str, kind) -> None:
    for space, name in enumerate(filter(None, names.split(", "))):
        spaces[space] = -1 if name == "-" else kind(name)


def hold(counts, names: str) -> None:
    counts[:] = 0
    for name in names.split():
        counts[energy_kind(name)] += 1


def give_wave(cards: CardSet, t, seat: int, name: str) -> None:
    kind = cards.ocean_kind(name)
    t.ocean_gone[t.rounds], t.ocean_taker[t.rounds] = kind, seat
    t.rounds += 1
    t.points[seat] += cards.waves[kind].points
    t.waves[seat, cards.suits.index(cards.waves[kind].suit)] += 1


def give_board(cards: CardSet, t, seat: int, name: str) -> None:
    kind = cards.beach_kind(name)
    board = cards.boards[kind]
    t.bought[t.sales], t.buyer[t.sales] = kind, seat
    t.sales += 1
    t.boards[seat, cards.suits.index(board.suit)] += 1
    t.bonus[seat, cards.suits.index(board.suit)] += board.bonus


def give_stings(game: Game, s, stings: dict, tokens: list[int]) -> None:
    """Put the given tokens in front of their surfers and the others that are listed on top of the pile."""
    t = s.table
    taken = [(game.players.index(name), value) for name, values in stings.items() for value in values]
    for seat, value in taken:
        t.stung[t.tokens] = seat
        t.tokens += 1
        t.stings[seat] += 1
        s.sting_points[seat] += value
    top = [value for _, value in taken] + list(tokens)
    pile = [int(value) for value in s.sting[:game.cards.tables["stings"][0]]]
    for value in top:
        pile.remove(value)
    s.sting[:len(top) + len(pile)] = top + pile


BOX = CardSet.from_dict({
    "suits": ["orange", "teal", "purple"],
    "bluebottles": 5,
    "waves": [
        {"suit": "orange", "points": 1, "count": 2}, {"suit": "orange", "points": 2, "count": 2},
        {"suit": "orange", "points": 3, "count": 2}, {"suit": "orange", "points": 4, "count": 2},
        {"suit": "teal", "points": 4, "count": 2}, {"suit": "teal", "points": 5, "count": 3},
        {"suit": "teal", "points": 6, "count": 3}, {"suit": "purple", "points": 7, "count": 3},
        {"suit": "purple", "points": 8, "count": 2}, {"suit": "purple", "points": 10, "count": 2},
    ],
    "boards": [
        {"suit": "orange", "bonus": 1, "cost": 1, "count": 6}, {"suit": "orange", "bonus": 3, "cost": 3, "count": 2},
        {"suit": "teal", "bonus": 2, "cost": 2, "count": 8}, {"suit": "purple", "bonus": 3, "cost": 4, "count": 8},
    ],
    "energy": [
        {"value": 2, "cost": 1, "count": 6}, {"value": 4, "cost": 2, "count": 6}, {"value": 6, "cost": 3, "count": 6},
    ],
    "stings": [{"value": 0, "count": 4}, {"value": 1, "count": 5}, {"value": 2, "count": 5}, {"value": 3, "count": 4}],
    "goals": [
        {"name": "Quiver", "points": 3, "metric": "boards", "at_least": 3},
        {"name": "All conditions", "points": 5, "metric": "suits", "exactly": 3},
        {"name": "Clean session", "points": 4, "metric": "stings", "at_most": 0},
        {"name": "Orange crush", "points": 2, "metric": "waves.orange", "at_least": 2},
        {"name": "Fresh arms", "points": 3, "metric": "starting_energy", "at_least": 3},
    ],
}, "the box of the tests")
"""A card set with the box's counts that changes with the tests alone, not with the house set."""
