"""Every notebook runs from top to bottom, stays small, imports surflab and defines nothing that another place could use."""
import ast
import copy
import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from panel.io.resources import CDN_DIST

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SCRIPTS = "application/vnd.holoviews_load.v0+json"  # what Panel puts into a notebook once, to show itself
MOST = 1_000_000  # bytes that all else may add to a saved notebook


def execute(book) -> None:
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()


def bare(book):
    """The notebook up to the cell that loads Panel."""
    first = copy.deepcopy(book)
    first.cells = first.cells[:1 + next(number for number, cell in enumerate(first.cells) if "pn.extension" in cell.source)]
    return first


def loads(outputs) -> list[int]:
    """How much script each output loads, in characters."""
    return [len(output["data"][SCRIPTS]) for output in outputs if SCRIPTS in output.get("data", {})]


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path):
    book = nbformat.read(path, as_version=4)
    loaded = bare(book)
    execute(loaded)
    execute(book)
    shown = [cell.outputs for cell in book.cells if cell.cell_type == "code" and "import" not in cell.source]
    assert all(shown)
    assert not [output for outputs in shown for output in outputs if CDN_DIST in output.get("data", {}).get("text/html", "")], "a notebook shows itself offline too"
    assert not any(map(loads, shown)), "what shows Panel is loaded by the first cell alone"
    assert len(nbformat.writes(book)) - len(nbformat.writes(loaded)) < MOST


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("cells", [
    ["import surflab", "game = surflab.SurfsUp()\ngame", "game", "game.compare()"],
    ["import panel as pn\nfrom surflab.surfs_up import charts\npn.extension(inline=True)", "import surflab\nsurflab.SurfsUp()"],
    ["import panel as pn\npn.extension(inline=True)", "import holoviews as hv\nimport surflab.measures", "hv.Curve([1, 2])"],
], ids=["a table before Panel is loaded", "charts before Panel is loaded", "an element of HoloViews alone"])
def test_what_shows_a_table_or_a_chart_is_loaded_once_whoever_comes_first(cells):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    execute(book)
    assert len([size for cell in book.cells for size in loads(cell.outputs) if size > MOST]) == 1
    assert "text/html" in json.dumps(book.cells[-1].outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_defines_nothing_and_keeps_no_output(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert not cell.outputs and cell.execution_count is None
            assert not [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
