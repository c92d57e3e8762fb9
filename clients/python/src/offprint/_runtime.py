"""What a thread and an event loop do in different ways: sleep, use a file, call the caller's functions."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator
from typing import ParamSpec, TypeVar

from ._steps import Report

P = ParamSpec("P")
T = TypeVar("T")
Pieces = Iterator[bytes] | AsyncIterable[bytes]


class AsyncRuntime:
    """Within an event loop of asyncio, which it does not block."""

    @staticmethod
    async def sleep(seconds: float) -> None:
        """Sleeps."""
        await asyncio.sleep(seconds)

    @staticmethod
    async def use_file(call: Callable[P, T], *values: P.args, **options: P.kwargs) -> T:
        """Calls what reads or writes a file, in a thread."""
        return await asyncio.to_thread(call, *values, **options)

    @staticmethod
    async def report(step: Report) -> None:
        """Calls `on_progress`, and awaits what it returns."""
        result = step.callback(step.body)
        if inspect.isawaitable(result):
            await result

    @staticmethod
    async def pieces(source: Pieces) -> AsyncIterator[bytes]:
        """Iterates over the pieces of an upload."""
        if isinstance(source, AsyncIterable):
            async for piece in source:
                yield piece
            return
        pieces = source
        while (next_piece := await asyncio.to_thread(lambda: next(pieces, None))) is not None:
            yield next_piece


class Runtime:
    """In the thread of the caller, which it blocks."""

    @staticmethod
    def sleep(seconds: float) -> None:
        """Sleeps."""
        time.sleep(seconds)

    @staticmethod
    def use_file(call: Callable[P, T], *values: P.args, **options: P.kwargs) -> T:
        """Calls what reads or writes a file."""
        return call(*values, **options)

    @staticmethod
    def report(step: Report) -> None:
        """Calls `on_progress`."""
        step.callback(step.body)

    @staticmethod
    def pieces(source: Pieces) -> Pieces:
        """Returns the pieces of an upload; `httpx.Client` rejects those that arrive later."""
        return source
