"""Card sets: the house set has the box's counts, a typed set is taken whole or refused with everything wrong in it."""
import copy
import datetime
import re
import tomllib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from surflab import card_files
from surflab.surfs_up import rules
from surflab.surfs_up.cards import HOUSE, METRIC_WORDS, CardSet, CardSetError, Goal, describe, energy_kind, energy_name

HOUSE_DATA = tomllib.loads(HOUSE.read_text())
SMALL = {
    "custom": True,
    "suits": ["north"],
    "bluebottles": 1,
    "waves": [{"suit": "north", "points": 12, "count": 3}],
}


def house(**changes):
    """The house set as typed, with other values under some keys."""
    return copy.deepcopy(HOUSE_DATA) | changes


def complaints(data):
    """What is wrong with a set, each complaint for itself."""
    with pytest.raises(CardSetError) as refused:
        CardSet.from_dict(data)
    return refused.value.complaints


def first_row(key, **changes):
    """The house set with changes in the first row under a key."""
    data = house()
    data[key][0] |= changes
    return data


def one_goal(**goal):
    """The house set with one goal, its parts as given."""
    return house(goals=[{"name": "Test goal", "points": 3, "metric": "waves"} | goal])


# the house set
def test_the_house_set_has_the_counts_of_the_box():
    cards = CardSet.house()
    assert sum(wave.count for wave in cards.waves) == 23
    assert cards.bluebottles == 5
    assert sum(card.count for card in cards.boards + cards.energy) == 42
    assert sum(sting.count for sting in cards.stings) == 18
    assert len(cards.goals) == 18
    assert not cards.custom and not cards.warnings


def test_the_suits_of_the_house_set_are_worth_more_and_more():
    cards = CardSet.house()
    assert cards.suits == ("orange", "teal", "purple")
    of_suit = [[wave for wave in cards.waves if wave.suit == suit] for suit in cards.suits]
    assert [sum(wave.count for wave in waves) for waves in of_suit] == [8, 8, 7]
    mean = [sum(wave.points * wave.count for wave in waves) / sum(wave.count for wave in waves) for waves in of_suit]
    assert mean == sorted(mean) and mean[0] + 1.5 < mean[1] < mean[2] - 1.5
    assert min(wave.points for wave in cards.waves) == 1 and max(wave.points for wave in cards.waves) == 10


def test_the_house_set_allows_the_scoring_example():
    """Waves 1, 4, 5, 5, two of them orange; orange boards worth 3 a wave together; goals 3 and 5; tokens 1 and 3."""
    cards = CardSet.house()
    worth = {suit: [wave.points for wave in cards.waves if wave.suit == suit for _ in range(wave.count)]
             for suit in cards.suits}
    assert {1, 4} <= set(worth["orange"]) and worth["teal"].count(5) >= 2
    assert {1, 2} <= {board.bonus for board in cards.boards if board.suit == "orange"}
    assert {3, 5} <= {goal.points for goal in cards.goals}
    assert {1, 3} <= {sting.value for sting in cards.stings}


def test_dearer_beach_cards_do_more():
    cards = CardSet.house()
    for suit in cards.suits:
        ladder = sorted((board.cost, board.bonus) for board in cards.boards if board.suit == suit)
        assert ladder == sorted(ladder, key=lambda step: step[1])
    ladder = sorted((energy.value, energy.cost) for energy in cards.energy)
    assert ladder == sorted(ladder, key=lambda step: step[1])
    assert all(1 <= card.cost <= rules.MAX_RESPECT for card in cards.boards + cards.energy)


def test_goals_of_the_house_set_differ():
    goals = CardSet.house().goals
    assert len({goal.name for goal in goals}) == 18
    assert len({(goal.metric, goal.least, goal.most) for goal in goals}) == 18
    assert len({goal.sentence for goal in goals}) == 18
    assert all(2 <= goal.points <= 6 for goal in goals)


def test_the_house_set_is_read_once():
    assert CardSet.house() is CardSet.house()


