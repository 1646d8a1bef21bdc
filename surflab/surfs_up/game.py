"""One game of Surf's Up! in names: the Python surface over the compiled rules.

States are read-only arrays of one STATE record. Seats are numbers in seat order; cards and choices are written as a
record writes them: "5" and "3t" for energy, "respect" and "buy orange +2" at the beach.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from .. import seats
from ..card_files import shown
from ..compiled import Engine
from ..seats import MOST_SEED, IllegalChoice, check_seed, frozen, numbers_of, thinking_engine
from . import position, rules, solver
from .bots import PLANS, SOLVER
from .cards import CardSet, energy_name
from .fate import put_on_top

__all__ = ["MOST_SEED", "Game", "IllegalChoice", "check_goals", "check_players", "check_seed", "engine"]

engine = Engine("surfs_up")
NO_CARDS = np.zeros(0, np.int64)
ENDS = {-1: None, rules.BLUEBOTTLES: "bluebottles", rules.ONLY_REST: "only rest left"}
SOURCES = ("waves", "boards", "goals", "stings")


@dataclass(frozen=True, repr=False)
class Game:
    """A table before its first round: who sits there, the cards, the goals in play and what decides the shuffles.

    `decks` may list the tops of the decks by name ("ocean", "beach") and value ("stings"); what it leaves of the card
    set is shuffled behind by `seed` (0 to 2**32 - 1). With `set_up`, the [position] of a record, the game begins in the
    middle instead of with a deal, and `decks` list what is still to come. Raises ValueError for a table that cannot be.
    """

    name: ClassVar[str] = "surfs-up"
    known_bots: ClassVar[tuple[str, ...]] = tuple(PLANS)
    players: tuple[str, ...]
    cards: CardSet = field(default_factory=CardSet.house)
    goals: tuple[str, ...] = ()
    seed: int = 0
    decks: Mapping[str, tuple] = field(default_factory=dict)
    set_up: Mapping | None = None

    def __post_init__(self):
        check_players(self.players)
        check_goals(self.cards, self.goals)
        object.__setattr__(self, "seed", check_seed(self.seed))
        check_decks(self.cards, self.decks, self.set_up is None)
        if self.set_up is not None:
            position.check(self)

    def __repr__(self) -> str:
        return f"<Game of Surf's Up!: {', '.join(self.players)}>"

    # moments
    def start(self) -> np.ndarray:
        """The state before the first round, or at the position that was set up."""
        if self.set_up is not None:
            return position.state_of(self, engine.current.rules.redeal_unseen)
        return self._deal(np.array([self.cards.goal_id(name) for name in self.goals] + [-1] * (3 - len(self.goals))))

    def with_goals_drawn(self) -> Game:
        """The same table with three goals drawn from the card set by the seed (SU06)."""
        drawn = self._deal(np.full(3, rules.DRAW))["table"]["goals"][0]
        return replace(self, goals=tuple(self.cards.goal_names[goal] for goal in drawn if goal >= 0))

    def _deal(self, goals: np.ndarray) -> np.ndarray:
        states = np.zeros(1, rules.STATE)
        ocean = np.array([self.cards.ocean_kind(name) for name in self.decks.get("ocean", ())], np.int64)
        beach = np.array([self.cards.beach_kind(name) for name in self.decks.get("beach", ())], np.int64)
        stings = np.array(self.decks.get("stings", ()), np.int64)
        engine.current.rules.start(self.cards.tables, states, 0, len(self.players), goals.astype(np.int64), ocean, beach,
                                   stings, self.seed, 0)
        return frozen(states)

    def is_over(self, state: np.ndarray) -> bool:
        return bool(state["table"]["phase"][0] == rules.OVER)

    def rounds(self, state: np.ndarray) -> int:
        """How many rounds are wholly resolved."""
        return int(state["table"]["rounds"][0])

    def where(self, state: np.ndarray) -> str:
        """How far the game is, in words."""
        return f"after round {self.rounds(state)}"

    def is_between_rounds(self, state: np.ndarray) -> bool:
        """Nobody is in the middle of a visit to the beach."""
        return bool(state["table"]["phase"][0] != rules.VISIT)

    def to_choose(self, state: np.ndarray) -> list[int]:
        """The seats that must choose now: all at a reveal, one at the beach, none when the game is over."""
        table = state["table"][0]
        if table["phase"] == rules.REVEAL:
            return list(range(len(self.players)))
        return [int(table["actor"])] if table["phase"] == rules.VISIT else []

    def legal(self, state: np.ndarray, seat: int) -> list[str]:
        """What the seat may choose now: energy by value, or respect and then cards by name."""
        return list(self.numbered(state, seat))

    def numbered(self, state: np.ndarray, seat: int) -> dict[str, int]:
        """The seat's legal choices by name, with the numbers the rules know them by."""
        if seat not in self.to_choose(state):
            return {}
        found = np.zeros(rules.KINDS, np.int64)
        count = engine.current.rules.legal_choices(self.cards.tables, state.copy(), 0, seat, found)
        if state["table"]["phase"][0] == rules.REVEAL:
            return {energy_name(kind): kind for kind in by_value(int(kind) for kind in found[:count])}
        beach = state["table"]["beach"][0]
        names = {f"buy {self.cards.beach_names[beach[choice - 1]]}": int(choice) for choice in found[:count] if choice}
        return ({"respect": 0} if found[0] == 0 and count else {}) | dict(sorted(names.items()))

    def resolve(self, state: np.ndarray, choices: Mapping[int, str]) -> tuple[np.ndarray, np.ndarray]:
        """The state after the seats' choices, and what happened as EVENT rows; raises IllegalChoice."""
        numbers = numbers_of(self, state, choices, rules.SEATS)
        states, log = state.copy(), np.zeros(rules.EVENTS, rules.EVENT)
        count = engine.current.rules.step(self.cards.tables, states, 0, log, numbers)
        return frozen(states), frozen(log[:count].copy())

    def ask(self, state: np.ndarray, seat: int, bot: str) -> str:
        """What the bot of that name would choose in the seat; raises ValueError for one that is not there, or not yet."""
        if bot == SOLVER:
            number = solver.choose(thinking_engine(engine), self.cards.tables, state, seat)
        elif bot in PLANS:
            current = engine.current
            bots = (current.bots.BOTS[bot],) * rules.SEATS
            number = int(current.rules.ask_bot(self.cards.tables, state.copy(), 0, seat, bots))
        else:
            raise ValueError(f"there is no bot {bot!r}; the bots are {', '.join(map(repr, PLANS))}")
        return next(name for name, choice in self.numbered(state, seat).items() if choice == number)

    def redeal(self, state: np.ndarray, seed: int, seat: int = -1) -> np.ndarray:
        """The state with everything shuffled anew that the seat cannot know; seat -1: that nobody has seen yet."""
        states = state.copy()
        engine.current.rules.redeal_unseen(self.cards.tables, states, 0, seat, check_seed(seed), 0)
        return frozen(states)

    def lay(self, state: np.ndarray, decks: Mapping[str, list]) -> np.ndarray:
        """The state with the listed cards next to come; raises ValueError where they are not still to come."""
        return put_on_top(self.cards, state, decks)

    # what lies on the table
    def surf(self, state: np.ndarray) -> list[str | None]:
        """The ocean cards in the surf, breakzone first; None is an empty space."""
        return [self.cards.ocean_names[card] if card >= 0 else None for card in state["table"]["surf"][0]]

    def beach(self, state: np.ndarray) -> list[str | None]:
        """The cards on the beach; None is an empty space."""
        return [self.cards.beach_names[card] if card >= 0 else None for card in state["table"]["beach"][0]]

    def hand(self, state: np.ndarray, seat: int) -> list[str]:
        return _energy_names(state["table"]["hand"][0, seat])

    def towel(self, state: np.ndarray, seat: int) -> list[str]:
        return _energy_names(state["table"]["towel"][0, seat])

    def waves(self, state: np.ndarray, seat: int) -> list[str]:
        """The waves a seat has won, in that order."""
        table = state["table"][0]
        taken = zip(table["ocean_gone"], table["ocean_taker"])
        return [self.cards.ocean_names[card] for card, taker in list(taken)[: self._gone(table)] if taker == seat]

    def _gone(self, table) -> int:
        return int(table["rounds"]) + int(table["phase"] == rules.VISIT)

    def boards(self, state: np.ndarray, seat: int) -> list[str]:
        """The surfboards a seat has bought, in that order."""
        table = state["table"][0]
        bought = list(zip(table["bought"], table["buyer"]))[: table["sales"]]
        suit = self.cards.tables["beach_suit"][0]
        return [self.cards.beach_names[card] for card, buyer in bought if buyer == seat and suit[card] >= 0]

    def stings(self, state: np.ndarray, seat: int) -> list[int]:
        """The values of the tokens a seat has taken, in that order; only that seat may look at them (SU63)."""
        taken = state["table"]["stung"][0, : state["table"]["tokens"][0]]
        return [int(value) for value, stung in zip(state["sting"][0], taken) if stung == seat]

    def points(self, state: np.ndarray, seat: int, eyes: int | str | None = "all") -> dict[str, int]:
        """What the seat would score if the game ended now, by source and in total (SU61).

        Tokens that the eyes (a seat's, "all" or, as None, nobody's) may not see count nothing; when the game is over all
        tokens are turned up (SU63).
        """
        points = np.zeros(len(SOURCES), np.int64)
        engine.current.rules.score_sources(self.cards.tables, state.copy(), 0, seat, points)
        if eyes not in ("all", seat) and not self.is_over(state):
            points[SOURCES.index("stings")] = 0
        return {source: int(amount) for source, amount in zip(SOURCES, points)} | {"total": int(points.sum())}

    def open_points(self, state: np.ndarray, eyes: int | str | None = None) -> list[int]:
        """The total of each seat's points, as far as the eyes may see them."""
        return [self.points(state, seat, eyes)["total"] for seat in range(len(self.players))]

    def goals_met(self, state: np.ndarray, seat: int) -> list[str]:
        """The goals in play that the seat would score if the game ended now."""
        return [name for name in self.goals
                if rules.is_met(self.cards.tables[0], state["table"][0], seat, self.cards.goal_id(name))]

    def winners(self, state: np.ndarray) -> list[int]:
        """The seats that share the victory; none while the game goes on (SU62)."""
        if not self.is_over(state):
            return []
        totals = [self.points(state, seat)["total"] for seat in range(len(self.players))]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def describe(self, state: np.ndarray) -> dict:
        """Everything about a state in plain values, as `surflab replay --json` prints it."""
        table = state["table"][0]
        described = {
            "game": self.name, "rounds": self.rounds(state), "over": self.is_over(state), "end": ENDS[int(table["end"])],
            "surf": [card for card in self.surf(state) if card], "beach": [card for card in self.beach(state) if card],
            "players": [self._describe_seat(state, seat) for seat in range(len(self.players))],
            "winners": [self.players[seat] for seat in self.winners(state)],
        }
        if not described["over"]:
            described["to_choose"] = [{"name": self.players[seat], "choices": self.legal(state, seat)}
                                      for seat in self.to_choose(state)]
        return described

    def _describe_seat(self, state: np.ndarray, seat: int) -> dict:
        return {
            "name": self.players[seat], "hand": self.hand(state, seat), "towel": self.towel(state, seat),
            "respect": int(state["table"]["respect"][0, seat]), "waves": self.waves(state, seat),
            "boards": self.boards(state, seat), "stings": self.stings(state, seat), "points": self.points(state, seat),
        }


