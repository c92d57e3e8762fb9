/** The three limits of requests below /v1: of a key, of an account, of the platform. Each refuses in OpenAI's shape, before anything. */
import OpenAI from 'openai';
import { COUNTED_SECONDS, WINDOW_SECONDS, WINDOW_UNIT } from '../../../src/platform/limits/index.js';
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

const IMAGE = { model: 'painter-image', prompt: 'x' };
const VIDEO = { model: 'painter-video', prompt: 'x' };
const UNKNOWN = 'pred_00000000-0000-4000-8000-000000000000';

/** Every route, with JSON, forms, and those that only refuse. */
const ROUTES: [string, (by: OpenAI) => PromiseLike<unknown>][] = [
  ['models.list', (by) => by.models.list()],
  ['models.retrieve', (by) => by.models.retrieve('painter-image')],
  ['images.generate', (by) => by.images.generate({ ...IMAGE, n: 2 })],
  ['images.edit', async (by) => by.images.edit({ ...IMAGE, model: 'painter-edit', image: await picture() })],
  ['images.createVariation', async (by) => by.images.createVariation({ image: await picture() })],
  ['audio.speech', (by) => by.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'Hello.' })],
  ['videos.create', async (by) => by.videos.create({ ...VIDEO, input_reference: await picture() })],
  ['videos.list', (by) => by.videos.list()],
  ['videos.retrieve', (by) => by.videos.retrieve(UNKNOWN)],
  ['videos.downloadContent', (by) => by.videos.downloadContent(UNKNOWN)],
  ['videos.delete', (by) => by.videos.delete(UNKNOWN)],
];

/** Spends requests of a budget. */
const spend = (by: OpenAI, count: number) =>
  Promise.all(Array.from({ length: count }, async () => by.models.list()));

/** Returns what a refused request must not have left: predictions, uploads, and requests to the engine. */
async function traces(): Promise<object> {
  const [row] = await service.query(
    'select (select count(*)::int from predictions) as predictions, (select count(*)::int from uploads) as uploads',
  );
  return { ...row, submits: engine.callsOf('submit').length };
}

/** Expects a 429 in OpenAI's shape, with the headers of the core, and no trace. */
async function expectLimited(
  start: (by: OpenAI) => PromiseLike<unknown>,
  apiKey: string,
  { scope, limit, message }: { scope: string; limit: number; message: string },
): Promise<void> {
  const before = await traces();
  const native = () => service.request('GET', '/api/credits/balance', { key: apiKey });
  const earlier = await native();
  const error = await refusal(Promise.resolve(start(clientOf(apiKey))));
  const later = await native();
  expect(error).toBeInstanceOf(OpenAI.RateLimitError);
  expect(error.status).toBe(429);
  expect(error.error).toEqual({ message, type: 'requests', param: null, code: 'rate_limit_exceeded' });
  const headers = Object.fromEntries(error.headers!);
  const wait = Number(headers['retry-after']);
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'x-ratelimit-scope': scope,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(wait),
    'ratelimit-policy': `"${scope}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${scope}";r=0;t=${wait}`,
    'x-request-id': error.requestID,
  });
  // The official clients decide by the status.
  expect(headers).not.toHaveProperty('x-should-retry');
  // The same moment as the core says it: of a request before, and of one after.
  for (const { status, body } of [earlier, later])
    expect({ status, body }).toEqual({ status: 429, body: { statusCode: 429, message } });
  const [most, least] = [earlier, later].map((answer) => Number(answer.headers.get('retry-after')));
  expect(Number.isInteger(wait) && least! >= 1 && least! <= wait && wait <= most!).toBe(true);
  expect(await traces()).toEqual(before);
}

describe('the limit of a key', () => {
  useFront();
  const limited = {
    scope: 'key',
    limit: 10,
    message: `Rate limit exceeded for this API key (10/${WINDOW_UNIT})`,
  };

  it.each(ROUTES)('refuses %s, and no other key of the account', async (_, start) => {
    const { secret } = await account.key({ rateLimit: 10 });
    await spend(clientOf(secret), 10);
    await expectLimited(start, secret, limited);
    expect(await spent()).toBe(0);
    await client.models.list();
  });

  it('counts a request for several images once', async () => {
    const { secret } = await account.key({ rateLimit: 10 });
    const by = clientOf(secret);
    await spend(by, 9);
    expect((await by.images.generate({ ...IMAGE, n: 3 })).data).toHaveLength(3);
    await expectLimited((one) => one.images.generate(IMAGE), secret, limited);
    expect(await spent()).toBe(3);
  });

  it('has room again when Retry-After has passed', async () => {
    const by = clientOf((await account.key({ rateLimit: 10 })).secret);
    await spend(by, 10);
    const { headers } = await refusal(by.images.generate(IMAGE));
    await service.clock.advance({ seconds: Number(headers!.get('retry-after')) });
    expect((await by.images.generate(IMAGE)).data).toHaveLength(1);
    expect(await spent()).toBe(1);
  });
});

describe('the limit of an account', () => {
  useFront({}, { env: { PLATFORM_RATE_LIMIT: '12', PLATFORM_RATE_LIMIT_PER: 'account' } });
  const limited = {
    scope: 'platform',
    limit: 12,
    message: `Platform rate limit exceeded (12/${WINDOW_UNIT})`,
  };

  it.each(ROUTES)('refuses %s with any key of the account, and no other account', async (_, start) => {
    const other = await account.key();
    await Promise.all([spend(client, 6), spend(clientOf(other.secret), 6)]);
    for (const secret of [key, other.secret]) await expectLimited(start, secret, limited);
    expect(await spent()).toBe(0);
    const stranger = await service.account();
    await clientOf((await stranger.key()).secret).models.list();
  });
});

describe('the limit of the platform', () => {
  useFront({}, { env: { PLATFORM_RATE_LIMIT: '12' } });
  const limited = {
    scope: 'platform',
    limit: 12,
    message: `Platform rate limit exceeded (12/${WINDOW_UNIT})`,
  };
  // The budget of the test before.
  beforeEach(() => service.clock.advance({ seconds: COUNTED_SECONDS }));

  it.each(ROUTES)('refuses %s of every account', async (_, start) => {
    const stranger = await service.account({ credits: 5 });
    const { secret } = await stranger.key();
    await Promise.all([spend(client, 6), spend(clientOf(secret), 6)]);
    for (const one of [key, secret]) await expectLimited(start, one, limited);
    expect([await spent(), await stranger.balance()]).toEqual([0, 5]);
  });
});
