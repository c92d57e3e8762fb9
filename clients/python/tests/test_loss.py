"""The promise of the Idempotency-Key: what costs credits is repeated after a lost answer, and charged once."""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from kit import Kit

from offprint import AsyncOffprint, Offprint

#: More with LOSS_GENERATIONS=1000, which takes minutes.
GENERATIONS = int(os.environ.get("LOSS_GENERATIONS", "200"))
AT_ONCE = 10


@pytest.mark.loss
def test_each_generation_through_a_network_that_loses_a_fifth_is_one_charge_and_one_whole_file(kit: Kit) -> None:
    payer = kit.account(GENERATIONS)
    relay, url = kit.relay(loss=0.2)
    keys = [payer.key(), payer.key()]
    numbers = count()
    made: list[str] = []
    lock = threading.Lock()

    def blocking(offprint: Offprint) -> None:
        while (number := next(numbers)) < GENERATIONS:
            image = offprint.generate({"modelKey": "fake-image", "prompt": f"picture {number}"})
            assert hashlib.sha256(image.data()).hexdigest() == image.output.sha256
            with lock:
                made.append(image.prediction_id)

    async def asynchronous() -> None:
        async def worker(offprint: AsyncOffprint) -> None:
            while (number := next(numbers)) < GENERATIONS:
                image = await offprint.generate({"modelKey": "fake-image", "prompt": f"picture {number}"})
                assert hashlib.sha256(await image.data()).hexdigest() == image.output.sha256
                with lock:
                    made.append(image.prediction_id)

        async with AsyncOffprint(url=url, api_key=keys[1], retry_seconds=600) as offprint:
            await asyncio.gather(*(worker(offprint) for _ in range(AT_ONCE)))

    with Offprint(url=url, api_key=keys[0], retry_seconds=600) as offprint, ThreadPoolExecutor(AT_ONCE + 1) as pool:
        running = [pool.submit(blocking, offprint) for _ in range(AT_ONCE)]
        running.append(pool.submit(asyncio.run, asynchronous()))
        for each in running:
            each.result()
        charged = [entry["predictionId"] for entry in offprint.ledger() if entry["kind"] == "charge"]
    assert len(made) == len(set(made)) == GENERATIONS
    assert payer.balance() == 0
    assert len(charged) == len(set(charged)) == GENERATIONS
    # Each kind of loss has happened often, and the response of a charge among them.
    assert min(kit.lost(relay).values()) > GENERATIONS / 20
