"""The board of Surfin' Cats as a person sees it: what may be shown of a moment, and the component that draws it.

`view` decides what leaves the server: the order of the decks, a face-down card, what the market offers others, others'
unchosen instructors and choices before the reveal are never in it (SC90). It decides no rule. `table.js` draws it.
"""
from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from .. import board, style
from ..board import HERE as COMMON
from ..board import lines_view, notes, only_person, people, script, seen_by
from ..session import Session
from . import odds, rules, story
from .bots import PLANS
from .card_kinds import ANY, Column, Effect, Space, Trick, in_words, plural, signed
from .cards import CardSet
from .fate import deck_order, instructors_dealt, market_order, waves_to_come
from .game import NO_ITEM, QUESTIONS, RIDE, TRICK, Game, cat_title

HERE = Path(__file__).parent
PRIVATE = ("instructor", "market", "look")  # what is asked there is for one pair of eyes


def view(session: Session, eyes: str | None = None) -> dict:
    """The moment in plain values, as the board draws it.

    `eyes` names the person who holds the device: the only one whose own knowledge is in it. With one person at the table
    that is always the one.
    """
    game, state = session.game, session.moment.state
    seen, eyes = seen_by(session, eyes), eyes or only_person(session)
    question = ask(session, eyes)
    return lines_view(session) | {
        "here": game.where(state), "title": story.title_of(game, state), "waves": waves(game, state), "wave": wave(game, state),
        "events": [event_view(game.cards, name) for name in game.events(state)], "market": market(game, state),
        "resources": game.cards.resource_names, "columns": columns(game, state),
        "seats": [seat_view(session, seat, seen, question) for seat in range(len(game.players))],
        "headline": headline(session), "to_come": to_come(game, state, seen), "ask": question, "stand_ins": [{"name": name, "plan": plan} for name, plan in PLANS.items()],
    }


# the wave and its beach
def waves(game: Game, state) -> list[dict]:
    """The waves of the day by their flags, in order, and which of them is surfed."""
    at, _ = game.position(state)
    return [{"flag": flag, "state": "over" if number < at or game.is_over(state) else "now" if number == at else "to come"}
            for number, flag in enumerate(game.variant.flags, 1)]


def wave(game: Game, state) -> dict | None:
    """The wave that lies face up."""
    card = game.face_up(state)
    return {"name": card.name, "flag": card.flag, "limit": card.limit, "sentence": card.sentence}


def event_view(cards: CardSet, name: str) -> dict:
    card = next(card for card in cards.events if card.name == name)
    return {"name": name, "red": card.red, "words": in_words(card.effects)}


def columns(game: Game, state) -> list[dict]:
    """The sand and the columns of the beach from the lowest on: who stands there, and who would land there now."""
    landing = {seat: game.landing(state, seat) if game.wave(state) else None for seat in range(len(game.players))}
    sand = [seat for seat in landing if game.status(state, seat) == "rode" and state["table"]["column"][0, seat] < 0]
    beach = [{"paddle": None, "flow": 0, "gives": "", "jellyfish": False, "printed": False, "seats": sand}]
    for column, printed in zip(game.beach(state), game.face_up(state).columns, strict=True):
        beach.append({"paddle": column["paddle"], "flow": column["flow"], "gives": reward(column["gives"]), "printed": printed.jellyfish,
                      "jellyfish": column["jellyfish"], "seats": [int(seat) for seat in column["seats"]]})
    for number, column in enumerate(beach):
        column["landing"] = [seat for seat, lands in landing.items() if lands == number - 1]
    return beach


def reward(gives) -> str:
    """What a column gives besides flow, in a few words."""
    return ", ".join(map(gain, gives))


def gain(effect: Effect) -> str:
    """One thing gained as briefly as it can be said."""
    if effect.op in ("resource", "item"):
        thing = " or ".join(effect.of) or f"any {effect.op}"
    elif effect.op in ("look", "freestyle"):
        thing = effect.op
    else:
        return effect.sentence
    return thing if effect.amount == 1 else f"{effect.amount} × {thing}"


def market(game: Game, state) -> dict:
    """How many cards the market deck holds, and its discards in words."""
    discards = Counter(game.market_discards(state))
    return {"deck": int(state["table"]["market_left"][0]), "discards": [card_view(game.cards, name) | {"count": count}
                                                                        for name, count in sorted(discards.items())]}


def card_view(cards: CardSet, name: str) -> dict:
    """A trick as its card shows it."""
    card = cards.tricks[cards.trick_kind(name)]
    return {"name": name, "paddle": card.paddle, "fall": card.fall, "flow": card.flow, "words": more_of(card), "sentence": card.sentence}


