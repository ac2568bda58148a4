"""When a child that died is started again."""

from dataclasses import dataclass

FIRST_DELAY_SECONDS, LONGEST_DELAY_SECONDS = 0.5, 30.0
# A child that lived this long was well; its next death is a first one again.
HEALTHY_SECONDS = 60.0


def delay_after(failures: int) -> float:
    """Return the seconds to wait after `failures` (at least 1) deaths in a row: 0.5, 1, 2, … up to 30."""
    return min(FIRST_DELAY_SECONDS * 2.0 ** min(failures - 1, 16), LONGEST_DELAY_SECONDS)


@dataclass
class Backoff:
    """Counts deaths in a row."""

    failures: int = 0

    def died(self, *, lived: float) -> float:
        """Count a death after `lived` seconds of life and return the seconds to wait."""
        self.failures = 1 if lived >= HEALTHY_SECONDS else self.failures + 1
        return delay_after(self.failures)
