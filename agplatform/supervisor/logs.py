"""Log files of the children: appended, kept below a size, and quoted when a child dies."""

import os
import shutil
from pathlib import Path

LARGEST_BYTES = 8 * 1024 * 1024
QUOTED_BYTES = 8 * 1024


def bound(path: Path, *, largest: int = LARGEST_BYTES) -> None:
    """Move a log's content aside to `<name>.1` once it is larger than `largest` bytes.

    The file itself stays and is emptied, because a running child holds it open (for appending).
    """
    try:
        if path.stat().st_size > largest:
            shutil.copyfile(path, path.with_name(f"{path.name}.1"))
            os.truncate(path, 0)
    except FileNotFoundError:
        return


def open_for_child(path: Path) -> int:
    """Return a descriptor that appends to the log."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def last_lines(path: Path, count: int, *, start: int = 0) -> list[str]:
    """Return up to `count` last lines that were written after byte `start`, without blank ones."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(start if start <= size else 0, size - QUOTED_BYTES))
            text = file.read().decode(errors="replace")
    except OSError:
        return []
    return [line.rstrip() for line in text.splitlines() if line.strip()][-count:]
