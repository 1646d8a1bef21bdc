"""A record of Surf's Up!: from what a file says to a game and its lines of play, and back."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath

from .. import toml
from ..card_files import shown
from ..moments import MAIN, Lines, Moment
from ..records import MOST_ROUNDS, RecordError, in_order, parents_first, place, tables, text
from . import rules, story
from .bots import BOTS
from .cards import CardSet
from .game import Game, check_seed

TABLE = ("surflab", "game", "title", "players", "cards", "goals", "seed", "bots", "decks", "at_deal")
LINES = ("rounds", "branches")
DECKS = ("ocean", "beach", "stings")
TAKERS = ("winner", "runner_up")  # who may visit the beach after a wave, in this order
OPEN = {f"at_{taker}": taker for taker in TAKERS}  # keys for remarks made while that surfer had a choice
CHOSEN = ("play", *TAKERS)
ROUND = (*CHOSEN, "note", "mark", *OPEN)
BRANCH = ("name", "parent", "after", "at_choice", "fate", "seed", "others", "decks", "at_redeal", "rounds")
FATES = ("same", "redealt")
OTHERS = ("ask", "kept")
MOST_WARNINGS = 100


@dataclass(frozen=True)
class Record:
    """One table and all its lines of play; records are equal when their data is.

    `data` is what the file says, in plain values; not to be changed. `lines` holds every line replayed, `warnings`
    names the keys that mean nothing here (they are kept) and what is odd but playable.
    """

    BLOCKS = ("rounds", "branches", "branches.decks", "branches.rounds")

    data: dict
    game: Game = field(compare=False, repr=False)
    lines: Lines = field(compare=False, repr=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

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
    def title(self) -> str:
        return self.data.get("title", "")

    @property
    def bots(self) -> dict[str, str]:
        """Who is played by which bot when the game goes on: the entries of the key `bots` that make sense."""
        bots = self.data.get("bots", {})
        return {name: bot for name, bot in bots.items() if is_bot(self.game, name, bot)} if isinstance(bots, dict) else {}

    @property
    def extra(self) -> dict:
        """The keys at the top and in [decks] that surflab does not know."""
        extra = {key: value for key, value in self.data.items() if key not in TABLE + LINES}
        decks = {key: value for key, value in self.data.get("decks", {}).items() if key not in DECKS}
        return extra | ({"decks": decks} if decks else {})

    def describe(self, line: str = MAIN) -> dict:
        """What a line comes to, in plain values, as `surflab replay --json` prints it."""
        return self.game.describe(self.lines.tip(line).state)

    def account(self, line: str = MAIN) -> list[str]:
        """Every round of a line in words, and how it stands at the end."""
        return story.write_account(self.game, self.lines.path(line), self.title)


class Warnings(list):
    """What is odd in a record but does not keep it from being played; no more than MOST_WARNINGS."""

    def add(self, where: str, problem: str) -> None:
        if len(self) < MOST_WARNINGS:
            self.append(f"{where}: {problem}" if where else problem)

    def unknown(self, where: str, table: dict, known: tuple[str, ...]) -> None:
        """Warn of keys that mean nothing here."""
        for key in table:
            if key not in known:
                self.add(where, f"the key {shown(key)} means nothing here and is kept")


def arranged(data: dict) -> dict:
    """The data with known keys first in every table, lines of play last, and without empty lists of rounds."""
    data = {key: value for key, value in in_order(data, TABLE).items() if key != "branches" or value != []}
    if isinstance(data.get("decks"), dict):
        data["decks"] = in_order(data["decks"], DECKS)
    if "branches" in data:
        data["branches"] = [_with_rounds_last(in_order(branch, BRANCH)) for branch in tables(data, "branches")]
    return _with_rounds_last(data)


def _with_rounds_last(data: dict) -> dict:
    rounds = [in_order(entry, ROUND) for entry in tables(data, "rounds")]
    branches = {key: data[key] for key in ("branches",) if key in data}
    others = {key: value for key, value in data.items() if key not in LINES}
    return others | ({"rounds": rounds} if rounds else {}) | branches


# reading: the table
def read_table(data: dict, folder, warnings: Warnings) -> Game:
    """The game before its first round; raises RecordError."""
    warnings.unknown("", data, TABLE + LINES)
    with place():
        text(data, "title", "")
        decks = table(data, "decks")
        warnings.unknown("decks", decks, DECKS)
        cards = read_cards(data.get("cards", "house"), folder)
        for warning in cards.warnings:
            warnings.add("", warning)
        known = {deck: _tuple(decks[deck]) for deck in DECKS if deck in decks}
        game = Game(_tuple(data.get("players", ())), cards, _tuple(data.get("goals", ())), data.get("seed", 0), known)
    check_bots(game, data.get("bots", {}), warnings)
    return game


def table(data: dict, key: str) -> dict:
    """The table under a key, an empty one where it is absent; raises ValueError."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key} must be a table, not {shown(value)}")
    return value


