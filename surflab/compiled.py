"""One source of rules, run two ways: as plain Python at once, and compiled by Numba once that is ready.

A game's engine modules decorate their functions with `rule`, `entry` and `bot`. Imported as usual, the decorators do
nothing, and a step of a game takes under a millisecond. `Engine` imports the same files a second time below the name
`surflab._twin`; there the decorators compile, which takes seconds the first time ever and is kept on disk.

Annotations of an entry say what it is compiled for: `int`, a record dtype, `Rows[dtype]` (a contiguous array), `Grid` or
`Weights` (two-dimensional arrays of int or float), or `Bots`. Nothing here knows a game.
"""
from __future__ import annotations

import hashlib
import importlib
import os
import subprocess
import sys
import threading
import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np

try:
    import fcntl
except ImportError:  # no file locks on this system: two first starts at once both compile
    fcntl = None

TWIN = "surflab._twin"
COMPILING = __name__.startswith(TWIN)
HOME = Path(__file__).resolve().parent
MODULES = ("rules", "bots", "batch", "rollouts")  # a game's engine: the files below its folder that are compiled
COMPLETE = "complete"  # a file in a cache folder: from then on loading from disk is all there is to do


# what an entry's annotations are made of
@dataclass(frozen=True)
class Array:
    """A contiguous array argument: its item (int, float or a record dtype) and its number of dimensions."""

    item: object
    dimensions: int = 1


class Rows:
    """`Rows[State]` is the annotation of a one-dimensional array of that record."""

    def __class_getitem__(cls, item):
        return Array(item)


Ints = Array(int)
Grid = Array(int, 2)
Weights = Array(float, 2)


@dataclass(frozen=True)
class Bots:
    """The annotation of a tuple of `seats` bots that each take `arguments` and return an int."""

    arguments: tuple
    seats: int


def record(fields) -> np.dtype:
    """The dtype of a record with the given fields; raises NameError for a name that NumPy's own attributes hide."""
    dtype = np.dtype((np.record, np.dtype(fields, align=True)))
    hidden = [name for name in dtype.names if hasattr(np.recarray, name)]
    if hidden:
        raise NameError(f"the fields {hidden} would be hidden by NumPy's own attributes")
    return dtype


if not COMPILING:

    def rule(function):
        """A rule of the game: called by other rules, compiled together with them."""
        return function

    entry = bot = rule

else:
    import numba
    from numba import types
    from numba.core.errors import NumbaExperimentalFeatureWarning

    warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
    _waiting: list = []

    def _numba_type(kind):
        if kind in (int, float):
            return types.int64 if kind is int else types.float64
        if isinstance(kind, np.dtype):
            return numba.from_dtype(kind)
        if isinstance(kind, Array):
            return types.Array(_numba_type(kind.item), kind.dimensions, "C")
        signature = types.int64(*(_numba_type(argument) for argument in kind.arguments))
        return types.UniTuple(types.FunctionType(signature), kind.seats)

    def rule(function):
        """A rule of the game: called by other rules, compiled together with them."""
        if numba.config.DISABLE_JIT:
            return function
        dispatcher = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
        template = dispatcher.get_call_template  # once for any int, not anew for each constant that it is called with
        dispatcher.get_call_template = lambda args, kws: template([types.unliteral(kind) for kind in args], kws)
        return dispatcher

    def entry(function):
        """What Python calls: compiled for its annotations alone, and kept on disk."""
        if numba.config.DISABLE_JIT:
            return function
        folder = cache_folder(function.__module__.split(".")[-2])
        kept, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
        try:
            dispatcher = numba.njit(nogil=True, cache=bool(folder))(function)
        finally:
            numba.config.CACHE_DIR = kept
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        kinds = [eval(function.__annotations__[name], function.__globals__) for name in names]  # our own source text
        _waiting.append((dispatcher, tuple(_numba_type(kind) for kind in kinds)))
        return dispatcher

    bot = entry

    def build():
        """Compile every entry, or load it from disk; afterwards none compiles again by surprise."""
        while _waiting:
            dispatcher, signature = _waiting.pop(0)
            dispatcher.compile(signature)
            dispatcher.disable_compile()


