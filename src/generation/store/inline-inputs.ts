/**
 * Files that come inside a request (`imageUrl: "data:…"`): stored before the statement that creates the prediction, so
 * that no statement carries them, and removed when the prediction is final. A row is written before the files and
 * removed after them, so no file is ever without a row that ends it. The prediction holds a signed link to each, which
 * a worker reads like any other link of ours.
 */
import { Injectable, Logger } from '@nestjs/common';
import {
  AssetStorage,
  AssetTooLarge,
  BrokenAsset,
  extensionOf,
  INPUT_LIMITS,
  inputName,
  inputPrefix,
  readDataUrl,
  SignedLinks,
  StorageFull,
} from '../../assets/index.js';
import { Coalescer, Database, Lane } from '../../database/index.js';
import { AppError, validationFailed } from '../../errors/index.js';
import { reserveLoopIteration } from '../../http/index.js';
import { INSERT, REMOVE } from './inline-inputs.sql.js';
import { type InlineMedia, MEDIA_FIELDS, type MediaField } from './inline-media.js';

const MIB = 1024 * 1024;
/** Decoding takes the processor, storing waits for the disk: a few at once keep the disk busy. */
const BOUNDS = {
  atOnce: 6,
  atOncePerOwner: 4,
  /** Bytes. */
  waiting: 256 * MIB,
  waitingPerOwner: 128 * MIB,
  waitingMs: 20_000,
  order: 'in turns',
} as const;
/** Links outlive the deadline: the clocks of processes and database may differ. */
const LINK_SPARE_SECONDS = 86_400;

export interface InlineFiles {
  /** Signed paths. */
  links: InlineMedia;
  bytes: number;
}

interface Owner {
  /** Of the prediction that is to be. */
  id: string;
  accountId: string;
  deadlineSeconds: number;
}

interface Decoded {
  name: string;
  field: MediaField;
  bytes: Buffer;
}

@Injectable()
export class InlineInputs {
  private readonly logger = new Logger('inputs');
  private readonly turns = new Lane(BOUNDS, tooManyWait);
  private readonly rows: Coalescer<object, void>;

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
  ) {
    this.rows = new Coalescer((rows) => this.insert(rows));
  }

  /**
   * Stores the files of one prediction.
   * @param media data URLs by field.
   * @param judge called when the files are known to be good, before any of them is stored; what it throws ends it.
   * @throws 400 naming the field that does not hold what it should; 503 when too much of this account waits.
   */
  async store(owner: Owner, media: InlineMedia, judge: () => Promise<void>): Promise<InlineFiles> {
    const sent = Object.values(media).reduce((sum, url) => sum + url.length, 0);
    return this.turns.run(owner.accountId, sent, async () => {
      const files = await this.decode(owner.id, media);
      await judge();
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      await this.rows.call({ id: owner.id, account_id: owner.accountId, bytes });
      try {
        for (const { name, bytes } of files)
          await this.storage.put(name, oneChunk(bytes), { maxBytes: bytes.length });
      } catch (error) {
        this.discard([owner.id]);
        if (!(error instanceof StorageFull)) throw error;
        throw new AppError('service_unavailable', { headers: { 'Retry-After': '30' }, cause: error });
      }
      const expiresAt = new Date(Date.now() + (owner.deadlineSeconds + LINK_SPARE_SECONDS) * 1000);
      const links = files.map(({ field, name }) => [field, this.links.mintPath({ name, expiresAt })]);
      return { links: Object.fromEntries(links) as InlineMedia, bytes };
    });
  }

  /** Removes the files of predictions that are final, or were never made, at its own pace; the sweeper finds leftovers. */
  discard(ids: string[]): void {
    this.remove(ids).catch((error: unknown) => {
      this.logger.warn(`files of ${ids.length} predictions are left to the sweeper: ${String(error)}`);
    });
  }

  /** @throws when any of them could not be removed; the others are. */
  async remove(ids: string[]): Promise<void> {
    const removals = ids.map((id) => this.storage.remove(inputPrefix(id)));
    const results = await Promise.allSettled(removals);
    const gone = ids.filter((_, index) => results[index]!.status === 'fulfilled');
    await this.database.query(REMOVE, [gone]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async decode(id: string, media: InlineMedia): Promise<Decoded[]> {
    const files: Decoded[] = [];
    for (const [field, url] of Object.entries(media) as [MediaField, string][]) {
      await reserveLoopIteration();
      const { bytes, contentType } = await readDataUrl(url, INPUT_LIMITS[MEDIA_FIELDS[field]]).catch(
        (error: unknown) => {
          throw asProblem(field, error);
        },
      );
      files.push({ field, bytes, name: inputName(id, field, extensionOf(contentType) ?? 'bin') });
    }
    return files;
  }

  private async insert(rows: object[]): Promise<undefined[]> {
    await this.database.prepared('insert-inline-inputs', INSERT, [JSON.stringify(rows)]);
    return rows.map(() => undefined);
  }
}

function tooManyWait(): AppError {
  return new AppError('service_unavailable', { headers: { 'Retry-After': '2' } });
}

function asProblem(field: string, error: unknown): unknown {
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
