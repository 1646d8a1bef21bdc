"""Reading a card-set file, and collecting everything that is wrong with it; knows no game.

A file is data: nothing in it is evaluated, imported or followed to another place.
"""
from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from . import toml
from .text_lines import Place, line_of
from .typed import clean_tables, fault_of_name, without_marks

DEPTH = 16  # how deep tables and lists may lie in each other
ROWS = 500  # rows a list of cards may have
SHOWN = 100  # complaints written out in a message
VAST = 10**9
RECORD, CARD_SET = "game record", "card set"


class CardSetError(ValueError):
    """A card set that cannot be played: `complaints` lists all that is wrong, `at` where in its tables each of it lies."""

    def __init__(self, place: str, complaints: Sequence[str], at: Sequence[Place] = ()):
        self.place, self.complaints, self.at = place, list(complaints), list(at)
        lines = self.complaints[:SHOWN]
        if len(self.complaints) > SHOWN:
            lines.append(f"and {len(self.complaints) - SHOWN} more")
        super().__init__(f"{place}: {lines[0]}" if len(lines) == 1 else "\n  ".join([f"{place}:", *lines]))


def card_set(cards, kind):
    """A card set of that class: itself, "house" for the one of the package, or the one in the file of that path; raises CardSetError."""
    if isinstance(cards, kind):
        return cards
    return kind.house() if isinstance(cards, str) and cards == "house" else kind.load(cards)


def load(path, from_dict: Callable):
    """The card set that `from_dict` makes of a TOML file of at most 1 MiB; raises CardSetError."""
    if not isinstance(path, (str, os.PathLike)):
        raise CardSetError("cards", [f'are a card set, the path of its file or "house", not {shown(path)}'])
    try:
        with open(path, "rb") as file:
            content = file.read(toml.LIMIT + 1)
    except (OSError, ValueError) as error:
        raise CardSetError(printed(path), [f"cannot be read: {reason(error)}"]) from None
    return read(content, Path(path).name, from_dict)


def printed(path) -> str:
    """A path as a message can hold it, whatever it is."""
    text = str(path)
    return text if text.isprintable() else ascii(text)[1:-1]


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be opened, in words; a ValueError is about the path."""
    return getattr(error, "strerror", None) or ("no file can have such a name" if isinstance(error, ValueError) else str(error))


def read(content: bytes, place: str, from_dict: Callable):
    """The card set that `from_dict` makes of a TOML text, with the lines of what is wrong in it; raises CardSetError."""
    tables = _parse(content, place)
    try:
        return from_dict(tables, place)
    except CardSetError as error:
        text = toml.decoded(content)
        found = [told + _told_line(line_of(text, tables, at)) for told, at in zip(error.complaints, error.at)]
        raise CardSetError(place, [*found, *error.complaints[len(found):]]) from None


def _told_line(line: int) -> str:
    return f" (at line {line})" if line else ""


def _parse(content: bytes, place: str) -> dict:
    try:
        tables = toml.read(content)
    except ValueError as error:
        raise CardSetError(place, [str(error)]) from None
    if not tables:
        raise CardSetError(place, ["is empty"])
    if kind_of(tables) == RECORD:
        raise CardSetError(place, ["is a game record, not a card set; surflab replay plays it again"])
    return tables


def kind_of(tables: dict) -> str:
    """What a file of those tables is: a record says who plays, a card set what is printed; "" for neither."""
    cats = tables.get("cats")
    if "suits" in tables or "resources" in tables:
        return CARD_SET
    return RECORD if "players" in tables or isinstance(cats, list) and any(isinstance(cat, str) for cat in cats) else ""


def is_deep(value) -> bool:
    """Whether tables and lists lie deeper in each other than DEPTH."""
    level = [value]
    for _ in range(DEPTH):
        level = [inner for outer in level if isinstance(outer, (dict, list))
                 for inner in (outer.values() if isinstance(outer, dict) else outer)]
    return any(isinstance(value, (dict, list)) for value in level)


def shown(value) -> str:
    """A value as a complaint repeats it: short, on one line, whatever it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) <= VAST else f"a number beyond {VAST}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else str(value)
    text = text if len(text) <= 40 else text[:37] + "..."
    return f'"{text}"' if isinstance(value, str) else text


