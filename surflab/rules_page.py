"""The "Rules & rulings" page: every rule of the games by its number, found by a search box."""
from __future__ import annotations

import panel as pn
import panel_material_ui as pmui

from . import shell
from .rulings import Ruling, games, rulings
from .style import NARROW, RADIUS

TITLES = {"surfs-up": "Surf’s Up!", "surfin-cats": "Surfin’ Cats"}
LONGEST_SEARCH = 60  # characters


def page():
    """The page of one browser session; `?find=SU21` in the address fills the search box, `?game=` picks the game."""
    asked = {key: values[0].decode(errors="replace") for key, values in pn.state.session_args.items() if values}
    names = {TITLES.get(game, game): game for game in games()}
    first = asked.get("game") if asked.get("game") in names.values() else next(iter(names.values()))
    game = shell.toggles("Game", names, first, visible=len(names) > 1)
    find = pmui.TextInput(label="Find a rule", placeholder="SU21, respect …", margin=0, max_length=LONGEST_SEARCH,
                          value=asked.get("find", "")[:LONGEST_SEARCH], width=320, size="small")
    found = shell.markup(pn.bind(_list, game, find.param.value_input), _CSS)
    find.value_input = find.value
    column = pn.Column(game, find, found, sizing_mode="stretch_width", max_width=860, styles={"margin": "0 auto"})
    return shell.page("Rules & rulings", main=[column])


def matching(game: str, words: str) -> list[Ruling]:
    """The rules of a game that hold every word, wherever it stands and however it is written."""
    wanted = words.casefold().split()
    return [rule for rule in rulings(game)
            if all(word in f"{rule.id} {rule.section} {rule.rule} {rule.ruling}".casefold() for word in wanted)]


def _list(game: str, words: str) -> str:
    rules = matching(game, words or "")
    parts = [f"<p class='muted' role='status'>{len(rules)} of {len(rulings(game))} rules</p>"]
    section = None
    for rule in rules:
        if rule.section != section:
            section = rule.section
            parts.append(f"<h2>{shell.escape(section)}</h2>")
        parts.append(_rule(rule))
    return "".join(parts)


def _rule(rule: Ruling) -> str:
    chosen = f"<p class='ruling'><b>Ruling</b> {shell.escape(rule.ruling)}</p>" if rule.ruling else ""
    return f"<article><code>{shell.escape(rule.id)}</code><div><p>{shell.escape(rule.rule)}</p>{chosen}</div></article>"


_CSS = f"""
h2 {{ margin: 28px 0 8px; }}
.muted {{ margin-top: 8px; }}
article {{ display: grid; grid-template-columns: 56px 1fr; gap: 8px; padding: 12px 16px; background: var(--lab-surface);
  border: 1px solid var(--lab-line); border-bottom-width: 0; }}
h2 + article, .muted + article {{ border-radius: {RADIUS}px {RADIUS}px 0 0; }}
article:last-child, article:has(+ h2) {{ border-bottom-width: 1px; border-bottom-left-radius: {RADIUS}px;
  border-bottom-right-radius: {RADIUS}px; }}
code {{ font: inherit; font-weight: 650; color: var(--lab-accent); }}
.ruling {{ margin-top: 6px; padding-left: 12px; border-left: 3px solid var(--lab-accent); color: var(--lab-muted); }}
.ruling b {{ color: var(--lab-ink); font-weight: 650; margin-right: 4px; }}
@media (max-width: {NARROW}px) {{ article {{ grid-template-columns: 1fr; gap: 2px; }} }}
"""
