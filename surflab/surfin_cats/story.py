"""What happened at a table of Surfin' Cats, told in sentences and as rows of numbers."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from weakref import WeakKeyDictionary

from ..moments import Moment
from . import rules
from .card_kinds import Effect, plural, signed
from .cards import FLAGS, LASTS
from .fate import chance_in
from .game import QUESTIONS, Game

PLACES = ("first", "second", "third", "fourth", "fifth")
CAUSES = {rules.BY_FALL: "falls and wipes out", rules.BY_PADDLE: "goes beyond the wave's maximum paddle and wipes out",
          rules.BY_COLLISION: "collides and wipes out"}
METERS = {rules.CHANGED_PADDLE: "paddle", rules.CHANGED_FALL: "fall", rules.CHANGED_FLOW: "flow"}
MOVING = (rules.PERFORMED, rules.RODE_IN, rules.COPIED, rules.ITEM_USED, rules.DISCARDED)
OUT = (rules.RODE_IN, rules.WIPED_OUT)
LIMITS = {rules.PADDLE_LIMIT_UP: "paddle_limit", rules.FALL_LIMIT_UP: "fall_limit"}
CHARTED = ("round", "wave", "turn", "stage", "seat", "outcome", "flow", "paddle", "fall", "paddle_limit", "fall_limit")
NO_TURN = dict.fromkeys(("act", "outcome", "paddle", "fall", "paddle_limit", "fall_limit"))
OUTCOMES = ("performed", "rode", "wiped out")
Eyes = int | str | None
_told: WeakKeyDictionary[Moment, tuple[Game, Moment | None, list[dict]]] = WeakKeyDictionary()


# sentences
def tell(game: Game, moment: Moment, eyes: Eyes = None) -> list[str]:
    """What happened in a moment, in sentences.

    A card that a cat looks at and what the market offers it are told to that seat in `eyes` alone, and to eyes "all", as
    everybody's are when the game is over (SC90). Names of players stand in the sentences as they were typed.
    """
    if moment.redealt is not None:
        return [f"From here on the cards still to come are other ones (seed {moment.redealt})."]
    if moment.parent is None:
        return _tell_deal(game, moment.state)
    return _tell_events(game, moment, list(moment.events), eyes) + _tell_offers(game, moment, eyes)


def _listed(names: list[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "nothing"


def _tell_deal(game: Game, state) -> list[str]:
    cats = [name if name == cat else f"{name} ({cat})" for name, cat in zip(game.players, game.cats, strict=True)]
    if game.set_up is not None:
        return _tell_position(game, state, cats)
    wave = f"The first wave is {_wave_sentence(game, 0, state)}."
    return [f"{_listed(cats)} {'goes' if len(cats) == 1 else 'go'} surfing.", wave]


def _tell_position(game: Game, state, cats: list[str]) -> list[str]:
    """Where a table that is set up in the middle of a day stands."""
    wave, turns = game.position(state)
    cards = [game.cards.events[kind] for kind in state["table"]["event"][0] if kind >= 0]
    sentences = [f"{_listed(cats)} {'is' if len(cats) == 1 else 'are'} in the middle of a day.",
                 f"Wave {wave} is {_wave_sentence(game, wave - 1, state)}, with {plural(turns, 'turn')} over.",
                 *(f"The event is {card.sentence}." for card in cards)]
    return sentences + [f"{name} {_tell_standing(game, state, seat)}." for seat, name in enumerate(game.players)]


def _tell_standing(game: Game, state, seat: int) -> str:
    table, status = state["table"][0], game.status(state, seat)
    if status == "surfing":
        return f"surfs at paddle {table['paddle'][seat]} and fall {table['fall'][seat]}, with flow {table['flow'][seat]}"
    return f"{'rode' if status == 'rode' else 'has wiped out'} and has flow {table['flow'][seat]}"


def _wave_sentence(game: Game, number: int, state) -> str:
    wave = game.cards.waves[state["table"]["surf"][0, number]]
    return f"{wave.name} ({wave.flag} flag, maximum paddle {wave.limit})"


def _tell_events(game: Game, moment: Moment, events: list, eyes: Eyes) -> list[str]:
    """The sentences of some events of a moment; what a meter does joins the sentence of what did it."""
    sentences, doer = [], None  # whose sentence the last one is, where it says what moves meters
    events = [event for event in events if not _goes_without_saying(game, moment, event)]
    for (kind, seat), run in groupby(events, key=lambda event: ("meters" if event.kind in METERS else event.kind, event.seat)):
        run = list(run)
        if kind == "meters":
            changes = ", ".join(f"{METERS[event.kind]} {signed(int(event.amount))}" for event in run)
            if seat == doer:
                sentences[-1] = f"{sentences[-1][:-1]}: {changes}."
            else:
                sentences.append(f"{game.players[seat]}: {changes}.")
            doer = None
        elif kind == rules.FREESTYLED:
            sentences += [f"{game.players[seat]} freestyles and shows {_listed(tricks)}." for _, _, tricks in chance_in(game.cards, run)]
            doer = seat
        else:
            sentences += [_tell_event(game, moment, event, eyes) for event in run]
            moved = run[-1].target if kind == rules.DISCARDED else seat
            doer = seat if kind in MOVING and moved == seat else None
    return sentences


def _goes_without_saying(game: Game, moment: Moment, event) -> bool:
    """Whether it is a card of a new market deck, or the sentence of an event card has said already what lasts this wave."""
    if event.kind == rules.MARKET_CARD:
        return True
    is_for_a_wave = event.kind == rules.LASTS and event.target == rules.THIS_WAVE
    return is_for_a_wave and moment.parent is not None and _is_coming(game, moment.parent.state, event)


def _tell_event(game: Game, moment: Moment, event, eyes: Eyes) -> str:
    cards, kind = game.cards, event.kind
    who = game.players[event.seat] if event.seat >= 0 else ""
    if kind == rules.INSTRUCTOR_CHOSEN:
        return f"{who} keeps the instructor {cards.instructor_names[event.card]}."
    if kind == rules.WAVE_CAME:
        return f"The {FLAGS[event.amount]} wave is {_wave_sentence(game, event.wave, moment.state)}."
    if kind == rules.EVENT_CAME:
        return f"The event is {cards.events[event.card].sentence}."
    if kind == rules.PERFORMED:
        return f"{who} performs {cards.trick_names[event.card]}."
    if kind == rules.RODE_IN:
        return f"{who} rides {_tell_column(game, moment, event)}."
    if kind == rules.SHOWN:
        return f"{who} shows the face-down card {cards.trick_names[event.card]} (paddle {event.amount})."
    if kind == rules.WIPED_OUT:
        return f"{who} {CAUSES[event.amount]}."
    if kind == rules.AIMED:
        return f"{who} aims at {game.players[event.target]}."
    if kind == rules.DISCARDED:
        whose = "" if event.target == event.seat else f" of {game.players[event.target]}"
        return f"{who} discards {cards.trick_names[event.card]}{whose}."
    if kind in (rules.LOOKED, rules.LOOK_KEPT, rules.ICON_COUNTED):
        return _tell_look(game, moment, event, who, eyes)
    if kind in (rules.LASTS, rules.MARKET_SHUFFLED, rules.TIE_BROKEN, rules.ENDED):
        return _tell_table(game, moment, event, who)
    return f"{who} {_tell_gain(game, event)}."


def _tell_column(game: Game, moment: Moment, event) -> str:
    if event.card < 0:
        return "onto the sand"
    wave = game.cards.waves[moment.state["table"]["surf"][0, event.wave]]
    return f"into the column of paddle {wave.columns[event.card].paddle}, where it is {PLACES[event.amount]}"


def _tell_look(game: Game, moment: Moment, event, who: str, eyes: Eyes) -> str:
    if event.kind == rules.LOOK_KEPT:
        return f"{who} has a look to take when the next wave comes."
    if event.kind == rules.ICON_COUNTED:
        return f"{who} has a {'look' if event.card == rules.SIGHT else 'freestyle'} too late and counts 1 flow for it at the end."
    before = moment.parent.state
    seen = game.next_card(before, event.seat, event.seat) if game.question(before) == "look" else None
    card = f" ({seen})" if seen and (eyes == "all" or eyes == event.seat) else ""
    return f"{who} looks at the next card{card} and {'puts it to the bottom' if event.amount else 'keeps it on top'}."


def _tell_table(game: Game, moment: Moment, event, who: str) -> str:
    if event.kind == rules.LASTS:
        effect = Effect(rules.OPS[event.card], int(event.amount), lasts=LASTS[event.target])
        return f"For {who}: {effect.sentence}."
    if event.kind == rules.MARKET_SHUFFLED:
        return f"The market deck is made anew of its {plural(int(event.amount), 'discard')}."
    if event.kind == rules.TIE_BROKEN:
        return f"Tied, {who} counts {plural(int(event.amount), 'resource')} on these tricks."
    winners = [game.players[seat] for seat in game.winners(moment.state)]
    return f"The last wave is over: {_listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."


def _tell_gain(game: Game, event) -> str:
    """What a cat gained, lost or used, without its name."""
    cards, kind = game.cards, event.kind
    if kind == rules.RESOURCE_PLACED:
        return f"puts 1 {cards.resource_names[event.target]} on {cards.ability_names[event.card]}"
    if kind == rules.RESOURCE_KEPT:
        return f"keeps 1 {cards.resource_names[event.card]}"
    if kind == rules.RESOURCE_LOST:
        return f"has no place for 1 {cards.resource_names[event.card]} and loses it"
    if kind == rules.COMPLETED:
        return f"completes {cards.ability_names[event.card]}"
    if kind == rules.ITEM_GAINED:
        return f"gains the item {cards.item_names[event.card]}"
    if kind == rules.ITEM_USED:
        target = f" on {game.players[event.target]}" if event.target >= 0 else ""
        return f"uses the item {cards.item_names[event.card]}{target}"
    if kind == rules.COPIED:
        return f"copies {cards.trick_names[event.card]} from the market deck"
    if kind == rules.UNLOCKED:
        trick = cards.trick_names[event.card]
        return f"puts {trick} on top of the deck" if event.amount >= 0 else f"shuffles {trick} into the deck"
    if kind == rules.SHED_TRICK:
        return f"is rid of {cards.trick_names[event.card]}"
    if kind == rules.BOUGHT:
        return f"takes {cards.trick_names[event.card]} from the market for {event.amount} flow"
    return "finds no item to gain"


def _tell_offers(game: Game, moment: Moment, eyes: Eyes) -> list[str]:
    """What the market offers, where it has just opened, to each seat by itself."""
    if game.question(moment.state) != "market" or game.question(moment.parent.state) == "market":
        return []
    return [f"The market offers {game.players[seat]} {_listed([f'{card} for {price}' for card, price in game.offered(moment.state, seat)])}."
            for seat in range(len(game.players)) if eyes == "all" or eyes == seat]


# sentences by turn
def round_account(game: Game, path: list[Moment], eyes: Eyes = None) -> list[tuple[int, str, list[str]]]:
    """A path in sentences, grouped: the round that the group belongs to, its title, and its sentences.

    Groups are the deal, a wave as it comes, a turn, and a market visit; the last one may be unfinished.
    """
    account: list[tuple[int, str, list[str]]] = []
    for moment in path:
        for number, title, sentences in _groups(game, moment, eyes):
            if account and account[-1][1] == title:
                account[-1][2].extend(sentences)
            else:
                account.append((number, title, sentences))
    return account


def _groups(game: Game, moment: Moment, eyes: Eyes) -> Iterator[tuple[int, str, list[str]]]:
    """What a moment adds to the account: its events may run from a turn through the market into the next wave."""
    if moment.parent is None:
        yield game.rounds(moment.state), beginning(game), tell(game, moment, eyes)
        return
    before = moment.parent.state
    rounds = rounds_over(before)
    if moment.redealt is not None:
        yield rounds, title_of(game, before), tell(game, moment, eyes)
        return
    for place, events in groupby(moment.events, key=lambda event: (int(event.wave), int(event.turn), _is_coming(game, before, event))):
        wave, turn, is_coming = place
        events = list(events)
        if game.question(before) == "instructor" and not is_coming:
            yield 0, "The deal", _tell_events(game, moment, events, eyes)
        elif is_coming:
            yield rounds_over(moment.state), f"Wave {wave + 1} comes", _tell_events(game, moment, events, eyes)
        elif game.question(before) == "market":
            yield rounds + 1, title_of(game, before), _tell_events(game, moment, events, eyes)
        else:
            turns = turn - int(before["table"]["turn"][0])
            yield rounds + 1 + turns, f"Wave {wave + 1}, turn {turn + 1}", _tell_events(game, moment, events, eyes)
    offers = _tell_offers(game, moment, eyes)
    if offers:
        yield game.rounds(moment.state) + 1, title_of(game, moment.state), offers


def rounds_over(state) -> int:
    """How many turns and market visits are over, even while the wave after them still comes."""
    return int(state["table"]["rounds"][0])


def beginning(game: Game) -> str:
    """What the first group of an account is called."""
    return "The deal" if game.set_up is None else "The position"


def _is_coming(game: Game, before, event) -> bool:
    """Whether an event belongs to a wave as it comes, before the first turn on it."""
    table = before["table"][0]
    return event.kind == rules.WAVE_CAME or event.wave > table["wave"] or table["stage"] == rules.WAVE_COMES or (
        table["stage"] == rules.INSTRUCTORS_CHOSEN and event.kind != rules.INSTRUCTOR_CHOSEN)


def title_of(game: Game, state) -> str:
    """What the round is called that a state belongs to: "Wave 2, turn 3", "Market after wave 2", "Wave 2 comes"."""
    wave, turns = game.position(state)
    if wave == 0:
        return "The deal"
    if state["table"]["stage"][0] == rules.WAVE_COMES:
        return f"Wave {wave} comes"
    if game.question(state) == "market":
        return f"Market after wave {wave}"
    return f"Wave {wave}, turn {turns if game.is_over(state) else turns + 1}"


def write_account(game: Game, path: list[Moment], title: str = "") -> list[str]:
    """A path as lines of plain text: every turn in words, then how it stands."""
    lines = [title] * bool(title)
    for _, heading, sentences in round_account(game, path, "all"):
        lines += ["", heading] + [f"  {sentence}" for sentence in sentences]
    return lines + [""] + _standing(game, path[-1].state)


def _standing(game: Game, state) -> list[str]:
    where = game.where(state)
    lines = [where[0].upper() + where[1:]]
    for seat, name in enumerate(game.players):
        points = game.points(state, seat)
        sources = ", ".join(f"{source} {amount}" for source, amount in points.items() if source != "total")
        lines.append(f"  {name}: {plural(points['total'], 'point')} ({sources})")
    winners = [game.players[seat] for seat in game.winners(state)]
    if winners:
        return lines + [f"  {_listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."]
    lines.append(f"  {QUESTIONS[int(state['table']['phase'][0])][1]}")
    for seat in game.to_choose(state):
        lines.append(f"  {game.players[seat]} may choose {_listed(game.legal(state, seat), 'or')}.")
    return lines


# rows
def trajectory(game: Game, path: list[Moment]) -> list[dict]:
    """One row a round and seat for the whole rounds of a path, the deal (round 0) included.

    `stage` is "deal", "turn" or "market", `wave` and `turn` say which one; it is "position" where a table is set up, and the
    meters are as they stand there. `act` and `outcome` (one of OUTCOMES) tell of the
    turn; `paddle` and `fall` are as the turn left them, before the tokens of a cat that is out went back, and None where it
    was out before; `paddle_limit` and `fall_limit` are what wiped out there. All else is how the seat stands after the round.
    """
    whole: dict[int, tuple[Moment, Moment | None]] = {}
    previous = None
    for moment in path:
        number = game.rounds(moment.state)
        if game.is_between_rounds(moment.state):
            whole[number] = moment, whole[number][1] if number in whole else previous
            previous = moment
        elif moment is path[-1] and previous is not None and number not in whole:  # amid a round that began by itself
            whole[number] = moment, previous
    return [dict(row) for moment, since in whole.values() for row in _rows(game, moment, since)]


def open_rows(game: Game, path: list[Moment], eyes: int | str | None = None) -> list[dict]:
    """What charts draw of a path, with the flag of each wave; all of it is open to everybody, whosever eyes look."""
    flags = ["", *game.variant.flags]
    return [{name: row[name] for name in CHARTED} | {"flag": flags[row["wave"]]} for row in trajectory(game, path)]


def _rows(game: Game, moment: Moment, since: Moment | None) -> list[dict]:
    """The rows of a moment at which a round is done that began at another one; kept as long as the moment is."""
    known = _told.get(moment)
    if known is None or known[0] is not game or known[1] is not since:
        known = _told[moment] = (game, since, _count(game, moment, since))
    return known[2]


def _count(game: Game, moment: Moment, since: Moment | None) -> list[dict]:
    """One row a seat, or more where a turn or a market visit in which nobody had a choice followed in the same breath."""
    question = game.question(since.state) if since is not None else ""
    stage = {"act": "turn", "market": "market"}.get(question, "deal")
    if since is None and game.set_up is not None:
        return list(_stand_at_first(game, moment))
    if stage == "deal":
        return list(_stand(game, moment, game.rounds(moment.state), stage, 0, None, []))
    events, first = _events_since(moment, since), game.rounds(since.state) + 1
    wave, turns = game.position(since.state)
    if stage == "market":
        return list(_stand(game, moment, first, stage, wave, None, events))
    rows, told, done = [], [None] * len(game.players), game.rounds(moment.state)
    last = max((int(event.turn) for event in events if event.kind in OUT and event.wave == wave - 1), default=turns)
    for turn in range(turns, min(max(turns, last), turns + done - first) + 1):
        told = [_count_turn(game, seat, since, events, turn, told[seat]) for seat in range(len(game.players))]
        rows += [row | did for row, did in zip(_stand(game, moment, first + turn - turns, stage, wave, turn + 1, []), told, strict=True)]
    if rows[-1]["round"] < done:
        rows += _stand(game, moment, done, "market", wave, None, events)
    return rows


def _stand(game: Game, moment: Moment, number: int, stage: str, wave: int, turn: int | None, events: list) -> Iterator[dict]:
    """How each seat stands in a moment, as the row of a round."""
    state, table = moment.state, moment.state["table"][0]
    for seat, name in enumerate(game.players):
        points = game.points(state, seat)
        yield {
            "round": number, "wave": wave, "turn": turn, "stage": stage, "seat": name, "cat": game.cats[seat],
            **NO_TURN, "bought": [game.cards.trick_names[event.card] for event in events if event.kind == rules.BOUGHT and event.seat == seat],
            "score": points.pop("total"), **points, "deck": int(table["left"][seat]), "in_play": int(table["in_play"][seat]),
            "abilities": int(table["done"][seat].sum()), "rides": int(table["rides"][seat]),
            "wipeouts": int(table["wipeouts"][seat]), "tricks": int(table["performed"][seat]), "items_used": int(table["uses"][seat]),
            "freestyles": int(table["freestyles"][seat]),
        }


def _stand_at_first(game: Game, moment: Moment) -> Iterator[dict]:
    """How each seat of a table that is set up stands there, meters included."""
    state, table = moment.state, moment.state["table"][0]
    wave, turns = game.position(state)
    for seat, row in enumerate(_stand(game, moment, game.rounds(state), "position", wave, turns, [])):
        if game.status(state, seat) == "surfing":
            paddle_limit, fall_limit = game.limits(state, seat)
            row |= {"paddle": int(table["paddle"][seat]), "fall": int(table["fall"][seat]), "paddle_limit": paddle_limit, "fall_limit": fall_limit}
        yield row


def _events_since(moment: Moment, since: Moment) -> list:
    moments = []
    while moment is not since:
        moments.append(moment)
        moment = moment.parent
    return [event for passed in reversed(moments) for event in passed.events]


def _count_turn(game: Game, seat: int, since: Moment, events: list, turn: int, earlier: dict | None) -> dict:
    """What a cat did in a turn and how far its meters went; `earlier` is what it did in the turn before, if that is told too."""
    before = since.state["table"][0]
    if (earlier["outcome"] != "performed") if earlier else game.status(since.state, seat) != "surfing":
        return NO_TURN
    if earlier is None:
        paddle_limit, fall_limit = game.limits(since.state, seat)
        earlier = {"paddle": int(before["paddle"][seat]), "fall": int(before["fall"][seat]), "paddle_limit": paddle_limit,
                   "fall_limit": fall_limit}
    mine = [event for event in events if event.seat == seat and event.wave == before["wave"] and event.turn == turn]
    row = earlier | {"act": "trick" if any(event.kind == rules.PERFORMED for event in mine) else "ride", "outcome": "performed"}
    for event in mine:
        if event.kind in OUT:
            return row | {"outcome": "rode" if event.kind == rules.RODE_IN else "wiped out"}
        if event.kind in (rules.CHANGED_PADDLE, rules.CHANGED_FALL):
            row[METERS[event.kind]] += int(event.amount)
        elif event.kind == rules.LASTS and event.card in LIMITS:
            row[LIMITS[event.card]] += int(event.amount)
    return row


def wave_rows(game: Game, path: list[Moment]) -> list[dict]:
    """One row a wave and seat for the waves of a path that are over: how the cat left the wave and what it brought.

    `column` and `place` are those of a ride (None on the sand), `flow` is what the wave brought in all, its events and what
    they led to included, `paid` what was paid at the market after it.
    """
    flow: dict[tuple[int, int], int] = {}
    rows: dict[tuple[int, int], dict] = {}
    for event in (event for moment in path for event in moment.events):
        key = int(event.wave), int(event.seat)
        if event.kind == rules.CHANGED_FLOW:
            flow[key] = flow.get(key, 0) + int(event.amount)
        elif event.kind in OUT:
            wave = game.cards.waves[path[-1].state["table"]["surf"][0, event.wave]]
            is_in_column = event.kind == rules.RODE_IN and event.card >= 0
            rows[key] = {
                "wave": key[0] + 1, "name": wave.name, "flag": wave.flag, "seat": game.players[key[1]], "cat": game.cats[key[1]],
                "turns": int(event.turn) + 1, "outcome": "rode" if event.kind == rules.RODE_IN else "wiped out",
                "column": wave.columns[event.card].paddle if is_in_column else None,
                "place": int(event.amount) + 1 if is_in_column else None, "flow": 0, "paid": 0, "bought": [],
            }
        elif event.kind == rules.BOUGHT and key in rows:
            rows[key]["paid"] += int(event.amount)
            rows[key]["bought"].append(game.cards.trick_names[event.card])
    whole = [wave for wave in {wave for wave, _ in rows} if sum(other == wave for other, _ in rows) == len(game.players)]
    return [row | {"flow": flow.get(key, 0)} for key, row in sorted(rows.items()) if key[0] in whole]