def _tuple(value):
    return tuple(value) if isinstance(value, list) else value


def read_cards(cards, folder) -> CardSet:
    """The house set, one written down in the record, or one in a file beside it; raises ValueError."""
    if cards == "house":
        return CardSet.house()
    if isinstance(cards, dict):
        return CardSet.from_dict(cards, "cards")
    if not isinstance(cards, str):
        raise ValueError(f'cards must be "house", the name of a file or a [cards] table, not {shown(cards)}')
    return CardSet.load(card_file(cards, folder))


def card_file(name: str, folder) -> Path:
    """The card-set file of that name inside a record's own folder; raises ValueError for any other place."""
    if folder is None:
        raise ValueError(f"cards names the file {shown(name)}, but this record was not opened from a folder; "
                         "write the card set into it as [cards]")
    inside, folder = Path(name), Path(folder).resolve()
    if inside.is_absolute() or ".." in inside.parts or PureWindowsPath(name).drive or "\\" in name:
        raise ValueError(f"cards names {shown(name)}; only files in the record's own folder may be named, with / between")
    try:
        found = (folder / inside).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"cards names the file {shown(name)}, which cannot be read: {reason}") from None
    if not found.is_relative_to(folder) or not found.is_file():
        raise ValueError(f"cards names {shown(name)}, which is no file in the record's own folder")
    return found


def is_bot(game: Game, name, bot) -> bool:
    return name in game.players and isinstance(bot, str) and bot in BOTS


def check_bots(game: Game, bots, warnings: Warnings) -> None:
    """Warn of seats and bots that are not there: a record can be played on without them."""
    if not isinstance(bots, dict):
        warnings.add("bots", f"is {shown(bots)}, not a table of seats and their bots; it is kept")
        return
    for name, bot in bots.items():
        if not is_bot(game, name, bot):
            warnings.add("bots", f"{shown(name)} = {shown(bot)} is no seat with a bot that is known; the seats are "
                                 f"{', '.join(map(shown, game.players))}, the bots {', '.join(map(shown, BOTS))}")


# reading: lines of play
def read_rounds(game: Game, lines: Lines, line: str, rounds: list[dict], warnings: Warnings, begun=()) -> None:
    """Play the rounds on a line; of the first one the moments `begun` are there already; raises RecordError."""
    done = game.rounds(lines.tip(line).state)
    if done + len(rounds) > MOST_ROUNDS:
        raise RecordError(f"has {done + len(rounds)} rounds; a line has at most {MOST_ROUNDS}")
    for number, entry in enumerate(rounds, 1):
        where = f"round {done + number}"
        with place(where):
            for moment in play_round(game, lines.tip(line), entry, number == len(rounds), begun if number == 1 else ()):
                lines.extend(line, moment)
            read_remarks(game, lines, line, entry)
        warnings.unknown(where if line == MAIN else f"line {shown(line)}, {where}", entry, ROUND)


