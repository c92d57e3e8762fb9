/** These engines answer the submit of a job with its result. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Work } from '../provider.js';
import { HttpJobProvider } from './http-job.provider.js';

const DECLARED = {
  submit: { path: '/', json: { text: '{{prompt}}' } },
  answer: { id: 'id' },
  poll: { path: '/{{id}}', state: 'state', states: { done: ['done'], failed: ['failed'] } },
  result: { files: 'files[*]' },
};
const FILE = 'https://files.example.com/1.png';
const INLINE = 'data:image/png;base64,AAAA';

let server: Server;
let status: number;
let answer: object;
let methods: string[];
let work: Work;

beforeEach(async () => {
  [status, methods] = [200, []];
  server = createServer((request, response) => {
    methods.push(request.method!);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const directory = await mkdtemp(join(tmpdir(), 'offprint-finished-'));
  const { signal } = new AbortController();
  work = {
    ...{ predictionId: 'pred_1', attempt: 1, fence: 1, directory, signal, remainingMs: () => 60_000 },
    ...{ input: { prompt: 'x' }, options: {}, modality: 'image', model: 'm' },
  } as unknown as Work;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(work.directory, { recursive: true });
});

const provider = (more: object = {}) =>
  new HttpJobProvider({
    name: 'easel',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: null,
    options: { ...DECLARED, ...more },
  });

it.each([200, 201, 202])('a submit that is answered %d with the result is done', async (code) => {
  [status, answer] = [code, { id: null, state: 'done', files: [FILE] }];
  const outcome = await provider().submit(work);
  expect(outcome).toMatchObject({ kind: 'pending', pollAfterMs: 0, ref: { files: [FILE] } });
  const { ref } = outcome as { ref: Record<string, unknown> };
  expect(await provider().poll(work, ref)).toEqual({ kind: 'done', files: [{ url: FILE }] });
  expect(methods).toEqual(['POST']);
});

it('a result in the response itself is done, too', async () => {
  answer = { id: 'j1', state: 'done', image: INLINE };
  expect(await provider({ result: { base64: 'image' } }).submit(work)).toMatchObject({
    kind: 'done',
    files: [{ contentType: 'image/png' }],
  });
});

it.each([
  ['still runs', { id: 'j1', state: 'running', files: [FILE] }, {}],
  ['has no file yet', { id: 'j1', state: 'done', files: [] }, {}],
  ['has a null file', { id: 'j1', state: 'done', files: null }, {}],
  ['has failed', { id: 'j1', state: 'failed', files: [FILE] }, {}],
  [
    'names its result elsewhere',
    { id: 'j1', state: 'done' },
    { result: { fetch: { path: '/{{id}}/r' }, files: 'files[*]' } },
  ],
  [
    'is pending by its status',
    { id: 'j1', files: [FILE] },
    { poll: { path: '/{{id}}', pendingStatus: 202 } },
  ],
])('a job that %s is polled', async (_what, given, more) => {
  answer = given;
  expect(await provider(more).submit(work)).toMatchObject({
    kind: 'pending',
    ref: { id: 'j1', poll: '/j1' },
  });
});

it.each([{ state: 'done', files: [] }, { state: 'running' }, { state: 'failed', error: 'none' }, {}])(
  'without an id and a result it is not asked again, and not paid twice: %j',
  async (given) => {
    answer = given;
    expect(await provider().submit(work)).toMatchObject({ kind: 'unknown', isAnswered: true });
    expect(methods).toEqual(['POST']);
  },
);
