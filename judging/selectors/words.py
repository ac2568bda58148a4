"""How findings, doubts and faults are said on pages; {asker} and {opponent} become names (judging/domain/naming.py)."""

from judging.domain.choices import GateCode
from judging.domain.faults import Fault
from judging.domain.panel import Doubt, Finding, Order
from judging.models import Verdict

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
SOURCE_WORDS = {
    Verdict.Source.JURY.value: "the jury",
    Verdict.Source.STAND_IN.value: "the demo judge, standing in for the jury",
    Verdict.Source.MODERATORS.value: "moderators",
}
DOUBT_WORDS = {
    Doubt.ORDER_FLIP: "a judge changed its verdict with the order of the answers, so it has not voted",
    Doubt.MISSING_VOTE: "a judge gave no readable reply, so it has not voted",
    Doubt.SPLIT_JURY: "the jury is split",
    Doubt.ILL_DEFINED: "the question was called ill-defined",
    Doubt.DEMO_JUDGE: "the demo judge decided",
    Doubt.STAND_IN: "the jury reached no verdict",
    Doubt.INJECTION: "an answer may try to dictate the verdict",
    Doubt.NEW_JUDGE: "a judge is new here",
    Doubt.HUMANS_ONLY: "people alone decide here",
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
