"""What people write beside the lines of a record stays there when it is saved."""
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import surflab
from surflab import comments, keeping, records, toml

PLAYED = Path(__file__).parent / "playthroughs"
GAMES = {"surfs-up": surflab.SurfsUp, "surfin-cats": surflab.SurfinCats}
RECORDS = [path for path in sorted(PLAYED.glob("*/*.toml")) if not path.name.startswith(("broken", "card-set", "game-1", "game-2", "game-3"))]
TEXT = """\
# who plays
surflab = 1
game = "surfs-up"  # bidding
players = ["Ana", "Ben"]
seed = 3  # a good day
goals = [
  "Quiver",  # the easy one
]

[bots]
# she is away
Ben = "reader"

# the first
[[rounds]]
play = ["3", "4"]  # a guess

# if she had rested
[[branches]]
name = "rest # not a remark"
after = 0

# rested
[[branches.rounds]]
note = '''
# a note
'''
play = ["0", "4"]
# so much for that
"""


def commented(text: str) -> tuple[str, list[str]]:
    """The text with a comment above each line and one beside each that says anything, and these comments."""
    lines, told = [], []
    for bare, line in zip(comments.masked(text).split("\n"), text.split("\n")):
        above, beside = f"# above {len(told)}.", f"# beside {len(told) + 1}."
        is_told = bool(bare.strip())
        lines += [above, f"{line}  {beside}" if is_told else line]
        told += [above, beside] if is_told else [above]
    return "\n".join(lines), told


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_comment_is_lost_wherever_it_stands(path):
    text, told = commented(path.read_text(encoding="utf-8"))
    record = records.load(text, folder=path.parent)
    written = records.dump(record)
    assert sorted(told) == sorted(comment for found in written.split("\n") for comment in [found] if found.startswith("#"))
    assert records.load(written, folder=path.parent) == record
    again = GAMES[record.data["game"]].from_record(record).dumps()
    assert sorted(told) == sorted(found for found in again.split("\n") if found.startswith("#"))


def test_comments_stand_above_what_they_are_about():
    record = records.load(TEXT)
    written = records.dump(record)
    assert written == '''\
# who plays
surflab = 1
# bidding
game = "surfs-up"
players = ["Ana", "Ben"]
# the easy one
goals = ["Quiver"]
# a good day
seed = 3
# she is away
bots = {Ben = "reader"}

# the first
[[rounds]]
# a guess
play = ["3", "4"]

# if she had rested
[[branches]]
name = "rest # not a remark"
after = 0

# rested
[[branches.rounds]]
play = ["0", "4"]
note = "# a note\\n"

# so much for that
'''
    assert records.dump(records.load(written)) == written
    assert record.warnings == records.load(TEXT.replace("# rested\n", "")).warnings


def test_comments_go_with_what_is_played_and_written_on():
    game = surflab.SurfsUp.load(TEXT)
    game.bots = {}
    game.play_to_end(people="saver")
    game.note("well guessed")
    game.at("main", 0)
    game.branch("another")
    written = game.dumps()
    for comment in ("# who plays", "# she is away", "# the first", "# a guess", "# if she had rested", "# so much for that"):
        assert written.count(comment + "\n") == 1, comment
    assert surflab.SurfsUp.load(written).dumps() == written
    game.delete("rest # not a remark")
    assert "# rested" not in game.dumps()
    assert surflab.SurfsUp.load(game.dumps()).dumps() == game.dumps()


def test_comments_stay_in_a_table_that_is_kept():
    game = surflab.SurfsUp.load(TEXT)
    kept = keeping.Kept.of(keeping.Standing.of(game)).text()
    assert keeping.Kept.read(kept.encode()).record == game.record()


@pytest.mark.parametrize("value", ["3", '"x"', "{a = 3}", "{a = []}", '{a = ["no comment"]}', '{a = ["# two\\nlines = 1"]}', '{"" = [3]}'])
def test_a_key_that_looks_like_comments_is_kept_as_what_it_is(value):
    text = TEXT + f'\n[[branches]]\nname = "x"\nafter = 0\n"#" = {value}\n'
    record = records.load(text)
    assert records.load(records.dump(record)) == record
    assert "lines = 1" not in toml.read(records.dump(record))


@given(st.text(alphabet="#\"'[]{}=.,ab \n\\\t1", max_size=60))
def test_any_text_that_is_toml_keeps_its_tables(text):
    try:
        tables = toml.read(text)
    except ValueError:
        return
    comments.attach(text, tables, {"a", "a.b"})
    written = toml.write(tables, {"a", "a.b"})
    plain = toml.read(text)
    if "#" not in str(plain):
        assert toml.read(written) == plain
