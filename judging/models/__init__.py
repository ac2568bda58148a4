"""Rows of judging; only `judging.services` writes them."""

from judging.models.juries import (
    CallLease,
    Judge,
    JudgeLimits,
    JudgeSuspension,
    Jury,
    JuryMember,
    OtherUse,
    SchemaProbe,
)
from judging.models.moderation import (
    Appeal,
    AuditEntry,
    Case,
    CaseCause,
    Explanation,
    Invitation,
    Moderator,
    Review,
    Withdrawal,
)
from judging.models.records import AppendOnlyError, AppendOnlyModel
from judging.models.verdicts import (
    AuditDraw,
    Ballot,
    BlindnessCheck,
    Correction,
    CorrectionNotice,
    GoldItem,
    JudgingRun,
    Verdict,
)

__all__ = [
    "Appeal",
    "AppendOnlyError",
    "AppendOnlyModel",
    "AuditDraw",
    "AuditEntry",
    "Ballot",
    "BlindnessCheck",
    "CallLease",
    "Case",
    "CaseCause",
    "Correction",
    "CorrectionNotice",
    "Explanation",
    "GoldItem",
    "Invitation",
    "Judge",
    "JudgeLimits",
    "JudgeSuspension",
    "JudgingRun",
    "Jury",
    "JuryMember",
    "Moderator",
    "OtherUse",
    "Review",
    "SchemaProbe",
    "Verdict",
    "Withdrawal",
]
