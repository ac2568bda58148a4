"""A whole platform as its user starts it: `manage.py runplatform` in a throw-away data folder."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
START_SECONDS = 90.0
STOP_SECONDS = 15.0
# What the tests of this process set for themselves must not reach the platform.
OWN_SETTINGS = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "DATA_DIR"),
    *("ALLOWED_HOSTS", "SECURE_COOKIES", "EMBEDDED"),
)


@dataclass
class Stack:
    """A running platform; `printed` is what it has said on its terminal so far."""

    process: subprocess.Popen[str]
    data_dir: Path
    environment: Mapping[str, str]
    url: str = ""
    printed: list[str] = field(default_factory=list)
    lines: "queue.Queue[str]" = field(default_factory=queue.Queue)

    def wait_for(self, pattern: str, seconds: float = START_SECONDS) -> re.Match[str]:
        """Return the first match of `pattern` in a line printed from the start on."""
        for line in list(self.printed):
            if match := re.search(pattern, line):
                return match
        while True:
            try:
                line = self.lines.get(timeout=seconds)
            except queue.Empty:
                raise AssertionError(f"never printed {pattern!r}:\n" + "".join(self.printed)) from None
            if match := re.search(pattern, line):
                return match

    def django(self, code: str) -> str:
        """Run Python code beside the platform, in its own settings; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
            cwd=CHECKOUT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def logs(self) -> str:
        """Return everything that the platform's processes have logged."""
        return "\n".join(path.read_text(errors="replace") for path in (self.data_dir / "logs").glob("*.log"))

    def stop(self) -> None:
        """Stop the platform as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=STOP_SECONDS)


@contextmanager
def running_stack(data_dir: Path, *options: str, **settings: str) -> Iterator[Stack]:
    """Start the platform on a free port, wait until its page answers, stop it at the end."""
    environment = {name: value for name, value in os.environ.items() if name not in OWN_SETTINGS}
    environment |= {"DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1", **settings}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "runplatform", "--port", "0", "--data-dir", str(data_dir), *options],
        cwd=CHECKOUT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    stack = Stack(process, data_dir, environment)
    reader = threading.Thread(target=_read, args=(stack,), daemon=True)
    reader.start()
    try:
        stack.url = stack.wait_for(r"(http://127\.0\.0\.1:\d+)").group(1)
        yield stack
    finally:
        stack.stop()
        reader.join(STOP_SECONDS)


def _read(stack: Stack) -> None:
    assert stack.process.stdout is not None
    with stack.process.stdout as output:
        for line in output:
            stack.printed.append(line)
            stack.lines.put(line)
