"""A record of Surf's Up!: from what a file says to a game and its lines of play, and back."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .. import toml
from ..card_files import shown
from ..moments import MAIN, Lines, Moment
from ..records import GameRecord, Remembering, Warnings, in_order, parents_first, place, read_cards, remark, table, tables, text
from ..slices import Work
from . import position, story
from .cards import CardSet
from .fate import DECKS, write_decks
from .game import Game
from .line_reader import BRANCH, ROUND, moments_of_round, read_branch, read_rounds, write_moments
from .line_writer import write_branches, write_rounds

TABLE = ("surflab", "game", "title", "players", "cards", "goals", "seed", "bots", "position", "decks", "at_deal")
LINES = ("rounds", "branches")


@dataclass(frozen=True, repr=False)
class Record(GameRecord):
    """One table of Surf's Up! and all its lines of play."""

    BLOCKS = ("position", "position.seats", "position.seats.*", "rounds", "branches", "branches.decks", "branches.rounds")
    KEYS = TABLE + LINES

    @staticmethod
    def reading(data: dict, folder=None) -> Work:
        data = arranged(data)
        warnings = Warnings()
        game = read_table(data, folder, warnings)
        lines = Lines(Moment(game.start()))
        with place():
            remark(lines, lines.root, table(data, "at_deal"))
        known = Remembering(game)
        yield from read_rounds(known, lines, MAIN, tables(data, "rounds"), warnings)
        branches = parents_first(tables(data, "branches"))
        for number, branch in enumerate(branches):
            yield number / len(branches)
            with place(f"line {shown(branch['name'])}", at=("branches", branch["name"])):
                yield from read_branch(known, lines, branch, warnings)
        return Record(data, game, lines, tuple(warnings))

    @staticmethod
    def of(game: Game, lines: Lines, title: str = "", bots: Mapping[str, str] | None = None,
           extra: Mapping | None = None) -> Record:
        """The record of a session: its decks are listed whole, so that it replays without any generator.

        `extra` holds keys that surflab does not know, as `Record.extra` gives them. Raises RecordError.
        """
        with place():
            data = write_table(game, lines, title, bots or {}, extra or {})
            data["rounds"] = write_rounds(game, lines, lines.path(MAIN)[1:])
            data["branches"] = write_branches(game, lines)
            return Record(arranged(toml.plain(data)), game, lines.copy())

    @staticmethod
    def position_data(game: Game, moment: Moment, hidden: bool = False, eyes: str | None = None) -> dict:
        """The plain data of a record that begins at a moment, with nothing played from there on.

        At the beach that is the reveal before and what the round had since. With `hidden` the decks and all tokens are
        told; the seat in `eyes` is told its own tokens.
        """
        begun = moments_of_round(game, moment)
        state = (begun[0].parent if begun else moment).state
        said = position.of(game, state, hidden, game.players.index(eyes) if eyes else None)
        data = table_data(game) | {"position": said}
        decks = {"decks": write_decks(game.cards, moment.state, state)} if hidden else {}
        return toml.plain(data | decks | ({"rounds": [write_moments(game, begun)]} if begun else {}))

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
    if isinstance(data.get("position"), dict):
        data["position"] = position.arranged(data["position"])
    if isinstance(data.get("decks"), dict):
        data["decks"] = in_order(data["decks"], DECKS)
    if "branches" in data:
        branches = enumerate(tables(data, "branches"), 1)
        data["branches"] = [_arranged_branch(number, branch) for number, branch in branches]
    return _with_rounds_last(data)


def _arranged_branch(number: int, branch: dict) -> dict:
    with place(f"line {shown(branch['name'])}" if "name" in branch else f"branch {number}", at=("branches", number - 1)):
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
        game = Game(_tuple(data.get("players", ())), cards, _tuple(data.get("goals", ())), data.get("seed", 0), known,
                    data.get("position"))
    for where, said, means in position.keys(game.players, game.set_up):
        warnings.unknown(where, said, means)
    warnings.bots(game, data.get("bots", {}))
    return game


def _tuple(value):
    return tuple(value) if isinstance(value, list) else value


# writing
def write_table(game: Game, lines: Lines, title: str, bots: Mapping, extra: Mapping) -> dict:
    """All of a record but its lines of play; raises ValueError."""
    known = [key for key in extra if key in TABLE + LINES and key != "decks"]
    if known:
        raise ValueError(f"extra holds {', '.join(map(shown, known))}, which a record writes by itself")
    optional = {"bots": dict(bots), "position": write_position(game, lines.root.state), "at_deal": lines.remarks.get(lines.root, {})}
    data = table_data(game, title) | {key: value for key, value in optional.items() if value}
    to_come = write_decks(game.cards, lines.root.state, None if game.set_up is None else lines.root.state)
    return data | {**extra, "decks": {**extra.get("decks", {}), **to_come}}


def table_data(game: Game, title: str = "") -> dict:
    """Who sits at a table, with which cards, goals and seed."""
    house = game.cards.to_dict() == CardSet.house().to_dict()
    titled = {"title": title} if title else {}
    return {"surflab": 1, "game": "surfs-up", **titled, "players": game.players,
            "cards": "house" if house else game.cards.to_dict(), "goals": game.goals, "seed": game.seed}


def write_position(game: Game, start) -> dict:
    """Where a game began that was set up in the middle, with what chance decided of it and the keys that are not known."""
    if game.set_up is None:
        return {}
    said = position.of(game, start, hidden=True)
    for name, told in game.set_up.get("seats", {}).items():
        said["seats"][name] |= {key: value for key, value in told.items() if key not in position.SEAT}
    return said | {key: value for key, value in game.set_up.items() if key not in position.TABLE}
