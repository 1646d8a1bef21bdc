"""At which line of a TOML text a value stands, for messages about what the text says."""
from __future__ import annotations

import re
from collections.abc import Sequence

from .comments import FIRST_KEY, HEADER, keys_of, masked

Place = tuple[str | int, ...]
TOKEN = re.compile(r"[\[\]{},]|[^\s\[\]{},]+")


def line_of(text: str, data, place: Sequence[str | int]) -> int:
    """The line, from 1, at which the text of that data tells of a place, or 0 where it nowhere does.

    A place is the way there from outside: a key, or in a list the number of a row, from 0 or from its end, or the `name` that a
    row has. A part that leads nowhere is passed over, and of what has no line of its own what it lies in is told.
    """
    starts, here, value = _starts(text), (), data
    for part in place:
        step = _step(value, part)
        if step is not None:
            here, value = (*here, step), value[step]
    while here and here not in starts:
        here = here[:-1]
    return starts.get(here, 0)


def _step(value, part: str | int) -> str | int | None:
    """How a value is entered by a part of a place."""
    if isinstance(value, dict):
        return part if part in value else None
    if isinstance(value, list) and isinstance(part, int):
        return part % len(value) if -len(value) <= part < len(value) else None
    if isinstance(value, list):
        return next((number for number, row in enumerate(value) if isinstance(row, dict) and row.get("name") == part), None)
    return None


def _starts(text: str) -> dict[Place, int]:
    """The line at which each section, block, key and row of a list begins."""
    starts, counts, section, at = {}, {}, (), ()
    inside: list[_Inside] = []
    for number, (row, raw) in enumerate(zip(masked(text).split("\n"), text.split("\n")), 1):
        header = HEADER.match(raw)
        if not inside and header and row.strip():
            section = ()
            parts = keys_of(raw[header.end():])
            for length, part in enumerate(parts, 1):
                section = (*section, part)
                starts.setdefault(section, number)
                if length == len(parts) and header[1] == "[[":
                    counts[section] = counts.get(section, 0) + 1
                if section in counts:
                    section = (*section, counts[section] - 1)
            starts.setdefault(section, number)
            continue
        if not inside and row.strip():
            at = section
            for part in keys_of(raw) if FIRST_KEY.match(raw) else ():
                at = (*at, part)
                starts.setdefault(at, number)
            row = row.partition("=")[2]
        for token in TOKEN.findall(row):
            _read(token, inside, at, starts, number)
    return starts


class _Inside:
    """What a value that has begun lies in: a list, with the number of its row, or a table on one line."""

    def __init__(self, at: Place, is_list: bool):
        self.at, self.is_list, self.row, self.is_new = at, is_list, 0, True


def _read(token: str, inside: list[_Inside], at: Place, starts: dict[Place, int], number: int) -> None:
    around = inside[-1] if inside else None
    if token in ("]", "}"):
        del inside[-1:]
    elif token == ",":
        if around:
            around.row, around.is_new = around.row + 1, True
    else:
        here = (*around.at, around.row) if around else at
        if around and around.is_list and around.is_new:
            starts[here], around.is_new = number, False
        if token in ("[", "{"):
            inside.append(_Inside(here, is_list=token == "["))
