"""Whatever a browser sends, no component of ours fails: what it does not expect is left alone."""
from importlib import import_module
from pkgutil import walk_packages

import numpy as np
import panel_material_ui as pmui
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import surflab
from surflab.component import LONGEST, Component, is_of
from surflab.pages import places

ODD = [None, True, -1, 0, 1, 2**63, 2.5, float("nan"), float("inf"), "", "main", "self", "<b>", "x" * (LONGEST + 1), "9" * 5000, "²", b"", [], ["main"],
       {}, {"act": "go"}, np.zeros(3)]
JSON = st.recursive(st.sampled_from(ODD) | st.integers() | st.text(max_size=20), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
    st.text(max_size=8), inner, max_size=3), max_leaves=6)


def shown_by(module: str) -> list[Component]:
    """The components of a page, with what its buttons open."""
    page = import_module(module).page()
    parts = [*page.main, *page.header, *page.sidebar]
    for button in [button for part in parts for button in part.select(pmui.Button)]:
        button.clicks += 1
    for part in parts:
        for dialog in part.select(pmui.Dialog):
            dialog.open = False
    return [component for part in parts for component in part.select(Component)]


@pytest.fixture(scope="module")
def components() -> list[Component]:
    return [component for place in places() for component in shown_by(place.module)]


def classes() -> set[type]:
    """All classes of components that the package has and that no other is made from."""
    for module in walk_packages(surflab.__path__, "surflab."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found, waiting = set(), [Component]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found |= {each for each in below if not each.__subclasses__() and each.__module__.startswith("surflab.")}
    return found


def test_every_class_of_components_is_tried(components):
    assert {type(component) for component in components} >= {each for each in classes() if each.ACTS}


def messages(acts):
    """Messages for a component: any data, and its own acts with any parts, and with parts of the right kinds."""
    parts = {part for _, kinds in acts.values() for part in kinds} | {"turn"}
    own = st.fixed_dictionaries({"act": st.sampled_from(sorted(acts))}, optional={part: JSON for part in parts})
    typed = [st.fixed_dictionaries({"act": st.just(name), **{part: st.sampled_from([odd for odd in ODD if is_of(odd, kind)] + [None])
                                                             for part, kind in kinds.items()}}) for name, (_, kinds) in acts.items()]
    return st.one_of(JSON, own, *typed) if acts else JSON


@settings(max_examples=15, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.data())
def test_no_message_fails(components, data):
    for component in components:
        message = data.draw(messages(component.ACTS))
        component._handle_msg(message)


@pytest.mark.parametrize("value, kind, fits", [(1, int, True), (True, int, False), (True, bool, True), (None, str | None, True), ("x", str | None, True),
                                               (1.0, int, False), (np.int64(1), int, False), ("x" * (LONGEST + 1), str, False), ([], list, True)])
def test_a_part_is_of_exactly_its_kind(value, kind, fits):
    assert is_of(value, kind) == fits
