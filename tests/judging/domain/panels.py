"""Juries as hypothesis draws them: what each judge said at the gate and in each order."""

from dataclasses import dataclass

from hypothesis import strategies as st

from judging.domain.panel import CastBallot, Finding, Order, Step


@dataclass(frozen=True)
class Said:
    """One judge's readable ballots; None is a fault, or a call that was never made."""

    passed: bool | None
    xy: Finding | None = None
    yx: Finding | None = None

    @property
    def exchanged(self) -> "Said":
        """The same judge with the two orders exchanged."""
        return Said(self.passed, self.yx, self.xy)

    def cast(self, judge: int) -> list[CastBallot]:
        """Return the ballots as the panel counts them."""
        gate: list[Finding | None] = []
        if self.passed is not None:
            gate = [None] if self.passed else [Finding.ILL_DEFINED]
        compared = [(Order.XY, self.xy), (Order.YX, self.yx)]
        return [CastBallot(judge, Step.GATE, None, finding) for finding in gate] + [
            CastBallot(judge, Step.COMPARE, order, finding)
            for order, finding in compared
            if finding is not None
        ]


def both(finding: Finding) -> Said:
    """Find the same in both orders, after letting the question pass."""
    return Said(True, finding, finding)


REFUSED = Said(False)
SILENT = Said(None)
FINDINGS = st.sampled_from(Finding)
SAYINGS = st.builds(Said, st.none() | st.booleans(), st.none() | FINDINGS, st.none() | FINDINGS)
ABSTENTIONS = SAYINGS.filter(
    lambda said: said.passed is not False and (said.xy != said.yx or said.xy is None)
)
JURIES = st.lists(SAYINGS, max_size=5)


def cast(jury: list[Said]) -> list[CastBallot]:
    """Return the ballots of a jury whose judges are numbered from 0."""
    return [ballot for judge, said in enumerate(jury) for ballot in said.cast(judge)]
