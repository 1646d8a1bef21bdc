"""What should I have done, and how sure is that: rollouts, mixes, luck and skill. Knows no game's rules.

A game's `Decision` (see `surfs_up/analysis.py`) is a seat's choice seen through that seat's eyes: `choices`, `seat`,
`seats`, `models`, `bot`, `play_on`, `solve`, `exact`, `sentence`, `happenings` (code -> word) where single seats'
fortunes are told apart, and `stopping` where a game has something to stop. Everything here is a function of it and its seed alone.
"""
from __future__ import annotations

import importlib
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pandas as pd

from . import stats
from .moments import MAIN

CHUNK = 128  # trials that are played in one go; results are sums over chunks, so the number of cores changes nothing
KINDS_OF_LUCK = 8  # more than a game has codes for what a decision brings
MOST_TRIALS = 100_000_000  # that somebody can ask for: hours
SURE = 1.645  # standard errors of a difference: more than that by luck alone in 1 of 20 comparisons
FIRST_LOOK = 64  # trials after which a review gives up choices that are behind the one that was made
ACTUAL = ""  # in place of a choice: what was chosen in fact
SHOWN_CHOICES = 3  # of the best, where an estimate shows itself
FOUND = "mix"  # a model of a seat: the mix that `solve_mixes` finds for it


@dataclass(frozen=True, repr=False)
class Outcomes:
    """Results of played-on trials: arrays trials x joint choices (x seats); `shares` counts a whole win as `whole`.

    `came` is what the decision brought at once, by the game's codes, to the seat that looks; `brought`, where the game
    tells it, to every seat.
    """

    shares: np.ndarray
    scores: np.ndarray
    came: np.ndarray
    whole: int
    brought: np.ndarray | None = None

    def __repr__(self) -> str:
        return f"<Outcomes of {' x '.join(map(str, self.shares.shape))} trials, choices and seats>"


class Rollouts:
    """Joint choices of one decision played on with common luck; grows by trials and can be read at any time.

    The sums depend on the trials' numbers alone: in however many goes and on however many cores they were played.
    """

    def __init__(self, decision, joint, first: int = 0):
        self.decision, self.joint, self.first, self.trials = decision, joint, first, 0
        self._whole = 1

    def grow(self, trials: int, workers: int | None = None) -> None:
        """Play that many more trials."""
        last = self.trials + trials
        chunks = ((first, min(CHUNK, last - first)) for first in range(self.trials, last, CHUNK))
        for outcomes in _on_all_cores(lambda chunk: self.play(*chunk), chunks, workers):
            self.add(outcomes)

    def play(self, after: int, trials: int) -> Outcomes:
        """The trials that come after so many; they do not count before they are added."""
        return self.decision.play_on(self.joint, self.first + after, trials)

    def add(self, outcomes: Outcomes) -> None:
        """Count the trials that come next."""
        self._whole = outcomes.whole
        self._add(outcomes)
        self.trials += len(outcomes.shares)

    def _add(self, outcomes: Outcomes) -> None:
        raise NotImplementedError


