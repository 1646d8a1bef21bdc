"""What tests of more than one part need."""
import pytest


@pytest.fixture(scope="session")
def engine():
    """The compiled engine of Surf's Up!, made once a run."""
    from surflab.surfs_up import game

    return game.engine.compiled()
