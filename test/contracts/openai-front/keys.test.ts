/** Keys, scopes, accounts and limits of requests, below /v1. */
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { account, client, clientOf, key, paint, refusal, service, spent, useFront } from './front-kit.js';

useFront();

describe('keys, limits and money', () => {
  it('refuses an unknown key, in OpenAI’s shape', async () => {
    const error = await refusal(paint(clientOf(`of_live_${'0'.repeat(48)}`)));
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
  });

  it('needs the scope of the modality, in JSON and in forms', async () => {
    const video = clientOf((await account.key({ scopes: ['generate:video'] })).secret);
    expect(await refusal(paint(video))).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const image = await toFile(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      'x.png',
    );
    expect(await refusal(video.images.edit({ model: 'painter-edit', image, prompt: 'x' }))).toMatchObject({
      status: 403,
    });
    const created = await video.videos.create({ model: 'painter-video', prompt: 'a secret' });
    expect(await video.videos.retrieve(created.id)).toMatchObject({ prompt: null });
    expect(await refusal(video.videos.list())).toMatchObject({ status: 403 });
    const billing = clientOf((await account.key({ scopes: ['billing'] })).secret);
    expect(await refusal(billing.models.list())).toMatchObject({ status: 403 });
    await service.settled(created.id, key);
    expect(await spent()).toBe(1);
  });

  it('obeys the models that a key allows', async () => {
    const body = { name: 'narrow', scopes: ['write'], allowedModels: ['painter-video'] };
    const { body: narrow } = await service.request('POST', '/api/keys', { token: account, body });
    const by = clientOf(narrow.key);
    expect(await refusal(paint(by))).toMatchObject({ status: 403, code: 'model_not_allowed' });
    await by.videos.create({ model: 'painter-video', prompt: 'x' });
    expect(await spent()).toBe(1);
  });

  it('does not find another account’s video', async () => {
    const { id } = await client.videos.create({ model: 'painter-video', prompt: 'x' });
    const other = await service.account();
    const by = clientOf((await other.key()).secret);
    for (const work of [by.videos.retrieve(id), by.videos.delete(id), by.videos.downloadContent(id)])
      expect(await refusal(work)).toMatchObject({ status: 404, code: 'prediction_not_found' });
  });

  it('refuses with 402, which no client repeats, when the credits do not suffice', async () => {
    const poor = await service.account({ credits: 1.5 });
    const seen: string[] = [];
    const { secret } = await poor.key();
    const by = clientOf(secret, {
      maxRetries: 2,
      fetch: (url: string, init: RequestInit) => (seen.push(url), fetch(url, init)),
    });
    const error = await refusal(by.images.generate({ model: 'painter-image', prompt: 'x', n: 2 }));
    expect(error).toMatchObject({ status: 402, type: 'insufficient_quota', code: 'insufficient_quota' });
    expect(error.message).toContain('2 predictions need 2 credits, the balance is 1.5');
    expect(seen).toHaveLength(1);
    const { body: history } = await service.request('GET', '/api/generate/history', { key: secret });
    expect(history.items).toEqual([]);
    expect(await poor.balance()).toBe(1.5);
  });

  it('limits requests of a key, with Retry-After', async () => {
    const by = clientOf((await account.key({ rateLimit: 10 })).secret);
    for (let count = 0; count < 10; count++) await by.models.list();
    const error = await refusal(by.models.list());
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0);
    expect(error.headers?.get('x-ratelimit-limit')).toBe('10');
  });

  it('refuses a suspended account', async () => {
    const { account: accountId, user } = account.uuids;
    await service.query('insert into suspended_accounts (account_id, by_user) values ($1, $2)', [
      accountId,
      user,
    ]);
    expect(await refusal(paint(client))).toMatchObject({ status: 403, code: 'account_suspended' });
  });

  it('has OpenAI’s shape at addresses without a route, and for bodies that cannot be read', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const [method, path, body, status] of [
      ['POST', '/v1/chat/completions', '{}', 404],
      ['GET', '/v1', undefined, 404],
      ['POST', '/v1/images/generations', '{"model":', 400],
      ['POST', '/v1/images/generations', `{"prompt":"${'x'.repeat(1_100_000)}"}`, 413],
    ] as const) {
      const response = await service.request(method, path, { key, body, headers });
      expect(response.status).toBe(status);
      expect(response.body).toEqual({
        error: {
          message: expect.any(String),
          type: 'invalid_request_error',
          param: null,
          code: expect.any(String),
        },
      });
    }
    const native = await service.request('GET', '/api/nothing', { key });
    expect(native.body).toMatchObject({ statusCode: 404, code: 'not_found' });
  });
});
