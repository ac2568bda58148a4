"""Settings fail loudly: whatever is wrong is named, in one line, before anything starts."""

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from agplatform.env import SettingError

SECRET = "s3cret-of-the-operator-" * 3
GOOD = {"SECRET_KEY": SECRET}
SERVED = {"OPENAI_BASE_URL": "https://models.example/v1", "OPENAI_API_KEY": "k"}
SETTINGS_FILE = settings.BASE_DIR / "agplatform" / "settings.py"


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """Run the settings afresh, with this environment and no other; tmp_path is the data folder."""

    def run(**environment: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            patch.setattr(os, "environ", {"DATA_DIR": str(tmp_path), **environment})
            return runpy.run_path(str(SETTINGS_FILE))

    return run


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set"),
        ({"SECRET_KEY": "x" * 49}, "SECRET_KEY is too short"),
        ({"ALLOWED_HOSTS": "http://foo"}, "ALLOWED_HOSTS takes names only, as in game.example.org"),
        ({"ALLOWED_HOSTS": "foo.example:8000"}, "ALLOWED_HOSTS takes names only"),
        ({"ALLOWED_HOSTS": "foo.example/"}, "ALLOWED_HOSTS takes names only"),
        ({"ALLOWED_HOSTS": "*.example.org"}, "ALLOWED_HOSTS takes names only"),
        ({"DEBUG": "maybe"}, "DEBUG="),
        ({"EMBEDDED": "2"}, "EMBEDDED="),
        ({"SECURE_COOKIES": "si"}, "SECURE_COOKIES="),
        ({"DATABASE_URL": "mysql://db/x"}, "DATABASE_URL must start with"),
        ({"DATABASE_URL": "postgresql://me:hunter2@db:port/x"}, "DATABASE_URL"),
        ({"REDIS_URL": "http://127.0.0.1:6379"}, "REDIS_URL must start with"),
        ({"REDIS_URL": "redis://127.0.0.1:6379/3"}, "REDIS_URL must not choose a database"),
        ({"EMAIL_URL": "sendmail://x"}, "EMAIL_URL must start with"),
        ({"EMAIL_URL": "smtp://host:port"}, "EMAIL_URL"),
        ({"EMAIL_FROM": "nobody"}, "EMAIL_FROM"),
        ({"CSRF_TRUSTED_ORIGINS": "example.org"}, "CSRF_TRUSTED_ORIGINS"),
        ({"LOCAL_MODEL_URL": "127.0.0.1:9000"}, "LOCAL_MODEL_URL must start with"),
        ({"OPENAI_BASE_URL": "api.example.org", "OPENAI_API_KEY": "k"}, "OPENAI_BASE_URL must start with"),
        ({"OPENAI_API_KEY": "sk-hunter2"}, "OPENAI_BASE_URL and OPENAI_API_KEY go together"),
        ({"OPENAI_PLAYER_MODEL": "gpt-x"}, "OPENAI_PLAYER_MODEL"),
        ({"OPENAI_JUDGE_MODEL": "gpt-x, gpt-y"}, "OPENAI_JUDGE_MODEL"),
        (
            {**SERVED, "OPENAI_SPARE_JUDGE_MODEL": "gpt-x"},
            "OPENAI_SPARE_JUDGE_MODEL needs OPENAI_JUDGE_MODEL",
        ),
        (
            {**SERVED, "OPENAI_JUDGE_MODEL": "gpt-x", "OPENAI_SPARE_JUDGE_MODEL": "gpt-y,gpt-x"},
            "name a model twice",
        ),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
    ],
)
def test_a_wrong_setting_is_named(
    load: Callable[..., dict[str, Any]], wrong: dict[str, str], named: str
) -> None:
    with pytest.raises(SettingError) as caught:
        load(**GOOD | wrong)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({**GOOD, "REDIS_URL": "http://x"}, "REDIS_URL must start with one of unix://"),
        ({}, "SECRET_KEY is not set. Name the data folder"),
    ],
)
@pytest.mark.parametrize("command", [["check"], ["jury", "list"], ["help"]])
def test_no_command_runs_with_a_wrong_setting_and_one_line_says_why(
    tmp_path: Path, environment: dict[str, str], line: str, command: list[str]
) -> None:
    result = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def test_clients_of_models_log_nothing_of_their_requests(load: Callable[..., dict[str, Any]]) -> None:
    """The libraries are those that the client really uses, whatever they are called by then."""
    from openai import _base_client

    (http,) = (name for name in vars(_base_client) if re.fullmatch(r"httpx\d*", name))
    loggers = load(**GOOD)["LOGGING"]["loggers"]
    quiet = {name for name, logger in loggers.items() if logger["level"] == "WARNING"}
    assert quiet == {"openai", http, http.replace("httpx", "httpcore")}


def test_a_broken_line_of_the_platforms_own_file_is_named(
    load: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "platform.env").write_text("# written by the platform\nSECRET_KEY\n", encoding="utf-8")
    with pytest.raises(SettingError, match=r"platform\.env: line 2 is not NAME=value"):
        load()


