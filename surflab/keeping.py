"""Tables kept on the server's disk: a private file a table, under an id that cannot be guessed. Knows no game and no page.

A kept file is a record between a first line that names the file's version and a last section `[kept]`: where one looks,
and what lies chosen in secret. It is written by one thread of the server, behind the backs of those who play.
"""
from __future__ import annotations

import atexit
import contextlib
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from weakref import WeakValueDictionary

from . import comments, records, slices, toml
from .moments import MAIN
from .session import Session

try:
    import fcntl
except ImportError:  # on Windows one server alone keeps tables in a folder
    fcntl = None

DAYS = 30  # how long a table is kept after it was last played on or opened
DAY = 86400  # seconds; what a stretch counts for at most in which no table is used, and how long the trash keeps a table
MOST_BYTES = 256 << 20  # of all tables together; the oldest go first
BLOCK = 4096  # bytes that the smallest file takes
QUICK = 10_000  # bytes of a table that is played again in a moment
BETWEEN_SWEEPS = 3600  # seconds
QUIET = 0.3  # seconds between writes of a table, or
SHARE = 5  # so many times as long as writing it takes
ID = re.compile(r"[A-Za-z0-9_-]{22}")
VERSION = re.compile(rb"# kept by surflab, version ([0-9a-f]{16})\n")
HEAD = len(b"# kept by surflab, version 0123456789abcdef\n")
VIEWED = ("line", "overlaid", "base")  # what of a session says how it is looked at, as far as it has that


class KeepingError(ValueError):
    """A table that cannot be kept or opened again; the message says why."""


class WrittenMeanwhile(KeepingError):
    """Somebody else has written the file since it was read or written here."""


def new_id() -> str:
    """128 random bits as 22 characters that may stand in an address and name a file."""
    return secrets.token_urlsafe(16)


def is_id(text) -> bool:
    """Whether a text from outside may be the id of a table."""
    return isinstance(text, str) and ID.fullmatch(text) is not None


def state_folder() -> Path | None:
    """Where this user's tables are kept; None where the environment's SURFLAB_STATE is empty or the user has no home."""
    asked = os.environ.get("SURFLAB_STATE")
    if asked is not None:
        return Path(asked) if asked else None
    try:
        if sys.platform == "win32":
            home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            home = Path.home() / "Library" / "Application Support"
        else:
            home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:
        return None
    return Path(home) / "surflab"


