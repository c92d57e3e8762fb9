/** The errors of these servers say more than their HTTP status. */
import type { Outcome } from '../provider.js';
import {
  type EngineClient,
  type EngineResponse,
  FAILED,
  outcomeOfSubmitResponse,
  parseJson,
  REFUSED,
  REJECTED,
  retryAfterMs,
} from '../wire/index.js';

/** `{error: {message, type, code}}`. Servers that wrap others put the code into `type` or the message. */
interface EngineError {
  codes: string[];
  message: string;
}

const MODERATION = new Set([
  'moderation_blocked',
  'content_policy_violation',
  'content_filter',
  'content_filtered',
  'responsibleaipolicyviolation',
  'contentpolicyviolationerror',
]);
const MODERATION_TEXT = /ContentPolicyViolation|rejected (?:as a result of|by) (?:our|the) safety system/i;

/** The operator's account is exhausted. It arrives as 429, like a transient throttle, or as 400. */
const QUOTA = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'budget_exceeded',
  'account_deactivated',
]);

/** Statuses that would be retried or be ambiguous, had the server not ruled a retry out. */
const RETRYABLE = new Set([408, 409, 429, 500, 502, 503, 504]);

export function outcomeOfErrorResponse(client: EngineClient, response: EngineResponse): Outcome {
  const { status, headers, text } = response;
  const error = readError(parse(text));
  const internal = client.redact(`HTTP ${status}: ${text}`);
  if (isModeration(error, status < 500)) return { ...REJECTED, internal };
  if (error.codes.some((code) => QUOTA.has(code))) return { ...REFUSED, internal, operatorSide: true };
  const verdict = headers['x-should-retry'];
  if (verdict === 'true') {
    const throttled = status === 429;
    const afterMs = retryAfterMs(headers, throttled ? text : '');
    return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled };
  }
  if (verdict === 'false' && RETRYABLE.has(status)) return { ...FAILED, internal };
  const outcome = outcomeOfSubmitResponse(client, response);
  // A server with the route answers so about a model that it does not have.
  return outcome.kind === 'refuse' && /model/i.test(text) ? { ...outcome, missing: false } : outcome;
}

/** @param error the job's `error`, of any shape. */
export function outcomeOfFailedJob(client: EngineClient, error: unknown): Outcome {
  const internal = client.redact(
    `the job failed: ${error === undefined ? 'without a reason' : JSON.stringify(error)}`,
  );
  return isModeration(readError({ error }), true) ? { ...REJECTED, internal } : { ...FAILED, internal };
}

/** @param byText whether the message counts too. It must not when it may describe accepted work. */
function isModeration({ codes, message }: EngineError, byText: boolean): boolean {
  return codes.some((code) => MODERATION.has(code)) || (byText && MODERATION_TEXT.test(message));
}

function readError(body: unknown): EngineError {
  const error = field(body, 'error') ?? body;
  if (typeof error === 'string') return { codes: [error.toLowerCase()], message: error };
  const inner = field(error, 'innererror') ?? field(error, 'inner_error');
  const codes = [field(error, 'code'), field(error, 'type'), field(inner, 'code')];
  const message = field(error, 'message');
  return {
    codes: codes.filter((code) => typeof code === 'string').map((code) => code.toLowerCase()),
    message: typeof message === 'string' ? message : '',
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
