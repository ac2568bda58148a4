"""Texts of players: normalised the same way everywhere, bounded, and free of what nobody can see."""

import unicodedata

from games.domain.errors import TextRejectedError

# Bidirectional controls can make a page show another order than the judge reads.
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Others that show nothing (Unicode's Default_Ignorable_Code_Point below plane 14, without what is treated
# elsewhere here): a model reads them, people do not, so they could hide a message or fill up a length.
_INVISIBLE = frozenset(
    "\u00ad\u034f\u17b4\u17b5\u180e\u200b\ufeff"
    + "".join(map(chr, (*range(0x2060, 0x2066), *range(0x206A, 0x2070), *range(0xFFF0, 0xFFF9))))
    + "".join(map(chr, (*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B))))
)
_DROPPED = _BIDI_CONTROLS | _INVISIBLE
_KEPT_CONTROLS = frozenset("\n\t")
# Zero-width joiners and variation selectors stay, since several scripts and emoji need them; none needs
# more than two in a row.
_SHAPERS = frozenset("\u200c\u200d\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xFE00, 0xFE10))))
_MAX_SHAPERS = 2
_UNREADABLE = frozenset({"Cc", "Cs", "Co", "Cn"})
# Letters and a symbol by category, but nothing to see: Hangul fillers and the blank Braille pattern.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Unicode's "stream-safe" limit (UAX #15): no language piles up more, and normalising more is quadratic.
_MAX_MARKS = 30


def _is_kept(character: str) -> bool:
    if character in _KEPT_CONTROLS or character in _SHAPERS:
        return True
    if character in _DROPPED:
        return False
    # Plane 14 holds only tags and variation selectors, which can hide whole sentences from people.
    return ord(character) < 0xE0000 and unicodedata.category(character) not in _UNREADABLE


def normalise(text: str) -> str:
    """Return `text` in NFC with plain newlines, without invisible characters and outer white space."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(character for character in plain if _is_kept(character))
    # Composing can lengthen a run of marks again, by a few characters that decompose for good.
    return _limit_marks(unicodedata.normalize("NFC", _limit_marks(kept))).strip()


def _limit_marks(text: str) -> str:
    kept, marks, shapers = [], 0, 0
    for character in text:
        shapers = shapers + 1 if character in _SHAPERS else 0
        # By category, because marks of the combining class 0 pile up just as well.
        marks = marks + 1 if shapers or unicodedata.category(character)[0] == "M" else 0
        if marks <= _MAX_MARKS and shapers <= _MAX_SHAPERS:
            kept.append(character)
    return "".join(kept)


def _is_blank(text: str) -> bool:
    return all(unicodedata.category(character)[0] in "ZCM" or character in _BLANKS for character in text)


def clean_text(text: str, *, max_chars: int, field: str) -> str:
    """Return the normalised text of 1 to `max_chars` characters.

    Raise TextRejectedError, naming `field`, when nothing readable is left or it is too long.
    """
    # A text far beyond the limit is refused before it costs anything; normalising only shrinks it so much.
    if len(text) > 20 * max_chars + 1000:
        raise TextRejectedError(f"The {field} is far too long: at most {max_chars} characters.", field)
    cleaned = normalise(text)
    if _is_blank(cleaned):
        raise TextRejectedError(f"The {field} is empty: write at least one word.", field)
    if len(cleaned) > max_chars:
        raise TextRejectedError(
            f"The {field} has {len(cleaned)} characters; at most {max_chars} are allowed. Shorten it.", field
        )
    return cleaned