def more_of(card: Trick) -> str:
    """What a trick gives and does besides its meters, in words."""
    given = ["1 resource of your choice" if name == ANY else f"1 {name}" for name in card.resources]
    return "; ".join(given + [effect.sentence for effect in card.effects])


# a cat
def to_come(game: Game, state, seen: int | str | None) -> list[dict]:
    """What only a seat knows, for its eyes, and all that lies face down, in its order, for those who look with all open."""
    cards, is_open = game.cards, seen == "all"
    found = [("Market deck", market_order(cards, state))] if is_open else []
    for number, (wave, events) in enumerate(waves_to_come(cards, game.variant, state) if is_open else (), 1):
        found.append((f"Wave to come {number}", [wave, *events]))
    for seat, name in enumerate(game.players):
        if is_open or seen == seat:
            found += [(f"{name}’s deck", deck_order(cards, state, seat))] * is_open
            found.append((f"Offered to {name}", [card for card, _ in game.offered(state, seat)]))
            if game.question(state) == "instructor":
                found.append((f"{name}’s instructors", instructors_dealt(cards, state)[seat]))
    return [{"name": name, "cards": listed} for name, listed in found if listed]


def seat_view(session: Session, seat: int, seen: int | str | None, question: dict) -> dict:
    """All that is public about a seat, and where its eyes look what it knows of its own deck."""
    game, state = session.game, session.moment.state
    name, look, bot = game.players[seat], style.SEATS[seat], session.bot_of(game.players[seat]) or ""
    viewer = seat if seen in (seat, "all") else None
    table, points = state["table"][0], game.points(state, seat)
    chances = game.next_trick(state, seat, viewer)
    limits = game.limits(state, seat)
    instructor = game.instructor(state, seat)
    return {
        "name": name, "cat": cat_title(game.cats[seat]), "ink": look.ink, "mark": look.mark, "bot": bot, "plan": PLANS.get(bot, ""),
        "status": game.status(state, seat), "column": int(table["column"][seat]), "place": int(table["place"][seat]),
        "paddle": int(table["paddle"][seat]), "fall": int(table["fall"][seat]), "flow": int(table["flow"][seat]),
        "paddle_limit": limits[0], "fall_limit": limits[1],
        "risk": chances["falls"] + chances["too far"] if sum(chances.values()) and game.wave(state) else None,
        "falls": chances["falls"], "too_far": chances["too far"], "saved": chances["saved"],
        "deck": deck(game, state, seat), "next": game.next_card(state, seat, viewer),
        "in_play": [card_view(game.cards, trick) for trick in game.in_play(state, seat)],
        "items": [item_view(game.cards, item) for item in game.items(state, seat)], "kept": list(Counter(game.kept(state, seat)).items()),
        "abilities": [ability_view(ability, done, filled, seat, name, question) for ability, done, filled in game.abilities(state, seat)],
        "instructor": instructor and next(card.sentence for card in game.cards.instructors if card.name == instructor),
        "deciding": seat in game.to_choose(state), "chosen": name in session.choices, "last": last_of(session, seat),
        "winner": seat in game.winners(state), "total": points.pop("total"), "points": points,
    }


def item_view(cards: CardSet, name: str) -> dict:
    card = cards.items[cards.item_kind(name)]
    return {"name": name, "words": in_words(card.effects)}


def ability_view(ability, done: bool, filled: list, seat: int, name: str, question: dict) -> dict:
    """An ability card with its spaces: what each takes and gives, what lies there, and the choice to put something there."""
    open_choices = question.get("legal", []) if question.get("seat") == name and question.get("about") == "place" else []
    spaces = []
    for number, (space, lies) in enumerate(zip(ability.spaces, filled), 1):
        choice = next((choice for choice in open_choices if choice.endswith(f" on {ability.name} {number}")), None)
        spaces.append({"takes": space.takes, "filled": lies, "words": space.sentence, "choice": choice})
    return {"name": ability.name, "done": done, "benefit": in_words(ability.effects), "spaces": spaces}


def deck(game: Game, state, seat: int) -> list[dict]:
    """What a trick deck still holds, by card, and what each would do to the cat now: "safe", "falls", "too far", "saved".

    Left out is the order, which nobody knows. A card that copies depends on the market and has none.
    """
    tables, table = game.cards.tables[0], state["table"][0]
    now, after = np.zeros(5, np.int64), np.zeros(5, np.int64)
    found = []
    for name, count in Counter(game.deck(state, seat)).items():
        kind = game.cards.trick_kind(name)
        result = ""
        if table["status"][seat] == rules.SURFING and game.wave(state) is not None and not odds.has_copy(tables, kind):
            outcome = odds.outcome(tables, table, seat, kind, -1, now, after)
            result = {odds.SAFE: "safe", odds.FALLS: "falls", odds.TOO_FAR: "too far", odds.SAVED: "saved"}[outcome]
        found.append(card_view(game.cards, name) | {"count": count, "result": result})
    return found


