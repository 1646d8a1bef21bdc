"""Whole games written down and compared to the letter: a changed deal, rule or score shows as a changed line.

`python -m tests.surfs_up.test_playthroughs` writes them anew; look at the difference before you keep it.
"""
from __future__ import annotations

from pathlib import Path

import pytest

from surflab.surfs_up.cards import CardSet
from surflab.surfs_up.game import Game

from .playing import NAMES
from .positions import BOX

FOLDER = Path(__file__).parents[1] / "playthroughs" / "surfs_up_games"
SHORT = CardSet.from_dict({
    "custom": True, "suits": ["north", "south"], "bluebottles": 3,
    "waves": [{"suit": "north", "points": 2, "count": 5}, {"suit": "south", "points": 3, "count": 5}],
    "boards": [{"suit": "north", "bonus": 1, "cost": 0, "count": 1},
               {"suit": "south", "bonus": 2, "cost": 5, "count": 1}],
    "energy": [{"value": 9, "cost": 1, "count": 4}],
    "stings": [{"value": 4, "count": 3}, {"value": 0, "count": 1}],
    "goals": [{"name": "Awake", "points": 3, "metric": "rests", "at_most": 3}],
}, "a short set")
LISTED = {"ocean": ["purple 10", "orange 1", "orange 1", "bluebottle", "bluebottle"], "beach": ["energy 6"],
          "stings": [3, 3]}
PLAYTHROUGHS = {
    "two-surfers": Game(NAMES[:2], BOX, seed=1),
    "three-surfers-and-goals": Game(NAMES[:3], BOX, ("Clean session", "Orange crush", "Quiver"), seed=2),
    "four-surfers-and-the-largest-seed": Game(NAMES[:4], BOX, seed=2**32 - 1),
    "five-surfers-and-cards-that-run-out": Game(NAMES[:5], SHORT, ("Awake",), seed=4),
    "six-surfers-with-listed-decks": Game(NAMES, BOX, ("Fresh arms",), seed=3, decks=LISTED),
}


def account(game: Game) -> str:
    """A game between random bots as text: what was chosen, and after every decision what lies where."""
    state = game.start()
    lines = [f"players {listed(game.players)}; goals {listed(game.goals)}; seed {game.seed}", *what_lies(game, state)]
    while not game.is_over(state):
        choices = {seat: game.ask(state, seat, "random") for seat in game.to_choose(state)}
        lines += ["", f"round {game.rounds(state) + 1}: "
                  + ", ".join(f"{game.players[seat]} {choice}" for seat, choice in choices.items())]
        state, _ = game.resolve(state, choices)
        lines += what_lies(game, state)
    told = game.describe(state)
    lines += ["", f"over after round {told['rounds']}: {told['end']}; won by {listed(told['winners'])}"]
    return "\n".join(lines) + "\n"


def what_lies(game: Game, state) -> list[str]:
    told = game.describe(state)
    return [f"  surf {listed(told['surf'])}; beach {listed(told['beach'])}", *(
        f"  {surfer['name']:5} hand {' '.join(surfer['hand'])}; towel {' '.join(surfer['towel']) or '-'}; "
        f"respect {surfer['respect']}; waves {listed(surfer['waves'])}; boards {listed(surfer['boards'])}; "
        f"stings {listed(surfer['stings'])}; points {' '.join(map(str, surfer['points'].values()))}"
        for surfer in told["players"])]


def listed(names) -> str:
    return ", ".join(map(str, names)) or "-"


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_game_goes_as_it_was_written_down(name):
    assert account(PLAYTHROUGHS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_playthrough_is_left_without_its_game():
    assert {path.stem for path in FOLDER.iterdir()} == set(PLAYTHROUGHS)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file_name, table in PLAYTHROUGHS.items():
        (FOLDER / f"{file_name}.txt").write_text(account(table), encoding="utf-8")
