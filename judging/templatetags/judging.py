"""What judging adds to other apps' pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from games.selectors import GameLine, GameView, RoundView
from judging import selectors
from judging.domain.naming import Names
from judging.selectors.appeals import MAX_APPEAL_CHARS, AppealView, appeal_view, appeals_of
from judging.selectors.corrections import (
    CorrectionView,
    unseen_corrections,
    unseen_in_game,
    verdict_history,
)
from judging.selectors.reading import Reader
from judging.selectors.verdicts import demo_judge_in
from judging.selectors.words import APPEAL_WORDS

register = template.Library()


@register.inclusion_tag("judging/_verdict.html")
def verdict_details(
    round_id: int | str, asker: str = "the asker", opponent: str = "the opponent"
) -> dict[str, Any]:
    """Render who judged a decided round, why, and how far that can be trusted; nothing before the verdict.

    `asker` and `opponent` are what the reader calls the two sides: "You", "Your opponent", a player's name.
    """
    return {"details": selectors.verdict_details(round_id, Names(asker, opponent))}


@register.inclusion_tag("judging/_history.html")
def replaced_verdicts(game: GameView, round_: RoundView) -> dict[str, Any]:
    """Render all verdicts of a round and what each changed, where a verdict was replaced; nothing elsewhere."""
    if round_.verdict_number < 2:
        return {"history": ()}
    return {"history": verdict_history(round_id=round_.id, reader=_reader(game))}


@register.simple_tag
def appeal_of(game: GameView) -> AppealView | None:
    """Return what the game's viewer is shown about appeals, for judging/_appeal.html."""
    return appeal_view(game_id=game.id, reader=_reader(game), now=game.server_now)


@register.simple_tag
def appeal_limit() -> int:
    """Return the most characters of an appeal."""
    return MAX_APPEAL_CHARS


@register.simple_tag
def corrections_in(game: GameView) -> Sequence[CorrectionView]:
    """Return what the game's viewer has not yet seen of its corrections, for judging/_corrections.html."""
    return unseen_in_game(game_id=game.id, reader=_reader(game))


@register.simple_tag
def corrections_for(player_id: int) -> Sequence[CorrectionView]:
    """Return what a player has not yet seen of the corrections to all her games, for judging/_corrections.html."""
    return unseen_corrections(player_id=player_id)


@register.simple_tag
def appeals_for(player_id: int, games: Sequence[GameLine]) -> Mapping[str, str]:
    """Return what a player is told of her own appeals about the games of a list, by game."""
    states = appeals_of(player_id=player_id, game_ids=[line.id for line in games])
    return {game_id: APPEAL_WORDS[state] for game_id, state in states.items()}


@register.filter
def told_of(game: GameLine, appeals: Mapping[str, str]) -> str:
    """Return what is told of the appeal about one game; "" where there is none."""
    return appeals.get(game.id, "")


@register.filter
def shown_ids(corrections: Sequence[CorrectionView]) -> str:
    """Name what is shown: it changes when there is something else to show."""
    return " ".join(str(correction.id) for correction in corrections)


@register.inclusion_tag("judging/_progress.html")
def judging_progress(round_id: int | str) -> dict[str, Any]:
    """Render what players must know while the judge cannot be reached; nothing while it can."""
    return {"progress": selectors.judging_progress(round_id)}


@register.inclusion_tag("judging/_demo_decided.html")
def demo_judge_decided(game: GameView) -> dict[str, Any]:
    """Render, once for a game, how far the demo judge can be trusted, where it decided a round; nothing elsewhere."""
    slug = demo_judge_in(game.id)
    return {"judge_slug": slug, "line": selectors.demo_line() if slug else ""}


@register.simple_tag
def demo_judge_of(jury_slug: str) -> str | None:
    """Return the slug of the demo judge who sits in a jury now, or None."""
    return selectors.seated_demo_judge(jury_slug)


@register.inclusion_tag("judging/_demo_notice.html")
def demo_judge_notice(jury_slug: str) -> dict[str, Any]:
    """Render a warning while a demo judge sits in the jury; nothing where only language models do."""
    return {"judge_slug": selectors.seated_demo_judge(jury_slug)}


def _reader(game: GameView) -> Reader:
    if game.your_seat is not None:
        return Reader.playing(game.your_seat)
    return Reader((game.seats[0].name, game.seats[1].name))
