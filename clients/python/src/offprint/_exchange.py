"""Sends a request, and again while that is safe and may help, until it is answered."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from itertools import count
from typing import Any

from ._errors import ConnectionFailedError, OffprintError, Rejection, ServiceError, service_error
from ._steps import Answer, Lost, Pause, Request, Send, Steps

FIRST_BACKOFF = 0.25
MAX_BACKOFF = 8.0
#: Of a proxy, or of a service that is starting, stopping or full. 408: the request did not arrive in time.
REPEATED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})


def exchange(request: Request, retry_seconds: float) -> Steps[Any]:
    """Sends a request and returns the JSON of the response, `None` for one without a body.

    Raises `ServiceError` when the service rejects it, `ConnectionFailedError` without response in time.
    """
    deadline = time.monotonic() + retry_seconds
    for attempt in count():
        outcome: Answer | Lost = yield Send(request)
        if isinstance(outcome, Answer) and 200 <= outcome.status < 300:
            return body_of(outcome)
        error, cause, is_passing = failure_of(outcome)
        pause = pause_before(attempt + 1, error)
        if not is_passing or not request.is_repeatable or time.monotonic() + pause > deadline:
            raise error from cause
        yield Pause(pause)


def failure_of(outcome: Answer | Lost) -> tuple[OffprintError, Exception | None, bool]:
    """Returns the error of an exchange, its cause, and whether another attempt may succeed."""
    if isinstance(outcome, Lost):
        text = str(outcome.cause) or type(outcome.cause).__name__
        return ConnectionFailedError(f"No response: {text}"), outcome.cause, outcome.may_pass
    error = rejection_of(outcome)
    return error, None, may_pass(error)


def may_pass(error: ServiceError) -> bool:
    """Returns whether the same request may be accepted later."""
    # The request that holds the same Idempotency-Key ends soon.
    return error.status in REPEATED_STATUSES or error.code == "idempotency_in_progress"


def pause_before(attempt: int, error: OffprintError | None = None) -> float:
    """Returns the seconds before an attempt, from 1: those of `Retry-After`, else a time that doubles.

    A part is random, so that many callers do not return at once.
    """
    if isinstance(error, ServiceError) and error.retry_after is not None:
        return error.retry_after + random.uniform(0, 0.25)
    full = min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** min(attempt - 1, 10))
    return random.uniform(full / 2, full)


def body_of(answer: Answer) -> Any:
    """Returns the JSON of a successful response. Raises when something else than the service has sent it."""
    if not answer.content:
        return None
    content_type = answer.headers.get("content-type", "")
    if "json" in content_type:
        try:
            return json.loads(answer.content)
        except ValueError:
            pass
    message = f"The address does not answer as Offprint does ({content_type}). Check the url."
    raise OffprintError(message, "not_configured")


def rejection_of(answer: Answer) -> ServiceError:
    """Returns the error of a response with a status of 300 or more, also of one that a proxy has sent."""
    body = _object(answer.content)
    code, message = body.get("code"), body.get("message")
    return service_error(
        Rejection(
            status=answer.status,
            code=code if isinstance(code, str) else _code_of(answer.status),
            message=message if isinstance(message, str) else f"The service answered {answer.status}.",
            request_id=answer.headers.get("x-request-id"),
            details=body.get("details"),
            retry_after=_seconds(answer.headers.get("retry-after")),
        )
    )


def _object(content: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _code_of(status: int) -> str:
    """Returns the code of a response without one: a 429 has none."""
    if status == 429:
        return "rate_limited"
    if status < 400:
        # A redirect would send the key to another address, or a POST as a GET.
        return "not_configured"
    return "service_unavailable" if status >= 500 else "not_found"


def _seconds(header: str | None) -> float | None:
    text = (header or "").strip()
    return float(text) if text.isascii() and text.isdigit() else None
