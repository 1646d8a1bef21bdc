"""The "Rules & rulings" page: every rule of the games by its number, found by a search box."""
from __future__ import annotations

from . import shell


def page():
    """The page of one browser session."""
    return shell.page("Rules & rulings", main=["Rules"])
