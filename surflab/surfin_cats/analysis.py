"""This game's part of an analysis: a decision of Surfin' Cats that can be played on, thought through and put into sentences."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from .. import stats
from ..analysis import Outcomes, decision_in_words
from ..randomness import philox
from . import rollouts, rules
from .card_kinds import in_words, plural, signed
from .endings import Ending, Unknown
from .game import RIDE, TRICK, Game, engine
from .rollouts import COLLIDED, NOTHING, RODE_BEHIND, RODE_FIRST, RODE_LATER, WHOLE_WIN, WIPED_LATER, WIPED_OUT

MODEL_TRIALS = 256  # how often a bot is asked to see how it mixes
HAPPENINGS = {NOTHING: "", RODE_FIRST: "rides in first", RODE_BEHIND: "rides in behind others", COLLIDED: "collides",
              WIPED_OUT: "wipes out", RODE_LATER: "rides later", WIPED_LATER: "wipes out later"}
SECRET = (rules.CHOOSE_INSTRUCTOR, rules.PICK)  # questions at which nobody sees what the others may choose
MOST_POSITIONS = 4000  # that a wave is thought through for
STOPPING_BOT = "odds"  # who chooses all but riding when a wave is thought through
TRIALS_A_STEP = 4  # trials between two changes of the mixes that are sought


def seen_to_choose(game: Game, state: np.ndarray, seat: int) -> list[int]:
    """The seats that choose now, this one among them, whose choices the seat can see (SC90)."""
    secret = int(state["table"]["phase"][0]) in SECRET
    return [other for other in game.to_choose(state) if other == seat or not secret]


def seen_alike(game: Game, state: np.ndarray) -> list[list[int]]:
    """The seats in groups to whom the same is hidden: those that have seen no more than everybody has (SC90)."""
    table, own = state["table"][0], state["own"][0]
    groups: list[list[int]] = [[]]
    for seat in range(len(game.players)):
        left = table["left"][seat]
        knows_more = table["phase"] in SECRET or (own["known"][seat, :left] != table["known"][seat, :left]).any()
        if knows_more:
            groups.append([seat])
        else:
            groups[0].append(seat)
    return [group for group in groups if group]


class Decision:
    """What one seat must choose in a state, seen through its eyes alone (SC90).

    `models` says how other seats choose now: the name of a bot, a choice, or a mix {choice: weight}; where the seat cannot
    see what they choose from (an instructor, a market card), a bot alone. A seat left out is modelled by the bot `bot`,
    which also plays every seat from then on. `seats` are those whose choices are seen, this one among them. Raises
    ValueError when the seat has nothing to choose, unless it is only `watching`: then it has no choices, and what
    follows is seen through its eyes all the same.
    """

    happenings = HAPPENINGS
    __repr__ = decision_in_words

    def __init__(self, game: Game, state: np.ndarray, seat: int, models: Mapping[int, object] | None = None,
                 bot: str = "odds", seed: int = 0, watching: bool = False):
        deciding = game.to_choose(state)
        if seat not in deciding and not watching:
            raise ValueError(f"{game.players[seat]} has nothing to choose there")
        self.game, self.state, self.seat, self.bot, self.seed = game, state, seat, bot, seed
        self.phase = int(state["table"]["phase"][0])
        self.seats = seen_to_choose(game, state, seat)
        self._numbers = {other: game.numbered(state, other) for other in self.seats}
        self.choices = list(self._numbers.get(seat, ()))
        self._engine = engine.compiled()
        self._bots = (self._bot(bot),) * rules.SEATS
        self._models, self._weights = list(self._bots), np.zeros((rules.SEATS, rules.CHOICES), np.int64)
        self.models = {}
        self._model_seats(models or {})
        self._stopping = None

    def _bot(self, name: str):
        bots = self._engine.bots.BOTS
        if name not in bots:
            raise ValueError(f"there is no bot {name!r} that plays games on; there are {', '.join(map(repr, bots))}")
        return bots[name]

    # the others
    def _model_seats(self, models: Mapping[int, object]) -> None:
        """Note how each other seat chooses, as its bot or as whole-number weights, and what mixes that comes to."""
        self._given = dict(models)
        for seat, model in models.items():
            if isinstance(model, str) and model in self._engine.bots.BOTS:
                self._models[seat] = self._bot(model)
            elif seat in self.seats:
                self._given[seat] = self._shares(seat, model)
                self._weigh(seat, self._given[seat])
            else:
                raise ValueError(f"nobody sees what {self.game.players[seat]} chooses from; its model is a bot "
                                 f"({', '.join(self._engine.bots.BOTS)}), not {model!r}")
        others = [seat for seat in self.seats if seat != self.seat]
        if others:
            chosen = self._play([{}], 0, MODEL_TRIALS, deep=False)[:, 0, rollouts.CHOSEN:]
            self.models = {seat: self._given[seat] if self._weights[seat].any() else
                           {name: share for name, number in self._numbers[seat].items()
                            if (share := float((chosen[:, seat] == number).mean()))} for seat in others}

    def _shares(self, seat: int, model) -> dict[str, float]:
        """A fixed choice or weights as shares that sum to 1."""
        numbers = self._numbers[seat]
        weights = {model: 1.0} if isinstance(model, str) else dict(model)
        total = sum(weights.values())
        if any(choice not in numbers for choice in weights) or total <= 0 or min(weights.values()) < 0:
            raise ValueError(f"a model of {self.game.players[seat]} is a bot ({', '.join(self._engine.bots.BOTS)}), a choice "
                             f"({', '.join(numbers)}) or a mix of choices, not {model!r}")
        return {choice: weight / total for choice, weight in weights.items() if weight}

    def _weigh(self, seat: int, mix: Mapping[str, float]) -> None:
        for choice, share in mix.items():
            self._weights[seat, self._numbers[seat][choice]] = round(share * 2**20)

    def choices_of(self, seat: int) -> list[str]:
        """What another seat that chooses now may choose."""
        return list(self._numbers[seat])

    def facing(self, mixes: Mapping[int, Mapping[str, float]]) -> Decision:
        """The same decision with every seat, this one too, modelled by a mix where its choice is not fixed."""
        facing = copy(self)
        facing._weights = np.zeros((rules.SEATS, rules.CHOICES), np.int64)
        for seat, mix in mixes.items():
            facing._weigh(seat, mix)
        return facing

    # playing on
    def play_on(self, joint: Sequence[Mapping[int, str]], first: int, trials: int) -> Outcomes:
        """Play trials first, first + 1, ... on for every joint choice; seats it leaves out choose by their model.

        What seats chose from cards that this one cannot see is left to their models too.
        """
        results, seats = self._play(joint, first, trials), len(self.game.players)
        shares, scores, brought = (results[:, :, start:start + seats] for start in
                                   (rollouts.SHARE, rollouts.SCORE, rollouts.BROUGHT))
        return Outcomes(shares, scores, brought[:, :, self.seat], WHOLE_WIN, brought)

    def _play(self, joint, first: int, trials: int, deep: bool = True) -> np.ndarray:
        """Result rows of trials x joint choices, see `rollouts.rollouts`."""
        rows = np.full((len(joint), rules.SEATS), -1, np.int64)
        for row, fixed in zip(rows, joint):
            for seat, choice in fixed.items():
                if seat in self._numbers:
                    row[seat] = self._numbers[seat][choice]
        results = np.zeros((trials * len(joint), rollouts.RESULTS), np.int64)
        self._engine.rollouts.rollouts(self.game.cards.tables, self.state.copy(), 0, np.zeros(2, rules.STATE),
                                       np.zeros(0, rules.EVENT), self.seat, rows, self._weights, tuple(self._models), self._bots,
                                       self.seed, first, int(deep), results)
        return results.reshape(trials, len(joint), -1)

    # mixes
    def solve(self, first: int, trials: int, regrets: np.ndarray, averages: np.ndarray) -> None:
        """Grow the regrets and average mixes (seats x CHOICES) of all who choose now by that many trials.

        Regret matching plus with linear averaging (Tammelin 2014): every few trials each seat draws from its mix, and all
        choices of every seat are played on against what the others drew.
        """
        for step in range(first, first + trials, TRIALS_A_STEP):
            count = min(TRIALS_A_STEP, first + trials - step)
            mixes = {seat: self._matched(regrets, seat) for seat in self.seats}
            drawn = {seat: self._draw(mixes[seat], seat, step) for seat in self.seats}
            joint = [drawn | {seat: choice} for seat in self.seats for choice in self.choices_of(seat)]
            shares, place = self.play_on(joint, step, count).shares.mean(0) / WHOLE_WIN, 0
            for seat in self.seats:
                numbers = list(self._numbers[seat].values())
                values, mix = shares[place:place + len(numbers), seat], mixes[seat][numbers]
                regrets[seat, numbers] = np.maximum(0, regrets[seat, numbers] + values - values @ mix)
                averages[seat, numbers] += (step + 1) * count * mix
                place += len(numbers)

    def _matched(self, regrets: np.ndarray, seat: int) -> np.ndarray:
        """A seat's mix in proportion to its regrets; all choices alike where there are none."""
        numbers, mix = list(self._numbers[seat].values()), np.zeros(rules.CHOICES)
        mix[numbers] = regrets[seat, numbers] if regrets[seat, numbers].any() else 1
        return mix / mix.sum()

    def _draw(self, mix: np.ndarray, seat: int, step: int) -> str:
        place = philox(step, seat, self.seed ^ 0x5EED) / 2**32
        number = min(int(np.searchsorted(mix.cumsum(), place, side="right")), int(np.flatnonzero(mix)[-1]))
        return next(name for name, known in self._numbers[seat].items() if known == number)

    def blank_mixes(self) -> np.ndarray:
        return np.zeros((rules.SEATS, rules.CHOICES))

    def named_mix(self, averages: np.ndarray, seat: int) -> dict[str, float]:
        """A seat's row of average mixes as shares by choice."""
        total = averages[seat].sum()
        return {name: float(averages[seat, number] / total) for name, number in self._numbers[seat].items()}

    def exact(self) -> dict[str, float] | None:
        """The exact chance to win of the choices whose consequences can all be gone through, at the end of the last wave."""
        try:
            ending = Ending(self.game, self._engine, self.state, self.seat, self._given, self.bot)
        except Unknown:
            return None
        values = {}
        for choice in self.choices:
            with suppress(Unknown):
                values[choice] = ending.win(choice)
        return values or None

    # the rest of the wave
    @property
    def stopping(self) -> Stopping | None:
        """The best stopping rule for the rest of the wave, None where there is nothing to stop or too much to go through."""
        if self.phase != rules.CHOOSE_ACT or self.seat not in self.seats:
            return None
        if self._stopping is None:
            self._stopping = (self._think_ahead(),)
        return self._stopping[0]

    def wipeouts(self, estimate) -> stats.Measured:
        """How often one more trick wiped the cat out at once in an estimate of this decision, the others playing on too."""
        came = estimate.came(self.choices.index(TRICK)).get(WIPED_OUT, 0.0)
        return stats.share(round(came * estimate.trials), estimate.trials)

    def _think_ahead(self) -> Stopping | None:
        notes = np.array([1, 0, MOST_POSITIONS])
        keys, thoughts = np.zeros((2 * MOST_POSITIONS, 3), np.int64), np.zeros((MOST_POSITIONS, rollouts.THOUGHT))
        row = self._engine.rollouts.think_ahead(self.game.cards.tables, self.state.copy(), 0,
                                                np.zeros(rollouts.DEPTH + 2, rules.STATE), np.zeros(0, rules.EVENT), self.seat,
                                                (self._bot(STOPPING_BOT),) * rules.SEATS, keys, notes, thoughts)
        if row < 0:
            return None
        thought = thoughts[row]
        by_tricks = thought[rollouts.FIRST_WORTH:].reshape(-1, rollouts.BY_TRICKS)
        most = min(int(self.state["table"]["left"][0, self.seat]), rollouts.DEPTH)
        return Stopping(float(by_tricks[0, 0]), float(thought[rollouts.GO]), float(thought[rollouts.GO_WIPED]),
                        float(thought[rollouts.GO_TRICKS]), tuple(After(*row) for row in by_tricks[:most + 1].tolist()),
                        bool(notes[rollouts.EXACT]))

    # sentences
    def sentence(self, choice: str, came: Mapping[int, float]) -> str:
        """What a choice does, from the cards and from how often each thing came of it."""
        does = self._ride_does(came) if choice == RIDE and self.phase == rules.CHOOSE_ACT else self._choice_does(choice)
        if choice == RIDE and self.phase == rules.CHOOSE_ACT:
            return f"{does}."
        fate = "" if self.phase in SECRET else _often(came, ((WIPED_OUT, "wipes out this turn"), (WIPED_LATER, "wipes out later on this wave"),
                             (RODE_FIRST, "rides in first"), (RODE_BEHIND, "rides in behind others"), (COLLIDED, "collides"),
                             (RODE_LATER, "rides later")))
        told = "; ".join(part for part in (does, fate) if part)
        return f"{told[:1].upper()}{told[1:]}." if told else "Changes nothing now."

    def _ride_does(self, came: Mapping[int, float]) -> str:
        """Where a ride ends and what it banks."""
        cards, table = self.game.cards.tables[0], self.state["table"][0]
        column = self.game.landing(self.state, self.seat)
        if column is None or column < 0:
            return "Ends on the sand: no flow, no reward"
        printed = self.game.face_up(self.state).columns[column]
        banked = [f"{rules.column_flow(cards, table, self.seat, column, place)} flow {where}{_share(came[code])}"
                  for code, place, where in ((RODE_FIRST, 0, "as the first there"), (RODE_BEHIND, 1, "behind others"))
                  if came.get(code, 0) >= 0.005]
        if came.get(COLLIDED, 0) >= 0.005:
            banked.append(f"collides{_share(came[COLLIDED])}")
        gives = f" and {in_words(printed.gives)}" if printed.gives else ""
        return f"Rides into the column of paddle {printed.paddle}: {', '.join(banked)}{gives}"

    def _choice_does(self, choice: str) -> str:
        """What a choice other than a ride does, as its card has it."""
        cards, table, number = self.game.cards, self.state["table"][0], self._numbers[self.seat][choice]
        if self.phase == rules.PLACE:
            slot, space = divmod(number, rules.SPACES)
            ability = cards.abilities[table["ability"][self.seat, slot]]
            filled = sum(bool(kind) for kind in table["filled"][self.seat, slot, :len(ability.spaces)])
            full = f", completes the card: {in_words(ability.effects)}" if filled + 1 == len(ability.spaces) else ""
            return f"gives {in_words(ability.spaces[space].gives)}{full}"
        if self.phase == rules.PICK:
            kind = self.state["own"]["offer"][0, self.seat, number]
            price = rules.price_of(cards.tables[0], table, self.seat, kind)
            return f"costs {min(price, table['flow'][self.seat])} flow: {cards.tricks[kind].sentence.partition(': ')[2]}"
        if self.phase == rules.CHOOSE_INSTRUCTOR:
            instructor = cards.instructors[self.state["own"]["instructor"][0, self.seat, number]]
            return f"{in_words(instructor.effects)} at the end"
        if self.phase == rules.CHOOSE_ITEM:
            return in_words(cards.items[number].effects)
        if self.phase == rules.USE_ITEM:
            return in_words(cards.items[rules.item_of(number)].effects) if number else ""
        if self.phase == rules.LOOK:
            top = self.game.next_card(self.state, self.seat, self.seat)
            return f"{top} {'goes under the deck' if number else 'stays on top'}"
        if self.phase == rules.DISCARD:
            trick = cards.tricks[table["played"][table["target"], number]]
            return f"takes off paddle {signed(trick.paddle)} and fall {signed(trick.fall)}"
        return ""