class Folder:
    """Kept tables in the folder `tables` of a place, for its owner's eyes alone; made when the first one is written."""

    def __init__(self, place, days: float = DAYS, most_bytes: int = MOST_BYTES):
        self.path, self.days, self.most_bytes = Path(place) / "tables", days, most_bytes
        self._swept, self._written = -float("inf"), 0

    def _file(self, id: str) -> Path:
        if not is_id(id):
            raise KeepingError("an id of a table has 22 letters, digits, - or _")
        return self.path / f"{id}.toml"

    # in
    def read(self, id: str) -> tuple[bytes, str]:
        """A table's file and its version; reading it makes it young again, out of the trash too. Raises KeepingError."""
        path = self._file(id)
        if not path.exists():
            with contextlib.suppress(OSError):
                (self.trash / path.name).rename(path)
        try:
            with _opened(path) as file:
                content = file.read(toml.LIMIT + 1)
            with contextlib.suppress(OSError):
                os.utime(path)
        except FileNotFoundError:
            raise KeepingError(f"is not here; tables are kept for {self.days:g} days after they were last played on") from None
        except OSError as error:
            raise KeepingError(f"cannot be read: {error.strerror}") from None
        version = _version(content)
        if version is None:
            raise KeepingError("is in a file that is no kept table; the file is left as it is")
        return content, version

    def version(self, id: str) -> str | None:
        """The version of a table's file, None where there is no file; "" where it is no kept table."""
        try:
            with _opened(self._file(id)) as file:
                return _version(file.read(HEAD)) or ""
        except FileNotFoundError:
            return None
        except OSError:
            return ""

    # out
    def write(self, id: str, body: str, known: str | None) -> str:
        """Write a table, all or nothing, over the version that is known (None: there is none yet); gives the new version.

        A file that is gone is written anew. Raises WrittenMeanwhile where another version is there, KeepingError for a
        table beyond the limit, and OSError.
        """
        version = secrets.token_hex(8)
        text = f"# kept by surflab, version {version}\n{body}"
        if len(text.encode()) > toml.LIMIT:
            raise KeepingError(f"is larger than {toml.LIMIT >> 20} MiB")
        path = self._file(id)
        self._make()
        with self._locked():
            if self.version(id) not in (None, known):
                raise WrittenMeanwhile("was changed elsewhere")
            records.write_whole(path, text, 0o600)
        self._written += max(BLOCK, len(text))
        if time.monotonic() > self._swept + BETWEEN_SWEEPS or self._written > self.most_bytes / 16:
            self.sweep(spare=path)
        return version

    def _make(self) -> None:
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.path.stat().st_mode & 0o077:  # the names of the files are what opens the tables
            self.path.chmod(0o700)

    @contextlib.contextmanager
    def _locked(self):
        """No other server writes to this folder meanwhile."""
        if fcntl is None:
            yield
            return
        with open(self.path / ".lock", "a", opener=lambda name, flags: os.open(name, flags, 0o600)) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    # cleaning up
    @property
    def trash(self) -> Path:
        """Where tables lie for a day that were kept long enough."""
        return self.path / "trash"

    def sweep(self, spare: Path | None = None, now: float | None = None) -> None:
        """Move tables that are too old into the trash, and empty it of what lies there for a day; never touch `spare`.

        What is over the limit goes too: first from the trash, then the oldest tables.
        """
        now = time.time() if now is None else now
        self._swept, self._written, size = time.monotonic(), 0, 0
        for age, length, path in aged(_tables_in(self.path, now), now):
            if path == spare or age <= self.days * DAY and size + length <= self.most_bytes:
                size += length
            else:
                self._throw_away(path, now)
        for modified, length, path in _tables_in(self.trash, now):
            if now - modified <= DAY and size + length <= self.most_bytes:
                size += length
            else:
                _remove(path)

    def _throw_away(self, path: Path, now: float) -> None:
        with contextlib.suppress(OSError):
            self.trash.mkdir(mode=0o700, exist_ok=True)
            os.utime(path, (now, now))
            path.replace(self.trash / path.name)


def aged(tables: list[tuple[float, int, Path]], now: float) -> Iterator[tuple[float, int, Path]]:
    """The age of each table, newest first, with its size and path: time that passed while tables were used.

    A stretch in which none was used counts for a day at most. So a clock that jumps ahead makes no table old.
    """
    age, before = 0.0, now
    for modified, length, path in tables:
        age, before = age + min(before - modified, DAY), modified
        yield age, length, path


