import { PassThrough } from 'node:stream';
import type { Request } from 'express';
import { readApiKeyBody } from './body.js';

const BYTES = 100 * 1024;
/** More than is read of a caller that is not known. */
const BEGUN = 90 * 1024;
const text = JSON.stringify({ text: 'a'.repeat(BYTES - 11) });
const settled = () => new Promise((resolve) => setImmediate(resolve));

function requestOf(headers: Record<string, string>) {
  const request = Object.assign(new PassThrough(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    complete: false,
    body: undefined,
  });
  const read = readApiKeyBody(request as unknown as Request, 'a key', async () => {});
  const end = (rest: string) => {
    request.complete = true;
    request.end(rest);
    return read;
  };
  return { request, read, end };
}

it.each([
  ['with a Content-Length', { 'content-length': String(BYTES) }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('keeps a fifth large body of a key unread while four are held, %s', async (_, headers) => {
  const sent = Array.from({ length: 5 }, () => requestOf(headers));
  for (const { request } of sent) request.write(text.slice(0, BEGUN));
  await settled();
  expect(sent.map(({ request }) => request.isPaused() || request.readableFlowing === null)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  await Promise.all(sent.map(({ end }) => end(text.slice(BEGUN))));
  expect(sent.map(({ request }) => request.body)).toEqual(sent.map(() => JSON.parse(text)));
});

it('gives the place of a sender that has gone to the next', async () => {
  const headers = { 'content-length': String(BYTES) };
  const [gone, ...others] = Array.from({ length: 6 }, () => requestOf(headers));
  await settled();
  gone!.request.destroy();
  await expect(gone!.read).rejects.toMatchObject({ code: 'malformed_request' });
  const [waited] = others.splice(3, 1);
  await waited!.end(text);
  expect(waited!.request.body).toEqual(JSON.parse(text));
  await Promise.all(others.map(({ end }) => end(text)));
});
