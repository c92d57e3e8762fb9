import { comparableAddress } from './address-rule.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[::ffff:192.0.2.1]', '192.0.2.1'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('compares the caller %s as %s', (address, compared) => {
  expect(comparableAddress(address)).toBe(compared);
});

it.each([
  'unknown',
  '',
  '127.1',
  '192.0.2.256',
  '_hidden',
  '::ffff:192.0.2',
  `[${'1'.repeat(1_000)}]:1`,
  "'; select 1",
])('compares %j with no rule: it is no address', (text) => expect(comparableAddress(text)).toBeNull());
