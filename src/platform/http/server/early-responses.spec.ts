/** What was sent behind a response that came before its request was read completely. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Express, Request, Response } from 'express';
import { boundBody } from './every-request.js';
import { FastExpressAdapter } from './express-server.js';

let server: Server;
let carriedOut: string[];
let open: number;
let mostOpen: number;
let release: () => void;

/** Every route that changes something reads the whole body. */
async function carryOut(request: Request, response: Response): Promise<void> {
  const name = request.params.name as string;
  mostOpen = Math.max(mostOpen, (open += 1));
  if (name === 'slow') await new Promise<void>((resolve) => (release = resolve));
  try {
    await buffer(request);
    carriedOut.push(name);
    response.status(201).end(name);
  } catch {
    response.destroy();
  } finally {
    open -= 1;
  }
}

beforeEach(async () => {
  [carriedOut, open, mostOpen] = [[], 0, 0];
  const adapter = new FastExpressAdapter();
  adapter.initHttpServer();
  adapter.observe({ onRequest: boundBody });
  server = adapter.getHttpServer();
  const app = adapter.getInstance<Express>();
  app.post('/refused', (_request, response) => void response.status(401).end());
  app.post('/last', (_request, response) => {
    setImmediate(() => response.status(503).setHeader('Connection', 'close').end());
  });
  app.post('/:name', (request, response) => void carryOut(request, response));
  server.headersTimeout = 100;
  server.requestTimeout = 200;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => new Promise<unknown>((resolve) => server.close(resolve)));

const BODY = '{"prompt":"x"}';
const CREATE = `POST /create HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

/** Sends the first bytes, waits for a status line, sends the others, ends. @returns the statuses received until the end. */
async function statusesOf(first: string, rest: string): Promise<string[]> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
  let text = '';
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      text += data.toString();
      if (text.includes('\r\n\r\n')) resolve();
    });
  });
  socket.write(first);
  await isAnswered;
  socket.end(rest);
  await closed;
  return (text.match(/HTTP\/1\.1 \d+/g) ?? []).map((line) => line.slice(9));
}

describe('a response before its request was read', () => {
  it.each([
    ['of headers that stop', '408', CREATE.slice(0, 40), CREATE.slice(40)],
    ['of a body that stops', '408', CREATE.slice(0, -3), CREATE.slice(-3)],
    ['of bytes that are not HTTP', '400', 'NOTHING\r\n\r\n', CREATE],
    ['of headers that are too large', '431', head('/create', `A: ${'a'.repeat(17_000)}`), CREATE],
    ['of a chunk without a size', '400', `${head('/create', 'Transfer-Encoding: chunked')}zz\r\n`, CREATE],
    [
      'of extensions of chunks',
      '413',
      `${head('/create', 'Transfer-Encoding: chunked')}2;${'a'.repeat(17_000)}\r\n`,
      CREATE,
    ],
    ['of two lengths', '400', head('/create', 'Content-Length: 1', 'Content-Length: 2'), CREATE],
    ['without a Host', '400', `POST /create HTTP/1.1\r\n\r\n${CREATE}`, CREATE],
    [
      'without a Host, with a body',
      '400',
      `POST /create HTTP/1.1\r\nContent-Length: 9\r\n\r\n`,
      `${'x'.repeat(9)}${CREATE}`,
    ],
    ['of an unknown Expect', '417', `${head('/create', 'Expect: tea')}${CREATE}`, CREATE],
    ['that is the last one', '503', `${head('/last')}${CREATE}`, CREATE],
    [
      'that is the last one, with a body',
      '503',
      head('/last', 'Content-Length: 9'),
      `${'x'.repeat(9)}${CREATE}`,
    ],
    ['that asked to be the last one', '401', `${head('/refused', 'Connection: close')}${CREATE}`, CREATE],
    [
      'that asked to be the last one, with a body',
      '401',
      head('/refused', 'Connection: close', 'Content-Length: 9'),
      `${'x'.repeat(9)}${CREATE}`,
    ],
  ])('%s is the last of its connection', async (_, status, first, rest) => {
    expect(await statusesOf(first, rest)).toEqual([status]);
    expect(carriedOut).toEqual([]);
  });

  it('lets the next request be carried out when the connection goes on', async () => {
    const first = head('/refused', 'Content-Length: 9');
    expect(
      await statusesOf(first, `${'x'.repeat(9)}${CREATE.replace('Host', 'Connection: close\r\nHost')}`),
    ).toEqual(['401', '201']);
    expect(carriedOut).toEqual(['create']);
  });
});

describe('a complete request', () => {
  it.each([
    ['bytes that are not HTTP', '400', 'NOTHING\r\n\r\n'],
    ['headers that stop', '408', CREATE.slice(0, 40)],
  ])('gets its own response when %s follow', async (_, status, next) => {
    const rejected = once(server, 'clientError');
    const statuses = statusesOf(`${head('/slow')}${next}`, '');
    await rejected;
    release();
    expect(await statuses).toEqual(['201', status]);
    expect(carriedOut).toEqual(['slow']);
  });

  it('starts after the response before it, however many are sent at once', async () => {
    const last = CREATE.replace('Host', 'Connection: close\r\nHost');
    expect(await statusesOf(CREATE.repeat(40) + last, '')).toEqual(Array.from({ length: 41 }, () => '201'));
    expect([carriedOut.length, mostOpen]).toEqual([41, 1]);
  });
});
