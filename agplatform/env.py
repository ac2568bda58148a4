"""Typed readers for the process environment: a wrong or missing value fails with its own name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})
# A name, a name with all below it (a leading dot), an address, or * for whatever is asked.
HOST = re.compile(r"\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]|\*")
DATABASE_SCHEMES = ("sqlite", "postgres", "postgresql")


class SettingError(Exception):
    """A setting is missing or cannot be read; the message names it and says what to do."""


@dataclass(frozen=True)
class Environment:
    """Settings as text, by name: the real environment first, then the platform's own file.

    `fallback` holds what `runplatform` wrote into the data folder, so that any command works
    beside a running platform.
    """

    values: Mapping[str, str]
    fallback: Mapping[str, str]

    def text(self, name: str, default: str | None = None) -> str:
        """Return the setting `name`; raise SettingError when it is absent and has no default."""
        value = self.values.get(name) or self.fallback.get(name) or default
        if value is None:
            raise SettingError(
                f"{name} is not set. Name the data folder of a platform that was started before, as in "
                f"`DATA_DIR=… .venv/bin/python manage.py …`; start one with `make run`; or set {name}."
            )
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Return a yes/no setting."""
        word = self.text(name, "true" if default else "false").strip().lower()
        if word in TRUE_WORDS:
            return True
        if word in FALSE_WORDS:
            return False
        raise SettingError(f"{name}={word!r} is neither yes nor no. Use one of: true, false.")

    def words(self, name: str, default: str = "") -> list[str]:
        """Return a comma-separated setting as a list without empty entries."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def secret(self, name: str, *, least: int) -> str:
        """Return a secret of at least `least` characters; it is never told."""
        value = self.text(name)
        if len(value) < least:
            raise SettingError(
                f"{name} is too short: it needs {least} random characters or more, as from "
                "`python -c 'import secrets; print(secrets.token_urlsafe(48))'`."
            )
        return value

    def hosts(self, name: str, default: str) -> list[str]:
        """Return a comma-separated setting of host names, without schemes, ports and paths."""
        hosts = self.words(name, default)
        for host in hosts:
            if not HOST.fullmatch(host):
                raise SettingError(f"{name} takes names only, as in game.example.org; {host!r} is none.")
        return hosts

    def url(self, name: str, default: str | None = None, *, schemes: tuple[str, ...]) -> str:
        """Return a URL setting whose scheme is one of `schemes`; its value, which may hold a password, is never told."""
        value = self.text(name, default)
        if value:
            _check_url(name, value, schemes)
        return value

    def urls(self, name: str, *, schemes: tuple[str, ...]) -> list[str]:
        """Return a comma-separated setting of URLs."""
        values = self.words(name)
        for value in values:
            _check_url(name, value, schemes)
        return values

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        """Return a setting that is one of `choices`, in their own spelling (upper case)."""
        word = self.text(name, default).strip().upper()
        if word not in choices:
            raise SettingError(f"{name}={word!r} is not one of {', '.join(choices)}.")
        return word


def _check_url(name: str, value: str, schemes: tuple[str, ...]) -> None:
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        raise SettingError(f"{name} is no URL that can be read: look at its host and port.") from None
    if parts.scheme not in schemes or not value.startswith(f"{parts.scheme}://"):
        raise SettingError(f"{name} must start with one of {', '.join(s + '://' for s in schemes)}.")


def read_env_file(path: Path) -> dict[str, str]:
    """Read NAME=value lines; an absent file is empty. Raise SettingError on any other line."""
    if not path.is_file():
        return {}
    entries = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        name, separator, value = line.partition("=")
        if not separator:
            raise SettingError(f"{path}: line {number} is not NAME=value.")
        entries[name.strip()] = value.strip()
    return entries


@dataclass(frozen=True)
class RedisAddresses:
    """Where the three users of one Redis-compatible server find it: databases 0, 1 and 2."""

    cache: str
    broker: str
    layer: str


def redis_addresses(url: str) -> RedisAddresses:
    """Derive the cache, broker and channel layer addresses from `REDIS_URL`."""
    if url.startswith("unix://"):
        path = url.removeprefix("unix://").split("?")[0]
        return RedisAddresses(
            cache=f"unix://{path}?db=0",
            broker=f"redis+socket://{path}?virtual_host=1",
            layer=f"unix://{path}?db=2",
        )
    base = url.rstrip("/")
    if urlsplit(base).path:
        raise SettingError("REDIS_URL must not choose a database: the databases 0, 1 and 2 are all used.")
    return RedisAddresses(cache=f"{base}/0", broker=f"{base}/1", layer=f"{base}/2")


def database_settings(url: str) -> dict[str, object]:
    """Turn `DATABASE_URL` (one of DATABASE_SCHEMES) into Django's DATABASES entry.

    SQLite runs in WAL mode with immediate transactions, which several processes can write to at
    once. What stands behind a `?` goes to PostgreSQL's client, as in `?sslmode=require`.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(url.removeprefix("sqlite:///")),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA busy_timeout=20000;"
                    "PRAGMA cache_size=-16000;PRAGMA temp_store=MEMORY"
                ),
            },
        }
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "postgres",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
    }
