/** The error rules of an engine's declaration precede the table that all HTTP adapters share. */
import type { Outcome, Work } from '../provider.js';
import {
  BAD_INPUT,
  type EngineResponse,
  FAILED,
  parseJson,
  REFUSED,
  REJECTED,
  retryAfterMs,
} from '../wire/index.js';
import type { ErrorRule } from './declaration.js';
import { textAt, valuesAt } from './json-path.js';

/** Bounds what a rule searches, since a response may have megabytes. */
const SEARCHED_CHARACTERS = 2_000;

/** Caches parsed bodies, because a response with an inline picture has megabytes of text. */
const parsed = new WeakMap<EngineResponse, unknown>();

/** Returns undefined for a body that is not JSON, or a file. */
export function bodyOf(response: EngineResponse): unknown {
  if (!parsed.has(response)) parsed.set(response, parse(response.text));
  return parsed.get(response);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Finds the first rule that applies, whatever the status. */
export function ruleFor(
  rules: readonly ErrorRule[],
  call: 'submit' | 'poll',
  response: EngineResponse,
): ErrorRule | undefined {
  const body = bodyOf(response);
  return rules.find(({ status, path, header, matches, on = call }) => {
    if (on !== call) return false;
    if (status !== undefined && status !== response.status) return false;
    if (matches === undefined) return true;
    const text = path === undefined ? response.headers[header!.toLowerCase()] : joinedTextAt(body, path);
    return text !== undefined && new RegExp(matches, 'i').test(text.slice(0, SEARCHED_CHARACTERS));
  });
}

/** Several values are joined line by line; objects are JSON. */
function joinedTextAt(body: unknown, path: string): string | undefined {
  const values = valuesAt(body, path);
  if (values.length === 0) return undefined;
  if (values.length === 1) return textAt(body, path) ?? JSON.stringify(values[0]);
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
}

/** @param internal the engine's message, for the operator only. */
export function outcomeOfRule(
  rule: ErrorRule,
  work: Work,
  response: EngineResponse,
  internal: string,
): Outcome {
  switch (rule.is) {
    case 'content_rejected':
      return { ...REJECTED, internal };
    case 'invalid_input':
      return { ...BAD_INPUT, internal };
    case 'provider_error':
      return { ...FAILED, internal };
    case 'operator':
      return { ...REFUSED, internal, operatorSide: true };
    case 'throttled': {
      const afterMs = retryAfterMs(response.headers, response.text);
      return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled: true };
    }
    case 'retry':
      return work.attempt >= (rule.attempts ?? Infinity)
        ? { ...FAILED, internal }
        : { kind: 'retry', code: 'provider_error', internal, afterMs: retryAfterMs(response.headers) };
    case 'unknown':
      return { kind: 'unknown', internal };
  }
}
