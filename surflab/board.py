"""The board of any game as a component: draws what a game's table shows and does what a person asks for there.

Knows no game; what may be shown is the game's to say.
"""
from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import param
from param.parameterized import batch_call_watchers

from . import jobs
from .component import Component
from .session import Session, TableChanged
from .slices import Work

HERE = Path(__file__).parent


def script(*paths: Path) -> str:
    """The files of a component's script as one, with what every script draws with first."""
    return "".join(path.read_text(encoding="utf-8") for path in (HERE / "dom.js", *paths))


class Telling(Component):
    """A component of a session that tells what was done, as long as its line and the tree stay as they were or until somebody closes it.

    It says in its `complaint` why what was asked for could not be done; all that an act changes in the session is drawn at once.
    """

    complaint = param.String(default="", doc="Why the last thing that was asked for could not be done, as a sentence.")
    notice = param.String(default="", doc="What is told until it is closed or is no longer so.")

    __abstract = True

    def tell(self, notice: str) -> None:
        """Tell something of the line as it is now; nothing for ""."""
        self.notice, self._told = notice, self._standing()

    def still_told(self) -> str:
        """The notice, as far as it still holds."""
        return self.notice if self.notice and self._told == self._standing() else ""

    def _standing(self) -> tuple:
        return self.session.game, self.session.line, self.session.changes

    def close(self) -> None:
        self.notice = ""

    def doing(self, act, message) -> Work:
        try:
            with batch_call_watchers(self.session):
                rest = act(self)
            if isinstance(rest, Generator):
                yield from rest
        except ValueError as error:
            self.complaint = as_sentence(error)


class Board(Telling):
    """The board of a session, drawn in the browser; what a person does there comes back as messages.

    A choice in secret travels once, when it is confirmed; nothing that reaches a browser tells of it before the reveal.
    """

    view = param.Dict(default={}, doc="What is drawn.")
    turn = param.Integer(default=0, doc="Counts what was shown; a choice made on an older board is left alone.")
    waiting = param.Boolean(default=False, doc="Whether another table is being opened in place of this one, which nobody can play on then.")
    playing = param.Boolean(default=False, doc="Whether the table plays on by itself until the game is over or somebody does something.")

    __abstract = True

    def __init__(self, session: Session, **params):
        self.session, self.eyes, self._game, self._playing = session, None, session.game, jobs.of_page()
        super().__init__(sizing_mode="stretch_width", **params)
        self.show()

    def look(self) -> dict:
        """What may be shown of the session to whoever holds the device (`eyes`), in plain values."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw the session as it stands."""
        if self.eyes not in self.session.to_choose or self._game is not self.session.game:
            self.eyes = None  # nobody has chosen to look at a new table yet, whatever its people are called
        self._game = self.session.game
        self.param.update(view=self.look(), complaint="", notice=self.still_told(), turn=self.turn + 1)

    def doing(self, act, message) -> Work:
        if message.get("turn", self.turn) == self.turn:
            if message["act"] not in BESIDE_PLAY:
                self.halt()
            yield from super().doing(act, message)

    def take(self, seat) -> None:
        """The device is in the hands of the person who is asked next."""
        if seat in self.session.to_choose[:1]:
            self.eyes = seat
            self.session.see()  # what somebody looked at before is not for the next pair of eyes
            self.show()

    def put_down(self, choice) -> None:
        """The person who holds the device has decided."""
        if self.eyes is not None:
            self.session.see()
            self.session.choose(self.eyes, choice)

    def choose_again(self) -> None:
        """Everybody takes their choice back."""
        self.session.choices = {}

    def reveal(self, choice, instead) -> Work:
        """Resolve what was chosen; the one person who is asked chooses with it.

        Where the line went on otherwise, `instead` of beginning a new one "replace" puts the choice in the place of what is
        there, and plays the rest again. A press that was meant for the step before, while somebody is asked by now, does nothing.
        """
        asked = self.session.to_choose
        if choice is None and asked:
            return
        chosen = {asked[0]: choice} if choice is not None and len(asked) == 1 else {}
        if instead == "replace" and self.session.moment is not self.session.lines.tip(self.session.line):
            stopped = yield from self.session.replacing(**chosen)
            self.tell(stopped and f"The rest of “{self.session.line}” was played again and {stopped}.")
        else:
            yield from self.session.playing(**chosen)

    def play_on(self, bot) -> None:
        """Play to the end, with the bot on seats that have none, until something else is done; the table is drawn now and then."""
        self.playing = True
        self._playing.instead(self._play_to_end(bot or None))

    def _play_to_end(self, bot) -> Work:
        try:
            while not self.session.is_over:
                yield from self.session.playing_on(self._playing.patience, bot)
        except TableChanged:
            pass
        except ValueError as error:
            self.complaint = as_sentence(error)
        self.playing = False

    def halt(self) -> None:
        """Play no further."""
        self._playing.cancel()
        self.playing = False

    def go(self, rounds) -> None:
        """Look at the line after that many rounds; -1 is its end."""
        end = self.session.lines.tip(self.session.line)
        self.session.go(end if rounds == -1 else self.session.find(rounds))

    def branch(self, name, fate, others, bot, by_hand) -> None:
        begin_line(self.session, name, fate, others, bot, by_hand)

    def see(self, eyes) -> None:
        """Show what the seat of that number knows, everything ("all"), or what the people here may see (None)."""
        players = self.session.game.players
        if eyes in (None, "all"):
            self.session.see(all_open=eyes == "all")
        elif type(eyes) is int and 0 <= eyes < len(players):
            self.session.see(players[eyes])


