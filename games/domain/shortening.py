"""Cut text that is too long where a reader would: at the end of a sentence, else of a word."""

_ENDS_OF_SENTENCE = ".!?\u2026\u3002\uff01\uff1f"
_KEEP_AT_LEAST = 0.5


def shorten(text: str, *, max_chars: int) -> str:
    """Return `text` without outer whitespace, cut to at most `max_chars` characters.

    The cut falls after the last whole sentence when that keeps at least half of the room, else after the
    last whole word when that does, else in the word. Looks at no more than `max_chars` + 1 characters
    once outer whitespace is gone. Raises ValueError for a negative limit.
    """
    if max_chars < 0:
        raise ValueError("max_chars must not be negative")
    text = text.strip()
    if len(text) <= max_chars:
        return text
    head = text[: max_chars + 1]
    least = int(max_chars * _KEEP_AT_LEAST)
    return (_whole_sentences(head, least) or _whole_words(head, least) or head[:max_chars]).rstrip()


def whole_sentences(text: str) -> str:
    """Return `text` up to the end of its last sentence, or all of it where no sentence ends late enough.

    For text that was cut off by someone else, such as a model that ran out of tokens.
    """
    text = text.strip()
    if text.endswith(tuple(_ENDS_OF_SENTENCE)):
        return text
    return _whole_sentences(text + " ", int(len(text) * _KEEP_AT_LEAST)) or text


def _whole_sentences(head: str, least: int) -> str:
    for end in range(len(head) - 1, max(least, 1) - 1, -1):
        if head[end].isspace() and head[end - 1] in _ENDS_OF_SENTENCE:
            return head[:end]
    return ""


def _whole_words(head: str, least: int) -> str:
    for end in range(len(head) - 1, max(least, 1) - 1, -1):
        if head[end].isspace():
            return head[:end]
    return ""
