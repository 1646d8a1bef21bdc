"""One source, two engines: what the decorators, the cache folder and `Engine` promise whatever the game."""
from __future__ import annotations

import importlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from surflab import compiled
from surflab.compiled import PATIENCE, SEAL, Engine, cache_folder, is_sealed, record, seal


# records
@pytest.mark.parametrize("name", ["round", "size", "sum", "copy", "min", "T"])
def test_a_record_refuses_a_field_that_numpy_hides(name):
    with pytest.raises(NameError, match=name):
        record([("seats", np.int64), (name, np.int64)])


def test_a_records_fields_are_read_by_name_in_any_depth():
    inner = record([("respect", np.int64, 6)])
    rows = np.zeros(2, record([("table", inner), ("seed", np.int64)]))
    rows[1].table.respect[3] = 4
    assert rows["table"]["respect"][1].tolist() == [0, 0, 0, 4, 0, 0] and rows[0].table.respect[3] == 0


def test_decorators_leave_plain_python_alone():
    def count(seats: int):
        return seats
    assert compiled.rule(count) is compiled.unit(count) is compiled.entry(count) is compiled.bot(count) is count


# the cache folder
@pytest.fixture
def cache_home(tmp_path, monkeypatch):
    """An empty place named by SURFLAB_CACHE."""
    monkeypatch.setenv("SURFLAB_CACHE", str(tmp_path))
    return tmp_path


def test_the_cache_folder_is_ours_alone(cache_home):
    folder = Path(cache_folder("surfs_up"))
    assert folder.parent == cache_home / "surflab"
    assert [stat.S_IMODE(place.stat().st_mode) & 0o022 for place in (folder, folder.parent)] == [0, 0]


def test_a_loose_umask_does_not_cost_the_cache(cache_home):
    """Where new folders are writable for the group by default, the cache's own are made private nevertheless."""
    kept = os.umask(0o002)
    try:
        assert cache_folder("surfs_up")
    finally:
        os.umask(kept)
    assert cache_folder("surfs_up")


def test_the_cache_folder_changes_with_sources_and_with_options_of_numba(cache_home, tmp_path, monkeypatch):
    before = cache_folder("surfs_up")
    monkeypatch.setenv("NUMBA_OPT", "2")
    with_option = cache_folder("surfs_up")
    (tmp_path / "game").mkdir()
    for name in ("compiled.py", "randomness.py", "game/rules.py"):
        (tmp_path / name).write_text("LIMIT = 4")
    monkeypatch.setattr(compiled, "HOME", tmp_path)
    one, other = cache_folder("game"), cache_folder("other")
    (tmp_path / "game" / "rules.py").write_text("LIMIT = 5")
    assert len({before, with_option, one, other, cache_folder("game")}) == 5
    assert cache_folder("other") == other, "a change of one game leaves the other's compiled code in use"


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
@pytest.mark.parametrize("part", ["folder", "parent"])
def test_a_cache_folder_that_others_may_write_to_is_refused(cache_home, part, mode):
    folder = Path(cache_folder("surfs_up"))
    (folder if part == "folder" else folder.parent).chmod(mode)
    assert cache_folder("surfs_up") == ""


def test_a_cache_folder_that_somebody_else_owns_is_refused(cache_home, monkeypatch):
    assert cache_folder("surfs_up")
    monkeypatch.setattr(os, "getuid", lambda: os.stat(cache_home).st_uid + 1)
    assert cache_folder("surfs_up") == ""


def test_the_plain_rules_are_looked_up_once(monkeypatch):
    engine = Engine("surfs_up")
    first = engine.plain
    monkeypatch.setattr(compiled, "_load", None)
    assert engine.plain is first is engine.current


