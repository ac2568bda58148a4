"""Blind votes: cast once, from a page that is current, and taken back within ten seconds."""

from datetime import timedelta

import pytest

from judging import services
from judging.domain.choices import Choice, GateCode
from judging.domain.errors import InvalidInputError, NotAllowedError, StaleCaseError
from judging.domain.moderation import LEASE, MAX_WORDS, UNDO, CaseReason, CaseState
from judging.domain.panel import Finding
from judging.models import Moderator, Review
from judging.selectors.moderation import case_view
from judging.selectors.moderation.sides import finding_of, shown_first
from tests.games.table import START, make_user, sit_down
from tests.judging.moderation.desk import A_SECOND, Desk, everything, make_moderator, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """An empty desk."""
    return Desk()


def _held(desk: Desk, *reasons: CaseReason) -> tuple[int, int]:
    """Return a case and the moderator who holds it."""
    desk.case(*reasons)
    moderator = make_moderator()
    case_id = desk.draw(moderator)
    assert case_id is not None
    return case_id, moderator


def _cast(
    desk: Desk,
    case_id: int,
    moderator: int,
    choice: Choice,
    code: GateCode | None = None,
    reason: str = "",
    note: str = "",
) -> int:
    return services.vote(
        case_id=case_id,
        user_id=moderator,
        choice=choice,
        gate_code=code,
        reason=reason,
        note=note,
        key_seen=0,
        now=desk.now,
    )


@pytest.mark.parametrize("choice", [Choice.X, Choice.Y, Choice.EQUIVALENT])
def test_a_vote_is_kept_in_terms_of_the_round(desk: Desk, choice: Choice) -> None:
    case_id, moderator = _held(desk)
    desk.wait(timedelta(seconds=73))
    review = Review.objects.get(pk=_cast(desk, case_id, moderator, choice))
    first = shown_first(case_id, moderator)
    assert review.shown_first == first
    assert review.outcome == finding_of(choice, first)
    assert (review.seconds, review.gate_code) == (73, "")
    assert review.counts_from == desk.now + UNDO == row(case_id).settle_at


def test_x_is_the_asker_for_some_and_the_opponent_for_others(desk: Desk) -> None:
    case = desk.case()
    first = [shown_first(case.pk, user_id) for user_id in range(40)]
    assert len(set(first)) == 2
    assert first == [shown_first(case.pk, user_id) for user_id in range(40)]


def test_the_order_cannot_be_computed_without_the_platforms_secret(settings: object) -> None:
    before = [shown_first(1, user_id) for user_id in range(40)]
    settings.SECRET_KEY = "another-secret-" * 4  # type: ignore[attr-defined] # pytest-django's own wrapper
    assert before != [shown_first(1, user_id) for user_id in range(40)]


