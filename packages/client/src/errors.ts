/** The errors that calls of the client throw. Every one is an `OffprintError`; `code` tells which. */
import type { FailureCode, ServiceErrorCode } from './error-codes.js';

/** What the service says about one field of a request that it rejects. */
export interface FieldProblem {
  field: string;
  message: string;
}

type OpenString = string & {};

/** Base of all errors of the client. */
export class OffprintError extends Error {
  constructor(
    message: string,
    /** A code of the service, or of the client: `connection_failed`, `output_damaged`, `not_configured`, `not_supported`, `no_output`. */
    readonly code: ServiceErrorCode | FailureCode | OpenString,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

interface Rejection {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  details: unknown;
  retryAfterSeconds: number | null;
}

/** The service answered with a status of 400 or more. Nothing was charged by the request. */
export class ServiceError extends OffprintError {
  /** HTTP status. */
  readonly status: number;
  /** Id of the request in the service's log. */
  readonly requestId: string | null;
  /** `details` of the error body: the rejected fields, or the numbers behind a 402. */
  readonly details: unknown;
  /** Seconds of the `Retry-After` header. */
  readonly retryAfterSeconds: number | null;

  constructor(rejection: Rejection) {
    super(rejection.message, rejection.code);
    this.status = rejection.status;
    this.requestId = rejection.requestId;
    this.details = rejection.details;
    this.retryAfterSeconds = rejection.retryAfterSeconds;
  }
}

/** 400, 413, 415, 422: the request itself is wrong. */
export class InvalidRequestError extends ServiceError {
  /** The rejected fields; empty when the service names none. */
  get fields(): FieldProblem[] {
    return Array.isArray(this.details) ? (this.details as FieldProblem[]) : [];
  }
}
/** 401: the API key is missing, invalid, expired, disabled or revoked. */
export class AuthenticationError extends ServiceError {}
/** 402: the balance or a spend limit does not cover the cost. */
export class PaymentRequiredError extends ServiceError {}
/** 403: the key, its address or the plan does not allow the request. */
export class PermissionError extends ServiceError {}
/** 404, 410: the prediction, the file or the address does not exist, or no longer. */
export class NotFoundError extends ServiceError {}
/** 409: the state of the account or of the prediction does not allow the request. */
export class ConflictError extends ServiceError {}
/** 429 of the key or of the platform, for longer than the client retries. */
export class RateLimitError extends ServiceError {}
/** 5xx, for longer than the client retries. A request that starts a prediction may have started it. */
export class UnavailableError extends ServiceError {}

/** No response arrived, for longer than the client retries. A request that starts a prediction may have started it. */
export class ConnectionError extends OffprintError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, 'connection_failed', options);
  }
}

/** The prediction failed. Its credits were refunded. */
export class GenerationFailedError extends OffprintError {
  declare readonly code: FailureCode;

  constructor(
    message: string,
    code: FailureCode,
    readonly predictionId: string,
    /** True when the same request may succeed later. */
    readonly retryable: boolean,
    readonly creditsRefunded: number,
  ) {
    super(message, code);
  }
}

const BY_STATUS: Record<number, new (rejection: Rejection) => ServiceError> = {
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

/** Returns the error of a status; its class says what a caller can do about it. */
export function serviceError(rejection: Rejection): ServiceError {
  const { status } = rejection;
  const ByStatus = BY_STATUS[status] ?? (status >= 500 ? UnavailableError : InvalidRequestError);
  return new ByStatus(rejection);
}
