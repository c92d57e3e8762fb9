/**
 * Reads the bytes of a request's body, inflated, up to a limit. A caller whose credential is not proven yet gets no
 * more than `UNPROVEN_BYTES` and `UNPROVEN_MS`: then it is proven first, and the rest stays on the connection until it is.
 * What is left unread is for `boundBody` to discard.
 */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { AppError } from '../../errors/index.js';

export const UNPROVEN_BYTES = 64 * 1024;
const UNPROVEN_MS = 10_000;

export interface ReadRules {
  maxBytes: number;
  /** The caller's credential was looked up already. */
  isProven: boolean;
  /** Looks the credential up. @throws what an unknown caller is answered. */
  prove?: () => Promise<void>;
}

const DECODERS: Partial<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/**
 * @returns the bytes, or what is wrong with them.
 * @throws what `prove` throws; `request_timeout` for an unproven caller that is too slow; `malformed_request` when the
 * caller went away.
 */
export async function readBytes(request: Request, rules: ReadRules): Promise<Buffer | AppError> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decoder = DECODERS[encoding]?.();
  if (!decoder && encoding !== 'identity') return new AppError('unsupported_media_type');
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > rules.maxBytes) return tooLarge(rules.maxBytes);
  let { isProven } = rules;
  if (declared > UNPROVEN_BYTES && rules.prove) {
    await rules.prove();
    isProven = true;
  }
  // Nearly every body came with its headers.
  if (!decoder && declared > 0 && request.complete)
    return (request.read() as Buffer | null) ?? Buffer.alloc(0);
  return new Reading(request, decoder ? request.pipe(decoder) : request, { ...rules, isProven }).bytes;
}

/** @param maxBytes as it is told to the caller. */
function tooLarge(maxBytes: number): AppError {
  const size = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 / 1024} MiB`;
  return new AppError('payload_too_large', { message: `The request body is larger than ${size}.` });
}

/** A body that comes piece by piece. */
class Reading {
  readonly bytes: Promise<Buffer | AppError>;
  private readonly pieces: Buffer[] = [];
  private total = 0;
  private isProven: boolean;
  private isOver = false;
  private timer: NodeJS.Timeout | undefined;
  private conclude!: (result: Buffer | AppError) => void;
  private fail!: (error: unknown) => void;

  constructor(
    private readonly request: Request,
    private readonly source: Readable,
    private readonly rules: ReadRules,
  ) {
    this.isProven = rules.isProven;
    this.bytes = new Promise((resolve, reject) => {
      this.conclude = (result) => this.end(() => resolve(result));
      this.fail = (error) => this.end(() => reject(error as Error));
    });
    if (!this.isProven) this.timer = setTimeout(this.onTimeout, UNPROVEN_MS);
    source.on('data', this.onData).on('end', this.onEnd).on('error', this.onError);
    request.on('close', this.onClose);
    if (source !== request) request.on('error', this.onClose);
  }

  private readonly onData = (piece: Buffer): void => {
    this.total += piece.length;
    if (this.total > this.rules.maxBytes) return this.conclude(tooLarge(this.rules.maxBytes));
    this.pieces.push(piece);
    if (!this.isProven && this.rules.prove && this.total > UNPROVEN_BYTES) void this.prove(this.rules.prove);
  };

  private readonly onEnd = () => this.conclude(Buffer.concat(this.pieces, this.total));
  private readonly onTimeout = () => this.fail(new AppError('request_timeout'));
  private readonly onError = () =>
    this.conclude(new AppError('malformed_json', { message: 'The request body could not be read.' }));
  /** Emitted after the end as well, when a decoder may still be at work. */
  private readonly onClose = () => {
    if (!this.request.complete) this.fail(new AppError('malformed_request'));
  };

  private async prove(prove: () => Promise<void>): Promise<void> {
    this.isProven = true;
    this.source.pause();
    try {
      await prove();
      clearTimeout(this.timer);
      if (!this.isOver) this.source.resume();
    } catch (error) {
      this.fail(error);
    }
  }

  private end(settle: () => void): void {
    if (this.isOver) return;
    this.isOver = true;
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
