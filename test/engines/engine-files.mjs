/** Output files of the fake engines: small, real and decodable. Also the faults of an engine's file. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const read = (name) => readFileSync(new URL(`files/${name}`, import.meta.url));

export const FILES = {
  png: read('picture.png'),
  jpeg: read('picture.jpg'),
  mp4: read('clip.mp4'),
  webm: read('clip.webm'),
  mp3: read('sound.mp3'),
  wav: read('sound.wav'),
  glb: read('model.glb'),
};

export const CONTENT_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  glb: 'model/gltf-binary',
};

export const OUTPUT_FAULTS = ['oversize', 'wrong-type', 'redirect', 'drip', 'output-503'];

/** An HTML page: none of the file kinds that models produce. */
export const WRONG_FILE = Buffer.from('<!doctype html><title>Sign in</title><p>This is not the file.');

/** Announces more bytes than any limit allows, and sends a megabyte at a time until the client disconnects. */
export function sendOversize(response, contentType) {
  response.writeHead(200, { 'content-type': contentType, 'content-length': 1e12 });
  const chunk = Buffer.alloc(1_000_000);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

/** Sends a byte from time to time without end: the connection is never idle and never complete. */
export function sendDrip(response, contentType, bytes) {
  response.writeHead(200, { 'content-type': contentType, 'content-length': 1_000_000 });
  let at = 0;
  const timer = setInterval(
    () => response.write(bytes.subarray(at % bytes.length, (at++ % bytes.length) + 1)),
    200,
  );
  response.on('close', () => clearInterval(timer));
}

/** Starts another server of the operator's network, which no redirect may reach. @returns its URL and its number of requests. */
export async function startCanary() {
  const canary = { url: '', visits: 0 };
  const server = createServer((request, response) => {
    canary.visits += 1;
    request.resume();
    response.writeHead(200, { 'content-type': 'image/png' }).end(FILES.png);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  canary.url = `http://127.0.0.1:${server.address().port}/`;
  return canary;
}
