"""All that a page would send to a browser, to look for what must not be in it."""
import re

from bokeh.model import Model

LOOK = ("name", "esm", "stylesheets", "bundle")  # what says how things are drawn


def sent(shown) -> list[str]:
    """Every value of every model of what is shown, as text, whatever it is called; in an order of its own."""
    root = shown.__panel__().get_root()
    return sorted(re.sub(r"\bid='[^']*'|p\d+", "", f"{type(model).__name__}.{name}: {value!r}")
                  for model in (*root.references(), *data_of(root)) for name, value in model.properties_with_values().items()
                  if name not in LOOK and not isinstance(value, Model))


def data_of(root) -> list[Model]:
    """The models that hold the parameters of components."""
    return [model.data for model in root.references() if isinstance(getattr(model, "data", None), Model)]
