"""Appeals: a player asks moderators to look at one verdict of her game, and what becomes of that.

1. `file_appeal` holds the game open for another review window and puts the round's case at the head of the queue.
2. `after_settling` answers it in the transaction that settles the case. A game whose one appeal is answered, and about
   which nothing else is open, is final at once.
3. `lapse_appeal` closes those that nobody reviewed in time: no game is held for ever.

Every step starts with the game's lock.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.domain.errors import TextRejectedError
from games.domain.ids import GameId, RoundId
from games.domain.states import GameState, RoundState
from games.domain.texts import clean_text
from games.selectors import GameStanding, standing_of_game
from games.services import end_review, extend_review, lock_round, refresh_watchers
from judging.domain.errors import InvalidInputError, NotAllowedError, StaleCaseError
from judging.domain.moderation import AppealState, CaseReason, CaseState, TrailAction
from judging.domain.naming import Side
from judging.domain.panel import Finding
from judging.domain.settling import neutral_reason
from judging.models import Appeal, Case, Verdict
from judging.selectors.appeals import MAX_APPEAL_CHARS, appeals_to_lapse, is_hers
from judging.selectors.moderation.cases import texts_of
from judging.selectors.moderation.reveal import by_side
from judging.selectors.moderation.visible import told_players, votes_that_count
from judging.services import trail
from judging.services.cases import open_case
from judging.services.verdicts import is_confirmed

NOBODY_CAME = "Nobody reviewed it in time; the verdict stands."
ANNULLED = "The game was annulled, so the verdict no longer matters."
_NO_SUCH_ROUND = "There is no such round in a game of yours."


@transaction.atomic
def file_appeal(*, game_id: GameId, round_id: RoundId, player_id: int, text: str, now: datetime) -> Appeal:
    """Ask moderators to look at a round's verdict; return the appeal, the one there is if she filed it before.

    Raise NotAllowedError for anybody but the game's people and for rounds of other games, StaleCaseError where the
    game cannot be appealed (any more, or again), InvalidInputError for a text that is empty or longer than
    MAX_APPEAL_CHARS; each leaves everything as it was.
    """
    standing = _lock(game_id, round_id, player_id)
    filed = Appeal.objects.filter(game_id=standing.game_id).first()
    if filed is not None:
        return _same_appeal(filed, standing, player_id)
    verdict = _require_appealable(standing, round_id, now)
    cleaned = _cleaned(text)
    window = timedelta(seconds=standing.review_window_seconds)
    extend_review(game_id=standing.game_id, until=now + window)
    case = open_case(
        round_id=round_id, verdict=verdict, reasons={CaseReason.APPEAL}, firm=_is_firm(verdict), now=now
    )
    appeal: Appeal = Appeal.objects.create(
        game_id=standing.game_id,
        round_id=round_id,
        player_id=player_id,
        case=case,
        text=cleaned,
        state=AppealState.OPEN,
        created_at=now,
    )
    trail.note(TrailAction.APPEAL_FILED, now=now, case=case)
    _refresh(appeal)
    return appeal


def _lock(game_id: GameId, round_id: RoundId, player_id: int) -> GameStanding:
    standing = standing_of_game(game_id)
    if standing is None or player_id not in standing.people or not _is_of_game(round_id, standing.game_id):
        raise NotAllowedError(_NO_SUCH_ROUND)
    lock_round(round_id=round_id)
    # Again: the game may have moved on while this waited for the lock.
    locked = standing_of_game(game_id)
    if locked is None:
        raise NotAllowedError(_NO_SUCH_ROUND)
    return locked


def _is_of_game(round_id: RoundId, game_id: str) -> bool:
    return Verdict.objects.filter(round_id=round_id, round__game_id=game_id).exists()


def _same_appeal(appeal: Appeal, standing: GameStanding, player_id: int) -> Appeal:
    if is_hers(appeal, standing, player_id):
        return appeal
    raise StaleCaseError(
        "The other player has appealed already, and a game has one appeal. Nothing was changed."
    )


def _require_appealable(standing: GameStanding, round_id: RoundId, now: datetime) -> Verdict:
    """Return the verdict in force on a round that can be appealed now; raise StaleCaseError, which says why, otherwise."""
    if standing.state in (GameState.WAITING, GameState.PLAYING):
        raise StaleCaseError(
            "The game is still being played; you can appeal once it is over. Nothing was changed."
        )
    if (
        standing.state != GameState.PROVISIONAL
        or standing.review_until is None
        or now >= standing.review_until
    ):
        raise StaleCaseError("The time for appeals about this game is over. Nothing was changed.")
    counts = Q(round__state=RoundState.DECIDED, round__number__lte=F("round__game__counted_rounds"))
    verdict: Verdict | None = Verdict.objects.filter(counts, round_id=round_id).order_by("-number").first()
    if verdict is None:
        raise StaleCaseError(
            "This round does not count, so its verdict changes nothing. Nothing was changed."
        )
    return verdict


def _cleaned(text: str) -> str:
    try:
        return clean_text(text, max_chars=MAX_APPEAL_CHARS, field="text")
    except TextRejectedError as rejected:
        raise InvalidInputError(str(rejected), "text") from None


def _is_firm(verdict: Verdict) -> bool:
    """Tell whether overturning it takes two moderators: nobody doubted it, or moderators made or confirmed it."""
    by_moderators = verdict.source == Verdict.Source.MODERATORS or is_confirmed(verdict)
    return by_moderators or not verdict.needs_review


def after_settling(*, case: Case, now: datetime) -> None:
    """Answer the appeal behind a case that was just settled, and end the game's review where nothing is left of it.

    Part of the transaction that settles the case, which holds the game's lock.
    """
    appeal = Appeal.objects.filter(case=case, state=AppealState.OPEN).first()
    if appeal is not None:
        made = Verdict.objects.filter(case=case).first()
        state = AppealState.OVERTURNED if made else AppealState.UPHELD
        _close(appeal, state, made.reason if made else _why_upheld(case, now), now)
    if case.round_id is not None:
        _end_review_if_nothing_is_open(case, now)


def _why_upheld(case: Case, now: datetime) -> str:
    """Return what moderators who let the verdict stand wrote for the players."""
    texts = texts_of(case, Side.ASKER)
    agreed = [
        vote for vote in votes_that_count(case, now) if vote.outcome == case.outcome and told_players(vote)
    ]
    words = [by_side(told_players(vote), vote, (texts.question, texts.x, texts.y)) for vote in agreed]
    return "\n\n".join(words) or neutral_reason(Finding(case.outcome))


def _end_review_if_nothing_is_open(case: Case, now: datetime) -> None:
    """Make a game final once its one appeal is answered: before, the other player could still appeal."""
    answered = Appeal.objects.filter(
        game__rounds=case.round_id, state__in=(AppealState.UPHELD, AppealState.OVERTURNED)
    ).first()
    if answered is None:
        return
    others = Case.objects.filter(round__game_id=answered.game_id, state=CaseState.OPEN).exclude(pk=case.pk)
    if not others.exists():
        end_review(game_id=answered.game_id, now=now)


@transaction.atomic
def lapse_appeal(*, appeal_id: int, now: datetime) -> bool:
    """Close an appeal whose game is final, or due to be, without anybody's review, or annulled; return whether it was open."""
    round_id = Appeal.objects.filter(pk=appeal_id).values_list("round_id", flat=True).first()
    if round_id is None:
        return False
    lock_round(round_id=round_id)
    appeal = appeals_to_lapse(now).select_related("case", "game").filter(pk=appeal_id).first()
    if appeal is None:
        return False
    annulled = appeal.game.state in (GameState.VOID, GameState.ABORTED)
    _close(appeal, AppealState.LAPSED, ANNULLED if annulled else NOBODY_CAME, now)
    _without_appeal(appeal.case_id, now)
    return True


