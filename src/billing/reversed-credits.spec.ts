import { creditsTakenBack, isToRefund, statusAfter } from './reversed-credits.js';

const PAID = { isRejected: false, amount: 1000n, total: 1000n, credits: 333_333n } as const;

it('takes back the refunded part, rounded down, and everything with the last minor unit', () => {
  expect([0n, 1n, 500n, 999n, 1000n].map((reversed) => creditsTakenBack(PAID, reversed))).toEqual([
    0n,
    333n,
    166_666n,
    332_999n,
    333_333n,
  ]);
});

it('never takes back more than was granted, and nothing of a payment that granted nothing', () => {
  expect(creditsTakenBack(PAID, 5000n)).toBe(333_333n);
  expect(creditsTakenBack({ isRejected: true, amount: 0n, total: 0n, credits: 0n }, 5n)).toBe(0n);
});

it.each([
  ['1,000 of 4,000 were money', 1000n, 4000n, [0n, 500n, 1000n, 4000n], [0n, 41_666n, 83_333n, 83_333n]],
  ['none of it was money', 0n, 1900n, [0n, 1900n], [0n, 0n]],
  ['a discount of all', 0n, 0n, [0n, 1n], [0n, 0n]],
])('takes back no more than the money has paid for: %s', (_, amount, total, reversals, expected) => {
  const paid = { ...PAID, amount, total };
  expect(reversals.map((reversed) => creditsTakenBack(paid, reversed))).toEqual(expected);
});

it.each([
  ['granted', 'paid', 0n, false],
  ['granted', 'partly_refunded', 1n, false],
  ['granted', 'refunded', 1000n, false],
  ['granted', 'disputed', 1000n, true],
  ['rejected', 'rejected', 0n, false],
  ['rejected', 'partly_refunded', 1n, false],
  ['rejected', 'refunded', 1000n, false],
  ['rejected', 'disputed', 1000n, true],
] as const)('a payment that was %s is %s after %s of 1000', (judged, expected, reversed, isDisputed) => {
  expect(statusAfter({ ...PAID, isRejected: judged === 'rejected' }, reversed, isDisputed)).toBe(expected);
});

it.each([
  [null, 'paid', '1000', false],
  [null, 'partly_refunded', '1000', false],
  [null, 'rejected', '1000', false],
  ['wrong_amount', 'rejected', '1000', true],
  ['wrong_amount', 'rejected', null, true],
  ['wrong_amount', 'rejected', '0', false],
  ['wrong_amount', 'partly_refunded', '1000', true],
  ['wrong_amount', 'refunded', '1000', false],
  ['wrong_amount', 'disputed', '1000', false],
] as const)(
  'rejected for %s and %s, of %s: money of it is to be refunded: %s',
  (rejection, status, amount, is) => {
    expect(isToRefund({ rejection, status, amount })).toBe(is);
  },
);
