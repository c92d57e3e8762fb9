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
import { scratchOf, UPLOAD_PREFIX } from './scratch.js';
import { UploadEntity } from './upload.entity.js';
import { TAKE_ROOM } from './uploads.sql.js';

/** Long enough to come back to in the evening; a prediction that was started copies what it needs much sooner. */
const KEPT_HOURS = 24;
/** Bytes that an account keeps at most; five of the largest videos. */
const ACCOUNT_BYTES = 500_000_000;
/** First half of the key of an account's advisory lock. */
const UPLOAD_LOCK_CLASS = 7_264_014;

export interface Upload extends ReceivedMedia {
  /** Signed; whoever has it may read the file until it is removed. */
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
   * Takes a picture or a video in, whole or not at all.
   * @throws 400, 409 `upload_space_used`, 413, 503; and whatever the source throws.
   */
  async keep(accountId: string, source: AsyncIterable<Uint8Array>): Promise<Upload> {
    const directory = scratchOf(this.config);
    await mkdir(directory, { recursive: true });
    const path = join(directory, UPLOAD_PREFIX + randomUUID());
    try {
      const media = await receiveMedia(path, source);
      return await this.store(accountId, path, media);
    } catch (error) {
      throw refuse(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  private async store(accountId: string, path: string, media: ReceivedMedia): Promise<Upload> {
    const id = uuid();
    const name = `uploads/${id}.${media.extension}`;
    const expiresAt = await this.takeRoom(id, accountId, name, media.bytes);
    try {
      await this.storage.put(name, path, { maxBytes: media.bytes });
    } catch (error) {
      await this.database.manager.delete(UploadEntity, { id });
      throw error;
    }
    return { ...media, url: this.links.mint({ name, expiresAt }), expiresAt };
  }

  private async takeRoom(id: string, accountId: string, name: string, bytes: number): Promise<Date> {
    return this.database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [UPLOAD_LOCK_CLASS, accountId]);
      const values = [id, accountId, name, bytes, ACCOUNT_BYTES, KEPT_HOURS];
      const [row] = await tx.query<{ expires_at: Date }>(TAKE_ROOM, values);
      if (!row) throw new AppError('upload_space_used');
      return row.expires_at;
    });
  }
}

function refuse(error: unknown): unknown {
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
