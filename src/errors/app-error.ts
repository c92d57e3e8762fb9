import { ERRORS, type ErrorCode } from './error-codes.js';

/** A field of the request that was refused, by its path (`metadata.color`), and why. */
export interface ErrorDetail {
  field?: string;
  message?: string;
  [fact: string]: unknown;
}

export interface AppErrorOptions {
  /** Shown to the caller instead of the code's default; never holds SQL, paths, addresses or secrets. */
  message?: string;
  details?: ErrorDetail[];
  /** For the rare code with two statuses (`model_not_found` is 404 when a model is read). */
  status?: number;
  /** Extra response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** For the operator's log only. */
  cause?: unknown;
}

/** The one error that modules throw on purpose: a code from the closed list, a public message, an internal cause. */
export class AppError extends Error {
  readonly status: number;
  readonly details?: ErrorDetail[];
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    const [status, message] = ERRORS[code];
    super(options.message ?? message, { cause: options.cause });
    this.name = 'AppError';
    this.status = options.status ?? status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** However much is wrong with a request, its answer stays small. */
export const MAX_PROBLEMS = 20;
const MAX_TEXT = 300;

/** 400 `validation_failed` that names each bad field, twenty at most. */
export function validationFailed(problems: ErrorDetail[]): AppError {
  const details = problems.slice(0, MAX_PROBLEMS).map(bounded);
  const fields = details.map((detail) => detail.field).filter(Boolean);
  const message =
    fields.length > 0 ? `The request is not valid: ${[...new Set(fields)].join(', ')}.` : undefined;
  return new AppError('validation_failed', { message, details });
}

/** Names of fields come from the caller, and into messages with them. */
function bounded(detail: ErrorDetail): ErrorDetail {
  const { field, message } = detail;
  if ((field?.length ?? 0) <= MAX_TEXT && (message?.length ?? 0) <= MAX_TEXT) return detail;
  return { ...detail, field: cut(field), message: cut(message) };
}

function cut(text: string | undefined): string | undefined {
  return text === undefined || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}
