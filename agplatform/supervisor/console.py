"""What the operator sees: short lines, each written at once."""

import contextlib
import sys
from collections.abc import Iterable


def say(text: str) -> None:
    """Write one line to the terminal; a terminal that is gone is no reason to stop."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def complain(text: str) -> None:
    """Write one line about what went wrong to the error stream."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def quote(lines: Iterable[str]) -> None:
    """Show lines of a child's log, set apart from our own."""
    for line in lines:
        complain(f"    | {line}")
