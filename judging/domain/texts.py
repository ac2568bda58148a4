"""What the demo judge sees of a text: words, numbers, script, and a guess at its language by function words."""

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

_WORD = re.compile(r"[^\W_]+(?:['\u2019.,][^\W_]+)*")
_STOP = frozenset(
    "a an the of to in on at for and or but is are was were be been it its this that these those i you he she they"
    " we me my your his her our with as by from what which who how why when where do does did can could would should"
    " will not if then than so about there have has please".split()
)
FUNCTION_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "en": _STOP,
        "de": frozenset(
            "der die das des dem den ein eine einen einer ist sind war waren und oder nicht von vom zu zum zur mit auf"
            " f\u00fcr was wer wie wann wo warum welche welcher welches ich du er sie es wir ihr in an im aus bei nach"
            " \u00fcber durch sich wird werden hat haben kann auch".split()
        ),
        "fr": frozenset(
            "le la les un une des du de et ou est sont \u00e9tait que qui quoi quel quelle quels comment pourquoi quand"
            " o\u00f9 combien je tu il elle nous vous ils dans sur pour avec par pas ne ce cette se au aux en".split()
        ),
        "es": frozenset(
            "el la los las un una de del y o es son era que qu\u00e9 qui\u00e9n cu\u00e1l cu\u00e1ndo d\u00f3nde"
            " c\u00f3mo cu\u00e1nto cu\u00e1ntos yo t\u00fa en con por para no se su al lo como".split()
        ),
        "it": frozenset(
            "il lo la gli le un una di del della dei e o \u00e8 sono era che chi cosa quale quando dove come"
            " perch\u00e9 quanto quanti io tu in con per non si su al nel".split()
        ),
    }
)
_EVERY_FUNCTION_WORD = frozenset().union(*FUNCTION_WORDS.values())


class Text:
    """A question or an answer, taken apart once."""

    def __init__(self, raw: str) -> None:
        self.raw = raw.strip()
        self.words = [word.lower() for word in _WORD.findall(self.raw)]
        self.content = {word for word in self.words if word not in _STOP}
        self.stems = {word[:5] for word in self.content if len(word) > 3}
        self.triples = list(zip(self.words, self.words[1:], self.words[2:], strict=False))

    @cached_property
    def foreign(self) -> float:
        """The share of letters outside the Latin script."""
        letters = [char for char in self.raw if char.isalpha()]
        return sum(char > "\u024f" for char in letters) / max(1, len(letters))

    @cached_property
    def topic(self) -> frozenset[str]:
        """The first five letters of every word that is a function word in no known language."""
        return frozenset(word[:5] for word in self.content if word not in _EVERY_FUNCTION_WORD)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers written in digits."""
        return frozenset(re.findall(r"\d+", self.raw))

    @cached_property
    def language(self) -> str:
        """The language whose function words are most frequent; "" where none is, or two are level."""
        counts = sorted(
            ((sum(w in known for w in self.words), name) for name, known in FUNCTION_WORDS.items()),
            reverse=True,
        )
        return counts[0][1] if counts[0][0] > counts[1][0] else ""

    def shares_with(self, other: "Text") -> bool:
        """Tell whether a content word (by its first five letters) or a number stands in both texts."""
        return bool(self.topic & other.topic or self.numbers & other.numbers)
