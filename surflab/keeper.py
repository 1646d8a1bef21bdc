"""The address of a session's page: what it asks for is opened, and what is played is kept under it. Knows no game."""
from __future__ import annotations

from contextlib import contextmanager

import panel as pn
import param

from . import jobs, keeping, links, records, slices
from .board import HERE, as_sentence, script
from .component import Component
from .notice import Notice
from .slices import SLICE, Work
from .study import Study

KEPT = ["line", "moment", "choices", "changes", "overlaid", "base", "bots", "title"]  # what of a session is kept
OPENING = "The table is being opened …"
COPIED = ("This table was changed elsewhere meanwhile, perhaps in another tab. You go on with a copy of your own, which has an "
          "address of its own; the other one stays as it is.")


class Address(Component):
    """The address in the browser, as far as it names the table that is kept; going back from another table opens it again."""

    kept = param.String(default="", doc="The id of the table; empty: the address stays as it is.")

    _esm = script(HERE / "address.js")

    def __init__(self, **params):
        super().__init__(width=0, height=0, margin=0, **params)


class Keeper:
    """Keeps the session of a page on the server's disk, and opens what the page's address asks for.

    A table gets a file, and its page an address, once something is played on it. A new table gets a new one, so that the
    one before stays where it was. `parts` stand on the page.
    """

    def __init__(self, session: Study):
        self.session, self.address, self.notice = session, Address(), Notice()
        self.parts = [self.notice, self.address]
        self._folder, self._document, self._jobs = keeping.folder(), pn.state.curdoc, jobs.of_page(self._tell_share)
        self._table, self._root, self._told, self._quiet = None, session.lines.root, False, False
        if self._document is None or self._document.session_context is None:
            return  # a page that is made to warm up the server
        asked = {name: values[0].decode(errors="replace") for name, values in pn.state.session_args.items() if values}
        self._jobs.do(self._opening(asked))
        if self._folder is not None:
            watcher = session.param.watch(self._changed, KEPT)
            self._document.on_session_destroyed(lambda context: self._leave(watcher))

    # what the address asks for
    def _opening(self, asked: dict[str, str]) -> Work:
        try:
            if asked.get("record"):
                yield from self._opening_link(asked)
            elif asked.get("table"):
                yield from self._opening_kept(asked["table"])
        except keeping.KeepingError as error:
            self.notice.say(f"The table of this address {error}. This is a new table.")
        except ValueError as error:
            self.notice.say(as_sentence(error))

    def _opening_link(self, asked: dict[str, str]) -> Work:
        text = links.unpack(asked["record"])
        record = yield from self._read(records.loading(text, "the record in the link"), len(text) < keeping.QUICK)
        at = asked.get("at", "")
        with self._quietly():
            self.session.open(record)
            there = keeping.look_at(self.session, asked.get("line", "main"), int(at) if at.isdecimal() and len(at) < 6 else None)
        if not there:
            self.notice.say("The moment that the link leads to is not in its record; this is the end of a line.")

    def _opening_kept(self, id: str) -> Work:
        if self._folder is None:
            raise keeping.KeepingError("cannot be opened, since this server keeps none")
        if not keeping.is_id(id):
            raise keeping.KeepingError("has no name that a table can have; the address may have been cut on its way")
        table = yield from self._read(keeping.reopening(self._folder, id), keeping.is_quick(self._folder, id))
        with self._quietly():
            table.kept.lay_on(self.session)
        self._adopt(table)
        self.address.kept = table.id

    def _read(self, reading: Work, is_quick: bool) -> Work:
        """What is read: before the page is drawn where that is quick, else on another thread while the page says so."""
        done, found = slices.begin(reading, SLICE) if is_quick else (False, None)
        if not done:
            self.notice.wait(OPENING)
            try:
                found = yield reading
            finally:
                self.notice.say("")
        return found

    def _tell_share(self, share: float) -> None:
        self.notice.wait(f"{OPENING} {share:.0%}")

    @contextmanager
    def _quietly(self):
        """What changes inside is not kept: it is what was kept."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet, self._root = False, self.session.lines.root

    # keeping what is played
    def _adopt(self, table: keeping.Table) -> None:
        self._table = table
        table.saved = self._saved

    def _changed(self, *events) -> None:
        if self._quiet:
            return
        root = self.session.lines.root
        if root is not self._root or self._table is None:
            if root is self._root and len(self.session.lines) == 1 and self.session.lines.tip("main") is root \
                    and not self.session.lines.remarks:
                return  # nothing is played yet
            self._root = root
            self._adopt(keeping.Table(self._folder))
        self._table.save(keeping.Standing.of(self.session))

    def _saved(self, event: str) -> None:
        """Called on another thread when the table was written, or could not be."""
        jobs.soon(self._document, self._tell, self._table, event)

    def _tell(self, table: keeping.Table, event: str) -> None:
        if table is not self._table:
            return  # another table is on the page by now
        if event in ("kept", "copied"):
            self.address.kept = table.id
        if event == "copied":
            self.notice.say(COPIED)
        elif event != "kept" and not self._told:
            self._told = True
            self.notice.say(f"This table is not kept on the server: {event}. Play goes on; Save writes it to a file.")

    def _leave(self, watcher) -> None:
        self.session.param.unwatch(watcher)
        if self._table is not None:
            self._table.saved = lambda event: None
