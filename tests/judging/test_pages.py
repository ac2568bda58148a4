"""What readers see of judging: judges with their measured trustworthiness, verdicts with their reasons."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from judging.domain.panel import Finding
from judging.models import Ballot
from judging.selectors import demo_agreement, judge_card, judging_progress, verdict_details
from judging.selectors.corrections import verdict_history
from judging.selectors.reading import Reader
from tests.fakes import model_behaviours as model
from tests.fakes.openai_server import FakeModelServer
from tests.games.browsers import browser_of
from tests.games.table import sit_down
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, Bench
from tests.judging.moderation.desk import Desk
from tests.judging.world import make_judge, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _static_files_without_collecting(settings: LazySettings) -> None:
    """Address static files by their plain names: no test folder has a manifest of collected ones."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def verdict_html(round_id: str) -> str:
    return Template("{% load judging %}{% verdict_details pk %}").render(Context({"pk": int(round_id)}))


def demo_html(bench: Bench) -> str:
    tag = Template("{% load judging %}{% demo_judge_decided game %}")
    return tag.render(Context({"game": bench.table.view()})).strip()


def test_the_demo_judges_page_shows_its_measured_agreement_and_the_baselines(
    demo_bench: Bench, client: Client
) -> None:
    page = client.get(reverse("judging:judge", args=["demo"])).content.decode()
    report = demo_agreement()
    assert f"{report.overall.percent}</b> of {report.overall.n} cases" in page
    assert report.overall.interval in page
    assert report.longer.percent in page
    assert all(part.title in page for part in report.sets)
    assert len(report.sets) == 4
    assert "Always the first answer" in page


def test_the_list_names_every_judge(bench: Bench, client: Client) -> None:
    page = client.get(reverse("judging:judges")).content.decode()
    assert "judge-model (prompt v2)" in page
    assert "Demo judge" in page
    assert "Stands by" in page


def test_a_models_page_shows_its_prompts_and_claims_nothing_unmeasured(bench: Bench, client: Client) -> None:
    page = client.get(reverse("judging:judge", args=["judge-model-v2"])).content.decode()
    assert "You are the judge in a game of questions." in page
    assert "You examine questions in a game of questions." in page
    assert "Not measured yet" in page


def test_an_unknown_judge_is_not_found(client: Client) -> None:
    assert client.get("/judges/nobody/").status_code == 404


def test_a_cards_numbers_are_counted_from_the_ballots(bench: Bench, server: FakeModelServer) -> None:
    server.script(model.fails(500))
    server.always(model.good(choice="X"))
    bench.pose()
    bench.judge_until_settled()
    card = judge_card("judge-model-v2", now=bench.now)
    assert card is not None
    assert (card.voting.heard, card.voting.votes, card.voting.flips.count) == (1, 0, 1)


def test_nothing_is_shown_before_the_verdict(demo_bench: Bench) -> None:
    demo_bench.pose()
    assert verdict_details(demo_bench.round_id) is None
    assert verdict_html(demo_bench.round_id).strip() == ""


def test_a_demo_verdict_says_how_far_it_can_be_trusted(demo_bench: Bench) -> None:
    demo_bench.pose()
    demo_bench.judge()
    html = verdict_html(demo_bench.round_id)
    assert html.count("in both orders") == 1
    assert "Decided by the demo judge. <a" in html
    assert reverse("judging:judge", args=["demo"]) in html
    assert "Deterministic demo judge: agreed with people in" in demo_html(demo_bench)


def test_a_page_says_once_how_far_the_demo_judge_can_be_trusted(demo_bench: Bench) -> None:
    demo_bench.table = sit_down(points=3)
    assert demo_html(demo_bench) == ""
    for _ in range(3):
        demo_bench.pose()
        demo_bench.judge()
    player = browser_of(demo_bench.table.players[0])
    html = player.get(reverse("games:game", args=[demo_bench.table.game_id])).content.decode()
    assert html.count("agreed with people in") == 1
    assert html.count("Decided by the demo judge. <a") == 3
    assert "Deterministic" not in verdict_html(demo_bench.round_id)


