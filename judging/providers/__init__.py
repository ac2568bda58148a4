"""Who can be asked for a judgement: the deterministic demo judge, or a model behind an endpoint."""

from judging.domain.prompts import BlindTask
from judging.models import Judge
from judging.providers import demo, openai_chat
from judging.providers.base import JudgeReply

__all__ = ["JudgeReply", "ask"]


def ask(judge: Judge, task: BlindTask) -> JudgeReply:
    """Ask one judge once; never raise for what the judge or its endpoint does. Touches no database."""
    if judge.kind == Judge.Kind.DEMO:
        return demo.judge(task)
    return openai_chat.judge(
        endpoint=judge.endpoint, model=judge.model, prompt_version=judge.prompt_version, task=task
    )
