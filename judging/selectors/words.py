"""How findings, doubts and faults are said on pages; {asker} and {opponent} become names (judging/domain/naming.py)."""

from judging.domain.choices import GateCode
from judging.domain.faults import Fault
from judging.domain.moderation import AppealState
from judging.domain.naming import Names, with_names
from judging.domain.panel import Doubt, Finding, Order
from judging.models import Ballot, Judge, Verdict

FINDING_WORDS = {
    Finding.ASKER: "{asker} is better",
    Finding.OPPONENT: "{opponent} is better",
    Finding.EQUIVALENT: "the answers are equivalent",
    Finding.ILL_DEFINED: "the question is ill-defined",
}
ORDER_WORDS = {Order.XY: "{asker} shown first", Order.YX: "{opponent} shown first"}
BOTH_ORDERS = "in both orders"
GATE_STEP = "of the question alone"
GATE_WORDS = {
    GateCode.WELL_DEFINED: "it can be judged",
    GateCode.NONSENSE: "it makes no sense",
    GateCode.NO_STANDARD: "nothing decides which answer is better",
    GateCode.PRIVATE: "nobody else can check the answer",
    GateCode.OUTSIDE_T: "it is outside the allowed questions",
    GateCode.HARMFUL: "it asks for something harmful",
}
DEMO_WORDS = "the demo judge"
SOURCE_WORDS = {
    Verdict.Source.JURY.value: "the jury",
    Verdict.Source.STAND_IN.value: "the demo judge, standing in for the jury",
    Verdict.Source.MODERATORS.value: "moderators",
}
DOUBT_WORDS = {
    Doubt.ORDER_FLIP: "a judge changed its verdict with the order of the answers, so it has not voted",
    Doubt.MISSING_VOTE: "a judge of the jury has not voted: no readable reply, or nobody could sit",
    Doubt.SPLIT_JURY: "the jury is split",
    Doubt.ILL_DEFINED: "the question was called ill-defined",
    Doubt.DEMO_JUDGE: "the demo judge decided",
    Doubt.STAND_IN: "the jury reached no verdict",
    Doubt.INJECTION: "an answer may try to dictate the verdict",
    Doubt.NEW_JUDGE: "a judge is new here",
    Doubt.HUMANS_ONLY: "people alone decide here",
}
APPEAL_WORDS = {
    AppealState.OPEN: "your appeal waits for moderators",
    AppealState.UPHELD: "your appeal was answered: the verdict stands",
    AppealState.OVERTURNED: "your appeal was answered: the verdict was replaced",
    AppealState.LAPSED: "your appeal was not decided",
}
FAULT_WORDS = {
    Fault.TIMEOUT: "no reply in time",
    Fault.CONNECTION: "could not be reached",
    Fault.RATE_LIMITED: "was overloaded",
    Fault.SERVER_ERROR: "had a technical fault",
    Fault.REJECTED: "did not accept the request",
    Fault.MISCONFIGURED: "is not configured",
    Fault.REFUSED: "declined to judge",
    Fault.TRUNCATED: "broke off its reply",
    Fault.UNREADABLE: "gave no readable reply",
}


def verdict_words(verdict: Verdict, names: Names) -> str:
    """Say inside a sentence what a verdict says, and of an ill-defined question why."""
    said = with_names(FINDING_WORDS[Finding(verdict.outcome)], names, inside_sentence=True)
    why = why_ill_defined(verdict)
    return f"{said}: {why}" if why else said


def why_ill_defined(verdict: Verdict) -> str:
    """Say for which reason a verdict calls the question ill-defined; "" where it does not, or gives none."""
    if verdict.outcome != Finding.ILL_DEFINED or not verdict.gate_code:
        return ""
    return GATE_WORDS[GateCode(verdict.gate_code)]


def source_words(verdict: Verdict) -> str:
    """Say who passed a verdict."""
    return DEMO_WORDS if is_by_demo_judge_alone(verdict) else SOURCE_WORDS[verdict.source]


def is_by_demo_judge_alone(verdict: Verdict) -> bool:
    """Tell whether the jury that passed a verdict was the demo judge and nobody else."""
    if verdict.source != Verdict.Source.JURY or verdict.counts_for_claims:
        return False
    models = Ballot.objects.filter(round_id=verdict.round_id).exclude(judge__kind=Judge.Kind.DEMO)
    return not models.exists()
