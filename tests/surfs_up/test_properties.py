"""What holds in every game of Surf's Up!, whoever plays what: conservation, ledgers, seats, deals and fates."""
from __future__ import annotations

import math
import random
from collections import Counter
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab.surfs_up import game as game_module
from surflab.surfs_up import rules
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game, IllegalChoice

from .playing import COMPILED, NAMES, cycling, play_through, small_cards, small_game, states_of
from .positions import BOX

GAMES = settings(max_examples=50 if COMPILED else 15, deadline=None)
seeds = st.integers(0, 2**32 - 1)
wishes = st.lists(st.integers(0, 60), max_size=40)
small_games = st.builds(lambda seed, seats: small_game(random.Random(seed), seats), seeds, st.integers(2, 6))
house_games = st.builds(lambda seed, seats: Game(NAMES[:seats], seed=seed).with_goals_drawn(), seeds, st.integers(2, 6))
games = small_games | house_games
typed = st.text(max_size=3) | st.sampled_from(["0", "5", "6t", "respect", "buy energy 4", "buy north +1"])


@pytest.fixture(scope="module", autouse=True)
def on_compiled_rules(engine):
    """Many games a second; that plain Python plays the same ones is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_module, "engine", SimpleNamespace(current=engine))
        yield


def ocean_of(game: Game, state) -> list[str]:
    """The ocean deck in order, without what has come out of it."""
    s = state[0]
    return [game.cards.ocean_names[kind] for kind in s.ocean[s.ocean_top:s.ocean_size]]


def beach_of(game: Game, state) -> list[str]:
    s = state[0]
    return [game.cards.beach_names[kind] for kind in s.beach[s.beach_top:s.beach_size]]


def tokens_of(game: Game, state) -> list[int]:
    """All bluebottle tokens, first those that were taken."""
    return state["sting"][0, :printed(game.cards.stings).total()].tolist()


def printed(cards) -> Counter:
    """How often each card is in the box."""
    return Counter({card.name: card.count for card in cards})


def ocean_cards(cards: CardSet) -> Counter:
    return printed(cards.waves) + Counter(bluebottle=cards.bluebottles)


def out_of_surf(game: Game, state) -> list[tuple[str, int]]:
    """The ocean cards of the rounds so far, each with the seat that took it or -1."""
    t = state["table"][0]
    count = int(t["rounds"]) + (not game.is_between_rounds(state))
    names = [game.cards.ocean_names[card] for card in t["ocean_gone"][:count]]
    return list(zip(names, t["ocean_taker"][:count].tolist(), strict=True))


def sales(game: Game, state) -> list[tuple[str, int]]:
    """The cards bought so far, each with the buyer's seat."""
    t = state["table"][0]
    names = [game.cards.beach_names[card] for card in t["bought"][:t["sales"]]]
    return list(zip(names, t["buyer"][:t["sales"]].tolist(), strict=True))


# cards and respect
@GAMES
@given(games, wishes)
def test_no_ocean_card_beach_card_or_token_is_ever_lost(game, wishes):
    cards = game.cards
    ocean, beach = ocean_cards(cards), printed(cards.boards + cards.energy)
    tokens = Counter({token.value: token.count for token in cards.stings})
    for state in states_of(game, cycling(wishes)):
        lying = [card for card in game.surf(state) + game.beach(state) if card]
        gone = [card for card, _ in out_of_surf(game, state) + sales(game, state)]
        assert Counter(lying + gone + ocean_of(game, state) + beach_of(game, state)) == ocean + beach
        assert Counter(tokens_of(game, state)) == tokens


@GAMES
@given(games, wishes)
def test_energy_leaves_a_surfer_by_winning_or_being_temporary_and_comes_by_buying_alone(game, wishes):
    owned = {seat: Counter("012345") for seat in range(len(game.players))}
    for before, choices, after, events in play_through(game, cycling(wishes)):
        if game.is_between_rounds(before):
            for seat, card in choices.items():
                if card.endswith("t") or seat in events["seat"][events["kind"] == rules.WON]:
                    owned[seat][card] -= 1
        for event in events[events["kind"] == rules.BOUGHT]:
            what, value = game.cards.beach_names[event["card"]].split(" ")
            if what == "energy":
                owned[event["seat"]][value + "t"] += 1
        for seat, cards in owned.items():
            assert Counter(game.hand(after, seat) + game.towel(after, seat)) == +cards
            assert game.hand(after, seat).count("0") == 1 and "0" not in game.towel(after, seat)


