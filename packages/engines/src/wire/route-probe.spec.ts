import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EngineClient } from './engine-client.js';
import { lacksRoute } from './route-probe.js';

/** A server answers so to a GET of the route, and to a POST of a body that no server can read. */
interface Answers {
  get: number;
  post: number;
}

let server: Server;
let answers: Answers;
let received: { method?: string; body: string }[];
let client: EngineClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method, body });
      response.writeHead(request.method === 'POST' ? answers.post : answers.get).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new EngineClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  received = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const lacks = (): Promise<string | null> => lacksRoute(client, '/v1/images/generations', 5_000);

it.each<[string, Answers]>([
  ['that answers 405 to another method (FastAPI: vLLM-Omni, SGLang, LiteLLM)', { get: 405, post: 422 }],
  ['that answers 404 to another method (cpp-httplib: stable-diffusion.cpp)', { get: 404, post: 500 }],
  ['that answers 404 to another method (Gin: gateways)', { get: 404, post: 400 }],
  ['that answers 404 to another method (Express)', { get: 404, post: 400 }],
  ['that serves a page to another method', { get: 200, post: 400 }],
  ['that wants a form', { get: 404, post: 415 }],
  ['that rejects the credentials first', { get: 401, post: 401 }],
  ['that the key may not use', { get: 404, post: 403 }],
  ['that is throttled', { get: 404, post: 429 }],
  ['that is overloaded', { get: 404, post: 503 }],
])('a server has the route %s', async (_, given) => {
  answers = given;
  expect(await lacks()).toBeNull();
});

it.each<[string, Answers, string]>([
  ['without any', { get: 404, post: 404 }, '404 POST /v1/images/generations'],
  ['but for a page at every path', { get: 200, post: 404 }, '404 POST /v1/images/generations'],
  ['but for files at every path', { get: 404, post: 405 }, '405 POST /v1/images/generations'],
  ['that is not implemented', { get: 404, post: 501 }, '501 POST /v1/images/generations'],
])('a server lacks the route: %s', async (_, given, reason) => {
  answers = given;
  expect(await lacks()).toBe(reason);
});

it('asks once, with a body that can be no work', async () => {
  answers = { get: 405, post: 400 };
  await lacks();
  expect(received).toHaveLength(1);
  expect(received[0]!.method).toBe('POST');
  expect(() => JSON.parse(received[0]!.body) as unknown).toThrow();
});