def test_a_demo_judge_among_others_has_not_decided(demo_bench: Bench) -> None:
    demo_bench.pose()
    said(make_judge(), int(demo_bench.round_id), None, None)
    demo_bench.judge()
    html = verdict_html(demo_bench.round_id)
    assert "The demo judge sat in this jury." in html
    assert "Decided by" not in html


def test_a_verdict_of_the_demo_judge_alone_is_not_called_the_jurys(demo_bench: Bench) -> None:
    demo_bench.pose()
    demo_bench.judge()
    Desk().judged(int(demo_bench.round_id), Finding.EQUIVALENT)

    def sources() -> list[str]:
        return [
            past.by for past in verdict_history(round_id=int(demo_bench.round_id), reader=Reader.playing(0))
        ]

    assert sources() == ["the demo judge", "the jury"]
    said(make_judge(), int(demo_bench.round_id), None, None)
    assert sources() == ["the jury", "the jury"]


def test_a_refused_question_is_shown_with_the_reason_in_words(demo_bench: Bench) -> None:
    demo_bench.pose(question="What have I got in my pocket?")
    demo_bench.judge()
    html = verdict_html(demo_bench.round_id)
    assert "<b>Why it is ill-defined:</b> nobody else can check the answer." in html


def test_a_models_verdict_shows_every_ballot_with_the_answers_named(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER, reason="Answer X is right; answer Y is not."))
    bench.pose()
    bench.judge()
    details = verdict_details(bench.round_id)
    assert details is not None
    assert [(ballot.order, ballot.said) for ballot in details.ballots] == [
        ("of the question alone", "it can be judged"),
        ("the asker’s answer shown first", "the asker’s answer is better"),
        ("the opponent’s answer shown first", "the asker’s answer is better"),
    ]
    assert details.reason == "The asker’s answer is right; the opponent’s answer is not."
    assert details.demo_slug == ""
    assert "emo judge" not in verdict_html(bench.round_id)
    assert "ill-defined" not in verdict_html(bench.round_id)
    assert demo_html(bench) == ""


def test_of_repeated_calls_only_the_last_is_shown(bench: Bench, server: FakeModelServer) -> None:
    server.script(model.fails(500), model.fails(500))
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER))
    bench.pose()
    bench.judge_until_settled()
    details = verdict_details(bench.round_id)
    assert details is not None
    assert not any(ballot.is_error for ballot in details.ballots)
    # The question alone three times, of which two failed, and both orders.
    assert (Ballot.objects.count(), len(details.ballots)) == (5, 3)


def test_a_stand_in_verdict_says_why(bench: Bench, server: FakeModelServer) -> None:
    server.always(model.prose())
    bench.pose()
    bench.judge_until_settled()
    html = verdict_html(bench.round_id)
    assert "The jury reached no verdict" in html
    assert "a judge of the jury has not voted: no readable reply, or nobody could sit" in html
    assert "Decided by the demo judge, standing in for the jury." in html
    assert "Deterministic demo judge" in demo_html(bench)


def test_a_hostile_reason_is_escaped(bench: Bench, server: FakeModelServer) -> None:
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER, reason="<script>alert(1)</script>"))
    bench.pose()
    bench.judge()
    html = verdict_html(bench.round_id)
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_players_read_about_their_own_answers(bench: Bench, server: FakeModelServer) -> None:
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER, reason="Answer X is right; answer Y is not."))
    bench.pose()
    bench.judge()
    tag = '{% load judging %}{% verdict_details pk asker="You" opponent="Your opponent" %}'
    html = Template(tag).render(Context({"pk": int(bench.round_id)}))
    assert "<p>Your answer is right; your opponent’s answer is not.</p>" in html
    assert "your opponent’s answer shown first: your answer is better." in html
    assert "asker" not in html


def test_a_demo_verdict_waits_for_moderators(demo_bench: Bench) -> None:
    demo_bench.pose()
    demo_bench.judge()
    html = verdict_html(demo_bench.round_id)
    assert "Decided by the demo judge." in html
    assert "How it was judged · Waiting for moderators" in html


