"""This game's part of an analysis: a decision of Surf's Up! that can be played on, enumerated and put into sentences."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import product

import numpy as np

from ..analysis import Outcomes
from . import rules
from .game import Game, engine
from .rollouts import MISSED, RUNNER_UP, STUNG, WHOLE_WIN, WIPED_OUT, WON

MODEL_WORDS = 1024  # how many random words a bot is asked with to see how it mixes
HAPPENINGS = {MISSED: "", WON: "wins the wave", RUNNER_UP: "is runner-up", WIPED_OUT: "wipes out", STUNG: "is stung"}
MOST_JOINT = 50_000  # joint choices that an enumeration looks at


class Decision:
    """What one seat must choose in a state, seen through its eyes alone (SU63).

    `models` says how other seats choose now: the name of a bot, or a mix {choice: weight}; a seat left out is modelled
    by the bot `bot`, which also plays every seat from then on. Raises ValueError when the seat has nothing to choose,
    unless it is only `watching`: then it has no choices, and what follows is seen through its eyes all the same.
    """

    happenings = HAPPENINGS

    def __init__(self, game: Game, state: np.ndarray, seat: int, models: Mapping[int, object] | None = None,
                 bot: str = "reader", seed: int = 0, watching: bool = False):
        if seat not in game.to_choose(state) and not watching:
            raise ValueError(f"{game.players[seat]} has nothing to choose there")
        self.game, self.state, self.seat, self.bot, self.seed = game, state, seat, bot, seed
        self.seats = game.to_choose(state)
        self._numbers = {other: game.numbered(state, other) for other in self.seats}
        self.choices = list(self._numbers.get(seat, ()))
        self._engine = engine.compiled()
        self._bots = (self._bot(bot),) * rules.SEATS
        self.models = {other: self._mix(other, (models or {}).get(other, bot)) for other in self.seats if other != seat}
        self._weights = np.zeros((rules.SEATS, rules.KINDS), np.int64)
        for other, mix in self.models.items():
            self._weigh(other, mix)

    def _bot(self, name: str):
        bots = self._engine.bots.BOTS
        if name not in bots:
            raise ValueError(f"there is no bot {name!r}; the bots are {', '.join(map(repr, bots))}")
        return bots[name]

    def _mix(self, seat: int, model) -> dict[str, float]:
        """How often the seat chooses what, as shares that sum to 1."""
        numbers = self._numbers[seat]
        if isinstance(model, str) and model not in numbers and model not in self._engine.bots.BOTS:
            raise ValueError(f"a model of {self.game.players[seat]} is a bot ({', '.join(self._engine.bots.BOTS)}), a choice "
                             f"({', '.join(numbers)}) or a mix of choices, not {model!r}")
        if isinstance(model, str) and model not in numbers:
            counts = np.zeros(rules.KINDS, np.int64)
            bots = (self._bot(model),) * rules.SEATS
            self._engine.rollouts.modelled_choices(self.game.cards.tables, self.state.copy(), 0, self._scratch(), self.seat,
                                                   seat, bots, self.seed, counts, MODEL_WORDS)
            return {name: counts[number] / MODEL_WORDS for name, number in numbers.items() if counts[number]}
        weights = {model: 1.0} if isinstance(model, str) else dict(model)
        unknown = [choice for choice in weights if choice not in numbers]
        total = sum(weights.values())
        if unknown or total <= 0 or min(weights.values()) < 0:
            raise ValueError(f"a model of {self.game.players[seat]} gives weights above 0 to some of "
                             f"{', '.join(map(repr, numbers))}, not {model!r}")
        return {choice: weight / total for choice, weight in weights.items() if weight}

    @staticmethod
    def _scratch() -> np.ndarray:
        return np.zeros(2, rules.STATE)

    def choices_of(self, seat: int) -> list[str]:
        """What another seat that chooses now may choose."""
        return list(self._numbers[seat])

    def facing(self, mixes: Mapping[int, Mapping[str, float]]) -> Decision:
        """The same decision with every seat, this one too, modelled by a mix where its choice is not fixed."""
        facing = copy(self)
        facing._weights = np.zeros((rules.SEATS, rules.KINDS), np.int64)
        for seat, mix in mixes.items():
            facing._weigh(seat, mix)
        return facing

    def _weigh(self, seat: int, mix: Mapping[str, float]) -> None:
        for choice, share in mix.items():
            self._weights[seat, self._numbers[seat][choice]] = round(share * 2**20)

    def play_on(self, joint: Sequence[Mapping[int, str]], first: int, trials: int) -> Outcomes:
        """Play trials first, first + 1, ... on for every joint choice; seats it leaves out choose by their model."""
        rows = np.full((len(joint), rules.SEATS), -1, np.int64)
        for row, fixed in zip(rows, joint):
            for seat, choice in fixed.items():
                row[seat] = self._numbers[seat][choice]
        results = np.zeros((trials * len(joint), 2 * rules.SEATS + 1), np.int64)
        self._engine.rollouts.rollouts(self.game.cards.tables, self.state.copy(), 0, self._scratch(),
                                       np.zeros(0, rules.EVENT), self.seat, rows, self._weights, self._bots, self.seed, first,
                                       results)
        results = results.reshape(trials, len(joint), -1)
        seats = len(self.game.players)
        return Outcomes(results[:, :, :seats], results[:, :, rules.SEATS : rules.SEATS + seats], results[:, :, -1], WHOLE_WIN)

    def solve(self, first: int, trials: int, regrets: np.ndarray, averages: np.ndarray) -> None:
        """Grow the regrets and average mixes (seats x KINDS) of all who choose now by that many trials."""
        self._engine.rollouts.solve_decision(self.game.cards.tables, self.state.copy(), 0, self._scratch(),
                                             np.zeros(0, rules.EVENT), self.seat, self._bots, self.seed, first, trials,
                                             regrets, averages)

    def blank_mixes(self) -> np.ndarray:
        return np.zeros((rules.SEATS, rules.KINDS))

    def named_mix(self, averages: np.ndarray, seat: int) -> dict[str, float]:
        """A seat's row of average mixes as shares by choice."""
        total = averages[seat].sum()
        return {name: float(averages[seat, number] / total) for name, number in self._numbers[seat].items()}

    # exact values of last rounds
    def exact(self) -> dict[str, float] | None:
        """The exact chance to win of every choice against the models, where each of them ends the game; else None."""
        others = [seat for seat in self.seats if seat != self.seat]
        supports = [list(self.models[seat].items()) for seat in others]
        if len(self.choices) * np.prod([len(support) for support in supports], dtype=float) > MOST_JOINT:
            return None
        values = {}
        for choice in self.choices:
            values[choice] = 0.0
            for combination in product(*supports):
                chosen = {seat: name for seat, (name, _) in zip(others, combination)} | {self.seat: choice}
                after, _ = self.game.resolve(self.state, chosen)
                if not self.game.is_over(after):
                    return None
                chance = float(np.prod([share for _, share in combination]))
                values[choice] += chance * self._exact_share(after)
        return values

    def _exact_share(self, state: np.ndarray) -> float:
        """The seat's expected share of the win in a finished game, over all tokens it cannot know."""
        game, seats = self.game, range(len(self.game.players))
        known = {seat: 0 for seat in seats}
        pool = game.cards.tables["sting_count"][0].copy()
        mine = self._stings_seen(state)
        known[self.seat] = sum(mine)
        for value in mine:
            pool[value] -= 1
        unknown = [int(state["table"]["stings"][0, seat]) - (len(mine) if seat == self.seat else 0) for seat in seats]
        base = [game.points(state, seat)["total"] - game.points(state, seat)["stings"] - known[seat] for seat in seats]
        share = 0.0
        for lost, chance in _lost_points(tuple(int(n) for n in pool), tuple(unknown)).items():
            totals = [points - lost[seat] for seat, points in enumerate(base)]
            if totals[self.seat] == max(totals):
                share += chance / totals.count(max(totals))
        return share

    def _stings_seen(self, state: np.ndarray) -> list[int]:
        """Values of the tokens the seat had looked at before this decision."""
        return self.game.stings(self.state, self.seat)

    # sentences
    def sentence(self, choice: str, came: Mapping[int, float]) -> str:
        """What a choice does, from how often each thing came of it at once."""
        if choice == "respect":
            return "Takes one respect, which breaks ties and pays for cards later."
        if choice.startswith("buy "):
            return f"Pays for {choice[4:]}."
        parts = [f"{word} {came[kind]:.0%} of the time" for kind, word in
                 ((WON, "wins the wave"), (RUNNER_UP, "is runner-up"), (WIPED_OUT, "wipes out"), (STUNG, "is stung"))
                 if came.get(kind, 0) >= 0.005]
        if choice == "0":
            parts.append(f"takes {len(self.game.towel(self.state, self.seat))} cards back and one respect")
        return (" and ".join(parts) or "changes nothing now").capitalize() + "."


def _lost_points(pool: tuple[int, ...], unknown: tuple[int, ...]) -> dict[tuple[int, ...], float]:
    """The distribution of points lost by each seat when it holds so many tokens out of a pool counted by value."""
    spread = {(pool, (0,) * len(unknown)): 1.0}
    for seat, tokens in enumerate(unknown):
        for _ in range(tokens):
            drawn: dict = {}
            for (left, lost), chance in spread.items():
                total = sum(left)
                for value, count in enumerate(left):
                    if count:
                        after = left[:value] + (count - 1,) + left[value + 1:]
                        sums = lost[:seat] + (lost[seat] + value,) + lost[seat + 1:]
                        drawn[after, sums] = drawn.get((after, sums), 0.0) + chance * count / total
            spread = drawn
    lost_points: dict = {}
    for (_, lost), chance in spread.items():
        lost_points[lost] = lost_points.get(lost, 0.0) + chance
    return lost_points
