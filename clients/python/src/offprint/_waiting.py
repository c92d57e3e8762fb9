"""Waits for the end of a prediction: by long polls, and as often as the service asks for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ._errors import ConnectionFailedError, GenerationFailedError, ServiceError, WaitTimeoutError
from ._exchange import may_pass
from ._steps import Pause, Report, Steps
from ._types import Failure, PredictionBody

#: Seconds. Below the time after which common proxies close a silent connection.
LONG_POLL = 25.0
DEFAULT_RETRY_AFTER = 3.0

Progress = Callable[[PredictionBody], object]
#: Returns the steps of a status request that waits for so many seconds, and is repeated for at most so many.
Poll = Callable[[float, float | None], Steps[PredictionBody]]


def until_final(
    prediction_id: str, poll: Poll, on_progress: Progress | None, timeout: float | None
) -> Steps[PredictionBody]:
    """Polls until the prediction is completed, and returns its status.

    Raises `GenerationFailedError` when it failed, `WaitTimeoutError` after `timeout` seconds.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    seconds = 0.0 if on_progress else LONG_POLL
    reported: tuple[Any, ...] = ()
    while True:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        if left is not None:
            seconds = min(seconds, left)
        asked_at = time.monotonic()
        try:
            body = yield from poll(seconds, left)
        except (ConnectionFailedError, ServiceError) as error:
            is_passing = isinstance(error, ConnectionFailedError) or may_pass(error)
            if timeout is None or not is_passing:
                raise
            # The next attempt would come after the deadline.
            raise WaitTimeoutError(prediction_id, timeout) from error
        state = (body["status"], body["progress"], body.get("queue"))
        if on_progress and state != reported:
            yield Report(on_progress, body)
        reported = state
        if body["status"] == "completed":
            return body
        if body["status"] == "failed":
            raise failure_of(body)
        now = time.monotonic()
        if deadline is not None and timeout is not None and now >= deadline:
            raise WaitTimeoutError(prediction_id, timeout)
        retry_after = body.get("retryAfterMs", DEFAULT_RETRY_AFTER * 1_000) / 1_000
        early = seconds - (now - asked_at)
        if early > 0:
            # The response was not held, by a proxy or by a service that stops.
            yield Pause(min(early, retry_after))
        seconds = min(LONG_POLL, retry_after) if on_progress else LONG_POLL


def failure_of(body: PredictionBody) -> GenerationFailedError:
    """Returns the error of a failed prediction."""
    unknown: Failure = {"code": "internal_error", "message": "It failed.", "retryable": False}
    error = body.get("error", unknown)
    return GenerationFailedError(
        error["message"], error["code"], body["predictionId"], error["retryable"], body["creditsRefunded"]
    )
