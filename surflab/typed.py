"""Text that one person types and others see: what may stand in it, and when two names look the same."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

MOST_NAME = 40  # characters of a name
MOST_ACCENTS = 2  # on one letter, beyond those that Unicode has a letter for
MOST_MARKS = 5  # on one letter of a script that writes its vowels as marks

# Signs that take no room or show nothing, though Unicode counts them as letters, marks or symbols.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\ufffc"
                   "\U00013441\U00013442\U00016fe4\U0001d159\U000e0000-\U000e0fff]")
TEXTS = ("title", "note")  # keys of files for what people write
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, format characters, halves of pairs, line and paragraph separators
ODD = {"Zs": "no plain space", "Cn": "no character that is known here", "Co": "a different sign for everybody"}
JOINERS = "\u200c\u200d"

# Emoji are made of several characters of which some show nothing by themselves: joiners, selectors and tags.
_PICTURE = ("[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
            "\U0001f000-\U0001faff]")
_PERSON = f"{_PICTURE}[\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
_TAGGED = "|".join("".join(chr(0xe0000 + ord(sign)) for sign in flag) for flag in ("gbeng", "gbsct", "gbwls"))
_EMOJI = f"\U0001f3f4(?:{_TAGGED})\U000e007f|[0-9#*]\ufe0f?\u20e3|{_PERSON}(?:\u200d{_PERSON})*"
_LETTERS = "(?:[ -~]|(?![\u115f\u1160\u3164\uffa0\U00013441\U00013442])\\w)+(?![\ufe0f\u20e3])"
_PIECE = re.compile(f"(?P<emoji>{_EMOJI})|(?P<letters>{_LETTERS})|.", re.DOTALL)


def check_name(name: str, what: str = "a line") -> str:
    """The name itself; raises ValueError for one that is empty, over 40 characters, or holds what nobody can see."""
    if not isinstance(name, str) or not name.strip() or name != name.strip():
        raise ValueError(f"the name of {what} must be text without spaces at its ends, not {name!r}")
    if len(name) > MOST_NAME:
        raise ValueError(f"the name of {what} must have at most {MOST_NAME} characters; {name!r} has {len(name)}")
    fault = fault_of_name(name)
    if fault:
        raise ValueError(f"the name of {what} must not contain {fault}: {name!a}")
    return name


def fault_of_name(name: str) -> str:
    """What must not stand in a name, in words; "" for nothing."""
    if set(name) & set("<>"):
        return "< or >"
    for _, fault in faults(name):
        return fault
    for sign in _PIECE.sub(lambda piece: "" if piece["emoji"] else piece[0], name):
        if sign != " " and unicodedata.category(sign) in ODD:
            return f"{called(sign)}, which is {ODD[unicodedata.category(sign)]}"
    return ""


def faults(text: str, breaks: bool = False) -> Iterator[tuple[int, str]]:
    """Every character that must not stand in a text that others see: its place, and what is wrong with it."""
    letter = ""  # the last one, with the marks on it
    for piece in _PIECE.finditer(text):
        sign = piece[0]
        if piece["emoji"] or piece["letters"] or breaks and sign in "\n\t":
            letter = piece["emoji"] or sign[-1]
            continue
        fault = _fault(sign, letter, text[piece.end():piece.end() + 1])
        if fault:
            yield piece.start(), fault
        elif unicodedata.category(sign)[0] == "M" or sign in JOINERS:
            letter += sign
        else:
            letter = sign


def _fault(sign: str, letter: str, following: str) -> str:
    kind = unicodedata.category(sign)
    if sign in JOINERS and _joins(sign, letter, following):
        return ""
    if kind in UNSEEN or BLANK.match(sign):
        return f"{called(sign)}, which cannot be seen"
    if kind[0] != "M":
        return ""
    if not letter.strip():
        return f"{called(sign)} without a letter under it"
    marks, apart = _marks(letter + sign, "NFC"), _marks(letter + sign, "NFD")
    accents = [mark for mark in marks if unicodedata.name(mark, "").startswith("COMBINING")]
    if len(accents) > MOST_ACCENTS or len(marks) > MOST_MARKS or len(set(apart)) < len(apart):
        return f"more than {MOST_ACCENTS} accents on a letter, or one accent twice"
    return ""


def _marks(letter: str, form: str) -> list[str]:
    """The marks on a letter in a normal form: in "NFC" only those that Unicode has no letter for."""
    return [mark for mark in unicodedata.normalize(form, letter) if unicodedata.category(mark)[0] == "M"]


def _joins(joiner: str, letter: str, following: str) -> bool:
    """Whether a joiner changes how letters are written: after a virama, or keeping two Arabic letters apart."""
    if letter and unicodedata.combining(letter[-1]) == 9:
        return True
    return joiner == "\u200c" and all(sign and unicodedata.bidirectional(sign) == "AL" for sign in (letter[:1], following))


def without_marks(text: str) -> str:
    """The letters and signs of a text without the accents and vowel marks on them."""
    return "".join(sign for sign in unicodedata.normalize("NFC", text) if unicodedata.category(sign)[0] != "M")


def check_title(title: str) -> str:
    """The title itself; raises ValueError for one that is no line of text or holds what nobody can see."""
    if not isinstance(title, str):
        raise ValueError(f"title must be text, not {title!r}")
    for _, fault in faults(title):
        raise ValueError(f"title must be one line of text and must not contain {fault}: {title!a}")
    return title


def clean(text: str, breaks: bool = False) -> str:
    """A title or, with its line `breaks`, a note without what nobody can see, and without spaces at its ends."""
    text = re.sub("\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)
    if not breaks:
        text = re.sub(r"[\n\t]+", " ", text)
    bad = {place for place, _ in faults(text, breaks)}
    return "".join(sign for place, sign in enumerate(text) if place not in bad).strip()


def clean_tables(tables: dict, warn: Callable[[str, str], None], where: str = "") -> dict:
    """The tables with every title and note in them cleaned, however deep; `warn` is told where, and of what."""
    found = {key: _cleaned(key, value, warn, where) for key, value in tables.items()}
    return {key: value for key, value in found.items() if value != "" or tables[key] == ""}


def _cleaned(key: str, value, warn: Callable[[str, str], None], where: str):
    """What stands under a key, cleaned; "" for a text of which nothing is left."""
    place = f"{where}, {key}" if where else key
    if isinstance(value, dict):
        return clean_tables(value, warn, place)
    if isinstance(value, list):
        return [clean_tables(row, warn, f"{place} {number}") if isinstance(row, dict) else row
                for number, row in enumerate(value, 1)]
    if key in TEXTS and isinstance(value, str):
        breaks = key == "note"
        for _, fault in faults(value, breaks):
            warn(where, f"the {key} contained {fault}; this has been removed")
            return clean(value, breaks)
    return value


def called(sign: str) -> str:
    """A character by its number and, where it has one, its name."""
    return f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".strip()


@lru_cache(1024)
def folded(name: str) -> str:
    """What two names have in common that look the same: neither case, width nor spaces, nor how accents are written."""
    seen = "".join(sign for sign in name if sign not in JOINERS and not BLANK.match(sign))
    return unicodedata.normalize("NFKC", " ".join(unicodedata.normalize("NFKC", seen).casefold().split()))


def alike(name: str, names: Iterable[str]) -> str | None:
    """The first of the names that looks like this one."""
    look = folded(name)
    return next((other for other in names if folded(other) == look), None)


def lookalikes(names: Iterable[str]) -> list[list[str]]:
    """The names that look the same as others or stand there more than once, in groups."""
    looks: dict[str, list[str]] = {}
    for name in names:
        looks.setdefault(folded(name), []).append(name)
    return [same for same in looks.values() if len(same) > 1]


def check_different(what: str, names: Iterable[str]) -> None:
    """No two names look the same; raises ValueError."""
    for same in lookalikes(names):
        different = list(dict.fromkeys(map(repr, same)))
        found = "look the same" if len(different) > 1 else "stands there more than once"
        raise ValueError(f"{what} must be different; {' and '.join(different)} {found}")
