"""Records are only added; the default jury follows the settings and keeps its history."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import IntegrityError

from judging import services
from judging.models import AppendOnlyError, Ballot, Judge, Jury, JuryMember, Verdict
from tests.games.table import START
from tests.judging.bench import Bench

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", [Ballot, Verdict, Judge, Jury])
def test_records_can_be_neither_changed_nor_deleted(
    demo_bench: Bench, model: type[Ballot] | type[Verdict] | type[Judge] | type[Jury]
) -> None:
    demo_bench.pose()
    demo_bench.judge()
    row = model.objects.all()[0]
    with pytest.raises(AppendOnlyError):
        row.save()
    with pytest.raises(AppendOnlyError):
        row.delete()
    with pytest.raises(AppendOnlyError):
        model.objects.all().delete()
    with pytest.raises(AppendOnlyError):
        model.objects.update(pk=0)
    with pytest.raises(AppendOnlyError):
        model.objects.bulk_update([row], [model._meta.fields[1].name])


def test_a_second_first_verdict_is_refused_by_the_database(demo_bench: Bench) -> None:
    demo_bench.pose()
    demo_bench.judge()
    with pytest.raises(IntegrityError):
        Verdict.objects.create(
            round_id=demo_bench.round_id,
            number=1,
            outcome="asker",
            source="jury",
            reason="Again.",
            needs_review=False,
            counts_for_claims=True,
            created_at=START,
        )


def seated() -> list[str]:
    return [member.judge.slug for member in JuryMember.objects.filter(left_at=None).select_related("judge")]


def test_without_a_model_the_demo_judge_sits_in_the_default_jury() -> None:
    services.create_default_juries(now=START)
    assert seated() == ["demo"]


def test_a_configured_model_takes_the_seat_and_the_demo_judge_stands_by(settings: LazySettings) -> None:
    services.create_default_juries(now=START)
    settings.OPENAI_JUDGE_MODELS = ["acme/Judge 2.5"]
    services.create_default_juries(now=START + timedelta(days=1))
    assert seated() == ["acme-judge-2-5-v2"]
    assert Judge.objects.filter(slug="demo").exists()


def test_taking_the_model_away_seats_the_demo_judge_again_and_keeps_the_history(
    settings: LazySettings,
) -> None:
    for day, name in enumerate(["", "acme-1", "", "acme-1"]):
        settings.OPENAI_JUDGE_MODELS = [name] if name else []
        services.create_default_juries(now=START + timedelta(days=day))
    assert seated() == ["acme-1-v2"]
    assert JuryMember.objects.count() == 4
    assert Judge.objects.count() == 2


def test_models_that_differ_only_in_punctuation_are_different_judges(settings: LazySettings) -> None:
    for name in ("acme-1", "acme.1"):
        settings.OPENAI_JUDGE_MODELS = [name] if name else []
        services.create_default_juries(now=START)
    assert len(set(Judge.objects.filter(kind="openai").values_list("slug", flat=True))) == 2


def test_making_the_defaults_again_changes_nothing() -> None:
    for _ in range(2):
        services.create_default_juries(now=START)
    assert (Judge.objects.count(), Jury.objects.count(), JuryMember.objects.count()) == (1, 2, 1)
