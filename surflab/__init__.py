"""A strategy lab for two board games of simultaneous choices, Surf's Up! and Surfin' Cats.

What is named in `__all__` is imported only when it is first used.
"""
from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "SurfsUp": "surfs_up.session",
    "SurfinCats": "surfin_cats.session",
    "simulate": "simulation",
    "strengths": "simulation",
    "analyze": "analysis",
    "review": "analysis",
    "apportion": "analysis",
    "turning_points": "analysis",
    "load": "records",
    "save": "records",
}
__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"surflab has no {name!r}; it has {', '.join(_HOMES)}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_HOMES})
