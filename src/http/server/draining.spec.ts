import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Draining } from './draining.js';

let server: Server;
let draining: Draining;
beforeEach(async () => {
  server = createServer((_request, response) => response.end('answered'));
  draining = new Draining(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

it('answers a request that has arrived on an idle connection when the server closes, and then closes it', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString()));
  const ended = once(socket, 'close');
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  while (!heard.includes('answered')) await once(socket, 'data');

  await draining.drain();
  const sent = new Promise<void>((resolve) =>
    socket.write('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n', () => resolve()),
  );
  // In the same turn of the loop: the request is on its way, the server has not read it, and its connection looks idle.
  const closed = new Promise((resolve) => server.close(resolve));
  await sent;
  await Promise.all([ended, closed]);
  expect(heard.match(/answered/g)).toHaveLength(2);
});

it('resets nobody who waits to be accepted when it stops listening', async () => {
  const { port } = server.address() as AddressInfo;
  const callers = Array.from({ length: 30 }, () => askOnce(port));
  // Still in the turn in which they began: the system has taken them, the server has not.
  await draining.drain(20_000);
  const closed = new Promise((resolve) => server.close(resolve));
  const heard = await Promise.all(callers);
  // On a busy machine the system may not have taken the last ones yet: those are refused, and have sent nothing.
  const refused = heard.filter((one) => one.includes('ECONNREFUSED'));
  expect(heard.filter((one) => one === 'answered')).toHaveLength(callers.length - refused.length);
  expect(refused.length).toBeLessThan(callers.length / 2);
  await closed;
});

function askOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', (error) => resolve(String(error)));
    socket.on('end', () => resolve(heard.includes('answered') ? 'answered' : heard));
  });
}
