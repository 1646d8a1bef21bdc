"""The `surflab` command: what it prints, and how it ends when something is wrong."""
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from surflab import SurfsUp, cli

RECORD = """surflab = 1
game = "surfs-up"
players = ["Ana", "Ben"]
goals = []
seed = 7
[[rounds]]
play = ["5", "3"]
winner = "respect"
runner_up = "respect"
"""


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(RECORD)
    return path


def run(*arguments, **options):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "surflab.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **options)


@pytest.mark.parametrize("wrong", [[], ["surf"], ["serve", "--port", "70000"], ["serve", "--port", "x"], ["replay"]])
def test_a_wrong_call_ends_with_2_and_says_how(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(wrong)
    assert ended.value.code == 2
    assert "usage: surflab" in capsys.readouterr().err


def test_replay_prints_a_json_object_a_file(record, capsys):
    assert cli.main(["replay", "--json", str(record), str(record.with_name("none.toml"))]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["file"], first["rounds"], first["game"]) == ("table.toml", 1, "surfs-up")
    assert second["file"] == "none.toml" and second["error"]


def test_replay_reads_standard_input():
    told = run("replay", "-", input=RECORD)
    assert told.returncode == 0 and "Ana" in told.stdout


def test_cards_lists_the_house_set_and_complains_about_a_wrong_one(tmp_path, capsys):
    assert cli.main(["cards", "--game", "surfs-up"]) == 0
    assert "Ocean cards (28)" in capsys.readouterr().out
    wrong = tmp_path / "mine.toml"
    wrong.write_text('game = "surfs-up"\nsuits = ["orange"]\nbluebottles = -1\n')
    assert cli.main(["cards", str(wrong)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("surflab cards: mine.toml") and "bluebottles" in said and "Traceback" not in said


@pytest.mark.parametrize("text", ['game = "chess"', "game = 3", "game = [1]", "not toml", "\x00"])
def test_a_card_file_of_no_known_game_is_refused(tmp_path, text, capsys):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    assert cli.main(["cards", str(path)]) == 1
    assert "odd.toml" in capsys.readouterr().err


def test_analyze_tells_what_each_choice_is_worth(record, capsys):
    assert cli.main(["analyze", str(record), "--trials", "20", "--seat", "Ben"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Ben, round 2") and told[1].startswith("  Ana chooses as reader (") and len(told) > 6
    shares = r"[ \d.]+% \([\d.]+% to [\d.]+%\)"
    assert re.fullmatch(rf"  \S+ +wins {shares}, best, score [\d.]+ \([\d.]+ to [\d.]+\), play it \d+%", told[2])
    assert re.search(r"wins .*, [\d.]+% ± [\d.]+% behind, score", told[4]) and told[-1].startswith("  whoever leaves the mix")
    assert cli.main(["analyze", str(record), "--seat", "Zoe"]) == 1
    assert "Zoe" in capsys.readouterr().err


def test_analyze_takes_models_of_the_others_and_the_bot_that_plays_on(record, capsys):
    call = ["analyze", str(record), "--trials", "20", "--seat", "Ben", "--bot", "saver", "--model"]
    assert cli.main([*call, "Ana=3:1,0:3"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("played on by saver") and told[1] == "  Ana chooses as 3 25%, 0 75%"
    assert cli.main([*call, "Ana=4"]) == 0 and "always 4" in capsys.readouterr().out
    assert cli.main([*call, "Zoe=4"]) == 1 and "Zoe" in capsys.readouterr().err
    assert cli.main([*call, "Ana=9t"]) == 1 and "9t" in capsys.readouterr().err
    for wrong in ("Ana", "Ana=3:x", "=3"):
        with pytest.raises(SystemExit):
            cli.main([*call, wrong])


def test_analyze_tells_the_exact_value_beside_the_sample(tmp_path, capsys):
    game = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "random", "Ben": "random"}, seed=7)
    game.play_to_end()
    game.save(tmp_path / "game.toml")
    assert cli.main(["analyze", str(tmp_path / "game.toml"), "--round", str(game.rounds), "--trials", "400"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if " wins " in line]
    assert told and all(re.search(r"exactly [\d.]+%(, which the interval misses)?$", line) for line in told)


@pytest.mark.parametrize("wrong", [["--trials", "0"], ["--trials", "1"], ["--trials", str(10**12)], ["--seed", "-1"], ["--seed", str(10**23)]])
def test_analyze_refuses_numbers_that_cannot_be(record, wrong, capsys):
    assert cli.main(["analyze", str(record), *wrong]) == 1
    told = capsys.readouterr().err
    assert str(record) in told and wrong[0].strip("-") in told and wrong[1] in told


def test_analyze_prints_the_json_that_is_promised(record, capsys):
    assert cli.main(["analyze", str(record), "--trials", "40", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed) == ["file", "game", "round", "seat", "trials", "seed", "choices", "exploitability", "best"]
    assert (printed["file"], printed["game"], printed["round"], printed["seat"]) == ("table.toml", "surfs-up", 2, "Ana")
    assert (printed["trials"], printed["seed"]) == (40, 0) and 0 <= printed["exploitability"] < 1
    for choice in printed["choices"]:
        assert list(choice) == ["choice", "win", "win_se", "score", "score_se", "mix", "exact"] and choice["exact"] is None
    assert sum(choice["mix"] for choice in printed["choices"]) == pytest.approx(1)
    assert printed["best"] == printed["choices"][0]["choice"] == max(printed["choices"], key=lambda of: of["win"])["choice"]


def test_a_reader_who_stops_reading_is_no_error():
    command = f"{sys.executable} -m surflab.cli cards | head -1"
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert told.stdout.startswith("surfs-up") and not told.stderr


def test_the_dashboards_are_there_for_panel_serve():
    folder = Path(__file__).parents[1] / "dashboards"
    for path in folder.glob("*.py"):
        assert "page().servable()" in path.read_text()