# names
def test_cards_are_found_by_the_names_of_a_record():
    cards = CardSet.house()
    assert cards.ocean_names[-1] == "bluebottle"
    for kind, name in enumerate(cards.ocean_names):
        assert cards.ocean_kind(name) == kind
    for kind, name in enumerate(cards.beach_names):
        assert cards.beach_kind(name) == kind
    for number, name in enumerate(cards.goal_names):
        assert cards.goal_id(name) == number


def test_an_unknown_name_is_answered_with_the_known_ones():
    cards = CardSet.house()
    with pytest.raises(ValueError, match=r'ocean card "orange 11" \(did you mean "orange 1"\?\).*teal 3, teal 4'):
        cards.ocean_kind("orange 11")
    with pytest.raises(ValueError, match="beach card .*energy 4"):
        cards.beach_kind("bluebottle")
    with pytest.raises(ValueError, match="shared goal .*" + re.escape(cards.goal_names[3])):
        cards.goal_id("No such goal")
    with pytest.raises(ValueError, match="known: none"):
        CardSet.from_dict(SMALL).goal_id("Quiver")


def test_energy_is_named_by_its_value_and_a_t_for_temporary():
    names = [energy_name(kind) for kind in range(rules.KINDS)]
    assert names == [*"012345", "1t", "2t", "3t", "4t", "5t", "6t", "7t", "8t", "9t"]
    assert [energy_kind(name) for name in names] == list(range(rules.KINDS))
    for wrong in ("6", "0t", "10t", "", "5 ", None, 5, "५"):
        with pytest.raises(ValueError, match="energy card"):
            energy_kind(wrong)


# the rules' tables
def test_the_tables_say_what_the_cards_say():
    cards = CardSet.house()
    assert cards.tables.dtype == rules.CARDS and len(cards.tables) == 1
    row = cards.tables[0]
    for kind, wave in enumerate(cards.waves):
        assert (cards.suits[row.ocean_suit[kind]], row.ocean_points[kind], row.ocean_count[kind]) == (
            wave.suit, wave.points, wave.count)
    assert row.ocean_kinds == len(cards.waves) + 1
    assert (row.ocean_suit[len(cards.waves)], row.ocean_count[len(cards.waves)], row.bluebottles) == (-1, 5, 5)
    for kind, board in enumerate(cards.boards):
        assert (cards.suits[row.beach_suit[kind]], row.beach_value[kind], row.beach_cost[kind]) == (
            board.suit, board.bonus, board.cost)
    for kind, energy in enumerate(cards.energy, len(cards.boards)):
        assert (row.beach_suit[kind], row.beach_value[kind], row.beach_cost[kind], row.beach_count[kind]) == (
            -1, energy.value, energy.cost, energy.count)
    assert row.beach_kinds == len(cards.beach_names) and row.beach_count.sum() == 42
    assert {value: count for value, count in enumerate(row.sting_count) if count} == {
        sting.value: sting.count for sting in cards.stings}
    assert row.stings == 18


def test_the_tables_hold_the_bounds_of_every_goal():
    goals = [{"name": "a", "points": 2, "metric": "waves.teal", "at_least": 2, "at_most": 4},
             {"name": "b", "points": 3, "metric": "board_points", "exactly": 5},
             {"name": "c", "points": 4, "metric": "stings", "at_most": 0}]
    row = CardSet.from_dict(house(goals=goals)).tables[0]
    assert row.goals == 3
    assert list(row.goal_metric[:3]) == [rules.WAVES_WON, rules.BOARD_POINTS, rules.STINGS_TAKEN]
    assert list(row.goal_suit[:3]) == [1, -1, -1]
    assert list(row.goal_least[:3]) == [2, 5, 0]
    assert row.goal_most[0] == 4 and row.goal_most[1] == 5 and row.goal_most[2] == 0
    assert list(row.goal_points[:3]) == [2, 3, 4]


