"""The exact chance to win at the end of the last wave: everything that can come up, and how bots choose, gone through."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from math import comb

import numpy as np

from ..randomness import philox
from . import bots, rules
from .odds import copied_card, copied_cards, has_copy, next_tricks, unknown_tricks

MOST_STEPS = 150  # decisions that are resolved for one choice
SHARES = 120  # equal parts of all random words: a bot's act changes only between two of them, whatever its plan
BETWEEN = (rules.CHOOSE_ACT, rules.USE_ITEM)  # questions at which no card is about to be turned over
PLANS = {"cautious": bots.CAUTIOUS, "greedy": bots.GREEDY, "odds": bots.ODDS, "beginner": bots.ODDS, "reckless": bots.ODDS}


class Unknown(Exception):
    """The exact chance cannot be found: too much can come up, or something that is not gone through."""


class Ending:
    """The end of a game as one seat sees it, each other seat's choice now given by a mix or a bot, all later ones by a bot.

    Raises Unknown where the last wave is not being surfed.
    """

    def __init__(self, game, compiled, state: np.ndarray, seat: int, models: Mapping[int, object], bot: str):
        table, own = state["table"][0], state["own"][0]
        if table["wave"] != table["waves"] - 1 or table["phase"] == rules.OVER:
            raise Unknown("the last wave has not come")
        if table["phase"] != rules.CHOOSE_ACT and table["stage"] <= rules.TRICKS_PERFORMED:
            raise Unknown("others may have tricks to turn over yet")
        for other in range(len(game.cats)):
            left = table["left"][other]
            if other != seat and (own["known"][other, :left] != table["known"][other, :left]).any():
                raise Unknown("another cat has looked at its cards")
        self.game, self.compiled, self.seat, self.models, self.bot = game, compiled, seat, models, bot
        self.cards = game.cards.tables[0]
        self.start = game.redeal(state, 0, seat)
        self.steps, self.known = 0, {}

    def win(self, choice: str) -> float:
        """The seat's expected share of the win with that choice; raises Unknown."""
        self.steps = 0
        return min(1.0, self._value(self.start, {self.seat: {choice: 1.0}}))  # sums of shares may end a hair above

    def _value(self, state: np.ndarray, fixed: Mapping | None = None) -> float:
        if self.game.is_over(state):
            return self._share(state)
        laid = () if state["table"]["phase"][0] in BETWEEN else ("deck", "market")  # in mid-turn the cards of the turn lie ready
        key = b"" if fixed else b"".join(state[part].tobytes() for part in ("table", "own", "tasks", "task", "change", *laid))
        if key and key in self.known:
            return self.known[key]
        deciding = self.game.to_choose(state)
        mixes = [(fixed or {}).get(seat) or self._mix(state, seat, now=fixed is not None) for seat in deciding]
        value = 0.0
        for combination in product(*(mix.items() for mix in mixes)):
            chosen = {seat: choice for seat, (choice, _) in zip(deciding, combination, strict=True)}
            share = float(np.prod([chance for _, chance in combination]))
            value += share * sum(chance * self._value(after) for after, chance in self._outcomes(state, chosen))
        if key:
            self.known[key] = value
        return value

    # what chance does
    def _outcomes(self, state: np.ndarray, chosen: Mapping[int, str]) -> Iterator[tuple[np.ndarray, float]]:
        """The positions after those choices with their chances, over the cards that can come up."""
        for laid, chance, drawn in self._laid(state, chosen):
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Unknown("too much can come up")
            after, _ = self.game.resolve(laid, chosen)
            before, now = laid["table"][0], after["table"][0]
            if (now["freestyles"] != before["freestyles"]).any() and not self.game.is_over(after):
                raise Unknown("a freestyle shuffles a deck")
            if before["market_left"] - now["market_left"] > drawn or now["market_left"] > before["market_left"]:
                raise Unknown("a card of the market deck comes up that was not counted on")
            yield from ((seen, chance * part) for seen, part in self._looked_at(laid, chosen, after))

    def _laid(self, state: np.ndarray, chosen: Mapping[int, str]) -> Iterator[tuple[np.ndarray, float, int]]:
        """The ways the cards can lie that the choices turn up, and how many of the market deck those are."""
        table = state["table"][0]
        if table["phase"] != rules.CHOOSE_ACT:
            yield state, 1.0, 0
            return
        acts = {seat: chosen.get(seat, self.game.forced(state, seat)) for seat in range(len(self.game.cats))
                if table["status"][seat] == rules.SURFING}
        riders = [seat for seat, act in acts.items() if act == "ride"]
        turned = [seat for seat, act in acts.items() if table["left"][seat] and (act != "ride" or len(riders) > 1)]
        piles = [self._tops(state, seat) for seat in turned]
        if self.steps + np.prod([len(pile) for pile in piles]) > MOST_STEPS:
            raise Unknown("too much can come up")
        for tops in product(*(pile.items() for pile in piles)):
            laid, chance = state.copy(), float(np.prod([share for _, share in tops]))
            for seat, (kind, _) in zip(turned, tops, strict=True):
                _put_on_top(laid[0], seat, kind)
            copying = [seat for seat, (kind, _) in zip(turned, tops, strict=True) if acts[seat] != "ride" and has_copy(self.cards, kind)]
            if len(copying) > 1 or copying and not table["market_left"]:
                raise Unknown("two cats copy, or the market deck is made anew")
            if not copying:
                yield laid, chance, 0
                continue
            pool = [int(copied_card(table, i)) for i in range(copied_cards(table))]
            for kind in sorted(set(pool)):
                drawn = laid.copy()
                rules.bring_up(drawn["market"][0], int(table["market_left"]), [kind])
                yield drawn, chance * pool.count(kind) / len(pool), 1

    def _tops(self, state: np.ndarray, seat: int) -> dict[int, float]:
        """The cards that may lie on top of a deck, by how likely each is."""
        pile = np.zeros(rules.DECK, np.int64)
        n = next_tricks(state["table"][0], state["own"]["known"][0, seat], seat, pile)
        kinds = pile[:n].tolist()
        return {kind: kinds.count(kind) / n for kind in sorted(set(kinds))}

    def _looked_at(self, before: np.ndarray, chosen: Mapping[int, str], after: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
        """The position itself or, where a cat looks at a card that it did not know, one for each that it may be."""
        table = after["table"][0]
        if table["phase"] != rules.LOOK:
            yield after, 1.0
            return
        seat, top = int(table["actor"]), int(table["left"][table["actor"]]) - 1
        moved = before["table"]["phase"][0] == rules.LOOK and chosen.get(seat) == "bottom"
        if table["known"][seat, top] >= 0 or before["own"]["known"][0, seat, top - moved] >= 0:
            yield after, 1.0
            return
        pile, hidden = np.zeros(rules.DECK, np.int64), after.copy()
        hidden["own"]["known"][0, seat, top] = -1
        n = unknown_tricks(hidden["table"][0], hidden["own"]["known"][0, seat], seat, pile)
        kinds = pile[:n].tolist()
        for kind in sorted(set(kinds)):
            seen = hidden.copy()
            _put_on_top(seen[0], seat, kind)
            seen["own"]["known"][0, seat, top] = kind
            yield seen, kinds.count(kind) / n

    # what bots do
    def _mix(self, state: np.ndarray, seat: int, now: bool) -> Mapping[str, float]:
        """How often a seat chooses what; raises Unknown."""
        model = self.models.get(seat, self.bot) if now else self.bot
        numbers = self.game.numbered(state, seat)
        if not isinstance(model, str):
            return model
        if model == "random":
            return dict.fromkeys(numbers, 1 / len(numbers))
        chances = self._act(state, seat, model) if state["table"]["phase"][0] == rules.CHOOSE_ACT else self._liking(state, seat, model)
        return {name: chances[number] for name, number in numbers.items() if chances.get(number)}

    def _ask(self, state: np.ndarray, seat: int, bot: str, word: int) -> int:
        s = state.copy()[0]
        return int(self.compiled.bots.BOTS[bot](self.cards, s.table, s.own[seat], seat, word))

    def _act(self, state: np.ndarray, seat: int, bot: str) -> dict[int, float]:
        """A bot's act changes at most once from its least to its greatest mood: found by halving."""
        words = moods()
        first, last = (self._ask(state, seat, bot, words[end]) for end in (0, -1))
        if first == last:
            return {first: 1.0}
        low, high = 0, SHARES - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._ask(state, seat, bot, words[middle]) == first else (low, middle)
        return {first: high / SHARES, last: 1 - high / SHARES}

    def _liking(self, state: np.ndarray, seat: int, bot: str) -> dict[int, float]:
        """How often a planned bot likes which choice best: each one's worth and a mood of its own, see `bots.choose`."""
        s = state.copy()[0]
        t, own, plan = s.table, s.own[seat], PLANS[bot]
        if t.phase in (rules.LOOK, rules.DISCARD):  # no mood reaches that far
            return {self._ask(state, seat, bot, 0): 1.0}
        legal, reach = list(self.game.numbered(state, seat).values()), bots.taste(t, plan)
        worths = [int(bots.choice_worth(self.cards, t, own, seat, choice, plan)) for choice in legal]
        chances = dict.fromkeys(legal, 0.0)
        for place, choice in enumerate(legal):
            for mood in range(reach):
                worth = worths[place] + mood
                chances[choice] += np.prod([min(max(worth - other + (later > place), 0), reach) / reach
                                            for later, other in enumerate(worths) if later != place]) / reach
        return chances

    # the end
    def _share(self, state: np.ndarray) -> float:
        """The seat's expected share of the win in a finished game, over all freestyles that break a tie (SC71)."""
        totals = [self.game.points(state, seat)["total"] for seat in range(len(self.game.cats))]
        tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if self.seat not in tied:
            return 0.0
        shown = tuple(_resources_shown(self.cards, state["table"][0], seat) for seat in tied)
        return win_shares(shown, rules.MOST_TIEBREAKS)[tied.index(self.seat)]


def _put_on_top(s, seat: int, kind: int) -> None:
    """Swap the top card of a deck with one of that kind whose place its owner does not know."""
    top = int(s.table.left[seat]) - 1
    if s.deck[seat, top] != kind:
        place = next(place for place in range(top) if s.deck[seat, place] == kind and s.own[seat].known[place] < 0)
        s.deck[seat, place], s.deck[seat, top] = s.deck[seat, top], kind


@lru_cache(maxsize=1)
def moods() -> list[int]:
    """A random word for each of SHARES equal parts of what `bots.chance` draws first, in order."""
    found: dict[int, int] = {}
    word = 0
    while len(found) < SHARES:
        found.setdefault(int(philox(word, 0, 7919)) * SHARES >> 32, word)
        word += 1
    return [found[part] for part in range(SHARES)]


def _resources_shown(cards, table, seat: int) -> tuple[tuple[int, float], ...]:
    """How many resources four of all a cat's tricks show, with the chance of each number."""
    kinds = [*table["rest"][seat, :table["left"][seat]], *table["played"][seat, :table["spent"][seat]]]
    counts = [sum(int(cards.effects[row].amount) for row in range(cards.trick[kind].gain_first, cards.trick[kind].gain_last))
              for kind in kinds]
    drawn = min(rules.REVEALED_BY_FREESTYLE, len(counts))
    chances: dict[int, float] = {}
    for some in combinations(counts, drawn):
        chances[sum(some)] = chances.get(sum(some), 0.0) + 1 / comb(len(counts), drawn)
    return tuple(sorted(chances.items()))


@lru_cache(maxsize=1024)
def win_shares(shown: tuple, rounds: int) -> tuple[float, ...]:
    """What share of the win each tied cat comes to, from what its freestyles show, with so many freestyles left."""
    if len(shown) == 1 or not rounds:
        return (1 / len(shown),) * len(shown)
    shares = [0.0] * len(shown)
    for outcome in product(*shown):
        chance, most = float(np.prod([part for _, part in outcome])), max(count for count, _ in outcome)
        best = [place for place, (count, _) in enumerate(outcome) if count == most]
        for place, share in zip(best, win_shares(tuple(shown[place] for place in best), rounds - 1), strict=True):
            shares[place] += chance * share
    return tuple(shares)
