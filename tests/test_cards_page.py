"""The "Cards" page: every card in words, found, and of a set that somebody brings."""
import pytest

from surflab import cards_page
from surflab.cards_page import CardList, listing
from surflab.slices import run
from surflab.surfin_cats import cards as cats_cards
from surflab.surfs_up import cards as surf_cards

NASTY = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize(("game", "module"), [("surfs_up", surf_cards), ("surfin_cats", cats_cards)])
def test_every_card_is_told_as_its_sentence_tells_it(game, module):
    cards = module.CardSet.house()
    text = CardList(game)._found.object
    sentences = [sentence for _, rows in module.sections(cards) for _, sentence in rows]
    assert text.count("<article>") == len(sentences) > 40
    assert f"{len(sentences)} of {len(sentences)} different cards" in text and "values are Surf Lab’s own" in text
    told = module.describe(cards)
    assert all(sentence in told for sentence in sentences)


def test_cards_are_found_by_all_the_words():
    page = CardList("surfin_cats", find="pearl FLOW")
    shown = page._found.object
    assert 0 < shown.count("<article>") < 60 and "pearl" in shown
    page.find.value_input = "no such card anywhere"
    assert "0 of" in page._found.object and "<article>" not in page._found.object


def test_the_other_game_shows_its_own_cards():
    page = CardList("surfs_up")
    assert "Surfboards" in page._found.object
    page.game.value = "surfin_cats"
    assert "Instructors" in page._found.object and "Surfboards" not in page._found.object


def test_a_set_of_ones_own_is_read_or_complained_about_and_is_never_markup():
    page = CardList("surfin_cats")
    with pytest.raises(ValueError, match="waves"):
        run(page.taking("mine.toml", b'game = "surfin-cats"'))
    assert not page.house.visible
    house = cats_cards.HOUSE.read_text(encoding="utf-8")
    run(page.taking("mine.toml", house.replace('title = "House set"', f'title = "{NASTY}"').replace('"maria"', '"minou"').encode()))
    assert "&lt;img" in page._found.object and "<img" not in page._found.object and page.house.visible
    page.show_house()
    assert "&lt;img" not in page._found.object


def test_what_is_listed_is_escaped():
    text = listing([(NASTY, [(2, f"{NASTY}: {NASTY}"), (1, NASTY)])], "", NASTY)
    assert "<img" not in text and text.count("&lt;img") == 5


def test_the_page_opens_at_the_game_that_the_address_names():
    assert cards_page.page() is not None