def test_a_custom_set_at_the_rules_limits_has_tables():
    data = {
        "custom": True,
        "suits": ["a", "b", "c", "d", "e", "f"],
        "bluebottles": 8,
        "waves": [{"suit": suit, "points": 99, "count": 6 if suit < "e" else 8} for suit in "abcdef"],
        "boards": [{"suit": "f", "bonus": bonus, "cost": 4, "count": 1} for bonus in range(55)],
        "energy": [{"value": value, "cost": 0, "count": 1} for value in range(1, 10)],
        "stings": [{"value": value, "count": 4 if value < 8 else 2} for value in range(10)],
        "goals": [{"name": f"Goal {i}", "points": i, "metric": "wave_points", "exactly": i} for i in range(18)],
    }
    cards = CardSet.from_dict(data)
    assert not cards.warnings
    row = cards.tables[0]
    assert row.ocean_count.sum() == rules.OCEAN and row.beach_count.sum() == rules.BEACH
    assert row.sting_count.sum() == rules.STINGS == row.stings and row.goals == rules.GOALS


# in and out
def test_a_set_is_written_as_it_was_typed_unknown_keys_included():
    data = house(colour="blue", title="Thursday")
    data["waves"][0]["artist"] = "Ana"
    data["printed"] = datetime.date(2020, 1, 2)
    cards = CardSet.from_dict(data, "mine.toml")
    assert cards.to_dict() == data
    assert list(cards.to_dict()) == list(data)
    assert CardSet.from_dict(cards.to_dict()) == cards
    assert [warning.split(" means")[0] for warning in cards.warnings] == [
        'mine.toml: the set: the key "colour"', 'mine.toml: the set: the key "printed"',
        'mine.toml: orange 1: the key "artist"']


def test_neither_the_typed_data_nor_what_is_written_is_shared():
    data = house()
    cards = CardSet.from_dict(data)
    data["waves"].clear()
    cards.to_dict()["boards"].clear()
    assert cards.to_dict() == HOUSE_DATA


def test_a_mistyped_key_is_warned_of_with_the_right_one():
    data = house()
    data["goals"][0]["at_leats"] = 3
    assert 'did you mean "at_least"?' in CardSet.from_dict(data).warnings[0]


def test_rows_of_the_same_card_are_added_up():
    data = house()
    row = data["boards"][0]
    row["count"] -= 1
    data["boards"].append(row | {"count": 1})
    cards = CardSet.from_dict(data)
    assert cards.boards == CardSet.house().boards
    assert cards.to_dict() == data


def test_a_card_printed_no_time_is_no_card():
    data = house()
    data["waves"].append({"suit": "teal", "points": 10, "count": 0})
    assert CardSet.from_dict(data) == CardSet.house()