def test_where_no_folder_can_be_made_there_is_no_cache(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SURFLAB_CACHE", str(tmp_path / "file"))
    assert cache_folder("surfs_up") == ""


@pytest.mark.parametrize("home", ["nobody's", "not writable"])
def test_without_a_home_the_cache_is_a_private_folder_among_temporary_ones(home, tmp_path, monkeypatch):
    def nobodys():
        raise RuntimeError("Could not determine home directory.")
    for name in ("SURFLAB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(Path, "home", nobodys if home == "nobody's" else lambda: tmp_path / "file")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder = Path(cache_folder("surfs_up"))
    assert folder.parent.parent == tmp_path
    assert [stat.S_IMODE(place.stat().st_mode) & 0o077 for place in (folder, folder.parent)] == [0, 0]
    folder.parent.chmod(0o777)
    assert cache_folder("surfs_up") == ""


@pytest.mark.parametrize("what", ["version", "get_host_cpu_name"])
def test_what_another_compiler_or_another_processor_made_is_not_used(what, cache_home, monkeypatch):
    before = cache_folder("surfs_up")
    compiled._compiler.cache_clear()
    place = "surflab.compiled" if what == "version" else "llvmlite.binding"
    monkeypatch.setattr(f"{place}.{what}", lambda *_: "other")
    try:
        assert cache_folder("surfs_up") != before
    finally:
        compiled._compiler.cache_clear()


# what lies in it
@pytest.fixture
def sealed(cache_home):
    """A cache folder in which everything lies as it should."""
    folder = Path(cache_folder("surfs_up"))
    (folder / "modules").mkdir()
    for name in ("rules.step.nbi", "rules.step.1.nbc", "rules.start.nbi", "rules.start.1.nbc"):
        (folder / "modules" / name).write_bytes(os.urandom(500))
    seal(str(folder))
    return folder


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:200])


def fill_with_garbage(file: Path) -> None:
    file.write_bytes(os.urandom(500))


DAMAGES = [truncate, fill_with_garbage, Path.unlink]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("file", ["modules/rules.step.nbi", "modules/rules.start.1.nbc", SEAL])
def test_a_damaged_cache_is_noticed_before_anything_of_it_is_run(damage, file, sealed):
    assert is_sealed(str(sealed))
    damage(sealed / file)
    assert not is_sealed(str(sealed))


def test_a_cache_with_something_foreign_in_it_is_not_whole(sealed):
    (sealed / "modules" / "rules.more.1.nbc").write_bytes(b"")
    assert not is_sealed(str(sealed))


def test_an_empty_cache_and_one_that_is_gone_are_not_whole(cache_home):
    folder = cache_folder("surfs_up")
    assert not is_sealed(folder)
    seal(folder)
    assert not is_sealed(folder)
    shutil.rmtree(folder)
    assert not is_sealed(folder)


# the compiled twin
@pytest.fixture
def twin(engine):
    """The decorators that compile."""
    return importlib.import_module("surflab._twin.compiled")


def double(number: int):
    """A rule of no game."""
    return 2 * number


@pytest.mark.parametrize("folder_is_private", [True, False])
def test_an_entry_compiles_with_a_cache_and_without_one(twin, cache_home, folder_is_private):
    twin.begin(str(cache_home / "engine") if folder_is_private else "")
    entry = twin.entry(double)
    if not _compiles():
        assert entry is double
        return
    twin.build()
    assert entry(21) == 42 and len(entry.signatures) == 1
    with pytest.raises(TypeError):
        entry("21")
    kept = list(cache_home.rglob("*.nbc"))
    assert bool(kept) == folder_is_private


def test_compiled_entries_accept_nothing_but_what_they_are_annotated_with(engine):
    """No call in the middle of a game may start a compilation of half a minute."""
    if _compiles():
        assert engine.rules.step.signatures and not engine.rules.step._can_compile


def _compiles() -> bool:
    return os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


# the engine
@pytest.fixture
def slow_build(monkeypatch):
    """Compiling lasts until `go` is set and then gives `twin`, or raises it."""
    build = SimpleNamespace(go=threading.Event(), twin=SimpleNamespace(rules="compiled rules"), calls=0, order=[])

    def load_twin(package, folder=""):
        build.calls += 1
        build.order.append(package)
        build.go.wait(10)
        if isinstance(build.twin, Exception):
            raise build.twin
        return build.twin
    monkeypatch.setattr(compiled, "load_twin", load_twin)
    monkeypatch.setattr(compiled, "cache_folder", lambda package: "")
    yield build
    build.go.set()


def test_play_starts_on_plain_python_and_goes_over_to_the_compiled_rules(slow_build):
    engine = Engine("surfs_up")
    assert engine.state == "cold" and engine.current.rules is engine.plain.rules
    engine.warm_up()
    assert engine.state == "compiling" and engine.current.rules is engine.plain.rules
    slow_build.go.set()
    assert engine.compiled() is slow_build.twin
    assert engine.state == "ready" and engine.current is slow_build.twin and engine.error == ""


def test_an_engine_compiles_once_however_often_it_is_asked(slow_build):
    engine = Engine("surfs_up")
    for _ in range(5):
        engine.warm_up()
    slow_build.go.set()
    assert engine.compiled() is engine.compiled() and slow_build.calls == 1


