"""The deterministic judge, in this process."""

import json

from judging.domain import demo_judge, gate
from judging.domain.prompts import CompareTask, GateTask
from judging.providers.base import JudgeReply


def judge(task: GateTask | CompareTask) -> JudgeReply:
    """Examine the question, or weigh the two answers by surface features; the task set is beyond this judge."""
    if isinstance(task, GateTask):
        examined = gate.examine(task.question)
        raw = json.dumps({"code": examined.code, "reason": examined.reason})
        return JudgeReply(opinion=examined, raw=raw)
    opinion = demo_judge.compare(task.question, task.answer_x, task.answer_y)
    raw = json.dumps({"choice": opinion.choice, "reason": opinion.reason})
    return JudgeReply(opinion=opinion, raw=raw)
