"""Brings the database and the static files up to date, in one process that ends.

Run as `python -m agplatform.supervisor.prepare DESCRIPTOR ADDRESS [--external-redis]`; it reports over that descriptor, one
JSON object a line: {"say": line for the operator}, {"fail": why it cannot go on} or
{"first_admin": the one-time link}. What else it prints goes to its log, the link never.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import django
import redis
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from agplatform.env import SettingError
from agplatform.supervisor.environment import write_private
from agplatform.supervisor.errors import CannotRunError, explain, trouble_with_disk

STAMP = "static.stamp"
REDIS_SECONDS = 5.0

Tell = Callable[[str, str], None]


def load_settings() -> None:
    """Load Django; raise CannotRunError that names the setting that is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agplatform.settings")
    try:
        django.setup()
    except (SettingError, ImproperlyConfigured, ValueError) as error:
        raise CannotRunError(f"A setting is wrong: {_first_line(error)}") from error


def check_redis(url: str) -> None:
    """Raise CannotRunError when no server answers at REDIS_URL."""
    try:
        with redis.Redis.from_url(
            url, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
        ) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        raise CannotRunError(f"REDIS_URL: no server answers there: {_first_line(error)}") from error


def migrate(tell: Tell) -> None:
    """Apply the migrations that the database lacks."""
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if waiting:
        tell("say", f"Database: {waiting} changes to apply.")
        call_command("migrate", interactive=False, verbosity=0)


def collect_static(tell: Tell) -> None:
    """Gather, compress and name the static files anew when any of them changed."""
    stamp = Path(settings.STATIC_ROOT).parent / STAMP
    digest = _static_digest()
    if (
        Path(settings.STATIC_ROOT).is_dir()
        and stamp.is_file()
        and stamp.read_text(encoding="utf-8") == digest
    ):
        return
    tell("say", "Static files: gathering.")
    call_command("collectstatic", interactive=False, verbosity=0)
    write_private(stamp, digest)


def offer_first_admin(tell: Tell, *, address: str) -> None:
    """Hand over the link that makes the first administrator, as long as there is none."""
    # The models it needs can be imported only once Django is loaded.
    from agplatform.accounts import first_admin

    if link := first_admin.create_link(address, now=timezone.now()):
        tell("first_admin", link)


def prepare(tell: Tell, *, external_redis: bool, address: str) -> None:
    """Do all of it, in order."""
    load_settings()
    if external_redis:
        check_redis(settings.REDIS_URL)
    migrate(tell)
    call_command("create_defaults", verbosity=0)
    collect_static(tell)
    offer_first_admin(tell, address=address)


def main() -> None:
    """Prepare and report; end with code 1 after a failure that was reported."""
    arguments = _arguments()
    with os.fdopen(arguments.channel, "w", encoding="utf-8", buffering=1) as channel:

        def tell(kind: str, text: str) -> None:
            channel.write(json.dumps({kind: text}) + "\n")

        try:
            prepare(tell, external_redis=arguments.external_redis, address=arguments.address)
        except CannotRunError as error:
            tell("fail", str(error))
            sys.exit(1)
        except (DatabaseError, CommandError, OSError) as error:
            tell("fail", why(error))
            raise


def why(error: Exception) -> str:
    """Return one line about a failure of the database or the disk."""
    folder = os.environ.get("DATA_DIR", "")
    if disk := trouble_with_disk(str(error), folder):
        return disk
    if isinstance(error, DatabaseError):
        return f"The database (DATABASE_URL) cannot be used: {_first_line(error)}"
    return explain(error) if isinstance(error, OSError) else _first_line(error)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Bring the database and the static files up to date.")
    parser.add_argument("channel", type=int, help="descriptor to report over")
    parser.add_argument("address", help="address of the site, for the link")
    parser.add_argument("--external-redis", action="store_true", help="check the server at REDIS_URL first")
    return parser.parse_args()


def _static_digest() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


if __name__ == "__main__":
    main()
