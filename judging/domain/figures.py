"""How figures of agreement are written: the one way for pages, documents and the command line."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from judging.domain.agreement import ALL_SETS


def percent(share: float) -> str:
    """Return such as "68.4 %" for a share of 0 to 1; halves are rounded up."""
    return f"{_tenth(share)} %"


def interval(low: float, high: float) -> str:
    """Return such as "[65.4, 71.2]", in percent, for two shares of 0 to 1."""
    return f"[{_tenth(low)}, {_tenth(high)}]"


def count(number: int) -> str:
    """Return such as "1,006"."""
    return f"{number:,}"


def _tenth(share: float) -> Decimal:
    return (100 * Decimal(str(share))).quantize(Decimal("0.1"), ROUND_HALF_UP)


def markdown_table(figures: Mapping[str, Any]) -> str:
    """Return the table of the published figures as README.md and docs/judging.md show it."""
    rows = [row for row in figures["rows"] if row["order"] == "stored"]
    sets = [*figures["sources"], ALL_SETS]
    judges = list(dict.fromkeys(row["judge"] for row in rows))
    by = {(row["judge"], row["dataset"]): row["decided"] for row in rows}
    head = [f"{name} (n = {count(by[judges[0], name]['n'])})" for name in sets]
    lines = [_line(["", *head]), "|---" * (len(sets) + 1) + "|"]
    lines += [_line([judge, *(_cell(by[judge, name]) for name in sets)]) for judge in judges]
    return "\n".join(lines)


def _cell(part: Mapping[str, Any]) -> str:
    return f"{percent(part['share'])} {interval(part['low'], part['high'])}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")
