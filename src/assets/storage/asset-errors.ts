/**
 * Errors of stored files. Callers distinguish them by class: a full disk is temporary, a broken file is permanent. Only
 * `publicMessage` is safe for a caller; everything else is for the log.
 */

/** Error codes of a disk that cannot be written now but may be later. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * The storage cannot be read or written now. Temporary; the file itself is valid. A worker repeats what it could not
 * store without another run of the model; a request gets 503.
 */
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

/** Converts the errors of a full, over-quota or read-only disk to `StorageFull`; returns all others unchanged. */
export function toStorageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code !== undefined && FULL_CODES.has(code) ? new StorageFull(code, error) : error;
}
