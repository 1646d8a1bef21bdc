"""The rules of Surfin' Cats one by one, by their ids; every test runs on plain Python and on the compiled rules."""
from __future__ import annotations

from collections import Counter

import pytest

from surflab.surfin_cats import rules
from surflab.surfin_cats.cards import FLAGS, PROMOS, CardSet
from surflab.surfin_cats.fate import Fate
from surflab.surfin_cats.game import Game
from surflab.surfin_cats.variant import Variant

from .positions import BOX, BOX_TABLES, KITTENS, Position, position

pytestmark = pytest.mark.usefixtures("each_engine")
HOUSE = CardSet.house()
CATS = ("maria", "rufo", "mandy", "chope", "neo")


def custom(**changes) -> CardSet:
    """The box of the tests with some of its lists changed."""
    return CardSet.from_dict(BOX_TABLES | changes)


def sum_of_counts(cards) -> int:
    return sum(card.count for card in cards)


def on_the_beach(table: Position) -> Position:
    """Everybody rides and takes what comes first; the table goes on to the market, the next wave or the end."""
    while table.question in ("act", "gain", "resource", "place"):
        if table.question == "act":
            table.act(**dict.fromkeys(table.choosers, "ride"))
        else:
            table.first_choices()
    return table


def market_card(name: str, *effects: dict, **printed) -> dict:
    """A market card that does so and is there often enough."""
    return {"name": name, "cost": 1, "count": 3, "effects": list(effects), **printed}


def event_card(name: str, *effects: dict) -> dict:
    return {"name": name, "count": 2, "red": name == "First", "effects": list(effects)}


def shielded(table: Position, *names: str) -> Position:
    """The same table, but others' cards do nothing to those cats this wave."""
    state = table.state.copy()
    for name in names:
        state["table"]["this_wave"][0, table.game.players.index(name), rules.SHIELD - rules.FIRST_LASTING] = 1
    rules.take_stock(state[0].table)
    return Position(table.game, state)


def kinds_of(table: Position, *kinds: int) -> list[tuple[int, str | None]]:
    """Which of those kinds of events happened so far, and to whom, in order."""
    return [(event.kind, table.game.players[event.seat] if event.seat >= 0 else None) for event in table.log if event.kind in kinds]




def coming_to(cats: str, events: list[dict], lasting: dict[str, tuple[int, ...]], **keys) -> Position:
    """All have ridden onto the sand and taken the same card, and wave 2 has come with those events; what lasts adds 1 by name and op."""
    table = position(cats, decks=dict.fromkeys(cats.split(), "One, Two, Three"), market=", ".join(["Slip"] * 25),
                     cards=custom(events=events), **keys)
    state = table.state.copy()
    for name, ops in lasting.items():
        for op in ops:
            state["table"]["for_good"][0, table.game.players.index(name), op - rules.FIRST_LASTING] = 1
    state["table"]["kittens"], state["events_left"] = 0, len(events)
    state["event"][0, :len(events)] = range(len(events))[::-1]
    return Position(table.game, state).act(**dict.fromkeys(cats.split(), "ride"))




# set-up
@pytest.mark.parametrize("seats", range(1, 6))
def test_sc01_one_to_five_cats(seats):
    game = Game(CATS[:seats])
    assert game.to_choose(game.start()) == list(range(seats))


@pytest.mark.parametrize("cats", [(), (*CATS, "maria"), ("maria", "maria"), ("tom",)])
def test_sc01_no_other_cats(cats):
    with pytest.raises(ValueError, match="cat"):
        Game(cats)


def test_sc01_the_house_set_holds_what_the_box_holds():
    assert sum_of_counts(HOUSE.common) * 5 + len(HOUSE.cats) * 2 == 45
    assert (sum_of_counts(HOUSE.market), len(HOUSE.abilities), len(HOUSE.waves)) == (40, 15, 19)
    assert (sum_of_counts(HOUSE.events), sum_of_counts(HOUSE.items), len(HOUSE.instructors)) == (20, 20, 10)
    assert sum_of_counts(HOUSE.resources) == 60


def test_sc02_eight_tricks_and_three_ability_cards():
    table = position("maria rufo", cards=HOUSE)
    common = {trick.name for trick in HOUSE.common}
    assert {"Distraction", "Gnarly"} < common
    for name, cat in zip(("maria", "rufo"), HOUSE.cats, strict=False):
        deck = table.deck(name)
        assert len(deck) == 8 and set(deck) - common == {cat.initial.name}
        assert [ability.cat for ability, _, _ in table.game.abilities(table.state, table._seat(name))] == [name] * 3


@pytest.mark.parametrize("seed", range(10))
def test_sc03_four_waves_of_rising_flag(seed):
    state = Game(("maria",), seed=seed).start()
    assert [HOUSE.waves[card].flag for card in state["surf"][0, :4]] == list(FLAGS)


def test_sc03_each_wave_of_a_colour_can_come():
    drawn = Counter(Game(("maria",), seed=seed).start()["surf"][0, 0] for seed in range(80))
    assert {HOUSE.waves[card].name for card in drawn} == {wave.name for wave in HOUSE.waves if wave.flag == "green"}


def test_sc04_later_waves_are_not_seen():
    table = position("maria rufo")
    assert len(table.game.waves(table.state)) == 1
    assert (table.table["surf"][1:] == -1).all()


def test_sc04_the_first_wave_is_seen_before_the_instructors_are_chosen():
    game = Game(("maria", "rufo"), cards=BOX, seed=4)
    state = game.start()
    assert game.question(state) == "instructor" and game.wave(state) is None and game.waves(state) == []
    first = game.face_up(state)
    assert first.flag == "green" and len(game.beach(state)) == len(first.columns)
    for seed in range(5):
        assert game.face_up(game.redeal(state, seed, 0)) is first, "what all see is no matter of fate"
    table = Position(game, state)
    table.answer(**{name: table.choices(name)[0] for name in game.players})
    assert game.wave(table.state) is first


def test_sc05_two_instructors_each_of_which_one_stays():
    game = Game(("maria", "rufo"), cards=BOX, seed=4)
    table = Position(game, game.start())
    assert table.question == "instructor" and [len(table.choices(name)) for name in game.players] == [2, 2]
    assert not set(table.choices("maria")) & set(table.choices("rufo"))
    chosen = {name: table.choices(name)[1] for name in game.players}
    table.answer(**chosen)
    assert [game.instructor(table.state, seat) for seat in (0, 1)] == list(chosen.values())


def test_sc06_starting_items():
    game = Game(CATS, cards=BOX, variant=KITTENS)
    assert [game.items(game.start(), seat) for seat in range(5)] == [["wax"], ["fins"], ["wax"], ["whistle"], ["weed"]]


def events_of(*names: str) -> list[str]:
    game = Game(("maria",), cards=BOX, fate=Fate(events=(names,)))
    table = Position(game, game.start()).first_choices()
    return game.events(table.state)


def test_sc07_one_event_a_wave():
    assert events_of("Low Tide") == ["Low Tide"]


