import type { AuthenticatedRequest } from 'offprint';
import { Refusals } from './refusals.js';
import { findIdentity, unreadIdentityOf } from './request-input.js';

const requestOf = (keyId: string, body: object) =>
  ({
    method: 'POST',
    path: '/v1/images/generations',
    headers: { 'content-type': 'application/json' },
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

  it('of forms that were not read are remembered by route and length', () => {
    const formOf = (path: string, length: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': length };
      return { ...requestOf('key', {}), path, headers } as unknown as AuthenticatedRequest;
    };
    const refusals = new Refusals();
    refusals.note(formOf('/v1/videos', '200'));
    const take = (path: string, length: string) =>
      refusals.take('key', unreadIdentityOf(formOf(path, length)));
    expect([take('/v1/images/edits', '200'), take('/v1/videos', '201')]).toEqual([false, false]);
    expect([take('/v1/videos', '200'), take('/v1/videos', '200')]).toEqual([true, false]);
  });

  it('are bounded: the oldest are forgotten', () => {
    const refusals = new Refusals();
    const requests = Array.from({ length: 10_001 }, (_, n) => requestOf('key', { n }));
    for (const request of requests) refusals.note(request);
    expect(refusals.take('key', findIdentity(requests[0]!))).toBe(false);
    expect(refusals.take('key', findIdentity(requests.at(-1)!))).toBe(true);
  });
});
