"""What players and visitors are shown of appeals and replaced verdicts, and the forms that go with it."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.domain.states import GameState
from judging.domain.moderation import AppealState, CaseReason
from judging.domain.panel import Doubt
from judging.models import Appeal, CorrectionNotice
from judging.services import mark_corrections_seen
from tests.games.browsers import browser_of
from tests.games.table import START, make_guest, make_member, sit_down
from tests.judging.appeals.court import EQUAL, ILL, WHY, A, B, Court

pytestmark = pytest.mark.django_db

DOUBTED = (Doubt.SPLIT_JURY,)
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Hold the clock of the views at the start of the tests' games."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def court() -> Court:
    """A guest's game that she has just lost, by one doubted verdict."""
    court = Court(sit_down(points=1, human=make_guest()))
    court.play(B, doubts=DOUBTED)
    return court


def game_page(court: Court, client: Client) -> str:
    reply = client.get(reverse("games:game", args=[court.table.game_id]))
    assert reply.status_code == 200
    return " ".join(reply.content.decode().split())


def player(court: Court) -> Client:
    return browser_of(court.table.players[0])


def send(court: Court, client: Client, **changes: object) -> tuple[int, str]:
    fields = {"round": court.round(1).pk, "text": WHY, **changes}
    reply = client.post(reverse("appeals:appeal", args=[court.table.game_id]), fields)
    return reply.status_code, " ".join(reply.content.decode().split())


def version(html: str, region: str) -> str:
    found = re.search(rf'id="game-{region}" data-region data-version="([^"]*)"', html)
    assert found
    return found[1]


def test_a_player_finds_the_form_with_its_rules_and_others_do_not(court: Court) -> None:
    html = game_page(court, player(court))
    assert "Until 5 November 2026, 09:00 UTC you can ask moderators to look at one verdict" in html
    assert "a game has one appeal" in html
    assert f'<option value="{court.round(1).pk}" selected>Round 1</option>' in html
    assert "appeals:appeal" not in html
    assert "/appeal" not in game_page(court, Client())
    assert "/appeal" not in game_page(court, browser_of(make_guest()))


def test_a_filed_appeal_is_shown_with_its_text_to_the_player_alone(court: Court) -> None:
    assert send(court, player(court), text=f"{SCRIPT} {WHY}") == (302, "")
    html = game_page(court, player(court))
    assert "You asked moderators to look at the verdict of" in html
    assert (
        "They have not decided yet; if nobody does before 5 November 2026, 09:00 UTC, the verdict stands."
        in html
    )
    assert SCRIPT not in html
    assert f"&lt;script&gt;alert(1)&lt;/script&gt; {WHY}" in html
    assert "/appeal" not in html
    visitor = game_page(court, Client())
    assert "A player asked moderators" in visitor
    assert WHY not in visitor


def test_the_answer_names_the_answers_as_each_reader_does(court: Court) -> None:
    court.appeal()
    court.decide(A, reason=f"{SCRIPT} See answer X.")
    html = game_page(court, player(court))
    assert "They replaced it." in html
    assert SCRIPT not in html
    assert re.search(
        r"&lt;script&gt;alert\(1\)&lt;/script&gt; See (your answer|your opponent’s answer)\.", html
    )
    assert re.search(r"See guest-\w+’s answer\.|See Robo v1’s answer\.", game_page(court, Client()))


def test_an_overturned_game_tells_its_player_what_changed_until_she_has_seen_it(court: Court) -> None:
    client = player(court)
    before = game_page(court, client)
    court.appeal()
    court.decide(A)
    html = game_page(court, client)
    assert "Moderators replaced the verdict of round 1" in html
    assert "It said that your opponent’s answer is better; now it says that your answer is better." in html
    told = "The score went from 0 : 1 to 1 : 0. The winner changed from your opponent to you."
    assert html.count(told) == 2
    assert version(html, "result") != version(before, "result")
    visitor = game_page(court, Client())
    assert "Got it" not in visitor
    assert "The score went from 0 : 1 to 1 : 0." in visitor

    mine = " ".join(client.get(reverse("games:me")).content.decode().split())
    assert told in mine
    assert reverse("games:game", args=[court.table.game_id]) in mine
    notice = CorrectionNotice.objects.get()
    fields = {"correction": notice.correction_id, "game": str(court.table.game_id)}
    assert client.post(reverse("appeals:seen"), fields).status_code == 302
    notice.refresh_from_db()
    assert notice.seen_at == START
    assert "Got it" not in game_page(court, client)
    assert "Got it" not in client.get(reverse("games:me")).content.decode()


