"""One source of rules, run two ways: as plain Python at once, and compiled by Numba once that is ready.

A game's engine modules decorate their functions with `rule`, `unit`, `entry` and `bot`. Imported as usual, the
decorators do nothing, and a step of a game takes under a millisecond. `Engine` imports the same files a second time
below the name `surflab._twin`; there the decorators compile, which takes seconds the first time and is kept on disk.

The compiler takes a rule into everything that calls it, and makes machine code of it there again. A `unit` is a rule
that many need: it is compiled once, by itself, and called.

Annotations of an entry or a unit say what it is compiled for: `int`, a record dtype, `Rows[dtype]` (a contiguous
array), `Grid` or `Weights` (two-dimensional arrays of int or float), or `Bots`. Nothing here knows a game.
"""
from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
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
SEAL = "complete"  # a file in a cache folder that lists what lies there: loading it is all there is to do
ATTENDED = "attended"  # tells the process that compiles to end when its standard input does
PATIENCE = 300  # uses of plain rules that take about as long as loading compiled ones from disk
POLITE = 10  # how much the process that compiles steps back: whoever waits for a page comes first

log = logging.getLogger(__name__)


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

    unit = entry = bot = rule

else:
    import ctypes
    import inspect

    import llvmlite.binding
    import numba
    from llvmlite import ir
    from numba import types
    from numba.core.errors import NumbaExperimentalFeatureWarning
    from numba.extending import intrinsic

    warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
    _folder = ""
    _waiting: list = []
    _kept: list = []  # a unit's code must outlive all that call it

    def _numba_type(kind):
        if kind in (int, float):
            return types.int64 if kind is int else types.float64
        if isinstance(kind, np.dtype):
            return numba.from_dtype(kind)
        if isinstance(kind, Array):
            return types.Array(_numba_type(kind.item), kind.dimensions, "C")
        signature = types.int64(*(_numba_type(argument) for argument in kind.arguments))
        return types.UniTuple(types.FunctionType(signature), kind.seats)

    def _parameters(function) -> dict:
        """What each parameter is compiled for, by its name."""
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        kinds = [eval(function.__annotations__[name], function.__globals__) for name in names]  # our own source text
        return {name: _numba_type(kind) for name, kind in zip(names, kinds)}

    def begin(folder: str) -> None:
        """What is decorated from now on is kept in that folder, or nowhere with ""."""
        global _folder
        _folder = folder
        _waiting.clear()

    @contextlib.contextmanager
    def _kept_on_disk():
        """Numba looks into the folder; gives whether there is one."""
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, _folder
        try:
            yield bool(_folder)
        finally:
            numba.config.CACHE_DIR = before

    def rule(function):
        """A rule of the game: called by other rules, compiled together with them."""
        if numba.config.DISABLE_JIT:
            return function
        dispatcher = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
        template = dispatcher.get_call_template  # once for any int, not anew for each constant that it is called with
        dispatcher.get_call_template = lambda args, kws: template([types.unliteral(kind) for kind in args], kws)
        return dispatcher

    def unit(function):
        """A rule that many others need: compiled once for its annotations, by itself, and called where a slot points to.

        It returns nothing or, where that is annotated, an int or a float. An error in it could not be raised where it was
        called from, so where bounds are checked it is a rule like others.
        """
        if numba.config.DISABLE_JIT or numba.config.BOUNDSCHECK:
            return rule(function)
        parameters, symbol = _parameters(function), f"{function.__module__}.{function.__name__}"
        returned = {None: types.void, "int": types.int64, "float": types.float64}[function.__annotations__.get("return")]
        signature = returned(*parameters.values())
        slot = ctypes.c_void_p()
        llvmlite.binding.add_symbol(symbol, ctypes.addressof(slot))

        def compile_it() -> None:
            with _kept_on_disk() as keep:
                callback = numba.cfunc(signature, cache=keep)(function)
            slot.value = callback.address
            _kept.append((slot, callback))

        _waiting.append(compile_it)
        return _call_by_slot(function.__name__, symbol, signature, parameters)

    def _call_by_slot(name: str, symbol: str, signature, parameters):
        """What other rules call in place of a unit; its symbol names the slot that points to its code."""

        def type_call(context, *arguments):
            def call(context, builder, signature, arguments):
                returned, *kinds = [context.get_value_type(kind) for kind in (signature.return_type, *signature.args)]
                code = ir.FunctionType(returned, kinds).as_pointer()
                slot = builder.module.globals.get(symbol) or ir.GlobalVariable(builder.module, code, symbol)
                return builder.call(builder.load(slot), arguments)

            return signature, call

        type_call.__name__ = name
        type_call.__signature__ = inspect.Signature(
            [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("context", *parameters)])
        return intrinsic(type_call)

    def entry(function):
        """What Python calls: compiled for its annotations alone, and kept on disk."""
        if numba.config.DISABLE_JIT:
            return function
        with _kept_on_disk() as keep:
            dispatcher = numba.njit(nogil=True, cache=keep)(function)

        def compile_it() -> None:
            dispatcher.compile(tuple(_parameters(function).values()))
            dispatcher.disable_compile()

        _waiting.append(compile_it)
        return dispatcher

    bot = entry

    def build() -> None:
        """Compile every unit and entry, or load it from disk; afterwards none compiles again by surprise."""
        while _waiting:
            _waiting.pop(0)()


