"""The board of any game as a component: draws what a game's table shows and does what a person asks for there.

Knows no game; what may be shown is the game's to say.
"""
from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import panel as pn
import param
from panel.custom import JSComponent
from param.parameterized import batch_call_watchers

from .session import Session

HERE = Path(__file__).parent
PIECE = 0.1  # seconds that a page plays on before others are served


def script(*paths: Path) -> str:
    """The files of a component's script as one, with what every script draws with first."""
    return "".join(path.read_text(encoding="utf-8") for path in (HERE / "dom.js", *paths))


class Telling(JSComponent):
    """A component of a session that tells what was done, as long as its line and the tree stay as they were or until somebody closes it."""

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


class Board(Telling):
    """The board of a session, drawn in the browser; what a person does there comes back as messages.

    A choice in secret travels once, when it is confirmed; nothing that reaches a browser tells of it before the reveal.
    """

    view = param.Dict(default={}, doc="What is drawn.")
    turn = param.Integer(default=0, doc="Counts what was shown; a choice made on an older board is left alone.")
    playing = param.Boolean(default=False, doc="Whether the table plays on by itself until the game is over or somebody does something.")

    __abstract = True

    def __init__(self, session: Session, **params):
        self.session, self.eyes, self._game = session, None, session.game
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

    def _handle_msg(self, message) -> None:
        if isinstance(message, dict) and message.get("turn", self.turn) == self.turn:
            carry_out(self, message, ACTS)

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

    def reveal(self, choice=None, instead=None) -> None:
        """Resolve what was chosen; the one person who is asked chooses with it.

        Where the line went on otherwise, `instead` of beginning a new one "replace" puts the choice in the place of what is
        there, and plays the rest again. A press that was meant for the step before, while somebody is asked by now, does nothing.
        """
        asked = self.session.to_choose
        if choice is None and asked:
            return
        if choice is not None and len(asked) == 1:
            self.session.choose(asked[0], choice)
        if instead == "replace" and self.session.moment is not self.session.lines.tip(self.session.line):
            stopped = self.session.replace()
            self.tell(stopped and f"The rest of “{self.session.line}” was played again and {stopped}.")
        else:
            self.session.step()

    def play_on(self, bot) -> None:
        """Play to the end, with the bot on seats that have none; in pieces, so that other pages are served in between."""
        document = pn.state.curdoc
        if document is None or document.session_context is None:  # in a notebook, nobody else waits
            return self.session.play_to_end(bot or None)
        session = self.session
        session.play_on(PIECE, bot or None)
        self.playing = not session.is_over
        if self.playing:
            document.add_next_tick_callback(partial(self._play_further, bot, (session.line, session.moment)))

    def _play_further(self, bot, there) -> None:
        going_on = self.playing and (self.session.line, self.session.moment) == there
        with complaining(self):
            self.playing = False
            if going_on:
                self.play_on(bot)

    def halt(self) -> None:
        """Play no further."""
        self.playing = False

    def go(self, rounds) -> None:
        """Look at the line after that many rounds; -1 is its end."""
        end = self.session.lines.tip(self.session.line)
        self.session.go(end if rounds == -1 else self.session.find(rounds))

    def branch(self, name, fate, others=None, bot=None, by_hand=None) -> None:
        begin_line(self.session, name, fate, others, bot, by_hand)

    def see(self, eyes) -> None:
        """Show what the seat of that number knows, everything ("all"), or what the people here may see (None)."""
        players = self.session.game.players
        if eyes in (None, "all"):
            self.session.see(all_open=eyes == "all")
        elif type(eyes) is int and 0 <= eyes < len(players):
            self.session.see(players[eyes])


ACTS = {  # what a person can do at a board: the function, and which parts of the message it takes
    "take": (Board.take, ["seat"]), "put down": (Board.put_down, ["choice"]), "again": (Board.choose_again, []),
    "reveal": (Board.reveal, ["choice", "instead"]), "end": (Board.play_on, ["bot"]), "halt": (Board.halt, []),
    "back": (lambda board: board.session.undo(), []), "forward": (lambda board: board.session.redo(), []),
    "go": (Board.go, ["rounds"]), "start": (lambda board: board.session.go(board.session.lines.root), []), "branch": (Board.branch, ["name", "fate", "others", "bot", "by_hand"]),
    "see": (Board.see, ["eyes"]), "close": (Board.close, []),
    "switch": (lambda board, line: board.session.switch(line), ["line"]),
}


def begin_line(session: Session, name, fate, others=None, bot=None, by_hand=None) -> None:
    """Begin a line as a form says; `by_hand` holds the digits of the seats to be asked in any case. Raises ValueError."""
    players = session.game.players
    hands = [player for seat, player in enumerate(players) if others not in (None, "ask") and str(seat) in str(by_hand or "")]
    session.branch(name or session.lines.unused_name(), fate, others=others or "ask", bot=bot if others == "bots" else None,
                   by_hand=hands)


def carry_out(component: JSComponent, message, acts: dict) -> None:
    """Do what a person asked a component of a `session` for, or say in its `complaint` why not.

    The message is data from outside; what it may ask stands in `acts`: the function, and which parts of the message it takes.
    """
    if not isinstance(message, dict) or message.get("act") not in list(acts):
        return
    if any(isinstance(part, (dict, list)) for part in message.values()):
        return
    act, names = acts[message["act"]]
    with complaining(component):
        act(component, *(message.get(name) for name in names))


@contextmanager
def complaining(component: JSComponent):
    """Draw all that changes in the session of a component at once, and say in its `complaint` what could not be done."""
    with pn.io.hold():
        try:
            with batch_call_watchers(component.session):
                yield
        except ValueError as error:
            component.complaint = as_sentence(error)


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


class Account(JSComponent):
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

    def _handle_msg(self, rounds) -> None:
        if type(rounds) is int and any(rounds == told["round"] for told in self.rounds):
            with suppress(ValueError):  # an unfinished round has no end to go to
                self.session.go(self.session.find(rounds))
