import { findJsonProblem, findMalformed, MAX_DEPTH, MAX_FIELDS, MAX_NODES } from './json-content.js';

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

const fieldsOf = (value: unknown) => findMalformed(value).map(({ field }) => field);

describe('findMalformed', () => {
  it('reports names of prototype properties at any depth', () => {
    const body = JSON.parse('{"a":{"__proto__":1,"constructor":2},"prototype":[{"__proto__":3}]}') as unknown;
    expect(fieldsOf(body).sort()).toEqual(['a.__proto__', 'a.constructor', 'prototype']);
  });

  it('reports a field that every object inherits, which a DTO would drop silently', () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', 'toLocaleString', '__defineGetter__'])
      expect(fieldsOf({ name: 'a', [name]: 1 })).toEqual([name]);
  });

  it('allows inherited names in nested objects, where they are data', () => {
    expect(fieldsOf({ metadata: { toString: 'a', valueOf: 'b' } })).toEqual([]);
  });

  it('reports NUL bytes, lone surrogates and infinite numbers', () => {
    expect(fieldsOf({ a: 'x\0', b: '\ud800', c: Infinity, 'd\0': 1, e: 'fine' }).sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});