def test_a_file_is_loaded_by_its_path(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(HOUSE.read_text())
    assert CardSet.load(file) == CardSet.house() == CardSet.load(str(file))


def test_what_is_no_card_file_is_refused_by_name(tmp_path):
    file = tmp_path / "mine.toml"
    for content, reason in ((b"suits = =\n", "mine.toml: is not TOML.*line 1"), (b"\xff", "mine.toml: is not UTF-8 text .at line 1"),
                            (b"a = " + b"[" * 100_000, "mine.toml: .*deep"), (b"a." * 100_000 + b"b = 1", "key of more than 32 parts"),
                            (b"a = " + b"9" * 5000, "mine.toml"), (b"#" * (1 << 20) + b"\n", "larger than 1 MiB"),
                            (b'game = "surfin-cats"\n', 'is "surfin-cats", should be "surfs-up"'),
                            (b"surflab = 2\n", "surflab: is 2")):
        file.write_bytes(content)
        with pytest.raises(CardSetError, match=reason):
            CardSet.load(file)
    for missing in (tmp_path / "none.toml", tmp_path, "a\0b"):
        with pytest.raises(CardSetError, match="cannot be read"):
            CardSet.load(missing)


# what is refused
@pytest.mark.parametrize("data, complaint", [
    (first_row("waves", count=3), "waves: there are 24 (9 orange, 8 teal, 7 purple), should be 23 as in the box"),
    (first_row("stings", count=9), "bluebottle tokens: there are 24"),
    (house(bluebottles=4), "bluebottles: there are 4, should be 5"),
    (house(bluebottles=True), "the set: bluebottles is true, should be a whole number from 1"),
    (house(boards=[]), "beach cards: there are 18, should be 42"),
    (house(energy=[]), "should be 42"),
    (first_row("waves", count=-1), "orange 1: count is -1, should be a whole number from 0"),
    (first_row("waves", count=True), "orange 1: count is true"),
    (first_row("waves", count=2.0), "orange 1: count is 2.0"),
    (first_row("waves", count="2"), 'orange 1: count is "2"'),
    (first_row("waves", points=11), "orange 11: points is 11, should be a whole number from 1 to 10"),
    (first_row("waves", points=0), "orange 0: points is 0, should be a whole number from 1 to 10"),
    (first_row("waves", suit="teel"), 'teel 1: suit is "teel", should be one of orange, teal, purple'),
    (first_row("waves", suit=["teal"]), "waves row 1: suit is a list"),
    (first_row("boards", cost=None), "orange +1: cost is None"),
    (first_row("boards", bonus=1 << 70), "boards row 1: bonus is a number beyond 1000000000"),
    (first_row("energy", value=10), "energy 10: value is 10, should be a whole number from 1 to 9"),
    (first_row("energy", value=0), "energy 0: value is 0"),
    (first_row("stings", value=4), "bluebottle token 4: value is 4, should be a whole number from 0 to 3"),
    (first_row("stings", value=-1), "bluebottle token -1: value is -1"),
    (house(suits=["orange", "teal", "Teal", "purple"]), 'suits: "Teal" is listed twice'),
    (house(suits=[]), "suits: lists 0, should list 1 to 6"),
    (house(suits=[*"abcdefg"]), "suits: lists 7, should list 1 to 6"),
    (house(suits=["deep blue"]), 'suits: "deep blue" is not a name'),
    (house(suits=["energy"]), 'suits: "energy" means something else'),
    (house(suits="orange"), 'suits: is "orange", should list'),
    (house(waves={}), "waves: is a table, should be a list of tables such as {suit"),
    (house(goals=[7]), "goals row 1: is 7, should be a table"),
    (house(custom="yes"), 'custom: is "yes", should be true or false'),
    (one_goal(), "goal Test goal: has no bound"),
    (one_goal(at_least=3, at_most=2), "goal Test goal: nothing is at_least 3 and at_most 2 at once"),
    (one_goal(exactly=3, at_most=2), "goal Test goal: nothing is at_most 2 and exactly 3 at once"),
    (one_goal(at_most=-1), "goal Test goal: at_most is -1"),
    (one_goal(at_least=True), "goal Test goal: at_least is true"),
    (one_goal(at_least=1, metric="wave"), 'goal Test goal: metric is "wave" (did you mean "waves"?)'),
    (one_goal(at_least=1, metric="waves.black"), 'goal Test goal: metric is "waves.black"'),
    (one_goal(at_least=1, metric="respect.orange"), 'goal Test goal: metric is "respect.orange"'),
    (one_goal(at_least=1, metric=3), "goal Test goal: metric is 3"),
    (one_goal(at_least=1, points=-2), "goal Test goal: points is -2"),
    (one_goal(at_least=1, name="<img onerror=alert(1)>"), "is not a name"),
    (one_goal(at_least=1, name=""), "is not a name"),
    (one_goal(at_least=1, name=None), "goals row 1: the name is missing"),
    (house(goals=HOUSE_DATA["goals"][:1] * 2), "is there twice"),
    (house(goals=[goal | {"name": f"Goal {i}"} for i, goal in enumerate(HOUSE_DATA["goals"] * 2)]),
     "goals: there are 36, should be at most 18"),
    ({"custom": True}, "waves: there are 0, should be at least 3"),
    (SMALL | {"bluebottles": 0}, "bluebottles is 0, should be a whole number from 1"),
    (SMALL | {"bluebottles": 46}, "waves and bluebottles: there are 49 (3 north, 46 bluebottle), should be at most 48"),
    (SMALL | {"energy": [{"value": 1, "cost": 1, "count": 64}, {"value": 2, "cost": 1, "count": 1}]},
     "beach cards: there are 65, should be at most 64"),
    (SMALL | {"stings": [{"value": 1, "count": 36}, {"value": 9, "count": 1}]},
     "bluebottle tokens: there are 37 (36 of 1, 1 of 9), should be at most 36"),
    (SMALL | {"stings": [{"value": 10, "count": 1}]}, "should be a whole number from 0 to 9"),
    ([], "is a list, should be a table"),
])
def test_a_complaint_names_the_card_the_count_and_what_is_right(data, complaint):
    assert any(complaint in found for found in complaints(data)), complaints(data)


def test_a_name_has_one_cost():
    data = house()
    data["boards"].append(data["boards"][0] | {"cost": 4, "count": 0})
    assert complaints(data) == ["orange +1: costs 1 in one row and 4 in another, should have one cost"]


def test_everything_wrong_is_told_at_once():
    data = house(bluebottles=6)
    data["waves"][0]["suit"] = "black"
    data["boards"][2]["bonus"] = -3
    data["goals"][5]["metric"] = "luck"
    found = complaints(data)
    assert len(found) == 4
    with pytest.raises(CardSetError) as refused:
        CardSet.from_dict(data, "mine.toml")
    assert str(refused.value).startswith("mine.toml:\n") and all(text in str(refused.value) for text in found)


def test_a_row_with_a_mistake_still_counts():
    found = complaints(first_row("waves", suit="black"))
    assert found == ['black 1: suit is "black", should be one of orange, teal, purple']


def test_a_flood_of_mistakes_stays_readable():
    data = house(goals=[{f"key {i}": i} for i in range(50_000)]) | {f"key {i}": i for i in range(50_000)}
    with pytest.raises(CardSetError) as refused:
        CardSet.from_dict(data)
    assert len(str(refused.value).splitlines()) < 110 and "more" in str(refused.value)


def test_a_small_custom_set_is_enough():
    cards = CardSet.from_dict(SMALL)
    assert cards.custom and cards.ocean_names == ["north 12", "bluebottle"] and cards.beach_names == []


@pytest.mark.parametrize("changes, warning", [
    ({"energy": [{"value": 1, "cost": 5, "count": 1}]}, "energy 1: costs 5, and nobody ever holds more than 4 respect"),
    ({"suits": ["north", "south"]}, 'no wave is "south"'),
    ({"goals": [{"name": "Far out", "points": 1, "metric": "waves", "at_least": 4}]}, "asks for 4 and nobody can have"),
    ({"goals": [{"name": "Free", "points": 1, "metric": "waves", "at_least": 0}]}, "is met by everybody"),
])
def test_what_is_odd_but_playable_is_warned_of(changes, warning):
    assert any(warning in found for found in CardSet.from_dict(SMALL | changes).warnings)


# whatever is typed
TOML_VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.integers(-3, 100), st.floats(), st.text(max_size=12), st.dates(),
              st.datetimes(), st.times(), st.sampled_from(["orange", "teal", "waves", "waves.teal", "energy"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["suit", "points", "count", "cost", "bonus", "value", "name", "metric", "at_least", "exactly"])
        | st.text(max_size=5), inner, max_size=5),
    max_leaves=12)


