"""Juries are made and judges limited and suspended from the command line; each change leaves a trace."""

from datetime import timedelta
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from agplatform.settings import Endpoint
from judging import services
from judging.models import AuditEntry, Judge, JudgeLimits, JudgeSuspension, Jury, JuryMember
from tests.games.table import START

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _endpoints(settings: LazySettings) -> None:
    settings.MODEL_ENDPOINTS = {
        "openai": Endpoint("http://127.0.0.1:9/v1", "secret-key"),
        "local": Endpoint("http://127.0.0.1:9/v1", "secret-key", "smollm2"),
    }


def jury(*words: str) -> str:
    out = StringIO()
    call_command("jury", *words, stdout=out)
    return out.getvalue()


def make(*words: str) -> str:
    return jury("create", "three", "--name", "Three", *words)


def trail() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", "detail"))


def test_a_jury_of_any_number_of_judges_and_spares() -> None:
    made = make(
        *("--rule", "majority", "--audit-probability", "0.25"),
        *("--judge", "openai:acme/judge-1:free", "--judge", "local:smollm2-135m-instruct", "--judge", "demo"),
        *("--spare", "openai:gpt-4o"),
    )
    assert made == (
        "Made the jury three. `manage.py protocol create SLUG --like PROTOCOL --jury three` has games judged by it.\n"
    )
    three = Jury.objects.get(slug="three")
    assert (three.name, three.rule, three.audit_probability) == ("Three", "majority", 0.25)
    members = JuryMember.objects.filter(jury=three).order_by("pk")
    assert list(members.values_list("judge__model", "judge__family", "spare")) == [
        ("acme/judge-1:free", "judge", False),
        ("smollm2-135m-instruct", "smollm2", False),
        ("", "deterministic", False),
        ("gpt-4o", "gpt", True),
    ]
    assert trail() == [
        (
            "jury_changed",
            "three: acme-judge-1-free-v2, smollm2-135m-instruct-v2, demo, spare: gpt-4o-v2",
        )
    ]


def test_a_jury_of_people_alone() -> None:
    make("--rule", "humans_only")
    assert not JuryMember.objects.exists()
    assert trail() == [("jury_changed", "three: people alone")]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Name at least one judge."),
        (("--judge", "gpt-4o"), "'gpt-4o' is not ENDPOINT:MODEL, as in openai:gpt-4o, nor demo."),
        (("--judge", "openai:"), "'openai:' is not ENDPOINT:MODEL, as in openai:gpt-4o, nor demo."),
        (("--judge", "nowhere:m"), "There is no endpoint 'nowhere'; configured: openai, local."),
        (("--judge", "demo", "--judge", "demo"), "A judge sits only once in a jury."),
        (("--judge", "demo", "--spare", "demo"), "A judge sits only once in a jury."),
        (("--rule", "humans_only", "--judge", "demo"), "A jury of people alone has no judges."),
        (("--judge", "demo", "--audit-probability", "0"), "above 0 and at most 1"),
        (("--judge", "demo", "--audit-probability", "nan"), "above 0 and at most 1"),
        (("--judge", "demo", "--name", "x" * 81), "The name must have 1 to 80 characters."),
        (("--judge", "demo", "--name", " "), "The name must have 1 to 80 characters."),
        (("--judge", "demo", "--rule", "coin"), "invalid choice: 'coin'"),
    ],
)
def test_what_is_no_jury_is_refused_in_one_line(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError) as refused:
        make(*words)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not Jury.objects.exists()
    assert not Judge.objects.exists()
    assert trail() == []


@pytest.mark.parametrize("slug", ["two words", "ümlaut", "x" * 61])
def test_a_jurys_slug_fits_an_address(slug: str) -> None:
    with pytest.raises(CommandError):
        jury("create", slug, "--name", "N", "--judge", "demo")


def test_a_jury_is_never_changed() -> None:
    make("--judge", "demo")
    with pytest.raises(CommandError, match="There is a jury 'three' already"):
        make("--judge", "openai:m")
    assert JuryMember.objects.count() == 1


