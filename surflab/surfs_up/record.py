"""A record of Surf's Up!: from what a file says to a game and its lines of play, and back."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .. import toml
from ..card_files import shown
from ..moments import MAIN, Lines, Moment
from ..records import GameRecord, Warnings, in_order, parents_first, place, read_cards, remark, table, tables, text
from . import story
from .bots import PLANS
from .cards import CardSet
from .fate import DECKS, write_decks
from .game import Game
from .line_reader import BRANCH, ROUND, read_branch, read_rounds
from .line_writer import write_branches, write_rounds

TABLE = ("surflab", "game", "title", "players", "cards", "goals", "seed", "bots", "decks", "at_deal")
LINES = ("rounds", "branches")


@dataclass(frozen=True)
class Record(GameRecord):
    """One table of Surf's Up! and all its lines of play."""

    BLOCKS = ("rounds", "branches", "branches.decks", "branches.rounds")
    KEYS = TABLE + LINES
    BOTS = tuple(PLANS)

    @staticmethod
    def read(data: dict, folder=None) -> Record:
        """The record that plain data describes, every line replayed; raises RecordError for what cannot be.

        `folder` is where a card-set file may lie that the record names.
        """
        data = arranged(data)
        warnings = Warnings()
        game = read_table(data, folder, warnings)
        lines = Lines(Moment(game.start()))
        with place():
            remark(lines, lines.root, table(data, "at_deal"))
        read_rounds(game, lines, MAIN, tables(data, "rounds"), warnings)
        for branch in parents_first(tables(data, "branches")):
            with place(f"line {shown(branch['name'])}"):
                read_branch(game, lines, branch, warnings)
        return Record(data, game, lines, tuple(warnings))

    @staticmethod
    def of(game: Game, lines: Lines, title: str = "", bots: Mapping[str, str] | None = None,
           extra: Mapping | None = None) -> Record:
        """The record of a session: its decks are listed whole, so that it replays without any generator.

        `extra` holds keys that surflab does not know, as `Record.extra` gives them. Raises RecordError.
        """
        with place():
            data = write_table(game, lines, title, bots or {}, extra or {})
            data["rounds"] = write_rounds(game, lines, lines.path(MAIN), 0)
            data["branches"] = write_branches(game, lines)
            return Record(arranged(toml.plain(data)), game, lines.copy())

    @property
    def extra(self) -> dict:
        """The keys at the top and in [decks] that surflab does not know."""
        decks = {key: value for key, value in self.data.get("decks", {}).items() if key not in DECKS}
        return super().extra | ({"decks": decks} if decks else {})

    def account(self, line: str = MAIN) -> list[str]:
        """Every round of a line in words, and how it stands at the end."""
        return story.write_account(self.game, self.lines.path(line), self.title)


def arranged(data: dict) -> dict:
    """The data with known keys first in every table, lines of play last, and without empty lists of rounds."""
    data = {key: value for key, value in in_order(data, TABLE).items() if key != "branches" or value != []}
    if isinstance(data.get("decks"), dict):
        data["decks"] = in_order(data["decks"], DECKS)
    if "branches" in data:
        branches = enumerate(tables(data, "branches"), 1)
        data["branches"] = [_arranged_branch(number, branch) for number, branch in branches]
    return _with_rounds_last(data)


def _arranged_branch(number: int, branch: dict) -> dict:
    with place(f"line {shown(branch['name'])}" if "name" in branch else f"branch {number}"):
        return _with_rounds_last(in_order(branch, BRANCH))


def _with_rounds_last(data: dict) -> dict:
    rounds = [in_order(entry, ROUND) for entry in tables(data, "rounds")]
    branches = {key: data[key] for key in ("branches",) if key in data}
    others = {key: value for key, value in data.items() if key not in LINES}
    return others | ({"rounds": rounds} if rounds else {}) | branches


# reading
def read_table(data: dict, folder, warnings: Warnings) -> Game:
    """The game before its first round; raises RecordError."""
    warnings.unknown("", data, TABLE + LINES)
    with place():
        text(data, "title", "")
        decks = table(data, "decks")
        warnings.unknown("decks", decks, DECKS)
        cards = read_cards(data.get("cards", "house"), folder, CardSet)
        for warning in cards.warnings:
            warnings.add("", warning)
        known = {deck: _tuple(decks[deck]) for deck in DECKS if deck in decks}
        game = Game(_tuple(data.get("players", ())), cards, _tuple(data.get("goals", ())), data.get("seed", 0), known)
    warnings.bots(game.players, data.get("bots", {}), tuple(PLANS))
    return game


def _tuple(value):
    return tuple(value) if isinstance(value, list) else value


# writing
def write_table(game: Game, lines: Lines, title: str, bots: Mapping, extra: Mapping) -> dict:
    """All of a record but its lines of play; raises ValueError."""
    known = [key for key in extra if key in TABLE + LINES and key != "decks"]
    if known:
        raise ValueError(f"extra holds {', '.join(map(shown, known))}, which a record writes by itself")
    house = game.cards.to_dict() == CardSet.house().to_dict()
    data = {"surflab": 1, "game": "surfs-up", "title": title, "players": game.players,
            "cards": "house" if house else game.cards.to_dict(), "goals": game.goals, "seed": game.seed,
            "bots": dict(bots), "at_deal": lines.remarks.get(lines.root, {})}
    data = {key: value for key, value in data.items() if key not in ("title", "bots", "at_deal") or value}
    return data | {**extra, "decks": {**extra.get("decks", {}), **write_decks(game.cards, lines.tip(MAIN).state)}}
