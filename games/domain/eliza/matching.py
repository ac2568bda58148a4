"""Words, clauses, decomposition patterns and pronoun reflection: the machinery that the script drives.

Everything is one pass over a bounded list of words; there is no backtracking and no regular expression
that depends on the text, so no input can make it slow.
"""

import re
import unicodedata
from collections.abc import Sequence

MAX_CHARS_READ = 2000
MAX_WORDS_ECHOED = 14
MAX_CHARS_IN_WORD = 40

_CLAUSE_END = re.compile(r"[.,:](?=\s|$)|[!?;\n\r()\"\u201c\u201d\u2026]")
_WORD = re.compile(r"[^\W_]+(?:['.,:/-][^\W_]+)*")

_REFLECTIONS = {
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "i'm": "you're",
    "i've": "you've",
    "i'll": "you'll",
    "i'd": "you'd",
    "am": "are",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "you're": "I'm",
    "you've": "I've",
    "you'll": "I'll",
    "you'd": "I'd",
}
_BEFORE_ME = frozenset(
    "to for with of about at from on like tell give ask let help make want by than without between"
    " against behind beside show teach love hate know".split()
)

Captures = tuple[tuple[str, ...], ...]


def clauses(text: str) -> list[list[str]]:
    """Split the first 2,000 characters of `text` into clauses of words; clauses without words are dropped."""
    read = unicodedata.normalize("NFC", text[:MAX_CHARS_READ]).replace("\u2019", "'")
    split = ([word[:MAX_CHARS_IN_WORD] for word in _WORD.findall(part)] for part in _CLAUSE_END.split(read))
    return [words for words in split if words]


def decompose(pattern: Sequence[str], words: Sequence[str]) -> Captures | None:
    """Match words against a pattern of literals (lower case) and `*` (any run); return what each `*` took.

    Between two stars the leftmost match counts, so the cost is len(pattern) x len(words). Returns None
    where the pattern does not match.
    """
    lowered = [word.lower() for word in words]
    segments = _segments(pattern)
    captures: list[tuple[str, ...]] = []
    at = 0
    for index, segment in enumerate(segments):
        found = _place(segment, lowered, at, first=index == 0, last=index == len(segments) - 1)
        if found is None:
            return None
        if index:
            captures.append(tuple(words[at:found]))
        at = found + len(segment)
    return tuple(captures) if at == len(words) else None


def reflect(words: Sequence[str]) -> str:
    """Return at most 14 of the words as text, with the speaker and the listener exchanged."""
    kept = words[:MAX_WORDS_ECHOED]
    return " ".join(_reflected(kept, index) for index in range(len(kept)))


def _segments(pattern: Sequence[str]) -> list[list[str]]:
    segments: list[list[str]] = [[]]
    for part in pattern:
        if part == "*":
            segments.append([])
        else:
            segments[-1].append(part)
    return segments


def _place(segment: list[str], lowered: list[str], at: int, *, first: bool, last: bool) -> int | None:
    """Return where the segment starts at or after `at`: anchored at the start, at the end, or leftmost."""
    latest = len(lowered) - len(segment)
    if first:
        candidates = range(1) if latest >= 0 else range(0)
    elif last:
        candidates = range(max(at, latest), latest + 1)
    else:
        candidates = range(at, latest + 1)
    return next((start for start in candidates if lowered[start : start + len(segment)] == segment), None)


def _reflected(words: Sequence[str], index: int) -> str:
    word = words[index]
    low = word.lower()
    neighbours = {words[near].lower() for near in (index - 1, index + 1) if 0 <= near < len(words)}
    if low == "you":
        return "me" if _is_object(words, index) else "I"
    if low == "are" and "you" in neighbours:
        return "am"
    if low in ("was", "were") and neighbours & {"i", "you"}:
        return "were" if "i" in neighbours else "was"
    return _REFLECTIONS.get(low, word)


def _is_object(words: Sequence[str], index: int) -> bool:
    is_last = index == len(words) - 1
    previous = words[index - 1].lower() if index else ""
    return previous in _BEFORE_ME or (is_last and bool(previous))
