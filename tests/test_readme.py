"""What the README shows works: its records replay, its files are there."""
import re
from pathlib import Path

import pytest

from surflab import records
from surflab.rulings import games, rulings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
RECORDS = [block for block in re.findall(r"```toml\n(.*?)```", README, re.DOTALL) if block.startswith("surflab = 1")]


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
@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:surflab|dashboards|tests|notebooks)/[\w/.]+)`", README))
                                        | set(re.findall(r"\]\(([\w/.]+)\)", README))))
def test_what_it_names_is_there(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("game", games())
def test_it_lists_every_ruling(game):
    assert [ruling.id for ruling in rulings(game) if ruling.ruling and f"- **{ruling.id}** {ruling.ruling}\n" not in README] == []