def test_the_environment_wins_over_the_platforms_own_file(
    load: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    text = f"SECRET_KEY={SECRET}\nALLOWED_HOSTS=file.example\n"
    (tmp_path / "platform.env").write_text(text, encoding="utf-8")
    loaded = load(ALLOWED_HOSTS="real.example, b.example")
    assert loaded["SECRET_KEY"] == SECRET
    assert loaded["ALLOWED_HOSTS"] == ["real.example", "b.example"]


def test_with_a_secret_alone_the_defaults_are_safe(
    load: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    loaded = load(**GOOD)
    assert loaded["DEBUG"] is False
    assert loaded["SESSION_COOKIE_SECURE"] is True
    assert loaded["CSRF_COOKIE_SECURE"] is True
    assert loaded["MODEL_ENDPOINTS"] == {}
    assert "*" not in loaded["ALLOWED_HOSTS"]
    assert loaded["DATABASES"]["default"]["NAME"] == str(tmp_path / "platform.sqlite3")


def test_hosts_are_names_addresses_and_domains(load: Callable[..., dict[str, Any]]) -> None:
    hosts = ["game.example.org", ".example.org", "my_machine", "127.0.0.1", "[::1]", "*"]
    assert load(**GOOD, ALLOWED_HOSTS=",".join(hosts))["ALLOWED_HOSTS"] == hosts


def test_the_embedded_platform_speaks_plain_http(load: Callable[..., dict[str, Any]]) -> None:
    assert load(**GOOD, EMBEDDED="yes")["SESSION_COOKIE_SECURE"] is False


def test_the_operators_database_is_used(load: Callable[..., dict[str, Any]]) -> None:
    url = "postgresql://ag%40me:p%2Fw@db.example:6543/games?sslmode=require"
    database = load(**GOOD, DATABASE_URL=url)["DATABASES"]["default"]
    names = ("HOST", "PORT", "USER", "PASSWORD", "NAME", "OPTIONS")
    assert [database[name] for name in names] == [
        "db.example",
        "6543",
        "ag@me",
        "p/w",
        "games",
        {"sslmode": "require"},
    ]


@pytest.mark.parametrize(
    ("url", "cache", "broker", "layer"),
    [
        (
            "redis://:pw@redis.example:6380",
            "redis://:pw@redis.example:6380/0",
            "redis://:pw@redis.example:6380/1",
            "redis://:pw@redis.example:6380/2",
        ),
        (
            "unix:///run/v.sock",
            "unix:///run/v.sock?db=0",
            "redis+socket:///run/v.sock?virtual_host=1",
            "unix:///run/v.sock?db=2",
        ),
    ],
)
def test_the_three_users_of_redis_get_a_database_each(
    load: Callable[..., dict[str, Any]], url: str, cache: str, broker: str, layer: str
) -> None:
    loaded = load(**GOOD, REDIS_URL=url)
    assert loaded["CACHES"]["default"]["LOCATION"] == cache
    assert loaded["CELERY_BROKER_URL"] == broker
    assert loaded["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"] == [layer]


@pytest.mark.parametrize(
    ("url", "backend", "host", "port", "user", "tls", "ssl"),
    [
        ("", "console", "localhost", 25, "", False, False),
        ("smtp://127.0.0.1", "smtp", "127.0.0.1", 25, "", False, False),
        ("smtp://me:p%40ss@mail.example:587", "smtp", "mail.example", 587, "me", True, False),
        ("smtps://me:p%40ss@mail.example", "smtp", "mail.example", 465, "me", False, True),
    ],
)
def test_mail_goes_where_it_is_told_and_a_password_never_in_the_clear(
    load: Callable[..., dict[str, Any]],
    url: str,
    backend: str,
    host: str,
    port: int,
    user: str,
    tls: bool,
    ssl: bool,
) -> None:
    loaded = load(**GOOD, EMAIL_URL=url)
    assert f".{backend}." in loaded["EMAIL_BACKEND"]
    assert (loaded["EMAIL_HOST"], loaded["EMAIL_PORT"], loaded["EMAIL_HOST_USER"]) == (host, port, user)
    assert loaded["EMAIL_HOST_PASSWORD"] == ("p@ss" if user else "")
    assert (loaded["EMAIL_USE_TLS"], loaded["EMAIL_USE_SSL"]) == (tls, ssl)


def test_a_models_key_is_used_but_never_shown(load: Callable[..., dict[str, Any]]) -> None:
    loaded = load(**GOOD, OPENAI_BASE_URL="https://models.example/v1", OPENAI_API_KEY="sk-hunter2")
    assert loaded["MODEL_ENDPOINTS"]["openai"].api_key == "sk-hunter2"
    assert "hunter2" not in str(loaded["MODEL_ENDPOINTS"])


def test_judges_spares_and_their_family_are_read_from_lists(load: Callable[..., dict[str, Any]]) -> None:
    loaded = load(
        **GOOD,
        **SERVED,
        OPENAI_JUDGE_MODEL="one, two",
        OPENAI_SPARE_JUDGE_MODEL="three",
        OPENAI_FAMILY="acme",
        LOCAL_MODEL_URL="http://127.0.0.1:9/v1",
    )
    assert (loaded["OPENAI_JUDGE_MODELS"], loaded["OPENAI_SPARE_JUDGE_MODELS"]) == (["one", "two"], ["three"])
    families = {name: endpoint.family for name, endpoint in loaded["MODEL_ENDPOINTS"].items()}
    assert families == {"openai": "acme", "local": "smollm2"}


def test_every_setting_that_is_read_is_documented() -> None:
    """The table of docs/configuration.md names exactly what the code reads."""
    sources = [settings.BASE_DIR / "agplatform" / name for name in ("settings.py", "env.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    read = {
        part.split('"')[1]
        for part in text.replace("os.environ.get(", "ENV.get(").split("ENV.")[1:]
        if '("' in part[:12]
    }
    table = (settings.BASE_DIR / "docs" / "configuration.md").read_text(encoding="utf-8")
    documented = {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}
    assert read == documented
