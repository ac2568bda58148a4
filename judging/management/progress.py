"""How far a long command is, as a bar on a terminal or plain lines elsewhere, and Ctrl-C that lets it end in good order."""

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Self, TextIO

WIDTH = 30
SECONDS_BETWEEN_LINES = 10.0


class ProgressBar:
    """Redraws one line of `stream` as pairs are done, where that is a terminal; elsewhere it writes a line now and then.

    `clock` counts seconds. Within its `with` block the first Ctrl-C only sets `stop_wanted`; the second interrupts.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stop_wanted = False
        self._stream = stream
        self._clock = clock
        self._written_at = clock()
        self._shown = ""

    def __enter__(self) -> Self:
        """Take over Ctrl-C; only the main thread can."""
        self._before = (
            signal.signal(signal.SIGINT, self._interrupt)
            if threading.current_thread() is threading.main_thread()
            else None
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the bar's line and give Ctrl-C back."""
        self._end_line()
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def done(self, pairs: int, of: int) -> None:
        """Show that so many pairs are done."""
        line = f"{pairs:,} of {of:,} pairs"
        if self._stream.isatty():
            self._redraw(f"[{'#' * (WIDTH * pairs // of):.<{WIDTH}}] {line}")
        elif self._clock() - self._written_at >= SECONDS_BETWEEN_LINES:
            self._written_at = self._clock()
            self._stream.write(f"{line}\n")
            self._stream.flush()

    def _redraw(self, line: str) -> None:
        if line != self._shown:
            self._stream.write(f"\r{line}")
            self._stream.flush()
            self._shown = line

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self.stop_wanted:
            raise KeyboardInterrupt
        self.stop_wanted = True
        self._end_line()
        self._stream.write("Waiting for the calls under way, which are paid for. Ctrl-C again leaves them.\n")
        self._stream.flush()

    def _end_line(self) -> None:
        if self._shown:
            self._stream.write("\n")
            self._stream.flush()
        self._shown = ""
