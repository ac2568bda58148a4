"""How judges and moderators did on gold items, whose right verdict is known."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from judging.domain.panel import Finding
from judging.models import Ballot, GoldItem, Review
from judging.selectors.cards.hearings import Hearing, vote_in
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


def gold_of_judge(ballots: QuerySet[Ballot]) -> GoldRecord:
    """Return how one judge did; of an item that it heard again, its latest word counts."""
    rows = (
        ballots.filter(gold__isnull=False)
        .order_by("created_at", "pk")
        .values_list("gold_id", "gold__kind", "gold__gold", "order", "gate_code", "outcome")
    )
    said: dict[tuple[int, str, str], dict[str, str]] = defaultdict(dict)
    for item, kind, gold, order, gate_code, outcome in rows:
        words = said[item, kind, gold]
        if gate_code or outcome:
            words[order or "gate"] = gate_code or outcome
    return _record((kind, vote_in(Hearing(**words)) == gold) for (_, kind, gold), words in said.items())


def gold_of_moderators(votes: QuerySet[Review]) -> GoldRecord:
    """Return how moderators did, each vote counted for itself."""
    rows = votes.filter(case__gold__isnull=False).values_list(
        "case__gold__kind", "case__gold__gold", "outcome"
    )
    return _record((kind, Finding(outcome) == gold) for kind, gold, outcome in rows)


def _record(marks: Iterable[tuple[str, bool]]) -> GoldRecord:
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for kind, right in marks:
        by_kind[kind].append(right)
    everything = [right for rights in by_kind.values() for right in rights]
    return GoldRecord(
        right=Proportion(sum(everything), len(everything)),
        kinds=tuple(
            GoldShare(kind.label, Proportion(sum(by_kind[kind]), len(by_kind[kind])))
            for kind in GoldItem.Kind
            if kind in by_kind
        ),
    )
