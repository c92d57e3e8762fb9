"""A completed prediction and its files, which can be read and saved."""

from __future__ import annotations

from typing import Protocol, TypeVar

from .._download import Path, download_bytes, download_to
from .._prediction import OutputFields, PredictionFields
from .._steps import Steps
from .._types import OutputFile, PredictionBody

T = TypeVar("T")


class AsyncRunner(Protocol):
    """Performs the steps of a call."""

    async def __call__(self, steps: Steps[T]) -> T: ...


class AsyncOutput(OutputFields):
    """One file of a completed prediction."""

    def __init__(self, body: OutputFile, run: AsyncRunner) -> None:
        super().__init__(body)
        self._run = run

    async def data(self) -> bytes:
        """Returns the whole file, checked against its size and SHA-256.

        Raises `OffprintError` `output_damaged` when what arrives is something else.
        """
        return await self._run(download_bytes(self.body))

    async def save(self, path: Path) -> None:
        """Writes the file piece by piece. The path has the whole file, checked, or what it had before."""
        await self._run(download_to(self.body, path))


class AsyncPrediction(PredictionFields[AsyncOutput]):
    """A completed prediction; its files can be read and saved."""

    def __init__(self, body: PredictionBody, run: AsyncRunner) -> None:
        super().__init__(body, [AsyncOutput(file, run) for file in body.get("outputs", [])])

    async def data(self) -> bytes:
        """Returns the first file."""
        return await self.output.data()

    async def save(self, path: Path) -> None:
        """Writes the first file to `path`."""
        await self.output.save(path)
