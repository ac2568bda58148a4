"""The texts inside a text: as written, undisguised, decoded."""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from judging.domain.visible import visible

_ACCENTS = re.compile("[\u0300-\u036f]")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_BREAKS = re.compile(r" ?\n[\s]*")
_QUOTES = str.maketrans("\u2019\u2018\u201c\u201d\u2010\u2011\u2013\u2014", "''\"\"----")
# Cyrillic and Greek letters that look like Latin ones, for words that mix the scripts.
_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u04bb\u0501\u051b\u051d\u03bf\u03b1\u03b9\u03bd\u03c1\u03c5\u03ba\u03c4"
    "\u0131\u0261\u043a\u043c\u0442\u043d\u0432",
    "aeopcxyisjhdqwoaivpuktigkmthb",
)
_WORD = re.compile(r"\w+")
_OTHER_SCRIPT = re.compile("[\u0370-\u052f\u0131\u0261]")
_LATIN = re.compile("[a-z]")
_LEET = str.maketrans("0134578@$!|", "oieastbasil")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_BASE32 = re.compile(r"\b[A-Z2-7]{24,}={0,6}")
_HEX = re.compile(r"(?:(?:\\x|0x|%)?[0-9a-fA-F]{2}[ :,]?){8,}")
_BINARY = re.compile(r"(?:[01]{8} ?){6,}")
# Markup inside a word, between the cells of a table, and in place of letters; bounded, for linear time.
_MARKUP = re.compile(
    r"<!--.{0,200}?-->|</?[a-zA-Z][^<>\n]{0,200}>|\]\([^()\n]{0,500}\)|[*_~`\[\]\\]", re.DOTALL
)
_CELLS = re.compile(r"[ \t]*\|[ \t|]*")
_NO_HEX_DIGIT = re.compile(r"\\x|0x|[^0-9a-fA-F]")


def folded(text: str) -> str:
    """Return `text` in lower case, without accents on Latin and Cyrillic letters, with single blanks and line breaks."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text.lower()))
    bare = unicodedata.normalize("NFC", bare).translate(_QUOTES)
    return _BREAKS.sub("\n", _BLANKS.sub(" ", bare))


def squashed(text: str) -> str:
    """Return only the letters of a folded text."""
    return "".join(filter(str.isalpha, text))


def without_lookalikes(text: str) -> str:
    """Return a folded text with Latin letters for those of other scripts in words that mix them."""
    return _WORD.sub(lambda word: _as_latin(word[0]), text) if _OTHER_SCRIPT.search(text) else text


def _as_latin(word: str) -> str:
    mixed = _LATIN.search(word) and _OTHER_SCRIPT.search(word)
    return word.translate(_LOOKALIKES) if mixed else word


def without_markup(text: str) -> str:
    """Return `text` without any markup: tags, comments, targets of links, emphasis, cells; its entities resolved."""
    bare = visible(html.unescape(text))
    return _CELLS.sub(" ", _MARKUP.sub("", bare))


def decoded(text: str) -> Iterator[str]:
    """Yield what `text` (visible, not folded) may say in code: letters moved, swapped or turned round, and encoded parts."""
    yield without_markup(text)
    yield codecs.encode(text, "rot13")
    yield text.lower().translate(_LEET)
    yield text[::-1]
    if "%" in text:
        yield unquote(text, errors="ignore")
    if "\\u" in text:
        yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)
    for pattern, decode in (
        (_BASE64, _from_base64),
        (_BASE32, _from_base32),
        (_HEX, _from_hex),
        (_BINARY, _from_binary),
    ):
        parts = [decode(found[0]) for found in pattern.finditer(text)]
        yield " ".join(part for part in parts if part)


def _from_base64(part: str) -> str:
    body = part.rstrip("=").replace("-", "+").replace("_", "/")
    return _text_of(base64.b64decode(_whole(body)))


def _whole(body: str) -> str:
    """Return base64 without a last digit that says nothing, and with its padding."""
    body = body[:-1] if len(body) % 4 == 1 else body
    return body + "=" * (-len(body) % 4)


def _from_base32(part: str) -> str:
    body = part.rstrip("=")
    try:
        return _text_of(base64.b32decode(body + "=" * (-len(body) % 8)))
    except binascii.Error:
        return ""


def _from_hex(part: str) -> str:
    digits = _NO_HEX_DIGIT.sub("", part)
    return _text_of(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _from_binary(part: str) -> str:
    bits = part.replace(" ", "")
    return _text_of(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)))


def _text_of(data: bytes) -> str:
    """Return readable text, or "" for what is none."""
    text = visible(data.decode(errors="replace"))
    return text if text.count("\ufffd") * 4 <= len(text) else ""
