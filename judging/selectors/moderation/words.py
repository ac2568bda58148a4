"""How the reasons for a review are said on moderators' pages."""

from judging.domain.moderation import CaseReason

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
