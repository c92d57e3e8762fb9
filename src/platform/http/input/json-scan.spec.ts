import { findJsonProblem, MAX_DEPTH, MAX_FIELDS, MAX_NODES } from './json-scan.js';

const problemOf = (value: unknown) => findJsonProblem(Buffer.from(JSON.stringify(value)));
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));

describe('findJsonProblem', () => {
  it('reports depth, fields and nodes above their limits, and nothing at the limits', () => {
    expect(findJsonProblem(Buffer.from(nested(MAX_DEPTH)))).toBeNull();
    expect(findJsonProblem(Buffer.from(nested(MAX_DEPTH + 1)))).toBe('depth');
    expect(problemOf(fields(MAX_FIELDS))).toBeNull();
    expect(problemOf(fields(MAX_FIELDS + 1))).toBe('fields');
    expect(problemOf({ a: Array.from({ length: MAX_NODES - 1 }, () => 1) })).toBeNull();
    expect(problemOf({ a: Array.from({ length: MAX_NODES + 1 }, () => 1) })).toBe('nodes');
    expect(problemOf({ a: Array.from({ length: MAX_NODES }, () => []) })).toBe('nodes');
  });

  it('ignores the contents of strings, whatever they escape', () => {
    for (const text of ['[[[[', '{"a":', ',,,,', '\\', '\\\\"', '"]}', '\\"[', '\u2028"'])
      expect(problemOf({ [text.repeat(50)]: text.repeat(1_000) })).toBeNull();
    expect(findJsonProblem(Buffer.from('{"a":"\\\\","b":[[]]}'))).toBeNull();
  });

  it('reports unbalanced brackets at any depth', () => {
    for (const text of ['{', '}', '{"a":[}', '{"a":"', '{"a":"}', '['.repeat(500_000), nested(100).slice(1)])
      expect(findJsonProblem(Buffer.from(text))).toBe('unbalanced');
  });

  it('does not throw for texts that end inside a string', () => {
    for (const text of ['', '"', '"\\', '{"a":"\\"}', '\\'.repeat(1_000)])
      expect(() => findJsonProblem(Buffer.from(text))).not.toThrow();
  });
});
