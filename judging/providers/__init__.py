"""Who can be asked for a judgement: the deterministic demo judge, or a model behind an endpoint."""

from judging.domain.prompts import CompareTask, GateTask
from judging.models import Judge, SchemaProbe
from judging.providers import demo, openai_chat
from judging.providers.base import JudgeReply

__all__ = ["JudgeReply", "ask", "messages_of"]


def ask(
    judge: Judge,
    task: GateTask | CompareTask,
    reply_format: str = SchemaProbe.Format.SCHEMA,
    *,
    seconds: float | None = None,
) -> JudgeReply:
    """Ask one judge once; never raise for what the judge or its endpoint does. Touches no database.

    A model gets TIMEOUT_SECONDS, or `seconds` where that is less.
    `reply_format` is how the endpoint is asked to keep to the schema (SchemaProbe.Format); the reply is
    read by the schema whatever it is.
    """
    if judge.kind == Judge.Kind.DEMO:
        return demo.judge(task)
    return openai_chat.judge(
        endpoint=judge.endpoint,
        model=judge.model,
        prompt_version=judge.prompt_version,
        task=task,
        reply_format=reply_format,
        seconds=seconds,
    )


def messages_of(judge: Judge, task: GateTask | CompareTask) -> tuple[str, str]:
    """Return the messages that a model judge would be sent."""
    return openai_chat.messages_of(judge.prompt_version, task)
