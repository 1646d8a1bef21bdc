"""The rules against a second reading of the rulebook: thousands of games, compared after every decision."""
from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game

from .oracle import BLUEBOTTLE, Oracle
from .playing import COMPILED, NAMES, small_game, wish_among

SEATS = range(2, 7)


def oracle_of(game: Game) -> Oracle:
    """The second reading of the same game, its decks in the order that the rules dealt."""
    (s,) = game.start()
    ocean = [game.cards.ocean_names[kind] for kind in s.ocean[:s.ocean_size]]
    beach = [game.cards.beach_names[kind] for kind in s.beach[:s.beach_size]]
    tokens = [int(value) for value in s.sting[:sum(token.count for token in game.cards.stings)]]
    return Oracle(game.cards, game.players, ocean, beach, tokens, game.goals)


def as_the_rules_tell(game: Game, state) -> dict:
    t = state["table"][0]
    out_of_surf = int(t["rounds"]) + (not game.is_between_rounds(state))
    gone = zip(t["ocean_gone"][:out_of_surf].tolist(), t["ocean_taker"][:out_of_surf].tolist(), strict=True)
    counters = [t[what][:len(game.players)].tolist() for what in ("runner_ups", "rests", "wipeouts", "stings")]
    return game.describe(state) | {
        "surf": game.surf(state), "beach": game.beach(state), "beach_left": int(t["beach_left"]),
        "bluebottles": int(t["bluebottles"]), "tokens": int(t["tokens"]),
        "trash": [name for card, taker in gone if taker < 0 and (name := game.cards.ocean_names[card]) != BLUEBOTTLE],
        "counters": list(zip(*counters, strict=True)),
    }


def as_the_oracle_tells(oracle: Oracle) -> dict:
    told = {
        "game": "surfs-up", "rounds": oracle.rounds, "over": bool(oracle.end), "end": oracle.end,
        "surf": oracle.surf, "beach": oracle.row, "beach_left": len(oracle.beach),
        "bluebottles": oracle.bluebottle_zone, "tokens": sum(len(surfer.tokens) for surfer in oracle.surfers),
        "trash": oracle.wave_trash,
        "counters": [(s.runner_ups, s.rests, s.wipeouts, len(s.tokens)) for s in oracle.surfers],
        "players": [{"name": s.name, "hand": s.in_hand(), "towel": s.on_towel(), "respect": s.respect, "waves": s.waves,
                     "boards": s.boards, "stings": s.tokens, "points": oracle.points(s)} for s in oracle.surfers],
        "winners": oracle.winners(),
    }
    if not oracle.end:
        told["to_choose"] = [{"name": name, "choices": choices} for name, choices in oracle.to_choose.items()]
    return told


def compare_a_game(game: Game, choose, seen: Counter) -> None:
    """Play the same choices in both; `seen` counts what came up, so that a test can tell that it saw everything."""
    state, oracle = game.start(), oracle_of(game)
    seen.update(what_is_seen(oracle))
    while True:
        told = as_the_oracle_tells(oracle)
        assert as_the_rules_tell(game, state) == told
        if oracle.end:
            break
        choices = {name: choose(legal) for name, legal in oracle.to_choose.items()}
        state, _ = game.resolve(state, {game.players.index(name): choice for name, choice in choices.items()})
        oracle.decide(choices)
        seen.update(what_is_seen(oracle))


def what_is_seen(oracle: Oracle):
    yield "decision"
    yield oracle.visitor or oracle.end or "reveal"
    if None in oracle.row:
        yield "empty space on the beach"
    if oracle.row == [None] * 3:
        yield "empty beach"
    if oracle.surf[-1] is None:
        yield "ocean deck empty"
    if not oracle.tokens:
        yield "no token left"
    if oracle.wave_trash:
        yield "wave trashed"
    if len(oracle.winners()) > 1:
        yield "shared victory"
    if any(oracle.price.get(card) == 0 for card in oracle.row):
        yield "free card"
    if oracle.visitor and any("respect" not in legal for legal in oracle.to_choose.values()):
        yield "must buy"


RARE = ("bluebottles", "only rest left", "winner", "runner-up", "empty space on the beach", "empty beach",
        "ocean deck empty", "no token left", "wave trashed", "shared victory", "free card", "must buy")


@pytest.mark.usefixtures("compiled_engine")
def test_games_of_small_card_sets_go_as_the_rulebook_has_it():
    rng, seen = random.Random(1), Counter()
    for seats, games in zip(SEATS, (500, 500, 300, 200, 100), strict=True):
        for _ in range(games if COMPILED else games // 8):
            compare_a_game(small_game(rng, seats), wish_among(rng), seen)
    assert [what for what in RARE if seen[what] < 5] == []


@pytest.mark.usefixtures("compiled_engine")
@pytest.mark.parametrize("seats", SEATS)
def test_games_of_the_house_set_go_as_the_rulebook_has_it(seats):
    rng, seen = random.Random(seats), Counter()
    for _ in range(15):
        goals = tuple(rng.sample(CardSet.house().goal_names, 3))
        compare_a_game(Game(NAMES[:seats], goals=goals, seed=rng.getrandbits(32)), wish_among(rng), seen)
    assert seen["must buy"]


@pytest.mark.usefixtures("plain_engine")
@pytest.mark.parametrize("seats", SEATS)
def test_games_on_plain_python_go_as_the_rulebook_has_it(seats):
    rng, seen = random.Random(100 + seats), Counter()
    for _ in range(12):
        compare_a_game(small_game(rng, seats), wish_among(rng), seen)
    assert seen["decision"] > 100 and seen["must buy"]


@pytest.mark.usefixtures("compiled_engine")
@pytest.mark.parametrize("seats, respects", [(2, range(5)), (3, (1, 2, 4) if COMPILED else (1, 2))])
def test_every_reveal_goes_as_the_rulebook_has_it(seats, respects):
    """All that can be shown (with three surfers of four cards) at all respect, then the last choice of each visitor."""
    game = Game(NAMES[:seats], seed=3)
    for respect in product(respects, repeat=seats):
        for play in product("012345" if seats == 2 else "0345", repeat=seats):
            compare_a_round(game, respect, play)


def compare_a_round(game: Game, respect, play) -> None:
    state, oracle = game.start().copy(), oracle_of(game)
    state["table"]["respect"][0, :len(respect)] = respect
    for surfer, amount in zip(oracle.surfers, respect, strict=True):
        surfer.respect = amount
    choices = dict(zip(game.players, play, strict=True))
    while True:
        state, _ = game.resolve(state, {game.players.index(name): choice for name, choice in choices.items()})
        oracle.decide(choices)
        assert as_the_rules_tell(game, state) == as_the_oracle_tells(oracle)
        if not oracle.visitor:
            return
        choices = {name: legal[-1] for name, legal in oracle.to_choose.items()}
