"""What the supervisor keeps on disk: lock, secrets, logs."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from agplatform.env import read_env_file
from agplatform.supervisor import environment, logs
from agplatform.supervisor.errors import CannotRunError
from agplatform.supervisor.lock import NAME as LOCK
from agplatform.supervisor.lock import DataFolderLock

HOLD = """
import sys, time
from pathlib import Path
from agplatform.supervisor.lock import DataFolderLock
lock = DataFolderLock(Path(sys.argv[1]))
lock.note(address="http://127.0.0.1:8123")
print("held", flush=True)
time.sleep(60)
"""
SETTLE_WHERE_NOTHING_CAN_BE_WRITTEN = """
import resource, sys
from pathlib import Path
from agplatform.supervisor import environment
resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
try:
    environment.settle(Path(sys.argv[1]), {"REDIS_URL": "unix:///elsewhere.sock"})
except OSError as error:
    print(error.filename)
"""


def test_a_second_start_is_told_who_runs_and_where(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(CannotRunError) as refusal:
            DataFolderLock(tmp_path)
        assert "already runs" in str(refusal.value)
        assert "http://127.0.0.1:8123" in str(refusal.value)
        assert f"process {holder.pid}" in str(refusal.value)
        holder.send_signal(signal.SIGKILL)
    DataFolderLock(tmp_path).release()


def test_the_lock_notes_its_holder_anew(tmp_path: Path) -> None:
    lock = DataFolderLock(tmp_path)
    lock.note(address="http://a-rather-long-name.example:8000")
    lock.note(address="http://x:1")
    assert json.loads((tmp_path / LOCK).read_text()) == {"pid": os.getpid(), "address": "http://x:1"}
    lock.release()


def test_secrets_are_made_once_and_for_this_user_alone(tmp_path: Path) -> None:
    first = environment.settle(tmp_path, {"REDIS_URL": "unix:///a.sock"})
    second = environment.settle(tmp_path, {"REDIS_URL": "unix:///b.sock"})
    assert len(first["SECRET_KEY"]) >= 50
    assert second == {"SECRET_KEY": first["SECRET_KEY"], "REDIS_URL": "unix:///b.sock"}
    assert stat.S_IMODE((tmp_path / environment.NAME).stat().st_mode) == 0o600


def test_two_folders_have_different_secrets(tmp_path: Path) -> None:
    keys = set()
    for name in ("a", "b"):
        environment.prepare_folder(tmp_path / name)
        keys.add(environment.settle(tmp_path / name, {})["SECRET_KEY"])
    assert len(keys) == 2


def test_what_a_crash_left_unfinished_is_not_read(tmp_path: Path) -> None:
    (tmp_path / f"{environment.NAME}.unfinished").write_text("SECRET_KEY=ha")
    assert environment.settle(tmp_path, {})["SECRET_KEY"] != "ha"
    assert [path.name for path in tmp_path.iterdir()] == [environment.NAME]


def test_secrets_survive_a_disk_that_fills_up(tmp_path: Path) -> None:
    before = environment.settle(tmp_path, {"REDIS_URL": "unix:///a.sock"})
    command = [sys.executable, "-c", SETTLE_WHERE_NOTHING_CAN_BE_WRITTEN, str(tmp_path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed.strip() == str(tmp_path / environment.NAME)
    assert read_env_file(tmp_path / environment.NAME) == before
    assert [path.name for path in tmp_path.iterdir()] == [environment.NAME]


def test_a_log_that_grew_too_large_is_moved_aside_under_its_writer(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    descriptor = logs.open_for_child(log)
    os.write(descriptor, b"x" * 100)
    logs.bound(log, largest=100)
    assert log.stat().st_size == 100
    os.write(descriptor, b"y")
    logs.bound(log, largest=100)
    os.write(descriptor, b"z")
    os.close(descriptor)
    assert log.read_text() == "z"
    assert (tmp_path / "web.log.1").stat().st_size == 101


def test_only_lines_of_this_run_are_quoted(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_text("old\n")
    start = log.stat().st_size
    with log.open("a") as file:
        file.write("one\n\ntwo\nthree\n")
    assert logs.last_lines(log, 2, start=start) == ["two", "three"]
    assert logs.last_lines(log, 9, start=start) == ["one", "two", "three"]
    assert logs.last_lines(tmp_path / "none.log", 9) == []
