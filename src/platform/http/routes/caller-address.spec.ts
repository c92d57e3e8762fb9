import type { Request } from 'express';
import { callerAddress, plainAddress } from './caller-address.js';

/** `ip` is the address that Express derives from the header and the trusted proxies. */
const requestOf = (forwarded: string | undefined, peer: string | undefined, ip: string | undefined) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: peer }, ip }) as unknown as Request;

it.each([
  ['the peer address without X-Forwarded-For', undefined, '192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['the address that trusted proxies report', '203.0.113.9', '192.0.2.1', '203.0.113.9', '203.0.113.9'],
  [
    'the peer address when the sender of X-Forwarded-For is not trusted',
    '203.0.113.9',
    '192.0.2.1',
    '192.0.2.1',
    '192.0.2.1',
  ],
  ['unknown after the connection has closed', undefined, undefined, undefined, 'unknown'],
])('is %s', (_case, forwarded, peer, ip, address) => {
  expect(callerAddress(requestOf(forwarded, peer, ip))).toBe(address);
});

describe('an address', () => {
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
  ])('has one form: %s becomes %s', (address, compared) => {
    expect(plainAddress(address)).toBe(compared);
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
  ])('is null for %j, which is no address', (text) => expect(plainAddress(text)).toBeNull());
});
