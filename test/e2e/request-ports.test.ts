/** A price rule and a moderation of an extension: quote = charge, and a rejected request costs nothing. */
import { Injectable } from '@nestjs/common';
import {
  type CheckedRequest,
  NoModeration,
  type PricedRequest,
  PriceRule,
  type Review,
} from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller } from '../support/client.js';

/** Model keys in the order in which they were reviewed. */
const reviewed: CheckedRequest[] = [];

@Injectable()
class Prices extends PriceRule {
  override priceOf({ externalUserId, listPrice }: PricedRequest): bigint {
    if (externalUserId === 'no price') return -1n;
    return externalUserId === 'half' ? listPrice / 2n : listPrice;
  }
}

/** A subclass of the default is a replacement too. */
@Injectable()
class Reviews extends NoModeration {
  override async review(request: CheckedRequest): Promise<Review> {
    reviewed.push(request);
    const { prompt } = request.input;
    if (prompt === 'out of order') throw new Error('the word list is gone');
    if (prompt === 'silent') return { verdict: 'reject' };
    return Promise.resolve(
      prompt === 'a weapon' ? { verdict: 'reject', message: 'No weapons.' } : { verdict: 'allow' },
    );
  }
}

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '100' }, undefined, {
    replace: { PriceRule: Prices, Moderation: Reviews },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ key } = await newCaller(app.base));
  reviewed.length = 0;
});

const post = (path: string, body: object, headers = {}) =>
  call(app.base, 'POST', path, { token: key, body: { modelKey: 'embedded-image', ...body }, headers });

describe('a price rule', () => {
  it('sets the price of the quote and of the charge', async () => {
    const full = await post('/api/generate/quote', { prompt: 'a' });
    const half = { prompt: 'a', externalUserId: 'half' };
    const quote = await post('/api/generate/quote', half);
    expect(quote.body.creditCost).toBe((full.body.creditCost as number) / 2);
    const started = await post('/api/generate', half);
    expect(started.status).toBe(201);
    expect(started.body.creditCost).toBe(quote.body.creditCost);
    expect(await balanceOf(app.base, key)).toBe(100 - (quote.body.creditCost as number));
  });

  it('that returns no price fails the request, and nothing is charged', async () => {
    const refused = await post('/api/generate', { prompt: 'a', externalUserId: 'no price' });
    expect(refused.status).toBe(500);
    expect(await balanceOf(app.base, key)).toBe(100);
  });
});

describe('a moderation', () => {
  it.each([
    ['a weapon', 'No weapons.'],
    ['silent', 'This request is not allowed here.'],
  ])('rejects %p with 422, and nothing is charged', async (prompt, message) => {
    const refused = await post('/api/generate', { prompt });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ statusCode: 422, code: 'content_rejected', message });
    expect(await balanceOf(app.base, key)).toBe(100);
  });

  it('that fails is a 503, and nothing is charged', async () => {
    const refused = await post('/api/generate', { prompt: 'out of order' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await balanceOf(app.base, key)).toBe(100);
  });

  it('sees the caller and the input with its defaults, and no request that is rejected before', async () => {
    await post('/api/generate', { prompt: 7 });
    await post('/api/generate/quote', { prompt: 'a' });
    expect(reviewed).toEqual([]);
    await post('/api/generate', { prompt: 'a', externalUserId: 'user 1' });
    expect(reviewed).toHaveLength(1);
    const [{ input, env, externalUserId, keyId }] = reviewed as [CheckedRequest];
    expect(input).toMatchObject({ prompt: 'a', aspectRatio: expect.any(String) as string });
    expect({ env, externalUserId, hasKey: keyId !== null }).toEqual({
      env: 'live',
      externalUserId: 'user 1',
      hasKey: true,
    });
  });

  it('sees no request that the balance does not cover, and no repeated one', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const started = [
      await post('/api/generate', { prompt: 'a' }, headers),
      await post('/api/generate', { prompt: 'a' }, headers),
    ];
    expect(started.map(({ status }) => status)).toEqual([201, 201]);
    expect(reviewed).toHaveLength(1);
    await app.database.query('update wallets set balance = 0, held = 0 where balance > 0');
    const poor = await post('/api/generate', { prompt: 'a' });
    expect(poor.status).toBe(402);
    expect(reviewed).toHaveLength(1);
  });
});

describe('a replacement that cannot be one stops the start with one sentence:', () => {
  class Nothing {}
  it.each([
    [
      { Printer: Nothing },
      'There is no port named Printer. The ports are AssetStorage, LimitStore, Mailer, Moderation, Notices, PaymentProvider, PriceRule, TokenVerifier, Tracing.',
    ],
    [{ PriceRule: Nothing }, 'Nothing cannot replace PriceRule: it has no method priceOf.'],
    [
      { AssetStorage: Prices },
      'Prices cannot replace AssetStorage: it has no method put, open, stat, remove, check.',
    ],
  ])('%p', async (replace, sentence) => {
    const start = startApp({ ROLES: 'api' }, undefined, { replace: replace as object });
    await expect(start).rejects.toMatchObject({ name: 'SetupError', message: sentence });
  });
});
