"""Record files: finding the game, naming the file, saving whole files, and what `replay` prints."""
import io
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surflab import records, toml
from surflab.records import RecordError

PLAYTHROUGHS = Path(__file__).parent / "playthroughs" / "surfs_up"
SHORT = 'surflab = 1\ngame = "surfs-up"\nplayers = ["Ana", "Ben"]\n'


# in
@pytest.mark.parametrize(("text", "names"), [
    ('game = "surfs-up"\n', ["surflab is missing", "surflab = 1"]),
    ("surflab = 1\n", ["game is missing", "surfs-up"]),
    ("\n", ["is empty", "surflab = 1"]),
    (SHORT.replace("= 1", "= 99"), ["99", "format 1"]),
    (SHORT.replace("= 1", "= true"), ["true", "format 1"]),
    (SHORT.replace("= 1", '= "1"'), ['"1"', "format 1"]),
    (SHORT.replace("= 1", "= 0"), ["0", "format 1"]),
    (SHORT.replace("surfs-up", "surf-chess"), ["surf-chess", "surfs-up"]),
    (SHORT.replace('"surfs-up"', '["surfs-up"]'), ["game", "surfs-up"]),
])
def test_another_format_or_game_is_refused_with_what_is_known(text, names):
    with pytest.raises(RecordError) as refused:
        records.load(text, "table.toml")
    assert [name for name in ["table.toml", *names] if name not in str(refused.value)] == []


def test_a_path_text_and_bytes_are_the_same_record(tmp_path):
    path = tmp_path / "game.toml"
    path.write_text(SHORT)
    read = [records.load(path), records.load(str(path)), records.load(SHORT), records.load(SHORT.encode())]
    assert all(record == read[0] for record in read)


@pytest.mark.parametrize("path", ["nothing.toml", "", ".", "x" * 5000, "a\0b"])
def test_a_file_that_cannot_be_read_is_named(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordError, match="cannot be read"):
        records.load(path)
    with pytest.raises(RecordError, match="cannot be read"):
        records.load(Path(path))


def test_a_file_is_read_no_further_than_the_limit(tmp_path):
    (tmp_path / "vast.toml").write_bytes(b" " * (toml.LIMIT + 1))
    with pytest.raises(RecordError, match="vast.toml.*1 MiB"):
        records.load(tmp_path / "vast.toml")
    if os.path.exists("/dev/zero"):
        with pytest.raises(RecordError, match="1 MiB"):
            records.load("/dev/zero")


@given(st.binary(max_size=200) | st.binary(max_size=60).map(lambda more: SHORT.encode() + more))
def test_any_bytes_are_read_or_refused(content):
    try:
        record = records.load(content)
    except RecordError as error:
        assert str(error).startswith("the record: ")
    else:
        assert records.load(records.dump(record)) == record


def test_an_error_stays_short_whatever_it_is_about():
    with pytest.raises(RecordError) as refused:
        records.load(SHORT.replace('"Ben"', '"' + "B" * 900_000 + '"'))
    assert len(str(refused.value)) < 5000


def test_places_stand_from_the_outside_in():
    with pytest.raises(RecordError) as refused, records.place(file="a.toml"), records.place("line"), records.place("round 3"):
        raise ValueError("too wet")
    error = refused.value
    assert str(error) == "a.toml: line, round 3: too wet"
    assert (error.file, error.place, error.problem) == ("a.toml", ("line", "round 3"), "too wet")


# out
def test_a_record_is_saved_whole_or_not_at_all(tmp_path, monkeypatch):
    path, record = tmp_path / "game.toml", records.load(SHORT)
    records.save(record, path)
    assert records.load(path) == record and path.stat().st_mode & 0o777 == 0o666 & ~umask()
    path.chmod(0o600)
    records.save(records.load(SHORT + 'title = "x"\n'), path)
    assert path.stat().st_mode & 0o777 == 0o600

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        records.save(record, path)
    assert records.load(path).title == "x" and list(tmp_path.iterdir()) == [path]


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_record_too_large_to_be_read_again_is_not_written():
    vast = SimpleNamespace(data={"note": "x" * toml.LIMIT}, BLOCKS=())
    with pytest.raises(RecordError, match="1 MiB"):
        records.dump(vast)


