"""The calls of the service, as steps. Both clients perform them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import Any, cast
from urllib.parse import quote, urlencode

from ._errors import OffprintError, WaitTimeoutError
from ._exchange import exchange
from ._settings import Settings
from ._steps import Request, Steps, UploadBody
from ._types import PredictionBody, SpendLimit, Started
from ._waiting import Progress, until_final

PAGE_SIZE = 100
#: Seconds that an interrupted call takes to cancel its prediction, at most.
ABANDON_SECONDS = 10.0

#: Fields of a request, with the names of the catalogue: `modelKey` and those of the model.
Fields = Mapping[str, object]
Time = str | datetime


class Calls:
    """Makes the steps of each call."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def send(self, request: Request, retry_seconds: float | None = None) -> Steps[Any]:
        """Sends a request, for at most `retry_seconds` or the client's."""
        most = self._settings.retry_seconds
        return exchange(request, most if retry_seconds is None else min(most, retry_seconds))

    def get(self, path: str, query: Mapping[str, object] | None = None) -> Steps[Any]:
        """Reads a path below `/api`."""
        return self.send(Request("GET", path + search(query or {})))

    def items(self, path: str, query: Mapping[str, object]) -> Steps[Any]:
        """Reads the `items` of a path that has one page."""
        body = yield from self.get(path, query)
        return body["items"]

    def start(self, fields: Fields, idempotency_key: str | None) -> Steps[Started]:
        """Starts a prediction."""
        return self.send(start_request(fields, idempotency_key))

    def generate(
        self,
        fields: Fields,
        idempotency_key: str | None,
        on_progress: Progress | None,
        timeout: float | None,
    ) -> Steps[PredictionBody]:
        """Starts a prediction and waits for it. Cancels it when the call is interrupted or takes too long."""
        request = start_request(fields, idempotency_key)
        prediction_id: str | None = None
        try:
            started = yield from self.send(request)
            prediction_id = started["predictionId"]
            return (yield from self.wait(started["predictionId"], on_progress, timeout))
        except WaitTimeoutError:
            final = yield from self._abandon(request, prediction_id)
            if final and final["status"] == "completed":
                return final
            raise
        except (OffprintError, GeneratorExit):
            raise
        except BaseException:
            # Ctrl-C, a cancelled task, an error of `on_progress`: the caller has no id to cancel it by.
            yield from self._abandon(request, prediction_id)
            raise

    def _abandon(self, start: Request, prediction_id: str | None) -> Steps[PredictionBody | None]:
        """Cancels a prediction. One whose start was not answered is found by its Idempotency-Key."""
        try:
            if prediction_id is None:
                started = yield from self.send(_short(start), ABANDON_SECONDS)
                prediction_id = cast("str", started["predictionId"])
            cancel = _short(Request("POST", f"{generate_path(prediction_id)}/cancel"))
            return cast("PredictionBody", (yield from self.send(cancel, ABANDON_SECONDS)))
        except OffprintError:
            # The caller learns of the interruption; its deadline ends the prediction.
            return None

    def wait(self, prediction_id: str, on_progress: Progress | None, timeout: float | None) -> Steps[PredictionBody]:
        """Waits for the end of a prediction."""

        def poll(seconds: float, retry_seconds: float | None) -> Steps[PredictionBody]:
            return self.status(prediction_id, seconds, False, retry_seconds)

        return until_final(prediction_id, poll, on_progress, timeout)

    def status(
        self, prediction_id: str, wait_seconds: float, timeline: bool, retry_seconds: float | None = None
    ) -> Steps[PredictionBody]:
        """Reads the state of a prediction."""
        query = search({"wait": _wait(wait_seconds), "timeline": timeline or None})
        path = f"/generate/status/{quote(prediction_id, safe='')}{query}"
        return self.send(Request("GET", path, wait_seconds=wait_seconds), retry_seconds)

    def statuses(self, prediction_ids: Iterable[str], wait_seconds: float) -> Steps[Any]:
        """Reads the states of several predictions."""
        query = search({"ids": ",".join(prediction_ids), "wait": _wait(wait_seconds)})
        body = yield from self.send(Request("GET", f"/generate/status{query}", wait_seconds=wait_seconds))
        return body["items"]

    def cancel(self, prediction_id: str) -> Steps[PredictionBody]:
        """Cancels a prediction."""
        return self.send(Request("POST", f"{generate_path(prediction_id)}/cancel"))

    def delete(self, prediction_id: str) -> Steps[PredictionBody]:
        """Deletes the files and the input of a prediction."""
        return self.send(Request("DELETE", generate_path(prediction_id)))

    def quote(self, fields: Fields) -> Steps[Any]:
        """Asks for a price."""
        return self.send(json_request("POST", "/generate/quote", fields))

    def upload(self, body: UploadBody) -> Steps[Any]:
        """Sends a file."""
        headers = {"Content-Type": body.content_type}
        return self.send(Request("POST", "/uploads", upload=body, headers=headers))

    def page(self, path: str, query: Mapping[str, object], cursor: str | None) -> Steps[Any]:
        """Reads a page of a list: `items` and `nextCursor`."""
        return self.get(path, {**query, "limit": PAGE_SIZE, "cursor": cursor})

    def model(self, model_key: str) -> Steps[Any]:
        """Reads a model."""
        return self.get(f"/models/{quote(model_key, safe='')}")

    def limit_end_user(self, external_user_id: str, limit: SpendLimit | None) -> Steps[None]:
        """Sets or removes the limit of an end user."""
        path = end_user_path(external_user_id)
        if limit is None:
            yield from self.send(Request("DELETE", path))
        else:
            yield from self.send(json_request("PUT", path, {"spendLimit": limit}))


def start_request(fields: Fields, idempotency_key: str | None) -> Request:
    """Returns the request that starts a prediction: however often it is sent, it charges once."""
    key = idempotency_key or str(uuid.uuid4())
    return json_request("POST", "/generate", fields, {"Idempotency-Key": key})


def json_request(method: str, path: str, body: object, headers: Mapping[str, str] | None = None) -> Request:
    """Returns a request with a JSON body. Raises `TypeError` or `ValueError` for what JSON cannot hold."""
    content = json.dumps(body, allow_nan=False, separators=(",", ":")).encode()
    return Request(method, path, content, headers={"Content-Type": "application/json", **(headers or {})})


def generate_path(prediction_id: str) -> str:
    """Returns the path of a prediction."""
    return f"/generate/{quote(prediction_id, safe='')}"


def end_user_path(external_user_id: str) -> str:
    """Returns the path of an end user."""
    return f"/end-users/{quote(external_user_id, safe='')}"


def history_query(**filters: object) -> dict[str, object]:
    """Returns the query of a history; the service calls `since` and `until` `from` and `to`."""
    names = {
        "model_key": "modelKey",
        "key_id": "keyId",
        "external_user_id": "externalUserId",
        "since": "from",
        "until": "to",
    }
    return {names.get(name, name): value for name, value in filters.items()}


def search(query: Mapping[str, object]) -> str:
    """Returns a query string of the values that are given."""
    text = urlencode({name: _text(value) for name, value in query.items() if value is not None})
    return f"?{text}" if text else ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A time needs a time zone, as datetime.now(timezone.utc) has one.")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return str(value)


def _wait(seconds: float) -> float | None:
    return round(seconds, 3) or None


def _short(request: Request) -> Request:
    return Request(
        request.method, request.path, request.content, headers=request.headers, timeout_seconds=ABANDON_SECONDS
    )
