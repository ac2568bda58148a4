"""What an evaluation says of a jury: its own figures, those of each category, and those of each of its judges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from judging.domain.evaluation.measured import (
    Call,
    Hearing,
    Measure,
    Usage,
    by_category,
    judged,
    measure,
    usage,
)
from judging.domain.evaluation.tables import aligned, score_table, share_cells
from judging.domain.figures import count
from judging.domain.panel import JuryRule


@dataclass(frozen=True)
class NamedJudge:
    """A judge by the key of its ballots and the name that people know."""

    key: str
    name: str


@dataclass(frozen=True)
class JuryReport:
    """All figures; `paid_now` is what the calls took that no earlier run had made."""

    jury: Measure
    rule: JuryRule
    categories: tuple[Measure, ...]
    judges: tuple[tuple[Measure, Usage], ...]
    usage: Usage
    paid_now: Usage

    @property
    def rows(self) -> dict[str, Any]:
        """The figures as JSON has them."""
        return {
            "judges": [measured.row | {"usage": used.row} for measured, used in self.judges],
            "juries": [
                self.jury.row
                | {
                    "rule": self.rule.value,
                    "judges": [measured.score.name for measured, _ in self.judges],
                    "to_humans": 1 - self.jury.score.coverage,
                    "categories": [measured.row for measured in self.categories],
                    "usage": self.usage.row,
                }
            ],
            "paid_now": self.paid_now.row,
        }

    @property
    def text(self) -> str:
        """The figures for a terminal."""
        used = [_usage_cells(measured.score.name, used) for measured, used in self.judges]
        everybody = [self.jury, *(measured for measured, _ in self.judges)]
        parts = [
            score_table(f"by category ({self.rule})", [m.score for m in (*self.categories, self.jury)]),
            score_table("by judge", [measured.score for measured, _ in self.judges]),
            aligned([_BIAS_HEAD, *(_bias_cells(measured) for measured in everybody)]),
            aligned([_USAGE_HEAD, *used, _usage_cells("paid in this run", self.paid_now)]),
            _WHY_FEWER,
        ]
        return "\n\n".join(parts)


def report_on(
    name: str,
    rule: JuryRule,
    judges: Sequence[NamedJudge],
    hearings: Sequence[Hearing],
    new_calls: Sequence[Call],
) -> JuryReport:
    """Return the figures of a jury over at least one pair."""
    by_jury = [judged(hearing, [judge.key for judge in judges], rule) for hearing in hearings]
    calls = [call for hearing in hearings for call in hearing.calls]
    return JuryReport(
        jury=measure(name, by_jury),
        rule=rule,
        categories=tuple(by_category(by_jury)),
        judges=tuple(
            (
                measure(judge.name, [judged(hearing, [judge.key], None) for hearing in hearings]),
                usage([call for call in calls if call.ballot.slot.judge == judge.key]),
            )
            for judge in judges
        ),
        usage=usage(calls),
        paid_now=usage(new_calls),
    )


_WHY_FEWER = (
    "A judge decides what it finds in both orders alike. Of that its jury leaves to humans whatever its rule does not\n"
    "settle, and by any rule a question that is called ill-defined: so a jury of one can decide less than its judge."
)
_BIAS_HEAD = (
    "bias",
    "right on preferences",
    "right on ties",
    "flip rate",
    "95 %",
    "longer wins",
    "for people",
    "of",
)
_USAGE_HEAD = ("calls", "made", "unreadable", "tokens in", "tokens out", "US$", "median ms")


def _bias_cells(measured: Measure) -> tuple[str, ...]:
    length = measured.length
    return (
        measured.score.name,
        share_cells(measured.on_preferences)[0],
        share_cells(measured.on_ties)[0],
        *share_cells(measured.flip_rate),
        count(length.verdicts),
        count(length.people),
        count(length.n),
    )


def _usage_cells(name: str, used: Usage) -> tuple[str, ...]:
    return (
        name,
        count(used.calls),
        count(sum(used.unreadable.values())),
        count(used.prompt_tokens),
        count(used.completion_tokens),
        f"{used.microdollars / 1_000_000:.4f}",
        "-" if used.median_latency_ms is None else f"{used.median_latency_ms:,.0f}",
    )