# replaying
def test_replay_goes_on_after_a_record_that_fails(capsys):
    paths = [str(PLAYTHROUGHS / name) for name in ("game-11.toml", "broken-not-toml.toml", "game-35.toml")]
    assert records.replay([*paths, "nothing.toml"], as_json=True) == 1
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["file"] for row in printed] == ["game-11.toml", "broken-not-toml.toml", "game-35.toml", "nothing.toml"]
    assert ["error" in row for row in printed] == [False, True, False, True]


def test_replay_reads_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SHORT.encode())))
    assert records.replay(["-"], as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["file"] == "-"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO((SHORT + 'cards = "x.toml"\n').encode())))
    assert records.replay(["-"], as_json=True) == 1
    assert "not opened from a folder" in json.loads(capsys.readouterr().out)["error"]


def test_replay_of_a_line_that_is_not_there_names_those_that_are(capsys):
    assert records.replay([str(PLAYTHROUGHS / "lines.toml")], as_json=True, line="fresh") == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert "lines.toml" in error and "'fresh'" in error and "'fresh cards'" in error


def test_replay_tells_every_round_and_warns_aside(capsys):
    assert records.replay([str(PLAYTHROUGHS / "lines.toml")], line="and then luck turns") == 0
    told = capsys.readouterr()
    assert [line for line in told.out.splitlines() if line.startswith("Round")] == [f"Round {n}" for n in range(1, 9)]
    assert "Thursday table" in told.out and "wins" in told.out.splitlines()[-2]
    assert '"weather"' in told.err and "lines.toml" in told.err
    assert records.replay([str(PLAYTHROUGHS / "broken-one-player.toml")]) == 1
    assert "players" in capsys.readouterr().err


# replaying lines that begin alike
def copies(game: str, branches: int) -> dict:
    """A record of a played game whose branches each play the main line's own choices again from the start."""
    import surflab

    table = {"surfs-up": surflab.SurfsUp, "surfin-cats": surflab.SurfinCats}[game](seed=3)
    table.bots = dict.fromkeys(table.game.players, "random")
    table.play_to_end()
    data = table.record().data
    lines = "rounds" if game == "surfs-up" else "waves"
    first, *rest = data[lines]
    first = {key: value for key, value in first.items() if key not in ("decks", "market")}  # which lie as they were dealt
    branch = {"after": 0, lines: [first, *rest]} | ({"wave": 0} if game == "surfin-cats" else {})
    return data | {"branches": [branch | {"name": f"copy {number}"} for number in range(branches)]}


@pytest.mark.parametrize("game", ["surfs-up", "surfin-cats"])
def test_lines_that_begin_alike_are_replayed_once(game, monkeypatch):
    data = copies(game, 3)
    home = import_module(records.GAMES[game].replace("record", "game")).Game
    resolved, resolve = [], home.resolve
    monkeypatch.setattr(home, "resolve", lambda *arguments: resolved.append(1) or resolve(*arguments))
    record = records.read(data)
    main, *others = [record.lines.path(line) for line in record.lines]
    assert len(resolved) == sum(bool(moment.choices) for moment in main)
    for path in others:
        assert [moment.state is there.state for moment, there in zip(path, main, strict=True)] == [True] * len(main)
        assert not set(path[1:]) & set(main), "each line has moments of its own"


@pytest.mark.parametrize("game", ["surfs-up", "surfin-cats"])
def test_a_record_is_replayed_a_round_a_slice(game):
    data = copies(game, 2)
    blocks = [data["rounds"]] if game == "surfs-up" else [wave["turns"] for wave in data["waves"]]
    slices = list(records.reading(data))
    assert slices.count(None) == 3 * sum(map(len, blocks))
    assert [share for share in slices if share is not None] == [0, 0.5]
