"""TOML in and out: what is written reads back equal, and nothing that is read hangs or breaks the reader."""
import datetime
import math
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surflab import toml

zones = st.integers(-23 * 60, 23 * 60).map(lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes)))
scalars = (st.text() | st.booleans() | st.integers(-2**63, 2**63 - 1) | st.floats() | st.dates() | st.times()
           | st.datetimes() | st.datetimes(timezones=zones))
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
                      max_leaves=12)
tables = st.dictionaries(st.text(), values, max_size=6)


@given(tables, st.lists(tables, min_size=1, max_size=3), st.lists(tables, min_size=1, max_size=3))
def test_what_is_written_reads_back_equal_and_is_written_the_same_again(table, blocks, inner):
    blocks = [{key: value for key, value in block.items() if key != "inner"} for block in blocks]
    blocks[-1]["inner"] = inner
    whole = toml.plain(table | {"blocks": blocks})
    written = toml.write(whole, {"blocks", "blocks.inner"})
    assert toml.read(written) == whole
    assert toml.write(toml.read(written), {"blocks", "blocks.inner"}) == written
    assert written.count("\n[[blocks]]\n") + written.startswith("[[blocks]]\n") >= len(blocks)


def test_a_nan_and_a_negative_zero_survive():
    read = toml.read(toml.write({"odd": [math.nan, -math.nan, -0.0, math.inf]}, ()))
    assert read == toml.plain({"odd": [math.nan, math.nan, -0.0, math.inf]})
    assert math.copysign(1, read["odd"][2]) == -1


def test_a_file_is_laid_out_as_a_person_would():
    table = {"name": "x", "list": [1, 2], "set": {"rows": [{"a": 1}, {"a": 2}], "plain": True}, "who": {"Ana": "x"},
             "blocks": [{"play": ["5"], "odd": [{"b": 1}], "more": {"c": 2}}, {"play": ["4"]}], "free key": 1}
    assert toml.write(table, {"blocks"}) == """\
name = "x"
list = [1, 2]
who = {Ana = "x"}
"free key" = 1

[set]
plain = true
rows = [
  {a = 1},
  {a = 2},
]

[[blocks]]
play = ["5"]
odd = [{b = 1}]
more = {c = 2}

[[blocks]]
play = ["4"]
"""


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content):
    try:
        read = toml.read(content)
    except ValueError:
        return
    assert read == toml.plain(tomllib.loads(content.decode("utf-8-sig")))


def test_a_key_that_spells_the_path_of_a_block_is_a_key():
    table = {"blocks.inner": 5, "blocks": [{"inner": [{"x": 1}]}], "other": {"blocks": [{"inner": 2}]}}
    assert toml.read(toml.write(table, {"blocks", "blocks.inner"})) == table


def test_a_byte_order_mark_and_line_ends_of_windows_are_read():
    assert toml.read(b'\xef\xbb\xbfa = 1\r\nb = "x"\r\n') == {"a": 1, "b": "x"}


@pytest.mark.parametrize(("content", "complaint"), [
    ('a = 1\nb = "x\n', "at line 2"),
    ("a = 1\n\nb = [1,\n", "at line 4"),
    ("a = 1\na = 2", "not TOML"),
    (b"a = 1\nb = '\xff'", "not UTF-8 text (at line 2)"),
    ("a = 'x'\ud800", "not UTF-8"),
    ("a = 9223372036854775808", "64 bits"),
    ("a = -9223372036854775809", "64 bits"),
    ("a = 0x" + "f" * 900_000, "64 bits"),
    ("a = " + "9" * 900_000, "not TOML"),
    ("a = " + "[" * 500_000, "deep"),
    ("a = " + "[" * 40 + "]" * 40, "deep"),
    ("a = " + "{b = " * 40 + "1" + "}" * 40, "deep"),
    (".".join("a" * 500_000), "parts (at line 1)"),
    ("\n[" + ".".join("a" * 40) + "]", "parts (at line 2)"),
    ("x = 1\n" + '"a". ' * 40 + "b = 1", "parts (at line 2)"),
    ("a = 'x'\n" + " " * (1 << 20), "larger than 1 MiB"),
    ('"' + '\\"' * 500_000, "not TOML"),
    ("'''" + "'\"" * 500_000, "not TOML"),
    ('"""' + "x" * 1_000_000, "at line 1"),
], ids=lambda part: ascii(part)[:24])
def test_what_cannot_be_read_is_refused_with_its_line(content, complaint):
    with pytest.raises(ValueError) as refused:
        toml.read(content)
    assert complaint in str(refused.value)


@pytest.mark.parametrize("text", ["a.b." * 40, "." * 1000, 'say "a.b.' * 20, "# a" + ".a" * 40, "'''" + ".a" * 40])
def test_dots_in_texts_and_comments_are_no_keys(text):
    written = toml.write({"note": text}, ())
    assert toml.read(written + "# " + "a." * 40 + "a") == {"note": text}


@pytest.mark.parametrize("value", [None, b"x", {1: 2}, 1 + 2j, object(), "\ud800", {"\ud800": 1}, 2**63, {"a": [{"b": None}]}])
def test_values_that_toml_cannot_hold_are_refused(value):
    with pytest.raises(ValueError):
        toml.plain({"key": value})
