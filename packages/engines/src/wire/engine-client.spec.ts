import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineClient } from './engine-client.js';
import { AnswerUnusable, NotSent } from './exchange-errors.js';
import { outcomeOfSubmitError } from './outcomes.js';

let server: Server;
let body: Buffer;
let status: number;
let client: EngineClient;
let directory: string;
const { signal } = new AbortController();

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new EngineClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  directory = await mkdtemp(join(tmpdir(), 'offprint-client-'));
});
beforeEach(() => {
  status = 200;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

const TEXTS: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['UTF-8', Buffer.from('Grüße, 😀\r\n\tand more')],
  ['Latin-1', Buffer.from('Grüße', 'latin1')],
  ['the colours of a terminal', Buffer.from('\u001b[31mno\u001b[0m')],
  ['a form feed', Buffer.from('page\fpage')],
  ['a long text', Buffer.from('é'.repeat(70_000))],
];
const FILES: [string, Buffer][] = [
  ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a sound', Buffer.from('RIFF\x24\0\0\0WAVE', 'latin1')],
  ['a byte order mark of UTF-16', Buffer.from('\ufeffa', 'utf16le')],
  ['zeros after text', Buffer.concat([Buffer.from('a'.repeat(500)), Buffer.alloc(100)])],
];

describe('a body that may be a file', () => {
  it.each(TEXTS)('is text: %s', async (_, sent) => {
    body = sent;
    const { text, file } = await client.exchange({ url: '/', signal, into: directory });
    expect([text, file]).toEqual([sent.toString('utf8'), null]);
    expect(await readdir(directory)).toEqual([]);
  });

  it.each(FILES)('is a file: %s', async (_, sent) => {
    body = sent;
    const { text, file, json } = await client.exchange({ url: '/', signal, into: directory });
    expect([text, file!.bytes, await readFile(file!.path)]).toEqual(['', sent.length, sent]);
    expect(() => json()).toThrow('an answer with status 200 that is not JSON');
    await rm(file!.path);
  });

  it('is neither when the engine failed', async () => {
    [status, body] = [500, FILES[0]![1]];
    const { text, file } = await client.exchange({ url: '/', signal, into: directory });
    expect([text, file]).toEqual(['8 bytes that are not text', null]);
  });
});

it.each(FILES)('no text has binary data: %s', async (_, sent) => {
  body = sent;
  expect((await client.exchange({ url: '/', signal })).text).toBe(`${sent.length} bytes that are not text`);
});

it.each([{}, { into: true }])(
  'a body that is too large would be so again: %j',
  async ({ into }: { into?: boolean }) => {
    body = Buffer.alloc(2_000);
    const request = { url: '/', signal, maxBytes: 1_000, ...(into ? { into: directory } : {}) };
    const error: unknown = await client.exchange(request).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AnswerUnusable);
    expect(outcomeOfSubmitError(error)).toMatchObject({ kind: 'unknown', isAnswered: true });
    expect(await readdir(directory)).toEqual([]);
  },
);

it.each(['', '<!doctype html><p>busy', '{"id": "half an ans', 'null?'])(
  'a whole body that is not JSON would be so again: %j',
  async (sent) => {
    body = Buffer.from(sent);
    const response = await client.exchange({ url: '/', signal });
    expect(() => response.json()).toThrow(AnswerUnusable);
  },
);

it('does not send a request whose token cannot be had, and says so without the secret', async () => {
  const token = {
    headers: () => Promise.reject(new Error('the issuer rejected secret-of-the-issuer')),
    secrets: () => ['secret-of-the-issuer'],
  };
  const authorised = new EngineClient(client.address, {}, [], token);
  const submit = authorised.exchange({ method: 'POST', url: '/', json: {}, signal });
  await expect(submit).rejects.toThrow(NotSent);
  await expect(submit).rejects.toThrow('the issuer rejected [redacted]');
});
