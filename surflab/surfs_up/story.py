"""What happened at a table of Surf's Up!, told in sentences and as rows of numbers."""
from __future__ import annotations

from weakref import WeakKeyDictionary

from ..moments import Moment
from . import rules
from .cards import energy_name, plural
from .game import Game

ENDINGS = {rules.BLUEBOTTLES: "The last bluebottle has come in: the game is over.",
           rules.ONLY_REST: "Somebody has nothing left but the rest card: the game is over."}
MARKS = {rules.STUNG: "stung", rules.WON: "won", rules.RUNNER_UP: "runner-up", rules.WIPED_OUT: "wiped out",
         rules.RESTED: "rested"}
OUTCOMES = (*MARKS.values(), "missed", "avoided")
_told: WeakKeyDictionary[Moment, tuple[Game, list[dict]]] = WeakKeyDictionary()


# sentences
def tell(game: Game, moment: Moment, eyes: int | str | None = None) -> list[str]:
    """What happened in a moment, in sentences.

    The value of a bluebottle token is told to the seat in `eyes` that drew it, and to eyes "all", as everybody's are when
    the game is over. Names of players stand in the sentences as they were typed.
    """
    if moment.redealt is not None:
        return ["From here on the cards still to come are other ones."]
    if moment.parent is None:
        return _tell_deal(game, moment.state)
    played = [event for event in moment.events if event.kind == rules.PLAYED]
    sentences = [_tell_reveal(game, played)] if played else []
    return sentences + [_tell_event(game, event, eyes) for event in moment.events if event.kind != rules.PLAYED]


