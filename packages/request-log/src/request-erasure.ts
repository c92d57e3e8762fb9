import { Injectable } from '@nestjs/common';
import { AccountErasure, Database } from 'offprint';
import { ERASE_RECORDS } from './request-records.sql.js';

const BATCH_ROWS = 500;

@Injectable()
export class RequestErasure extends AccountErasure {
  /** What becomes of the records of a deleted account, as folders of the service say it of their tables. */
  static readonly tables = {
    request_records: {
      erased: ['remove request log'],
      notExported: 'the API lists them, and they are kept for days',
    },
  };

  readonly step = 'remove request log';

  constructor(private readonly database: Database) {
    super();
  }

  override async erase(accountId: string): Promise<boolean> {
    const [row] = await this.database.run(ERASE_RECORDS, { account: accountId, most: BATCH_ROWS });
    return row!.removed < BATCH_ROWS;
  }
}
