"""Reads of judging: what waits, what was said about a round, and who the judges are."""

from judging.selectors.agreement import AGREEMENT_FILE, AgreementReport, demo_agreement, demo_line
from judging.selectors.cards import JudgeCard, judge_card, judge_cards, seated_demo_judge
from judging.selectors.verdicts import BallotLine, VerdictDetails, verdict_details
from judging.selectors.work import JudgingProgress, judging_progress, stalled_rounds

__all__ = [
    "AGREEMENT_FILE",
    "AgreementReport",
    "BallotLine",
    "JudgeCard",
    "JudgingProgress",
    "VerdictDetails",
    "demo_agreement",
    "demo_line",
    "judge_card",
    "judge_cards",
    "judging_progress",
    "seated_demo_judge",
    "stalled_rounds",
    "verdict_details",
]
