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
        self._plan = shell.markup("", margin=0, align="center", styles={"flex": "1 1 220px", "min-width": "0"})
        self.bot.param.watch(self._tell, "value")
        self._tell()

    def _tell(self, *_) -> None:
        self._plan.object = f"<small>{shell.escape(PLANS.get(self.bot.value, ''))}</small>"

    def __panel__(self):
        return pn.FlexBox(self._mark, self.player, self.bot, self._plan, gap="8px 10px", align_items="center", margin=0,
                          sizing_mode="stretch_width")


class SetUp:
    """The header's button for a new table, and the dialog that it opens. The form is made when it is first asked for."""

    def __init__(self, session: SurfsUp):
        self.session, self._cards = session, session.cards
        self.dialog = pmui.Dialog(title="New table", title_variant="h5", width_option="md", close_on_click=True,
                                  show_close_button=True, margin=0)
        self.buttons = [pmui.Button(label="New table", variant="text", color="light", margin=0, on_click=self.show)]

    def show(self, *_) -> None:
        """Open the form as the table on the page is set up."""
        self._cards = self.session.cards
        self.dialog.objects = self._form()
        self.dialog.open = True

    def _form(self) -> list:
        session = self.session
        self._count = pmui.RadioButtonGroup(label="Surfers", options=list(range(2, SEATS + 1)), value=len(session.seats), margin=0,
                                            size="small")
        spare = [name for name in NAMES if name not in session.seats]
        names = [*session.seats, *spare][:SEATS]
        self._seats = [SeatRow(number, name, session.bots.get(name, "" if name in session.seats else next(iter(BOTS))))
                       for number, name in enumerate(names)]
        self._places = pn.Column(margin=0, sizing_mode="stretch_width")
        self._count.param.watch(self._seat, "value")
        self._seat()
        goals = session.goals if isinstance(session.goals, str) else "choose" if session.goals else "none"
        self._goals = pmui.RadioButtonGroup(label="Shared goals", options=GOALS, value=goals, margin=0, size="small")
        self._chosen = pmui.MultiChoice(label="Goals, three at most", margin=0, max_items=MOST_GOALS, sizing_mode="stretch_width",
                                        visible=goals == "choose", value=[] if isinstance(session.goals, str) else list(session.goals),
                                        options=self._goal_options())
        self._goals.param.watch(lambda event: self._chosen.param.update(visible=event.new == "choose"), "value")
        self._seed = pmui.IntInput(label="Seed", value=session.seed, start=0, end=MOST_SEED, size="small", margin=0, width=170)
        fresh = pmui.Button(label="New seed", variant="text", margin=0, on_click=lambda _: self._seed.param.update(
            value=secrets.randbelow(MOST_SEED)))
        self._named = shell.markup(self._cards_named())
        house = pmui.Button(label="House set", variant="text", margin=0, on_click=lambda _: self._use(CardSet.house()))
        self._title = pmui.TextInput(label="Title (optional)", value=session.title, max_length=80, size="small", margin=0,
                                     sizing_mode="stretch_width")
        self._complaint = pn.Column(margin=0, sizing_mode="stretch_width")
        deal = pmui.Button(label="Deal", variant="contained", margin=0, on_click=self.deal, size="large", width=140)
        return [
            _part("Surfers", self._count, self._places), _part("Shared goals", self._goals, self._chosen),
            _part("Cards", self._named, pn.FlexBox(TextFile(self._take), house, gap="8px", margin=0, sizing_mode="stretch_width")),
            _part("Seed and title", pn.FlexBox(self._seed, fresh, gap="8px", align_items="center", margin=0), self._title),
            self._complaint, deal,
        ]

    def _seat(self, *_) -> None:
        self._places.objects = self._seats[:self._count.value]

    def _goal_options(self) -> dict[str, str]:
        return {f"{goal.name}: {goal.sentence} ({goal.points})": goal.name for goal in self._cards.goals}

    def _cards_named(self) -> str:
        name = "The house set" if self._cards == CardSet.house() else str(self._cards.source.get("title", "A set of your own"))
        warned = "".join(f"<br><small>{shell.escape(warning)}</small>" for warning in self._cards.warnings)
        return f"<p>{shell.escape(name)}{warned}</p>"

    def _take(self, name: str, content: bytes) -> None:
        self._use(CardSet.from_dict(parse_cards(content, name), name))

    def _use(self, cards: CardSet) -> None:
        self._cards = cards
        self._named.object = self._cards_named()
        self._chosen.param.update(value=[], options=self._goal_options())

    def deal(self, *_) -> None:
        """Begin the table that the form describes, or say what is wrong with it and keep the old one."""
        rows = self._seats[:self._count.value]
        goals = {"draw": "draw", "none": []}.get(self._goals.value, list(self._chosen.value))
        setting = {"seats": [row.player.value.strip() for row in rows], "goals": goals, "cards": self._cards, "seed": self._seed.value,
                   "bots": {row.player.value.strip(): row.bot.value for row in rows if row.bot.value}, "title": self._title.value.strip()}
        try:
            SurfsUp(**setting)
        except ValueError as error:
            self._complaint.objects = [complaint(str(error))]
            return
        self.session.param.update(**setting)
        self.session.deal()
        self.dialog.open = False


def _part(title: str, *objects) -> pn.Column:
    return pn.Column(shell.markup(f"<h3>{shell.escape(title)}</h3>"), *objects, margin=(0, 0, 18, 0), sizing_mode="stretch_width",
                     styles={"gap": "8px"})
