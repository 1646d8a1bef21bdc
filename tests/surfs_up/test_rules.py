"""The rules of Surf's Up! one by one, by their ids; every test runs on plain Python and on the compiled rules."""
from __future__ import annotations

from collections import Counter

import pytest

from surflab.surfs_up.bots import BOTS
from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game, IllegalChoice

from .positions import BOX, position

pytestmark = pytest.mark.usefixtures("each_engine")
HOUSE = CardSet.house()


def custom(**changes) -> CardSet:
    """The box of the tests with some of its lists changed."""
    return CardSet.from_dict(BOX.to_dict() | {"custom": True} | changes)


def sum_of_counts(cards) -> int:
    return sum(card.count for card in cards)


# set-up
@pytest.mark.parametrize("seats", range(2, 7))
def test_su01_two_to_six_surfers(seats):
    game = Game(tuple("ABCDEF"[:seats]))
    assert game.to_choose(game.start()) == list(range(seats))


@pytest.mark.parametrize("players", [(), ("Ana",), tuple("ABCDEFG")])
def test_su01_neither_fewer_nor_more(players):
    with pytest.raises(ValueError, match="players"):
        Game(players)


def test_su01_the_house_set_holds_what_the_box_holds():
    assert (sum_of_counts(HOUSE.waves), HOUSE.bluebottles) == (23, 5)
    assert sum_of_counts(HOUSE.boards + HOUSE.energy) == 42
    assert sum_of_counts(HOUSE.stings) == 18
    assert {token.value for token in HOUSE.stings} == {0, 1, 2, 3}
    assert len(HOUSE.goals) == 18


def test_su02_each_surfer_starts_with_six_cards_an_empty_towel_and_two_respect():
    table = position("Ana Ben Cleo Dev Eve Flo")
    for name in table.game.players:
        assert (table.hand(name), table.towel(name), table.respect(name)) == ("0 1 2 3 4 5", "", 2)
        assert (table.waves(name), table.boards(name), table.stings(name)) == ([], [], [])


@pytest.mark.parametrize("seed", range(25))
def test_su03_three_waves_lie_in_the_surf_at_the_start_and_all_bluebottles_in_the_deck(seed):
    game = Game(("Ana", "Ben"), BOX, seed=seed)
    state = game.start()
    deck = [game.cards.ocean_names[kind] for kind in state["ocean"][0, 3:28]]
    assert None not in game.surf(state) and "bluebottle" not in game.surf(state)
    assert deck.count("bluebottle") == 5


def test_su03_bluebottles_set_aside_are_shuffled_back_and_not_put_on_top():
    """Were they put back unshuffled, the next card would be one whenever one had turned up."""
    fresh = [Game(("Ana", "Ben"), BOX, seed=seed).start()["ocean"][0, 3] for seed in range(150)]
    assert 10 < [BOX.ocean_names[kind] for kind in fresh].count("bluebottle") < 55  # 1 in 5 are expected


def test_su04_three_beach_cards_lie_face_up_and_the_rest_is_the_deck():
    table = position()
    assert None not in table.beach
    assert table.state["table"]["beach_left"][0] == 42 - 3


def test_su04_a_beach_of_fewer_cards_leaves_spaces_empty():
    table = position(cards=custom(boards=[], energy=[{"value": 2, "cost": 1, "count": 2}]))
    assert table.beach == ["energy 2", "energy 2", None]
    assert table.state["table"]["beach_left"][0] == 0


def test_su05_tokens_are_shuffled_and_nobody_holds_one():
    piles = {tuple(Game(("Ana", "Ben"), BOX, seed=seed).start()["sting"][0, :18]) for seed in range(10)}
    assert len(piles) == 10
    assert all(Counter(map(int, pile)) == {0: 4, 1: 5, 2: 5, 3: 4} for pile in piles)


def test_su06_a_game_without_goals_scores_none():
    assert Game(("Ana", "Ben"), HOUSE).goals == ()
    assert position().points("Ana")["goals"] == 0


def test_su06_three_different_goals_are_drawn():
    draws = {Game(("Ana", "Ben"), HOUSE, seed=seed).with_goals_drawn().goals for seed in range(10)}
    assert len(draws) > 5
    assert all(len(set(goals)) == 3 and set(goals) <= set(HOUSE.goal_names) for goals in draws)


def test_su06_drawing_goals_leaves_the_decks_alone():
    game = Game(("Ana", "Ben"), HOUSE, seed=8)
    plain, with_goals = game.start(), game.with_goals_drawn().start()
    assert all((plain[deck] == with_goals[deck]).all() for deck in ("ocean", "beach", "sting"))


def test_su07_three_suits_of_rising_worth():
    assert HOUSE.suits == ("orange", "teal", "purple")
    points = {suit: [] for suit in HOUSE.suits}
    for wave in HOUSE.waves:
        points[wave.suit] += [wave.points] * wave.count
    assert [len(points[suit]) for suit in HOUSE.suits] == [8, 8, 7]
    averages = [sum(points[suit]) / len(points[suit]) for suit in HOUSE.suits]
    assert averages == sorted(averages) and len(set(averages)) == 3
    assert {1, 10} <= set(sum(points.values(), [])) <= set(range(1, 11))


