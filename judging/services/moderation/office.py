"""Who acts: the moderator behind an account, and the case that she acts on, both locked."""

from datetime import datetime

from games.domain.errors import TextRejectedError
from games.domain.texts import clean_text
from judging.domain.errors import InvalidInputError, NotAllowedError, StaleCaseError
from judging.domain.moderation import MAX_WORDS, CaseAction, CaseState, TrailAction, refusal
from judging.models import Case, Moderator
from judging.selectors.moderation.roles import Role, role_of
from judging.selectors.moderation.visible import stand_for
from judging.services import trail

_NOT_A_MODERATOR = "Only moderators can do that. If you were invited, open your invitation first."


def require_role(user_id: int) -> Role:
    """Return an account's role; raise NotAllowedError where it has none."""
    role = role_of(user_id)
    if role is None:
        raise NotAllowedError(_NOT_A_MODERATOR)
    return role


def require_lead(user_id: int) -> Role:
    """Return an account's role; raise NotAllowedError where it leads nobody."""
    role = require_role(user_id)
    if not role.lead:
        raise NotAllowedError("Only lead moderators can do that.")
    return role


def lock_moderator(user_id: int, now: datetime) -> Moderator:
    """Return the moderator behind an account, locked until the transaction ends, so that she acts once at a time.

    An administrator becomes one here. Raise NotAllowedError for anybody else without the role.
    """
    role = require_role(user_id)
    if role.moderator_id is None:
        _, made = Moderator.objects.get_or_create(user_id=user_id, defaults={"lead": True, "since": now})
        if made:
            trail.note(TrailAction.MODERATOR_JOINED, now=now, actor_id=user_id, detail="an administrator")
    moderator = Moderator.objects.select_for_update().get(user_id=user_id)
    # Again: the role may have ended while this waited for the lock.
    require_role(user_id)
    return moderator


def lock_case(case_id: int, moderator: Moderator, action: CaseAction) -> Case:
    """Return the case, locked, if she can do that with it now; raise StaleCaseError, which says why, otherwise."""
    case = Case.objects.select_for_update(of=("self",)).filter(pk=case_id).first()
    if case is None:
        raise NotAllowedError("There is no such case.")
    why_not = refusal(stand_for(case, moderator.pk), action)
    if why_not:
        raise StaleCaseError(why_not)
    return case


def put_back(case: Case, now: datetime, *, for_good: bool = False) -> None:
    """Return a locked case to the queue; `for_good` a gold item lapses, since it is for one moderator alone."""
    case.holder, case.held_until, case.settle_at = None, None, None
    if for_good and case.gold_id is not None:
        case.state, case.closed_at = CaseState.LAPSED, now
    case.save(update_fields=["holder", "held_until", "settle_at", "state", "closed_at"])


def cleaned(text: str, field: str) -> str:
    """Return a moderator's words without what nobody can see; raise InvalidInputError where they are too long."""
    if not text.strip():
        return ""
    try:
        return clean_text(text, max_chars=MAX_WORDS, field=field)
    except TextRejectedError as rejected:
        raise InvalidInputError(str(rejected), field) from None
