"""What load balancers and operators ask: does this process live, and can it do its work?"""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

REDIS_SECONDS = 2.0


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process answers; it asks nothing of anybody else."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say of each part whether it is ready ("ok" or "failing"); 503 while one is not, the reason in the log."""
    ready = {part: _works(part, check) for part, check in CHECKS.items()}
    body = {part: "ok" if works else "failing" for part, works in ready.items()}
    return JsonResponse(body, status=200 if all(ready.values()) else 503)


def _works(part: str, check: Callable[[], bool]) -> bool:
    try:
        works = check()
    except (DatabaseError, redis.RedisError, OSError) as error:
        # Not the whole trace: this is asked every few seconds.
        logger.warning("%s does not answer: %s", part, type(error).__name__)
        return False
    if not works:
        logger.warning("%s is not ready", part)
    return works


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _redis() -> bool:
    with redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=REDIS_SECONDS,
        socket_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), retries=0),
    ) as client:
        return bool(client.ping())


CHECKS: dict[str, Callable[[], bool]] = {"database": _database, "migrations": _migrations, "redis": _redis}
