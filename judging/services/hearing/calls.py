"""Asking side by side, in threads that touch no database."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from queue import Empty, SimpleQueue
from typing import TypeVar

logger = logging.getLogger(__name__)

Key = TypeVar("Key")
Result = TypeVar("Result")

# A call ends by itself after 60 s; the longer limit holds where even that fails, as in a lookup of names.
CALL_LIMIT_SECONDS = 75.0


class Lost(Enum):
    """What stands in place of a result: the call took too long and may still be going on, or it broke."""

    LATE = auto()
    BROKEN = auto()


def side_by_side(jobs: Mapping[Key, Callable[[], Result]]) -> Iterator[tuple[Key, Result | Lost]]:
    """Run all jobs at once, for CALL_LIMIT_SECONDS at most; yield each with its result, in their order."""
    results: dict[Key, Result | Lost] = {}
    done: SimpleQueue[tuple[Key, Result | Lost]] = SimpleQueue()
    for key, job in jobs.items():
        # Daemons, so that a call that never ends cannot hold up the end of the process.
        threading.Thread(target=_run, args=(key, job, done), daemon=True).start()
    ends = time.monotonic() + CALL_LIMIT_SECONDS
    while len(results) < len(jobs):
        try:
            key, result = done.get(timeout=max(0.0, ends - time.monotonic()))
        except Empty:
            break
        results[key] = result
    for key in jobs:
        yield key, results.get(key, Lost.LATE)


def _run(key: Key, job: Callable[[], Result], done: SimpleQueue[tuple[Key, Result | Lost]]) -> None:
    try:
        result: Result | Lost = job()
    except Exception:
        # One call that breaks must not cost the others of its batch their ballots.
        logger.exception("A call to a judge broke.")
        result = Lost.BROKEN
    done.put((key, result))