def read_remarks(game: Game, lines: Lines, line: str, entry: dict) -> None:
    """What was written to a round that a line ends with, and to the choices in its middle; raises ValueError."""
    tip = lines.tip(line)
    remark(lines, tip, {key: value for key, value in entry.items() if key not in CHOSEN and key not in OPEN})
    for key, taker in OPEN.items():
        if key in entry:
            open_to = [moment for moment in moments_of_round(game, tip) or moments_of_round(game, tip.parent)
                       if is_choice_of(game, moment, taker)]
            if not open_to:
                raise ValueError(f"{key} is there, but that surfer had nothing to choose")
            remark(lines, open_to[-1], table(entry, key))


def remark(lines: Lines, moment: Moment, remarks: dict) -> None:
    """Keep what was written to a moment; raises ValueError for a note that is no text."""
    text(remarks, "note", "")
    if remarks:
        lines.remarks[moment] = lines.remarks.get(moment, {}) | remarks


def is_choice_of(game: Game, moment: Moment, taker: str) -> bool:
    """Whether the winner, or the runner-up, is about to choose at the beach."""
    state = moment.state
    return not game.is_between_rounds(state) and game.to_choose(state) == [state["table"][taker][0]]


def play_round(game: Game, moment: Moment, entry: dict, is_last: bool, begun=()) -> list[Moment]:
    """The moments of one round; only the last round of a line may stop at an open choice; raises RecordError."""
    play = read_play(game, entry)
    if begun:
        check_begun(game, entry, play, begun)
    elif game.is_over(moment.state):
        end = game.describe(moment.state)["end"]
        raise ValueError(f"the game was over after round {game.rounds(moment.state)} ({end}); nothing can be played any more")
    moments = list(begun) or [reveal(game, moment, play)]
    for taker in TAKERS:
        seat = int(moments[-1].state["table"][taker][0])
        if seat < 0:
            if taker in entry:
                raise ValueError(f"{taker} is {shown(entry[taker])}, but {_nobody(game, moments, taker)}")
        elif not game.is_between_rounds(moments[-1].state) and seat in game.to_choose(moments[-1].state):
            with place(game.players[seat]):
                if taker not in entry and is_last:
                    break
                moments.append(visit_beach(game, moments[-1], seat, taker, entry))
        elif moments[-1] not in begun:
            with place(game.players[seat]):
                check_taken(taker, entry, taken(game, moments)[seat])
    if not game.is_between_rounds(moments[-1].state):
        check_nothing_follows(game, entry, moments[-1])
    return moments[len(begun):]


def read_play(game: Game, entry: dict) -> list[str]:
    """What every seat reveals; raises ValueError."""
    play = entry.get("play")
    if "play" not in entry or not isinstance(play, list):
        raise ValueError(f"play {'is ' + shown(play) if 'play' in entry else 'is missing'}, should list what "
                         f"{_names(game)} reveal, in seat order")
    if len(play) != len(game.players):
        raise ValueError(f"play lists {len(play)} cards for {len(game.players)} players ({_names(game)})")
    return play


def _names(game: Game) -> str:
    return ", ".join(game.players[:-1]) + " and " + game.players[-1]


def reveal(game: Game, moment: Moment, play: list[str]) -> Moment:
    """Everybody reveals a card; raises RecordError naming the player."""
    for seat, card in enumerate(play):
        legal = game.legal(moment.state, seat)
        if card not in legal:
            raise RecordError(f"cannot play {shown(card)}; legal is {', '.join(map(shown, legal))}", game.players[seat])
    return _after(game, moment, dict(enumerate(play)))


def visit_beach(game: Game, moment: Moment, seat: int, taker: str, entry: dict) -> Moment:
    """The seat takes what the entry says; raises ValueError with what is legal."""
    legal = ", ".join(map(shown, game.legal(moment.state, seat)))
    if taker not in entry:
        raise ValueError(f"{taker} is missing, and more rounds follow; legal is {legal}")
    if entry[taker] not in game.legal(moment.state, seat):
        raise ValueError(f"{taker} cannot take {shown(entry[taker])}; legal is {legal}")
    return _after(game, moment, {seat: entry[taker]})


