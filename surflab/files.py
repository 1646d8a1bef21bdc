"""The buttons of a page that keep a session as a record file and open one again. Knows no game."""
from __future__ import annotations

import re

import panel as pn
from panel.custom import JSComponent

from . import records, shell
from .board import script
from .session import Session

pn.extension("filedropper")

LIMIT = "1MB"  # the dropper refuses more before it sends anything; the reader holds the exact limit


class TextFile(pn.viewable.Viewer):
    """A place to drop one TOML file on; `take(name, content)` is called with it, and a ValueError it raises is shown."""

    def __init__(self, take, **params):
        super().__init__(**params)
        self._take = take
        self._dropper = pn.widgets.FileDropper(max_file_size=LIMIT, layout="compact", margin=0,
                                               sizing_mode="stretch_width")
        self._complaint = pn.Column(margin=0, sizing_mode="stretch_width")
        self._dropper.param.watch(self._read, "value")

    def _read(self, _) -> None:
        dropped = dict(self._dropper.value)
        self._dropper.value.clear()  # the dropper keeps files of before, which must not be taken again with the next one
        for name, content in dropped.items():
            try:
                self._take(name, content if isinstance(content, bytes) else content.encode())
                self._complaint.objects = []
            except ValueError as error:
                self._complaint.objects = [complaint(str(error))]

    def __panel__(self):
        return pn.Column(self._dropper, self._complaint, margin=0, sizing_mode="stretch_width")


_COMPLAINT_CSS = """
p { white-space: pre-wrap; overflow-wrap: anywhere; padding: 8px 12px; border-radius: 8px; max-height: 260px;
  overflow-y: auto; background: color-mix(in oklab, var(--lab-bad) 14%, var(--lab-surface)); border-left: 4px solid var(--lab-bad); }
"""


def complaint(text: str) -> pn.pane.HTML:
    """What was wrong, word for word."""
    return shell.markup(f"<p role='alert'>{shell.escape(text)}</p>", _COMPLAINT_CSS)


class Download(JSComponent):
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
    """Save and Open for a page's header, and the dialog that Open shows."""

    def __init__(self, session: Session):
        self.session = session
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

    def _take(self, name: str, content: bytes) -> None:
        self.session.open(records.load(content, name))
        self.dialog.open = False

    def _save(self, _) -> None:
        self._download.give(file_name(self.session.title), self.session.dumps())


def file_name(title: str) -> str:
    """A plain file name for a record of that title."""
    return (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "table") + ".toml"
