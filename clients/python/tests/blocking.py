"""Drives an `AsyncOffprint` as if it were an `Offprint`, so that one test shows that both do the same."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator
from typing import Any

from offprint import AsyncOutput, AsyncPrediction


class Blocking:
    """Calls of the target, each run to its end in the given loop."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target = target
        self._loop = loop

    def __repr__(self) -> str:
        return repr(self._target)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if not callable(value):
            return self._result(value)
        return lambda *values, **options: self._result(value(*values, **options))

    def _result(self, value: Any) -> Any:
        if inspect.isawaitable(value):
            return self._result(self._loop.run_until_complete(_awaited(value)))
        if isinstance(value, (AsyncPrediction, AsyncOutput)):
            return Blocking(value, self._loop)
        if isinstance(value, list):
            return [self._result(item) for item in value]
        return self._items(value) if isinstance(value, AsyncIterator) else value

    def _items(self, items: AsyncIterator[Any]) -> Iterator[Any]:
        while True:
            try:
                yield self._loop.run_until_complete(_awaited(items.__anext__()))
            except StopAsyncIteration:
                return


async def _awaited(value: Any) -> Any:
    return await value
