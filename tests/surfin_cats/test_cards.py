"""The card set of Surfin' Cats: the house set, what a card says, and what is wrong with a set that cannot be played."""
from __future__ import annotations

import copy
import tomllib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surflab.surfin_cats import cards as module
from surflab.surfin_cats import rules
from surflab.surfin_cats.card_kinds import METRIC_WORDS, OP_WORDS, WHO_WORDS, Effect
from surflab.surfin_cats.cards import CardSet, CardSetError, describe

from .positions import BOX_TABLES

HOUSE = CardSet.house()
HOUSE_TABLES = HOUSE.to_dict()


def complaints(change, tables=HOUSE_TABLES) -> list[str]:
    """What the checker says of a set after `change` has been done to its tables."""
    changed = copy.deepcopy(tables)
    change(changed)
    with pytest.raises(CardSetError) as caught:
        CardSet.from_dict(changed)
    return caught.value.complaints


# the house set
def test_the_house_set_has_no_warnings_and_says_it_is_the_box():
    assert HOUSE.warnings == () and not HOUSE.custom


def test_five_different_unique_abilities():
    assert len({cat.abilities[1].effects for cat in HOUSE.cats}) == 5
    assert len({cat.unique for cat in HOUSE.cats}) == 5


def test_the_flags_rise():
    best = [np.mean([wave.columns[-1].flow for wave in HOUSE.waves if wave.flag == flag]) for flag in module.FLAGS]
    assert best == sorted(best)


def test_every_word_of_the_vocabulary_is_told():
    assert set(OP_WORDS) == set(rules.OPS) and set(METRIC_WORDS) == set(rules.METRICS)
    assert set(WHO_WORDS) == set(module.WHO)
    assert len(module.LASTING) == rules.LASTING


def test_a_set_is_written_as_it_was_read():
    assert CardSet.from_dict(HOUSE.to_dict()) == HOUSE
    assert HOUSE.to_dict() == tomllib.loads(module.HOUSE.read_text(encoding="utf-8"))


def test_tables_are_the_same_each_time():
    assert CardSet.from_dict(HOUSE_TABLES).tables.tobytes() == HOUSE.tables.tobytes()


def test_names_and_numbers_go_together():
    for names, number in ((HOUSE.trick_names, HOUSE.trick_kind), (HOUSE.cat_names, HOUSE.cat_id),
                          (HOUSE.item_names, HOUSE.item_kind),
                          (HOUSE.resource_names, HOUSE.resource_kind), (HOUSE.ability_names, HOUSE.ability_id),
                          (HOUSE.wave_names, HOUSE.wave_id), (HOUSE.event_names, HOUSE.event_kind),
                          (HOUSE.instructor_names, HOUSE.instructor_id)):
        assert [number(name) for name in names] == list(range(len(names)))
        with pytest.raises(ValueError, match="known"):
            number("no such name")


def test_a_mistyped_name_gets_a_suggestion():
    with pytest.raises(ValueError, match='did you mean "Gnarly"'):
        HOUSE.trick_kind("Gnarley")


def test_every_card_is_described_with_its_count():
    text = describe(HOUSE)
    assert "Market cards (40)" in text and "Waves (19)" in text and "lifeguard" in text
    for card in (*HOUSE.tricks, *HOUSE.waves, *HOUSE.events, *HOUSE.instructors, *HOUSE.items, *HOUSE.abilities):
        assert card.sentence in text


@pytest.mark.parametrize("effect, words", [
    (Effect("fall", -2), "fall −2"),
    (Effect("fall", 1, who="others"), "each other surfing cat: fall +1"),
    (Effect("item", of=("wax", "fins")), "1 wax or fins"),
    (Effect("resource", 2), "2 resources of your choice"),
    (Effect("price", -1, lasts="good"), "market cards cost 1 less (for good)"),
    (Effect("price", 1, lasts="wave"), "market cards cost 1 more (this wave)"),
    (Effect("flow", 3, metric="paddle", least=6), "if paddle is 6 or more, flow +3"),
    (Effect("flow", 1, per="in_play"), "flow +1 for each trick in play"),
    (Effect("jellyfish", 1, lasts="wave"), "jellyfish are active (this wave)"),
    (Effect("flow", 2, metric="behind", most=0), "if the number of cats with less flow is 0 or less, flow +2"),
    (Effect("look", 2), "2 looks"),
])
def test_effects_read_as_they_work(effect, words):
    assert effect.sentence == words


# what is wrong
def test_a_count_that_is_off_names_the_count():
    def change(tables):
        tables["market"][0]["count"] = 5
    assert complaints(change) == ["market cards: there are 43, should be 40 as in the box, or say custom = true"]


def test_everything_wrong_is_said_at_once_and_names_the_card():
    def change(tables):
        tables["market"][0]["paddle"] = "much"
        tables["items"][0]["effects"][0]["op"] = "fell"
        tables["waves"][0]["flag"] = "pink"
        tables["cats"][1]["items"] = ["finns"]
    said = "\n".join(complaints(change))
    assert 'market card "Nose Ride": paddle is "much"' in said
    assert 'item "wax", effects 1: "fell" is not an effect that works here (did you mean "fall"?)' in said
    assert 'wave "Paddling Pool": "pink" is not a flag' in said
    assert 'cat "rufo": "finns" is not an item (did you mean "fins"?)' in said


