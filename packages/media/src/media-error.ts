/** Why a file cannot be used. A URL that cannot be fetched is a `FetchRefused`, which has codes of its own. */
export type MediaProblem =
  /** It is not of the type it claims, is truncated, or does not decode. Permanent. */
  | 'broken'
  /** It has more than `maxBytes`. Nothing of it is left. */
  | 'too_large'
  /** This machine's disk cannot be read or written; `cause` is the system's error. */
  | 'disk';

/** A file that cannot be used. */
export class MediaError extends Error {
  constructor(
    readonly code: MediaProblem,
    /** Safe for any caller. */
    readonly publicMessage: string,
    options: { cause?: unknown } = {},
  ) {
    super(publicMessage, options);
    this.name = 'MediaError';
  }
}

/** A file with more bytes than allowed. */
export class FileTooLarge extends MediaError {
  constructor(readonly maxBytes: number) {
    super('too_large', `The file is larger than ${maxBytes} bytes.`);
  }
}

/** The file is truncated, of another type or does not decode. */
export function brokenFileError(publicMessage: string, cause?: unknown): MediaError {
  return new MediaError('broken', publicMessage, { cause });
}

/** The disk is this machine's. */
export function diskError(cause: unknown): MediaError {
  return new MediaError('disk', 'The file cannot be read or written.', { cause });
}

/** Returns errors that are not of a system call unchanged. */
export function toDiskError(error: unknown): unknown {
  const isOfSystem = error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
  return isOfSystem ? diskError(error) : error;
}
