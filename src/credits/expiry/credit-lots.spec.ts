import { CreditLots, type LotEntry } from './credit-lots.js';

const entry = (kind: LotEntry['kind'], amount: bigint, more: Partial<LotEntry> = {}): LotEntry => ({
  kind,
  amount,
  isFromWallet: kind === 'charge' || kind === 'expiry',
  predictionId: null,
  expiresAt: null,
  ...more,
});
const charge = (amount: bigint, predictionId: string) => entry('charge', amount, { predictionId });
const refund = (amount: bigint, predictionId: string) => entry('refund', amount, { predictionId });
const grant = (amount: bigint, expiresAt: number | null) => entry('grant', amount, { expiresAt });

function after(...entries: LotEntry[]): CreditLots {
  const lots = new CreditLots([]);
  for (const one of entries) lots.apply(one);
  return lots;
}

it('spends the lot that expires first, whenever it was granted, and other credits last', () => {
  const lots = after(grant(5n, null), grant(3n, 20), grant(2n, 10), charge(4n, 'p'));
  expect(lots.remaining).toEqual([{ at: 20, amount: 1n }]);
  lots.apply(charge(6n, 'q'));
  expect(lots.remaining).toEqual([]);
});

it('returns a refund to the lots of its charge, and a capture to none', () => {
  const lots = after(grant(3n, 20), grant(2n, 10), charge(2n, 'p'), charge(2n, 'q'), refund(2n, 'q'));
  expect(lots.remaining).toEqual([{ at: 20, amount: 3n }]);
  lots.apply(entry('capture', 2n, { predictionId: 'p' }));
  expect(lots.changes).toMatchObject({ begun: [], ended: [] });
  expect([lots.hasExpiredHeld(100), lots.nextAfter(0)]).toEqual([false, 20]);
});

it('an adjustment and what covers a debt leave the first lot, and what arrives without a time joins none', () => {
  const lots = after(
    grant(3n, 10),
    entry('adjustment', 1n, { isFromWallet: true }),
    entry('debt', 1n, { isFromWallet: true }),
    entry('adjustment', 7n),
    entry('debt', 7n),
  );
  expect(lots.remaining).toEqual([{ at: 10, amount: 1n }]);
  // Nothing is held of what will not come back.
  expect(lots.changes).toEqual({ lots: [{ at: 10, remaining: 1n, held: 0n }], begun: [], ended: [] });
});

it('an expiry ends the credits of its own time', () => {
  const lots = after(grant(3n, 10), grant(4n, 20), entry('expiry', 4n, { expiresAt: 20 }));
  expect(lots.remaining).toEqual([{ at: 10, amount: 3n }]);
});

it('knows what has expired, what a refund can return of it, and when the next credits expire', () => {
  const lots = after(grant(3n, 10), grant(4n, 20), charge(1n, 'p'));
  expect(lots.expired(9)).toEqual([]);
  expect(lots.expired(10)).toEqual([{ at: 10, amount: 2n }]);
  lots.apply(entry('expiry', 2n, { expiresAt: 10 }));
  expect([lots.expired(10), lots.hasExpiredHeld(10), lots.nextAfter(10), lots.nextAfter(20)]).toEqual([
    [],
    true,
    20,
    null,
  ]);
  lots.apply(refund(1n, 'p'));
  expect(lots.expired(10)).toEqual([{ at: 10, amount: 1n }]);
});

it('knows when credits expire that are all held: a refund can return them', () => {
  const lots = after(grant(1n, 10), charge(1n, 'p'), grant(4n, 20), charge(4n, 'q'));
  expect([lots.nextAfter(0), lots.nextAfter(10), lots.nextAfter(20)]).toEqual([10, 20, null]);
});

it('finds what a prediction holds since before the entries, and reports what is to be stored', () => {
  const lots = new CreditLots(
    [{ at: 10, remaining: 0n, held: 2n }],
    new Map([['old', [{ at: 10, amount: 2n }]]]),
  );
  lots.apply(refund(5n, 'old'));
  lots.apply(charge(1n, 'new'));
  expect(lots.changes).toEqual({
    lots: [{ at: 10, remaining: 1n, held: 1n }],
    begun: [{ predictionId: 'new', at: 10, amount: 1n }],
    ended: ['old'],
  });
  expect(lots.isEmpty).toBe(false);
});

it('spends lots that were stored in another order by their time, and leaves the stored ones as they are', () => {
  const stored = [
    { at: 30, remaining: 2n, held: 0n },
    { at: 10, remaining: 2n, held: 0n },
  ];
  const lots = new CreditLots(stored);
  lots.apply(charge(3n, 'p'));
  lots.apply(grant(5n, 20));
  expect(lots.remaining).toEqual([
    { at: 20, amount: 5n },
    { at: 30, amount: 1n },
  ]);
  expect(stored.map(({ remaining, held }) => [remaining, held])).toEqual([
    [2n, 0n],
    [2n, 0n],
  ]);
});

it('changes no lot that nothing was taken from, and begins nothing for a charge of other credits', () => {
  const lots = new CreditLots([
    { at: 10, remaining: 0n, held: 1n },
    { at: 20, remaining: 1n, held: 0n },
    { at: 30, remaining: 1n, held: 0n },
  ]);
  lots.apply(charge(1n, 'p'));
  expect(lots.changes.lots.map(({ at }) => at)).toEqual([20]);
  const others = after(grant(4n, null), charge(4n, 'q'));
  expect(others.changes).toEqual({ lots: [], begun: [], ended: [] });
  others.apply(refund(4n, 'q'));
  expect(others.changes).toEqual({ lots: [], begun: [], ended: [] });
});

it('is empty when nothing is left or held', () => {
  const lots = after(grant(1n, 10), charge(1n, 'p'));
  expect([lots.isEmpty, lots.hasExpiredHeld(9), lots.hasExpiredHeld(10)]).toEqual([false, false, true]);
  lots.apply(entry('capture', 1n, { predictionId: 'p' }));
  expect([lots.isEmpty, lots.hasExpiredHeld(10), lots.nextAfter(0)]).toEqual([true, false, null]);
  expect([after(grant(1n, 10)).isEmpty, after().isEmpty]).toEqual([false, true]);
});
