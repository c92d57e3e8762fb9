import { comparison, share } from './comparison';

it.each([
  [112, 100, '+12 % (100 before)'],
  [50, 100, '−50 % (100 before)'],
  [100, 100, '±0 % (100 before)'],
  [-50, -100, '+50 % (-100 before)'],
  [5, 0, '0 before'],
  [0, 0, 'as before'],
])('%d after %d is %s', (now, before, text) => expect(comparison(now, before)).toBe(text));

it('a share of nothing is no number', () => {
  expect([share(1, 8), share(0, 8), share(0, 0)]).toEqual(['12.5 %', '0 %', '–']);
});
