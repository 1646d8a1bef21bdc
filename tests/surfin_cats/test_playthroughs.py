"""Recorded days with known answers, the example of the README among them: tests/playthroughs/surfin_cats.

`expected.jsonl` holds what `surflab replay --json` prints. `python -m tests.surfin_cats.test_playthroughs` plays and writes
everything anew; look at the difference before you keep it.
"""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from surflab import records, toml
from surflab.cli import main
from surflab.moments import MAIN, Lines, Moment
from surflab.surfin_cats.cards import CardSet
from surflab.surfin_cats.game import QUESTIONS, Game
from surflab.surfin_cats.record import Record
from surflab.surfin_cats.variant import Variant

from .playing import BOX, PLAYTHROUGHS, after

README = Path(__file__).parents[2] / "README.md"
GAMES = {  # the table, the bots in seat order, and the title
    "solo": (Game(("mandy",), (), BOX, seed=1), ("odds",), ""),
    "two-cats": (Game(("neo", "chope"), ("Ana", "Ben"), BOX, seed=2), ("greedy", "odds"), "Two cats"),
    "three-cats-kittens": (Game(("maria", "rufo", "mandy"), (), BOX, Variant(kittens=True), 3), ("random",) * 3, ""),
    "four-cats-and-more-to-buy": (Game(("rufo", "neo", "maria", "chope"), (), BOX, Variant(picks=2, mixed=True), 4),
                                  ("cautious", "odds", "greedy", "random"), "Purr"),
    "five-cats": (Game(("chope", "neo", "mandy", "rufo", "maria"), (), BOX, seed=2**32 - 1), ("odds",) * 5, ""),
    "two-last-waves": (Game(("maria", "chope"), (), BOX, Variant(waves=(1, 0, 0, 2)), 6), ("reckless", "greedy"), ""),
}
TYPED = ("leader-shielded", "leaders-tied", "new-market-deck-in-a-forced-turn", "picks-without-a-choice", "underdog-day",
         "underdog-day-other-seats", "unlock-after-riding")  # days that were typed, each for what its name says
EXAMPLE = Game(("maria", "rufo"), ("Ana", "Ben"), CardSet.house(), Variant(waves=(1, 0, 0, 1)), 307), ("odds", "greedy"), "Thursday table"


# replaying
def listed() -> list[dict]:
    return [json.loads(line) for line in (PLAYTHROUGHS / "expected.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("case", listed(), ids=lambda case: f"{case['file']}-{case.get('line', MAIN)}")
def test_a_record_replays_to_its_known_end(case, capsys):
    case = dict(case)
    line = case.pop("line", MAIN)
    assert main(["replay", "--json", str(PLAYTHROUGHS / case["file"]), "--line", line]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == case and printed.err == ""


@pytest.mark.usefixtures("cats_engine")
@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("[!c]*.toml")), ids=lambda path: path.stem)
def test_a_record_written_again_is_the_same_file(path):
    record = records.load(path)
    assert records.dump(record) == path.read_text(encoding="utf-8")
    assert records.load(path.read_bytes(), folder=path.parent) == record


@pytest.mark.usefixtures("cats_engine")
@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("[!c]*.toml")), ids=lambda path: path.stem)
def test_what_a_table_writes_down_comes_to_the_same(path):
    """However it was typed: forced turns and picks written out, or chance that the seed decides."""
    record = records.load(path)
    again = records.load(records.dump(Record.of(record.game, record.lines)))
    for line in record.lines:
        assert again.describe(line) == record.describe(line)


@pytest.mark.usefixtures("cats_engine")
@pytest.mark.parametrize("name", GAMES)
def test_a_session_replays_without_the_generator(name):
    """All that chance decided is written down, so another seed changes nothing that happened."""
    path = PLAYTHROUGHS / f"{name}.toml"
    record = records.load(path)
    other = records.load(toml.write(record.data | {"seed": 77}, Record.BLOCKS), folder=path.parent)
    assert other.describe() == record.describe()
    for one, two in zip(record.lines.path(MAIN), other.lines.path(MAIN), strict=True):
        assert one.choices == two.choices and [tuple(event) for event in one.events] == [tuple(event) for event in two.events]


def test_every_playthrough_has_its_answer():
    assert {path.name for path in PLAYTHROUGHS.glob("*.toml")} - {case["file"] for case in listed()} == {"card-set.toml"}


