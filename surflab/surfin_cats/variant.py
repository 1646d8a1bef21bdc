"""The variants of Surfin' Cats as options of a game: Kittens and what Purr suggests (SC80, SC81)."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np

from . import rules
from .cards import FLAGS, CardSet


@dataclass(frozen=True)
class Variant:
    """How a table plays otherwise than the rulebook's first way. Raises ValueError for options that cannot be.

    `kittens` plays without events and instructors, `mixed` deals ability cards of different cats, `picks` is how many
    market cards a cat takes in a visit, `waves` how many waves of each flag are surfed: green, yellow, red, black.
    """

    kittens: bool = False
    mixed: bool = False
    picks: int = 1
    waves: tuple[int, ...] = (1, 1, 1, 1)

    def __post_init__(self):
        for switch in ("kittens", "mixed"):
            if not isinstance(getattr(self, switch), bool):
                raise ValueError(f"{switch} must be true or false, not {getattr(self, switch)!r}")
        if not _is_number(self.picks, 1, rules.MOST_PICKS):
            raise ValueError(f"picks must be a whole number from 1 to {rules.MOST_PICKS}, not {self.picks!r}")
        check_waves(self.waves)
        object.__setattr__(self, "waves", tuple(self.waves))

    @staticmethod
    def of(table: Mapping) -> Variant:
        """The variant that a record's table of options names; raises ValueError. Keys that mean nothing are left out."""
        options = {option.name: table[option.name] for option in fields(Variant) if option.name in table}
        waves = options.get("waves")
        if isinstance(waves, Mapping):
            strange = [flag for flag in waves if flag not in FLAGS]
            if strange:
                raise ValueError(f"waves names {strange[0]!r}; the flags are {', '.join(FLAGS)}")
            options["waves"] = tuple(waves.get(flag, 1) for flag in FLAGS)
        return Variant(**options)

    def table(self) -> dict:
        """The options that differ from the rulebook's first way, as a record writes them."""
        plain = Variant()
        table = {name: getattr(self, name) for name in ("kittens", "mixed", "picks") if getattr(self, name) != getattr(plain, name)}
        waves = {flag: count for flag, count in zip(FLAGS, self.waves, strict=True) if count != 1}
        return table | ({"waves": waves} if waves else {})

    @property
    def options(self) -> np.ndarray:
        """The options as the rules take them."""
        return np.array([self.kittens, self.mixed, self.picks, *self.waves], np.int64)

    @property
    def flags(self) -> list[str]:
        """The flag of each wave of the day, in order."""
        return [flag for flag, count in zip(FLAGS, self.waves, strict=True) for _ in range(count)]

    def check(self, cards: CardSet) -> None:
        """The card set has waves enough, and no deck grows beyond what the rules can hold; raises ValueError."""
        for flag, count in zip(FLAGS, self.waves, strict=True):
            there = sum(wave.flag == flag for wave in cards.waves)
            if count > there:
                raise ValueError(f"waves asks for {count} with a {flag} flag; the card set has {there}")
        visits = sum(flag != "black" for flag in self.flags)
        tricks = sum(trick.count for trick in cards.common) + 2 + visits * self.picks
        if tricks > rules.DECK:
            raise ValueError(f"{self.picks} picks in {visits} market visits would make a deck of {tricks} tricks; "
                             f"there is room for {rules.DECK}")


def check_waves(waves) -> None:
    """1 to 8 waves by flag, the last of them black; raises ValueError."""
    if not isinstance(waves, (list, tuple)) or len(waves) != len(FLAGS) or not all(
            _is_number(count, 0, rules.WAVES) for count in waves):
        raise ValueError(f"waves must say how many there are of each flag ({', '.join(FLAGS)}), not {waves!r}")
    if not 1 <= waves[-1] or sum(waves) > rules.WAVES:
        raise ValueError(f"waves must be at most {rules.WAVES}, at least one of them with a black flag, not {waves!r}")


def _is_number(value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
