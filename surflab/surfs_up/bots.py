"""Bots for empty seats: what a seat sees -> a choice. None is ever handed the order of a deck or another seat's tokens.

A bot takes the printed cards, the table as everybody sees it, its seat, the points its own bluebottle tokens cost, and
a random word of 32 bits; it returns a legal choice as `rules.py` numbers them.
"""
from __future__ import annotations

from ..compiled import bot
from .rules import CARDS, TABLE, count_legal, nth_legal


@bot
def random(cards: CARDS, table: TABLE, seat: int, stung: int, word: int):
    """Any legal choice, all equally likely."""
    return nth_legal(cards, table, seat, word * count_legal(cards, table, seat) >> 32)


BOTS = {"random": random}