def refused_or_sound(data):
    """Take the set or see it refused; what is taken is whole."""
    try:
        cards = CardSet.from_dict(data)
    except CardSetError as refused:
        assert refused.complaints and str(refused)
        return
    assert cards.to_dict() == data
    assert isinstance(describe(cards), str)
    assert cards.tables[0].ocean_count.sum() <= rules.OCEAN


@given(st.dictionaries(st.sampled_from([*HOUSE_DATA, "custom"]) | st.text(max_size=5), TOML_VALUES, max_size=10))
def test_random_tables_are_refused_and_nothing_else(data):
    refused_or_sound(data)


@given(st.data())
def test_a_changed_house_set_is_taken_or_refused(draw):
    data = house(custom=draw.draw(st.booleans()))
    for _ in range(draw.draw(st.integers(1, 3))):
        key = draw.draw(st.sampled_from(list(data)))
        if isinstance(data[key], list) and data[key] and isinstance(data[key][0], dict) and draw.draw(st.booleans()):
            row = draw.draw(st.sampled_from(data[key]))
            known = [st.sampled_from(sorted(row))] if row else []
            row[draw.draw(st.one_of(*known, st.text(max_size=5)))] = draw.draw(TOML_VALUES)
        else:
            data[key] = draw.draw(TOML_VALUES)
    if "nan" not in repr(data):  # not equal to itself
        refused_or_sound(data)


