"""Recorded games with known answers, and broken ones with what their refusal must name: tests/playthroughs/surfs_up.

`expected.jsonl` and `lines.jsonl` hold what `surflab replay --json` prints, the latter for lines that are not the main
one; `broken.jsonl` holds the words that each refusal must contain.
"""
import json
from pathlib import Path

import pytest

from surflab import records
from surflab.cli import main

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs" / "surfs_up"


def listed(name: str) -> list[dict]:
    return [json.loads(line) for line in (PLAYTHROUGHS / name).read_text().splitlines()]


def called(case: dict) -> str:
    return f"{case['file']}-{case.get('line', 'main')}"


@pytest.mark.parametrize("case", listed("expected.jsonl") + listed("lines.jsonl"), ids=called)
def test_a_record_replays_to_its_known_end(case, capsys):
    path, line = PLAYTHROUGHS / case["file"], case.pop("line", "main")
    assert main(["replay", "--json", str(path), "--line", line]) == 0
    assert json.loads(capsys.readouterr().out) == case


@pytest.mark.parametrize("case", listed("broken.jsonl"), ids=called)
def test_a_broken_record_is_refused_by_name(case, capsys):
    assert main(["replay", "--json", str(PLAYTHROUGHS / case["file"])]) == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed.keys() == {"file", "error"} and printed["file"] == case["file"]
    assert [word for word in case["error_names"] if word not in printed["error"]] == []


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("[!bc]*.toml")), ids=lambda path: path.stem)
def test_a_record_written_again_is_the_same_file(path):
    record = records.load(path)
    assert records.dump(record) == path.read_text()
    assert records.load(path.read_bytes(), folder=path.parent) == record


def test_every_playthrough_has_its_answer():
    answered = {case["file"] for name in ("expected.jsonl", "lines.jsonl", "broken.jsonl") for case in listed(name)}
    assert {path.name for path in PLAYTHROUGHS.glob("*.toml")} - answered == {"card-set.toml"}
