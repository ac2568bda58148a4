"""Work on letters and words: counting, turning round, putting in order."""

import re

MOST_CHARS_ECHOED = 120

_COUNT_LETTER = (
    re.compile(r"how (?:many times|often) .{0,40}?\bletter '?([^\W\d_])\b'?.{0,40}? in (.+)"),
    re.compile(
        r"how many (?:letters? )?'?([^\W\d_])(?:'?s|')?'? (?:are |is |do |does )?(?:there )?(?:occur )?in (.+)"
    ),
)
_COUNT = re.compile(r"how many (letters|vowels|consonants|words|characters) .{0,30}?\b(?:in|have|has) (.+)")
_COUNT_OF = re.compile(r"how many (letters|vowels|consonants) does (.+?) (?:have|contain)")
_PLACE = re.compile(r"\b(first|second|third|fourth|fifth|sixth|seventh|last) letter (?:of|in) (.+)")
_BACKWARDS = re.compile(r"\b(?:backwards?|reversed?|in reverse)\b")
_IN_ORDER = re.compile(r"\balphabetical(?:ly)?\b|^(?:please )?(?:sort|order|arrange)\b")
_OTHER_ORDER = re.compile(
    r"\blast letters?\b|\blength\b|\bsize\b|\bweight\b|\bchronolog|\blightest|\bheaviest|\bimportan|\bage\b|\bdates?\b"
)
_QUOTED = re.compile(r"(?:^|[\s(:])'([^']{1,120})'")
_LABEL = re.compile(
    r"^(?:(?:the|this|following|words?|names?|phrase|sentence|string|text)\b:? ?)*", re.IGNORECASE
)
_AFTER_LABEL = re.compile(
    r"\b(?:word|string|name|reverse|spell|write)\b:? ([^\W\d_]{2,40})\b(?! (?:is|of|in)\b)", re.IGNORECASE
)
_PLAIN = re.compile(r"[\w ,.!?;:-]+")
_VOWELS = frozenset("aeiou")
_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "seventh": 6, "last": -1}
_LABELS = frozenset(
    "the word this following string name sentence phrase order of letters a an my your it".split()
)


def words_worked(text: str) -> str:
    """Answer a task about the letters or words that the text names; "" for anything else."""
    return (
        _letter_counted(text) or _counted(text) or _letter_at(text) or _turned_round(text) or _in_order(text)
    )


def _letter_counted(text: str) -> str:
    for pattern in _COUNT_LETTER:
        found = pattern.search(text.lower())
        if found and (target := _target(text[found.start(2) :])):
            letter, number = found[1], target.lower().count(found[1])
            each = [f"{word} {word.lower().count(letter)}" for word in target.split()]
            detail = f" ({', '.join(each)})" if 1 < len(each) <= 8 else ""
            return f"The letter '{letter}' occurs {_times(number)} in '{target}'{detail}."
    return ""


def _counted(text: str) -> str:
    found = _COUNT_OF.search(text.lower()) or _COUNT.search(text.lower())
    target = _target(text[found.start(2) :]) if found else ""
    if not found or not target:
        return ""
    what = found[1]
    letters = [character for character in target.lower() if character.isalpha()]
    vowels = sum(letter in _VOWELS for letter in letters)
    number = {
        "letters": len(letters),
        "characters": len(target),
        "vowels": vowels,
        "consonants": len(letters) - vowels,
        "words": len(target.split()),
    }[what]
    return f"There are {number} {what} in '{target}'."


def _letter_at(text: str) -> str:
    found = _PLACE.search(text.lower())
    target = _target(text[found.start(2) :]).replace(" ", "") if found else ""
    if not found or _BACKWARDS.search(text.lower()):
        return ""
    place = _PLACES[found[1]]
    return f"The {found[1]} letter of '{target}' is '{target[place]}'." if len(target) > place else ""


def _turned_round(text: str) -> str:
    if not _BACKWARDS.search(text.lower()):
        return ""
    target = _quoted(text)
    if not target:
        named = [word for word in _AFTER_LABEL.findall(text) if word.lower() not in _LABELS]
        target = named[0] if named else ""
    return f"Backwards, '{target}' is '{target[::-1]}'." if target else ""


def _in_order(text: str) -> str:
    low = text.lower()
    items = [item.strip(" .'!?") for item in text.rpartition(":")[2].replace(" and ", ", ").split(",")]
    items = [item for item in items if item]
    if ":" not in text or not _IN_ORDER.search(low) or _OTHER_ORDER.search(low) or not 2 <= len(items) <= 30:
        return ""
    if not all(_PLAIN.fullmatch(item) and len(item) <= 30 for item in items):
        return ""
    is_downward = any(sign in low for sign in ("descending", "largest to", "highest to", "reverse"))
    if all(re.fullmatch(r"-?\d{1,15}(?:\.\d{1,9})?", item) for item in items):
        ordered = sorted(items, key=float, reverse=is_downward)
    elif "alphabet" in low:
        ordered = sorted(items, key=str.casefold, reverse=is_downward)
    else:
        return ""
    return ", ".join(ordered) + "."


def _target(rest: str) -> str:
    """Return what stands in quotes, else the first word after "the word" and the like."""
    quoted = _quoted(rest)
    if quoted:
        return quoted
    word = re.match(r"[^\W\d_]{1,40}\b", _LABEL.sub("", rest, count=1))
    return word.group() if word and word.group().lower() not in _LABELS else ""


def _quoted(text: str) -> str:
    inner = [part for part in _QUOTED.findall(text) if len(part) > 1 and _PLAIN.fullmatch(part)]
    return inner[-1][:MOST_CHARS_ECHOED] if inner else ""


def _times(number: int) -> str:
    return {0: "not once", 1: "once", 2: "twice"}.get(number, f"{number} times")