def test_points_that_no_longer_count_are_accounted_for_and_the_headline_names_the_round_that_won() -> None:
    court = Court(sit_down(points=3))
    court.play(A, B, A, B, B, doubts=DOUBTED)
    court.appeal(2)
    court.decide(A)
    html = game_page(court, player(court))
    assert (
        "The score went from 2 : 3 to 3 : 0. Rounds 4 and 5 no longer count, since you had won by then. "
        "The winner changed from your opponent to you." in html
    )
    assert "You won, 3 to 0" in html
    assert 'Round 3: Your answer is better. <a href="#round-3">See the round</a>' in html
    visitor = game_page(court, Client())
    assert re.search(r"Rounds 4 and 5 no longer count, since member\d+ had won by then\.", visitor)
    assert re.search(r"The winner changed from Robo v1 to member\d+\.", visitor)


def test_a_round_that_counts_again_is_named() -> None:
    court = Court(sit_down(points=2))
    court.play(A, B, A, doubts=DOUBTED)
    court.decide(A, on=CaseReason.SPLIT_JURY)
    assert "no longer count" not in game_page(court, player(court))
    court.desk.judged(court.round(2).pk, A)
    assert "Round 3 no longer counts, since you had won by then." in game_page(court, player(court))
    court.desk.judged(court.round(2).pk, EQUAL)
    assert "Round 3 counts again." in game_page(court, player(court))


def test_my_games_say_where_an_appeal_stands(court: Court) -> None:
    client, address = player(court), reverse("games:game", args=[court.table.game_id])

    def mine() -> str:
        return " ".join(client.get(reverse("games:me")).content.decode().split())

    assert "ppeal" not in mine()
    court.appeal()
    assert f'<a href="{address}#game-appeal">your appeal waits for moderators</a>' in mine()
    court.decide(A)
    assert f'<a href="{address}#game-appeal">your appeal was answered: the verdict was replaced</a>' in mine()
    for html in (client.get(reverse("games:recent")), Client().get(reverse("games:recent"))):
        assert "ppeal" not in html.content.decode()


@pytest.mark.parametrize("as_member", [False, True])
def test_my_games_speak_of_my_own_appeals_alone_also_of_those_from_my_time_as_a_guest(
    court: Court, *, as_member: bool
) -> None:
    court.appeal()
    court.decide(B)
    other, owner = make_member(), court.table.players[0]
    court.table.game.seats.filter(number=1).update(player_id=other)
    if as_member:
        owner = make_member()
        court.table.game.seats.filter(number=0).update(player_id=owner)
    told = "your appeal was answered: the verdict stands"
    assert told in browser_of(owner).get(reverse("games:me")).content.decode()
    if not as_member:
        assert told not in browser_of(other).get(reverse("games:me")).content.decode()


def test_a_reopened_game_says_so_and_until_when_it_is_to_be_resumed(court: Court) -> None:
    court.appeal()
    court.decide(EQUAL)
    html = game_page(court, player(court))
    assert "The game, won by your opponent, was open again, to be gone on with before 9 November 2026" in html
    assert "whoever lets that pass forfeits" in html
    assert "They replaced it." not in html


def test_the_history_of_a_round_says_who_passed_each_verdict_and_why(court: Court) -> None:
    court.appeal()
    court.decide(A, reason="X is right, look it up.")
    html = game_page(court, player(court))
    assert "<b>Verdict 1 by the jury:</b> your opponent’s answer is better." in html
    assert "<b>Verdict 2 by moderators:</b> your answer is better." in html
    assert "How it was judged · Checked by moderators" in html
    assert "Moderators decided this round, without knowing who played" in html


def test_why_a_question_is_ill_defined_is_said_wherever_the_verdict_is(court: Court) -> None:
    court.appeal()
    court.decide(ILL)
    html = game_page(court, player(court))
    because = "the question is ill-defined: it makes no sense"
    assert "<b>Why it is ill-defined:</b> it makes no sense.</p>" in html
    assert f"It said that your opponent’s answer is better; now it says that {because}." in html
    assert f"<b>Verdict 2 by moderators:</b> {because}." in html
    assert because in player(court).get(reverse("games:me")).content.decode()


