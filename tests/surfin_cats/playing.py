"""Days of Surfin' Cats played by wishes, at tables of every size and variant, with a card set that stays as it is."""
from __future__ import annotations

import random
from pathlib import Path

from surflab.moments import MAIN, Lines, Moment
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.game import TRICK, Game
from surflab.surfin_cats.variant import Variant

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs" / "surfin_cats"
BOX = CardSet.load(PLAYTHROUGHS / "card-set.toml")
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve")
CATS = ("maria", "rufo", "mandy", "chope", "neo")
VARIANTS = (Variant(), Variant(kittens=True), Variant(mixed=True, picks=2), Variant(waves=(1, 0, 0, 2)), Variant(waves=(2, 1, 1, 1), picks=3),
            Variant(kittens=True, mixed=True, waves=(1, 0, 1, 1)))


def some_table(rng: random.Random) -> Game:
    """A table of any size and variant, with or without names beside the cats'."""
    seats = rng.randint(1, 5)
    players = NAMES[:seats] if rng.random() < 0.5 else ()
    return Game(tuple(rng.sample(CATS, seats)), players, BOX, rng.choice(VARIANTS), rng.getrandbits(32))


def wish_among(rng: random.Random):
    """A way to choose among names that leans to performing for a whole game, or to anything."""
    pull = rng.choice((0, 1, 4, 20))
    return lambda legal: rng.choice(legal + [TRICK] * pull * (TRICK in legal))


def after(game: Game, moment: Moment, choices: dict[int, str]) -> Moment:
    """The moment after some choices."""
    state, events = game.resolve(moment.state, choices)
    return Moment(state, moment, choices, events)


def choose_all(game: Game, moment: Moment, choose) -> Moment:
    """The moment after everybody who must has chosen by `choose(legal)`."""
    return after(game, moment, {seat: choose(game.legal(moment.state, seat)) for seat in game.to_choose(moment.state)})


def play_on(game: Game, lines: Lines, line: str, choose, most: int = 10**6) -> None:
    """Play a line on, to the end of the game or for so many decisions."""
    while most and not game.is_over(lines.tip(line).state):
        lines.extend(line, choose_all(game, lines.tip(line), choose))
        most -= 1


def played(game: Game, choose) -> Lines:
    """A whole game on one line."""
    lines = Lines(Moment(game.start()))
    play_on(game, lines, MAIN, choose)
    return lines


def some_lines(game: Game, rng: random.Random) -> Lines:
    """A game with branches that leave each other anywhere, with the same or other cards, and with notes."""
    lines = Lines(Moment(game.start()))
    play_on(game, lines, MAIN, wish_among(rng), rng.choice((10**6, 10**6, rng.randint(0, 40))))
    for number in range(rng.randint(0, 3)):
        parent, name = rng.choice(list(lines)), f"line {number}"
        fork = rng.choice(lines.path(parent))
        lines.branch(name, parent, fork, {"note": "what if"} if rng.random() < 0.3 else {},
                     **rng.choice(({}, {}, {"others": "kept"}, {"others": "bots", "bot": "odds", "by_hand": (0,)})))
        if rng.random() < 0.5:
            seed = rng.getrandbits(32)
            lines.extend(name, Moment(game.redeal(fork.state, seed), fork, redealt=seed))
        play_on(game, lines, name, wish_among(rng), rng.choice((10**6, rng.randint(0, 20))))
    if len(lines) > 1 and rng.random() < 0.3:
        lines.make_main(rng.choice(list(lines)[1:]), "former main")
    for moment in rng.choices([moment for line in lines for moment in lines.path(line)], k=rng.choice((0, 0, 3))):
        lines.remarks[moment] = {"note": "look here", "mark": "good", "wind": 3}
    return lines