# every round
def test_su10_a_wave_in_the_breakzone_is_caught():
    table = position(surf="purple 7, bluebottle, orange 1").reveal(Ana="5", Ben="1")
    assert table.waves("Ana") == ["purple 7"]
    assert table.stings("Ben") == []


def test_su10_a_bluebottle_in_the_breakzone_is_avoided():
    table = position(surf="bluebottle, purple 7, orange 1", tokens=[2]).reveal(Ana="5", Ben="1")
    assert table.waves("Ana") == []
    assert table.stings("Ben") == [2]


def test_su10_all_three_surf_cards_are_public():
    assert position(surf="purple 7, bluebottle, orange 1").surf == ["purple 7", "bluebottle", "orange 1"]


def test_su11_everybody_chooses_among_the_cards_in_hand():
    table = position(hands={"Ana": "0 3 3t 1t", "Ben": "0"}, towels={"Ben": "4"})
    assert table.is_at_reveal
    assert table.choices("Ana") == ["0", "1t", "3", "3t"]
    assert table.choices("Ben") == ["0"]


@pytest.mark.parametrize("choice", [None, "6t", "respect", "", 5, ["5"], {"5": 1}, b"5"])
def test_su11_nothing_resolves_until_each_has_chosen_a_card_held(choice):
    table = position()
    with pytest.raises(IllegalChoice, match="Ben.* legal is '0', '1', '2', '3', '4', '5'"):
        table.game.resolve(table.state, {0: "5", 1: choice})


@pytest.mark.parametrize("seat", [2, 7, -1])
def test_su11_nobody_else_chooses(seat):
    table = position()
    with pytest.raises(IllegalChoice, match=f"seat {seat} cannot choose now"):
        table.game.resolve(table.state, {0: "5", 1: "5", seat: "5"})


def test_su11_who_is_not_at_the_beach_does_not_choose_there():
    table = position().reveal(Ana="5", Ben="4")
    with pytest.raises(IllegalChoice, match="Ben cannot choose now; it is the turn of Ana"):
        table.game.resolve(table.state, {0: "respect", 1: "respect"})


def test_su11_a_card_played_is_a_card_less_also_of_two_equal_ones():
    table = position(surf="bluebottle", hands={"Ana": "0 2t 2t 5"}).reveal(Ana="2t", Ben="0")
    assert table.hand("Ana") == "0 2t 5"


# a wave
def test_su20_a_rest_neither_wins_nor_is_runner_up():
    table = position("Ana Ben Cleo", respect={"Ana": 4, "Ben": 4}).reveal(Cleo="1")
    assert table.who("won") == ["Cleo"] and table.who("runner-up") == []
    assert table.choosers == ["Cleo"]


def test_su20_rests_do_not_wipe_out():
    table = position("Ana Ben Cleo", hands={"Cleo": "0 4"}).reveal(Ana="0", Ben="0", Cleo="4")
    assert table.who("wiped out") == []
    table = position().reveal(Ana="0", Ben="0")
    assert table.who("wiped out") == [] and table.who("rested") == ["Ana", "Ben"]


def test_su20_a_rest_gets_nothing_even_if_everyone_else_wipes_out():
    table = position("Ana Ben Cleo").reveal(Ana="4", Ben="4", Cleo="0")
    assert table.who("wiped out") == ["Ana", "Ben"] and table.who("won") == []
    assert table.waves("Cleo") == [] and table.is_at_reveal


def test_su21_equal_energy_and_respect_wipes_out():
    table = position("Ana Ben Cleo", surf="purple 7").reveal(Ana="5", Ben="5", Cleo="1")
    assert table.who("wiped out") == ["Ana", "Ben"]
    assert table.who("won") == ["Cleo"] and table.waves("Cleo") == ["purple 7"]


def test_su21_equal_energy_with_different_respect_does_not():
    table = position(respect={"Ana": 3}).reveal(Ana="5", Ben="5")
    assert table.who("wiped out") == [] and table.who("won") == ["Ana"]


def test_su21_two_pairs_both_wipe_out():
    table = position("Ana Ben Cleo Dev Eve").reveal(Ana="5", Ben="3", Cleo="5", Dev="3", Eve="1")
    assert table.who("wiped out") == ["Ana", "Ben", "Cleo", "Dev"] and table.who("won") == ["Eve"]


def test_su21_ruling_temporary_energy_equals_starting_energy_of_its_value():
    table = position("Ana Ben Cleo", hands={"Ana": "0 5t"}).reveal(Ana="5t", Ben="5", Cleo="1")
    assert table.who("wiped out") == ["Ana", "Ben"]


def test_su21_ruling_temporary_energy_of_different_values_is_not_equal():
    table = position("Ana Ben Cleo", hands={"Ana": "0 6t"}).reveal(Ana="6t", Ben="5", Cleo="1")
    assert table.who("wiped out") == [] and table.who("won") == ["Ana"]


