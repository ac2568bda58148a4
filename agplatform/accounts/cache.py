"""The cache, made to be missing: what stands in it only limits rates, which must not keep people out."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """A Redis cache that behaves as an empty one while its server is away, and says so in the log."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Add a value; True when unreachable, since whoever asks for a lock must go on."""
        return bool(_forgive(super().add, True, *args, **kwargs))

    def get(self, key: str, default: object = None, version: int | None = None) -> object:
        """Return a value, or the default."""
        return _forgive(super().get, default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value if possible."""
        _forgive(super().set, None, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Remove a value; False when there was none to be found."""
        return bool(_forgive(super().delete, False, *args, **kwargs))


def _forgive(call: Callable[..., object], otherwise: object, *args: Any, **kwargs: Any) -> object:
    try:
        return call(*args, **kwargs)
    except (RedisError, OSError) as error:
        logger.warning("cache unreachable, rates are not limited: %s", type(error).__name__)
        return otherwise