def _tables_in(folder: Path, now: float) -> list[tuple[float, int, Path]]:
    """When each table or abandoned draft was last used, its size on disk and its path, newest first.

    One that the clock of another time dates later than now counts as used now, from here on.
    """
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _is_ours(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    seen, path = entry.stat(), folder / entry.name
                    if seen.st_mtime > now:
                        os.utime(path, (now, now))
                    found.append((min(seen.st_mtime, now), max(BLOCK, seen.st_size), path))
    return sorted(found, reverse=True)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _is_ours(name: str) -> bool:
    return name.endswith(".toml") and is_id(name.removesuffix(".toml")) or DRAFT.fullmatch(name) is not None


DRAFT = re.compile(r"\.[A-Za-z0-9_-]{22}\.toml\.[0-9a-f]{8}")


def _opened(path: Path):
    """A plain file to read from; a link or a pipe is none."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return open(path, "rb", opener=lambda name, flags: os.open(name, flags | careful))


def _version(content: bytes) -> str | None:
    found = VERSION.match(content)
    return found[1].decode() if found else None


# a session as it stands, and back
@dataclass(frozen=True)
class Standing:
    """A session at one moment: what writes its record, and how it is looked at."""

    write: Callable[[], records.GameRecord] = field(repr=False)
    at: int
    view: dict
    choices: dict

    @classmethod
    def of(cls, session: Session) -> Standing:
        at = len(session.moment.path()) - 1
        view = {name: getattr(session, name) for name in VIEWED if name in session.param}
        return cls(session.recorder(), at, view, dict(session.choices))


@dataclass(frozen=True)
class Kept:
    """What a kept file holds: a record, and the section `[kept]` in plain values."""

    record: records.GameRecord
    look: dict

    @classmethod
    def of(cls, standing: Standing) -> Kept:
        record = standing.write()
        if "kept" in record.data:  # the record of a kept file that was opened as any other file
            record = replace(record, data={key: value for key, value in record.data.items() if key != "kept"})
        return cls(record, standing.view | {"at": standing.at, "choices": standing.choices})

    @classmethod
    def read(cls, content: bytes) -> Kept:
        """What a file says; raises KeepingError where it was cut off or is damaged."""
        return slices.run(cls.reading(content))

    @classmethod
    def reading(cls, content: bytes) -> slices.Work:
        """The work that reads a file, as `read` does."""
        try:
            yield
            data = records.parsed(VERSION.sub(b"\n", content, count=1))
            look = data.pop("kept", None)
            if not isinstance(look, dict):
                raise ValueError("is cut off")
            told = comments.of(data)
            if "kept" in told:  # they were at the end of the record
                told[comments.KEY] = told.pop("kept")
            return cls((yield from records.reading(data)), look)
        except ValueError as error:
            raise KeepingError(f"is in a damaged file, which is left as it is: {error}") from None

    def text(self) -> str:
        return records.dump(self.record) + "\n" + toml.write({"kept": self.look}, {"kept"}).lstrip("\n")

    def lay_on(self, session: Session) -> None:
        """Put the table on a session and look where one looked; what no longer fits is left out. Raises RecordError."""
        session.open(self.record)
        look_at(session, self.look.get("line", MAIN), self.look.get("at"))
        for name in VIEWED[1:]:
            if name in session.param and name in self.look:
                with contextlib.suppress(ValueError):
                    setattr(session, name, self.look[name])
        choices = self.look.get("choices")
        for seat, choice in choices.items() if isinstance(choices, dict) else ():
            with contextlib.suppress(ValueError):
                session.choose(seat, choice)


def look_at(session: Session, line, at) -> bool:
    """Look at a moment of a line by its number, the deal being 0; whether there is such a moment."""
    try:
        path = session.lines.path(line)
    except ValueError:
        return False
    there = type(at) is int and 0 <= at < len(path)
    session.go(path[at if there else -1], line)
    return there


# one table and its file
class Table:
    """A table that is kept: its `id` and the `version` of its file, as one page knows them. Refers to no page.

    `saved(event)` is called on the writing thread after each write: with "kept", "copied" (the table has another id now,
    since its file was changed elsewhere), or the words why it cannot be kept.
    """

    def __init__(self, folder: Folder, id: str | None = None, version: str | None = None, kept: Kept | None = None):
        self.folder, self.id, self.version, self.kept = folder, id, version, kept
        self.saved: Callable[[str], None] = lambda event: None
        self._seconds = 0.0
        if id is not None:
            OPEN[id] = self

    @property
    def pause(self) -> float:
        """Seconds to wait before the next write, so that whoever plays fast is not slowed down; none before the first."""
        return 0 if self.version is None else max(QUIET, SHARE * self._seconds)

    def save(self, standing: Standing) -> None:
        """Write the table as it stands, later and on another thread; only the latest that is waiting is written."""
        WRITER.put(self, lambda: self._save(standing), self.pause)

    def _save(self, standing: Standing) -> None:
        started = time.perf_counter()
        try:
            event = self._write(Kept.of(standing))
        except OSError as error:
            event = error.strerror or str(error)
        except ValueError as error:
            event = str(error)
        self._seconds = time.perf_counter() - started
        self.saved(event)

    def _write(self, kept: Kept) -> str:
        if self.kept == kept:
            return "kept"
        id, event = self.id or new_id(), "kept"
        try:
            version = self.folder.write(id, kept.text(), self.version)
        except WrittenMeanwhile:
            if self.kept is not None and self.kept.record == kept.record:
                return "kept"  # somebody looked around here, which is no reason for a copy
            try:
                version = self.folder.write(id, kept.text(), self._only_looked_at(id, kept))
            except WrittenMeanwhile:
                id, event = new_id(), "copied"
                version = self.folder.write(id, kept.text(), None)
        self.id, self.version, self.kept = id, version, kept
        OPEN[id] = self
        return event

    def _only_looked_at(self, id: str, kept: Kept) -> str | None:
        """The version of the file where what is played there is known here and somebody else only looked around."""
        content, version = self.folder.read(id)
        there = Kept.read(content).record
        return version if there == kept.record or self.kept is not None and there == self.kept.record else None


OPEN: WeakValueDictionary[str, Table] = WeakValueDictionary()  # the tables on pages of this server, by id


def reopening(folder: Folder, id: str) -> slices.Work:
    """The work that gives a table which was kept, after all that was played on it is written; raises KeepingError.

    A table that no page has open is played again from its file, which can take long.
    """
    table = OPEN.get(id)
    if table is not None:
        WRITER.flush(table)
        if table.kept is not None and table.id == id and folder.version(id) == table.version:
            return Table(folder, id, table.version, table.kept)
    content, version = folder.read(id)
    return Table(folder, id, version, (yield from Kept.reading(content)))


def is_quick(folder: Folder, id: str) -> bool:
    """Whether a table may be opened at once: on a page of this server and wholly written, or small."""
    if id in OPEN:
        return not WRITER.has(OPEN.get(id))
    try:
        return folder.path.joinpath(f"{id}.toml").stat().st_size < QUICK
    except OSError:
        return True  # which is found out quickly


class Worker:
    """A thread that does jobs when they are due, for each key the latest job alone."""

    def __init__(self, name: str):
        self._name, self._waiting, self._running = name, {}, None
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None

    def put(self, key, job: Callable[[], None], pause: float = 0) -> None:
        """Do the job after so many seconds, or when the job that it replaces was due."""
        with self._change:
            due, _ = self._waiting.get(key, (time.monotonic() + pause, None))
            self._waiting[key] = (due, job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._change.notify_all()

    def has(self, key) -> bool:
        """Whether a job of that key waits or is being done."""
        with self._change:
            return bool(self._wanted(key))

    def _wanted(self, key=None) -> list:
        return [waiting for waiting in (*self._waiting, self._running) if waiting is not None and key in (None, waiting)]

    def flush(self, key=None, seconds: float = 30) -> None:
        """Do the waiting job of a key, or all that wait, and return when they are done."""
        with self._change:
            for waiting in self._wanted(key):
                if waiting in self._waiting:
                    self._waiting[waiting] = (0, self._waiting[waiting][1])
            self._change.notify_all()
            self._change.wait_for(lambda: not self._wanted(key), seconds)

    def _work(self) -> None:
        while True:
            with self._change:
                self._running = None
                self._change.notify_all()
                while (job := self._due()) is None:
                    soonest = min((due for due, _ in self._waiting.values()), default=None)
                    self._change.wait(None if soonest is None else max(0, soonest - time.monotonic()))
            try:
                job()
            except Exception:  # a job that fails leaves the thread to the others
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
            job = None

    def _due(self) -> Callable[[], None] | None:
        now = time.monotonic()
        for key, (due, job) in self._waiting.items():
            if due <= now:
                del self._waiting[key]
                self._running = key
                return job
        return None


WRITER = Worker("keeping tables")
atexit.register(WRITER.flush)

_folder: list[Folder | None] = []


def use(folder: Folder | None) -> None:
    """Keep the tables of this server in a folder, or nowhere."""
    _folder[:] = [folder]
    if folder is not None:
        WRITER.put(folder, folder.sweep)


def folder() -> Folder | None:
    """Where the tables of this server are kept, None where they are not: this user's own folder unless told otherwise."""
    if not _folder:
        path = state_folder()
        use(None if path is None else Folder(path))
    return _folder[0]
