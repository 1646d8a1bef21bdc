"""The `surflab` command: one function a subcommand, each importing what it needs only when it runs."""
from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from importlib.util import find_spec

from . import __version__
from .terminal import accept_every_encoding

GAMES = ("surfs-up", "surfin-cats")


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand; the exit status is 0, or 1 where it failed, or 2 where it was called wrongly."""
    accept_every_encoding()
    options = parser().parse_args(arguments)
    try:
        status = options.run(options) or 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (OSError, ValueError) as error:
        print(f"surflab {options.command}: {error}", file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """The command line of all subcommands."""
    whole = argparse.ArgumentParser(prog="surflab", description="A strategy lab for Surf's Up! and Surfin' Cats.")
    whole.add_argument("--version", action="version", version=f"surflab {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, describe in (("serve", serve), ("replay", replay), ("analyze", analyze), ("cards", cards)):
        summary = describe.__doc__.partition("\n")[0].replace("%", "%%")  # argparse fills in a help text, as "%" does
        command = commands.add_parser(name, help=summary, description=describe.__doc__)
        command.set_defaults(run=describe)
        ARGUMENTS[name](command)
    return whole


def serve(options) -> None:
    """Serve the tables to a browser until interrupted."""
    from .serve import serve

    serve(options.address, options.port, options.open, options.keep)


def _serve_arguments(command) -> None:
    command.add_argument("--port", type=port, default=5006, help="default %(default)s; 0 takes any free one")
    command.add_argument("--address", default="127.0.0.1",
                         help="default %(default)s, for this machine alone; 0.0.0.0 lets phones in this network in")
    command.add_argument("--open", action=argparse.BooleanOptionalAction, default=True, help="open a browser")
    command.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True,
                         help="keep tables on this machine's disk, so that they outlast a refresh and a restart")


def port(text: str) -> int:
    """A port number, 0 to 65535."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def replay(options) -> int:
    """Play records again and print what they come to: an account in words, or one JSON object a file."""
    from .records import replay

    return replay(options.files, options.json, options.line)


def _replay_arguments(command) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help='a record, or "-" for standard input')
    command.add_argument("--json", action="store_true", help="print one JSON object a file")
    command.add_argument("--line", default="main", help="the line of play to follow (default: %(default)s)")


def analyze(options) -> None:
    """Print what each choice of a decision in a record is worth, best first, with 95% intervals."""
    from .analysis import analyze, as_json
    from .records import load, place

    record = load(sys.stdin.buffer.read(), "standard input") if options.file == "-" else load(_path(options.file))
    with place(file=options.file):
        table = analyze(record, line=options.line, round=options.round, seat=options.seat, trials=options.trials,
                        seed=options.seed, bot=options.bot, models=dict(options.model))
    if options.json:
        print(as_json(table, "-" if options.file == "-" else _path(options.file).name))
        return
    where = table.attrs
    print(f"{where['seat']}, round {where['round']}, {where['trials']} trials a choice, played on by {where['bot']}")
    for name, model in where["models"].items():
        print(f"  {name} chooses as {model}")
    for row in table.itertuples():
        print("  " + ", ".join(part for part in _worth(row) if part))
        print(f"      {row.sentence}")
    if where["exploitability"] is not None:
        print(f"  whoever leaves the mix that is played gains at most {where['exploitability']:.1%}")
    if where["stopping"]:
        print(f"  {where['stopping']}")


def _worth(row):
    """What a row of an analysis says of its choice, part for part, with 95% intervals."""
    from .stats import Z95

    yield f"{row.choice:10} wins {row.win:6.1%} ({row.win_low:.1%} to {row.win_high:.1%})"
    yield "best" if not row.Index else f"{row.behind:.1%} ± {Z95 * row.behind_se:.1%} behind"
    yield f"score {row.score:.1f} ({row.score_low:.1f} to {row.score_high:.1f})"
    yield "" if row.mix is None else f"play it {row.mix:.0%}"
    yield "" if row.exact is None else f"exactly {row.exact:.1%}" + ", which the interval misses" * row.missed


def _analyze_arguments(command) -> None:
    command.add_argument("file", metavar="FILE", help='a record, or "-" for standard input')
    command.add_argument("--line", help="the line of play (default: main)")
    command.add_argument("--round", type=int, help="the round whose choice is meant (default: where the line ends)")
    command.add_argument("--seat", help="who chooses (default: the first who must)")
    command.add_argument("--trials", type=int, default=10_000, help="games played out a choice (default: %(default)s)")
    command.add_argument("--seed", type=int, default=0, help="decides every deal that is tried (default: %(default)s)")
    command.add_argument("--bot", help="the bot that plays everybody on")
    command.add_argument("--model", metavar="SEAT=MODEL", type=model, action="append", default=[],
                         help='how another seat chooses now: a bot, a choice, "5:2,3:1" for a mix, "mix" for the one found')
    command.add_argument("--json", action="store_true", help="print one JSON object")


def model(text: str) -> tuple[str, object]:
    """A seat's name and its model: a bot, a choice, "mix", or choices with their weights."""
    seat, _, chooses = text.partition("=")
    if not seat or not chooses:
        raise argparse.ArgumentTypeError(f'a model is written SEAT=MODEL, like "Ben=5" or "Ben=5:2,3:1", not {text!r}')
    if ":" not in chooses:
        return seat, chooses
    try:
        return seat, {choice: float(weight) for choice, weight in (part.rsplit(":", 1) for part in chooses.split(","))}
    except ValueError:
        raise argparse.ArgumentTypeError(f'a mix is written choice:weight, like "5:2,3:1", not {chooses!r}') from None


def cards(options) -> None:
    """Print every card of card-set files, or of the house sets, in words; all that is wrong with a file is listed."""
    from . import card_files

    if not options.files:
        for game in [options.game] if options.game else [game for game in GAMES if _has_cards(game)]:
            print(f"{game}, the house set\n\n{_describe(game)}\n")
    for file in options.files:
        game = options.game or card_files.load(file, lambda tables, place: tables.get("game", GAMES[0]))
        print(f"{file}\n\n{_describe(game, file)}\n")


def _cards_arguments(command) -> None:
    command.add_argument("files", nargs="*", metavar="FILE", help="card sets as TOML; none: the house sets")
    command.add_argument("--game", choices=GAMES, help="for files that name no game; which house set to print")


def _describe(game, file: str | None = None) -> str:
    if game not in GAMES or not _has_cards(game):
        raise ValueError(f"{file or 'cards'}: there is no game {game!r}; known: {', '.join(GAMES)}")
    module = import_module(f"surflab.{game.replace('-', '_')}.cards")
    return module.describe(module.CardSet.load(file) if file else module.CardSet.house())


def _has_cards(game: str) -> bool:
    return find_spec(f"surflab.{game.replace('-', '_')}.cards") is not None


def _path(name: str):
    from pathlib import Path

    return Path(name)


ARGUMENTS = {"serve": _serve_arguments, "replay": _replay_arguments, "analyze": _analyze_arguments,
             "cards": _cards_arguments}

if __name__ == "__main__":
    sys.exit(main())
