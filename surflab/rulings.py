"""The rules of a game by id, in short words, and what is played where its rulebook is silent: its `rulings.toml`."""
from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HOME = Path(__file__).parent


@dataclass(frozen=True)
class Ruling:
    """One rule; `ruling` is empty where the rulebook leaves nothing open."""

    id: str
    section: str
    rule: str
    ruling: str = ""


def games() -> list[str]:
    """The games whose rules are listed."""
    return sorted((path.parent.name.replace("_", "-") for path in HOME.glob("*/rulings.toml")), reverse=True)


@cache
def rulings(game: str) -> list[Ruling]:
    """The rules of a game in the rulebook's order; raises ValueError for a game that is not there."""
    if game not in games():
        raise ValueError(f'there are no rules of "{game}"; known: {", ".join(games())}')
    text = (HOME / game.replace("-", "_") / "rulings.toml").read_text(encoding="utf-8")
    return [Ruling(**rule) for rule in tomllib.loads(text)["rules"]]
