"""The board as a person sees it: what may be shown of a moment, and the component that draws it and takes choices.

`view` decides what leaves the server: the order of the decks and the values of other seats' bluebottle tokens are in it only
where somebody looks with all open or with that seat's eyes, choices before the reveal never. It decides no rule. `table.js` draws it.
"""
from __future__ import annotations

from pathlib import Path

from .. import board, style
from ..board import HERE as COMMON
from ..board import lines_view, notes, only_person, script, seen_by
from ..session import Session
from . import rules, story
from .bots import PLANS
from .cards import BLUEBOTTLE, Board, CardSet, energy_name
from .fate import write_decks
from .game import ENDS

HERE = Path(__file__).parent
RESULTS = {rules.WIPED_OUT: "wiped out", rules.WON: "won", rules.RUNNER_UP: "runner-up", rules.STUNG: "stung",
           rules.RESTED: "rested"}


# what may be shown
def view(session: Session, eyes: str | None = None) -> dict:
    """The moment in plain values, as the table draws it.

    `eyes` names the person who holds the device: the only one whose own tokens are shown before the end, and who is
    asked for a card. With one person at the table that is always the one.
    """
    game, state = session.game, session.moment.state
    seen, eyes = seen_by(session, eyes), eyes or only_person(session)
    reveal, winners = last_reveal(session), game.winners(state)
    return lines_view(session) | {
        "round": session.rounds + (not session.is_over),
        "suits": [{"name": suit, "colour": style.suit_colour(suit)} for suit in game.cards.suits],
        "taken": taken(session),
        "surf": [ocean_face(game.cards, name) for name in game.surf(state)],
        "beach": [beach_face(game.cards, name) for name in game.beach(state)],
        "ocean_left": ocean_left(session), "beach_left": int(state["table"]["beach_left"][0]),
        "bluebottles": [int(state["table"]["bluebottles"][0]), game.cards.bluebottles],
        "goals": goals(session), "seats": [seat_view(session, seat, seen, reveal) | {"winner": seat in winners} for seat in range(len(game.players))],
        "happened": happened(session, seen), "to_come": to_come(session, seen),
        "ask": question(session, eyes), "stand_ins": [{"name": name, "plan": plan} for name, plan in PLANS.items()],
    }


def ocean_face(cards: CardSet, name: str | None) -> dict | None:
    """What is printed on an ocean card; None for an empty space."""
    if name is None or name == BLUEBOTTLE:
        return name and {"kind": BLUEBOTTLE, "name": name}
    wave = cards.waves[cards.ocean_kind(name)]
    return {"kind": "wave", "name": name, "suit": cards.suits.index(wave.suit), "points": wave.points}


def taken(session: Session) -> dict | None:
    """The wave that was won in the round under way, while its winner or runner-up is at the beach."""
    if session.game.is_between_rounds(session.moment.state):
        return None
    table, rounds = session.moment.state["table"][0], session.rounds
    return {"card": ocean_face(session.game.cards, session.game.cards.ocean_names[table["ocean_gone"][rounds]]),
            "seat": int(table["ocean_taker"][rounds])}


def beach_face(cards: CardSet, name: str | None) -> dict | None:
    """What is printed on a beach card; None for an empty space."""
    if name is None:
        return None
    card = (cards.boards + cards.energy)[cards.beach_kind(name)]
    face = {"name": name, "cost": card.cost, "sentence": card.sentence}
    if isinstance(card, Board):
        return face | {"kind": "board", "suit": cards.suits.index(card.suit), "bonus": card.bonus}
    return face | {"kind": "energy", "value": card.value}


def ocean_left(session: Session) -> int:
    """How many cards the ocean deck still holds, which follows from what has come out of it."""
    state, cards = session.moment.state, session.game.cards
    lying = sum(name is not None for name in session.game.surf(state))
    gone = session.rounds + (not session.game.is_between_rounds(state))
    return sum(wave.count for wave in cards.waves) + cards.bluebottles - gone - lying


