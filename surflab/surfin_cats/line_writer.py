"""Writes a line of play down as a record does: by waves, each with what chance decided and what the cats chose."""
from __future__ import annotations

from .. import comments
from ..moments import Lines, Moment
from . import rules
from .fate import deck_order, market_order, waves_to_come
from .game import NO_ITEM, RIDE, Game
from .line_reader import OUT, continues
from .listed_chance import MARKET, Time, dated, dated_chance


def to_come(game: Game, state, following: list[Moment], after: int | None = None) -> dict:
    """The waves that a deal lets come, where the waves of the line cannot tell because cards are dealt anew later on.

    They are those after wave number `after`, by default the one that has come last.
    """
    if all(moment.redealt is None for moment in following):
        return {}
    return {"to_come": waves_from(game, state, len(game.waves(state)) if after is None else after)}


def waves_from(game: Game, state, after: int) -> list[dict]:
    """The waves of the day after wave number `after`, which is this one or the one before it, with their events."""
    come = [(name, game.events(state)) for name in game.waves(state)]
    waves = come[after:] + list(waves_to_come(game.cards, game.variant, state))
    return [{"wave": name} | ({"events": events} if events else {}) for name, events in waves]


class LineWriter:
    """Collects the waves of one line, moment by moment, all of them after the state it begins with.

    A block of turns is closed where something was written to a moment, so that it can stand there.
    """

    def __init__(self, game: Game, lines: Lines, begin, remarks: dict[int, dict]):
        self.game, self.lines, self.remarks = game, lines, remarks
        self.tip = begin
        self.waves: dict[int, dict] = {}
        self.block: dict | None = None
        self.is_dealt_anew = False

    def write(self, moments: list[Moment], deal: bool) -> list[dict]:
        """The waves of a line that goes on with those moments; `deal` lists how the cards lie where it begins."""
        if deal:
            self._wave(max(1, self.game.position(self.tip)[0])).update(self._hidden(self.tip))
        for place, moment in enumerate(moments):
            if moment.redealt is not None:
                dealt = {"redealt": moment.redealt, **to_come(self.game, moment.state, moments[place + 1:])}
                self._open_block(self.tip, dealt | self._hidden(moment.state))
                self.is_dealt_anew = True
            else:
                self._write_decision(moment)
            if moment in self.lines.remarks:
                if self.block is None:
                    self._open_block(self.tip, {})
                self.block.update(comments.joined(self.block, self.lines.remarks[moment]))
                self.block = None
            if self.game.position(moment.state)[0] > self.game.position(self.tip)[0]:
                self.block = None
            self.tip = moment.state
        return self._finished(deal or self.is_dealt_anew)

    def _hidden(self, state) -> dict:
        game = self.game
        decks = {name: deck_order(game.cards, state, seat) for seat, name in enumerate(game.players)}
        return {"market": market_order(game.cards, state), "decks": decks}

    def _wave(self, number: int) -> dict:
        return self.waves.setdefault(number, {"turns": []})

    def _open_block(self, before, block: dict) -> dict:
        self.block = block
        self._wave(max(1, self.game.position(before)[0]))["turns"].append(block)
        return block

    # a decision
    def _write_decision(self, moment: Moment) -> None:
        game, before = self.game, moment.parent.state
        question = game.question(before)
        said = [moment.choices.get(seat, game.forced(before, seat)) for seat in range(len(game.players))]
        if question == "instructor":
            self._open_block(before, {"kept": [phrase or OUT for phrase in said]})
        elif question == "act":
            self._open_block(before, {"act": [phrase or OUT for phrase in said]})
        else:
            block = self.block if self.block is not None else self._open_block(before, {})
            if question == "item":
                block["items"] = [OUT if phrase in (None, NO_ITEM) else phrase.removeprefix("use ") for phrase in said]
            elif question == "market":
                block.setdefault("take", []).append([phrase.removeprefix("take ") if phrase else OUT for phrase in said])
            else:
                (seat, phrase), = moment.choices.items()
                block.setdefault("choices", {}).setdefault(game.players[seat], []).append(phrase)
        decided = self.block
        self._write_chance(before, moment, decided, self._write_forced_turn(before, moment))
        if game.position(moment.state)[0] > game.position(before)[0]:
            self._begin_wave(game.position(before)[0], moment.state)

    def _write_forced_turn(self, before, moment: Moment) -> dict[Time, dict]:
        """A turn in which nobody had a choice but to ride, which happened in the same breath: its block by its time."""
        wave, turn = self.game.position(before)
        rode = {(time, int(event.seat)) for time, event in dated(self.game, before, moment.events)
                if time[0] == wave and time[1] > turn + 1 and (
                    event.kind == rules.RODE_IN or event.kind == rules.WIPED_OUT and event.amount == rules.BY_COLLISION)}
        seats = range(len(self.game.players))
        return {time: self._open_block(before, {"act": [RIDE if (time, seat) in rode else OUT for seat in seats]})
                for time in sorted({time for time, _ in rode})}

    def _write_chance(self, before, moment: Moment, decided: dict, forced: dict[Time, dict]) -> None:
        """The freestyles and new market decks that a decision led to, in its block or that of the turn that followed it."""
        game, state = self.game, moment.state
        found = dated_chance(game, before, moment.events)
        last = {seat: place for place, (_, seat, _) in enumerate(found)}
        is_same_wave = game.position(state)[0] == game.position(before)[0] and not game.is_over(state)
        for place, (time, seat, cards) in enumerate(found):
            block = forced.get(time, decided)
            if seat == MARKET:
                block.setdefault("reshuffled", []).append(cards)
                continue
            entry = {"name": game.players[seat], "shown": cards}
            if is_same_wave and last[seat] == place:
                entry["deck"] = deck_order(game.cards, state, seat)
            block.setdefault("freestyles", []).append(entry)

    def _begin_wave(self, left: int, state) -> None:
        """A wave has come; the one that was left, if any, is done."""
        wave = self._wave(self.game.position(state)[0])
        if left > 0:
            wave.update(self._hidden(state))
        wave["events"] = self.game.events(state)

    # the end
    def _finished(self, with_waves_to_come: bool) -> list[dict]:
        game = self.game
        came = game.waves(self.tip)
        to_come = dict(enumerate(waves_to_come(game.cards, game.variant, self.tip), len(came) + 1))
        for number in to_come if with_waves_to_come else ():
            self._wave(number)
        blocks = [block for wave in self.waves.values() for block in wave["turns"]]
        for place, block in enumerate(blocks, 1):
            self._finish_block(block, following=blocks[place] if place < len(blocks) else None)
        return [self._whole_wave(number, wave, came, to_come) for number, wave in sorted(self.waves.items())]

    def _finish_block(self, block: dict, following: dict | None) -> None:
        """Items that nobody used go without saying where the turn is over; picks are written cat by cat, a single list is plain."""
        is_over = following is not None and not continues(following)
        if is_over and "act" in block and set(block.get("items", ())) == {OUT}:
            del block["items"]
        if len(block.get("reshuffled", ())) == 1:
            block["reshuffled"], = block["reshuffled"]
        if "take" in block:
            picked = [list(cards) for cards in zip(*block["take"], strict=True)]
            block["take"] = picked if self.game.variant.picks > 1 else [card for card, in picked]

    def _whole_wave(self, number: int, wave: dict, came: list[str], to_come: dict) -> dict:
        """The wave with its card, its events if any, and what was written to it; without empty lists."""
        name, events = (came[number - 1], wave.get("events", [])) if number <= len(came) else to_come[number]
        wave = {"wave": name, "events": events} | self.remarks.get(number, {}) | wave
        return {key: value for key, value in wave.items() if value or key not in ("events", "turns", "market")}
