"""Log lines without one-time links: whoever reads a log must not be able to use what stands in it."""

import logging
import re

# Django names the path of every request that it refuses, even while the link in it still works.
_ONE_TIME_LINK = re.compile(r"(/first-admin/|/confirm-email/|/password/reset/key/|/moderation/join/)[^\s/?]+")


class DiscreetFormatter(logging.Formatter):
    """Formats as usual, then hides the secret part of one-time links, wherever they stand."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback below it, without such parts."""
        return _ONE_TIME_LINK.sub(r"\1[hidden]", super().format(record))
