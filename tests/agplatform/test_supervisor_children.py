"""The supervisor over real processes: simple ones, so that each behaviour shows alone."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agplatform.supervisor import leash
from agplatform.supervisor.probe import PageProbe

SUPERVISE = """
import json, sys
from pathlib import Path
from agplatform.supervisor.children import ChildSpec
from agplatform.supervisor.console import complain, say
from agplatform.supervisor.errors import CannotRunError
from agplatform.supervisor.supervisor import StopRequested, Supervisor

folder = Path(sys.argv[1])
supervisor = Supervisor()
try:
    for name, code in json.loads(sys.argv[2]).items():
        command = (sys.executable, "-u", "-c", code, str(folder))
        child = supervisor.start(
            ChildSpec(name=name, title=name, command=command, environment={}, log=folder / "logs" / f"{name}.log")
        )
        supervisor.wait_for(child, (folder / name).exists, seconds=float(sys.argv[3]))
    say("all run")
    supervisor.watch()
except CannotRunError as error:
    complain(f"Cannot run: {error}")
except StopRequested:
    pass
finally:
    supervisor.stop(last=("last",))
"""
NOTE = "import os, sys, time, signal; open(sys.argv[1] + '/{name}', 'w').write(str(os.getpid()));"
SLEEP = NOTE + "time.sleep(100)"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);" + SLEEP
PARENT = (
    "import subprocess, sys;"
    "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)']);"
    "open(sys.argv[1] + '/grandchild', 'w').write(str(p.pid));" + SLEEP
)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def eventually(true: Callable[[], bool], *, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return False


class Run:
    """A supervisor in a process of its own, with children made of Python code."""

    def __init__(self, folder: Path, *, answer_within: float = 20.0, **children: str) -> None:
        (folder / "logs").mkdir()
        self.folder = folder
        self.errors = folder / "errors"
        codes = json.dumps({name: code.replace("{name}", name) for name, code in children.items()})
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SUPERVISE, str(folder), codes, str(answer_within)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline().strip()

    def pid(self, name: str) -> int:
        return int((self.folder / name).read_text() or 0)

    def all_gone(self, *names: str) -> bool:
        return not any(alive(self.pid(name)) for name in names)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs = []

    def begin(*, answer_within: float = 20.0, **children: str) -> Run:
        runs.append(Run(tmp_path, answer_within=answer_within, **children))
        return runs[-1]

    yield begin
    for run in runs:
        run.process.kill()
        run.process.communicate()


def test_a_killed_child_is_started_again_and_said(start: Callable[..., Run]) -> None:
    run = start(worker=NOTE + "print('my last word'); time.sleep(100)")
    first = run.pid("worker")
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: run.pid("worker") not in {0, first})
    said = run.errors.read_text()
    assert "Worker ended (signal 9); it starts again in 0.5 s." in said
    assert "| my last word" in said


def test_a_child_that_keeps_dying_at_the_start_stops_the_platform_with_its_last_words(
    start: Callable[..., Run],
) -> None:
    run = start(broken="raise SystemExit('the wheel is square')")
    assert run.process.wait(20) == 0
    assert "Cannot run: Broken does not start: the wheel is square (log:" in run.errors.read_text()


def test_a_child_that_never_answers_stops_the_platform_with_its_last_words(start: Callable[..., Run]) -> None:
    run = start(answer_within=1.0, mute="import time; print('I wait for Godot', flush=True); time.sleep(100)")
    assert run.process.wait(20) == 0
    assert "Cannot run: Mute does not answer within 1 s: I wait for Godot (log:" in run.errors.read_text()


def test_a_stop_ends_even_the_deaf_and_grandchildren_within_five_seconds(start: Callable[..., Run]) -> None:
    run = start(deaf=DEAF, parent=PARENT, last=SLEEP)
    names = ("deaf", "parent", "grandchild", "last")
    assert run.first_line == "all run"
    assert not run.all_gone(*names)
    began = time.monotonic()
    run.process.terminate()
    assert run.process.wait(10) == 0
    assert time.monotonic() - began < 5
    assert run.all_gone(*names)


def test_a_second_interrupt_does_not_wait(start: Callable[..., Run]) -> None:
    run = start(deaf=DEAF)
    began = time.monotonic()
    run.process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    run.process.send_signal(signal.SIGINT)
    run.process.wait(10)
    assert time.monotonic() - began < 2
    assert run.all_gone("deaf")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the bond needs a quarter of a second")
def test_children_do_not_outlive_a_killed_supervisor(start: Callable[..., Run]) -> None:
    run = start(deaf=DEAF, last=SLEEP)
    run.process.kill()
    assert eventually(lambda: run.all_gone("deaf", "last"), seconds=2)


def test_where_the_kernel_makes_no_bond_a_watcher_does(tmp_path: Path) -> None:
    sleeper = (
        f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(100)"
    )
    watcher = (
        "import importlib.util, os, sys;"
        f"s = importlib.util.spec_from_file_location('leash', {leash.__file__!r});"
        "m = importlib.util.module_from_spec(s); s.loader.exec_module(m);"
        f"m.watch(int(sys.argv[1]), [sys.executable, '-c', {sleeper!r}])"
    )
    supervisor = (
        "import os, subprocess, sys, time;"
        f"subprocess.Popen([sys.executable, '-c', {watcher!r}, str(os.getpid())], start_new_session=True);"
        "time.sleep(100)"
    )
    with subprocess.Popen([sys.executable, "-c", supervisor]) as process:
        assert eventually(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
        pid = int((tmp_path / "pid").read_text())
        assert alive(pid)
        process.kill()
    assert eventually(lambda: not alive(pid), seconds=5)


def test_a_child_whose_supervisor_died_before_the_bond_never_runs(tmp_path: Path) -> None:
    nobody = subprocess.Popen([sys.executable, "-c", ""])
    nobody.wait()
    command = [
        sys.executable,
        "-I",
        "-S",
        leash.__file__,
        str(nobody.pid),
        "0",
        "touch",
        str(tmp_path / "ran"),
    ]
    subprocess.run(command, timeout=10)
    assert not (tmp_path / "ran").exists()


@contextlib.contextmanager
def serving(listener: socket.socket, *replies: bytes) -> Iterator[None]:
    def serve() -> None:
        for reply in replies:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(reply)

    thread = threading.Thread(target=serve)
    thread.start()
    yield
    thread.join(10)


def test_the_page_counts_as_there_only_once_it_is_healthy() -> None:
    unwell, well = b"HTTP/1.1 503 Unavailable\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n"
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        contextlib.closing(PageProbe(listener, name="localhost")) as probe,
    ):
        assert not probe.answered()  # nobody serves yet, and the question waits
        with serving(listener, unwell, b"", well):
            assert eventually(probe.answered)
