"""Records and card sets with something wrong in them: `python tests/bench/mutated_records.py [changes] [--game surfin-cats]`.

They come from the recorded games, the house card sets and random games, with bytes, lines or values changed. Each must open,
or be refused by a RecordError or CardSetError that names the file; never another way, and never slowly. What opens is written
down and opens again to an equal record, and so does the table that goes on with it. What breaks is kept in a folder.
"""
from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from surflab import records, toml
from surflab.card_files import CardSetError
from surflab.records import RecordError
from tests.bench.random_calls import GAMES, Sequence

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 5.0  # of the processor, for one file
RANDOM_GAMES = 12
TOKEN = re.compile(rb'"[^"\n]*"|-?\b\d[\w.:+-]*|\btrue\b|\bfalse\b|\[[^\[\]\n]*\]|\{[^{}\n]*\}')  # a value, as files have them
STRANGE = [b"-1", b"0", b"1", b"2", b"7", b"99", b"100000", b"9223372036854775807", b"-9223372036854775808", b"1.5",
           b"nan", b"-inf", b"true", b'""', b'"x"', b'"main"', b'"<b>"', b'"\\u202e"', b'"\\u0000"', b"[]", b"[[]]", b"{}",
           b"[{}]", b"{x = 1}", b"1979-05-27", b"07:32:00", b'"' + b"x" * 5000 + b'"']


class Broken(AssertionError):
    """A file did what none may do."""


# what is changed
def change_bytes(draw: random.Random, content: bytes) -> bytes:
    """A few bytes are others."""
    changed = bytearray(content)
    for _ in range(draw.choice((1, 1, 2, 4))):
        changed[draw.randrange(len(changed))] = draw.choice((draw.randrange(256), draw.choice(b'[]{}=",.\n#-09')))
    return bytes(changed)


def change_lines(draw: random.Random, content: bytes) -> bytes:
    """Lines are gone, there twice, or in each other's place."""
    lines = content.splitlines(keepends=True)
    for _ in range(draw.choice((1, 1, 2, 3))):
        one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        how = draw.choice(("drop", "double", "swap"))
        if how == "drop" and len(lines) > 1:
            del lines[one]
        elif how == "double":
            lines.insert(other, lines[one])
        else:
            lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def change_values(draw: random.Random, content: bytes) -> bytes:
    """Numbers, texts, lists and tables are something else, often something that stands elsewhere in the file."""
    for _ in range(draw.choice((1, 1, 2))):
        tokens = list(TOKEN.finditer(content))
        if tokens:
            old = draw.choice(tokens)
            new = draw.choice(tokens)[0] if draw.random() < 0.5 else draw.choice(STRANGE)
            content = content[:old.start()] + new + content[old.end():]
    return content


def nudge_number(draw: random.Random, content: bytes) -> bytes:
    """A number is a little more or less."""
    numbers = list(re.finditer(rb"(?<![\w.-])-?\d+(?![\w.-])", content))
    if not numbers:
        return change_bytes(draw, content)
    old = draw.choice(numbers)
    return content[:old.start()] + str(int(old[0]) + draw.choice((-2, -1, 1, 2, 10))).encode() + content[old.end():]


def cut_off(draw: random.Random, content: bytes) -> bytes:
    """The file ends too early."""
    return content[:draw.randrange(len(content))]


CHANGES = (change_bytes, change_lines, change_values, change_values, nudge_number, cut_off)


# where it is changed
def sources(game: str) -> dict[str, bytes]:
    """Files of a game that open, by name: recorded games, card sets, and random games as they are saved."""
    package = game.replace("-", "_")
    found = {path.name: path.read_bytes() for path in sorted((ROOT / "tests" / "playthroughs" / package).glob("*.toml"))
             if not path.name.startswith("broken")}
    found["house.toml"] = (ROOT / "surflab" / package / "house.toml").read_bytes()
    for seed in range(RANDOM_GAMES):
        sequence = Sequence(game, 10**6 + seed)
        sequence.run(30)
        found[f"random-{seed}.toml"] = sequence.table.dumps().encode()
    return found


