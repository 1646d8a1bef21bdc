"""One game of Surfin' Cats in names: the Python surface over the compiled rules.

States are read-only arrays of one STATE record. Seats are numbers in seat order. A choice is a short phrase, as a record
writes it: "trick", "ride", "place pearl on Calm Mind 2", "take wax", "keep", "use seaweed on rufo", "take Floater".

A round is a turn on a wave or a visit to the market, whatever comes next; `position` tells a round's wave and turn.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from .. import seats
from ..card_files import shown
from ..compiled import Engine
from ..seats import IllegalChoice, check_seed, frozen, numbers_of, thinking_engine
from ..typed import check_different
from . import odds, position, rules, solver
from .bots import PLANS, SOLVER
from .cards import Ability, CardSet, Wave
from .fate import Fate, waves_begun
from .variant import Variant

__all__ = ["Game", "IllegalChoice", "check_cats", "check_one_each", "check_players", "engine"]

engine = Engine("surfin_cats")
HOUSE_CATS = ("maria", "rufo", "mandy", "chope", "neo")
SOURCES = rules.SOURCES
STATUS = ("surfing", "rode", "wiped out")
TRICK, RIDE, KEEP, BOTTOM, NO_ITEM = "trick", "ride", "keep", "bottom", "use nothing"
QUESTIONS = {  # what is asked in a phase, in a word and in words
    rules.CHOOSE_INSTRUCTOR: ("instructor", "Which instructor stays?"),
    rules.CHOOSE_ACT: ("act", "Reveal the next trick, or ride the wave?"),
    rules.USE_ITEM: ("item", "Use an item?"),
    rules.PICK: ("market", "Which card does the cat take from the market?"),
    rules.PLACE: ("place", "Where does the resource go?"),
    rules.CHOOSE_RESOURCE: ("resource", "Which resource?"),
    rules.CHOOSE_ITEM: ("gain", "Which item?"),
    rules.LOOK: ("look", "Keep the next card on top, or put it to the bottom?"),
    rules.AIM: ("aim", "Whom does it hit?"),
    rules.DISCARD: ("discard", "Which trick leaves play?"),
}


@dataclass(frozen=True, repr=False)
class Game:
    """A table before its first wave: which cat each seat plays, who sits there, the cards and what decides the shuffles.

    Without `players` the seats are called as their cats. `fate` lists what chance decides before the first turn, as far
    as that is known; what it leaves open is drawn by `seed` (0 to 2**32 - 1). `set_up` is a
    position in the middle of a day at which the table starts instead. Raises ValueError for a table that cannot be.
    """

    name: ClassVar[str] = "surfin-cats"
    known_bots: ClassVar[tuple[str, ...]] = tuple(PLANS)
    cats: tuple[str, ...]
    players: tuple[str, ...] = ()
    cards: CardSet = field(default_factory=CardSet.house)
    variant: Variant = Variant()
    seed: int = 0
    fate: Fate = Fate()
    set_up: Mapping | None = None

    def __post_init__(self):
        check_cats(self.cards, self.cats)
        object.__setattr__(self, "players", check_players(self.players) or self.cats)
        check_one_each(self.players, self.cats)
        self.variant.check(self.cards)
        object.__setattr__(self, "seed", check_seed(self.seed))
        self.fate.check(self.cards, self.variant, len(self.cats))
        if self.set_up is not None:
            self.start()

    def __repr__(self) -> str:
        return f"<Game of Surfin' Cats: {', '.join(self.players)}>"

    # moments
    def start(self) -> np.ndarray:
        """The state before the first choice; of a table that is set up, the one described."""
        state = self.dealt(self.fate) if self.set_up is None else position.state_of(self)
        return self.lay(state, self.fate)

    def dealt(self, fate: Fate) -> np.ndarray:
        """The state of a deal with the instructors, ability cards and waves that the fate lists."""
        state = self._deal(Fate(waves=fate.waves))
        return self._deal(fate.completed(self.cards, state)) if fate.instructors or fate.abilities else state

    def _deal(self, fate: Fate) -> np.ndarray:
        states, log = np.zeros(1, rules.STATE), np.zeros(0, rules.EVENT)
        cards = self.cards
        listed = (
            [cards.ability_id(name) for names in fate.abilities for name in names],
            [-1 if name is None else cards.wave_id(name) for name in fate.waves],
            [], [cards.instructor_id(name) for names in fate.instructors for name in names],
        )
        abilities, waves, events, instructors = (np.array(numbers, np.int64) for numbers in listed)
        cats = np.array([cards.cat_id(cat) for cat in self.cats], np.int64)
        engine.current.rules.start(cards.tables, states, 0, log, cats, self.variant.options, abilities, waves, events,
                                   instructors, self.seed, 0)
        return frozen(states)

    def lay(self, state: np.ndarray, fate: Fate) -> np.ndarray:
        """The state with what is still hidden lying as listed; raises ValueError where it cannot lie so."""
        states = state.copy()
        fate.lay(self.cards, self.variant, states, self.players, engine.current.rules)
        return frozen(states)

    def is_over(self, state: np.ndarray) -> bool:
        return bool(state["table"]["phase"][0] == rules.OVER)

    def rounds(self, state: np.ndarray) -> int:
        """How many turns and market visits are wholly resolved, and what a wave that comes after them asks as well."""
        table = state["table"][0]
        return max(0, int(table["rounds"]) - int(table["stage"] == rules.WAVE_COMES))

    def position(self, state: np.ndarray) -> tuple[int, int]:
        """The wave that is surfed, counted from 1 (0 before the first), and how many of its turns are resolved."""
        table = state["table"][0]
        if table["stage"] <= rules.INSTRUCTORS_CHOSEN:
            return 0, 0
        through = table["stage"] >= rules.TURN_ENDS or table["phase"] == rules.OVER
        return int(table["wave"]) + 1, int(table["turn"]) + int(through)

    def where(self, state: np.ndarray) -> str:
        """How far the game is, in words."""
        wave, turns = self.position(state)
        if wave == 0:
            return "before the first wave"
        table = state["table"][0]
        if table["phase"] == rules.OVER:
            return f"after wave {wave}, turn {turns}"
        if table["stage"] == rules.WAVE_COMES:
            return f"as wave {wave} comes"
        return f"at the market after wave {wave}" if table["phase"] == rules.PICK else f"in wave {wave}, turn {turns + 1}"

    def is_between_rounds(self, state: np.ndarray) -> bool:
        """All who can choose are asked at once what to do in the round that begins, and nobody is in the middle of one."""
        table = state["table"][0]
        if table["phase"] == rules.PICK:
            return bool(table["picks_left"] == table["picks"])
        return bool(table["phase"] in (rules.CHOOSE_INSTRUCTOR, rules.CHOOSE_ACT, rules.OVER))

    def question(self, state: np.ndarray) -> str:
        """What is asked, in a word: "instructor", "act", "item", "market", "place" and so on; "" when the game is over."""
        return QUESTIONS.get(int(state["table"]["phase"][0]), ("", ""))[0]

    def picked(self, state: np.ndarray) -> int:
        """How many market cards each cat has picked in the visit under way."""
        table = state["table"][0]
        return int(table["picks"] - table["picks_left"])

    def to_choose(self, state: np.ndarray) -> list[int]:
        """The seats that must choose now: all with more than one possibility, or the one that an effect asks."""
        return [seat for seat in range(len(self.cats)) if state["table"]["must"][0, seat]]

    def legal(self, state: np.ndarray, seat: int) -> list[str]:
        """What the seat may choose now."""
        return list(self.numbered(state, seat))

    def numbered(self, state: np.ndarray, seat: int) -> dict[str, int]:
        """The seat's legal choices by name, with the numbers the rules know them by."""
        if not 0 <= seat < len(self.cats) or not state["table"]["must"][0, seat]:
            return {}
        found = np.zeros(rules.CHOICES, np.int64)
        count = engine.current.rules.legal_choices(self.cards.tables, state.copy(), 0, seat, found)
        return {self._choice_name(state, seat, int(choice)): int(choice) for choice in found[:count]}

    def forced(self, state: np.ndarray, seat: int) -> str | None:
        """What a seat does without being asked when all are asked at once; None where it does nothing."""
        table, own = state["table"][0], state["own"][0, seat]
        if table["must"][seat] or table["phase"] > rules.PICK:
            return None
        choice = rules.nth_allowed(self.cards.tables[0], table, own, seat, 0)
        return None if choice < 0 else self._choice_name(state, seat, int(choice))

    def _choice_name(self, state: np.ndarray, seat: int, choice: int) -> str:
        cards, table, own = self.cards, state["table"][0], state["own"][0, seat]
        phase = table["phase"]
        if phase == rules.CHOOSE_ACT:
            return RIDE if choice == rules.RIDE else TRICK
        if phase == rules.USE_ITEM:
            return self._use_name(choice)
        if phase == rules.PLACE:
            ability, space = table["ability"][seat, choice // rules.SPACES], choice % rules.SPACES
            return self.place_name(cards.tables["effects"]["kind"][0, table["row"]], ability, space)
        if phase == rules.PICK:
            return f"take {cards.trick_names[own['offer'][choice]]}"
        if phase == rules.CHOOSE_RESOURCE:
            return f"take {cards.resource_names[choice]}"
        if phase == rules.CHOOSE_ITEM:
            return f"take {cards.item_names[choice]}"
        if phase == rules.LOOK:
            return BOTTOM if choice else KEEP
        if phase == rules.AIM:
            return f"aim at {self.players[choice]}"
        if phase == rules.DISCARD:
            return f"discard {cards.trick_names[table['played'][table['target'], choice]]}"
        return cards.instructor_names[own["instructor"][choice]]

    def _use_name(self, choice: int) -> str:
        if choice == 0:
            return NO_ITEM
        target = rules.target_of(choice)
        return f"use {self.cards.item_names[rules.item_of(choice)]}" + (f" on {self.players[target]}" if target >= 0 else "")

    def place_name(self, resource: int, ability: int, space: int) -> str:
        """The choice to put a resource on a space of an ability card, all three as the rules number them."""
        return f"place {self.cards.resource_names[resource]} on {self.cards.ability_names[ability]} {space + 1}"

    def resolve(self, state: np.ndarray, choices: Mapping[int, str], fate: Fate | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The state after the seats' choices, and what happened as EVENT rows; raises IllegalChoice.

        `fate` lists what comes up in shuffles that this decision leads to; raises ValueError where that did not happen.
        """
        numbers = numbers_of(self, state, choices, rules.SEATS)
        states, log = state.copy(), np.zeros(rules.EVENTS, rules.EVENT)
        if fate is not None:
            fate.foretell(self.cards, states)
        count = engine.current.rules.step(self.cards.tables, states, 0, log, numbers)
        if fate is not None:
            fate.forget(states)
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

    # the wave
    def wave(self, state: np.ndarray) -> Wave | None:
        """The wave that is surfed, None before the first."""
        return self.face_up(state) if waves_begun(state[0]) else None

    def face_up(self, state: np.ndarray) -> Wave:
        """The wave that is surfed or, while the instructors are chosen, the first one (SC04)."""
        table = state["table"][0]
        return self.cards.waves[table["surf"][min(table["wave"], rules.WAVES - 1)]]

    def waves(self, state: np.ndarray) -> list[str]:
        """The waves that have come so far."""
        return [self.cards.wave_names[card] for card in state["table"]["surf"][0, :waves_begun(state[0])]]

    def events(self, state: np.ndarray) -> list[str]:
        """The events of this wave."""
        return [self.cards.event_names[card] for card in state["table"]["event"][0] if card >= 0]

    def beach(self, state: np.ndarray) -> list[dict]:
        """The wave's columns: paddle, flow, what they give, whether a jellyfish counts, and the seats there, first one first."""
        wave, table = self.face_up(state), state["table"][0]
        columns = []
        for number, column in enumerate(wave.columns):
            there = [seat for seat in range(len(self.cats)) if self._stands_in(table, seat) == number]
            stings = column.jellyfish and any(rules.has_jellyfish(self.cards.tables[0], table, seat, number)
                                              for seat in range(len(self.cats)))
            columns.append({"paddle": column.paddle, "flow": column.flow, "gives": column.gives, "jellyfish": bool(stings),
                            "seats": sorted(there, key=lambda seat: table["place"][seat])})
        return columns

    @staticmethod
    def _stands_in(table, seat: int) -> int | None:
        """The column a cat stands in, -1 on the sand, None while it is on the wave or in the water."""
        return int(table["column"][seat]) if table["status"][seat] == rules.RODE else None

    def limits(self, state: np.ndarray, seat: int) -> tuple[int, int]:
        """The most paddle the wave lets the seat have, and the fall that wipes it out."""
        table = state["table"][0]
        if self.wave(state) is None:
            return 0, rules.FALL_LIMIT
        return int(rules.paddle_limit(self.cards.tables[0], table, seat)), int(rules.fall_limit(table, seat))

    def landing(self, state: np.ndarray, seat: int) -> int | None:
        """The column that the seat's cat would ride into now, counted from 0; -1 is the sand, None with nothing to ride."""
        table = state["table"][0]
        if self.wave(state) is None or table["status"][seat] != rules.SURFING:
            return None
        return int(rules.column_of(self.cards.tables[0], table, seat, table["paddle"][seat]))

    # a cat
    def status(self, state: np.ndarray, seat: int) -> str:
        """"surfing", "rode" or "wiped out"."""
        return STATUS[state["table"]["status"][0, seat]]

    def deck(self, state: np.ndarray, seat: int) -> list[str]:
        """What a trick deck holds, which everybody knows, in the order of the card list and not of the deck (SC90)."""
        table = state["table"][0]
        return [self.cards.trick_names[kind] for kind in table["rest"][seat, :table["left"][seat]]]

    def next_card(self, state: np.ndarray, seat: int, viewer: int | None = None) -> str | None:
        """The top card of a seat's deck if everybody knows it, or if the viewer, the seat itself, has seen it."""
        left = state["table"]["left"][0, seat]
        known = state["own"]["known"][0, seat] if viewer == seat else state["table"]["known"][0, seat]
        return self.cards.trick_names[known[left - 1]] if left and known[left - 1] >= 0 else None

    def in_play(self, state: np.ndarray, seat: int) -> list[str]:
        """The tricks in play, in the order they were performed."""
        table = state["table"][0]
        return [self.cards.trick_names[kind] for kind in table["played"][seat, :table["in_play"][seat]]]

    def items(self, state: np.ndarray, seat: int) -> list[str]:
        return [name for name, count in zip(self.cards.item_names, state["table"]["held"][0, seat], strict=False) if count]

    def kept(self, state: np.ndarray, seat: int) -> list[str]:
        """The resources that no ability card took, which are worth 1 flow each (SC21)."""
        return [name for name, count in zip(self.cards.resource_names, state["table"]["kept"][0, seat], strict=False)
                for _ in range(count)]

    def abilities(self, state: np.ndarray, seat: int) -> list[tuple[Ability, bool, list[str | None]]]:
        """The seat's ability cards: the card, whether it is complete, and the resource on each space (None: free)."""
        table = state["table"][0]
        names = [None, *self.cards.resource_names]
        found = []
        for slot in range(rules.SLOTS):
            ability = self.cards.abilities[table["ability"][seat, slot]]
            filled = [names[kind] for kind in table["filled"][seat, slot, :len(ability.spaces)]]
            found.append((ability, bool(table["done"][seat, slot]), filled))
        return found

    def instructor(self, state: np.ndarray, seat: int) -> str | None:
        """The instructor a cat has chosen."""
        card = state["table"]["instructor"][0, seat]
        return self.cards.instructor_names[card] if card >= 0 else None

    def offered(self, state: np.ndarray, seat: int) -> list[tuple[str, int]]:
        """The market cards on offer to the seat, which it alone sees, and what each costs it."""
        table, own = state["table"][0], state["own"][0, seat]
        kinds = [kind for kind in own["offer"][:own["offers"]] if kind >= 0]
        return [(self.cards.trick_names[kind], int(rules.price_of(self.cards.tables[0], table, seat, kind))) for kind in kinds]

    def market_discards(self, state: np.ndarray) -> list[str]:
        table = state["table"][0]
        return [self.cards.trick_names[kind] for kind in table["discard"][:table["discards"]]]

    def next_trick(self, state: np.ndarray, seat: int, viewer: int | None = None) -> dict[str, float]:
        """The exact chances of the seat's next trick, from what the viewer knows of its deck (None: what all know).

        "safe", "falls", "too far", and "saved" for too much paddle that an item in hand can bring back; all 0 without one.
        """
        ways = np.zeros(4, np.int64)
        counting = getattr(engine.current, "odds", odds)
        counting.wipeout_ways(self.cards.tables, state.copy(), 0, seat, -1 if viewer is None else viewer, ways)
        return {name: float(count) / max(1, int(ways.sum()))
                for name, count in zip(("safe", "falls", "too far", "saved"), ways, strict=True)}

    # the score
    def points(self, state: np.ndarray, seat: int, eyes: int | str | None = "all") -> dict[str, int]:
        """What the seat would score if the game ended now, by source and in total (SC70); open to everybody's eyes."""
        points = np.zeros(len(SOURCES), np.int64)
        engine.current.rules.score_sources(self.cards.tables, state.copy(), 0, seat, points)
        return {source: int(amount) for source, amount in zip(SOURCES, points, strict=True)} | {"total": int(points.sum())}

    def open_points(self, state: np.ndarray, eyes: int | str | None = None) -> list[int]:
        """The total of each seat's points, as far as the eyes may see them."""
        return [self.points(state, seat, eyes)["total"] for seat in range(len(self.players))]

    def winners(self, state: np.ndarray) -> list[int]:
        """The seats that share the victory; none while the game goes on (SC71)."""
        if not self.is_over(state):
            return []
        return [seat for seat in range(len(self.cats)) if state["table"]["won"][0, seat]]

    # everything
    def describe(self, state: np.ndarray) -> dict:
        """Everything about a state in plain values, as `surflab replay --json` prints it."""
        wave, turns = self.position(state)
        table = state["table"][0]
        described = {
            "game": self.name, "wave": wave, "turn": turns, "over": self.is_over(state), "waves": self.waves(state),
            "events": self.events(state),
            "market": {"deck": int(table["market_left"]), "discards": self.market_discards(state)},
            "players": [self._describe_seat(state, seat) for seat in range(len(self.cats))],
            "winners": [self.players[seat] for seat in self.winners(state)],
        }
        if not described["over"]:
            described["asked"] = self.question(state)
            described["to_choose"] = [{"name": self.players[seat], "choices": self.legal(state, seat)}
                                      for seat in self.to_choose(state)]
        return described

    def _describe_seat(self, state: np.ndarray, seat: int) -> dict:
        table = state["table"][0]
        column, wave = self._stands_in(table, seat), self.wave(state)
        is_in_column = column is not None and column >= 0
        return {
            "name": self.players[seat], "cat": self.cats[seat], "status": self.status(state, seat),
            "paddle": int(table["paddle"][seat]), "fall": int(table["fall"][seat]), "flow": int(table["flow"][seat]),
            "column": wave.columns[column].paddle if is_in_column else None,
            "place": int(table["place"][seat]) + 1 if is_in_column else None,
            "deck": self.deck(state, seat), "in_play": self.in_play(state, seat), "items": self.items(state, seat),
            "abilities": [{"name": ability.name, "complete": done, "spaces": filled}
                          for ability, done, filled in self.abilities(state, seat)],
            "kept": self.kept(state, seat), "instructor": self.instructor(state, seat), "points": self.points(state, seat),
        }


def check_players(players, key: str = "players") -> tuple[str, ...]:
    """Up to 5 different names in seat order; raises ValueError."""
    return seats.check_players(players, 0, rules.SEATS, key)


def check_one_each(players: Sequence[str], cats: Sequence[str], key: str = "players") -> None:
    """Each cat is played by one; raises ValueError."""
    if len(players) != len(cats):
        raise ValueError(f"{key} are {len(players)} for {len(cats)} cats; each cat is played by one")


def check_cats(cards: CardSet, cats: Sequence[str]) -> tuple[str, ...]:
    """The different cats of the card set that 1 to 5 seats play, in seat order (SC01); raises ValueError."""
    check_how_many(cats)
    for cat in cats:
        if not isinstance(cat, str) or cat not in cards.cat_names:
            raise ValueError(f"there is no cat {cat!r}; the cats are {', '.join(map(repr, cards.cat_names))}")
    check_different("cats", cats)
    return tuple(cats)


def check_how_many(cats) -> None:
    """1 to 5 cats are listed (SC01); raises ValueError."""
    if not isinstance(cats, (list, tuple)) or not 1 <= len(cats) <= rules.SEATS:
        found = len(cats) if isinstance(cats, (list, tuple)) else shown(cats)
        raise ValueError(f"cats must be 1 to {rules.SEATS} names in seat order, not {found}")


def cat_title(name: str) -> str:
    """A cat's name as a page writes it."""
    return name[:1].upper() + name[1:]
