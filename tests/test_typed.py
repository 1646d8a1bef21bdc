"""What people may type for others to see: names, titles and notes."""
import html
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from surflab import SurfinCats, SurfsUp, records, shell, typed
from surflab.surfin_cats.cards import CardSet as CatCards
from surflab.surfs_up.cards import CardSet as SurfCards

GOOD = {
    "one letter": "A", "spaces and signs": "O’Neil & Sons (2)", "accents": "Zoë Müller", "a mark that may join": "X̂̄",
    "Vietnamese": "Nguyễn Thị Ngọc Ánh", "Vietnamese, accents apart": unicodedata.normalize("NFD", "Nguyễn Thị Ngọc Ánh"),
    "Thai": "น้ำผึ้ง", "Thai, two marks on a letter": "ปู่", "Hindi": "चीज़ें", "Hindi, joined": "श्रीनंदिनी",
    "Marathi, kept apart": "क्\u200cष", "Sinhala, joined": "ශ්\u200dරී", "Malayalam": "അവന്\u200d", "Burmese": "ကျော်",
    "Tibetan": "བསྒྲུབས", "Hebrew": "שָׁלוֹם", "Hebrew, three points": "שָּׁ", "Arabic": "مُحَمَّد", "Arabic, three marks": "اللَّٰه",
    "Persian, kept apart": "می\u200cترا", "Korean": "김철수", "Korean, letters apart": unicodedata.normalize("NFD", "김철수"),
    "Chinese": "王小明", "Japanese": "ガブリエル", "Greek": "ᾧδε", "full width": "Ａｎａ", "Old Turkic": "\U00010c00\U00010c01",
    "a surfer": "🏄", "a surfing woman": "🏄🏽\u200d♀\ufe0f", "a family": "👨\u200d👩\u200d👧\u200d👦", "a heart": "I ❤\ufe0f surf",
    "a heart on fire": "❤\ufe0f\u200d🔥", "a key": "Team 1\ufe0f⃣", "two flags": "🇩🇪 & 🇻🇳", "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "the flag of England": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "an emoji to come": "\U0001fae9",
}
BAD = {
    "nothing": ("", "without spaces at its ends"), "a space": (" ", "without spaces at its ends"),
    "a space at its end": ("Ana ", "without spaces at its ends"), "no text": (5, "must be text"),
    "41 characters": ("x" * 41, "at most 40 characters"), "a tag": ("<b>", "must not contain < or >"),
    "a line break": ("A\nB", "U+000A"), "an escape": ("A\x1b[0m", "U+001B"), "half a pair": ("A\ud83c", "U+D83C"),
    "an override": ("A\u202eB", "U+202E RIGHT-TO-LEFT OVERRIDE, which cannot be seen"), "an isolate": ("\u2067A", "U+2067"),
    "a mark of direction": ("A\u200f", "U+200F"), "no width": ("A\u200bB", "U+200B ZERO WIDTH SPACE"), "a byte-order mark": ("\ufeffA", "U+FEFF"),
    "a soft hyphen": ("A\u00adB", "U+00AD SOFT HYPHEN"), "a word joiner": ("\u2060", "U+2060"), "a grapheme joiner": ("A\u034f", "U+034F"),
    "a joiner between letters": ("A\u200dB", "U+200D"), "a joiner at the end": ("👩\u200d", "U+200D"), "two joiners": ("می\u200c\u200cترا", "U+200C"),
    "a filler": ("\u3164", "U+3164 HANGUL FILLER, which cannot be seen"), "a narrow filler": ("\uffa0", "U+FFA0"),
    "an initial filler": ("\u115f", "U+115F"), "a medial filler": ("가\u1160", "U+1160"), "a blank in Braille": ("⠀", "U+2800"),
    "a blank in hieroglyphs": ("\U00013441", "U+13441"), "a null notehead": ("\U0001d159", "U+1D159"),
    "a place for an object": ("\ufffc", "U+FFFC"), "a Khmer vowel that is not seen": ("ក\u17b4", "U+17B4"),
    "a selector": ("A\ufe0f", "U+FE0F"), "a selector for ideographs": ("葛\U000e0100", "U+E0100"), "a Mongolian selector": ("ᠠ\u180b", "U+180B"),
    "text in tags": ("A\U000e0042", "U+E0042"), "a flag with a secret": ("🏴\U000e0067\U000e0062\U000e0078\U000e007f", "U+E0067"),
    "39 accents": ("a" + "\u0301" * 39, "more than 2 accents"), "39 different accents": ("a" + "".join(map(chr, range(0x316, 0x33d))), "more than 2 accents"),
    "accents on an accented letter": ("ế\u0323\u0308\u0304\u0331", "more than 2 accents"), "vowels over vowels": ("ก" + "็" * 30, "one accent twice"),
    "six marks": ("ษ" + "ัิีึืุ", "more than 2 accents"), "an accent first": ("\u0301a", "U+0301 COMBINING ACUTE ACCENT without a letter under it"),
    "an accent on a space": ("a \u0301b", "without a letter"), "a space that does not break": ("A\u00a0B", "U+00A0 NO-BREAK SPACE, which is no plain space"),
    "a private sign": ("\ue000", "U+E000"), "no character": ("\uffff", "U+FFFF"),
}
SAME = [("Ana", "Ana"), ("Ana", "ana"), ("Ana", "Ａｎａ"), ("Zoë", "Zoe\u0308"), ("Nguyễn", unicodedata.normalize("NFD", "Nguyễn")),
        ("김철수", unicodedata.normalize("NFD", "김철수")), ("a b", "a  b"), ("❤", "❤\ufe0f"), ("👩👧", "👩\u200d👧"), ("شب", "ﺷﺐ"),
        ("ﬁn", "fin"), ("ガ", "ｶﾞ")]
