import { findMalformed } from './well-formed.js';

const fieldsOf = (value: unknown) => findMalformed(value).map(({ field }) => field);

describe('a body that no layer can hold the same way', () => {
  it('is refused for names that reach into prototypes, wherever they stand', () => {
    const body = JSON.parse('{"a":{"__proto__":1,"constructor":2},"prototype":[{"__proto__":3}]}') as unknown;
    expect(fieldsOf(body).sort()).toEqual(['a.__proto__', 'a.constructor', 'prototype']);
  });

  it('is refused for a field that every object inherits, which a class would drop silently', () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', 'toLocaleString', '__defineGetter__'])
      expect(fieldsOf({ name: 'a', [name]: 1 })).toEqual([name]);
  });

  it('may carry such names inside, where they are data', () => {
    expect(fieldsOf({ metadata: { toString: 'a', valueOf: 'b' } })).toEqual([]);
  });

  it('is refused for NUL bytes, lone surrogates and numbers beyond any', () => {
    expect(fieldsOf({ a: 'x\0', b: '\ud800', c: Infinity, 'd\0': 1, e: 'fine' }).sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});
