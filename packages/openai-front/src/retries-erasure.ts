import { Injectable } from '@nestjs/common';
import { AccountErasure, Database } from 'offprint';
import { ERASE } from './retries.sql.js';

const BATCH_ROWS = 500;
const CLAIM = { erased: ['remove answers'], notExported: 'kept for a day, for repetitions of a request' };

@Injectable()
export class RetriesErasure extends AccountErasure {
  /** What becomes of the rows of a deleted account, as folders of the service say it of their tables. */
  static readonly tables = { 'openai_front.answers': CLAIM, 'openai_front.form_images': CLAIM };

  readonly step = 'remove answers';

  constructor(private readonly database: Database) {
    super();
  }

  override async erase(accountId: string): Promise<boolean> {
    const [row] = await this.database.run(ERASE, { account: accountId, most: BATCH_ROWS });
    return row!.removed < BATCH_ROWS;
  }
}