def check_players(players, key: str = "players") -> tuple[str, ...]:
    """The names of 2 to 6 different surfers in seat order (SU01); raises ValueError."""
    return seats.check_players(players, 2, rules.SEATS, key)


def check_goals(cards: CardSet, goals) -> tuple[str, ...]:
    """Up to three different goals of the card set (SU06); raises ValueError."""
    if not isinstance(goals, (list, tuple)) or len(goals) > 3:
        raise ValueError(f"goals must be at most 3 names of shared goals, not {goals!r}")
    for name in goals:
        if not isinstance(name, str) or name not in cards.goal_names:
            raise ValueError(f"the card set has no goal {name!r}; its goals are {', '.join(map(repr, cards.goal_names))}")
        if list(goals).count(name) > 1:
            raise ValueError(f"goals must be different; {name!r} stands there more than once")
    return tuple(goals)


def check_decks(cards: CardSet, decks: Mapping[str, tuple], are_whole: bool = True) -> None:
    """The listed tops of the decks must come out of the card set; raises ValueError.

    Decks that are whole start with three waves in the ocean (SU03).
    """
    known = {"ocean": _counts(cards.ocean_names, cards.tables["ocean_count"][0]),
             "beach": _counts(cards.beach_names, cards.tables["beach_count"][0]),
             "stings": _counts(range(rules.STING_VALUES), cards.tables["sting_count"][0])}
    for deck, listed in decks.items():
        if deck not in known:
            raise ValueError(f"decks has no {deck!r}; its decks are {', '.join(known)}")
        if not isinstance(listed, (list, tuple)):
            raise ValueError(f"decks.{deck} must be a list, top card first, not {shown(listed)}")
        left = dict(known[deck])
        for card in listed:
            kind = card if isinstance(card, (str, int)) and not isinstance(card, bool) else repr(card)
            if not left.get(kind):
                count = known[deck].get(kind, 0)
                have = ", ".join(str(name) for name, copies in known[deck].items() if copies)
                raise ValueError(f"decks.{deck} lists {card!r} more than {count} times, the card set holds {count}" if count
                                 else f"decks.{deck} lists {card!r}, which the card set does not hold; it holds {have}")
            left[kind] -= 1
    for card in list(decks.get("ocean", ()))[: 3 * are_whole]:
        if card == "bluebottle":
            raise ValueError("decks.ocean starts with a bluebottle; its first three cards are the surf at set-up and "
                             "must be waves (SU03)")


def by_value(kinds) -> list[int]:
    """Kinds of energy card by value, a starting card before a temporary one."""
    return sorted(kinds, key=lambda kind: (rules.energy_of(kind), kind))


def _energy_names(counts) -> list[str]:
    return [energy_name(kind) for kind in by_value(range(rules.KINDS)) for _ in range(counts[kind])]


def _counts(names, counts) -> dict:
    return {name: int(count) for name, count in zip(names, counts)}
