/** Clients that leave, and clients that repeat what was lost. */
import OpenAI from 'openai';
import { LossyRelay } from '../../support/lossy-relay.js';
import { client, clientOf, engine, key, service, spent, useFront } from './front-kit.js';

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
