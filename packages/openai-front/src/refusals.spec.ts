import type { AuthenticatedRequest } from 'offprint';
import { Refusals } from './refusals.js';
import { findIdentity } from './request-input.js';

const requestOf = (keyId: string, body: object) =>
  ({
    method: 'POST',
    path: '/v1/images/generations',
    body,
    apiKey: { keyId },
  }) as unknown as AuthenticatedRequest;

describe('refusals', () => {
  it('are remembered by key and content, and each is taken once', () => {
    const refusals = new Refusals();
    const request = requestOf('key-1', { prompt: 'a', n: 1 });
    const same = requestOf('key-1', { n: 1, prompt: 'a' });
    for (const one of [request, same]) refusals.note(one);
    const identity = findIdentity(request);
    expect(findIdentity(same)).toBe(identity);
    expect(refusals.take('key-2', identity)).toBe(false);
    expect(refusals.take('key-1', findIdentity(requestOf('key-1', { prompt: 'b' })))).toBe(false);
    expect([1, 2, 3].map(() => refusals.take('key-1', identity))).toEqual([true, true, false]);
  });

  it('are bounded: the oldest are forgotten', () => {
    const refusals = new Refusals();
    const requests = Array.from({ length: 10_001 }, (_, n) => requestOf('key', { n }));
    for (const request of requests) refusals.note(request);
    expect(refusals.take('key', findIdentity(requests[0]!))).toBe(false);
    expect(refusals.take('key', findIdentity(requests.at(-1)!))).toBe(true);
  });
});
