/** Callers distinguish these by class: a full disk is temporary, a broken file is permanent. Only `publicMessage` is safe for a caller. */

import { FileTooLarge, MediaError } from '@offprint/media';

/** The disk cannot be written now but may be later. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);
/** The disk is broken, away, or not this process's to write. */
const AWAY_CODES = new Set(['EIO', 'EACCES', 'ESTALE']);
/** System calls of files: a program that may not be started, or a connection that is forbidden, is EACCES too. */
const FILE_CALLS = new Set([
  'open',
  'write',
  'fsync',
  'close',
  'mkdir',
  'rename',
  'copyfile',
  'read',
  'stat',
]);
/** How libraries and programs name the same errors. */
const TEXTS: [RegExp, string][] = [
  [/No space left on device/i, 'ENOSPC'],
  [/Read-only file system/i, 'EROFS'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/\bENOSPC\b/, 'ENOSPC'],
  [/\bEROFS\b/, 'EROFS'],
  [/\bEDQUOT\b/, 'EDQUOT'],
];

/** The storage cannot be used now. Temporary: a worker repeats the copy without another run of the model; a request gets 503. */
export class StorageUnavailable extends Error {
  readonly temporary = true;

  /** @param message for the log, without secrets. */
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** The storage is full, over its quota or read-only. */
export class StorageFull extends StorageUnavailable {
  constructor(
    /** Error code of the operating system (`ENOSPC`, `EDQUOT` or `EROFS`) or of an object store. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The asset storage cannot be written (${code}).`, cause);
    this.name = 'StorageFull';
  }
}

/** The source has more bytes than allowed. Nothing of it was stored. */
export class AssetTooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.name = 'AssetTooLarge';
  }
}

/** No asset is stored under this name. */
export class AssetMissing extends Error {
  constructor(readonly assetName: string) {
    super('There is no such asset.');
    this.name = 'AssetMissing';
  }
}

/** The name could point outside the storage or has a wrong format. Always a bug or an attack, never a caller's mistake. */
export class BadAssetName extends Error {
  constructor() {
    super('This is not the name of an asset.');
    this.name = 'BadAssetName';
  }
}

/** The file is not of the type it claims, is truncated, or does not decode. */
export class BrokenAsset extends Error {
  constructor(
    readonly publicMessage: string,
    cause?: unknown,
  ) {
    super(publicMessage, { cause });
    this.name = 'BrokenAsset';
  }
}

/** Converts the errors of `@offprint/media`; returns all others unchanged. */
export function toAssetError(error: unknown): unknown {
  if (error instanceof FileTooLarge) return new AssetTooLarge(error.maxBytes);
  if (!(error instanceof MediaError)) return error;
  return error.code === 'disk'
    ? toStorageError(error.cause)
    : new BrokenAsset(error.publicMessage, error.cause);
}

/** Converts errors of a disk that cannot be written; returns all others unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof MediaError) return toAssetError(error);
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (FULL_CODES.has(code)) return new StorageFull(code, error);
  return AWAY_CODES.has(code) && FILE_CALLS.has(syscall)
    ? new StorageUnavailable(`The asset storage cannot be written (${code}).`, error)
    : error;
}

/** Recognizes an error of this machine's disk by its code or by what a library made of it. @returns null for any other. */
export function findDiskFault(error: unknown): StorageUnavailable | null {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    const found = at instanceof StorageUnavailable ? at : toStorageError(at);
    if (found instanceof StorageUnavailable) return found;
    const { message } = at as { message?: unknown };
    const named = TEXTS.find(([text]) => typeof message === 'string' && text.test(message));
    if (named) return new StorageFull(named[1], error);
  }
  return null;
}
