import { once } from 'node:events';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import express, { type Express } from 'express';
import { requestLog } from './every-request.js';
import { FastExpressAdapter } from './express-server.js';
import { SerializedJson } from './kept-bytes.js';
import { LaterBody } from './later-body.js';

describe('FastExpressAdapter', () => {
  let adapter: FastExpressAdapter;
  let server: Server;
  let app: Express;
  let base: string;

  beforeEach(async () => {
    adapter = new FastExpressAdapter();
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    app = adapter.getInstance<Express>();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise<unknown>((resolve) => server.close(resolve)));
  afterEach(() => jest.restoreAllMocks());

  it('creates requests and responses with the prototypes of the application', async () => {
    const prototypes: unknown[] = [];
    server.prependListener('request', (request, response) => {
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    });
    app.get('/', (_request, response) => void response.json({}));
    await (await fetch(base)).text();
    expect(prototypes[0]).toBe(app.request);
    expect(prototypes[1]).toBe(app.response);
  });

  it('creates requests and responses whose properties V8 does not keep in a dictionary', async () => {
    setFlagsFromString('--allow-natives-syntax');
    const hasFastProperties = runInThisContext('(object) => %HasFastProperties(object)') as (
      object: object,
    ) => boolean;
    expect(hasFastProperties({})).toBe(true); // Compiles it, while the syntax is allowed.
    setFlagsFromString('--no-allow-natives-syntax');
    const found: boolean[][] = [];
    app.get('/:name', (request, response) => {
      found.push([request, response].map(hasFastProperties));
      response.setHeader('X-Header', '1').json({});
    });
    for (let count = 0; count < 20; count += 1) await (await fetch(`${base}/a?b=1`)).text();
    // V8 learns the layout from the first ones.
    expect(found.slice(10)).toEqual(Array.from({ length: 10 }, () => [true, true]));
  });

  it('logs a response that is sent again without Express, as the first one', async () => {
    const lines: unknown[] = [];
    jest.spyOn(Logger.prototype, 'debug').mockImplementation((line: unknown) => void lines.push(line));
    adapter.observe(requestLog(true));
    const body = new SerializedJson({ name: 'a' });
    app.get('/:name', (_request, response) => void adapter.reply(response, body, 200));
    for (const count of [1, 2, 3]) {
      expect(await (await fetch(`${base}/a?b=1`)).json()).toEqual({ name: 'a' });
      while (lines.length < count) await wait(1);
    }
    const { ms, ...line } = { method: 'GET', path: '/a', status: 200, ms: expect.any(Number) };
    expect(lines).toEqual(Array.from({ length: 3 }, () => ({ ...line, ms, requestId: undefined })));
  });

  it('an observer that throws at the end of a response is logged, and the others are called', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const statuses: number[] = [];
    const broken = new Error('a broken observer');
    adapter.observe(
      {
        onClose: () => {
          throw broken;
        },
      },
      { onClose: (_request, response) => void statuses.push(response.statusCode) },
    );
    const body = new SerializedJson({ name: 'a' });
    app.get('/:name', (_request, response) => void adapter.reply(response, body, 200));
    // The second one is sent without Express.
    for (const count of [1, 2]) {
      await (await fetch(`${base}/a`)).text();
      while (statuses.length < count) await wait(1);
    }
    expect(statuses).toEqual([200, 200]);
    expect(logged.mock.calls).toEqual([[broken], [broken]]);
  });

  it('sends a body that was promised for later, and what its rejection says', async () => {
    adapter.onLateError((error, response) => void response.status(503).end(String(error)));
    let rejects = false;
    const body = () => (rejects ? Promise.reject(new Error('gone')) : Promise.resolve({ done: true }));
    app.get('/', (_request, response) => void adapter.reply(response, new LaterBody(body()), 200));
    expect(await (await fetch(base)).json()).toEqual({ done: true });
    rejects = true;
    const failed = await fetch(base);
    expect([failed.status, await failed.text()]).toEqual([503, 'Error: gone']);
  });

  it('closes each connection with its next response after the listener was closed', async () => {
    app.get('/', (_request, response) => void response.json({}));
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    const closed = once(socket, 'close');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    while (!received.includes('{}')) await once(socket, 'data');
    expect(received).toContain('Connection: keep-alive');
    // As `Draining` does: the server's own `close` would also close the connection, which is idle.
    TcpServer.prototype.close.call(server);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await closed;
    expect(received).toContain('Connection: close');
    server.listen(0);
  });

  it('keeps the behaviour of Node and Express', async () => {
    app.post('/:name', express.json(), (request, response) => {
      const isNodeClass = request instanceof IncomingMessage && response instanceof ServerResponse;
      response.status(201).json({ isNodeClass, name: request.params.name, body: request.body as unknown });
    });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${base}/a`, { method: 'POST', headers, body: '{"b":1}' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ isNodeClass: true, name: 'a', body: { b: 1 } });
  });
});
