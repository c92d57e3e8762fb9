/** cog's own server answers the POST with the finished prediction, and has no route to ask for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Work } from '../provider.js';
import { ReplicateProvider } from './replicate.provider.js';

let server: Server;
let status: number;
let answer: object;
let methods: string[];
let work: Work;
let provider: ReplicateProvider;

beforeEach(async () => {
  [status, methods] = [201, []];
  server = createServer((request, response) => {
    methods.push(request.method!);
    response.statusCode = request.method === 'POST' ? status : 405;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = new ReplicateProvider({ name: 'cog', url, secret: null, options: {} });
  const directory = await mkdtemp(join(tmpdir(), 'offprint-cog-'));
  const { signal } = new AbortController();
  work = {
    ...{ predictionId: 'pred_1', attempt: 1, directory, signal, remainingMs: () => 60_000 },
    ...{
      input: { prompt: 'x' },
      options: { model: 'own/model', input: { prompt: '{{prompt}}' } },
      modality: 'image',
    },
  } as unknown as Work;
});
afterEach(async () => {
  server.close();
  await rm(work.directory, { recursive: true });
});

it.each([
  ['a text', 'data:image/png;base64,AAAA', 'p1'],
  ['a list', ['data:image/png;base64,AAAA'], 'p1'],
  ['an object, without an id', { image: 'data:image/png;base64,AAAA' }, null],
])('a finished answer with its file in %s is the result', async (_, output, id) => {
  answer = { id, status: 'succeeded', output };
  const outcome = await provider.submit(work);
  expect(outcome).toMatchObject({ kind: 'done', files: [{ contentType: 'image/png' }] });
  const [file] = (outcome as unknown as { files: { bytes: Buffer }[] }).files;
  expect(file!.bytes).toHaveLength(3);
  expect(methods).toEqual(['POST']);
});

it('addresses of a finished answer are kept in the reference', async () => {
  answer = { status: 'succeeded', output: ['https://files.example.com/1.png'] };
  const outcome = await provider.submit(work);
  expect(outcome).toMatchObject({ kind: 'pending', ref: { files: ['https://files.example.com/1.png'] } });
  const { ref } = outcome as { ref: Record<string, unknown> };
  expect(await provider.poll(work, ref)).toEqual({
    kind: 'done',
    files: [{ url: 'https://files.example.com/1.png' }],
  });
  expect(methods).toEqual(['POST']);
});

it.each([
  ['failed', 'ValueError: wrong size', { kind: 'refuse', code: 'provider_error' }],
  ['failed', 'NSFW content detected', { kind: 'refuse', code: 'content_rejected' }],
  ['failed', 'CUDA error: out of memory', { kind: 'retry', code: 'provider_error' }],
  ['failed', null, { kind: 'refuse', code: 'provider_error' }],
  ['canceled', null, { kind: 'refuse', code: 'provider_error' }],
  ['aborted', null, { kind: 'refuse', code: 'provider_error' }],
])('an answer that is %s with %j has ended', async (ended, error, outcome) => {
  for (const id of [null, 'p1']) {
    answer = { id, status: ended, output: null, error };
    expect(await provider.submit(work)).toMatchObject(outcome);
  }
  expect(methods).toEqual(['POST', 'POST']);
});

it('a server that runs another prediction is busy', async () => {
  [status, answer] = [409, { detail: 'Already running a prediction' }];
  expect(await provider.submit(work)).toMatchObject({ kind: 'retry', throttled: true });
});