def test_su21_ruling_respect_counts_as_it_stood_at_the_reveal():
    """The winner's visit and the rests come later and move nobody's place."""
    table = position("Ana Ben Cleo Dev", respect={"Ana": 2, "Ben": 2, "Cleo": 2, "Dev": 1})
    table.reveal(Ana="5", Ben="4", Cleo="4", Dev="0").choose("buy teal +2")
    assert table.respect("Ana") == 0
    assert table.is_at_reveal and table.respect("Dev") == 2


def test_su22_the_highest_energy_wins_and_the_next_is_runner_up():
    table = position("Ana Ben Cleo Dev", respect={"Dev": 4}).reveal(Ana="3", Ben="5", Cleo="4", Dev="2")
    assert table.who("won") == ["Ben"] and table.who("runner-up") == ["Cleo"]


def test_su22_respect_breaks_ties_for_both_places():
    table = position("Ana Ben Cleo", respect={"Ana": 1, "Ben": 3, "Cleo": 0}).reveal(Ana="4", Ben="4", Cleo="4")
    assert table.who("won") == ["Ben"] and table.who("runner-up") == ["Ana"]


def test_su22_energy_goes_before_respect():
    table = position(respect={"Ana": 4, "Ben": 0}).reveal(Ana="4", Ben="5")
    assert table.who("won") == ["Ben"] and table.who("runner-up") == ["Ana"]


def test_su22_the_largest_energy_of_all_beats_any_respect():
    table = position(hands={"Ben": "0 9t"}, respect={"Ana": 4, "Ben": 0}).reveal(Ana="5", Ben="9t")
    assert table.who("won") == ["Ben"]


@pytest.mark.parametrize("respect, winner, runner_up", [
    ({"Ana": 2, "Ben": 2, "Cleo": 3}, "Cleo", "Dev"), ({"Ana": 2, "Ben": 2, "Cleo": 1}, "Cleo", "Dev"),
    ({"Ana": 3, "Ben": 2, "Cleo": 2}, "Ana", "Dev"), ({"Ana": 2, "Ben": 4, "Cleo": 2}, "Ben", "Dev"),
])
def test_su22_of_three_on_one_energy_only_the_two_of_equal_respect_wipe_out(respect, winner, runner_up):
    table = position("Ana Ben Cleo Dev", respect=respect).reveal(Ana="4", Ben="4", Cleo="4", Dev="2")
    assert set(table.who("wiped out")) == {"Ana", "Ben", "Cleo"} - {winner}
    assert table.who("won") == [winner] and table.who("runner-up") == [runner_up]


def test_su22_wiped_out_surfers_leave_both_places_to_slower_ones():
    table = position("Ana Ben Cleo Dev").reveal(Ana="5", Ben="5", Cleo="1", Dev="2")
    assert table.who("won") == ["Dev"] and table.who("runner-up") == ["Cleo"]


def test_su23_with_nobody_left_the_wave_is_trashed():
    table = position(surf="purple 10, orange 1, orange 2").reveal(Ana="5", Ben="5")
    assert table.who("trashed") == [None] and table.who("won") == table.who("runner-up") == []
    assert table.waves("Ana") == table.waves("Ben") == []
    assert table.is_at_reveal, "nobody visits the beach"
    assert table.surf[0] == "orange 1" and table.respect("Ana") == 2
    assert table.towel("Ana") == "5"


def test_su23_with_all_resting_the_wave_is_trashed_too():
    table = position(surf="purple 10, orange 1, orange 2").reveal()
    assert table.who("trashed") == [None] and table.surf[0] == "orange 1"


def test_su24_the_winners_card_is_trashed_for_good():
    table = position(surf="purple 7").reveal(Ana="5", Ben="3").choose("respect", "respect")
    assert table.hand("Ana") == "0 1 2 3 4" and table.towel("Ana") == ""
    table.reveal(Ana="0", Ben="0")
    assert table.hand("Ana") == "0 1 2 3 4"


def test_su24_the_winner_takes_the_wave_then_gains_respect():
    table = position(surf="purple 7", respect={"Ana": 1}).reveal(Ana="5")
    assert table.waves("Ana") == ["purple 7"] and table.points("Ana")["waves"] == 7
    table.choose("respect")
    assert table.respect("Ana") == 2


def test_su24_or_visits_the_beach():
    table = position(beach="teal +2", respect={"Ana": 2}).reveal(Ana="5").choose("buy teal +2")
    assert table.boards("Ana") == ["teal +2"] and table.respect("Ana") == 0


def test_su24_a_winning_temporary_card_is_trashed():
    table = position(hands={"Ana": "0 6t"}).reveal(Ana="6t", Ben="5").choose("respect", "respect")
    assert (table.hand("Ana"), table.towel("Ana")) == ("0", "")


def test_su25_the_runner_ups_card_goes_to_the_towel():
    table = position().reveal(Ana="5", Ben="3").choose("respect", "respect")
    assert (table.hand("Ben"), table.towel("Ben"), table.respect("Ben")) == ("0 1 2 4 5", "3", 3)


def test_su25_the_runner_ups_temporary_card_goes_to_the_trash():
    table = position(hands={"Ben": "0 1 4t"}).reveal(Ana="5", Ben="4t").choose("respect", "respect")
    assert (table.hand("Ben"), table.towel("Ben")) == ("0 1", "")


