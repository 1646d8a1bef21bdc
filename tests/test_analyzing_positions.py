"""What a record that begins in the middle is worth: `surflab analyze`, `surflab.analyze` and a review, for both games."""
import io
import json
import sys

import pytest

import surflab
from surflab.analysis import apportion, review
from surflab.cli import main
from surflab.records import load

ROUND = """surflab = 1
game = "surfs-up"
players = ["Ana", "Ben", "Cleo"]
seed = {seed}

[position]
surf = ["teal 4", "purple 8", "orange 2"]
beach = ["orange +2", "energy 4", "teal +1"]
bluebottles = 1
trash = ["orange 4", "orange 3"]
rounds = 5

[position.seats.Ana]
hand = ["0", "2", "4t"]
towel = ["1", "3"]
respect = 3
waves = ["orange 1", "teal 5"]

[position.seats.Ben]
hand = ["0", "3", "4"]
towel = ["1", "2", "5"]

[position.seats.Cleo]
hand = ["0", "1", "5"]
towel = ["2", "3", "4"]
stings = ["unknown"]

[[rounds]]
play = ["4t", "3", "0"]
winner = "respect"
runner_up = "respect"

[[branches]]
name = "Ana waits"
after = 5

[[branches.rounds]]
play = ["0", "4", "1"]
winner = "respect"
runner_up = "respect"
"""
TURN = """surflab = 1
game = "surfin-cats"
cats = ["maria", "rufo"]
players = ["Ana", "Ben"]
seed = {seed}

[position]
wave = "Windy Point"
earlier = ["Paddling Pool"]
turn = 2
rounds = 7
events = ["Blue Sky"]
earlier_events = ["Clear Water"]
discards = ["Floater", "Aerial"]

[position.seats.Ana]
flow = 21
in_play = ["Bottom Turn", "Cutback"]
bought = ["Lucky Find"]
items = ["wax"]
instructor = "Koa"

[position.seats.Ben]
column = 4
place = 1
flow = 16
in_play = ["Drop In"]
bought = ["Snake"]
instructor = "Luz"

[[waves]]
wave = "Windy Point"

[[waves.turns]]
act = ["ride", "-"]

[[branches]]
name = "Ana performs"
wave = 2
after = 2

[[branches.waves]]
wave = "Windy Point"

[[branches.waves.turns]]
act = ["trick", "-"]
"""
GAMES = pytest.mark.parametrize(("text", "begins", "branch", "choices"), [
    (ROUND, 6, "Ana waits", {"0", "2", "4t"}), (TURN, 8, "Ana performs", {"ride", "trick"})], ids=["surfs-up", "surfin-cats"])


@pytest.fixture
def piped(monkeypatch, capsys):
    """`piped(text, *arguments)` analyzes a record from standard input: exit status and what was printed."""
    def piped(text, *arguments):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        status = main(["analyze", "-", "--trials", "48", *arguments])
        return status, capsys.readouterr()

    return piped


@GAMES
def test_the_choice_at_a_position_is_analyzed_by_command_and_in_python(text, begins, branch, choices, piped):
    status, printed = piped(text.format(seed=3), "--round", str(begins), "--seat", "Ana", "--json")
    found = json.loads(printed.out)
    assert status == 0 and (found["round"], found["seat"]) == (begins, "Ana") and {of["choice"] for of in found["choices"]} == choices
    table = surflab.analyze(load(text.format(seed=3).encode(), "typed"), round=begins, seat="Ana", trials=48)
    assert [(of["choice"], of["win"], of["score"], of["mix"]) for of in found["choices"]] == list(
        table[["choice", "win", "score", "mix"]].itertuples(index=False, name=None))
    status, printed = piped(text.format(seed=3), "--round", str(begins - 1))
    assert status == 1 and f"nothing to decide in round {begins - 1} of the line 'main'; rounds with a decision: {begins}" in printed.err


@GAMES
def test_what_the_seed_draws_of_the_unknown_changes_nothing_for_who_cannot_see_it(text, begins, branch, choices):
    first, second = (load(text.format(seed=seed).encode(), "typed") for seed in (3, 4))
    assert first.lines.root.state.tobytes() != second.lines.root.state.tobytes()
    first, second = (surflab.analyze(record, round=begins, seat="Ana", trials=200, mixes=0) for record in (first, second))
    assert first.equals(second)


@GAMES
def test_a_line_from_a_position_is_reviewed_and_adds_up(text, begins, branch, choices, piped):
    record = load(text.format(seed=3).encode(), "typed")
    assert piped(text.format(seed=3), "--line", branch)[0] == 0
    for line in ("main", branch):
        reviewed = review(record, line, trials=8)
        assert reviewed["round"].min() == begins
        summed = apportion(reviewed)
        assert (summed["start"] + summed["deal"] + summed["guess"] + summed["mistake"]).to_numpy() == pytest.approx(
            summed["result"].to_numpy(), abs=1e-12)
