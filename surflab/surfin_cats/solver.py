"""The solver: a bot that plays a game on in thought before every choice; it needs the compiled engine.

It takes what wins most when `odds` plays on, and among choices that win alike what scores most. Choices that fall behind
are given up early, so that most of the thought goes into the close ones.
"""
from __future__ import annotations

import numpy as np

from . import batch, rollouts, rules

FIRST, LAST = 24, 96  # deals played on for every choice, and for each of the last two
SCORE_WEIGHT = 0.25  # what a flow more counts beside a 60th of a win: it tells choices apart sooner than wins do
PLAYED_ON_BY = "odds"


def choose(compiled, cards: np.ndarray, state: np.ndarray, seat: int) -> int:
    """What the solver chooses, as the rules number it: a function of what the seat sees and the state's random words."""
    found = np.zeros(rules.CHOICES, np.int64)
    choices = found[:compiled.rules.legal_choices(cards, state.copy(), 0, seat, found)]
    bots = (compiled.bots.BOTS[PLAYED_ON_BY],) * rules.SEATS
    seed, trials, worths = int(rules.decision_word(state[0], seat)), 0, np.zeros(len(choices))
    while len(choices) > 1 and trials < LAST:
        count = max(FIRST, trials)
        worths += count * worth_of(compiled, cards, state, seat, choices, bots, seed, trials, count)
        trials += count
        stays = np.sort(np.argsort(-worths, kind="stable")[:max(2, (len(choices) + 1) // 2)])
        choices, worths = choices[stays], worths[stays]
    return int(choices[worths.argmax()])


def worth_of(compiled, cards: np.ndarray, state: np.ndarray, seat: int, choices: np.ndarray, bots, seed: int, first: int,
             trials: int) -> np.ndarray:
    """The mean worth of each choice over trials first, first + 1, ...: win shares in 60ths, and a little for the score."""
    joint = np.full((len(choices), rules.SEATS), -1, np.int64)
    joint[:, seat] = choices
    results = np.zeros((trials * len(choices), rollouts.RESULTS), np.int64)
    compiled.rollouts.rollouts(cards, state.copy(), 0, np.zeros(2, rules.STATE), np.zeros(0, rules.EVENT), seat, joint,
                               np.zeros((rules.SEATS, rules.CHOICES), np.int64), bots, bots, seed, first, 1, results)
    shares, scores = results[:, rollouts.SHARE + seat], results[:, rollouts.SCORE + seat]
    return (shares + SCORE_WEIGHT * scores).reshape(trials, -1).mean(0)


def play_games(compiled, cards: np.ndarray, cats: np.ndarray, options: np.ndarray, seed: int, first: int, bots, solving,
               rows: np.ndarray) -> int:
    """`batch.play_games` where the seats that are `solving` are played by the solver; returns how often it chose."""
    seats, log, unlisted, thought = cats.shape[1], np.zeros(0, rules.EVENT), np.zeros(0, np.int64), 0
    for number in range(len(rows) // seats):
        state = np.zeros(1, rules.STATE)
        compiled.rules.start(cards, state, 0, log, cats[(first + number) % len(cats)], options, unlisted, unlisted, unlisted,
                             unlisted, seed, first + number)
        table = state["table"]
        while table["phase"][0] != rules.OVER:
            choices = np.zeros(rules.SEATS, np.int64)
            for seat in np.flatnonzero(table["must"][0]).tolist():
                if solving[seat]:
                    choices[seat] = choose(compiled, cards, state, seat)
                    thought += 1
                else:
                    choices[seat] = compiled.rules.ask_bot(cards, state, 0, seat, bots)
            compiled.rules.step(cards, state, 0, log, choices)
        for seat in range(seats):
            batch.write_result(cards[0], state[0], seat, rows[number * seats + seat])
    return thought
