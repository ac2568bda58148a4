"""What moderators read: blind before the vote, sealed while it can be taken back, and never who plays."""

from dataclasses import fields
from datetime import timedelta

import pytest

from judging.domain.choices import Choice, GateCode
from judging.domain.faults import Fault
from judging.domain.moderation import LEASE, UNDO, CaseReason, CaseState, TrailAction
from judging.domain.naming import Side
from judging.domain.panel import Finding, Order, Step
from judging.models import Ballot, Judge, Moderator
from judging.selectors import moderation as selectors
from judging.selectors.moderation.sides import choice_of, shown_first
from judging.services import skip_case
from tests.games.table import START, make_member, make_protocol, make_user, sit_down
from tests.judging.moderation.desk import (
    A_SECOND,
    ASKER_SAID,
    OPPONENT_SAID,
    QUESTION,
    AllGold,
    Desk,
    make_gold,
    make_moderator,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """An empty desk."""
    return Desk()


def _moderator_who_sees(case_id: int, x: Side) -> int:
    return next(user for user in iter(make_moderator, None) if shown_first(case_id, user) is x)


def _ballot(round_id: int | None, **said: object) -> None:
    judge, _ = Judge.objects.get_or_create(
        slug="judge-7",
        defaults={"name": "Judge Seven", "kind": "openai", "family": "seven", "created_at": START},
    )
    values = {"attempt": 1, "prompt_version": "v2", "latency_ms": 5, "created_at": START, **said}
    Ballot.objects.create(round_id=round_id, judge=judge, **values)


@pytest.mark.parametrize("x", list(Side))
def test_a_held_case_is_seen_blind_and_in_her_order(desk: Desk, x: Side) -> None:
    case = desk.case(CaseReason.PIVOTAL, CaseReason.SPLIT_JURY)
    moderator = _moderator_who_sees(case.pk, x)
    desk.draw(moderator)
    view = selectors.case_view(case_id=case.pk, user_id=moderator)
    assert view is not None
    answers = (ASKER_SAID, OPPONENT_SAID)
    texts = view.texts
    assert (texts.question, texts.x, texts.y) == (QUESTION, *(answers if x is Side.ASKER else answers[::-1]))
    assert (texts.task_set_name, texts.task_set_definition) == ("Test tasks", "Whatever a test asks.")
    assert (view.held_since, view.held_until) == (desk.now, desk.now + LEASE)
    assert {field.name for field in fields(view)} == {
        "public_id",
        "texts",
        "held_since",
        "held_until",
        "key_seen",
    }


def test_nobody_but_the_holder_sees_a_case(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    strangers = [make_moderator(), make_moderator(lead=True), make_user(), 0]
    assert selectors.case_view(case_id=case.pk, user_id=moderator) is None
    desk.draw(moderator)
    for stranger in strangers:
        assert selectors.case_view(case_id=case.pk, user_id=stranger) is None
        assert selectors.case_reveal(case_id=case.pk, user_id=stranger, now=desk.now) is None
        assert selectors.held_case(stranger) is None
    assert selectors.held_case(moderator) == case.pk
    assert selectors.case_reveal(case_id=case.pk, user_id=moderator, now=desk.now) is None
    assert selectors.case_view(case_id=case.pk + 1, user_id=moderator) is None


def test_whoever_can_still_change_her_vote_sees_nothing_of_others(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    desk.draw(moderator)
    review = desk.vote(case.pk, moderator, Finding.OPPONENT, reason="So.", note="Hm.")
    assert selectors.case_view(case_id=case.pk, user_id=moderator) is None
    desk.wait(UNDO - A_SECOND)
    sealed = selectors.case_reveal(case_id=case.pk, user_id=moderator, now=desk.now)
    assert sealed is not None
    assert (sealed.review_id, sealed.opened) == (review, None)
    assert sealed.undo_until == desk.now + A_SECOND
    assert (sealed.vote.choice, sealed.vote.reason, sealed.vote.note) == (
        choice_of(Finding.OPPONENT, shown_first(case.pk, moderator)),
        "So.",
        "Hm.",
    )
    desk.withdraw(review, moderator)
    assert selectors.case_reveal(case_id=case.pk, user_id=moderator, now=desk.now) is None


@pytest.mark.parametrize("x", list(Side))
def test_the_reveal_speaks_of_x_and_y_as_she_saw_them(desk: Desk, x: Side) -> None:
    case = desk.case(CaseReason.SPLIT_JURY, CaseReason.PIVOTAL)
    _ballot(case.round_id, step=Step.GATE, gate_code=GateCode.WELL_DEFINED, reason="Fine.")
    _ballot(case.round_id, step=Step.COMPARE, order=Order.XY, error=Fault.TIMEOUT)
    for order, choice in ((Order.XY, "X"), (Order.YX, "Y")):
        _ballot(
            case.round_id,
            step=Step.COMPARE,
            order=order,
            choice=choice,
            outcome=Finding.ASKER,
            reason="{asker} names it.",
            attempt=2,
        )
    moderator = _moderator_who_sees(case.pk, x)
    settled = desk.counted_vote(moderator, Finding.ASKER)
    reveal = selectors.case_reveal(case_id=settled.pk, user_id=moderator, now=desk.now)
    assert reveal is not None
    assert reveal.opened is not None
    asker, opponent = ("X", "Y") if x is Side.ASKER else ("Y", "X")
    opened = reveal.opened
    assert (opened.state, opened.outcome) == (CaseState.SETTLED, Choice(asker))
    assert opened.reasons == (CaseReason.PIVOTAL, CaseReason.SPLIT_JURY)
    assert opened.verdict is not None
    assert (opened.verdict.choice, opened.verdict.by) == (Choice(asker), "the jury")
    assert opened.verdict.reason == f"Answer {asker} is not what was asked; answer {opponent} is."
    gate, *compared = opened.ballots
    assert (gate.step, gate.gate_code, gate.choice, gate.first) == (
        Step.GATE,
        GateCode.WELL_DEFINED,
        None,
        "",
    )
    assert [(ballot.first, ballot.choice, ballot.fault) for ballot in compared] == [
        (asker, Choice(asker), ""),
        (opponent, Choice(asker), ""),
    ]
    assert compared[0].reason == f"Answer {asker} names it."


def test_a_fault_is_said_in_words(desk: Desk) -> None:
    case, moderator = desk.case(), make_moderator()
    _ballot(case.round_id, step=Step.COMPARE, order=Order.XY, error=Fault.TIMEOUT)
    desk.counted_vote(moderator, Finding.ASKER)
    reveal = selectors.case_reveal(case_id=case.pk, user_id=moderator, now=desk.now)
    assert reveal is not None
    assert reveal.opened is not None
    assert [(ballot.choice, ballot.fault) for ballot in reveal.opened.ballots] == [(None, "no reply in time")]


def test_nothing_that_a_moderator_reads_says_who_plays(desk: Desk) -> None:
    table = sit_down(human=make_member("ada-plays"), points=3)
    case = desk.case(firm=True, table=table)
    first, second = make_moderator("mod-one"), make_moderator("mod-two")
    desk.counted_vote(first, Finding.OPPONENT, note="A note.")
    desk.draw(second)
    seen: list[object] = [selectors.case_view(case_id=case.pk, user_id=second)]
    desk.vote(case.pk, second, Finding.OPPONENT)
    desk.wait(UNDO)
    desk.sweep()
    seen += [selectors.case_reveal(case_id=case.pk, user_id=who, now=desk.now) for who in (first, second)]
    assert None not in seen
    told = str(seen).lower()
    players = [seat.player.handle for seat in table.game.seats.select_related("player")]
    for secret in (*players, "ada", "robo", str(table.game_id), "asker", "opponent", "seat", "mod-"):
        assert secret.lower() not in told, secret


def test_moderators_who_saw_other_orders_understand_each_other(desk: Desk) -> None:
    case = desk.case(firm=True)
    first = _moderator_who_sees(case.pk, Side.ASKER)
    second = _moderator_who_sees(case.pk, Side.OPPONENT)
    desk.counted_vote(first, Finding.OPPONENT, note="Answer X is off.")
    desk.counted_vote(second, Finding.OPPONENT)
    reveal = selectors.case_reveal(case_id=case.pk, user_id=second, now=desk.now)
    assert reveal is not None
    assert reveal.opened is not None
    assert [(other.choice, other.note) for other in reveal.opened.others] == [(Choice.X, "Answer Y is off.")]


def test_a_gold_item_looks_like_any_case_until_the_vote_counts(desk: Desk) -> None:
    make_protocol()
    desk.case()
    make_gold(gold=Finding.ASKER)
    desk.rng, moderator = AllGold(), make_moderator()
    case_id = desk.draw(moderator)
    assert case_id is not None
    view = selectors.case_view(case_id=case_id, user_id=moderator)
    assert view is not None
    assert {view.texts.x, view.texts.y} == {"A metal.", "A fish."}
    assert view.texts.task_set_name == "Test tasks"
    desk.vote(case_id, moderator, Finding.OPPONENT)
    desk.wait(UNDO)
    desk.sweep()
    reveal = selectors.case_reveal(case_id=case_id, user_id=moderator, now=desk.now)
    assert reveal is not None
    assert reveal.opened is not None
    assert reveal.opened.gold is not None
    assert reveal.opened.gold.choice == choice_of(Finding.ASKER, shown_first(case_id, moderator))


def _page(desk: Desk, user_id: int, reason: CaseReason | None = None) -> selectors.QueuePage:
    found = selectors.queue_page(user_id=user_id, now=desk.now, reason=reason)
    assert found is not None
    return found


def test_the_queue_counts_what_waits_for_this_moderator(desk: Desk) -> None:
    moderator = make_moderator()
    oldest = desk.case(CaseReason.RANDOM_AUDIT)
    desk.wait(timedelta(hours=1))
    desk.case(CaseReason.APPEAL, CaseReason.SPLIT_JURY)
    desk.case(CaseReason.SPLIT_JURY)
    page = _page(desk, moderator)
    counts = {count.reason: count.waiting for count in page.counts if count.waiting}
    assert counts == {CaseReason.APPEAL: 1, CaseReason.SPLIT_JURY: 2, CaseReason.RANDOM_AUDIT: 1}
    assert (page.total, page.waiting, page.elsewhere) == (3, 3, 0)
    assert page.oldest == oldest.opened_at
    audits = _page(desk, moderator, CaseReason.RANDOM_AUDIT)
    assert (audits.waiting, audits.total, audits.oldest) == (1, 3, oldest.opened_at)
    assert _page(desk, moderator, CaseReason.GOLD).waiting == 3  # nobody can ask for tests


def test_the_queue_names_no_case_and_counts_nothing_that_tells_which_she_holds(desk: Desk) -> None:
    moderator = make_moderator()
    case = desk.case(CaseReason.APPEAL)
    desk.case(CaseReason.SPLIT_JURY)
    assert case.public_id not in str(_page(desk, moderator))
    desk.draw(moderator)
    page = _page(desk, moderator)
    assert (page.held, page.counted, page.counts, page.total, page.waiting, page.oldest) == (
        True, False, (), 0, 0, None,
    )  # fmt: skip


def test_the_queue_knows_what_is_in_hands(desk: Desk) -> None:
    first, second = make_moderator(), make_moderator()
    held, voted = desk.case(), desk.case()
    assert desk.draw(first) == held.pk
    review = desk.vote(held.pk, first, Finding.ASKER)
    assert desk.draw(first) == voted.pk
    own, others = _page(desk, first), _page(desk, second)
    assert (own.held, own.waiting, own.elsewhere) == (True, 0, 0)
    assert own.pending == selectors.PendingVote(review, held.public_id, desk.now + UNDO)
    assert (others.held, others.waiting, others.elsewhere, others.pending) == (False, 0, 2, None)
    desk.wait(UNDO)
    assert _page(desk, first).pending is None


def test_the_queue_is_for_moderators_and_leaves_their_own_games_out(desk: Desk) -> None:
    assert selectors.queue_page(user_id=make_user(), now=desk.now) is None
    member = make_member("ada")
    table = sit_down(human=member, points=3)
    desk.case(table=table)
    owner = table.game.seats.get(number=0).player.owner_id
    assert owner is not None
    Moderator.objects.create(user_id=owner, since=START)
    assert _page(desk, owner).total == 0
    assert _page(desk, make_moderator()).total == 1


def test_a_card_compares_votes_with_gold_juries_and_others(desk: Desk) -> None:
    first, second = make_moderator("first"), make_moderator()
    desk.case(firm=True)  # the jury said asker
    desk.counted_vote(first, Finding.OPPONENT)
    assert (selectors.moderator_card(first) or _none()).with_juries is None  # still open
    desk.counted_vote(second, Finding.OPPONENT)
    desk.case()
    drawn = desk.draw(first)
    desk.wait(timedelta(seconds=30))
    desk.vote(drawn or 0, first, Finding.ASKER)
    desk.wait(UNDO)
    desk.sweep()
    make_gold(gold=Finding.ASKER)
    desk.case(CaseReason.APPEAL)
    desk.rng = AllGold()
    desk.counted_vote(first, Finding.ASKER)
    desk.rng = Desk().rng
    drawn = desk.draw(first)
    skip_case(case_id=drawn or 0, user_id=first, reason="No.", now=desk.now)
    card = selectors.moderator_card(first) or _none()
    assert (card.name, card.votes, card.skips, card.declined, card.median_seconds) == ("first", 3, 1, 0, 0)
    shares = [
        (share.agreed, share.n) for share in (card.gold, card.with_moderators, card.with_juries) if share
    ]
    assert shares == [(1, 1), (1, 1), (1, 2)]
    assert selectors.moderator_card(make_user()) is None


def _none() -> selectors.ModeratorCard:
    raise AssertionError("no card")


def _trail(user_id: int, **filters: object) -> list[tuple[str, str]]:
    page = selectors.trail_page(user_id=user_id, filters=selectors.TrailFilters(**filters))  # type: ignore[arg-type] # each of a type of its own
    assert page is not None
    return [(line.actor, line.action) for line in page.lines]


def test_the_trail_is_for_moderators_and_says_who_did_what(desk: Desk) -> None:
    ada, bob = make_moderator("ada"), make_moderator("bob", lead=True)
    case = desk.case()
    desk.counted_vote(ada, Finding.ASKER)
    assert selectors.trail_page(user_id=make_user()) is None
    assert _trail(bob, case=case.public_id) == [
        ("platform", TrailAction.CASE_SETTLED),
        ("ada", TrailAction.VOTE_CAST),
        ("ada", TrailAction.CASE_DRAWN),
        ("platform", TrailAction.CASE_OPENED),
    ]
    assert _trail(bob, actor="ada", action=TrailAction.VOTE_CAST) == [("ada", TrailAction.VOTE_CAST)]
    by_itself = [("platform", TrailAction.CASE_SETTLED), ("platform", TrailAction.CASE_OPENED)]
    assert _trail(bob, actor=selectors.Unnamed.PLATFORM) == by_itself
    assert _trail(bob, actor="nobody") == []


def test_the_trail_of_an_open_case_is_closed_to_whoever_may_be_asked(desk: Desk) -> None:
    ada, bob = make_moderator("ada"), make_moderator("bob", lead=True)
    case = desk.case(firm=True)
    desk.counted_vote(ada, Finding.OPPONENT)
    assert _trail(bob, case=case.public_id) == []
    assert {actor for actor, _ in _trail(ada, case=case.public_id)} == {"ada"}


def test_the_trail_is_read_page_by_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judging.selectors.moderation.trail.PAGE", 3)
    ada = make_moderator("ada")
    desk.case()
    desk.counted_vote(ada, Finding.ASKER)
    pages = [selectors.trail_page(user_id=ada, page=number) for number in (1, 2, 9)]
    assert [(len(page.lines), page.page, page.pages, page.total) for page in pages if page] == [
        (3, 1, 2, 4),
        (1, 2, 2, 4),
        (1, 2, 2, 4),
    ]
