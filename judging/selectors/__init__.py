"""Reads of judging: what waits, what was said about a round, and who the judges are."""

from judging.selectors.agreement import AGREEMENT_FILE, AgreementReport, demo_agreement, demo_line
from judging.selectors.audits import net_pro_ai_error_bound
from judging.selectors.blindness import BlindnessFigures, latest_blindness
from judging.selectors.cards import (
    JudgeCard,
    JudgeLine,
    JuryCard,
    JuryLine,
    ModeratorsCard,
    judge_card,
    judge_lines,
    jury_card,
    jury_lines,
    moderators_card,
    seated_demo_judge,
    used_today,
)
from judging.selectors.operators import (
    deserted_juries,
    is_stand_in,
    jury_names,
    model_judges,
    roster,
)
from judging.selectors.verdicts import BallotLine, VerdictDetails, verdict_details
from judging.selectors.work import JudgingProgress, judging_progress, stalled_rounds

__all__ = [
    "AGREEMENT_FILE",
    "AgreementReport",
    "BallotLine",
    "BlindnessFigures",
    "JudgeCard",
    "JudgeLine",
    "JudgingProgress",
    "JuryCard",
    "JuryLine",
    "ModeratorsCard",
    "VerdictDetails",
    "demo_agreement",
    "demo_line",
    "deserted_juries",
    "is_stand_in",
    "judge_card",
    "judge_lines",
    "judging_progress",
    "jury_card",
    "jury_lines",
    "jury_names",
    "latest_blindness",
    "model_judges",
    "moderators_card",
    "net_pro_ai_error_bound",
    "roster",
    "seated_demo_judge",
    "stalled_rounds",
    "used_today",
    "verdict_details",
]
