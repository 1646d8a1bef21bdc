"""Writes a line of play of Surf's Up! down as a record has it."""
from __future__ import annotations

from ..moments import MAIN, Lines, Moment
from ..records import write_others
from .fate import write_decks
from .game import Game
from .line_reader import OPEN, TAKERS, is_choice_of, moments_of_round, write_moments


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
    branches, decks = [], {MAIN: write_decks(game.cards, lines.tip(MAIN).state)}
    for name, fork in lines.forks.items():
        path, state, parent = lines.path(name), fork.moment.state, written_parent(lines, name)
        first = path.index(fork.moment) + 1
        redealt = [moment for moment in path[first:] if moment.redealt is not None]
        fresh = redealt[:1] if redealt and redealt[0] is path[first] else []
        decks[name] = write_decks(game.cards, lines.tip(name).state)
        branch = {"name": name, "parent": parent, "after": game.rounds(state), "fate": "same"}
        for taker in TAKERS:
            if is_choice_of(game, fork.moment, taker):
                branch["at_choice"] = taker
        if fresh or decks[name] != decks[owner(lines, parent, fork.moment)]:
            branch |= {"fate": "redealt", "seed": redealt[-1].redealt if redealt else game.seed,
                       "decks": write_decks(game.cards, lines.tip(name).state, state)}
        if fresh and fresh[0] in lines.remarks:
            branch["at_redeal"] = lines.remarks[fresh[0]]
        branch |= write_others(fork, game.players)
        branches.append(branch | fork.remarks | {"rounds": write_rounds(game, lines, path, first + len(fresh))})
    return branches


def written_parent(lines: Lines, name: str) -> str:
    """The line that a branch leaves: not the parent where it leaves that before its cards were dealt anew."""
    parent, moment = lines.forks[name].parent, lines.forks[name].moment
    while owner(lines, parent, moment) != parent:
        later = lines.following(parent, moment)
        if later is None or later.redealt is None:
            break
        parent = lines.forks[parent].parent
    return parent


def owner(lines: Lines, line: str, moment: Moment) -> str:
    """The line on whose own part a moment of the line's path lies."""
    while line != MAIN and moment in lines.forks[line].moment.path():
        line = lines.forks[line].parent
    return line
