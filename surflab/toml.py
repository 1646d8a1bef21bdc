"""TOML text in and out with limits: a careful reader, and a writer that lays files out as a person would.

Values are plain: text, whole numbers of 64 bits, floats, booleans, dates and times, and lists and tables of these.
"""
from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Collection, Iterator

from . import comments

LIMIT = 1 << 20  # bytes a text may have
DEPTH = 32  # how deep tables and lists may lie in each other
LONG_KEY = re.compile(rf"(?:\.[ \t]*+[\w-]++[ \t]*+){{{DEPTH}}}")


def decoded(content: bytes | str) -> str:
    """The text of a file; raises ValueError for one that is too large or no UTF-8."""
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    if len(content) > LIMIT:
        raise ValueError(f"is larger than {LIMIT >> 20} MiB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"is not UTF-8 text (at line {line})") from None


def read(content: bytes | str) -> dict:
    """The tables of a TOML text; raises ValueError, saying at which line."""
    text = decoded(content)
    refuse_long_keys(text)
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"has tables or lists more than {DEPTH} deep in each other") from None
    except ValueError as error:
        end = f"at line {text.count(chr(10)) + 1}, the end of the text"
        raise ValueError(f"is not TOML: {str(error).replace('at end of document', end)}") from None
    return plain(tables)


def refuse_long_keys(text: str) -> None:
    """Raise ValueError for a key of more than DEPTH parts: reading one costs time by the square of its parts."""
    found = LONG_KEY.search(comments.masked(text))
    if found:
        line = found.string.count("\n", 0, found.start()) + 1
        raise ValueError(f"has a key of more than {DEPTH} parts (at line {line})")


def plain(value, depth: int = 0):
    """A copy in plain values that can be written and read back equal; raises ValueError for what TOML cannot hold."""
    if depth > DEPTH:
        raise ValueError(f"has tables or lists more than {DEPTH} deep in each other")
    if isinstance(value, dict):
        return {_text(key): plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner, depth + 1) for inner in value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return math.nan if math.isnan(value) else float(value)  # the one NaN that a list finds equal to itself
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("has a whole number of more than 64 bits")
    if isinstance(value, (bool, int, datetime.date, datetime.datetime, datetime.time)):
        return value
    raise ValueError(f"cannot hold a value of the type {type(value).__name__}")


def _text(value) -> str:
    if not isinstance(value, str):
        raise ValueError(f"has a key that is no text but of the type {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"has text that is no Unicode: {value!a}") from None
    return str(value)


def write(tables: dict, blocks: Collection[str]) -> str:
    """Plain tables as TOML text: tables at the top, unless short, are [sections], lists of them in `blocks` [[blocks]].

    `blocks` names tables and lists by their whole path, such as "branches.rounds"; "seats.*" names all tables in one.
    Another list of tables at the top or in a section stands one table a line; everything else stands on one line.
    Comments that the tables hold stand above what they are about.
    """
    paths = {tuple(block.split(".")) for block in blocks}
    end = "\n".join(comments.of(tables).get(comments.KEY, []))
    return "\n\n".join(filter(None, [*_sections(tables, (), [], paths), end])) + "\n"


def _sections(table: dict, path: tuple[str, ...], header: list[str], blocks: set[tuple[str, ...]]) -> Iterator[str]:
    """The parts of a table as text; `header` is the lines above its keys: comments, and the header itself."""
    told, is_block = comments.of(table), bool(header) and header[-1].startswith("[[")
    keys = [key for key in table if not (told and key == comments.KEY)]
    inner = [key for key in keys if not blocks.isdisjoint(((*path, key), (*path, "*"))) and (isinstance(table[key], dict) or _is_tall(table[key]))
             or not path and isinstance(table[key], dict) and not _is_short(table[key])]
    outer = [key for key in keys if key not in inner]
    tall = [key for key in outer if _is_tall(table[key]) and not is_block]
    lines = {key: inline(table[key]) for key in outer if key not in tall}
    lines |= {key: "[\n" + "".join(f"  {inline(row)},\n" for row in table[key]) + "]" for key in tall}
    written = [line for key, value in lines.items() for line in (*told.get(key, []), f"{_inline_key(key)} = {value}")]
    is_told = bool(outer) or not inner or is_block
    yield "\n".join((header if is_told else header[:-1]) + written)
    for key in inner:
        deeper = (*path, key)
        name = ".".join(map(_inline_key, deeper))
        if isinstance(table[key], dict):
            yield from _sections(table[key], deeper, [*told.get(key, []), f"[{name}]"], blocks)
        else:
            for block in table[key]:
                yield from _sections(block, deeper, [*comments.of(block).get("", []), f"[[{name}]]"], blocks)


def _is_short(table: dict) -> bool:
    return len(table) <= 6 and all(isinstance(value, (str, int)) and len(str(value)) <= 40 for value in table.values())


def _is_tall(value) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _inline_key(key: str) -> str:
    from tomlkit import key as toml_key

    return toml_key(key).as_string()


def inline(value) -> str:
    """A value on one line."""
    from tomlkit import item

    if isinstance(value, dict):
        return "{" + ", ".join(f"{_inline_key(key)} = {inline(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return item(value).as_string()