def test_su25_the_runner_up_may_visit_the_beach():
    table = position(beach="teal +2").reveal(Ana="5", Ben="3").choose("respect", "buy teal +2")
    assert table.boards("Ben") == ["teal +2"] and table.respect("Ben") == 0


def test_su26_everybody_elses_card_goes_to_the_towel_wiped_out_or_not():
    table = position("Ana Ben Cleo Dev Eve").reveal(Ana="5", Ben="4", Cleo="3", Dev="2", Eve="2")
    table.choose("respect", "respect")
    assert (table.towel("Cleo"), table.towel("Dev"), table.towel("Eve")) == ("3", "2", "2")
    assert {table.respect(name) for name in ("Cleo", "Dev", "Eve")} == {2}


def test_su26_their_temporary_cards_go_to_the_trash():
    hands = {"Cleo": "0 3t", "Dev": "0 2t", "Eve": "0 1 2t"}
    table = position("Ana Ben Cleo Dev Eve", hands=hands, towels={"Cleo": "1", "Dev": "1"})
    table.reveal(Ana="5", Ben="4", Cleo="3t", Dev="2t", Eve="2t").choose("respect", "respect")
    assert (table.hand("Cleo"), table.towel("Cleo")) == ("0", "1")
    assert (table.hand("Dev"), table.towel("Dev")) == ("0", "1")
    assert (table.hand("Eve"), table.towel("Eve")) == ("0 1", "")


def test_su27_respect_stops_at_four():
    table = position(respect={"Ana": 3, "Ben": 4}).reveal(Ana="0", Ben="0")
    assert (table.respect("Ana"), table.respect("Ben")) == (4, 4)


def test_su27_with_four_respect_winner_and_runner_up_must_visit_the_beach():
    table = position(beach="orange +1, teal +2, energy 4", respect={"Ana": 4, "Ben": 4}).reveal(Ana="5", Ben="3")
    assert table.choices("Ana") == ["buy energy 4", "buy orange +1", "buy teal +2"]
    with pytest.raises(IllegalChoice, match="respect"):
        table.choose("respect")
    table.choose("buy orange +1")
    assert table.choosers == ["Ben"] and "respect" not in table.choices("Ben")


def test_su27_with_three_respect_the_fourth_may_be_taken():
    table = position(respect={"Ana": 3}).reveal(Ana="5").choose("respect")
    assert table.respect("Ana") == 4


def test_su28_one_card_is_bought_for_its_cost_and_the_space_refilled_at_once():
    table = position(beach="orange +1, teal +2, energy 4", beach_deck=["orange +3", "energy 6"], respect={"Ana": 3})
    table.reveal(Ana="5", Ben="4").choose("buy teal +2")
    assert table.boards("Ana") == ["teal +2"] and table.respect("Ana") == 1
    assert table.beach == ["orange +1", "orange +3", "energy 4"]
    assert table.choosers == ["Ben"], "one card a visit"


def test_su28_the_winner_goes_first_and_the_runner_up_sees_the_refilled_row():
    table = position(beach="orange +1, energy 4, energy 6", beach_deck=["teal +2"]).reveal(Ana="5", Ben="4")
    assert table.choosers == ["Ana"] and "buy teal +2" not in table.choices("Ana")
    table.choose("buy orange +1")
    assert table.choosers == ["Ben"]
    assert table.choices("Ben") == ["respect", "buy energy 4", "buy teal +2"]


def test_su28_the_winner_goes_first_in_any_seat_order():
    table = position().reveal(Ana="4", Ben="5").choose("respect")
    assert table.who("respect") == ["Ben"] and table.choosers == ["Ana"]


def test_su28_ruling_only_affordable_cards_may_be_chosen():
    table = position(beach="orange +1, teal +2, orange +3", respect={"Ana": 2}).reveal(Ana="5")
    assert table.choices("Ana") == ["respect", "buy orange +1", "buy teal +2"]
    with pytest.raises(IllegalChoice, match="orange \\+3"):
        table.choose("buy orange +3")


def test_su28_ruling_with_nothing_affordable_respect_is_the_only_choice():
    table = position(beach="teal +2, orange +3, purple +3", respect={"Ana": 1}).reveal(Ana="5")
    assert table.who("respect") == ["Ana"] and table.respect("Ana") == 2
    assert table.is_at_reveal


def test_su28_ruling_with_four_respect_and_nothing_affordable_the_surfer_gets_nothing():
    dear = custom(boards=[{"suit": "teal", "bonus": 3, "cost": 5, "count": 9}], energy=[])
    table = position(cards=dear, respect={"Ana": 4}).reveal(Ana="5")
    assert table.who("nothing") == ["Ana"]
    assert (table.respect("Ana"), table.boards("Ana")) == (4, []) and table.is_at_reveal


def test_su28_ruling_with_four_respect_and_no_card_left_the_surfer_gets_nothing():
    table = position(beach="-, -, -", beach_deck=[], respect={"Ana": 4}).reveal(Ana="5")
    assert table.who("nothing") == ["Ana"] and table.respect("Ana") == 4 and table.is_at_reveal


