"""One chat completion over the official client: bounded in time and size, every failure a MindFault.

Nothing of the key, the prompt or the endpoint's own words gets into an exception: only its class, the
HTTP status and a short error code.
"""

import json
import math
import re
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from games.domain.minds import FaultKind, MindFault, PlayerConfig

MAX_BODY_BYTES = 20_000_000
CONNECT_SECONDS = 5.0
LEAST_SECONDS = 0.5
REASONING_TOKENS = 4096

# Sampling only: a player's record must not reach what the platform itself decides (model, messages, schema).
ALLOWED_PARAMETERS = frozenset(
    "temperature top_p top_k min_p repeat_penalty frequency_penalty presence_penalty seed stop"
    " max_tokens max_completion_tokens reasoning_effort".split()
)
_LIMITS = ("max_tokens", "max_completion_tokens")
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_ERROR_CODE = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back: `text` may be empty; `cut_off` where the model ran out of tokens; `refused` as the API says."""

    text: str
    cut_off: bool
    refused: bool


@dataclass(frozen=True, slots=True)
class _Failure:
    fault: MindFault
    status: int = 0
    parameter: str | None = None


class SchemaRejectedError(Exception):
    """The endpoint does not take the request with a response format."""


def complete(
    config: PlayerConfig,
    messages: Sequence[Mapping[str, str]],
    *,
    max_tokens: int,
    deadline: float,
    schema: Mapping[str, Any] | None = None,
) -> Completion:
    """Return one completion; `deadline` is a value of time.monotonic(), `max_tokens` yields to the player's own.

    Raises MindFault, or SchemaRejectedError where the endpoint answers 400 or 422 to a request with a schema.
    """
    request = _request(config, messages, max_tokens, schema)
    body, failure = _call(config, request, deadline)
    if failure is not None and failure.parameter == "max_tokens":
        request["extra_body"] = _with_room_to_reason(request["extra_body"])
        body, failure = _call(config, request, deadline)
    # Raised out here, so that no chained exception carries the request and its headers along.
    if failure is None:
        return _completion(body)
    if schema is not None and failure.status in (400, 422):
        raise SchemaRejectedError
    raise failure.fault


def _request(
    config: PlayerConfig,
    messages: Sequence[Mapping[str, str]],
    max_tokens: int,
    schema: Mapping[str, Any] | None,
) -> dict[str, Any]:
    unknown = sorted(set(config.parameters) - ALLOWED_PARAMETERS)
    if unknown:
        raise MindFault(FaultKind.MISCONFIGURED, detail=f"parameters not allowed: {', '.join(unknown)[:100]}")
    if not config.base_url or not config.model:
        raise MindFault(FaultKind.MISCONFIGURED, detail="no endpoint or no model is configured")
    extra = dict(config.parameters)
    if not any(name in extra for name in _LIMITS):
        extra["max_tokens"] = max_tokens
    request: dict[str, Any] = {"model": config.model, "messages": list(messages), "extra_body": extra}
    if schema is not None:
        request["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "turn", "strict": True, "schema": dict(schema)},
        }
    return request


def _with_room_to_reason(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Say the token limit as reasoning models want it: their thoughts count, so they get room for them."""
    others = {name: value for name, value in parameters.items() if name != "max_tokens"}
    return {**others, "max_completion_tokens": parameters["max_tokens"] + REASONING_TOKENS}


def _call(config: PlayerConfig, request: dict[str, Any], deadline: float) -> tuple[bytes, _Failure | None]:
    remaining = deadline - time.monotonic()
    if remaining < LEAST_SECONDS:
        return b"", _Failure(MindFault(FaultKind.TIMEOUT, detail="no time left"))
    try:
        with (
            _client(config, remaining) as client,
            client.chat.completions.with_streaming_response.create(**request) as response,
        ):
            return _body(response.iter_bytes(), deadline), None
    except MindFault as found:
        fault = found
    except (openai.APITimeoutError, httpx2.TimeoutException):
        fault = MindFault(FaultKind.TIMEOUT)
    except openai.APIStatusError as error:
        return b"", _Failure(_status_fault(error), error.status_code, error.param)
    except (openai.APIConnectionError, httpx2.HTTPError, httpx2.StreamError) as error:
        fault = MindFault(FaultKind.CONNECTION, detail=type(error).__name__)
    except (openai.OpenAIError, httpx2.InvalidURL, UnicodeError) as error:
        fault = MindFault(FaultKind.MISCONFIGURED, detail=type(error).__name__)
    return b"", _Failure(fault)


@cache
def _trust() -> ssl.SSLContext:
    """Read the machine's certificates once: it takes as long as everything else about a call."""
    return httpx2.create_ssl_context()


def _client(config: PlayerConfig, remaining: float) -> openai.OpenAI:
    is_local = urlsplit(config.base_url).hostname in _LOOPBACK
    return openai.OpenAI(
        base_url=config.base_url,
        api_key=config.api_key or "none",
        # The platform waits and tries again on the AI's own clock.
        max_retries=0,
        timeout=openai.Timeout(remaining, connect=min(CONNECT_SECONDS, remaining)),
        # A redirect could carry the prompts elsewhere; a proxy has no business between two local processes.
        http_client=openai.DefaultHttpxClient(
            follow_redirects=False, trust_env=not is_local, verify=_trust()
        ),
    )


def _body(chunks: Any, deadline: float) -> bytes:  # noqa: ANN401 -- an iterator of bytes in every version of the client
    """Read the body, but not longer than the deadline: the client's own timeout starts again at each chunk."""
    parts: list[bytes] = []
    size = 0
    for chunk in chunks:
        parts.append(chunk)
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise MindFault(FaultKind.UNREADABLE, detail="the reply is too large")
        if time.monotonic() > deadline:
            raise MindFault(FaultKind.TIMEOUT, detail="the reply trickles")
    return b"".join(parts)


def _status_fault(error: openai.APIStatusError) -> MindFault:
    status, code = error.status_code, error.code
    detail = f"HTTP {status}"
    if isinstance(code, str) and _ERROR_CODE.fullmatch(code):
        detail += f" {code}"
    if status == 429:
        kind = FaultKind.RATE_LIMITED
    elif status == 408:
        kind = FaultKind.TIMEOUT
    elif status >= 500:
        kind = FaultKind.SERVER_ERROR
    else:
        kind = FaultKind.REJECTED
    return MindFault(kind, detail=detail, retry_after=_seconds(error.response.headers.get("retry-after")))


def _seconds(header: str | None) -> float | None:
    """Return Retry-After in seconds, at most an hour; None for a date or anything else."""
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return min(seconds, 3600.0) if math.isfinite(seconds) and seconds >= 0 else None


def _completion(body: bytes) -> Completion:
    try:
        choice = json.loads(body)["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content"), message.get("refusal")
        finish = choice.get("finish_reason")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise MindFault(FaultKind.UNREADABLE, detail="the reply is no chat completion") from None
    return Completion(
        text=content if isinstance(content, str) else "",
        cut_off=finish == "length",
        refused=bool(refusal) or finish == "content_filter",
    )
