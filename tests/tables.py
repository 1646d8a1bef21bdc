"""Whether two tables hold the same: every line with its moments, choices, states and remarks, and all that is set."""
from __future__ import annotations

import numpy as np

from surflab.moments import Lines, Moment

SPENT = ("draws",)  # how many random words a shuffle took, which nothing follows from


def differences(one, other) -> list[str]:
    """In what two sessions differ that a record keeps, in words; nothing for two equal ones."""
    found = differences_of_lines(one.lines, other.lines)
    inputs, others = ({"title": table.title} | table.inputs_of(table.game) for table in (one, other))
    found += [f"{name}: {inputs[name]!r} and {others[name]!r}" for name in inputs if name != "set_up" and inputs[name] != others[name]]
    seated = {seat: bot for seat, bot in one.bots.items() if seat in one.game.players}
    if seated != other.bots:
        found.append(f"bots: {seated} and {other.bots}")
    return found


def differences_of_lines(one: Lines, other: Lines) -> list[str]:
    if list(one) != list(other):
        return [f"lines: {list(one)} and {list(other)}"]
    found, pairs = [], {}
    for name in one:
        path, copied = one.path(name), other.path(name)
        if len(path) != len(copied):
            found.append(f"{name}: {len(path)} and {len(copied)} moments")
        for number, (moment, copy) in enumerate(zip(path, copied)):
            if pairs.setdefault(moment, copy) is not copy:
                found.append(f"{name}, moment {number}: not shared as it was")
            found += [f"{name}, moment {number}: {what}" for what in _differences_of_moments(one, moment, other, copy)]
        found += [f"{name}: {what}" for what in _differences_of_forks(one, other, name, pairs)]
    return found


def _differences_of_moments(one: Lines, moment: Moment, other: Lines, copy: Moment) -> list[str]:
    if moment.choices != copy.choices or moment.redealt != copy.redealt:
        return [f"{dict(moment.choices)}, {moment.redealt} and {dict(copy.choices)}, {copy.redealt}"]
    found, remarks = [], (one.remarks.get(moment), other.remarks.get(copy))
    if remarks[0] != remarks[1]:
        found.append(f"remarks {remarks[0]} and {remarks[1]}")
    if fields := [field for field in differing_fields(moment.state, copy.state) if field not in SPENT]:
        found.append(f"states differ in {', '.join(fields)}")
    if np.asarray(moment.events).tobytes() != np.asarray(copy.events).tobytes():
        found.append("events differ")
    return found


def differing_fields(one, other, path: str = "") -> list[str]:
    """The fields of two states that differ, with the fields inside them."""
    if one.dtype.names is None:
        return [path] * (one.tobytes() != other.tobytes())
    return [field for name in one.dtype.names for field in differing_fields(one[name], other[name], f"{path}.{name}".lstrip("."))]


def _differences_of_forks(one: Lines, other: Lines, name: str, pairs: dict) -> list[str]:
    fork, copy = one.forks.get(name), other.forks.get(name)
    if fork is None or copy is None:
        return [] if fork is copy else ["leaves another line in one of them only"]
    said = [f"{key} {getattr(fork, key)!r} and {getattr(copy, key)!r}" for key in ("parent", "remarks", "others", "bot", "by_hand")
            if getattr(fork, key) != getattr(copy, key)]
    return said + ["leaves at another moment"] * (pairs.get(fork.moment) is not copy.moment)