def goals(session: Session) -> list[dict]:
    """The goals in play, and the numbers of the seats that would score each if the game ended now."""
    game, state = session.game, session.moment.state
    met = [game.goals_met(state, seat) for seat in range(len(game.players))]
    return [{"name": goal.name, "points": goal.points, "sentence": goal.sentence,
             "met": [seat for seat, names in enumerate(met) if goal.name in names]}
            for goal in (game.cards.goals[game.cards.goal_id(name)] for name in game.goals)]


def to_come(session: Session, seen: int | str | None) -> list[dict]:
    """The decks in their order, for those who look with all open."""
    if seen != "all":
        return []
    state = session.moment.state
    decks = write_decks(session.game.cards, state, state)
    return [{"name": name, "cards": [str(card) for card in decks[deck]]}
            for deck, name in (("ocean", "Ocean deck"), ("beach", "Beach deck"), ("stings", "Bluebottle tokens"))]


def seat_view(session: Session, seat: int, seen: int | str | None, reveal: dict) -> dict:
    """All that is public about a seat, and its own tokens where they may be looked at."""
    game, state = session.game, session.moment.state
    name, look, bot = game.players[seat], style.SEATS[seat], session.bot_of(game.players[seat]) or ""
    is_open = session.is_over or seen in (seat, "all")
    points = game.points(state, seat)
    known = points["waves"] + points["boards"] + points["goals"]
    hand, towel = game.hand(state, seat), game.towel(state, seat)
    return {
        "name": name, "ink": look.ink, "mark": look.mark, "bot": bot, "plan": PLANS.get(bot, ""),
        "cards": ["hand" if card in hand else "towel" if card in towel else "trash"
                  for card in (energy_name(kind) for kind in range(rules.STARTING))],
        "temporary": [[card, "hand"] for card in hand if "t" in card] + [[card, "towel"] for card in towel if "t" in card],
        "respect": int(state["table"]["respect"][0, seat]), "zone": score_zone(session, seat),
        "tokens": [value if is_open else None for value in game.stings(state, seat)],
        "waves": points["waves"], "boards": points["boards"], "goals": points["goals"],
        "stings": points["stings"] if is_open else None, "score": points["total"] if session.is_over or session.eyes in (seat, "all") else known,
        "deciding": seat in game.to_choose(state), "chosen": name in session.choices, "last": reveal.get(seat),
    }


def score_zone(session: Session, seat: int) -> list[dict]:
    """The waves and surfboards of a seat by suit, lowest first, suits without either left out."""
    game, state = session.game, session.moment.state
    waves = [game.cards.waves[game.cards.ocean_kind(name)] for name in game.waves(state, seat)]
    boards = [game.cards.boards[game.cards.beach_kind(name)] for name in game.boards(state, seat)]
    zone = [{"suit": number, "waves": sorted(wave.points for wave in waves if wave.suit == suit),
             "boards": sorted(board.bonus for board in boards if board.suit == suit)}
            for number, suit in enumerate(game.cards.suits)]
    return [row for row in zone if row["waves"] or row["boards"]]


def last_reveal(session: Session) -> dict[int, dict]:
    """What each seat revealed last and what came of it so far: its card, a result in a word, and in words."""
    found: dict[int, dict] = {}
    events = [row for moment in since_reveal(session) for row in moment.events]
    wave = next((int(row["card"]) for row in events if row["kind"] in (rules.WON, rules.TRASHED)), None)
    for row in events:
        seat, kind = int(row["seat"]), int(row["kind"])
        if kind == rules.PLAYED:
            found[seat] = {"card": energy_name(int(row["card"])), "result": "", "words": []}
        elif seat >= 0:
            if kind in RESULTS and found[seat]["result"] != "stung":
                found[seat]["result"] = RESULTS[kind]
            found[seat]["words"] += words_of(session.game.cards, row)
    for last in found.values():
        if not last["result"]:  # rests resolve last, so one may still be to come
            last["result"] = "rested" if last["card"] == "0" else "got away" if wave is None else "missed"
            last["words"] = ["rests" if last["card"] == "0" else last["result"]]
    return found


def since_reveal(session: Session) -> list:
    """The moments from the last reveal to the one looked at."""
    found, moment = [], session.moment
    while moment.parent is not None:
        if moment.choices:
            found.append(moment)
            if session.game.is_between_rounds(moment.parent.state):
                break
        moment = moment.parent
    return found[::-1]


