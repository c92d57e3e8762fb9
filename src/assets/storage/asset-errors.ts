/**
 * Errors of stored files. Callers distinguish them by class: a full disk is temporary, a broken file is permanent. Only
 * `publicMessage` is safe for a caller; everything else is for the log.
 */

/** Error codes of a disk that cannot be written now but may be later. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The storage cannot be written now. Temporary; the file itself is valid. */
export class StorageFull extends Error {
  readonly temporary = true;

  constructor(
    /** Error code of the operating system: `ENOSPC`, `EDQUOT` or `EROFS`. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The asset storage cannot be written (${code}).`, { cause });
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
