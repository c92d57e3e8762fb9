import type { Work } from '../provider.js';
import type { EngineResponse } from '../wire/index.js';
import type { ErrorRule } from './declaration.js';
import { outcomeOfRule, ruleFor } from './error-rules.js';

const response = (status: number, body: unknown, headers: Record<string, string> = {}): EngineResponse => ({
  status,
  ok: status < 300,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  json: () => body,
  file: null,
});
const found = (rule: Omit<ErrorRule, 'is'>, given: EngineResponse) =>
  ruleFor([{ ...rule, is: 'retry' }], 'submit', given);

describe('a rule for errors', () => {
  it('applies when all its conditions hold, whatever else the response contains', () => {
    const moderated = response(200, { detail: { status: 'Request_Moderated', code: 7 } });
    expect(found({ path: 'detail.status', matches: 'moderated' }, moderated)).toBeDefined();
    expect(found({ path: 'detail.code', matches: '^7$' }, moderated)).toBeDefined();
    expect(found({ status: 200, path: 'detail.status', matches: 'moderated' }, moderated)).toBeDefined();
    expect(found({ status: 400, path: 'detail.status', matches: 'moderated' }, moderated)).toBeUndefined();
    expect(found({ path: 'detail.nothing', matches: '.*' }, moderated)).toBeUndefined();
    expect(found({ status: 403 }, response(403, 'no'))).toBeDefined();
    expect(found({ status: 403 }, response(401, 'no'))).toBeUndefined();
  });

  it('reads headers, lists and objects, and ignores bodies that are no JSON', () => {
    const filtered = response(200, '', { 'finish-reason': 'CONTENT_FILTERED' });
    expect(found({ header: 'Finish-Reason', matches: 'filtered' }, filtered)).toBeDefined();
    expect(found({ header: 'finish-reason', matches: '.' }, response(200, ''))).toBeUndefined();
    const listed = response(422, { detail: [{ msg: 'too long' }, { msg: 'unsafe' }] });
    expect(found({ path: 'detail[*].msg', matches: '^unsafe$' }, listed)).toBeUndefined();
    expect(found({ path: 'detail[*].msg', matches: 'unsafe' }, listed)).toBeDefined();
    expect(found({ path: 'detail[0]', matches: '"msg":"too long"' }, listed)).toBeDefined();
    expect(found({ path: 'detail', matches: '.' }, response(502, '<html>'))).toBeUndefined();
  });

  it('does not apply to an empty string, with which engines report no error', () => {
    expect(found({ path: 'error', matches: 'moderated' }, response(200, { error: '' }))).toBeUndefined();
  });

  it('applies when it is the first that matches', () => {
    const rules: ErrorRule[] = [
      { status: 400, path: 'code', matches: '^7$', is: 'operator' },
      { status: 400, is: 'invalid_input' },
    ];
    expect(ruleFor(rules, 'poll', response(400, { code: 7 }))!.is).toBe('operator');
    expect(ruleFor(rules, 'poll', response(400, { code: 8 }))!.is).toBe('invalid_input');
  });

  it('may apply only to submits or only to polls', () => {
    const rules: ErrorRule[] = [{ status: 504, on: 'submit', is: 'retry' }];
    expect(ruleFor(rules, 'submit', response(504, ''))!.is).toBe('retry');
    expect(ruleFor(rules, 'poll', response(504, ''))).toBeUndefined();
  });
});

describe('the outcome of a rule', () => {
  const outcome = (rule: ErrorRule, attempt = 1, headers: Record<string, string> = {}) =>
    outcomeOfRule(rule, { attempt } as Work, response(400, '', headers), 'their words');

  it('has our public message, and the engine’s for the operator', () => {
    expect(outcome({ is: 'content_rejected' })).toMatchObject({ kind: 'refuse', code: 'content_rejected' });
    expect(outcome({ is: 'invalid_input' })).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
    expect(outcome({ is: 'provider_error' })).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    expect(outcome({ is: 'operator' })).toMatchObject({ kind: 'refuse', operatorSide: true });
    expect(outcome({ is: 'unknown' })).toEqual({ kind: 'unknown', internal: 'their words' });
    expect(outcome({ is: 'throttled' }, 1, { 'retry-after': '3' })).toMatchObject({
      throttled: true,
      afterMs: 3_000,
    });
    for (const is of ['content_rejected', 'invalid_input', 'provider_error', 'operator'] as const) {
      const refused = outcome({ is });
      expect(refused).toMatchObject({
        internal: 'their words',
        message: expect.not.stringContaining('their'),
      });
    }
  });

  it('allows a bounded number of attempts when declared', () => {
    const rule: ErrorRule = { is: 'retry', attempts: 2 };
    expect(outcome(rule, 1)).toMatchObject({ kind: 'retry' });
    expect(outcome(rule, 2)).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    expect(outcome({ is: 'retry' }, 4)).toMatchObject({ kind: 'retry' });
  });
});
