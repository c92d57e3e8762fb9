import { Injectable } from '@nestjs/common';
import {
  type Batches,
  Database,
  type ErasureStep,
  type ErasureSteps,
} from '../../platform/database/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { removeAll } from '../storage/remove-each.js';
import { ERASED_UPLOADS, NEXT_UPLOADS, REMOVE_UPLOADS, UPLOADS } from './personal-data.sql.js';

/** Exports the uploads of an account, and removes those of a deleted one. */
@Injectable()
export class UploadData implements ErasureSteps {
  private readonly remove: ErasureStep = async (erasure, isStopping) => {
    const { account_id: account, pass, requested_at: deletedAt } = erasure;
    const rows = await this.database.run(NEXT_UPLOADS, { account, pass, deletedAt });
    if (!(await removeAll(rows, ({ name }) => this.storage.remove(name), isStopping))) return null;
    await this.database.run(REMOVE_UPLOADS, { uploads: rows.map((row) => row.id) });
    return rows.length < ERASED_UPLOADS ? undefined : null;
  };

  readonly steps = { 'remove uploads': this.remove };

  constructor(
    private readonly database: Database,
    private readonly storage: AssetStorage,
  ) {}

  /** Yields the files that are stored. */
  async *files(accountId: string): Batches {
    const uploads = await this.database.run(UPLOADS, { account: accountId });
    yield uploads.map((row) => ({
      name: row.name,
      bytes: Number(row.bytes),
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }));
  }
}
