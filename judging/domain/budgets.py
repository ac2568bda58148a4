"""What a judge may use in a day, and what a call takes of it before anybody knows what it costs."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_CEILING, Decimal

# No text of three bytes makes more than about one token; the reply is short by its schema.
BYTES_PER_TOKEN = 3
REPLY_TOKENS = 1000
# Below this a day's budget pays for no round at all.
LEAST_TOKENS_PER_DAY = 20_000


@dataclass(frozen=True)
class Usage:
    """Tokens, and what they cost in microdollars."""

    tokens: int = 0
    microdollars: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Add both."""
        return Usage(self.tokens + other.tokens, self.microdollars + other.microdollars)


@dataclass(frozen=True)
class Prices:
    """US dollars per million tokens, which is microdollars per token."""

    prompt: Decimal = Decimal(0)
    completion: Decimal = Decimal(0)

    def cost(self, prompt_tokens: int, completion_tokens: int) -> int:
        """Return what a call cost in whole microdollars, rounded up."""
        exact = prompt_tokens * self.prompt + completion_tokens * self.completion
        return int(exact.to_integral_value(ROUND_CEILING))

    def at_most(self, tokens: int) -> Usage:
        """Return so many tokens at the dearer of the two prices."""
        return Usage(tokens, max(self.cost(tokens, 0), self.cost(0, tokens)))


@dataclass(frozen=True)
class Budget:
    """What may be used in a day (UTC); None is no limit."""

    tokens: int | None = None
    microdollars: int | None = None

    def affords(self, used: Usage, more: Usage) -> bool:
        """Tell whether `more` still fits beside what is used or reserved."""
        total = used + more
        return (self.tokens is None or total.tokens <= self.tokens) and (
            self.microdollars is None or total.microdollars <= self.microdollars
        )


def tokens_to_reserve(*texts: str) -> int:
    """Return about how many tokens a call with these messages takes, its reply included."""
    size = sum(len(text.encode(errors="replace")) for text in texts)
    return -(-size // BYTES_PER_TOKEN) + REPLY_TOKENS


def start_of_day(now: datetime) -> datetime:
    """Return the midnight (UTC) at which the budget of `now` began."""
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def next_day(now: datetime) -> datetime:
    """Return the midnight (UTC) at which the next budget begins."""
    return start_of_day(now) + timedelta(days=1)