def test_sc07_a_red_flag_brings_one_more_and_no_third():
    assert events_of("Red Sky", "Gift") == ["Red Sky", "Gift"]
    assert events_of("Red Sky", "Red Sky") == ["Red Sky", "Red Sky"]


def test_sc07_an_event_works_on_every_cat():
    game = Game(("maria", "rufo"), cards=BOX, fate=Fate(events=(("Red Sky", "Gift"),)))
    table = Position(game, game.start()).first_choices()
    assert [table.flow(name) for name in game.players] == [11, 11]
    assert table.items("maria") == ["wax", "leash"]


@pytest.mark.parametrize("cats", ["maria rufo", "rufo maria"])
def test_sc07_what_an_event_asks_is_read_for_all_before_any_cat_gains(cats):
    """All have equal flow as the wave comes, so nobody is behind anybody, whoever gains first."""
    top = {"op": "flow", "amount": 3, "if": "ahead", "at_most": 0}
    trail = {"op": "flow", "amount": -1, "per": "ahead"}
    cards = custom(events=[event_card("First", top), event_card("Second", trail)])
    game = Game(tuple(cats.split()), cards=cards, fate=Fate(events=(("First", "Second"),)))
    table = Position(game, game.start()).first_choices()
    assert (table.flow("maria"), table.flow("rufo")) == (13, 13)




def test_sc07_no_event_on_the_black_flag_wave():
    game = Game(("maria",), cards=BOX, variant=Variant(waves=(0, 0, 0, 1)))
    table = Position(game, game.start()).first_choices()
    assert table.question == "act" and game.events(table.state) == []


def test_sc08_meters_at_the_start_and_decks_shuffled():
    table = position("maria rufo")
    assert table.meters("maria") == (0, 0, 10)
    orders = {tuple(Game(("maria",), cards=BOX, seed=seed).start()["deck"][0, 0, :8]) for seed in range(10)}
    assert len(orders) > 8


# the turn
def test_sc10_all_who_surf_choose_at_once_and_unseen():
    table = position("maria rufo mandy", paddle=dict.fromkeys(CATS[:3], 4)).act(rufo="ride")
    assert table.status("rufo") == "rode"
    assert table.choosers == ["maria", "mandy"]


def test_sc10_a_cat_must_do_one_of_the_two():
    assert position("maria").choices("maria") == ["trick", "ride"]


def test_sc11_rides_come_before_tricks_and_tricks_before_items():
    table = position("maria rufo", decks={"maria": "Splash", "rufo": "Two, One"}, paddle={"rufo": 4},
                     items={"maria": "wax"})
    table.act(rufo="ride")
    kinds = [event.kind for event in table.log]
    assert kinds.index(rules.RODE_IN) < kinds.index(rules.PERFORMED)
    assert table.question == "item" and "maria" in table.choosers


# riding
def test_sc11_all_reveal_before_anybody_places():
    table = position("maria rufo", decks={"maria": "Gnarly, One", "rufo": "Show, One"}).act()
    assert (table.question, table.choosers, table.flow("rufo")) == ("resource", ["maria"], 12)


def test_sc11_a_cat_is_done_with_all_its_card_leads_to_before_the_next_seat_goes_on():
    table = position("maria rufo", decks={"maria": "Star, One", "rufo": "Star, One"}, done={"maria": (1, 2), "rufo": (1, 2)}).act()
    assert table.choosers == ["maria"] and table.choices("maria") == ["take wax", "take fins"]
    table.choose("take wax")
    assert kinds_of(table, rules.RESOURCE_PLACED, rules.ITEM_GAINED) == [
        (rules.RESOURCE_PLACED, "maria"), (rules.ITEM_GAINED, "maria"), (rules.RESOURCE_PLACED, "rufo")]


@pytest.mark.parametrize("cats", ["maria rufo", "rufo maria"])
def test_sc11_a_reward_that_compares_cats_reads_others_as_the_step_was_read(cats):
    """Both reward spaces ask for cats with more flow, and give flow: neither cat sees what the other one gains."""
    ahead = {"op": "flow", "amount": 1, "if": "ahead", "at_most": 0}
    tables = [cat | {"abilities": [cat["abilities"][0] | {"spaces": [{"takes": "shell", "gives": [ahead]}] * 2}, *cat["abilities"][1:]]}
              for cat in BOX_TABLES["cats"]]
    table = position(cats, decks=dict.fromkeys(("maria", "rufo"), "Shell, One"), cards=custom(cats=tables),
                     done=dict.fromkeys(("maria", "rufo"), (1, 2))).act()
    assert (table.flow("maria"), table.flow("rufo")) == (11, 11)




@pytest.mark.parametrize("paddle, column, flow", [(2, 0, 2), (3, 0, 2), (4, 1, 4), (5, 1, 4), (7, 2, 4), (9, 3, 8)])
def test_sc12_the_highest_column_not_above_the_paddle(paddle, column, flow):
    table = position("maria rufo", paddle={"maria": paddle}, fall={"maria": 5}).act(maria="ride")
    while table.question == "gain":
        table.first_choices()
    assert table.place("maria") == (column, 0) and table.flow("maria") == 10 + flow
    assert (table.paddle("maria"), table.fall("maria")) == (0, 0)


def test_sc12_below_the_lowest_column_is_the_sand():
    table = position("maria rufo mandy chope", paddle={"maria": 1, "rufo": 1}).act(maria="ride", rufo="ride")
    for name in ("maria", "rufo"):
        assert (table.status(name), table.place(name)[0], table.flow(name)) == ("rode", -1, 10)


def test_sc13_later_cats_in_a_column_gain_two_less():
    table = position("maria rufo mandy chope", paddle=dict.fromkeys(CATS[:4], 4),
                     decks=dict.fromkeys(CATS[:4], "Slip, Slip, Slip, One"))
    table.act(maria="ride").act(rufo="ride").act(mandy="ride")
    assert [table.flow(name) for name in ("maria", "rufo", "mandy")] == [14, 12, 12]
    assert [table.place(name) for name in ("maria", "rufo", "mandy")] == [(1, 0), (1, 1), (1, 2)]


def test_sc13_never_under_one_and_the_reward_in_full():
    table = position("maria rufo mandy chope", paddle=dict.fromkeys(CATS[:2], 2),
                     decks={"maria": "One", "rufo": "One, Two"})
    table.act(maria="ride").choose("take wax")
    table.act(rufo="ride").choose("take leash")
    assert (table.flow("maria"), table.flow("rufo")) == (12, 11)
    assert table.items("rufo") == ["leash"]


def test_sc13_a_jellyfish_and_a_cat_cost_two_once():
    table = position("maria rufo", paddle=dict.fromkeys(CATS[:2], 6), decks={"maria": "One", "rufo": "Shell, Two"},
                     done=dict.fromkeys(CATS[:2], (0, 1, 2)))
    table.act(maria="ride").act(rufo="ride")
    assert (table.flow("maria"), table.flow("rufo")) == (14, 14)


@pytest.mark.parametrize("seats, events, flow",
                         [(1, "", 4), (3, "", 4), (4, "", 6), (5, "", 6), (5, "Warning Jellyfish!", 4)])
