"""`manage.py runplatform` as an operator meets it: real processes on throw-away data folders."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agplatform.env import read_env_file
from agplatform.supervisor.options import CHECKOUT

# A loaded machine may need this long; the measured times stand in docs/running.md.
START_SECONDS = 60.0
STOP_SECONDS = 5.0
CHILDREN = {"valkey", "web", "moves", "judging", "analysis", "beat"}
MARKS = {
    "valkey-server": "valkey",
    "supervisor.web": "web",
    "--queues=moves": "moves",
    "--queues=judging": "judging",
    "--queues=analysis": "analysis",
    "beat": "beat",
}


def clean_environment(**settings: str) -> dict[str, str]:
    """An environment without the settings of the tests themselves."""
    return {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | settings


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "manage.py", "runplatform", "--no-model", "--data-dir", str(folder), *options]


def refused(words: list[str], **settings: str) -> str:
    """Run a start that must fail; return its one line."""
    done = subprocess.run(
        words, cwd=CHECKOUT, env=clean_environment(**settings), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1, done.stdout + done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def eventually(true: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Running:
    """One running platform."""

    def __init__(self, folder: Path, *options: str, **settings: str) -> None:
        self.folder = folder
        self.terminal = folder.with_name(f"{folder.name}.terminal")
        with self.terminal.open("w") as terminal:
            self.process = subprocess.Popen(
                command(folder, "--port", "0", *options),
                cwd=CHECKOUT,
                env=clean_environment(**settings),
                stdout=terminal,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Wait until it says that the page is there."""
        ready = eventually(
            lambda: "The Adversarial Game is on" in self.said() or self.process.poll() is not None,
            seconds=START_SECONDS,
        )
        assert ready, self.said()
        assert self.process.poll() is None, self.said()
        self.address = re.findall(r"is on (http://\S+)/", self.said())[-1]

    def said(self) -> str:
        return self.terminal.read_text()

    def status(self, path: str) -> int:
        try:
            with urllib.request.urlopen(self.address + path, timeout=20) as reply:
                return int(reply.status)
        except OSError:
            return 0

    def children(self) -> dict[str, int]:
        """Return the children's processes by name."""
        found: dict[str, int] = {}
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for pid in map(int, listed.split()):
            words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            found |= {name: pid for mark, name in MARKS.items() if mark in words and "leash.py" not in words}
        return found

    def all_children(self, expected: set[str] = CHILDREN) -> dict[str, int]:
        """Wait until just the expected children run; the workers follow the page."""
        assert eventually(lambda: set(self.children()) == expected, seconds=20), self.said()
        return self.children()


@contextmanager
def running(folder: Path, *options: str, **settings: str) -> Iterator[Running]:
    platform = Running(folder, *options, **settings)
    try:
        platform.wait()
        yield platform
    finally:
        platform.process.kill()
        platform.process.wait()


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("running") / "data") as started:
        yield started


def test_the_page_answers_when_the_address_is_printed(platform: Running) -> None:
    assert platform.status("/healthz") == 200


def test_the_data_folder_is_for_its_owner_alone(platform: Running) -> None:
    assert platform.folder.stat().st_mode & 0o777 == 0o700
    open_to_others = [
        path
        for path in platform.folder.iterdir()
        if path.name != "static"
        and not path.name.startswith("platform.sqlite3-")
        and path.stat().st_mode & 0o077
    ]
    assert open_to_others == []


def test_a_second_start_on_the_same_folder_is_refused(platform: Running) -> None:
    line = refused(command(platform.folder, "--port", "0"))
    assert line.startswith("Cannot run: The platform already runs")
    assert platform.address in line
    assert f"process {platform.process.pid}" in line
    assert platform.status("/healthz") == 200


def test_a_taken_port_is_named_with_the_option_to_choose_another(platform: Running, tmp_path: Path) -> None:
    port = platform.address.rpartition(":")[2]
    line = refused(command(tmp_path / "data", "--port", port))
    assert f"Port {port} on 127.0.0.1 is taken" in line
    assert "--port" in line
    assert not (tmp_path / "data").exists(), "a start that was refused leaves nothing behind"


