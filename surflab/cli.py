"""The `surflab` command: one function a subcommand, each importing what it needs only when it runs."""
from __future__ import annotations

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand; the exit status is 0, or 1 where it failed, or 2 where it was called wrongly."""
    options = parser().parse_args(arguments)
    try:
        return options.run(options) or 0
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError) as error:
        print(f"surflab {options.command}: {error}", file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """The command line of all subcommands."""
    whole = argparse.ArgumentParser(prog="surflab", description="A strategy lab for Surf's Up! and Surfin' Cats.")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    serve = commands.add_parser("serve", help="serve the tables to a browser")
    serve.add_argument("--port", type=int, default=5006, help="default %(default)s; 0 takes any free one")
    serve.add_argument("--address", default="127.0.0.1", help="default %(default)s, which only this machine reaches")
    serve.add_argument("--open", action=argparse.BooleanOptionalAction, default=True, help="open a browser")
    serve.set_defaults(run=run_serve)

    replay = commands.add_parser("replay", help="replay game records and tell what happened")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record; - reads one from standard input")
    replay.add_argument("--json", action="store_true", help="print how each game stands as one line of JSON")
    replay.add_argument("--line", default="main", metavar="NAME", help="the line of play (default %(default)s)")
    replay.set_defaults(run=run_replay)
    return whole


def run_replay(options) -> int:
    """Replay records; 1 where one of them cannot be."""
    from .records import replay

    return replay(options.files, options.json, options.line)


def run_serve(options) -> None:
    """Serve until interrupted."""
    from .serve import serve

    serve(options.address, options.port, options.open)


if __name__ == "__main__":
    sys.exit(main())
