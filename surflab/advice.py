"""What the choices on the table are worth, as a panel beside it: it grows in the background. Knows no game.

A seat's advice is worked out from what that seat may know. It is shown to the person at the table whose seat it is; for
another's seat somebody has to ask for it. `advice.js` draws it.
"""
from __future__ import annotations

import asyncio
import importlib
import inspect
from collections.abc import Callable

import panel as pn
import param
from panel.io.state import set_curdoc

from . import jobs, shell, style
from .analysis import FOUND, LookingBack, apportion, choices_table, decision_of, turning_points
from .board import HERE, Board, as_sentence, only_person, people, script
from .component import Component
from .live_chart import LiveChart
from .luck_chart import CAUSES, CHANCE, luck_track
from .session import Session
from .slices import Work, call
from .stats import Z95
from .tabs import Panel
from .thinking import MIX_TRIALS, MOST_TRIALS, PRECISION, Choices, Joint, MixHunt, Review, Sliced, Thinker

PRECISIONS = {half: float(half) / 100 / Z95 for half in ("2", "1", "0.5", "0.2")}  # half a 95% interval, in points of 100 -> standard error
OWN = "own mix"  # a model of a seat: weights that somebody types
MOST_WEIGHT = 100
MOST_NAME = 40  # letters of a line's name
REVIEW_TRIALS = 256  # of every choice of every seat
MOST_LISTED = 5  # mistakes, and turning points
CHART_HEIGHT = 190  # pixels
BELOW_CSS = """:host { flex: none; padding: 6px 12px 2px; border-radius: 10px; border: 1px solid var(--lab-line, #d3dde1);
  background: var(--lab-surface, #fff); max-height: none; overflow: visible; }"""


Model = str | tuple[tuple[str, int], ...]  # how a seat is taken to choose: by a bot, always one choice, FOUND, or weights of choices


class Advice(Component):
    """Draws what an AdvicePanel says, and has it do what a person asks for: what was meant for another moment is left alone."""

    view = param.Dict(default={}, doc="What is drawn.")

    _esm = script(HERE / "advice.js")
    _stylesheets = [(HERE / "advice.css").read_text(encoding="utf-8")]

    actor = None

    def __init__(self, actor: AdvicePanel, **params):
        self.actor = actor
        super().__init__(sizing_mode="stretch_width", margin=0, **params)

    def doing(self, act, message) -> Work:
        if message.get("turn") == self.actor.turn or message["act"] in AT_ANY_MOMENT:
            yield from super().doing(act, message)


