"""Bodies of the service, with the names that it sends. Times are ISO 8601 in UTC, credits have at most 3 decimals."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from ._errors import FieldProblem

Modality = Literal["image", "video", "audio", "3d"]
PredictionStatus = Literal["processing", "completed", "failed"]
Environment = Literal["live", "test"]


class OutputMark(TypedDict):
    """What a file says of its origin: the address of an IPTC term, and whether it holds a C2PA manifest."""

    digitalSourceType: str | None
    c2pa: bool


class _FileOfOutput(TypedDict):
    url: str
    urlExpiresAt: str
    contentType: str
    bytes: int
    sha256: str


class OutputFile(_FileOfOutput, total=False):
    """A file of a completed prediction. `width` and `height` are in pixels."""

    width: int
    height: int
    durationSeconds: float
    mark: OutputMark


class Failure(TypedDict):
    """Why a prediction failed."""

    code: str
    message: str
    retryable: bool


class _PlaceInQueue(TypedDict):
    position: int


class QueueState(_PlaceInQueue, total=False):
    """Place of a prediction that waits."""

    etaSeconds: int


class _TimelinePoint(TypedDict):
    at: str
    event: str


class TimelineEntry(_TimelinePoint, total=False):
    """One event of a prediction, with `timeline=True`."""

    attempt: int
    message: str


class _PredictionFields(TypedDict):
    predictionId: str
    status: PredictionStatus
    model: str
    modelKey: str
    modality: Modality
    operation: str
    creditCost: float
    creditsRefunded: float
    attempts: int
    progress: int
    createdAt: str
    startedAt: str | None
    completedAt: str | None
    metadata: dict[str, str]
    externalUserId: str | None


class PredictionBody(_PredictionFields, total=False):
    """A prediction as the status route returns it. `progress` is 0 to 100 and never falls."""

    priceVersion: str
    seed: int
    queue: QueueState
    retryAfterMs: int
    outputUrl: str | None
    url: str | None
    outputs: list[OutputFile]
    outputUrlExpiresAt: str | None
    outputExpiresAt: str
    error: Failure
    deletedAt: str
    timeline: list[TimelineEntry]


class NotFound(TypedDict):
    """Why a prediction is not returned."""

    code: str
    message: str
    retryable: Literal[False]


class MissingPrediction(TypedDict):
    """One of several predictions that the key may not see."""

    predictionId: str
    status: None
    error: NotFound


class _StartedFields(TypedDict):
    predictionId: str
    status: Literal["processing"]
    model: str
    modelKey: str
    modality: Modality
    creditCost: float


class Started(_StartedFields, total=False):
    """A started prediction. `warnings` names fields that the model does not use."""

    warnings: list[FieldProblem]


class HistoryEntry(PredictionBody):
    """A prediction of the history."""

    prompt: str | None
    input: dict[str, Any]
    keyId: str | None
    env: Environment


class QuoteRefusal(TypedDict):
    """The spend limit that would reject the request."""

    code: str
    limit: float
    spent: float
    resetsAt: str | None


class _QuoteFields(TypedDict):
    modelKey: str
    model: str
    modality: Modality
    creditCost: float
    balance: float
    affordable: bool
    priceVersion: str
    validUntil: str


class Quote(_QuoteFields, total=False):
    """A price. A request with its `priceVersion` is charged by it, or rejected with `price_changed`."""

    refusal: QuoteRefusal
    warnings: list[FieldProblem]


class Model(TypedDict):
    """A model on offer. `inputSchema` is the JSON Schema of a request's body."""

    modelKey: str
    model: str
    modality: Modality
    operation: str
    title: str
    description: str
    inputSchema: dict[str, Any]
    pricing: dict[str, Any]
    pollIntervalMs: int
    typicalSeconds: float


class _UploadFields(TypedDict):
    url: str
    contentType: str
    bytes: int
    sha256: str
    width: int
    height: int
    expiresAt: str


class Upload(_UploadFields, total=False):
    """An uploaded file; its `url` is an input for requests of this account."""

    durationSeconds: float
