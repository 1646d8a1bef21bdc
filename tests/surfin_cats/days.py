"""Random days of cats whose cards read how the cats stand, and what must hold of each: the seats do not matter, records last.

By seat goes what the supply runs out of (SC21, SC32), what copies draw (SC30), what events and rewards take away (SC20), the
market's cards (SC50) and how tricks come up that are shuffled; turns in which one of these can matter are left out here.
"""
from __future__ import annotations

import random

import numpy as np

from surflab import records
from surflab.moments import MAIN, Lines
from surflab.seats import numbers_of
from surflab.surfin_cats import rules
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.game import Game
from surflab.surfin_cats.record import Record
from surflab.surfin_cats.variant import Variant

from .playing import CATS, played, wish_among
from .positions import BOX_TABLES

BY_SEAT = ("ability", "bought", "cat", "column", "done", "fall", "filled", "firsts", "flow", "for_good", "freestyles", "gathered",
           "held", "icons", "in_play", "instructor", "kept", "known", "left", "looks", "must", "paddle", "performed", "place",
           "played", "purchases", "rest", "rides", "shed", "spent", "status", "this_wave", "tops", "uses", "wipeouts", "won")
COMPARED = ("for_good", "this_wave", "looks", "icons", "shed", "gathered", "uses", "performed", "rides", "wipeouts", "firsts", "tops")
READERS = [  # effects that read how cats stand, or name who is hit
    {"op": "flow", "amount": 3, "if": "behind", "at_most": 0},
    {"op": "flow", "amount": 2, "per": "ahead"},
    {"op": "fall", "amount": -1, "if": "flow", "at_least": 11},
    {"op": "flow", "amount": -2, "who": "leader"},
    {"op": "paddle", "amount": 2, "who": "last"},
    {"op": "fall", "amount": 1, "who": "others", "if": "items", "at_least": 2},
    {"op": "flow", "amount": 1, "who": "all", "per": "ridden"},
    {"op": "flow", "amount": 1, "per": "items"},
    {"op": "shield", "amount": 1, "lasts": "wave"},
    {"op": "fall", "amount": 1, "who": "others"},
    {"op": "ride_flow", "amount": 1, "lasts": "wave", "who": "leader"},
    {"op": "trick_fall", "amount": 1, "lasts": "wave", "who": "others"},
    {"op": "item"},
]
REWARDS = [{"op": "flow", "amount": 2, "per": "ahead"}, {"op": "flow", "amount": 1, "per": "ridden"},
           {"op": "flow", "amount": 4, "if": "behind", "at_most": 0}, {"op": "flow", "amount": 1, "who": "leader"},
           {"op": "flow", "amount": 1, "who": "last"}]
GAINS = [effect for effect in READERS if effect.get("amount", 1) > 0]  # what never stops at a meter's start


def reading_set(rng: random.Random) -> CardSet:
    """The test set with cards that depend on how the cats stand, wherever cards do something."""
    def some(effects: list[dict], most: int) -> list[dict]:
        return [dict(rng.choice(effects)) for _ in range(rng.randint(0, most))]

    def with_rewards(cat: dict) -> dict:
        abilities = [ability | {
            "spaces": [space | {"gives": space["gives"] + some(REWARDS, 1)} for space in ability["spaces"]],
            "effects": ability["effects"] + some(GAINS, 1)} for ability in cat["abilities"]]
        return cat | {"wipeout": {flag: some(REWARDS, 2) for flag in cat["wipeout"]}, "abilities": abilities}
    return CardSet.from_dict(BOX_TABLES | {
        "resources": [{"name": "shell", "count": 50}, {"name": "star", "count": 50}],
        "items": [item | {"count": 50, "effects": item["effects"] + some(READERS, 1)} for item in BOX_TABLES["items"]],
        "common": [trick | {"effects": some(READERS, 2)} for trick in BOX_TABLES["common"]],
        "cats": [with_rewards(cat) for cat in BOX_TABLES["cats"]],
        "waves": [wave | {"columns": [column | {"gives": column.get("gives", []) + some(REWARDS, 1)} for column in wave["columns"]]}
                  for wave in BOX_TABLES["waves"]],
        "events": [event | {"effects": event["effects"] + some(GAINS, 2)} for event in BOX_TABLES["events"]],
    }, "cards that read")


def reseated(game: Game, state: np.ndarray, order: list[int]) -> tuple[Game, np.ndarray]:
    """The table and a state in which all cats choose at once, with the cat of seat order[k] in seat k."""
    other = Game(tuple(game.cats[seat] for seat in order), cards=game.cards, variant=game.variant, seed=game.seed)
    moved, n = state.copy(), len(order)
    for field in BY_SEAT:
        moved["table"][field][0, :n] = state["table"][field][0, order]
    for field in ("deck", "own"):
        moved[field][0, :n] = state[field][0, order]
    return other, moved


