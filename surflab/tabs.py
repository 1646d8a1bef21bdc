"""Panels in one place of a page, of which a tab each chooses the one that is seen. Knows no game."""
from __future__ import annotations

from collections.abc import Sequence

import panel as pn
import param
from panel.custom import Children

from . import jobs
from .board import HERE, script
from .component import Component
from .slices import Work, run


class Panel(pn.viewable.Viewer):
    """What stands under a tab of the `title`."""

    title = ""

    def show(self) -> None:
        """Draw things as they stand."""
        run(self.showing())

    def showing(self) -> Work:
        """The work that draws, as `show` does."""
        raise NotImplementedError

    def hide(self) -> None:
        """Leave what is only worked at while it is seen."""


class Tabs(Component):
    """Panels under a row of tabs, of which only the one that is seen is drawn: when its tab is chosen, and by `showing`."""

    titles = param.List(default=[], item_type=str, constant=True)
    chosen = param.Integer(default=0, bounds=(0, None), doc="The number of the panel that is seen.")
    panels = Children(default=[])

    _esm = script(HERE / "tabs.js")
    _stylesheets = [(HERE / "tabs.css").read_text(encoding="utf-8")]

    def __init__(self, panels: Sequence[Panel], **params):
        self.shown, self._seen, self._jobs = list(panels), 0, jobs.of_page()
        super().__init__(titles=[panel.title for panel in panels], panels=[panel.__panel__() for panel in panels],
                         sizing_mode="stretch_width", margin=0, **params)

    @param.depends("chosen", watch=True)
    def show(self) -> None:
        """Draw the panel that is seen."""
        self._jobs.instead(self.showing())

    def showing(self) -> Work:
        """The work that draws the panel that is seen."""
        if self.chosen < len(self.shown):
            if self._seen != self.chosen:
                self.shown[self._seen].hide()
            self._seen = self.chosen
            yield from self.shown[self.chosen].showing()