DIFFERENT = [("Ana", "Anna"), ("Zoe", "Zoë"), ("Ana B", "AnaB"), ("Ana 1", "Ana 2"), ("👩", "👩🏽")]
ODD = "\u200b\u200c\u200d\u202e\u2066\u2069\u00ad\u034f\u115f\u1160\u3164\uffa0\u2800\ufe0f\ufe0e\u0301\u0323\u20e3\u094d\u064e\u0e47🏄❤1#\n\t\r\u2028 "
TYPED = st.text(st.characters(exclude_categories=()) | st.sampled_from(ODD), max_size=40)
NAMES = TYPED.map(str.strip).filter(lambda name: name and not typed.fault_of_name(name))


@pytest.mark.parametrize("name", GOOD.values(), ids=GOOD)
def test_a_name_in_any_script_is_taken_and_comes_back(name):
    assert typed.check_name(name, "a player") == name
    assert typed.clean(name) == name and typed.clean(name, breaks=True) == name
    session = SurfsUp(seats=[name, "Benedict"], bots={}, title=name)
    session.branch(name)
    session.note(name)
    again = SurfsUp.load(session.dumps())
    assert (again.seats, list(again.lines), again.title) == ([name, "Benedict"], ["main", name], name)
    assert again.lines.remarks[again.lines.root]["note"] == name
    cats = SurfinCats(seats=[name, "Benedict"], cats=["maria", "rufo"], bots={})
    assert SurfinCats.load(cats.dumps()).seats == [name, "Benedict"]


