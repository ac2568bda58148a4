"""A detector of attempts to lead the judge: it flags a text for a human, and nobody loses by it alone.

Patterns find what is written in words that are known; a new wording passes, as the held-out attacks of
tests/judging/attacks show. So it is the last defence, not the first (docs/judging.md, "Injection").
"""

from judging.domain.injection.families import Family, Suspicion
from judging.domain.injection.search import suspicions

__all__ = ["Family", "Suspicion", "suspicions"]
