"""Work in slices comes to the same however it is cut, and what it asks for comes back to it."""
import pytest

from surflab import slices


def asking(seen):
    """A work that asks for two others, of which one fails."""
    yield
    seen.append((yield slices.call(max, 3, 5)))
    yield 0.5
    try:
        yield slices.call(int, "none")
    except ValueError as error:
        seen.append(str(error))
    return len(seen)


def test_what_a_work_asks_for_comes_back_to_it():
    seen = []
    assert slices.run(asking(seen)) == 2
    assert seen[0] == 5 and "'none'" in seen[1]


def test_what_a_work_raises_is_raised():
    with pytest.raises(ValueError, match="none"):
        slices.run(slices.call(int, "none"))
