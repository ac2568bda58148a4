"""The queue, the people, invitations and the trail, as they are read."""

import html
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.test import Client

from judging.domain.moderation import CaseReason, TrailAction
from judging.domain.panel import Finding
from judging.models import AuditEntry, Invitation, Moderator
from judging.services import LimitChanges, set_limits, trail
from tests.games.table import make_user
from tests.judging.moderation.desk import Desk, make_administrator, make_moderator
from tests.judging.moderation.office import browser, drawn_by, open_desk, vote_form
from tests.judging.world import make_judge

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static_files")]

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def text_of(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def invite(by: int, note: str = "Ann", **more: str) -> str:
    """Make an invitation on the page of leads; return the path of its link."""
    sent = {"note": note, **more}
    page = browser(by).post("/moderation/people/invitations/", sent, follow=True).content.decode()
    found = re.search(r'value="http://testserver(/moderation/join/[^"]+)"', page)
    assert found, page
    return found[1]


def test_the_queue_counts_by_reason_and_filters(desk: Desk) -> None:
    desk.case(CaseReason.SPLIT_JURY)
    desk.case(CaseReason.SPLIT_JURY, CaseReason.PIVOTAL)
    desk.case(CaseReason.RANDOM_AUDIT)
    client = browser(make_moderator())
    page = text_of(client.get("/moderation/").content.decode())
    assert "3 cases wait for you" in page
    assert "The oldest has waited 5 minutes." in page
    assert (
        "The verdict ended the game 1 5 minutes The jury is split 2 5 minutes Drawn at random 1 5 minutes"
        in page
    )
    page = text_of(client.get("/moderation/?reason=random_audit").content.decode())
    assert "1 case waits for you" in page
    assert "You get cases of one reason only. All 3" in page
    drawn = client.post("/moderation/next/", {"reason": "random_audit"})["Location"]
    assert "A case is waiting on your table" in client.get("/moderation/").content.decode()
    assert client.post("/moderation/next/")["Location"] == drawn


@pytest.mark.parametrize("query", ["?reason=nonsense", "?reason=gold", "?page=x"])
def test_the_queue_bears_any_address(desk: Desk, query: str) -> None:
    desk.case()
    assert browser(make_moderator()).get(f"/moderation/{query}").status_code == 200


def test_an_empty_queue_says_so_and_offers_no_button() -> None:
    page = browser(make_moderator()).get("/moderation/").content.decode()
    assert "Nothing waits for you" in page
    assert "/moderation/next/" not in page


def test_the_queue_offers_to_take_the_last_vote_back_and_shows_her_record(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user))
    page = client.get("/moderation/").content.decode()
    assert f"/moderation/cases/{case_id}/undo/" in page
    assert "vote cast" in page


def test_the_link_of_an_invitation_is_shown_once_and_makes_a_moderator() -> None:
    lead, newcomer = make_moderator("lead", lead=True), make_user("ann")
    link = invite(lead)
    again = browser(lead).get("/moderation/people/").content.decode()
    assert link.split("/")[3] not in again
    assert "By lead" in again
    client = browser(newcomer)
    page = client.get(link).content.decode()
    assert "You are signed in as <b>ann</b>" in page
    joined = client.post(link, follow=True)
    assert joined.redirect_chain == [("/moderation/", 302)]
    assert "You are a moderator now" in joined.content.decode()
    assert not Moderator.objects.get(user_id=newcomer).lead
    assert client.get("/moderation/people/").status_code == 403


def test_reloading_the_page_with_the_link_makes_no_second_invitation() -> None:
    client = browser(make_moderator(lead=True))
    made = client.post("/moderation/people/invitations/", {"note": "Ann"})
    assert (made.status_code, made["Location"]) == (302, "/moderation/people/")
    assert client.head("/moderation/people/").status_code == 200
    first, again = (client.get("/moderation/people/").content.decode() for _ in range(2))
    assert ("/moderation/join/" in first, "/moderation/join/" in again) == (True, False)
    assert Invitation.objects.count() == 1
    assert "join" not in str(dict(client.session))