@GAMES
@given(games, wishes)
def test_respect_stays_between_none_and_four_and_moves_as_the_events_say(game, wishes):
    expected = [2] * len(game.players)
    cost = {card.name: card.cost for card in game.cards.boards + game.cards.energy}
    for _, _, after, events in play_through(game, cycling(wishes)):
        for event in events:
            if event["kind"] in (rules.RESPECT, rules.RESTED):
                expected[event["seat"]] = min(expected[event["seat"]] + 1, 4)
            if event["kind"] == rules.BOUGHT:
                expected[event["seat"]] -= cost[game.cards.beach_names[event["card"]]]
        assert after["table"]["respect"][0, :len(game.players)].tolist() == expected
        assert all(0 <= amount <= 4 for amount in expected)


@GAMES
@given(games, wishes)
def test_every_game_ends_and_every_round_takes_one_ocean_card(game, wishes):
    states = states_of(game, cycling(wishes))
    rounds = [game.rounds(state) for state in states]
    assert rounds[0] == 0 and all(0 <= later - sooner <= 1 for sooner, later in zip(rounds, rounds[1:], strict=False))
    assert len(out_of_surf(game, states[-1])) == rounds[-1] <= ocean_cards(game.cards).total()
    assert game.describe(states[-1])["end"] in ("bluebottles", "only rest left")


# scores and ledgers
@GAMES
@given(games, wishes)
def test_a_score_is_the_sum_of_its_sources_and_the_ledgers_tell_the_same(game, wishes):
    cards = game.cards
    worth = {wave.name: wave.points for wave in cards.waves}
    for state in states_of(game, cycling(wishes)):
        t = state["table"][0]
        for seat in range(len(game.players)):
            won = [card for card, taker in out_of_surf(game, state) if taker == seat]
            bought = [card for card, buyer in sales(game, state) if buyer == seat]
            boards = [card for card in bought if not card.startswith("energy")]
            taken = zip(tokens_of(game, state), t["stung"][:t["tokens"]].tolist(), strict=False)
            stings = [value for value, stung in taken if stung == seat]
            pairs = [(board, wave) for board in boards for wave in won if board.split(" ")[0] == wave.split(" ")[0]]
            points = game.points(state, seat)
            assert [tell(state, seat) for tell in (game.waves, game.boards, game.stings)] == [won, boards, stings]
            assert points["waves"] == sum(worth[card] for card in won)
            assert points["boards"] == sum(int(board.split("+")[1]) for board, _ in pairs)
            assert points["stings"] == -sum(stings) == -state["sting_points"][0, seat]
            assert points["total"] == sum(points[source] for source in ("waves", "boards", "goals", "stings"))
            assert 0 <= points["goals"] <= sum(goal.points for goal in cards.goals if goal.name in game.goals)
            assert t["waves"][seat].sum() == len(won) and t["boards"][seat].sum() == len(boards)
            assert t["stings"][seat] == len(stings)


@GAMES
@given(games, wishes)
def test_counters_are_what_the_events_say(game, wishes):
    counted = {rules.RESTED: "rests", rules.RUNNER_UP: "runner_ups", rules.WIPED_OUT: "wipeouts", rules.STUNG: "stings"}
    happened = Counter()
    for _, _, after, events in play_through(game, cycling(wishes)):
        happened.update(zip(events["kind"].tolist(), events["seat"].tolist(), strict=True))
        for kind, counter in counted.items():
            expected = [happened[kind, seat] for seat in range(len(game.players))]
            assert after["table"][counter][0, :len(game.players)].tolist() == expected


@GAMES
@given(games, wishes)
def test_of_a_round_at_most_one_wins_at_most_one_is_runner_up_and_nobody_who_rested_or_wiped_out(game, wishes):
    for _, choices, _, events in play_through(game, cycling(wishes)):
        seats = {kind: events["seat"][events["kind"] == kind].tolist() for kind in range(rules.ENDED + 1)}
        caught = seats[rules.WON] + seats[rules.RUNNER_UP]
        assert len(seats[rules.WON]) <= 1 and len(seats[rules.RUNNER_UP]) <= len(seats[rules.WON])
        assert len(set(caught)) == len(caught) and not set(caught) & set(seats[rules.WIPED_OUT])
        assert all(choices[seat] != "0" for seat in caught + seats[rules.WIPED_OUT])
        assert len(seats[rules.WIPED_OUT]) != 1
        assert not (caught and seats[rules.STUNG])


