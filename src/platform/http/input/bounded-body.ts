/**
 * Bounds the cost of a body besides reading it: the number of its chunks, and the bytes discarded after the response.
 * A kept-alive connection must be read up to the next request. Closing a connection with unread bytes can lose the
 * response. So the rest of a body is discarded, up to a limit.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';

/** Each chunk costs Node about a microsecond, whatever its size. */
const MAX_SMALL_CHUNKS = 500;
const SMALL_CHUNK_BYTES = 256;
/** On the wire after the response: the largest JSON body and headroom. */
export const MAX_DISCARDED: DiscardLimits = { bytes: 1024 * 1024 + 64 * 1024, milliseconds: 5_000 };

interface DiscardLimits {
  bytes: number;
  milliseconds: number;
}

const ownLimits = new WeakMap<IncomingMessage, DiscardLimits>();

/** Raises the limits for a request whose body may be large: its sender may not read the response before the end. */
export function allowDiscarding(request: IncomingMessage, limits: DiscardLimits): void {
  ownLimits.set(request, limits);
}

/** Applies both bounds to a request. */
export function boundBody(request: Request, response: Response): void {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (!isChunked && request.headers['content-length'] === undefined) return;
  if (isChunked) boundChunks(request);
  response.once('prefinish', () => discardRest(request, isKept(response)));
}

/** A request, a drain or an error can make a response the last one of its connection. */
const isKept = (response: Response): boolean =>
  response.shouldKeepAlive && response.getHeader('connection') !== 'close';

/** Destroys the connection of a body with too many small chunks. Node still parses the bytes it has already read. */
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

function discardRest(request: Request, isConnectionKept: boolean): void {
  if (request.readableEnded || request.destroyed) return;
  const { socket } = request;
  if (request.complete) return void request.resume();
  const { bytes, milliseconds } = ownLimits.get(request) ?? MAX_DISCARDED;
  const maxBytesRead = socket.bytesRead + bytes;
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  request.once('close', () => clearTimeout(timer));
  request.on('data', () => {
    if (socket.bytesRead > maxBytesRead) socket.destroy();
  });
  // Marks the request as being read; otherwise the server discards without a bound.
  request.resume().read(0);
  // The server would destroy the socket as soon as the response is written.
  if (!isConnectionKept) socket.destroySoon = () => void socket.end();
}