def _after(game: Game, moment: Moment, choices: dict[int, str]) -> Moment:
    state, events = game.resolve(moment.state, choices)
    return Moment(state, moment, choices, events)


def taken(game: Game, moments) -> dict[int, str | None]:
    """What each seat took after the wave: "respect", "buy orange +2", or None for one that could take nothing."""
    took = {}
    for event in (event for moment in moments for event in moment.events):
        if event.kind == rules.RESPECT:
            took[int(event.seat)] = "respect"
        elif event.kind == rules.BOUGHT:
            took[int(event.seat)] = f"buy {game.cards.beach_names[event.card]}"
        elif event.kind == rules.NOTHING:
            took[int(event.seat)] = None
    return took


def check_taken(taker: str, entry: dict, took: str | None) -> None:
    """What the entry says, if anything, is what the rules gave a surfer who had no choice; raises ValueError.

    "respect" may stand for nothing: at 4 respect with nothing to buy, a table still says that it took respect.
    """
    said = entry.get(taker, took)
    if said != took and not (took is None and said == "respect"):
        only = f"legal is only {shown(took)}" if took else "nothing on the beach can be paid for, and respect is full"
        raise ValueError(f"{taker} cannot take {shown(said)}; {only}")


def _nobody(game: Game, moments, taker: str) -> str:
    reveal = moments[0]
    if any(event.kind == rules.STUNG for event in reveal.events) or not any(
            event.kind in (rules.WON, rules.TRASHED) for event in reveal.events):
        return "it was a bluebottle, and nobody goes to the beach"
    return "nobody won this wave" if taker == "winner" else "this wave had no runner-up"


def check_nothing_follows(game: Game, entry: dict, moment: Moment) -> None:
    """Where the winner's choice is open, the runner-up cannot have chosen; raises ValueError."""
    seat = game.to_choose(moment.state)[0]
    if "runner_up" in entry and seat == moment.state["table"]["winner"][0]:
        legal = ", ".join(map(shown, game.legal(moment.state, seat)))
        raise RecordError(f"winner is missing, and runner_up follows; legal is {legal}", game.players[seat])


# reading: branches
def read_branch(game: Game, lines: Lines, branch: dict, warnings: Warnings) -> None:
    """Begin a branch and play its rounds; raises ValueError."""
    name, parent = branch["name"], text(branch, "parent", MAIN)
    fate, others = one_of(branch, "fate", FATES), one_of(branch, "others", OTHERS)
    warnings.unknown(f"line {shown(name)}", branch, (*BRANCH, "note", "mark"))
    fork = find_fork(game, lines.path(parent), parent, branch)
    begun = moments_of_round(game, fork)
    text(branch, "note", "")
    lines.branch(name, parent, fork, {key: value for key, value in branch.items() if key not in BRANCH}, others)
    if fate == "redealt":
        seed = check_seed(branch.get("seed", game.seed))
        state = put_on_top(game, game.redeal(fork.state, seed), table(branch, "decks"))
        lines.extend(name, Moment(state, fork, redealt=seed))
        remark(lines, lines.tip(name), table(branch, "at_redeal"))
        begun += [lines.tip(name)] if begun else []
    elif "decks" in branch or "at_redeal" in branch:
        raise ValueError('decks and at_redeal go with fate = "redealt"; with the same fate the parent\'s cards come')
    read_rounds(game, lines, name, tables(branch, "rounds"), warnings, begun)


def one_of(data: dict, key: str, known: tuple[str, ...]) -> str:
    """The known word under a key, the first one where it is absent; raises ValueError."""
    if data.get(key, known[0]) not in known:
        raise ValueError(f"{key} is {shown(data[key])}, should be {' or '.join(map(shown, known))}")
    return data.get(key, known[0])


def moments_of_round(game: Game, moment: Moment) -> list[Moment]:
    """What there is of the round that a moment is in the middle of; nothing between rounds."""
    moments = []
    while not game.is_between_rounds(moment.state):
        moments.insert(0, moment)
        moment = moment.parent
    return moments


