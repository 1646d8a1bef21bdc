"""Plays what a record of Surf's Up! says of a line of play, round by round, with errors that name the place."""
from __future__ import annotations

from .. import toml
from ..card_files import shown
from ..moments import MAIN, Lines, Moment
from ..records import (FATES, MOST_ROUNDS, RecordError, Warnings, one_of, place, read_others, remark, table, tables,
                       text)
from ..slices import Work
from . import rules
from .game import Game, check_seed

TAKERS = ("winner", "runner_up")  # who may visit the beach after a wave, in this order
OPEN = {f"at_{taker}": taker for taker in TAKERS}  # keys for remarks made while that surfer had a choice
CHOSEN = ("play", *TAKERS)
DEALT = ("redealt", "decks")  # a block of its own, where the cards to come are dealt anew
ROUND = (*CHOSEN, *DEALT, "note", "mark", *OPEN)
BRANCH = ("name", "parent", "after", "at_choice", "deals", "fate", "seed", "others", "bot", "by_hand", "decks", "at_redeal",
          "rounds")


# rounds
def read_rounds(game: Game, lines: Lines, line: str, rounds: list[dict], warnings: Warnings) -> Work:
    """Play the rounds on a line, one a slice; one that has begun there, or is dealt anew, goes on; raises RecordError."""
    done = game.rounds(lines.tip(line).state)
    if done + len(rounds) > MOST_ROUNDS:
        raise RecordError(f"has {done + len(rounds)} rounds; a line has at most {MOST_ROUNDS}")
    for number, (entry, following) in enumerate(zip(rounds, [*rounds[1:], None])):
        tip = lines.tip(line)
        where = f"round {game.rounds(tip.state) + 1}"
        with place(where, at=("rounds", number)):
            may_stop = following is None or "redealt" in following
            moments = [deal_anew(game, tip, entry)] if "redealt" in entry else play_round(
                game, tip, entry, may_stop, moments_of_round(game, tip))
            for moment in moments:
                lines.extend(line, moment)
            read_remarks(game, lines, line, entry)
        warnings.unknown(where if line == MAIN else f"line {shown(line)}, {where}", entry, ROUND)
        yield


def deal_anew(game: Game, moment: Moment, entry: dict) -> Moment:
    """The cards to come are dealt anew, as far as the entry does not list them; raises ValueError."""
    wrong = [key for key in (*CHOSEN, *OPEN) if key in entry]
    if wrong:
        raise ValueError(f"{wrong[0]} cannot stand beside redealt, which has a [[rounds]] block of its own")
    return redealt(game, moment, check_seed(entry["redealt"]), table(entry, "decks"))


def redealt(game: Game, moment: Moment, seed: int, decks: dict) -> Moment:
    """The moment with fresh cards to come, those that are listed on top; raises ValueError."""
    return Moment(game.lay(game.redeal(moment.state, seed), decks), moment, redealt=seed)


def read_remarks(game: Game, lines: Lines, line: str, entry: dict) -> None:
    """What was written to a round that a line ends with, and to the choices in its middle; raises ValueError."""
    tip = lines.tip(line)
    remark(lines, tip, {key: value for key, value in entry.items() if key not in (*CHOSEN, *DEALT, *OPEN)})
    for key, taker in OPEN.items():
        if key in entry:
            open_to = [moment for moment in moments_of_round(game, tip) or moments_of_round(game, tip.parent)
                       if is_choice_of(game, moment, taker)]
            if not open_to:
                raise ValueError(f"{key} is there, but that surfer had nothing to choose")
            remark(lines, open_to[-1], table(entry, key))


def is_choice_of(game: Game, moment: Moment, taker: str) -> bool:
    """Whether the winner, or the runner-up, is about to choose at the beach."""
    state = moment.state
    return not game.is_between_rounds(state) and game.to_choose(state) == [state["table"][taker][0]]