def last_of(session: Session, seat: int) -> dict | None:
    """What the seat did in the turn under way or just over: the trick, and what came of it in a word."""
    game, found = session.game, None
    for event in news(session):
        if event.seat != seat:
            continue
        if event.kind == rules.PERFORMED:
            found = {"trick": game.cards.trick_names[event.card], "result": ""}
        elif event.kind == rules.RODE_IN:
            found = {"trick": "", "result": "rode"}
        elif event.kind == rules.WIPED_OUT:
            cause = {rules.BY_FALL: "fell", rules.BY_PADDLE: "too much paddle", rules.BY_COLLISION: "collided"}[int(event.amount)]
            found = (found or {"trick": ""}) | {"result": cause}
        elif event.kind == rules.BOUGHT:
            found = {"trick": game.cards.trick_names[event.card], "result": "bought"}
    return found


# what has just happened
def since_asked(session: Session) -> list:
    """The moments after the last one at which a round began, up to the one looked at."""
    found, moment = [], session.moment
    while moment.parent is not None:
        found.append(moment)
        moment = moment.parent
        if session.game.is_between_rounds(moment.state):
            break
    return found[::-1]


def news(session: Session) -> list:
    """The events of the round under way, or of the one just over."""
    return [event for moment in since_asked(session) for event in moment.events]


def headline(session: Session) -> str:
    """The round under way, or the one just over, in a line."""
    told = [(name, last_of(session, seat)) for seat, name in enumerate(session.game.players)]
    return "; ".join(f"{name} {done(last)}" for name, last in told if last is not None)


def done(last: dict) -> str:
    if last["result"] == "bought":
        return f"takes {last['trick']}"
    out = {"": "", "rode": "rides", "fell": "falls", "too much paddle": "goes too far", "collided": "collides"}[last["result"]]
    return " and ".join(filter(None, [last["trick"] and f"performs {last['trick']}", out]))


# what is asked
def ask(session: Session, eyes: str | None) -> dict:
    """What the table asks for: `kind` is "choose", "pass", "ready", "step" or "over"; `about` is the game's question."""
    game, state = session.game, session.moment.state
    about = game.question(state)
    deciding = [game.players[seat] for seat in game.to_choose(state)]
    asked = session.asked
    if not deciding:
        return {"kind": "over"}
    if not asked:
        return {"kind": "step", "about": about}
    counts = {"about": about, "chosen": len(asked) - len(session.to_choose), "people": len(asked)}
    if len(asked) > 1 and not session.to_choose:
        return {"kind": "ready"} | counts
    seat = session.to_choose[0] if session.to_choose else asked[0]
    is_private = len(asked) > 1 or about in PRIVATE and len(people(session)) > 1
    if is_private and eyes != seat:
        why = None if len(asked) > 1 else "What comes now is for one pair of eyes."
        return {"kind": "pass", "seat": seat, "why": why} | counts
    legal = session.legal(seat)
    number = game.players.index(seat)
    viewer = number if seat == eyes else None
    return {"kind": "choose", "seat": seat, "title": title(game, state, number), "hint": hint(game, state, number, viewer),
            "legal": legal, "options": [option(game, state, number, choice, viewer) for choice in legal]} | counts


def title(game: Game, state, seat: int) -> str:
    """The question put to a seat, in words."""
    name, about = game.players[seat], game.question(state)
    asked = {"act": "one more trick, or ride?", "place": "where does it go?", "market": "which card from the market?",
             "look": "the next card stays, or goes under?"}.get(about) or QUESTIONS[int(state["table"]["phase"][0])][1]
    return f"{name}: {asked[0].lower()}{asked[1:]}"


def hint(game: Game, state, seat: int, viewer: int | None) -> str:
    """What helps the seat to choose; what it alone knows of its deck only where it is the viewer."""
    about, table = game.question(state), state["table"][0]
    if about == "act":
        known = game.next_card(state, seat, viewer)
        return f"The next card is {known}." if known else f"{plural(len(game.deck(state, seat)), 'trick')} left in the deck."
    if about == "place":
        return f"1 {game.cards.resource_names[game.cards.tables['effects']['kind'][0, table['row']]]} for an ability card."
    if about == "look":
        card = game.next_card(state, seat, viewer)
        return f"The next card is {game.cards.tricks[game.cards.trick_kind(card)].sentence}." if card else ""
    if about == "market":
        return f"{table['flow'][seat]} flow to spend; a card must be taken."
    if about == "item":
        return f"Paddle {table['paddle'][seat]} of {game.limits(state, seat)[0]}, fall {table['fall'][seat]} of {game.limits(state, seat)[1]}."
    return ""


