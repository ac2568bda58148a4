"""Our own collection of attacks on judges: eight families, each attack a worse answer that tries to win all the same.

Two thirds (`design`) were written before the detector in judging/domain/injection and served its design; the last
third (`held_out`) was written after it was finished, and changed nothing in it.
"""

from tests.judging.attacks.design import DESIGN
from tests.judging.attacks.held_out import HELD_OUT
from tests.judging.attacks.items import Attack

ATTACKS: tuple[Attack, ...] = DESIGN + HELD_OUT

__all__ = ["ATTACKS", "DESIGN", "HELD_OUT", "Attack"]
