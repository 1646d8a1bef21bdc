"""Writes a line of play of Surf's Up! down as a record has it."""
from __future__ import annotations

from collections.abc import Iterator

from .. import comments
from ..moments import Lines, Moment
from ..records import write_others
from .fate import write_decks
from .game import Game
from .line_reader import OPEN, TAKERS, is_choice_of, moments_at, moments_of_round, write_moments


def write_rounds(game: Game, lines: Lines, moments: list[Moment]) -> list[dict]:
    """The rounds that moments of a line tell of, a begun one whole, with a block of its own where cards are dealt anew."""
    rounds = []
    for block in blocks_of(game, moments):
        if block[0].redealt is not None:
            rounds.append({"redealt": block[0].redealt, "decks": decks_to_come(game, block[0])} | write_remarks(game, lines, block))
        else:
            begun = moments_of_round(game, block[0].parent)
            rounds.append(write_moments(game, begun + block) | write_remarks(game, lines, block))
    return rounds


def blocks_of(game: Game, moments: list[Moment]) -> Iterator[list[Moment]]:
    """The moments round by round, and alone where the cards are dealt anew."""
    block: list[Moment] = []
    for moment in moments:
        if moment.redealt is not None and block:
            yield block
            block = []
        block.append(moment)
        if moment.redealt is not None or game.is_between_rounds(moment.state):
            yield block
            block = []
    if block:
        yield block


def write_remarks(game: Game, lines: Lines, moments: list[Moment]) -> dict:
    """What was written to the moments of a block: to its last one, and to choices in its middle; comments are the block's."""
    written = dict(lines.remarks.get(moments[-1], {}))
    for moment in filter(lines.remarks.__contains__, moments[:-1]):
        said = lines.remarks[moment]
        told = {comments.KEY: said[comments.KEY]} if comments.of(said) else {}
        rest = {key: value for key, value in said.items() if key not in told}
        at_choice = next((key for key, taker in OPEN.items() if rest and is_choice_of(game, moment, taker)), None)
        written = comments.joined(told, written) | ({at_choice: rest} if at_choice else {})
    return written


def decks_to_come(game: Game, moment: Moment) -> dict[str, list]:
    """The cards still to come at a moment, top first."""
    return write_decks(game.cards, moment.state, moment.state)


def write_branches(game: Game, lines: Lines) -> list[dict]:
    """Every branch with its own rounds; where it leaves a round in the middle it repeats what that round had before."""
    return [write_branch(game, lines, name) for name in lines.forks]


def write_branch(game: Game, lines: Lines, name: str) -> dict:
    """A branch with where it leaves its parent, and all that is its own."""
    fork, path = lines.forks[name], lines.path(name)
    own = path[path.index(fork.moment) + 1:]
    branch = {"name": name, "parent": fork.parent} | write_fork(game, lines.path(fork.parent), fork.moment) | {"fate": "same"}
    if own and own[0].redealt is not None:
        dealt = own.pop(0)
        branch |= {"fate": "redealt", "seed": dealt.redealt, "decks": decks_to_come(game, dealt)}
        if dealt in lines.remarks:
            branch["at_redeal"] = lines.remarks[dealt]
    return branch | write_others(fork, game.players) | fork.remarks | {"rounds": write_rounds(game, lines, own)}


def write_fork(game: Game, path: list[Moment], fork: Moment) -> dict:
    """Where a branch leaves its parent's path: after how many rounds, at whose choice, and after how many deals there."""
    after = game.rounds(fork.state)
    at_choice = next((taker for taker in TAKERS if is_choice_of(game, fork, taker)), None)
    there = moments_at(game, path, after, at_choice)
    return {"after": after} | ({"at_choice": at_choice} if at_choice else {}) | (
        {} if fork is there[-1] else {"deals": there.index(fork)})