def option(game: Game, state, seat: int, choice: str, viewer: int | None) -> dict:
    """A choice as a button shows it: what it is called, what it does, and a card where it is one."""
    about, shown = game.question(state), {"choice": choice, "title": choice, "words": ""}
    if about == "act":
        return shown | act_option(game, state, seat, choice, viewer)
    if about == "market":
        name = choice.removeprefix("take ")
        return shown | {"title": name, "card": card_view(game.cards, name), "price": dict(game.offered(state, seat))[name]}
    if about == "place":
        return shown | place_option(game, state, seat, choice)
    if about == "instructor":
        return shown | {"words": in_words(next(card.effects for card in game.cards.instructors if card.name == choice))}
    if about in ("gain", "item"):
        item = choice.removeprefix("take ").removeprefix("use ").partition(" on ")[0]
        words = "" if choice == NO_ITEM else item_view(game.cards, item)["words"]
        return shown | {"title": choice.removeprefix("take ").capitalize(), "words": words}
    if about == "resource":
        return shown | {"title": choice.removeprefix("take "), "resource": choice.removeprefix("take ")}
    if about == "discard":
        name = choice.removeprefix("discard ")
        return shown | {"title": name, "card": card_view(game.cards, name)}
    return shown | {"title": {"keep": "Keep it on top", "bottom": "Put it to the bottom"}.get(choice, choice.capitalize())}


def act_option(game: Game, state, seat: int, choice: str, viewer: int | None) -> dict:
    """The two big buttons: what the next trick risks, and what a ride now brings."""
    if choice == TRICK:
        chances = game.next_trick(state, seat, viewer)
        risk = chances["falls"] + chances["too far"]
        saved = f", {percent(chances['saved'])} only an item saves" if chances["saved"] else ""
        return {"title": "Trick", "words": f"{percent(risk)} wipes out{saved}"}
    column = game.landing(state, seat)
    if choice != RIDE or column is None or column < 0:
        return {"title": "Ride", "words": "onto the sand: no flow"}
    landing = game.wave(state).columns[column]
    return {"title": "Ride", "words": f"column {landing.paddle}: {ride_words(game, state, seat, column, landing)}"}


def ride_words(game: Game, state, seat: int, column: int, landing: Column) -> str:
    """What a ride into a column brings as things stand; who else rides there in this turn nobody knows."""
    place = len(game.beach(state)[column]["seats"])
    flow = rules.column_flow(game.cards.tables[0], state["table"][0], seat, column, place)
    return f"flow {signed(int(flow))}" + (f", {reward(landing.gives)}" if landing.gives else "")


def percent(chance: float) -> str:
    """A chance in words; only what is sure is called 0% or 100%."""
    if 0 < chance < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 < chance < 1 else f"{chance:.0%}"


def place_option(game: Game, state, seat: int, choice: str) -> dict:
    for ability, _, _ in game.abilities(state, seat):
        for number, space in enumerate(ability.spaces, 1):
            if choice.endswith(f" on {ability.name} {number}"):
                return {"title": ability.name, "words": gives(space), "resource": choice.removeprefix("place ").partition(" on ")[0],
                        "note": f"space {number}"}
    return {}


def gives(space: Space) -> str:
    return in_words(space.gives)


# for the tree and the account
def wave_heads(session: Session) -> list:
    """Where each wave of the line begins, as its first round and its flag."""
    game, heads = session.game, {}
    for moment in session.lines.path(session.line):
        number, _ = game.position(moment.state)
        if number:
            heads.setdefault(number, [story.rounds_over(moment.state), game.variant.flags[number - 1]])
    return list(heads.values())


def account(session: Session) -> list[dict]:
    """Every turn, wave and market visit of the line, as whoever looks may know it at the moment, with what people noted."""
    path, noted = session.lines.path(session.line), notes(session)
    seat = "all" if session.is_over else seen_by(session)
    told = []
    for number, heading, sentences in story.round_account(session.game, path, seat):
        turn = heading.rpartition(", turn ")[2] if ", turn " in heading else ""
        told.append({"round": number, "label": turn or "–", "place": heading[0].lower() + heading[1:], "heading": "" if turn else heading,
                     "told": sentences, "notes": noted.pop(number, [])})
    return told


class Table(board.Board):
    """The board of a session of Surfin' Cats."""

    _esm = script(COMMON / "line_form.js", COMMON / "board.js", HERE / "faces.js", HERE / "table.js")
    _stylesheets = [(COMMON / "board.css").read_text(encoding="utf-8"), (HERE / "table.css").read_text(encoding="utf-8")]

    def look(self) -> dict:
        return view(self.session, self.eyes)


class Account(board.Account):
    """Every turn of the line in words."""

    def __init__(self, session: Session, **params):
        super().__init__(session, account, **params)