# where compiled code is kept
def cache_folder(package: str) -> str:
    """The folder of a game's compiled code for exactly its source, or "" where no private one can be had.

    Numba checks only the file an entry stands in, so the folder's name is a hash of all the game's engine sources and
    of what compiles them; and it unpickles what it finds, so a folder that others own or may write to is refused.
    SURFLAB_CACHE names another place.
    """
    engine = [HOME / package / f"{name}.py" for name in (*MODULES, "odds")]
    sources = [HOME / "compiled.py", HOME / "randomness.py", *(path for path in engine if path.exists())]
    named = f"{HOME}; {package}; ".encode()  # Numba tells apart where sources lie
    source = named + b"".join(path.read_bytes() for path in sources)
    options = "".join(f"{key}={value};" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_"))
    name = hashlib.sha256(source + _compiler().encode() + options.encode()).hexdigest()[:16]
    return next((str(place / name) for place in _places() if _is_ours(place) and _is_ours(place / name)), "")


@cache
def _compiler() -> str:
    """What compiles, and the processor that it compiles for."""
    from llvmlite import binding

    versions = (sys.version, *(version(name) for name in ("numba", "llvmlite", "numpy")))
    return "; ".join((*versions, binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()))


def _places():
    """Where compiled code may be kept, the best place first; where one is named it is the only one."""
    if named := os.environ.get("SURFLAB_CACHE") or os.environ.get("XDG_CACHE_HOME"):
        yield Path(named, "surflab")
        return
    with contextlib.suppress(RuntimeError):  # nobody knows where this user is at home
        yield Path.home() / ".cache" / "surflab"
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    yield Path(tempfile.gettempdir(), f"surflab{user}")


def _is_ours(place: Path) -> bool:
    """Whether the folder, made where it is missing, can be written to by this user and by nobody else."""
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)  # the mode is not that of parents made on the way
        found = place.stat()
        if hasattr(os, "getuid"):
            owners = {found.st_uid, place.lstat().st_uid}
            if owners != {os.getuid()} or found.st_mode & 0o022:
                return False
    except OSError:
        return False
    return os.access(place, os.W_OK)


