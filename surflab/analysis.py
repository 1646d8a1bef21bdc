"""What should I have done, and how sure is that: rollouts, mixes, luck and skill. Knows no game's rules.

A game's `Decision` (see `surfs_up/analysis.py`) is a seat's choice seen through that seat's eyes: `choices`, `seat`,
`seats`, `models`, `play_on`, `solve`, `exact`, `sentence`. Everything here is a function of it and its seed alone.
"""
from __future__ import annotations

import importlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .moments import MAIN

CHUNK = 128  # trials that are played in one go; results are sums over chunks, so the number of cores changes nothing
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Outcomes:
    """Results of played-on trials: arrays trials x joint choices (x seats); `shares` counts a whole win as `whole`."""

    shares: np.ndarray
    scores: np.ndarray
    came: np.ndarray
    whole: int


class Estimate:
    """Rollouts of every choice of one decision with common luck; grows by trials and can be read at any time.

    `win` and `score` are means by choice, `win_se` and `score_se` their standard errors; a difference between two
    choices has its own paired standard error, which the common luck makes much smaller (common random numbers).
    """

    def __init__(self, decision):
        self.decision = decision
        self.trials = 0
        n = len(decision.choices)
        self._sums, self._products = np.zeros((2, n)), np.zeros((2, n, n))
        self._came = np.zeros((n, 8), np.int64)
        self._whole = 1

    def grow(self, trials: int, workers: int | None = None) -> None:
        """Play that many more trials, rounded up to whole chunks."""
        joint = [{self.decision.seat: choice} for choice in self.decision.choices]
        firsts = range(self.trials, self.trials + trials, CHUNK)
        for outcomes in _on_all_cores(lambda first: self.decision.play_on(joint, first, CHUNK), firsts, workers):
            self._add(outcomes)

    def _add(self, outcomes: Outcomes) -> None:
        seat, self._whole = self.decision.seat, outcomes.whole
        for k, values in enumerate((outcomes.shares[:, :, seat], outcomes.scores[:, :, seat])):
            values = values.astype(float)  # whole numbers far below 2**53: sums are exact in any order
            self._sums[k] += values.sum(0)
            self._products[k] += values.T @ values
        for came in range(self._came.shape[1]):
            self._came[:, came] += (outcomes.came == came).sum(0)
        self.trials += len(outcomes.shares)

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

    def behind(self) -> tuple[np.ndarray, np.ndarray]:
        """How much each choice wins less than the best one, and the paired standard error of that difference."""
        covariance, best = self._covariance(0), int(np.argmax(self.win))
        variance = np.diag(covariance) + covariance[best, best] - 2 * covariance[best]
        return self.win[best] - self.win, np.sqrt(np.clip(variance, 0, None))

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


def _on_all_cores(task, items, workers: int | None):
    workers = workers or os.cpu_count() or 1
    if workers == 1 or len(items) == 1:
        return map(task, items)
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(task, items))


@dataclass(frozen=True)
class Mixes:
    """How often each seat would play what, and what each could still gain by its best response to the others.

    `shares` and `worth` map a seat to {choice: number}; `gain` maps a seat to the win chance its best response adds;
    `exploitability` is their mean (0 for an equilibrium).
    """

    shares: dict
    worth: dict
    gain: dict

    @property
    def exploitability(self) -> float:
        return float(np.mean(list(self.gain.values())))


