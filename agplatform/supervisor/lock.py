"""One platform per data folder: two would share a database, a socket and a schedule."""

import fcntl
import json
import os
from pathlib import Path

from agplatform.supervisor.errors import CannotRunError

NAME = "runplatform.lock"


class DataFolderLock:
    """A lock that the kernel drops when its holder ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Take the lock on `folder`; raise CannotRunError that says who holds it."""
        self.path = folder / NAME
        # Python makes descriptors that children do not inherit: an orphan could not hold the lock.
        self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self.descriptor)
            raise CannotRunError(_refusal(folder, _read(self.path))) from None
        self.note(address=None)

    def note(self, *, address: str | None) -> None:
        """Write who we are, for the message that a second start gets."""
        text = json.dumps({"pid": os.getpid(), "address": address}).encode()
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, text, 0)

    def release(self) -> None:
        """Give the lock back; the file stays, since removing it would let two starts hold two files."""
        os.close(self.descriptor)


def _read(path: Path) -> dict[str, object]:
    try:
        holder = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return holder if isinstance(holder, dict) else {}


def _refusal(folder: Path, holder: dict[str, object]) -> str:
    where = f" at {holder['address']}" if holder.get("address") else ""
    process = f" (process {holder['pid']})" if holder.get("pid") else ""
    return (
        f"The platform already runs on the data folder {folder}{where}{process}. "
        "Stop that one first, or choose another folder with --data-dir."
    )