def _digests(folder: str) -> dict[str, str]:
    """What lies in the folder, by the names of its files."""
    files = sorted(path for path in Path(folder).rglob("*.nb?") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def seal(folder: str) -> None:
    """Write down that all of the engine lies in the folder, and what it looks like."""
    fresh = Path(folder, f"{SEAL}.new")
    fresh.write_text(json.dumps(_digests(folder), indent=1), encoding="utf-8")
    fresh.replace(Path(folder, SEAL))


def is_sealed(folder: str) -> bool:
    """Whether the folder holds all of the engine, byte for byte as compiled: machine code is run as it is found."""
    try:
        found = json.loads(Path(folder, SEAL).read_text(encoding="utf-8"))
        return bool(found) and found == _digests(folder)
    except (OSError, ValueError):
        return False


# loading
def _load(root: str, package: str) -> SimpleNamespace:
    return SimpleNamespace(**{name: importlib.import_module(f"{root}.{package}.{name}") for name in MODULES
                              if (HOME / package / f"{name}.py").exists()})


def load_twin(package: str, folder: str = "") -> SimpleNamespace:
    """The compiled copy of a game's engine modules, from the folder or made and kept there; takes time."""
    for name in [name for name in sys.modules if name.startswith(f"{TWIN}.{package}.")]:
        del sys.modules[name]  # what an attempt that failed left behind
    for name, place in ((TWIN, HOME), (f"{TWIN}.{package}", HOME / package)):
        if name not in sys.modules:
            module = ModuleType(name)
            module.__path__ = [str(place)]
            sys.modules[name] = module
    compiler = importlib.import_module(f"{TWIN}.compiled")
    compiler.begin(folder)
    twin = _load(TWIN, package)
    compiler.build()
    return twin


class Engine:
    """One game's engine: `current` is compiled when that is ready and plain Python until then; both give equal results.

    `state` is "cold", "compiling", "ready" or "failed" (then `error` says why and plain Python stays in use).
    """

    _load_lock = threading.Lock()  # modules of two games share the twin of this file
    _turn = threading.Lock()  # held by whoever reads or changes the next two
    _queue: list[Engine] = []  # the engines that wait for the compiler, which works on one at a time
    _running: Engine | None = None

    def __init__(self, package: str):
        self.package = package
        self.state, self.error = "cold", ""
        self._compiled = None
        self._uses = 0
        self._is_wanted, self._is_put_off = False, False
        self._child: subprocess.Popen | None = None
        self._done = threading.Event()

    @cached_property
    def plain(self) -> SimpleNamespace:
        """The engine as plain Python."""
        return _load("surflab", self.package)

    @property
    def current(self) -> SimpleNamespace:
        """The fastest engine there is at this moment; much use takes the compiled one, if it lies ready on disk."""
        if self.state == "cold":
            self._uses += 1
            if self._uses == PATIENCE:
                self._load_kept()
        return self._compiled or self.plain

    def warm_up(self, ahead: bool = False) -> None:
        """Start compiling behind the caller's back, in a process of its own that fills the cache; returns at once.

        What somebody waits for comes before what is compiled `ahead`.
        """
        with self._turn:
            self._is_wanted |= not ahead
            if self.state == "cold":
                self.state = "compiling"
                self._line_up()
            running = Engine._running
            if self._is_wanted and self in self._queue and running and running._child and not running._is_wanted:
                running._is_put_off = True
                running._child.terminate()  # what it has compiled so far stays in its cache

    def compiled(self) -> SimpleNamespace:
        """The compiled engine, waiting for it where need be; raises RuntimeError where compiling failed."""
        self.warm_up()
        self._done.wait()
        if self._compiled is None:
            raise RuntimeError(f"the rules of {self.package} did not compile: {self.error}")
        return self._compiled

    def _line_up(self) -> None:
        """Wait for the compiler, which sets to work if it was idle."""
        self._queue.append(self)
        if len(self._queue) == 1 and Engine._running is None:
            threading.Thread(target=Engine._work, name="compile engines", daemon=True).start()

    @classmethod
    def _work(cls) -> None:
        """Compile engines until none waits."""
        while True:
            with cls._turn:
                waiting = sorted(cls._queue, key=lambda engine: not engine._is_wanted)
                cls._running = waiting[0] if waiting else None
                if cls._running is None:
                    return
                cls._queue.remove(cls._running)
            cls._running._make_ready()

    def _make_ready(self) -> None:
        """Compile the engine where need be and load it, or queue again where another one is to come first."""
        folder = cache_folder(self.package) if _jit() else ""
        why = "" if folder or not _jit() else "no folder can be written to by you alone, SURFLAB_CACHE names one"
        if folder and not is_sealed(folder):
            if Path(folder, SEAL).exists():
                log.warning("The compiled rules in %s are damaged, so they are compiled anew.", folder)
            why = self._fill(folder)
        with self._turn:
            if self._is_put_off:
                self._is_put_off = False
                self._queue.append(self)
                return
        if why:
            log.warning("The rules of %s are compiled for this run alone: %s.", self.package, why)
        try:
            self._take(self._load_from(folder) or self._load_from(""))
        except Exception as error:  # whatever the compiler found: play goes on in plain Python, and the page says so
            self.state, self.error = "failed", f"{type(error).__name__}: {error}"
        self._done.set()

    def _fill(self, folder: str) -> str:
        """Compile into the cache in a process that ends no later than this one; returns why that failed, or ""."""
        # -P: of this package, not of one in the folder that somebody works in
        command = [sys.executable, "-P", "-m", "surflab.compiled", self.package, ATTENDED]
        try:
            path = os.pathsep.join(place or os.getcwd() for place in sys.path)
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  env=os.environ | {"PYTHONPATH": path}) as child:
                self._child = child
                said = child.stderr.read().decode(errors="replace").splitlines()
        except OSError as error:
            said = [str(error)]
        finally:
            self._child = None
        if is_sealed(folder) or self._is_put_off:
            return ""
        shutil.rmtree(folder, ignore_errors=True)
        return f"{folder} cannot keep them ({said[-1] if said else 'the compiler ended early'})"

    def _load_from(self, folder: str) -> SimpleNamespace | None:
        """The engine as it lies in the folder, or compiled here and now for ""; None where none there loads."""
        if folder and not is_sealed(folder):
            return None
        try:
            with Engine._load_lock:
                return load_twin(self.package, folder)
        except Exception as error:
            if not folder:
                raise
            shutil.rmtree(folder, ignore_errors=True)
            log.warning("The compiled rules in %s cannot be loaded (%s), so they are compiled anew.", folder, error)
            return None

    def _load_kept(self) -> None:
        """Take the compiled engine if it lies on disk; nobody waits for a compiler."""
        folder = cache_folder(self.package) if _jit() else ""
        if not folder or not is_sealed(folder):
            return
        with self._turn:
            if self.state != "cold":
                return
            self.state = "compiling"
        twin = self._load_from(folder)
        if twin:
            self._take(twin)
            self._done.set()
        else:
            with self._turn:
                self._line_up()

    def _take(self, twin: SimpleNamespace) -> None:
        self._compiled, self.state = twin, "ready"


def _jit() -> bool:
    """Whether Numba compiles at all."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


# the process that compiles
def fill_cache(package: str) -> None:
    """Compile a game's engine into its cache; of several processes at once the first compiles and the others wait."""
    folder = cache_folder(package)
    with open(f"{folder}.lock", "w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if is_sealed(folder):
            return
        if Path(folder, SEAL).exists():
            _clear(package, folder)
        try:
            load_twin(package, folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        except Exception:  # what a process that was ended left there is of no use
            _clear(package, folder)
            load_twin(package, folder)
        seal(folder)


def _clear(package: str, folder: str) -> None:
    """Empty the cache folder, which stays this user's alone."""
    shutil.rmtree(folder, ignore_errors=True)
    cache_folder(package)


def end_with_parent() -> None:
    """End this process, whatever it is doing, when the other end of its standard input is closed or gone."""
    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)  # at once, in the midst of whatever the compiler does

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    if ATTENDED in sys.argv:
        end_with_parent()
    if hasattr(os, "nice"):
        os.nice(POLITE)
    gc.disable()  # the compiler makes little rubbish and this process does not live long
    fill_cache(sys.argv[1])
