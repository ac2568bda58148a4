"""Who sits: any number of judges, none of the player's family, spares for those who cannot, people alone."""

from datetime import timedelta
from functools import partial

import pytest
from django.conf import LazySettings

from agplatform.settings import Endpoint
from games.domain.rules import Cause
from games.domain.states import GameState, RoundState
from games.models import AIVersion
from judging import services
from judging.models import AuditEntry, Case, Judge, JudgingRun, Jury, JuryMember
from judging.selectors import judging_progress, stalled_rounds
from judging.services.hearing import verdicts
from judging.services.judges import reinstate_judge, suspend_judge
from tests.fakes import model_behaviours as model
from tests.fakes.model_behaviours import Behaviour, Call
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import REVIEW, SECOND, START, sit_down
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, MODEL, Bench, seated_bench

FAIR = model.prefers(GOOD_ANSWER, over=BAD_ANSWER)
UNFAIR = model.prefers(BAD_ANSWER, over=GOOD_ANSWER)


def seat(settings: LazySettings, *models: str, spares: tuple[str, ...] = ()) -> Bench:
    """Seat these models in the default jury."""
    settings.OPENAI_JUDGE_MODELS = list(models)
    settings.OPENAI_SPARE_JUDGE_MODELS = list(spares)
    return seated_bench()


def always(server: FakeModelServer, **behaviours: Behaviour) -> None:
    """Have each model behave as said."""
    for name, behaviour in behaviours.items():
        server.always(behaviour, when=partial(_is_for, name))


def _is_for(name: str, call: Call) -> bool:
    return call.model == name


def slug_of(name: str) -> str:
    return str(Judge.objects.get(model=name).slug)


pytestmark = pytest.mark.django_db