class Estimate(Rollouts):
    """Rollouts of every choice of one seat (by default of the one that looks) with common luck.

    `win` and `score` are means by choice, `win_se` and `score_se` their standard errors; a difference between two
    choices has its own paired standard error, which the common luck makes much smaller (common random numbers).
    """

    def __init__(self, decision, seat: int | None = None, first: int = 0):
        self.seat = decision.seat if seat is None else seat
        self.choices = list(decision.choices if self.seat == decision.seat else decision.choices_of(self.seat))
        super().__init__(decision, [{self.seat: choice} for choice in self.choices], first)
        n = len(self.choices)
        self._sums, self._products = np.zeros((2, n)), np.zeros((2, n, n))
        self._came = np.zeros((n, KINDS_OF_LUCK), np.int64)

    def _add(self, outcomes: Outcomes) -> None:
        seat = self.seat
        for k, values in enumerate((outcomes.shares[:, :, seat], outcomes.scores[:, :, seat])):
            values = values.astype(float)  # whole numbers far below 2**53: sums are exact in any order
            self._sums[k] += values.sum(0)
            self._products[k] += values.T @ values
        self._came += count_codes(outcomes.came)

    @property
    def win(self) -> np.ndarray:
        return self._sums[0] / self.trials / self._whole

    @property
    def score(self) -> np.ndarray:
        return self._sums[1] / self.trials

    def _covariance(self, k: int) -> np.ndarray:
        means = self._sums[k] / self.trials
        scale = self._whole**2 if k == 0 else 1
        return (self._products[k] / self.trials - np.outer(means, means)) / max(self.trials - 1, 1) / scale

    @property
    def win_se(self) -> np.ndarray:
        return np.sqrt(np.clip(np.diag(self._covariance(0)), 0, None))

    @property
    def score_se(self) -> np.ndarray:
        return np.sqrt(np.clip(np.diag(self._covariance(1)), 0, None))

    @property
    def win_interval(self) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the 95% intervals of `win`, which stay between 0 and 1 and are right near them too (Wilson)."""
        return stats.between_0_and_1(self.win, self.win_se, self.trials)

    def behind(self) -> tuple[np.ndarray, np.ndarray]:
        """How much each choice wins less than the best one, and the paired standard error of that difference."""
        covariance, best = self._covariance(0), int(np.argmax(self.win))
        variance = np.diag(covariance) + covariance[best, best] - 2 * covariance[best]
        return self.win[best] - self.win, np.sqrt(np.clip(variance, 0, None))

    def gain_over(self, mix: Mapping[str, float]) -> tuple[float, float]:
        """How much more the best choice wins than a mix does, and the paired standard error of that difference."""
        win, shares = self.win, np.array([mix.get(choice, 0.0) for choice in self.choices])
        weights = (np.arange(len(win)) == np.argmax(win)) - shares
        return max(0.0, float(win.max() - win @ shares)), float(np.sqrt(max(0.0, weights @ self._covariance(0) @ weights)))

    def saved_by_common_luck(self) -> float:
        """How many times more trials independent luck would need for the same precision of the differences."""
        covariance, best = self._covariance(0), int(np.argmax(self.win))
        rest = np.arange(len(covariance)) != best
        paired = (self.behind()[1] ** 2)[rest].mean()
        alone = (np.diag(covariance) + covariance[best, best])[rest].mean()
        return float(alone / paired) if paired > 0 else float("inf")

    def came(self, choice: int) -> dict[int, float]:
        """How often what came of a choice at once, by the game's own codes."""
        return {kind: float(count) / self.trials for kind, count in enumerate(self._came[choice]) if count}

    def __repr__(self) -> str:
        best = sorted(zip(-self.win, self.choices))[:SHOWN_CHOICES] if self.trials else []
        worth = ", ".join(f"{choice} {-win:.1%}" for win, choice in best) or "nothing"
        more = f" and {len(self.choices) - len(best)} more" if len(self.choices) > len(best) > 0 else ""
        return f"<{self.decision.game.players[self.seat]} wins after {self.trials} trials: {worth}{more}>"


def count_codes(codes: np.ndarray) -> np.ndarray:
    """How often each code stands in an array trials x ..., as an array ... x KINDS_OF_LUCK."""
    return np.stack([(codes == code).sum(0) for code in range(KINDS_OF_LUCK)], axis=-1)


