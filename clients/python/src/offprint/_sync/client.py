# Written by `npm run generate -- python-client` from _async/client.py.
"""The client for programs without an event loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, cast

import httpx

from .._calls import Calls, Fields, Time, end_user_path, history_query
from .._settings import read_settings
from .._types import (
    Balance,
    EndUser,
    Environment,
    HistoryEntry,
    KeyRecord,
    LedgerEntry,
    MissingPrediction,
    Modality,
    Model,
    PredictionBody,
    PredictionStatus,
    Quote,
    SpendLimit,
    Started,
    Upload,
    UsageGroup,
    UsageItem,
)
from .._uploads import UploadSource, open_upload
from .._waiting import Progress
from .prediction import Prediction
from .transport import Transport


class Offprint:
    """A client of one Offprint service. May be shared by threads; holds no timer between calls."""

    def __init__(
        self,
        *,
        url: str | None = None,
        api_key: str | None = None,
        retry_seconds: float = 120,
        timeout_seconds: float = 60,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Reads `OFFPRINT_URL` and `OFFPRINT_API_KEY` where no value is given.

        A request without an answer, or with one that passes (429, 5xx), is repeated for `retry_seconds`; 0 sends it
        once. It counts as lost after `timeout_seconds`. `http_client` is for proxies and certificates of your own; it
        is not closed. Raises `OffprintError` `not_configured` without an API key.
        """
        settings = read_settings(url, api_key, retry_seconds, timeout_seconds)
        self._url = settings.url
        self._calls = Calls(settings)
        self._transport = Transport(settings, http_client)
        self._run = self._transport.run

    def __enter__(self) -> Offprint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._url}>"

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def generate(
        self,
        request: Fields,
        *,
        on_progress: Progress | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> Prediction:
        """Starts a prediction and waits for its result.

        `request` has the fields of the catalogue: `{"modelKey": "embedded-image", "prompt": "a lighthouse"}`.
        `on_progress` is called with each status that differs from the one before. Ctrl-C, an error of `on_progress`
        and the end of `timeout` (seconds) cancel the prediction; its credits are refunded.
        Raises `GenerationFailedError` when it failed and was refunded, `ServiceError` when the request is rejected.
        """
        body = self._run(self._calls.generate(request, idempotency_key, on_progress, timeout))
        return Prediction(body, self._run)

    def start(self, request: Fields, *, idempotency_key: str | None = None) -> Started:
        """Starts a prediction: its credits are charged. `wait` returns its result.

        The same `idempotency_key` within 24 hours returns the same prediction. Default: a new one for each call.
        """
        return self._run(self._calls.start(request, idempotency_key))

    def wait(
        self, prediction_id: str, *, on_progress: Progress | None = None, timeout: float | None = None
    ) -> Prediction:
        """Waits for the result of a prediction, also of one that another process has started.

        Unlike `generate` it never cancels: raises `WaitTimeoutError` after `timeout` seconds, and can be called again.
        """
        return Prediction(self._run(self._calls.wait(prediction_id, on_progress, timeout)), self._run)

    def status(self, prediction_id: str, *, wait_seconds: float = 0, timeline: bool = False) -> PredictionBody:
        """Returns the present state of a prediction, or after `wait_seconds` (0 to 60), as soon as it is final."""
        return self._run(self._calls.status(prediction_id, wait_seconds, timeline))

    def statuses(
        self, prediction_ids: Iterable[str], *, wait_seconds: float = 0
    ) -> list[PredictionBody | MissingPrediction]:
        """Returns the states of up to 100 predictions in the order given; waits until one of them is final."""
        return cast(
            "list[PredictionBody | MissingPrediction]",
            self._run(self._calls.statuses(prediction_ids, wait_seconds)),
        )

    def cancel(self, prediction_id: str) -> PredictionBody:
        """Cancels a prediction that is not final: it fails with `cancelled` and is refunded. Returns its state."""
        return self._run(self._calls.cancel(prediction_id))

    def delete(self, prediction_id: str) -> PredictionBody:
        """Deletes the files and the input of a final prediction. Its cost stays in the ledger."""
        return self._run(self._calls.delete(prediction_id))

    def quote(self, request: Fields) -> Quote:
        """Returns what a request would cost. Nothing is charged."""
        return cast("Quote", self._run(self._calls.quote(request)))

    def upload(self, source: UploadSource, *, content_type: str = "application/octet-stream") -> Upload:
        """Uploads a path, bytes, a file open for reading bytes, or pieces of bytes, as an input.

        Pieces, and a file that cannot seek, are read once, so their upload is not repeated after a lost answer.
        """
        return cast("Upload", self._run(self._calls.upload(open_upload(source, content_type))))

    def history(
        self,
        *,
        status: PredictionStatus | None = None,
        modality: Modality | None = None,
        model_key: str | None = None,
        key_id: str | None = None,
        env: Environment | None = None,
        external_user_id: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
    ) -> Iterator[HistoryEntry]:
        """Iterates over the account's predictions, newest first."""
        query = history_query(
            status=status,
            modality=modality,
            model_key=model_key,
            key_id=key_id,
            env=env,
            external_user_id=external_user_id,
            since=since,
            until=until,
        )
        return self._list("/generate/history", query)

    def reframe_history(
        self,
        *,
        status: PredictionStatus | None = None,
        model_key: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
    ) -> Iterator[HistoryEntry]:
        """Iterates over the account's reframed pictures and videos, newest first."""
        query = history_query(status=status, model_key=model_key, since=since, until=until)
        return self._list("/generate/reframe/history", query)

    def ledger(self) -> Iterator[LedgerEntry]:
        """Iterates over the movements of the account's credits, newest first."""
        return self._list("/credits/ledger", {})

    def balance(self) -> Balance:
        """Returns the credits of the account."""
        return cast("Balance", self._run(self._calls.get("/credits/balance")))

    def key(self) -> KeyRecord:
        """Returns the record of the calling key and what is left of its limits."""
        return cast("KeyRecord", self._run(self._calls.get("/key")))

    def usage(
        self,
        *,
        since: Time | None = None,
        until: Time | None = None,
        group_by: Iterable[UsageGroup] = (),
    ) -> list[UsageItem]:
        """Returns counts, credits and times of the account's predictions, by group."""
        query = {**history_query(since=since, until=until), "groupBy": ",".join(group_by) or None}
        return cast("list[UsageItem]", self._run(self._calls.items("/usage", query)))

    def models(self, *, modality: Modality | None = None, operation: str | None = None) -> list[Model]:
        """Returns the models on offer with their prices and the JSON Schemas of their inputs."""
        query = {"modality": modality, "operation": operation}
        return cast("list[Model]", self._run(self._calls.items("/models", query)))

    def model(self, model_key: str) -> Model:
        """Returns one of the models on offer."""
        return cast("Model", self._run(self._calls.model(model_key)))

    def end_user(self, external_user_id: str) -> EndUser:
        """Returns what one of your users has spent, and its limit."""
        return cast("EndUser", self._run(self._calls.get(end_user_path(external_user_id))))

    def limit_end_user(self, external_user_id: str, spend_limit: SpendLimit | None) -> None:
        """Limits what one of your users may spend; `None` removes the limit."""
        self._run(self._calls.limit_end_user(external_user_id, spend_limit))

    def _list(self, path: str, query: Mapping[str, object]) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self._run(self._calls.page(path, query, cursor))
            yield from page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return