def test_when_compiling_fails_plain_python_stays_in_use(slow_build):
    slow_build.twin = ValueError("no such type")
    slow_build.go.set()
    engine = Engine("surfs_up")
    with pytest.raises(RuntimeError, match="surfs_up did not compile: ValueError: no such type"):
        engine.compiled()
    assert engine.state == "failed" and engine.error == "ValueError: no such type"
    assert engine.current.rules is engine.plain.rules
    engine.warm_up()
    assert engine.state == "failed" and slow_build.calls == 1


def test_where_nothing_can_be_kept_that_is_said_once(slow_build, caplog):
    slow_build.go.set()
    engine = Engine("surfs_up")
    assert engine.compiled() is engine.compiled()
    if _compiles():
        assert [record.getMessage() for record in caplog.records] == [
            "The rules of surfs_up are compiled for this run alone: "
            "no folder can be written to by you alone, SURFLAB_CACHE names one."]


def test_an_engine_that_somebody_waits_for_comes_before_those_compiled_ahead(slow_build):
    first, ahead, wanted = (Engine(name) for name in ("surfs_up", "surfin_cats", "wanted"))
    first.warm_up(ahead=True)
    ahead.warm_up(ahead=True)
    wanted.warm_up()
    slow_build.go.set()
    assert wanted.compiled() is ahead.compiled() is first.compiled()
    assert slow_build.order.index("wanted") < slow_build.order.index("surfin_cats")


# what lies ready on disk
@pytest.fixture
def kept(monkeypatch):
    """An engine that lies on disk, whole or not as `whole` says, and can be loaded or not as `twin` says."""
    disk = SimpleNamespace(whole=True, twin=SimpleNamespace(rules="compiled rules"), loads=[])

    def load_twin(package, folder=""):
        disk.loads.append(folder)
        if folder and isinstance(disk.twin, Exception):
            raise disk.twin
        return disk.twin if folder else SimpleNamespace(rules="compiled here")
    monkeypatch.setattr(compiled, "load_twin", load_twin)
    monkeypatch.setattr(compiled, "cache_folder", lambda package: "/nowhere/at all")
    monkeypatch.setattr(compiled, "is_sealed", lambda folder: disk.whole)
    monkeypatch.setattr(compiled, "_jit", lambda: True)
    return disk


def test_much_use_takes_the_engine_that_lies_ready_on_disk(kept):
    engine = Engine("surfs_up")
    used = [engine.current for _ in range(PATIENCE + 1)]
    assert used[0] is engine.plain and used[-1] is engine.compiled() is kept.twin
    assert engine.state == "ready" and kept.loads == ["/nowhere/at all"]


def test_much_use_never_compiles(kept):
    kept.whole = False
    engine = Engine("surfs_up")
    assert all(engine.current is engine.plain for _ in range(3 * PATIENCE))
    assert engine.state == "cold" and not kept.loads


def test_a_cache_that_cannot_be_loaded_is_dropped_and_named(kept, caplog, monkeypatch):
    dropped = []
    monkeypatch.setattr(shutil, "rmtree", lambda folder, **_: dropped.append(folder))
    kept.twin = ValueError("no such index")
    engine = Engine("surfs_up")
    assert engine.compiled().rules == "compiled here" and engine.state == "ready"
    assert dropped == ["/nowhere/at all"]
    assert [record.getMessage() for record in caplog.records] == [
        "The compiled rules in /nowhere/at all cannot be loaded (no such index), so they are compiled anew."]


def test_much_use_of_a_cache_that_cannot_be_loaded_goes_on(kept, monkeypatch):
    monkeypatch.setattr(shutil, "rmtree", lambda folder, **_: None)
    kept.twin = ValueError("no such index")
    engine = Engine("surfs_up")
    for _ in range(PATIENCE + 1):
        assert engine.current.rules
    assert engine.compiled().rules == "compiled here"


def test_the_plain_engine_is_the_package_itself():
    from surflab.surfs_up import bots, rules

    plain = Engine("surfs_up").plain
    assert plain.rules is rules and plain.bots is bots


# real processes, and a game of one rule
RULES = """
from __future__ import annotations

import os
import time

import numpy as np

from ..compiled import Ints, entry, unit

if __name__.startswith("surflab._twin") and {slow}:
    open(os.environ["STARTED"], "w").close()
    time.sleep(600)

@unit
def add(numbers: Ints, sums: Ints):
    for number in numbers:
        sums[0] += number

@entry
def total(numbers: Ints):
    sums = np.zeros(1, np.int64)
    add(numbers, sums)
    return sums[0]
"""
PLAY = """
import sys
from surflab.compiled import Engine
{before}
engine = Engine("quick")
print(engine.compiled().rules.total(__import__("numpy").arange(5)), engine.state)
"""


