"""The start page: a card for each game, and the way to the rules."""
from __future__ import annotations

from math import sin, tau

from . import pages, shell, style

INTRODUCTION = (
    "Sit down with people and bots, play in secret, step back, branch off, and play both lines on."
)
CARDS = {  # by address: what it is about, and a note
    "surfs_up": ("Everyone bids energy for the wave in the breakzone, in secret and at once. Equal bids wipe out.",
                 "2 to 6 surfers, people or bots"),
    "surfin_cats": ("One more trick, or ride it in? Push the luck of your own deck until the beach is near.",
                    "1 to 5 cats, people or bots"),
    "cards": ("What every card does, in words made from its data; sets of your own are read here too.",
              "Both games"),
    "rules": ("Every rule by its number, and what is played here where a rulebook is silent.",
              "With a search box"),
}


def page():
    """The start page of one browser session."""
    cards = "".join(_card(place, *CARDS[place.address]) for place in pages.places() if place.address)
    head = f"<h1>Choose a table</h1><p class='lead'>{INTRODUCTION}</p>"
    text = f"{_swell()}<section>{head}<nav aria-label='Tables'>{cards}</nav></section>"
    return shell.page("Surf Lab", main=[shell.markup(text, _CSS)])


def _card(place: pages.Place, line: str, note: str) -> str:
    picture, title = _PICTURES[place.address], shell.escape(place.title)
    return f"<a href='./{place.address}'>{picture}<h2>{title}</h2><p>{line}</p><small>{note}</small></a>"


def _swell() -> str:
    """Lines of a swell that rises towards the shore, as an SVG."""
    paths = []
    for row in range(9):
        height, length, top = 1.5 + 1.25 * row, 170 + 14 * row, 12 + 13 * row
        points = (f"{x} {top + height * sin(tau * x / length + 0.9 * row):.1f}" for x in range(0, 1201, 12))
        paths.append(f"<path d='M{' L'.join(points)}' opacity='{0.1 + 0.05 * row:.2f}'/>")
    lines = "".join(paths)
    return f"<svg class='swell' viewBox='0 0 1200 140' preserveAspectRatio='none' aria-hidden='true'>{lines}</svg>"


def _picture(inside: str) -> str:
    return f"<svg class='picture' viewBox='0 0 96 40' aria-hidden='true'>{inside}</svg>"


_PICTURES = {
    "surfs_up": _picture("".join(
        f"<rect x='{2 + 22 * i}' y='{12 - 5 * i}' width='17' height='26' rx='3' fill='{colour}'/>"
        for i, colour in enumerate(style.SUITS.values())
    ) + "<rect x='68' y='9' width='17' height='26' rx='3' class='well'/>"),
    "surfin_cats": _picture("".join(
        f"<rect x='{2 + 15 * i}' y='{34 - 6 * i}' width='11' height='{4 + 6 * i}' rx='2' class='well'/>"
        for i in range(6)
    ) + "<circle cx='52.5' cy='8' r='5' class='mark'/>"),
    "cards": _picture("".join(
        f"<rect x='{2 + 15 * i}' y='{6 + 2 * abs(i - 2)}' width='22' height='30' rx='3' class='{'mark' if i == 2 else 'well'}' stroke='var(--lab-surface)' stroke-width='2'/>"
        for i in (0, 4, 1, 3, 2)
    )),
    "rules": _picture("".join(
        f"<rect x='2' y='{5 + 12 * i}' width='8' height='6' rx='2' class='mark'/>"
        f"<rect x='16' y='{5 + 12 * i}' width='{72 - 14 * (i % 2)}' height='6' rx='2' class='well'/>" for i in range(3)
    )),
}

_CSS = f"""
.swell {{ display: block; width: 100%; height: 140px; margin-bottom: 12px;
  fill: none; stroke: var(--lab-accent); stroke-width: 1.4; }}
.swell path {{ vector-effect: non-scaling-stroke; }}
section {{ max-width: 1080px; margin: 0 auto; padding: 0 8px; }}
.lead {{ color: var(--lab-muted); margin: 8px 0 28px; max-width: 60ch; }}
nav {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 16px; }}
a {{ display: flex; flex-direction: column; gap: 8px; padding: 20px; border-radius: {style.RADIUS}px;
  text-decoration: none; color: inherit; background: var(--lab-surface); border: 1px solid var(--lab-line); }}
a:hover {{ border-color: var(--lab-accent); }}
a h2 {{ color: var(--lab-accent); }}
a small {{ margin-top: auto; padding-top: 8px; }}
.picture {{ width: 96px; height: 40px; margin-bottom: 4px; }}
.well {{ fill: var(--lab-line); }}
.mark {{ fill: var(--lab-accent); }}
@media (max-width: {style.NARROW}px) {{ .swell {{ height: 84px; margin-bottom: 8px; }} }}
"""
