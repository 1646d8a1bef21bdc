"""Output that arrives in every encoding: a character that it lacks is printed as plain letters that look like it."""
from __future__ import annotations

import codecs
import io
import sys
import unicodedata

ERRORS = "surflab.plain"  # the name under which streams find the handler
LOOKALIKES = str.maketrans({"−": "-", "–": "-", "±": "+/-", "×": "x", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"'})


def plain(error: UnicodeError) -> tuple[str, int]:
    """What is printed for the characters that an encoding lacks, as a handler for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start:error.end].translate(LOOKALIKES)
    letters = "".join(letter for letter in unicodedata.normalize("NFKD", lacking) if not unicodedata.combining(letter))
    return letters.encode("ascii", "replace").decode(), error.end


def accept_every_encoding() -> None:
    """Let what is printed from now on pass through any encoding of standard output and of standard error."""
    codecs.register_error(ERRORS, plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERRORS)