def test_sc14_jellyfish_with_three_cats_or_fewer_or_by_the_event(seats, events, flow):
    table = position(" ".join(CATS[:seats]), events=events, paddle={"maria": 6},
                     done={"maria": (0, 1, 2)}).act(maria="ride")
    assert table.flow("maria") == 10 + flow


def test_sc15_the_higher_printed_paddle_stands_first():
    table = position("maria rufo mandy chope", paddle=dict.fromkeys(CATS[:3], 4),
                     decks={"maria": "One", "rufo": "Three", "mandy": "Two"})
    table.act(maria="ride", rufo="ride", mandy="ride")
    assert [table.place(name) for name in ("maria", "rufo", "mandy")] == [(1, 2), (1, 0), (1, 1)]
    assert [table.flow(name) for name in ("maria", "rufo", "mandy")] == [12, 14, 12]
    assert table.happened(rules.SHOWN) == ["maria", "rufo", "mandy"]


def test_sc15_equal_ones_collide_and_the_rest_keep_their_order():
    table = position("maria rufo mandy chope", paddle=dict.fromkeys(CATS[:3], 4),
                     decks={"maria": "Two", "rufo": "Two", "mandy": "One"})
    table.act(maria="ride", rufo="ride", mandy="ride")
    assert [table.status(name) for name in ("maria", "rufo", "mandy")] == ["wiped out", "wiped out", "rode"]
    assert table.place("mandy") == (1, 0) and table.flow("mandy") == 14


def test_sc15_other_columns_do_not_matter():
    table = position("maria rufo", paddle={"maria": 4, "rufo": 2}, decks=dict.fromkeys(CATS[:2], "Two"))
    table.act(maria="ride", rufo="ride")
    assert (table.status("maria"), table.status("rufo")) == ("rode", "rode")


def test_sc15_an_empty_deck_shows_a_paddle_of_nothing():
    table = position("maria rufo mandy", paddle=dict.fromkeys(CATS[:2], 4), decks={"maria": "", "rufo": "Distraction"})
    table.act(rufo="ride")
    assert [table.status(name) for name in ("maria", "rufo")] == ["wiped out", "wiped out"]


def test_sc16_a_cat_on_the_beach_is_out_of_reach_and_plays_no_more():
    table = position("maria rufo mandy", paddle={"maria": 4}, decks={"rufo": "Splash, One", "mandy": "One, One"},
                     items={"rufo": "weed"})
    table.act(maria="ride")
    assert table.choices("rufo") == ["use nothing", "use weed on mandy"]
    assert (table.fall("maria"), table.fall("mandy")) == (0, 1)
    table.use()
    assert "maria" not in table.choosers


# tricks
def test_sc20_a_trick_moves_the_meters_and_gives_resources():
    table = position("maria", decks={"maria": "Show, Shell, One"}, done={"maria": (0, 1, 2)}).turn()
    assert table.meters("maria") == (1, 1, 12)
    table.turn()
    assert (table.paddle("maria"), table.kept("maria")) == (2, ["shell"])


def test_sc20_no_meter_goes_below_its_start():
    table = position("maria", decks={"maria": "Slip, One"}, fall={"maria": 1}).turn()
    assert table.fall("maria") == 0


def test_sc20_flow_stops_at_nothing():
    table = position("maria rufo", decks={"maria": "Rob, One", "rufo": "One, One"}, flow={"rufo": 1, "maria": 0}).turn()
    assert (table.flow("rufo"), table.flow("maria")) == (0, 2)


def test_sc20_what_comes_after_a_stop_counts_from_there():
    """Flow 10 − 15 + 4 is 4, not 0: the counter stopped at 0 between the two."""
    lose, win = {"op": "flow", "amount": -15}, {"op": "flow", "amount": 4}
    cards = custom(events=[event_card("First", lose), event_card("Second", win)])
    game = Game(("maria",), cards=cards, fate=Fate(events=(("First", "Second"),)))
    assert Position(game, game.start()).first_choices().flow("maria") == 4




def test_sc21_a_resource_goes_where_its_cat_wants_and_gives_at_once():
    table = position("maria", decks={"maria": "Shell, One"}).act()
    assert table.choices("maria") == ["place shell on maria A 1", "place shell on maria B 1",
                                      "place shell on maria B 2"]
    table.choose("place shell on maria A 1")
    assert table.spaces("maria", 0) == ["shell", None] and table.flow("maria") == 11


def test_sc21_an_item_of_the_two_shown():
    table = position("maria", decks={"maria": "Star, One"}).act().choose("place star on maria A 2")
    assert table.choices("maria") == ["take wax", "take fins"]
    assert table.choose("take fins").items("maria") == ["fins"]


def test_sc21_a_look_from_a_space():
    table = position("maria", decks={"maria": "Shell, One, Two"}).act().choose("place shell on maria B 1")
    assert table.choices("maria") == ["keep", "bottom"] and table.top("maria", "maria") == "One"


def test_sc21_without_a_space_it_is_lost():
    table = position("maria", decks={"maria": "Shell, One"}, done={"maria": (0, 1)}).turn()
    assert (table.spaces("maria", 2), table.kept("maria"), table.tokens("shell")) == ([None, None], [], 30)


def test_sc21_with_all_cards_complete_it_is_kept():
    table = position("maria", decks={"maria": "Shell, One"}, done={"maria": (0, 1, 2)}).turn()
    assert table.kept("maria") == ["shell"] and table.points("maria")["kept"] == 1


def test_sc21_of_equal_spaces_the_first_is_filled_without_asking():
    table = position("maria", decks={"maria": "Star, One"}, done={"maria": (0, 1)}).turn()
    assert table.spaces("maria", 2) == ["star", None] and table.flow("maria") == 11


def test_sc21_a_completed_card_gives_its_tokens_back():
    table = position("rufo", decks={"rufo": "Shell, One"}, filled={"rufo": {(1, 0): "star"}}, done={"rufo": (0,)})
    assert table.tokens("star") == 29
    table.turn()
    assert table.is_complete("rufo", 1) and (table.tokens("star"), table.tokens("shell")) == (30, 30)


def test_sc21_an_empty_supply_gives_nothing():
    table = position("maria", decks={"maria": "Shell, One"}, done={"maria": (0, 1, 2)},
                     kept={"maria": "shell, " * 30}).turn()
    assert len(table.kept("maria")) == 30


def test_sc21_a_full_card_is_complete_before_its_last_space_gives_and_gives_after_it():
    table = position("maria", decks={"maria": "Star, One"}, filled={"maria": {(2, 0): "star"}}, done={"maria": (0, 1)}).turn()
    told = (rules.RESOURCE_PLACED, rules.COMPLETED, rules.CHANGED_FLOW, rules.UNLOCKED)
    assert [kind for kind, _ in kinds_of(table, *told)] == list(told)