def solve_mixes(decision, trials: int = 2000, checks: int = 2000) -> Mixes:
    """Mixes of all who choose now that none can gain much by leaving, as seen by the decision's seat.

    Two seats: the equilibrium of the sampled matrix by a linear program (von Neumann; the game is constant-sum, a win
    being shared out). More seats: regret matching plus (Tammelin 2014), which need not end in an equilibrium; `gain`
    tells how far off it is. Gains are measured on `checks` fresh trials, at most one gain's noise above the truth.
    """
    if len(decision.seats) == 2:
        shares = _equilibrium_mixes(decision, trials)
    else:
        regrets, averages = decision.blank_mixes(), decision.blank_mixes()
        decision.solve(0, trials, regrets, averages)
        shares = {seat: decision.named_mix(averages, seat) for seat in decision.seats}
    facing = decision.facing(shares)
    worth, gain = {}, {}
    for seat in decision.seats:
        outcomes = facing.play_on([{seat: choice} for choice in shares[seat]], trials, checks)
        values = outcomes.shares[:, :, seat].mean(0) / outcomes.whole
        worth[seat] = dict(zip(shares[seat], map(float, values)))
        gain[seat] = float(values.max() - values @ np.array(list(shares[seat].values())))
    return Mixes(shares, worth, gain)


def _equilibrium_mixes(decision, trials: int) -> dict:
    mine, theirs = decision.seat, next(seat for seat in decision.seats if seat != decision.seat)
    rows, columns = decision.choices_of(mine), decision.choices_of(theirs)
    outcomes = decision.play_on([{mine: row, theirs: column} for row in rows for column in columns], 0, trials)
    payoffs = outcomes.shares[:, :, mine].mean(0).reshape(len(rows), len(columns)) / outcomes.whole
    row_mix, column_mix, _ = equilibrium(payoffs)
    return {mine: dict(zip(rows, map(float, row_mix))), theirs: dict(zip(columns, map(float, column_mix)))}


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


def decision_of(game, state, seat: int, **options):
    """The game's own `Decision` for a seat in a state; options are those of its class."""
    package = type(game).__module__.rpartition(".")[0]
    return importlib.import_module(f"{package}.analysis").Decision(game, state, seat, **options)


def analyze(source, *, line: str | None = None, round: int | None = None, seat: str | None = None, trials: int = 10_000,
            seed: int = 0, bot: str | None = None, models: dict | None = None, mixes: int = 2000,
            workers: int | None = None) -> pd.DataFrame:
    """What each choice of a decision is worth, a row a choice, best first.

    `source` is a session or a record; by default the decision on the table (of a record: at the end of its main line) of
    the first seat that must choose is looked at; `round` asks for the choice at the reveal of that round, counted from
    1. Other seats choose by `models` (name -> bot or {choice: weight}), and `bot` plays everybody on. Columns: choice,
    win, win_se, win_low, win_high, score, score_se, behind, behind_se (both against the best choice, paired), mix,
    exact, sentence. `attrs` holds game, round, seat, trials, seed, exploitability and best. Raises ValueError for a
    moment or seat without a decision.
    """
    for name, number, least in (("trials", trials, 1), ("seed", seed, 0), ("mixes", mixes, 0)):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < least:
            raise ValueError(f"{name} must be a whole number from {least} on, not {number!r}")
    game, state = source.game, _moment(source, line, round).state
    deciding = [game.players[number] for number in game.to_choose(state)]
    if not deciding:
        raise ValueError("the game is over there; name a round with a choice")
    seat = deciding[0] if seat is None else seat
    if seat not in deciding:
        raise ValueError(f"{seat!r} has nothing to choose there; {' and '.join(deciding)} must choose")
    numbers = {name: number for number, name in enumerate(game.players)}
    decision = decision_of(game, state, numbers[seat], seed=seed, **({"bot": bot} if bot else {}),
                           models={numbers[name]: model for name, model in (models or {}).items()})
    estimate = Estimate(decision)
    estimate.grow(trials, workers)
    solved = solve_mixes(decision, mixes, mixes) if mixes and len(decision.seats) > 1 else None
    table = choices_table(estimate, solved)
    table.attrs = {"game": game.name, "round": game.rounds(state) + 1, "seat": seat, "trials": estimate.trials, "seed": seed,
                   "exploitability": solved.exploitability if solved else None, "best": table["choice"].iloc[0]}
    return table