def play_round(game: Game, moment: Moment, entry: dict, may_stop: bool, begun: list[Moment]) -> list[Moment]:
    """The moments of one round beyond those that have begun it; it `may_stop` at an open choice; raises RecordError."""
    if "decks" in entry:
        raise ValueError("decks go with redealt, in a block of its own; otherwise they are listed as [decks]")
    play = read_play(game, entry)
    if begun:
        check_begun(game, entry, play, begun)
    elif game.is_over(moment.state):
        end = game.describe(moment.state)["end"]
        raise ValueError(f"the game was over after round {game.rounds(moment.state)} ({end}); nothing follows")
    moments = begun or [reveal(game, moment, play)]
    for taker in TAKERS:
        seat = int(moments[-1].state["table"][taker][0])
        if seat < 0:
            if taker in entry:
                raise ValueError(f"{taker} is {shown(entry[taker])}, but {_nobody(game, moments, taker)}")
        elif not game.is_between_rounds(moments[-1].state) and seat in game.to_choose(moments[-1].state):
            with place(game.players[seat]):
                if taker not in entry and may_stop:
                    break
                moments = moments + [visit_beach(game, moments[-1], seat, taker, entry)]
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


# branches
def read_branch(game: Game, lines: Lines, branch: dict, warnings: Warnings) -> Work:
    """Begin a branch and play its rounds; raises ValueError."""
    name, parent = branch["name"], text(branch, "parent", MAIN)
    fate, others = one_of(branch, "fate", FATES), read_others(branch, game)
    warnings.unknown(f"line {shown(name)}", branch, (*BRANCH, "note", "mark"))
    fork = find_fork(game, lines.path(parent), parent, branch)
    text(branch, "note", "")
    lines.branch(name, parent, fork, {key: value for key, value in branch.items() if key not in BRANCH}, **others)
    if fate == "redealt":
        lines.extend(name, redealt(game, fork, check_seed(branch.get("seed", game.seed)), table(branch, "decks")))
        remark(lines, lines.tip(name), table(branch, "at_redeal"))
    elif "decks" in branch or "at_redeal" in branch:
        raise ValueError('decks and at_redeal go with fate = "redealt"; with the same fate the parent\'s cards come')
    yield from read_rounds(game, lines, name, tables(branch, "rounds"), warnings)


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
    first, rounds = game.rounds(path[0].state), game.rounds(path[-1].state)
    if after > rounds:
        raise ValueError(f"after is {shown(after)}, but the line {shown(parent)} has only {rounds} whole rounds")
    if after < first:
        raise ValueError(f"after is {shown(after)}, but the position that the lines begin at is after round {first}")
    if at_choice is not None and at_choice not in TAKERS:
        raise ValueError(f"at_choice is {shown(at_choice)}, should be {' or '.join(map(shown, TAKERS))}")
    there = moments_at(game, path, after, at_choice)
    if not there:
        raise ValueError(f"at_choice is {shown(at_choice)}, but in round {after + 1} of the line {shown(parent)} "
                         "that surfer had nothing to choose")
    deals = branch.get("deals", len(there) - 1)
    if type(deals) is not int or not 0 <= deals < len(there):
        raise ValueError(f"deals is {shown(deals)}, should be how often the line {shown(parent)} has dealt the cards anew there "
                         f"before this one leaves it, at most {len(there) - 1}")
    return there[deals]


def moments_at(game: Game, path: list[Moment], after: int, at_choice: str | None) -> list[Moment]:
    """The moments of a path between two rounds, or before a surfer's choice: one, and one more for each time that cards are dealt anew there."""
    return [moment for moment in path if game.rounds(moment.state) == after and (
        game.is_between_rounds(moment.state) if at_choice is None else is_choice_of(game, moment, at_choice))]


def check_begun(game: Game, entry: dict, play: list[str], begun) -> None:
    """A branch that leaves a round in the middle repeats what that round had before; raises ValueError."""
    before = write_moments(game, begun)
    for key, said in ({"play": play} | {taker: entry[taker] for taker in before if taker in entry}).items():
        if said != before[key]:
            raise ValueError(f"{key} is {toml.inline(said)}, but the branch leaves this round only after "
                             f"{key} = {toml.inline(before[key])}")


def write_moments(game: Game, moments) -> dict:
    """What was revealed and taken in the moments of one round."""
    reveal = next(moment for moment in moments if moment.choices)
    took = taken(game, moments)
    entry = {"play": [reveal.choices[seat] for seat in range(len(game.players))]}
    for taker in TAKERS:
        if took.get(int(moments[-1].state["table"][taker][0])):
            entry[taker] = took[int(moments[-1].state["table"][taker][0])]
    return entry
