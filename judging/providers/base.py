"""What every judge gives back."""

from dataclasses import dataclass

from judging.domain.choices import GateOpinion, Opinion
from judging.domain.faults import Fault


@dataclass(frozen=True)
class JudgeReply:
    """One reply: an opinion, or the fault that stands in its place; `retry_after` is the endpoint's wish in seconds.

    `unreported` says that the call may have to be paid for, and its endpoint did not report its tokens.
    `canary_leaked` says that the reply holds the word that the judge was told never to write.
    """

    opinion: GateOpinion | Opinion | None = None
    fault: Fault | None = None
    detail: str = ""
    raw: str = ""
    canary_leaked: bool = False
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    unreported: bool = False
    latency_ms: int = 0
    retry_after: float | None = None
