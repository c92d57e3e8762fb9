import { Injectable, Logger } from '@nestjs/common';
import { Database, logFailure, newId } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { ROUNDS } from '../../platform/schedule/index.js';
import { END, LEASE, RENEW } from './export.sql.js';

const LEASE_SECONDS = 60;

/** Lets one export of an account run at a time, on all processes. */
@Injectable()
export class ExportLeases {
  private readonly logger = new Logger('export');

  constructor(private readonly database: Database) {}

  /** Runs `work` while no other export of the account runs. @throws 409 `export_in_progress`. */
  async hold<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const own = { account: accountId, export: newId() };
    const leased = await this.database.run(LEASE, { ...own, seconds: LEASE_SECONDS });
    if (leased.length === 0) throw new AppError('export_in_progress');
    const renewing = setInterval(() => {
      // A renewal that fails is repeated, and the lease outlasts two of them.
      this.database
        .run(RENEW, { ...own, seconds: LEASE_SECONDS })
        .catch((error: unknown) => logFailure(this.logger, 'renew', error));
    }, ROUNDS['renew-exports'].everyMs);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      // Otherwise the lease expires.
      await this.database.run(END, own).catch((error: unknown) => logFailure(this.logger, 'end', error));
    }
  }
}
