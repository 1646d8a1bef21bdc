"""Record files of both games: finding the game, the errors' places, reading and writing with limits, replaying.

Knows no game: a game's own module holds a class `Record`, a `GameRecord` with `read(data, folder)`, `BLOCKS` (its lists
and tables that stand as [[blocks]] and [sections]) and `account(line)`. Nothing in a record is ever evaluated.
"""
from __future__ import annotations

import importlib
import json
import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PureWindowsPath
from typing import Any, ClassVar

from . import comments, slices, toml
from .card_files import CARD_SET, kind_of, printed, reason, shown
from .moments import MAIN, MOST_LINES, Fork, Lines, Moment, check_new
from .text_lines import Place, line_of
from .typed import clean_tables

VERSION = 1
GAMES = {"surfs-up": "surflab.surfs_up.record", "surfin-cats": "surflab.surfin_cats.record"}
MOST_ROUNDS = 500  # rounds a line may have
MOST_TEXT, MOST_NAME = 4000, 300  # characters of an error, and of a file's name in it, that are shown
MOST_WARNINGS = 100
FATES = ("same", "redealt")
OTHERS = ("ask", "kept", "bots")


class RecordError(ValueError):
    """A record that cannot be: `file`, `place` (line, round, player, from the outside in) and the `problem` there.

    `at` is the place in the record's data, as `text_lines.line_of` takes it, and `line` the line of its text, where that is known.
    """

    def __init__(self, problem: str, *place: str, file: str = "", at: Place | None = None, line: int = 0):
        file = file if len(file) <= MOST_NAME else "..." + file[-MOST_NAME:]
        self.problem, self.place, self.file = problem, place, file
        self.at, self.line = place if at is None else at, line
        message = ": ".join(filter(None, [file, ", ".join(place), problem]))
        told = f" (at line {line})" if line else ""
        super().__init__((message if len(message) <= MOST_TEXT else message[:MOST_TEXT] + " ...") + told)

    def inside(self, *names: str, file: str = "", at: Place | None = None) -> RecordError:
        """The same error with the place that it lies in."""
        around = names if at is None else at
        return RecordError(self.problem, *names, *self.place, file=file or self.file, at=(*around, *self.at), line=self.line)


@contextmanager
def place(*names: str, file: str = "", at: Place | None = None) -> Iterator[None]:
    """Whatever is found wrong inside is a RecordError that names this place.

    `at` says where in the data it lies, if not under the names.
    """
    try:
        yield
    except RecordError as error:
        raise error.inside(*names, file=file, at=at) from None
    except ValueError as error:
        raise RecordError(str(error), *names, file=file, at=at) from None


@contextmanager
def lines_told(source, data) -> Iterator[None]:
    """Whatever is found wrong inside with the data of a text tells at which line of it that is."""
    try:
        yield
    except RecordError as error:
        if isinstance(source, (str, bytes)) and not error.line:
            at = (*error.at, *error.problem.partition(" ")[0].split("."))  # many begin with the key that is wrong
            line = line_of(toml.decoded(source), data, at)
            error = RecordError(error.problem, *error.place, file=error.file, at=error.at, line=line)
        raise error from None


# in
def load(source, name: str | None = None, folder=None):
    """The record in a file, or in text or bytes; raises RecordError and then nothing is loaded.

    A `Path`, or a str of one line, is the path of a file; bytes, or a str of several lines, are TOML. `name` is what
    errors call it. Only a record with a folder (by default its file's) may name a card-set file, and only one in there.
    """
    if isinstance(source, os.PathLike) or isinstance(source, str) and "\n" not in source:
        path = Path(source)
        content, name, folder = read_bytes(path), name or printed(path), folder or path.parent
    elif isinstance(source, (str, bytes)):
        content, name = source, name or "the record"
    else:
        raise RecordError(f"a record is read from the path of a file, or from text or bytes, not from {shown(source)}")
    return slices.run(loading(content, name, folder))


def loading(content: bytes | str, name: str, folder=None) -> slices.Work:
    """The work that reads the record in a text of TOML, as `load` does."""
    with place(file=name):
        yield
        data = parsed(content)
        with lines_told(content, data):
            return (yield from reading(data, folder))


def read(data: dict, folder=None):
    """The record that plain data describes, of whatever game, its titles and notes cleaned; raises ValueError."""
    return slices.run(reading(data, folder))


def reading(data: dict, folder=None) -> slices.Work:
    """The work that reads the record that plain data describes, as `read` does: its lines are replayed a round at a time."""
    warnings = Warnings()
    data = clean_tables(data, warnings.add)
    record = yield from record_class(data).reading(data, folder)
    return replace(record, warnings=(*warnings, *record.warnings))