@pytest.mark.parametrize(("name", "why"), BAD.values(), ids=BAD)
def test_a_name_that_shows_nothing_or_too_much_is_refused_with_the_character(name, why):
    with pytest.raises(ValueError) as refused:
        typed.check_name(name, "a player")
    assert why in str(refused.value) and str(refused.value).startswith("the name of a player must ")
    assert str(refused.value).isprintable()
    for game in SurfsUp, SurfinCats:
        with pytest.raises(ValueError, match="the name of a seat"):
            game(seats=[name, "Benedict"])
    with pytest.raises(ValueError, match="the name of a line"):
        SurfsUp(seats=["Ana", "Ben"], bots={}).branch(name)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_the_same_are_not_different(one, other):
    assert typed.folded(one) == typed.folded(other)
    for game in SurfsUp, SurfinCats:
        with pytest.raises(ValueError, match="must be different"):
            game(seats=[one, other])
    session = SurfsUp(seats=["Ana", "Ben"], bots={})
    session.branch(one)
    for call in (lambda: session.branch(other), lambda: session.copy(other), lambda: session.make_main(one, "Ｍａｉｎ")):
        with pytest.raises(ValueError, match="there is a line .* already"):
            call()
    record = session.record().data
    twice = {**record, "branches": [*record["branches"], {"name": other, "after": 0}]}
    with pytest.raises(records.RecordError, match="branch 2: there is a line .* already"):
        records.read(twice)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_look_different_are(one, other):
    assert SurfsUp(seats=[one, other]).seats == [one, other]


def test_a_line_may_change_the_way_it_is_written_but_not_take_the_look_of_another():
    session = SurfsUp(seats=["Ana", "Ben"], bots={})
    session.branch("rest")
    session.rename("rest", "Rest")
    session.branch("What if 1")
    assert list(session.lines) == ["main", "Rest", "What if 1"] and session.lines.unused_name() == "what if 2"
    with pytest.raises(ValueError, match="looks like 'ＲＥＳＴ'"):
        session.rename("What if 1", "ＲＥＳＴ")


