"""How reasons for a review, and entries of the trail, are said on moderators' pages."""

from judging.domain.moderation import CaseReason, TrailAction

REASON_WORDS = {
    CaseReason.APPEAL: "a player appealed",
    CaseReason.HUMANS_ONLY: "people alone decide here",
    CaseReason.STAND_IN: "the jury reached no verdict",
    CaseReason.INJECTION: "an answer may try to dictate the verdict",
    CaseReason.PIVOTAL: "the verdict ended the game",
    CaseReason.SPLIT_JURY: "the jury is split",
    CaseReason.ORDER_FLIP: "a judge changed its mind with the order of the answers",
    CaseReason.MISSING_VOTE: "a judge gave no readable reply",
    CaseReason.ILL_DEFINED: "the question was called ill-defined",
    CaseReason.NEW_JUDGE: "a judge is new here",
    CaseReason.DEMO_JUDGE: "the demo judge decided",
    CaseReason.RANDOM_AUDIT: "drawn at random",
    CaseReason.GOLD: "a test with a known verdict",
}
ACTION_WORDS = {
    TrailAction.CASE_OPENED: "case opened",
    TrailAction.CASE_DRAWN: "case drawn",
    TrailAction.CASE_RETURNED: "case put back",
    TrailAction.CASE_SKIPPED: "case skipped",
    TrailAction.CASE_SETTLED: "case settled",
    TrailAction.CASE_LAPSED: "case lapsed",
    TrailAction.VOTE_CAST: "vote cast",
    TrailAction.VOTE_WITHDRAWN: "vote taken back",
    TrailAction.VOTE_EXPLAINED: "reason given to the players",
    TrailAction.VOTE_VOID: "vote void: it was on a game of her own",
    TrailAction.VERDICT_PASSED: "verdict passed",
    TrailAction.VERDICT_OVERTURNED: "verdict overturned",
    TrailAction.APPEAL_FILED: "appeal filed",
    TrailAction.APPEAL_CLOSED: "appeal closed",
    TrailAction.MODERATOR_INVITED: "moderator invited",
    TrailAction.INVITATION_REVOKED: "invitation revoked",
    TrailAction.MODERATOR_JOINED: "moderator joined",
    TrailAction.MODERATOR_ENDED: "moderator\u2019s role ended",
    TrailAction.JUDGE_SUSPENDED: "judge suspended",
    TrailAction.JUDGE_OUT_OF_LIMITS: "judge suspended, as it is outside its limits",
    TrailAction.JUDGE_REINSTATED: "judge reinstated",
    TrailAction.JUDGE_LIMITS_CHANGED: "judge\u2019s limits changed",
    TrailAction.JURY_CHANGED: "jury changed",
}
