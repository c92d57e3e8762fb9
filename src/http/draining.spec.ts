import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { Draining } from './draining.js';

let server: Server;
beforeEach(async () => {
  server = createServer((_request, response) => response.end('answered'));
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

  await new Draining().drain(server);
  const sent = new Promise<void>((resolve) =>
    socket.write('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n', () => resolve()),
  );
  // In the same turn of the loop: the request is on its way, the server has not read it, and its connection looks idle.
  const closed = new Promise((resolve) => server.close(resolve));
  await sent;
  await Promise.all([ended, closed]);
  expect(heard.match(/answered/g)).toHaveLength(2);
});
