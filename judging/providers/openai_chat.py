"""A language model behind an OpenAI-compatible endpoint, asked for JSON by schema and read strictly."""

import time
from typing import Any

import openai
from django.conf import settings
from openai.types.chat import ChatCompletion

from judging.domain.choices import GateOpinion, Opinion
from judging.domain.faults import Fault
from judging.domain.panel import Step
from judging.domain.presenting import canary_leaked
from judging.domain.prompts import CompareTask, GateTask, compare_messages, gate_messages, schema_of
from judging.domain.replies import UnreadableReplyError, read_compare_reply, read_gate_reply
from judging.models import SchemaProbe
from judging.providers.base import JudgeReply

TIMEOUT_SECONDS = 60.0
MAX_RAW = 20_000


def judge(
    *, endpoint: str, model: str, prompt_version: str, task: GateTask | CompareTask, reply_format: str
) -> JudgeReply:
    """Ask `model` once; every way of failing becomes a fault of the reply."""
    target = settings.MODEL_ENDPOINTS.get(endpoint)
    if target is None:
        return JudgeReply(fault=Fault.MISCONFIGURED, detail=f"the endpoint {endpoint!r} is not configured")
    request = _request(model, prompt_version, task, reply_format)
    started = time.monotonic()
    try:
        # No retries in the client: the queue retries, with backoff and without holding a worker.
        with openai.OpenAI(
            base_url=target.base_url, api_key=target.api_key, timeout=TIMEOUT_SECONDS, max_retries=0
        ) as client:
            completion = _complete(client, request)
    except openai.OpenAIError as error:
        return _failed(error, _elapsed_ms(started))
    except ValueError:
        return JudgeReply(
            fault=Fault.UNREADABLE, detail="no chat completion", latency_ms=_elapsed_ms(started)
        )
    return _read(completion, task, _elapsed_ms(started))


def messages_of(prompt_version: str, task: GateTask | CompareTask) -> tuple[str, str]:
    """Return the system and the user message of one call."""
    if isinstance(task, GateTask):
        return gate_messages(prompt_version, task)
    return compare_messages(prompt_version, task)


def _request(
    model: str, prompt_version: str, task: GateTask | CompareTask, reply_format: str
) -> dict[str, Any]:
    system, user = messages_of(prompt_version, task)
    request: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        "temperature": 0,
    }
    if reply_format == SchemaProbe.Format.SCHEMA:
        step = Step.GATE if isinstance(task, GateTask) else Step.COMPARE
        schema = {"name": f"{step}_reply", "strict": True, "schema": schema_of(step)}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif reply_format == SchemaProbe.Format.OBJECT:
        request["response_format"] = {"type": "json_object"}
    return request


def _complete(client: openai.OpenAI, request: dict[str, Any]) -> object:
    try:
        return client.chat.completions.create(**request)
    except openai.BadRequestError as error:
        # Some reasoning models accept only their own temperature.
        if error.param != "temperature":
            raise
        return client.chat.completions.create(**{k: v for k, v in request.items() if k != "temperature"})


def _elapsed_ms(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


def _read(completion: object, task: GateTask | CompareTask, latency_ms: int) -> JudgeReply:
    # The client checks nothing: a proxy's web page comes back as text, and any part may be missing or odd.
    if not isinstance(completion, ChatCompletion):
        return JudgeReply(fault=Fault.UNREADABLE, detail="no chat completion", latency_ms=latency_ms)
    try:
        choice = completion.choices[0]
        text, refusal = _storable(choice.message.content), _storable(choice.message.refusal)
    except (AttributeError, IndexError, TypeError):
        return JudgeReply(fault=Fault.UNREADABLE, detail="no chat completion", latency_ms=latency_ms)
    opinion, fault, detail = _opinion(text, refusal, choice.finish_reason, task)
    raw = (text or refusal)[:MAX_RAW]
    return JudgeReply(
        opinion=opinion,
        fault=fault,
        detail=detail,
        raw=raw,
        canary_leaked=canary_leaked(raw, task.canary),
        prompt_tokens=_count(completion.usage, "prompt_tokens"),
        completion_tokens=_count(completion.usage, "completion_tokens"),
        latency_ms=latency_ms,
    )


def _opinion(
    text: str, refusal: str, finish: str, task: GateTask | CompareTask
) -> tuple[GateOpinion | Opinion | None, Fault | None, str]:
    if refusal:
        return None, Fault.REFUSED, "the model declined to judge"
    if finish == "length":
        return None, Fault.TRUNCATED, "the reply was cut at the token limit"
    read = read_gate_reply if isinstance(task, GateTask) else read_compare_reply
    try:
        return read(text), None, ""
    except UnreadableReplyError as error:
        return None, Fault.UNREADABLE, str(error)


def _storable(text: object) -> str:
    """Return a text that both databases take: no NUL, no half of a surrogate pair; "" for anything but a text."""
    return text.replace("\0", "").encode(errors="replace").decode() if isinstance(text, str) else ""


def _count(usage: object, name: str) -> int | None:
    value = getattr(usage, name, None)
    return value if isinstance(value, int) and 0 <= value < 2**31 else None


def _failed(error: openai.OpenAIError, latency_ms: int) -> JudgeReply:
    fault, detail = _fault_of(error)
    return JudgeReply(fault=fault, detail=detail, latency_ms=latency_ms, retry_after=_retry_after(error))


def _fault_of(error: openai.OpenAIError) -> tuple[Fault, str]:
    if isinstance(error, openai.APITimeoutError):
        return Fault.TIMEOUT, f"no reply within {TIMEOUT_SECONDS:g} s"
    if isinstance(error, openai.APIConnectionError):
        return Fault.CONNECTION, "the connection failed"
    if isinstance(error, openai.APIStatusError):
        detail = f"HTTP {error.status_code}"
        if error.status_code == 429:
            return Fault.RATE_LIMITED, detail
        return (Fault.SERVER_ERROR if error.status_code >= 500 else Fault.REJECTED), detail
    return Fault.UNREADABLE, "no chat completion"


def _retry_after(error: openai.OpenAIError) -> float | None:
    if not isinstance(error, openai.APIStatusError):
        return None
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds <= 3600 else None
