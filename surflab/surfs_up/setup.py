"""The form of a new table of Surf's Up!: who sits there, the goals, the card set and the seed."""
from __future__ import annotations

import panel_material_ui as pmui

from .. import shell
from ..table_setup import PEOPLE, SeatRow, SetUp
from .bots import PLANS
from .rules import SEATS

GOALS = {"three, drawn": "draw", "none": "none", "I choose": "choose"}
MOST_GOALS = 3


class SurfsUpSetUp(SetUp):
    """The form of a table of Surf's Up!."""

    def form(self) -> list:
        return [*self._choosing_surfers(), *self._choosing_goals(), *self.choosing_cards(), *self.dealing()]

    def _choosing_surfers(self) -> list:
        session = self.session
        names = [*session.seats, *(name for name in PEOPLE if name not in session.seats)][:SEATS]
        stranger = next(iter(PLANS))  # who would play a seat that is not there yet
        return self.seating("Surfers", 2, [SeatRow(number, name, session.bots.get(name, "" if name in session.seats else stranger), PLANS)
                                           for number, name in enumerate(names)])

    def _choosing_goals(self) -> list:
        goals = self.session.goals
        self._goals = shell.toggles("Shared goals", GOALS, goals if isinstance(goals, str) else "choose" if goals else "none")
        self._chosen = pmui.MultiChoice(
            label="Goals, three at most", max_items=MOST_GOALS, margin=(10, 0, 0, 0), sizing_mode="stretch_width",
            visible=self._goals.value == "choose", options=self._goal_options(), value=[] if isinstance(goals, str) else list(goals))
        self._goals.param.watch(lambda event: self._chosen.param.update(visible=event.new == "choose"), "value")
        return [self._goals, self._chosen]

    def _goal_options(self) -> dict[str, str]:
        return {f"{goal.name}: {goal.sentence} ({goal.points})": goal.name for goal in self.cards.goals}

    def cards_changed(self) -> None:
        self._chosen.param.update(value=[], options=self._goal_options())

    def setting(self) -> dict:
        return {"seats": self.players, "goals": {"draw": "draw", "none": []}.get(self._goals.value, list(self._chosen.value))}
