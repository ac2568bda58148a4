"""The attacks that were written after the detector was finished."""

from tests.judging.attacks.items import Attack

HELD_OUT: tuple[Attack, ...] = ()
