import { problemOf, storableId, storableReceipt } from './event-problem.js';
import type { PaidEvent, PaymentEvent, ReversalEvent } from './payment-provider.js';

const PAID: PaidEvent = {
  kind: 'paid',
  paymentId: 'pay_1',
  reference: 'any text',
  amount: { minorUnits: 1000n, currency: 'EUR' },
  customerId: null,
  subscription: null,
  receiptUrl: null,
  at: new Date('2026-03-01T12:00:00Z'),
};
const MONTH = { id: 'sub_1', periodEndsAt: new Date('2026-04-01T12:00:00Z') };
const REFUND: ReversalEvent = { ...PAID, kind: 'refunded', reversalId: 're_1' };
const ENDED: PaymentEvent = {
  kind: 'subscription_ended',
  subscriptionId: 'sub_1',
  reference: 'x',
  at: PAID.at,
};

const FAILED: PaymentEvent = { ...ENDED, kind: 'payment_failed', changeId: 'in_1' };
const CHANGED: PaymentEvent = { ...FAILED, kind: 'subscription_changed', endsAt: null };
const LONGEST = 'x'.repeat(255);

it.each<PaymentEvent>([
  { ...PAID, subscription: { ...MONTH, invoice: { prices: [1900n, 0n], total: 0n } } },
  { ...PAID, subscription: MONTH },
  PAID,
  ...(['refunded', 'refund_failed', 'disputed', 'dispute_won'] as const).map((kind) => ({ ...REFUND, kind })),
  ENDED,
  FAILED,
  CHANGED,
  { ...CHANGED, endsAt: new Date('9999-12-31T23:59:59Z') },
  { ...PAID, at: new Date(0), paymentId: LONGEST },
  { ...PAID, amount: { minorUnits: 0n, currency: 'JPY' } },
  { ...PAID, amount: { minorUnits: 10n ** 15n, currency: 'EUR' } },
])('an event of the kind $kind can be recorded', (event) => {
  expect(problemOf(event)).toBeNull();
});

it.each<[string, object]>([
  ['its kind', { ...PAID, kind: 'upgraded' }],
  ['its id', { ...PAID, paymentId: '' }],
  ['its id', { ...PAID, paymentId: 'a\0b' }],
  ['its id', { ...PAID, paymentId: undefined }],
  ['its id', { ...REFUND, reversalId: 'x'.repeat(256) }],
  ['its id', { ...ENDED, subscriptionId: '' }],
  ['its id', { ...REFUND, paymentId: '' }],
  ['its id', { ...PAID, subscription: { ...MONTH, id: '' } }],
  ['its id', { ...FAILED, changeId: `${LONGEST}x` }],
  ['its id', { ...FAILED, subscriptionId: '' }],
  ['its id', { ...CHANGED, changeId: '' }],
  ['its id', { ...PAID, paymentId: 7 }],
  ['its instant', { ...PAID, subscription: { ...MONTH, periodEndsAt: new Date(-1) } }],
  ['its instant', { ...PAID, subscription: MONTH, at: new Date(-1) }],
  ['its instant', { ...CHANGED, endsAt: new Date('+010000-01-01T00:00:00Z') }],
  ['its instant', { ...CHANGED, endsAt: PAID.at, at: new Date(-1) }],
  ['its instant', { ...ENDED, at: new Date(-1) }],
  ['its instant', { ...PAID, at: new Date(Number.NaN) }],
  ['its instant', { ...PAID, at: new Date(-1) }],
  ['its instant', { ...PAID, at: new Date(8.64e15) }],
  ['its instant', { ...PAID, at: '2026-03-01' }],
  ['its amount', { ...PAID, amount: { minorUnits: -1n, currency: 'EUR' } }],
  ['its amount', { ...PAID, amount: { minorUnits: 10n ** 15n + 1n, currency: 'EUR' } }],
  ['its amount', { ...PAID, amount: { minorUnits: 1000, currency: 'EUR' } }],
  ['its amount', { ...PAID, amount: { minorUnits: 1000n, currency: 'eur' } }],
  ['its amount', { ...PAID, amount: { minorUnits: 1000n, currency: 'EURO' } }],
  ['its amount', { ...PAID, amount: { minorUnits: 1000n, currency: 'xEUR' } }],
  ['its amount', { ...REFUND, amount: { minorUnits: -1n, currency: 'EUR' } }],
  ['its invoice', { ...PAID, subscription: { ...MONTH, invoice: { prices: [1900], total: 1n } } }],
  ['its invoice', { ...PAID, subscription: { ...MONTH, invoice: { prices: [1900n, -1n], total: 1n } } }],
  ['its invoice', { ...PAID, subscription: { ...MONTH, invoice: { prices: [1900n], total: -1n } } }],
])('%s keeps an event from being recorded', (what, event) => {
  expect(problemOf(event as PaymentEvent)).toMatch(what);
});

it('leaves out ids and receipts that cannot be stored or linked to', () => {
  expect([storableId('cus_1'), storableId('a\0'), storableId(null)]).toEqual(['cus_1', null, null]);
  const addresses = [
    'https://pay.example.test/1',
    'javascript:alert(1)',
    'http://pay.example.test',
    'x',
    null,
  ];
  expect(addresses.map(storableReceipt)).toEqual(['https://pay.example.test/1', null, null, null, null]);
  const longest = 'https://pay.example.test/'.padEnd(2048, 'x');
  expect([longest, `${longest}x`].map(storableReceipt)).toEqual([longest, null]);
});
