"""The deterministic judge, in this process."""

import json

from judging.domain import demo_judge
from judging.domain.prompts import BlindTask
from judging.providers.base import JudgeReply


def judge(task: BlindTask) -> JudgeReply:
    """Weigh the two answers by surface features; the task set is beyond this judge."""
    opinion = demo_judge.compare(task.question, task.answer_x, task.answer_y)
    raw = json.dumps({"choice": opinion.choice, "reason": opinion.reason})
    return JudgeReply(opinion=opinion, raw=raw)