@GAMES
@given(games, wishes)
def test_the_winners_are_all_that_have_the_highest_total(game, wishes):
    *_, last = states_of(game, cycling(wishes))
    totals = {seat: game.points(last, seat)["total"] for seat in range(len(game.players))}
    assert game.winners(last) == [seat for seat, total in totals.items() if total == max(totals.values())]


# seats
def by_name(game: Game, state) -> dict:
    """What a state looks like to somebody who does not know who sits where."""
    told = game.describe(state)
    return told | {"players": {player["name"]: player for player in told["players"]}, "winners": set(told["winners"]),
                   "to_choose": {entry["name"]: entry["choices"] for entry in told.get("to_choose", [])}}


@GAMES
@given(seeds, wishes, st.permutations(NAMES), st.integers(2, 6))
def test_surfers_who_change_seats_and_play_the_same_get_the_same(seed, wishes, order, seats):
    """With tokens enough and all of one value: who draws which token is the one thing that seats decide (SU43)."""
    cards = CardSet.from_dict(small_cards(random.Random(seed)).to_dict() | {"stings": [{"value": 1, "count": 36}]})
    here = Game(NAMES[:seats], cards, seed=seed)
    there = Game(tuple(sorted(NAMES[:seats], key=order.index)), cards, seed=seed)
    seat_there = {seat: there.players.index(name) for seat, name in enumerate(here.players)}
    state = there.start()
    for _, choices, after, _ in play_through(here, cycling(wishes)):
        state, _ = there.resolve(state, {seat_there[seat]: choice for seat, choice in choices.items()})
        assert by_name(there, state) == by_name(here, after)


# what a person types
@GAMES
@given(games, wishes, st.integers(0, 30), typed)
def test_a_choice_is_taken_if_it_is_listed_and_refused_otherwise(game, wishes, decision, typed):
    states = states_of(game, cycling(wishes))
    state = states[min(decision, len(states) - 1)]
    before = state.tobytes()
    for seat in game.to_choose(state):
        others = {other: game.legal(state, other)[0] for other in game.to_choose(state)}
        if typed in game.legal(state, seat):
            game.resolve(state, others | {seat: typed})
        else:
            with pytest.raises(IllegalChoice, match=game.players[seat]):
                game.resolve(state, others | {seat: typed})
    assert state.tobytes() == before


@GAMES
@given(games, wishes)
def test_somebody_can_always_choose_until_the_game_is_over(game, wishes):
    for state in states_of(game, cycling(wishes)):
        choosing = game.to_choose(state)
        assert bool(choosing) != game.is_over(state)
        assert all(game.legal(state, seat) for seat in choosing)
        assert game.is_between_rounds(state) or len(game.legal(state, choosing[0])) > 1
        assert not any(game.legal(state, seat) for seat in range(len(game.players)) if seat not in choosing)


# deals
@GAMES
@given(games, wishes)
def test_the_same_seed_and_choices_give_the_same_game(game, wishes):
    once, again = states_of(game, cycling(wishes)), states_of(game, cycling(wishes))
    assert [state.tobytes() for state in once] == [state.tobytes() for state in again]


def test_different_seeds_deal_different_games():
    deals = [Game(NAMES[:2], BOX, seed=seed).start()[0] for seed in [*range(200), 2**31, 2**32 - 1]]
    for deck in ("ocean", "beach", "sting"):
        assert len({deal[deck].tobytes() for deal in deals}) == len(deals)