def suggestion(word, known) -> str:
    """A question that offers the known word nearest to a mistyped one, or nothing."""
    near = difflib.get_close_matches(word[:80], known, 1) if isinstance(word, str) else []
    return f' (did you mean "{near[0]}"?)' if near else ""


class Complaints:
    """Everything found wrong with one card set (`found`), and what is odd but playable (`warnings`)."""

    def __init__(self, place: str):
        self.place, self.found, self.warnings = place, [], []
        self._at: list[Place] = []  # where each of it was found
        self._tables: dict[int, Place] = {}  # where the rows lie that were looked at, by their ids
        self._named: dict[str, Place] = {}  # and by what they are called

    def add(self, where: str, text: str) -> None:
        """What is wrong there; said once even where it is found twice."""
        complaint = f"{where}: {text}"
        if complaint not in self.found[-SHOWN:]:
            self.found.append(complaint)
            self._at.append((*self._place_of(where), text.partition(" ")[0]))  # many begin with the key that is wrong

    def call(self, row: dict, where: str) -> str:
        """Call a row of `rows` so from here on, and what lies in it so with more behind a comma."""
        self._named[where] = self._tables[id(row)]
        return where

    def _place_of(self, where: str) -> Place:
        around = where
        while around not in self._named and ", " in around:
            around = around.rpartition(", ")[0]
        return self._named.get(around, (where,))

    def warn(self, where: str, text: str) -> None:
        """What is odd there; no more than SHOWN warnings are kept."""
        if len(self.warnings) < SHOWN:
            self.warnings.append(f"{self.place}: {where}: {text}")

    def stop(self) -> None:
        """Raise CardSetError where anything was found."""
        if self.found:
            raise CardSetError(self.place, self.found, self._at)

    def number(self, table: dict, key: str, low: int, high: int, where: str, wider: str = "") -> int | None:
        """The whole number from low to high under a key, or None after a complaint; `wider` says where more is allowed."""
        value = table.get(key)
        if type(value) is int and low <= value <= high:
            return value
        found = f"is {shown(value)}" if key in table else "is missing"
        self.add(where, f"{key} {found}, should be a whole number from {low} to {high}{wider}")
        return None

    def flag(self, table: dict, key: str) -> bool:
        """True or false; absent is false."""
        value = table.get(key, False)
        if not isinstance(value, bool):
            self.add(key, f"is {shown(value)}, should be true or false")
        return value is True

    def name(self, value, pattern: re.Pattern, rule: str, where: str) -> str | None:
        """A text whose letters fit the pattern, or None after a complaint that tells the rule in words."""
        fault = fault_of_name(value) if isinstance(value, str) else ""
        if isinstance(value, str) and not fault and pattern.fullmatch(without_marks(value)):
            return value
        found = "the name is missing" if value is None else f"{shown(value)} is not a name"
        found += f" because it contains {fault}" if fault else ""
        self.add(where, f"{found}, should be {rule}")
        return None

    def rows(self, table: dict, key: str, example: str) -> list[tuple[int, dict]]:
        """The tables listed under a key with their numbers; what is no table, or beyond ROWS, is complained of."""
        value = table.get(key, [])
        if not isinstance(value, list):
            self.add(key, f"is {shown(value)}, should be a list of tables such as {example}")
            return []
        if len(value) > ROWS:
            self.add(key, f"has {len(value)} rows, should have at most {ROWS}")
        rows = list(enumerate(value[:ROWS], 1))
        around = self._tables.get(id(table), ())
        for number, row in rows:
            self._tables[id(row)] = self._named[f"{key} row {number}"] = (*around, key, number - 1)
            if not isinstance(row, dict):
                self.add(f"{key} row {number}", f"is {shown(row)}, should be a table such as {example}")
        return [(number, row) for number, row in rows if isinstance(row, dict)]

    def texts(self, table: dict) -> dict:
        """The table with its titles and notes cleaned, which is warned of."""
        return clean_tables(table, lambda where, problem: self.warn(where or "the set", problem))

    def unknown(self, table: dict, known, where: str) -> None:
        """Warn of keys that mean nothing here; they are kept."""
        for key in [key for key in table if key not in known][:SHOWN]:
            self.warn(where, f"the key {shown(key)} means nothing here{suggestion(key, known)}")
