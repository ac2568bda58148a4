"""The pages of a case: blind before the vote, ten seconds to take it back, then the jury."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from judging.domain.choices import GateCode
from judging.domain.moderation import LEASE, CaseReason
from judging.domain.panel import Finding, Order, Step
from judging.models import Case, Moderator, Review, Withdrawal
from judging.selectors.moderation.sides import choice_of, shown_first
from tests.games.table import Table, sit_down
from tests.judging.appeals.court import Court
from tests.judging.moderation import desk as desks
from tests.judging.moderation.desk import Desk, everything, make_moderator
from tests.judging.moderation.office import AFTER_UNDO, browser, drawn_by, open_desk, vote_form
from tests.judging.world import ballot, make_judge

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_static_files")]

MARKUP = "<script>alert(1)</script>{{ 7*7 }}"


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def text_of(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def round_of(case: Case) -> int:
    """Return the round that a case is about."""
    assert case.round_id is not None
    return case.round_id


def settle(desk: Desk) -> datetime:
    """Let the ten seconds pass and the sweeper work; return the time."""
    desk.now = datetime.now(UTC) + AFTER_UNDO
    desk.sweep()
    return desk.now


def test_the_blind_page_shows_question_answers_and_task_set_and_nothing_else(desk: Desk) -> None:
    table = sit_down(points=1)
    case = desk.case(CaseReason.INJECTION, table=table)
    judge = make_judge("Judge Dredd")
    ballot(judge, round_of(case), Step.COMPARE, Order.XY, outcome="asker", choice="X", reason="So it is.")
    client, case_id = drawn_by(make_moderator())
    page = text_of(client.get(f"/moderation/cases/{case_id}/").content.decode())
    assert all(text in page for text in (desks.QUESTION, desks.ASKER_SAID, desks.OPPONENT_SAID, "Test tasks"))
    names = [seat.player.handle for seat in table.game.seats.all()]
    hidden = [
        *names,
        str(table.game.pk),
        "Dredd",
        "So it is",
        "dictate",
        "ended the game",
        "not what was asked",
    ]
    assert [text for text in hidden if text in page] == []


def test_texts_stay_plain_with_their_lines(desk: Desk) -> None:
    table = sit_down()
    table.ask(f"Why {MARKUP}?", f"First\n\n  {MARKUP}")
    table.answer(MARKUP)
    desk.reopened(table.current.pk, None, CaseReason.HUMANS_ONLY, firm=False)
    client, case_id = drawn_by(make_moderator())
    page = client.get(f"/moderation/cases/{case_id}/").content.decode()
    assert "<script>alert" not in page
    assert ">First\n\n  &lt;script&gt;alert(1)&lt;/script&gt;{{ 7*7 }}</div>" in page


@pytest.mark.parametrize(
    ("sent", "found", "code"),
    [
        ("equivalent", Finding.EQUIVALENT, ""),
        *((code.value, Finding.ILL_DEFINED, code.value) for code in GateCode if code.refuses),
    ],
)
def test_each_button_is_its_vote(desk: Desk, sent: str, found: Finding, code: str) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    page = client.get(f"/moderation/cases/{case_id}/").content.decode()
    assert f'name="choice" value="{sent}"' in page
    sent_form = vote_form(case_id, user, sent, reason="for them", note="for us")
    assert client.post(f"/moderation/cases/{case_id}/vote/", sent_form).status_code == 302
    review = Review.objects.get()
    assert (review.outcome, review.gate_code, review.reason, review.note) == (
        found,
        code,
        "for them",
        "for us",
    )


@pytest.mark.parametrize("letter", ["X", "Y"])
def test_the_better_answer_is_the_one_that_stood_there(desk: Desk, letter: str) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    page = client.get(f"/moderation/cases/{case_id}/").content.decode()
    shown = re.search(f'aria-labelledby="{letter.lower()}-title">([^<]+)</div>', page)
    assert shown is not None
    asker_stood_there = shown[1] == desks.ASKER_SAID
    client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user, letter))
    assert (Review.objects.get().outcome == Finding.ASKER) == asker_stood_there


def test_until_it_counts_a_vote_can_be_taken_back_and_the_jury_stays_hidden(desk: Desk) -> None:
    case = desk.case(CaseReason.SPLIT_JURY)
    ballot(make_judge("Dredd"), round_of(case), Step.COMPARE, Order.XY, outcome="asker", choice="X")
    user = make_moderator()
    client, case_id = drawn_by(user)
    page = client.post(
        f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user, "X"), follow=True
    ).content.decode()
    assert "X is better" in text_of(page)
    assert "Dredd" not in page
    assert "The verdict" not in page
    review = Review.objects.get()
    assert f"counts at {review.counts_from:%H:%M:%S} UTC" in page
    undo = client.post(f"/moderation/cases/{case_id}/undo/", {"review": review.pk}, follow=True)
    assert "Your vote is taken back" in undo.content.decode()
    assert 'value="equivalent"' in undo.content.decode()
    assert Withdrawal.objects.count() == 1


def test_after_ten_seconds_it_is_too_late_and_the_page_says_so(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user))
    with time_machine.travel(datetime.now(UTC) + AFTER_UNDO):
        before = everything()
        response = client.post(f"/moderation/cases/{case_id}/undo/", {"review": Review.objects.get().pk})
        assert response.status_code == 409
        assert "vote counts by now" in response.content.decode()
        assert everything() == before


def test_the_reveal_speaks_of_x_and_y_and_names_no_player(desk: Desk) -> None:
    table = sit_down(points=3)
    case = desk.case(CaseReason.SPLIT_JURY, CaseReason.RANDOM_AUDIT, table=table)
    judge = make_judge("Dredd")
    reason = "{asker} is short; {opponent} is wrong."
    ballot(judge, round_of(case), Step.GATE, "", gate_code=GateCode.WELL_DEFINED)
    ballot(judge, round_of(case), Step.COMPARE, Order.XY, outcome="asker", choice="X", reason=reason)
    ballot(judge, round_of(case), Step.COMPARE, Order.YX, error="timeout")
    user = make_moderator()
    client, case_id = drawn_by(user)
    client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user, "equivalent"))
    with time_machine.travel(settle(desk)):
        page = text_of(client.get(f"/moderation/cases/{case_id}/").content.decode())
    x = choice_of(Finding.ASKER, shown_first(case.pk, user)).value
    y = {"X": "Y", "Y": "X"}[x]
    assert f"The verdict under review {x} is better." in page
    assert f"Answer {x} is short; answer {y} is wrong." in page
    assert f"Answer {x} shown first {x} is better" in page
    assert f"Answer {y} shown first No reply in time" in page
    assert "The question alone It can be judged" in page
    assert "The jury is split Drawn at random" in page
    assert "The verdict is overturned: the answers are equivalent." in page
    hidden = [
        *(seat.player.handle for seat in table.game.seats.all()),
        str(table.game.pk),
        "asker",
        "opponent",
    ]
    assert [text for text in hidden if text in page] == []


def test_a_contradicted_sure_verdict_asks_another_and_she_reads_of_both(desk: Desk) -> None:
    desk.case(CaseReason.RANDOM_AUDIT, firm=True)
    first, second = make_moderator(), make_moderator()
    client, case_id = drawn_by(first)
    words = {"reason": MARKUP, "note": "Look at the sources."}
    client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, first, "equivalent", **words))
    with time_machine.travel(settle(desk)):
        page = text_of(client.get(f"/moderation/cases/{case_id}/").content.decode())
        assert "another moderator is asked" in page
        other, same_id = drawn_by(second)
        assert same_id == case_id
        blind = other.get(f"/moderation/cases/{case_id}/").content.decode()
        assert "Look at the sources" not in blind
        other.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, second, "equivalent"))
    with time_machine.travel(desk.now + 2 * AFTER_UNDO):
        desk.now += 2 * AFTER_UNDO
        desk.sweep()
        page = other.get(f"/moderation/cases/{case_id}/").content.decode()
    assert "Look at the sources." in page
    assert html.escape(MARKUP) in page
    assert "<script>alert" not in page


def test_a_gold_item_is_told_from_a_case_only_afterwards(desk: Desk) -> None:
    desk.case()
    item = desks.make_gold("tin", Finding.ASKER)
    user = make_moderator()
    desk.rng, desk.now = desks.AllGold(), datetime.now(UTC)
    desk.draw(user)
    client, case_id = drawn_by(user)
    blind = client.get(f"/moderation/cases/{case_id}/").content.decode()
    assert item.question in blind
    assert not re.search(r"test with|gold|known", text_of(blind))
    client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user))
    with time_machine.travel(settle(desk)):
        page = text_of(client.get(f"/moderation/cases/{case_id}/").content.decode())
    assert "This was a test with a known verdict" in page
    assert "Look it up." in page


def test_an_appeal_looks_like_any_case_and_asks_for_the_reason_once_the_vote_counts(desk: Desk) -> None:
    court = Court(sit_down(points=1), desk)
    desk.case(CaseReason.PIVOTAL, verdict=Finding.OPPONENT, table=court.table)
    court.appeal()
    other = desk.case(CaseReason.RANDOM_AUDIT)
    user = make_moderator()
    client, case_id = drawn_by(user)
    assert case_id == court.filed.case.public_id
    beside = drawn_by(make_moderator())
    assert beside[1] == other.public_id
    pages = [who.get(f"/moderation/cases/{pk}/").content.decode() for who, pk in ((client, case_id), beside)]
    form = [page[page.index('<details class="extra"') : page.index('class="ballot"')] for page in pages]
    assert form[0] == form[1]
    sent = client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user, "X"), follow=True)
    assert "appealed" not in sent.content.decode()
    asked = "A player appealed: say why you found so"
    with time_machine.travel(settle(desk)):
        page = client.get(f"/moderation/cases/{case_id}/").content.decode()
        assert asked in page
        assert "data-open" not in page  # What she writes must not be replaced under her hands.
        assert "A player waits for the reason" in client.get("/moderation/").content.decode()
        refused = client.post(f"/moderation/cases/{case_id}/explain/", {"reason": " "})
        assert refused.status_code == 422
        assert "Write a reason that both players can read" in refused.content.decode()
        done = client.post(f"/moderation/cases/{case_id}/explain/", {"reason": MARKUP}, follow=True)
        assert "both players will read your reason" in done.content.decode()
        assert asked not in done.content.decode()
        assert client.post(f"/moderation/cases/{case_id}/explain/", {"reason": "Twice."}).status_code == 409


@pytest.mark.parametrize(
    "sent", [{}, {"choice": "Z"}, {"choice": "X", "key": "x"}, {"choice": "well_defined", "key": "0"}]
)
def test_a_form_that_says_nothing_is_no_vote(desk: Desk, sent: dict[str, str]) -> None:
    desk.case()
    client, case_id = drawn_by(make_moderator())
    response = client.post(f"/moderation/cases/{case_id}/vote/", sent)
    assert response.status_code == 422
    assert "Choose one of the four votes" in response.content.decode()
    assert not Review.objects.exists()


def test_words_that_are_too_long_are_refused_beside_the_field(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    response = client.post(f"/moderation/cases/{case_id}/vote/", vote_form(case_id, user, note="x" * 2001))
    assert response.status_code == 422
    assert "at most 2000" in response.content.decode()
    assert not Review.objects.exists()


def test_every_label_names_its_own_field_and_an_error_is_in_focus(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    page = client.get(f"/moderation/cases/{case_id}/").content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r' for="([^"]+)"', page)) <= set(ids)
    assert "autofocus" not in page
    response = client.post(f"/moderation/cases/{case_id}/skip/", {"reason": ""})
    focused = re.findall("<[^>]*autofocus[^>]*>", response.content.decode())
    assert len(focused) == 1
    assert 'id="id_skip_reason"' in focused[0]
    assert 'aria-invalid="true"' in focused[0]


def test_a_second_click_changes_nothing_says_why_and_offers_the_next(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    form = vote_form(case_id, user)
    client.post(f"/moderation/cases/{case_id}/vote/", form)
    before = everything()
    response = client.post(f"/moderation/cases/{case_id}/vote/", form)
    assert response.status_code == 409
    page = response.content.decode()
    assert "You have voted on this case already" in page
    assert "Next case" in page
    assert f'href="/moderation/cases/{case_id}/"' in page
    assert everything() == before


def test_the_page_of_before_the_undo_is_stale(desk: Desk) -> None:
    desk.case()
    user = make_moderator()
    client, case_id = drawn_by(user)
    old = vote_form(case_id, user)
    client.post(f"/moderation/cases/{case_id}/vote/", old)
    client.post(f"/moderation/cases/{case_id}/undo/", {"review": Review.objects.get().pk})
    response = client.post(f"/moderation/cases/{case_id}/vote/", old)
    assert response.status_code == 409
    assert "older than what you did" in response.content.decode()
    assert Review.objects.count() == 1


def test_skipping_takes_a_reason_and_never_brings_the_case_back(desk: Desk) -> None:
    desk.case()
    client, case_id = drawn_by(make_moderator())
    refused = client.post(f"/moderation/cases/{case_id}/skip/", {"reason": ""})
    assert refused.status_code == 422
    assert "Say why you skip this case" in refused.content.decode()
    done = client.post(f"/moderation/cases/{case_id}/skip/", {"reason": "I know her."}, follow=True)
    assert f"You skipped case {case_id}." in done.content.decode()
    assert "Nothing waits for you" in done.content.decode()
    assert "Nothing is left for you" in client.post("/moderation/next/", follow=True).content.decode()


def test_a_case_that_is_put_back_can_be_drawn_by_another(desk: Desk) -> None:
    desk.case()
    client, case_id = drawn_by(make_moderator())
    page = client.post(f"/moderation/cases/{case_id}/release/", follow=True).content.decode()
    assert f"Case {case_id} is back in the queue." in page
    assert drawn_by(make_moderator())[1] == case_id


def test_a_lease_is_kept_longer_for_scripts_and_for_people(desk: Desk) -> None:
    desk.case()
    client, case_id = drawn_by(make_moderator())
    later = datetime.now(UTC) + timedelta(minutes=10)
    with time_machine.travel(later, tick=False):
        told = client.post(f"/moderation/cases/{case_id}/renew/", headers={"accept": "application/json"})
    assert datetime.fromisoformat(told.json()["until"]) == Case.objects.get().held_until == later + LEASE
    response = client.post(f"/moderation/cases/{case_id}/renew/", headers={"accept": "text/html"})
    assert response["Location"] == f"/moderation/cases/{case_id}/"


def test_a_moderator_is_never_given_her_own_game(desk: Desk) -> None:
    table: Table = sit_down()
    desk.case(table=table)
    owner = table.game.seats.get(player__owner__isnull=False).player.owner
    assert owner is not None
    Moderator.objects.create(user=owner, since=desk.now)
    client = browser(owner.pk)
    assert "Nothing waits for you" in client.get("/moderation/").content.decode()
    assert client.post("/moderation/next/")["Location"] == "/moderation/"
    assert "text/html" in client.get("/moderation/")["Content-Type"]
