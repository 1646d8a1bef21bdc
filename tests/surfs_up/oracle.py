"""Surf's Up! a second time: lists of named cards and one generator, read off the rulebook to check the rules against.

Nothing here is fast, compiled or shared with the package; only card rows (suits, costs, goals) are read from a CardSet.
"""
from __future__ import annotations

BLUEBOTTLE = "bluebottle"
MOST_RESPECT = 4


def paddle(card: str) -> int:
    """How hard an energy card paddles, starting ("4") or temporary ("4t")."""
    return int(card.rstrip("t"))


def by_value(cards: list[str]) -> list[str]:
    """A hand in order: by value, a starting card before a temporary one."""
    return sorted(cards, key=lambda card: (paddle(card), card.endswith("t")))


def each_once(cards: list[str]) -> list[str]:
    return list(dict.fromkeys(cards))


def suit_of(card: str) -> str:
    return card.split(" ")[0]


def number_on(card: str) -> int:
    """The points of a wave or the bonus of a surfboard."""
    return int(card.split(" ")[1].lstrip("+"))


class Surfer:
    """One surfer's cards and respect, and how often what goals ask about happened."""

    def __init__(self, name: str):
        self.name = name
        self.hand = ["0", "1", "2", "3", "4", "5"]
        self.towel: list[str] = []
        self.respect = 2
        self.waves: list[str] = []
        self.boards: list[str] = []
        self.tokens: list[int] = []
        self.revealed: str | None = None
        self.runner_ups = self.rests = self.wipeouts = 0

    def gain_respect(self) -> None:
        if self.respect < MOST_RESPECT:
            self.respect += 1

    def discard(self) -> None:
        """Put the revealed card on the towel, unless it was temporary."""
        if not self.revealed.endswith("t"):
            self.towel.append(self.revealed)
        self.revealed = None

    def rest(self) -> None:
        self.gain_respect()
        self.rests += 1
        self.hand += [*self.towel, self.revealed]
        self.towel, self.revealed = [], None

    def in_hand(self) -> list[str]:
        """The hand, with a revealed 0: it never leaves its surfer."""
        return by_value(self.hand + (["0"] if self.revealed == "0" else []))

    def on_towel(self) -> list[str]:
        """The towel, with a revealed card that is bound for it while somebody is at the beach."""
        bound = self.revealed and self.revealed != "0" and not self.revealed.endswith("t")
        return by_value(self.towel + ([self.revealed] if bound else []))

    def owned(self) -> list[str]:
        return self.in_hand() + self.on_towel()

    def is_spent(self) -> bool:
        return self.hand == ["0"] and not self.towel