class AdvicePanel(Panel):
    """What each choice on the table is worth to a seat, how often to make it, and what two seats' choices come to.

    The secrets of the person who holds the device are used without being asked for, as `table`, the board beside it,
    shows them too; anybody else's are not.
    """

    title = "Advice"

    def __init__(self, session: Session, table: Board | None = None, **params):
        super().__init__(**params)
        self.session, self.table = session, table
        self.seat, self.rival, self.bot = "", "", ""  # as asked for; "" is what suits the moment
        self.models: dict[str, Model] = {}
        self.open: set[str] = set()  # the parts that somebody unfolded
        self.precision, self.most, self.mix_trials = PRECISION, MOST_TRIALS, MIX_TRIALS
        self.thinker = Thinker(self._grown)
        self._choices = self._mixes = self._exact = self._stopping = self._joint = None
        self._looked_through, self._table, self._shown, self.turn, self._complaint, self._due = set(), session.game, None, 0, "", False
        self._document, self._loop = pn.state.curdoc, _running_loop()
        if self._document is not None:
            self._document.on_session_destroyed(lambda context: self.thinker.close())
        self.advice = Advice(self)
        self._review, self._reviewed, self._chart = None, None, None
        self._below = pn.Column(margin=0, sizing_mode="stretch_width", visible=False, stylesheets=[BELOW_CSS])

    def __panel__(self):
        return shell.flex(self.advice, self._below, css="flex: 1 0 auto; flex-flow: column nowrap; align-items: stretch; gap: 8px;")

    # who may see what
    @property
    def deciding(self) -> list[str]:
        game = self.session.game
        return [game.players[seat] for seat in game.to_choose(self.session.moment.state)]

    @property
    def eyes(self) -> str | None:
        """The person who holds the device, as far as that is known."""
        return self.table and self.table.eyes or only_person(self.session)

    @property
    def looking(self) -> str:
        """The seat whose choice is looked at; "" when nobody chooses."""
        deciding = self.deciding
        asked = [name for name in self.session.to_choose if name in deciding]
        return next((name for name in (self.seat, self.eyes, *asked, *deciding) if name in deciding), "")

    def may_see(self, seat: str) -> bool:
        """Whether a seat's advice may be shown as things stand."""
        chosen = self.session.eyes
        shown = chosen == "all" or chosen is not None and self.session.game.players[chosen] == seat
        return shown or seat in (self.eyes, *self._looked_through) or not people(self.session)

    # thinking
    def show(self) -> None:
        """Look at the decision on the table, and go on thinking about it."""
        if self._table is not self.session.game:
            self._table, self._looked_through, self.models, self.seat, self.rival = self.session.game, set(), {}, "", ""
        if self._shown is not self.session.moment:
            self._shown, self.turn = self.session.moment, self.turn + 1
        self._complaint = ""
        self._think()
        self._draw()

    def showing(self) -> Work:
        self.show()
        yield

    def hide(self) -> None:
        self.thinker.want()

    def _think(self) -> None:
        self._choices = self._mixes = self._exact = self._stopping = self._joint = None
        seat, review = self.looking, self._wanted_review()
        if not seat or not self.may_see(seat):
            self.thinker.want(*filter(None, [review]))
            return
        game, moment, number = self.session.game, self.session.moment, self.session.game.players.index(seat)
        bot, models = self.bot, {game.players.index(name): model for name, model in self.models_in_use(seat).items()}
        options = {"seed": 0} | ({"bot": bot} if bot else {})
        about, ready = self.thinker.about, _readiness(game)
        mixes = choices = None
        if len(self._seen(seat)) > 1:
            mixes = about(("mixes", moment, seat, bot),
                          lambda: MixHunt(lambda: decision_of(game, moment.state, number, **options), ready, self.mix_trials,
                                          self.mix_trials))

        def decision():
            known = {other: mixes.shares[other] if model == FOUND else _as_mix(model) for other, model in models.items()}
            return decision_of(game, moment.state, number, models=known, **options)

        def is_ready():
            return ready() and (FOUND not in models.values() or mixes.shares is not None)

        key = moment, seat, bot, tuple(sorted(models.items()))
        choices = about(("choices", *key), lambda: Choices(decision, is_ready, self.precision, self.most))
        choices.aim(self.precision)
        exact = about(("exact", *key), lambda: Sliced(call(lambda: choices.decision.exact() or {}), lambda: choices.decision is not None))
        stopping = about(("stopping", *key),
                         lambda: Sliced(call(lambda: getattr(choices.decision, "stopping", None)), lambda: choices.decision is not None))
        self._choices, self._mixes, self._exact, self._stopping = choices, mixes, exact, stopping
        wanted = [choices, stopping, exact, review, mixes]
        if mixes is not None and "joint" in self.open and (rival := self._strongest_rival(seat)):
            self._joint = about(("joint", *key, rival), lambda: Joint(decision, game.players.index(rival), is_ready))
            wanted.insert(3, self._joint)
        if FOUND in models.values():
            wanted.insert(0, mixes)
        self.thinker.want(*filter(None, wanted))

    def _line_key(self) -> tuple:
        """What a review of the line looked at is remembered by."""
        return "review", self.session.lines.tip(self.session.line), self.bot

    def _wanted_review(self) -> Review | None:
        """The review of this line, where somebody asked for it."""
        self._review = None
        if self._reviewed == self._line_key():
            session = self.session
            self._review = self.thinker.about(self._reviewed, lambda: Review(
                LookingBack(session, session.line, trials=REVIEW_TRIALS, **({"bot": self.bot} if self.bot else {})), _readiness(session.game)))
        return self._review

    def _seen(self, seat: str) -> list[str]:
        """The seats that choose now, this one among them, whose choices the seat can see."""
        game = self.session.game
        seen = _part(game, "analysis").seen_to_choose(game, self.session.moment.state, game.players.index(seat))
        return [game.players[number] for number in seen]

    def _models_of(self, name: str, seat: str) -> list[str]:
        """What another seat may be taken to choose by, as far as the seat that is looked at can know."""
        game = self.session.game
        seen = [FOUND, *game.legal(self.session.moment.state, game.players.index(name))] if name in self._seen(seat) else []
        return [*rollout_bots(game), *seen]

    def models_in_use(self, seat: str) -> dict[str, Model]:
        """How each other seat that chooses now is taken to choose: as asked for, else as its bot does, where it may."""
        game, bots, used = self.session.game, rollout_bots(self.session.game), {}
        for name in self.deciding:
            if name != seat:
                model, own, possible = self.models.get(name, ""), self.session.bot_of(name), self._models_of(name, seat)
                asked = {*_as_mix(model)} <= {*possible} if isinstance(model, tuple) else model in possible
                used[name] = model if asked else own if own in bots else self.bot or default_bot(game)
        return used

    def _weights_in_use(self, name: str) -> Model:
        """The mix that another seat is taken to choose by, in whole weights; even ones while it is not known."""
        game, legal = self.session.game, self.session.game.legal(self.session.moment.state, self.session.game.players.index(name))
        decision = self._choices and self._choices.decision
        mix = decision.models[game.players.index(name)] if decision else {}
        return tuple((choice, weight) for choice in legal if (weight := round(100 * mix.get(choice, 0)))) or tuple((choice, 1) for choice in legal)

    def _strongest_rival(self, seat: str) -> str:
        """The seat asked for, or who else wins most often; "" while that is not known."""
        others = [name for name in self._seen(seat) if name != seat]
        if self.rival in others:
            return self.rival
        with self._choices.lock:
            wins = self._choices.wins
        if wins is None:
            return ""
        return max(others, key=lambda name: wins[self.session.game.players.index(name)])

    @property
    def joint_pending(self) -> bool:
        """Whether two seats' choices at once are asked for, and the other seat is not known yet."""
        return "joint" in self.open and self._joint is None and self._mixes is not None

    def _grown(self) -> None:
        """Have what has grown drawn soon, by the thread that the page belongs to."""
        if self._due:
            return
        self._due = True
        if self._document is not None and self._document.session_context is not None:
            jobs.soon(self._document, self._draw_grown)
        elif self._loop is not None:
            self._loop.call_soon_threadsafe(self._draw_grown)

    def _draw_grown(self) -> None:
        self._due = False
        with set_curdoc(self._document), pn.io.hold():
            if self.joint_pending:
                self._think()  # by now it is known who the strongest rival is
            self._draw()

    # what is shown
    def _draw(self) -> None:
        self.advice.view = self.look()
        shown = self._review is not None and self._review.done and not self._review.error and ("review" in self.open or self.session.is_over)
        if shown:
            self._draw_chart()
        self._below.visible = shown

    def _draw_chart(self) -> None:
        track = luck_track(self.session.line, self._review.table)
        if self._chart is None:
            self._chart = LiveChart(CHANCE, [track], self.session.rounds, CHART_HEIGHT)
            self._below.objects = [self._chart.__panel__()]
        self._chart.show([track], self.session.rounds)

    def look(self) -> dict:
        """What may be shown of the decision on the table and of what has been thought about it, in plain values."""
        seat, game = self.looking, self.session.game
        view = {"turn": self.turn, "seat": seat, "complaint": self._complaint, "open": sorted(self.open),
                "seats": [self._seat_view(name) for name in self.deciding], "review": self._review_view()}
        if not seat:
            return view | {"state": "over"}
        if not self.may_see(seat):
            return view | {"state": "covered"}
        error = self._choices.error
        if error:
            return view | {"state": "failed", "complaint": as_sentence(ValueError(error)), **self._assumed(seat)}
        view |= {"state": "waiting" if not _readiness(game)() else "thinking", "rows": self._rows(), "stopping": self._stopping_view(), **self._assumed(seat)}
        return view | {"progress": self._progress(), "mixes": self._mixes_view(seat), "joint": self._joint_view(seat)}

    def _seat_view(self, name: str) -> dict:
        look = style.SEATS[self.session.game.players.index(name)]
        return {"name": name, "mark": look.mark, "ink": look.ink, "bot": self.session.bots.get(name, "")}

    def _assumed(self, seat: str) -> dict:
        """How the others are taken to choose now, and who plays on, with what else may be asked for."""
        game, bots = self.session.game, list(rollout_bots(self.session.game))
        models = [{"seat": name, "model": OWN if isinstance(model, tuple) else model, "choices": self._models_of(name, seat)[len(bots) + 1:],
                   "weights": dict(model) if isinstance(model, tuple) else {}, "own": self.session.bot_of(name) or ""}
                  for name, model in self.models_in_use(seat).items()]
        return {"bots": bots, "bot": self.bot or default_bot(game), "models": models, "found": FOUND, "typed": OWN, "most_weight": MOST_WEIGHT}

    def _rows(self) -> list[dict]:
        """What is known of each choice, in the order of the cards."""
        thing = self._choices
        with thing.lock:
            if thing.estimate is None or not thing.estimate.trials:
                legal = self.session.game.legal(self.session.moment.state, self.session.game.players.index(self.looking))
                return [{"choice": choice} for choice in legal]
            exact = self._exact.value if self._exact.done and not self._exact.error else {}
            mixes = self._mixes.mixes if self._mixes is not None else None
            table = choices_table(thing.estimate, mixes, exact)
            order = {choice: number for number, choice in enumerate(thing.estimate.decision.choices)}
        rows = [_rounded({"choice": row.choice, "win": row.win, "low": row.win_low, "high": row.win_high, "se": row.win_se,
                          "behind": row.behind, "behind_half": Z95 * row.behind_se, "score": row.score,
                          "score_half": row.score_high - row.score, "mix": row.mix, "exact": row.exact})
                | {"best": number == 0, "near": bool(row.behind <= Z95 * row.behind_se), "missed": bool(row.missed),
                   "sentence": row.sentence} for number, row in enumerate(table.itertuples())]
        return sorted(rows, key=lambda row: order[row["choice"]])

    def _stopping_view(self) -> dict | None:
        """How things stand after each number of further steps, and how often the sample failed at the next one."""
        found, thing = self._stopping.value, self._choices
        if found is None:
            return None
        rows = [_rounded(row) for row in found.table.to_dict("records")]
        certain = next((number for number, row in enumerate(rows) if row["wipeout"] > 0.9995), len(rows))
        view = {"rows": rows[:certain + 1], "best": found.best, "exact": found.is_exact, "tricks": _rounded(found.tricks),
                "wiped": _rounded(found.wiped), "sampled": None}
        with thing.lock:
            if not thing.estimate.trials or len(rows) < 2:
                return view
            sampled = thing.estimate.decision.wipeouts(thing.estimate)
        missed = not sampled.low - 1e-9 <= found.next_wipes_out <= sampled.high + 1e-9
        return view | {"sampled": _rounded(sampled._asdict()) | {"missed": missed}}

    def _progress(self) -> dict:
        thing = self._choices
        with thing.lock:
            trials = thing.estimate.trials if thing.estimate else 0
            error = thing.error_bar
        return {"trials": trials, "half": _rounded(Z95 * error) if trials > 1 else None, "aim": _rounded(Z95 * thing.precision), "halves": list(PRECISIONS),
                "wanted": next((half for half, error in PRECISIONS.items() if error == self.precision), ""),
                "share": 1.0 if thing.done else _rounded(min(0.99, (thing.precision / error) ** 2)) if trials > 1 and error else 0.0,
                "done": thing.done, "stopped": self.thinker.stopped, "idle": self.thinker.idle}

    def _mixes_view(self, seat: str) -> dict | None:
        """The mixes of all who choose now, with what each could gain by leaving its own."""
        if self._mixes is None:
            return None
        with self._mixes.lock:
            mixes, checked, error = self._mixes.mixes, self._mixes.checked, self._mixes.error
        if mixes is None:
            return {"error": error and as_sentence(ValueError(error)), "seats": []}
        names = self.session.game.players
        seats = [_rounded({"seat": names[number], "gain": mixes.gain[number], "gain_half": Z95 * mixes.gain_se[number]})
                 | {"shares": [_rounded({"choice": choice, "share": share, "win": mixes.worth[number][choice],
                                         "half": Z95 * mixes.worth_se[number][choice]}) for choice, share in of.items()]}
                 for number, of in mixes.shares.items()]
        return {"error": "", "exact": mixes.on_sample is not None, "exploitability": _rounded(mixes.exploitability), "checked": checked,
                "done": self._mixes.done, "seats": sorted(seats, key=lambda of: of["seat"] != seat)}

    def _joint_view(self, seat: str) -> dict | None:
        """Every joint choice of the seat and another one: what happens, and what it is worth to the seat."""
        others = [name for name in self._seen(seat) if name != seat]
        if not others or self._joint is None:
            return others and {"others": others, "rival": "", "cells": []} or None
        thing = self._joint
        with thing.lock:
            matrix = thing.matrix
            view = {"others": others, "rival": self.session.game.players[thing.other], "error": thing.error, "cells": []}
            if matrix is None or not matrix.trials:
                return view
            win, errors, mine = matrix.win[:, :, matrix.decision.seat], matrix.win_se[:, :, matrix.decision.seat], matrix.decision.seat
            cells = [[{"win": _rounded(win[r, c]), "half": _rounded(Z95 * errors[r, c]), "what": self._fortune(matrix, row, column, mine),
                       "happens": matrix.happens(row, column)} for c, column in enumerate(matrix.columns)]
                     for r, row in enumerate(matrix.rows)]
            return view | {"rows": matrix.rows, "columns": matrix.columns, "cells": cells, "trials": matrix.trials,
                           "done": thing.done, "beside": [f"{name} {choice}" for name, choice in self._beside(matrix).items()]}

    def _beside(self, matrix) -> dict[str, str]:
        """What the seats beside the two would choose most often by their models."""
        names, models = self.session.game.players, matrix.decision.models
        return {names[seat]: max(mix, key=mix.get) for seat, mix in models.items() if seat != matrix.other}

    @staticmethod
    def _fortune(matrix, row: str, column: str, seat: int) -> str:
        """What a joint choice mostly brings a seat at once, in a word or two."""
        brought = matrix.brought(row, column)[seat]
        code = max(brought, key=brought.get, default=None)
        return matrix.decision.happenings.get(code, "") if code is not None else ""

    def _review_view(self) -> dict | None:
        """Chance and choice apart on the line looked at: the parts add up to the result, also as they are rounded."""
        review, names = self._review, self.session.game.players
        if self.session.lines.tip(self.session.line) is self.session.lines.root:
            return None
        view = {"line": self.session.line, "state": "ask", "secret": not self.session.is_over and bool(people(self.session))}
        if review is None:
            return view
        if review.error:
            return view | {"state": "failed", "error": as_sentence(ValueError(review.error))}
        if not review.done:
            return view | {"state": "growing", "share": _rounded(review.share)}
        table = review.table
        wrong = table[table["mistake"] < 0].sort_values("mistake", kind="stable").head(MOST_LISTED)
        seats = [{"seat": row.seat, "result": _tenths(row.result), "parts": adding_up([row.level, row.deal, row.guess, row.choices], row.result), "lost": _tenths(row.mistake),
                  **self._seat_view(row.seat)} for row in apportion(table).itertuples()]
        return view | {
            "state": "done", "seats": sorted(seats, key=lambda of: names.index(of["seat"])),
            "mistakes": [{"seat": row.seat, "round": row.round, "step": row.step, "choice": row.choice, "best": row.best,
                          "lost": _rounded(row.mistake), "half": _rounded(Z95 * row.mistake_se)} for row in wrong.itertuples()],
            "turns": [{"seat": row.seat, "round": row.round, "step": row.step, "change": _rounded(row.change), "cause": CAUSES[row.cause]}
                      for row in turning_points(table).head(MOST_LISTED).itertuples()]}

    # what a person asks for
    def look_at(self, seat: str) -> None:
        """Look at another seat's choice."""
        if seat in self.deciding:
            self.seat = seat
            self.show()

    def look_through(self, seat: str) -> None:
        """Show a seat's advice although its secrets go into the numbers."""
        if seat in self.deciding:
            self._looked_through.add(seat)
            self.show()

    def model(self, seat: str, model: str) -> None:
        """Take another seat to choose otherwise."""
        possible = self._models_of(seat, self.looking) if seat in self.deciding else []
        if model in possible or model == OWN and FOUND in possible:
            self.models[seat] = self._weights_in_use(seat) if model == OWN else model
            self.show()

    def weigh(self, seat: str, choice: str, weight: str) -> None:
        """Give a choice of another seat a weight in the mix that was typed for it; some weight is above 0."""
        model = self.models_in_use(self.looking).get(seat)
        number = number_in(weight, MOST_WEIGHT)
        if not isinstance(model, tuple) or number is None:
            return
        weights = {**dict(model), choice: number}
        possible = [name for name in self._models_of(seat, self.looking) if weights.get(name)]
        if choice in self.session.game.legal(self.session.moment.state, self.session.game.players.index(seat)) and possible:
            self.models[seat] = tuple((name, weights[name]) for name in possible)
            self.show()

    def want(self, half: str) -> None:
        """Have the choices played on until half the interval of each is as small as that."""
        if half in PRECISIONS:
            self.precision = PRECISIONS[half]
            self.show()

    def play_on_by(self, bot: str) -> None:
        """Have another bot play everybody on."""
        if bot in rollout_bots(self.session.game):
            self.bot = bot
            self.show()

    def face(self, rival: str) -> None:
        """Set the seat's choices against those of another one."""
        if rival in self.deciding:
            self.rival = rival
            self.show()

    def unfold(self, part: str) -> None:
        """Open or close a part of the panel."""
        if part in PARTS:
            self.open ^= {part}
            self.show()

    def stop(self) -> None:
        self.thinker.stop()
        self.show()

    def go_on(self) -> None:
        self.thinker.go_on()
        self.show()

    def review(self) -> None:
        """Look back at the line, at every choice of every seat."""
        self._reviewed = self._line_key()
        self.open.add("review")
        self.show()

    def leave_review(self) -> None:
        """Look back no further; what is known of the line is kept for when somebody asks again."""
        self._reviewed = None
        self.show()

    def go(self, step: str) -> None:
        """Look at a moment that the review speaks of."""
        path = self.session.lines.path(self.session.line)
        place = number_in(step, len(path) - 1)
        if self._review is not None and place is not None:
            self.session.go(path[place])

    def branch(self, row: str, column: str) -> Work:
        """Begin a line on which the two seats choose so, and the others as they most often would."""
        thing = self._joint
        if thing is None or thing.matrix is None or row not in thing.matrix.rows or column not in thing.matrix.columns:
            return
        game, mine, other = self.session.game, thing.matrix.decision.seat, thing.other
        chosen = self._beside(thing.matrix) | {game.players[mine]: row, game.players[other]: column}
        name = f"{game.players[mine]} {row}, {game.players[other]} {column}"
        try:
            self.session.branch(unused(self.session.lines, name if len(name) <= MOST_NAME else f"{row} against {column}"))
            yield from self.session.playing(**chosen)
        except ValueError as error:
            self._complaint = as_sentence(error)
            self._draw()


