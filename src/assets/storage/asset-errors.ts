/**
 * What can go wrong with a file of ours, apart from a bug. Callers tell these apart by class: a full disk is worth
 * waiting for, a broken file is not. Public messages are safe to show to a caller; everything else is for the log.
 */

/** Codes of a disk that takes no more bytes now and may take them again later. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The storage cannot take the file at the moment. Temporary: nothing is wrong with the file itself. */
export class StorageFull extends Error {
  readonly temporary = true;

  constructor(
    /** As the operating system says it: `ENOSPC`, `EDQUOT` or `EROFS`. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The asset storage cannot be written (${code}).`, { cause });
    this.name = 'StorageFull';
  }
}

/** The source had more bytes than the caller allowed. Nothing of it was kept. */
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

/** The name could leave the storage, or is not of the form we give. Always a bug or an attack, never a user's typo. */
export class BadAssetName extends Error {
  constructor() {
    super('This is not the name of an asset.');
    this.name = 'BadAssetName';
  }
}

/** The file is not what it claims to be, is cut short, or does not decode. */
export class BrokenAsset extends Error {
  constructor(
    readonly publicMessage: string,
    cause?: unknown,
  ) {
    super(publicMessage, { cause });
    this.name = 'BrokenAsset';
  }
}

/** Names a full, over-quota or read-only disk as such; gives everything else back unchanged. */
export function nameStorageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code !== undefined && FULL_CODES.has(code) ? new StorageFull(code, error) : error;
}
