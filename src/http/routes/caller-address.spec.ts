import type { Request } from 'express';
import { callerAddress } from './caller-address.js';

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