def test_sc21_the_tokens_of_a_full_card_are_back_when_its_last_space_gives():
    """The only two stars lie on the card that the second one completes; its reward is a star."""
    star = [{"op": "resource", "of": "star"}]
    cat = BOX_TABLES["cats"][0]
    spaces = [{"takes": "star", "gives": []}, {"takes": "star", "gives": star}]
    cats = [cat | {"abilities": [*cat["abilities"][:2], cat["abilities"][2] | {"spaces": spaces}]}, *BOX_TABLES["cats"][1:]]
    cards = custom(cats=cats, resources=[{"name": "shell", "count": 30}, {"name": "star", "count": 2}])
    table = position("maria", decks={"maria": "Star, One"}, filled={"maria": {(2, 0): "star"}}, done={"maria": (0, 1)}, cards=cards).turn()
    assert (table.kept("maria"), table.tokens("star")) == (["star"], 1)


@pytest.mark.parametrize("cats, first", [("maria rufo", "maria"), ("rufo maria", "rufo")])
def test_sc21_what_runs_out_goes_in_seat_order(cats, first):
    table = position(cats, decks=dict.fromkeys(("maria", "rufo"), "Star, One"), done=dict.fromkeys(("maria", "rufo"), (0, 1, 2)))
    state = table.state.copy()
    state["table"]["tokens"][0, BOX.resource_kind("star")] = 1
    table = Position(table.game, state).act()
    assert {name for name in ("maria", "rufo") if table.kept(name) == ["star"]} == {first}




def test_sc22_a_fall_of_seven_wipes_out_and_the_trick_has_given():
    table = position("maria rufo", decks={"maria": "Gnarly", "rufo": "One, One"}, fall={"maria": 4},
                     done={"maria": (0, 1, 2)})
    table.act().choose("take star")
    assert (table.status("maria"), table.kept("maria")) == ("wiped out", ["star"])
    assert table.meters("maria") == (0, 0, 11)


def test_sc22_six_holds():
    assert position("maria", decks={"maria": "Distraction, One"}, fall={"maria": 4}).turn().status("maria") == "surfing"


def test_sc22_who_falls_takes_no_part_in_effects_and_items():
    cards = custom(market=[*BOX_TABLES["market"], {"name": "Wild", "fall": 7, "effects": [
        {"op": "fall", "amount": 3, "who": "others"}]}])
    table = position("maria rufo", decks={"maria": "Wild", "rufo": "One, One"}, items={"maria": "weed"},
                     cards=cards).act()
    assert table.status("maria") == "wiped out" and table.fall("rufo") == 0
    assert "maria" not in table.choosers


def test_sc22_others_effects_can_make_a_cat_fall():
    table = position("maria rufo", decks={"maria": "Splash, One", "rufo": "One, One"}, fall={"rufo": 6}).act()
    assert table.status("rufo") == "wiped out" and table.flow("rufo") == 11


def test_sc23_too_much_paddle_wipes_out_when_the_items_are_done():
    table = position("maria", decks={"maria": "Three, One"}, paddle={"maria": 7}, items={"maria": "wax"})
    table.act()
    assert (table.status("maria"), table.paddle("maria")) == ("surfing", 10)
    table.use()
    assert table.happened(rules.WIPED_OUT) == ["maria"] and table.flow("maria") == 11


def test_sc23_an_item_can_bring_it_back():
    table = position("maria", decks={"maria": "Three, One"}, paddle={"maria": 7}, items={"maria": "leash"})
    table.act().use(maria="use leash")
    assert (table.status("maria"), table.paddle("maria"), table.items("maria")) == ("surfing", 7, [])


def test_sc23_the_maximum_itself_holds():
    assert position("maria", decks={"maria": "Two, One"}, paddle={"maria": 7}).turn().status("maria") == "surfing"


def test_sc23_what_lasts_moves_the_maximum():
    table = position("maria rufo", events="Low Tide", decks={"maria": "Two, One"}, paddle={"maria": 6}).turn()
    assert table.status("maria") == "wiped out"


# effects and items
def test_sc30_effects_work_together_whatever_the_order():
    table = position("maria rufo", decks={"maria": "Splash, One", "rufo": "Slip, One"}, fall={"rufo": 2}).turn()
    other = position("rufo maria", decks={"maria": "Splash, One", "rufo": "Slip, One"}, fall={"rufo": 2}).turn()
    assert table.fall("rufo") == other.fall("rufo") == 1


def test_sc30_conditions_are_read_before_any_effect_is_done():
    table = position("maria rufo", paddle={"maria": 4}, decks={"maria": "Reach, One", "rufo": "Push, One"}).act()
    assert table.choosers == ["maria", "rufo"] and (table.paddle("maria"), table.flow("maria")) == (6, 10)


def test_sc30_copying_takes_the_market_card_as_ones_own():
    table = position("neo", decks={"neo": "Copycat, One"}, market="Costly, Slip").act()
    assert table.paddle("neo") == 4 and table.game.market_discards(table.state) == ["Costly"]


def test_sc30_a_copied_effect_works_and_a_copied_copy_does_not():
    table = position("neo maria", decks={"neo": "Copycat, Copycat, One", "maria": "One, One, One"},
                     market="Splash, Copycat, Costly")
    table.turn()
    assert table.fall("maria") == 1
    table.turn()
    assert (table.paddle("neo"), table.table["market_left"]) == (0, 1)


def test_sc30_copies_draw_in_seat_order():
    table = position("neo maria", decks=dict.fromkeys(("neo", "maria"), "Copycat, One"), market="Costly, Slip",
                     fall={"maria": 3}).act()
    assert (table.paddle("neo"), table.fall("maria")) == (4, 1)


def test_sc30_a_target_is_chosen_among_those_still_surfing():
    table = position("maria rufo mandy chope", decks={"maria": "Push, One"}, paddle={"mandy": 4}).act(mandy="ride")
    while table.question != "aim":
        table.first_choices()
    assert table.choices("maria") == ["aim at rufo", "aim at chope"]


def test_sc30_the_leader_is_whoever_else_has_most_flow():
    table = position("maria rufo mandy", decks={"maria": "Rob, One", "rufo": "One, One", "mandy": "One, One"},
                     flow={"maria": 20, "rufo": 12, "mandy": 15}).turn()
    assert [table.flow(name) for name in CATS[:3]] == [22, 12, 13]


@pytest.mark.parametrize("cats", ["maria rufo mandy", "mandy rufo maria"])
def test_sc30_all_leaders_that_tie_are_hit(cats):
    table = position(cats, decks=dict.fromkeys(CATS[:3], "One, One") | {"maria": "Rob, One"},
                     flow={"maria": 20, "rufo": 15, "mandy": 15}).turn()
    assert [table.flow(name) for name in CATS[:3]] == [22, 13, 13]


def test_sc30_a_shielded_leader_loses_nothing_and_nobody_does_in_its_place():
    table = position("maria rufo mandy", decks=dict.fromkeys(CATS[:3], "One, One") | {"maria": "Rob, One"},
                     flow={"maria": 20, "rufo": 15, "mandy": 12})
    table = shielded(table, "rufo").turn()
    assert [table.flow(name) for name in CATS[:3]] == [22, 15, 12]


