"""What is measured of those who judge: one card per judge, per jury, and for the moderators together."""

from judging.selectors.cards.costs import used_today
from judging.selectors.cards.judges import JudgeCard, JudgeLine, judge_card, judge_lines, seated_demo_judge
from judging.selectors.cards.juries import JuryCard, JuryLine, jury_card, jury_lines
from judging.selectors.cards.moderators import ModeratorsCard, moderators_card

__all__ = [
    "JudgeCard",
    "JudgeLine",
    "JuryCard",
    "JuryLine",
    "ModeratorsCard",
    "judge_card",
    "judge_lines",
    "jury_card",
    "jury_lines",
    "moderators_card",
    "seated_demo_judge",
    "used_today",
]
