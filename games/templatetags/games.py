"""Template helpers of the game pages."""

import hashlib
import shlex
import uuid
from collections.abc import Sequence
from datetime import datetime

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.domain.rules import opponent_of
from games.domain.states import RoundState
from games.selectors import GameView, RoundView, SeatView

register = template.Library()


class RegionNode(template.Node):
    """One part of a live fragment, with the version that tells a browser whether to replace it."""

    child_nodelists = ("nodelist",)

    def __init__(self, name: str, options: dict[str, FilterExpression], nodelist: NodeList) -> None:
        """Keep the parsed pieces of the tag."""
        self.name, self.options, self.nodelist = name, options, nodelist

    def render(self, context: Context) -> SafeString:
        """Render the part inside an element that carries its id and version."""
        inner = self.nodelist.render(context).strip()
        options = {name: str(value.resolve(context)) for name, value in self.options.items()}
        version = options.get("version") or hashlib.sha256(inner.encode()).hexdigest()[:12]
        # The parts of the inner text were escaped one by one when they were rendered.
        return format_html(
            '<div id="game-{}" data-region data-version="{}" class="{}">{}</div>',
            self.name,
            version,
            options.get("css", ""),
            mark_safe(inner),  # noqa: S308  already escaped above
        )


@register.tag
def region(parser: Parser, token: Token) -> RegionNode:
    """Mark a part of a live fragment: {% region "turn" version=... css="..." %}…{% endregion %}.

    Without `version` the version is a hash of the content. Give one where the content holds something
    that differs at each rendering (a form's key), or that must survive it (a text being typed).
    """
    _, name, *rest = token.split_contents()
    options = token_kwargs(rest, parser)
    if rest:
        raise template.TemplateSyntaxError("region takes a quoted name, version= and css=")
    nodelist = parser.parse(("endregion",))
    parser.delete_first_token()
    return RegionNode(name.strip("\"'"), options, nodelist)


@register.simple_tag
def idempotency_key() -> str:
    """Return a fresh key for one form: sent twice, it acts once."""
    return str(uuid.uuid4())


@register.filter
def shell_quoted(value: str) -> str:
    """Return `value` as one word of a POSIX shell, whatever it holds."""
    return shlex.quote(value)


@register.filter
def pips(points: int, points_to_win: int) -> list[bool]:
    """Return one mark per point to win, true for each point that was won."""
    return [number < points for number in range(max(points, points_to_win))]


@register.filter
def clock(seconds: float) -> str:
    """Write a duration in seconds as minutes:seconds, never below 0:00."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


@register.filter
def spoken(seconds: int) -> str:
    """Write a duration in seconds as people say it: '90 seconds', '5 minutes', '3 days'."""
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size or seconds == size:
            count = round(seconds / size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{seconds} second{'' if seconds == 1 else 's'}"


@register.filter
def seconds_after(later: datetime, earlier: datetime) -> float:
    """Return how many seconds `later` lies after `earlier`."""
    return (later - earlier).total_seconds()


@register.filter
def turn_version(game: GameView) -> str:
    """Name what the viewer is asked to do now: it changes exactly when the form in use must go."""
    number = game.current.number if game.current else 0
    return f"{game.state}.{number}.{game.turn}.{game.deadline_at}.{game.resume_until}"


@register.filter
def listed_rounds(game: GameView) -> Sequence[RoundView]:
    """Return the rounds to list: the decided ones, latest first; all in order once the game is over."""
    if game.over:
        return game.rounds
    return [round_ for round_ in reversed(game.rounds) if round_.state == RoundState.DECIDED]


@register.filter
def last_decided(game: GameView) -> RoundView | None:
    """Return the round that was decided last, or None."""
    return next((round_ for round_ in reversed(game.rounds) if round_.state == RoundState.DECIDED), None)


@register.filter
def has_begun(game: GameView) -> bool:
    """Tell whether a question was ever sealed: from then on leaving loses."""
    return any(round_.sealed for round_ in game.rounds)


@register.filter
def winner_seat(game: GameView) -> SeatView | None:
    """Return the seat that won, or None for a draw and for games without a result."""
    return game.seats[game.winner] if game.winner is not None else None


@register.filter
def loser_seat(game: GameView) -> SeatView | None:
    """Return the seat that lost, or None for a draw and for games without a result."""
    return game.seats[opponent_of(game.winner)] if game.winner is not None else None


@register.filter
def commitment_text(round_: RoundView) -> str:
    """Return the text whose SHA-256 is the commitment (games.domain.commitment)."""
    return f"{round_.salt}:{round_.asker_answer}"
