import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { createSlots, Database, newId } from '../../platform/database/index.js';
import { AppError, validationFailed } from '../../platform/errors/index.js';
import { SignedLinks } from '../delivery/signed-links.js';
import type { PixelSize } from '../media/media.js';
import { AssetTooLarge, BrokenAsset, StorageFull, StorageUnavailable } from '../storage/asset-errors.js';
import { parseUploadName, uploadName } from '../storage/asset-name.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { writeNewFile } from '../storage/new-file.js';
import { DiskReserve, storageFullError } from './disk-reserve.js';
import { FilesInFlight } from './files-in-flight.js';
import { inspectReceived, type ReceivedMedia } from './received-media.js';
import { newScratchPath } from './scratch.js';
import { UploadEntity } from './upload.entity.js';
import { MAX_ACCOUNT_BYTES, unpaidSpaceError, UploadSenders } from './upload-senders.js';
import { HAS_UNPAID_SPACE, KEEP, LOCK, RESERVE_SPACE } from './uploads.sql.js';

/** More would use up the disk and the threads that all other requests share. */
const CHECKS_AT_ONCE = 2;
/** First half of the advisory lock key of an account, and of that of all unpaid accounts. */
const UPLOAD_LOCK_CLASS = 7_264_014;
/** Stands for all accounts that have paid nothing. */
const UNPAID = 'unpaid';

interface Sender {
  accountId: string;
  isUnpaid: boolean;
}

/** A received file that predictions of its account may name by its link. */
export interface Upload extends ReceivedMedia {
  /** A signed link that grants read access until the file expires. */
  url: string;
  expiresAt: Date;
}

/** Receives, keeps and bounds the files of accounts for their predictions. */
@Injectable()
export class UploadStore {
  private readonly inFlight = new FilesInFlight({ bytes: MAX_ACCOUNT_BYTES });
  private readonly unpaidInFlight: FilesInFlight;
  private readonly checks = createSlots(CHECKS_AT_ONCE, 'in turns');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
    private readonly senders: UploadSenders,
    private readonly reserve: DiskReserve,
  ) {
    this.unpaidInFlight = new FilesInFlight({
      files: Infinity,
      bytes: config.uploads.unpaidBytes,
      refusal: unpaidSpaceError,
    });
  }

  /**
   * @param declaredBytes as announced, or 0; a file that cannot fit is not received.
   * @throws 400, 403 `upload_not_allowed`, 409 `upload_space_used`, 413, 503, 507 `storage_full`; the errors of the source.
   */
  async receive(
    accountId: string,
    source: AsyncIterable<Uint8Array>,
    declaredBytes: number,
  ): Promise<Upload> {
    if (declaredBytes > this.config.uploads.maxBytes) throw tooLarge(this.config.uploads.maxBytes);
    const { isUnpaid } = await this.senders.admit(accountId, declaredBytes);
    await this.reserve.check(declaredBytes);
    const receive = (file: AsyncIterable<Uint8Array>) =>
      this.receiveAndStore(accountId, isUnpaid, this.reserve.checked(file));
    return this.inFlight.count(accountId, { file: source, declaredBytes }, (file) =>
      isUnpaid ? this.unpaidInFlight.count(UNPAID, { file, declaredBytes }, receive) : receive(file),
    );
  }

  private async receiveAndStore(
    accountId: string,
    isUnpaid: boolean,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Upload> {
    const path = newScratchPath(this.config);
    await mkdir(dirname(path), { recursive: true });
    try {
      const written = await writeNewFile(path, source, { maxBytes: this.config.uploads.maxBytes });
      return await this.checks.run(accountId, 1, async () =>
        this.store({ accountId, isUnpaid }, path, await inspectReceived(path, written)),
      );
    } catch (error) {
      throw toAppError(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * Keeps the uploads among the inputs of a prediction until its deadline, before which it copies them; for `seconds` 0 only checks them.
   * @param names in the asset storage, by field; others than uploads are ignored.
   * @returns their sizes by field, as far as they are known.
   * @throws 400 that names the field of an upload that is gone or another account's.
   */
  async keep(
    accountId: string,
    names: ReadonlyMap<string, string>,
    seconds: number,
  ): Promise<Map<string, PixelSize>> {
    const sizes = new Map<string, PixelSize>();
    for (const [field, name] of names) {
      const id = parseUploadName(name);
      if (id === null) continue;
      const [row] = await this.database.run(KEEP, { upload: id, account: accountId, seconds });
      if (!row) throw validationFailed([{ field, message: 'is not a valid output link' }]);
      const { width, height } = row;
      if (width && height) sizes.set(field, { width, height });
    }
    return sizes;
  }

  private async store(sender: Sender, path: string, media: ReceivedMedia): Promise<Upload> {
    const id = newId();
    const name = uploadName(id, media.extension);
    // The copy in the storage exists beside the received file.
    await this.reserve.check(media.bytes);
    const expiresAt = await this.reserveSpace(id, sender, name, media);
    try {
      await this.storage.put(name, path, { maxBytes: media.bytes });
    } catch (error) {
      await this.database.manager.delete(UploadEntity, { id });
      throw error;
    }
    return { ...media, url: this.links.mint({ name, expiresAt }), expiresAt };
  }

  private async reserveSpace(
    id: string,
    sender: Sender,
    name: string,
    { bytes, width, height }: ReceivedMedia,
  ): Promise<Date> {
    const { retentionSeconds, unpaidBytes } = this.config.uploads;
    return this.database.change(sender.accountId, async (tx) => {
      await tx.run(LOCK, { class: UPLOAD_LOCK_CLASS, owner: sender.accountId });
      if (sender.isUnpaid) {
        await tx.run(LOCK, { class: UPLOAD_LOCK_CLASS, owner: UNPAID });
        const [space] = await tx.run(HAS_UNPAID_SPACE, { bytes, most: unpaidBytes });
        if (!space!.ok) throw unpaidSpaceError();
      }
      const file = { id, name, bytes, width, height, seconds: retentionSeconds };
      const [row] = await tx.run(RESERVE_SPACE, {
        account: sender.accountId,
        most: MAX_ACCOUNT_BYTES,
        ...file,
      });
      if (!row) throw new AppError('upload_space_used');
      return row.expires_at;
    });
  }
}

function toAppError(error: unknown): unknown {
  if (error instanceof BrokenAsset)
    return validationFailed([{ field: 'file', message: error.publicMessage }]);
  if (error instanceof AssetTooLarge) return tooLarge(error.maxBytes);
  if (error instanceof StorageFull && error.code !== 'EROFS') return storageFullError(error);
  if (error instanceof StorageUnavailable)
    return new AppError('service_unavailable', { headers: { 'Retry-After': '30' }, cause: error });
  return error;
}

function tooLarge(maxBytes: number): AppError {
  const message = `The file is larger than ${maxBytes / 1_000_000} MB.`;
  return new AppError('payload_too_large', { message });
}
