"""What a page has to tell a person, to stay until it is closed."""
from __future__ import annotations

import param

from .board import HERE, script
from .component import Component


class Notice(Component):
    """A sentence at the head of a page, with a button that puts it away."""

    said = param.String(default="", doc="The sentence; empty while there is nothing to tell.")
    waits = param.Boolean(default=False, doc="Whether the sentence is of a wait, for what comes in place of what stands on the page.")

    _esm = script(HERE / "notice.js")
    _stylesheets = [(HERE / "notice.css").read_text(encoding="utf-8")]

    def __init__(self, **params):
        super().__init__(**{"sizing_mode": "stretch_width", "margin": 0} | params)

    def say(self, sentence: str) -> None:
        self.param.update(said=sentence, waits=False)

    def wait(self, sentence: str) -> None:
        self.param.update(said=sentence, waits=True)

    def close(self) -> None:
        self.said = ""

    ACTS = {"close": (close, {})}
