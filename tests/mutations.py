"""Records with something changed in them, as a slip of the hand or worse would; for tests that try to break readers."""
import copy

from hypothesis import strategies as st

plain = st.none() | st.booleans() | st.integers(-3, 70) | st.floats() | st.text(max_size=5) | st.just(2**62) | st.dates()


def junk(keys: list[str]):
    """Any values that TOML can hold, with some of those keys in tables."""
    return st.recursive(plain.filter(lambda value: value is not None), lambda inner: st.lists(inner, max_size=3)
                        | st.dictionaries(st.sampled_from(keys), inner, max_size=2), max_leaves=5)


def places(value, path=()):
    """The paths to everything in a nested value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, deeper in inner:
        yield (*path, key)
        yield from places(deeper, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def mutated(draw, data: dict, keys: list[str]) -> dict:
    """The data with values replaced, dropped, doubled, swapped for other ones of the data, or some of those keys added."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(data))))
        holder = at(data, path[:-1])
        how = draw(st.sampled_from(["replace", "drop", "double", "swap", "add"]))
        if how == "drop":
            del holder[path[-1]]
        elif how == "swap":
            holder[path[-1]] = copy.deepcopy(at(data, draw(st.sampled_from(list(places(data))))))
        elif how == "double" and isinstance(holder, list):
            holder.insert(path[-1], copy.deepcopy(holder[path[-1]]))
        elif how == "add" and isinstance(holder, dict):
            holder[draw(st.sampled_from(keys))] = draw(junk(keys))
        else:
            holder[path[-1]] = draw(junk(keys))
    return data


def garbled(draw, content: bytes) -> bytes:
    """The text with a few bytes changed."""
    content = bytearray(content)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = draw(st.integers(start, min(len(content), start + 12)))
        content[start:end] = draw(st.binary(max_size=4) | st.sampled_from([b"[", b'"', b"\n", b".", b"[[x]]\n"]))
    return bytes(content)