class After(NamedTuple):
    """A wave after so many further tricks, all of them performed whatever comes up: what riding then comes to.

    `points` are what a ride then has added, `wiped` is the chance to have wiped out by then. `going` are the points of yet
    another trick followed by the best rule; `performs` is the chance to surf still and have that rule perform it.
    """

    points: float
    wiped: float
    going: float
    performs: float

    @property
    def advice(self) -> str:
        """What the best rule does then; with how often it performs where that depends on what came up, "" after a wipeout."""
        if self.wiped > 0.9995:
            return ""
        often = self.performs / (1 - self.wiped)
        return RIDE if often < 0.005 else TRICK if often > 0.995 else f"{TRICK} {often:.0%}"


@dataclass(frozen=True, repr=False)
class Stopping:
    """The best stopping rule for the rest of a wave, gone through card by card; what is maximised are the points it adds.

    Points are what the score would be if the game ended then (SC70): flow, items, kept resources and the instructor. The
    other cats are taken to bring nothing more on this wave, and all but riding is chosen as the bot `odds` does.
    `ride` is worth of riding now, `go` of one more trick and then the best rule, which wipes out `wiped` of the time and
    performs `tricks` more on average. `by_tricks` tells how things stand after 0, 1, 2, ... further tricks. Where
    `is_exact` is false, a freestyle counts its mean flow without its resources, or some third card looked at in a turn was
    not gone through.
    """

    ride: float
    go: float
    wiped: float
    tricks: float
    by_tricks: tuple[After, ...]
    is_exact: bool

    def __repr__(self) -> str:
        return f"<{self.sentence}>"

    @property
    def best(self) -> str:
        """What the rule does now."""
        return TRICK if self.go > self.ride else RIDE

    @property
    def next_wipes_out(self) -> float:
        """The chance that the next trick wipes out, 0 where there is none."""
        return self.by_tricks[1].wiped if len(self.by_tricks) > 1 else 0.0

    @property
    def table(self) -> pd.DataFrame:
        """A row for each number of further tricks, all performed whatever comes up.

        Columns: tricks; wipeout (the chance to have wiped out by then); next (the chance that yet another trick wipes a cat out
        that still surfs); points (of riding then); going (of yet another trick and then the best rule); advice (what that
        rule does then).
        """
        wiped = [after.wiped for after in self.by_tricks]
        following = [(later - before) / (1 - before) if before < 0.9995 else np.nan
                     for before, later in pairwise(wiped)] + [np.nan]
        return pd.DataFrame([{"tricks": tricks, "wipeout": after.wiped, "next": chance, "points": after.points,
                              "going": after.going, "advice": after.advice}
                             for tricks, (after, chance) in enumerate(zip(self.by_tricks, following, strict=True))])

    @property
    def sentence(self) -> str:
        about = "" if self.is_exact else "about "
        return (f"Alone on this wave, riding now adds {about}{self.ride:.1f} points and the best stopping rule after one more trick "
                f"{about}{self.go:.1f}, with {plural_tricks(self.tricks)} and a wipeout {self.wiped:.0%} of the time.")


def plural_tricks(mean: float) -> str:
    return plural(1, "trick") if f"{mean:.1f}" == "1.0" else f"{mean:.1f} tricks"


def _share(often: float) -> str:
    return f" ({often:.0%} of the time)" if often < 0.995 else ""


def _often(came: Mapping[int, float], words) -> str:
    """What came of a choice and how often, for what comes often enough to be told."""
    return ", ".join(f"{word} {came[code]:.0%} of the time" for code, word in words if came.get(code, 0) >= 0.005)
