/** Clients that leave, and clients that repeat what was lost. */
import OpenAI from 'openai';
import { RetriesErasure } from '../../../packages/openai-front/src/retries-erasure.js';
import { RetriesSweeper } from '../../../packages/openai-front/src/retries-sweeper.js';
import { LossyRelay } from '../../support/lossy-relay.js';
import {
  account,
  client,
  clientOf,
  engine,
  key,
  picture,
  refusal,
  service,
  spent,
  useFront,
} from './front-kit.js';

useFront();

describe('a client that leaves', () => {
  it('without an Idempotency-Key has its predictions cancelled and refunded', async () => {
    engine.next({ submit: 'pending', poll: 'pending' });
    const stop = new AbortController();
    const work = client.images.generate({ model: 'painter-image', prompt: 'x' }, { signal: stop.signal });
    const { predictionId } = await engine.called('submit');
    stop.abort();
    await expect(work).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    const settled = await service.settled(predictionId!, key);
    expect(settled).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(await spent()).toBe(0);
  });

  it('with an Idempotency-Key gets its image when it comes back, charged once', async () => {
    engine.next({
      submit: 'pending',
      poll: [...Array.from({ length: 20 }, () => 'pending' as const), 'done'],
    });
    const paint = (signal?: AbortSignal) =>
      client.images.generate(
        { model: 'painter-image', prompt: 'x' },
        { headers: { 'Idempotency-Key': 'one image' }, ...(signal && { signal }) },
      );
    const stop = new AbortController();
    const work = paint(stop.signal);
    await engine.called('submit');
    stop.abort();
    await expect(work).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    expect((await paint()).data).toHaveLength(1);
    expect(engine.callsOf('submit')).toHaveLength(1);
    expect(await spent()).toBe(1);
  });
});

describe('the client’s own repetition of a request', () => {
  it('is charged once however its responses get lost', async () => {
    const relay = await LossyRelay.start(service.url);
    relay.loss = 0.4;
    // A response that breaks off in its middle is an error to the caller: this client repeats only what it got no headers of.
    relay.kinds = ['request', 'response'];
    try {
      const lossy = clientOf(key, { baseURL: `${relay.url}/v1`, maxRetries: 30 });
      const prompts = Array.from({ length: 12 }, (_, index) => `image ${index}`);
      const paint = async (prompt: string) => {
        const { data } = await lossy.images.generate({ model: 'painter-image', prompt });
        expect(data![0]!.b64_json).toBeTruthy();
      };
      await Promise.all(prompts.map(paint));
    } finally {
      await relay.stop();
    }
    expect(relay.lost.response).toBeGreaterThan(0);
    expect(await spent()).toBe(12);
  });
});

describe('the client’s own repetition of a request beyond a rate limit', () => {
  const IMAGE = { model: 'painter-image', prompt: 'x' };
  const VIDEO = { model: 'painter-video', prompt: 'x' };
  /** As the client sends it with its first repetition. */
  const REPEATED = { headers: { 'X-Stainless-Retry-Count': '1' } };

  const spend = (by: OpenAI, count: number) =>
    Promise.all(Array.from({ length: count }, async () => by.models.list()));

  /** Expects a 429, and empties the budget. */
  async function expectRefusedOnce(start: Promise<unknown>): Promise<void> {
    expect(await refusal(start)).toBeInstanceOf(OpenAI.RateLimitError);
    await service.clock.advance({ seconds: 61 });
  }

  it.each<[string, (by: OpenAI, options?: object) => Promise<unknown>]>([
    ['JSON', (by, options) => by.images.generate(IMAGE, options)],
    ['a form', (by, options) => by.videos.create(VIDEO, options)],
    [
      'a form with a file',
      async (by, options) =>
        by.images.edit({ ...IMAGE, model: 'painter-edit', image: await picture() }, options),
    ],
  ])('%s: is a new request, not a copy of an equal one', async (_, start) => {
    const by = clientOf((await account.key({ rateLimit: 10 })).secret);
    await start(by);
    await spend(by, 9);
    await expectRefusedOnce(start(by));
    await start(by, REPEATED);
    expect(await spent()).toBe(2);
    // Later repetitions take the two answers.
    await start(by, REPEATED);
    await start(by, REPEATED);
    expect(await spent()).toBe(2);
  });

  it('a lost response is fetched without a second charge, also when another form of its length was refused', async () => {
    const by = clientOf((await account.key({ rateLimit: 10 })).secret);
    const start = (prompt: string, options?: object) => by.videos.create({ ...VIDEO, prompt }, options);
    const lost = await start('a');
    await service.query('update openai_front.answers set is_lost = true where predictions = $1', [[lost.id]]);
    await spend(by, 9);
    await expectRefusedOnce(start('b'));
    expect((await start('a', REPEATED)).id).toBe(lost.id);
    expect(await start('b', REPEATED)).toMatchObject({ prompt: 'b' });
    expect(await spent()).toBe(2);
  });
});

describe('what is kept for repetitions', () => {
  const TABLES = ['answers', 'form_images'];
  const kept = async (): Promise<number[]> => {
    const rows = TABLES.map((table) =>
      service.query<{ count: number }>(
        `select count(*)::int from openai_front.${table} where account_id = $1 or account_id is null`,
        [account.uuids.account],
      ),
    );
    return (await Promise.all(rows)).map(([row]) => row!.count);
  };
  const keep = async () => {
    await client.images.generate({ model: 'painter-image', prompt: 'x' });
    const form = { model: 'painter-edit', prompt: 'x', image: await picture() };
    await client.images.edit(form, { headers: { 'Idempotency-Key': 'one form' } });
    expect(await kept()).toEqual([1, 1]);
  };

  it('is removed after a day', async () => {
    await keep();
    await service.get(RetriesSweeper).round();
    expect(await kept()).toEqual([1, 1]);
    for (const table of TABLES)
      await service.query(`update openai_front.${table} set at = at - interval '25 hours'`);
    await service.get(RetriesSweeper).round();
    expect(await kept()).toEqual([0, 0]);
  });

  it('is erased with its account, and with no other', async () => {
    await keep();
    const erasure = service.get(RetriesErasure);
    expect(await erasure.erase((await service.account()).uuids.account)).toBe(true);
    expect(await kept()).toEqual([1, 1]);
    expect(await erasure.erase(account.uuids.account)).toBe(true);
    expect(await kept()).toEqual([0, 0]);
  });
});
