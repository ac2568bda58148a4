"""Only what people can see: the same text for a judge as for a reader, without destroying any script."""

import unicodedata

_BREAKS = dict.fromkeys(map(ord, "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), "\n")
# Joiners and selectors choose the shape of a letter in these scripts; elsewhere they show nothing.
_SHAPERS = frozenset("\u200c\u200d\u180b\u180c\u180d\u180e\u180f")
_SHAPED_SCRIPTS = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x1000, 0x109F), (0x1780, 0x18AF), (0xA840, 0xA87F))
# Format characters by category, which nevertheless stand on the page: Arabic signs around numbers.
_VISIBLE_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u08e2")
# Letters, marks and a symbol by category, but nothing to see.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
_VARIATION_SELECTORS = (0xFE00, 0xFE0F)
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs"})
# Unicode's "stream-safe" limit (UAX #15): no language piles up more, and normalising more is quadratic.
_MAX_MARKS = 30


def _styled_letters() -> dict[int, str]:
    """Return the plain letter or digit of each that differs only in style or width.

    Not all of NFKC: it would make x\u00b2 to x2, \u00bd to 1/2 and rewrite whole scripts.
    """
    styled = [*range(0x1D400, 0x1D800), *range(0xFF01, 0xFF5F), *range(0x24B6, 0x24EA)]
    letters = {code: unicodedata.normalize("NFKC", chr(code)) for code in styled}
    for first in (0x1F130, 0x1F150, 0x1F170):
        letters |= {first + place: chr(ord("A") + place) for place in range(26)}
    return letters


_PLAIN = _BREAKS | _styled_letters()


def visible(text: str) -> str:
    """Return `text` in NFC, without what nobody can see, its styled Latin letters plain; in linear time.

    Gone are control, direction, zero-width, tag and private characters and variation selectors. A joiner
    stays once behind a letter of a script that needs it; emoji sequences fall into their parts. Any white space but
    newline and tab is one blank. Doing it twice changes nothing.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_PLAIN)
    kept: list[str] = []
    for char in plain:
        if char in _SHAPERS:
            if kept and _takes_shaper(kept[-1]):
                kept.append(char)
        elif not is_invisible(char):
            kept.append(" " if unicodedata.category(char) == "Zs" else char)
    # Composing can lengthen a run of marks again, by the few characters that decompose for good.
    return limit_marks(unicodedata.normalize("NFC", limit_marks("".join(kept))))


def is_invisible(char: str) -> bool:
    """Tell whether a character shows nothing anywhere; newline and tab are no such, nor are shapers of scripts."""
    if char in "\n\t" or char in _VISIBLE_FORMATS or char in _SHAPERS:
        return False
    category = unicodedata.category(char)
    if category == "Cn":  # New emoji and letters that this Python does not know yet are kept.
        return not 0x10000 <= ord(char) < 0x40000 or ord(char) & 0xFFFE == 0xFFFE
    first, last = _VARIATION_SELECTORS
    return (
        category in _UNSEEN
        or char in _BLANKS
        or first <= ord(char) <= last
        or 0xE0000 <= ord(char) <= 0xE0FFF
    )


def _takes_shaper(char: str) -> bool:
    return char not in _SHAPERS and any(first <= ord(char) <= last for first, last in _SHAPED_SCRIPTS)


def limit_marks(text: str) -> str:
    """Return `text` without marks beyond the 30th in a row."""
    kept, marks = [], 0
    for char in text:
        marks = marks + 1 if char in _SHAPERS or unicodedata.category(char)[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(char)
    return "".join(kept)
