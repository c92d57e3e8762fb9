"""What only `AsyncOffprint` has: tasks, awaitable callbacks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import uuid4

import pytest
from kit import Account, Kit

from offprint import AsyncOffprint, PredictionBody

T = TypeVar("T")


def run(kit: Kit, key: str, body: Callable[[AsyncOffprint], Awaitable[T]]) -> T:
    async def main() -> T:
        async with AsyncOffprint(url=kit.url, api_key=key) as offprint:
            return await body(offprint)

    return asyncio.run(main())


def test_a_cancelled_task_cancels_its_prediction(kit: Kit, account: Account, api_key: str) -> None:
    prompt = f"cancelled {uuid4()}"
    kit.next(prompt, submit="pending", poll="pending")
    balance = account.balance()

    async def body(offprint: AsyncOffprint) -> None:
        seen = asyncio.Event()

        async def on_progress(_: PredictionBody) -> None:
            seen.set()

        request = {"modelKey": "fake-image", "prompt": prompt}
        generation = asyncio.ensure_future(offprint.generate(request, on_progress=on_progress))
        await seen.wait()
        generation.cancel()
        with pytest.raises(asyncio.CancelledError):
            await generation

    run(kit, api_key, body)
    assert account.balance() == balance


def test_generations_run_side_by_side(kit: Kit, api_key: str) -> None:
    async def body(offprint: AsyncOffprint) -> set[str]:
        requests = [{"modelKey": "fake-image", "prompt": f"side by side {at}"} for at in range(8)]
        images = await asyncio.gather(*(offprint.generate(request) for request in requests))
        assert all([await image.data() for image in images])
        return {image.prediction_id for image in images}

    assert len(run(kit, api_key, body)) == 8
