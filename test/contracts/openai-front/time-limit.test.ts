/** Images and speech that are not ready within OPENAI_FRONT_WAIT_SECONDS. */
import { client, engine, key, refusal, service, spent, useFront } from './front-kit.js';

useFront({ waitSeconds: 1 });

const paint = (idempotencyKey?: string) =>
  client.images.generate(
    { model: 'painter-image', prompt: 'x', n: 2 },
    idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } },
  );

it('without an Idempotency-Key are a 504 that no client repeats, and cancelled and refunded', async () => {
  for (let image = 0; image < 2; image++) engine.next({ submit: 'pending', poll: 'pending' });
  const error = await refusal(paint());
  expect(error).toMatchObject({ status: 504, type: 'server_error', code: 'timeout', param: null });
  expect(error.message).toContain('cancelled and refunded');
  expect(error.headers?.get('x-should-retry')).toBe('false');
  expect(await spent()).toBe(0);
  const { body } = await service.request('GET', '/api/generate/history', { key });
  expect(body.items).toMatchObject([
    { status: 'failed', error: { code: 'cancelled' } },
    { status: 'failed', error: { code: 'cancelled' } },
  ]);
});

it('with one are a 504 that the clients repeat, go on, and are charged once', async () => {
  engine.next({ submit: 'pending', poll: 'pending' });
  const body = { model: 'painter-image', prompt: 'x' };
  const options = { headers: { 'Idempotency-Key': 'a slow image' } };
  const late = await refusal(client.images.generate(body, options));
  expect(late).toMatchObject({ status: 504, code: 'timeout' });
  expect(late.message).toContain('repeat the request with its Idempotency-Key');
  expect(late.headers?.get('x-should-retry')).toBe('true');
  const again = await refusal(client.images.generate(body, options));
  expect(again).toMatchObject({ status: 504 });
  expect(engine.callsOf('submit')).toHaveLength(1);
  const { body: history } = await service.request('GET', '/api/generate/history', { key });
  expect(history.items).toMatchObject([{ status: 'processing' }]);
  expect(await spent()).toBe(1);
  await service.request('POST', `/api/generate/${history.items[0].predictionId}/cancel`, { key });
  expect(await refusal(client.images.generate(body, options))).toMatchObject({
    status: 500,
    code: 'cancelled',
  });
  expect(await spent()).toBe(0);
});

it('with one, of which one image is ready, return that one to a repetition, and it alone is paid for', async () => {
  engine.next({ submit: 'pending', poll: 'pending' });
  const error = await refusal(paint('one of two'));
  expect(error).toMatchObject({ status: 504 });
  expect(await spent()).toBe(2);
  const { body } = await service.request('GET', '/api/generate/history', { key });
  const open = body.items.find(({ status }: { status: string }) => status === 'processing');
  await service.request('POST', `/api/generate/${open.predictionId}/cancel`, { key });
  const ready = body.items.find((item: object) => item !== open);
  await service.request('GET', `/api/generate/status/${ready.predictionId}?wait=30`, { key });
  expect((await paint('one of two')).data).toHaveLength(1);
  expect(await spent()).toBe(1);
});
