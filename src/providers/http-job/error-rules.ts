/** What an engine's own errors mean, by the rules of its declaration. They are asked before the common table. */
import type { Outcome, Work } from '../provider.js';
import { BAD_INPUT, type EngineAnswer, FAILED, REFUSED, REJECTED, retryAfterMs } from '../wire/index.js';
import type { ErrorRule } from './declaration.js';
import { textAt, valuesAt } from './json-path.js';

/** Text of an answer that a rule looks at, at most: a rule is no reason to search megabytes. */
const LOOKED_AT = 2_000;

/** Parsed once: an answer with a picture in it is megabytes of text. */
const parsed = new WeakMap<EngineAnswer, unknown>();

/** The body as JSON; undefined when it is none, or a file. */
export function bodyOf(answer: EngineAnswer): unknown {
  if (!parsed.has(answer)) parsed.set(answer, parse(answer.text));
  return parsed.get(answer);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The first rule that applies to the answer to a submit or a poll, whatever its status. */
export function ruleFor(
  rules: readonly ErrorRule[],
  asked: 'submit' | 'poll',
  answer: EngineAnswer,
): ErrorRule | undefined {
  const body = bodyOf(answer);
  return rules.find(({ status, path, header, matches, on = asked }) => {
    if (on !== asked) return false;
    if (status !== undefined && status !== answer.status) return false;
    if (matches === undefined) return true;
    const text = path === undefined ? answer.headers[header!.toLowerCase()] : toldAt(body, path);
    return text !== undefined && new RegExp(matches, 'i').test(text.slice(0, LOOKED_AT));
  });
}

/** Several values are looked at together, one to a line; objects as JSON. */
function toldAt(body: unknown, path: string): string | undefined {
  const values = valuesAt(body, path);
  if (values.length === 0) return undefined;
  if (values.length === 1) return textAt(body, path) ?? JSON.stringify(values[0]);
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
}

/**
 * @param internal what the engine said, for the operator alone.
 * @returns the outcome of a submit to which the rule applies.
 */
export function ruledOutcome(rule: ErrorRule, work: Work, answer: EngineAnswer, internal: string): Outcome {
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
      const afterMs = retryAfterMs(answer.headers, answer.text);
      return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled: true };
    }
    case 'retry':
      return work.attempt >= (rule.attempts ?? Infinity)
        ? { ...FAILED, internal }
        : { kind: 'retry', code: 'provider_error', internal, afterMs: retryAfterMs(answer.headers) };
    case 'unknown':
      return { kind: 'unknown', internal };
  }
}
