"""What may import what, and what stays out until it is needed."""
import ast
import subprocess
import sys
from pathlib import Path

import pytest

import surflab

PACKAGE = Path(surflab.__file__).parent
GAMES = ("surfs_up", "surfin_cats")

# Each module imports only from the lines above its own; "game." stands for either game's package.
LAYERS = """
comments
compiled toml text_lines typed stats style rulings pages terminal slices addresses
moments
card_files randomness seats
records course
game.rules game.card_kinds
game.cards game.odds
game.bots
game.batch
game.rollouts game.variant
game.fate game.solver
game.position
game.game game.position_writer
game.story game.simulation game.listed_chance game.weighing game.endings
game.line_reader
game.line_writer
game.record
analysis simulation
thinking
game.analysis game.simulation
session
study
tracks keeping links
game.session
jobs
component
shell
board measures start_page rules_page
comparison live_chart luck_chart notice outcomes sheet tabs
advice files position_form sharing tree
cards_page keeper table_page table_setup
session_page
game.charts game.table game.setup game.position_form
game.view
game.page
serve
cli
__main__
"""
RANK = {name: rank for rank, line in enumerate(LAYERS.strip().splitlines()) for name in line.split()}
ABOVE_PARAM = RANK["session"]
ABOVE_PANEL = RANK["jobs"]
DRAWING = {"panel", "panel_material_ui", "holoviews", "bokeh"}

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")


def dotted(path: Path) -> str:
    """The name of a module below surflab: "surfs_up.rules"."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def rank(name: str) -> int:
    """How high a module stands; "surfs_up.rules" stands where "game.rules" does."""
    package, _, module = name.rpartition(".")
    known = f"game.{module}" if package in GAMES else name
    assert known in RANK, f"{name} stands in no layer: give it one in LAYERS"
    return RANK[known]


def imports(path: Path) -> tuple[set[str], set[str]]:
    """The modules of surflab that a file imports, wherever in it, and the top names of all else that it imports."""
    own, others = set(), set()
    package = dotted(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            others |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            others.add(node.module.split(".")[0])
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
            for alias in node.names:
                whole = [*base, alias.name]
                own.add(".".join(whole if PACKAGE.joinpath(*whole).with_suffix(".py").exists() else base))
    return own - {""}, others


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_modules_import_only_from_below(path):
    name = dotted(path)
    own, others = imports(path)
    wrong = {other for other in own if rank(other) >= rank(name)}
    assert not wrong, f"{name} may not import {wrong}"
    assert "surflab" not in others, "inside the package imports are relative"
    if rank(name) < ABOVE_PARAM:
        assert "param" not in others
    if rank(name) < ABOVE_PANEL and name != "style":
        assert not DRAWING & others
    assert "numba" not in others or name == "compiled"


@pytest.mark.parametrize("game", GAMES)
def test_the_games_never_import_each_other(game):
    for path in (PACKAGE / game).glob("*.py"):
        own, _ = imports(path)
        assert not {name for name in own if name.split(".")[0] in set(GAMES) - {game}}, path


@pytest.mark.parametrize("name", ["style", "pages"])
def test_the_look_is_plain_data(name):
    assert not DRAWING & modules_after(f"import surflab.{name}")


def modules_after(code: str) -> set[str]:
    """The top names of the modules that a new Python has loaded after running some code."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in run.stdout.split()}


def test_import_surflab_is_light():
    heavy = {"panel", "holoviews", "bokeh", "param", "numba", "pandas", "numpy"}
    assert not heavy & modules_after("import surflab, surflab.cli, surflab.serve")


def test_play_needs_no_compiler_and_no_drawing():
    loaded = modules_after("import surflab; table = surflab.SurfsUp(); table.play('3')")
    assert not loaded & (DRAWING | {"numba"})


def test_names_of_the_package_come_when_asked_for():
    assert surflab.SurfsUp.__module__ == "surflab.surfs_up.session"
    assert set(surflab.__all__) <= set(dir(surflab))
    with pytest.raises(AttributeError, match="no 'Surfboard'"):
        surflab.Surfboard  # noqa: B018