def test_sc30_of_leaders_that_tie_a_shield_protects_only_its_cat():
    table = position("maria rufo mandy", decks=dict.fromkeys(CATS[:3], "One, One") | {"maria": "Rob, One"},
                     flow={"maria": 20, "rufo": 15, "mandy": 15})
    table = shielded(table, "rufo").turn()
    assert [table.flow(name) for name in CATS[:3]] == [22, 15, 13]


@pytest.mark.parametrize("shields, flow", [((), [20, 13, 13, 13]), (("rufo",), [20, 15, 13, 13]), (("rufo", "chope"), [20, 15, 13, 15])])
def test_sc30_the_last_is_sought_as_the_leader_is(shields, flow):
    """Cats of equal least flow are all hit, a shield hands nothing on, and a cat out of reach is not sought."""
    drop = market_card("Drop", {"op": "flow", "amount": -2, "who": "last"})
    four = ("maria", "rufo", "mandy", "chope")
    table = position(" ".join(four), decks=dict.fromkeys(four, "One, One") | {"maria": "Drop, One"},
                     flow={"maria": 20, "rufo": 15, "mandy": 13, "chope": 15}, cards=custom(market=[*BOX_TABLES["market"], drop]))
    table = shielded(table, *shields).act(mandy="ride")
    while table.question == "gain":
        table.first_choices()
    if table.question == "item":
        table.use()
    assert [table.flow(name) for name in four] == flow


def test_sc30_the_actor_is_no_leader_of_its_own_card():
    table = position("maria rufo", decks=dict.fromkeys(CATS[:2], "One, One") | {"maria": "Rob, One"},
                     flow={"maria": 20, "rufo": 3}).turn()
    assert (table.flow("maria"), table.flow("rufo")) == (22, 1)


def test_sc30_a_shielded_cat_cannot_be_named_and_is_passed_over_by_others():
    decks = dict.fromkeys(CATS[:3], "One, One")
    table = shielded(position("maria rufo mandy chope", decks=decks | {"maria": "Push, One", "chope": "Splash, One"}), "rufo").act()
    assert table.choices("maria") == ["aim at mandy", "aim at chope"]
    table.choose("aim at mandy")
    assert [table.fall(name) for name in CATS[:3]] == [1, 0, 1]


@pytest.mark.parametrize("cats", ["maria rufo", "rufo maria"])
def test_sc30_a_shield_raised_in_the_same_step_comes_too_late_in_any_seat(cats):
    raise_it = market_card("Raise", {"op": "shield", "amount": 1, "lasts": "wave"})
    table = position(cats, decks={"maria": "Splash, Splash, One", "rufo": "Raise, One, One"},
                     cards=custom(market=[*BOX_TABLES["market"], raise_it])).turn()
    assert table.fall("rufo") == 1
    assert table.turn().fall("rufo") == 1


@pytest.mark.parametrize("paddle, flow", [(4, 10), (5, 13)])
def test_sc30_the_values_of_a_copied_card_do_not_count_for_its_own_conditions(paddle, flow):
    stretch = market_card("Stretch", {"op": "flow", "amount": 3, "if": "paddle", "at_least": 5}, paddle=1)
    table = position("neo", decks={"neo": "Copycat, One"}, paddle={"neo": paddle}, market="Stretch, Slip",
                     cards=custom(market=[*BOX_TABLES["market"], stretch])).act()
    assert table.meters("neo") == (paddle + 1, 0, flow)


def test_sc30_a_copied_card_gives_its_resources_then_acts_then_the_copying_card_goes_on():
    market = [*BOX_TABLES["market"], market_card("Mirror", {"op": "copy"}, {"op": "discard"}),
              market_card("Find", {"op": "item", "of": ["leash"]}, resources=["shell"])]
    table = position("neo", decks={"neo": "Mirror, One"}, done={"neo": (0, 1, 2)}, market="Find, Slip", cards=custom(market=market)).act()
    order = (rules.COPIED, rules.RESOURCE_KEPT, rules.ITEM_GAINED, rules.DISCARDED)
    assert [kind for kind, _ in kinds_of(table, *order)] == list(order)




def test_sc31_tricks_stay_in_play():
    table = position("maria", decks={"maria": "One, Two, One"}).turn().turn()
    assert table.in_play("maria") == ["One", "Two"]


def test_sc31_a_discarded_gnarly_takes_three_and_three_off_and_leaves_its_resource():
    table = position("maria", decks={"maria": "Gnarly, Undo, One"}, done={"maria": (0, 1, 2)})
    table.act().choose("take shell")
    assert table.meters("maria")[:2] == (3, 3)
    table.act()
    assert table.choices("maria") == ["discard Gnarly", "discard Undo"]
    table.choose("discard Gnarly")
    assert table.meters("maria")[:2] == (0,
                                         0) and table.kept("maria") == ["shell"] and table.in_play("maria") == ["Undo"]


def test_sc31_not_below_the_start():
    table = position("maria", decks={"maria": "One, Two"}, played={"maria": "Three"}, paddle={"maria": 1},
                     fall={"maria": 1},
                     items={"maria": "whistle"})
    table.act().use(maria="use whistle").choose("discard Three")
    assert table.meters("maria")[:2] == (0, 0)


def test_sc32_one_item_a_turn_goes_back_to_the_supply():
    table = position("maria", decks={"maria": "One, One"}, fall={"maria": 5}, items={"maria": "wax, fins"}).act()
    assert table.choices("maria") == ["use nothing", "use wax", "use fins"]
    before = int(table.table["supply"][0])
    table.use(maria="use wax")
    assert (table.question, table.fall("maria"), table.items("maria")) == ("act", 3, ["fins"])
    assert int(table.table["supply"][0]) == before + 1


def test_sc32_items_work_together():
    table = position("maria rufo", decks=dict.fromkeys(CATS[:2], "One, One"), fall={"rufo": 6},
                     items={"maria": "weed", "rufo": "wax"})
    table.act().use(maria="use weed on rufo", rufo="use wax")
    assert (table.status("rufo"), table.fall("rufo")) == ("surfing", 6)


def test_sc32_at_most_one_of_a_kind():
    table = position("maria", paddle={"maria": 2}, items={"maria": "wax, leash"}).act(maria="ride")
    assert table.items("maria") == ["wax", "leash"]


def test_sc32_an_item_that_is_not_in_the_supply_is_not_gained():
    items = [{"name": "wax", "count": 1, "effects": [{"op": "fall", "amount": -2}]}, *BOX_TABLES["items"][1:]]
    table = position("maria rufo mandy", paddle={"rufo": 2}, items={"maria": "wax"},
                     cards=custom(items=items)).act(rufo="ride")
    assert table.items("rufo") == ["leash"]


@pytest.mark.parametrize("cats", ["maria rufo", "rufo maria"])
def test_sc32_the_items_used_are_back_before_any_of_them_gives(cats):
    """The only wax is used in the same turn as a box that gives one."""
    items = [{"name": "wax", "count": 1, "effects": [{"op": "fall", "amount": -2}]},
             {"name": "box", "count": 2, "effects": [{"op": "item", "of": ["wax"]}]}, *BOX_TABLES["items"][1:]]
    table = position(cats, decks=dict.fromkeys(("maria", "rufo"), "One, One"), items={"maria": "wax", "rufo": "box"},
                     cards=custom(items=items)).act().use(maria="use wax", rufo="use box")
    assert (table.items("maria"), table.items("rufo")) == ([], ["wax"])