BESIDE_PLAY = ("see", "close")  # what may be done while the table plays on by itself
LINE_FORM = {"name": str | None, "fate": str, "others": str | None, "bot": str | None, "by_hand": str | None}
Board.ACTS = {
    "take": (Board.take, {"seat": str}), "put down": (Board.put_down, {"choice": str}), "again": (Board.choose_again, {}),
    "reveal": (Board.reveal, {"choice": str | None, "instead": str | None}), "end": (Board.play_on, {"bot": str | None}),
    "halt": (Board.halt, {}), "back": (lambda board: board.session.undo(), {}), "forward": (lambda board: board.session.redo(), {}),
    "go": (Board.go, {"rounds": int}), "start": (lambda board: board.session.go(board.session.lines.root), {}),
    "branch": (Board.branch, LINE_FORM), "see": (Board.see, {"eyes": int | str | None}), "close": (Board.close, {}),
    "switch": (lambda board, line: board.session.switch(line), {"line": str}),
}


def begin_line(session: Session, name, fate, others=None, bot=None, by_hand=None) -> None:
    """Begin a line as a form says; `by_hand` holds the digits of the seats to be asked in any case. Raises ValueError."""
    players = session.game.players
    hands = [player for seat, player in enumerate(players) if others not in (None, "ask") and str(seat) in str(by_hand or "")]
    session.branch(name or session.lines.unused_name(), fate, others=others or "ask", bot=bot if others == "bots" else None,
                   by_hand=hands)


def as_sentence(error: Exception) -> str:
    """What an error says, with a capital and a full stop."""
    text = str(error).strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


# what every board shows of a session
def people(session: Session) -> list[str]:
    """The seats that no bot plays."""
    return [name for name in session.game.players if name not in session.bots]


def only_person(session: Session) -> str | None:
    """The one person at the table, if there is just one."""
    there = people(session)
    return there[0] if len(there) == 1 else None


def seen_by(session: Session, holder: str | None = None) -> int | str | None:
    """Whose knowledge is shown of the moment: a seat's number, "all", or None for what everybody knows.

    As chosen for the session; else that of the `holder` of the device, and where there is one person at the table, theirs.
    """
    if session.eyes is not None:
        return session.eyes
    name = holder or only_person(session)
    return None if name is None else session.game.players.index(name)


def lines_view(session: Session) -> dict:
    """Where the moment stands on its line, the lines there are, and how another one can begin."""
    return form_view(session) | {
        "eyes": session.eyes,
        "rounds": session.rounds, "over": session.is_over, "line": session.line,
        "lines": [line_view(session, name) for name in session.lines],
        "first": session.game.rounds(session.lines.root.state),
        "last": session.game.rounds(session.lines.tip(session.line).state),
        "at_tip": session.moment is session.lines.tip(session.line), "at_start": session.moment is session.lines.root,
    }


def form_view(session: Session) -> dict:
    """What the form for a new line offers: the seats, and who is asked now; and the bots."""
    return {"players": list(session.game.players), "bots": list(session.known_bots), "bot": session.usual_bot,
            "by_hand": [session.game.players.index(name) for name in session.asked[:1]]}


def line_view(session: Session, name: str) -> dict:
    """A line of play for the list of lines."""
    fork, tip = session.lines.forks.get(name), session.lines.tip(name)
    return {"name": name, "rounds": session.game.rounds(tip.state), "over": session.game.is_over(tip.state),
            "parent": fork and fork.parent, "after": fork and session.game.rounds(fork.moment.state)}


def notes(session: Session) -> dict[int, list[str]]:
    """What people noted to the moments of the line, by their round; a round that is not over counts as one."""
    found: dict[int, list[str]] = {}
    for moment in session.lines.path(session.line):
        note = session.lines.remarks.get(moment, {}).get("note")
        if note is not None:
            round = session.game.rounds(moment.state) + (not session.game.is_between_rounds(moment.state))
            found.setdefault(round, []).append(str(note))
    return found


class Account(Component):
    """Every round of the line in words; a press on a round goes there."""

    rounds = param.List(default=[], doc="A dict a round: its number `round`, a `label`, sentences `told` and `notes`.")
    now = param.Integer(default=0, doc="The round looked at; what comes after is drawn faint.")
    title = param.String(default="")

    _esm = script(HERE / "account.js")
    _stylesheets = [(HERE / "account.css").read_text(encoding="utf-8")]

    def __init__(self, session: Session, tell, **params):
        """`tell(session)` gives the rounds."""
        self.session, self._tell = session, tell
        super().__init__(sizing_mode="stretch_width", **params)
        self.show()

    def show(self) -> None:
        """Tell the session's line as it stands."""
        self.param.update(rounds=self._tell(self.session), now=self.session.rounds, title=self.session.title)

    def go(self, rounds: int) -> None:
        if any(rounds == told["round"] for told in self.rounds):
            with suppress(ValueError):  # an unfinished round has no end to go to
                self.session.go(self.session.find(rounds))

    ACTS = {"go": (go, {"rounds": int})}
