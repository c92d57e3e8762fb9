/** The extension packages/moderation, held to the port's contract and to its settings while the endpoint fails. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type ModerationSettings, RequestModeration } from '../../packages/moderation/src/index.js';
import type { CatalogueModel } from '../../src/catalogue/index.js';
import type { CheckedRequest } from '../../src/generation/index.js';
import { moderationContract } from '../../src/testing/index.js';
import { moderationOf, type ModerationServer, startModerationServer } from '../support/moderation-server.js';

const KEY = 'sk-test-0123456789abcdef';
const ACCOUNT = '01a20b20-7066-762e-af93-aec0a674dc6c';
const directory = mkdtempSync(join(tmpdir(), 'offprint-moderation-'));
const lists = join(directory, 'words.yaml');
writeFileSync(lists, 'categories:\n  weapons:\n    words: [bomb]\n');

const model = {
  modelKey: 'any',
  inputSchema: { properties: { prompt: { type: 'string' }, style: { enum: ['photo', 'violent'] } } },
} as unknown as CatalogueModel;
const requestOf = (prompt: string, more: Partial<CheckedRequest> = {}): CheckedRequest => ({
  accountId: ACCOUNT,
  keyId: null,
  env: 'live',
  model,
  input: { prompt, style: 'violent' },
  externalUserId: null,
  ...more,
});

let server: ModerationServer;
const log: string[] = [];
beforeAll(async () => {
  server = await startModerationServer();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  server.reset();
  log.length = 0;
  for (const level of ['log', 'warn', 'error'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((...parts: unknown[]) => {
      log.push(`${level} ${parts.map(String).join(' ')}`);
    });
});
afterEach(() => jest.restoreAllMocks());

const create = (settings: Partial<ModerationSettings> = {}) =>
  new RequestModeration({ url: server.url, apiKey: KEY, timeoutSeconds: 30, ...settings });
const verdictOf = (moderation: RequestModeration, request: CheckedRequest) =>
  moderation.review(request).then(
    ({ verdict }) => verdict,
    () => 'failure',
  );

const runner = { describe, it, beforeEach, afterEach };
const harmless = requestOf('a lighthouse');
moderationContract(runner, {
  name: 'word lists',
  create: () => create({ url: undefined, apiKey: undefined, lists }),
  allowed: [harmless, requestOf('a violent storm'), requestOf('bombastic')],
  rejected: [requestOf('a Bomb'), requestOf('a', { input: { prompt: 'a', negativePrompt: 'no bomb' } })],
});
moderationContract(runner, {
  name: 'an endpoint',
  create: () => create(),
  allowed: [harmless, requestOf('a bomb')],
  rejected: [requestOf('violent'), requestOf('a', { input: { prompt: 'a', lyrics: ['b', 'violent'] } })],
});
moderationContract(runner, {
  name: 'both',
  create: () => create({ lists }),
  allowed: [harmless],
  rejected: [requestOf('a bomb'), requestOf('violent')],
});

describe('the endpoint', () => {
  it('gets the texts that callers write freely, the model and the key', async () => {
    const input = { prompt: 'a lighthouse', negativePrompt: 'people', style: 'photo', seed: 7, blank: ' ' };
    await create({ model: 'text-moderation-stable' }).review(requestOf('', { input }));
    expect(server.calls).toEqual([
      {
        body: { model: 'text-moderation-stable', input: ['a lighthouse', 'people'] },
        authorization: `Bearer ${KEY}`,
      },
    ]);
  });

  it('gets no request that has no text, or that the word lists reject', async () => {
    const moderation = create({ lists });
    expect(await verdictOf(moderation, requestOf('', { input: { seed: 7 } }))).toBe('allow');
    expect(await verdictOf(moderation, requestOf('a bomb'))).toBe('reject');
    expect(server.calls).toEqual([]);
  });

  it.each([
    [{ violence: null }, 'reject'],
    [{ violence: 0.86 }, 'reject'],
    [{ violence: 0.87 }, 'allow'],
    [{ hate: null, sexual: 0.5 }, 'allow'],
  ])('with the categories %j: %s', async (categories, verdict) => {
    expect(await verdictOf(create({ categories }), requestOf('violent'))).toBe(verdict);
  });

  it('needs no flag for chosen categories', async () => {
    server.respond = (response) =>
      response.end(JSON.stringify({ results: [{ categories: { hate: true }, category_scores: {} }] }));
    expect(await verdictOf(create({ categories: { hate: null } }), harmless)).toBe('reject');
  });

  it('is asked once more when a connection is cut, and no further', async () => {
    let cuts = 0;
    server.respond = (response) => {
      if ((cuts += 1) === 1) return void response.destroy();
      response.end(JSON.stringify(moderationOf({ model: '', input: ['violent'] })));
    };
    expect(await verdictOf(create(), requestOf('violent'))).toBe('reject');
    server.respond = (response) => void response.destroy();
    server.calls.length = 0;
    expect(await verdictOf(create(), harmless)).toBe('failure');
    expect(server.calls).toHaveLength(2);
  });
});

const respondWith = (body: unknown) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
const resultOf = (result: object) => respondWith({ results: [result] });

/** Each with whether it is the request's fault. */
const FAULTS: [name: string, fault: (response: ServerResponse) => void, isOfRequest: boolean][] = [
  ['500', (response) => void response.writeHead(500).end(KEY), false],
  ['401', (response) => void response.writeHead(401).end(`{"error":"Incorrect key ${KEY}"}`), false],
  ['404', (response) => void response.writeHead(404).end(), false],
  ['429', (response) => void response.writeHead(429, { 'retry-after': '1' }).end(), false],
  ['204', (response) => void response.writeHead(204).end(), false],
  ['400', (response) => void response.writeHead(400).end(), true],
  ['413', (response) => void response.writeHead(413).end(), true],
  ['a body that is not JSON', (response) => void response.end('<html>'), false],
  ['an empty body', (response) => void response.end(), false],
  ['null', respondWith(null), false],
  ['no results', respondWith({ results: [] }), false],
  ['results that are none', respondWith({ results: [null] }), false],
  ['one result too many', respondWith({ results: [{ flagged: false }, { flagged: false }] }), false],
  ['no flag', resultOf({ categories: {} }), false],
  ['a flag that is a text', resultOf({ flagged: 'false' }), false],
  ['a huge body', (response) => void response.end(`{"results":["${'x'.repeat(2 * 1024 * 1024)}`), false],
  ['a cut body', (response) => void response.write('{"results":', () => response.destroy()), false],
];