@pytest.mark.parametrize("cats, first", [("maria rufo", "maria"), ("rufo maria", "rufo")])
def test_sc32_an_item_that_runs_out_goes_in_seat_order(cats, first):
    items = [item | {"count": 1} if item["name"] == "leash" else item for item in BOX_TABLES["items"]]
    get = market_card("Get", {"op": "item", "of": ["leash"]})
    table = position(cats, decks=dict.fromkeys(("maria", "rufo"), "Get, One"), cards=custom(items=items, market=[*BOX_TABLES["market"], get])).act()
    assert {name for name in ("maria", "rufo") if table.items(name) == ["leash"]} == {first}


def test_sc32_with_no_cat_to_name_an_item_does_the_rest_of_what_it_shows():
    weed = BOX_TABLES["items"][3]
    items = [weed | {"effects": [*weed["effects"], {"op": "flow", "amount": 1}]} if item is weed else item for item in BOX_TABLES["items"]]
    table = position("maria rufo", decks=dict.fromkeys(CATS[:2], "One, One"), items={"maria": "weed"}, cards=custom(items=items))
    table = shielded(table, "rufo").act()
    assert table.choices("maria") == ["use nothing", "use weed"]
    table.use(maria="use weed")
    assert (table.flow("maria"), table.fall("rufo"), table.items("maria")) == (11, 0, [])


def test_sc32_what_an_item_discards_is_chosen_when_all_have_seen_who_uses_what():
    table = position("maria rufo", decks={"maria": "Two, One", "rufo": "One, One"}, played={"maria": "Three"},
                     items={"maria": "whistle", "rufo": "weed"}).act()
    table.use(maria="use whistle", rufo="use weed on maria")
    assert (table.question, table.happened(rules.ITEM_USED)) == ("discard", ["maria", "rufo"])




def test_sc33_an_empty_deck_must_ride():
    table = position("maria rufo", decks={"maria": "One", "rufo": "One, One"}).turn()
    assert table.choosers == ["rufo"]
    assert table.act().status("maria") == "rode"


def test_sc33_after_forty_turns_everybody_must():
    table = position("maria")
    state = table.state.copy()
    state["table"]["turn"] = rules.MOST_TURNS - 1
    table = Position(table.game, state).turn()
    assert table.question == "market"


# wipeouts
@pytest.mark.parametrize("flag", ["green", "yellow", "red"])
def test_sc40_the_reward_is_that_of_the_flag(flag):
    table = position("maria rufo", flag=flag, decks={"maria": "Gnarly", "rufo": "One, One"}, fall={"maria": 6},
                     done={"maria": (0, 1, 2)}).act()
    table.choose("take shell")
    if flag == "green":
        assert table.flow("maria") == 11
    elif flag == "yellow":
        assert table.choose("take fins").items("maria") == ["fins"]
    else:
        assert table.choose("take star").kept("maria") == ["shell", "star"]
    assert (table.paddle("maria"), table.fall("maria"), table.status("maria")) == (0, 0, "wiped out")


@pytest.mark.parametrize("cats", ["maria rufo mandy", "mandy rufo maria"])
def test_sc40_all_that_wipe_out_in_a_step_do_so_before_any_reward_is_read(cats):
    reward = [{"op": "flow", "amount": 1, "per": "surfing"}]
    tables = [cat | {"wipeout": cat["wipeout"] | {"green": reward}} for cat in BOX_TABLES["cats"]]
    table = position(cats, decks=dict.fromkeys(CATS[:3], "Distraction, One"), fall={"maria": 5, "rufo": 5}, cards=custom(cats=tables)).act()
    assert [table.flow(name) for name in CATS[:3]] == [11, 11, 10]
    assert table.happened(rules.WIPED_OUT) == [name for name in cats.split() if name != "mandy"]




def test_sc40_each_cause_of_a_wipeout_is_told():
    fall = position("maria", decks={"maria": "Distraction"}, fall={"maria": 5}).act()
    paddle = position("maria", decks={"maria": "Three"}, paddle={"maria": 9}).act()
    crash = position("maria rufo", paddle=dict.fromkeys(CATS[:2], 4), decks=dict.fromkeys(CATS[:2], "One"))
    crash.act(maria="ride", rufo="ride")
    causes = [event.amount for table in (fall, paddle, crash) for event in table.log if event.kind == rules.WIPED_OUT]
    assert causes == [rules.BY_FALL, rules.BY_PADDLE, rules.BY_COLLISION, rules.BY_COLLISION]


def test_sc41_the_wave_ends_when_nobody_surfs():
    table = position("maria rufo", paddle={"maria": 4}, decks={"rufo": "Distraction, One"}, fall={"rufo": 6})
    table.act(maria="ride")
    assert table.question == "market"


# between waves
def test_sc50_five_cards_of_which_one_is_taken_and_paid():
    table = on_the_beach(position("maria rufo", market="Slip, Star, Jam, Undo, Peek, Splash, Push, Rob, Chain, Reach"))
    assert table.choices("maria") == ["take Slip", "take Star", "take Jam", "take Undo", "take Peek"]
    assert table.choices("rufo") == ["take Splash", "take Push", "take Rob", "take Chain", "take Reach"]
    table.answer(maria="take Jam", rufo="take Rob")
    assert (table.flow("maria"), table.flow("rufo")) == (7, 9)
    assert "Jam" in table.deck("maria") and len(table.deck("maria")) == 9
    assert len(table.game.market_discards(table.state)) == 8


def test_sc50_all_tricks_are_shuffled_in_play_or_not():
    table = position("maria", decks={"maria": "One, Two, Shell, Show"}).turn().turn()
    on_the_beach(table).first_choices()
    assert len(table.deck("maria")) == 5 and table.in_play("maria") == []


def test_sc50_a_card_must_be_taken_and_flow_stops_at_nothing():
    table = on_the_beach(position("maria", market="Costly, Slip", flow={"maria": 3}))
    assert table.choices("maria") == ["take Costly", "take Slip"]
    assert table.answer(maria="take Costly").flow("maria") == 0


def test_sc50_the_discards_make_a_new_deck():
    table = position("neo maria", decks={"neo": "Copycat, One", "maria": "One, One"},
                     market="Costly, Slip, Star, Jam, Undo, Peek, Push")
    on_the_beach(table.turn())
    assert table.happened(rules.MARKET_SHUFFLED) == [None]
    assert "take Costly" in table.choices("maria") and len(table.choices("maria")) == 2


def test_sc50_of_two_equal_cards_the_nearer_one_is_taken():
    table = on_the_beach(position("maria", market="Slip, Slip, Star, Star, Star"))
    assert table.choices("maria") == ["take Slip", "take Star"]


def test_sc50_no_market_after_the_black_wave():
    assert on_the_beach(position("maria", flag="black", last=True)).where == "after wave 1, turn 1"


