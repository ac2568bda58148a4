"""The command line of `runplatform`."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
DEFAULT_HOST, DEFAULT_PORT, DEFAULT_WORKERS = "127.0.0.1", 8000, 8
HIGHEST_PORT = 65_535


@dataclass(frozen=True)
class Options:
    """What the operator chose; `workers` is the number of tasks that each live queue works at once."""

    host: str
    port: int
    data_dir: Path
    workers: int
    model: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--host", default=DEFAULT_HOST, help="address to listen on (default %(default)s)")
    parser.add_argument(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        help="port to listen on, 0 for any free one (default %(default)s)",
    )
    parser.add_argument(
        "--data-dir",
        type=Path,
        default=Path(os.environ.get("DATA_DIR") or CHECKOUT / "data"),
        help="folder of the database, secrets and logs (default %(default)s)",
    )
    parser.add_argument(
        "--workers",
        type=_at_least_one,
        default=DEFAULT_WORKERS,
        help="tasks worked at once in each of the queues moves and judging (default %(default)s)",
    )
    parser.add_argument("--no-model", action="store_true", help="do not start the local language model")


def from_namespace(values: dict[str, object]) -> Options:
    """Build Options from parsed arguments, by whichever parser."""
    return Options(
        host=str(values["host"]),
        port=int(str(values["port"])),
        data_dir=Path(os.path.abspath(Path(str(values["data_dir"])).expanduser())),
        workers=int(str(values["workers"])),
        model=not values["no_model"],
    )


def parse(arguments: Sequence[str]) -> Options:
    """Read the command line; print the usage and exit with code 2 when it is wrong."""
    parser = argparse.ArgumentParser(
        prog="manage.py runplatform", description="Start the whole platform on this machine; Ctrl-C stops it."
    )
    add_arguments(parser)
    return from_namespace(vars(parser.parse_args(arguments)))


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= HIGHEST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to {HIGHEST_PORT}")


def _at_least_one(text: str) -> int:
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of workers; give 1 or more")
