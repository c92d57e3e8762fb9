/** A response whose body is the file: whether it is one follows from its content. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpJobProvider } from '../../../packages/engines/src/http-job/http-job.provider.js';
import { type FileKind, filePath, openWorkshop, type Workshop } from '../../support/engine-work.js';

interface Answer {
  status?: number;
  headers?: OutgoingHttpHeaders;
  body: string | Buffer;
}

let server: Server;
let answer: Answer;
let asked: string[];
let workshop: Workshop;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  workshop = await openWorkshop();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await workshop.close();
});
beforeEach(() => {
  asked = [];
});

const SPEECH = {
  operation: 'speech',
  modality: 'audio',
  model: 'voice',
  options: {},
  input: { prompt: 'Hello' },
  kind: 'wav',
} as const;

/** As a catalogue file declares Piper's own server. */
const RESULT = { bytes: true, contentType: 'audio/wav' };

function piper(more: object = {}, base = ''): HttpJobProvider {
  return new HttpJobProvider({
    name: 'piper',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    secret: null,
    options: {
      submit: { path: '/', json: { text: '{{prompt}}' } },
      result: RESULT,
      errors: [{ path: 'error', matches: 'refused', is: 'content_rejected' }],
      ...more,
    },
  });
}

function submit(given: Answer, more: object = {}) {
  answer = given;
  return piper(more).submit(workshop.make(SPEECH));
}

const typed = (type: string | undefined): OutgoingHttpHeaders =>
  type === undefined ? {} : { 'content-type': type };

it.each([
  ['/', '', '/'],
  ['/', '/tts', '/tts/'],
  ['/?voice=amy', '', '/?voice=amy'],
  ['/speak', '', '/speak'],
])('the path %s below the address with the path %j is requested', async (path, base, url) => {
  answer = { headers: typed('text/html'), body: await readFile(filePath('wav')) };
  const provider = piper({ submit: { path, json: { text: '{{prompt}}' } }, check: { path } }, base);
  expect(await provider.submit(workshop.make(SPEECH))).toMatchObject({ kind: 'done' });
  expect(await provider.check()).toMatchObject({ ok: true });
  expect(asked).toEqual([`POST ${url}`, `GET ${url}`]);
});

describe('a file', () => {
  const types = [
    'text/html; charset=utf-8',
    'text/plain',
    'application/json',
    'application/problem+json',
    'text/event-stream',
    'multipart/form-data',
    'application/octet-stream',
    undefined,
  ];
  it.each(types)('is one under %s', async (type) => {
    const body = await readFile(filePath('wav'));
    const outcome = await submit({ headers: typed(type), body });
    expect(outcome).toMatchObject({ kind: 'done', files: [{ contentType: 'audio/wav' }] });
    if (outcome.kind === 'done')
      expect(await readFile((outcome.files[0] as { path: string }).path)).toEqual(body);
  });

  it.each<FileKind>(['png', 'jpeg', 'mp4', 'webm', 'mp3', 'wav', 'glb'])(
    'is known for %s under text/html',
    async (kind) => {
      const body = await readFile(filePath(kind));
      expect(await submit({ headers: typed('text/html'), body })).toMatchObject({ kind: 'done' });
    },
  );

  it('is one without a declared type, too', async () => {
    const body = await readFile(filePath('wav'));
    const outcome = await submit({ headers: typed('text/html'), body }, { result: { bytes: true } });
    expect(outcome).toMatchObject({ kind: 'done', files: [{ contentType: 'text/html' }] });
  });
});

describe('text', () => {
  it.each(['application/json', 'text/html', 'audio/wav', 'application/octet-stream', undefined])(
    'is none under %s: the rules for errors read it',
    async (type) => {
      const body = JSON.stringify({ error: 'refused: ünwanted words' });
      expect(await submit({ headers: typed(type), body })).toMatchObject({
        kind: 'refuse',
        code: 'content_rejected',
        internal: `HTTP 200: ${body}`,
      });
    },
  );

  it.each([
    ['an empty body', ''],
    ['a page', '<!doctype html><p>busy'],
    ['colours', '\u001b[31mfailed\u001b[0m'],
  ])('that is %s is no file', async (_, body) => {
    expect(await submit({ headers: typed('audio/wav'), body })).toMatchObject({
      kind: 'unknown',
      internal: `not as declared: HTTP 200: ${body}`,
    });
  });
});

it.each([
  ['base64', { result: { base64: 'audio' } }, 200],
  ['files', { result: { files: 'audio' } }, 200],
  ['bytes', {}, 500],
  ['bytes', {}, 400],
])('no binary data is in what is logged: result %s, %j, HTTP %d', async (_, more, status) => {
  const body = await readFile(filePath('wav'));
  const outcome = await submit({ status, headers: typed('text/html'), body }, more);
  expect((outcome as { internal: string }).internal).toMatch(
    new RegExp(`^(not as declared: )?HTTP ${status}: ${body.length} bytes that are not text$`),
  );
});
