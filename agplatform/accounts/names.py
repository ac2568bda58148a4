"""Which names a person may take; her name is her handle on the ladder and in addresses."""

import re

MIN_CHARS, MAX_CHARS = 3, 30
ALLOWED = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)
# Names of guests and of closed accounts are drawn, names of AI versions are counted; nobody may look like one.
LIKE_A_GUEST = re.compile(r"guest(?![a-z])", re.ASCII | re.IGNORECASE)
LIKE_A_CLOSED_ACCOUNT = re.compile(r"former(?![a-z])", re.ASCII | re.IGNORECASE)
LIKE_AN_AI_VERSION = re.compile(r".*[-_]v[0-9]+", re.ASCII | re.IGNORECASE)


def objection(name: str) -> str | None:
    """Return what is wrong with a name, as one sentence for its owner, or None."""
    if not MIN_CHARS <= len(name) <= MAX_CHARS:
        return f"A username has {MIN_CHARS} to {MAX_CHARS} characters."
    if not ALLOWED.fullmatch(name):
        return "A username has only the letters a to z, digits, - and _, and begins with a letter or digit."
    if LIKE_A_GUEST.match(name):
        return "This name looks like a guest's. Please choose another."
    if LIKE_A_CLOSED_ACCOUNT.match(name):
        return "This name looks like that of a closed account. Please choose another."
    if LIKE_AN_AI_VERSION.fullmatch(name):
        return "This name looks like a version of an AI system. Please choose another."
    return None