def _without_appeal(case_id: int, now: datetime) -> None:
    """Close a case that only the appeal opened; one with other reasons waits on, as urgently as those are."""
    case = Case.objects.select_for_update(of=("self",)).get(pk=case_id)
    if case.state != CaseState.OPEN:
        return
    reasons = [CaseReason(reason) for reason in case.causes.values_list("reason", flat=True)]
    others = [reason.rank for reason in reasons if reason is not CaseReason.APPEAL]
    if others:
        Case.objects.filter(pk=case.pk).update(rank=min(others))
        return
    Case.objects.filter(pk=case.pk).update(
        state=CaseState.LAPSED, closed_at=now, holder=None, held_until=None, settle_at=None
    )
    trail.note(TrailAction.CASE_LAPSED, now=now, case=case)


def _close(appeal: Appeal, state: AppealState, answer: str, now: datetime) -> None:
    appeal.state, appeal.answer, appeal.closed_at = state, answer, now
    appeal.save(update_fields=["state", "answer", "closed_at"])
    trail.note(TrailAction.APPEAL_CLOSED, now=now, case=appeal.case, detail=state)
    _refresh(appeal)


def _refresh(appeal: Appeal) -> None:
    game_id = appeal.game_id
    transaction.on_commit(lambda: refresh_watchers(game_id=game_id), robust=True)
