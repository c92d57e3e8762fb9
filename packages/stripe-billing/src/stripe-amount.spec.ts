import { fromStripeAmount, toStripeAmount } from './stripe-amount.js';

it.each([
  ['EUR', 1999n, 1999],
  ['JPY', 500n, 500],
  ['KWD', 5120n, 5120],
  ['HUF', 100_050n, 100_050],
  ['ISK', 5n, 500],
  ['MGA', 50_000n, 500],
])('%s: %s minor units are %s at Stripe, and back', (currency, minorUnits, amount) => {
  expect(toStripeAmount({ minorUnits, currency })).toEqual({ amount, currency: currency.toLowerCase() });
  expect(fromStripeAmount(amount, currency.toLowerCase())).toEqual({ minorUnits, currency });
});

it.each([
  ['a part of an ariary', () => toStripeAmount({ minorUnits: 50n, currency: 'MGA' }), /no unit of it/],
  ['a part of a króna', () => fromStripeAmount(50, 'isk'), /no unit of it/],
  ['shillings of Uganda', () => toStripeAmount({ minorUnits: 5n, currency: 'UGX' }), /not supported/],
  ['a number that is none', () => toStripeAmount({ minorUnits: 2n ** 60n, currency: 'EUR' }), /too large/],
])('%s: no amount', (_, convert, message) => {
  expect(convert).toThrow(message);
});
