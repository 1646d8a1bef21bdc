"""A record of Surfin' Cats: from what a file says to a game and its lines of play, and back."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .. import toml
from ..card_files import shown
from ..moments import MAIN, Lines, Moment
from ..records import (FATES, GameRecord, RecordError, Remembering, Warnings, in_order, one_of, parents_first, place, read_cards, read_others,
                       remark, table, tables, text, write_others)
from ..slices import Work
from . import position, story
from .cards import CardSet
from .fate import Fate, abilities_dealt, instructors_dealt
from .game import Game, check_seed
from .line_reader import TURN, WAVE, LineReader, coming, hidden, names, one_for_each
from .line_writer import LineWriter, to_come, waves_from
from .position_writer import of as write_position
from .variant import Variant

TABLE = ("surflab", "game", "title", "cats", "players", "variant", "cards", "seed", "bots", "instructors", "abilities", "position", "to_come", "at_deal")
LINES = ("waves", "branches")
BRANCH = ("name", "parent", "wave", "after", "decisions", "fate", "seed", "others", "bot", "by_hand", "to_come", "at_redeal", "waves")
VARIANT = ("kittens", "mixed", "picks", "waves")


@dataclass(frozen=True, repr=False)
class Record(GameRecord):
    """One table of Surfin' Cats and all its lines of play."""

    BLOCKS = ("position.seats", "position.seats.*", "waves", "waves.decks", "waves.turns", "branches", "branches.waves", "branches.waves.decks", "branches.waves.turns")
    KEYS = TABLE + LINES

    @staticmethod
    def reading(data: dict, folder=None) -> Work:
        data = arranged(data)
        warnings = Warnings()
        game = read_table(data, folder, warnings)
        with place():
            lines = Lines(Moment(game.start()))
            remark(lines, lines.root, table(data, "at_deal"))
        known = Remembering(game)
        yield from LineReader(known, lines, MAIN, main_waves(data), warnings, fresh=True).read()
        branches = parents_first(tables(data, "branches"))
        for number, branch in enumerate(branches):
            yield number / len(branches)
            with place(f"line {shown(branch['name'])}", at=("branches", branch["name"])):
                yield from read_branch(known, lines, branch, warnings)
        return Record(data, game, lines, tuple(warnings))

    @staticmethod
    def of(game: Game, lines: Lines, title: str = "", bots: Mapping[str, str] | None = None,
           extra: Mapping | None = None) -> Record:
        """The record of a session: all that chance decided is listed, so that it replays without any generator.

        `extra` holds keys that surflab does not know, as `Record.extra` gives them. Raises RecordError.
        """
        with place():
            extra = dict(extra or {})
            remarks = extra.pop("waves", {})
            path = lines.path(MAIN)
            data = write_table(game, lines, title, bots or {}, extra) | to_come(game, path[0].state, path[1:], first_wave(game, lines) - 1)
            data["waves"] = LineWriter(game, lines, path[0].state, numbered(remarks)).write(path[1:], deal=True)
            data["branches"] = [write_branch(game, lines, name) for name in lines.forks]
            return Record(arranged(toml.plain(data)), game, lines.copy())

    @staticmethod
    def position_data(game: Game, moment: Moment, hidden: bool = False, eyes: str | None = None) -> dict:
        """The plain data of a record that begins where the turn of a moment begins; before the first turn, at the deal.

        With `hidden` it lists what lies hidden there and goes on to the moment itself; without, it says what all know there,
        and what the seat in `eyes` knows of its own. Raises ValueError where the game is over.
        """
        if game.is_over(moment.state):
            raise ValueError("the game is over; a position has something to choose")
        path = moment.path()
        at = max((at for at, passed in enumerate(path) if game.question(passed.state) == "act"), default=0)
        begin, begun = path[at].state, path[at + 1:]
        data = head(game, begin)
        if game.question(begin) == "act":
            data["position"] = write_position(game, begin, hidden, game.players.index(eyes) if eyes else None)
        elif hidden and not game.variant.kittens:
            data["instructors"] = instructors_dealt(game.cards, begin)
        if hidden:
            data["to_come"] = waves_from(game, begin, max(1, game.position(begin)[0]) - 1)
        if hidden and begun:
            data["waves"] = LineWriter(game, Lines(path[at]), begin, {}).write(begun, deal=True)
        return arranged(toml.plain(data))

    @property
    def extra(self) -> dict:
        """The keys at the top that surflab does not know, and under "waves" those of the main line's waves, by number."""
        remarks = wave_remarks(tables(self.data, "waves"), first_wave(self.game, self.lines))
        return super().extra | ({"waves": remarks} if remarks else {})

    def account(self, line: str = MAIN) -> list[str]:
        """Every turn of a line in words, and how it stands at the end."""
        return story.write_account(self.game, self.lines.path(line), self.title)


