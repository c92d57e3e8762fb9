"""What is known of a completed prediction and of its files without reading them."""

from __future__ import annotations

from typing import Generic, TypeVar

from ._errors import OffprintError
from ._types import OutputFile, PredictionBody

AnyOutput = TypeVar("AnyOutput", bound="OutputFields")


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