def progress_html(round_id: str) -> str:
    return (
        Template("{% load judging %}{% judging_progress pk %}").render(Context({"pk": int(round_id)})).strip()
    )


def test_players_learn_that_the_judge_is_away_how_long_it_is_tried_and_what_follows(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(model.fails(503))
    bench.pose()
    assert progress_html(bench.round_id) == ""
    bench.judge()
    progress = judging_progress(bench.round_id)
    assert progress is not None
    # Pauses of 2, 5, 15, 45 and 120 s, and the calls themselves, which are quick here.
    assert 187 <= (progress.until - bench.now).total_seconds() < 190
    html = progress_html(bench.round_id)
    assert f"tried again until about {progress.until:%H:%M} UTC; the clocks stand still" in html
    assert "the game is void and counts for nobody" in html
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER))
    bench.judge_until_settled()
    assert progress_html(bench.round_id) == ""


def test_one_reply_so_far_means_that_the_demo_judge_would_stand_in(
    bench: Bench, server: FakeModelServer
) -> None:
    server.script(model.good(choice="X"))
    server.always(model.fails(503))
    bench.pose()
    bench.judge()
    assert "the demo judge stands in for it" in progress_html(bench.round_id)


@pytest.mark.django_db(transaction=True)
def test_the_players_pages_are_told_to_look_again_when_the_judge_is_away(
    bench: Bench, server: FakeModelServer
) -> None:
    server.always(model.fails(503))
    bench.pose()
    game = bench.table.game

    async def hear() -> dict[str, Any]:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(f"game.{game.pk.hex}", channel)
        await sync_to_async(bench.judge)()
        message: dict[str, Any] = await asyncio.wait_for(layer.receive(channel), timeout=5)
        return message

    message = async_to_sync(hear)()
    assert (message["type"], message["game"]) == ("game.poke", str(game.pk))


def notice_html(jury_slug: str) -> str:
    return (
        Template("{% load judging %}{% demo_judge_notice slug %}")
        .render(Context({"slug": jury_slug}))
        .strip()
    )


def test_players_are_warned_while_the_demo_judge_sits(demo_bench: Bench) -> None:
    notice = notice_html("default")
    assert "it looks at form, not truth, and will sometimes be absurdly wrong" in notice
    assert reverse("judging:judge", args=["demo"]) in notice
    assert notice_html("no-such-jury") == ""


def test_a_jury_of_the_demo_judge_says_why_none_of_its_verdicts_is_without_a_doubt(
    demo_bench: Bench, client: Client
) -> None:
    demo_bench.pose()
    demo_bench.judge()
    html = " ".join(client.get(reverse("judging:jury", args=["default"])).content.decode().split())
    assert "all of them are marked for review" in html
    assert "1 round was put to it." in html
    assert "without a doubt that" not in html


def test_a_jury_of_models_says_how_much_it_decided_by_itself(
    bench: Bench, server: FakeModelServer, client: Client
) -> None:
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER))
    bench.pose()
    bench.judge()
    html = " ".join(client.get(reverse("judging:jury", args=["default"])).content.decode().split())
    assert "of 1 rounds by itself, without a doubt that calls for people" in html
    assert "all of them are marked for review" not in html


def test_there_is_no_warning_where_a_model_judges(bench: Bench) -> None:
    assert notice_html("default") == ""


@pytest.mark.parametrize("name", ["judge", "jury", "jurymember", "ballot", "verdict", "judgingrun"])
def test_the_admin_shows_records_and_changes_none(demo_bench: Bench, client: Client, name: str) -> None:
    demo_bench.pose()
    demo_bench.judge()
    client.force_login(get_user_model().objects.create_superuser("root"))
    listing = reverse(f"admin:judging_{name}_changelist")
    assert client.get(listing).status_code == 200
    assert client.get(reverse(f"admin:judging_{name}_add")).status_code == 403
