"""A strategy lab for two board games of simultaneous choices, Surf's Up! and Surfin' Cats.

What is named in `__all__` is imported only when it is first used.
"""
from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "SurfsUp": "surfs_up.session.SurfsUp",
    "SurfinCats": "surfin_cats.session.SurfinCats",
    "SurfsUpCards": "surfs_up.cards.CardSet",
    "SurfinCatsCards": "surfin_cats.cards.CardSet",
    "simulate": "simulation.simulate",
    "strengths": "simulation.strengths",
    "analyze": "analysis.analyze",
    "review": "analysis.review",
    "apportion": "analysis.apportion",
    "turning_points": "analysis.turning_points",
    "load": "records.load",
    "save": "records.save",
}
__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"surflab has no {name!r}; it has {', '.join(_HOMES)}")
    home, _, there = _HOMES[name].rpartition(".")
    value = getattr(import_module(f"{__name__}.{home}"), there)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_HOMES})
