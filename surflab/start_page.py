"""The start page: one card a game, and the way to the rules."""
from __future__ import annotations

from importlib.util import find_spec

import panel as pn

from . import shell

GAMES = (
    ("surfs_up", "Surf’s Up!", "2 to 6 surfers choose their energy in secret, wave by wave."),
    ("surfin_cats", "Surfin’ Cats", "1 to 5 cats push their luck, one more trick at a time."),
)


def page():
    """The start page of one browser session."""
    cards = [_card(name, title, line) for name, title, line in GAMES if find_spec(f"surflab.{name}.page")]
    cards.append(_card("rules", "Rules & rulings", "Every rule by number, and what we chose where a rulebook is silent."))
    return shell.page("Surf Lab", main=[pn.pane.HTML("<div class='games'>" + "".join(cards) + "</div>", sizing_mode="stretch_width")])


def _card(address: str, title: str, line: str) -> str:
    return f"<a href='./{address}'><h2>{shell.escape(title)}</h2><p>{shell.escape(line)}</p></a>"
