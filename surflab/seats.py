"""What the tables of both games check alike: who sits there, seeds, the choices put down, and whether a solver can think. Knows no game."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .typed import check_different, check_name

MOST_SEED = 2**32 - 1


class IllegalChoice(ValueError):
    """A choice that the rules do not allow; the message says who, what, and what is legal."""


def check_players(players, least: int, most: int, key: str) -> tuple[str, ...]:
    """The different names of a table's seats in seat order; raises ValueError, which calls them as the `key` they stand under."""
    if not isinstance(players, (list, tuple)) or not least <= len(players) <= most:
        raise ValueError(f"{key} must be {least} to {most} names in seat order, not {players!r}")
    for name in players:
        check_name(name, f"a {key.removesuffix('s')}")
    check_different(key, players)
    return tuple(players)


def check_seed(seed) -> int:
    """A whole number from 0 to 2**32 - 1; raises ValueError."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed must be a whole number from 0 to {MOST_SEED}, not {seed!r}")
    return int(seed)


def numbers_of(game, state: np.ndarray, choices: Mapping[int, str], room: int) -> np.ndarray:
    """The choices of the seats that must choose as the rules number them, -1 for the others; raises IllegalChoice.

    `room` is how many seats the rules have.
    """
    seats = game.to_choose(state)
    if not seats:
        raise IllegalChoice(f"the game is over {game.where(state)}; nothing can be chosen any more")
    numbers = np.full(room, -1, np.int64)
    for seat in seats:
        legal = game.numbered(state, seat)
        choice = choices.get(seat)
        if choice not in list(legal):  # a dict would refuse to look up a list
            what = "has not chosen" if choice is None else f"cannot choose {choice!r}"
            raise IllegalChoice(f"{game.players[seat]} {what}; legal is {', '.join(map(repr, legal))}")
        numbers[seat] = legal[choice]
    names = dict(enumerate(game.players))
    idle = [names.get(seat, f"seat {seat!r}") for seat in choices if seat not in seats]
    if idle:
        turn = " and ".join(game.players[seat] for seat in seats)
        raise IllegalChoice(f"{' and '.join(idle)} cannot choose now; it is the turn of {turn}")
    return numbers


def frozen(array: np.ndarray) -> np.ndarray:
    """The array itself, read-only from now on."""
    array.setflags(write=False)
    return array


def thinking_engine(engine):
    """The compiled engine, waited for where nobody began to compile it before; raises ValueError while that goes on
    behind a page, which must not freeze, and where it failed."""
    if engine.state == "compiling":
        raise ValueError("the solver thinks with the compiled rules, which will be ready in a few seconds")
    try:
        return engine.compiled()
    except RuntimeError as error:
        raise ValueError(f"the solver cannot play: {error}") from error
