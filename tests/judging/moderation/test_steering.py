"""Nobody chooses her cases: not by putting back, not by skipping, not by telling tests from cases."""

from datetime import timedelta

import pytest

from judging import services
from judging.domain.errors import InvalidInputError
from judging.domain.moderation import AGAIN, LEASE, MAX_SKIPS, SKIPS_WITHIN, UNDO, CaseReason, CaseState
from judging.domain.panel import Finding
from judging.models import Case
from judging.selectors import moderation as selectors
from tests.judging.moderation.desk import A_SECOND, AllGold, Desk, NoGold, make_gold, make_moderator, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """An empty desk."""
    return Desk()


def _put_back(desk: Desk, case_id: int, user_id: int) -> None:
    services.release_case(case_id=case_id, user_id=user_id, now=desk.now)


def _skip(desk: Desk, case_id: int, user_id: int) -> None:
    services.skip_case(case_id=case_id, user_id=user_id, reason="No.", now=desk.now)


def _drawn(desk: Desk, user_id: int, reason: CaseReason | None = None) -> int:
    case_id = desk.draw(user_id, reason)
    assert case_id is not None
    return case_id


def test_who_puts_a_case_back_gets_it_again_whatever_she_asks_for(desk: Desk) -> None:
    first, moderator = desk.case(CaseReason.SPLIT_JURY).pk, make_moderator()
    assert desk.draw(moderator) == first
    _put_back(desk, first, moderator)
    urgent = desk.case(CaseReason.APPEAL).pk
    for reason in (None, CaseReason.APPEAL, CaseReason.RANDOM_AUDIT):
        assert desk.draw(moderator, reason) == first
        _put_back(desk, first, moderator)
    desk.wait(AGAIN)
    assert desk.draw(moderator) == urgent


def test_a_case_that_somebody_else_took_comes_back_to_nobody(desk: Desk) -> None:
    first, moderator, other = desk.case().pk, make_moderator(), make_moderator()
    _put_back(desk, _drawn(desk, moderator), moderator)
    assert desk.draw(other) == first
    second = desk.case(CaseReason.APPEAL).pk
    _put_back(desk, first, other)
    assert desk.draw(moderator) == second


def test_no_test_takes_the_place_of_a_case_that_was_put_back(desk: Desk) -> None:
    case, moderator = desk.case().pk, make_moderator()
    _put_back(desk, _drawn(desk, moderator), moderator)
    make_gold()
    desk.rng = AllGold()
    assert desk.draw(moderator) == case


def test_skipping_on_and_on_does_not_lead_to_the_case_that_she_wants(desk: Desk) -> None:
    for _ in range(MAX_SKIPS + 2):
        desk.case()
    moderator = make_moderator()
    for _ in range(MAX_SKIPS):
        _skip(desk, _drawn(desk, moderator), moderator)
        desk.wait(timedelta(minutes=1))
    last = _drawn(desk, moderator)
    with pytest.raises(InvalidInputError, match="can skip again after 10:00 UTC") as refused:
        _skip(desk, last, moderator)
    assert refused.value.field == "reason"
    assert desk.draw(moderator) == last
    desk.now += SKIPS_WITHIN - timedelta(minutes=MAX_SKIPS)
    _skip(desk, last, moderator)
    with pytest.raises(InvalidInputError):
        _skip(desk, _drawn(desk, moderator), moderator)


def test_leads_see_who_skips_and_puts_back_often(desk: Desk) -> None:
    for _ in range(3):
        desk.case()
    moderator, lead = make_moderator("ada"), make_moderator("lead", lead=True)
    _skip(desk, _drawn(desk, moderator), moderator)
    for _ in range(2):
        _put_back(desk, _drawn(desk, moderator), moderator)
    desk.counted_vote(moderator, Finding.ASKER)
    page = selectors.people_page(user_id=lead, now=desk.now)
    assert page is not None
    ada, other = page.moderators
    assert (ada.drawn, ada.skipped, ada.put_back) == (4, 1, 2)
    assert (ada.skipped_share, ada.put_back_share) == (0.25, 0.5)
    assert (other.drawn, other.skipped_share, other.put_back_share) == (0, 0, 0)