PARTS = ("mixes", "joint", "review")  # that unfold
AT_ANY_MOMENT = ("unfold", "want", "bot", "stop", "go on")  # what means the same when the moment has just changed
SEAT = {"seat": str}
Advice.ACTS = {
    "seat": (AdvicePanel.look_at, SEAT), "look through": (AdvicePanel.look_through, SEAT), "rival": (AdvicePanel.face, SEAT),
    "model": (AdvicePanel.model, {"seat": str, "model": str}), "bot": (AdvicePanel.play_on_by, {"bot": str}),
    "weigh": (AdvicePanel.weigh, {"seat": str, "choice": str, "weight": str}), "want": (AdvicePanel.want, {"half": str}),
    "unfold": (AdvicePanel.unfold, {"part": str}), "stop": (AdvicePanel.stop, {}), "go on": (AdvicePanel.go_on, {}),
    "review": (AdvicePanel.review, {}), "leave review": (AdvicePanel.leave_review, {}), "go": (AdvicePanel.go, {"step": str}),
    "branch": (AdvicePanel.branch, {"row": str, "column": str}),
}


def _as_mix(model: Model) -> str | dict[str, int]:
    """A model as a decision takes it."""
    return dict(model) if isinstance(model, tuple) else model


def number_in(text: str, most: int) -> int | None:
    """The whole number from 0 to `most` that a text is, None where it is none."""
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    return int(text) if digits and int(text) <= most else None


