/** Encrypts outputs at rest: every file is sealed before the disk gets it, and opened when it is read. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type AssetFacts,
  AssetMissing,
  type AssetSource,
  AssetStorage,
  AssetTooLarge,
  type ByteRange,
  Config,
  ConfigError,
  LocalDiskAssetStorage,
  type OpenedAsset,
  type StoredAsset,
} from 'offprint';
import {
  PLAIN_BYTES,
  plainSize,
  SEALED_BYTES,
  sealedSize,
  SegmentCipher,
  segments,
  segmentsOf,
} from './segment-cipher.js';

@Injectable()
export class EncryptedAssetStorage extends AssetStorage implements OnModuleInit {
  private readonly disk: LocalDiskAssetStorage;
  private readonly cipher: SegmentCipher;

  constructor(config: Config) {
    super();
    const key = Buffer.from(config.variable('ACME_STORAGE_KEY') ?? '', 'hex');
    if (key.length !== 32) throw new ConfigError(['ACME_STORAGE_KEY must be 64 hexadecimal digits']);
    this.disk = new LocalDiskAssetStorage(join(config.dataDirectory, 'encrypted-assets'));
    this.cipher = new SegmentCipher(key);
  }

  onModuleInit(): Promise<void> {
    return this.disk.onModuleInit();
  }

  /** Counts and hashes the bytes before they are sealed: callers see the file, not its encrypted form. */
  override async put(
    name: string,
    source: AssetSource,
    { maxBytes }: { maxBytes: number },
  ): Promise<StoredAsset> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytesOf(source)) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) throw new AssetTooLarge(maxBytes);
        hash.update(chunk);
        yield chunk;
      }
    }
    await this.disk.put(name, this.seal(name, measured()), { maxBytes: sealedSize(maxBytes) });
    return { bytes, sha256: hash.digest('hex') };
  }

  override async open(name: string, range?: ByteRange): Promise<OpenedAsset> {
    const sealed = await this.disk.open(name, range && (await this.sealedRange(name, range)));
    const stream = Readable.from(this.unseal(name, sealed, range), { objectMode: false });
    // A generator that was never read does not close its source.
    stream.once('close', () => sealed.stream.destroy());
    return { stream, bytes: plainSize(sealed.bytes), modifiedAt: sealed.modifiedAt };
  }

  override async stat(name: string): Promise<AssetFacts | null> {
    const facts = await this.disk.stat(name);
    return facts && { ...facts, bytes: plainSize(facts.bytes) };
  }

  override remove(prefix: string): Promise<void> {
    return this.disk.remove(prefix);
  }

  override check(): Promise<void> {
    return this.disk.check();
  }

  private async *seal(name: string, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const { segment, index, isLast } of segments(plain, PLAIN_BYTES))
      yield this.cipher.seal(segment, { name, index, isLast });
  }

  private async *unseal(
    name: string,
    { stream, bytes }: OpenedAsset,
    { start, end }: ByteRange = { start: 0, end: Infinity },
  ): AsyncGenerator<Uint8Array> {
    const first = Math.floor(start / PLAIN_BYTES);
    const last = segmentsOf(bytes) - 1;
    for await (const { segment, index: offset } of segments(stream, SEALED_BYTES)) {
      const index = first + offset;
      const plain = this.cipher.open(segment, { name, index, isLast: index === last });
      const at = index * PLAIN_BYTES;
      yield plain.subarray(Math.max(0, start - at), end + 1 - at);
    }
  }

  /** Returns the bytes of all segments that a range needs. */
  private async sealedRange(name: string, { start, end }: ByteRange): Promise<ByteRange> {
    const facts = await this.disk.stat(name);
    if (!facts) throw new AssetMissing(name);
    const first = Math.floor(start / PLAIN_BYTES);
    const afterLast = Math.floor(end / PLAIN_BYTES) + 1;
    return { start: first * SEALED_BYTES, end: Math.min(afterLast * SEALED_BYTES, facts.bytes) - 1 };
  }
}

function bytesOf(source: AssetSource): AsyncIterable<Uint8Array> {
  return typeof source === 'string' ? createReadStream(source) : source;
}
