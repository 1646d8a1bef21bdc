"""What is used of other libraries is public, so that their next release leaves it alone."""
import ast
import importlib
import inspect
import textwrap
from functools import cache

import holoviews as hv
import panel as pn
import pytest
from panel.custom import JSComponent
from panel.template import BaseTemplate, EditableTemplate

from surflab import serve, shell
from surflab.session import Checked

from .test_layers import DRAWING, MODULES, PACKAGE, dotted, imports

LIBRARIES = DRAWING | {"param"}
PROTOCOLS = {"_asdict", "_repr_html_", "_repr_mimebundle_"}  # of Python's named tuples and of IPython
HOOKS = {  # what a subclass may define or call, as the documentation of the library says
    JSComponent: {"_esm", "_handle_msg", "_send_msg", "_stylesheets"},
    Checked.__base__: {"_validate"},
}


GUARDED = {"_loaded", "_tornado"}  # what there is no public way to: read by `getattr`, with something to do where it is gone


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def attributes(tree: ast.AST) -> set[str]:
    """The private attributes that are read, called or set anywhere in a syntax tree."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_private(node.attr)}


@cache
def parsed(path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def is_own(node: ast.expr) -> bool:
    """Whether it is `self`, `cls` or `super()`."""
    return isinstance(node, ast.Name) and node.id in ("self", "cls") \
        or isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def names_made(path) -> set[str]:
    """The private names that a module of ours defines, in its classes and on `self` too."""
    nodes = list(ast.walk(parsed(path)))
    made = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    made |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return made | {node.attr for node in nodes
                   if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_own(node.value)}


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_no_module_reaches_into_a_private_attribute_of_a_library(path):
    own, _ = imports(path)
    homes = [PACKAGE.joinpath(*name.split(".")).with_suffix(".py") for name in own]
    known = PROTOCOLS.union(*(names_made(home) for home in [path, *homes] if home.exists()))
    reached = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute) and is_private(node.attr)
               and not is_own(node.value) and node.attr not in known]
    assert not [f"line {node.lineno}: {ast.unparse(node)}" for node in reached]


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_no_module_reaches_by_name_for_what_is_not_guarded(path):
    calls = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
             and node.func.id in ("getattr", "hasattr", "setattr", "delattr")]
    names = {part.value for call in calls for part in call.args[1:2] if isinstance(part, ast.Constant)}
    assert {*filter(is_private, names)} <= GUARDED


def test_websockets_of_ipv6_can_still_be_allowed(monkeypatch, aside):
    monkeypatch.setattr(serve, "origins", lambda address, port: [f"127.0.0.1:{port}", f"[::1]:{port}"])
    port = serve.free_port("127.0.0.1", 0)
    server = aside(lambda: serve.make_server("127.0.0.1", port, pages={"/": lambda: None}))
    aside(server.stop)
    assert server._tornado.websocket_origins == {f"127.0.0.1:{port}", f"[::1]:{port}"}


def test_without_bokehs_application_a_server_is_left_as_it_is():
    serve.allow_ipv6(object(), ["[::1]:80"])


@pytest.mark.parametrize("extension", [pn.extension, hv.extension], ids=["panel", "holoviews"])
def test_extensions_still_tell_whether_a_notebook_has_their_scripts(extension):
    assert extension._loaded in (True, False)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_no_module_imports_what_is_private(path):
    for node in ast.walk(parsed(path)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module, *(alias.name for alias in node.names)]
        assert not [name for name in names if any(map(is_private, name.split(".")))], f"line {node.lineno}"


def is_of_a_library(kind: type) -> bool:
    return kind.__module__.split(".")[0] in LIBRARIES


def classes(module) -> list[type]:
    """The classes that a module of ours derives from one of a library."""
    return [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__
            and any(map(is_of_a_library, kind.__mro__))]


@cache
def source(kind: type) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(kind)))


@cache
def private_names(kind: type) -> frozenset[str]:
    """The private names that a class defines or uses."""
    defined = {node.name for node in ast.walk(source(kind)) if isinstance(node, ast.FunctionDef)}
    set_there = {node.id for node in ast.walk(source(kind)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(filter(is_private, attributes(source(kind)) | defined | set_there))


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_a_class_shares_no_private_name_with_its_base_in_a_library(path):
    """It would override what the library calls, or call what the library may drop; only documented hooks are meant for that."""
    for kind in classes(importlib.import_module(f"surflab.{dotted(path)}")):
        allowed = PROTOCOLS.union(*(names for base, names in HOOKS.items() if issubclass(kind, base)))
        for base in filter(is_of_a_library, kind.__mro__):
            assert not private_names(kind) & private_names(base) - allowed, f"{kind.__name__} and {base.__name__}"


@pytest.mark.parametrize(("base", "name"), [(base, name) for base, names in HOOKS.items() for name in sorted(names)])
def test_every_hook_is_still_there(base, name):
    assert hasattr(base, name)


def test_panels_page_for_notebooks_loads_nothing_from_elsewhere():
    def sheets(template) -> set[str]:
        return {*template.resolve_resources(cdn=False)["css"].values()}

    assert EditableTemplate.resolve_resources is shell.resources_of_this_host

    class Panels(EditableTemplate):
        resolve_resources = BaseTemplate.resolve_resources

    left_out = sheets(Panels()) - sheets(EditableTemplate())
    assert sheets(EditableTemplate()) and left_out == {url for url in sheets(Panels()) if "://" in url}
    assert left_out, "Panel asks for no font any more: surflab.shell need not take it away"
