"""Asking side by side, in threads that touch no database."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")

# Each call keeps to the client's timeout of 60 s between two bytes; the wall clock also holds against a
# server that sends its reply byte by byte.
CALL_LIMIT_SECONDS = 75.0


def side_by_side(jobs: Mapping[Key, Callable[[], Result]]) -> Iterator[tuple[Key, Result | None]]:
    """Run all jobs at once; yield each with its result, or None where it took longer than CALL_LIMIT_SECONDS."""
    if not jobs:
        return
    pool = ThreadPoolExecutor(max_workers=len(jobs))
    try:
        running = {key: pool.submit(job) for key, job in jobs.items()}
        wait(running.values(), timeout=CALL_LIMIT_SECONDS)
        for key, call in running.items():
            yield key, call.result() if call.done() else None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
