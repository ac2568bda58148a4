"""Keeps children running until it is told to stop, then leaves none behind."""

import select
import signal
import socket
import time
from collections.abc import Callable, Iterable
from types import FrameType

from agplatform.supervisor import logs
from agplatform.supervisor.children import Child, ChildSpec, Death
from agplatform.supervisor.console import complain, quote
from agplatform.supervisor.errors import CannotRunError, trouble_with_disk

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOOK_EVERY_SECONDS = 0.25
BOUND_LOGS_EVERY_SECONDS = 60.0
# Both together stay well below the five seconds that a stop may take, on a busy machine too.
FAREWELL_SECONDS, LAST_FAREWELL_SECONDS = 2.0, 1.0
TRIES_AT_START = 3


class StopRequested(Exception):  # noqa: N818 - not an error: the operator wants to end
    """Somebody asked the platform to stop."""


class Supervisor:
    """A single-threaded loop over child processes.

    One thread, because the kernel's bond between parent and child is one of threads, and because
    a loop that only looks and waits needs no more.
    """

    def __init__(self) -> None:
        """Take over the signals that stop a program."""
        self.children: dict[str, Child] = {}
        self.stop_signals = 0
        self._bounded_at = time.monotonic()
        self._bell, self._ringer = socket.socketpair()
        for end in (self._bell, self._ringer):
            end.setblocking(False)
        signal.set_wakeup_fd(self._ringer.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        for number in STOP_SIGNALS:
            # Under nohup a lost terminal is no reason to stop.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._on_stop_signal)

    def start(self, spec: ChildSpec) -> Child:
        """Start a child and keep it running from now on."""
        child = self.children[spec.name] = Child(spec)
        if death := child.start(time.monotonic()):
            self._report(child, death)
        return child

    def run_once(self, spec: ChildSpec, while_waiting: Callable[[], None]) -> Child:
        """Run a child to its end, without starting it again, and return it; watch the others meanwhile."""
        child = Child(spec)
        if death := child.start(time.monotonic()):
            raise CannotRunError(f"{spec.title.capitalize()} cannot start: {death.reason}")
        try:
            while child.process is not None and child.process.poll() is None:
                self.pause(LOOK_EVERY_SECONDS)
                while_waiting()
        finally:
            child.signal(signal.SIGKILL)
        while_waiting()
        return child

    def wait_for(
        self, child: Child, ready: Callable[[], bool], *, seconds: float, tries: int = TRIES_AT_START
    ) -> None:
        """Watch until `ready()`; raise CannotRunError when the child keeps dying or time is up."""
        deadline = time.monotonic() + seconds
        while not ready():
            if child.backoff.failures >= tries:
                raise CannotRunError(self._why(child, "does not start"))
            if time.monotonic() > deadline:
                raise CannotRunError(self._why(child, f"does not answer within {seconds:.0f} s"))
            self.pause(0.03)

    def watch(self) -> None:
        """Keep the children running until a stop is asked for."""
        while True:
            self.pause(LOOK_EVERY_SECONDS)

    def pause(self, seconds: float) -> None:
        """Wait for that long, or until a child dies or a signal comes, and see to the children.

        Raises StopRequested once a stop is asked for.
        """
        if self.stop_signals:
            raise StopRequested
        self._sleep(seconds)
        if self.stop_signals:
            raise StopRequested
        now = time.monotonic()
        for child in self.children.values():
            self._see_to(child, now)
        if now - self._bounded_at >= BOUND_LOGS_EVERY_SECONDS:
            self._bounded_at = now
            self._bound_logs()

    def stop(self, *, last: Iterable[str] = ()) -> None:
        """End all children, those named in `last` after the others; kill what does not go in time."""
        names = tuple(last)
        late = [child for name, child in self.children.items() if name in names]
        self._end([child for child in self.children.values() if child not in late], FAREWELL_SECONDS)
        self._end(late, LAST_FAREWELL_SECONDS)

    def _end(self, children: list[Child], seconds: float) -> None:
        for child in children:
            child.signal(signal.SIGTERM)
        asked, deadline = self.stop_signals, time.monotonic() + seconds
        # A second Ctrl-C means: now.
        while time.monotonic() < deadline and self.stop_signals == asked:
            if all(child.gone() for child in children):
                return
            self._sleep(0.05)
        for child in children:
            child.signal(signal.SIGKILL)
        for child in children:
            if child.process is not None:
                child.process.wait()

    def _see_to(self, child: Child, now: float) -> None:
        death = child.look(now)
        if death is None and child.start_again_at is not None and now >= child.start_again_at:
            death = child.start(now)
        if death is not None:
            self._report(child, death)

    def _report(self, child: Child, death: Death) -> None:
        complain(
            f"{child.spec.title.capitalize()} ended ({death.reason}); it starts again in {death.delay:g} s. "
            f"Its log: {child.spec.log}"
        )
        quote(death.last_lines)

    def _why(self, child: Child, what: str) -> str:
        lines = child.last_lines(5)
        folder = child.spec.log.parent.parent
        return trouble_with_disk("\n".join(lines), folder) or (
            f"{child.spec.title.capitalize()} {what}{': ' + lines[-1] if lines else ''} (log: {child.spec.log})."
        )

    def _bound_logs(self) -> None:
        for child in self.children.values():
            try:
                logs.bound(child.spec.log)
            except OSError as error:
                complain(f"{child.spec.log} cannot be shortened: {error.strerror}.")

    def _sleep(self, seconds: float) -> None:
        select.select([self._bell], [], [], seconds)
        try:
            while self._bell.recv(1024):
                pass
        except BlockingIOError:
            return

    def _on_stop_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.stop_signals += 1