describe.each(FAULTS)('a response with %s', (_, fault, isOfRequest) => {
  it('is a failure when the setting is closed, and the log has no key and no text', async () => {
    server.respond = fault;
    expect(await verdictOf(create(), requestOf('a secret lighthouse'))).toBe('failure');
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/^warn rejected without a review: .+; model any, account 01a20b20/);
    expect(log[0]).not.toContain(KEY);
    expect(log[0]).not.toContain('lighthouse');
  });

  it(`${isOfRequest ? 'is a failure' : 'allows the request'} when the setting is open`, async () => {
    server.respond = fault;
    const verdict = await verdictOf(create({ onFailure: 'open' }), harmless);
    expect(verdict).toBe(isOfRequest ? 'failure' : 'allow');
  });
});

it('a redirect is not followed: neither key nor text goes elsewhere', async () => {
  let elsewhere = 0;
  const other = createServer((_, response) => {
    elsewhere += 1;
    response.end(JSON.stringify(moderationOf({ model: '', input: ['a'] })));
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  for (const status of [301, 302, 303, 307, 308]) {
    server.respond = (response) =>
      void response.writeHead(status, { location: `http://127.0.0.1:${port}/v1/moderations` }).end();
    expect(await verdictOf(create(), harmless)).toBe('failure');
  }
  other.close();
  expect(elsewhere).toBe(0);
});

it.each([
  ['closed', 'failure'],
  ['open', 'allow'],
] as const)('a server that hangs or is gone: %s is %s', async (onFailure, verdict) => {
  const settings = { onFailure, timeoutSeconds: 0.2 };
  expect(await verdictOf(create(settings), requestOf('slow'))).toBe(verdict);
  server.respond = (response) => void response.writeHead(200).write('{');
  expect(await verdictOf(create(settings), harmless)).toBe(verdict);
  expect(await verdictOf(create({ ...settings, url: 'http://127.0.0.1:9' }), harmless)).toBe(verdict);
  expect(log.map((line) => / without a review: ([^;]+)/.exec(line)?.[1])).toEqual([
    'the endpoint does not respond in time',
    'the endpoint does not respond in time',
    expect.stringMatching(/^the endpoint cannot be reached/),
  ]);
});

it('what one account sends at once neither opens its review nor delays another account', async () => {
  const moderation = create({ onFailure: 'open', concurrency: 4 });
  const slow = Array.from({ length: 120 }, () => verdictOf(moderation, requestOf('slow')));
  await server.received(1);
  const other = requestOf('violent', { accountId: '01a20b20-7066-762e-af93-000000000000' });
  expect(await verdictOf(moderation, other)).toBe('reject');
  expect(server.mostOpen).toBe(2);
  // One runs, 100 wait, and the others fail at once: the endpoint does not.
  const beyond = await Promise.race([Promise.all(slow.slice(101)), slow[0]]);
  expect(beyond).toEqual(Array.from({ length: 19 }, () => 'failure'));
  for (let count = 1; count <= 101; count += 1) {
    await server.received(count + 1);
    server.release();
  }
  expect(await Promise.all(slow.slice(0, 101))).toEqual(Array.from({ length: 101 }, () => 'allow'));
});

it('the log names the category of a rejected request, and no text', async () => {
  const moderation = create({ lists });
  await moderation.review(requestOf('a secret bomb'));
  await moderation.review(requestOf('secret and violent'));
  expect(log).toEqual([
    `log rejected by the word lists: weapons; model any, account ${ACCOUNT}`,
    `log rejected by the endpoint: violence; model any, account ${ACCOUNT}`,
  ]);
});
