/** The extension packages/moderation in the real service: what it rejects costs nothing, and what it cannot review follows its setting. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePicture } from '../../packages/media/test/support/media-files.js';
import moderation from '../../packages/moderation/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, balanceOf, call, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { type ModerationServer, startModerationServer } from '../support/moderation-server.js';

const directory = mkdtempSync(join(tmpdir(), 'offprint-moderation-'));
const lists = join(directory, 'words.yaml');
writeFileSync(
  lists,
  'categories:\n  weapons:\n    message: No weapons, please.\n    words: [bomb, "explosiv*"]\n',
);

let server: ModerationServer;
/** Without a worker: what is charged stays charged. */
let app: TestApp;
const apps: TestApp[] = [];
const start = async (env: Record<string, string>) => {
  const settings = { ROLES: 'api', SIGNUP_CREDITS: '100', MODERATION_URL: server.url, ...env };
  const started = await startApp(settings, undefined, moderation);
  apps.push(started);
  return started;
};
beforeAll(async () => {
  server = await startModerationServer();
  app = await start({
    MODERATION_LISTS: lists,
    MODERATION_TIMEOUT_SECONDS: '30',
    MODERATION_CONCURRENCY: '4',
  });
});
afterAll(async () => {
  server.release();
  for (const one of apps) await one.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => server.reset());

const post = (
  at: TestApp,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(at.base, 'POST', '/api/generate', {
    token,
    body: { modelKey: 'embedded-image', ...body },
    headers,
  });
const rejection = (message: string) => ({ statusCode: 422, code: 'content_rejected', message });

async function expectNothingCharged(at: TestApp, key: string): Promise<void> {
  expect(await balanceOf(at.base, key)).toBe(100);
  const ledger = await call(at.base, 'GET', '/api/credits/ledger', { token: key });
  expect((ledger.body.items as { kind: string }[]).map(({ kind }) => kind)).toEqual(['grant']);
  const history = await call(at.base, 'GET', '/api/generate/history', { token: key });
  expect(history.body.items).toEqual([]);
  await expectSoundLedger(at.url);
}

describe('a rejected request', () => {
  it.each([
    ['a word of the lists', { prompt: 'a B\u200bOMB' }, 'No weapons, please.'],
    ['a pattern', { prompt: 'many explosives' }, 'No weapons, please.'],
    ['what the endpoint flags', { prompt: 'violent' }, 'This request is not allowed here.'],
  ])('with %s is a 422, and nothing is charged or created', async (_, body, message) => {
    const { key } = await newCaller(app.base);
    const answer = await post(app, key, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject(rejection(message));
    await expectNothingCharged(app, key);
  });

  it('does not use up its Idempotency-Key, and a replay is not reviewed', async () => {
    const { key } = await newCaller(app.base);
    const headers = { 'Idempotency-Key': 'one key' };
    for (const prompt of ['a bomb', 'violent'])
      expect((await post(app, key, { prompt }, headers)).status).toBe(422);
    server.reset();
    const harmless = { prompt: 'a lighthouse' };
    const created = await post(app, key, harmless, headers);
    expect(created.status).toBe(201);
    expect(server.calls).toHaveLength(1);
    server.respond = (response) => void response.writeHead(500).end();
    const replayed = await post(app, key, harmless, headers);
    expect(replayed.status).toBe(201);
    expect(replayed.body.predictionId).toBe(created.body.predictionId);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    const other = await post(app, key, { prompt: 'a bomb' }, headers);
    expect(other.body.code).toBe('idempotency_mismatch');
    expect(server.calls).toHaveLength(1);
  });

  it('is rejected in the dashboard too, and a quote is not reviewed', async () => {
    const { person, key } = await newCaller(app.base);
    const body = { modelKey: 'embedded-image', prompt: 'a bomb' };
    const path = '/api/dashboard/predictions';
    const started = await call(app.base, 'POST', path, { token: person.accessToken, body });
    expect(started.status).toBe(422);
    expect(started.body).toMatchObject(rejection('No weapons, please.'));
    for (const [quote, token] of [
      ['/api/generate/quote', key],
      ['/api/dashboard/quote', person.accessToken],
    ] as const)
      expect((await call(app.base, 'POST', quote, { token, body })).status).toBe(200);
    await expectNothingCharged(app, key);
  });
});

it('a 400 and a 402 come before the review', async () => {
  const { key } = await newCaller(app.base);
  const { key: other } = await newCaller(app.base);
  const picture = await makePicture('png', 96, 64);
  const headers = { 'content-type': 'image/png' };
  const upload = await call(app.base, 'POST', '/api/uploads', { token: other, body: picture, headers });
  const cut = `data:image/png;base64,${picture.subarray(0, picture.length / 2).toString('base64')}`;
  const bodies = [
    { prompt: 7 },
    { prompt: 'a bomb', nothing: 1 },
    { modelKey: 'embedded-animate', prompt: 'violent', imageUrl: upload.body.url },
    { modelKey: 'embedded-animate', prompt: 'violent', imageUrl: cut },
  ];
  for (const body of bodies) {
    const answer = await post(app, key, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  }
  const free = await start({ SIGNUP_CREDITS: '0' });
  const { key: poorKey } = await newCaller(free.base);
  const poor = await post(free, poorKey, { prompt: 'violent' });
  expect(poor.status).toBe(402);
  expect(server.calls).toEqual([]);
});

it.each([
  ['closed', 503],
  ['open', 201],
])('while the endpoint hangs, fails or lies, %s is a %i', async (setting, status) => {
  const at = await start({ MODERATION_ON_FAILURE: setting, MODERATION_TIMEOUT_SECONDS: '0.3' });
  const { key } = await newCaller(at.base);
  const faults = [
    null,
    (response: ServerResponse) => void response.writeHead(500).end(),
    (response: ServerResponse) => void response.end('{"results":[{}]}'),
  ];
  for (const fault of faults) {
    server.respond = fault;
    const answer = await post(at, key, { prompt: 'slow' });
    expect(answer.status).toBe(status);
    if (status === 503) expect(answer.headers.get('retry-after')).toBe('5');
  }
  if (status === 503) await expectNothingCharged(at, key);
  // What works again is reviewed again.
  server.respond = null;
  expect((await post(at, key, { prompt: 'violent' })).status).toBe(422);
});

it('hanging reviews of one caller do not hold up the creates of another', async () => {
  const { key } = await newCaller(app.base);
  const { key: other } = await newCaller(app.base);
  const hanging = Array.from({ length: 20 }, () => post(app, key, { prompt: 'slow' }));
  await server.received(1);
  const answers = [];
  for (let index = 0; index < 5; index += 1)
    answers.push(await post(app, other, { prompt: `picture ${index}` }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(server.calls.filter(({ body }) => body.input.includes('slow'))).toHaveLength(1);
  const isDone = Promise.all(hanging);
  for (let count = 1; count <= 20; count += 1) {
    await server.received(count + 5);
    server.release();
  }
  expect((await isDone).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
});

it('mistakes in the word lists stop the start with file and line', async () => {
  const path = join(directory, 'wrong.yaml');
  writeFileSync(path, 'categories:\n  weapons:\n    words:\n      - bomb\n      - (a+)+$\n');
  await expect(
    startApp({ ROLES: 'api', MODERATION_LISTS: path }, undefined, moderation),
  ).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(`${path}:5: a word may have letters`) as string,
  });
});