def is_card_set(name: str) -> bool:
    return name in ("card-set.toml", "house.toml")


class Trial:
    """Opens changed files of one game."""

    def __init__(self, game: str):
        self.game, self.folder = game, ROOT / "tests" / "playthroughs" / game.replace("-", "_")
        self.card_set = import_module(f"surflab.{game.replace('-', '_')}.cards").CardSet
        self.sources = sources(game)
        self.counts, self.slowest = Counter(), (0.0, "")

    def changed(self, number: int) -> tuple[str, str, bytes]:
        """A source's name, how it is changed, and what it is then; all of it decided by the number."""
        draw = random.Random(f"{self.game} {number}")
        name = draw.choice(["card-set.toml", "house.toml"] if draw.random() < 0.25 else list(self.sources))
        change = draw.choice(CHANGES)
        return name, change.__name__, change(draw, self.sources[name])

    def run(self, number: int) -> None:
        """Open one changed file; raises Broken."""
        name, how, content = self.changed(number)
        what = f"{self.game}, number {number}: {how} in {name}"
        begun = time.process_time()
        try:
            outcome = self._open_cards(content) if is_card_set(name) else self._open_record(content)
        except Broken as error:
            raise Broken(f"{what}: {error}") from None
        except Exception as error:
            raise Broken(f"{what}: {type(error).__name__}: {error}") from error
        seconds = time.process_time() - begun
        self.slowest = max(self.slowest, (seconds, what))
        if seconds > MOST_SECONDS:
            raise Broken(f"{what}: took {seconds:.1f} s")
        self.counts[f"{'card sets' if is_card_set(name) else 'records'} {outcome}"] += 1

    def _open_record(self, content: bytes) -> str:
        try:
            record = records.load(content, "changed.toml", self.folder)
        except RecordError as error:
            if not str(error).startswith("changed.toml: "):
                raise Broken(f"refused without the name of the file: {error}") from None
            return "refused"
        text = records.dump(record)
        again = records.load(text, folder=self.folder)
        if again != record or records.dump(again) != text:
            raise Broken("written down and opened again, it is another record")
        table = GAMES[self.game].from_record(record).dumps()
        if GAMES[self.game].load(table).dumps() != table:
            raise Broken("saved as a table and opened again, it is another one")
        return "opened"

    def _open_cards(self, content: bytes) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "changed.toml"
            path.write_bytes(content)
            try:
                cards = self.card_set.load(path)
            except CardSetError as error:
                if not str(error).startswith("changed.toml:"):
                    raise Broken(f"refused without the name of the file: {error}") from None
                return "refused"
            path.write_text(toml.write(toml.plain(cards.to_dict()), ()), encoding="utf-8")
            if self.card_set.load(path).to_dict() != cards.to_dict():
                raise Broken("written down and opened again, it is another card set")
        return "opened"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("changes", nargs="?", type=int, default=2000, help="for each game (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first change")
    parser.add_argument("--game", choices=GAMES, help="one game alone")
    options = parser.parse_args()
    kept, broken = Path(tempfile.gettempdir()) / "mutated-records", 0
    for game in [options.game] if options.game else GAMES:
        begun = time.perf_counter()
        import_module(f"surflab.{game.replace('-', '_')}.game").engine.compiled()
        trial = Trial(game)
        for number in range(options.first, options.first + options.changes):
            try:
                trial.run(number)
            except Broken as error:
                broken += 1
                kept.mkdir(exist_ok=True)
                (kept / f"{game}-{number}.toml").write_bytes(trial.changed(number)[2])
                print(error, file=sys.stderr, flush=True)
        print(f"{game}: {', '.join(f'{count} {what}' for what, count in sorted(trial.counts.items()))}; "
              f"slowest {trial.slowest[0]:.1f} s ({trial.slowest[1]}); {time.perf_counter() - begun:.0f} s", flush=True)
    print(f"broken: {broken}" + (f", kept in {kept}" if broken else ""))
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main())
