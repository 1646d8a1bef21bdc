"""Plays what a record says of a line of play, wave by wave and turn by turn, with errors that name the place."""
from __future__ import annotations

from collections import defaultdict
from itertools import zip_longest

from ..card_files import shown
from ..moments import MAIN, Lines, Moment
from ..records import MOST_ROUNDS, RecordError, Warnings, place, remark, table, tables, text
from ..slices import Work
from . import rules
from .fate import Fate, waves_to_come
from .game import BOTTOM, KEEP, NO_ITEM, RIDE, TRICK, Game, check_seed
from .listed_chance import MARKET, ListedChance, Time, begun_turns, dated, names, seat_of

OUT = "-"  # what stands for a cat that has nothing to choose
WAVE = ("wave", "events", "market", "note", "decks", "turns")
TURN = ("redealt", "to_come", "kept", "act", "choices", "items", "freestyles", "reshuffled", "take", "decks", "market")
REMARKS = ("note", "mark")
FREESTYLE = ("name", "shown", "deck")
ASKED_AT_ONCE = ("instructor", "act", "market")


# what stands in a record
def names_by_seat(data: dict, key: str, players: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """The table of lists under a key, by seat; raises ValueError."""
    found = table(data, key)
    return {seat_of(name, key, players): names(found, name) for name in found}


def one_for_each(data: dict, key: str, players: tuple[str, ...]) -> list:
    """The list under a key with an entry for each seat; raises ValueError."""
    value = data[key]
    if not isinstance(value, list) or len(value) != len(players):
        raise ValueError(f"{key} must list one entry for each of {', '.join(players)}, in seat order, not "
                         f"{len(value) if isinstance(value, list) else shown(value)}")
    return value


def coming(data: dict, waves: dict[int, dict], after: int) -> Fate:
    """What a deal says of the waves and events that come after wave number `after`; raises RecordError.

    It may list them as `to_come`; otherwise they are those of the line, whose waves are given by number.
    """
    if "to_come" in data:
        waves = dict(enumerate(tables(data, "to_come"), after + 1))
    cards: list[str | None] = [None] * after
    events: list[tuple[str, ...] | None] = [None] * after
    for number, wave in waves.items():
        if number > after:
            with place(f"wave {number}"):
                text(wave, "wave", "")
                cards.append(wave.get("wave"))
                events.append(names(wave, "events") if "events" in wave else None)
    return Fate(waves=tuple(cards), events=tuple(events))


def hidden(data: dict, players: tuple[str, ...]) -> Fate:
    """The decks and the market deck that a wave or a turn lists; raises ValueError."""
    return Fate(decks=names_by_seat(data, "decks", players), market=names(data, "market"))


def continues(block: dict) -> bool:
    """Whether a block goes on with a turn that the block before it left open."""
    if "act" in block or "kept" in block:
        return False
    return "take" not in block or any(key in block for key in ("choices", "items", "redealt"))


class Passed:
    """What the rules decided by themselves at one time: who rode, and what choices would have led to it, by seat."""

    def __init__(self):
        self.rode: set[int] = set()
        self.phrases: dict[int, list[str]] = defaultdict(list)


class LineReader:
    """Plays the waves that a record lists for one line on that line.

    A line that begins with a deal (`fresh`) may list its decks. A block of a wave's `turns` that has no `act` goes on
    with what the block before it left open.
    """

    def __init__(self, game: Game, lines: Lines, line: str, waves: list[dict], warnings: Warnings, fresh: bool):
        self.game, self.lines, self.line, self.warnings, self.fresh = game, lines, line, warnings, fresh
        self.first = max(1, game.position(self.state)[0])
        self.waves = dict(enumerate(waves, self.first))
        self.turns = defaultdict(int, {self.first: begun_turns(game, self.state)})  # those that have begun, by wave
        self.passed: dict[Time, Passed] = defaultdict(Passed)
        self.taken: dict[int, int] = defaultdict(int)  # how many market cards each cat has taken as listed, by wave
        self.bought: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))  # by wave and seat
        self.came: dict[int, tuple[str, list[str]]] = {}
        if (number := game.position(self.state)[0]) > 0:
            self.came[number] = game.waves(self.state)[number - 1], game.events(self.state)
        if game.question(self.state) == "market":
            self.taken[number] = game.picked(self.state)

    @property
    def tip(self) -> Moment:
        return self.lines.tip(self.line)

    @property
    def state(self):
        return self.tip.state

    # the line
    def read(self) -> Work:
        """Play all that is listed, a turn a slice; raises RecordError."""
        blocks = [block for number, wave in self.waves.items() for block in self._turns(number, wave)]
        if self.game.rounds(self.state) + len(blocks) > MOST_ROUNDS:
            raise RecordError(f"has {self.game.rounds(self.state) + len(blocks)} turns; a line has at most {MOST_ROUNDS}")
        self.last = blocks[-1] if blocks else None
        self.chance = ListedChance(self.game, list(self._dated_blocks()))
        for number, wave in self.waves.items():
            with place(f"wave {number}", at=("waves", number - self.first)):
                yield from self._read_wave(number, wave)

    def _turns(self, number: int, wave: dict) -> list[dict]:
        with place(f"wave {number}", at=("waves", number - self.first)):
            return tables(wave, "turns")

    def _dated_blocks(self):
        """Every block with its time."""
        for number, wave in self.waves.items():
            turn = self.turns[number]
            for block in tables(wave, "turns"):
                turn += "act" in block
                yield (number, turn), block

    def _read_wave(self, number: int, wave: dict) -> Work:
        blocks = tables(wave, "turns")
        where = f"wave {number}" if self.line == MAIN else f"line {shown(self.line)}, wave {number}"
        self.warnings.unknown(where, wave, WAVE)
        text(wave, "note", "")
        hidden(wave, self.game.players)
        if blocks and number > max(1, self.game.position(self.state)[0]):
            raise ValueError(f"the wave has not come: {self.standing()}")
        if number in self.came:
            self._check_wave(number, wave)
        if number == self.first and not self.fresh and ("decks" in wave or "market" in wave):
            raise ValueError("decks and market are listed where a wave begins or the cards are dealt anew; "
                             "here they lie as on the line that is left")
        for place_in_wave, block in enumerate(blocks, 1):
            label = self._label(number, block)
            from_end = place_in_wave - 1 - len(blocks)  # a turn can be put before the first
            with place(label, at=("turns", from_end)):
                self._read_block(number, block, following=blocks[place_in_wave] if place_in_wave < len(blocks) else None)
            self.warnings.unknown(f"{where}, {label}", block, TURN + REMARKS)
            yield
        self._check_wave(number, wave)

    def standing(self) -> str:
        """How far the line is and who must choose there."""
        state = self.state
        if self.game.is_over(state):
            return f"the game was over {self.game.where(state)}; nothing can be played any more"
        seat = self.game.to_choose(state)[0]
        legal = ", ".join(map(shown, self.game.legal(state, seat)))
        return f"{self.game.where(state)} {self.game.players[seat]} has not chosen; legal is {legal}"

    def _check_wave(self, number: int, wave: dict) -> None:
        """The wave card and the events that are listed are those that come; raises ValueError."""
        game, state = self.game, self.state
        came = self.came.get(number)
        if came is None:
            to_come = dict(enumerate(waves_to_come(game.cards, game.variant, state), len(game.waves(state)) + 1))
            if number not in to_come:
                raise ValueError(f"the day has only {len(game.variant.flags)} waves")
            came = to_come[number]
        for key, listed, there in (("wave", [text(wave, "wave", came[0])], [came[0]]), ("events", names(wave, "events"), came[1])):
            if list(listed) != list(there)[:len(listed)]:
                raise ValueError(f"{key} is {', '.join(map(shown, listed))}, but {', '.join(map(shown, there)) or 'none'} "
                                 "comes here")

    def _label(self, number: int, block: dict) -> str:
        if "act" in block:
            return f"turn {self.turns[number] + 1}"
        if not self.turns[number]:
            return "before turn 1"
        if number < self.game.position(self.state)[0]:
            return f"turn {self.turns[number]}"
        return "market" if self.game.question(self.state) == "market" else f"turn {self.game.position(self.state)[1] + 1}"

    # a block
    def _read_block(self, number: int, block: dict, following: dict | None) -> None:
        """Play one block; the block `following` it in the wave may go on with what this one leaves open."""
        self.number, self.block = number, block
        self.turns[number] += "act" in block
        self.time = number, self.turns[number]
        self.may_stop = block is self.last or following is not None and continues(following)
        self.answers = {seat: list(phrases) for seat, phrases in names_by_seat(block, "choices", self.game.players).items()}
        self._check_chance()
        if "redealt" in block:
            self._deal_anew()
        elif any(key in block for key in ("decks", "market", "to_come")):
            raise ValueError("decks, market and to_come go with redealt; otherwise they are listed where the wave begins")
        if "kept" in block:
            self._keep(one_for_each(block, "kept", self.game.players))
        if "act" in block:
            self._act(one_for_each(block, "act", self.game.players))
        self._answer()
        if "take" in block:
            self._take(one_for_each(block, "take", self.game.players))
        self._check_nothing_left(following)
        remark(self.lines, self.tip, {key: value for key, value in block.items() if key not in TURN})

    def _check_chance(self) -> None:
        """What the block lists of chance can be understood, and came so where it has come already; raises ValueError."""
        listing = self.chance.of(self.block)
        for entry in tables(self.block, "freestyles"):
            self.warnings.unknown("freestyles", entry, FREESTYLE)
        if listing.error:
            raise listing.error

    def _deal_anew(self) -> None:
        seed = check_seed(self.block["redealt"])
        state = self.game.redeal(self.state, seed)
        state = self.game.lay(state, hidden(self.block, self.game.players))
        state = self.game.lay(state, coming(self.block, self.waves, self.game.position(state)[0]))
        self.lines.extend(self.line, Moment(state, self.tip, redealt=seed))

    def _keep(self, kept) -> None:
        """Each cat keeps an instructor; raises ValueError."""
        if self.game.question(self.state) != "instructor":
            raise ValueError(f"kept is there, but nobody chooses an instructor: {self.standing()}")
        self._decide_at_once("kept", kept)

    def _decide_at_once(self, key: str, phrases, unasked: str | None = None) -> None:
        """All choose at once what the phrases say, seat by seat; `unasked` stands for a seat that has nothing to choose."""
        choices = {}
        for seat, phrase in enumerate(phrases):
            legal, forced = self.game.legal(self.state, seat), self.game.forced(self.state, seat)
            if legal and phrase in legal:
                choices[seat] = phrase
            elif legal or phrase not in (forced, unasked):
                only = legal or list(filter(None, [forced])) or ["nothing, which is written as " + shown(OUT)]
                listed = ", ".join(map(shown, only)) if legal or forced else only[0]
                raise RecordError(f"{key} cannot be {shown(phrase)}; legal is {listed}", self.game.players[seat])
        if choices:
            self._decide(choices)

    def _whole(self, verb: str, said, seat: int):
        """What the seat does in whole words, as a record may say it without the verb."""
        if not isinstance(said, str) or said == OUT:
            return said
        legal = [*self.game.legal(self.state, seat), self.game.forced(self.state, seat)]
        return said if said in legal and f"{verb} {said}" not in legal else f"{verb} {said}"

    def _act(self, acts) -> None:
        """All cats still surfing ride or perform; of a turn in which they could only ride it may be said afterwards."""
        if self.game.question(self.state) == "act" and (self.number, begun_turns(self.game, self.state) + 1) == self.time:
            for seat, act in enumerate(acts):
                self._check_act(seat, act)
            self._decide_at_once("act", acts, OUT)
        elif self.passed[self.time].rode:
            for seat, act in enumerate(acts):
                if act != (right := RIDE if seat in self.passed[self.time].rode else OUT):
                    raise RecordError(f"act cannot be {shown(act)}; legal is only {shown(right)}", self.game.players[seat])
        else:
            raise ValueError(f"act is there, but nobody can choose to ride or perform: {self.standing()}")

    def _check_act(self, seat: int, act) -> None:
        """A cat on the wave rides or performs, and no other; raises RecordError."""
        status = self.game.status(self.state, seat)
        if act not in (RIDE, TRICK, OUT):
            raise RecordError(f"act cannot be {shown(act)}; there are {shown(TRICK)}, {shown(RIDE)} and, for a cat that is out, "
                              f"{shown(OUT)}", self.game.players[seat])
        if (act == OUT) == (status == "surfing"):
            legal = self.game.legal(self.state, seat) or [self.game.forced(self.state, seat) or OUT]
            raise RecordError(f"act cannot be {shown(act)}, the cat is {'still surfing' if act == OUT else 'out'}; legal is "
                              f"{', '.join(map(shown, legal))}", self.game.players[seat])

    def _answer(self) -> None:
        """Answer what the turn asks one cat after the other, and all cats for items."""
        items = one_for_each(self.block, "items", self.game.players) if "items" in self.block else None
        while self.game.position(self.state)[0] in (0, self.number) and (
                begun_turns(self.game, self.state) <= self.turns[self.number]):
            question = self.game.question(self.state)
            if question in ASKED_AT_ONCE or not question:
                break
            if question == "item":
                if items is None and self.may_stop:
                    return
                self._use(items)
                items = None
            else:
                seat = self.game.to_choose(self.state)[0]
                self._pass_over(seat)
                if not self.answers.get(seat) and self.may_stop:
                    return
                self._answer_one(seat)
        for seat, item in enumerate(items or ()):
            if item not in (OUT, NO_ITEM):
                raise RecordError(f"items has {shown(item)}, but no item can be used here", self.game.players[seat])

    def _use(self, items) -> None:
        """All cats use an item or none; raises RecordError."""
        phrases = []
        for seat, item in enumerate(items or [OUT] * len(self.game.players)):
            nothing = NO_ITEM if self.game.legal(self.state, seat) else OUT
            phrases.append(nothing if item in (OUT, NO_ITEM) else self._whole("use", item, seat))
        self._decide_at_once("items", phrases, OUT)

    def _answer_one(self, seat: int) -> None:
        legal = self.game.legal(self.state, seat)
        with place(self.game.players[seat]):
            listed = ", ".join(map(shown, legal))
            if not self.answers.get(seat):
                raise ValueError(f"choices do not say what is chosen; legal is {listed}")
            phrase = self.answers[seat].pop(0)
            if phrase not in legal:
                raise ValueError(f"cannot choose {shown(phrase)}; legal is {listed}")
        self._decide({seat: phrase})

    def _take(self, takes) -> None:
        """All cats take cards from the market, as many as the visit asks for; raises ValueError."""
        picks = self.game.variant.picks
        listed = [[entry] if isinstance(entry, str) else entry for entry in takes]
        for seat, cards in enumerate(listed):
            if not isinstance(cards, list) or len(cards) > picks or not any(listed):
                raise RecordError(f"take cannot be {shown(takes[seat])}; each cat takes {picks}", self.game.players[seat])
        for cards in zip_longest(*listed, fillvalue=OUT):
            if self.game.question(self.state) == "market" and self.game.position(self.state)[0] == self.number:
                self._decide_at_once("take", [self._whole("take", card, seat) for seat, card in enumerate(cards)], OUT)
            else:
                self._check_taken(cards)
            self.taken[self.number] += 1

    def _check_taken(self, cards) -> None:
        """The cards, one for each cat, are those that the cats could only take; raises ValueError."""
        if self.number not in self.bought:
            raise ValueError(f"take is there, but nobody is at the market: {self.standing()}")
        for seat, card in enumerate(cards):
            right = (self.bought[self.number][seat][self.taken[self.number]:] or [OUT])[0]
            if card not in (right, f"take {right}"):
                raise RecordError(f"take cannot be {shown(card)}; legal is only {shown(right)}", self.game.players[seat])

    def _check_nothing_left(self, following: dict | None) -> None:
        """All that the block lists has happened, and nothing is open that it must answer; raises ValueError."""
        for seat, phrases in self.answers.items():
            self._pass_over(seat)
            if phrases:
                raise RecordError(f"choices has {shown(phrases[0])}, which is not asked: {self.standing()}", self.game.players[seat])
        for entry in self.chance.of(self.block).entries:
            if entry.seat == MARKET:
                raise ValueError("reshuffled is there, but the market deck does not run out here")
            raise RecordError("freestyles is there, but the cat has none here", self.game.players[entry.seat])
        is_open = self.game.position(self.state)[0] == self.number and self.game.question(self.state) == "market"
        if is_open and following is None and self.block is not self.last:
            raise ValueError(f"take is missing, and more follows: {self.standing()}")

    # a decision
    def _decide(self, choices: dict[int, str]) -> None:
        """Resolve a decision with what the record says of chance; a wave that comes has its decks as listed."""
        game, before = self.game, self.state
        state, events, decks = self.chance.resolve(before, choices, self.block)
        wave, number = game.position(before)[0], game.position(state)[0]
        if number == wave and decks:
            state = game.lay(state, Fate(decks=decks))
        elif number > max(wave, 1):
            with place(f"wave {number}"):
                state = game.lay(state, hidden(self.waves.get(number, {}), game.players))
        self._note(before, events)
        for seat, choice in choices.items():
            if choice in self.passed[self.time].phrases[seat]:
                self.passed[self.time].phrases[seat].remove(choice)
        self.lines.extend(self.line, Moment(state, self.tip, choices, events))

    def _note(self, before, events) -> None:
        """Remember what the events of a decision tell of waves that came, rides, purchases and forced choices."""
        cards = self.game.cards
        for time, event in dated(self.game, before, events):
            passed = self.passed[time]
            passed.phrases[int(event.seat)] += phrases_of(self.game, event)
            if event.kind == rules.WAVE_CAME:
                self.came[time[0]] = cards.wave_names[event.card], []
            elif event.kind == rules.EVENT_CAME:
                self.came[time[0]][1].append(cards.event_names[event.card])
            elif event.kind == rules.BOUGHT:
                self.bought[time[0]][int(event.seat)].append(cards.trick_names[event.card])
            elif event.kind == rules.RODE_IN or event.kind == rules.WIPED_OUT and event.amount == rules.BY_COLLISION:
                passed.rode.add(int(event.seat))

    def _pass_over(self, seat: int) -> None:
        """Pass over answers to what the rules decided by themselves, where somebody wrote them down all the same."""
        phrases, legal = self.answers.get(seat, []), self.game.legal(self.state, seat)
        happened = self.passed[self.time].phrases[seat]
        while phrases and phrases[0] in happened and phrases[0] not in legal:
            happened.remove(phrases.pop(0))


def phrases_of(game: Game, event) -> list[str]:
    """What a choice that had this event would have been called."""
    cards, kind = game.cards, event.kind
    if kind == rules.RESOURCE_PLACED:
        return [f"take {cards.resource_names[event.target]}", game.place_name(event.target, event.card, event.amount)]
    if kind in (rules.RESOURCE_KEPT, rules.RESOURCE_LOST):
        return [f"take {cards.resource_names[event.card]}"]
    if kind == rules.ITEM_GAINED:
        return [f"take {cards.item_names[event.card]}"]
    if kind == rules.LOOKED:
        return [BOTTOM if event.amount else KEEP]
    if kind == rules.AIMED:
        return [f"aim at {game.players[event.target]}"]
    return [f"discard {cards.trick_names[event.card]}"] if kind == rules.DISCARDED else []
