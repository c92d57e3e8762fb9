import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Config } from '../../config/index.js';
import { Database } from '../../database/index.js';
import { AppError, validationFailed } from '../../errors/index.js';
import { SignedLinks } from '../delivery/signed-links.js';
import { AssetTooLarge, BrokenAsset, StorageFull } from '../storage/asset-errors.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { type ReceivedMedia, receiveMedia } from './received-media.js';
import { scratchDirectoryOf, UPLOAD_PREFIX } from './scratch.js';
import { UploadEntity } from './upload.entity.js';
import { RESERVE_SPACE } from './uploads.sql.js';

/** Predictions copy their inputs much sooner. */
const RETENTION_HOURS = 24;
/** Limit per account: five of the largest videos. */
const MAX_ACCOUNT_BYTES = 500_000_000;
/** First half of the key of an account's advisory lock. */
const UPLOAD_LOCK_CLASS = 7_264_014;

export interface Upload extends ReceivedMedia {
  /** A signed link that grants read access until the file expires. */
  url: string;
  expiresAt: Date;
}

@Injectable()
export class UploadStore {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
  ) {}

  /**
   * Receives, inspects and stores an image or a video.
   * @throws 400, 409 `upload_space_used`, 413, 503; the errors of the source.
   */
  async receive(accountId: string, source: AsyncIterable<Uint8Array>): Promise<Upload> {
    const directory = scratchDirectoryOf(this.config);
    await mkdir(directory, { recursive: true });
    const path = join(directory, UPLOAD_PREFIX + randomUUID());
    try {
      const media = await receiveMedia(path, source);
      return await this.store(accountId, path, media);
    } catch (error) {
      throw toAppError(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  private async store(accountId: string, path: string, media: ReceivedMedia): Promise<Upload> {
    const id = uuid();
    const name = `uploads/${id}.${media.extension}`;
    const expiresAt = await this.reserveSpace(id, accountId, name, media.bytes);
    try {
      await this.storage.put(name, path, { maxBytes: media.bytes });
    } catch (error) {
      await this.database.manager.delete(UploadEntity, { id });
      throw error;
    }
    return { ...media, url: this.links.mint({ name, expiresAt }), expiresAt };
  }

  private async reserveSpace(id: string, accountId: string, name: string, bytes: number): Promise<Date> {
    return this.database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [UPLOAD_LOCK_CLASS, accountId]);
      const values = [id, accountId, name, bytes, MAX_ACCOUNT_BYTES, RETENTION_HOURS];
      const [row] = await tx.query<{ expires_at: Date }>(RESERVE_SPACE, values);
      if (!row) throw new AppError('upload_space_used');
      return row.expires_at;
    });
  }
}

function toAppError(error: unknown): unknown {
  if (error instanceof BrokenAsset)
    return validationFailed([{ field: 'file', message: error.publicMessage }]);
  if (error instanceof AssetTooLarge) {
    const message = `The file is larger than ${error.maxBytes / 1_000_000} MB.`;
    return new AppError('payload_too_large', { message });
  }
  if (error instanceof StorageFull)
    return new AppError('service_unavailable', { headers: { 'Retry-After': '30' }, cause: error });
  return error;
}
