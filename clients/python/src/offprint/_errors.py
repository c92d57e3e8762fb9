"""The errors that calls raise. Each one is an `OffprintError`; `code` says which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict, cast


class FieldProblem(TypedDict):
    """What the service reports about one field of a request that it rejects."""

    field: str
    message: str


class OffprintError(Exception):
    """Base of all errors of the client.

    `code` is a code of the service, or of the client: `connection_failed`, `wait_timeout`, `output_damaged`,
    `no_output`, `not_configured`.
    """

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


@dataclass(frozen=True)
class Rejection:
    """What a response with a status of 300 or more says."""

    status: int
    code: str
    message: str
    request_id: str | None = None
    details: Any = None
    retry_after: float | None = None


class ServiceError(OffprintError):
    """The service rejected the request, which charged nothing. A 5xx may have been answered after a charge."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.message, rejection.code)
        #: HTTP status.
        self.status = rejection.status
        #: Id of the request in the service's log.
        self.request_id = rejection.request_id
        #: `details` of the error body: the rejected fields, or the numbers behind a 402.
        self.details = rejection.details
        #: Seconds of the `Retry-After` header.
        self.retry_after = rejection.retry_after

    def __reduce__(self) -> tuple[type[ServiceError], tuple[Rejection]]:
        rejection = Rejection(self.status, self.code, self.message, self.request_id, self.details, self.retry_after)
        return type(self), (rejection,)


class InvalidRequestError(ServiceError):
    """400, 413, 415, 422: the request itself is wrong."""

    @property
    def fields(self) -> list[FieldProblem]:
        """Returns the rejected fields; empty when the service names none."""
        return cast("list[FieldProblem]", self.details) if isinstance(self.details, list) else []


class AuthenticationError(ServiceError):
    """401: the API key is missing, invalid, expired, disabled or revoked."""


class PaymentRequiredError(ServiceError):
    """402: the balance or a spend limit does not cover the cost."""


class PermissionDeniedError(ServiceError):
    """403: the key, its address or the plan does not allow the request."""


class NotFoundError(ServiceError):
    """404, 410: the prediction, the file or the address does not exist, or no longer."""


class ConflictError(ServiceError):
    """409: the state of the account or of the prediction does not allow the request."""


class RateLimitError(ServiceError):
    """429 of the key or of the platform, for longer than the client retries."""


class UnavailableError(ServiceError):
    """5xx, for longer than the client retries. A request that starts a prediction may have started it."""


class ConnectionFailedError(OffprintError):
    """No response, for longer than the client retries. A request that starts a prediction may have started it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "connection_failed")


class WaitTimeoutError(OffprintError, TimeoutError):
    """The prediction was not final within `timeout`. `generate` has cancelled it; after `wait` it goes on."""

    def __init__(self, prediction_id: str, timeout: float) -> None:
        super().__init__(f"{prediction_id} was not final within {timeout:g} s.", "wait_timeout")
        self.prediction_id = prediction_id
        self.timeout = timeout

    def __reduce__(self) -> tuple[type[WaitTimeoutError], tuple[str, float]]:
        return type(self), (self.prediction_id, self.timeout)


class GenerationFailedError(OffprintError):
    """The prediction failed. Its credits were refunded."""

    def __init__(self, message: str, code: str, prediction_id: str, retryable: bool, credits_refunded: float) -> None:
        super().__init__(message, code)
        self.prediction_id = prediction_id
        #: True when the same request may succeed later.
        self.retryable = retryable
        self.credits_refunded = credits_refunded

    def __reduce__(self) -> tuple[type[GenerationFailedError], tuple[str, str, str, bool, float]]:
        values = (self.message, self.code, self.prediction_id, self.retryable, self.credits_refunded)
        return type(self), values


_BY_STATUS: dict[int, type[ServiceError]] = {
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    429: RateLimitError,
}


def service_error(rejection: Rejection) -> ServiceError:
    """Returns the error of a rejection; its class says what a caller can do about it."""
    fallback = UnavailableError if rejection.status >= 500 else InvalidRequestError
    return _BY_STATUS.get(rejection.status, fallback)(rejection)
