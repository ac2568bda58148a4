"""A language model behind an OpenAI-compatible endpoint, asked for JSON by schema and read strictly."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import openai
from django.conf import settings

from judging.domain.choices import GateOpinion, Opinion
from judging.domain.faults import Fault
from judging.domain.panel import Step
from judging.domain.patience import wish_of
from judging.domain.presenting import canary_leaked
from judging.domain.prompts import CompareTask, GateTask, compare_messages, gate_messages, schema_of
from judging.domain.replies import UnreadableReplyError, read_compare_reply, read_gate_reply
from judging.models import SchemaProbe
from judging.providers.base import JudgeReply
from judging.providers.wire import Wire

# Of a whole call, from the first byte sent to the last one received.
TIMEOUT_SECONDS = 60.0
MAX_RAW = 20_000
_NO_COMPLETION = JudgeReply(fault=Fault.UNREADABLE, detail="no chat completion")


def judge(
    *,
    endpoint: str,
    model: str,
    prompt_version: str,
    task: GateTask | CompareTask,
    reply_format: str,
    seconds: float | None = None,
) -> JudgeReply:
    """Ask `model` once, for at most `seconds`; every way of failing becomes a fault of the reply."""
    target = settings.MODEL_ENDPOINTS.get(endpoint)
    if target is None:
        return JudgeReply(fault=Fault.MISCONFIGURED, detail=f"the endpoint {endpoint!r} is not configured")
    request = _request(model, prompt_version, task, reply_format)
    longest = TIMEOUT_SECONDS if seconds is None else min(seconds, TIMEOUT_SECONDS)
    started = time.monotonic()
    with Wire(longest) as wire:
        try:
            reply = _read(_complete(target.base_url, target.api_key, request, wire), task)
        except Exception as error:  # noqa: BLE001 - whatever a server brings about is a fault, not a crash
            reply = _failed(error, wire, longest)
    unknown = reply.prompt_tokens is None or reply.completion_tokens is None
    # What an endpoint turns away costs nothing.
    unreported = unknown and wire.sent and wire.status < 300
    return replace(reply, latency_ms=round((time.monotonic() - started) * 1000), unreported=unreported)


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


def _complete(base_url: str, api_key: str, request: dict[str, Any], wire: Wire) -> bytes:
    """Return the body of the reply as it came: the client would build objects of whatever is in it."""
    # No retries in the client: the queue retries, with backoff and without holding a worker.
    client = openai.OpenAI(
        base_url=base_url,
        api_key=api_key,
        timeout=wire.client.timeout,
        max_retries=0,
        http_client=wire.client,
    )
    create = client.chat.completions.with_raw_response.create
    try:
        return create(**request).content
    except openai.BadRequestError as error:
        # Some reasoning models accept only their own temperature.
        if error.param != "temperature":
            raise
        return create(**{k: v for k, v in request.items() if k != "temperature"}).content


def _read(body: bytes, task: GateTask | CompareTask) -> JudgeReply:
    # A proxy's web page may come back, and any part may be missing or odd.
    try:
        completion = json.loads(body)
        choice = completion["choices"][0]
        said, declined = choice["message"].get("content"), choice["message"].get("refusal")
    except (ValueError, RecursionError, AttributeError, LookupError, TypeError):
        return _NO_COMPLETION
    text, refusal = _storable(said), _storable(declined)
    usage = completion.get("usage")
    reply = JudgeReply(
        raw=(text or refusal)[:MAX_RAW],
        canary_leaked=any(canary_leaked(part, task.canary) for part in (text, refusal)),
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
    )
    if not all(part is None or isinstance(part, str) for part in (said, declined)):
        return replace(reply, fault=Fault.UNREADABLE, detail="a message that is no text")
    opinion, fault, detail = _opinion(text, refusal, choice.get("finish_reason"), task)
    return replace(reply, opinion=opinion, fault=fault, detail=detail)


def _opinion(
    text: str, refusal: str, finish: object, task: GateTask | CompareTask
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
    value = usage.get(name) if isinstance(usage, dict) else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < 2**31 else None


def _failed(error: Exception, wire: Wire, seconds: float) -> JudgeReply:
    if wire.status >= 300:
        wish = wish_of(wire.headers.get("retry-after", ""), datetime.now(UTC))
        return JudgeReply(fault=_fault_of(wire.status), detail=f"HTTP {wire.status}", retry_after=wish)
    if wire.expired or isinstance(error, openai.APITimeoutError):
        return JudgeReply(fault=Fault.TIMEOUT, detail=f"no whole reply within {seconds:g} s")
    if wire.spoilt:
        return JudgeReply(fault=Fault.UNREADABLE, detail=wire.spoilt)
    if isinstance(error, openai.APIConnectionError) or not wire.status:
        return JudgeReply(fault=Fault.CONNECTION, detail="the connection failed")
    return _NO_COMPLETION


def _fault_of(status: int) -> Fault:
    if status == 429:
        return Fault.RATE_LIMITED
    return Fault.SERVER_ERROR if status >= 500 else Fault.REJECTED
