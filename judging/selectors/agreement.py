"""The demo judge's measured agreement with people, as it is published."""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from judging.domain import figures
from judging.domain.agreement import ALL_SETS, JUDGES

AGREEMENT_FILE = Path(__file__).resolve().parent.parent / "demo_judge_agreement.json"
DEMO, LONGER = "demo judge", "the longer answer"


@dataclass(frozen=True)
class Share:
    """A share of `n` items with its 95 % interval, as it is written everywhere (judging/domain/figures.py)."""

    percent: str
    interval: str
    n: str


@dataclass(frozen=True)
class AgreementRow:
    """One judge's agreement with people on one set; the two orders differ only for position-bound judges."""

    judge: str
    stored: Share
    swapped: Share
    with_ties: Share


@dataclass(frozen=True)
class AgreementSet:
    """One set of human judgements and how every judge did on it."""

    title: str
    preferred: str
    pairs: str
    rows: tuple[AgreementRow, ...]


@dataclass(frozen=True)
class AgreementReport:
    """The demo judge's measured agreement with people, on the held-out half only."""

    pairs: str
    questions: str
    half: str
    intervals: str
    made_by: str
    overall: Share
    longer: Share
    sets: tuple[AgreementSet, ...]


def demo_line() -> str:
    """Say in one sentence how far the demo judge can be trusted."""
    report = demo_agreement()
    return (
        f"Deterministic demo judge: agreed with people in {report.overall.percent} of "
        f"{report.overall.n} held-out pairs (always taking the longer answer: {report.longer.percent})."
    )


@cache
def demo_agreement() -> AgreementReport:
    """Return the committed figures of `manage.py judge_agreement`."""
    published: dict[str, Any] = json.loads(AGREEMENT_FILE.read_text(encoding="utf-8"))
    rows: dict[str, dict[tuple[str, str], dict[str, Any]]] = defaultdict(dict)
    for row in published["rows"]:
        rows[row["dataset"]][row["judge"], row["order"]] = row
    whole = rows[ALL_SETS]
    names = [ALL_SETS, *(name for name in rows if name != ALL_SETS)]
    return AgreementReport(
        pairs=figures.count(published["pairs"]),
        questions=figures.count(published["questions"]),
        half=published["half"],
        intervals=published["intervals"],
        made_by=published["made_by"],
        overall=_share(whole[DEMO, "stored"]["decided"]),
        longer=_share(whole[LONGER, "stored"]["decided"]),
        sets=tuple(
            _agreement_set(published["sources"].get(name, "All sets together"), rows[name]) for name in names
        ),
    )


def _agreement_set(title: str, by: dict[tuple[str, str], dict[str, Any]]) -> AgreementSet:
    demo = by[DEMO, "stored"]
    rows = tuple(_agreement_row(by, judge) for judge in JUDGES)
    return AgreementSet(
        title, figures.count(demo["decided"]["n"]), figures.count(demo["with_ties"]["n"]), rows
    )


def _agreement_row(by: dict[tuple[str, str], dict[str, Any]], judge: str) -> AgreementRow:
    stored, swapped = by[judge, "stored"], by[judge, "swapped"]
    return AgreementRow(
        judge, _share(stored["decided"]), _share(swapped["decided"]), _share(stored["with_ties"])
    )


def _share(part: dict[str, Any]) -> Share:
    return Share(
        figures.percent(part["share"]), figures.interval(part["low"], part["high"]), figures.count(part["n"])
    )
