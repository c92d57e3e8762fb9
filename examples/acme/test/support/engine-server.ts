/** A small render server with Acme's HTTP interface. Renders advance when a test says so. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Render } from '../../src/engine/render-server.js';

export const ENGINE_KEY = 'the key of the tests';

/** 64 × 64 pixels of one colour. */
export const POSTER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXRSVv2Mx7tAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC',
  'base64',
);

export class EngineServer {
  /** By id, in the order of their submits. */
  readonly renders = new Map<string, Render & { input: unknown }>();
  readonly cancelled: string[] = [];
  /** The state in which new renders begin. */
  nextState: Render['state'] = 'done';
  /** How many submits are accepted without a response: the connection is closed instead. */
  lostResponses = 0;
  /** The status of submits; 202 accepts them. */
  submitStatus = 202;

  private readonly byKey = new Map<string, string>();
  private readonly server = createServer((request, response) => void this.handle(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${ENGINE_KEY}`) return void respond(401);
    const [, id, file] = /^\/v1\/renders\/([^/]+)(\/file)?$/.exec(request.url ?? '') ?? [];
    if (request.url === '/v1/health') return void respond(200, { healthy: true });
    if (request.method === 'POST') return this.submit(request, response, respond);
    const render = this.renders.get(id ?? '');
    if (!render) return void respond(404);
    if (request.method === 'DELETE') {
      this.cancelled.push(render.id);
      return void respond(204);
    }
    if (file) return void response.writeHead(200, { 'content-type': 'image/png' }).end(POSTER);
    respond(200, render);
  }

  /** A repeated key is the same render. */
  private async submit(
    request: IncomingMessage,
    response: ServerResponse,
    respond: (status: number, body?: unknown) => unknown,
  ): Promise<void> {
    const input = await json(request);
    if (this.submitStatus !== 202) return void respond(this.submitStatus);
    const key = String(request.headers['idempotency-key']);
    const id = this.byKey.get(key) ?? `render-${this.renders.size + 1}`;
    this.byKey.set(key, id);
    const render = this.renders.get(id) ?? { id, state: this.nextState, percent: 40, input };
    this.renders.set(id, render);
    if (this.lostResponses-- > 0) return void response.destroy();
    respond(202, render);
  }
}