def unused(lines, stem: str) -> str:
    """The name itself, or the first numbered one that no line has."""
    return stem if stem not in lines else next(name for n in range(2, 99) if (name := f"{stem[:MOST_NAME - 3]} {n}") not in lines)


def rollout_bots(game) -> tuple[str, ...]:
    """The bots that can play a game on in rollouts."""
    return tuple(_part(game, "bots").BOTS)


def default_bot(game) -> str:
    """The bot that plays a game on where none is asked for."""
    return inspect.signature(_part(game, "analysis").Decision).parameters["bot"].default


def _readiness(game) -> Callable[[], bool]:
    """Whether a game's compiled engine can be used, or never will; asking for it starts the compiler."""
    engine = _part(game, "game").engine

    def is_ready() -> bool:
        engine.warm_up()
        return engine.state in ("ready", "failed")

    return is_ready


def _part(game, name: str):
    return importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.{name}")


def adding_up(parts, total) -> list[int]:
    """Parts in tenths of a point of a hundred that add up to their total's, the largest taking what rounding leaves."""
    rounded = [_tenths(part) for part in parts]
    largest = max(range(len(rounded)), key=lambda number: abs(rounded[number]))
    rounded[largest] += _tenths(total) - sum(rounded)
    return rounded


def _tenths(share: float) -> int:
    return round(1000 * share)


def _rounded(value):
    """Numbers to four places, as they travel; nothing for what is no number."""
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if value is None or isinstance(value, str):
        return value
    value = float(value)
    return round(value, 4) if value == value else None


def _running_loop():
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