def arranged(data: dict) -> dict:
    """The data with known keys first in every table, lines of play last, and without empty lists of waves."""
    data = {key: value for key, value in in_order(data, TABLE).items() if key not in LINES} | _arranged_waves(data)
    if isinstance(data.get("variant"), dict):
        data["variant"] = in_order(data["variant"], VARIANT)
    if isinstance(data.get("position"), dict):
        data["position"] = position.arranged(data["position"])
    return data


def _arranged_waves(data: dict) -> dict:
    """The lines of play of a table, in order."""
    waves = [_arranged_wave(wave) for wave in tables(data, "waves")]
    branches = [{key: value for key, value in in_order(branch, BRANCH).items() if key != "waves"} | _arranged_waves(branch)
                for branch in tables(data, "branches")]
    return ({"waves": waves} if waves else {}) | ({"branches": branches} if branches else {})


def _arranged_wave(wave: dict) -> dict:
    turns = [in_order(block, TURN) for block in tables(wave, "turns")]
    inner = {key: wave[key] for key in ("decks",) if key in wave}
    outer = {key: value for key, value in in_order(wave, WAVE).items() if key not in ("decks", "turns")}
    return outer | inner | ({"turns": turns} if turns else {})


# reading
def read_table(data: dict, folder, warnings: Warnings) -> Game:
    """The game before its first choice; raises RecordError."""
    warnings.unknown("", data, TABLE + LINES)
    with place():
        text(data, "title", "")
        cards = read_cards(data.get("cards", "house"), folder, CardSet)
        for warning in cards.warnings:
            warnings.add("", warning)
        asked = table(data, "variant")
        warnings.unknown("variant", asked, VARIANT)
        with place("variant"):
            variant = Variant.of(asked)
            variant.check(cards)
        cats = names(data, "cats")
        players = names(data, "players") if "players" in data else ()
        game = Game(cats, players, cards, variant, data.get("seed", 0))
        set_up = data.get("position")
        first = 1 if set_up is None else position.number_of(game, set_up)
        game = Game(cats, players, cards, game.variant, game.seed, read_fate(data, game, first), set_up)
        check_hidden(game, first)
    for where, told, known in position.keys(game.players, set_up):
        warnings.unknown(where, told, known)
    warnings.bots(game, data.get("bots", {}))
    return game


def read_fate(data: dict, game: Game, first: int) -> Fate:
    """What the record, whose first wave has that number, says of chance before the first choice; raises ValueError."""
    waves = dict(enumerate(tables(data, "waves"), first))
    dealt = coming(data, waves, first - 1)
    with place(f"wave {first}", at=("waves", 0)):
        lying = hidden(waves.get(first, {}), game.players)
    instructors = tuple((entry,) if isinstance(entry, str) else names({"instructors": entry}, "instructors")
                        for entry in _hands(data, "instructors", game))
    abilities = tuple(names({"abilities": entry}, "abilities") for entry in _hands(data, "abilities", game))
    return Fate(instructors, abilities, dealt.waves, dealt.events, lying.decks, lying.market)