def choose(game: Game, state: np.ndarray, seat: int, salt: int) -> str:
    """What a cat does that cares for nothing but what it is asked."""
    legal = sorted(game.legal(state, seat))
    return random.Random(f"{salt} {game.cats[seat]} {legal}").choice(legal)


def came_of(game: Game, state: np.ndarray) -> dict:
    """All that a cat has, by cat."""
    seats = {seat["cat"]: seat for seat in game.describe(state)["players"]}
    return {cat: (seats[cat], *(state["table"][field][0, seat].tolist() for field in COMPARED)) for seat, cat in enumerate(game.cats)}


def goes_by_seat(game: Game, state: np.ndarray, events) -> bool:
    """Whether something may have gone by seat: the supply may have run out, two cats may have copied, tricks were shuffled."""
    kinds = [event.kind for event in events]
    table = state["table"][0]
    runs_out = not table["supply"][:len(game.cards.items)].all() or not table["tokens"][:len(game.cards.resources)].all()
    return runs_out or rules.FREESTYLED in kinds or kinds.count(rules.COPIED) > 1


def turn_of(game: Game, state: np.ndarray, salt: int) -> dict | None:
    """What each cat has after the turn, None where something goes by seat."""
    rounds, happened = game.rounds(state), []
    while game.rounds(state) == rounds and not game.is_over(state):
        state, events = game.resolve(state, {seat: choose(game, state, seat, salt) for seat in game.to_choose(state)})
        happened += list(events)
        if goes_by_seat(game, state, happened):
            return None
    return came_of(game, state)


def wave_of(game: Game, state: np.ndarray, salt: int) -> dict | None:
    """What each cat has when the next wave has come, None where something goes by seat."""
    states, log = state.copy(), np.zeros(rules.EVENTS, rules.EVENT)
    rules.next_wave(states[0])
    rules.proceed(game.cards.tables[0], states[0], log, np.zeros(rules.SEATS, np.int64))
    while game.question(states) not in ("act", ""):
        states, _ = game.resolve(states, {seat: choose(game, states, seat, salt) for seat in game.to_choose(states)})
    return None if goes_by_seat(game, states, log) else came_of(game, states)


# whole days
def random_day(rng: random.Random) -> tuple[Game, Lines]:
    """A day of 2 to 5 cats, mostly with cards that read."""
    cards = reading_set(rng) if rng.random() < 0.7 else CardSet.house()
    game = Game(tuple(rng.sample(CATS, rng.randint(2, 5))), cards=cards, variant=Variant(waves=(1, 2, 1, 1)), seed=rng.getrandbits(32))
    return game, played(game, wish_among(rng))


def check_seats(game: Game, lines: Lines, rng: random.Random, follow=(turn_of, wave_of)) -> int:
    """Each turn, and each wave that could come there, is played in other seats too and gives every cat the same; how many were."""
    compared = 0
    for moment in lines.path(MAIN):
        table = moment.state["table"][0]
        for how in follow if game.question(moment.state) == "act" else ():
            if how is wave_of and table["wave"] + 1 == table["waves"]:
                continue
            salt, order = rng.getrandbits(32), rng.sample(range(len(game.cats)), len(game.cats))
            came = how(game, moment.state, salt)
            if came is not None:
                assert came == how(*reseated(game, moment.state, order), salt), (game.where(moment.state), order)
                compared += 1
    return compared


def check_round_trip(game: Game, lines: Lines) -> None:
    """The day written down opens again to the same states, and is written down the same."""
    text = records.dump(Record.of(game, lines))
    again = records.load(text)
    assert records.dump(again) == text
    for one, other in zip(again.lines.path(MAIN), lines.path(MAIN), strict=True):
        assert one.state.tobytes() == other.state.tobytes(), game.where(other.state)


def check_engines(game: Game, lines: Lines, engines) -> None:
    """Every decision of the day comes to the same on each of the engines."""
    for moment in lines.path(MAIN)[1:]:
        choices = numbers_of(game, moment.parent.state, moment.choices, rules.SEATS)
        for engine in engines:
            states, log = moment.parent.state.copy(), np.zeros(rules.EVENTS, rules.EVENT)
            count = engine.rules.step(game.cards.tables, states, 0, log, choices)
            assert log[:count].tobytes() == np.asarray(moment.events).tobytes(), game.where(moment.state)
