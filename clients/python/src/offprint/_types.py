"""Bodies of the service, with the names that it sends. Times are ISO 8601 in UTC, credits have at most 3 decimals."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from ._errors import FieldProblem

Modality = Literal["image", "video", "audio", "3d"]
PredictionStatus = Literal["processing", "completed", "failed"]
Environment = Literal["live", "test"]
Period = Literal["day", "week", "month", "total"]
UsageGroup = Literal["day", "modelKey", "keyId", "modality", "externalUserId", "status"]


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


class Failure(TypedDict):
    """Why a prediction failed."""

    code: str
    message: str
    retryable: bool


class QueueState(TypedDict, total=False):
    """Place of a prediction that waits."""

    position: int
    etaSeconds: float


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


class MissingPrediction(TypedDict):
    """One of several predictions that the key may not see."""

    predictionId: str
    status: None
    error: Failure


class _StartedFields(TypedDict):
    predictionId: str
    status: PredictionStatus
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


class LedgerEntry(TypedDict):
    """A movement of credits; `amount` is negative when it takes them."""

    id: str
    kind: Literal["grant", "charge", "refund", "adjustment", "debt", "expiry"]
    amount: float
    balanceAfter: float
    predictionId: str | None
    note: str | None
    createdAt: str


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


class ExpiringCredits(TypedDict):
    credits: float
    at: str


class Balance(TypedDict):
    """The credits of the account."""

    balance: float
    owed: float
    held: float
    expiring: list[ExpiringCredits]
    plan: str
    planDetails: dict[str, Any]
    alertBelow: float | None
    isLow: bool
    updatedAt: str


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


class SpendLimit(TypedDict):
    """Credits that may be spent in a calendar period (UTC)."""

    credits: float
    period: Period


class Spent(TypedDict):
    credits: float
    periodEndsAt: str | None


class EndUser(TypedDict):
    """One of your users, as `externalUserId` names it."""

    externalUserId: str
    spendLimit: SpendLimit | None
    spent: Spent


class KeyRecord(TypedDict):
    """The calling key, without its secret. `limits` has what is left of each limit."""

    id: str
    name: str
    masked: str
    prefix: Literal["of_live", "of_test"]
    scopes: list[str]
    rateLimit: int
    requests: int
    lastUsedAt: str | None
    revokedAt: str | None
    expiresAt: str | None
    spendLimit: SpendLimit | None
    spent: Spent
    allowedModels: list[str] | None
    allowedIps: list[str] | None
    metadata: dict[str, str]
    replaces: str | None
    replacedBy: str | None
    status: Literal["active", "retiring", "disabled", "expired", "revoked"]
    createdAt: str
    limits: dict[str, Any]


class _UsageNumbers(TypedDict):
    count: int
    completed: int
    failed: int
    credits: float
    refunded: float
    p50Seconds: float | None
    p95Seconds: float | None


class UsageItem(_UsageNumbers, total=False):
    """Numbers of a group; the fields of `group_by` name it."""

    day: str
    modelKey: str
    keyId: str | None
    modality: Modality | None
    externalUserId: str | None
    status: PredictionStatus
