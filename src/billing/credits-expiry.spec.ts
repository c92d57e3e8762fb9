import { expiryOf } from './credits-expiry.js';

const HOUR = 3_600_000;
const PLAN = { credits_expire: true, expires_in_days: null };

it.each([
  ['two days after', -48, 24],
  ['at', 0, 24],
  ['23 hours before', 23, 24],
  ['25 hours before', 25, 25],
  ['a month before', 720, 720],
])(
  'a month that is reported %s its end expires at its end, and not before a day has passed',
  (_, inHours, expected) => {
    const before = Date.now();
    const expiresAt = expiryOf(PLAN, { periodEndsAt: new Date(before + inHours * HOUR) })!.getTime();
    expect(expiresAt).toBeGreaterThanOrEqual(before + expected * HOUR);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + expected * HOUR);
  },
);

it('credits that do not expire, and those of a pack', () => {
  const month = { periodEndsAt: new Date() };
  expect(expiryOf({ credits_expire: false, expires_in_days: null }, month)).toBeNull();
  expect(expiryOf({ credits_expire: false, expires_in_days: null }, null)).toBeNull();
  const before = Date.now();
  const expiresAt = expiryOf({ credits_expire: false, expires_in_days: 2 }, null)!.getTime();
  expect(expiresAt).toBeGreaterThanOrEqual(before + 48 * HOUR);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 48 * HOUR);
});
