/** Keeps a part of the disk free of uploads, so that the database and results of engines can be written. */
import { mkdir } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { AppError } from '../../platform/errors/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { freeBytesOf } from '../storage/free-bytes.js';
import { scratchDirectoryOf } from './scratch.js';

const STEP_BYTES = 1_000_000;

@Injectable()
export class DiskReserve {
  constructor(
    private readonly config: Config,
    private readonly storage: AssetStorage,
  ) {}

  /** @throws 507 `storage_full` when so many more bytes would use up the reserve of the disk that receives or stores them. */
  async check(bytes: number): Promise<void> {
    const scratch = scratchDirectoryOf(this.config);
    await mkdir(scratch, { recursive: true });
    const free = await Promise.all([freeBytesOf(scratch), this.storage.freeBytes?.() ?? Infinity]);
    if (Math.min(...free) - bytes < this.config.uploads.reserveBytes) throw storageFullError();
  }

  /** @throws 507 from the file once it uses up the reserve. */
  async *checked(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let unchecked = 0;
    for await (const chunk of file) {
      unchecked += chunk.byteLength;
      if (unchecked >= STEP_BYTES) {
        await this.check(chunk.byteLength);
        unchecked = 0;
      }
      yield chunk;
    }
  }
}

export function storageFullError(cause?: unknown): AppError {
  return new AppError('storage_full', { headers: { 'Retry-After': '300' }, cause });
}
