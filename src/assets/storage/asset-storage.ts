/**
 * A port that does not depend on predictions, links or HTTP. Every implementation must pass `assetStorageContract` of `offprint/testing`.
 */
import type { Readable } from 'node:stream';

/** The bytes to store: chunks, or the path of a local file, which is copied. */
export type AssetSource = AsyncIterable<Uint8Array> | string;

/** First and last byte, inclusive, counted from 0; `end` is less than the size of the asset. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What `put` has stored. */
export interface StoredAsset {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** Size and time of a stored asset. */
export interface AssetFacts {
  /** Counts the whole asset, also when only a range of it is read. */
  bytes: number;
  modifiedAt: Date;
}

/** A stored asset, open for reading. */
export interface OpenedAsset extends AssetFacts {
  /** The caller must read it to its end or destroy it. */
  stream: Readable;
}

/** How the storage must send an asset to the holder of a link. */
export interface AssetLinkOptions {
  /** The link must not work after this time. Whole seconds. */
  expiresAt: Date;
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}

/** A link under which the storage itself sends an asset. */
export interface AssetLink {
  /** Absolute. */
  url: string;
  /** Not after `AssetLinkOptions.expiresAt`. */
  expiresAt: Date;
}

/** Stores files by name; a class of its own replaces the disk. */
export abstract class AssetStorage {
  /** True for a store that all processes share over a network: while it is away, each of them serves all but files. */
  readonly isShared?: boolean;

  /**
   * Stores the whole source under the name, or nothing. Replaces an existing file atomically. After the return the file survives a power
   * failure.
   * @throws {AssetTooLarge} when the source has more than `maxBytes`.
   * @throws {StorageFull} when the storage is full. @throws {StorageUnavailable} when it cannot be written now.
   */
  abstract put(name: string, source: AssetSource, options: { maxBytes: number }): Promise<StoredAsset>;

  /** @throws {AssetMissing} @throws {StorageUnavailable} */
  abstract open(name: string, range?: ByteRange): Promise<OpenedAsset>;

  /** Returns null when the asset does not exist. */
  abstract stat(name: string): Promise<AssetFacts | null>;

  /** Removes the asset of this name and all below `<prefix>/`; `pred_1` does not match `pred_10`. Idempotent. */
  abstract remove(prefix: string): Promise<void>;

  /** Returns how many bytes its disk can still store. A storage without this method has no disk of this machine. */
  freeBytes?(): Promise<number>;

  /** @throws when the storage cannot be written. */
  abstract check(): Promise<void>;

  /**
   * Creates a link under which the storage itself sends an asset, ranges included; callers whose signed link is valid are redirected there.
   * Without this method, or with null, the service sends the bytes. Makes no request, and does not check that the asset exists.
   */
  link?(name: string, options: AssetLinkOptions): Promise<AssetLink | null>;
}