def parsed(content: bytes | str) -> dict:
    """The plain data of a record in a text of TOML, which holds the text's comments; raises ValueError."""
    data = toml.read(content)
    if data.get("game") in list(GAMES) and kind_of(data) != CARD_SET:
        comments.attach(toml.decoded(content), data, record_class(data).BLOCKS)
    return data


def read_data(source) -> dict:
    """What a text of TOML, or plain data, says; raises ValueError."""
    if isinstance(source, (str, bytes)):
        return parsed(source)
    if not isinstance(source, Mapping):
        raise ValueError(f"is the text or the data of a record, not {shown(source)}")
    return toml.plain(dict(source))


def read_bytes(path: Path) -> bytes:
    """A file's content, not much further than the limit; raises RecordError."""
    try:
        with open(path, "rb") as file:
            return file.read(toml.LIMIT + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be read: {reason(error)}", file=printed(path)) from None


def record_class(data: dict) -> type[GameRecord]:
    """The class that reads the record's game; raises ValueError for another format or game."""
    if kind_of(data) == CARD_SET:
        raise ValueError("is a card set, not a game record; surflab cards checks it")
    for key in ("surflab", "game"):
        if key not in data:
            found = f"{key} is missing" if data else "is empty"
            raise ValueError(f'{found}; a record starts with surflab = {VERSION} and game = "surfs-up"')
    version, game = data["surflab"], data["game"]
    if type(version) is not int or version != VERSION:
        raise ValueError(f"surflab is {shown(version)}, but only format {VERSION} can be read here")
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"there is no game {shown(game)}; the games are {', '.join(map(shown, GAMES))}")
    return importlib.import_module(GAMES[game]).Record


def in_order(data: dict, known: tuple[str, ...]) -> dict:
    """The table with its known keys first, in their order; comments stay with a key that is there."""
    return comments.settled({key: data[key] for key in known if key in data} | data)


def tables(data: dict, key: str) -> list[dict]:
    """The [[blocks]] of that name in a table, none where it is absent; raises RecordError."""
    blocks = data.get(key, [])
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise RecordError(f"must be [[{key}]] blocks, not {shown(blocks)}", key)
    return blocks


def text(data: dict, key: str, default: str) -> str:
    """The text under a key; raises ValueError."""
    value = data.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f"{key} must be text, not {shown(value)}")
    return value


def table(data: dict, key: str) -> dict:
    """The table under a key, an empty one where it is absent; raises ValueError."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key} must be a table, not {shown(value)}")
    return value


def one_of(data: dict, key: str, known: tuple[str, ...]) -> str:
    """The known word under a key, the first one where it is absent; raises ValueError."""
    if data.get(key, known[0]) not in known:
        raise ValueError(f"{key} is {shown(data[key])}, should be {' or '.join(map(shown, known))}")
    return data.get(key, known[0])


def read_others(branch: dict, game) -> dict:
    """How seats choose on a branch that are not chosen for, as a Fork has it; raises ValueError."""
    players, bots = game.players, game.known_bots
    others, bot, by_hand = one_of(branch, "others", OTHERS), branch.get("bot", ""), branch.get("by_hand", [])
    if others != "bots" and "bot" in branch:
        raise ValueError('bot goes with others = "bots"; else people are asked')
    if others == "bots":
        bot = branch.get("bot", bots[0])
        if bot not in list(bots):
            raise ValueError(f"bot is {shown(bot)}, should be {' or '.join(map(shown, bots))}")
    for name in by_hand if isinstance(by_hand, list) else [by_hand]:
        if not isinstance(by_hand, list) or name not in list(players):
            raise ValueError(f"by_hand has {shown(name)}, should list seats among {', '.join(map(shown, players))}")
    return {"others": others, "bot": bot, "by_hand": tuple(sorted({players.index(name) for name in by_hand}))}


def write_others(fork: Fork, players: tuple[str, ...]) -> dict:
    """The keys of a branch that tell how seats choose there, as far as it is not by being asked."""
    written = {} if fork.others == OTHERS[0] else {"others": fork.others}
    return written | ({"bot": fork.bot} if fork.bot else {}) | (
        {"by_hand": [players[seat] for seat in fork.by_hand]} if fork.by_hand else {})


def remark(lines: Lines, moment: Moment, remarks: dict) -> None:
    """Keep what was written to a moment; raises ValueError for a note that is no text."""
    text(remarks, "note", "")
    lines.remark(moment, comments.joined(lines.remarks.get(moment, {}), remarks))


def read_cards(cards, folder, card_set):
    """The house set, one written down in the record, or one in a file beside it; raises ValueError.

    `card_set` is the game's class of card sets.
    """
    if cards == "house":
        return card_set.house()
    if isinstance(cards, dict):
        return card_set.from_dict(cards, "cards")
    if not isinstance(cards, str):
        raise ValueError(f'cards must be "house", the name of a file or a [cards] table, not {shown(cards)}')
    return card_set.load(card_file(cards, folder))


def card_file(name: str, folder) -> Path:
    """The card-set file of that name inside a record's own folder; raises ValueError for any other place."""
    if folder is None:
        raise ValueError(f"cards names the file {shown(name)}, but this record was not opened from a folder; "
                         "write the card set into it as [cards]")
    inside, folder = Path(name), Path(folder).resolve()
    if inside.is_absolute() or ".." in inside.parts or PureWindowsPath(name).drive or "\\" in name:
        raise ValueError(f"cards names {shown(name)}; only files in the record's own folder may be named, with / between")
    try:
        found = (folder / inside).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"cards names the file {shown(name)}, which cannot be read: {reason}") from None
    if not found.is_relative_to(folder) or not found.is_file():
        raise ValueError(f"cards names {shown(name)}, which is no file in the record's own folder")
    return found


