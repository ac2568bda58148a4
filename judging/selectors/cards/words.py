"""How cards name rules, findings, causes and prompts."""

from judging.domain.panel import Finding, JuryRule
from judging.selectors.cards.hearings import Abstention

ABSTENTION_WORDS = {
    Abstention.ORDER_FLIP: "It found otherwise when the answers changed places",
    Abstention.UNREADABLE: "Its reply could not be read",
    Abstention.REFUSED: "It declined to judge",
    Abstention.UNREACHABLE: "It could not be reached",
    Abstention.NOT_NEEDED: "It was not asked to the end: the round was settled before",
}
RULE_WORDS = {
    JuryRule.UNANIMOUS_ELSE_HUMAN: "All judges must agree; otherwise the majority counts for now and moderators look.",
    JuryRule.MAJORITY: "More than half of all judges must agree; without such a majority moderators look.",
    JuryRule.HUMANS_ONLY: "Moderators alone decide.",
}
FOUND_WORDS = {
    Finding.ASKER: "asker",
    Finding.OPPONENT: "opponent",
    Finding.EQUIVALENT: "equal",
    Finding.ILL_DEFINED: "ill-defined",
}
PROMPT_WORDS = {
    "system": "Instructions",
    "user": "Question and answers",
    "gate_system": "May the question be judged? Instructions",
    "gate_user": "May the question be judged? The question",
    "compare_system": "Which answer is better? Instructions",
    "compare_user": "Which answer is better? Question and answers",
}