def test_limits_are_set_one_by_one_and_taken_away() -> None:
    make("--judge", "openai:m")
    jury("limits", "m-v2", "--calls-at-once", "3", "--tokens-per-day", "100000")
    jury("limits", "m-v2", "--dollars-per-day", "2.50", "--prompt-price", "0.15", "--completion-price", "0.6")
    limits = JudgeLimits.objects.get()
    assert (limits.calls_at_once, limits.tokens_per_day, limits.microdollars_per_day) == (
        3,
        100_000,
        2_500_000,
    )
    assert (str(limits.prompt_price), str(limits.completion_price)) == ("0.1500", "0.6000")
    jury("limits", "m-v2", "--tokens-per-day", "none", "--dollars-per-day", "none")
    limits.refresh_from_db()
    assert (limits.calls_at_once, limits.tokens_per_day, limits.microdollars_per_day) == (3, None, None)
    assert [detail for action, detail in trail() if action == "judge_limits_changed"] == [
        "calls_at_once=3, tokens_per_day=100000",
        "microdollars_per_day=2500000, prompt_price=0.15, completion_price=0.6",
        "tokens_per_day=unlimited, microdollars_per_day=unlimited",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nobody", "--calls-at-once", "1"), "There is no judge 'nobody'"),
        (("m-v2",), "Name at least one limit to change."),
        (("m-v2", "--calls-at-once", "0"), "1 to 1000 calls at once"),
        (("m-v2", "--tokens-per-day", "100"), "at least 20000 tokens a day"),
        (("m-v2", "--tokens-per-day", "-1"), "neither a number of tokens nor none"),
        (("m-v2", "--dollars-per-day", "0"), "more than 0 dollars"),
        (("m-v2", "--dollars-per-day", "5"), "A budget in dollars needs a price, or it is never spent"),
        (("m-v2", "--dollars-per-day=-1"), "neither a number of dollars nor none"),
        (("m-v2", "--dollars-per-day", "much"), "'much' is no number"),
        (("m-v2", "--prompt-price", "inf"), "'inf' is no number"),
        (("m-v2", "--prompt-price=-1"), "0 to 10000 dollars per million tokens"),
    ],
)
def test_impossible_limits_are_refused_and_change_nothing(words: tuple[str, ...], says: str) -> None:
    make("--judge", "openai:m")
    before = trail()
    with pytest.raises(CommandError) as refused:
        jury("limits", *words)
    assert says in str(refused.value)
    assert trail() == before
    assert not JudgeLimits.objects.exists()


def test_a_judge_is_suspended_once_and_reinstated_once() -> None:
    make("--judge", "openai:m")
    jury("suspend", "m-v2", "--reason", "It flips.")
    with pytest.raises(CommandError, match="m-v2 is suspended already"):
        jury("suspend", "m-v2", "--reason", "It flips.")
    jury("reinstate", "m-v2", "--reason", "New endpoint.")
    with pytest.raises(CommandError, match="m-v2 is not suspended"):
        jury("reinstate", "m-v2", "--reason", "New endpoint.")
    with pytest.raises(CommandError, match="Give a reason"):
        jury("suspend", "m-v2", "--reason", " ")
    assert JudgeSuspension.objects.get().lifted_at is not None
    assert trail()[1:] == [("judge_suspended", "It flips."), ("judge_reinstated", "New endpoint.")]


def test_a_budget_in_dollars_keeps_its_price() -> None:
    make("--judge", "openai:m")
    jury("limits", "m-v2", "--prompt-price", "2")
    jury("limits", "m-v2", "--dollars-per-day", "5")
    with pytest.raises(CommandError, match="needs a price"):
        jury("limits", "m-v2", "--prompt-price", "0")
    assert JudgeLimits.objects.get().prompt_price == 2


def test_suspending_the_last_judge_of_a_jury_says_who_judges_instead() -> None:
    make("--judge", "openai:m", "--spare", "demo")
    jury("create", "alone", "--name", "Alone", "--judge", "openai:m")
    errors = StringIO()
    call_command("jury", "suspend", "m-v2", "--reason", "It flips.", stdout=StringIO(), stderr=errors)
    assert (
        "nobody is left in the jury alone. From the next round on the demo judge stands in"
        in errors.getvalue()
    )
    assert "jury three" not in errors.getvalue()
    assert jury("list").count("  nobody is left: the demo judge stands in, and moderators are asked\n") == 1
    out = StringIO()
    call_command("jury", "suspend", "demo", "--reason", "Enough.", stdout=out, stderr=errors)
    assert out.getvalue() == (
        "demo sits in no jury from the next round on; it still stands in where a jury reaches no verdict.\n"
    )
    assert "nobody is left in the jury three" in errors.getvalue()


def test_the_list_says_who_sits_with_which_limits_and_no_secret(settings: LazySettings) -> None:
    settings.OPENAI_JUDGE_MODELS, settings.OPENAI_SPARE_JUDGE_MODELS = ["m"], ["spare-m"]
    services.create_default_juries(now=START)
    jury("limits", "m-v2", "--tokens-per-day", "100000", "--dollars-per-day", "1.5", "--prompt-price", "2")
    services.suspend_judge(judge_slug="spare-m-v2", reason="Why not.", now=START + timedelta(hours=1))
    said = jury("list")
    assert (
        "jury default (Default jury): unanimous_else_human, audit probability 0.1\n  judge m-v2\n  spare spare-m-v2\n"
        in said
    )
    assert "jury humans (People only): humans_only" in said
    assert (
        "judge m-v2 (openai:m): family m, 8 calls at once, 100000 tokens a day, 1.50 dollars a day, "
        "2.0000 and 0.0000 dollars per million tokens\n"
    ) in said
    assert "judge demo: family deterministic\n" in said
    assert "  suspended since 2026-11-02 10:00 UTC: Why not.\n" in said
    assert "secret-key" not in said
