"""Replaced verdicts, and what they changed in a game, as players and visitors read them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.domain.ids import GameId
from games.domain.states import GameState
from games.selectors import standing_of_game
from judging.domain.naming import with_names
from judging.models import Correction, CorrectionNotice, Verdict
from judging.selectors.reading import Reader
from judging.selectors.words import source_words, verdict_words


@dataclass(frozen=True)
class CorrectionView:
    """A replaced verdict for one reader: what it said, what it says now and why, and what that did to the game.

    Scores are written as she reads them; `result_before` and `result_now` say how the game stood or stands in words.
    `winners` are who had won and who has, where that changed; `surplus` says which rounds count no longer, or again.
    `resume_until` is set while the game that this reopened waits for a person.
    """

    id: int
    game_id: str
    round_number: int
    by: str
    said: str
    says: str
    reason: str
    score_before: str
    score_now: str
    result_before: str
    result_now: str
    winners: tuple[str, str] | None
    surplus: str
    reopened: bool
    resume_until: datetime | None
    created_at: datetime

    @property
    def score_changed(self) -> bool:
        """Whether the points changed."""
        return self.score_before != self.score_now

    @property
    def result_changed(self) -> bool:
        """Whether the game is won by somebody else, open again, or over by this."""
        return self.result_before != self.result_now


@dataclass(frozen=True)
class PastVerdict:
    """One verdict of a round's history: who passed it when, what it said and why, and what it changed in the game, if it did."""

    number: int
    by: str
    said: str
    reason: str
    created_at: datetime
    change: CorrectionView | None


def verdict_history(*, round_id: int, reader: Reader) -> Sequence[PastVerdict]:
    """Return all verdicts of a round, the first first."""
    changes = {row.verdict_id: row for row in _corrections().filter(verdict__round_id=round_id)}
    verdicts = Verdict.objects.filter(round_id=round_id).select_related("round").order_by("number")
    return [_past(verdict, changes.get(verdict.pk), reader) for verdict in verdicts]


def _past(verdict: Verdict, change: Correction | None, reader: Reader) -> PastVerdict:
    names = reader.names(verdict.round.asker)
    return PastVerdict(
        number=verdict.number,
        by=source_words(verdict),
        said=verdict_words(verdict, names),
        reason=with_names(verdict.reason, names),
        created_at=verdict.created_at,
        change=_view(change, reader) if change else None,
    )


def unseen_corrections(*, player_id: int) -> Sequence[CorrectionView]:
    """Return what a player is to be shown on the page of her games, the earliest first."""
    return [_view(row, _reader_of(row, player_id)) for row in _unseen(player_id)]


def unseen_in_game(*, game_id: GameId, reader: Reader) -> Sequence[CorrectionView]:
    """Return what the player at the reader's seat is still to be shown about one game; nothing for visitors."""
    standing = standing_of_game(game_id) if reader.seat is not None else None
    if standing is None or reader.seat is None:
        return []
    rows = _unseen(standing.players[reader.seat])
    return [_view(row, reader) for row in rows if str(row.game_id) == standing.game_id]


def unseen_notices(player_id: int) -> QuerySet[CorrectionNotice]:
    """Query the notices that a player has not seen.

    A guest's become those of the account that her games came to: the seat says whose they are now.
    """
    seated = CorrectionNotice.objects.filter(
        pk=OuterRef("pk"), correction__game__seats__player_id=F("player_id")
    )
    hers = Q(player_id=player_id) | (Q(correction__game__seats__player_id=player_id) & ~Exists(seated))
    return CorrectionNotice.objects.filter(hers, seen_at=None)


def _unseen(player_id: int) -> Iterable[Correction]:
    notices = unseen_notices(player_id).values("correction")
    return _corrections().filter(pk__in=notices).order_by("pk")


def _corrections() -> QuerySet[Correction]:
    rows: QuerySet[Correction] = Correction.objects.select_related(
        "verdict__round", "verdict__supersedes", "game"
    )
    return rows


def _reader_of(row: Correction, player_id: int) -> Reader:
    seats = Correction.objects.filter(pk=row.pk, game__seats__player_id=player_id)
    return Reader.playing(seats.values_list("game__seats__number", flat=True)[0])


def _view(row: Correction, reader: Reader) -> CorrectionView:
    verdict, game, round_ = row.verdict, row.game, row.verdict.round
    names = reader.names(round_.asker)
    reopened = row.after["state"] == GameState.PLAYING and row.before["state"] != GameState.PLAYING
    waits = game.resume_until if reopened and game.state == GameState.PLAYING else None
    return CorrectionView(
        id=row.pk,
        game_id=str(row.game_id),
        round_number=round_.number,
        by=source_words(verdict),
        said=verdict_words(_replaced(verdict), names),
        says=verdict_words(verdict, names),
        reason=with_names(verdict.reason, names),
        score_before=reader.score(row.before["points"]),
        score_now=reader.score(row.after["points"]),
        result_before=_result(row.before, reader),
        result_now=_result(row.after, reader),
        winners=_winners(row, reader),
        surplus=_surplus(row, reader),
        reopened=reopened,
        resume_until=waits,
        created_at=row.created_at,
    )


def _replaced(verdict: Verdict) -> Verdict:
    if verdict.supersedes is None:
        raise ValueError("a correction replaces a verdict")
    return verdict.supersedes


def _result(summary: dict[str, Any], reader: Reader) -> str:
    """Say how a game stood: being played, drawn, or who had won it."""
    if summary["state"] == GameState.PLAYING:
        return "being played"
    winner: int | None = summary["winner"]
    if winner is None:
        return "a draw"
    return f"won by {reader.inside_sentence(winner)}"


def _winners(row: Correction, reader: Reader) -> tuple[str, str] | None:
    before, after = row.before["winner"], row.after["winner"]
    if before is None or after is None or before == after:
        return None
    return reader.inside_sentence(before), reader.inside_sentence(after)


def _surplus(row: Correction, reader: Reader) -> str:
    """Say which rounds no longer count, as the game was over before them, or count again."""
    was, now = row.before["counted"], row.after["counted"]
    if was == now:
        return ""
    rounds, verb = _rounds(min(was, now) + 1, max(was, now))
    if now > was:
        return f"{rounds} {verb} again."
    winner = row.after["winner"]
    by_then = "the game was over" if winner is None else f"{reader.inside_sentence(winner)} had won"
    return f"{rounds} no longer {verb}, since {by_then} by then."


def _rounds(first: int, last: int) -> tuple[str, str]:
    """Name the rounds from `first` to `last`, with the verb that goes with them."""
    if first == last:
        return f"Round {first}", "counts"
    joint = "and" if last == first + 1 else "to"
    return f"Rounds {first} {joint} {last}", "count"
