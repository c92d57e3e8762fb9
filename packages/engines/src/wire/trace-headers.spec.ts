import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EngineClient } from './engine-client.js';
import { sendTraceHeaders } from './trace-headers.js';

let server: Server;
let received: IncomingHttpHeaders[];
let client: EngineClient;

beforeEach(async () => {
  received = [];
  server = createServer(({ headers }, response) => {
    received.push(headers);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new EngineClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('sends the headers of a recorded step, the last that were set, and none for other steps', async () => {
  const [recorded, other] = [new AbortController().signal, new AbortController().signal];
  sendTraceHeaders(recorded, { traceparent: 'first' });
  await client.exchange({ url: '/', signal: recorded });
  sendTraceHeaders(recorded, { traceparent: 'second', tracestate: 'a=b' });
  await client.exchange({ method: 'POST', url: '/', json: {}, signal: recorded });
  await client.exchange({ url: '/', signal: other });
  expect(received.map(({ traceparent, tracestate }) => [traceparent, tracestate])).toEqual([
    ['first', undefined],
    ['second', 'a=b'],
    [undefined, undefined],
  ]);
});
