"""Which engine a test of Surfin' Cats plays on."""
from types import SimpleNamespace

import pytest

from surflab.surfin_cats import game

MAKE = game.engine


@pytest.fixture(params=["plain", "compiled"])
def each_engine(request, monkeypatch):
    """The test runs twice: `Game` plays on plain Python, then on the compiled rules."""
    modules = MAKE.plain if request.param == "plain" else request.getfixturevalue("cats_engine")
    monkeypatch.setattr(game, "engine", SimpleNamespace(current=modules))