def find_fork(game: Game, path: list[Moment], parent: str, branch: dict) -> Moment:
    """The moment of the parent line's path at which a branch leaves it; raises ValueError."""
    after, at_choice = branch.get("after"), branch.get("at_choice")
    if type(after) is not int or after < 0:
        found = f"is {shown(after)}" if "after" in branch else "is missing"
        raise ValueError(f"after {found}, should be how many rounds of the line {shown(parent)} it shares")
    rounds = game.rounds(path[-1].state)
    if after > rounds:
        raise ValueError(f"after is {shown(after)}, but the line {shown(parent)} has only {rounds} whole rounds")
    if at_choice is None:
        return [moment for moment in path if game.rounds(moment.state) == after and game.is_between_rounds(moment.state)][-1]
    if at_choice not in TAKERS:
        raise ValueError(f"at_choice is {shown(at_choice)}, should be {' or '.join(map(shown, TAKERS))}")
    visits = [moment for moment in path if game.rounds(moment.state) == after and is_choice_of(game, moment, at_choice)]
    if not visits:
        raise ValueError(f"at_choice is {shown(at_choice)}, but in round {after + 1} of the line {shown(parent)} "
                         "that surfer had nothing to choose")
    return visits[-1]


def check_begun(game: Game, entry: dict, play: list[str], begun) -> None:
    """A branch that leaves a round in the middle repeats what that round had before; raises ValueError."""
    before = write_moments(game, begun)
    for key, said in ({"play": play} | {taker: entry[taker] for taker in before if taker in entry}).items():
        if said != before[key]:
            raise ValueError(f"{key} is {toml.inline(said)}, but the branch leaves this round only after "
                             f"{key} = {toml.inline(before[key])}")


# decks
def deck_in(game: Game, state, deck: str):
    """A deck of a state: the names of cards by kind, the kinds in it (top first, a view), and how many are drawn already."""
    deal = state[0]
    if deck == "stings":
        return range(rules.STING_VALUES), deal["sting"][: game.cards.tables["stings"][0]], int(deal["table"]["tokens"])
    names = game.cards.ocean_names if deck == "ocean" else game.cards.beach_names
    return names, deal[deck][: deal[f"{deck}_size"]], int(deal[f"{deck}_top"])


def put_on_top(game: Game, state, decks: dict):
    """The state with the listed cards next to come, those left over behind them in their order; raises ValueError."""
    state = state.copy()
    for deck, listed in decks.items():
        if deck not in DECKS or not isinstance(listed, list):
            raise ValueError(f"decks may list {', '.join(DECKS)}, not {shown(deck)} = {shown(listed)}")
        names, kinds, drawn = deck_in(game, state, deck)
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


def write_decks(game: Game, state, fork=None) -> dict[str, list]:
    """Every deck of a state, top card first: whole, or from where it stood in the state `fork` of the same line."""
    written = {}
    for deck in DECKS:
        names, kinds, _ = deck_in(game, state, deck)
        drawn = 0 if fork is None else deck_in(game, fork, deck)[2]
        written[deck] = [names[kind] for kind in kinds[drawn:]]
    return written


# writing
def write_table(game: Game, lines: Lines, title: str, bots: Mapping, extra: Mapping) -> dict:
    """All of a record but its lines of play; raises ValueError."""
    known = [key for key in extra if key in TABLE + LINES and key != "decks"]
    if known:
        raise ValueError(f"extra holds {', '.join(map(shown, known))}, which a record writes by itself")
    house = game.cards.to_dict() == CardSet.house().to_dict()
    data = {"surflab": 1, "game": "surfs-up", "title": title, "players": game.players,
            "cards": "house" if house else game.cards.to_dict(), "goals": game.goals, "seed": game.seed, "bots": dict(bots),
            "at_deal": lines.remarks.get(lines.root, {})}
    data = {key: value for key, value in data.items() if key not in ("title", "bots", "at_deal") or value}
    return data | {**extra, "decks": {**extra.get("decks", {}), **write_decks(game, lines.tip(MAIN).state)}}