def set_in(*path):
    """A change that puts the last of `path` where the others lead."""
    def change(tables):
        *way, key, value = path
        for step in way:
            tables = tables[step]
        tables[key] = value
    return change


@pytest.mark.parametrize("change, said", [
    (set_in("game", "surfs-up"), 'should be "surfin-cats"'),
    (set_in("items", 0, "effects", 0, "amount", 0), "amount is 0"),
    (set_in("items", 0, "effects", 0, "amount", True), "amount is true"),
    (set_in("items", 0, "effects", 0, "who", "me"), "is not a reach"),
    (set_in("items", 0, "effects", 0, "lasts", "good"), "should be left out for fall"),
    (set_in("events", 0, "effects", 0, "lasts", "now"), 'should be "wave" or "good" for jellyfish'),
    (set_in("items", 0, "effects", 0, "at_least", 3), "condition by halves"),
    (set_in("items", 0, "effects", 0, "if", "weather"), "something that can be counted"),
    (set_in("items", 0, "effects", 0, "of", "wax"), "of names 1, should name 0 for fall"),
    (set_in("items", 0, "name", "a very long name for an item"), "is not a name"),
    (set_in("events", 1, "name", "Low Tide"), '"Low Tide" is there 2 times'),
    (set_in("common", 5, "name", "Dreaming"), "Distraction"),
    (set_in("common", 6, "paddle", 4), "should be paddle 3, fall 3 and one resource"),
    (set_in("events", 0, "name", "Jellies"), '"Warning Jellyfish!" is missing'),
    (set_in("waves", 0, "columns", 0, "paddle", 5), "should rise from left to right"),
    (set_in("waves", 0, "limit", 5), "should be at most its limit 5"),
    (set_in("waves", 0, "columns", []), "has 0 columns"),
    (set_in("cats", 0, "wipeout", "green", [{"op": "copy"}]), "is not an effect that works here"),
    (set_in("cats", 0, "abilities", []), "has 0 ability cards, should have 3"),
    (set_in("cats", 0, "abilities", 0, "effects", []), "should have shed and price"),
    (set_in("cats", 0, "abilities", 2, "effects", []), 'should unlock "Encore"'),
    (set_in("cats", 0, "abilities", 0, "spaces", 0, "takes", "gold"), "is not a resource"),
    (set_in("cats", 0, "initial", 3), "initial is 3"),
    (set_in("resources", 0, "name", "any"), "should be another name"),
    (set_in("instructors", 0, "effects", [{"op": "item"}]), "is not an effect that works here"),
    (set_in("market", 0, "resources", ["shell"] * 9), "at most 4"),
    (set_in("custom", "yes"), "should be true or false"),
])
def test_each_mistake_is_told(change, said):
    assert said in "\n".join(complaints(change))


def test_what_is_no_set_at_all():
    for nonsense in (None, [], 3, "cards"):
        with pytest.raises(CardSetError, match="should be a table"):
            CardSet.from_dict(nonsense)


def test_unknown_keys_survive_and_are_warned_of():
    tables = copy.deepcopy(HOUSE_TABLES)
    tables["market"][0]["artist"] = "a friend"
    tables["weather"] = 1
    cards = CardSet.from_dict(tables)
    assert cards.to_dict() == tables
    assert len(cards.warnings) == 2 and "artist" in "".join(cards.warnings)


def test_a_custom_set_may_have_other_counts():
    cards = CardSet.from_dict(BOX_TABLES)
    assert cards.custom and sum(trick.count for trick in cards.market) != 0


def test_a_custom_set_has_to_fit_the_rules():
    def change(tables):
        tables["market"] = [{"name": f"Card {number}"} for number in range(70)]
    assert any("market cards: there are 70" in said for said in complaints(change, BOX_TABLES))


def test_a_file_is_read_and_a_missing_one_is_told(tmp_path):
    assert CardSet.load(module.HOUSE) == HOUSE
    with pytest.raises(CardSetError, match="cannot be read"):
        CardSet.load(tmp_path / "none.toml")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["wax", "flow",
                                                                                                     "any", "wave"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3), max_leaves=8)


def places(tables) -> list[tuple]:
    """The way to every value in nested tables."""
    found = []
    for key, value in tables.items() if isinstance(tables, dict) else enumerate(tables):
        found.append((key,))
        if isinstance(value, (dict, list)):
            found += [(key, *rest) for rest in places(value)]
    return found


PLACES = places(HOUSE_TABLES)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
def test_whatever_is_typed_is_a_set_or_a_complaint(changes):
    tables = copy.deepcopy(HOUSE_TABLES)
    for way, value in changes:
        try:
            set_in(*way, value)(tables)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took that place away
    try:
        cards = CardSet.from_dict(tables)
    except CardSetError:
        return
    assert cards.tables.shape == (1,) and describe(cards)