def test_su28_ruling_an_empty_beach_deck_leaves_the_space_empty():
    table = position(beach="orange +1, teal +2, energy 4", beach_deck=[]).reveal(Ana="5").choose("buy teal +2")
    assert table.beach == ["orange +1", None, "energy 4"]


def test_su28_ruling_a_visit_with_one_possibility_resolves_itself():
    table = position(beach="orange +1, -, -", beach_deck=[], respect={"Ana": 4}).reveal(Ana="5")
    assert table.boards("Ana") == ["orange +1"] and table.respect("Ana") == 3 and table.is_at_reveal


def test_su28_ruling_the_runner_up_still_chooses_after_a_visit_that_resolved_itself():
    table = position(beach="teal +2, orange +3, purple +3", respect={"Ana": 0}).reveal(Ana="5", Ben="4")
    assert table.who("respect") == ["Ana"] and table.choosers == ["Ben"]


def test_su28_ruling_of_two_equal_cards_the_nearer_one_is_taken():
    table = position(beach="energy 6, orange +1, orange +1", beach_deck=["teal +2"]).reveal(Ana="5")
    assert table.choices("Ana") == ["respect", "buy orange +1"]
    assert table.choose("buy orange +1").beach == ["energy 6", "teal +2", "orange +1"]


def test_su28_ruling_a_round_in_which_somebody_chooses_is_not_finished():
    table = position().reveal(Ana="5", Ben="4")
    assert table.rounds == 0
    assert table.choose("respect").rounds == 0
    assert table.choose("respect").rounds == 1


def test_su28_a_card_without_cost_can_be_bought_with_no_respect():
    free = custom(boards=[{"suit": "teal", "bonus": 1, "cost": 0, "count": 4}], energy=[])
    table = position(cards=free, respect={"Ana": 0}).reveal(Ana="5")
    assert table.choices("Ana") == ["respect", "buy teal +1"]
    assert table.choose("buy teal +1").respect("Ana") == 0


def test_su29_a_surfboard_goes_to_the_score_zone():
    table = position(beach="teal +2").reveal(Ana="5").choose("buy teal +2")
    assert table.boards("Ana") == ["teal +2"] and (table.hand("Ana"), table.towel("Ana")) == ("0 1 2 3 4", "")


def test_su29_temporary_energy_goes_onto_the_towel_and_not_into_the_hand():
    table = position(surf="orange 1, orange 2, orange 3", beach="energy 4").reveal(Ana="5").choose("buy energy 4")
    assert (table.hand("Ana"), table.towel("Ana")) == ("0 1 2 3 4", "4t")
    table.reveal(Ana="0", Ben="0")
    assert (table.hand("Ana"), table.towel("Ana")) == ("0 1 2 3 4 4t", "")


def test_su30_a_rest_brings_one_respect_and_the_whole_towel_and_the_rest_card_back():
    table = position(hands={"Ana": "0 1"}, towels={"Ana": "2 4t 5"}).reveal(Ana="0")
    assert (table.hand("Ana"), table.towel("Ana"), table.respect("Ana")) == ("0 1 2 4t 5", "", 3)


def test_su30_a_rest_with_four_respect_brings_the_cards_alone():
    table = position(hands={"Ana": "0"}, towels={"Ana": "2"}, respect={"Ana": 4}).reveal(Ana="0")
    assert (table.hand("Ana"), table.respect("Ana")) == ("0 2", 4)


def test_su30_rests_resolve_after_the_beach():
    table = position("Ana Ben Cleo", hands={"Cleo": "0 1"}, towels={"Cleo": "3"}).reveal(Ana="5", Ben="4", Cleo="0")
    assert (table.towel("Cleo"), table.respect("Cleo")) == ("3", 2)
    table.choose("respect")
    assert (table.towel("Cleo"), table.respect("Cleo")) == ("3", 2)
    table.choose("respect")
    assert (table.hand("Cleo"), table.towel("Cleo"), table.respect("Cleo")) == ("0 1 3", "", 3)


# a bluebottle
def test_su40_the_lowest_energy_takes_a_token():
    table = position("Ana Ben Cleo", surf="bluebottle", tokens=[3]).reveal(Ana="2", Ben="4", Cleo="5")
    assert table.who("stung") == ["Ana"] and table.stings("Ana") == [3] and table.points("Ana")["stings"] == -3


def test_su40_all_that_tie_for_lowest_take_one_and_respect_breaks_nothing():
    table = position("Ana Ben Cleo Dev", surf="bluebottle", respect={"Ana": 0, "Cleo": 4}, tokens=[1, 2, 0])
    table.reveal(Ana="2", Ben="4", Cleo="2", Dev="2")
    assert [table.stings(name) for name in table.game.players] == [[1], [], [2], [0]]


def test_su40_whoever_rests_is_stung_and_nobody_else():
    table = position("Ana Ben Cleo", surf="bluebottle").reveal(Ana="1", Ben="0", Cleo="5")
    assert table.who("stung") == ["Ben"]


