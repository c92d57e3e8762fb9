// Serves hostile files and hostile responses: too short, too long, endless, slow, compressed, cut off.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { flatPng } from '../../../../packages/media/test/support/hostile-files.mjs';

const PICTURE = flatPng(64, 64);
const CHUNK = Buffer.alloc(64 * 1024, 0x41);

/** name → how the server responds */
const RESPONSES = {
  'says-longer': (response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': PICTURE.length + 1000 });
    response.write(PICTURE, () => setTimeout(() => response.destroy(), 50));
  },
  'says-shorter': (response) => {
    response.socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 20\r\n\r\n${PICTURE.toString('latin1')}`,
      'latin1',
    );
  },
  'says-a-terabyte': (response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1e12 });
    response.write(PICTURE);
  },
  'says-two-lengths': (response) => {
    response.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef');
  },
  'chunks-of-noise': (response) => {
    response.socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n8\r\n${PICTURE.toString('latin1', 0, 8)}\r\nzz\r\nnoise`,
      'latin1',
    );
  },
  drips: (response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    let at = 0;
    const drip = setInterval(() => response.write(PICTURE.subarray(at, ++at)), 1000);
    response.once('close', () => clearInterval(drip));
  },
  'says-nothing': () => {},
  'drips-its-headers': (response) => {
    response.socket.write('HTTP/1.1 200 OK\r\n');
    let count = 0;
    const drip = setInterval(() => response.socket.write(`x-${count++}: y\r\n`), 1000);
    response.socket.once('close', () => clearInterval(drip));
  },
  'endless-headers': (response) => {
    response.socket.write('HTTP/1.1 200 OK\r\n');
    const flood = setInterval(() => response.socket.write(`x: ${'y'.repeat(8000)}\r\n`), 5);
    response.socket.once('close', () => clearInterval(flood));
  },
  'gzip-bomb': (response) => {
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(200_000_000)));
  },
  'redirects-for-ever': (response) => response.writeHead(302, { location: '/redirects-for-ever' }).end(),
  'redirects-inside': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'redirects-to-a-file': (response) =>
    response.writeHead(302, { location: 'file:///proc/self/environ' }).end(),
  'not-http': (response) => response.socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  nothing: (response) => response.writeHead(204).end(),
  empty: (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
  error: (response) => response.writeHead(404, { 'content-type': 'image/png' }).end(PICTURE),
};

export const RESPONSE_NAMES = Object.keys(RESPONSES);

/** Sends without end, for a fetch with a small limit. */
RESPONSES.endless = (response) => {
  response.writeHead(200, { 'content-type': 'image/png' });
  response.write(PICTURE);
  const more = () => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', more);
  more();
};

/** @param {[name: string, type: string, bytes: Buffer][]} files served as /file/<index> */
export async function serveFiles(files) {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const name = request.url.slice(1);
    const [, index] = /^file\/(\d+)$/.exec(name) ?? [];
    if (RESPONSES[name]) return RESPONSES[name](response);
    const [, type, bytes] = files[Number(index)];
    return response.writeHead(200, { 'content-type': type, connection: 'close' }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}
