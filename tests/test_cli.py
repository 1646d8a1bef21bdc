"""The `surflab` command: what it prints, and how it ends when something is wrong."""
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import surflab
from surflab import SurfinCats, SurfsUp, cli

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
    command = [sys.executable, "-m", "surflab", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, **{"encoding": "utf-8"} | options)


@pytest.mark.parametrize("wrong", [[], ["surf"], ["serve", "--port", "70000"], ["serve", "--port", "x"], ["replay"]])
def test_a_wrong_call_ends_with_2_and_says_how(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(wrong)
    assert ended.value.code == 2
    assert "usage: surflab" in capsys.readouterr().err


@pytest.mark.parametrize("command", [(), *((name,) for name in cli.ARGUMENTS)], ids=" ".join)
def test_every_command_has_help(command, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: {' '.join(['surflab', *command])} [-h]") and "%%" not in told


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0 and capsys.readouterr().out == f"surflab {surflab.__version__}\n"


def test_python_runs_the_package_as_the_command():
    assert run("--version").stdout == f"surflab {surflab.__version__}\n"
    assert run("surf").returncode == 2


# output in an encoding that lacks characters
ABROAD = RECORD.replace("Ana", "Zoë").replace("Ben", "百合")


@pytest.fixture
def abroad(tmp_path):
    """A record of names that few encodings have, below a name that is not UTF-8."""
    path = tmp_path / os.fsdecode(b"na\xefve.toml")
    try:
        path.write_text(ABROAD, encoding="utf-8")
    except OSError:  # a file system of names in UTF-8 alone
        path = tmp_path / "naïve.toml"
        path.write_text(ABROAD, encoding="utf-8")
    return path


@pytest.fixture
def day(tmp_path):
    """A record of a whole day of Surfin' Cats, whose account has minus signs."""
    game = SurfinCats(seats=["Ana", "Ben"], cats=["maria", "rufo"], seed=3)
    game.play_to_end(people="odds")
    game.save(tmp_path / "cats.toml")
    return tmp_path / "cats.toml"


def printed(monkeypatch, encoding, arguments):
    """The exit status of a command, and what it prints to a standard output and standard error of that encoding."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
    for name, stream in zip(("stdout", "stderr"), streams):
        monkeypatch.setattr(sys, name, stream)
    try:
        status = cli.main([*map(str, arguments)])
    except SystemExit as ended:
        status = ended.code
    finally:
        monkeypatch.undo()
    for stream in streams:
        stream.flush()
    return status, *(stream.buffer.getvalue().decode(encoding) for stream in streams)


PRINTING = {
    "replay": lambda path: ["replay", path],
    "replay --json": lambda path: ["replay", "--json", path],
    "replay complaint": lambda path: ["replay", path.with_name("none" + path.name)],
    "analyze": lambda path: ["analyze", path, "--trials", "20"],
    "analyze --json": lambda path: ["analyze", path, "--trials", "20", "--json"],
    "analyze complaint": lambda path: ["analyze", path, "--seat", "Ĝino"],
    "cards": lambda path: ["cards"],
    "cards complaint": lambda path: ["cards", path.with_name("none" + path.name)],
    "serve complaint": lambda path: ["serve", "--address", "ĝino…"],
}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("call", PRINTING)
def test_output_arrives_in_every_encoding(call, encoding, abroad, monkeypatch):
    status, out, err = printed(monkeypatch, encoding, PRINTING[call](abroad))
    assert status == ("complaint" in call) and bool(out) != bool(err)
    assert "codec can't" not in err and "Traceback" not in err


def test_every_command_is_tried_in_every_encoding():
    assert {call.split()[0] for call in PRINTING} == set(cli.ARGUMENTS)


def test_characters_that_an_encoding_lacks_are_printed_as_their_like(day, monkeypatch):
    _, whole, _ = printed(monkeypatch, "utf-8", ["replay", day])
    _, plain, _ = printed(monkeypatch, "ascii", ["replay", day])
    assert "−" in whole and plain == whole.replace("−", "-")


def test_a_pipe_of_an_old_code_page_is_no_error(day):
    told = run("replay", day, env=os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}, encoding="cp1252")
    assert told.returncode == 0 and not told.stderr


# records and cards
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
    command = f"{sys.executable} -m surflab cards | head -1"
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert told.stdout.startswith("surfs-up") and not told.stderr


def test_the_dashboards_are_there_for_panel_serve():
    folder = Path(__file__).parents[1] / "dashboards"
    for path in folder.glob("*.py"):
        assert "page().servable()" in path.read_text()


def test_analyze_names_the_rounds_that_have_a_decision(tmp_path, capsys):
    session = SurfsUp(seats=["Ana", "Ben"], bots={"Ana": "saver", "Ben": "saver"}, seed=7)
    session.play_to_end()
    session.save(tmp_path / "thursday.toml")
    assert cli.main(["analyze", str(tmp_path / "thursday.toml"), "--round", "99", "--trials", "2"]) == 1
    assert f"rounds with a decision: 1 to {session.rounds}\n" in capsys.readouterr().err


def test_a_file_of_the_wrong_kind_is_told_in_one_sentence(tmp_path, capsys):
    SurfsUp(seats=["Ana", "Ben"], bots={}, seed=7).save(tmp_path / "thursday.toml")
    (tmp_path / "cards.toml").write_text('suits = ["orange"]\n')
    (tmp_path / "empty.toml").write_text("")
    for command, file, said in (
        ("cards", "thursday.toml", "is a game record, not a card set; surflab replay plays it again"),
        ("cards", "empty.toml", "is empty"),
        ("replay", "cards.toml", "is a card set, not a game record; surflab cards checks it"),
        ("replay", "empty.toml", "is empty; a record starts with"),
    ):
        assert cli.main([command, str(tmp_path / file)]) == 1
        told = capsys.readouterr().err
        assert said in told and len(told.splitlines()) == 1, told
