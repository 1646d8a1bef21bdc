"""What the forms of a new table share: rows of seats, the card set, the seed, and dealing. Knows no game."""
from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import panel as pn
import panel_material_ui as pmui

from . import card_files, shell, style
from .files import TextFile, complaint
from .position_form import PositionForm
from .seats import MOST_SEED
from .session import Session
from .slices import Work, call
from .typed import clean

PEOPLE = ("Ana", "Ben", "Cleo", "Dev", "Eli", "Fay")
PERSON = "a person"


class SeatRow(pn.viewable.Viewer):
    """One seat of the form: its mark, its name, what else the game asks of it, who plays it, and a bot's plan."""

    def __init__(self, number: int, name: str, bot: str, plans: Mapping[str, str], more: Sequence = (), **params):
        super().__init__(**params)
        look, self._plans, self._more = style.SEATS[number], plans, more
        self._mark = shell.markup(f"<span style='color: {look.ink}; font-size: 20px'>{look.mark}</span>", sizing_mode=None,
                                  width=24, align="center")
        self.player = pmui.TextInput(label=f"Seat {number + 1}", value=name, max_length=40, size="small", margin=0, width=170)
        self.bot = pmui.Select(label="played by", options={PERSON: ""} | {known: known for known in plans}, value=bot, size="small",
                               margin=0, width=150)
        self._plan = shell.markup("", "small { line-height: 1.3; display: block; }", align="center", styles={"flex": "1 1 220px", "min-width": "0"})
        self.bot.param.watch(self._tell, "value")
        self._tell()

    def _tell(self, *_) -> None:
        self._plan.object = f"<small>{shell.escape(self._plans.get(self.bot.value, ''))}</small>"

    def __panel__(self):
        return shell.flex(self._mark, self.player, *self._more, self.bot, self._plan)


class SetUp:
    """The header's button for a new table, and the dialog that it opens. The form is made when it is first asked for.

    A game says in `form` what its form asks, and in `setting` what its answers mean as parameters of a session.
    """

    def __init__(self, session: Session, position: PositionForm | None = None):
        self.session, self.cards, self._position = session, session.cards, position
        self.dialog = shell.dialog(title="New table", width="md", fills_phone=True)
        self.buttons = [shell.header_button("New table", "add", self.show)]

    # what a game provides
    def form(self) -> list:
        raise NotImplementedError

    def setting(self) -> dict:
        """The parameters of the table that the form describes; raises ValueError for answers that cannot be."""
        raise NotImplementedError

    def cards_changed(self) -> None:
        """The form is for another card set now."""

    # what all forms have
    def show(self, *_) -> None:
        """Open the form as the table on the page is set up."""
        self.cards = self.session.cards
        self.dialog.objects = [*self.form(), *self._setting_up()]
        self.dialog.open = True

    def _setting_up(self) -> list:
        """The way to a table in the middle of a game, where a position can be set up."""
        if self._position is None:
            return []

        def show(_) -> None:
            self.dialog.open = False
            self._position.show()

        return [pmui.Button(label="Set up a position instead", variant="text", margin=(0, 0, 6, 0), on_click=show)]

    def seating(self, label: str, least: int, rows: list[SeatRow]) -> list:
        """How many seats there are, `least` or more, and a row for each."""
        self._rows, self._count = rows, shell.toggles(label, list(range(least, len(rows) + 1)), len(self.session.game.players))
        seats = pn.Column(margin=(0, 0, 14, 0), sizing_mode="stretch_width", styles={"gap": "14px"})

        def seat(*_) -> None:
            seats.objects = self.seated

        self._count.param.watch(seat, "value")
        seat()
        return [self._count, seats]

    @property
    def seated(self) -> list[SeatRow]:
        """The rows of the seats that are at the table."""
        return self._rows[:self._count.value]

    @property
    def players(self) -> list[str]:
        return [row.player.value.strip() for row in self.seated]

    @property
    def bots(self) -> dict[str, str]:
        return {name: row.bot.value for name, row in zip(self.players, self.seated) if row.bot.value}

    def choosing_cards(self) -> list:
        self._named = shell.markup("", sizing_mode=None)
        place = pn.Column(TextFile(self._take), margin=0, visible=False, sizing_mode="stretch_width")
        other = pmui.Button(label="Use a file", variant="text", margin=0, on_click=lambda _: place.param.update(visible=not place.visible))
        self._house = pmui.Button(label="Use the house set", variant="text", margin=0, on_click=lambda _: self.use(type(self.cards).house()))
        self._name_cards()
        return [shell.flex(self._named, other, self._house, margin=(12, 0, 0, 0)), place]

    def _take(self, name: str, content: bytes) -> Work:
        self.use((yield call(lambda: card_files.read(content, name, type(self.cards).from_dict))))

    def use(self, cards) -> None:
        """Play with another card set."""
        self.cards = cards
        self._name_cards()
        self.cards_changed()

    def _name_cards(self) -> None:
        is_house = self.cards == type(self.cards).house()
        name = "the house set" if is_house else str(self.cards.source.get("title", "a set of your own"))
        warned = "".join(f"<br><small>{shell.escape(warning)}</small>" for warning in self.cards.warnings)
        self._named.object = f"<p>Cards: <b>{shell.escape(name)}</b>{warned}</p>"
        self._house.visible = not is_house

    def dealing(self) -> list:
        """The seed, the title, and the button that deals."""
        self._seed = pmui.TextInput(label="Seed", value=str(fresh_seed()), max_length=10, size="small", margin=0, width=150)
        fresh = pmui.Button(label="New seed", variant="text", margin=0, on_click=lambda _: self._seed.param.update(value=str(fresh_seed())))
        same = pmui.Button(label="Same again", variant="text", margin=0, description="The seed of the table on the page: the same cards",
                           on_click=lambda _: self._seed.param.update(value=str(self.session.seed)))
        self._title = pmui.TextInput(label="Title (optional)", value=self.session.title, max_length=80, size="small", margin=0,
                                     styles={"flex": "1 1 220px"})
        self._complaint = pn.Column(margin=(10, 0, 0, 0), sizing_mode="stretch_width")
        deal = pmui.Button(label="Deal", variant="contained", margin=(14, 0, 6, 0), on_click=self.deal, size="large", width=150)
        row = shell.flex(self._seed, fresh, same, self._title, margin=(12, 0, 0, 0))
        return [row, self._complaint, deal]

    def deal(self, *_) -> None:
        """Begin the table that the form describes, or say what is wrong with it and keep the old one."""
        try:
            setting = self.setting() | {"bots": self.bots, "cards": self.cards, "seed": seed_of(self._seed.value.strip()),
                                        "title": clean(self._title.value), "set_up": None}
            self.session.deal(**setting)
        except ValueError as error:
            self._complaint.objects = [complaint(str(error))]
            return
        self.dialog.open = False


def seed_of(text: str) -> int:
    """The seed that somebody typed; raises ValueError."""
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_SEED):
        raise ValueError(f"the seed must be a whole number from 0 to {MOST_SEED}, not {text!r}")
    return int(text)


def fresh_seed() -> int:
    """A seed that nobody has chosen, short enough to be read out."""
    return secrets.randbelow(1_000_000)
