"""What kinds of attacks are told apart."""

from dataclasses import dataclass
from enum import StrEnum

MAX_EXCERPT = 80


class Family(StrEnum):
    """The eight families of attacks on a judge."""

    FAKE_VERDICT = "fake_verdict"
    ROLE_PLAY = "role_play"
    DELIMITERS = "delimiters"
    INVISIBLE = "invisible"
    OTHER_LANGUAGE = "other_language"
    ENCODED = "encoded"
    AUTHORITY = "authority"
    NULL_MODEL = "null_model"


@dataclass(frozen=True)
class Suspicion:
    """One reason for a human to look: of which kind, and where; the excerpt is at most MAX_EXCERPT visible characters."""

    kind: Family
    excerpt: str