def words_of(cards: CardSet, event) -> list[str]:
    """A seat's share of an event in two or three words; a token's value is not among them."""
    kind, card = int(event["kind"]), int(event["card"])
    if kind == rules.WON:
        return [f"won {cards.ocean_names[card]}"]
    if kind == rules.BOUGHT:
        return [f"bought {cards.beach_names[card]}"]
    if kind == rules.RESTED:
        return ["rested"]
    plain = {rules.WIPED_OUT: "wiped out", rules.RUNNER_UP: "runner-up", rules.RESPECT: "+1 respect",
             rules.NOTHING: "nothing to take", rules.STUNG: "stung"}
    return [plain[kind]] if kind in plain else []


def happened(session: Session, seen: int | str | None) -> str:
    """The last round in a sentence; who looks at a token that has just been drawn is told its value."""
    game, events = session.game, [row for moment in since_reveal(session) for row in moment.events]
    if not events:
        return ""
    names = {kind: [game.players[row["seat"]] for row in events if row["kind"] == kind] for kind in RESULTS}
    waves = [game.cards.ocean_names[row["card"]] for row in events if row["kind"] in (rules.WON, rules.TRASHED)]
    if not waves:
        told = f"{listed(names[rules.STUNG])} {'are' if names[rules.STUNG][1:] else 'is'} stung."
        told += "".join(f" The token costs {game.players[row['seat']]} {row['amount']}." for row in events
                        if row["kind"] == rules.STUNG and seen in (row["seat"], "all"))
    elif names[rules.WON]:
        second = "".join(f", {name} is runner\u2011up" for name in names[rules.RUNNER_UP])
        told = f"{names[rules.WON][0]} wins {waves[0]}{second}."
    else:
        told = f"Nobody catches {waves[0]}."
    return f"Round {int(events[0]['rounds']) + 1}: {told}"


def listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "Nobody"


def question(session: Session, eyes: str | None) -> dict:
    """What the table asks for ("card", "pass", "ready", "beach", "step" or "over"), of whom, and what may be chosen."""
    game, state = session.game, session.moment.state
    deciding = [game.players[seat] for seat in game.to_choose(state)]
    asked = session.asked
    if not deciding:
        return {"kind": "over", "end": ENDS[int(state["table"]["end"][0])]}
    if not asked:
        return {"kind": "step", "beach": not game.is_between_rounds(state)}
    if not game.is_between_rounds(state):
        return {"kind": "beach", "seat": asked[0], "legal": session.legal(asked[0])}
    counts = {"chosen": len(asked) - len(session.to_choose), "people": len(asked)}
    if len(asked) > 1 and not session.to_choose:
        return {"kind": "ready"} | counts
    seat = session.to_choose[0] if session.to_choose else asked[0]
    if len(asked) > 1 and eyes != seat:
        return {"kind": "pass", "seat": seat} | counts
    return {"kind": "card", "seat": seat, "legal": session.legal(seat)} | counts


def account(session: Session) -> list[dict]:
    """Every round of the line in sentences, from the deal or the position on, as whoever looks may know it at the moment.

    What people noted stands with it.
    """
    path, noted = session.lines.path(session.line), notes(session)
    eyes = "all" if session.is_over else seen_by(session)
    rounds = [{"round": number, "told": told, "notes": noted.get(number, [])}
              for number, told in story.round_account(session.game, path, eyes)]
    if session.game.set_up is not None:
        rounds[0] |= {"place": "the position", "label": "–"}
    return rounds


# the components
class Table(board.Board):
    """The board of a session of Surf's Up!."""

    _esm = script(COMMON / "line_form.js", COMMON / "board.js", HERE / "faces.js", HERE / "table.js")
    _stylesheets = [path.read_text(encoding="utf-8") for path in (COMMON / "board.css", HERE / "table.css")]

    def look(self) -> dict:
        return view(self.session, self.eyes)


class Account(board.Account):
    """Every round of the line in words."""

    def __init__(self, session: Session, **params):
        super().__init__(session, account, **params)
