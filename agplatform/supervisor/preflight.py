"""What must be true before anything is started."""

import errno
import importlib.metadata
import re
import shutil
import socket
from collections.abc import Callable, Iterable
from pathlib import Path

from agplatform.supervisor.errors import CannotRunError

LEAST_FREE_BYTES = 64 * 1024 * 1024
BACKLOG = 2048
REQUIREMENT = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)")


def required_packages(requirements: str) -> list[str]:
    """Return the names in the text of a requirements file."""
    matches = (REQUIREMENT.match(line.strip()) for line in requirements.splitlines())
    return [match.group(1) for match in matches if match]


def is_installed(package: str) -> bool:
    """Say whether a distribution of that name is installed here."""
    try:
        importlib.metadata.distribution(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def check_packages(packages: Iterable[str], *, installed: Callable[[str], bool] = is_installed) -> None:
    """Raise CannotRunError that names every missing package and how to get it."""
    missing = [package for package in packages if not installed(package)]
    if missing:
        raise CannotRunError(
            f"Not installed: {', '.join(missing)}. Run `make setup`, or `pip install -r requirements.txt`."
        )


def check_room(folder: Path, *, least: int = LEAST_FREE_BYTES) -> None:
    """Raise CannotRunError when the disk of `folder` has fewer than `least` bytes free."""
    free = shutil.disk_usage(folder).free
    if free < least:
        raise CannotRunError(
            f"{folder}: the disk is full ({free // 2**20} MB free, {least // 2**20} MB needed). "
            "Make room there, or choose another --data-dir."
        )


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on host and port; raise CannotRunError when it cannot be had.

    The web server inherits it, so the port is ours from the first moment, and a restarted web
    server finds the connections that came meanwhile waiting.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise CannotRunError(f"--host {host} is no address of this machine: {error.strerror}.") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotRunError(_no_port(host, port, error)) from None
    return listener


def free_loopback_port() -> int:
    """Return a port on 127.0.0.1 that was free a moment ago."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _no_port(host: str, port: int, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"Port {port} needs more rights than this user has. Choose one above 1023 with --port."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken by another program. Choose another with --port, as in --port {port + 1}."
    return f"Cannot listen on {host} port {port}: {error.strerror}. Choose another with --host and --port."