def parents_first(branches: list[dict]) -> list[dict]:
    """The branches, each after the line it leaves, however they are listed; raises RecordError."""
    if len(branches) >= MOST_LINES:
        raise RecordError(f"there are {len(branches)}; a record has at most {MOST_LINES - 1}", "branches")
    waiting, lines = {}, [MAIN]
    for number, branch in enumerate(branches, 1):
        with place(f"branch {number}", at=("branches", number - 1)):
            name, parent = check_new(branch.get("name"), [MAIN, *waiting], shown), text(branch, "parent", MAIN)
            waiting[name] = (parent, branch)
    ordered = []
    while waiting:
        ready = next((name for name, (parent, _) in waiting.items() if parent in lines), None)
        if ready is None:
            name, (parent, _) = next(iter(waiting.items()))
            found = "it leaves itself, over other branches" if parent in waiting else "there is no such line"
            known = ", ".join(map(shown, [*lines, *waiting]))
            raise RecordError(f"parent is {shown(parent)}, but {found}; the lines are {known}", f"line {shown(name)}",
                              at=("branches", name, "parent"))
        lines.append(ready)
        ordered.append(waiting.pop(ready)[1])
    return ordered


class Warnings(list):
    """What is odd in a record but does not keep it from being played; no more than MOST_WARNINGS."""

    def add(self, where: str, problem: str) -> None:
        if len(self) < MOST_WARNINGS:
            self.append(f"{where}: {problem}" if where else problem)

    def unknown(self, where: str, table: dict, known: tuple[str, ...]) -> None:
        """Warn of keys that mean nothing here."""
        for key in table:
            if key not in known and key != comments.KEY:
                self.add(where, f"the key {shown(key)} means nothing here and is kept")

    def bots(self, game, bots) -> None:
        """Warn of seats and bots that are not there: a record can be played on without them."""
        if not isinstance(bots, dict):
            self.add("bots", f"is {shown(bots)}, not a table of seats and their bots; it is kept")
            return
        for name, bot in bots.items():
            if not is_bot(game, name, bot):
                self.add("bots", f"{shown(name)} = {shown(bot)} is no seat with a bot that is known; the seats are "
                                 f"{', '.join(map(shown, game.players))}, the bots {', '.join(map(shown, game.known_bots))}")


def is_bot(game, name, bot) -> bool:
    return name in game.players and isinstance(bot, str) and bot in game.known_bots