@GAMES
@given(games, st.data())
def test_listed_cards_lie_on_top_in_that_order_and_the_rest_behind_them(game, data):
    cards = game.cards
    tops = {
        "ocean": data.draw(st.permutations(list(ocean_cards(cards).elements()))),
        "beach": data.draw(st.permutations(list(printed(cards.boards + cards.energy).elements()))),
        "stings": data.draw(st.permutations([token.value for token in cards.stings for _ in range(token.count)])),
    }
    tops["ocean"].sort(key=lambda card: card == "bluebottle")
    swap = data.draw(st.permutations(range(3, len(tops["ocean"]))))
    tops["ocean"][3:] = [tops["ocean"][place] for place in swap]
    tops = {deck: cards[:data.draw(st.integers(0, len(cards)))] for deck, cards in tops.items()}
    dealt = Game(game.players, cards, (), game.seed, tops)
    state = dealt.start()
    names = {"ocean": cards.ocean_names, "beach": cards.beach_names, "stings": range(10)}
    decks = {"ocean": state["ocean"][0, :state["ocean_size"][0]], "beach": state["beach"][0, :state["beach_size"][0]],
             "stings": state["sting"][0, :printed(cards.stings).total()]}
    lie = {deck: [names[deck][kind] for kind in kinds] for deck, kinds in decks.items()}
    assert {deck: lie[deck][:len(listed)] for deck, listed in tops.items()} == tops
    assert Counter(lie["ocean"]) == ocean_cards(cards)
    assert Counter(lie["beach"]) == printed(cards.boards + cards.energy)
    assert "bluebottle" not in dealt.surf(state), "the first three are waves, listed or not"


# fates
@GAMES
@given(games, wishes, st.integers(0, 60), st.integers(-1, 5), seeds)
def test_a_redeal_changes_nothing_that_the_seat_knows(game, wishes, decision, seat, seed):
    states = states_of(game, cycling(wishes))
    state, seat = states[min(decision, len(states) - 1)], min(seat, len(game.players) - 1)
    fate = game.redeal(state, seed, seat)
    assert fate["table"].tobytes() == state["table"].tobytes()
    for deck, size in (("ocean", int(state["ocean_top"][0])), ("beach", int(state["beach_top"][0]))):
        assert fate[deck][0, :size].tolist() == state[deck][0, :size].tolist()
        assert Counter(fate[deck][0].tolist()) == Counter(state[deck][0].tolist())
    assert Counter(tokens_of(game, fate)) == Counter(tokens_of(game, state))
    seen_by = range(len(game.players)) if seat < 0 else [seat]
    assert all(game.stings(fate, other) == game.stings(state, other) for other in seen_by)
    assert all(fate["sting_points"][0, other] == sum(game.stings(fate, other)) for other in range(len(game.players)))


@GAMES
@given(games, wishes, st.integers(0, 60), st.integers(-1, 5), seeds, seeds)
def test_a_redeal_does_not_tell_how_the_hidden_cards_lay_before(game, wishes, decision, seat, one, other):
    states = states_of(game, cycling(wishes))
    state, seat = states[min(decision, len(states) - 1)], min(seat, len(game.players) - 1)
    assert game.redeal(state, one, seat).tobytes() == game.redeal(game.redeal(state, other, seat), one, seat).tobytes()


