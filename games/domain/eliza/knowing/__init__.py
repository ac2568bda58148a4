"""What ELIZA's rules can answer properly: sums, words, days, units and a few facts; nothing is understood."""

import re
import unicodedata
from collections.abc import Callable

from games.domain.eliza.knowing.arithmetic import calculated
from games.domain.eliza.knowing.days import day_found
from games.domain.eliza.knowing.facts import fact_told
from games.domain.eliza.knowing.units import converted
from games.domain.eliza.knowing.words import words_worked

MAX_CHARS_READ = 1000

_SOLVERS: tuple[Callable[[str], str], ...] = (day_found, converted, words_worked, calculated, fact_told)
_QUOTES = str.maketrans(dict.fromkeys('"\u2018\u2019\u201c\u201d\u00ab\u00bb`', "'"))


def known_answer(question: str) -> str:
    """Return the answer that a rule works out or that stands in a table, "" where there is none.

    Only questions of at most 1,000 characters are of these kinds.
    """
    if len(question) > MAX_CHARS_READ:
        return ""
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFC", question).translate(_QUOTES)).strip()
    return next((reply for solve in _SOLVERS if (reply := solve(text))), "")