@pytest.fixture
def lab(tmp_path):
    """A package of this name with two games, one quick to compile and one slow; `run` runs a script with it."""
    if not _compiles():
        pytest.skip("nothing is compiled")
    home, cache = tmp_path / "surflab", tmp_path / "cache"
    cache.mkdir()
    for folder in (home, home / "quick", home / "slow"):
        folder.mkdir()
        (folder / "__init__.py").touch()
    for name in ("compiled.py", "randomness.py"):
        shutil.copy(compiled.HOME / name, home)
    for name in ("quick", "slow"):
        (home / name / "rules.py").write_text(RULES.format(slow=name == "slow"))
    started = tmp_path / "started"
    environment = os.environ | {"SURFLAB_CACHE": str(cache), "PYTHONPATH": str(tmp_path), "STARTED": str(started)}

    def start(script: str) -> subprocess.Popen:
        return subprocess.Popen([sys.executable, "-c", script], env=environment, cwd=tmp_path, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(script: str) -> tuple[str, str]:
        with start(script) as process:
            out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        return out.strip(), err.strip()
    return SimpleNamespace(start=start, run=run, cache=cache, started=started)


def test_a_unit_is_compiled_by_itself_and_called(lab):
    assert lab.run(PLAY.format(before="")) == ("10 ready", "")
    assert [len(list(lab.cache.rglob(f"*.{name}-*.nbc"))) for name in ("add", "total")] == [1, 1]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["add-*.nbc", "total-*.nbi", SEAL])
def test_a_damaged_cache_is_compiled_anew_and_then_whole(kind, damage, lab):
    assert lab.run(PLAY.format(before="")) == ("10 ready", "")
    damage(next(lab.cache.rglob(f"*{kind}")))
    answer, said = lab.run(PLAY.format(before=""))
    assert answer == "10 ready"
    assert (str(lab.cache) in said and "damaged" in said) or (kind == SEAL and damage is Path.unlink and not said)
    assert lab.run(PLAY.format(before="")) == ("10 ready", "")


def test_two_places_with_the_same_sources_leave_each_others_code_alone(lab, tmp_path):
    assert lab.run(PLAY.format(before="")) == ("10 ready", "")
    shutil.copytree(tmp_path / "surflab", tmp_path / "elsewhere" / "surflab")
    there = f"import sys\nsys.path.insert(0, {str(tmp_path / 'elsewhere')!r})"
    for before in (there, "", there):
        assert lab.run(before + PLAY.format(before="")) == ("10 ready", "")
    assert len(list(lab.cache.rglob(SEAL))) == 2


def test_a_disk_that_is_full_costs_the_cache_alone(lab):
    resource = pytest.importorskip("resource")
    assert resource
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))"  # no file can be larger
    answer, said = lab.run(PLAY.format(before=full))
    assert answer == "10 ready"
    assert said.count("compiled for this run alone") == 1 and str(lab.cache) in said
    assert lab.run(PLAY.format(before="")) == ("10 ready", ""), "once there is room again the cache is filled"


@pytest.mark.parametrize("end", ["kill", "terminate", "interrupt"])
def test_what_compiles_ends_with_the_process_that_wants_it(end, lab):
    fcntl = pytest.importorskip("fcntl")
    interruptible = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background job is not
    server = lab.start(interruptible + "import time\nfrom surflab.compiled import Engine\nEngine('slow').warm_up()\ntime.sleep(600)")
    _until(lab.started.exists)
    server.send_signal({"kill": signal.SIGKILL, "terminate": signal.SIGTERM, "interrupt": signal.SIGINT}[end])
    server.communicate(timeout=60)
    with open(next(lab.cache.rglob("*.lock"))) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # held as long as anybody compiles


def test_a_game_that_is_opened_does_not_wait_for_one_that_is_not(lab):
    script = f"""
import os, time
from surflab.compiled import Engine
slow = Engine("slow")
slow.warm_up(ahead=True)
while not os.path.exists({str(lab.started)!r}):
    time.sleep(0.05)
{PLAY.format(before="")}
print(slow.state)
"""
    assert lab.run(script) == ("10 ready\ncompiling", "")


def _until(holds) -> None:
    """Wait until something holds."""
    for _ in range(6000):
        if holds():
            return
        threading.Event().wait(0.02)
    raise AssertionError("it never came to that")