def _listed(names: list[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "nothing"


def _tell_deal(game: Game, state) -> list[str]:
    surf, beach = (_listed([card for card in cards if card]) for cards in (game.surf(state), game.beach(state)))
    goals = [f"The shared goals are {_listed(list(game.goals))}."] if game.goals else []
    begun = f"{_listed(list(game.players))} sit down."
    if game.set_up is not None:
        begun = f"{_listed(list(game.players))} have played {plural(game.rounds(state), 'round')}."
    return [begun, f"In the surf: {surf}. On the beach: {beach}.", *goals]


def _tell_reveal(game: Game, played) -> str:
    cards = [f"{game.players[event.seat]} {'rests' if event.card == 0 else 'plays ' + energy_name(event.card)}"
             for event in played]
    return f"{_listed(cards)}."


def _tell_event(game: Game, event, eyes: int | str | None) -> str:
    who, kind = game.players[event.seat], event.kind
    if kind == rules.WIPED_OUT:
        return f"{who} wipes out."
    if kind == rules.WON:
        return f"{who} wins the wave {game.cards.ocean_names[event.card]} ({plural(event.amount, 'point')})."
    if kind == rules.RUNNER_UP:
        return f"{who} is runner-up."
    if kind == rules.TRASHED:
        return f"Nobody catches the wave {game.cards.ocean_names[event.card]}."
    if kind == rules.RESPECT:
        return f"{who} takes respect and has {event.amount}."
    if kind == rules.BOUGHT:
        return f"{who} buys {game.cards.beach_names[event.card]} for {event.amount} respect."
    if kind == rules.NOTHING:
        return f"{who} has full respect and can pay for nothing on the beach."
    if kind == rules.STUNG:
        value = f" of {event.amount}" if eyes == "all" or eyes == event.seat else ""
        return f"{who} is stung and takes a token{value}."
    if kind == rules.RESTED:
        back = f"takes {plural(event.card, 'card')} back from the towel" if event.card else "has an empty towel"
        return f"{who} {back} and has {event.amount} respect."
    return ENDINGS[event.amount]


def round_account(game: Game, path: list[Moment], eyes: int | str | None = None) -> list[tuple[int, list[str]]]:
    """A path in sentences, grouped by round; the first one is the deal or the position, the last one may be unfinished."""
    account: dict[int, list[str]] = {}
    for moment in path:
        number = game.rounds(moment.state) if moment.parent is None else game.rounds(moment.parent.state) + 1
        account.setdefault(number, []).extend(tell(game, moment, eyes))
    return list(account.items())


def write_account(game: Game, path: list[Moment], title: str = "") -> list[str]:
    """A path as lines of plain text: every round in words, then how it stands."""
    lines = [title] * bool(title)
    first = "The deal" if game.set_up is None else "The position"
    for number, sentences in round_account(game, path, "all"):
        lines += ["", first if number == game.rounds(path[0].state) else f"Round {number}"] + [f"  {sentence}" for sentence in sentences]
    return lines + [""] + _standing(game, path[-1].state)


def _standing(game: Game, state) -> list[str]:
    lines = [f"After {plural(game.rounds(state), 'round')}"]
    for seat, name in enumerate(game.players):
        points = game.points(state, seat)
        sources = ", ".join(f"{source} {amount}" for source, amount in points.items() if source != "total")
        lines.append(f"  {name}: {plural(points['total'], 'point')} ({sources})")
    winners = [game.players[seat] for seat in game.winners(state)]
    if winners:
        return lines + [f"  {_listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."]
    for seat in game.to_choose(state):
        lines.append(f"  {game.players[seat]} may choose {_listed(game.legal(state, seat), 'or')}.")
    return lines


# rows
def trajectory(game: Game, path: list[Moment]) -> list[dict]:
    """One row a round and seat for the whole rounds of a path, from the deal (round 0) or the position that was set up on.

    `choice` and `outcome` (one of OUTCOMES, None at the start) tell of the round, all else how the seat stands after it.
    `score` is the sum of waves, boards, goals and stings, and so tells of tokens that the others may not see (SU63);
    hand, towel, trashed and bluebottle_tokens count cards, energy adds up the hand.
    """
    return [dict(row) for moment in _whole(game, path).values() for row in _rows(game, moment)]


def open_rows(game: Game, path: list[Moment], eyes: int | str | None = None) -> list[dict]:
    """What charts draw of a path: of each row of its trajectory what is open to a seat.

    A score leaves out the tokens that the eyes may not see (SU63): they are turned up when the game ends.
    """
    rows = []
    for number, moment in _whole(game, path).items():
        is_open = eyes == "all" or game.is_over(moment.state)
        for seat, row in enumerate(_rows(game, moment)):
            score = row["score"] if is_open or seat == eyes else row["score"] - row["stings"]
            rows.append({"round": number, "seat": row["seat"], "choice": row["choice"], "outcome": row["outcome"], "score": score,
                         "respect": row["respect"], "energy": row["energy"]})
    return rows


def _whole(game: Game, path: list[Moment]) -> dict[int, Moment]:
    """The first moment of a path at which so many rounds are done."""
    whole: dict[int, Moment] = {}
    for moment in path:
        if game.is_between_rounds(moment.state):
            whole.setdefault(game.rounds(moment.state), moment)
    return whole


def _rows(game: Game, moment: Moment) -> list[dict]:
    """The rows of a moment at which a round is done; kept as long as the moment is."""
    known = _told.get(moment)
    if known is None or known[0] is not game:
        known = _told[moment] = (game, _count(game, moment))
    return known[1]


def _count(game: Game, moment: Moment) -> list[dict]:
    table, seats = moment.state["table"][0], range(len(game.players))
    held = table["hand"] + table["towel"]
    energy = table["hand"] @ [rules.energy_of(kind) for kind in range(rules.KINDS)]
    hands, towels, waves, boards = (table[name].sum(axis=1) for name in ("hand", "towel", "waves", "boards"))
    buyers = table["buyer"][: table["sales"]]
    rows = []
    for seat in seats:
        points = game.points(moment.state, seat)
        dealt = rules.STARTING + int((buyers == seat).sum() - boards[seat])
        rows.append({
            "round": game.rounds(moment.state), "seat": game.players[seat], "choice": None, "outcome": None,
            "score": points.pop("total"), **points, "respect": int(table["respect"][seat]),
            "hand": int(hands[seat]), "energy": int(energy[seat]), "towel": int(towels[seat]),
            "trashed": dealt - int(held[seat].sum()), "waves_won": int(waves[seat]), "boards_bought": int(boards[seat]),
            "bluebottle_tokens": int(table["stings"][seat]), "rests": int(table["rests"][seat]),
            "wipeouts": int(table["wipeouts"][seat]), "runner_ups": int(table["runner_ups"][seat]),
        })
    if moment.parent is not None:
        for seat, (choice, outcome) in enumerate(_outcomes(game, moment)):
            rows[seat] |= {"choice": choice, "outcome": outcome}
    return rows


def _outcomes(game: Game, moment: Moment) -> list[tuple[str, str]]:
    """What each seat played in the round that a moment ends, and what came of it."""
    events = list(moment.events)
    while not game.is_between_rounds(moment.parent.state):
        moment = moment.parent
        events.extend(moment.events)
    happened = {(int(event.seat), int(event.kind)) for event in events}
    is_wave = any(kind in (rules.WON, rules.TRASHED) for _, kind in happened)
    return [(choice, next((outcome for kind, outcome in MARKS.items() if (seat, kind) in happened),
                          "missed" if is_wave else "avoided")) for seat, choice in sorted(moment.choices.items())]
