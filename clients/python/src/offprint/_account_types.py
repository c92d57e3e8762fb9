"""Bodies of the service about the account: credits, keys, end users, usage. Their fields are as in `_types.py`."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._types import PredictionStatus

Period = Literal["day", "week", "month", "total"]
UsageGroup = Literal["day", "modelKey", "keyId", "modality", "externalUserId", "status"]


class LedgerEntry(TypedDict):
    """A movement of credits; `amount` is negative when it takes them."""

    id: str
    kind: Literal["grant", "charge", "refund", "adjustment", "debt", "expiry"]
    amount: float
    balanceAfter: float
    predictionId: str | None
    note: str | None
    createdAt: str


class ExpiringCredits(TypedDict):
    credits: float
    at: str


class PlanPrice(TypedDict):
    """Price of a plan for a month, taxes included. `amount` is in minor units of the currency."""

    amount: int
    currency: str


class PlanDetails(TypedDict):
    """What the plan of an account allows and costs."""

    title: str
    description: str | None
    #: The highest `rateLimit` that a key may have; `None` for the highest of any key.
    maxRateLimit: int | None
    #: Predictions in flight; more wait in line. `None` without a limit.
    maxConcurrent: int | None
    #: How many times as much of its work is begun as of accounts with 1, while both wait.
    priority: int
    #: `None` for all.
    models: list[str] | None
    outputRetentionDays: float
    monthlyCredits: float | None
    creditsExpire: bool
    #: `None` when it is not sold.
    price: PlanPrice | None


class Balance(TypedDict):
    """The credits of the account."""

    balance: float
    owed: float
    held: float
    expiring: list[ExpiringCredits]
    plan: str
    planDetails: PlanDetails
    alertBelow: float | None
    isLow: bool
    updatedAt: str


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


class RequestsLeft(TypedDict):
    """Requests that a key may send in this minute."""

    limit: int
    remaining: int
    resetSeconds: int


class SpendLeft(TypedDict):
    """Credits that a key may spend in this period."""

    limit: float
    remaining: float
    resetsAt: str | None


class KeyLimits(TypedDict):
    """What is left of the limits of a key. `spend` is `None` without a limit."""

    requests: RequestsLeft
    spend: SpendLeft | None


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
    limits: KeyLimits


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
    modality: str | None
    externalUserId: str | None
    status: PredictionStatus
