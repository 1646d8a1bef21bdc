"""Every rule has one id, in the list that the product shows and in the name of a test."""
import ast
import re
from pathlib import Path

import pytest

from surflab.rulings import games, rulings

TESTS = Path(__file__).parent
INDEX = TESTS.parents[1] / "shared" / "design" / "RULES.md"
PREFIXES = {"surfs-up": "SU", "surfin-cats": "SC"}


def names_of_tests(folder: Path) -> str:
    """The names of all test functions and test classes below a folder, one a line."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("test_*.py")]
    return "\n".join(node.name.lower() for tree in trees for node in ast.walk(tree)
                     if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name.lower().startswith("test"))


@pytest.mark.parametrize("game", games())
def test_ids_are_of_the_game_and_in_order(game):
    ids = [rule.id for rule in rulings(game)]
    assert all(re.fullmatch(PREFIXES[game] + r"\d\d", name) for name in ids)
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("game", games())
def test_every_rule_says_something(game):
    for rule in rulings(game):
        assert rule.section and rule.rule.endswith((".", "!")), rule.id
        assert not rule.ruling or rule.ruling.endswith((".", "!")), rule.id


@pytest.mark.parametrize("game", games())
def test_every_rule_has_a_test_that_carries_its_id(game):
    names = names_of_tests(TESTS / game.replace("-", "_"))
    tested = set(re.findall(r"_(s[uc]\d\d)(?=_|$)", names, re.MULTILINE))
    assert [rule.id for rule in rulings(game) if rule.id.lower() not in tested] == []


@pytest.mark.parametrize("game", games())
@pytest.mark.skipif(not INDEX.exists(), reason="the index of rules is not beside this checkout")
def test_every_id_of_the_index_is_listed(game):
    assert [rule.id for rule in rulings(game)] == sorted(set(re.findall(rf"\b{PREFIXES[game]}\d\d\b", INDEX.read_text())))


@pytest.mark.parametrize("game", games())
@pytest.mark.skipif(not INDEX.exists(), reason="the index of rules is not beside this checkout")
def test_what_the_index_rules_is_ruled(game):
    """A rule of the index that holds a ruling has one here too."""
    rows = re.split(rf"\b(?=(?:{PREFIXES[game]})\d\d\b)", INDEX.read_text())
    ruled = {row[:4] for row in rows if row.startswith(PREFIXES[game]) and re.search(r"\bRuling\b|\bruling\)|\(ruling", row)}
    assert sorted(ruled - {rule.id for rule in rulings(game) if rule.ruling}) == []


def test_an_unknown_game_names_the_known_ones():
    with pytest.raises(ValueError, match="surfs-up"):
        rulings("surf-chess")


def test_rules_come_as_they_are_asked_for():
    assert games()[0] == "surfs-up"
    assert rulings("surfs-up")[0].id == "SU01"