@dataclass(frozen=True, repr=False)
class GameRecord:
    """One table and all its lines of play; records are equal when their data is.

    `data` is what the file says, in plain values; not to be changed. `lines` holds every line replayed, `warnings`
    names the keys that mean nothing here (they are kept) and what is odd but playable.
    """

    BLOCKS: ClassVar[tuple[str, ...]] = ()
    KEYS: ClassVar[tuple[str, ...]] = ()  # what the game knows at the top

    data: dict
    game: Any = field(compare=False)
    lines: Lines = field(compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def read(cls, data: dict, folder=None):
        """The record that plain data describes, every line replayed; raises RecordError for what cannot be.

        `folder` is where a card-set file may lie that the record names.
        """
        return slices.run(cls.reading(data, folder))

    @staticmethod
    def reading(data: dict, folder=None) -> slices.Work:
        """The work that reads a record, as `read` does."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Record of {self.game.name}: {', '.join(self.game.players)}; {self.lines!r}>"

    @property
    def title(self) -> str:
        return self.data.get("title", "")

    @property
    def bots(self) -> dict[str, str]:
        """Who is played by which bot when the game goes on: the entries of the key `bots` that make sense."""
        bots = self.data.get("bots", {})
        if not isinstance(bots, dict):
            return {}
        return {name: bot for name, bot in bots.items() if is_bot(self.game, name, bot)}

    @property
    def extra(self) -> dict:
        """The keys at the top that surflab does not know."""
        return {key: value for key, value in self.data.items() if key not in self.KEYS}

    def __reduce__(self):
        """Pickled, a record is its data, with the cards where these lie in a file; its lines are played again."""
        in_file = isinstance(self.data.get("cards"), str) and self.data["cards"] != "house"
        return _again, (self.data, {"cards": self.game.cards.to_dict()} if in_file else {}, self.warnings)

    def describe(self, line: str = MAIN) -> dict:
        """What a line comes to, in plain values, as `surflab replay --json` prints it."""
        return self.game.describe(self.lines.tip(line).state)


class Remembering:
    """A game that works out once what follows from a state, so that lines of a record which begin alike share their states."""

    FOLLOWS = ("legal", "forced", "resolve", "redeal", "lay")  # methods that take a state and plain values

    def __init__(self, game):
        self._game, self._found = game, {}

    def __getattr__(self, name: str):
        return partial(self._once, name) if name in self.FOLLOWS else getattr(self._game, name)

    def _once(self, name: str, state, *arguments):
        """What the method gives, remembered by the state itself and by what the arguments hold."""
        key = name, id(state), repr([getattr(argument, "__dict__", argument) for argument in arguments])
        if key not in self._found:
            self._found[key] = state, getattr(self._game, name)(state, *arguments)  # while the state is kept, its id is its own
        return self._found[key][1]


def _again(data: dict, cards: dict, warnings: tuple[str, ...]) -> GameRecord:
    """The record that was pickled."""
    return replace(read(data | cards), data=data, warnings=warnings)


# out
def dump(record) -> str:
    """The record as TOML text; raises RecordError for one beyond the limits of a file."""
    written = toml.write(record.data, record.BLOCKS)
    if len(written.encode()) > toml.LIMIT:
        raise RecordError(f"would be larger than {toml.LIMIT >> 20} MiB")
    return written


def save(record, path) -> None:
    """Write the record to a file, which never holds half of it; raises RecordError, and OSError where the disk refuses."""
    if not isinstance(path, (str, os.PathLike)):
        raise RecordError(f"a record is saved to the path of a file, not to {shown(path)}")
    with place(file=printed(path)):
        written = dump(record)
        try:
            file = Path(path).resolve()
            is_folder = file.is_dir()
        except (OSError, RuntimeError, ValueError) as error:
            raise ValueError(f"cannot be written: {reason(error)}") from None
        if is_folder:
            raise ValueError("is a folder; a record is saved to a file")
    write_whole(file, written, 0o666)


def write_whole(path: Path, content: str, mode: int) -> None:
    """Write a file that never holds half of its content; a new one has the mode, less what the user's mask takes."""
    draft = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}")

    def make(name, flags):
        return os.open(name, flags, mode)

    try:
        with open(draft, "x", encoding="utf-8", newline="\n", opener=make) as file:
            file.write(content)
        if path.exists():
            shutil.copymode(path, draft)
        os.replace(draft, path)
    except OSError as error:
        if error.filename is None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from None  # nobody knows the draft's name
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


# replaying
def replay(paths: list[str], as_json: bool = False, line: str = MAIN) -> int:
    """Print what each record comes to on that line, "-" being standard input; the exit status is 1 where one failed."""
    status = 0
    for path in paths:
        try:
            record = load(sys.stdin.buffer.read(toml.LIMIT + 1), "standard input") if path == "-" else load(Path(path))
            with place(file=path):
                record.lines.tip(line)
        except RecordError as error:
            status = 1
            if as_json:
                print(json.dumps({"file": Path(path).name, "error": str(error)}))
            else:
                print(error, file=sys.stderr)
            continue
        for warning in record.warnings:
            print(f"{path}: {warning}", file=sys.stderr)
        if as_json:
            print(json.dumps({"file": Path(path).name} | record.describe(line)))
        else:
            print("\n".join(record.account(line)) + "\n")
    return status
