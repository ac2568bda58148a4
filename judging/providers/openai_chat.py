"""A language model behind an OpenAI-compatible endpoint, asked for JSON by schema and read strictly."""

import time
from typing import Any

import openai
from django.conf import settings
from openai.types.chat import ChatCompletion

from judging.domain.faults import Fault
from judging.domain.prompts import SCHEMA, BlindTask, messages
from judging.domain.replies import UnreadableReplyError, read_reply
from judging.providers.base import JudgeReply

TIMEOUT_SECONDS = 60.0
MAX_RAW = 20_000


def judge(*, endpoint: str, model: str, prompt_version: str, task: BlindTask) -> JudgeReply:
    """Ask `model` once; every way of failing becomes a fault of the reply."""
    target = settings.MODEL_ENDPOINTS.get(endpoint)
    if target is None:
        return JudgeReply(fault=Fault.MISCONFIGURED, detail=f"the endpoint {endpoint!r} is not configured")
    system, user = messages(prompt_version, task)
    request = {
        "model": model,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        "temperature": 0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": SCHEMA},
        },
    }
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
    return _read(completion, _elapsed_ms(started))


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


def _read(completion: object, latency_ms: int) -> JudgeReply:
    # The client checks nothing: a proxy's web page comes back as text, and any part may be missing or odd.
    if not isinstance(completion, ChatCompletion):
        return JudgeReply(fault=Fault.UNREADABLE, detail="no chat completion", latency_ms=latency_ms)
    try:
        choice = completion.choices[0]
        text, refusal = _storable(choice.message.content), _storable(choice.message.refusal)
    except (AttributeError, IndexError, TypeError):
        return JudgeReply(fault=Fault.UNREADABLE, detail="no chat completion", latency_ms=latency_ms)
    usage = completion.usage
    fault, detail, opinion = None, "", None
    if refusal:
        fault, detail = Fault.REFUSED, "the model declined to judge"
    elif choice.finish_reason == "length":
        fault, detail = Fault.TRUNCATED, "the reply was cut at the token limit"
    else:
        try:
            opinion = read_reply(text)
        except UnreadableReplyError as error:
            fault, detail = Fault.UNREADABLE, str(error)
    return JudgeReply(
        opinion=opinion,
        fault=fault,
        detail=detail,
        raw=(text or refusal)[:MAX_RAW],
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
        latency_ms=latency_ms,
    )


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