def test_an_ill_defined_question_needs_a_code(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    for code in (None, GateCode.WELL_DEFINED):
        with pytest.raises(InvalidInputError) as refused:
            _cast(desk, case_id, moderator, Choice.ILL_DEFINED, code)
        assert refused.value.field == "gate_code"
    review = Review.objects.get(pk=_cast(desk, case_id, moderator, Choice.ILL_DEFINED, GateCode.PRIVATE))
    assert (review.outcome, review.gate_code) == (Finding.ILL_DEFINED, GateCode.PRIVATE)


def test_a_code_belongs_to_no_other_choice(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    review = Review.objects.get(pk=_cast(desk, case_id, moderator, Choice.X, GateCode.PRIVATE))
    assert review.gate_code == ""


@pytest.mark.parametrize("field", ["reason", "note"])
def test_words_are_bounded_and_cleaned(desk: Desk, field: str) -> None:
    case_id, moderator = _held(desk)
    with pytest.raises(InvalidInputError) as refused:
        _cast(desk, case_id, moderator, Choice.X, **{field: "a" * (MAX_WORDS + 1)})  # type: ignore[arg-type] # only texts are named
    assert refused.value.field == field
    hostile = "<script>alert(1)</script>\u202e {asker} \u200b%s \U000e0041" + "b" * 1900
    review_id = _cast(desk, case_id, moderator, Choice.X, **{field: hostile})  # type: ignore[arg-type] # only texts are named
    kept = getattr(Review.objects.get(pk=review_id), field)
    assert kept.startswith("<script>alert(1)</script> {asker} %s")
    assert not set(kept) & {"\u202e", "\u200b", "\U000e0041"}


def test_a_double_click_votes_once(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    _cast(desk, case_id, moderator, Choice.X)
    before = everything()
    with pytest.raises(StaleCaseError, match="You have voted on this case already"):
        _cast(desk, case_id, moderator, Choice.Y)
    assert everything() == before


def test_a_page_from_before_the_vote_was_taken_back_is_stale(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    desk.withdraw(_cast(desk, case_id, moderator, Choice.X), moderator)
    before = everything()
    with pytest.raises(StaleCaseError, match="This page is older"):
        _cast(desk, case_id, moderator, Choice.Y)
    assert everything() == before
    desk.vote(case_id, moderator, Finding.OPPONENT)


def test_the_key_of_a_page_does_not_tell_that_others_have_voted(desk: Desk) -> None:
    case = desk.case(firm=True)
    first, second = make_moderator(), make_moderator()
    desk.counted_vote(first, Finding.OPPONENT)
    assert desk.draw(second) == case.pk
    seen = case_view(case_id=case.pk, user_id=second)
    assert seen is not None
    assert seen.key_seen == 0


def test_a_vote_within_ten_seconds_can_be_taken_back(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    review_id = _cast(desk, case_id, moderator, Choice.X)
    desk.wait(timedelta(seconds=9.9))
    desk.sweep()
    desk.withdraw(review_id, moderator)
    case = row(case_id)
    assert (case.settle_at, case.held_until) == (None, desk.now + LEASE)
    desk.wait(UNDO)
    desk.sweep()
    assert row(case_id).state == CaseState.OPEN
    assert desk.draw(moderator) == case_id


@pytest.mark.parametrize("swept", [False, True])
@pytest.mark.parametrize("after", [timedelta(seconds=10), timedelta(seconds=10.1)])
def test_after_ten_seconds_a_vote_counts(desk: Desk, after: timedelta, swept: bool) -> None:
    case_id, moderator = _held(desk)
    review_id = _cast(desk, case_id, moderator, Choice.X)
    desk.wait(after)
    if swept:
        desk.sweep()
    before = everything()
    with pytest.raises(StaleCaseError, match="counts by now"):
        desk.withdraw(review_id, moderator)
    assert everything() == before


def test_a_vote_is_taken_back_once(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    review_id = _cast(desk, case_id, moderator, Choice.X)
    desk.withdraw(review_id, moderator)
    with pytest.raises(StaleCaseError, match="taken this vote back already"):
        desk.withdraw(review_id, moderator)
    desk.vote(case_id, moderator, Finding.ASKER)
    with pytest.raises(StaleCaseError, match="has been taken back already"):
        desk.withdraw(review_id, moderator)


def test_taking_a_vote_back_returns_the_case_drawn_meanwhile(desk: Desk) -> None:
    first, moderator = _held(desk)
    second = desk.case().pk
    review_id = _cast(desk, first, moderator, Choice.X)
    assert desk.draw(moderator) == second
    desk.withdraw(review_id, moderator)
    assert row(second).holder_id is None
    assert desk.draw(moderator) == first


def test_nobody_votes_without_holding_the_case(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    with pytest.raises(StaleCaseError, match="no longer hold"):
        _cast(desk, case.pk, moderator, Choice.X)
    with pytest.raises(NotAllowedError, match="no such case"):
        _cast(desk, case.pk + 1, moderator, Choice.X)


def test_a_case_that_was_closed_meanwhile_takes_no_vote(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    case = row(case_id)
    case.state, case.closed_at = CaseState.LAPSED, desk.now
    case.save()
    with pytest.raises(StaleCaseError, match="no longer needed"):
        _cast(desk, case_id, moderator, Choice.X)


def test_nobody_takes_anothers_vote_back(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    review_id = _cast(desk, case_id, moderator, Choice.X)
    for other in (make_moderator(), make_moderator(lead=True)):
        with pytest.raises(NotAllowedError, match="not a vote of yours"):
            desk.withdraw(review_id, other)
    desk.withdraw(review_id, moderator)


def test_whoever_turns_out_to_play_in_the_game_cannot_vote(desk: Desk) -> None:
    user_id, table = make_user("ada"), sit_down(points=3)
    Moderator.objects.create(user_id=user_id, since=START)
    case = desk.case(table=table)
    assert desk.draw(user_id) == case.pk
    player = table.game.seats.get(number=0).player
    player.owner_id = user_id
    player.save()
    with pytest.raises(NotAllowedError, match="You play in this game"):
        _cast(desk, case.pk, user_id, Choice.X)


def test_only_moderators_do_what_moderators_do(desk: Desk) -> None:
    case_id, moderator = _held(desk)
    review_id = _cast(desk, case_id, moderator, Choice.X)
    ended = make_moderator()
    Moderator.objects.filter(user_id=ended).update(ended_at=desk.now)
    before = everything()
    for stranger in (make_user(), ended):
        for act in (
            desk.draw,
            lambda who: services.renew_case(case_id=case_id, user_id=who, now=desk.now),
            lambda who: services.release_case(case_id=case_id, user_id=who, now=desk.now),
            lambda who: services.skip_case(case_id=case_id, user_id=who, reason="No.", now=desk.now),
            lambda who: _cast(desk, case_id, who, Choice.X),
            lambda who: desk.withdraw(review_id, who),
        ):
            with pytest.raises(NotAllowedError, match="Only moderators"):
                act(stranger)
    assert everything() == before


def test_a_vote_while_the_next_case_is_held_settles_on_its_own(desk: Desk) -> None:
    first, moderator = _held(desk)
    second = desk.case().pk
    _cast(desk, first, moderator, Choice.X)
    desk.draw(moderator)
    desk.wait(UNDO + A_SECOND)
    desk.sweep()
    assert row(first).state == CaseState.SETTLED
    assert row(second).holder_id is not None
