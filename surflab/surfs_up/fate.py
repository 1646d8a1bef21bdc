"""The decks of Surf's Up! by name: what lies in them, and what of it is to come next."""
from __future__ import annotations

from ..card_files import shown
from . import rules
from .cards import CardSet

DECKS = ("ocean", "beach", "stings")


def deck_in(cards: CardSet, state, deck: str):
    """A deck of a state: the names of its cards by kind, the kinds in it (top first, a view), and how many are drawn."""
    deal = state[0]
    if deck == "stings":
        return range(rules.STING_VALUES), deal["sting"][: cards.tables["stings"][0]], int(deal["table"]["tokens"])
    names = cards.ocean_names if deck == "ocean" else cards.beach_names
    return names, deal[deck][: deal[f"{deck}_size"]], int(deal[f"{deck}_top"])


def put_on_top(cards: CardSet, state, decks: dict):
    """The state with the listed cards next to come, those left over behind them in their order; raises ValueError."""
    state = state.copy()
    for deck, listed in decks.items():
        if deck not in DECKS or not isinstance(listed, list):
            raise ValueError(f"decks may list {', '.join(DECKS)}, not {shown(deck)} = {shown(listed)}")
        names, kinds, drawn = deck_in(cards, state, deck)
        left, top = list(kinds[drawn:]), []
        for card in listed:
            found = next((kind for kind in left if type(names[kind]) is type(card) and names[kind] == card), None)
            if found is None:
                to_come = ", ".join(sorted({str(names[kind]) for kind in left})) or "nothing"
                raise ValueError(f"decks.{deck} lists {shown(card)}, but still to come there is {to_come}")
            left.remove(found)
            top.append(found)
        kinds[drawn:] = top + left
    state.setflags(write=False)
    return state


def write_decks(cards: CardSet, state, fork=None) -> dict[str, list]:
    """Every deck of a state, top card first: whole, or from where it stood in the state `fork` of the same line."""
    written = {}
    for deck in DECKS:
        names, kinds, _ = deck_in(cards, state, deck)
        drawn = 0 if fork is None else deck_in(cards, fork, deck)[2]
        written[deck] = [names[kind] for kind in kinds[drawn:]]
    return written