class Matrix(Rollouts):
    """Every joint choice of two seats that choose at the same time, all others by their model, with common luck.

    `rows` are the choices of the seat that looks, `columns` those of `other`. `win`, `win_se`, `score` and `score_se` are
    arrays rows x columns x seats; `happens` tells what a joint choice brings at once.
    """

    def __init__(self, decision, other: int):
        if other == decision.seat or other not in decision.seats or decision.seat not in decision.seats:
            raise ValueError(f"a matrix is made of two seats that choose now, not of {decision.seat!r} and {other!r}")
        self.other, self.rows, self.columns = other, list(decision.choices), decision.choices_of(other)
        super().__init__(decision, [{decision.seat: row, other: column} for row in self.rows for column in self.columns])
        cells = len(self.joint), len(decision.game.players)
        self._sums, self._squares = np.zeros((2, *cells)), np.zeros((2, *cells))
        self._brought = np.zeros((*cells, KINDS_OF_LUCK), np.int64)

    def _add(self, outcomes: Outcomes) -> None:
        for k, values in enumerate((outcomes.shares, outcomes.scores)):
            self._sums[k] += values.sum(0)
            self._squares[k] += (values * values).sum(0)
        if outcomes.brought is not None:
            self._brought += count_codes(outcomes.brought)

    def _laid_out(self, values: np.ndarray) -> np.ndarray:
        return values.reshape(len(self.rows), len(self.columns), *values.shape[1:])

    def _mean(self, k: int) -> np.ndarray:
        return self._laid_out(self._sums[k] / self.trials / (self._whole if k == 0 else 1))

    def _error(self, k: int) -> np.ndarray:
        variance = self._squares[k] / self.trials - (self._sums[k] / self.trials) ** 2
        return self._laid_out(np.sqrt(np.clip(variance, 0, None) / max(self.trials - 1, 1)) / (self._whole if k == 0 else 1))

    @property
    def win(self) -> np.ndarray:
        return self._mean(0)

    @property
    def score(self) -> np.ndarray:
        return self._mean(1)

    @property
    def win_se(self) -> np.ndarray:
        return self._error(0)

    @property
    def score_se(self) -> np.ndarray:
        return self._error(1)

    def brought(self, row: str, column: str) -> dict[int, dict[int, float]]:
        """What a joint choice brings each seat at once: seat -> {the game's code: how often}."""
        counts = self._laid_out(self._brought)[self.rows.index(row), self.columns.index(column)]
        return {seat: {code: float(count) / self.trials for code, count in enumerate(of) if count} for seat, of in enumerate(counts)}

    def happens(self, row: str, column: str) -> str:
        """What a joint choice brings the two seats at once, in words, with how often where that is not certain."""
        brought, players, words = self.brought(row, column), self.decision.game.players, self.decision.happenings
        told = [f"{players[seat]} {words[code]}" + (f" {often:.0%}" if often < 0.9995 else "")
                for seat in (self.decision.seat, self.other) for code, often in brought[seat].items()
                if words[code] and often >= 0.005]
        return ", ".join(told) or "nothing"

    def table(self) -> pd.DataFrame:
        """A row a joint choice: both choices by the seats' names, what happens, and what it is worth to both."""
        players, win, win_se, score = self.decision.game.players, self.win, self.win_se, self.score
        own, other = self.decision.seat, self.other
        return pd.DataFrame([
            {players[own]: row, players[other]: column, "happens": self.happens(row, column),
             "win": win[r, c, own], "win_se": win_se[r, c, own], "score": score[r, c, own],
             "other_win": win[r, c, other], "other_win_se": win_se[r, c, other], "other_score": score[r, c, other]}
            for r, row in enumerate(self.rows) for c, column in enumerate(self.columns)])

    def grid(self, seat: int | None = None) -> pd.DataFrame:
        """The chance of a seat (by default of the one that looks) to win, a row and a column a choice of the two."""
        seat, players = self.decision.seat if seat is None else seat, self.decision.game.players
        return pd.DataFrame(self.win[:, :, seat], index=pd.Index(self.rows, name=players[self.decision.seat]),
                            columns=pd.Index(self.columns, name=players[self.other]))

    def __repr__(self) -> str:
        players, own = self.decision.game.players, self.decision.seat
        return (f"<{len(self.rows)} choices of {players[own]} by {len(self.columns)} of {players[self.other]} "
                f"after {self.trials} trials>")

    def __str__(self) -> str:
        return f"{self.decision.game.players[self.decision.seat]} wins, {self.trials} trials:\n{self.grid().round(3)}"

    def _repr_html_(self) -> str:
        return self.grid().map("{:.1%}".format)._repr_html_()


def matrix(decision, other: int | None = None, trials: int = 512, workers: int | None = None) -> Matrix:
    """The joint choices of the decision's seat and another one, by default its first rival, played on that often."""
    rival = next((seat for seat in decision.seats if seat != decision.seat), decision.seat)
    found = Matrix(decision, rival if other is None else other)
    found.grow(trials, workers)
    return found


def _on_all_cores(task, items: Iterable, workers: int | None) -> Iterator:
    """What a task gives for each item, in their order; worked out a few items ahead of what was taken."""
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield from map(task, items)
        return
    with ThreadPoolExecutor(workers) as pool:
        ahead: deque = deque()
        for item in items:
            ahead.append(pool.submit(task, item))
            if len(ahead) > 4 * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


@dataclass(frozen=True, repr=False)
class Mixes:
    """How often each seat would play what, and what each could still gain by its best response to the others.

    `shares`, `worth` and `worth_se` map a seat to {choice: number}; `gain` maps a seat to the win chance that its best response adds
    (`gain_se`: the paired standard error of that), measured on fresh trials; `exploitability` is their mean. An
    equilibrium's is 0, but for what its matrix was sampled from: `on_sample` is the exploitability on that very sample,
    about 0 for a linear program, None where no matrix was sampled. `method` says how the mixes were found.
    """

    shares: dict
    worth: dict
    gain: dict
    gain_se: dict = field(default_factory=dict)
    method: str = ""
    on_sample: float | None = None
    worth_se: dict = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Mixes of {len(self.shares)} seats, {self.method}: exploitability {self.exploitability:.1%}>"

    @property
    def exploitability(self) -> float:
        return float(np.mean(list(self.gain.values())))


EQUILIBRIUM, MATCHING = "equilibrium by linear program", "regret matching"


