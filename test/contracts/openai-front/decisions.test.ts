/** What the service decides about a request before the charge, below /v1: moderation and the models of a plan. And its log. */
import { rmSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { type CheckedRequest, Moderation, type Review } from '../../../src/index.js';
import { catalogueWithPlans } from '../../support/plans.js';
import { until } from '../../support/service-process.js';
import {
  account,
  client,
  clientOf,
  engine,
  key,
  paint,
  picture,
  refusal,
  service,
  spent,
  useFront,
} from './front-kit.js';

@Injectable()
class NoWeapons extends Moderation {
  override async review({ input }: CheckedRequest): Promise<Review> {
    const isRejected = String(input.prompt ?? input.text).includes('weapon');
    return Promise.resolve(
      isRejected ? { verdict: 'reject', message: 'No weapons here.' } : { verdict: 'allow' },
    );
  }
}

const plan = {
  key: 'narrow',
  title: 'Narrow',
  models: ['embedded-image', 'painter-image', 'painter-edit', 'embedded-speech'],
};
const catalogue = catalogueWithPlans([plan]);
afterAll(() => rmSync(catalogue, { recursive: true }));
useFront({}, { catalogue, plugins: [{ name: 'no-weapons', replace: { Moderation: NoWeapons } }] });

describe('moderation', () => {
  it.each([
    ['images.generate', () => client.images.generate({ model: 'painter-image', prompt: 'a weapon' })],
    [
      'images.edit',
      async () => client.images.edit({ model: 'painter-edit', prompt: 'a weapon', image: await picture() }),
    ],
    ['speech', () => client.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'a weapon' })],
  ])('rejects %s as OpenAI does, and nothing is charged', async (_, start) => {
    const error = await refusal(start());
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'content_policy_violation',
      message: expect.stringContaining('No weapons here.'),
    });
    expect(engine.callsOf('submit')).toHaveLength(0);
    expect(await spent()).toBe(0);
  });
});

describe('the models of a plan', () => {
  it('hold for a model and for its alias', async () => {
    for (const model of ['sora-2', 'embedded-video', 'painter-video'])
      expect(await refusal(client.videos.create({ model, prompt: 'x' }))).toMatchObject({
        status: 403,
        code: 'model_not_in_plan',
      });
    expect(await spent()).toBe(0);
    const { data } = await client.images.generate({ model: 'gpt-image-1', prompt: 'x', size: '512x512' });
    expect(data).toHaveLength(1);
  });

  it('and those of a key hold for an alias too', async () => {
    const body = { name: 'one model', scopes: ['write'], allowedModels: ['embedded-image'] };
    const { body: narrow } = await service.request('POST', '/api/keys', { token: account, body });
    const by = clientOf(narrow.key);
    expect(await refusal(paint(by))).toMatchObject({ status: 403, code: 'model_not_allowed' });
    expect(
      await refusal(by.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'Hello.' })),
    ).toMatchObject({ status: 403, code: 'model_not_allowed' });
    const { data } = await by.images.generate({ model: 'gpt-image-1', prompt: 'x', size: '512x512' });
    expect(data).toHaveLength(1);
  });
});

it('each request is in the log of the account, with its route, its code and its prediction', async () => {
  await paint(client);
  await refusal(client.images.generate({ model: 'painter-image', prompt: 'a weapon' }));
  await refusal(client.videos.create({ model: 'sora-2', prompt: 'x' }));
  const { body: history } = await service.request('GET', '/api/generate/history', { key });
  let items: { route: string }[] = [];
  await until(async () => {
    const { body } = await service.request('GET', '/api/requests', { token: account });
    items = body.items.filter(({ route }: { route: string }) => route.startsWith('/v1/'));
    return items.length >= 3;
  });
  const post = { method: 'POST', count: 1 };
  expect(items).toHaveLength(3);
  expect(items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...post,
        route: '/v1/images/generations',
        status: 200,
        code: null,
        predictionId: history.items[0].predictionId,
      }),
      expect.objectContaining({
        ...post,
        route: '/v1/images/generations',
        status: 400,
        code: 'content_rejected',
      }),
      expect.objectContaining({ ...post, route: '/v1/videos', status: 403, code: 'model_not_in_plan' }),
    ]),
  );
});