def test_every_child_that_is_killed_comes_back_and_the_page_with_it(platform: Running) -> None:
    before = platform.all_children()
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: not any(map(alive, before.values())), seconds=5)
    assert not set(platform.all_children().values()) & set(before.values())
    assert eventually(lambda: platform.status("/healthz") == 200, seconds=20)
    for words in (
        "The web server ended (signal 9)",
        "The message store ended (signal 9)",
        "it starts again in",
    ):
        assert words in platform.said()


def test_the_printed_link_makes_the_first_administrator_and_stands_in_no_file(platform: Running) -> None:
    (path,) = re.findall(rf"{platform.address}(/first-admin/\S+)", platform.said())
    assert platform.status(path) == 200
    token = path.strip("/").rpartition("/")[2]
    texts = [
        path
        for pattern in ("logs/*", "platform.env", "platform.sqlite3", "*.token", "valkey/*/*")
        for path in platform.folder.glob(pattern)
    ]
    assert len(texts) > len(CHILDREN)
    assert not [path for path in texts if path.is_file() and token.encode() in path.read_bytes()]


def test_neither_logs_nor_terminal_hold_the_secret(platform: Running) -> None:
    secret = read_env_file(platform.folder / "platform.env")["SECRET_KEY"]
    texts = [path.read_text(errors="replace") for path in (platform.folder / "logs").iterdir()]
    assert secret not in "".join([*texts, platform.said()])


def test_a_killed_platform_leaves_no_process_and_starts_again_with_its_secrets(tmp_path: Path) -> None:
    folder = tmp_path / ("too long for a socket " * 6)
    with running(folder) as first:
        children = first.all_children()
        made = read_env_file(folder / "platform.env")
        socket_folder = Path(made["REDIS_URL"].removeprefix("unix://")).parent
        assert len(str(socket_folder)) < 100
        first.process.kill()
        assert eventually(lambda: not any(map(alive, children.values())), seconds=2)
    with running(folder) as second:
        assert read_env_file(folder / "platform.env")["SECRET_KEY"] == made["SECRET_KEY"]
        children, began = second.all_children(), time.monotonic()
        second.process.terminate()
        assert second.process.wait(20) == 0
        assert time.monotonic() - began < STOP_SECONDS
        assert not any(map(alive, children.values()))
        assert second.said().rstrip().endswith("Stopped.")
        assert not socket_folder.exists()


def test_a_redis_of_the_operator_replaces_the_embedded_one(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder, REDIS_URL=os.environ["REDIS_URL"]) as platform:
        platform.all_children(CHILDREN - {"valkey"})
        assert "REDIS_URL" not in read_env_file(folder / "platform.env")


def test_a_file_in_place_of_the_data_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert str(tmp_path / "data") in refused(command(tmp_path / "data", "--port", "0"))


@pytest.mark.parametrize("blocks", [0, 2, 64])
def test_a_disk_that_fills_up_while_preparing_is_one_line(tmp_path: Path, blocks: int) -> None:
    words = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", *command(tmp_path / "data", "--port", "0")]
    # Python would leave broken compiled modules behind in the checkout.
    line = refused(words, PYTHONDONTWRITEBYTECODE="1")
    assert str(tmp_path / "data") in line
    assert "full" in line or "grow" in line


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("ALLOWED_HOSTS", "http://foo", "A setting is wrong: ALLOWED_HOSTS takes names only"),
        ("SECRET_KEY", "short", "A setting is wrong: SECRET_KEY is too short"),
        ("DEBUG", "perhaps", "A setting is wrong: DEBUG='perhaps'"),
        ("OPENAI_API_KEY", "sk-x", "A setting is wrong: OPENAI_BASE_URL and OPENAI_API_KEY"),
        ("DATABASE_URL", "postgresql://127.0.0.1:1/none", "The database (DATABASE_URL) cannot be used"),
        ("REDIS_URL", "redis://127.0.0.1:1", "REDIS_URL: no server answers there"),
    ],
)
def test_a_setting_that_cannot_work_is_named(tmp_path: Path, name: str, value: str, words: str) -> None:
    assert words in refused(command(tmp_path / "data", "--port", "0"), **{name: value})


def test_an_old_python_is_told_which_one_is_needed() -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 18); sys.argv = ['manage.py', 'runplatform'];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    assert refused([sys.executable, "-c", code]) == "Python 3.9 is too old: the platform needs 3.11 or newer."
