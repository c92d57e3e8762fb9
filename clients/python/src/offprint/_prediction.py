"""A completed prediction and its files."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from ._download import Path, download_bytes, download_to
from ._errors import OffprintError
from ._steps import Steps
from ._types import OutputFile, PredictionBody

T = TypeVar("T")
AnyOutput = TypeVar("AnyOutput", bound="OutputFields")


class Runner(Protocol):
    """Performs the steps of a call."""

    def __call__(self, steps: Steps[T]) -> T: ...


class AsyncRunner(Protocol):
    """Performs the steps of a call."""

    async def __call__(self, steps: Steps[T]) -> T: ...


class OutputFields:
    """What is known of a file without reading it."""

    def __init__(self, body: OutputFile) -> None:
        #: As the service sent it.
        self.body = body
        #: Link that needs no key, valid until `url_expires_at`.
        self.url = body["url"]
        #: ISO 8601, UTC.
        self.url_expires_at = body["urlExpiresAt"]
        self.content_type = body["contentType"]
        #: Bytes.
        self.size = body["bytes"]
        #: Hexadecimal.
        self.sha256 = body["sha256"]
        #: Pixels; `None` for sound and meshes.
        self.width = body.get("width")
        self.height = body.get("height")
        self.duration_seconds = body.get("durationSeconds")
        #: Origin of the file; `None` for files from before marks were recorded.
        self.mark = body.get("mark")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.content_type}, {self.size} bytes>"


class Output(OutputFields):
    """One file of a completed prediction."""

    def __init__(self, body: OutputFile, run: Runner) -> None:
        super().__init__(body)
        self._run = run

    def data(self) -> bytes:
        """Returns the whole file, checked against its size and SHA-256.

        Raises `OffprintError` `output_damaged` when what arrives is something else.
        """
        return self._run(download_bytes(self.body))

    def save(self, path: Path) -> None:
        """Writes the file piece by piece. The path has the whole file, checked, or what it had before."""
        self._run(download_to(self.body, path))


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


class PredictionFields(Generic[AnyOutput]):
    """A completed prediction, as its last status says."""

    def __init__(self, body: PredictionBody, outputs: list[AnyOutput]) -> None:
        #: The status body as the service sent it.
        self.body = body
        self.prediction_id = body["predictionId"]
        self.model_key = body["modelKey"]
        self.credit_cost = body["creditCost"]
        #: Giving it again makes the same file, at an engine that honours seeds.
        self.seed = body.get("seed")
        self.outputs = outputs

    @property
    def output(self) -> AnyOutput:
        """Returns the first file; most models make one.

        Raises `OffprintError` `no_output` when the files were deleted.
        """
        if not self.outputs:
            raise OffprintError("The files of this prediction were removed.", "no_output")
        return self.outputs[0]

    @property
    def url(self) -> str:
        """Returns the link of the first file."""
        return self.output.url

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.prediction_id} {self.model_key} {self.outputs}>"


class Prediction(PredictionFields[Output]):
    """A completed prediction; its files can be read and saved."""

    def __init__(self, body: PredictionBody, run: Runner) -> None:
        super().__init__(body, [Output(file, run) for file in body.get("outputs", [])])

    def data(self) -> bytes:
        """Returns the first file."""
        return self.output.data()

    def save(self, path: Path) -> None:
        """Writes the first file to `path`."""
        self.output.save(path)


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
