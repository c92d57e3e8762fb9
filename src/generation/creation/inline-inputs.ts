/**
 * Files that a request contains as data URLs (`imageUrl: "data:…"`). They are stored before the statement that creates the prediction, so
 * that no statement contains them, and removed when it is final. Their row is inserted before them and deleted after them, so the sweeper
 * finds every leftover file. The prediction contains a signed link to each file, which a worker reads like any link to an output.
 */
import { Injectable, Logger } from '@nestjs/common';
import {
  AssetStorage,
  AssetTooLarge,
  BrokenAsset,
  INPUT_LIMITS,
  inputName,
  inputPrefix,
  inspectBytes,
  newScratchPath,
  type PixelSize,
  readDataUrl,
  SignedLinks,
  StorageUnavailable,
} from '../../assets/index.js';
import { Config } from '../../platform/config/index.js';
import { Coalescer, Database, Lane } from '../../platform/database/index.js';
import { AppError, validationFailed } from '../../platform/errors/index.js';
import { reserveLoopIteration } from '../../platform/http/index.js';
import { INSERT, REMOVE } from './inline-inputs.sql.js';
import { type InlineMedia, MEDIA_FIELDS, type MediaField } from './inline-media.js';

const MIB = 1024 * 1024;
/** Decoding needs the processor and storing waits for the disk: a few at once keep the disk busy. */
const LANE_BOUNDS = {
  atOnce: 6,
  atOncePerOwner: 4,
  /** Bytes. */
  waiting: 256 * MIB,
  waitingPerOwner: 128 * MIB,
  waitingMs: 20_000,
  order: 'in turns',
} as const;
/** Links outlive the deadline, because the clocks of processes and database may differ. */
const LINK_MARGIN_SECONDS = 86_400;

export interface InlineFiles {
  /** Signed paths. */
  links: InlineMedia;
  bytes: number;
}

interface Owner {
  id: string;
  accountId: string;
  deadlineSeconds: number;
}

interface Decoded {
  field: MediaField;
  extension: string;
  bytes: Buffer;
  size: PixelSize;
}

/** Pixels by field. */
export type InputSizes = ReadonlyMap<string, PixelSize>;

@Injectable()
export class InlineInputs {
  private readonly logger = new Logger('inputs');
  private readonly lane = new Lane(LANE_BOUNDS, overloadedError);
  private readonly inserts: Coalescer<object, void>;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
  ) {
    this.inserts = new Coalescer((rows) => this.insert(rows));
  }

  /**
   * @param media data URLs by field.
   * @param check gets the sizes of the files; runs after the files are validated and before any is stored. Its error is passed on.
   * @throws 400 with the field whose file is invalid; 503 when too many bytes of this account wait.
   */
  async store(
    owner: Owner,
    media: InlineMedia,
    check: (sizes: InputSizes) => Promise<void>,
  ): Promise<InlineFiles> {
    return this.lane.run(owner.accountId, lengthOf(media), async () => {
      const files = await this.decode(owner.accountId, media);
      await check(sizesOf(files));
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      await this.inserts.call({ id: owner.id, account_id: owner.accountId, bytes });
      try {
        for (const file of files)
          await this.storage.put(nameOf(owner, file), oneChunk(file.bytes), { maxBytes: file.bytes.length });
      } catch (error) {
        this.discard([owner.id]);
        throw toAppError('', error);
      }
      const expiresAt = new Date(Date.now() + (owner.deadlineSeconds + LINK_MARGIN_SECONDS) * 1000);
      const links = files.map((file) => [
        file.field,
        this.links.mintPath({ name: nameOf(owner, file), expiresAt }),
      ]);
      return { links: Object.fromEntries(links) as InlineMedia, bytes };
    });
  }

  /** @returns the sizes of the files. @throws as `store`. */
  async check(accountId: string, media: InlineMedia): Promise<InputSizes> {
    return sizesOf(await this.lane.run(accountId, lengthOf(media), () => this.decode(accountId, media)));
  }

  /** In the background, for predictions that are final or were not created. The sweeper retries. */
  discard(ids: string[]): void {
    this.remove(ids).catch((error: unknown) => {
      this.logger.warn(`the sweeper will remove the files of ${ids.length} predictions: ${String(error)}`);
    });
  }

  /** A failure does not stop the others. @throws the first error. */
  async remove(ids: string[]): Promise<void> {
    const removals = ids.map((id) => this.storage.remove(inputPrefix(id)));
    const results = await Promise.allSettled(removals);
    const removed = ids.filter((_, index) => results[index]!.status === 'fulfilled');
    await this.database.run(REMOVE, { predictions: removed });
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async decode(accountId: string, media: InlineMedia): Promise<Decoded[]> {
    const files: Decoded[] = [];
    for (const [field, url] of Object.entries(media) as [MediaField, string][]) {
      await reserveLoopIteration(accountId);
      try {
        const { bytes, found } = await readDataUrl(url, INPUT_LIMITS[MEDIA_FIELDS[field]]);
        const size = await inspectBytes(bytes, found, newScratchPath(this.config));
        files.push({ field, bytes, size, extension: found.extension });
      } catch (error) {
        throw toAppError(field, error);
      }
    }
    return files;
  }

  private async insert(rows: object[]): Promise<undefined[]> {
    await this.database.run(INSERT, { rows: JSON.stringify(rows) });
    return rows.map(() => undefined);
  }
}

function sizesOf(files: Decoded[]): InputSizes {
  return new Map(files.map(({ field, size }) => [field, size]));
}

function lengthOf(media: InlineMedia): number {
  return Object.values(media).reduce((sum, url) => sum + url.length, 0);
}

function overloadedError(): AppError {
  return new AppError('service_unavailable', { headers: { 'Retry-After': '2' } });
}

function nameOf({ id }: Owner, { field, extension }: Decoded): string {
  return inputName(id, field, extension);
}

function toAppError(field: string, error: unknown): unknown {
  if (error instanceof StorageUnavailable)
    return new AppError('service_unavailable', { headers: { 'Retry-After': '30' }, cause: error });
  if (error instanceof BrokenAsset) return validationFailed([{ field, message: error.publicMessage }]);
  if (error instanceof AssetTooLarge) {
    const message = `must not be larger than ${error.maxBytes / 1_000_000} MB`;
    return validationFailed([{ field, message }]);
  }
  return error;
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
