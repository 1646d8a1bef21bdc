"""The Share dialog of a page: a link that leads to the moment looked at, to be copied. Knows no game."""
from __future__ import annotations

from urllib.parse import urlencode

import param

from . import jobs, links, shell
from .board import HERE, as_sentence, script
from .component import Component
from .session import Session
from .slices import Work

ALL_LINES = "The link holds the record of this table with all its lines, and leads to the moment you look at."
ONE_LINE = "All lines together are too long for a link: it holds the line you look at and those it leaves. Save writes them all."


class Copied(Component):
    """A text to be copied, in a field with a button; `is_query` makes a whole address of it, with the page's own."""

    text = param.String(default="")
    label = param.String(default="")
    is_query = param.Boolean(default=False)

    _esm = script(HERE / "copied.js")
    _stylesheets = [(HERE / "copied.css").read_text(encoding="utf-8")]

    def __init__(self, **params):
        super().__init__(**{"sizing_mode": "stretch_width", "margin": 0} | params)


class Sharing:
    """The header's button Share and the dialog that it opens; `more` stands below the link, for other ways to share."""

    def __init__(self, session: Session, more=()):
        self.session, self._jobs, self._said = session, jobs.of_page(), shell.markup("", margin=(10, 0, 0, 0))
        self._link = Copied(label="Link to this moment", is_query=True)
        self.dialog = shell.dialog(self._link, self._said, *more, title="Share")
        self.buttons = [shell.header_button("Share", "share", self.show)]

    def show(self, *_) -> None:
        """Make the link for the table as it stands, and open the dialog."""
        self._link.visible, self._said.object = False, "<p role='status'>The link is being made …</p>"
        self.dialog.open = True
        self._jobs.instead(self._making())

    def _making(self) -> Work:
        try:
            query, whole = yield from links.querying(self.session)
            self._link.param.update(text=f"?{urlencode(query)}", visible=True)
            said = ALL_LINES if whole else ONE_LINE
        except ValueError as error:
            said = as_sentence(error)
        self._said.object = f"<p><small>{shell.escape(said)} Whoever opens it gets a table of their own; all cards to come are in it.</small></p>"
