"""The platform's own settings file in the data folder, and the environment its processes get."""

import os
import secrets
import socket
from collections.abc import Mapping
from pathlib import Path

from agplatform.env import read_env_file

NAME = "platform.env"
HEADER = "# Written by `manage.py runplatform`; the environment overrides it. Keep it secret."
SECRET_BYTES = 48
MADE_ONCE = ("SECRET_KEY",)
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
EVERY_ADDRESS = ("", "0.0.0.0", "::")  # noqa: S104 - compared with what the operator chose, not bound
# What a process needs that is none of ours and must learn no secret.
HARMLESS = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
    "PYTHONPATH",
    "COVERAGE_PROCESS_START",
)


def prepare_folder(folder: Path) -> None:
    """Make the data folder and what it holds, readable by this user alone."""
    for path in (folder, folder / "logs", folder / "valkey", folder / "beat"):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def settle(folder: Path, made: Mapping[str, str]) -> dict[str, str]:
    """Bring <folder>/platform.env up to date and return its entries.

    Secrets are made on the first start and kept ever after; `made` is what this start decided.
    The file is replaced as a whole: whoever reads it, at any moment, finds the old or the new one.
    """
    path = folder / NAME
    before = read_env_file(path)
    entries = {name: before.get(name) or secrets.token_urlsafe(SECRET_BYTES) for name in MADE_ONCE} | dict(
        made
    )
    if entries != before:
        write_private(path, "\n".join([HEADER, *(f"{name}={value}" for name, value in entries.items()), ""]))
    return entries


def write_private(path: Path, text: str) -> None:
    """Replace a file by `text`, mode 600, so that a crash leaves the old file or the whole new one."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def for_platform(real: Mapping[str, str], entries: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the environment of our Django processes: the real one wins over the file."""
    kept = {name: value for name, value in real.items() if value}
    return {**entries, **kept, "DATA_DIR": str(folder), "PYTHONUNBUFFERED": "1"}


def for_strangers(real: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of processes that need none of our settings, and so get no secret."""
    return {name: real[name] for name in HARMLESS if name in real}


def allowed_hosts(host: str) -> str:
    """Return the names under which a browser may ask for a server on `host`, comma-separated."""
    names = list(LOOPBACK_NAMES)
    if host in EVERY_ADDRESS:
        names += own_names()
    elif host not in names:
        names.append(f"[{host}]" if ":" in host else host)
    return ",".join(dict.fromkeys(names))


def first_host(allowed: str) -> str:
    """Return a name that a list like `allowed_hosts` gives admits; patterns admit their own stem."""
    return allowed.split(",")[0].strip().lstrip(".*") or LOOPBACK_NAMES[0]


def own_names() -> list[str]:
    """Return this machine's name and the address by which its network knows it, where they can be told."""
    names = [socket.gethostname()]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only picks the outward address.
            probe.connect(("192.0.2.1", 9))
            names.append(str(probe.getsockname()[0]))
        except OSError:
            pass
    return names
