"""What tests of more than one part need."""
import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import settings

settings.register_profile("surflab", deadline=None, derandomize="CI" in os.environ)  # no timing decides a test
settings.load_profile("surflab")


@pytest.fixture(scope="session", autouse=True)
def kept_tables(tmp_path_factory):
    """Servers that tests start keep tables in a folder of the run's own; gives that folder."""
    place = tmp_path_factory.mktemp("state")
    os.environ["SURFLAB_STATE"] = str(place)
    yield place
    os.environ.pop("SURFLAB_STATE")


@pytest.fixture(scope="session")
def engine():
    """The compiled engine of Surf's Up!, made once a run."""
    from surflab.surfs_up import game

    return game.engine.compiled()


@pytest.fixture
def aside():
    """`aside(function, *arguments)` calls a function in a thread with an event loop of its own.

    A browser that the same run drives keeps a loop running in the main thread.
    """
    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(1, initializer=asyncio.set_event_loop, initargs=[loop]) as threads:
        yield lambda function, *arguments: threads.submit(function, *arguments).result()
    loop.close()


@pytest.fixture(scope="session")
def cats_engine():
    """The compiled engine of Surfin' Cats, made once a run."""
    from surflab.surfin_cats import game

    return game.engine.compiled()
