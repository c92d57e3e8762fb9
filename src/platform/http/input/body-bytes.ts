/**
 * The bytes of a request body, decompressed, up to a limit: `readBytes` reads them, `boundBody` bounds what they cost besides.
 *
 * An unauthenticated caller may send `UNAUTHENTICATED_BYTES` within `UNAUTHENTICATED_MS`. Beyond that, the credential is checked
 * first and the body waits for a place, and the rest stays unread on the connection until then.
 *
 * A kept-alive connection must be read up to the next request. Closing a connection with unread bytes can lose the response. So
 * the rest of a body is discarded, up to a limit.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { AppError } from '../../errors/index.js';

export const UNAUTHENTICATED_BYTES = 64 * 1024;
const UNAUTHENTICATED_MS = 10_000;
/** For a body of an authenticated caller that does not arrive with its headers. */
const AUTHENTICATED_MS = 60_000;

export interface ReadRules {
  maxBytes: number;
  /** True when the caller's credential has been checked. */
  isAuthenticated: boolean;
  /**
   * Called once, before more than `UNAUTHENTICATED_BYTES` are read: checks the credential and waits for a place.
   * @throws 401 for an unknown credential
   */
  admit?: () => Promise<void>;
}

const DECODERS: Partial<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/**
 * Reads the body.
 * @returns the bytes, or the error that a bad body causes.
 * @throws the errors of `admit`; `request_timeout` for an unauthenticated caller that is too slow;
 * `malformed_request` when the caller disconnected.
 */
export async function readBytes(request: Request, rules: ReadRules): Promise<Buffer | AppError> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decoder = DECODERS[encoding]?.();
  if (!decoder && encoding !== 'identity') return new AppError('unsupported_media_type');
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > rules.maxBytes) return tooLarge(rules.maxBytes);
  let { isAuthenticated, admit } = rules;
  if (declared > UNAUTHENTICATED_BYTES && admit) {
    await admit();
    [isAuthenticated, admit] = [true, undefined];
    // Its sender has gone while it waited.
    if (request.destroyed && !request.complete) throw new AppError('malformed_request');
  }
  // Fast path: most bodies arrive together with their headers.
  if (!decoder && declared > 0 && request.complete)
    return (request.read() as Buffer | null) ?? Buffer.alloc(0);
  return new StreamedBody(request, decoder ? request.pipe(decoder) : request, {
    maxBytes: rules.maxBytes,
    isAuthenticated,
    admit,
  }).bytes;
}

/** Creates the 413 that names the limit. */
function tooLarge(maxBytes: number): AppError {
  const size = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 / 1024} MiB`;
  const advice = ' Send a picture or a video to POST /api/uploads, and its url in the body.';
  // A body at sign-in holds no media.
  const message = `The request body is larger than ${size}.${maxBytes > UNAUTHENTICATED_BYTES ? advice : ''}`;
  return new AppError('payload_too_large', { message });
}

/** Collects a body that arrives in several chunks. */
class StreamedBody {
  readonly bytes: Promise<Buffer | AppError>;
  private readonly chunks: Buffer[] = [];
  private totalBytes = 0;
  private admit: ReadRules['admit'];
  private hasEnded = false;
  private timer: NodeJS.Timeout | undefined;
  private conclude!: (result: Buffer | AppError) => void;
  private fail!: (error: unknown) => void;

  constructor(
    private readonly request: Request,
    private readonly source: Readable,
    private readonly rules: ReadRules,
  ) {
    this.admit = rules.admit;
    this.bytes = new Promise((resolve, reject) => {
      this.conclude = (result) => this.end(() => resolve(result));
      this.fail = (error) => this.end(() => reject(error));
    });
    this.timer = setTimeout(this.onTimeout, rules.isAuthenticated ? AUTHENTICATED_MS : UNAUTHENTICATED_MS);
    source.on('data', this.onData).on('end', this.onEnd).on('error', this.onError);
    request.on('close', this.onClose);
    if (source !== request) request.on('error', this.onClose);
  }

  private readonly onData = (chunk: Buffer): void => {
    this.totalBytes += chunk.length;
    if (this.totalBytes > this.rules.maxBytes) return this.conclude(tooLarge(this.rules.maxBytes));
    this.chunks.push(chunk);
    if (this.admit && this.totalBytes > UNAUTHENTICATED_BYTES) void this.waitFor(this.admit);
  };

  private readonly onEnd = () => this.conclude(Buffer.concat(this.chunks, this.totalBytes));
  private readonly onTimeout = () => this.fail(new AppError('request_timeout'));
  private readonly onError = () =>
    this.conclude(new AppError('malformed_json', { message: 'The request body could not be read.' }));
  /** `close` is also emitted after the end of the request, while a decoder may still be running. */
  private readonly onClose = () => {
    if (!this.request.complete) this.fail(new AppError('malformed_request'));
  };

  private async waitFor(admit: () => Promise<void>): Promise<void> {
    this.admit = undefined;
    this.source.pause();
    clearTimeout(this.timer);
    try {
      await admit();
      if (this.hasEnded) return;
      this.timer = setTimeout(this.onTimeout, AUTHENTICATED_MS);
      this.source.resume();
    } catch (error) {
      this.fail(error);
    }
  }

  private end(settle: () => void): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.source.off('data', this.onData).off('end', this.onEnd);
    this.request.off('close', this.onClose);
    if (this.source !== this.request) {
      this.request.unpipe();
      this.source.destroy();
    }
    this.request.pause();
    settle();
  }
}

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

/** Bounds the number of a body's chunks, and the bytes that are discarded after the response. */
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
