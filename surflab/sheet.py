"""Forms drawn by description: fields of a few kinds, the values that each takes, and the component that shows them.

Knows no game. Values are plain; whatever comes from a browser passes `Field.takes` before anybody looks at it.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import param

from . import style
from .board import HERE, script
from .component import Component

MOST_CARDS = 99  # cards that a list may hold


@dataclass(frozen=True)
class Field:
    """One thing that a form asks for, by its kind:

    "text" a str of at most `most` characters; "number" a whole number from `least` to `most`, or None with `may_be_none`;
    "choice" one of `options`; "cards" a list of `options`, of which each may stand there more than once;
    "places" for each of `options` one of `places`.
    """

    key: str
    label: str
    kind: str
    options: Sequence[str] = ()
    places: Sequence[str] = ()
    least: int = 0
    most: int = 40
    may_be_none: bool = False
    words: Mapping[str, str] = field(default_factory=dict)  # how an option or a place is shown, where not by itself
    colours: Mapping[str, str] = field(default_factory=dict)  # of options
    hint: str = ""
    wide: bool = False

    def takes(self, value) -> bool:
        """Whether the value is one that this field can hold."""
        if self.kind == "text":
            return isinstance(value, str) and len(value) <= self.most
        if self.kind == "number":
            return self.may_be_none and value is None or type(value) is int and self.least <= value <= self.most
        if self.kind == "choice":
            return isinstance(value, str) and value in self.options
        if self.kind == "cards":
            return isinstance(value, list) and len(value) <= MOST_CARDS and all(
                isinstance(card, str) and card in self.options for card in value)
        return isinstance(value, dict) and list(value) == list(self.options) and all(
            isinstance(place, str) and place in self.places for place in value.values())

    def view(self, value) -> dict:
        """The field in plain values, as `sheet.js` draws it."""
        return {"key": self.key, "label": self.label, "kind": self.kind, "options": list(self.options), "places": list(self.places),
                "least": self.least, "most": self.most, "none": self.may_be_none, "words": dict(self.words),
                "colours": dict(self.colours), "hint": self.hint, "wide": self.wide, "value": value}


@dataclass(frozen=True)
class Section:
    """Fields under a title; those of a `seat` (its number) wear its mark and colour."""

    title: str
    fields: Sequence[Field]
    key: str = ""
    seat: int | None = None
    hint: str = ""
    folded: bool = False  # shown only when somebody unfolds it

    def view(self, values: Mapping) -> dict:
        look = None if self.seat is None else style.SEATS[self.seat]
        return {"title": self.title, "key": self.key, "hint": self.hint, "mark": look and look.mark, "ink": look and look.ink,
                "folded": self.folded, "fields": [field.view(values[field.key]) for field in self.fields]}


class Sheet(Component):
    """Draws a form and has its `actor` do what a person does with it: `set`, `take_moment`, `take_text`, `leave`, `start`."""

    view = param.Dict(default={}, doc="What is drawn.")
    turn = param.Integer(default=0, doc="Counts how often the form was filled by something else than the person's own hand.")
    actor = None

    _esm = script(HERE / "sheet.js")
    _stylesheets = [(HERE / "sheet.css").read_text(encoding="utf-8")]

    def __init__(self, actor, **params):
        self.actor = actor
        super().__init__(sizing_mode="stretch_width", margin=0, **params)

    ACTS = {
        "set": (lambda form, key, value: form.set(key, value), {"key": str, "value": str | int | list | dict | None}),
        "moment": (lambda form, hidden: form.take_moment(bool(hidden)), {"value": bool | None}),
        "text": (lambda form, text: form.take_text(text), {"value": str}),
        "leave": (lambda form: form.leave(), {}), "start": (lambda form: form.start(), {}),
    }
