import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Draining } from './draining.js';

let server: Server;
let draining: Draining;
beforeEach(async () => {
  server = createServer((_request, response) => response.end('answered'));
  draining = new Draining(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

it('responds to a request that has arrived on an idle connection when the server closes, and then closes it', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  const ended = once(socket, 'close');
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  while (!received.includes('answered')) await once(socket, 'data');

  await draining.drain();
  const sent = new Promise<void>((resolve) =>
    socket.write('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n', () => resolve()),
  );
  // In the same iteration of the loop: the server has not read the request, so its connection counts as idle.
  const closed = new Promise((resolve) => server.close(resolve));
  await sent;
  await Promise.all([ended, closed]);
  expect(received.match(/answered/g)).toHaveLength(2);
});

it('closes a connection that has sent nothing', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(socket, 'close');
  socket.resume();
  await draining.drain();
  // Otherwise Node waits for its request until `headersTimeout`, a minute.
  await Promise.all([ended, new Promise((resolve) => server.close(resolve))]);
});

const SIZE = 32 << 20;

/** @returns a connection whose caller reads nothing of a response that has begun. */
async function stalledCaller(respond: (response: ServerResponse) => void): Promise<Socket> {
  server.removeAllListeners('request').on('request', (_request, response) => respond(response));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  return socket;
}

it('closes a connection whose response is not read when its time is over', async () => {
  const socket = await stalledCaller((response) => response.write(Buffer.alloc(SIZE)));
  const ended = once(socket, 'close');
  await draining.drain(10, 10);
  await new Promise((resolve) => server.close(resolve));
  socket.resume();
  await ended;
});

it('sends the whole of a response that has ended and is read slowly', async () => {
  const socket = await stalledCaller((response) => response.end(Buffer.alloc(SIZE)));
  await draining.drain(10, 60_000);
  const closed = new Promise((resolve) => server.close(resolve));
  let bytes = 0;
  // Many rounds of closing idle connections pass before the caller reads.
  await sleep(300);
  socket.on('data', (chunk) => (bytes += chunk.length)).resume();
  await once(socket, 'close');
  expect(bytes).toBeGreaterThan(SIZE);
  await closed;
});

it('resets no connection that waits to be accepted when it stops listening', async () => {
  const { port } = server.address() as AddressInfo;
  const callers = Array.from({ length: 30 }, () => requestOnce(port));
  // In the iteration in which they connect: the kernel has queued them, the server has not accepted them.
  await draining.drain(20_000);
  const closed = new Promise((resolve) => server.close(resolve));
  const received = await Promise.all(callers);
  // On a busy machine the kernel may not have queued the last ones yet: they are refused and have sent nothing.
  const refused = received.filter((result) => result.includes('ECONNREFUSED'));
  expect(received.filter((result) => result === 'answered')).toHaveLength(callers.length - refused.length);
  expect(refused.length).toBeLessThan(callers.length / 2);
  await closed;
});

function requestOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', (error) => resolve(String(error)));
    socket.on('end', () => resolve(received.includes('answered') ? 'answered' : received));
  });
}
