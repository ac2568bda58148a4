"""The public pages of those who judge: plain sentences, nothing hidden shown, nothing hostile run."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from judging.domain.choices import GateCode
from judging.domain.moderation import CaseReason
from judging.domain.panel import Step
from judging.models import BlindnessCheck, Judge, JudgeSuspension, SchemaProbe
from tests.games.table import START
from tests.judging.world import A, B, World, ballot, make_judge, make_jury, make_moderator, said, settle, vote

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def _static_files_without_collecting(settings: LazySettings) -> None:
    """Address static files by their plain names: no test folder has a manifest of collected ones."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture
def world() -> World:
    return World(make_jury(make_judge("Judge One"), name="The jury"))


def text_of(client: Client, name: str, *args: str) -> str:
    response = client.get(reverse(f"judging:{name}", args=args))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_jurys_page_says_in_a_sentence_how_often_it_is_wrong(world: World, client: Client) -> None:
    world.verdicts([A] * 20, truths=[A] * 19 + [B])
    page = text_of(client, "jury", world.jury.slug)
    assert "Of 20 randomly audited verdicts of this jury moderators found 1 wrong." in page
    # Clopper and Pearson (1934) for 1 of 20.
    assert "<b>5.0 %</b> [0.1, 24.9]" in page
    assert "Judge One" in page
    assert text_of(client, "judges").count("moderators found 1 wrong") == 1


def test_from_a_few_audits_no_rate_is_shown(world: World, client: Client) -> None:
    world.verdicts([A] * 4, truths=[A, A, B, None])
    page = text_of(client, "jury", world.jury.slug)
    assert "Only 3 randomly audited verdicts of this jury have been looked at" in page
    assert "1 more was drawn and is still to be looked at." in page
    assert "33.3 %" not in page
    assert "not measured yet" in page


def test_without_audits_the_page_says_so(world: World, client: Client) -> None:
    assert "None of the randomly drawn verdicts of this jury has been looked at" in text_of(
        client, "jury", world.jury.slug
    )


def test_the_net_error_is_shown_with_its_bound(world: World, client: Client) -> None:
    world.verdicts([B] * 10, p=1.0, truths=[A] * 10)
    page = text_of(client, "jury", world.jury.slug)
    assert "<b>+2.00</b>" in page
    assert world.game.protocol.name in page


def test_a_judges_page_says_what_sways_it(world: World, client: Client) -> None:
    member = world.jury.members.get()
    for row in world.rounds(10):
        said(member.judge, row, A, B)
    page = text_of(client, "judge", member.judge.slug)
    assert "It heard 10 rounds and voted on 0." in page
    assert "<b>100.0 %</b>" in page
    assert "None of the randomly drawn votes of this judge has been looked at" in page


def test_a_suspended_judge_is_said_to_be(client: Client) -> None:
    judge = make_judge()
    JudgeSuspension.objects.create(judge=judge, reason=f"Flips {HOSTILE}", suspended_at=START)
    page = text_of(client, "judge", judge.slug)
    assert "<b>Suspended</b> since 2 November 2026, 09:00 UTC" in page
    assert "Flips &lt;script&gt;" in page
    assert "it judges nothing until somebody lifts this" in page
    assert "suspended</span>" in text_of(client, "judges")


def test_the_demo_judge_still_stands_in_when_it_is_suspended_and_its_page_says_so(client: Client) -> None:
    judge = make_judge(kind=Judge.Kind.DEMO)
    make_jury(judge, name="The jury")
    JudgeSuspension.objects.create(judge=judge, reason="Enough.", suspended_at=START)
    page = text_of(client, "judge", judge.slug)
    assert "it sits in no jury until somebody lifts this, but still stands in where a jury reaches no" in page
    judges = text_of(client, "judges")
    assert "Kept out of <a" in judges
    assert "Stands by: it decides for now when a jury reaches no verdict." in judges
    assert "Sits in <a" not in judges


def test_hostile_names_and_details_are_escaped(client: Client) -> None:
    judge = make_judge(HOSTILE, model=HOSTILE, family=HOSTILE)
    SchemaProbe.objects.create(judge=judge, ok=False, detail=HOSTILE, latency_ms=1, created_at=START)
    jury = make_jury(judge, name=HOSTILE)
    World(jury, protocol_name=HOSTILE).verdicts([A])
    for page in (
        text_of(client, "judges"),
        text_of(client, "judge", judge.slug),
        text_of(client, "jury", jury.slug),
    ):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


def test_no_page_shows_texts_of_rounds_raw_replies_or_who_moderates(world: World, client: Client) -> None:
    secrets = [
        "The secret question",
        "The secret own answer",
        "The secret answer",
        "The raw reply",
        "The reason",
    ]
    judge = world.jury.members.get().judge
    (verdict,) = world.verdicts([A], truths=[None])
    world.game.rounds.update(question=secrets[0], sealed_answer=secrets[1], answer=secrets[2])
    ballot(
        judge,
        verdict.round_id,
        Step.GATE,
        "",
        gate_code=GateCode.WELL_DEFINED,
        raw_reply=secrets[3],
        reason=secrets[4],
    )
    vote(make_moderator("theo-the-moderator"), settle(world.verdicts([A])[0], A, CaseReason.PIVOTAL), A)
    for page in (
        text_of(client, "judges"),
        text_of(client, "judge", judge.slug),
        text_of(client, "jury", world.jury.slug),
    ):
        assert not any(secret in page for secret in [*secrets, "theo-the-moderator"])


def test_how_blind_judging_is_stands_on_the_same_pages(world: World, client: Client) -> None:
    assert "Not measured yet.</b> Judges are not told who wrote an answer" in text_of(client, "judges")
    for auc, days in ((0.6, 0), (0.71, 1)):
        BlindnessCheck.objects.create(
            human_answers=812,
            ai_answers=1204,
            folds=5,
            seed=1,
            auc=auc,
            low=auc - 0.05,
            high=auc + 0.05,
            created_at=START + timedelta(days=days),
        )
    for page in (text_of(client, "judges"), text_of(client, "jury", world.jury.slug)):
        assert "an AUC of <b>0.71</b> [0.66, 0.76]" in page
        assert "812 answers of people and 1,204 of AI systems" in page


def test_an_unknown_jury_is_not_found(client: Client) -> None:
    assert client.get("/judges/juries/nobody/").status_code == 404


def test_the_pages_take_as_many_queries_for_many_rounds_as_for_few(
    world: World, client: Client, django_assert_max_num_queries: object
) -> None:
    judge = world.jury.members.get().judge
    for verdict in world.verdicts([A] * 30, truths=[A] * 30):
        said(judge, verdict.round_id, A, A)
    limits = {"judges": ((), 15), "judge": ((judge.slug,), 25), "jury": ((world.jury.slug,), 15)}
    for name, (args, most) in limits.items():
        with django_assert_max_num_queries(most):  # type: ignore[operator] # the fixture has no public type
            text_of(client, name, *args)