def solve_mixes(decision, trials: int = 2000, checks: int = 2000, workers: int | None = None) -> Mixes:
    """Mixes of all who choose now that none can gain much by leaving, as seen by the decision's seat.

    Two seats: the equilibrium of the sampled matrix by a linear program (von Neumann; the game is constant-sum, a win
    being shared out). More seats: regret matching plus (Tammelin 2014), which need not end in an equilibrium; `gain`
    tells how far off it is. Gains are measured on `checks` fresh trials, at most one gain's noise above the truth.
    """
    if len(decision.seats) == 2:
        sampled = matrix(decision, trials=trials, workers=workers)
        shares, on_sample = mixes_of(sampled)
    else:
        regrets, averages = decision.blank_mixes(), decision.blank_mixes()
        decision.solve(0, trials, regrets, averages)
        shares, on_sample = {seat: decision.named_mix(averages, seat) for seat in decision.seats}, None
    replies = replies_to(decision, shares, trials)
    for reply in replies:
        reply.grow(checks, workers)
    return measured(shares, replies, on_sample)


def replies_to(decision, shares: Mapping[int, Mapping[str, float]], first: int) -> list[Estimate]:
    """What each choice of each seat is worth where all others play their mixes, to be grown from trial `first` on."""
    facing = decision.facing(shares)
    return [Estimate(facing, seat, first) for seat in decision.seats]


def measured(shares: Mapping[int, Mapping[str, float]], replies: list[Estimate], on_sample: float | None) -> Mixes:
    """Mixes with what the replies to them tell; `on_sample` is None for those that regret matching found."""
    gains = {reply.seat: reply.gain_over(shares[reply.seat]) for reply in replies}
    return Mixes(dict(shares), {reply.seat: dict(zip(reply.choices, map(float, reply.win))) for reply in replies},
                 {seat: gain for seat, (gain, _) in gains.items()}, {seat: error for seat, (_, error) in gains.items()},
                 MATCHING if on_sample is None else EQUILIBRIUM, on_sample,
                 {reply.seat: dict(zip(reply.choices, map(float, reply.win_se))) for reply in replies})


@dataclass(frozen=True)
class Response:
    """What each choice of a seat is worth against given mixes: `choice` wins most, `gain` more than the seat's own mix."""

    choice: str
    worth: dict = field(repr=False)
    gain: float
    gain_se: float


def best_response(decision, mixes: Mapping[int, Mapping[str, float]], seat: int | None = None, first: int = 0,
                  trials: int = 2000) -> Response:
    """A seat's best response to the others' mixes, from trials first, first + 1, ... through the decision's eyes.

    Where `mixes` has none for the seat itself, its gain is over choosing at random.
    """
    reply = Estimate(decision.facing(mixes), seat, first)
    reply.grow(trials, workers=1)
    own = mixes.get(reply.seat) or dict.fromkeys(reply.choices, 1 / len(reply.choices))
    best = reply.choices[int(np.argmax(reply.win))]
    return Response(best, dict(zip(reply.choices, map(float, reply.win))), *reply.gain_over(own))


def mixes_of(sampled: Matrix) -> tuple[dict, float]:
    """The equilibrium mixes of a sampled matrix of the only two seats that choose, and their exploitability on it."""
    payoffs = sampled.win[:, :, sampled.decision.seat]
    row_mix, column_mix, _ = equilibrium(payoffs)
    return ({sampled.decision.seat: dict(zip(sampled.rows, map(float, row_mix))),
             sampled.other: dict(zip(sampled.columns, map(float, column_mix)))}, exploitability(payoffs, row_mix, column_mix))


