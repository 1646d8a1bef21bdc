"""What the README shows works: its code and commands run, its records replay, its card set loads, its files are there."""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import surflab
from surflab import SurfinCats, SurfsUp, cli, records
from surflab.rulings import games, rulings
from surflab.surfin_cats import cards as cat_cards
from surflab.surfs_up import cards
from surflab.surfs_up.cards import CardSet

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


SECTIONS = ["\n".join(pasted) for section in re.split(r"^## ", README, flags=re.MULTILINE) if (pasted := blocks("python", section))]
CALLS = [call for call in re.findall(r"`((?:surflab|game|SurfsUp|SurfinCats)\.\w[^`]*)`", README) if call.endswith(")")]
COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("surflab ")]
RECORDS = [block for block in blocks("toml") if block.startswith("surflab = 1")]
CARD_SETS = [block for block in blocks("toml") if block not in RECORDS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where somebody stands who has pasted everything: each section's Python in a session of its own, and the card set."""
    place = tmp_path_factory.mktemp("pasted")
    for section in SECTIONS:
        ran = subprocess.run([sys.executable, "-c", section], cwd=place, env=os.environ | {"PYTHONPATH": str(ROOT)},
                             capture_output=True, text=True)
        assert ran.returncode == 0, f"{section}\n{ran.stderr}"
    (place / "my-cards.toml").write_text(CARD_SETS[0], encoding="utf-8")
    return place


def test_the_python_of_every_section_runs_as_pasted(folder):
    assert len(SECTIONS) == 3 and len(SurfsUp.load(folder / "thursday.toml").lines) == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run_as_pasted(folder, command, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    _, *arguments = shlex.split(command, comments=True)
    if arguments[0] == "serve":
        assert cli.parser().parse_args(arguments).command == "serve"
    else:
        assert cli.main(arguments + ["--trials", "200"] * (arguments[0] == "analyze")) == 0
        assert capsys.readouterr().out


@pytest.mark.parametrize("call", CALLS)
def test_the_calls_it_names_run(call):
    game = (SurfinCats if "SurfinCats" in call else SurfsUp)()
    eval(call, {"surflab": surflab, "SurfsUp": SurfsUp, "SurfinCats": SurfinCats, "game": game, "text": game.position()})


def test_the_card_set_can_be_played():
    (block,) = CARD_SETS
    game = SurfsUp(cards=CardSet.from_dict(records.read_data(block)), goals=[], bots={"Ana": "reader"})
    game.play_to_end(people="saver")
    assert game.is_over and not game.cards.warnings


def test_both_games_have_an_example_from_the_deal_and_one_from_a_position():
    named = [(re.search(r'game = "([a-z-]+)"', block)[1], "[position]" in block) for block in RECORDS]
    assert named == [(game, begun) for game in ("surfs-up", "surfin-cats") for begun in (False, True)]


@pytest.mark.parametrize("block", RECORDS, ids=range(len(RECORDS)))
def test_the_example_replays_and_is_written_back_without_loss(block):
    record = records.load(block)
    again = records.load(records.dump(record))
    assert again == record and records.dump(again) == records.dump(record) and not record.warnings
    assert len(record.lines) == 2


@pytest.mark.source
@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:`|^bash )((?:surflab|dashboards|tests|notebooks)/[\w/.]+)", README, re.MULTILINE))
                                        | set(re.findall(r"\]\(([\w/.]+)\)", README))))
def test_what_it_names_is_there(path):
    assert (ROOT / path).exists()


def test_it_tells_the_limits_of_a_card_set():
    told = " ".join(README.split())
    low, high = cards.BOX_POINTS
    assert f"costs go up to {cards.MOST}; without `custom = true` a wave has {low} to {high} points, and a token costs at most {cards.BOX_STING}" in told
    assert (f"numbers up to {cat_cards.MOST}, at most {cat_cards.MOST_EFFECTS} effects in one place, "
            f"and at most {cat_cards.MOST_GAINS} resources, items or looks at once") in told


@pytest.mark.parametrize("game", games())
def test_it_lists_every_ruling(game):
    assert [ruling.id for ruling in rulings(game) if ruling.ruling and f"- **{ruling.id}** {ruling.ruling}\n" not in README] == []
