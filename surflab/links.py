"""A record in a link: its text, compressed, as letters that may stand in an address. Knows no game and no page."""
from __future__ import annotations

import base64
import binascii
import re
import zlib

from . import records, slices, toml
from .session import Session

MOST = 7000  # characters of a record in a link; browsers and chats pass on addresses of 8,000 without cutting them
LETTERS = re.compile(r"[A-Za-z0-9_-]+")
RAW = -15  # a compressed stream without a header (zlib's wbits)


class LinkError(ValueError):
    """A link that holds no record."""


def pack(text: str) -> str:
    """The text of a record as letters for an address."""
    squeeze = zlib.compressobj(9, wbits=RAW)
    return base64.urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode().rstrip("=")


def unpack(packed: str) -> bytes:
    """The record that `pack` packed, as bytes of TOML no longer than a record may be; raises LinkError."""
    if len(packed) > 4 * MOST:
        raise LinkError(f"the link holds {len(packed)} characters, more than a record in a link has")
    if not LETTERS.fullmatch(packed):
        raise LinkError("the link holds characters that no record in a link has; it may have been cut or changed on its way")
    try:
        stream = zlib.decompressobj(RAW)
        text = stream.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), toml.LIMIT + 1)
    except (binascii.Error, zlib.error):
        raise LinkError("the link is cut off or was changed on its way: no record can be read from it") from None
    if len(text) > toml.LIMIT:
        raise LinkError(f"the record in the link is larger than {toml.LIMIT >> 20} MiB")
    if not stream.eof:
        raise LinkError("the link is cut off: the end of its record is missing")
    return text


def query(session: Session) -> tuple[dict[str, str], bool]:
    """What an address asks for that leads to the moment looked at, and whether all lines are in it.

    With all lines where they fit, else with the line looked at and those it leaves; raises LinkError where not even they fit.
    """
    return slices.run(querying(session))


def querying(session: Session) -> slices.Work:
    """The work that finds what an address asks for, as `query` does."""
    line, at = session.line, str(len(session.moment.path()) - 1)
    for whole, recorder in ((True, session.recorder()), (False, session.recorder(session.lines.leading_to(line)))):
        packed = yield slices.call(lambda recorder=recorder: pack(records.dump(recorder())))
        if len(packed) <= MOST:
            return {"record": packed, "line": line, "at": at}, whole
    raise LinkError("this line is too long for a link; send the file that Save writes instead")
