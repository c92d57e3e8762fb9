/** Reads the source of an upload while counting and hashing it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type AssetSource, AssetTooLarge, type StoredAsset } from 'offprint';

const READ_BYTES = 512 * 1024;

/** The bytes of one upload. */
export class UploadSource {
  private readonly hash = createHash('sha256');
  private bytes = 0;
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly source: AssetSource,
    private readonly maxBytes: number,
  ) {}

  /** Passes the bytes on, once. Stops with the first byte too many. */
  async *read(): AsyncGenerator<Uint8Array> {
    let isHandedOver = false;
    try {
      for await (const chunk of this.chunks()) {
        this.bytes += chunk.byteLength;
        if (this.bytes > this.maxBytes) throw new AssetTooLarge(this.maxBytes);
        this.hash.update(chunk);
        isHandedOver = true;
        yield chunk;
        isHandedOver = false;
      }
    } catch (error) {
      // A reader that stops, because the store has failed, throws an AbortError into the `yield`.
      if (!isHandedOver) this.failure = { error };
      throw error;
    }
  }

  /** Throws the error of the source, if there was one: it is not the storage's. */
  throwIfFailed(): void {
    if (this.failure) throw this.failure.error;
  }

  /** Returns size and hash. Call it when all has been read. */
  finish(): StoredAsset {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  private chunks(): AsyncIterable<Uint8Array> {
    if (typeof this.source !== 'string') return this.source;
    return createReadStream(this.source, { highWaterMark: READ_BYTES }) as AsyncIterable<Uint8Array>;
  }
}
