/**
 * fal has no failed state: a failed request is COMPLETED, and fetching its result returns the error.
 *
 * Errors of the platform are `{detail: text, error_type}` with `X-Fal-Error-Type`; errors of the model are `{detail: [{loc, msg, type}]}`
 * with `X-Fal-Retryable`. https://fal.ai/docs/documentation/model-apis/request-errors and …/errors
 */
import type { Outcome } from '../provider.js';
import { BAD_INPUT, FAILED, parseJson, recordOf, REJECTED, textOf } from '../wire/index.js';

/** The request for a result was answered so. */
export interface FalFailure {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

const CONTENT = 'content_policy_violation';
/** Transient errors of the platform's runners and of services behind a model. */
const TRANSIENT = new Set([
  'request_timeout',
  'startup_timeout',
  'runner_scheduling_failure',
  'runner_connection_timeout',
  'runner_disconnected',
  'runner_connection_refused',
  'runner_connection_error',
  'runner_incomplete_response',
  'runner_server_error',
  'internal_error',
  'internal_server_error',
  'generation_timeout',
  'downstream_service_error',
  'downstream_service_unavailable',
]);
const NOT_STARTED = {
  kind: 'refuse',
  code: 'provider_timeout',
  message: 'The engine did not start in time.',
} as const;

/** False for a failure to fetch the final result of the request. */
export function isResult(failure: FalFailure): boolean {
  return (
    failure.headers['x-fal-retryable'] !== undefined ||
    typesOf(failure).length > 0 ||
    isBadInput(failure.status)
  );
}

/**
 * @param internal the response without secrets, for the operator only.
 * @param statusError the error type in the status of the request.
 * @param resubmit whether another submit is allowed: fal has already tried up to ten times.
 */
export function failureOf(
  failure: FalFailure,
  { internal, statusError, resubmit }: { internal: string; statusError?: string; resubmit: boolean },
): Outcome {
  const { status, headers } = failure;
  const types = [...typesOf(failure), statusError];
  if (types.some((type) => type?.includes(CONTENT))) return { ...REJECTED, internal };
  // The request did not start before the deadline in our header.
  if (status === 504 && headers['x-fal-request-timeout-type'] === 'user') return { ...NOT_STARTED, internal };
  const retryable = headers['x-fal-retryable']?.toLowerCase();
  const isTransient =
    retryable === undefined ? types.some((type) => TRANSIENT.has(type ?? '')) : retryable === 'true';
  if (isTransient && resubmit) return { kind: 'retry', code: 'provider_error', internal };
  return isBadInput(status) ? { ...BAD_INPUT, internal } : { ...FAILED, internal };
}

export function isAboutContent(failure: FalFailure): boolean {
  return typesOf(failure).some((type) => type.includes(CONTENT));
}

function isBadInput(status: number): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}

function typesOf({ headers, text }: FalFailure): string[] {
  const { detail, error_type: type } = recordOf(parse(text));
  const details = Array.isArray(detail) ? detail.map((item) => textOf(recordOf(item).type)) : [];
  return [headers['x-fal-error-type'], textOf(type), ...details].filter((value) => value !== undefined);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
