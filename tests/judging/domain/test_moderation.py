"""Reasons by urgency, where a case stands for a moderator, and what she can do with it then."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from judging.domain.moderation import (
    MAX_SKIPS,
    SKIPS_WITHIN,
    CaseAction,
    CaseReason,
    CaseState,
    InvitationState,
    Stand,
    invitation_state,
    may_skip_from,
    refusal,
    stand_of,
)
from judging.domain.panel import Doubt

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)

ALLOWED = {
    (Stand.MINE, CaseAction.RENEW),
    (Stand.MINE, CaseAction.RELEASE),
    (Stand.MINE, CaseAction.SKIP),
    (Stand.MINE, CaseAction.VOTE),
    (Stand.MY_VOTE, CaseAction.WITHDRAW),
    (Stand.MY_VOTE, CaseAction.EXPLAIN),
}


@pytest.mark.parametrize(("stand", "action"), list(product(Stand, CaseAction)))
def test_every_action_is_allowed_or_refused_with_a_reason(stand: Stand, action: CaseAction) -> None:
    why_not = refusal(stand, action)
    if (stand, action) in ALLOWED:
        assert why_not == ""
    else:
        assert why_not.endswith((".", "!")), why_not


@pytest.mark.parametrize("flags", list(product((True, False), repeat=4)))
@pytest.mark.parametrize("state", [CaseState.SETTLED, CaseState.LAPSED])
def test_a_closed_case_stands_so_for_everybody(state: CaseState, flags: tuple[bool, ...]) -> None:
    pending, mine, held, voted = flags
    assert stand_of(state, pending=pending, mine=mine, held=held, voted=voted) == state.value


@pytest.mark.parametrize(
    ("pending", "mine", "held", "voted", "stand"),
    [
        (False, False, False, False, Stand.FREE),
        (False, True, True, False, Stand.MINE),
        (True, True, True, True, Stand.MY_VOTE),
        (False, False, False, True, Stand.COUNTED),
        (False, False, True, True, Stand.COUNTED),
        (True, False, True, True, Stand.COUNTED),
        (False, False, True, False, Stand.OTHERS),
        (True, False, True, False, Stand.OTHERS),
        (True, False, False, False, Stand.OTHERS),
    ],
)
def test_an_open_case_stands_differently_for_each_moderator(
    pending: bool, mine: bool, held: bool, voted: bool, stand: Stand
) -> None:
    assert stand_of(CaseState.OPEN, pending=pending, mine=mine, held=held, voted=voted) is stand


def test_appeals_come_first_and_gold_last() -> None:
    ranks = {reason: reason.rank for reason in CaseReason}
    assert sorted(ranks.values()) == list(range(len(CaseReason)))
    assert min(ranks, key=lambda reason: ranks[reason]) is CaseReason.APPEAL
    assert ranks[CaseReason.HUMANS_ONLY] < ranks[CaseReason.PIVOTAL] < ranks[CaseReason.SPLIT_JURY]
    assert ranks[CaseReason.DEMO_JUDGE] < ranks[CaseReason.RANDOM_AUDIT] < ranks[CaseReason.GOLD]


def test_every_doubt_is_a_reason() -> None:
    assert {CaseReason.of(doubt) for doubt in Doubt} == set(CaseReason) - {
        CaseReason.APPEAL,
        CaseReason.PIVOTAL,
        CaseReason.RANDOM_AUDIT,
        CaseReason.GOLD,
    }


@pytest.mark.parametrize(
    ("accepted", "revoked", "now", "state"),
    [
        (None, None, NOW - SECOND, InvitationState.OPEN),
        (None, None, NOW, InvitationState.EXPIRED),
        (None, NOW - SECOND, NOW - SECOND, InvitationState.REVOKED),
        (None, NOW - SECOND, NOW + SECOND, InvitationState.REVOKED),
        (NOW - SECOND, None, NOW + SECOND, InvitationState.ACCEPTED),
    ],
)
def test_an_invitation_is_open_until_it_is_used_taken_back_or_too_old(
    accepted: datetime | None, revoked: datetime | None, now: datetime, state: InvitationState
) -> None:
    assert invitation_state(accepted_at=accepted, revoked_at=revoked, expires_at=NOW, now=now) is state


def test_so_many_cases_are_skipped_within_an_hour_and_no_more() -> None:
    skipped = [NOW - number * SECOND for number in range(MAX_SKIPS)]
    assert may_skip_from(skipped[1:], NOW) is None
    assert may_skip_from(skipped, NOW) == skipped[-1] + SKIPS_WITHIN
    assert may_skip_from([*skipped, NOW + SECOND], NOW + SECOND) == skipped[-2] + SKIPS_WITHIN
    assert may_skip_from(skipped, skipped[-1] + SKIPS_WITHIN) is None
    assert may_skip_from([], NOW) is None
