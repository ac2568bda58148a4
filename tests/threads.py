"""Doing several things at the same moment, each in a thread with a database connection of its own."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.domain.errors import GameError
from judging.domain.errors import JudgingError


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Run the actions in threads that start together; return their results, or the class of a refusal."""
    barrier = threading.Barrier(len(actions))

    def run(action: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return action()
        except (GameError, JudgingError) as refusal:
            return type(refusal)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))
