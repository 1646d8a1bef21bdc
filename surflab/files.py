"""The buttons of a page that keep a session as a record file and open one again. Knows no game."""
from __future__ import annotations

import re
from collections.abc import Callable

import panel as pn
import param

from . import jobs, records, shell, toml
from .board import HERE, script
from .component import Component
from .notice import Notice
from .session import Session
from .slices import Work, call

class TextFile(Component):
    """A place to drop one TOML file on. `take(name, content)` gives the work that takes it; a ValueError that it raises is shown.

    A file takes the place of one that is being taken.
    """

    limit = param.Integer(default=toml.LIMIT, constant=True, doc="The most bytes that are sent; the reader holds the exact limit.")
    reading = param.String(default="", doc="What is being read, in words.")
    complaint = param.String(default="", doc="Why the last file could not be taken.")

    _esm = script(HERE / "text_file.js")
    _stylesheets = [(HERE / "text_file.css").read_text(encoding="utf-8")]

    def __init__(self, take: Callable[[str, bytes], Work], **params):
        self._take, self._name, self._jobs = take, "", jobs.of_page(self._tell)
        super().__init__(**{"sizing_mode": "stretch_width", "margin": 0} | params)

    def file(self, name: str, content: bytes) -> None:
        self._name = name
        self._jobs.instead(self._taking(name, content))

    def _taking(self, name: str, content: bytes) -> Work:
        self.param.update(complaint="", reading=f"Reading {name} …")
        try:
            yield from self._take(name, content)
        except ValueError as error:
            self.complaint = str(error)
        self.reading = ""

    def _tell(self, share: float) -> None:
        self.reading = f"Reading {self._name} … {share:.0%}"

    ACTS = {"file": (file, {"name": str, "content": bytes})}


_COMPLAINT_CSS = """
p { white-space: pre-wrap; overflow-wrap: anywhere; padding: 8px 12px; border-radius: 8px; max-height: 260px;
  overflow-y: auto; background: color-mix(in oklab, var(--lab-bad) 14%, var(--lab-surface)); border-left: 4px solid var(--lab-bad); }
"""


def complaint(text: str) -> pn.pane.HTML:
    """What was wrong, word for word."""
    return shell.markup(f"<p role='alert'>{shell.escape(text)}</p>", _COMPLAINT_CSS)


class Download(Component):
    """Gives the browser a file to save, as often as it is asked to."""

    _esm = script() + """
    export function render({ model }) {
      model.on("msg:custom", ({ name, text }) => saveAs(name, new Blob([text])))
    }
    """

    def __init__(self, **params):
        super().__init__(**{"width": 0, "height": 0, "margin": 0} | params)

    def give(self, name: str, text: str) -> None:
        self._send_msg({"name": name, "text": text})


class Files:
    """Save and Open for a page's header, and the dialog that Open shows; what cannot be saved is told in the page's `notice`."""

    def __init__(self, session: Session, notice: Notice):
        self.session, self.notice = session, notice
        self.dialog = shell.dialog(title="Open a record")
        self._download = Download()
        self.buttons = [shell.header_button("Open", "folder_open", self._show), shell.header_button("Save", "download", self._save),
                        self._download]

    def _show(self, _) -> None:
        if not self.dialog.objects:
            said = shell.markup("<p>A record is a TOML file of up to 1 MiB, as Save writes it. It takes the place of this "
                                "table; save that first if you want to keep it.</p>", margin=(0, 0, 10, 0))
            self.dialog.objects = [said, TextFile(self._take)]
        self.dialog.open = True

    def _take(self, name: str, content: bytes) -> Work:
        record = yield records.loading(content, name)
        self.session.open(record)
        self.dialog.open = False

    def _save(self, _) -> None:
        jobs.here().do(self._saving())

    def _saving(self) -> Work:
        name, record = file_name(self.session.title), self.session.recorder()
        try:
            self._download.give(name, (yield call(lambda: records.dump(record()))))
        except ValueError as error:
            self.notice.say(f"This table cannot be saved: it {error}.")


def file_name(title: str) -> str:
    """A plain file name for a record of that title."""
    return (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "table") + ".toml"