def test_a_record_of_fewer_than_ten_votes_is_not_measured_yet(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    desk.counted_vote(user, Finding.ASKER)
    page = text_of(browser(user).get("/moderation/").content.decode())
    assert "the same as juries not measured yet (n = 1) –" in page
    assert "right where the verdict is known not measured yet (n = 0) –" in page


def test_strangers_are_led_to_sign_in_or_up_and_come_back() -> None:
    link = invite(make_administrator(), lead="on")
    page = Client().get(link).content.decode()
    assert f'href="/accounts/login/?next={link}"' in page
    assert f'href="/accounts/signup/?next={link}"' in page
    assert "invite other moderators" in page
    assert Client().post(link).status_code == 403
    assert not Invitation.objects.get().accepted_at
    client = Client()
    get_user_model().objects.create_user("bea", password="a-long-enough-Phrase-42")
    sent = {"login": "bea", "password": "a-long-enough-Phrase-42", "next": link}
    assert client.post("/accounts/login/", sent)["Location"] == link


def test_the_secret_of_the_link_reaches_no_other_page() -> None:
    link = invite(make_administrator())
    spent = [Client().get(link), browser(make_user()).post(link), Client().get(link)]
    for response in spent:
        assert response["Referrer-Policy"] == "strict-origin"
        assert "no-store" in response["Cache-Control"]


def test_spent_revoked_expired_and_unknown_links_say_so() -> None:
    lead = make_administrator()
    used, revoked, old = invite(lead), invite(lead), invite(lead)
    browser(make_user()).post(used)
    revoking = f"/moderation/people/invitations/{Invitation.objects.order_by('pk')[1].pk}/revoke/"
    assert "link works no more" in browser(lead).post(revoking, follow=True).content.decode()
    client = browser(make_user())
    for link, words in (
        (used, "has been used already"),
        (revoked, "was taken back"),
        ("/moderation/join/unknown/", "no such invitation"),
    ):
        for response in (client.get(link), client.post(link)):
            assert response.status_code == 410
            assert words in response.content.decode()
            assert '<form method="post" data-once>' not in response.content.decode()
    with time_machine.travel(datetime.now(UTC) + timedelta(days=8)):
        assert "has expired" in browser(make_user()).get(old).content.decode()
    assert Moderator.objects.count() == 1


def test_a_moderator_uses_up_no_invitation() -> None:
    link, moderator = invite(make_administrator()), browser(make_moderator())
    response = moderator.post(link)
    assert response.status_code == 409
    assert "You are a moderator already" in response.content.decode()
    assert Client().get(link).status_code == 200


@pytest.mark.parametrize("note", ["", " ", "x" * 121])
def test_an_invitation_says_for_whom(note: str) -> None:
    response = browser(make_administrator()).post("/moderation/people/invitations/", {"note": note})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not Invitation.objects.exists()


def test_ending_a_role_asks_first_and_then_shuts_her_out() -> None:
    lead, other = make_moderator("lead", lead=True), make_moderator("other")
    make_administrator()
    page = browser(lead).get("/moderation/people/").content.decode()
    assert "End the role…" in page
    done = browser(lead).post(f"/moderation/people/{other}/end/", follow=True).content.decode()
    assert "The role is ended" in done
    assert browser(other).get("/moderation/").status_code == 403


def test_a_moderator_may_stop_and_the_last_lead_may_not() -> None:
    lead, other = make_moderator(lead=True), make_moderator()
    assert "Stop moderating" in browser(other).get("/moderation/").content.decode()
    browser(other).post(f"/moderation/people/{other}/end/")
    assert browser(other).get("/moderation/").status_code == 403
    page = browser(lead).post(f"/moderation/people/{lead}/end/", follow=True).content.decode()
    assert "The last lead moderator cannot go" in page


def test_the_trail_tells_who_did_what_and_filters(desk: Desk) -> None:
    user = make_moderator("ada")
    desk.case()
    client, case_id = drawn_by(user)
    client.post(f"/moderation/cases/{case_id}/release/")
    page = text_of(client.get("/moderation/trail/").content.decode())
    assert f"ada Case put back case {case_id}" in page
    assert f"ada Case drawn case {case_id}" in page
    # Why a case is open is for afterwards: she may yet be asked about it.
    assert "The jury is split" not in page

    def rows(query: str) -> int:
        return client.get(f"/moderation/trail/?{query}").content.decode().count('<td class="when"')

    today = datetime.now(UTC).date()
    assert rows("actor=ada") == 2
    assert rows("actor=platform") == 0
    assert rows("action=case_drawn") == 1
    assert rows(f"case={case_id}") == 2
    assert rows("case=000000000000") == 0
    assert rows(f"since={today - timedelta(days=1)}&until={today}") == 2
    assert rows(f"since={today + timedelta(days=1)}") == 0


def test_of_a_settled_case_the_trail_says_why_it_was_opened_and_what_was_found(desk: Desk) -> None:
    user = make_moderator()
    desk.case(CaseReason.SPLIT_JURY)
    case = desk.counted_vote(user, Finding.EQUIVALENT)
    page = text_of(browser(user).get("/moderation/trail/").content.decode())
    assert f"platform Case opened case {case.public_id} The jury is split" in page
    assert f"platform Case settled case {case.public_id} The answers are equivalent" in page


def test_the_trail_says_from_what_to_what_a_verdict_was_overturned(desk: Desk) -> None:
    user = make_moderator()
    case = desk.case(CaseReason.SPLIT_JURY, verdict=Finding.ASKER)
    desk.counted_vote(user, Finding.EQUIVALENT)
    page = text_of(browser(user).get("/moderation/trail/?action=verdict_overturned").content.decode())
    changed = "Before: the asker’s answer is better; now: the answers are equivalent"
    assert f"the platform Verdict overturned case {case.public_id} {changed}" in page


def test_the_trail_says_in_words_who_acted_without_an_account_and_what_was_changed() -> None:
    judge, now = make_judge("Dredd"), datetime.now(UTC)
    trail.note(TrailAction.APPEAL_FILED, now=now)
    trail.note(TrailAction.APPEAL_CLOSED, now=now, detail="upheld")
    trail.note(TrailAction.JUDGE_OUT_OF_LIMITS, now=now, judge=judge, detail="Too slow.")
    changes = LimitChanges(
        calls_at_once=2,
        tokens_per_day=200_000,
        dollars_per_day=Decimal(5),
        prompt_price=Decimal("0.15"),
        completion_price=Decimal(1),
    )
    set_limits(judge_slug=judge.slug, changes=changes, now=now)
    client = browser(make_moderator())

    def seen(query: str = "") -> str:
        return text_of(client.get(f"/moderation/trail/?{query}").content.decode()).partition("Details ")[2]

    everything = seen()
    assert "a player Appeal filed" in everything
    assert "the platform Appeal closed The verdict stands" in everything
    assert "the platform Judge suspended, as it is outside its limits Dredd Too slow." in everything
    limits = "2 calls at once, 200,000 tokens a day, 5.00 dollars a day, 0.15 dollars per million tokens read"
    assert f"the operator Judge’s limits changed Dredd {limits}" in everything
    for who, action in (
        ("player", "Appeal filed"),
        ("The operator", "limits changed"),
        ("platform", "closed"),
    ):
        assert action in seen(f"actor={who}")
        assert [
            other for other in ("a player", "the platform", "the operator") if other in seen(f"actor={who}")
        ] == [
            next(words for words in ("a player", "the platform", "the operator") if who.split()[-1] in words)
        ]


@pytest.mark.parametrize(
    "query", ["case=0123456789abcdef", "action=nothing", "since=yesterday", "until=0001-99-99"]
)
def test_a_filter_that_cannot_be_read_says_so(query: str) -> None:
    response = browser(make_moderator()).get(f"/moderation/trail/?{query}")
    assert response.status_code == 422
    page = response.content.decode()
    assert "errorlist" in page
    name = query.partition("=")[0]
    assert re.search(f'<(input|select)[^>]* name="{name}"[^>]* aria-invalid="true"', page)
    assert re.search(f'<(input|select)[^>]* name="{name}"[^>]* autofocus', page)


def test_the_last_day_of_all_is_no_trap() -> None:
    assert browser(make_moderator()).get("/moderation/trail/?until=9999-12-31").status_code == 200


def test_hostile_words_are_escaped_on_every_page() -> None:
    lead = make_moderator(HOSTILE, lead=True)
    invite(lead, note=HOSTILE)
    AuditEntry.objects.create(
        created_at=datetime.now(UTC), actor_id=lead, action=TrailAction.JURY_CHANGED, detail=HOSTILE
    )
    client = browser(lead)
    for path in ("", "people/", "trail/"):
        page = client.get(f"/moderation/{path}").content.decode()
        assert HOSTILE not in page
        assert html.escape(HOSTILE) in page
