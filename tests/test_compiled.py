"""One source, two engines: what the decorators, the cache folder and `Engine` promise whatever the game."""
from __future__ import annotations

import importlib
import os
import stat
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from surflab import compiled
from surflab.compiled import Engine, cache_folder, record


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
    assert compiled.rule(count) is compiled.entry(count) is compiled.bot(count) is count


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


def test_a_user_without_a_home_plays_without_a_cache(monkeypatch):
    for name in ("SURFLAB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert cache_folder("surfs_up") == ""


def no_home():
    raise RuntimeError("Could not determine home directory.")


def test_the_plain_rules_are_looked_up_once(monkeypatch):
    engine = Engine("surfs_up")
    first = engine.plain
    monkeypatch.setattr(compiled, "_load", None)
    assert engine.plain is first is engine.current


def test_where_no_folder_can_be_made_there_is_no_cache(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SURFLAB_CACHE", str(tmp_path / "file"))
    assert cache_folder("surfs_up") == ""


# the compiled twin
@pytest.fixture
def twin(engine):
    """The decorators that compile."""
    return importlib.import_module("surflab._twin.compiled")


def double(number: int):
    """A rule of no game."""
    return 2 * number


@pytest.mark.parametrize("folder_is_private", [True, False])
def test_an_entry_compiles_with_a_cache_and_without_one(twin, cache_home, monkeypatch, folder_is_private):
    if not folder_is_private:
        monkeypatch.setattr(twin, "cache_folder", lambda package: "")
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
    build = SimpleNamespace(go=threading.Event(), twin=SimpleNamespace(rules="compiled rules"), calls=0)

    def load_twin(package):
        build.calls += 1
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


def test_the_plain_engine_is_the_package_itself():
    from surflab.surfs_up import bots, rules

    plain = Engine("surfs_up").plain
    assert plain.rules is rules and plain.bots is bots
