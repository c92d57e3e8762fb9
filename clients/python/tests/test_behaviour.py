"""What the client repeats, how long it waits and what it raises in the end, by `clients/behaviour.json`.

The tests of the TypeScript client read it too. No time passes: the clock is the test's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import NewClient

import offprint
from offprint import OffprintError, ServiceError, _exchange, _http, _waiting
from offprint._runtime import AsyncRuntime, Runtime

TABLE: Any = json.loads((Path(__file__).parents[2] / "behaviour.json").read_text("utf-8"))
STARTED = {"predictionId": "pred_1", "status": "processing"}

#: Returns the response to a request, which is counted from 0, or `None` for none.
Respond = Callable[[int], httpx.Response | None]


class Clock:
    """Stands in for `time` in the client."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (_exchange, _http, _waiting):
        monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(Runtime, "sleep", clock.sleep)
    monkeypatch.setattr(AsyncRuntime, "sleep", clock.sleep_async)
    return clock


def serve(respond: Respond) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """Returns a transport without a network, and the requests that it has been given."""
    sent: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        response = respond(len(sent) - 1)
        if response is None:
            raise httpx.ConnectError("refused")
        return response

    return httpx.MockTransport(handle), sent


def response_of(row: Any) -> httpx.Response | None:
    if "status" not in row:
        return None
    status = row["status"]
    headers = {"Retry-After": row["retryAfter"]} if "retryAfter" in row else {}
    if status < 400:
        headers["Location"] = "http://127.0.0.1:9/elsewhere"
    if row.get("sender") == "other":
        headers["Content-Type"] = row.get("contentType", "text/html")
        return httpx.Response(status, headers=headers, text="<h1>A page</h1>")
    code = {} if status == 429 else {"code": row["code"]}
    return httpx.Response(status, headers=headers, json={"statusCode": status, **code, "message": "A sentence."})


def perform(client: Any, row: Any) -> Any:
    if row.get("call") == "uploadOnce":
        return client.upload(iter([b"bytes"]))
    return client.start({"modelKey": "acme-portrait"})


def within(seconds: float, least: float, most: float) -> bool:
    return least - 1e-6 <= seconds <= most + 1e-6


@pytest.mark.parametrize("row", TABLE["responses"], ids=lambda row: row["name"])
def test_a_response_raises_its_class_in_the_end(new_client: NewClient, clock: Clock, row: Any) -> None:
    transport, sent = serve(lambda _: response_of(row))
    with pytest.raises(OffprintError) as raised:
        perform(new_client(transport=transport, retry_seconds=0), row)
    error = raised.value
    assert type(error) is getattr(offprint, TABLE["errors"][row["error"]]["python"])
    assert error.code == row["code"]
    if isinstance(error, ServiceError):
        retry_after = row.get("retryAfter", "")
        expected = float(retry_after) if retry_after.isdigit() else None
        assert (error.status, error.retry_after) == (row["status"], expected)
    assert (len(sent), clock.pauses) == (1, [])


@pytest.mark.parametrize("row", TABLE["responses"], ids=lambda row: row["name"])
def test_a_response_is_repeated_or_not(new_client: NewClient, clock: Clock, row: Any) -> None:
    transport, sent = serve(lambda number: httpx.Response(201, json=STARTED) if number else response_of(row))
    client = new_client(transport=transport)
    if not row["repeated"]:
        with pytest.raises(OffprintError):
            perform(client, row)
        assert (len(sent), clock.pauses) == (1, [])
        return
    assert perform(client, row) == STARTED
    after = row.get("after")
    least, most = TABLE["backoffSeconds"][0] if after is None else (after, after + TABLE["spreadSeconds"])
    assert within(clock.pauses[0], least, most)
    keys = [request.headers["Idempotency-Key"] for request in sent]
    assert len(keys) == 2
    assert len(set(keys)) == 1


def test_each_attempt_waits_longer_and_the_last_ends_before_the_time_does(new_client: NewClient, clock: Clock) -> None:
    transport, _ = serve(lambda _: None)
    with pytest.raises(OffprintError) as raised:
        new_client(transport=transport).balance()
    assert raised.value.code == "connection_failed"
    ranges = TABLE["backoffSeconds"]
    assert len(clock.pauses) > len(ranges)
    for pause, (least, most) in zip(clock.pauses, ranges, strict=False):
        assert within(pause, least, most)
    assert within(clock.now, TABLE["retrySeconds"] - ranges[-1][1], TABLE["retrySeconds"])


@pytest.mark.parametrize("row", TABLE["polls"], ids=lambda row: row["name"])
def test_a_poll_is_followed_by_the_next(new_client: NewClient, clock: Clock, row: Any) -> None:
    pauses: list[float] = []
    answered_at = 0.0
    body: dict[str, Any] = {"predictionId": "pred_1", "modelKey": "m", "creditCost": 1, "progress": 0, "outputs": []}

    def respond(number: int) -> httpx.Response:
        nonlocal answered_at
        if number:
            pauses.append(clock.now - answered_at)
        if number == len(row["heldSeconds"]):
            return httpx.Response(200, json={**body, "status": "completed"})
        clock.now += row["heldSeconds"][number]
        answered_at = clock.now
        retry_after = {"retryAfterMs": row["retryAfterMs"]} if "retryAfterMs" in row else {}
        return httpx.Response(200, json={**body, **retry_after, "status": "processing"})

    transport, sent = serve(respond)
    on_progress = (lambda _: None) if row["onProgress"] else None
    assert new_client(transport=transport).wait("pred_1", on_progress=on_progress).prediction_id == "pred_1"
    assert [float(request.url.params.get("wait", 0)) for request in sent] == row["waits"]
    expected = row["pauses"] if isinstance(row["pauses"], list) else row["pauses"]["python"]
    assert pauses == pytest.approx(expected)
