"""What is wrong with a record or a card set is told with the line of the text at which it stands."""
import re

import pytest

from surflab import records, toml
from surflab.card_files import CardSetError
from surflab.records import RecordError
from surflab.surfin_cats.cards import CardSet as CatCards
from surflab.surfs_up.cards import CardSet
from surflab.text_lines import line_of

TEXT = '''# a comment
title = """
[[rows]]
""" # more
a.b = [ # one
  "x", # [
  ["y",
   "z"],
  {k = [1, 2]}, 7]

[[rows]]
name = "first"
inner = [{n = 1},

  {n = 2},
]

  [[rows.more]]
  n = 1
[[ "rows" ]]
'name' = "second"
[rows.table]
n = 1
[[rows.more]]
[[rows.more]]
n = 2
[end]
'''
LINES = {
    ("title",): 2, ("a",): 5, ("a", "b"): 5, ("a", "b", 0): 6, ("a", "b", 1): 7, ("a", "b", 1, 1): 8, ("a", "b", 2): 9, ("a", "b", 3): 9,
    ("a", "b", -1): 9, ("a", "b", 2, "k"): 9, ("rows",): 11, ("rows", 0): 11, ("rows", 0, "name"): 12, ("rows", "first", "inner", 0): 13,
    ("rows", 0, "inner", 1, "n"): 15, ("rows", 0, "more", 0, "n"): 19, ("rows", 1): 20, ("rows", "second", "name"): 21,
    ("rows", "second", "table", "n"): 23, ("rows", 1, "more", 0): 24, ("rows", 1, "more", 1, "n"): 26, ("end",): 27,
    ("rows", 1, "nowhere", "more", 1): 25, ("rows", 5): 11, ("rows", "third"): 11, ("nothing",): 0, (): 0,
}


@pytest.mark.parametrize("place", LINES, ids=str)
def test_each_value_has_its_line(place):
    assert line_of(TEXT, toml.read(TEXT), place) == LINES[place]


RECORD = '''surflab = 1
game = "surfs-up"
players = ["Ana", "Ben"]
bots = {}

[decks]

[[rounds]]
play = ["0", "2"]

[[branches]]
name = "other"
parent = "main"
after = 0

[[branches.rounds]]
play = ["1", "CHOICE"]
'''
CATS = '''surflab = 1
game = "surfin-cats"
cats = ["maria", "rufo"]

[position]
wave = "Windy Point"

[position.seats.maria]
flow = 3
'''


@pytest.mark.parametrize(("text", "line"), [
    (RECORD.replace("CHOICE", "99"), 16),
    (RECORD.replace("after = 0", "after = 7"), 14),
    (RECORD.replace('parent = "main"', 'parent = "mine"'), 13),
    (RECORD.replace('["0", "2"]', '["0"]'), 9),
    (RECORD.replace("[decks]", "[decks]\nocean = 3"), 7),
    (RECORD.replace('name = "other"', "name = 7"), 11),
    (CATS.replace("flow = 3", "flow = -1"), 9),
    (CATS.replace("Windy Point", "Windy Pint"), 6),
    (CATS + "\n[[waves]]\n[[waves.turns]]\nact = {maria = 'sleep', rufo = 'trick'}\n", 13),
], ids=range(9))
def test_a_record_that_cannot_be_says_at_which_line(text, line):
    with pytest.raises(RecordError, match=rf"\(at line {line}\)$") as error:
        records.load(text)
    assert error.value.line == line


def test_data_that_is_no_text_has_no_lines():
    with pytest.raises(RecordError) as error:
        records.read(toml.read(RECORD.replace("CHOICE", "99")))
    assert not error.value.line and "line 0" not in str(error.value) and error.value.at[:2] == ("branches", "other")


def spoilt(kind, old: str, new: str) -> tuple[str, int]:
    """The text of the house set with the first of something replaced, and the line where it stands."""
    from surflab.surfin_cats.cards import HOUSE as CATS_HOUSE
    from surflab.surfs_up.cards import HOUSE

    text = (CATS_HOUSE if kind is CatCards else HOUSE).read_text()
    found = re.search(old, text)
    return text[:found.start()] + new + text[found.end():], text.count("\n", 0, found.start()) + 1


@pytest.mark.parametrize(("kind", "old", "new"), [
    (CardSet, r"points = 1\b", "points = 99"), (CardSet, r'suit = "purple"', 'suit = "purpel"'), (CardSet, r"at_least = 2", "at_least = 'x'"),
    (CatCards, r"limit = \d+", "limit = 0"), (CatCards, r'\[\[waves\]\]\nname = "Paddling Pool"\nflag = "green"', '[[waves]]\nname = "Paddling Pool"\nflag = "grey"'), (CatCards, r"paddle = 2\b", "paddle = 200"),
])
def test_a_card_set_that_cannot_be_says_at_which_lines(tmp_path, kind, old, new):
    text, line = spoilt(kind, old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(CardSetError) as error:
        kind.load(path)
    assert f"(at line {line})" in str(error.value), str(error.value)
