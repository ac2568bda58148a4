"""One supervised process: what it is, and how it is started, watched and ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from agplatform.supervisor import leash, logs
from agplatform.supervisor.backoff import Backoff
from agplatform.supervisor.errors import explain
from agplatform.supervisor.options import CHECKOUT


@dataclass(frozen=True)
class ChildSpec:
    """How to run one child.

    `niceness` lowers its claim on the processors; `inherit` are descriptors it gets; with
    `speaks` its standard output is the operator's terminal instead of its log.
    """

    name: str
    title: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    log: Path
    niceness: int = 0
    inherit: tuple[int, ...] = ()
    speaks: bool = False


@dataclass(frozen=True)
class Death:
    """A child ended by itself: how, what it said last, and in how many seconds it starts again."""

    reason: str
    last_lines: list[str]
    delay: float


class Child:
    """A process in a session of its own, so that a Ctrl-C at the terminal reaches only the supervisor."""

    def __init__(self, spec: ChildSpec) -> None:
        """Prepare; nothing runs yet."""
        self.spec = spec
        self.backoff = Backoff()
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = 0.0
        self.start_again_at: float | None = None
        self._log_start = 0

    @property
    def running(self) -> bool:
        """Say whether the process is there, as far as we have looked."""
        return self.process is not None

    def start(self, now: float) -> Death | None:
        """Start the process; return its death when even that failed. Call from the main thread only.

        The kernel ends a child when the *thread* that started it ends.
        """
        self.started_at, self.start_again_at = now, None
        try:
            self.process = self._spawn()
        except OSError as error:
            return self._died(explain(error), now)
        return None

    def look(self, now: float) -> Death | None:
        """Return how the process ended when it did so since the last look."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        self.signal(signal.SIGKILL)  # what it may have left in its group
        self.process = None
        return self._died(f"signal {-code}" if code < 0 else f"exit code {code}", now)

    def last_lines(self, count: int) -> list[str]:
        """Return what this run wrote last into its log."""
        return logs.last_lines(self.spec.log, count, start=self._log_start)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and all it started."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def gone(self) -> bool:
        """Say whether the process has ended, and forget it if so."""
        if self.process is not None and self.process.poll() is not None:
            self.signal(signal.SIGKILL)
            self.process = None
        return self.process is None

    def _spawn(self) -> subprocess.Popen[bytes]:
        logs.bound(self.spec.log)
        log = logs.open_for_child(self.spec.log)
        try:
            self._log_start = os.fstat(log).st_size
            bond = [sys.executable, "-I", "-S", leash.__file__, str(os.getpid()), str(self.spec.niceness)]
            return subprocess.Popen(
                [*bond, *self.spec.command],
                cwd=CHECKOUT,
                env=dict(self.spec.environment),
                stdin=subprocess.DEVNULL,
                stdout=None if self.spec.speaks else log,
                stderr=log,
                pass_fds=self.spec.inherit,
                start_new_session=True,
            )
        finally:
            os.close(log)

    def _died(self, reason: str, now: float) -> Death:
        delay = self.backoff.died(lived=now - self.started_at)
        self.start_again_at = now + delay
        return Death(reason, self.last_lines(5), delay)
