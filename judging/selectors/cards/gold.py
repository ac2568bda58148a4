"""How judges and moderators did on gold items, whose right verdict is known."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from django.db.models import F, QuerySet

from judging.domain.judge_figures import gold_accuracy
from judging.domain.panel import Finding
from judging.models import GoldItem, Judge, Review
from judging.selectors.cards.hearings import Hearing
from judging.selectors.cards.measures import Proportion


@dataclass(frozen=True)
class GoldShare:
    """How many gold items of a kind were judged rightly; an abstention is not right."""

    kind: str
    right: Proportion


@dataclass(frozen=True)
class GoldRecord:
    """The same for all items together and for each kind that was met."""

    right: Proportion
    kinds: tuple[GoldShare, ...]


def gold_of_judge(judge: Judge) -> GoldRecord:
    """Return how one judge did; of an item that it heard again, its latest word counts."""
    rows = (
        # The sum keeps SQLite from the index on judges, by which it would read all their ballots on rounds.
        GoldItem.objects.alias(whose=F("ballots__judge") + 0)
        .filter(whose=judge.pk)
        .order_by("ballots__created_at", "ballots__pk")
        .values_list("pk", "kind", "gold", "ballots__order", "ballots__gate_code", "ballots__outcome")
    )
    said: dict[tuple[int, str, str], Hearing] = defaultdict(Hearing)
    for item, kind, gold, order, gate_code, outcome in rows:
        heard = said[item, kind, gold]
        if gate_code or outcome:
            said[item, kind, gold] = replace(heard, **{order or "gate": gate_code or outcome})
    return _record((kind, heard.vote, Finding(gold)) for (_, kind, gold), heard in said.items())


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
