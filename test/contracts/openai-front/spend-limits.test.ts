/** What a key, an end user and an account may spend, below /v1: refused in OpenAI's shape, which no client repeats. */
import type OpenAI from 'openai';
import {
  account,
  client,
  clientOf,
  engine,
  key,
  paint,
  refusal,
  service,
  spent,
  useFront,
} from './front-kit.js';

useFront();

/** Expects a 402 after a single request, with the limit in its message. */
async function expectOverQuota(start: (by: OpenAI) => Promise<unknown>, apiKey: string): Promise<void> {
  const urls: string[] = [];
  const by = clientOf(apiKey, {
    maxRetries: 2,
    fetch: (url: string, init: RequestInit) => {
      // The client probes the runtime with `data:,` before its first form.
      if (url.startsWith('http')) urls.push(url);
      return fetch(url, init);
    },
  });
  const error = await refusal(start(by));
  expect(error).toMatchObject({
    status: 402,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: expect.stringMatching(/limit/i),
  });
  expect(urls).toHaveLength(1);
}

it('a key’s spend limit ends images, speech and videos alike', async () => {
  const body = { name: 'small', scopes: ['write'], spendLimit: { credits: 2, period: 'day' } };
  const { body: small } = await service.request('POST', '/api/keys', { token: account, body });
  const by = clientOf(small.key);
  await paint(by);
  await paint(by);
  const before = engine.callsOf('submit').length;
  await expectOverQuota(paint, small.key);
  await expectOverQuota((one) => one.videos.create({ model: 'painter-video', prompt: 'x' }), small.key);
  await expectOverQuota(
    (one) => one.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'Hello.' }),
    small.key,
  );
  expect(engine.callsOf('submit')).toHaveLength(before);
  expect(await spent()).toBe(2);
});

it('a spend limit that covers one of two images starts none', async () => {
  const body = { name: 'small', scopes: ['write'], spendLimit: { credits: 1, period: 'total' } };
  const { body: small } = await service.request('POST', '/api/keys', { token: account, body });
  engine.next({ submit: 'pending', poll: 'pending' });
  await expectOverQuota((by) => by.images.generate({ model: 'painter-image', prompt: 'x', n: 2 }), small.key);
  expect(await spent()).toBe(0);
  // The first may have been cancelled before it was submitted: then what was set for it waits for the next one.
  engine.reset();
  // The refund of the first gave its credit back to the limit.
  await paint(clientOf(small.key));
  expect(await spent()).toBe(1);
});

it('an end user’s spend limit holds for `user`, and for no other', async () => {
  const spendLimit = { credits: 1, period: 'month' };
  await service.request('PUT', '/api/end-users/ann', { key, body: { spendLimit } });
  const forUser = (user: string) => (by: OpenAI) =>
    by.images.generate({ model: 'painter-image', prompt: 'x', user });
  await forUser('ann')(client);
  await expectOverQuota(forUser('ann'), key);
  await forUser('bob')(client);
  expect(await spent()).toBe(2);
});
