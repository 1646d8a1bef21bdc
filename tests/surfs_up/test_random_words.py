"""The generator of random words against its published known answers, plain and compiled."""
import numba
import pytest

from surflab.randomness import philox as plain

# Philox2x32-10 of Random123's kat_vectors: two words of counter, the key, and the first word of the answer
KNOWN = [
    (0x00000000, 0x00000000, 0x00000000, 0xFF1DAE59),
    (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x2C3F628B),
    (0x243F6A88, 0x85A308D3, 0x13198A2E, 0xDD7CE038),
]




@pytest.fixture(scope="module", params=["plain", "compiled"])
def philox(request):
    """The generator as Python calls it; compiled, it is a rule, which only compiled functions may call."""
    if request.param == "plain":
        return plain
    rule = request.getfixturevalue("engine").rules.philox
    return numba.njit(lambda low, high, key: rule(low, high, key))


@pytest.mark.parametrize(("low", "high", "key", "answer"), KNOWN)
def test_philox_gives_the_published_answers(low, high, key, answer, philox):
    assert philox(low, high, key) == answer


def test_words_have_32_bits_and_change_with_each_number(philox):
    words = {philox(*numbers) for numbers in ((1, 2, 3), (2, 2, 3), (1, 3, 3), (1, 2, 4), (2, 1, 3))}
    assert len(words) == 5
    assert all(0 <= word < 2**32 for word in words)
