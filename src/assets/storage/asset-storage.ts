/**
 * The port behind which output files are kept. It knows bytes and names and nothing of predictions, links or HTTP.
 * An implementation may keep files on a disk or in an object store; `test/contracts/asset-storage.contract.ts` is
 * what each one has to pass.
 */
import type { Readable } from 'node:stream';

/** Bytes to store: chunks as they come, or the path of a local file, which is read and left where it is. */
export type AssetSource = AsyncIterable<Uint8Array> | string;

/** First and last byte, both included, counted from 0; `end` is less than the size of the asset. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredAsset {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

export interface AssetFacts {
  /** Size of the whole asset, also when only a range of it is read. */
  bytes: number;
  modifiedAt: Date;
}

export interface OpenedAsset extends AssetFacts {
  /** The caller reads it to its end or destroys it. */
  stream: Readable;
}

export abstract class AssetStorage {
  /**
   * Stores the whole source under the name, or nothing. Readers see the old file or the new one, never a part; a
   * name that exists is replaced. When this returns, the file survives a power cut.
   * @throws {AssetTooLarge} when the source has more than `maxBytes`.
   * @throws {StorageFull} when there is no room now.
   */
  abstract put(name: string, source: AssetSource, options: { maxBytes: number }): Promise<StoredAsset>;

  /** Opens an asset, or a range of it. @throws {AssetMissing} */
  abstract open(name: string, range?: ByteRange): Promise<OpenedAsset>;

  /** Size and time of an asset, or null when there is none of this name. */
  abstract stat(name: string): Promise<AssetFacts | null>;

  /** Removes the asset of this name and all below `<prefix>/`. `pred_1` does not touch `pred_10`; twice is fine. */
  abstract remove(prefix: string): Promise<void>;

  /** Resolves when the storage can be written now; otherwise throws why not. For readiness. */
  abstract check(): Promise<void>;
}