def test_su40_all_are_stung_when_all_are_equal():
    table = position("Ana Ben Cleo", surf="bluebottle").reveal(Ana="5", Ben="5", Cleo="5")
    assert table.who("stung") == ["Ana", "Ben", "Cleo"]


def test_su40_temporary_energy_counts_by_its_value():
    table = position("Ana Ben", surf="bluebottle", hands={"Ana": "0 1t", "Ben": "0 1"}).reveal(Ana="1t", Ben="1")
    assert table.who("stung") == ["Ana", "Ben"]
    table = position("Ana Ben", surf="bluebottle", hands={"Ana": "0 6t"}).reveal(Ana="6t", Ben="5")
    assert table.who("stung") == ["Ben"]


def test_su41_rests_resolve_on_a_bluebottle_as_ever():
    table = position(surf="bluebottle", hands={"Ana": "0"}, towels={"Ana": "3 5"}).reveal(Ana="0", Ben="1")
    assert (table.hand("Ana"), table.towel("Ana"), table.respect("Ana")) == ("0 3 5", "", 3)


def test_su41_other_cards_go_to_the_towel_and_temporary_ones_to_the_trash():
    table = position(surf="bluebottle", hands={"Ana": "0 1 4t"}).reveal(Ana="4t", Ben="3")
    assert (table.hand("Ana"), table.towel("Ana")) == ("0 1", "")
    assert (table.hand("Ben"), table.towel("Ben")) == ("0 1 2 4 5", "3")


def test_su41_nobody_gains_respect_or_visits_the_beach_and_equal_cards_do_not_wipe_out():
    table = position("Ana Ben Cleo", surf="bluebottle").reveal(Ana="5", Ben="3", Cleo="3")
    assert table.is_at_reveal and {table.respect(name) for name in table.game.players} == {2}
    assert table.who("wiped out") == table.who("won") == table.who("respect") == []


def test_su41_the_strongest_card_on_a_bluebottle_is_not_lost():
    table = position(surf="bluebottle").reveal(Ana="5", Ben="3")
    assert table.towel("Ana") == "5"


def test_su42_the_bluebottle_moves_to_its_zone():
    table = position(surf="bluebottle, orange 1, orange 2", bluebottles=2).reveal(Ana="5", Ben="4")
    assert table.bluebottle_zone == 3 and table.surf[:2] == ["orange 1", "orange 2"]


def test_su43_ruling_tokens_are_drawn_in_seat_order():
    table = position("Ana Ben Cleo", surf="bluebottle", tokens=[3, 0, 1]).reveal(Ana="1", Ben="1", Cleo="1")
    assert [table.stings(name) for name in table.game.players] == [[3], [0], [1]]


def test_su43_ruling_with_the_tokens_gone_nothing_is_taken():
    two = custom(stings=[{"value": 2, "count": 2}])
    table = position("Ana Ben Cleo", cards=two, surf="bluebottle, bluebottle, orange 1")
    table.reveal(Ana="1", Ben="1", Cleo="1")
    assert [table.stings(name) for name in table.game.players] == [[2], [2], []]
    assert table.reveal(Ana="2", Ben="2", Cleo="2").who("stung") == []
    assert table.bluebottle_zone == 2


# the next round and the end
def test_su50_the_surf_moves_in_and_the_next_ocean_card_fills_the_far_space():
    table = position(surf="orange 1, teal 5, purple 7", ocean_deck=["bluebottle", "orange 2"]).reveal()
    assert table.surf == ["teal 5", "purple 7", "bluebottle"]
    assert table.reveal().surf == ["purple 7", "bluebottle", "orange 2"]


def test_su50_the_surf_waits_for_the_beach():
    table = position(surf="orange 1, teal 5, purple 7", ocean_deck=["bluebottle"]).reveal(Ana="5", Ben="4")
    assert table.surf == [None, "teal 5", "purple 7"]
    assert table.choose("respect", "respect").surf == ["teal 5", "purple 7", "bluebottle"]


def test_su50_the_surf_moves_after_the_last_round_too():
    table = position(surf="bluebottle, teal 5, purple 7", bluebottles=4, ocean_deck=["orange 2"]).reveal()
    assert table.end == "bluebottles" and table.surf == ["teal 5", "purple 7", "orange 2"]


def test_su50_ruling_with_the_deck_empty_the_far_space_stays_empty():
    table = position(surf="orange 1, orange 2, bluebottle", bluebottles=4, ocean_deck=[]).reveal()
    assert table.surf == ["orange 2", "bluebottle", None]
    assert table.reveal().surf == ["bluebottle", None, None]
    assert table.reveal().end == "bluebottles"


def test_su60_the_game_ends_with_the_fifth_bluebottle():
    table = position(surf="bluebottle, bluebottle, orange 1", bluebottles=3).reveal(Ana="5", Ben="4")
    assert table.end is None and table.is_at_reveal
    assert table.reveal(Ana="4", Ben="5").end == "bluebottles"
    assert table.choosers == [] and table.choices("Ana") == []
    with pytest.raises(IllegalChoice, match="over"):
        table.reveal()


