"""Every notebook runs from top to bottom, imports surflab and defines nothing that another place could use."""
import ast
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from panel.io.resources import CDN_DIST

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path):
    book = nbformat.read(path, as_version=4)
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()
    shown = [cell.outputs for cell in book.cells if cell.cell_type == "code" and "import" not in cell.source]
    assert all(shown)
    assert not [output for outputs in shown for output in outputs if CDN_DIST in output.get("data", {}).get("text/html", "")], "a notebook shows itself offline too"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_defines_nothing_and_keeps_no_output(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert not cell.outputs and cell.execution_count is None
            assert not [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
