"""A start that is interrupted before its answer arrived is found by its Idempotency-Key, and cancelled."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import httpx
import pytest
from kit import Account, Kit

from offprint import AsyncOffprint, Offprint


class Enough(BaseException):
    """As KeyboardInterrupt, which pytest would take for its own."""


class Interrupting(httpx.HTTPTransport):
    """Interrupts the caller when the first start has been answered."""

    interrupted = False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.url.path == "/api/generate" and not self.interrupted:
            self.interrupted = True
            response.read()
            response.close()
            raise Enough
        return response


class AsyncInterrupting(httpx.AsyncHTTPTransport):
    """Cancels the task of the caller when the first start has been answered."""

    interrupted = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if request.url.path == "/api/generate" and not self.interrupted:
            self.interrupted = True
            await response.aread()
            task = asyncio.current_task()
            assert task is not None
            task.cancel()
            await asyncio.sleep(0)
        return response


def test_sync(kit: Kit, account: Account, api_key: str) -> None:
    prompt = f"interrupted {uuid4()}"
    kit.next(prompt, submit="pending", poll="pending")
    balance = account.balance()
    with httpx.Client(transport=Interrupting()) as http:
        client = Offprint(url=kit.url, api_key=api_key, http_client=http)
        with pytest.raises(Enough):
            client.generate({"modelKey": "fake-image", "prompt": prompt})
        assert account.balance() == balance
        entries = [entry for entry in client.history(status="failed") if entry["prompt"] == prompt]
        assert [entry["error"]["code"] for entry in entries] == ["cancelled"]


def test_async(kit: Kit, account: Account, api_key: str) -> None:
    prompt = f"interrupted {uuid4()}"
    kit.next(prompt, submit="pending", poll="pending")
    balance = account.balance()

    async def run() -> None:
        async with httpx.AsyncClient(transport=AsyncInterrupting()) as http:
            client = AsyncOffprint(url=kit.url, api_key=api_key, http_client=http)
            generation = asyncio.ensure_future(client.generate({"modelKey": "fake-image", "prompt": prompt}))
            with pytest.raises(asyncio.CancelledError):
                await generation
            entries = [entry async for entry in client.history(status="failed") if entry["prompt"] == prompt]
            assert [entry["error"]["code"] for entry in entries] == ["cancelled"]

    asyncio.run(run())
    assert account.balance() == balance