class Oracle:
    """One game. `to_choose` says who must choose now among what; `decide` takes one choice for each of them."""

    def __init__(self, cards, names, ocean, beach, tokens, goals=()):
        self.cards = cards
        self.surfers = [Surfer(name) for name in names]
        self.ocean, self.beach, self.tokens = list(ocean), list(beach), list(tokens)
        self.goals = [goal for goal in cards.goals if goal.name in goals]
        self.surf = [self.next_of(self.ocean) for _ in range(3)]
        self.row = [self.next_of(self.beach) for _ in range(3)]
        self.price = {card.name: card.cost for card in (*cards.boards, *cards.energy)}
        self.wave_trash: list[str] = []
        self.bluebottle_zone = 0
        self.rounds = 0
        self.end: str | None = None
        self.visitor: str | None = None  # "winner" or "runner-up" while that surfer chooses
        self.course = self.play()
        self.to_choose: dict[str, list[str]] = next(self.course)

    def decide(self, choices: dict[str, str]) -> None:
        for name, choice in choices.items():
            assert choice in self.to_choose[name]
        assert choices.keys() == self.to_choose.keys()
        try:
            self.to_choose = self.course.send(choices)
        except StopIteration:
            self.to_choose = {}

    @staticmethod
    def next_of(deck: list):
        return deck.pop(0) if deck else None

    def play(self):
        while not self.end:
            yield from self.play_round()

    def play_round(self):
        chosen = yield {surfer.name: each_once(by_value(surfer.hand)) for surfer in self.surfers}
        for surfer in self.surfers:
            surfer.revealed = chosen[surfer.name]
            surfer.hand.remove(surfer.revealed)
        if self.surf[0] == BLUEBOTTLE:
            self.avoid_bluebottle()
        else:
            yield from self.catch_wave()
        for surfer in self.surfers:
            if surfer.revealed == "0":
                surfer.rest()
        self.surf = [*self.surf[1:], self.next_of(self.ocean)]
        self.rounds += 1
        if self.bluebottle_zone == self.cards.bluebottles:
            self.end = "bluebottles"
        elif any(surfer.is_spent() for surfer in self.surfers):
            self.end = "only rest left"

    def avoid_bluebottle(self) -> None:
        lowest = min(paddle(surfer.revealed) for surfer in self.surfers)
        for surfer in self.surfers:
            if paddle(surfer.revealed) == lowest and self.tokens:
                surfer.tokens.append(self.tokens.pop(0))
        self.discard_the_rest()
        self.surf[0] = None
        self.bluebottle_zone += 1

    def discard_the_rest(self) -> None:
        for surfer in self.surfers:
            if surfer.revealed and surfer.revealed != "0":
                surfer.discard()

    def catch_wave(self):
        wave, self.surf[0] = self.surf[0], None
        trying = [surfer for surfer in self.surfers if surfer.revealed != "0"]
        strength = {surfer.name: (paddle(surfer.revealed), surfer.respect) for surfer in trying}
        wiped_out = [surfer for surfer in trying if list(strength.values()).count(strength[surfer.name]) > 1]
        catching = [surfer for surfer in trying if surfer not in wiped_out]
        catching.sort(key=lambda surfer: strength[surfer.name], reverse=True)
        for surfer in wiped_out:
            surfer.wipeouts += 1
        for surfer in catching[1:2]:
            surfer.runner_ups += 1
        if not catching:
            self.wave_trash.append(wave)
        for place, surfer in zip(("winner", "runner-up"), catching, strict=False):
            if place == "winner":
                surfer.revealed = None  # to the trash, whatever card it is
                surfer.waves.append(wave)
            else:
                surfer.discard()
            yield from self.respect_or_beach(surfer, place)
        self.discard_the_rest()

    def respect_or_beach(self, surfer: Surfer, place: str):
        choices = ["respect"] if surfer.respect < MOST_RESPECT else []
        lying = sorted({card for card in self.row if card})
        choices += ["buy " + card for card in lying if self.price[card] <= surfer.respect]
        if not choices:
            return
        choice = choices[0]
        if len(choices) > 1:
            self.visitor = place
            choice = (yield {surfer.name: choices})[surfer.name]
            self.visitor = None
        if choice == "respect":
            surfer.gain_respect()
        else:
            self.buy(surfer, choice.removeprefix("buy "))

    def buy(self, surfer: Surfer, card: str) -> None:
        surfer.respect -= self.price[card]
        self.row[self.row.index(card)] = self.next_of(self.beach)
        if suit_of(card) == "energy":
            surfer.towel.append(card.split(" ")[1] + "t")
        else:
            surfer.boards.append(card)

    # the end
    def points(self, surfer: Surfer) -> dict[str, int]:
        points = {
            "waves": sum(map(number_on, surfer.waves)),
            "boards": self.board_points(surfer),
            "goals": sum(goal.points for goal in self.goals if self.meets(surfer, goal)),
            "stings": -sum(surfer.tokens),
        }
        return points | {"total": sum(points.values())}

    @staticmethod
    def board_points(surfer: Surfer) -> int:
        pairs = [(board, wave) for board in surfer.boards for wave in surfer.waves]
        return sum(number_on(board) for board, wave in pairs if suit_of(board) == suit_of(wave))

    def winners(self) -> list[str]:
        if not self.end:
            return []
        best = max(self.points(surfer)["total"] for surfer in self.surfers)
        return [surfer.name for surfer in self.surfers if self.points(surfer)["total"] == best]

    def meets(self, surfer: Surfer, goal) -> bool:
        amount = self.measure(surfer, goal.metric)
        return not (
            (goal.at_least is not None and amount < goal.at_least)
            or (goal.at_most is not None and amount > goal.at_most)
            or (goal.exactly is not None and amount != goal.exactly)
        )

    def measure(self, surfer: Surfer, metric: str) -> int:
        what, _, suit = metric.partition(".")
        won, bought = [suit_of(wave) for wave in surfer.waves], [suit_of(board) for board in surfer.boards]
        if suit:
            return {"waves": won, "boards": bought}[what].count(suit)
        return {
            "waves": len(won),
            "suits": len(set(won)),
            "largest_suit": max(map(won.count, won), default=0),
            "wave_points": sum(map(number_on, surfer.waves)),
            "boards": len(bought),
            "board_suits": len(set(bought)),
            "board_points": self.board_points(surfer),
            "respect": surfer.respect,
            "stings": len(surfer.tokens),
            "starting_energy": sum(card in ("1", "2", "3", "4", "5") for card in surfer.owned()),
            "temporary_energy": sum(card.endswith("t") for card in surfer.owned()),
            "runner_ups": surfer.runner_ups,
            "rests": surfer.rests,
            "wipeouts": surfer.wipeouts,
        }[what]
