/**
 * Stores files as objects of one bucket. An object appears whole under its key or not at all. A file of one part is one
 * request; a larger one is a multipart upload, which is aborted when anything fails.
 */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  type AssetFacts,
  type AssetLink,
  type AssetLinkOptions,
  AssetMissing,
  type AssetSource,
  AssetStorage,
  BadAssetName,
  type ByteRange,
  isAssetName,
  type OpenedAsset,
  StorageUnavailable,
  type StoredAsset,
} from 'offprint';
import { limitIdleTime } from './idle-limit.js';
import { abortIncompleteUploads } from './incomplete-uploads.js';
import { signLink } from './presigned-links.js';
import { createClients, type S3Clients } from './s3-clients.js';
import { isMissing, toRemovalError, toStorageError } from './s3-errors.js';
import { type ResolvedSettings, resolveSettings, type S3Settings } from './s3-settings.js';
import { UploadSource } from './s3-source.js';

/** Of one file, at once. */
const PARTS_AT_ONCE = 2;
/** No upload takes this long. */
const INCOMPLETE_AGE_MS = 6 * 3600_000;
const SWEEP_EVERY_MS = 3600_000;
/** A successful check is valid this long: load balancers ask often, and a store charges for each request. */
const READY_MS = 10_000;
/** Asset names never start with a dot, so none can refer to it. */
const PROBE_KEY = '.ready';

/** Stores files in S3 or a compatible object store. */
export class S3AssetStorage extends AssetStorage implements OnModuleInit, OnApplicationShutdown {
  override readonly isShared = true;
  private readonly logger = new Logger('storage');
  private readonly settings: ResolvedSettings;
  private readonly clients: S3Clients;
  private sweeping: NodeJS.Timeout | undefined;
  private readySince = -Infinity;
  /** The last failure of a check, which is logged once. */
  private reported: string | null = null;

  /** Makes no request. @throws {ConfigError} for wrong settings. */
  constructor(settings: S3Settings) {
    super();
    this.settings = resolveSettings(settings);
    this.clients = createClients(this.settings, this.logger);
  }

  /** Aborts what killed processes left, now and once an hour. A store that is away does not stop the start. */
  onModuleInit(): void {
    const sweep = () =>
      void this.abortIncomplete(new Date(Date.now() - INCOMPLETE_AGE_MS)).catch((error: unknown) =>
        this.logger.warn({ error: String(error) }, 'incomplete uploads could not be aborted'),
      );
    sweep();
    this.sweeping = setInterval(sweep, SWEEP_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeping);
    for (const client of Object.values(this.clients) as S3Clients['reader'][]) client.destroy();
  }

  async put(name: string, source: AssetSource, options: { maxBytes: number }): Promise<StoredAsset> {
    const Key = this.keyOf(name);
    const upload = new UploadSource(source, options.maxBytes);
    try {
      const stored = await new Upload({
        client: this.clients.writer,
        params: { ...this.newObject(Key), Body: Readable.from(upload.read(), { objectMode: false }) },
        partSize: this.settings.partMb * 1024 * 1024,
        queueSize: PARTS_AT_ONCE,
      }).done();
      this.requireStore(stored);
    } catch (error) {
      upload.throwIfFailed();
      throw this.convert(error);
    }
    return upload.finish();
  }

