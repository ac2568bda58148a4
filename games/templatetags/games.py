"""Template helpers of the game pages."""

import hashlib
import shlex
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.domain.pairing import CHOSEN_RULE
from games.domain.rules import Outcome, opponent_of
from games.domain.states import RoundState
from games.selectors import GameView, RoundView, SeatView, Turn

register = template.Library()

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
SLOW_AFTER = timedelta(seconds=20)
"""An opponent that thinks longer than this needs an explanation."""
BEFORE_THE_NEXT_MOVE = (Turn.ASK, Turn.ANSWER, Turn.WAIT_FOR_QUESTION)


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
            mark_safe(inner),  # noqa: S308 - already escaped above
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
def result_version(game: GameView) -> str:
    """Name the result that is shown: it changes with the winner, the score and how long it can still change."""
    points = "-".join(str(seat.points) for seat in game.seats)
    return f"{turn_version(game)}.{game.winner}.{game.cause}.{points}.{game.review_until}"


@register.filter
def listed_rounds(game: GameView) -> Sequence[RoundView]:
    """Return the rounds to list: the decided ones, latest first, without the one on top; all in order once the game is over."""
    if game.over:
        return game.rounds
    on_top = fresh_round(game)
    return [
        round_ for round_ in reversed(game.rounds) if round_.state == RoundState.DECIDED and round_ != on_top
    ]


@register.filter
def fresh_round(game: GameView) -> RoundView | None:
    """Return the round whose verdict is the latest news: decided last, until the viewer has moved again."""
    return None if game.over or game.turn not in BEFORE_THE_NEXT_MOVE else last_counted(game)


@register.filter
def last_counted(game: GameView) -> RoundView | None:
    """Return the last decided round that counts, or None: a replaced verdict may have ended the game before others."""
    return next((round_ for round_ in reversed(game.rounds) if round_.counted), None)


@register.filter
def verdict_line(game: GameView, round_: RoundView) -> str:
    """Say in one sentence what was decided about a round, with the viewer as 'you'."""
    if round_.asker_late:
        return "No question came in time."
    if round_.outcome == Outcome.EQUIVALENT:
        return "The answers are equivalent."
    if round_.outcome == Outcome.ILL_DEFINED:
        return "The question is ill-defined."
    better = round_.asker if round_.outcome == Outcome.ASKER else opponent_of(round_.asker)
    return f"{_whose(game, better)} answer is better."


@register.filter
def called(seat: SeatView, game: GameView) -> str:
    """Say what the viewer calls the player of a seat, at the beginning of a sentence."""
    if game.your_seat is None:
        return seat.name
    return "You" if seat.is_you else "Your opponent"


def _whose(game: GameView, number: int) -> str:
    if game.your_seat is None:
        return f"{game.seats[number].name}{APOSTROPHE}s"
    return "Your" if number == game.your_seat else f"Your opponent{APOSTROPHE}s"


@register.filter
def asking_seat(game: GameView, round_: RoundView) -> SeatView:
    """Return the seat that asked in a round."""
    return game.seats[round_.asker]


@register.filter
def answering_seat(game: GameView, round_: RoundView) -> SeatView:
    """Return the seat that answered in a round."""
    return game.seats[opponent_of(round_.asker)]


@register.filter
def slow_at(game: GameView) -> datetime | None:
    """Return when waiting for this turn needs an explanation, or None where nobody moves."""
    return game.turn_began_at + SLOW_AFTER if game.turn_began_at else None


@register.filter
def chosen_opponent(game: GameView) -> bool:
    """Tell whether the player chose her opponent, instead of the server's drawing it."""
    return game.draw_rule == CHOSEN_RULE


@register.filter
def percent(share: float) -> str:
    """Write a share in 0..1 as a percentage."""
    return f"{100 * share:.3g} %"


@register.filter
def first_sentence(text: str) -> str:
    """Return a text up to its first full stop, or whole."""
    head, stop, _ = text.partition(". ")
    return f"{head}." if stop else text


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
