"""Comments of a TOML text, kept in its tables under a key of their own, so that they go where their table goes.

Under KEY a table holds its comments by what they stood above or beside: one of its keys, or "" for the header of a
[[block]]; in the outermost table KEY itself stands for the end of the text. A comment in a [section] is one of the
section's key in the table around it.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence

KEY = "#"  # no bare key of TOML
STRING_OR_COMMENT = re.compile(r'"""(?:\\.|[^\\])*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)'
                               r'|"(?:\\.|[^"\\\n])*+"?|\'[^\'\n]*+\'?|#[^\n]*+', re.DOTALL)
COMMENT = re.compile(r"#[^\x00-\x08\x0a-\x1f\x7f]*")
HEADER = re.compile(r"\s*(\[\[?)")
FIRST_KEY = re.compile(r"""\s*("(?:\\.|[^"\\])*"|'[^']*'|[\w-]+)""")
Path = tuple[str, ...]


# in
def masked(text: str, comments: dict[int, str] | None = None) -> str:
    """The text with a letter for each string and nothing for a comment; comments are put into `comments` by line, from 0."""
    line = end = 0

    def mask(part: re.Match) -> str:
        nonlocal line, end
        line, end = line + text.count("\n", end, part.start()), part.start()
        if not part[0].startswith("#"):
            return "k" + "\n" * part[0].count("\n")
        if comments is not None:
            comments[line] = part[0].rstrip()
        return ""

    return STRING_OR_COMMENT.sub(mask, text)


def attach(text: str, tables: dict, blocks: Collection[str]) -> None:
    """Put the comments of a text into the tables that were read from it.

    `blocks` names the lists of tables whose [[blocks]] keep their own, by their whole path, such as "branches.rounds".
    """
    comments: dict[int, str] = {}
    rows = masked(text, comments).split("\n")
    if comments:
        places, waiting, depth = _Places(tables, blocks), [], 0
        for number, (row, raw) in enumerate(zip(rows, text.split("\n"))):
            is_told = bool(row.strip())
            if is_told and not depth:
                places.go_to(raw)
                places.keep(waiting)
                waiting = []
            if is_told and (depth or not HEADER.match(row)):
                depth += sum(map(row.count, "[{")) - sum(map(row.count, "]}"))
            if number in comments and (is_told or depth):
                places.keep([comments[number]])
            elif number in comments:
                waiting.append(comments[number])
        places.end()
        places.keep(waiting)


class _Places:
    """Where a text has got to, statement by statement: the table that keeps comments, and the key that they go with."""

    def __init__(self, tables: dict, blocks: Collection[str]):
        self.tables, self.blocks = tables, {tuple(block.split(".")) for block in blocks}
        self.counts: dict[Path, int] = {}
        self.table, self.key, self.around, self.section = tables, "", (), ""

    def go_to(self, statement: str) -> None:
        """Go to the statement that begins on this line."""
        header = HEADER.match(statement)
        if header:
            self._go_below(keys_of(statement[header.end():]), is_block=header[1] == "[[")
        else:
            self.key = self.section or _key(FIRST_KEY.match(statement))

    def end(self) -> None:
        """Go to the end of the text."""
        self.table, self.key, self.around = self.tables, KEY, ()

    def _go_below(self, path: Path, is_block: bool) -> None:
        if is_block and path in self.blocks:
            outside = {of: count for of, count in self.counts.items() if of[:len(path)] != path}
            self.counts = outside | {path: self.counts.get(path, 0) + 1}
        self.around = max((of for of in self.counts if path[:len(of)] == of), key=len, default=())
        self.table = self.tables
        for length, part in enumerate(self.around, 1):
            self.table = self.table[part]
            if self.around[:length] in self.counts:
                self.table = self.table[self.counts[self.around[:length]] - 1]
        self.key = self.section = "".join(path[len(self.around):][:1])

    def keep(self, comments: Sequence[str]) -> None:
        """Keep comments where the text has got to; those of a list of [[blocks]] go with the first of them."""
        table, key, rows = self.table, self.key, self.table.get(self.key)
        if rows and isinstance(rows, list) and (*self.around, key) in self.blocks and isinstance(rows[0], dict):
            table, key = rows[0], ""
        if comments and isinstance(table.setdefault(KEY, {}), dict):
            table[KEY].setdefault(key, []).extend(comments)


def keys_of(header: str) -> Path:
    """The keys, with points between them, that a text begins with: those of a header behind its brackets, or before a value."""
    first = FIRST_KEY.match(header)
    rest = header[first.end():].lstrip()
    return (_key(first), *(keys_of(rest[1:]) if rest.startswith(".") else ()))


def _key(found: re.Match) -> str:
    return found[1] if found[1][0] not in "\"'" else next(iter(tomllib.loads(f"{found[1]} = 0")))


# out
def of(table: Mapping) -> dict[str, list[str]]:
    """The comments that a table holds, none where something else stands under their key."""
    kept = table.get(KEY)
    is_sound = isinstance(kept, dict) and all(
        isinstance(lines, list) and lines and all(isinstance(line, str) and COMMENT.fullmatch(line) for line in lines) for lines in kept.values())
    return kept if is_sound else {}


def settled(table: dict) -> dict:
    """The table with the comments of keys that it has no more at its first key."""
    kept = of(table)
    gone = [key for key in kept if key not in ("", KEY) and key not in table]
    first = next((key for key in table if key != KEY), "")
    if not gone:
        return table
    moved = [line for key in gone for line in kept[key]]
    return table | {KEY: {key: lines for key, lines in kept.items() if key not in gone} | {first: moved + kept.get(first, [])}}


def joined(table: Mapping, more: Mapping) -> dict:
    """Both tables in one, with the comments of both."""
    told = {key: list(lines) for key, lines in of(table).items()}
    for key, lines in of(more).items():
        told[key] = told.get(key, []) + lines
    return {**table, **more} | ({KEY: told} if told else {})
