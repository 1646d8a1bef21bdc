"""Whatever is handed to a public method of a table: it is done, or refused in words that say what is right; nothing breaks."""
import inspect
import math

import pytest

from surflab import SurfinCats, SurfsUp
from surflab.moments import MAIN, Lines, Moment
from tests.bench.random_calls import JUNK, changes, everything
from tests.test_any_table import both_games, played_on, table

pytestmark = pytest.mark.usefixtures("engine", "cats_engine")

TOP = "what if"
VALID = {  # each public method with arguments that it takes, by name
    "choose": {"seat": "Ana", "choice": None}, "play": {}, "step": {}, "play_to_end": {"people": "random"},
    "play_on": {"seconds": 0, "people": "random"}, "undo": {}, "redo": {}, "go": {"moment": None, "line": MAIN}, "find": {"round": 0, "line": MAIN},
    "at": {"line": MAIN, "round": 0}, "switch": {"name": MAIN}, "legal": {"seat": "Ana"}, "bot_of": {"seat": "Ana"},
    "see": {"seat": "Ana", "all_open": False}, "stops": {"line": MAIN}, "deal": {},
    "branch": {"name": "new", "fate": "redealt", "seed": 3, "others": "bots", "bot": "random", "by_hand": ["Ana"]},
    "copy": {"name": "new", "fate": "redealt", "seed": 3, "line": TOP}, "replace": {}, "rename": {"name": TOP, "new": "new"},
    "make_main": {"name": TOP, "former": "new"}, "would_go": {"name": TOP}, "delete": {"name": TOP}, "note": {"text": "x", "moment": None},
    "mark": {"mark": "good", "moment": None}, "revert": {}, "reapply": {}, "tree": {}, "fate_of": {"name": TOP},
    "parting": {"line": TOP, "other": MAIN}, "abreast": {"line": TOP, "other": MAIN}, "outcomes": {"lines": [MAIN], "base": MAIN, "eyes": "all"},
    "compare": {"base": MAIN, "seat": "Ana"}, "position": {"hidden": False}, "read_position": {"source": {}}, "open_position": {"source": {}},
    "from_position": {"source": {}}, "load": {"source": "nowhere", "name": None}, "from_record": {"record": None}, "open": {"record": None},
    "record": {}, "recorder": {"lines": None}, "dumps": {}, "save": {"path": "/dev/null/no"}, "analyze": {"trials": 2, "mixes": 0}, "review": {"line": MAIN, "trials": 2},
}
OPTIONS = {"deal": ("seats", "seed", "cards", "bots", "title", "set_up"), "analyze": ("line", "round", "seat", "trials", "seed", "bot", "models", "mixes", "workers"),
           "review": ("trials", "seed", "bot", "workers")}
LISTED = {"play": ("choices", "Ana"), "replace": ("choices", "Ana"), "compare": ("lines",)}  # any number in a row, and by a seat's name
FROM_INSIDE = ("object", "attribute", "unhashable", "NoneType", "not supported between", "positional", "iterable", "truth value", "codec", "subscript")
PARAMETERS = ("bots", "title", "overlaid", "base", "choices")


def public_methods(kind) -> set[str]:
    return {name for name, method in inspect.getmembers(kind, callable) if not name.startswith("_")
            and getattr(inspect.unwrap(method), "__module__", "").startswith("surflab") and inspect.isroutine(method)} - {"inputs_of", "make_game", "trajectory", "playing", "playing_on", "copying", "replacing", "reading_position"}  # and the works


@both_games
def test_every_public_method_is_tried(kind):
    assert public_methods(kind) == set(VALID)
    for name, arguments in VALID.items():
        signature = inspect.signature(getattr(kind, name))
        named = {parameter.name for parameter in signature.parameters.values() if parameter.kind is parameter.POSITIONAL_OR_KEYWORD}
        assert named - {"self"} <= set(arguments), name


def is_from_inside(said: str) -> bool:
    return len(said) < 12 or " " not in said or any(word in said for word in FROM_INSIDE)


def attempts(kind):
    """Every argument of every public method with everything that it may not expect."""
    for name, arguments in VALID.items():
        for argument in (*arguments, *OPTIONS.get(name, ())):
            yield from ((name, argument, lambda game, junk, name=name, arguments=arguments, argument=argument: getattr(game, name)(
                **arguments | {argument: junk})),)
        for argument in LISTED.get(name, ()):
            yield name, argument, lambda game, junk, name=name, argument=argument: (
                getattr(game, name)(**{argument: junk}) if argument == "Ana" else getattr(game, name)(junk, junk))


@both_games
def test_a_wrong_value_is_refused_in_words_and_changes_nothing(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of the values are paths
    wrong, game, fresh = [], played_on(kind), 0
    junk = [*JUNK, math.inf, Moment(None), Lines(Moment(None)), played_on(kind).moment, game.record(), "x.toml", "surflab = 1\n", SurfsUp, SurfinCats]
    for name, argument, call in attempts(kind):
        for value in junk:
            before = everything(game)
            try:
                call(game, value)
            except ValueError as error:
                if is_from_inside(str(error)):
                    wrong.append(f"{name}({argument}={value!r:.40}): {str(error)[:150]}")
                if changed := changes(before, everything(game)):
                    wrong.append(f"{name}({argument}={value!r:.40}) is refused, and {changed} changed")
                    game = played_on(kind)
            except Exception as error:
                wrong.append(f"{name}({argument}={value!r:.40}): {type(error).__name__}: {str(error)[:150]}")
                game = played_on(kind)
            else:
                if changes(before, everything(game)):
                    try:
                        kind.load(game.dumps())
                    except Exception as error:
                        wrong.append(f"{name}({argument}={value!r:.40}) is done, and then: {type(error).__name__}: {str(error)[:150]}")
                    game, fresh = played_on(kind), fresh + 1
    assert wrong == [], "\n".join(wrong)
    assert fresh


@both_games
def test_a_wrong_value_of_a_parameter_is_refused_in_words(kind):
    game, wrong = played_on(kind), []
    for name in (*PARAMETERS, *game.inputs_of(game.game)):
        for value in JUNK:
            before = everything(game)
            try:
                setattr(game, name, value)
            except ValueError as error:
                if is_from_inside(str(error)) and not str(error).startswith(("Dict parameter", "List parameter", "String parameter")):
                    wrong.append(f"{name} = {value!r:.40}: {str(error)[:150]}")
                if changed := changes(before, everything(game)):
                    wrong.append(f"{name} = {value!r:.40} is refused, and {changed} changed")
            except Exception as error:
                wrong.append(f"{name} = {value!r:.40}: {type(error).__name__}: {str(error)[:150]}")
            else:
                game.dumps()
                game = played_on(kind)
    assert wrong == [], "\n".join(wrong)


@both_games
def test_a_table_of_wrong_values_is_refused_in_words(kind):
    wrong = []
    for name in (*PARAMETERS, *table(kind).inputs_of(table(kind).game)):
        for value in JUNK:
            try:
                kind(**{"bots": {}} | {name: value}).dumps()
            except ValueError as error:
                if is_from_inside(str(error)) and not str(error).startswith(("Dict parameter", "List parameter", "String parameter")):
                    wrong.append(f"{name} = {value!r:.40}: {str(error)[:150]}")
            except Exception as error:
                wrong.append(f"{name} = {value!r:.40}: {type(error).__name__}: {str(error)[:150]}")
    assert wrong == [], "\n".join(wrong)
