# Written by `npm run generate -- python-client` from openapi.json.
"""Bodies of the service, with the names that it sends. Times are ISO 8601 in UTC, credits have at most 3 decimals."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Modality = Literal["image", "video", "audio", "3d"]
PredictionStatus = Literal["processing", "completed", "failed"]
Environment = Literal["live", "test"]
Period = Literal["day", "week", "month", "total"]
UsageGroup = Literal["day", "modelKey", "keyId", "modality", "externalUserId", "status"]


class CommonFields(TypedDict, total=False):
    """Fields that the service accepts for every model."""

    #: At most 16 string values, names of 1 to 64 characters; stored and returned.
    metadata: dict[str, str]
    #: Stored and returned; the history filters by it.
    externalUserId: str
    #: The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price.
    priceVersion: str
    #: Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
    deadlineSeconds: float


class _PredictionBody(TypedDict):
    predictionId: str
    status: PredictionStatus
    model: str
    modelKey: str
    modality: Modality
    operation: str
    #: Credits charged at the start.
    creditCost: float
    #: Refunded credits: the whole cost when failed, else 0.
    creditsRefunded: float
    attempts: int
    #: Never decreases. 0 to 100.
    progress: int
    createdAt: str
    startedAt: str | None
    completedAt: str | None
    metadata: dict[str, str]
    externalUserId: str | None


class PredictionBody(_PredictionBody, total=False):
    """A prediction as the status route returns it."""

    #: The version of the price that it was charged by.
    priceVersion: str
    #: For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
    seed: int
    #: While processing, if known.
    queue: QueueState
    #: While processing: milliseconds to wait before the next poll.
    retryAfterMs: int
    #: When completed; null once the output has expired.
    outputUrl: str | None
    #: The same as `outputUrl`.
    url: str | None
    outputs: list[OutputFile]
    #: When `outputUrl` expires; null once the output has expired.
    outputUrlExpiresAt: str | None
    #: When the files are removed.
    outputExpiresAt: str
    #: When failed.
    error: Failure
    #: When it was deleted: its files, prompt and input are gone.
    deletedAt: str
    timeline: list[TimelineEntry]


class _OutputFile(TypedDict):
    #: Signed; works without a key until `urlExpiresAt`.
    url: str
    #: When this link expires; a later read returns a new one.
    urlExpiresAt: str
    contentType: str
    bytes: int
    #: Hex.
    sha256: str


class OutputFile(_OutputFile, total=False):
    """A file of a completed prediction."""

    #: Pixels.
    width: int
    #: Pixels.
    height: int
    durationSeconds: float
    #: Absent for files from before marks were recorded.
    mark: OutputMark


class OutputMark(TypedDict):
    """What a file says of its origin."""

    #: `Iptc4xmpExt:DigitalSourceType` in the file, a term of IPTC's vocabulary; null when it has none.
    digitalSourceType: str | None
    #: Whether the file holds a C2PA manifest.
    c2pa: bool


class Failure(TypedDict):
    """Why a prediction failed."""

    code: str
    message: str
    #: Whether the same request may succeed when sent again.
    retryable: bool


class _QueueState(TypedDict):
    position: int


class QueueState(_QueueState, total=False):
    """Place of a prediction that waits."""

    #: Expected seconds until its end, from what such predictions took here.
    etaSeconds: int


class _TimelineEntry(TypedDict):
    at: str
    event: str


class TimelineEntry(_TimelineEntry, total=False):
    """One event of a prediction."""

    attempt: int
    message: str


class MissingPrediction(TypedDict):
    """One of several predictions that the key may not see."""

    #: As sent.
    predictionId: str
    status: Literal[None]
    error: NotFound


class NotFound(TypedDict):
    """Why a prediction is not returned."""

    code: str
    message: str
    retryable: Literal[False]


class _Started(TypedDict):
    predictionId: str
    status: Literal["processing"]
    model: str
    modelKey: str
    modality: Modality
    #: Credits charged.
    creditCost: float


class Started(_Started, total=False):
    """What the service returns when a prediction has started."""

    #: Fields that every model accepts and this one ignores; absent if there are none.
    warnings: list[IgnoredField]


class IgnoredField(TypedDict):
    """A field of a request that the model does not use."""

    field: str
    message: str


class _HistoryEntry(TypedDict):
    predictionId: str
    status: PredictionStatus
    model: str
    modelKey: str
    modality: Modality
    operation: str
    #: Credits charged at the start.
    creditCost: float
    #: Refunded credits: the whole cost when failed, else 0.
    creditsRefunded: float
    attempts: int
    #: Never decreases. 0 to 100.
    progress: int
    createdAt: str
    startedAt: str | None
    completedAt: str | None
    metadata: dict[str, str]
    externalUserId: str | None
    prompt: str | None
    #: The input with defaults filled in.
    input: dict[str, Any]
    #: The key that started it; null: it was started in the dashboard.
    keyId: str | None
    env: Environment


class HistoryEntry(_HistoryEntry, total=False):
    """A prediction of the history."""

    #: The version of the price that it was charged by.
    priceVersion: str
    #: For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
    seed: int
    #: While processing, if known.
    queue: QueueState
    #: While processing: milliseconds to wait before the next poll.
    retryAfterMs: int
    #: When completed; null once the output has expired.
    outputUrl: str | None
    #: The same as `outputUrl`.
    url: str | None
    outputs: list[OutputFile]
    #: When `outputUrl` expires; null once the output has expired.
    outputUrlExpiresAt: str | None
    #: When the files are removed.
    outputExpiresAt: str
    #: When failed.
    error: Failure
    #: When it was deleted: its files, prompt and input are gone.
    deletedAt: str
    timeline: list[TimelineEntry]


class _Quote(TypedDict):
    modelKey: str
    model: str
    modality: Modality
    #: Credits the same request would be charged.
    creditCost: float
    #: Credits spendable now.
    balance: float
    #: Whether the balance and every spend limit cover the cost now.
    affordable: bool
    #: Names this price. Sent with POST /api/generate, that is what is charged, or it is 409 `price_changed`.
    priceVersion: str
    #: Until then the price can be charged, also if it changes before.
    validUntil: str


class Quote(_Quote, total=False):
    """A price. `generate` with its `priceVersion` is charged by it, or rejected with `price_changed`."""

    #: Only when the balance covers the cost and a spend limit does not.
    refusal: QuoteRefusal
    #: Fields that every model accepts and this one ignores; absent if there are none.
    warnings: list[IgnoredField]


class QuoteRefusal(TypedDict):
    """The spend limit that would reject the request."""

    code: str
    #: Credits per period.
    limit: float
    #: Credits spent in the current period.
    spent: float
    #: When the count begins anew. Null: never.
    resetsAt: str | None


class Model(TypedDict):
    """A model on offer."""

    modelKey: str
    #: The resolved identifier it runs as.
    model: str
    modality: Modality
    operation: str
    title: str
    description: str
    #: JSON Schema (2020-12) of the fields to send beside `modelKey`.
    inputSchema: dict[str, Any]
    #: Credits: (base + perSecond × duration + perMegapixel × megapixels + perThousandCharacters × characters / 1000) × multipliers.
    pricing: dict[str, Any]
    #: Recommended polling interval, milliseconds.
    pollIntervalMs: int
    #: Usual time from start to end, seconds.
    typicalSeconds: float


class _Upload(TypedDict):
    #: For `imageUrl` or `videoUrl` of a prediction. Signed and expiring.
    url: str
    #: By its content.
    contentType: str
    bytes: int
    #: Hex.
    sha256: str
    #: Pixels.
    width: int
    #: Pixels.
    height: int
    #: When it is removed.
    expiresAt: str


class Upload(_Upload, total=False):
    """An uploaded file; its `url` is an input for requests of this account."""

    durationSeconds: float


class LedgerEntry(TypedDict):
    """A movement of credits."""

    #: Opaque.
    id: str
    kind: Literal["grant", "charge", "refund", "adjustment", "debt", "expiry"]
    #: Credits, signed: what the balance changed by.
    amount: float
    balanceAfter: float
    #: The prediction of a charge or refund.
    predictionId: str | None
    note: str | None
    createdAt: str


class Balance(TypedDict):
    """The credits of the account."""

    #: Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.
    alertBelow: float | None
    #: Whether the balance is below `alertBelow`.
    isLow: bool
    #: Spendable credits; at most 3 decimals.
    balance: float
    #: Credits that were taken back after a refund or a dispute and had been spent. While it is more than 0, POST /api/generate is 402 `account_owes`; incoming credits cover it first.
    owed: float
    #: Credits of processing predictions: charged already, and back when a prediction fails.
    held: float
    #: Credits of the balance that expire, the soonest first, at most 100 times. Charges spend them in this order, and other credits after them.
    expiring: list[ExpiringCredits]
    #: The key of the account’s plan.
    plan: str
    #: What the plan allows.
    planDetails: PlanDetails
    #: When the balance last changed.
    updatedAt: str


class ExpiringCredits(TypedDict):
    """Credits that leave the balance at a time."""

    credits: float
    #: When they leave the balance, unless they were spent before.
    at: str


class PlanDetails(TypedDict):
    """What the plan of an account allows and costs."""

    title: str
    description: str | None
    #: The highest `rateLimit` of a key, in requests per minute. Null: the highest that any key can have.
    maxRateLimit: int | None
    #: Predictions in flight; more wait in line and are never refused. Null: no limit.
    maxConcurrent: int | None
    #: How many times as much of its work is begun as of accounts with 1, while both wait.
    priority: int
    #: Keys of the models that its accounts may use; another one is 403 `model_not_in_plan`. Null: all.
    models: list[str] | None
    #: Days that an output is kept from when it is stored. An account’s new plan holds for outputs that are stored later.
    outputRetentionDays: float
    #: Credits that the account gets each month. Null: none.
    monthlyCredits: float | None
    #: Whether the credits of a month expire at its end.
    creditsExpire: bool
    #: Per month. Null: it is not sold.
    price: PlanPrice | None


class PlanPrice(TypedDict):
    """Price of a plan for a month."""

    #: In minor units of the currency, taxes included.
    amount: int
    #: ISO 4217.
    currency: str


class EndUser(TypedDict):
    """One of your users, as `externalUserId` names it."""

    #: Null: no limit.
    spendLimit: SpendLimit | None
    spent: Spent
    #: The `externalUserId` of its predictions.
    externalUserId: str


class SpendLimit(TypedDict):
    """Credits that may be spent in a calendar period (UTC)."""

    #: Credits per period, at most 3 decimals. 0 to 1000000000.
    credits: float
    #: A calendar day, week (from Monday) or month in UTC, or all time.
    period: Period


class Spent(TypedDict):
    """Credits that were spent in the present period."""

    #: Credits charged and not refunded in the current period. Without a limit: ever.
    credits: float
    #: When the count begins anew. Null: never.
    periodEndsAt: str | None


class KeyRecord(TypedDict):
    """The calling key, without its secret."""

    #: Null: no limit.
    spendLimit: SpendLimit | None
    spent: Spent
    id: str
    name: str
    #: Prefix, 12 stars, last 4 characters.
    masked: str
    prefix: Literal["of_live", "of_test"]
    scopes: list[str]
    #: Requests per minute.
    rateLimit: int
    #: Requests that the key authenticated, including rejected ones.
    requests: int
    lastUsedAt: str | None
    #: When it was revoked, or stopped working after its rotation; null before.
    revokedAt: str | None
    #: When it stops working by itself: its expiry, or the end of the grace after its rotation.
    expiresAt: str | None
    #: The only models that it may start or quote; null: every model.
    allowedModels: list[str] | None
    #: The only addresses and networks that it may be used from; null: every address.
    allowedIps: list[str] | None
    metadata: dict[str, str]
    #: The id of the key that it has replaced.
    replaces: str | None
    #: The id of the key that has replaced it.
    replacedBy: str | None
    #: `retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.
    status: Literal["active", "retiring", "disabled", "expired", "revoked"]
    createdAt: str
    limits: KeyLimits


class KeyLimits(TypedDict):
    """What is left of the limits of a key."""

    requests: RequestsLeft
    #: Null: no spend limit.
    spend: SpendLeft | None


class RequestsLeft(TypedDict):
    """Requests that a key may send in this minute."""

    #: Requests per minute.
    limit: int
    #: Requests left in the window, after this one.
    remaining: int
    #: Seconds until a request is left; 0 while one is left.
    resetSeconds: int


class SpendLeft(TypedDict):
    """Credits that a key may spend in this period."""

    #: Credits per period.
    limit: float
    #: Credits that it may still spend in this period.
    remaining: float
    #: When the period ends. Null: never.
    resetsAt: str | None


class _UsageItem(TypedDict):
    #: Predictions, also those that are processing.
    count: int
    completed: int
    failed: int
    #: Credits charged.
    credits: float
    #: Credits of these that were refunded, because predictions failed.
    refunded: float
    #: Seconds from start to end, median of the completed predictions. Null without any, and when all were removed after their retention.
    p50Seconds: float | None
    #: The same, 95th percentile.
    p95Seconds: float | None


class UsageItem(_UsageItem, total=False):
    """Numbers of a group, which its first fields name."""

    #: When they were started, UTC.
    day: str
    modelKey: str
    #: Null: started in the dashboard.
    keyId: str | None
    #: Null: removed after their retention.
    modality: str | None
    #: Null: of no end user, or removed after their retention.
    externalUserId: str | None
    status: PredictionStatus
