/**
 * Bounds what a body may cost beside being read: how finely it is cut into chunks, and how much of it is taken off the
 * connection after the answer. A connection that is kept must be read up to the next request, and one that is closed
 * with bytes unread may lose the answer on its way; so the rest is discarded, but not more of it than a little.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';

/** Each chunk costs Node about a microsecond, however few bytes it has. */
const MAX_SMALL_CHUNKS = 500;
const SMALL_CHUNK_BYTES = 256;
/** On the wire, after the answer: a body of the largest size that is read anywhere but at uploads. */
const DISCARDED_BYTES = 1024 * 1024 + 64 * 1024;
const DISCARDING_MS = 5_000;

export function boundBody(request: Request, response: Response): void {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (!isChunked && request.headers['content-length'] === undefined) return;
  if (isChunked) boundChunks(request);
  const isKept = response.shouldKeepAlive;
  response.once('prefinish', () => discardRest(request, isKept));
}

/** Cuts the connection of a body in very many chunks. What was read of it already is parsed before that can stop it. */
function boundChunks(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null): boolean => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunk === null || chunks < MAX_SMALL_CHUNKS + bytes / SMALL_CHUNK_BYTES) return push(chunk);
    request.socket.destroy();
    return true;
  };
}

function discardRest(request: Request, isKept: boolean): void {
  if (request.readableEnded || request.destroyed) return;
  const { socket } = request;
  if (request.complete) return void request.resume();
  const last = socket.bytesRead + DISCARDED_BYTES;
  const timer = setTimeout(() => socket.destroy(), DISCARDING_MS);
  request.once('close', () => clearTimeout(timer));
  request.on('data', () => {
    if (socket.bytesRead > last) socket.destroy();
  });
  // Marks it as being read here, so that the server does not begin to discard without a bound.
  request.resume().read(0);
  // The server would destroy the socket as soon as the answer is written.
  if (!isKept) socket.destroySoon = () => void socket.end();
}