@given(st.binary(max_size=60), st.integers(0, len(HOUSE.read_bytes())), st.integers(0, 40))
def test_a_damaged_file_is_taken_or_refused(junk, place, lost):
    content = HOUSE.read_bytes()
    content = content[:place] + junk + content[place + lost:]
    try:
        card_files.read(content, "mine.toml", CardSet.from_dict)
    except CardSetError as refused:
        assert "mine.toml" in str(refused)


# words
@pytest.mark.parametrize("goal, sentence", [
    (Goal("g", 1, "waves", at_least=5), "win at least 5 waves"),
    (Goal("g", 1, "waves.orange", at_least=2), "win at least 2 orange waves"),
    (Goal("g", 1, "waves.orange", exactly=1), "win exactly 1 orange wave"),
    (Goal("g", 1, "waves", at_most=0), "win no wave"),
    (Goal("g", 1, "suits", exactly=3), "win waves of exactly 3 suits"),
    (Goal("g", 1, "wave_points", at_least=20), "win waves worth at least 20 points together"),
    (Goal("g", 1, "boards", at_least=1, at_most=2), "buy 1 to 2 surfboards"),
    (Goal("g", 1, "boards.teal", at_most=1), "buy at most 1 teal surfboard"),
    (Goal("g", 1, "stings", exactly=0), "take no bluebottle token"),
    (Goal("g", 1, "starting_energy", at_least=3), "still own at least 3 of the five starting cards above 0"),
    (Goal("g", 1, "runner_ups", at_least=4), "be runner-up in at least 4 rounds"),
    (Goal("g", 1, "wipeouts", at_most=1), "wipe out in at most 1 round"),
    (Goal("g", 1, "wipeouts", at_most=0), "never wipe out"),
])
def test_a_goal_reads_as_it_counts(goal, sentence):
    assert goal.sentence == sentence


def test_every_metric_has_words_for_every_bound():
    assert set(METRIC_WORDS) == set(rules.METRICS)
    for metric in rules.METRICS:
        sentences = {Goal("g", 1, metric, **bounds).sentence for bounds in (
            {"at_least": 2}, {"at_most": 2}, {"exactly": 2}, {"at_least": 2, "at_most": 3}, {"exactly": 0},
            {"exactly": 1})}
        assert len(sentences) == 6 and not any("{" in sentence for sentence in sentences)


def test_the_description_lists_every_card_with_its_count():
    cards = CardSet.house()
    text = describe(cards)
    for card in cards.waves + cards.boards + cards.energy + cards.stings:
        assert re.search(rf"\b{card.count} x .*{re.escape(card.sentence)}", text)
    for goal in cards.goals:
        assert f"{goal.name}, {goal.points} points: {goal.sentence}" in text
    assert "Ocean cards (28)" in text and "Shared goals (18)" in text


def test_sentences_hold_the_numbers_of_the_card():
    cards = CardSet.house()
    for board in cards.boards:
        assert board.suit in board.sentence
        assert re.findall(r"\d+", board.sentence) == [str(board.cost), str(board.bonus)]
    for energy in cards.energy:
        assert re.findall(r"\d+", energy.sentence) == [str(energy.cost), str(energy.value)]


def test_tables_are_made_once_for_a_set():
    cards = CardSet.house()
    assert cards.tables is cards.tables and isinstance(cards.tables, np.ndarray)


def test_a_wave_beyond_the_box_is_refused_with_the_way_to_have_it():
    with pytest.raises(CardSetError, match="points is 14, should be a whole number from 1 to 10 as in the box, or say custom = true for up to 99"):
        CardSet.from_dict(CardSet.house().to_dict() | {"waves": [{"suit": "orange", "points": 14, "count": 23}]})
