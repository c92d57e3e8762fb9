import { findJsonProblem, MAX_DEPTH, MAX_FIELDS, MAX_NODES } from './json-scan.js';

const judge = (value: unknown) => findJsonProblem(Buffer.from(JSON.stringify(value)));
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));

describe('the shape of a JSON text', () => {
  it('is bounded in depth, in fields and in parts, each to the last that is allowed', () => {
    expect(findJsonProblem(Buffer.from(nested(MAX_DEPTH)))).toBeNull();
    expect(findJsonProblem(Buffer.from(nested(MAX_DEPTH + 1)))).toBe('depth');
    expect(judge(fields(MAX_FIELDS))).toBeNull();
    expect(judge(fields(MAX_FIELDS + 1))).toBe('fields');
    expect(judge({ a: Array.from({ length: MAX_NODES - 1 }, () => 1) })).toBeNull();
    expect(judge({ a: Array.from({ length: MAX_NODES + 1 }, () => 1) })).toBe('nodes');
    expect(judge({ a: Array.from({ length: MAX_NODES }, () => []) })).toBe('nodes');
  });

  it('is not taken from what stands in strings, whatever is escaped there', () => {
    for (const text of ['[[[[', '{"a":', ',,,,', '\\', '\\\\"', '"]}', '\\"[', '\u2028"'])
      expect(judge({ [text.repeat(50)]: text.repeat(1_000) })).toBeNull();
    expect(findJsonProblem(Buffer.from('{"a":"\\\\","b":[[]]}'))).toBeNull();
  });

  it('of what is opened and not closed is no JSON, however deep it is', () => {
    for (const text of ['{', '}', '{"a":[}', '{"a":"', '{"a":"}', '['.repeat(500_000), nested(100).slice(1)])
      expect(findJsonProblem(Buffer.from(text))).toBe('unbalanced');
  });

  it('never reads past the end', () => {
    for (const text of ['', '"', '"\\', '{"a":"\\"}', '\\'.repeat(1_000)])
      expect(() => findJsonProblem(Buffer.from(text))).not.toThrow();
  });
});
