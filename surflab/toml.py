"""TOML text in and out with limits: a careful reader, and a writer that lays files out as a person would.

Values are plain: text, whole numbers of 64 bits, floats, booleans, dates and times, and lists and tables of these.
"""
from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Collection, Iterator

LIMIT = 1 << 20  # bytes a text may have
DEPTH = 32  # how deep tables and lists may lie in each other
STRING_OR_COMMENT = re.compile(r'"""(?:\\.|[^\\])*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)'
                               r'|"(?:\\.|[^"\\\n])*+"?|\'[^\'\n]*+\'?|#[^\n]*+', re.DOTALL)
LONG_KEY = re.compile(rf"(?:\.[ \t]*+[\w-]++[ \t]*+){{{DEPTH}}}")


def read(content: bytes | str) -> dict:
    """The tables of a TOML text; raises ValueError, saying at which line."""
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    if len(content) > LIMIT:
        raise ValueError(f"is larger than {LIMIT >> 20} MiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"is not UTF-8 text (at line {line})") from None
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
    found = LONG_KEY.search(STRING_OR_COMMENT.sub(lambda part: "k" + "\n" * part[0].count("\n"), text))
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
    """
    paths = {tuple(block.split(".")) for block in blocks}
    return "\n\n".join(filter(None, _sections(tables, (), "", paths))) + "\n"


def _sections(table: dict, path: tuple[str, ...], header: str, blocks: set[tuple[str, ...]]) -> Iterator[str]:
    inner = {key: value for key, value in table.items()
             if not blocks.isdisjoint(((*path, key), (*path, "*"))) and (isinstance(value, dict) or _is_tall(value))
             or not path and isinstance(value, dict) and not _is_short(value)}
    lines = {key: _inline_key(key) + " = " for key in table if key not in inner}
    tall = [key for key in lines if _is_tall(table[key]) and not header.startswith("[[")]
    flat = [lines[key] + inline(table[key]) for key in lines if key not in tall]
    rows = [lines[key] + "[\n" + "".join(f"  {inline(row)},\n" for row in table[key]) + "]" for key in tall]
    is_told = bool(lines) or not inner or header.startswith("[[")
    yield "\n".join([header] * (bool(header) and is_told) + flat + rows)
    for key, value in inner.items():
        deeper = (*path, key)
        name = ".".join(map(_inline_key, deeper))
        if isinstance(value, dict):
            yield from _sections(value, deeper, f"[{name}]", blocks)
        else:
            for block in value:
                yield from _sections(block, deeper, f"[[{name}]]", blocks)


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
