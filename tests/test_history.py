"""The history of a table is a plain frame, which plotting libraries draw as it is."""
import pandas as pd
import pytest

from surflab import SurfinCats, SurfsUp

TABLES = {"surfs up": (SurfsUp, {"seats": ["Ana", "Ben"]}, "saver", "score"), "surfin cats": (SurfinCats, {"cats": ["maria", "rufo"]}, "odds", "flow")}


@pytest.fixture(params=TABLES.values(), ids=TABLES)
def played(request):
    """A table with two lines, and the name of a column of numbers."""
    kind, seats, bot, value = request.param
    (names,) = seats.values()
    game = kind(**seats, bots=dict.fromkeys(names, bot), seed=3)
    game.play_to_end()
    game.at("main", 1)
    game.branch("other", "redealt", seed=1)
    game.play_to_end()
    return game, value


def test_a_history_has_a_plain_index_and_named_columns(played):
    game, value = played
    assert isinstance(game.history.index, pd.RangeIndex) and game.history.columns.is_unique
    assert all(isinstance(name, str) and name.isidentifier() for name in game.history)
    assert all(pd.api.types.is_numeric_dtype(game.history[name]) for name in ("round", value))


@pytest.mark.filterwarnings("ignore")  # those of other libraries as they are loaded
def test_hvplot_draws_a_history_line_by_line_and_seat_by_seat(played):
    import hvplot.pandas  # noqa: F401

    game, value = played
    history = game.history
    drawn = history.hvplot(x="round", y=value, by=["line", "seat"])
    assert set(drawn.keys()) == {*zip(history["line"], history["seat"])}
    (line, seat), curve = next(iter(drawn.items()))
    of = history[(history["line"] == line) & (history["seat"] == seat)]
    assert list(curve.dimension_values(value)) == list(of[value])
