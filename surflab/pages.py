"""Which pages there are: where each is served, what it is called, and the module whose `page()` makes one."""
from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec


@dataclass(frozen=True)
class Place:
    """One page; `address` is its path without the slash, "" being the start page."""

    address: str
    title: str
    module: str


PLACES = (
    Place("", "Surf Lab", "surflab.start_page"),
    Place("surfs_up", "Surf’s Up!", "surflab.surfs_up.page"),
    Place("surfin_cats", "Surfin’ Cats", "surflab.surfin_cats.page"),
    Place("cards", "Cards", "surflab.cards_page"),
    Place("rules", "Rules & rulings", "surflab.rules_page"),
)


def places() -> list[Place]:
    """The pages that are there."""
    return [place for place in PLACES if find_spec(place.module)]
