"""Searching a text, and the texts hidden in it, for attempts to lead the judge."""

import re
from collections.abc import Iterator

from judging.domain.injection import languages
from judging.domain.injection.families import MAX_EXCERPT, Family, Suspicion
from judging.domain.injection.forms import decoded, folded, squashed, without_lookalikes
from judging.domain.injection.phrases import ORDERS, PATTERNS, SQUASHED
from judging.domain.presenting import forms_shown
from judging.domain.visible import limit_marks, visible

# Hidden characters that no honest text needs, from the first one on: tags, overrides, selectors beyond emoji.
_NEVER_HONEST = re.compile(
    "[\U000e0020-\U000e007f]{5}|[\u202d\u202e]|[\U000e0100-\U000e01ef]{2}|[\ufe00-\ufe0f]{3}"
)
_DIRECTIONS = re.compile("[\u202a\u202b\u2066-\u2068]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ZERO_WIDTH = re.compile("[\u200b\u2060-\u2064\ufeff\u180e\u115f\u1160\u3164\uffa0]")
_JOINERS_APART = re.compile("[a-zA-Z0-9 .,][\u200c\u200d]|[\u200c\u200d]{2}")
# Pasted web pages bring single ones along.
_HONEST_ZERO_WIDTHS = 3
_TAGS = re.compile("[\U000e0020-\U000e007e]+")


def suspicions(text: str) -> tuple[Suspicion, ...]:
    """Return the reasons to have a human look at a question or an answer as it was sent, at most one of each kind.

    Takes linear time. Searched are the raw text, before anything is stripped from it, and the forms in which judges
    may see it: what is harmless with its layout may be an order without.
    """
    found: dict[Family, Suspicion] = {}
    for form in dict.fromkeys((text, *forms_shown(text))):
        for suspicion in _all(form):
            found.setdefault(suspicion.kind, suspicion)
    return tuple(found[kind] for kind in Family if kind in found)


def _all(text: str) -> Iterator[Suspicion]:
    if hidden := _hidden_characters(text):
        yield Suspicion(Family.INVISIBLE, hidden)
    seen = visible(text)
    plain = folded(seen)
    for family, pattern in PATTERNS:
        if match := pattern.search(plain):
            yield _suspicion(family, match)
    for pattern in languages.ORDERS:
        if match := pattern.search(plain):
            yield _suspicion(Family.OTHER_LANGUAGE, match)
    yield from _disguised(text, seen, plain)


def _disguised(text: str, seen: str, plain: str) -> Iterator[Suspicion]:
    """Yield orders that only show once a text is undisguised or decoded."""
    open_order = ORDERS.search(plain)
    if open_order and not ORDERS.search(folded(limit_marks(text))):
        yield _suspicion(Family.INVISIBLE, open_order)
    if not open_order and (match := ORDERS.search(without_lookalikes(plain))):
        yield _suspicion(Family.INVISIBLE, match)
    if not open_order and (match := SQUASHED.search(squashed(plain))):
        yield _suspicion(Family.ENCODED, match)
    for hidden in decoded(seen):
        form = folded(hidden)
        match = ORDERS.search(form)
        if match and match[0] not in plain:
            yield _suspicion(Family.ENCODED, match)


def _hidden_characters(text: str) -> str:
    """Return what was found of characters that hide something, in words; "" for none."""
    if _NEVER_HONEST.search(text):
        return f"hidden characters {_tags_as_text(text)}".strip()
    if _DIRECTIONS.search(text) and not _RIGHT_TO_LEFT.search(text):
        return "characters that change the direction of writing"
    count = len(_ZERO_WIDTH.findall(text)) + len(_JOINERS_APART.findall(text))
    return f"{count} characters without width" if count > _HONEST_ZERO_WIDTHS else ""


def _tags_as_text(text: str) -> str:
    said = "".join(chr(ord(char) - 0xE0000) for tags in _TAGS.findall(text) for char in tags)
    return said[:50]


def _suspicion(family: Family, match: re.Match[str]) -> Suspicion:
    return Suspicion(family, " ".join(match[0].split())[:MAX_EXCERPT])