def test_su60_the_game_ends_when_a_surfer_has_only_the_rest_card_left():
    table = position("Ana Ben Cleo", hands={"Ben": "0 4"}).reveal(Ben="4").choose("respect")
    assert table.hand("Ben") == "0" and table.end == "only rest left"


def test_su60_a_card_on_the_towel_keeps_a_surfer_in():
    table = position(hands={"Ana": "0 4"}, towels={"Ana": "1"}).reveal(Ana="4").choose("respect")
    assert table.hand("Ana") == "0" and table.end is None


def test_su60_a_last_temporary_card_used_on_a_bluebottle_ends_the_game():
    table = position(surf="bluebottle", hands={"Ana": "0 2t"}).reveal(Ana="2t", Ben="1")
    assert table.end == "only rest left"


def test_su60_ruling_a_temporary_card_bought_that_round_keeps_a_surfer_in():
    table = position(hands={"Ana": "0 4"}, beach="energy 2").reveal(Ana="4").choose("buy energy 2")
    assert (table.hand("Ana"), table.towel("Ana")) == ("0", "2t") and table.end is None


def test_su60_ruling_the_end_is_looked_at_after_the_runner_ups_visit():
    table = position(hands={"Ana": "0 4"}, beach="energy 2").reveal(Ana="4", Ben="3").choose("respect")
    assert table.end is None and table.choosers == ["Ben"]
    assert table.choose("buy energy 2").towel("Ben") == "2t 3"
    assert table.end == "only rest left"


def test_su60_ruling_where_both_hold_it_is_the_bluebottles():
    table = position(surf="bluebottle", bluebottles=4, hands={"Ana": "0 2t"}).reveal(Ana="2t", Ben="1")
    assert table.hand("Ana") == "0" and table.end == "bluebottles"


def test_su60_ruling_a_custom_set_ends_with_its_last_bluebottle():
    table = position(cards=custom(bluebottles=2), surf="bluebottle, bluebottle, orange 1").reveal()
    assert table.end is None
    assert table.reveal().end == "bluebottles"


def test_su61_the_rulebooks_example_scores_25():
    """Waves of 1, 4, 5, 5, two of them orange under boards worth 3 together, goals of 3 and 5, tokens of 1 and 3."""
    cards = custom(
        waves=[{"suit": "orange", "points": 1, "count": 3}, {"suit": "orange", "points": 4, "count": 3},
               {"suit": "teal", "points": 5, "count": 6}],
        boards=[{"suit": "orange", "bonus": 1, "cost": 1, "count": 3},
                {"suit": "orange", "bonus": 2, "cost": 2, "count": 3},
                {"suit": "purple", "bonus": 3, "cost": 3, "count": 3}],
        goals=[{"name": "Two in the sun", "points": 3, "metric": "waves.orange", "at_least": 2},
               {"name": "Quiver", "points": 5, "metric": "boards", "at_least": 3},
               {"name": "Clean session", "points": 4, "metric": "stings", "at_most": 0}],
    )
    table = position(
        "Renee Ben", cards=cards, goals=("Two in the sun", "Quiver", "Clean session"),
        waves={"Renee": ["orange 1", "orange 4", "teal 5", "teal 5"]},
        boards={"Renee": ["orange +1", "orange +2", "purple +3"]}, stings={"Renee": [1, 3]},
    )
    assert table.points("Renee") == {"waves": 15, "boards": 6, "goals": 8, "stings": -4, "total": 25}


def test_su61_every_board_counts_for_every_wave_of_its_suit():
    table = position(waves={"Ana": ["orange 1", "orange 2", "orange 3", "teal 5"]},
                     boards={"Ana": ["orange +1", "orange +3", "teal +2", "purple +3"]})
    assert table.points("Ana")["boards"] == 3 * 1 + 3 * 3 + 1 * 2 + 0


def test_su61_several_surfers_can_meet_the_same_goal():
    table = position("Ana Ben Cleo", goals=("Clean session", "Orange crush"), stings={"Ben": [0]},
                     waves={"Ana": ["orange 1", "orange 2"], "Ben": ["orange 1", "orange 2"]})
    assert [table.points(name)["goals"] for name in table.game.players] == [6, 2, 4]


def test_su61_a_token_of_0_costs_nothing_and_is_a_token_all_the_same():
    table = position(goals=("Clean session",), stings={"Ana": [0, 3, 2]})
    assert table.points("Ana") == {"waves": 0, "boards": 0, "goals": 0, "stings": -5, "total": -5}


def test_su61_a_goal_that_is_not_in_play_scores_nothing():
    assert position(goals=("Quiver",)).points("Ana")["goals"] == 0