def check_hidden(game: Game, first: int) -> None:
    """The decks and the market that the first wave, which has that number, lists can lie so; raises RecordError."""
    dealt = replace(game, fate=replace(game.fate, decks={}, market=())).start()
    with place(f"wave {first}", at=("waves", 0)):
        game.lay(dealt, Fate(decks=game.fate.decks, market=game.fate.market))


def _hands(data: dict, key: str, game: Game) -> list:
    return one_for_each(data, key, game.players) if key in data else []


def main_waves(data: dict) -> list[dict]:
    """The waves of the main line; where the record names one instructor for each cat, those are kept before the first turn."""
    waves, instructors = tables(data, "waves"), data.get("instructors", [])
    first = waves[0] if waves else {}
    turns = tables(first, "turns")
    if "position" in data or not instructors or not all(isinstance(name, str) for name in instructors) or turns and "kept" in turns[0]:
        return waves
    return [first | {"turns": [{"kept": instructors}, *turns]}, *waves[1:]]


def first_wave(game: Game, lines: Lines) -> int:
    """The number of the wave that the first [[waves]] block tells of: 1, or the one that is surfed where the table is set up."""
    return max(1, game.position(lines.root.state)[0])


def read_branch(game: Game, lines: Lines, branch: dict, warnings: Warnings) -> Work:
    """Begin a branch and play it; raises ValueError."""
    name, parent = branch["name"], text(branch, "parent", MAIN)
    fate, others = one_of(branch, "fate", FATES), read_others(branch, game)
    warnings.unknown(f"line {shown(name)}", branch, (*BRANCH, "note", "mark"))
    fork = find_fork(game, lines.path(parent), parent, branch)
    text(branch, "note", "")
    remarks = {key: value for key, value in branch.items() if key not in BRANCH}
    waves = tables(branch, "waves")
    kept = wave_remarks(waves, max(1, game.position(fork.state)[0]))
    lines.branch(name, parent, fork, remarks | ({"waves": kept} if kept else {}), **others)
    if fate == "redealt":
        seed = check_seed(branch.get("seed", game.seed))
        lines.extend(name, Moment(deal_anew(game, fork.state, seed, branch), fork, redealt=seed))
        remark(lines, lines.tip(name), table(branch, "at_redeal"))
    elif "at_redeal" in branch or "to_come" in branch:
        raise ValueError('to_come and at_redeal go with fate = "redealt"; with the same fate the parent\'s cards come')
    yield from LineReader(game, lines, name, waves, warnings, fresh=fate == "redealt").read()


def deal_anew(game: Game, state, seed: int, branch: dict):
    """The state with cards to come drawn by the seed, as far as the branch does not list them; raises ValueError."""
    number = game.position(state)[0]
    state = game.redeal(state, seed)
    listed = dict(enumerate(tables(branch, "waves"), max(1, number)))
    with place(f"wave {max(1, number)}", at=("waves", 0)):
        state = game.lay(state, hidden(listed.get(max(1, number), {}), game.players))
    return game.lay(state, coming(branch, listed, number))


def find_fork(game: Game, path: list[Moment], parent: str, branch: dict) -> Moment:
    """The moment of the parent line's path at which a branch leaves it; raises ValueError."""
    wave, after, decisions = branch.get("wave", game.position(path[0].state)[0]), branch.get("after", 0), branch.get("decisions")
    for key, value in (("wave", wave), ("after", after), ("decisions", 0 if decisions is None else decisions)):
        if type(value) is not int or value < 0:
            raise ValueError(f"{key} is {shown(value)}, should be a whole number")
    stops = stops_at(game, path, (wave, after))
    if not stops:
        raise ValueError(f"the line {shown(parent)} never stood in wave {wave} after {after} turns; it goes from wave "
                         f"{game.position(path[0].state)[0]} to {game.where(path[-1].state)}")
    if decisions is None:
        return path[stops[-1]]
    if stops[0] + decisions >= len(path):
        raise ValueError(f"decisions is {decisions}, but the line {shown(parent)} goes on from there for only "
                         f"{len(path) - 1 - stops[0]}")
    return path[stops[0] + decisions]


