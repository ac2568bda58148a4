"""Algorithm 1 of the paper, line by line: what the rules of the platform are measured against."""

from collections.abc import Callable, Iterator

from games.domain.rules import Outcome, Variant

VERDICTS = ("p", "o", "equivalent", "ill-defined")
"""What the judge J may say: the asker's own answer (p), the opponent's (o), neither, or no proper question."""

OUTCOMES = {
    "p": Outcome.ASKER,
    "o": Outcome.OPPONENT,
    "equivalent": Outcome.EQUIVALENT,
    "ill-defined": Outcome.ILL_DEFINED,
}


class StillPlayingError(Exception):
    """The judge has said no more; the loop of lines 5-15 has not ended."""

    def __init__(self, scores: tuple[int, int], asker: int) -> None:
        super().__init__(scores, asker)
        self.scores = scores
        self.asker = asker


def algorithm_1(judge: Callable[[], str], n: int, *, first: int, swaps: bool) -> tuple[int, tuple[int, int]]:
    """Return the winner and both scores; `swaps` is line 14, which the Questioning Game leaves out.

    Players are 0 and 1 (the paper: 1 and 2); the paper lets player 1 begin, here `first` does.
    """
    s = [0, 0]  # 3
    p, o = first, 1 - first  # 4
    while s[0] < n and s[1] < n:  # 5
        try:
            v = judge()  # 6-8
        except StopIteration:
            raise StillPlayingError((s[0], s[1]), p) from None
        if v == "p":  # 9
            s[p] = s[p] + 1  # 10
        elif v in ("o", "ill-defined"):  # 11
            s[o] = s[o] + 1  # 12
        if swaps:
            p, o = o, p  # 14
    w = 0 if s[0] > s[1] else 1  # 16-20
    return w, (s[0], s[1])


def play(verdicts: Iterator[str], n: int, *, first: int, variant: Variant) -> tuple[int, tuple[int, int]]:
    """Play Algorithm 1 over `verdicts`; raise StillPlayingError when they end before the game does."""
    return algorithm_1(lambda: next(verdicts), n, first=first, swaps=variant is Variant.AG)
