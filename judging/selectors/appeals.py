"""Appeals as the two players and visitors read them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.domain.ids import GameId
from games.domain.states import GameState, RoundState
from games.selectors import GameStanding, standing_of_game
from judging.domain.moderation import AppealState
from judging.domain.naming import with_names
from judging.models import Appeal, Verdict
from judging.selectors.reading import Reader

MAX_APPEAL_CHARS = 1000


@dataclass(frozen=True)
class FiledAppeal:
    """An appeal and what became of it. `text` is for the players alone and empty for others; `hers` is the reader's own."""

    round_number: int
    hers: bool
    text: str
    state: AppealState
    answer: str
    created_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True)
class AppealView:
    """What a reader is shown about appealing: the appeal that was filed, or which rounds (id, number) she can appeal."""

    filed: FiledAppeal | None
    rounds: tuple[tuple[int, int], ...]
    until: datetime | None
    window_seconds: int

    @property
    def version(self) -> str:
        """Name what is shown: it changes exactly when the form in use must go."""
        if self.filed is not None:
            return f"{self.filed.state}.{self.filed.closed_at}"
        return f"form.{self.rounds}.{self.until}"


def appeal_view(*, game_id: GameId, reader: Reader, now: datetime) -> AppealView | None:
    """Return what `reader` is shown about appeals in a game; None where there is nothing to show."""
    standing = standing_of_game(game_id)
    if standing is None:
        return None
    appeal = Appeal.objects.select_related("round").filter(game_id=standing.game_id).first()
    filed = _filed(appeal, standing, reader) if appeal else None
    rounds = () if filed else _rounds_to_appeal(standing, reader, now)
    if filed is None and not rounds:
        return None
    return AppealView(filed, rounds, standing.review_until, standing.review_window_seconds)


def appeals_of(*, player_id: int, game_ids: Collection[GameId]) -> dict[str, AppealState]:
    """Return where a player's own appeals about these games stand, by game."""
    seated = Appeal.objects.filter(pk=OuterRef("pk"), game__seats__player_id=F("player_id"))
    # A guest's became those of the account that her games came to.
    hers = Q(player_id=player_id) | (Q(game__seats__player_id=player_id) & ~Exists(seated))
    rows = Appeal.objects.filter(hers, game_id__in=game_ids)
    return {str(game): AppealState(state) for game, state in rows.values_list("game_id", "state")}


def is_hers(appeal: Appeal, standing: GameStanding, player_id: int) -> bool:
    """Tell whether one of a game's people filed its appeal: also as the guest whose games came to her account."""
    return appeal.player_id == player_id or appeal.player_id not in standing.people


def appeals_to_lapse(now: datetime) -> QuerySet[Appeal]:
    """Query open appeals whose time has passed, or whose game was annulled."""
    annulled = Q(game__state__in=(GameState.VOID, GameState.ABORTED))
    # A vote that is about to count comes in time.
    too_late = Q(game__review_until__lte=now, case__settle_at=None)
    return Appeal.objects.filter(annulled | too_late, state=AppealState.OPEN)


def overdue_appeals(*, now: datetime, limit: int) -> Sequence[int]:
    """Return appeals that nobody reviewed in time, or whose game was annulled."""
    return list(appeals_to_lapse(now).order_by("pk").values_list("pk", flat=True)[:limit])


def _filed(appeal: Appeal, standing: GameStanding, reader: Reader) -> FiledAppeal:
    plays = reader.seat is not None
    return FiledAppeal(
        round_number=appeal.round.number,
        hers=reader.seat is not None and is_hers(appeal, standing, standing.players[reader.seat]),
        text=appeal.text if plays else "",
        state=AppealState(appeal.state),
        answer=with_names(appeal.answer, reader.names(appeal.round.asker)),
        created_at=appeal.created_at,
        closed_at=appeal.closed_at,
    )


def _rounds_to_appeal(standing: GameStanding, reader: Reader, now: datetime) -> tuple[tuple[int, int], ...]:
    if reader.seat is None or standing.state != GameState.PROVISIONAL:
        return ()
    if standing.review_until is None or now >= standing.review_until:
        return ()
    judged = Verdict.objects.filter(
        number=1,
        round__game_id=standing.game_id,
        round__state=RoundState.DECIDED,
        round__number__lte=standing.counted,
    )
    return tuple(judged.order_by("round__number").values_list("round_id", "round__number"))