def stops_at(game: Game, path: list[Moment], position: tuple[int, int]) -> list[int]:
    """The places on a path where so many turns of that wave are resolved and a turn, or a market visit, begins."""
    return [place for place, moment in enumerate(path)
            if game.position(moment.state) == position and game.is_between_rounds(moment.state)]


def wave_remarks(waves: list[dict], first: int) -> dict[str, dict]:
    """What was written to waves beside what surflab knows, by the wave's number as text."""
    remarks = {str(number): {key: value for key, value in wave.items() if key not in WAVE or key == "note"}
               for number, wave in enumerate(waves, first)}
    return {number: written for number, written in remarks.items() if written}


def numbered(remarks) -> dict[int, dict]:
    """What `wave_remarks` found, by number; what is nothing of the kind is left out."""
    if not isinstance(remarks, Mapping):
        return {}
    return {int(number): dict(written) for number, written in remarks.items()
            if str(number).isdecimal() and isinstance(written, Mapping)}


# writing
def write_table(game: Game, lines: Lines, title: str, bots: Mapping, extra: Mapping) -> dict:
    """All of a record but its lines of play; raises ValueError."""
    known = [key for key in extra if key in TABLE + LINES]
    if known:
        raise RecordError(f"extra holds {', '.join(map(shown, known))}, which a record writes by itself")
    data = head(game, lines.root.state) | {
        "title": title, "bots": dict(bots),
        "instructors": [] if game.variant.kittens else instructors_dealt(game.cards, lines.root.state),
        "position": game.set_up, "at_deal": lines.remarks.get(lines.root, {}),
    }
    return {key: value for key, value in data.items() if value or value is not None and key in ("seed", "position")} | extra


def head(game: Game, state) -> dict:
    """What a record says of a table before anything of its play: who sits there, the variant, the cards, the seed."""
    house = game.cards.to_dict() == CardSet.house().to_dict()
    data = {
        "surflab": 1, "game": game.name, "cats": game.cats, "players": game.players if game.players != game.cats else (),
        "variant": game.variant.table(), "cards": "house" if house else game.cards.to_dict(), "seed": game.seed,
        "abilities": abilities_dealt(game.cards, state) if game.variant.mixed else [],
    }
    return {key: value for key, value in data.items() if value or key == "seed"}


def write_branch(game: Game, lines: Lines, name: str) -> dict:
    """A branch with where it leaves its parent, and all that is its own."""
    fork, path = lines.forks[name], lines.path(name)
    branch: dict = {"name": name, "parent": fork.parent} | write_fork(game, lines.path(fork.parent), fork.moment)
    own = path[path.index(fork.moment) + 1:]
    is_dealt_anew = bool(own) and own[0].redealt is not None
    begin = fork.moment
    if is_dealt_anew:
        begin = own.pop(0)
        branch |= {"fate": "redealt", "seed": begin.redealt} | to_come(game, begin.state, own)
        if begin in lines.remarks:
            branch["at_redeal"] = lines.remarks[begin]
    branch |= write_others(fork, game.players)
    remarks = dict(fork.remarks)
    waves = LineWriter(game, lines, begin.state, numbered(remarks.pop("waves", {}))).write(own, deal=is_dealt_anew)
    return branch | remarks | {"waves": waves}


def write_fork(game: Game, path: list[Moment], fork: Moment) -> dict:
    """Where a branch leaves its parent: after how many turns of which wave, and how many decisions and deals further on."""
    place = path.index(fork)
    stop = next(place for place in range(place, -1, -1) if game.is_between_rounds(path[place].state))
    wave, after = game.position(path[stop].state)
    stops = stops_at(game, path, (wave, after))
    written = {"wave": wave, "after": after} if wave else {"after": 0}
    return written | ({} if place == stops[-1] else {"decisions": place - stops[0]})
