"""Performs the steps of calls with `httpx.AsyncClient`."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import httpx

from .._http import Body, arguments, download_arguments, lost, lost_part, other_part, seconds_of
from .._runtime import AsyncRuntime
from .._settings import Settings
from .._steps import Answer, Lost, Pause, Receive, Report, Request, Send, Step, Steps

T = TypeVar("T")


class AsyncTransport:
    """Sends requests within one event loop of asyncio. Files are read and written in threads."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient | None) -> None:
        self._settings = settings
        self._owns_client = client is None
        self._client = client or httpx.AsyncClient()

    async def run(self, steps: Steps[T]) -> T:
        """Performs the steps of a call, and returns its result. An error of a step is raised within the call."""
        try:
            step = next(steps)
            while True:
                try:
                    result = await self._perform(step)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            return cast("T", end.value)

    async def close(self) -> None:
        """Closes the connections, unless the caller has made them."""
        if self._owns_client:
            await self._client.aclose()

    async def _perform(self, step: Step) -> Any:
        if isinstance(step, Send):
            return await self._send(step.request)
        if isinstance(step, Receive):
            return await self._receive(step)
        if isinstance(step, Pause):
            return await AsyncRuntime.sleep(step.seconds)
        if isinstance(step, Report):
            return await AsyncRuntime.report(step)
        raise TypeError(f"No such step: {step}")

    async def _send(self, request: Request) -> Answer | Lost:
        content = AsyncRuntime.pieces(request.upload.open()) if request.upload else request.content
        try:
            async with self._client.stream(**arguments(self._settings, request, content)) as response:
                return await self._read(response, seconds_of(self._settings, request))
        except httpx.RequestError as error:
            return lost(error)

    async def _receive(self, step: Receive) -> Answer | Lost | None:
        receiver = step.receiver
        try:
            async with self._client.stream(**download_arguments(self._settings, step)) as response:
                if not response.is_success:
                    return await self._read(response, self._settings.timeout_seconds)
                if not await AsyncRuntime.use_file(receiver.accept, response.status_code, response.headers):
                    return other_part()
                async for piece in response.aiter_bytes():
                    await AsyncRuntime.use_file(receiver.add, piece)
        except httpx.RequestError as error:
            return lost(error)
        missing = receiver.missing()
        return lost_part(missing) if missing else None

    async def _read(self, response: httpx.Response, seconds: float) -> Answer:
        body = Body(seconds)
        async for piece in response.aiter_bytes():
            body.add(piece)
        return body.answer(response)
