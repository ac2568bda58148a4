"""Keywords and their rules, read from the script."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.domain.eliza.script import SCRIPT

_NUMBERED = re.compile(r"\{(\d)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One decomposition pattern with its reassemblies; `needs` are the stars (from 1) that they name."""

    pattern: tuple[str, ...]
    replies: tuple[str, ...]
    memories: tuple[str, ...]
    needs: frozenset[int]


@dataclass(frozen=True, slots=True)
class Keyword:
    """The rules of one keyword; the keyword of highest rank in a text goes first."""

    rank: int
    rules: tuple[Rule, ...]


def read_script(script: str) -> Mapping[str, Keyword]:
    """Return the keywords of a script; its format stands in `games.domain.eliza.script`.

    Raises ValueError for a line that cannot be read, or a keyword that occurs twice.
    """
    keywords: dict[str, Keyword] = {}
    for block in re.split(r"\n(?=\d)", script.strip()):
        head, _, body = block.partition("\n")
        rank, *words = head.split()
        rules = tuple(_rule(part) for part in re.split(r"\n(?=  \S)", body))
        for word in words:
            if word in keywords:
                raise ValueError(f"the keyword {word!r} occurs twice")
            keywords[word] = Keyword(int(rank), rules)
    return MappingProxyType(keywords)


def _rule(part: str) -> Rule:
    pattern, *lines = (line.strip() for line in part.strip().split("\n"))
    replies = tuple(line[2:] for line in lines if line.startswith("- "))
    memories = tuple(line[2:] for line in lines if line.startswith("+ "))
    if not replies or len(replies) + len(memories) != len(lines):
        raise ValueError(f"the rule {pattern!r} cannot be read")
    needs = frozenset(int(number) for line in lines for number in _NUMBERED.findall(line))
    return Rule(tuple(pattern.split()), replies, memories, needs)


KEYWORDS = read_script(SCRIPT)
