"""The form that sets a table up in the middle of a game, and positions as text to copy and to paste. Knows no game."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from . import jobs, records, shell, toml
from .board import as_sentence
from .records import RecordError
from .session import Session
from .sheet import Section, Sheet
from .slices import Work, call, run


class PositionForm:
    """The header's button for a position, and the dialog that it opens. The form is made when it is first asked for.

    `values` hold what stands in each field. A game says what is asked (`sections`) and what answers mean as the plain
    data of a record (`values_of`, `data_of`); `base` is the record's data that the form was filled from.
    """

    def __init__(self, session: Session):
        self.session, self.base, self.values = session, {}, {}
        self.note, self.complaint, self.bad, self.refused, self.warnings = "", "", "", "", ()
        self.dialog = shell.dialog(title="Set up a position", width="lg", fills_phone=True, sizing_mode="stretch_width")
        self.buttons = [shell.header_button("Position", "tune", self.show, on_phone=False)]
        self.sheet, self._jobs = None, jobs.of_page()

    # what a game provides
    def sections(self) -> Sequence[Section]:
        """What the form asks, for the values that stand in it."""
        raise NotImplementedError

    def _sections(self) -> Sequence[Section]:
        """What the form asks; nothing before it was filled."""
        return self.sections() if self.values else ()

    def values_of(self, data: dict) -> dict:
        """What the fields hold for a record's plain data."""
        raise NotImplementedError

    def data_of(self, values: dict) -> dict:
        """The plain data of a record that the fields describe; raises ValueError."""
        raise NotImplementedError

    def key_of(self, place: Sequence[str]) -> str:
        """The key of the field, or of the section, that an error's place means; "" where none does."""
        raise NotImplementedError

    # filling
    def show(self, *_) -> None:
        """Open the form; the first time it holds the moment on the table."""
        if self.sheet is None:
            self.sheet = Sheet(self)
            self.dialog.objects = [self.sheet]
            self.take_moment()
        self.dialog.open = True

    def take_moment(self, hidden: bool = False) -> None:
        """Fill the form with the moment on the table, with the decks and all tokens where what is hidden is asked for."""
        self._jobs.instead(self._fill_moment(hidden))

    def _fill_moment(self, hidden: bool = False) -> Work:
        session, moment = self.session, self.session.moment
        is_over, bots = session.game.is_over(moment.state), {name: bot for name, bot in session.bots.items() if name in session.game.players}
        note = "The game is over: this is how the table stood before its last choices." if is_over else ""
        position = call(session.record_class.position_data, session.game, moment.parent if is_over else moment, hidden)
        yield from self._fill(position, {"bots": bots}, note)

    def take_text(self, text: str) -> None:
        """Fill the form with a position, or with the end of a record's main line, as text."""
        self._jobs.instead(self._fill_text(text))

    def _fill_text(self, text: str) -> Work:
        if not self.values:  # somebody pastes before the form was filled; a text that is refused leaves it as it was
            yield from self._fill_moment()
        yield from self._fill(self._position_in(text))

    def _position_in(self, text: str) -> Work:
        return position_in((yield from self.session.reading_position(text)))

    def _fill(self, reading: Work, more: Mapping = MappingProxyType({}), note: str = "") -> Work:
        """Fill the form with what a work reads, or say why that cannot be and leave it as it is."""
        self.note = self.refused = ""
        try:
            data = {**(yield reading), **more}
            begun = {key: data.pop(key) for key in ("rounds", "waves") if data.get(key)}
            values = self.values_of(data)
        except ValueError as error:
            self.refused = as_sentence(error)
            self._draw()
            return
        if begun:
            note = "Somebody is in the middle of a round: this is how the table stood before it."
        self.base, self.values, self.note = data, values, note
        yield from self._check(filled=True)

    # what a person does
    def set(self, key: str, value) -> None:
        """Answer a field, where it takes that value."""
        asked = [field for section in self._sections() for field in section.fields if field.key == key]
        if asked and asked[0].takes(value):
            self.values = self.values | {key: value}
            self.note = self.refused = ""
            self._jobs.instead(self._check())

    def read(self):
        """The record that the form describes; raises RecordError."""
        return run(self.reading())

    def reading(self) -> Work:
        """The work that reads the record that the form describes, as `read` does."""
        return self._reading(self.values)

    def _reading(self, values: dict) -> Work:
        with records.place():
            return (yield from records.reading(self.data_of(values)))

    def leave(self) -> None:
        """Put away what was said of a text that is no position."""
        self.refused = ""
        self._draw()

    def start(self) -> Work:
        """Lay the position on the table as a new game, or say what is wrong with it and keep the old one."""
        if not self.values:
            return
        try:
            record = yield self.reading()
        except RecordError:
            yield from self._check()
            return
        self.session.open(record)
        self.dialog.open = False

    # showing
    def _check(self, filled: bool = False) -> Work:
        complaint, bad = "", ""
        try:
            self.warnings = (yield self.reading()).warnings
        except RecordError as error:
            complaint, bad = as_sentence(error), self.key_of(error.place)
        self.complaint, self.bad = complaint, bad
        self._draw(filled)

    def _draw(self, filled: bool = False) -> None:
        self.sheet.param.update(turn=self.sheet.turn + filled, view={
            "sections": [section.view(self.values) for section in self._sections()], "text": self._text(),
            "notes": [*filter(None, [self.note]), *map(as_sentence, self.warnings)], "complaint": self.complaint, "bad": self.bad, "refused": self.refused})

    def _text(self) -> str:
        """The position as text, while it is one."""
        if self.complaint or not self.values:
            return ""
        return toml.write(toml.plain(self.data_of(self.values)), self.session.record_class.BLOCKS)


def position_in(record) -> dict:
    """The plain data of a record that is a position, or that begins where a record's main line ends; raises ValueError."""
    tip = record.lines.tip(records.MAIN)
    if tip is record.lines.root and record.data.get("position") is not None:
        return {key: value for key, value in record.data.items() if key != "branches"}
    return record.position_data(record.game, tip) | {"bots": record.bots}
