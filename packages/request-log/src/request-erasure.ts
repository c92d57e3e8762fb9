import { Injectable } from '@nestjs/common';
import { AccountErasure, Database } from 'offprint';
import { ERASE_RECORDS } from './request-records.sql.js';

const BATCH_ROWS = 500;

@Injectable()
export class RequestErasure extends AccountErasure {
  readonly step = 'remove request log';

  constructor(private readonly database: Database) {
    super();
  }

  override async erase(accountId: string): Promise<boolean> {
    const [row] = await this.database.run(ERASE_RECORDS, { account: accountId, most: BATCH_ROWS });
    return row!.removed < BATCH_ROWS;
  }
}
