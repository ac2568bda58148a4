"""The tests' view into the real broker: what waits in a queue, and a broker that goes away and comes back."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from django.conf import settings

BROKER_DATABASE = 1
QUEUES = ("moves", "judging", "analysis")

Message = tuple[str, str, str]
"""Queue, task, argument."""


def _socket() -> Path:
    return Path(settings.REDIS_URL.removeprefix("unix://"))


def queued() -> list[Message]:
    """Return what waits in the queues, the oldest of each first."""
    with redis.Redis(unix_socket_path=str(_socket()), db=BROKER_DATABASE) as client:
        return [
            (queue, *_task_and_argument(item))
            for queue in QUEUES
            for item in reversed(client.lrange(queue, 0, -1))
        ]


def lose_everything() -> None:
    """Forget every message, as a broker does that was killed before it wrote."""
    with redis.Redis(unix_socket_path=str(_socket())) as client:
        client.flushall()


@contextmanager
def broker_away() -> Iterator[None]:
    """Cut every connection to the broker and refuse new ones."""
    path = _socket()
    hidden = path.with_suffix(".away")
    with redis.Redis(unix_socket_path=str(path)) as client:
        client.ping()
        path.rename(hidden)
        try:
            for kind in ("normal", "pubsub"):
                client.client_kill_filter(_type=kind, skipme=True)
            yield
        finally:
            hidden.rename(path)


def _task_and_argument(item: bytes) -> tuple[str, str]:
    message = json.loads(item)
    arguments, *_ = json.loads(base64.b64decode(message["body"]))
    return message["headers"]["task"], *arguments