@pytest.mark.parametrize("rng", [AllGold(), NoGold()], ids=["test", "case"])
@pytest.mark.parametrize("waiting", [1, 2])
def test_the_queue_behaves_alike_for_a_test_and_for_a_case(desk: Desk, rng: NoGold, waiting: int) -> None:
    make_gold()
    for _ in range(waiting):
        desk.case()
    desk.rng, moderator = rng, make_moderator()

    def shown() -> tuple[object, ...]:
        page = selectors.queue_page(user_id=moderator, now=desk.now)
        assert page is not None
        return (page.held, page.counted, page.waiting, page.oldest, page.total, page.elsewhere)

    before = shown()
    case_id = _drawn(desk, moderator)
    assert (row(case_id).gold_id is not None) == isinstance(rng, AllGold)
    assert shown() == (True, False, 0, None, 0, 0)
    _put_back(desk, case_id, moderator)
    assert row(case_id).state == CaseState.OPEN
    assert shown() == before
    desk.rng = NoGold()
    assert desk.draw(moderator) == case_id
    desk.wait(LEASE + A_SECOND)
    assert desk.draw(moderator) == case_id
    desk.vote(case_id, moderator, Finding.ASKER)
    assert shown() == (False, False, 0, None, 0, 0)
    # While she can take her vote back, the case whose place a test took is gone for her too.
    assert (desk.draw(moderator) is None) == (waiting == 1)


def test_the_case_whose_place_a_test_took_comes_after_it(desk: Desk) -> None:
    case, moderator = desk.case().pk, make_moderator()
    make_gold()
    desk.rng = AllGold()
    test = desk.counted_vote(moderator, Finding.ASKER)
    assert test.gold_id is not None
    assert desk.draw(moderator) == case


def test_a_test_that_waits_for_her_is_as_gone_as_a_case_that_another_took(desk: Desk) -> None:
    case, moderator = desk.case().pk, make_moderator()
    make_gold()
    desk.rng = AllGold()
    test = _drawn(desk, moderator)
    _put_back(desk, test, moderator)
    desk.rng = NoGold()
    assert desk.draw(make_moderator()) == case
    assert desk.draw(moderator) is None
    desk.case()
    assert desk.draw(moderator) == test


def test_a_test_that_is_skipped_counts_as_declined(desk: Desk) -> None:
    desk.case()
    moderator = make_moderator()
    make_gold()
    desk.rng = AllGold()
    test = _drawn(desk, moderator)
    _skip(desk, test, moderator)
    assert row(test).state == CaseState.LAPSED
    card = selectors.moderator_card(moderator)
    assert card is not None
    assert (card.skips, card.declined, card.gold) == (1, 1, None)


def test_the_tests_of_whoever_leaves_lapse(desk: Desk) -> None:
    desk.case()
    moderator, lead = make_moderator(), make_moderator(lead=True)
    make_gold()
    desk.rng = AllGold()
    _put_back(desk, _drawn(desk, moderator), moderator)
    services.end_moderator(user_id=moderator, by_user_id=lead, now=desk.now)
    assert not Case.objects.filter(gold__isnull=False, state=CaseState.OPEN).exists()


def test_the_name_of_a_case_tells_neither_its_age_nor_its_number(desk: Desk) -> None:
    names = [desk.case().public_id for _ in range(8)]
    assert len(set(names)) == 8
    assert names != sorted(names)
    assert selectors.case_id_of("0" * 12) == 0
    moderator = make_moderator()
    desk.draw(moderator)
    desk.wait(UNDO)
    trail = selectors.trail_page(user_id=moderator)
    assert trail is not None
    assert [line.case in names for line in trail.lines] == [True]
