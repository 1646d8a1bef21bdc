"""The form of a new table of Surfin' Cats: which cats surf, who plays them, the variant, the card set and the seed."""
from __future__ import annotations

import panel_material_ui as pmui

from .. import shell
from ..table_setup import PEOPLE, SeatRow, SetUp
from .bots import PLANS
from .cards import FLAGS
from .game import cat_title
from .rules import MOST_PICKS, SEATS, WAVES

STRANGER = "odds"  # who would play a seat that is not there yet


class CatSetUp(SetUp):
    """The form of a table of Surfin' Cats."""

    def form(self) -> list:
        return [*self._choosing_cats(), *self._choosing_variant(), *self.choosing_cards(), *self.dealing()]

    def _choosing_cats(self) -> list:
        game, known = self.session.game, self.cards.cat_names
        cats = [*game.cats, *(cat for cat in known if cat not in game.cats)][:SEATS]
        players = [*game.players, *(name for name in PEOPLE if name not in game.players)]
        self._cats = [pmui.Select(label="cat", options=titled(known), value=cat, size="small", margin=0, width=120) for cat in cats]
        self._character = shell.markup("", "p { margin-bottom: 14px; } small { display: block; }")
        for select in self._cats:
            select.param.watch(self._tell_characters, "value")
        rows = [SeatRow(number, players[number], self.session.bots.get(players[number], "" if number < len(game.players) else STRANGER),
                        PLANS, [select]) for number, select in enumerate(self._cats)]
        self._tell_characters()
        return [*self.seating("Cats", 1, rows), self._character]

    def _tell_characters(self, *_) -> None:
        chosen = {select.value for select in self._cats}
        told = "".join(f"<small><b>{shell.escape(cat_title(cat.name))}</b> {shell.escape(cat.character)}</small>"
                       for cat in self.cards.cats if cat.name in chosen)
        self._character.object = f"<p>{told}</p>"

    def cards_changed(self) -> None:
        known = self.cards.cat_names
        for number, select in enumerate(self._cats):
            value = select.value if select.value in known else known[number % len(known)]
            select.param.update(options=titled(known), value=value)
        self._tell_characters()

    def _choosing_variant(self) -> list:
        session = self.session
        self._kittens = pmui.Checkbox(label="Kittens: no events, no instructors", value=session.kittens, margin=0)
        self._mixed = pmui.Checkbox(label="Mixed: ability cards of different cats", value=session.mixed, margin=0)
        self._picks = shell.toggles("Market cards a visit", list(range(1, MOST_PICKS + 1)), session.picks, margin=0)
        self._waves = [pmui.IntInput(label=f"{flag} waves", value=count, start=0, end=WAVES, size="small", margin=0, width=112)
                       for flag, count in zip(FLAGS, session.waves)]
        return [shell.flex(self._kittens, self._mixed), shell.flex(self._picks, *self._waves, margin=(12, 0, 0, 0), css="align-items: flex-end;")]

    def setting(self) -> dict:
        return {"cats": [select.value for select in self._cats[:len(self.seated)]], "seats": self.players,
                "kittens": self._kittens.value, "mixed": self._mixed.value, "picks": self._picks.value,
                "waves": [field.value if field.value is not None else 0 for field in self._waves]}


def titled(cats: list[str]) -> dict[str, str]:
    """The cats by their names as a page writes them."""
    return {cat_title(cat): cat for cat in cats}
