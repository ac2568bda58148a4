"""A bar on a terminal that says how far a long command is; silent anywhere else."""

from typing import TextIO

WIDTH = 30


class ProgressBar:
    """Redraws one line of `stream` as pairs are done."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = ""

    def done(self, pairs: int, of: int) -> None:
        """Show that so many pairs are done."""
        filled = WIDTH * pairs // of
        self._show(f"[{'#' * filled}{'.' * (WIDTH - filled)}] {pairs:,} of {of:,} pairs")

    def interrupted(self, calls: int) -> None:
        """Say what is still waited for."""
        self.close()
        if calls:
            self._stream.write(
                f"\nStopping once the calls under way ({calls}), which are paid for, have come back. "
                "Ctrl-C again leaves them.\n"
            )
            self._stream.flush()

    def close(self) -> None:
        """Leave the bar's line."""
        if self._shown:
            self._stream.write("\n")
            self._stream.flush()
        self._shown = ""

    def _show(self, line: str) -> None:
        if line != self._shown and self._stream.isatty():
            self._stream.write(f"\r{line}")
            self._stream.flush()
            self._shown = line
