"""How much one short text copies another: shingles of letters and of words, no model, linear time."""

import re
from collections.abc import Set

MAX_CHARS_COMPARED = 2000
COPY_DICE = 0.8
# A text within another counts as its copy only where it is long enough to be no mere phrase.
COPY_CONTAINED, CONTAINED_LEAST_SHINGLES = 0.95, 25
_LETTERS_PER_SHINGLE = 3
_WORD = re.compile(r"[^\W_]+")
_EMPTY_WORDS = frozenset(
    "a an the of in on at to for and or is are was were be it its this that these those do does did".split()
)


def is_near_copy(text: str, of: str) -> bool:
    """Tell whether `text` says again what `of` says: nearly the same letters in the words that carry it.

    Texts with different numbers are different questions ("What is 17 x 6?", "What is 18 x 6?"). Compares
    the first 2,000 characters. Two texts without any words are no copies of each other.
    """
    first, second = _words(text), _words(of)
    if _numbers(first) != _numbers(second):
        return False
    mine, theirs = _letter_shingles(first), _letter_shingles(second)
    common = len(mine & theirs)
    if not common:
        return False
    smaller = min(len(mine), len(theirs))
    is_contained = smaller >= CONTAINED_LEAST_SHINGLES and common >= COPY_CONTAINED * smaller
    return is_contained or 2 * common >= COPY_DICE * (len(mine) + len(theirs))


def share_found_in(text: str, source: str, *, length: int = 3) -> float:
    """Return which share (0 to 1) of the runs of `length` words of `text` stands in `source` too.

    0 for a text of fewer words than `length`. Reads the first 2,000 characters of `text`.
    """
    mine = _runs(_WORD.findall(text[:MAX_CHARS_COMPARED].casefold()), length)
    if not mine:
        return 0.0
    return len(mine & _runs(_WORD.findall(source.casefold()), length)) / len(mine)


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:MAX_CHARS_COMPARED].casefold())


def _numbers(words: list[str]) -> list[str]:
    return sorted(word for word in words if any(character.isdigit() for character in word))


def _letter_shingles(words: list[str]) -> Set[str]:
    told = " ".join(word for word in words if word not in _EMPTY_WORDS)
    padded = f" {told} " if told else ""
    return {
        padded[at : at + _LETTERS_PER_SHINGLE] for at in range(max(0, len(padded) - _LETTERS_PER_SHINGLE + 1))
    }


def _runs(words: list[str], length: int) -> Set[tuple[str, ...]]:
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}
