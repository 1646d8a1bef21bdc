"""How play goes on along the lines of a table: who chooses for a seat, what follows, and where play halts.

Knows no game and no session: it changes lines of its own, so that it may be worked out on any thread.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from .moments import Fork, Lines, Moment
from .slices import Work

NOTHING: Mapping = MappingProxyType({})


class Course:
    """The lines of a `game`, played on by its `bots` (name of a seat -> name of its bot) and by whoever is asked."""

    def __init__(self, game, lines: Lines, bots: Mapping[str, str]):
        self.game, self.lines, self.bots = game, lines, bots

    # who chooses for a seat at a moment of a line
    def fork(self, line: str, moment: Moment) -> Fork | None:
        """Where the line left its parent, if that was at the moment or before."""
        fork = self.lines.forks.get(line)
        return fork if fork is not None and fork.moment in moment.path() else None

    def kept(self, line: str, moment: Moment, seat: int) -> str | None:
        """What the seat chose at this place of the parent line, where the branch keeps that and it is legal here."""
        fork = self.fork(line, moment)
        if fork is None or fork.others != "kept" or seat in fork.by_hand:
            return None
        parent, path = self.lines.path(fork.parent), moment.path()
        decided = sum(bool(passed.choices) for passed in path[path.index(fork.moment) + 1:])
        later = [passed for passed in parent[parent.index(fork.moment) + 1:] if passed.choices]
        choice = later[decided].choices.get(seat) if decided < len(later) else None
        return choice if choice in self.game.legal(moment.state, seat) else None

    def bot(self, line: str, moment: Moment, seat: int) -> str | None:
        """The bot that plays the seat: its own, or the one that the line leaves seats to."""
        fork, own = self.fork(line, moment), self.bots.get(self.game.players[seat])
        if fork is None:
            return own
        return None if seat in fork.by_hand else own or (fork.bot if fork.others == "bots" else None)

    def is_asked(self, line: str, moment: Moment, seat: int) -> bool:
        return self.bot(line, moment, seat) is None and self.kept(line, moment, seat) is None

    # where play halts
    def is_stop(self, line: str, moment: Moment, later: Moment | None = None) -> bool:
        """Whether play halts at a moment; not where `later` is the same position with fresh cards to come."""
        game, state = self.game, moment.state
        if later is not None and later.redealt is not None:
            return False
        if game.is_over(state) or game.is_between_rounds(state):
            return True
        return any(self.is_asked(line, moment, seat) for seat in game.to_choose(state))

    def stops(self, line: str) -> list[Moment]:
        """The moments of a line at which play halts, and its last one."""
        path = self.lines.path(line)
        return [moment for moment, later in zip(path, path[1:]) if self.is_stop(line, moment, later)] + path[-1:]

    # playing
    def play(self, line: str, moment: Moment, choices: Mapping[int, str], is_done: Callable[[str, Moment], bool],
             stand_in: str | None = None) -> Work:
        """Resolve decisions, the first one with the choices, until it is done; gives the line and the moment reached.

        The bot called `stand_in` plays the seats that would be asked. Raises ValueError.
        """
        while not is_done(line, moment):
            line, moment = yield from self.resolve(line, moment, choices, stand_in)
            choices = NOTHING
        return line, moment

    def resolve(self, line: str, moment: Moment, choices: Mapping[int, str] = NOTHING, stand_in: str | None = None) -> Work:
        """One decision from a moment of a line; where the line goes on otherwise, a new line is begun like it."""
        game, chosen = self.game, dict(choices)
        for seat in game.to_choose(moment.state):
            if seat not in chosen and (kept := self.kept(line, moment, seat)) is not None:
                chosen[seat] = kept
            elif seat not in chosen and (bot := self.bot(line, moment, seat) or stand_in):
                chosen[seat] = game.ask(moment.state, seat, bot)
                yield
        known = self.lines.following(line, moment)
        if known is not None and known.choices == chosen:
            return line, known
        state, events = game.resolve(moment.state, chosen)
        yield
        if known is not None:
            name, fork = self.lines.unused_name(), self.fork(line, moment)
            self.lines.branch(name, line, moment, **others_of(fork))
            line = name
        after = Moment(state, moment, chosen, events)
        self.lines.extend(line, after)
        return line, after

    def replace(self, line: str, here: Moment, chosen: Mapping[int, str], rest: Sequence[Moment]) -> Work:
        """Have other choices made at a moment of a line than it has there, and replay the rest of it, with notes and marks.

        Gives where and why the rest stopped, or "", and the first stop that is reached.
        """
        remarks = dict(self.lines.remarks)
        state, events = self.game.resolve(here.state, chosen)
        first = Moment(state, here, chosen, events)
        self.lines.cut(line, here)
        self.lines.extend(line, first)
        stopped, tip = yield from self.replay(line, first, rest, remarks)
        while not self.is_stop(line, tip):  # bots at the beach go on by themselves
            line, tip = yield from self.resolve(line, tip)
        return stopped, next(moment for moment in self.lines.path(line)[len(here.path()):] if self.is_stop(line, moment))

    def replay(self, line: str, moment: Moment, rest: Sequence[Moment], remarks: Mapping[Moment, Mapping] = NOTHING) -> Work:
        """Play the choices of other moments on from a moment, with what was written to them.

        Gives where and why that stopped, or "", and the moment reached.
        """
        for passed in rest:
            yield
            if passed.redealt is not None:
                moment = Moment(self.game.redeal(moment.state, passed.redealt), moment, redealt=passed.redealt)
            elif set(passed.choices).isdisjoint(self.game.to_choose(moment.state)):
                continue  # a visit to the beach that does not happen here
            else:
                try:
                    state, events = self.game.resolve(moment.state, passed.choices)
                except ValueError as error:
                    return f"stopped {self.game.where(moment.state)}: {error}", moment
                moment = Moment(state, moment, passed.choices, events)
            self.lines.extend(line, moment)
            self.lines.remark(moment, remarks.get(passed, {}))
        return "", moment


def others_of(fork: Fork | None) -> dict:
    """How seats choose on a line that leaves another one like a fork."""
    return {} if fork is None else {"others": fork.others, "bot": fork.bot, "by_hand": fork.by_hand}
