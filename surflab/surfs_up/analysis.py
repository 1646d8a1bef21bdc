"""This game's part of an analysis: a decision of Surf's Up! that can be played on, enumerated and put into sentences."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

import numpy as np

from ..analysis import Outcomes, decision_in_words
from . import rules
from .bots import BOTS
from .endings import share_of_win
from .game import Game, engine
from .rollouts import EVERYBODY, MISSED, RUNNER_UP, STUNG, WHOLE_WIN, WIPED_OUT, WON
from .weighing import weigh

HAPPENINGS = {MISSED: "", WON: "wins the wave", RUNNER_UP: "is runner-up", WIPED_OUT: "wipes out", STUNG: "is stung"}
FINE = 2**24  # shares of a mix are counted in such parts
LAST_ROUNDS = 2  # with no more than so many to come all ends of the game are enumerated
MOST_ENDS = 20_000  # if there are no more than that


def seen_to_choose(game: Game, state: np.ndarray, seat: int) -> list[int]:
    """The seats that choose now, this one among them, whose choices the seat can see: all cards in hand are open."""
    return game.to_choose(state)


class Decision:
    """What one seat must choose in a state, seen through its eyes alone (SU63).

    `models` says how other seats choose now: the name of a bot, or a mix {choice: weight}; a seat left out is modelled
    by the bot `bot`, which also plays every seat from then on. Raises ValueError when the seat has nothing to choose,
    unless it is only `watching`: then it has no choices, and what follows is seen through its eyes all the same.
    """

    happenings = HAPPENINGS
    __repr__ = decision_in_words

    def __init__(self, game: Game, state: np.ndarray, seat: int, models: Mapping[int, object] | None = None,
                 bot: str = "reader", seed: int = 0, watching: bool = False):
        if seat not in game.to_choose(state) and not watching:
            raise ValueError(f"{game.players[seat]} has nothing to choose there")
        self.game, self.state, self.seat, self.bot, self.seed = game, state, seat, bot, seed
        self.seats, self._exact = seen_to_choose(game, state, seat), None
        self._numbers = {other: game.numbered(state, other) for other in self.seats}
        self.choices = list(self._numbers.get(seat, ()))
        self._engine = engine.compiled()
        self._number = self._numbered_bot(bot)
        self.models = {other: self._mix(other, (models or {}).get(other, bot)) for other in self.seats if other != seat}
        self._weights = np.zeros((rules.SEATS, rules.KINDS), np.int64)
        for other, mix in self.models.items():
            self._weigh(other, mix)
        if watching and seat in self.seats:
            self._weigh(seat, self._bot_mix(seat, bot))  # to watch what comes of its own choice too

    def _numbered_bot(self, name: str) -> int:
        if name not in BOTS:
            raise ValueError(f"there is no bot {name!r} that plays games on; there are {', '.join(map(repr, BOTS))}")
        return list(BOTS).index(name)

    def _mix(self, seat: int, model) -> dict[str, float]:
        """How often the seat chooses what, as shares that sum to 1."""
        numbers = self._numbers[seat]
        if isinstance(model, str):
            model = {model: 1.0} if model in numbers else self._bot_mix(seat, model)
        weights = dict(model)
        unknown = [choice for choice in weights if choice not in numbers]
        total = sum(weights.values())
        if unknown or not 0 < total < float("inf") or min(weights.values()) < 0:
            raise ValueError(f"a mix of {self.game.players[seat]} gives weights above 0 to some of "
                             f"{', '.join(map(repr, numbers))}, not {model!r}")
        return {choice: weight / total for choice, weight in weights.items() if weight}

    def _bot_mix(self, seat: int, bot: str) -> dict[str, float]:
        """How readily a bot would make each choice in the seat."""
        numbers = self._numbers[seat]
        if bot not in BOTS:
            raise ValueError(f"a model of {self.game.players[seat]} is a bot ({', '.join(BOTS)}), a choice "
                             f"({', '.join(numbers)}) or a mix of choices, not {bot!r}")
        weights = self.blank_mixes()
        self._engine.rollouts.weigh_decision(self.game.cards.tables, self.state.copy(), 0, self._numbered_bot(bot), weights)
        return {name: float(weights[seat, number]) for name, number in numbers.items() if weights[seat, number]}

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
            self._weights[seat, self._numbers[seat][choice]] = round(share * FINE)

    def play_on(self, joint: Sequence[Mapping[int, str]], first: int, trials: int) -> Outcomes:
        """Play trials first, first + 1, ... on for every joint choice; seats it leaves out choose by their model."""
        rows = np.full((len(joint), rules.SEATS), -1, np.int64)
        for row, fixed in zip(rows, joint):
            for seat, choice in fixed.items():
                row[seat] = self._numbers[seat][choice]
        results = np.zeros((trials * len(joint), 3 * rules.SEATS), np.int64)
        self._engine.rollouts.rollouts(self.game.cards.tables, self.state.copy(), 0, self._scratch(),
                                       np.zeros(0, rules.EVENT), self.seat, rows, self._weights, self._number, self.seed,
                                       first, results)
        results = results.reshape(trials, len(joint), -1)
        seats = len(self.game.players)
        shares, scores, brought = (results[:, :, start : start + seats] for start in range(0, 3 * rules.SEATS, rules.SEATS))
        return Outcomes(shares, scores, brought[:, :, self.seat], WHOLE_WIN, brought)

    def solve(self, first: int, trials: int, regrets: np.ndarray, averages: np.ndarray) -> None:
        """Grow the regrets and average mixes (seats x KINDS) of all who choose now by that many trials."""
        self._engine.rollouts.solve(self.game.cards.tables, self.state.copy(), 0, self._scratch(), np.zeros(0, rules.EVENT),
                                    self.seat, EVERYBODY, self._number, self.seed, first, trials, regrets, averages)

    def blank_mixes(self) -> np.ndarray:
        return np.zeros((rules.SEATS, rules.KINDS))

    def named_mix(self, averages: np.ndarray, seat: int) -> dict[str, float]:
        """A seat's row of average mixes as shares by choice."""
        total = averages[seat].sum()
        return {name: float(averages[seat, number] / total) for name, number in self._numbers[seat].items()}

    # exact values of last rounds
    def exact(self) -> dict[str, float] | None:
        """The exact chance to win of every choice, all others by their models and then by the bot; None where the game
        may go on for longer than can be enumerated."""
        if self._exact is None:
            self._exact = self._enumerate() if 0 < self._rounds_left() <= LAST_ROUNDS else {}
        return dict(self._exact) or None

    def _rounds_left(self) -> int:
        """How many rounds there are at most with this one, as far as the bluebottles in sight tell; 0 where they do not."""
        table, cards = self.state["table"][0], self.game.cards.tables[0]
        coming = np.cumsum([card >= 0 and cards["ocean_suit"][card] < 0 for card in table["surf"]])
        last = np.flatnonzero(table["bluebottles"] + coming >= cards["bluebottles"])
        return int(last[0]) + 1 if len(last) and self.choices else 0

    def _enumerate(self) -> dict[str, float]:
        mixes, seats = self.blank_mixes(), len(self.game.players)
        for seat, mix in (self.models | {self.seat: dict.fromkeys(self.choices, 1.0)}).items():
            for choice, share in mix.items():
                mixes[seat, self._numbers[seat][choice]] = share
        ends, chances = np.zeros((MOST_ENDS, 1 + 2 * rules.SEATS), np.int64), np.zeros((MOST_ENDS, 1))
        found = self._engine.rollouts.enumerate_ends(self.game.cards.tables, self.state.copy(), 0, self._scratch(),
                                                     np.zeros(0, rules.EVENT), self.seat, mixes, self._number, ends, chances)
        if found < 0:
            return {}
        different, which = np.unique(ends[:found], axis=0, return_inverse=True)
        chances = np.bincount(which.ravel(), weights=chances[:found, 0])
        values = dict.fromkeys(self.choices, 0.0)
        names = {number: name for name, number in self._numbers[self.seat].items()}
        for end, chance in zip(different.tolist(), chances.tolist()):
            values[names[end[0]]] += chance * self._exact_share(end[1 : 1 + seats], end[1 + rules.SEATS : 1 + rules.SEATS + seats])
        return values

    def _exact_share(self, points: list[int], tokens: list[int]) -> float:
        """The seat's expected share of the win at an end of the game, over all tokens it cannot know."""
        pool, mine = self.game.cards.tables["sting_count"][0].tolist(), self.game.stings(self.state, self.seat)
        for value in mine:
            pool[value] -= 1
        return share_of_win(self.seat, [total - sum(mine) * (seat == self.seat) for seat, total in enumerate(points)],
                            [count - len(mine) * (seat == self.seat) for seat, count in enumerate(tokens)], pool)

    def sentence(self, choice: str, came: Mapping[int, float]) -> str:
        """What speaks for a choice and what against it, from how often each thing came of it at once."""
        return weigh(self.game, self.state, self.seat, choice, came)