def cache_folder(package: str) -> str:
    """The folder of a game's compiled code for exactly its source, or "" where no private one can be had.

    Numba checks only the file an entry stands in, so the folder's name is a hash of all the game's engine sources; and it
    unpickles what it finds, so a folder that somebody else owns or may write to is refused. SURFLAB_CACHE names another
    place.
    """
    engine = [HOME / package / f"{name}.py" for name in (*MODULES, "odds")]
    sources = [HOME / "compiled.py", HOME / "randomness.py", *(path for path in engine if path.exists())]
    source = package.encode() + b"".join(path.read_bytes() for path in sources)
    options = "".join(f"{key}={value};" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_"))
    name = hashlib.sha256(source + sys.version.encode() + options.encode()).hexdigest()[:16]
    try:
        home = os.environ.get("SURFLAB_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(home, "surflab", name)
        for place in (folder.parent, folder):  # each by itself: the mode is not that of parents made on the way
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            found = place.stat()
            if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o022):
                return ""
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where this user's home is
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""


def _load(root: str, package: str) -> SimpleNamespace:
    return SimpleNamespace(**{name: importlib.import_module(f"{root}.{package}.{name}") for name in MODULES
                              if (HOME / package / f"{name}.py").exists()})


def load_twin(package: str) -> SimpleNamespace:
    """The compiled copy of a game's engine modules; compiles or loads from disk, which takes time."""
    for name, folder in ((TWIN, HOME), (f"{TWIN}.{package}", HOME / package)):
        if name not in sys.modules:
            module = ModuleType(name)
            module.__path__ = [str(folder)]
            sys.modules[name] = module
    twin = _load(TWIN, package)
    importlib.import_module(f"{TWIN}.compiled").build()
    return twin


class Engine:
    """One game's engine: `current` is compiled when that is ready and plain Python until then; both give equal results.

    `state` is "cold", "compiling", "ready" or "failed" (then `error` says why and plain Python stays in use).
    """

    _load_lock = threading.Lock()  # modules of two games share the twin of this file

    def __init__(self, package: str):
        self.package = package
        self.state, self.error = "cold", ""
        self._compiled = None
        self._lock = threading.Lock()
        self._done = threading.Event()

    @cached_property
    def plain(self) -> SimpleNamespace:
        """The engine as plain Python."""
        return _load("surflab", self.package)

    @property
    def current(self) -> SimpleNamespace:
        """The fastest engine there is at this moment."""
        return self._compiled or self.plain

    def warm_up(self) -> None:
        """Start compiling behind the caller's back, in a process of its own that fills the cache; returns at once."""
        with self._lock:
            if self.state != "cold":
                return
            self.state = "compiling"
        threading.Thread(target=self._compile, name=f"compile {self.package}", daemon=True).start()

    def compiled(self) -> SimpleNamespace:
        """The compiled engine, waiting for it where need be; raises RuntimeError where compiling failed."""
        self.warm_up()
        self._done.wait()
        if self._compiled is None:
            raise RuntimeError(f"the rules of {self.package} did not compile: {self.error}")
        return self._compiled

    def _compile(self):
        try:
            folder = cache_folder(self.package)
            if folder and not Path(folder, COMPLETE).exists() and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
                subprocess.run([sys.executable, "-m", "surflab.compiled", self.package], check=False, capture_output=True,
                               env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
            with Engine._load_lock:
                self._compiled = load_twin(self.package)
            self.state = "ready"
        except Exception as error:  # whatever the compiler found: play goes on in plain Python, and the page says so
            self.state, self.error = "failed", f"{type(error).__name__}: {error}"
        finally:
            self._done.set()


def fill_cache(package: str) -> None:
    """Compile a game's engine into its cache; of several processes at once the first compiles and the others wait."""
    folder = cache_folder(package)
    if hasattr(os, "nice"):
        os.nice(5)  # whoever waits for a page comes first
    with open(Path(folder, "lock"), "w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not Path(folder, COMPLETE).exists():
            load_twin(package)
            Path(folder, COMPLETE).touch()


if __name__ == "__main__":
    fill_cache(sys.argv[1])
