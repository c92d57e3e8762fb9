/**
 * What a failed fal request means. fal has no failed state: a request is COMPLETED, and asking for its result gives the
 * error. Pure.
 *
 * Two forms: of the platform, `{detail: text, error_type}` with `X-Fal-Error-Type`; of the model, `{detail: [{loc, msg,
 * type}]}` with `X-Fal-Retryable`. https://fal.ai/docs/documentation/model-apis/request-errors and …/errors
 */
import type { Outcome } from '../provider.js';
import { BAD_INPUT, FAILED, recordOf, REJECTED, textOf } from '../wire/index.js';

/** A result that is an error, as it was answered. */
export interface FalFailure {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

const CONTENT = 'content_policy_violation';
/** Of the platform's runners and of services behind a model. */
const PASSING = new Set([
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

/** Whether an answer tells how the request ended, rather than that this could not be answered now. */
export function isResult(failure: FalFailure): boolean {
  return (
    failure.headers['x-fal-retryable'] !== undefined ||
    typesOf(failure).length > 0 ||
    isBadInput(failure.status)
  );
}

/**
 * @param internal what was answered, without secrets; for the operator alone.
 * @param told by the status of the request: the type of its error.
 * @param resubmit whether another submit may still be made: fal itself has tried up to ten times already.
 */
export function failureOf(
  failure: FalFailure,
  { internal, told, resubmit }: { internal: string; told?: string; resubmit: boolean },
): Outcome {
  const { status, headers } = failure;
  const types = [...typesOf(failure), told];
  if (types.some((type) => type?.includes(CONTENT))) return { ...REJECTED, internal };
  // It did not start before the deadline that we sent along.
  if (status === 504 && headers['x-fal-request-timeout-type'] === 'user') return { ...NOT_STARTED, internal };
  const retryable = headers['x-fal-retryable']?.toLowerCase();
  const passing =
    retryable === undefined ? types.some((type) => PASSING.has(type ?? '')) : retryable === 'true';
  if (passing && resubmit) return { kind: 'retry', code: 'provider_error', internal };
  return isBadInput(status) ? { ...BAD_INPUT, internal } : { ...FAILED, internal };
}

/** Whether a refusal of the request itself was about its content. */
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
    return JSON.parse(text);
  } catch {
    return null;
  }
}
