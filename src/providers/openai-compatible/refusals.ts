/** What an error of these servers means, where it is more than its status says. */
import type { Outcome } from '../provider.js';
import {
  type EngineAnswer,
  type EngineClient,
  FAILED,
  REFUSED,
  REJECTED,
  retryAfterMs,
  submitRefused,
} from '../wire/index.js';

/** `{error: {message, type, code}}`; servers that wrap others put the code into `type` or into the text. */
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

/** The operator's account is used up. Comes as 429 and would pass for a passing throttle, or as 400. */
const QUOTA = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'budget_exceeded',
  'account_deactivated',
]);

/** What would be tried again, or doubted, if the server had not said that it is in vain. */
const WOULD_BE_TRIED = new Set([408, 409, 429, 500, 502, 503, 504]);

/** A submit that was answered with anything but success. */
export function refusedSubmit(client: EngineClient, answer: EngineAnswer): Outcome {
  const { status, headers, text } = answer;
  const error = readError(parsed(text));
  const internal = client.redact(`HTTP ${status}: ${text}`);
  if (isModeration(error, status < 500)) return { ...REJECTED, internal };
  if (error.codes.some((code) => QUOTA.has(code))) return { ...REFUSED, internal, operatorSide: true };
  const verdict = headers['x-should-retry'];
  if (verdict === 'true') {
    const throttled = status === 429;
    const afterMs = retryAfterMs(headers, throttled ? text : '');
    return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled };
  }
  if (verdict === 'false' && WOULD_BE_TRIED.has(status)) return { ...FAILED, internal };
  return submitRefused(client, answer);
}

/** A job that ended badly. @param error its `error`, whatever it is. */
export function failedJob(client: EngineClient, error: unknown): Outcome {
  const internal = client.redact(`the job failed: ${JSON.stringify(error) ?? 'without a reason'}`);
  return isModeration(readError({ error }), true) ? { ...REJECTED, internal } : { ...FAILED, internal };
}

/** @param byText whether the words count too: not where they may tell of something that has been taken on. */
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
