import { once } from 'node:events';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { FastExpressAdapter } from './express-server.js';

describe('FastExpressAdapter', () => {
  let server: Server;
  let app: Express;
  let base: string;

  beforeEach(async () => {
    const adapter = new FastExpressAdapter();
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    app = adapter.getInstance<Express>();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise<unknown>((resolve) => server.close(resolve)));

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
