import { findMalformed } from './well-formed.js';

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
