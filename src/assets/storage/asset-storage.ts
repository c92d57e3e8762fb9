/**
 * Port: stores files by name, for example on a disk or in an object store. It does not depend on predictions, links or
 * HTTP. Every implementation must pass `assetStorageContract` of `offprint/testing`.
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
  /** Size of the whole asset, also when only a range of it is read. */
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
  /** Value of the header `Content-Type`. */
  contentType: string;
  /** Value of the header `Content-Disposition`. */
  contentDisposition: string;
  /** Value of the header `Cache-Control`. */
  cacheControl: string;
}

/** A link under which the storage itself sends an asset. */
export interface AssetLink {
  /** Absolute. */
  url: string;
  /** When it ends; not after `AssetLinkOptions.expiresAt`. */
  expiresAt: Date;
}

/** Stores files by name; a class of its own replaces the disk. Its methods are the whole port. */
export abstract class AssetStorage {
  /** True for a store that all processes share over a network: while it is away, each of them serves all but files. */
  readonly isShared?: boolean;

  /**
   * Stores the whole source under the name, or nothing. Replaces an existing file atomically. After the return the file
   * survives a power failure.
   * @throws {AssetTooLarge} when the source has more than `maxBytes`.
   * @throws {StorageFull} when the storage is full. @throws {StorageUnavailable} when it cannot be written now.
   */
  abstract put(name: string, source: AssetSource, options: { maxBytes: number }): Promise<StoredAsset>;

  /** Opens an asset, or a range of it. @throws {AssetMissing} @throws {StorageUnavailable} */
  abstract open(name: string, range?: ByteRange): Promise<OpenedAsset>;

  /** Returns size and time of an asset, or null when it does not exist. */
  abstract stat(name: string): Promise<AssetFacts | null>;

  /** Removes the asset of this name and all below `<prefix>/`; `pred_1` does not match `pred_10`. Idempotent. */
  abstract remove(prefix: string): Promise<void>;

  /** Optional: returns how many bytes its disk can still store. A storage without this method has no disk of this machine. */
  freeBytes?(): Promise<number>;

  /** Checks that the storage can be written. @throws otherwise. */
  abstract check(): Promise<void>;

  /**
   * Optional: creates a link under which the storage itself sends an asset, ranges included. Callers whose signed link
   * is valid are redirected there. A storage without this method, or null, has the service send the bytes. Makes no
   * request, and does not check that the asset exists.
   */
  link?(name: string, options: AssetLinkOptions): Promise<AssetLink | null>;
}
