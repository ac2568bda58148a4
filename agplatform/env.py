"""Typed readers for the process environment: a wrong or missing value fails with its own name."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})


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
                f"{name} is not set. Set it in the environment, or start the embedded platform once with "
                "`python manage.py runplatform`, which makes it."
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

    def number(self, name: str, default: int) -> int:
        """Return a whole number setting."""
        word = self.text(name, str(default))
        try:
            return int(word)
        except ValueError:
            raise SettingError(f"{name}={word!r} is not a whole number.") from None

    def words(self, name: str, default: str = "") -> list[str]:
        """Return a comma-separated setting as a list without empty entries."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def url(self, name: str, default: str | None = None, *, schemes: tuple[str, ...]) -> str:
        """Return a URL setting whose scheme is one of `schemes`."""
        value = self.text(name, default)
        if value and urlsplit(value).scheme not in schemes:
            raise SettingError(f"{name} must start with one of {', '.join(s + '://' for s in schemes)}.")
        return value


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
    return RedisAddresses(cache=f"{base}/0", broker=f"{base}/1", layer=f"{base}/2")


def database_settings(url: str) -> dict[str, object]:
    """Turn `DATABASE_URL` (sqlite:///file or postgresql://…) into Django's DATABASES entry.

    SQLite runs in WAL mode with immediate transactions, which several processes can write to at
    once; raise SettingError for any other scheme.
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
    if parts.scheme in {"postgres", "postgresql"}:
        query = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")) or "postgres",
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(query.get("host", parts.hostname or "")),
            "PORT": str(parts.port or ""),
        }
    raise SettingError("DATABASE_URL must start with sqlite:/// or postgresql://.")
