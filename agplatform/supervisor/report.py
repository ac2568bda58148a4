"""What the preparation tells the supervisor: JSON lines over a pipe, so that no log ever holds a one-time link."""

import json
import os
from collections.abc import Callable


class Report:
    """Reads the lines as they come; use as a context manager around the preparation's life."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Open the pipe; `say` gets each line meant for the operator at once."""
        self.failure: str | None = None
        self.first_admin: str | None = None
        self._say = say
        self._text = b""
        self._reading, self.writing = os.pipe()
        os.set_blocking(self._reading, False)

    def read(self) -> None:
        """Take in what has arrived."""
        try:
            while piece := os.read(self._reading, 65_536):
                self._text += piece
        except BlockingIOError:
            pass
        *lines, self._text = self._text.split(b"\n")
        for line in lines:
            self._take(json.loads(line))

    def close(self) -> None:
        """Close both ends."""
        os.close(self._reading)
        os.close(self.writing)

    def _take(self, entry: dict[str, str]) -> None:
        if "say" in entry:
            self._say(entry["say"])
        self.failure = entry.get("fail", self.failure)
        self.first_admin = entry.get("first_admin", self.first_admin)