def test_a_jury_of_three_decides_by_majority_and_the_split_is_reviewed(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", "two", "three")
    always(server, one=FAIR, two=FAIR, three=UNFAIR)
    bench.pose()
    bench.judge()
    (verdict,) = bench.verdicts
    assert (verdict.outcome, verdict.source, verdict.review_reasons) == ("asker", "jury", ["split_jury"])
    assert len(bench.ballots) == 9
    assert bench.round.judged_by == "one (prompt v2), two (prompt v2), three (prompt v2)"


def test_a_majority_rule_needs_no_review_of_the_split(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", "two", "three")
    jury = Jury.objects.create(slug="by-majority", name="By majority", rule="majority")
    for member in JuryMember.objects.filter(left_at=None):
        JuryMember.objects.create(jury=jury, judge=member.judge, joined_at=START)
    bench = Bench(table=sit_down(jury="by-majority"))
    always(server, one=FAIR, two=FAIR, three=UNFAIR)
    bench.pose()
    bench.judge()
    assert (bench.verdicts[0].outcome, bench.verdicts[0].review_reasons) == ("asker", [])


def test_two_of_three_refuse_the_question_and_the_third_is_not_asked_to_compare(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", "two", "three")
    private = model.good(code="private", reason="It is private.")
    always(server, one=private, two=private, three=FAIR)
    bench.pose()
    bench.judge()
    assert len(server.calls) == 3
    (verdict,) = bench.verdicts
    assert (verdict.outcome, verdict.gate_code) == ("ill_defined", "private")
    assert verdict.review_reasons == ["ill_defined", "missing_vote"]


def test_judges_of_the_players_family_do_not_sit_and_a_spare_does(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "acme/Robo-9b", "two", spares=("three",))  # The AI at the table is a robo.
    server.always(FAIR)
    bench.pose()
    bench.judge()
    assert {call.model for call in server.calls} == {"two", "three"}
    assert (bench.verdicts[0].source, bench.verdicts[0].review_reasons) == ("jury", [])


def test_the_very_model_that_plays_does_not_judge_whatever_its_family_is_called(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "vendor/acme-7b", spares=("two",))
    server.always(FAIR)
    ai = AIVersion.objects.filter(player=bench.table.players[1])
    ai.update(model="ACME-7B", family="house-brand")
    bench.pose()
    bench.judge()
    assert {call.model for call in server.calls} == {"two"}


def test_a_family_declared_for_the_endpoint_counts_too(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one")
    model_settings.MODEL_ENDPOINTS = {"openai": Endpoint(server.url, "key", "Robo")}
    bench.pose()
    bench.judge()
    assert server.calls == []
    (verdict,) = bench.verdicts
    assert (verdict.source, verdict.review_reasons) == (
        "stand_in",
        ["missing_vote", "stand_in", "demo_judge"],
    )


def test_an_empty_seat_stays_in_the_denominator(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "robo", "two")
    server.always(FAIR)
    bench.pose()
    bench.judge()
    assert bench.verdicts[0].source == "stand_in"  # One of two is no majority.


def test_suspended_judges_do_not_sit_until_they_are_reinstated(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", spares=("two",))
    server.always(FAIR)
    suspend_judge(judge_slug=slug_of("one"), reason="Flips too often.", now=START)
    bench.pose()
    bench.judge()
    assert {call.model for call in server.calls} == {"two"}
    reinstate_judge(judge_slug=slug_of("one"), reason="Mended.", now=START)
    bench.pose()
    bench.judge()
    assert [call.model for call in server.calls] == ["two"] * 3 + ["one"] * 3
    assert list(AuditEntry.objects.filter(judge__model="one").values_list("action", "detail")) == [
        ("judge_suspended", "Flips too often."),
        ("judge_reinstated", "Mended."),
    ]


@pytest.mark.parametrize("spares", [(), ("two",)])
def test_a_suspension_ends_a_sitting_and_what_the_judge_said_before_does_not_count(
    server: FakeModelServer, model_settings: LazySettings, spares: tuple[str, ...]
) -> None:
    bench = seat(model_settings, "one", spares=spares)
    server.script(FAIR, FAIR, model.fails(500))  # The gate and one order, then trouble.
    server.always(FAIR)
    bench.pose()
    bench.judge()
    suspend_judge(judge_slug=slug_of("one"), reason="Flips too often.", now=bench.now)
    bench.judge_until_settled()
    assert [call.model for call in server.calls] == ["one"] * 3 + ["two"] * 3 * len(spares)
    (verdict,) = bench.verdicts
    assert verdict.source == ("jury" if spares else "stand_in")
    assert bench.round.judged_by == ("two (prompt v2)" if spares else "Demo judge, standing in")


def test_the_votes_of_a_judge_suspended_meanwhile_are_abstentions(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", "two", "three")
    always(server, one=FAIR, two=FAIR, three=model.fails(503))
    bench.pose()
    bench.judge()
    suspend_judge(judge_slug=slug_of("two"), reason="Flips too often.", now=bench.now)
    bench.judge_until_settled()
    (verdict,) = bench.verdicts
    assert verdict.source == "stand_in"  # One vote of three is no majority.


def test_a_spare_is_asked_once_a_judge_was_never_reached(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", spares=("two",))
    always(server, one=model.fails(503), two=FAIR)
    bench.pose()
    bench.judge_until_settled()
    assert [call.model for call in server.calls] == ["one"] * 6 + ["two"] * 3
    (verdict,) = bench.verdicts
    assert (verdict.outcome, verdict.source, verdict.review_reasons) == ("asker", "jury", [])
    assert bench.round.judged_by == "two (prompt v2)"


def test_spares_get_attempts_of_their_own_and_then_the_game_is_void(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", spares=("two",))
    server.always(model.fails(503))
    bench.pose()
    bench.judge_until_settled()
    assert [call.model for call in server.calls] == ["one"] * 6 + ["two"] * 6
    game = bench.table.game
    assert (game.state, game.cause) == (GameState.VOID, Cause.PLATFORM_FAULT)
    assert "one (prompt v2), two (prompt v2)" in game.cause_detail


@pytest.mark.parametrize("behaviour", [model.refusal(), model.prose(), model.truncated()])
def test_a_judge_that_replied_is_never_replaced(
    server: FakeModelServer, model_settings: LazySettings, behaviour: Behaviour
) -> None:
    bench = seat(model_settings, "one", spares=("two",))
    always(server, one=behaviour, two=FAIR)
    bench.pose()
    bench.judge_until_settled()
    assert {call.model for call in server.calls} == {"one"}
    assert bench.verdicts[0].source == "stand_in"


def test_a_judge_that_fails_after_the_gate_is_not_replaced_either(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = seat(model_settings, "one", spares=("two",))
    server.script(FAIR)
    always(server, one=model.fails(500), two=FAIR)
    bench.pose()
    bench.judge_until_settled()
    assert {call.model for call in server.calls} == {"one"}


def test_a_new_judges_verdicts_are_looked_at_until_it_has_enough_of_them(
    server: FakeModelServer, model_settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "NEW_JUDGE_VERDICTS", 2)
    model_settings.OPENAI_JUDGE_MODELS = [MODEL]
    seated_bench()
    bench = Bench(table=sit_down(points=4))
    server.always(FAIR)
    reasons = []
    for _ in range(3):
        bench.pose()
        bench.judge()
        reasons.append(bench.verdicts[0].review_reasons)
    assert reasons == [["new_judge"], ["new_judge"], []]


def people_only() -> Bench:
    services.create_default_juries(now=START)
    return Bench(table=sit_down(jury="humans"))


def test_where_people_alone_judge_a_case_is_opened_once_and_nobody_is_asked(
    server: FakeModelServer, model_settings: LazySettings
) -> None:
    bench = people_only()
    bench.pose()
    bench.judge()
    bench.wait(60)
    bench.judge()
    assert server.calls == []
    (case,) = Case.objects.all()
    assert (case.round_id, case.verdict, case.firm) == (bench.round.pk, None, False)
    assert list(case.causes.values_list("reason", flat=True)) == ["humans_only"]
    assert (bench.round.state, bench.run.waiting_for) == (RoundState.JUDGING, JudgingRun.Waiting.HUMAN)
    assert list(stalled_rounds(now=bench.now + timedelta(days=1), limit=9)) == []
    progress = judging_progress(bench.round_id)
    assert progress is not None
    assert (progress.waiting_for, progress.void_follows) == ("human", True)


def test_a_game_that_no_moderator_came_for_is_void_after_the_review_window() -> None:
    bench = people_only()
    bench.pose()
    bench.judge()
    bench.now += REVIEW
    assert list(stalled_rounds(now=bench.now, limit=9)) == [bench.round_id]
    bench.judge()
    game = bench.table.game
    assert (game.state, game.cause_detail) == (GameState.VOID, "No moderator judged this round in time.")


def test_a_game_that_ended_otherwise_is_not_referred_to_moderators() -> None:
    bench = people_only()
    bench.pose()
    bench.table.leave(seat=1)
    bench.judge()
    assert not Case.objects.exists()
    assert bench.run.waiting_for == ""
    assert bench.table.game.winner == 0


def test_older_waiting_rounds_do_not_crowd_out_a_lost_one(model_settings: LazySettings) -> None:
    waiting = people_only()
    waiting.pose()
    waiting.judge()
    lost = Bench()
    lost.pose()
    late = max(waiting.now, lost.now) + 60 * SECOND
    assert list(stalled_rounds(now=late, limit=1)) == [lost.round_id]


def test_the_default_jury_takes_several_models_and_spares(model_settings: LazySettings) -> None:
    seat(model_settings, "one", "two", spares=("three",))
    seat(model_settings, "two", "three", spares=("one",))
    seated = JuryMember.objects.filter(jury__slug="default", left_at=None).order_by("spare", "pk")
    assert list(seated.values_list("judge__model", "spare")) == [
        ("two", False),
        ("three", False),
        ("one", True),
    ]
    notes = AuditEntry.objects.filter(action="jury_changed", detail__startswith="default").order_by("pk")
    assert list(notes.values_list("detail", flat=True)) == [
        "default: one-v2, two-v2, spare: three-v2",
        "default: two-v2, three-v2, spare: one-v2",
    ]


def test_a_new_version_of_the_demo_judge_is_another_judge(db: None) -> None:
    Judge.objects.create(
        slug="demo", name="Demo judge", kind="demo", family="x", prompt_version="demo-1", created_at=START
    )
    services.create_default_juries(now=START)
    services.create_default_juries(now=START)
    seated = JuryMember.objects.get(left_at=None).judge
    assert (seated.slug, seated.prompt_version, Judge.objects.count()) == ("demo-2", "demo-2", 2)


def test_a_jury_without_judges_voids_the_game(bench: Bench) -> None:
    JuryMember.objects.update(left_at=START)
    bench.pose()
    bench.judge()
    assert bench.table.game.cause_detail == "The jury 'default' has no judge."
