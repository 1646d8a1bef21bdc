"""The "Cards" page: every card of both games in words made from its data, or of a set that somebody brings."""
from __future__ import annotations

from importlib import import_module

import panel as pn
import panel_material_ui as pmui

from . import card_files, shell
from .files import TextFile
from .slices import Work, call
from .style import NARROW, RADIUS

GAMES = {"Surf’s Up!": "surfs_up", "Surfin’ Cats": "surfin_cats"}
LONGEST_SEARCH = 60  # characters


class CardList(pn.viewable.Viewer):
    """The cards of one game at a time, found by a search box; a file takes the house set's place."""

    def __init__(self, game: str, find: str = "", **params):
        super().__init__(**params)
        self.game = shell.toggles("Game", GAMES, game)
        self.find = pmui.TextInput(label="Find a card", placeholder="pearl, fall …", margin=0, max_length=LONGEST_SEARCH,
                                   value=find[:LONGEST_SEARCH], width=320, size="small")
        self.find.value_input = self.find.value
        self.house = pmui.Button(label="Show the house set", variant="text", margin=0, visible=False, on_click=lambda _: self.show_house())
        self._place = pn.Column(margin=0, sizing_mode="stretch_width", visible=False)
        own = pmui.Button(label="Show a set of your own", variant="text", margin=0, on_click=self._ask_for_file)
        self._found = shell.markup("", _CSS)
        self._column = pn.Column(self.game, shell.flex(self.find, own, self.house), self._place, self._found,
                                 sizing_mode="stretch_width", max_width=860, styles={"margin": "0 auto"})
        self.game.param.watch(lambda _: self.show_house(), "value")
        self.find.param.watch(lambda _: self._show(), "value_input")
        self.show_house()

    def _ask_for_file(self, _) -> None:
        self._place.objects = self._place.objects or [TextFile(self.taking)]
        self._place.visible = not self._place.visible

    def show_house(self) -> None:
        self.use(self._module.CardSet.house())

    def taking(self, name: str, content: bytes) -> Work:
        """The work that shows the set of a file; raises ValueError with every complaint."""
        module = self._module
        self.use((yield call(lambda: card_files.read(content, name, module.CardSet.from_dict))))

    def use(self, cards) -> None:
        self.cards = cards
        self.house.visible = cards != self._module.CardSet.house()
        self._show()

    @property
    def _module(self):
        return import_module(f".{self.game.value}.cards", __package__)

    def _show(self) -> None:
        title = "" if not self.house.visible else str(self.cards.source.get("title", "a set of your own"))
        self._found.object = listing(self._module.sections(self.cards), self.find.value_input or "", title)

    def __panel__(self):
        return self._column


def page():
    """The page of one browser session; `?game=surfin_cats` picks the game, `?find=pearl` fills the search box."""
    asked = {key: values[0].decode(errors="replace") for key, values in pn.state.session_args.items() if values}
    game = asked.get("game") if asked.get("game") in GAMES.values() else next(iter(GAMES.values()))
    return shell.page("Cards", main=[CardList(game, asked.get("find", ""))])


def listing(sections: list[tuple[str, list[tuple[int, str]]]], words: str, title: str = "") -> str:
    """The cards that hold every word, as HTML, by kind."""
    wanted, parts, found = words.casefold().split(), [], 0
    for kind, cards in sections:
        there = [(count, card) for count, card in cards if all(word in f"{kind} {card}".casefold() for word in wanted)]
        if there:
            found += len(there)
            parts.append(f"<h2>{shell.escape(kind)} <small>{sum(count for count, _ in there)}</small></h2>"
                         + "".join(_card(count, card) for count, card in there))
    every = sum(len(cards) for _, cards in sections)
    whose = f"<b>{shell.escape(title)}</b>: " if title else "The house set: its values are Surf Lab’s own. "
    return f"<p class='muted' role='status'>{whose}{found} of {every} different cards</p>" + "".join(parts)


def _card(count: int, sentence: str) -> str:
    name, colon, rest = sentence.partition(": ")
    told = f"<b>{shell.escape(name)}</b> {shell.escape(rest)}" if colon else shell.escape(sentence)
    return f"<article><span>{count} ×</span><p>{told}</p></article>"


_CSS = f"""
h2 {{ margin: 26px 0 8px; }}
h2 small {{ font-weight: 400; }}
.muted {{ margin-top: 8px; }}
article {{ display: grid; grid-template-columns: 36px 1fr; gap: 8px; padding: 9px 16px; background: var(--lab-surface);
  border: 1px solid var(--lab-line); border-bottom-width: 0; }}
h2 + article {{ border-radius: {RADIUS}px {RADIUS}px 0 0; }}
article:last-child, article:has(+ h2) {{ border-bottom-width: 1px; border-bottom-left-radius: {RADIUS}px;
  border-bottom-right-radius: {RADIUS}px; }}
article:is(h2 + article):is(:last-child, :has(+ h2)) {{ border-radius: {RADIUS}px; }}
article span {{ color: var(--lab-muted); white-space: nowrap; }}
@media (max-width: {NARROW}px) {{ article {{ padding: 8px 10px; }} }}
"""
