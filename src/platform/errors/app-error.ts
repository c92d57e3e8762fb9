import { type ErrorCode, ERRORS } from './error-codes.js';

/** An invalid field of a request, by its path (`metadata.color`), and the reason. */
export interface ErrorDetail {
  field?: string;
  message?: string;
  [fact: string]: unknown;
}

/** What an error says beside its code. */
export interface AppErrorOptions {
  /** Replaces the code's default message for the caller; never contains SQL, paths, addresses or secrets. */
  message?: string;
  details?: ErrorDetail[];
  /** For a code with two statuses (`model_not_found` is 404 when a model is read). */
  status?: number;
  /** Additional response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** For the operator's log only. */
  cause?: unknown;
}

/** The only error that modules throw deliberately: a code of the closed list, a public message, an internal cause. */
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

/** Bounds the response to a request with any number of problems. */
export const MAX_PROBLEMS = 20;
const MAX_TEXT_LENGTH = 300;

/** The message explains so many problems, and only names the fields of further ones. */
const MAX_EXPLAINED = 3;
/** A message without its subject, which is the field. */
const PREDICATE = /^(?:must|is|has|are)\b/;

/** Creates a 400 `validation_failed` that names the invalid fields, at most twenty. */
export function validationFailed(problems: ErrorDetail[]): AppError {
  const details = problems.slice(0, MAX_PROBLEMS).map(withSubject).map(shorten);
  return new AppError('validation_failed', { message: summaryOf(details), details });
}

function summaryOf(details: ErrorDetail[]): string | undefined {
  const explained = details.slice(0, MAX_EXPLAINED).flatMap(({ field, message }) => {
    if (!message) return [];
    return field && !message.includes(field.split('.')[0]!) ? `${field}: ${message}` : message;
  });
  if (explained.length === 0) return undefined;
  const others = details.slice(MAX_EXPLAINED).flatMap(({ field }) => field ?? []);
  const sentences = explained.map((message) => message.replace(/\.$/, ''));
  if (others.length > 0) sentences.push(`also ${[...new Set(others)].join(', ')}`);
  return `The request is not valid: ${sentences.join('; ')}.`;
}

/** `must be a string` of `prompt` becomes `prompt must be a string`. */
function withSubject(detail: ErrorDetail): ErrorDetail {
  const { field, message } = detail;
  return field && message && PREDICATE.test(message) ? { ...detail, message: `${field} ${message}` } : detail;
}

/** Field names, and messages that quote them, come from the caller. */
function shorten(detail: ErrorDetail): ErrorDetail {
  const { field, message } = detail;
  if ((field?.length ?? 0) <= MAX_TEXT_LENGTH && (message?.length ?? 0) <= MAX_TEXT_LENGTH) return detail;
  return { ...detail, field: truncate(field), message: truncate(message) };
}

function truncate(text: string | undefined): string | undefined {
  return text === undefined || text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…`;
}