def write_rounds(game: Game, lines: Lines, path: list[Moment], first: int) -> list[dict]:
    """The rounds of a path from its moment number `first` on, begun ones whole."""
    rounds, before = [], moments_of_round(game, path[first - 1]) if first else []
    moments = before[:]
    for moment in path[first:]:
        moments.append(moment)
        if game.is_between_rounds(moment.state) or moment is path[-1]:
            own = [own for own in moments if own not in before]
            if any(own.choices for own in own):
                rounds.append(write_moments(game, moments) | write_remarks(game, lines, own))
            elif rounds:  # cards dealt anew, which on a line so far from its fork only show in its decks
                rounds[-1] = lines.remarks.get(moment, {}) | rounds[-1]
            moments = []
    return rounds


def write_moments(game: Game, moments) -> dict:
    """What was revealed and taken in the moments of one round."""
    reveal = next(moment for moment in moments if moment.choices)
    took = taken(game, moments)
    entry = {"play": [reveal.choices[seat] for seat in range(len(game.players))]}
    for taker in TAKERS:
        if took.get(int(moments[-1].state["table"][taker][0])):
            entry[taker] = took[int(moments[-1].state["table"][taker][0])]
    return entry


def write_remarks(game: Game, lines: Lines, moments) -> dict:
    """What was written to the moments of one round: to its last one, and to choices in its middle."""
    written = dict(lines.remarks.get(moments[-1], {}))
    for moment in moments[:-1]:
        for key, taker in OPEN.items():
            if is_choice_of(game, moment, taker) and moment in lines.remarks:
                written[key] = written.get(key, {}) | lines.remarks[moment]
    return written


def write_branches(game: Game, lines: Lines) -> list[dict]:
    """Every branch with its own rounds; where it leaves a round in the middle it repeats what that round had before.

    A line whose unseen cards are not those of the line it leaves has a redealt fate and lists the cards to come.
    """
    branches, decks = [], {MAIN: write_decks(game, lines.tip(MAIN).state)}
    for name, fork in lines.forks.items():
        path, state, parent = lines.path(name), fork.moment.state, written_parent(lines, name)
        first = path.index(fork.moment) + 1
        redealt = [moment for moment in path[first:] if moment.redealt is not None]
        fresh = redealt[:1] if redealt and redealt[0] is path[first] else []
        decks[name] = write_decks(game, lines.tip(name).state)
        branch = {"name": name, "parent": parent, "after": game.rounds(state), "fate": "same"}
        for taker in TAKERS:
            if is_choice_of(game, fork.moment, taker):
                branch["at_choice"] = taker
        if fresh or decks[name] != decks[owner(lines, parent, fork.moment)]:
            branch |= {"fate": "redealt", "seed": redealt[-1].redealt if redealt else game.seed,
                       "decks": write_decks(game, lines.tip(name).state, state)}
        if fresh and fresh[0] in lines.remarks:
            branch["at_redeal"] = lines.remarks[fresh[0]]
        if fork.others != OTHERS[0]:
            branch["others"] = fork.others
        branches.append(branch | fork.remarks | {"rounds": write_rounds(game, lines, path, first + len(fresh))})
    return branches


def written_parent(lines: Lines, name: str) -> str:
    """The line that a branch leaves: not the parent where it leaves that before its cards were dealt anew."""
    parent, moment = lines.forks[name].parent, lines.forks[name].moment
    while (later := lines.following(parent, moment)) and later.redealt is not None and owner(lines, parent, moment) != parent:
        parent = lines.forks[parent].parent
    return parent


def owner(lines: Lines, line: str, moment: Moment) -> str:
    """The line on whose own part a moment of the line's path lies."""
    while line != MAIN and moment in lines.forks[line].moment.path():
        line = lines.forks[line].parent
    return line
