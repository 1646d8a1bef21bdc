"""Which engine a test of Surf's Up! plays on."""
from types import SimpleNamespace

import pytest

from surflab.surfs_up import game


def play_on(monkeypatch, modules) -> None:
    monkeypatch.setattr(game, "engine", SimpleNamespace(current=modules))


@pytest.fixture
def plain_engine(monkeypatch):
    """`Game` plays on plain Python."""
    play_on(monkeypatch, game.engine.plain)


@pytest.fixture
def compiled_engine(monkeypatch, engine):
    """`Game` plays on the compiled rules."""
    play_on(monkeypatch, engine)


@pytest.fixture(params=["plain", "compiled"])
def each_engine(request):
    """The test runs twice: `Game` plays on plain Python, then on the compiled rules."""
    request.getfixturevalue(f"{request.param}_engine")
