"""Replies that no judge gave: what is put on record in place of one."""

from judging.domain.faults import Fault
from judging.providers import JudgeReply
from judging.services.hearing.calls import CALL_LIMIT_SECONDS, Lost

UNFIT = JudgeReply(fault=Fault.MISCONFIGURED, detail="its replies kept to the schema in no format")
IN_PLACE_OF = {
    Lost.LATE: JudgeReply(
        fault=Fault.TIMEOUT,
        detail="no whole reply in time",
        latency_ms=round(CALL_LIMIT_SECONDS * 1000),
        unreported=True,
    ),
    Lost.BROKEN: JudgeReply(fault=Fault.CONNECTION, detail="the call broke", unreported=True),
}