def equilibrium(payoffs: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """The row player's and column player's equilibrium mixes of a zero-sum matrix of row payoffs, and its value.

    Solved as a linear program and its dual (von Neumann 1928; scipy's HiGHS).
    """
    payoffs = np.asarray(payoffs, float)
    return _maximin(payoffs)[0], _maximin(-payoffs.T)[0], _maximin(payoffs)[1]


def _maximin(payoffs: np.ndarray) -> tuple[np.ndarray, float]:
    """The mix of rows whose worst column is best, and what that column pays."""
    from scipy.optimize import linprog

    rows, columns = payoffs.shape
    solved = linprog(np.r_[np.zeros(rows), -1.0], A_ub=np.c_[-payoffs.T, np.ones(columns)], b_ub=np.zeros(columns),
                     A_eq=np.r_[np.ones(rows), 0.0][None], b_eq=[1.0], bounds=[(0, None)] * rows + [(None, None)])
    mix = np.clip(solved.x[:rows], 0, None)
    return mix / mix.sum(), float(solved.x[rows])


def exploitability(payoffs: np.ndarray, row_mix: np.ndarray, column_mix: np.ndarray) -> float:
    """What best responses gain on average over both players of a zero-sum matrix; 0 in an equilibrium."""
    return float(((payoffs @ column_mix).max() - (row_mix @ payoffs).min()) / 2)


def decision_in_words(decision) -> str:
    """How the `Decision` of each game shows itself."""
    return f"<{len(decision.choices)} choices of {decision.game.players[decision.seat]} {decision.game.where(decision.state)}>"


def decision_of(game, state, seat: int, **options):
    """The game's own `Decision` for a seat in a state; options are those of its class."""
    return _analysis_of(game).Decision(game, state, seat, **options)


def _analysis_of(game):
    return importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.analysis")


def seen_alike(game, state) -> list[list[int]]:
    """The seats in groups to whom the same is hidden, as far as the game tells; every group can share its trials."""
    tell = getattr(_analysis_of(game), "seen_alike", None)
    return tell(game, state) if tell else [[seat] for seat in range(len(game.players))]


def analyze(source, *, line: str | None = None, round: int | None = None, seat: str | None = None, trials: int = 10_000,
            seed: int = 0, bot: str | None = None, models: dict | None = None, mixes: int = 2000,
            workers: int | None = None) -> pd.DataFrame:
    """What each choice of a decision is worth, a row a choice, best first.

    `source` is a session or a record; by default the decision on the table (of a record: at the end of its main line) of
    the first seat that must choose is looked at; `round` asks for the choice at the reveal of that round, counted from
    1. Other seats choose by `models` (name -> a bot, a choice, {choice: weight}, or "mix" for the mix found), and `bot`
    plays everybody on. Columns: choice, win, win_se, win_low, win_high, score, score_se, score_low, score_high, behind,
    behind_se (both against the best choice, paired), mix, exact, missed (whether the interval misses the exact value),
    sentence. `attrs` holds game, round, seat, trials, seed, bot, models in words, exploitability, best and, where something
    can be stopped, the best rule for that in words as stopping. Raises ValueError for a moment or seat
    without a decision.
    """
    check_number("trials", trials, 2, MOST_TRIALS)
    check_number("seed", seed)
    check_number("mixes", mixes, 0, MOST_TRIALS)
    check_who_works(bot, workers)
    game, state = source.game, _moment(source, line, round).state
    deciding = [game.players[number] for number in game.to_choose(state)]
    if not deciding:
        raise ValueError(f"the game is over there; {_decided(_beginnings(source, line or getattr(source, 'line', MAIN)))}")
    seat = deciding[0] if seat is None else seat
    if seat not in deciding:
        who = f"{seat!r} has nothing to choose there" if seat in game.players else f"nobody is called {seat!r}"
        raise ValueError(f"{who}; {' and '.join(deciding)} must choose")
    if models is not None and not isinstance(models, Mapping):
        raise ValueError(f"models must be a table of seats and how they choose, not {models!r}")
    models = _by_seat(game, models or {}, deciding, seat)
    options = {"seed": seed} | ({"bot": bot} if bot else {})
    known = {number: model for number, model in models.items() if model != FOUND}
    decision = decision_of(game, state, game.players.index(seat), models=known, **options)
    found = FOUND in models.values()
    solved = solve_mixes(decision, mixes or 2000, mixes or 2000, workers) if (mixes or found) and len(decision.seats) > 1 else None
    if found:
        known |= {number: solved.shares[number] for number, model in models.items() if model == FOUND}
        decision = decision_of(game, state, decision.seat, models=known, **options)
    estimate = Estimate(decision)
    estimate.grow(trials, workers)
    table, stopping = choices_table(estimate, solved), getattr(decision, "stopping", None)
    table.attrs = {"game": game.name, "round": game.rounds(state) + 1, "seat": seat, "trials": estimate.trials, "seed": seed,
                   "bot": decision.bot, "models": models_in_words(decision, models),
                   "exploitability": solved.exploitability if solved else None, "best": table["choice"].iloc[0],
                   "stopping": stopping.sentence if stopping else None}
    return table


def check_number(name: str, number, least: int = 0, most: int = 2**63 - 1) -> None:
    """Raise ValueError for what is no whole number from `least` to `most`, by default as large as compiled code can take."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not least <= number <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {number!r}")


def check_who_works(bot, workers) -> None:
    """Raise ValueError where the bot that plays on is no name, or the number of threads is none."""
    if bot is not None and not isinstance(bot, str):
        raise ValueError(f"bot must be the name of a bot, not {bot!r}")
    if workers is not None:
        check_number("workers", workers, 1)


def _by_seat(game, models: Mapping, deciding: list[str], seat: str) -> dict[int, object]:
    """Models by the numbers of their seats; raises ValueError for a seat that has none to follow."""
    others = [name for name in deciding if name != seat]
    for name in models:
        if name not in others:
            raise ValueError(f"there is no use for a model of {name!r}; " + (
                f"besides {seat} there choose {', '.join(map(repr, others))}" if others else f"{seat} chooses alone there"))
    for name, model in models.items():
        if not isinstance(model, (str, Mapping)):
            raise ValueError(f'the model of {name!r} is text (a bot, a choice like "5" or "{FOUND}") or {{choice: weight}}, not {model!r}')
    return {game.players.index(name): model for name, model in models.items()}


def models_in_words(decision, given: Mapping[int, object]) -> dict[str, str]:
    """How each other seat is taken to choose: its model's name, as given or else the bot's, and the mix it comes to."""
    words = {}
    for seat, mix in decision.models.items():
        model = given.get(seat, decision.bot)
        how = "the mix found" if model == FOUND else model if isinstance(model, str) and mix != {model: 1.0} else ""
        shares = ", ".join(f"{choice} {share:.0%}" for choice, share in mix.items() if share >= 0.005)
        words[decision.game.players[seat]] = f"{how} ({shares})" if how else f"always {next(iter(mix))}" if len(mix) == 1 else shares
    return words


def _moment(source, line, round_number):
    line = line or getattr(source, "line", MAIN)
    if round_number is None:
        return getattr(source, "moment", None) if line == getattr(source, "line", None) else source.lines.tip(line)
    begins = _beginnings(source, line)
    if type(round_number) not in (int, np.int64) or round_number not in begins:
        raise ValueError(f"there is nothing to decide in round {round_number!r} of the line {line!r}; {_decided(begins)}")
    return begins[round_number]


def _beginnings(source, line: str) -> dict:
    """The moments of a line at which a round begins with something to decide, by the round's number from 1 on."""
    game = source.game
    return {game.rounds(moment.state) + 1: moment for moment in source.lines.path(line)
            if game.is_between_rounds(moment.state) and game.to_choose(moment.state)}


def _decided(rounds) -> str:
    """Which rounds have something to decide, in words."""
    starts = [number for number in rounds if number - 1 not in rounds]
    ends = [number for number in rounds if number + 1 not in rounds]
    spans = [f"{start}" if start == end else f"{start} to {end}" for start, end in zip(starts, ends)]
    return f"rounds with a decision: {', '.join(spans) or 'none'}"


def choices_table(estimate: Estimate, mixes: Mixes | None = None, exact: Mapping | None = None) -> pd.DataFrame:
    """An estimate as a table, a row a choice, best first; see `analyze` for the columns.

    `exact` spares asking the decision for its exact values, which can take seconds.
    """
    decision = estimate.decision
    behind, behind_se = estimate.behind()
    low, high = estimate.win_interval
    exact = (decision.exact() or {}) if exact is None else exact
    own = mixes.shares[decision.seat] if mixes else {}
    rows = [{"choice": choice, "win": estimate.win[k], "win_se": estimate.win_se[k], "win_low": low[k], "win_high": high[k],
             "score": estimate.score[k], "score_se": estimate.score_se[k],
             "score_low": estimate.score[k] - stats.Z95 * estimate.score_se[k], "score_high": estimate.score[k] + stats.Z95 * estimate.score_se[k],
             "behind": behind[k], "behind_se": behind_se[k],
             "mix": own.get(choice), "exact": exact.get(choice),
             "missed": choice in exact and not low[k] - 1e-9 <= exact[choice] <= high[k] + 1e-9,
             "sentence": decision.sentence(choice, estimate.came(k))}
            for k, choice in enumerate(decision.choices)]
    return pd.DataFrame(rows).sort_values(["win", "score"], ascending=False, kind="stable", ignore_index=True)


def as_json(table: pd.DataFrame, file: str) -> str:
    """What `analyze` found as one line of JSON; `mix` and `exact` are null where they do not apply."""
    found = table.attrs
    choices = [{"choice": row.choice, "win": float(row.win), "win_se": float(row.win_se), "score": float(row.score),
                "score_se": float(row.score_se), "mix": _number(row.mix), "exact": _number(row.exact)}
               for row in table.itertuples()]
    where = {key: found[key] for key in ("game", "round", "seat", "trials", "seed")}
    return json.dumps({"file": file} | where | {"choices": choices, "exploitability": found["exploitability"],
                                                "best": found["best"]})


def _number(value) -> float | None:
    return None if value is None or pd.isna(value) else float(value)


# chance and choice apart
def review(source, line: str | None = None, *, trials: int = 512, seed: int = 0, bot: str | None = None,
           workers: int | None = None) -> pd.DataFrame:
    """Every seat's way through a line, a row a (decision, seat): what changed its chance to win, and by how much.

    Another choice counts as better than the one made only where that is sure enough (SURE paired standard errors): the
    best of several noisy values would always look better than it is, and every choice like a mistake.

    Columns: step (the number of the moment on the line's path), played (rounds before it), round, seat, choice, best (the
    choice that wins most, None for a seat that only watches), before (its chance to win while nobody has chosen yet and all
    play as the bot), deal (what the cards brought since the last decision; nothing on average), room (what its best choice
    adds to what the bot would make of it), mistake (what its choice lost against its best, 0 or less; `mistake_se`: its paired
    standard error), guess (what the others' actual choices brought against their model). For each seat `before` of the first
    row and all deal, room, mistake and guess add up to its share of the win, or to its chance where the line has not ended:
    the last row, with choice None, brings the rest by deal.
    """
    check_who_works(bot, workers)
    looking = LookingBack(source, line, trials=trials, seed=seed, bot=bot)
    return looking.table(list(_on_all_cores(lambda task: task(), looking.tasks, workers)))


class LookingBack:
    """A review in pieces: `tasks` can be done in any order and by any thread, `table` makes a review of what they gave."""

    def __init__(self, source, line: str | None = None, *, trials: int = 512, seed: int = 0, bot: str | None = None):
        check_number("trials", trials, 2, MOST_TRIALS)
        check_number("seed", seed)
        self.game, self.path = source.game, source.lines.path(line or MAIN)
        steps = [(step, after.choices) for step, after in enumerate(self.path[1:]) if after.choices]
        if not self.game.is_over(self.path[-1].state):
            steps.append((len(self.path) - 1, None))
        self._looks = [(step, choices, seats) for step, choices in steps for seats in seen_alike(self.game, self.path[step].state)]
        options = {"seed": seed} | ({"bot": bot} if bot else {})
        self.tasks = [partial(_look_back, self.game, self.path[step].state, choices, seats, trials, options)
                      for step, choices, seats in self._looks]

    def __repr__(self) -> str:
        return f"<LookingBack on {len(self.tasks)} decisions>"

    def table(self, looked: Sequence[list[Look]]) -> pd.DataFrame:
        """The review, from what the tasks gave in their order."""
        game, rows, last = self.game, [], {}
        looks = [(step, choices, seat, look) for (step, choices, seats), found in zip(self._looks, looked)
                 for seat, look in zip(seats, found)]
        for step, choices, seat, look in sorted(looks, key=lambda of: (of[0], of[2])):
            played = game.rounds(self.path[step].state)
            rows.append({"step": step, "played": played, "round": played + 1, "seat": game.players[seat],
                         "choice": choices.get(seat) if choices else None, "best": look.best, "before": look.before,
                         "deal": look.before - last.get(seat, look.before), "room": look.top - look.before, "mistake": look.chosen - look.top,
                         "mistake_se": look.chosen_se, "guess": look.actual - look.chosen})
            last[seat] = look.actual
        end, winners = self.path[-1].state, game.winners(self.path[-1].state)
        for seat in range(len(game.players)) if winners else ():
            result = 1 / len(winners) if seat in winners else 0.0
            rows.append({"step": len(self.path) - 1, "played": game.rounds(end), "round": game.rounds(end),
                         "seat": game.players[seat], "choice": None, "best": None, "before": result,
                         "deal": result - last.get(seat, result), "room": 0.0, "mistake": 0.0, "mistake_se": 0.0, "guess": 0.0})
        return pd.DataFrame(rows)


@dataclass(frozen=True)
class Look:
    """A seat's chance to win as it stands, with its best choice, with its actual one, and with everybody's actual ones."""

    best: str | None
    before: float
    top: float
    chosen: float
    chosen_se: float
    actual: float


def _look_back(game, state, choices: Mapping | None, seats: Sequence[int], trials: int, options: dict) -> list[Look]:
    """A look for each of the seats, to whom the same is hidden; all share the trials.

    After FIRST_LOOK trials only the choices that were made are played on, and those that may yet prove better.
    """
    eyes = decision_of(game, state, seats[0], watching=True, **options)
    own = {seat: eyes.choices_of(seat) if seat in eyes.seats else [] for seat in seats}
    if not choices or trials <= FIRST_LOOK:
        tried = _try_out(eyes, own, choices, 0, trials)
    else:
        glance = _try_out(eyes, own, choices, 0, FIRST_LOOK)
        open_yet = {seat: [choice for choice in own[seat] if choice == choices[seat]
                           or _may_be_better(glance[seat][choice] - glance[seat][choices[seat]])] for seat in seats}
        further = _try_out(eyes, open_yet, choices, FIRST_LOOK, trials - FIRST_LOOK)
        tried = {seat: {choice: np.concatenate([glance[seat][choice], shares]) for choice, shares in further[seat].items()} for seat in seats}
    return [_look(tried[seat], choices[seat] if choices and own[seat] else None) for seat in seats]


def _may_be_better(ahead: np.ndarray) -> bool:
    """Whether a choice that was ahead by that much in each trial is not a standard error or more behind."""
    return ahead.mean() > -ahead.std(ddof=1) / np.sqrt(len(ahead))


def _try_out(eyes, own: Mapping[int, Sequence[str]], choices: Mapping | None, first: int, trials: int) -> dict[int, dict]:
    """By seat and choice its shares of the win in the trials; None: it chooses by its model too, ACTUAL: everybody as they did."""
    joint = [{}] + [{seat: choice} for seat in own for choice in own[seat]] + ([dict(choices)] if choices else [])
    place = 1
    outcomes, tried = eyes.play_on(joint, first, trials), {}
    for seat, of_seat in own.items():
        shares = outcomes.shares[:, :, seat] / outcomes.whole
        tried[seat] = {None: shares[:, 0]} | {choice: shares[:, place + number] for number, choice in enumerate(of_seat)}
        if choices:
            tried[seat][ACTUAL] = shares[:, -1]
        place += len(of_seat)
    return tried


def _look(tried: dict, made: str | None) -> Look:
    """A look from the shares of the choices tried and the one that was made; None: whichever wins most."""
    actual, before = tried.pop(ACTUAL, None), float(tried[None].mean())
    if len(tried) > 1:
        del tried[None]
    names, shares = list(tried), np.stack(list(tried.values()), axis=1)
    values = shares.mean(0)
    best = chosen = int(values.argmax()) if made is None else names.index(made)
    ahead = shares - shares[:, [chosen]]
    errors = ahead.std(0, ddof=1) / np.sqrt(len(shares))
    surely = ahead.mean(0) > SURE * errors
    if surely.any():
        best = int(np.where(surely, values, -1.0).argmax())
    if actual is None:  # nothing is chosen yet
        return Look(names[best], before, before, before, 0.0, before)
    return Look(names[best], before, float(values[best]), float(values[chosen]), float(errors[best]), float(actual.mean()))


def apportion(reviewed: pd.DataFrame) -> pd.DataFrame:
    """A review summed up, a row a seat: start + deal + guess + mistake = result, exactly.

    `start` is its chance as the bot would play, `level`, and what its best choice added to that each time, `room`: so much
    that chances are lost over and over again to the same bot, and more than 1 in all. `choices` is room + mistake: what its
    choices made of the game against what the bot would have.
    """
    seats = reviewed.groupby("seat", sort=False)
    summed = seats[["deal", "guess", "mistake", "room"]].sum()
    level = seats["before"].first()
    summed.insert(0, "start", level + summed["room"])
    summed = summed.assign(result=seats["before"].last(), level=level, choices=summed["room"] + summed["mistake"])
    return summed.reset_index()


def win_by_round(reviewed: pd.DataFrame) -> pd.DataFrame:
    """Each seat's chance to win as each round began, and in the end: columns round (rounds played), seat, win, step."""
    begins = reviewed.groupby(["played", "seat"], sort=False)[["before", "step"]].first().reset_index()
    return begins.rename(columns={"played": "round", "before": "win"})[["round", "seat", "win", "step"]]


def turning_points(reviewed: pd.DataFrame, least: float = 0.1) -> pd.DataFrame:
    """What changed a seat's chance to win by at least so much, the greatest change first.

    A lucky deal and the bad choice that follows it are two turns, which do not cancel. Columns: step, round, seat, change,
    cause ("deal", "guess", or "own" for its choice against what the bot would choose), choice, best.
    """
    changed = reviewed.assign(own=reviewed["room"] + reviewed["mistake"])
    turned = changed.melt(["step", "round", "seat", "choice", "best"], ["deal", "guess", "own"], "cause", "change")
    turned = turned[turned["change"].abs() >= least].sort_values("change", key=abs, ascending=False, kind="stable")
    return turned[["step", "round", "seat", "change", "cause", "choice", "best"]].reset_index(drop=True)
