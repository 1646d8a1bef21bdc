"""What is built to be installed: nothing is missing, and the Pythons that it is for stand in one place."""
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.specifiers import SpecifierSet

import surflab

pytestmark = pytest.mark.source
ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))


# what is built
def build(folder: Path, out: Path) -> SimpleNamespace:
    """The `wheel` and the `sdist` that are built of a source tree."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", out], cwd=folder, check=True, capture_output=True)
    return SimpleNamespace(wheel=next(out.glob("*.whl")), sdist=next(out.glob("*.tar.gz")))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("built"))


def files(*folders: str) -> set[str]:
    """All files of folders of the source tree, as a wheel or an sdist names them."""
    found = {path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()}
    return {path.as_posix() for path in found if not {"__pycache__", ".ipynb_checkpoints"} & {*path.parts}}


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built):
    with zipfile.ZipFile(built.wheel) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == files("surflab")


def test_the_wheel_says_what_it_is(built):
    with zipfile.ZipFile(built.wheel) as wheel:
        about = f"surflab-{surflab.__version__}.dist-info"
        said = message_from_bytes(wheel.read(f"{about}/METADATA"))
        assert b"surflab = surflab.cli:main" in wheel.read(f"{about}/entry_points.txt")
    assert (said["Name"], said["Version"]) == ("surflab", surflab.__version__)
    assert SpecifierSet(said["Requires-Python"]) == SpecifierSet(PROJECT["requires-python"])


def test_the_sdist_is_the_whole_source_tree(built, tmp_path):
    """Its tests can run, and the wheel that is built of it is the same to the last byte."""
    with tarfile.open(built.sdist) as sdist:
        sdist.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    held = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    whole = files(".ci", "dashboards", "notebooks", "surflab", "tests") | {"pyproject.toml", "README.md"}
    assert held == whole | {"PKG-INFO", ".gitignore"}
    assert build(unpacked, tmp_path / "again").wheel.read_bytes() == built.wheel.read_bytes()


# the Pythons
def test_one_list_of_pythons():
    allowed = SpecifierSet(PROJECT["requires-python"])
    assert PYTHONS == [f"3.{minor}" for minor in range(40) if f"3.{minor}" in allowed]
    *others, newest = PYTHONS
    assert f"Python {', '.join(others)} or {newest} is needed," in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def machine(tmp_path):
    """`machine(path=[...], pyenv=[...])` gives what dashboards/pythons lists where these names stand for this Python.

    The other Pythons on the PATH are pyenv's shims, which fail when they are called.
    """
    def listed(path=(), pyenv=()) -> list[list[str]]:
        for tool in ("bash", "dirname", "sed", "sort"):
            _link(tmp_path / "bin" / tool, shutil.which(tool))
        for name in ("python", "python3", *(f"python{version}" for version in PYTHONS)):
            if name in path:
                _link(tmp_path / "bin" / name, sys.executable)
            else:
                (tmp_path / "bin" / name).write_text("#!/bin/sh\necho 'pyenv: command not found' >&2\nexit 127\n")
                (tmp_path / "bin" / name).chmod(0o755)
        for version in pyenv:
            _link(tmp_path / "pyenv" / "versions" / version / "bin" / "python", sys.executable)
        run = subprocess.run(["bash", ROOT / "dashboards" / "pythons"], capture_output=True, text=True, check=True,
                             env={"PATH": str(tmp_path / "bin"), "PYENV_ROOT": str(tmp_path / "pyenv")})
        return [line.replace(str(tmp_path), "").split(" ") for line in run.stdout.splitlines()]

    return listed


def _link(place: Path, target: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(os.path.realpath(target))


THIS = "{}.{}".format(*sys.version_info)


def test_a_python_below_pyenv_is_found_although_its_shims_fail(machine):
    assert machine(pyenv=[f"{THIS}.7"]) == [[THIS, f"/pyenv/versions/{THIS}.7/bin/python"]]


def test_a_python_on_the_path_comes_first(machine):
    listed = machine(path=["python3"], pyenv=[f"{THIS}.7"])
    assert listed == [[THIS, "/bin/python3"], [THIS, f"/pyenv/versions/{THIS}.7/bin/python"]]


def test_without_a_python_none_is_listed(machine):
    assert machine() == []


def test_a_python_that_is_not_for_it_is_not_listed(tmp_path):
    (tmp_path / "dashboards").mkdir()
    shutil.copy(ROOT / "dashboards" / "pythons", tmp_path / "dashboards")
    for version, listed in ((THIS, f"{THIS} {sys.executable}\n"), ("3.1", "")):
        (tmp_path / "pyproject.toml").write_text(f'classifiers = ["Programming Language :: Python :: {version}"]')
        run = subprocess.run(["bash", tmp_path / "dashboards" / "pythons", sys.executable], capture_output=True, text=True)
        assert (run.returncode, run.stdout) == (0, listed)
