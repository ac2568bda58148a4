"""How judges and moderators did on gold items, whose right verdict is known."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from django.db.models import F, Q, QuerySet

from judging.domain.faults import Fault
from judging.domain.judge_figures import gold_accuracy
from judging.domain.panel import Finding
from judging.models import GoldItem, Judge, Review
from judging.selectors.cards.hearings import Hearing
from judging.selectors.cards.measures import Proportion


@dataclass(frozen=True)
class GoldShare:
    """How often gold items of a kind were judged rightly; an abstention is not right."""

    kind: str
    right: Proportion


@dataclass(frozen=True)
class GoldRecord:
    """The same for all items together and for each kind that was met."""

    right: Proportion
    kinds: tuple[GoldShare, ...]


@dataclass(frozen=True)
class GoldHearing:
    """One time that a judge heard a gold item: its vote, and the verdict that is known."""

    kind: str
    vote: Finding | None
    gold: Finding


def gold_of_judge(judge: Judge) -> GoldRecord:
    """Return how one judge did."""
    return _record((heard.kind, heard.vote, heard.gold) for heard in gold_hearings(judge))


def gold_hearings(judge: Judge, since: datetime | None = None) -> list[GoldHearing]:
    """Return every time that a judge heard a gold item, all or after `since`; not those when it was not reached."""
    after = Q() if since is None else Q(ballots__created_at__gt=since)
    rows = (
        # The sum keeps SQLite from the index on judges, by which it would read all their ballots on rounds.
        GoldItem.objects.alias(whose=F("ballots__judge") + 0)
        .filter(after, whose=judge.pk)
        .order_by("ballots__pk")
        .values_list(
            *("pk", "kind", "gold", "ballots__attempt"),
            *("ballots__order", "ballots__gate_code", "ballots__outcome", "ballots__error"),
        )
    )
    said: dict[tuple[int, str, str, int], Hearing] = defaultdict(Hearing)
    unreached = set()
    for item, kind, gold, attempt, order, gate_code, outcome, error in rows:
        key = (item, kind, gold, attempt)
        said[key] = replace(said[key], **{order or "gate": gate_code or outcome})
        if error and not Fault(error).reached:
            unreached.add(key)
    return [
        GoldHearing(key[1], hearing.vote, Finding(key[2]))
        for key, hearing in said.items()
        if key not in unreached
    ]


def gold_of_moderators(votes: QuerySet[Review]) -> GoldRecord:
    """Return how moderators did, each vote counted for itself."""
    rows = votes.filter(case__gold__isnull=False).values_list(
        "case__gold__kind", "outcome", "case__gold__gold"
    )
    return _record((kind, Finding(outcome), Finding(gold)) for kind, outcome, gold in rows)


def _record(answers: Iterable[tuple[str, Finding | None, Finding]]) -> GoldRecord:
    by_kind: dict[str, list[tuple[Finding | None, Finding]]] = defaultdict(list)
    for kind, vote, gold in answers:
        by_kind[kind].append((vote, gold))
    return GoldRecord(
        right=Proportion.of(gold_accuracy(chain.from_iterable(by_kind.values()))),
        kinds=tuple(
            GoldShare(kind.label, Proportion.of(gold_accuracy(by_kind[kind])))
            for kind in GoldItem.Kind
            if kind in by_kind
        ),
    )
