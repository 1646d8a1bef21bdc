"""The form of a new table of Surf's Up!: who sits there, the goals, the card set and the seed."""
from __future__ import annotations

import secrets

import panel as pn
import panel_material_ui as pmui

from .. import shell, style
from ..card_files import parse_cards
from ..files import TextFile, complaint
from .bots import BOTS, PLANS
from .cards import CardSet
from .game import MOST_SEED
from .rules import SEATS
from .session import SurfsUp

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eli", "Fay")
PERSON = "a person"
GOALS = {"three, drawn": "draw", "none": "none", "I choose": "choose"}
MOST_GOALS = 3


class SeatRow(pn.viewable.Viewer):
    """One seat of the form: its mark, its name, who plays it, and a bot's plan."""

    def __init__(self, number: int, name: str, bot: str, **params):
        super().__init__(**params)
        look = style.SEATS[number]
        self._mark = shell.markup(f"<span style='color: {look.colour}; font-size: 20px'>{look.mark}</span>", sizing_mode=None,
                                  width=24, align="center")
        self.player = pmui.TextInput(label=f"Seat {number + 1}", value=name, max_length=40, size="small", margin=0, width=170)
        self.bot = pmui.Select(label="played by", options={PERSON: ""} | {known: known for known in BOTS}, value=bot, size="small",
                               margin=0, width=150)
        self._plan = shell.markup("", "small { line-height: 1.3; display: block; }", align="center", styles={"flex": "1 1 220px", "min-width": "0"})
        self.bot.param.watch(self._tell, "value")
        self._tell()

    def _tell(self, *_) -> None:
        self._plan.object = f"<small>{shell.escape(PLANS.get(self.bot.value, ''))}</small>"

    def __panel__(self):
        return shell.flex(self._mark, self.player, self.bot, self._plan)


class SetUp:
    """The header's button for a new table, and the dialog that it opens. The form is made when it is first asked for."""

    def __init__(self, session: SurfsUp):
        self.session, self._cards = session, session.cards
        self.dialog = pmui.Dialog(title="New table", title_variant="h5", width_option="md", close_on_click=True,
                                  show_close_button=True, margin=0)
        self.buttons = [shell.header_button("New table", "add", self.show)]

    def show(self, *_) -> None:
        """Open the form as the table on the page is set up."""
        self._cards = self.session.cards
        self.dialog.objects = self._form()
        self.dialog.open = True

    def _form(self) -> list:
        return [*self._seating(), *self._choosing_goals(), *self._choosing_cards(), *self._dealing()]

    def _seating(self) -> list:
        session = self.session
        names = [*session.seats, *(name for name in NAMES if name not in session.seats)][:SEATS]
        stranger = next(iter(PLANS))  # who would play a seat that is not there yet
        self._rows = [SeatRow(number, name, session.bots.get(name, "" if name in session.seats else stranger))
                      for number, name in enumerate(names)]
        self._count = _buttons("Surfers", list(range(2, SEATS + 1)), len(session.seats))
        seats = pn.Column(margin=(0, 0, 14, 0), sizing_mode="stretch_width", styles={"gap": "14px"})

        def seat(*_) -> None:
            seats.objects = self._rows[:self._count.value]

        self._count.param.watch(seat, "value")
        seat()
        return [self._count, seats]

    def _choosing_goals(self) -> list:
        goals = self.session.goals
        self._goals = _buttons("Shared goals", GOALS, goals if isinstance(goals, str) else "choose" if goals else "none")
        self._chosen = pmui.MultiChoice(
            label="Goals, three at most", max_items=MOST_GOALS, margin=(10, 0, 0, 0), sizing_mode="stretch_width",
            visible=self._goals.value == "choose", options=self._goal_options(), value=[] if isinstance(goals, str) else list(goals))
        self._goals.param.watch(lambda event: self._chosen.param.update(visible=event.new == "choose"), "value")
        return [self._goals, self._chosen]

    def _choosing_cards(self) -> list:
        self._named = shell.markup("", sizing_mode=None)
        place = pn.Column(TextFile(self._take), margin=0, visible=False, sizing_mode="stretch_width")
        other = pmui.Button(label="Use a file", variant="text", margin=0, on_click=lambda _: place.param.update(visible=not place.visible))
        self._house = pmui.Button(label="Use the house set", variant="text", margin=0, on_click=lambda _: self._use(CardSet.house()))
        self._use(self._cards, goals=self._chosen.value)
        return [shell.flex(self._named, other, self._house, margin=(12, 0, 0, 0)), place]

    def _dealing(self) -> list:
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

    def _goal_options(self) -> dict[str, str]:
        return {f"{goal.name}: {goal.sentence} ({goal.points})": goal.name for goal in self._cards.goals}

    def _cards_named(self) -> str:
        name = "the house set" if self._cards == CardSet.house() else str(self._cards.source.get("title", "a set of your own"))
        warned = "".join(f"<br><small>{shell.escape(warning)}</small>" for warning in self._cards.warnings)
        return f"<p>Cards: <b>{shell.escape(name)}</b>{warned}</p>"

    def _take(self, name: str, content: bytes) -> None:
        self._use(CardSet.from_dict(parse_cards(content, name), name))

    def _use(self, cards: CardSet, goals=()) -> None:
        self._cards = cards
        self._named.object = self._cards_named()
        self._house.visible = cards != CardSet.house()
        self._chosen.param.update(value=list(goals), options=self._goal_options())

    def deal(self, *_) -> None:
        """Begin the table that the form describes, or say what is wrong with it and keep the old one."""
        try:
            setting = self._setting()
            SurfsUp(**setting)
        except ValueError as error:
            self._complaint.objects = [complaint(str(error))]
            return
        self.session.param.update(**setting)
        self.session.deal()
        self.dialog.open = False

    def _setting(self) -> dict:
        rows = self._rows[:self._count.value]
        names = [row.player.value.strip() for row in rows]
        return {
            "seats": names, "bots": {name: row.bot.value for name, row in zip(names, rows) if row.bot.value},
            "goals": {"draw": "draw", "none": []}.get(self._goals.value, list(self._chosen.value)),
            "cards": self._cards, "seed": seed_of(self._seed.value.strip()), "title": self._title.value.strip(),
        }


def seed_of(text: str) -> int:
    """The seed that somebody typed; raises ValueError."""
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_SEED):
        raise ValueError(f"the seed must be a whole number from 0 to {MOST_SEED}, not {text!r}")
    return int(text)


def fresh_seed() -> int:
    """A seed that nobody has chosen, short enough to be read out."""
    return secrets.randbelow(1_000_000)


def _buttons(label: str, options, value) -> pmui.RadioButtonGroup:
    return pmui.RadioButtonGroup(label=label, options=options, value=value, size="small", margin=(0, 0, 12, 0), sx={
        ".MuiToggleButton-root": {"textTransform": "none", "whiteSpace": "nowrap", "fontSize": "15px", "padding": "5px 16px"}})
