import { money } from './money';

it.each([
  [1000, 'EUR', '€10.00'],
  [5, 'USD', '$0.05'],
  [1000, 'JPY', '¥1,000'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});