  async open(name: string, range?: ByteRange): Promise<OpenedAsset> {
    const { bucket: Bucket, timeoutSeconds } = this.settings;
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const found = await this.clients.reader.send(
        new GetObjectCommand({ Bucket, Key: this.keyOf(name), Range }),
      );
      if (!found.ETag) (found.Body as Readable).destroy();
      this.requireStore(found);
      const stream = limitIdleTime(found.Body as Readable, timeoutSeconds * 1000);
      return { stream, bytes: sizeOf(found), modifiedAt: found.LastModified! };
    } catch (error) {
      throw isMissing(error) ? new AssetMissing(name) : this.convert(error);
    }
  }

  async stat(name: string): Promise<AssetFacts | null> {
    const { bucket: Bucket } = this.settings;
    try {
      const found = await this.clients.reader.send(new HeadObjectCommand({ Bucket, Key: this.keyOf(name) }));
      this.requireStore(found);
      return { bytes: found.ContentLength!, modifiedAt: found.LastModified! };
    } catch (error) {
      // A response to HEAD does not tell a missing bucket from a missing object.
      if (isMissing(error)) return null;
      throw this.convert(error);
    }
  }

  async remove(prefix: string): Promise<void> {
    const { bucket: Bucket } = this.settings;
    const Key = this.keyOf(prefix);
    try {
      await this.removeOne(Key);
      for (;;) {
        const page = await this.clients.reader.send(new ListObjectsV2Command({ Bucket, Prefix: `${Key}/` }));
        const keys = (page.Contents ?? []).map((found) => ({ Key: found.Key! }));
        if (keys.length > 0) await this.removeKeys(keys);
        // What was listed is gone, so the next list begins with what is left.
        if (!page.IsTruncated) return;
      }
    } catch (error) {
      throw this.convert(error);
    }
  }

  async check(): Promise<void> {
    if (performance.now() - this.readySince < READY_MS) return;
    try {
      const Key = this.settings.prefix + PROBE_KEY;
      const put = new PutObjectCommand({ ...this.newObject(Key), Body: 'ready?' });
      this.requireStore(await this.clients.writer.send(put));
    } catch (error) {
      const failure = this.convert(error);
      if (this.reported !== failure.message) this.logger.error(failure.message);
      this.reported = failure.message;
      throw failure;
    }
    if (this.reported !== null) this.logger.log('S3: outputs can be stored again.');
    this.reported = null;
    this.readySince = performance.now();
  }

  override async link(name: string, options: AssetLinkOptions): Promise<AssetLink | null> {
    const key = this.keyOf(name);
    const { downloads, bucket } = this.settings;
    if (downloads === 'stream') return null;
    try {
      return await signLink(this.clients.signer, { bucket, key }, options);
    } catch (error) {
      throw this.convert(error);
    }
  }

  /** Aborts the multipart uploads below the prefix that began before a time. @returns how many. */
  async abortIncomplete(before: Date): Promise<number> {
    const { bucket, prefix } = this.settings;
    try {
      return await abortIncompleteUploads(this.clients.reader, { bucket, prefix, before });
    } catch (error) {
      throw this.convert(error);
    }
  }

  /** A proxy, or the page of a network, may answer 200 in place of the store, whose answers about an object have its tag. */
  private requireStore({ ETag }: { ETag?: string | undefined }): void {
    if (!ETag)
      throw new StorageUnavailable('S3: something else answers in place of the store (without an ETag).');
  }

  /** Some stores fail where there is no such object; the SDK repeats a removal whose answer was lost. */
  private async removeOne(Key: string): Promise<void> {
    try {
      await this.clients.reader.send(new DeleteObjectCommand({ Bucket: this.settings.bucket, Key }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private async removeKeys(keys: { Key: string }[]): Promise<void> {
    const { bucket: Bucket } = this.settings;
    const { Errors = [] } = await this.clients.reader.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys, Quiet: true } }),
    );
    const failed = Errors.map(toRemovalError).find((error) => !isMissing(error));
    if (failed) throw failed;
  }

  /** The parameters that every new object has. */
  private newObject(Key: string): PutObjectCommandInput {
    const { bucket: Bucket, encryption, kmsKeyId, checksum } = this.settings;
    return {
      Bucket,
      Key,
      ChecksumAlgorithm: checksum === 'none' ? undefined : checksum,
      ServerSideEncryption: encryption,
      SSEKMSKeyId: kmsKeyId,
    };
  }

  private keyOf(name: string): string {
    if (!isAssetName(name)) throw new BadAssetName();
    return this.settings.prefix + name;
  }

  private convert(error: unknown): Error {
    return error instanceof BadAssetName ? error : toStorageError(error, this.settings);
  }
}

/** Returns the size of the whole object, also when the response is a range of it. */
function sizeOf({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  const total = ContentRange && /\/(\d+)$/.exec(ContentRange)?.[1];
  return total ? Number(total) : ContentLength!;
}
