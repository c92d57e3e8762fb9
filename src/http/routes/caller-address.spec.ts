import type { Request } from 'express';
import { callerAddress } from './caller-address.js';

/** `ip` is what Express makes of the header and of the proxies that are trusted. */
const requestOf = (forwarded: string | undefined, peer: string | undefined, ip: string | undefined) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: peer }, ip }) as unknown as Request;

it.each([
  ['the connection’s own, where no proxy says anything', undefined, '192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['what the trusted proxies tell', '203.0.113.9', '192.0.2.1', '203.0.113.9', '203.0.113.9'],
  [
    'the connection’s own, where who tells is not trusted',
    '203.0.113.9',
    '192.0.2.1',
    '192.0.2.1',
    '192.0.2.1',
  ],
  ['unknown, once the connection is gone', undefined, undefined, undefined, 'unknown'],
])('is %s', (_what, forwarded, peer, ip, address) => {
  expect(callerAddress(requestOf(forwarded, peer, ip))).toBe(address);
});