def _moment(source, line, round_number):
    line = line or getattr(source, "line", MAIN)
    if round_number is None:
        return getattr(source, "moment", None) if line == getattr(source, "line", None) else source.lines.tip(line)
    for moment in source.lines.path(line):
        if source.game.rounds(moment.state) == round_number - 1 and source.game.is_between_rounds(moment.state):
            found = moment
            break
    else:
        last = source.game.rounds(source.lines.tip(line).state)
        raise ValueError(f"the line {line!r} has no round {round_number}; it has rounds 1 to {last + 1}")
    return found


def choices_table(estimate: Estimate, mixes: Mixes | None = None) -> pd.DataFrame:
    """An estimate as a table, a row a choice, best first; see `analyze` for the columns."""
    decision = estimate.decision
    behind, behind_se = estimate.behind()
    exact = decision.exact() or {}
    own = mixes.shares[decision.seat] if mixes else {}
    rows = [{"choice": choice, "win": estimate.win[k], "win_se": estimate.win_se[k],
             "win_low": max(0.0, estimate.win[k] - Z95 * estimate.win_se[k]),
             "win_high": min(1.0, estimate.win[k] + Z95 * estimate.win_se[k]),
             "score": estimate.score[k], "score_se": estimate.score_se[k], "behind": behind[k], "behind_se": behind_se[k],
             "mix": own.get(choice), "exact": exact.get(choice), "sentence": decision.sentence(choice, estimate.came(k))}
            for k, choice in enumerate(decision.choices)]
    return pd.DataFrame(rows).sort_values("win", ascending=False, kind="stable", ignore_index=True)


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

    Columns: round, seat, choice, before (its chance to win, playing its best choice), deal (what the cards brought since
    the last decision), mistake (what its choice lost against its best, 0 or less), guess (what the others' actual choices
    brought against their model). For each seat `before` of the first row and all later deal, guess and mistake add up to
    its share of the win: the last row, with choice None, brings the rest by deal.
    """
    game, path = source.game, source.lines.path(line or MAIN)
    tasks = [(moment, after, seat) for moment, after in zip(path, path[1:]) if after.choices for seat in range(len(game.players))]
    options = {"seed": seed} | ({"bot": bot} if bot else {})
    looked = _on_all_cores(lambda task: _look_back(game, *task, trials, options), tasks, workers)
    rows, last = [], {}
    for (moment, after, seat), (before, chosen, actual) in zip(tasks, looked):
        rows.append({"round": game.rounds(moment.state) + 1, "seat": game.players[seat], "choice": after.choices.get(seat),
                     "before": before, "deal": before - last[seat] if seat in last else 0.0, "mistake": chosen - before,
                     "guess": actual - chosen})
        last[seat] = actual
    winners = game.winners(path[-1].state)
    for seat, value in last.items():
        if winners:
            result = 1 / len(winners) if seat in winners else 0.0
            rows.append({"round": game.rounds(path[-1].state), "seat": game.players[seat], "choice": None, "before": result,
                         "deal": result - value, "mistake": 0.0, "guess": 0.0})
    return pd.DataFrame(rows)


def _look_back(game, moment, after, seat: int, trials: int, options: dict) -> tuple[float, float, float]:
    """A seat's chance to win with its best choice, with its actual one, and with everybody's actual one."""
    eyes = decision_of(game, moment.state, seat, watching=True, **options)
    own = [{seat: choice} for choice in eyes.choices] or [{}]
    outcomes = eyes.play_on(own + [dict(after.choices)], 0, trials)
    values = outcomes.shares[:, :, seat].mean(0) / outcomes.whole
    chosen = values[eyes.choices.index(after.choices[seat])] if eyes.choices else values[0]
    return float(values[:-1].max()), float(chosen), float(values[-1])


def apportion(reviewed: pd.DataFrame) -> pd.DataFrame:
    """A review summed up, a row a seat: start + deal + guess + mistake = result, exactly."""
    summed = reviewed.groupby("seat", sort=False)[["deal", "guess", "mistake"]].sum()
    summed.insert(0, "start", reviewed.groupby("seat", sort=False)["before"].first())
    summed["result"] = reviewed.groupby("seat", sort=False)["before"].last()
    return summed.reset_index()