def test_sc51_the_first_sort_sheds_distraction_and_lowers_prices():
    table = position("maria", decks={"maria": "Shell, Distraction, One"}, filled={"maria": {(0, 1): "star"}},
                     done={"maria": (1, 2)},
                     market="Jam, Slip")
    table.turn()
    assert table.is_complete("maria", 0) and "Distraction" in table.deck("maria")
    on_the_beach(table)
    assert dict(table.game.offered(table.state, 0)) == {"Jam": 2, "Slip": 0}
    flow = table.flow("maria")
    table.answer(maria="take Jam")
    assert "Distraction" not in table.deck("maria") and table.flow("maria") == flow - 2


def test_sc51_the_second_sort_gives_the_unique_ability_for_good():
    table = position("rufo", decks={"rufo": "Shell, One, Distraction, One"}, filled={"rufo": {(1, 0): "star"}},
                     done={"rufo": (0, 2)},)
    assert table.game.limits(table.state, 0)[1] == 7
    table.turn()
    assert table.game.limits(table.state, 0)[1] == 9
    on_the_beach(table).first_choices()
    assert table.where == "in wave 2, turn 1" and table.game.limits(table.state, 0)[1] == 9


def test_sc51_the_third_sort_puts_the_unique_trick_on_top():
    table = position("maria rufo", decks={"maria": "Star, One, One"}, filled={"maria": {(2, 0): "star"}},
                     done={"maria": (0, 1)}).turn()
    assert table.top("maria") == table.top("maria", "rufo") == "maria best"
    table.turn()
    assert table.in_play("maria") == ["Star", "maria best"]


def test_sc51_a_unique_trick_that_comes_too_late_is_shuffled_in_unseen():
    """The reward of a wipeout completes the card; a trick in play stays there, and no place in the deck is known any more."""
    orders, told = set(), set()
    for seed in range(12):
        table = position("maria rufo", flag="red", decks={"maria": "Three, One, Two, Show", "rufo": "One, Two"}, known=("maria",),
                         fall={"maria": 5}, filled={"maria": {(2, 0): "star"}}, done={"maria": (0, 1)}, seed=seed).act().choose("take star")
        assert table.is_complete("maria", 2) and table.in_play("maria") == ["Three"]
        assert (table.top("maria", "maria"), table.top("maria")) == (None, None)
        deck = table.state["deck"][0, 0, :4]
        orders.add(tuple(deck).index(BOX.trick_kind("maria best")))
        told.update(event.amount for event in table.log if event.kind == rules.UNLOCKED)
    assert len(orders) > 1 and told == {-1}




def test_sc52_then_the_next_wave_and_its_events_come():
    table = on_the_beach(position("maria", market="Slip, Star"))
    assert len(table.game.waves(table.state)) == 1
    table.first_choices()
    waves = [BOX.waves[BOX.wave_id(name)].flag for name in table.game.waves(table.state)]
    assert waves == ["green", "yellow"] and table.meters("maria")[:2] == (0, 0)


def test_sc52_a_cat_has_first_events_then_resources_then_looks_as_a_wave_comes():
    events = [event_card("First", {"op": "flow", "amount": 1}), event_card("Second", {"op": "item", "of": ["leash"]})]
    table = coming_to("mandy maria", events, {"mandy": (rules.WAVE_LOOK, rules.WAVE_RESOURCE)}, done={"mandy": (0, 1, 2)})
    while table.question in ("resource", "look"):
        table.first_choices()
    told = kinds_of(table, rules.EVENT_CAME, rules.CHANGED_FLOW, rules.ITEM_GAINED, rules.RESOURCE_KEPT, rules.LOOKED)
    assert told[told.index((rules.EVENT_CAME, None)):] == [
        (rules.EVENT_CAME, None), (rules.EVENT_CAME, None), (rules.CHANGED_FLOW, "mandy"), (rules.ITEM_GAINED, "mandy"),
        (rules.RESOURCE_KEPT, "mandy"), (rules.LOOKED, "mandy"), (rules.CHANGED_FLOW, "maria"), (rules.ITEM_GAINED, "maria")]


def test_sc52_what_comes_with_a_wave_is_counted_before_its_events():
    """The event completes the card that gives a resource with each wave; this wave gives none yet."""
    events = [event_card("First", {"op": "resource", "of": "star"}), event_card("Second", {"op": "flow", "amount": 1})]
    table = coming_to("chope maria", events, {}, filled={"chope": {(1, 0): "shell"}}, done={"chope": (0, 2), "maria": (0, 1, 2)})
    assert table.is_complete("chope", 1) and (table.question, table.kept("chope")) == ("act", [])


def test_sc52_all_cats_surf_before_the_events_are_read():
    events = [event_card("First", {"op": "flow", "amount": 1, "per": "surfing"}), event_card("Second", {"op": "flow", "amount": 1})]
    table = coming_to("maria rufo mandy", events, {}, flow=dict.fromkeys(CATS[:3], 20))
    gained = [int(event.amount) for event in table.log if event.kind == rules.CHANGED_FLOW][-6:]
    assert gained == [3, 1] * 3




# rewards
def test_sc60_a_resource_of_choice():
    table = position("maria", decks={"maria": "Gnarly, One"}, done={"maria": (0, 1, 2)}).act()
    assert table.choices("maria") == ["take shell", "take star"]


def test_sc60_a_look_keeps_the_card_on_top():
    table = position("maria", decks={"maria": "Peek, One, Two"}).act().choose("keep")
    assert (table.top("maria", "maria"), table.top("maria")) == ("One", None)


def test_sc60_a_look_puts_the_card_under():
    table = position("maria", decks={"maria": "Peek, One, Two"}).act().choose("bottom")
    assert table.turn().in_play("maria") == ["Peek", "Two"]
    assert table.top("maria", "maria") == "One"


def test_sc60_a_look_from_the_beach_is_made_as_the_next_wave_comes():
    table = on_the_beach(position("maria", paddle={"maria": 8}, market="Slip, Star"))
    assert table.first_choices().question == "look"
    assert table.where == "as wave 2 comes"


def test_sc60_a_freestyle_takes_resources_and_flow_of_four_and_leaves_the_meters():
    table = position("maria", decks={"maria": "Jam, One, Two"}, played={"maria": "Shell, Show, Gnarly"},
                     paddle={"maria": 3}, fall={"maria": 4},
                     done={"maria": (0, 1, 2)})
    state = table.state.copy()
    Fate(freestyles=((0, ("Shell", "Show", "Gnarly", "One")),)).foretell(BOX, state)
    table = Position(table.game, state).act().choose("take star")
    assert table.meters("maria") == (3, 4, 12) and table.kept("maria") == ["shell", "star"]
    assert sorted(table.deck("maria")) == sorted(["Jam", "One", "Two", "Shell", "Show",
                                                  "Gnarly"]) and table.in_play("maria") == []