def test_the_state_of_a_review_is_said() -> None:
    court = Court(sit_down(points=2))
    court.play(A)
    assert "How it was judged · Not checked by moderators" in game_page(court, player(court))
    court.play(B, doubts=DOUBTED)
    html = game_page(court, player(court))
    assert "How it was judged · Waiting for moderators" in html
    assert "This verdict waits for moderators to look at it. The reasons:" in html
    court.decide(B, on=CaseReason.SPLIT_JURY)
    html = game_page(court, player(court))
    assert "How it was judged · Checked by moderators" in html
    assert "let this verdict stand" in html


def test_a_form_in_use_survives_while_nothing_about_it_changes(court: Court) -> None:
    client = player(court)
    assert version(game_page(court, client), "appeal") == version(game_page(court, client), "appeal")
    court.appeal()
    assert version(game_page(court, client), "appeal").startswith("open")


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"text": ""}, 422, "The text is empty"),
        ({"text": "far " * 260}, 422, "1039 characters; at most 1000"),
        ({"text": "x" * 900_000}, 422, "far too long"),
        ({"round": ""}, 422, "Choose the round"),
        ({"round": "1; DROP TABLE"}, 422, "Choose the round"),
        ({"round": 2**63}, 422, "Choose the round"),
    ],
)
def test_a_refused_appeal_keeps_the_text_and_says_what_to_mend(
    court: Court, sent: dict[str, object], status: int, told: str
) -> None:
    code, html = send(court, player(court), **sent)
    assert code == status
    assert told in html
    assert str(sent.get("text", WHY))[:1000].strip() in html
    assert len(html) < 40_000
    assert html.count(" autofocus") == 1
    assert re.search(r"<(textarea|p) [^>]*autofocus>", html)
    assert not Appeal.objects.exists()


def test_an_appeal_that_comes_too_late_is_explained_and_its_text_given_back(
    court: Court, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(days=4))
    code, html = send(court, player(court))
    assert code == 409
    assert "The time for appeals about this game is over. Nothing was changed." in html
    assert WHY in html


def test_others_find_nothing_to_appeal(court: Court) -> None:
    for client in (Client(), browser_of(make_guest()), browser_of(make_member())):
        assert send(court, client)[0] == 404
    assert send(court, player(court), round=2**60)[0] == 404
    assert not Appeal.objects.exists()
    assert Client(enforce_csrf_checks=True).post(reverse("appeals:seen"), {}).status_code == 403
    assert player(court).get(reverse("appeals:appeal", args=[court.table.game_id])).status_code == 405


def test_a_second_appeal_by_form_leads_to_the_first(court: Court) -> None:
    client = player(court)
    assert [send(court, client)[0], send(court, client, text="Again.")[0]] == [302, 302]
    assert court.filed.text == WHY
    assert court.filed.state == AppealState.OPEN


def test_nobody_marks_the_notices_of_others_as_seen(court: Court) -> None:
    court.appeal()
    court.decide(A)
    correction = CorrectionNotice.objects.get().correction_id
    stranger = browser_of(make_guest())
    assert stranger.post(reverse("appeals:seen"), {"correction": correction}).status_code == 302
    assert Client().post(reverse("appeals:seen"), {"correction": correction}).status_code == 404
    assert player(court).post(reverse("appeals:seen"), {"correction": "x"}).status_code == 404
    assert CorrectionNotice.objects.get().seen_at is None


def test_a_guests_notices_come_along_to_her_account(court: Court) -> None:
    court.appeal()
    court.decide(A)
    member = make_member()
    court.table.game.seats.filter(number=0).update(player_id=member)
    client = browser_of(member)
    assert "Got it" in client.get(reverse("games:me")).content.decode()
    assert "Got it" in game_page(court, client)
    correction = CorrectionNotice.objects.get().correction_id
    assert mark_corrections_seen(player_id=member, correction_ids=[correction], now=START) == 1
    assert "Got it" not in client.get(reverse("games:me")).content.decode()


def test_a_game_under_review_stays_live_and_a_final_one_does_not(court: Court) -> None:
    assert 'data-live="no" data-review="yes"' in game_page(court, player(court))
    court.appeal()
    court.decide(B)
    assert court.table.game.state == GameState.FINAL
    assert "data-review" not in game_page(court, player(court))