@GAMES
@given(games, wishes, wishes, seeds)
def test_a_redealt_game_can_be_played_to_its_end(game, wishes, others, seed):
    states = states_of(game, cycling(wishes))
    fate = game.redeal(states[len(states) // 2], seed)
    *_, last = [fate, *(after for _, _, after, _ in play_through(game, cycling(others), fate))]
    assert game.is_over(last)


# chances, with fixed seeds: these either hold for good or not at all
def is_even(counts: Counter, expected: dict) -> bool:
    """Whether counts are as near to the expected shares as chance brings them, by chi-square at about 1 in 100,000."""
    assert counts.keys() <= expected.keys()
    scale = counts.total() / sum(expected.values())
    distance = sum((counts[what] - scale * share) ** 2 / (scale * share) for what, share in expected.items())
    freedom = len(expected) - 1
    return distance < freedom + 4.3 * math.sqrt(2 * freedom) + 6


def test_is_even_knows_a_loaded_die():
    die = dict.fromkeys(range(6), 1)
    rng = random.Random(4)
    assert is_even(Counter(rng.randrange(6) for _ in range(600)), die)
    assert not is_even(Counter(min(rng.randrange(7), 5) for _ in range(600)), die)


FOUR = CardSet.from_dict({
    "custom": True, "suits": ["north"], "bluebottles": 4,
    "waves": [{"suit": "north", "points": points, "count": 1} for points in range(4)],
    "boards": [{"suit": "north", "bonus": bonus, "cost": 1, "count": 1} for bonus in range(4)],
    "stings": [{"value": value, "count": 1} for value in range(4)],
    "goals": [{"name": f"Goal {number}", "points": 1, "metric": "waves", "at_least": number} for number in range(5)],
})
ORDERS = dict.fromkeys(permutations(range(4)), 1)
DECK = dict.fromkeys(range(3, 8), 1)  # the places of FOUR's ocean deck below the surf
MANY = range(2400)


def test_every_order_of_a_deck_is_dealt_equally_often():
    deals = [Game(NAMES[:2], FOUR, seed=seed).start()[0] for seed in MANY]
    for deck in ("beach", "sting"):
        assert is_even(Counter(tuple(deal[deck][:4].tolist()) for deal in deals), ORDERS)


def test_set_up_lays_every_order_of_three_waves_equally_often_and_the_rest_at_any_place():
    deals = [Game(NAMES[:2], FOUR, seed=seed).start()[0]["ocean"][:8].tolist() for seed in MANY]
    assert all(max(deal[:3]) < 4 for deal in deals)
    assert is_even(Counter((*deal[:3], 6 - sum(deal[:3])) for deal in deals), ORDERS)
    assert is_even(Counter(next(place for place in DECK if deal[place] < 4) for deal in deals), DECK)


def test_in_the_box_each_bluebottle_lies_at_any_place_of_the_deck():
    deals = [Game(NAMES[:2], BOX, seed=seed).start()[0] for seed in range(600)]
    bluebottle = len(BOX.waves)
    places = Counter(place for deal in deals for place in range(28) if deal["ocean"][place] == bluebottle)
    assert is_even(places, dict.fromkeys(range(3, 28), 1))
    assert is_even(Counter(BOX.ocean_names[deal["ocean"][0]] for deal in deals), printed(BOX.waves))


def test_every_goal_is_drawn_equally_often():
    drawn = Counter(goal for seed in MANY for goal in Game(NAMES[:2], FOUR, seed=seed).with_goals_drawn().goals)
    assert is_even(drawn, dict.fromkeys(FOUR.goal_names, 1))


@pytest.mark.parametrize("seat, seen", [(0, [2]), (1, [0]), (-1, [2, 0])])
def test_a_redeal_gives_every_order_of_what_the_seat_cannot_know_equally_often(seat, seen):
    """Ana holds the token of 2, Ben that of 0; two tokens and four or five ocean cards nobody has seen."""
    ocean = ["north 0", "north 1", "north 2", "bluebottle"]
    game = Game(NAMES[:2], FOUR, decks={"ocean": ocean, "stings": [2, 0, 1, 3]})
    state = game.start().copy()
    state["table"]["tokens"], state["table"]["stung"][0, :2] = 2, (0, 1)
    fates = [game.redeal(state, seed, seat)[0] for seed in MANY]
    orders = {order: 1 for order in ORDERS if all(order[(2, 0).index(value)] == value for value in seen)}
    assert len(orders) == math.factorial(4 - len(seen))
    assert is_even(Counter(tuple(fate["sting"][:4].tolist()) for fate in fates), orders)
    assert is_even(Counter(next(place for place in DECK if fate["ocean"][place] == 3) for fate in fates), DECK)


def test_a_redeal_puts_any_card_that_nobody_has_seen_at_any_place_of_its_deck():
    game = Game(NAMES[:2], BOX, seed=5)
    state = game.start()
    fates = [game.redeal(state, seed) for seed in range(600)]
    for deck in (beach_of, ocean_of):
        unseen = Counter(deck(game, state))
        for place in (0, 10, -1):
            assert is_even(Counter(deck(game, fate)[place] for fate in fates), unseen)


def test_the_game_number_deals_as_freely_as_the_seed(engine):
    states, none = np.zeros(1, rules.STATE), np.zeros(0, np.int64)
    orders = Counter()
    for number in MANY:
        states[:] = np.zeros(1, rules.STATE)
        engine.rules.start(FOUR.tables, states, 0, 2, np.full(3, -1), none, none, none, 5, number)
        orders[tuple(states["beach"][0, :4].tolist())] += 1
    assert is_even(orders, ORDERS)
