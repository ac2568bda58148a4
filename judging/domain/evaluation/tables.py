"""The figures of an evaluation as plain text for a terminal."""

from collections.abc import Iterable, Sequence

from judging.domain.evaluation.scores import Score, Share
from judging.domain.figures import count, interval, percent

HEAD = ("pairs", "decided", "right when decided", "95 %", "flips", "to humans", "one order")
_LONGEST_NAME = 72
SHOWN_JURIES = 20


def printable(text: str) -> str:
    """Return `text` so that a terminal only shows it: no control, invisible or direction-changing characters."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def share_cells(share: Share) -> tuple[str, str]:
    """Return a share and its interval; dashes where there is no item."""
    value, low, high = share.bounds
    if value is None or low is None or high is None:
        return "-", "-"
    return percent(value), interval(low, high)


def score_table(title: str, scores: Iterable[Score]) -> str:
    """Return one line a score. "one order" is the share of all pairs that most votes in one order get right."""
    return aligned([(title, *HEAD), *(_cells(score) for score in scores)])


def best_juries(scores: Sequence[Score]) -> str:
    """Return a table of the SHOWN_JURIES that are right on the largest share of all their pairs, the best first."""
    best = sorted(scores, key=lambda score: -score.correct / score.items)[:SHOWN_JURIES]
    table = score_table("juries of three", best)
    if len(best) == len(scores):
        return table
    said = f"The {len(best)} of {count(len(scores))} juries that decide and are right most often; --json OUT has all."
    return f"{table}\n{said}"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return `rows` of equal length as columns, the first to the left, the others to the right."""
    shown = [[_name(row[0]), *row[1:]] for row in rows]
    widths = [max(len(row[place]) for row in shown) for place in range(len(shown[0]))]
    lines = (
        [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        for row in shown
    )
    return "\n".join("  ".join(line).rstrip() for line in lines)


def _name(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _cells(score: Score) -> tuple[str, ...]:
    return (
        score.name,
        count(score.items),
        percent(score.coverage),
        *share_cells(score.accuracy),
        count(score.flips),
        percent(1 - score.coverage),
        percent(score.one_order_correct / score.items),
    )