GOAL_POSITIONS = {
    "waves": (dict(waves={"Ana": ["orange 1", "teal 5", "teal 5"]}), 3),
    "waves.teal": (dict(waves={"Ana": ["orange 1", "teal 5", "teal 5"]}), 2),
    "suits": (dict(waves={"Ana": ["orange 1", "teal 5", "teal 5"]}), 2),
    "largest_suit": (dict(waves={"Ana": ["orange 1", "teal 5", "teal 5"]}), 2),
    "wave_points": (dict(waves={"Ana": ["orange 1", "teal 5", "teal 5"]}), 11),
    "boards": (dict(boards={"Ana": ["teal +2", "teal +2", "orange +1"]}), 3),
    "boards.teal": (dict(boards={"Ana": ["teal +2", "teal +2", "orange +1"]}), 2),
    "board_suits": (dict(boards={"Ana": ["teal +2", "teal +2", "orange +1"]}), 2),
    "board_points": (dict(waves={"Ana": ["teal 5", "teal 5"]}, boards={"Ana": ["teal +2", "orange +1"]}), 4),
    "respect": (dict(respect={"Ana": 3}), 3),
    "stings": (dict(stings={"Ana": [0, 3]}), 2),
    "starting_energy": (dict(hands={"Ana": "0 1 2t"}, towels={"Ana": "4 5 6t"}), 3),
    "temporary_energy": (dict(hands={"Ana": "0 1 2t"}, towels={"Ana": "4 5 6t"}), 2),
}


@pytest.mark.parametrize("metric", GOAL_POSITIONS)
def test_su61_what_goals_count(metric):
    given, amount = GOAL_POSITIONS[metric]
    bounds = [("exactly", amount), ("at_least", amount), ("at_most", amount),
              ("exactly", amount + 1), ("at_least", amount + 1), ("at_most", amount - 1)]
    goals = [{"name": f"Goal {number}", "points": 1, "metric": metric, bound: value}
             for number, (bound, value) in enumerate(bounds)]
    met = [position(cards=custom(goals=goals), goals=(goal["name"],), **given).points("Ana")["goals"] for goal in goals]
    assert met == [1, 1, 1, 0, 0, 0]


def test_su61_goals_also_count_runner_ups_wipeouts_and_rests():
    counted = ("runner_ups", "wipeouts", "rests")
    goals = [{"name": metric, "points": 1, "metric": metric, "exactly": 1} for metric in counted]
    table = position("Ana Ben Cleo Dev", cards=custom(goals=goals), goals=counted, surf="orange 1, orange 2, orange 3",
                     beach="orange +1, teal +2, energy 4")
    table.reveal(Ana="5", Ben="4", Cleo="4", Dev="3").choose("respect", "respect")
    assert [table.points(name)["goals"] for name in table.game.players] == [0, 1, 1, 1]
    table.reveal(Dev="2").choose("respect")
    assert [table.points(name)["goals"] for name in table.game.players] == [1, 2, 2, 1]


def test_su62_the_highest_score_wins():
    waves = {"Ana": ["orange 1"], "Ben": ["purple 10"]}
    table = position("Ana Ben Cleo", surf="bluebottle", bluebottles=4, waves=waves, tokens=[0]).reveal(Ana="5", Ben="4")
    assert table.winners == ["Ben"]


def test_su62_tied_surfers_share_the_victory():
    waves = {"Ana": ["orange 3"], "Ben": ["orange 3"]}
    table = position("Ana Ben Cleo", surf="bluebottle", bluebottles=4, waves=waves).reveal(Ana="5", Ben="4")
    assert table.winners == ["Ana", "Ben"]


def test_su62_nobody_has_won_before_the_end():
    assert position(waves={"Ana": ["purple 10"]}).winners == []


@pytest.mark.parametrize("bot", BOTS)
def test_su63_what_is_hidden_does_not_move_a_bot(bot):
    """Another order of the decks and other values of other surfers' tokens leave Ana's choice as it is."""
    table = position("Ana Ben Cleo", stings={"Ana": [1], "Ben": [3], "Cleo": [0]})
    other = table.state.copy()
    other["ocean"][0, 3:28] = other["ocean"][0, 3:28][::-1]
    other["beach"][0, 3:42] = other["beach"][0, 3:42][::-1]
    other["sting"][0, 1:18] = other["sting"][0, 1:18][::-1]
    other["sting_points"][0, 1:3] = other["sting"][0, 1:3]
    assert table.game.ask(table.state, 0, bot) == table.game.ask(other, 0, bot)


def test_su63_a_redeal_leaves_what_a_seat_knows():
    table = position("Ana Ben Cleo", stings={"Ana": [1, 2], "Ben": [3, 0, 2, 2, 1]})
    fates = [table.game.redeal(table.state, seed, seat=0) for seed in range(20)]
    assert all((fate["table"] == table.state["table"]).all() for fate in fates)
    assert all(table.game.stings(fate, 0) == [1, 2] for fate in fates)
    assert len({tuple(table.game.stings(fate, 1)) for fate in fates}) > 5
    assert len({fate["ocean"].tobytes() for fate in fates}) == 20


def test_su63_ruling_a_line_with_fate_redealt_leaves_all_tokens_that_were_taken():
    table = position("Ana Ben", stings={"Ana": [1, 2], "Ben": [3, 0, 2, 2, 1]})
    fates = [table.game.redeal(table.state, seed) for seed in range(10)]
    assert all(table.game.stings(fate, 0) == [1, 2] and table.game.stings(fate, 1) == [3, 0, 2, 2, 1] for fate in fates)
    assert len({fate["sting"].tobytes() for fate in fates}) == 10
