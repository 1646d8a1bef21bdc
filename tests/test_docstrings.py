"""What docstrings show is true: every example in the package runs and prints what stands there."""
import doctest
from importlib import import_module
from pathlib import Path

import pytest

import surflab

HOME = Path(surflab.__file__).parent
MODULES = [".".join(path.relative_to(HOME.parent).with_suffix("").parts) for path in sorted(HOME.rglob("*.py"))
           if ">>> " in path.read_text(encoding="utf-8")]
SHOWN = [example for name in MODULES for example in doctest.DocTestFinder().find(import_module(name)) if example.examples]


def test_examples_are_found_in_both_games():
    assert {"surflab.surfs_up.session.SurfsUp", "surflab.surfin_cats.session.SurfinCats"} <= {example.name for example in SHOWN}


@pytest.mark.parametrize("example", SHOWN, ids=lambda example: example.name)
def test_an_example_is_true(example):
    told: list[str] = []
    doctest.DocTestRunner().run(example, out=told.append)
    assert not told, "".join(told)