@pytest.mark.usefixtures("cats_engine")
def test_what_the_readme_shows_of_a_record_is_the_example():
    blocks = re.findall(r"```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    shown = [block for block in blocks if 'game = "surfin-cats"' in block]
    others = [records.load(block) for block in shown[1:]]
    assert records.read(toml.read(shown[0])) == records.read(toml.read((PLAYTHROUGHS / "example.toml").read_bytes())), "but for comments"
    assert all(other.data.get("position") and not other.warnings for other in others)  # days that begin at a position


def test_the_readme_names_all_that_is_asked():
    described = re.search(r"and while the game goes on `to_choose` and\n`asked`:(.*?)\. At most", README.read_text(encoding="utf-8"), re.DOTALL)
    assert set(re.findall(r'"(\w+)"', described[1])) == {word for word, _ in QUESTIONS.values()}


# writing anew
def played_by(game: Game, bots: tuple[str, ...]) -> Lines:
    lines = Lines(Moment(game.start()))
    while not game.is_over(lines.tip(MAIN).state):
        moment = lines.tip(MAIN)
        choices = {seat: game.ask(moment.state, seat, bots[seat]) for seat in game.to_choose(moment.state)}
        lines.extend(MAIN, after(game, moment, choices))
    return lines


def with_branches(game: Game, bots: tuple[str, ...], lines: Lines) -> Lines:
    """The game with two lines that leave it: one in the middle of a turn, one with other cards to come."""
    path = lines.path(MAIN)
    amid = next(moment for moment in path[8:] if not game.is_between_rounds(moment.state))
    lines.branch("otherwise", MAIN, amid, {"note": "what if"})
    choices = {seat: game.legal(amid.state, seat)[-1] for seat in game.to_choose(amid.state)}
    lines.extend("otherwise", after(game, amid, choices))
    fork = next(moment for moment in path if game.position(moment.state) == (2, 0))
    lines.branch("fresh cards", MAIN, fork)
    lines.extend("fresh cards", Moment(game.redeal(fork.state, 5), fork, redealt=5))
    for _ in range(12):
        moment = lines.tip("fresh cards")
        choices = {seat: game.ask(moment.state, seat, bots[seat]) for seat in game.to_choose(moment.state)}
        lines.extend("fresh cards", after(game, moment, choices))
    lines.remarks[path[3]] = {"note": "a first try", "mark": "question"}
    return lines


def as_typed(game: Game, data: dict) -> dict:
    """The record as somebody would type it who saw the game: of the decks only what came up."""
    data = toml.plain(data)
    for wave in data["waves"]:
        acts = [block["act"] for block in wave["turns"] if "act" in block]
        looked = sum("bottom" in phrases for block in wave["turns"] for phrases in block.get("choices", {}).values())
        for seat, name in enumerate(game.players):
            wave["decks"][name] = wave["decks"][name][:sum(act[seat] == "trick" for act in acts) + 1 + looked]
        wave["market"] = wave["market"][:5 * len(game.players)]
        if wave is data["waves"][-1]:
            del wave["market"]
    return data


def write(name: str, data: dict) -> list[str]:
    """Write a record, and return what `surflab replay --json` prints for each of its lines."""
    path = PLAYTHROUGHS / f"{name}.toml"
    path.write_text(toml.write(toml.plain(data), Record.BLOCKS), encoding="utf-8")
    record = records.load(path)
    path.write_text(records.dump(record), encoding="utf-8")
    return [json.dumps({"file": path.name} | ({"line": line} if line != MAIN else {}) | record.describe(line)) for line in record.lines]


def write_all() -> None:
    answers = []
    for name, (game, bots, title) in GAMES.items():
        lines = played_by(game, bots)
        if name == "two-cats":
            lines = with_branches(game, bots, lines)
        data = Record.of(game, lines, title, {game.players[-1]: bots[-1]}).data
        answers += write(name, data | {"cards": "card-set.toml"})
    game, bots, title = EXAMPLE
    lines = played_by(game, bots)
    path = lines.path(MAIN)
    fork = next(moment for moment in path if game.position(moment.state) == (2, 3))
    lines.branch("Ana goes on", MAIN, fork)
    lines.extend("Ana goes on", after(game, fork, {0: "trick", 1: "ride"}))
    lines.remarks[path[-1]] = {"note": "both at once, and a tie"}
    answers += write("example", as_typed(game, Record.of(game, lines, title).data))
    for name in TYPED:
        answers += write(name, records.load(PLAYTHROUGHS / f"{name}.toml").data)
    (PLAYTHROUGHS / "expected.jsonl").write_text("\n".join(answers) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
