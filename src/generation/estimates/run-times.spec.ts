import { workloadOf } from './run-times.js';

const model = {
  modelKey: 'video',
  inputSchema: {
    properties: {
      prompt: { type: 'string' },
      aspectRatio: { type: 'string', format: 'aspect-ratio' },
      quality: { type: 'string', enum: ['low', 'high'] },
      duration: { type: 'integer' },
      audio: { type: 'boolean' },
      imageUrl: { type: 'string', format: 'uri' },
      seed: { type: 'integer' },
    },
  },
  pricing: { base: '1' },
} as unknown as Parameters<typeof workloadOf>[0];

const of = (input: Record<string, unknown>, changes = {}) => workloadOf({ ...model, ...changes }, input);
const INPUT = { prompt: 'a cat', aspectRatio: '1:1', quality: 'low', duration: 5, audio: false, seed: 1 };

it('is a signed 64-bit integer', () => {
  expect(BigInt.asIntN(64, BigInt(of(INPUT))).toString()).toBe(of(INPUT));
});

it.each([
  ['the prompt', { prompt: 'a dog that runs' }],
  ['the seed', { seed: 2 }],
  ['a file', { imageUrl: 'https://example.com/a.png' }],
  ['an unknown field', { other: 3 }],
  ['the third digit of a number', { duration: 5.04 }],
])('%s does not change it', (_, change) => {
  expect(of({ ...INPUT, ...change })).toBe(of(INPUT));
});

it.each([
  ['a number', { duration: 10 }],
  ['a choice', { quality: 'high' }],
  ['the aspect ratio', { aspectRatio: '16:9' }],
  ['a switch', { audio: true }],
])('%s changes it', (_, change) => {
  expect(of({ ...INPUT, ...change })).not.toBe(of(INPUT));
});

it('the model changes it', () => {
  expect(of(INPUT, { modelKey: 'other' })).not.toBe(of(INPUT));
});

it('the order of the fields does not change it', () => {
  expect(of(Object.fromEntries(Object.entries(INPUT).reverse()))).toBe(of(INPUT));
});

it('the length of the prompt changes it where the price is per character', () => {
  const speech = { pricing: { perThousandCharacters: '2' } };
  expect(of({ prompt: 'x'.repeat(1000) }, speech)).toBe(of({ prompt: 'y'.repeat(1001) }, speech));
  expect(of({ prompt: 'x'.repeat(1000) }, speech)).not.toBe(of({ prompt: 'x'.repeat(2000) }, speech));
});
