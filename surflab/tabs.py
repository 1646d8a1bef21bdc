"""Panels in one place of a page, of which a tab each chooses the one that is seen. Knows no game."""
from __future__ import annotations

from collections.abc import Sequence

import panel as pn
import param
from panel.custom import Children, JSComponent

from .board import HERE, script


class Tabs(JSComponent):
    """Panels under a row of tabs. A panel is a Viewer with a `title` and `show()`, which draws it as things stand.

    Only the panel that is seen is drawn: on `show`, and when its tab is chosen. One that has work to leave when it is not
    seen any more has `hide()`.
    """

    titles = param.List(default=[], item_type=str, constant=True)
    chosen = param.Integer(default=0, bounds=(0, None), doc="The number of the panel that is seen.")
    panels = Children(default=[])

    _esm = script(HERE / "tabs.js")
    _stylesheets = [(HERE / "tabs.css").read_text(encoding="utf-8")]

    def __init__(self, panels: Sequence, **params):
        self.shown, self._seen = list(panels), 0
        super().__init__(titles=[panel.title for panel in panels], panels=[panel.__panel__() for panel in panels],
                         sizing_mode="stretch_width", margin=0, **params)

    @param.depends("chosen", watch=True)
    def show(self) -> None:
        """Draw the panel that is seen."""
        if self.chosen < len(self.shown):
            if self._seen != self.chosen and hasattr(self.shown[self._seen], "hide"):
                self.shown[self._seen].hide()
            self._seen = self.chosen
            with pn.io.hold():
                self.shown[self.chosen].show()
