"""Commitments to sealed answers: shown when the answer is sealed, checked by anyone after the reveal."""

import hashlib
import hmac
import random

SALT_BYTES = 16


def draw_salt(rng: random.Random) -> str:
    """Return a fresh salt of 32 hexadecimal digits; `rng` must be unpredictable (random.SystemRandom)."""
    return rng.randbytes(SALT_BYTES).hex()


def commit(salt: str, answer: str) -> str:
    """Return the SHA-256 (64 hexadecimal digits) of the UTF-8 text `salt:answer`."""
    return hashlib.sha256(f"{salt}:{answer}".encode()).hexdigest()


def verify(commitment: str, salt: str, answer: str) -> bool:
    """Tell whether `answer` is the one that was committed to."""
    return hmac.compare_digest(commitment, commit(salt, answer))