def test_sc60_a_freestyle_gives_flow_then_the_resources_of_the_trick_shown_last_first():
    table = position("maria rufo", flag="black", decks={"maria": "Distraction, Star, Shell, Show, Gnarly", "rufo": "One, One"},
                     fall={"maria": 5}, done={"maria": (0, 1, 2)})
    state = table.state.copy()
    Fate(freestyles=((0, ("Shell", "Star", "Show", "Gnarly")),)).foretell(BOX, state)
    table = Position(table.game, state).act()
    assert (table.question, table.kept("maria"), table.flow("maria")) == ("resource", [], 12)
    table.choose("take shell")
    kept = [BOX.resources[event.card].name for event in table.log if event.kind == rules.RESOURCE_KEPT]
    assert kept == ["shell", "star", "shell"]


def test_sc60_a_look_at_the_only_card_is_not_asked_and_it_is_known():
    table = position("maria rufo", decks={"maria": "Peek, One", "rufo": "One, One"}).act()
    assert table.question == "act" and table.happened(rules.LOOKED) == ["maria"]
    assert (table.top("maria", "maria"), table.top("maria", "rufo")) == ("One", None)


def test_sc60_a_look_without_a_card_is_kept_for_the_next_wave():
    table = position("maria rufo", decks={"maria": "Peek", "rufo": "One, One"}).act()
    assert table.happened(rules.LOOKED) == [] and table.happened(rules.LOOK_KEPT) == ["maria"]




# the end
def test_sc70_items_and_kept_resources_and_the_instructor_count():
    cards = custom(instructors=[{"name": f"Teacher {n}", "effects": [{"op": "flow", "amount": 4}]} for n in range(10)])
    game = Game(("maria",), cards=cards, variant=Variant(waves=(0, 0, 0, 1)))
    state = Position(game, game.start()).first_choices().state.copy()
    state["table"]["kept"][0, 0, 0] = 3
    state["table"]["filled"][0, 0, 0, 0] = 1
    table = on_the_beach(Position(game, state))
    assert table.points("maria") == {"flow": 10, "items": 1, "kept": 3, "icons": 0, "instructor": 4, "total": 18}


@pytest.mark.parametrize("metric, amount, flow", [("Koa", 2, 4), ("Luz", 1, 3), ("Doc", 1, 5)])
def test_sc70_instructors_count_what_they_say(metric, amount, flow):
    table = position("maria", done={"maria": (0, 1)})
    state = table.state.copy()
    state["table"]["instructor"][0, 0] = BOX.instructor_id(metric)
    state["table"]["rides"][0, 0] = state["table"]["wipeouts"][0, 0] = amount
    assert Position(table.game, state).points("maria")["instructor"] == flow


def test_sc70_a_look_too_late_counts_one():
    table = on_the_beach(position("maria", flag="black", last=True, paddle={"maria": 8}))
    assert table.points("maria")["icons"] == 1


def test_sc70_a_freestyle_too_late_counts_one():
    table = position("maria", flag="black", last=True, decks={"maria": "Gnarly"}, fall={"maria": 5},
                     done={"maria": (0, 1, 2)}).act()
    table.choose("take star")
    assert table.happened(rules.FREESTYLED) == [] and table.points("maria")["icons"] == 1


def test_sc71_most_flow_wins():
    table = on_the_beach(position("maria rufo", flag="black", last=True, flow={"maria": 9}))
    assert table.winners == ["rufo"]


def test_sc71_a_tie_is_broken_by_resources():
    table = position("maria rufo", flag="black", last=True, decks={"maria": "One, Two", "rufo": "Gnarly, One"})
    assert on_the_beach(table).winners == ["rufo"]
    assert [event.amount for event in table.log if event.kind == rules.TIE_BROKEN] == [0, 1]


def test_sc71_looks_are_no_resources_and_in_the_end_the_win_is_shared():
    table = position("maria rufo", flag="black", last=True, decks={"maria": "Peek, One", "rufo": "Three, One"})
    assert on_the_beach(table).winners == ["maria", "rufo"]
    assert len(table.happened(rules.TIE_BROKEN)) == 2 * rules.MOST_TIEBREAKS


# variants
def test_sc80_kittens_have_neither_events_nor_instructors():
    game = Game(("maria", "rufo"), variant=KITTENS)
    table = Position(game, game.start())
    assert table.question == "act" and game.events(table.state) == [] and game.instructor(table.state, 0) is None


def test_sc81_more_waves_and_two_final_ones():
    game = Game(("maria",), cards=BOX, variant=Variant(kittens=True, waves=(2, 1, 1, 2)))
    table, visits = Position(game, game.start()), 0
    while not game.is_over(table.state):
        visits += table.question == "market"
        if table.question in ("act", "item"):
            on_the_beach(table)
        else:
            table.first_choices()
    assert [BOX.waves[BOX.wave_id(name)].flag for name in game.waves(table.state)] == ["green", "green", "yellow",
                                                                                       "red", "black", "black"]
    assert visits == 4


def test_sc81_several_cards_a_visit():
    table = on_the_beach(position("maria rufo", variant=Variant(kittens=True, picks=2)))
    before = {name: len(table.deck(name)) for name in ("maria", "rufo")}
    taken = {name: table.choices(name)[0] for name in table.choosers}
    table.answer(**taken)
    assert table.question == "market" and len(table.game.offered(table.state, 0)) == 4
    assert (table.table["bought"] == -1).all()
    table.first_choices()
    assert {name: len(table.deck(name)) for name in before} == {"maria": before["maria"] + 2,
                                                                "rufo": before["rufo"] + 2}


def test_sc81_ability_cards_mixed_from_different_cats():
    seen = set()
    for seed in range(12):
        game = Game(("maria", "rufo"), variant=Variant(mixed=True), seed=seed)
        hands = [[ability.name for ability, _, _ in game.abilities(game.start(), seat)] for seat in (0, 1)]
        for hand in hands:
            assert [HOUSE.ability_names.index(name) % 3 for name in hand] == [0, 1, 2]
            seen |= {HOUSE.abilities[HOUSE.ability_names.index(name)].cat for name in hand}
        assert not set(hands[0]) & set(hands[1])
    assert seen == set(CATS)


# what is seen
def test_sc90_the_content_of_a_deck_is_public_and_its_order_is_not():
    table = position("maria", decks={"maria": "Two, One, Gnarly"})
    assert table.deck("maria") == ["One", "Two", "Gnarly"] and table.top("maria") is None


def test_sc90_a_market_offer_is_seen_by_its_cat_alone():
    table = on_the_beach(position("maria rufo"))
    public = table.table["market"][:table.table["unseen"]]
    assert Counter(BOX.trick_names[kind] for kind in public) == Counter(
        trick.name for trick in BOX.market for _ in range(trick.count))


def test_sc90_the_card_a_cat_looked_at_is_known_to_it_alone():
    table = position("maria rufo", decks={"maria": "Peek, One, Two"}).act().choose("keep")
    assert (table.top("maria", "maria"), table.top("maria", "rufo")) == ("One", None)


def test_sc91_the_promo_cards_have_no_rule():
    assert PROMOS == 5 and not any("lifeguard" in name.lower() for name in HOUSE.trick_names)
