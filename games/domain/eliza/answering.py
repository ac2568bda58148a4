"""ELIZA answers: what a rule can work out, else by keyword, else something remembered, else a shrug."""

import random
from collections.abc import Iterator, Sequence

from games.domain.eliza.knowing import known_answer
from games.domain.eliza.matching import Captures, clauses, decompose, reflect
from games.domain.eliza.rules import KEYWORDS, Keyword, Rule
from games.domain.eliza.script import NOTHING_FITS
from games.domain.shortening import shorten


def answer(question: str, *, rng: random.Random, max_chars: int, earlier: Sequence[str] = ()) -> str:
    """Return ELIZA's answer to any text, of 1 to `max_chars` characters.

    `earlier` are texts of this partner from before, oldest first: when nothing in the question fits, ELIZA
    comes back to one of them. Reads the first 2,000 characters of each text. Raises ValueError when
    `max_chars` < 1.
    """
    if max_chars < 1:
        raise ValueError("max_chars must be at least 1")
    words = clauses(question)
    reply = (
        known_answer(question)
        or _by_keyword(words, rng)
        or _by_memory(earlier, rng)
        or rng.choice(NOTHING_FITS)
    )
    return shorten(_capitalised(reply), max_chars=max_chars)


def _by_keyword(text: list[list[str]], rng: random.Random) -> str:
    for clause, keyword in _ranked(text):
        fit = _first_fit(keyword.rules, clause)
        if fit is not None:
            rule, captures = fit
            return _reassemble(rng.choice(rule.replies), captures)
    return ""


def _by_memory(earlier: Sequence[str], rng: random.Random) -> str:
    memories = [
        _reassemble(rng.choice(rule.memories), captures)
        for text in earlier[-5:]
        for clause, keyword in _ranked(clauses(text))
        for rule in keyword.rules
        if rule.memories and (captures := _fit(rule, clause)) is not None
    ]
    return memories[0] if memories else ""


def _ranked(text: list[list[str]]) -> Iterator[tuple[list[str], Keyword]]:
    """Yield each clause with each keyword in it once: the highest rank first, then the earliest word."""
    found = [
        (-KEYWORDS[word].rank, place, index, word)
        for place, clause in enumerate(text)
        for word, index in _first_places(clause).items()
        if word in KEYWORDS
    ]
    for _, place, _, word in sorted(found):
        yield text[place], KEYWORDS[word]


def _first_places(clause: list[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, word in enumerate(clause):
        places.setdefault(word.lower(), index)
    return places


def _first_fit(rules: Sequence[Rule], clause: list[str]) -> tuple[Rule, Captures] | None:
    for rule in rules:
        captures = _fit(rule, clause)
        if captures is not None:
            return rule, captures
    return None


def _fit(rule: Rule, clause: Sequence[str]) -> Captures | None:
    captures = decompose(rule.pattern, clause)
    if captures is None or not all(captures[number - 1] for number in rule.needs):
        return None
    return captures


def _reassemble(reply: str, captures: Captures) -> str:
    """Put the reflected captures in for {1}, {2}, …; the captures are words only, never templates."""
    return reply.format(None, *(reflect(words) for words in captures))


def _capitalised(reply: str) -> str:
    return reply[:1].upper() + reply[1:]
