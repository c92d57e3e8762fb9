import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createProviderKeys } from './provider-keys.js';

const MINUTE_MS = 60_000;
const jwk = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
});
const token = { payload: '', signature: '' };

let provider: Server;
let uri: string;
let published: object[];
let fetches: number;
let answers: boolean;
let passedMs: number;
let find: (kid: string) => Promise<unknown>;

beforeEach(async () => {
  [published, fetches, passedMs, answers] = [[jwk('first')], 0, 0, true];
  provider = createServer((_request, response) => {
    fetches += 1;
    if (!answers) return;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  uri = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`;
  jest.spyOn(performance, 'now').mockImplementation(() => passedMs);
  const keys = createProviderKeys(uri);
  find = (kid) => keys({ alg: 'ES256', kid }, token);
});
afterEach(async () => {
  jest.restoreAllMocks();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

it('fetches the keys once for concurrent lookups, and again after ten minutes', async () => {
  await Promise.all(Array.from({ length: 20 }, () => find('first')));
  passedMs = 10 * MINUTE_MS - 1;
  await find('first');
  expect(fetches).toBe(1);
  passedMs += 1;
  await find('first');
  expect(fetches).toBe(2);
});

it.each([-60, 0, 60])(
  'finds a new key half a minute after the last fetch, with the wall clock %d min off',
  async (minutes) => {
    await find('first');
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * MINUTE_MS);
    published.push(jwk('second'));
    passedMs = 29_999;
    await expect(find('second')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    passedMs = 30_000;
    await find('second');
    expect(fetches).toBe(2);
  },
);

it('removes keys that are no longer published at the next fetch', async () => {
  await find('first');
  published = [jwk('second')];
  passedMs = 10 * MINUTE_MS;
  await expect(find('first')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

it('tokens that arrive together after ten minutes all meet the keys of then', async () => {
  await find('first');
  published = [jwk('second')];
  passedMs = 10 * MINUTE_MS;
  const found = await Promise.allSettled(Array.from({ length: 5 }, () => find('first')));
  expect(found.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
});

it('fetches again for the next token after a failed fetch', async () => {
  published = 'no list' as unknown as object[];
  await expect(find('first')).rejects.toThrow();
  published = [jwk('first')];
  await find('first');
  expect(fetches).toBe(2);
});

describe('while the provider fails', () => {
  let lines: unknown[][];
  beforeEach(() => {
    lines = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line));
  });

  it('keeps known keys in use, with one try in half a minute and a line in the log', async () => {
    await find('first');
    published = 'no list' as unknown as object[];
    passedMs = 10 * MINUTE_MS;
    await Promise.all(Array.from({ length: 20 }, () => find('first')));
    await find('first');
    expect(fetches).toBe(2);
    expect(lines).toEqual([
      [{ error: expect.any(String) }, 'the signing keys could not be fetched: the known keys stay in use'],
    ]);
    passedMs += 30_000;
    published = [jwk('second')];
    await find('second');
    expect(fetches).toBe(3);
  });

  it('does not wait for a provider that hangs', async () => {
    await find('first');
    answers = false;
    passedMs = 10 * MINUTE_MS;
    await find('first');
    await find('first');
    expect(fetches).toBe(2);
  });

  it('says of an unknown key that it could not be checked, not that it is wrong', async () => {
    await find('first');
    published = 'no list' as unknown as object[];
    passedMs = 30_000;
    for (let time = 0; time < 3; time++)
      await expect(find('second')).rejects.not.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(fetches).toBe(2);
  });
});