@given(TYPED)
def test_what_is_accepted_can_be_seen_turns_no_text_round_and_comes_back(name):
    try:
        typed.check_name(name)
    except ValueError as refused:
        assert str(refused).isprintable()
        assume(False)
    plain = [sign for sign in name if unicodedata.category(sign)[0] in "LNPS" or sign >= "\U0001f000"]
    assert [sign for sign in plain if sign not in "\u115f\u1160\u3164\uffa0\u2800\ufffc"] == plain != []
    assert not [sign for sign in name if unicodedata.bidirectional(sign) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")]
    assert not set(name) & set("\u200e\u200f\u061c\u200b\u00ad\u2060\ufeff<>\n\r\t")
    assert typed.clean(name) == name
    assert html.unescape(shell.escape(name)) == name
    assert typed.folded(name)


@given(NAMES, NAMES)
def test_any_names_that_are_accepted_are_saved_and_loaded(one, other):
    assume(typed.folded(one) != typed.folded(other))
    session = SurfsUp(seats=[one, other], bots={one: "saver"}, title=one)
    again = SurfsUp.load(session.dumps())
    assert (again.seats, again.bots, again.title) == ([one, other], {one: "saver"}, one)
    assert again.record() == session.record() and not again.record().warnings


@given(TYPED, st.booleans())
def test_a_cleaned_text_is_clean(text, breaks):
    cleaned = typed.clean(text, breaks)
    assert not list(typed.faults(cleaned, breaks))
    assert typed.clean(cleaned, breaks) == cleaned == cleaned.strip()
    assert breaks or "\n" not in cleaned


@pytest.mark.parametrize(("text", "title", "note"), [
    ("Thursday\u202e table", "Thursday table", "Thursday table"), ("one\r\ntwo\u2028three", "one two three", "one\ntwo\nthree"),
    ("a" + "\u0301" * 9, "a\u0301", "a\u0301"), ("\u3164", "", ""), ("\U0001f3c4\u200d♀\ufe0f", "\U0001f3c4\u200d♀\ufe0f", "\U0001f3c4\u200d♀\ufe0f"),
    ("１\u3000２", "１\u3000２", "１\u3000２"), ("tab\there", "tab here", "tab\there"),
])
def test_titles_and_notes_lose_what_cannot_be_seen(text, title, note):
    assert typed.clean(text) == title
    assert typed.clean(text, breaks=True) == note
    session = SurfsUp(seats=["Ana", "Ben"], bots={})
    session.note(text)
    assert session.lines.remarks.get(session.moment, {}).get("note", "") == note


@pytest.mark.parametrize("title", ["Thursday\u202e", "two\nlines", "\u3164", 5])
def test_a_title_that_hides_something_is_refused_in_code(title):
    session = SurfsUp(seats=["Ana", "Ben"], title="Thursday")
    with pytest.raises(ValueError, match="title must be"):
        session.title = title
    assert session.title == "Thursday"


SURF = {"surflab": 1, "game": "surfs-up", "players": ["Ana", "Ben"], "title": "x\u202ey", "at_deal": {"note": "\u3164"},
        "rounds": [{"play": ["0", "0"], "note": "one\u200btwo\nthree"}],
        "branches": [{"name": "b", "after": 0, "rounds": [{"play": ["0", "0"], "note": "\u2066z"}]}]}
CATS = {"surflab": 1, "game": "surfin-cats", "cats": ["maria", "rufo"], "title": "x\u202ey",
        "waves": [{"note": "wave\u200b", "turns": [{"note": "turn\u200b"}]}]}


def test_a_record_with_hidden_characters_is_read_without_them_and_says_so():
    record = records.read(SURF)
    assert record.title == "x y".replace(" ", "") and record.data["rounds"][0]["note"] == "onetwo\nthree"
    assert record.data["at_deal"] == {}
    assert record.warnings == (
        "the title contained U+202E RIGHT-TO-LEFT OVERRIDE, which cannot be seen; this has been removed",
        "at_deal: the note contained U+3164 HANGUL FILLER, which cannot be seen; this has been removed",
        "rounds 1: the note contained U+200B ZERO WIDTH SPACE, which cannot be seen; this has been removed",
        "branches 1, rounds 1: the note contained U+2066 LEFT-TO-RIGHT ISOLATE, which cannot be seen; this has been removed")
    again = records.load(records.dump(record))
    assert again == record and not again.warnings
    assert SURF["title"] == "x\u202ey", "what was given is left alone"


def test_a_record_of_the_cats_is_cleaned_the_same_way():
    record = records.read(CATS)
    assert record.title == "xy" and record.data["waves"][0]["note"] == "wave" and record.data["waves"][0]["turns"][0]["note"] == "turn"
    assert len(record.warnings) == 3
    assert records.load(records.dump(record)) == record


def test_a_table_with_a_clean_title_and_a_record_of_it_say_the_same():
    session = SurfsUp.from_record(records.read(SURF))
    assert session.title == "xy" and records.load(session.dumps()).title == "xy"


@pytest.mark.parametrize(("cards", "key", "name"), [(SurfCards, "goals", "name"), (CatCards, "events", "name")])
def test_names_of_cards_follow_the_same_rule(cards, key, name):
    def named(called):
        rows = cards.house().to_dict()[key]
        return {**cards.house().to_dict(), "custom": True, key: [rows[0] | {name: called}, *rows[1:]]}

    for good in "चीज़ें", unicodedata.normalize("NFD", "Ánh Nguyễn"), "שָׁלוֹם":
        assert cards.from_dict(named(good)).to_dict()[key][0][name] == good
    for bad in "a\u3164b", "a\u202eb", "a" + "\u0301" * 9:
        with pytest.raises(ValueError, match="is not a name because it contains"):
            cards.from_dict(named(bad))
    twin = cards.house().to_dict()[key][1][name]
    with pytest.raises(ValueError, match="should be once"):
        cards.from_dict(named("".join(chr(ord(sign) + 0xfee0) if sign.isalpha() else sign for sign in twin)))


@pytest.mark.parametrize("cards", [SurfCards, CatCards])
def test_the_title_and_note_of_a_card_set_are_cleaned(cards):
    read = cards.from_dict(cards.house().to_dict() | {"title": "My\u202e set", "note": "of\u200b mine"})
    assert (read.to_dict()["title"], read.to_dict()["note"]) == ("My set", "of mine")
    assert sum("has been removed" in warning for warning in read.warnings) == 2
