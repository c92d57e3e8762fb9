import { withNumberFormats } from './number-formats.js';

it('numbers are doubles, and integers that can exceed 32 bits are of 64', () => {
  const properties = {
    amount: { type: 'number' },
    alertBelow: { type: ['number', 'null'], minimum: 0.001 },
    freeBytes: { type: ['integer', 'null'] },
    seed: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
    resolution: { type: 'integer', maximum: 2048 },
    scale: { type: 'integer', enum: [2, 4] },
    name: { type: 'string' },
  };
  const { amount, alertBelow, freeBytes, seed, ...others } = properties;
  expect(withNumberFormats({ type: 'object', properties })).toEqual({
    type: 'object',
    properties: {
      amount: { ...amount, format: 'double' },
      alertBelow: { ...alertBelow, format: 'double' },
      freeBytes: { ...freeBytes, format: 'int64' },
      seed: { ...seed, format: 'int64' },
      ...others,
    },
  });
});

it('a format that is given stays, and examples and fields with the names of keywords are no schemas', () => {
  const document = {
    example: { type: 'number' },
    items: [{ type: 'number', format: 'float' }],
    properties: { default: { type: 'string' }, type: { type: 'string' }, format: { type: 'string' } },
  };
  expect(withNumberFormats(document)).toEqual(document);
});

it('formats the fields that are named as keywords, and leaves its argument unchanged', () => {
  const document = { properties: { default: { type: 'number' }, example: { type: 'number' } } };
  const before = structuredClone(document);
  expect(withNumberFormats(document)).toEqual({
    properties: {
      default: { type: 'number', format: 'double' },
      example: { type: 'number', format: 'double' },
    },
  });
  expect(document).toEqual(before);
});
