"""What every test stands on: an environment of its own, a real Valkey and a real database.

Each process that runs tests (each xdist worker, or pytest itself with -n0) gets a throw-away folder
with its own Valkey and its own SQLite file. With --postgres one PostgreSQL serves all of them, and
only tests that touch the database run.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import hypothesis
import pytest
import redis

from tests.servers import chromium_path, local_model_installed, postgres, valkey

POSTGRES_URL_NAME = "AGPLATFORM_TEST_POSTGRES_URL"
DATABASE_FIXTURES = frozenset({"db", "transactional_db", "django_db_setup"})
# Settings of the person who runs the tests must not reach them: a test never calls a paid model.
FOREIGN_SETTINGS = (
    *("CSRF_TRUSTED_ORIGINS", "DEBUG", "EMAIL_FROM", "EMAIL_URL", "EMBEDDED", "LOCAL_MODEL_URL", "LOG_LEVEL"),
    *("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_FAMILY", "OPENAI_JUDGE_MODEL", "OPENAI_PLAYER_MODEL"),
    "OPENAI_SPARE_JUDGE_MODEL",
)

STACK = ExitStack()

# Time limits per example would make tests fail on a busy machine for no fault of the code.
hypothesis.settings.register_profile("agplatform", deadline=None, print_blob=True)
hypothesis.settings.load_profile("agplatform")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --postgres."""
    parser.addoption(
        "--postgres", action="store_true", help="run the tests that touch the database, on a real PostgreSQL"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Make the environment of this process before pytest-django loads the settings."""
    is_worker = hasattr(config, "workerinput")
    if not is_worker and "DJANGO_SETTINGS_MODULE" in os.environ:
        raise pytest.UsageError("Unset DJANGO_SETTINGS_MODULE: the tests make their own settings.")
    folder = Path(tempfile.mkdtemp(prefix="agp-", dir="/tmp"))
    STACK.callback(shutil.rmtree, folder, ignore_errors=True)
    if config.getoption("--postgres") and not is_worker:
        # Workers inherit the address; the server must be there before they start.
        os.environ[POSTGRES_URL_NAME] = STACK.enter_context(postgres(folder=folder / "postgres"))
    if is_worker or not config.getoption("numprocesses", None):
        _configure_django(config, folder)


def pytest_unconfigure() -> None:
    """Stop the servers and remove the throw-away folder."""
    STACK.close()


def _configure_django(config: pytest.Config, folder: Path) -> None:
    for name in FOREIGN_SETTINGS:
        os.environ.pop(name, None)
    on_postgres = config.getoption("--postgres")
    (folder / "static").mkdir()  # WhiteNoise warns where collectstatic has not been.
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "agplatform.settings",
        "DATA_DIR": str(folder),
        "SECRET_KEY": "only-for-tests-" * 4,
        "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
        "SECURE_COOKIES": "false",
        "REDIS_URL": f"unix://{folder / 'valkey.sock'}",
        "DATABASE_URL": os.environ[POSTGRES_URL_NAME]
        if on_postgres
        else f"sqlite:///{folder / 'main.sqlite3'}",
    }
    from django.conf import settings

    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # The real ones are slow on purpose.


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what this machine cannot run; with --postgres keep only what touches the database."""
    on_postgres = config.getoption("--postgres")
    _require(items, "browser", "Chromium is not installed", available=chromium_path() is not None)
    _require(
        items, "model", "the local model's packages are not installed", available=local_model_installed()
    )
    if on_postgres:
        kept = [item for item in items if _touches_database(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
    else:
        skip = pytest.mark.skip(reason="needs PostgreSQL: run pytest --postgres")
        for item in items:
            if item.get_closest_marker("postgres"):
                item.add_marker(skip)


def _require(items: list[pytest.Item], marker: str, lack: str, *, available: bool) -> None:
    """Skip the marked tests with the reason; in CI, where nothing may be left out, refuse to run."""
    marked = [item for item in items if item.get_closest_marker(marker)]
    if available or not marked:
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(f"{len(marked)} {marker} tests cannot run: {lack}.")
    for item in marked:
        item.add_marker(pytest.mark.skip(reason=f"{marker} tests are left out: {lack}"))


def _touches_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("browser") or item.get_closest_marker("model"):
        return False  # They start the whole platform, with the database of its own settings.
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES)


@pytest.fixture(scope="session")
def valkey_client() -> Iterator[redis.Redis]:
    """Start this process's Valkey; yield a client of its database 0."""
    from django.conf import settings

    path = Path(settings.REDIS_URL.removeprefix("unix://"))
    with valkey(unix_socket=path), redis.Redis(unix_socket_path=str(path)) as client:
        yield client


@pytest.fixture(autouse=True)
def _empty_valkey(valkey_client: redis.Redis) -> None:
    """Start every test without cache entries, queued tasks or channel groups of the one before."""
    valkey_client.flushall()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """Put the test database into a file on SQLite, as in production, so that threads can share it."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(Path(os.environ["DATA_DIR"]) / "test.sqlite3")
    else:
        request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")
