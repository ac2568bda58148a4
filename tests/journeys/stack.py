"""A whole platform as its user starts it: `manage.py runplatform` in a throw-away data folder."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
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
# By what each child of the supervisor is known in the process table.
CHILD_MARKS = {
    "valkey-server": "valkey",
    "supervisor.web": "web",
    "--queues=moves": "moves",
    "--queues=judging": "judging",
    "--queues=analysis": "analysis",
    " beat ": "beat",
}
# Runs what it reads, a JSON string of code a line, and answers with what that printed and its traceback.
SHELL_LOOP = """
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    printed, failure = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {})
    except Exception:
        failure = traceback.format_exc()
    print(json.dumps([printed.getvalue(), failure]), flush=True)
"""


def eventually(true: Callable[[], bool], *, seconds: float) -> bool:
    """Ask again until it is true; return whether it became so in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


@dataclass
class Stack:
    """A running platform; `printed` is what it has said on its terminal so far."""

    process: subprocess.Popen[str]
    data_dir: Path
    environment: Mapping[str, str]
    url: str = ""
    printed: list[str] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)
    _shell: subprocess.Popen[str] | None = None

    def wait_for(self, pattern: str, seconds: float = START_SECONDS, *, since: int = 0) -> re.Match[str]:
        """Return the first match of `pattern` in a printed line, from line number `since` on."""
        deadline = time.monotonic() + seconds
        with self.news:
            while True:
                for line in self.printed[since:]:
                    if match := re.search(pattern, line):
                        return match
                if not self.news.wait(deadline - time.monotonic()):
                    raise AssertionError(f"never printed {pattern!r}:\n" + "".join(self.printed))

    def django(self, code: str) -> str:
        """Run Python code beside the platform, in its own settings; return what it printed."""
        if self._shell is None:
            self._shell = self._open_shell()
        stdin, stdout = self._shell.stdin, self._shell.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(code) + "\n")
        stdin.flush()
        answer = stdout.readline()
        assert answer, "the shell beside the platform died"
        printed, failure = json.loads(answer)
        assert not failure, failure
        return str(printed)

    def children(self) -> dict[str, int]:
        """Return the process ids of the platform's parts by name (Linux)."""
        found: dict[str, int] = {}
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for pid in map(int, listed.split()):
            try:
                words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            except OSError:
                continue  # It ended in this moment.
            found |= {name: pid for mark, name in CHILD_MARKS.items() if mark in words}
        return found

    def kill(self, name: str) -> int:
        """End one part of the platform as kill -9 does, as soon as it runs; return the process id that it had."""
        assert eventually(lambda: name in self.children(), seconds=40), f"{name} does not come back"
        pid = self.children()[name]
        os.kill(pid, signal.SIGKILL)
        return pid

    def logs(self, name: str = "*") -> str:
        """Return everything that the platform's processes, or one of them, have logged."""
        folder = self.data_dir / "logs"
        return "\n".join(path.read_text(errors="replace") for path in folder.glob(f"{name}.log"))

    def stop(self) -> None:
        """Stop the platform as Ctrl-C does."""
        if self._shell is not None:
            self._shell.communicate(timeout=STOP_SECONDS)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=STOP_SECONDS)

    def _open_shell(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", SHELL_LOOP],
            cwd=CHECKOUT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


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
            with stack.news:
                stack.printed.append(line)
                stack.news.notify_all()
