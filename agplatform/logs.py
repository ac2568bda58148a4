"""Log lines without one-time links: whoever reads a log must not be able to use what stands in it."""

import logging
import re

# Django names the path of every request that it refuses, even while the link in it still works. A link may
# also stand, quoted, in the part of an address that says where to go after signing in.
_PREFIXES = ("/first-admin/", "/confirm-email/", "/password/reset/key/", "/moderation/join/")
_ONE_TIME_LINK = re.compile(rf"({'|'.join(_PREFIXES).replace('/', '(?:/|%2[Ff])')})[^\s/?%&]+")


class DiscreetFormatter(logging.Formatter):
    """Formats as usual, then hides the secret part of one-time links, wherever they stand."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback below it, without such parts."""
        return _ONE_TIME_LINK.sub(r"\1[hidden]", super().format(record))
