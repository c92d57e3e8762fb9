# Written by `npm run generate -- python-client` from _async/transport.py.
"""Performs the steps of calls with `httpx.Client`."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import httpx

from .._http import Body, arguments, download_arguments, lost, lost_part, other_part, seconds_of
from .._runtime import Runtime
from .._settings import Settings
from .._steps import Answer, Lost, Pause, Receive, Report, Request, Send, Step, Steps

T = TypeVar("T")


class Transport:
    """Sends requests one after the other, from any thread."""

    def __init__(self, settings: Settings, client: httpx.Client | None) -> None:
        self._settings = settings
        self._owns_client = client is None
        self._client = client or httpx.Client()

    def run(self, steps: Steps[T]) -> T:
        """Performs the steps of a call, and returns its result. An error of a step is raised within the call."""
        try:
            step = next(steps)
            while True:
                try:
                    result = self._perform(step)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return cast("T", end.value)

    def close(self) -> None:
        """Closes the connections, unless the caller has made them."""
        if self._owns_client:
            self._client.close()

    def _perform(self, step: Step) -> Any:
        if isinstance(step, Send):
            return self._send(step.request)
        if isinstance(step, Receive):
            return self._receive(step)
        if isinstance(step, Pause):
            return Runtime.sleep(step.seconds)
        if isinstance(step, Report):
            return Runtime.report(step)
        raise TypeError(f"No such step: {step}")

    def _send(self, request: Request) -> Answer | Lost:
        content = Runtime.pieces(request.upload.open()) if request.upload else request.content
        try:
            with self._client.stream(**arguments(self._settings, request, content)) as response:
                return self._read(response, seconds_of(self._settings, request))
        except httpx.RequestError as error:
            return lost(error)

    def _receive(self, step: Receive) -> Answer | Lost | None:
        receiver = step.receiver
        try:
            with self._client.stream(**download_arguments(self._settings, step)) as response:
                if not response.is_success:
                    return self._read(response, self._settings.timeout_seconds)
                if not Runtime.use_file(receiver.accept, response.status_code, response.headers):
                    return other_part()
                for piece in response.iter_bytes():
                    Runtime.use_file(receiver.add, piece)
        except httpx.RequestError as error:
            return lost(error)
        missing = receiver.missing()
        return lost_part(missing) if missing else None

    def _read(self, response: httpx.Response, seconds: float) -> Answer:
        body = Body(seconds)
        for piece in response.iter_bytes():
            body.add(piece)
        return body.answer(response)
