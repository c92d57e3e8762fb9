import type { AuditTrail } from '../audit/index.js';
import type { Database } from '../platform/database/index.js';
import { LedgerVerifications } from './ledger-verifications.js';

const UNFINISHED = {
  requested_by: 'a user',
  started_at: new Date(0),
  finished_at: null,
  accounts: null,
  transfers: null,
  findings_total: null,
  findings: null,
  locked: false,
};
const FINISHED = {
  ...UNFINISHED,
  finished_at: new Date(1),
  accounts: '1',
  transfers: '2',
  findings_total: '0',
  findings: [],
};

/** Verifications on a database whose statements return `rows`, one after the other. */
function reading(...rows: object[]): LedgerVerifications {
  const database = { run: () => Promise.resolve([rows.shift()]) };
  return new LedgerVerifications(database as unknown as Database, {} as AuditTrail);
}

describe('the latest verification', () => {
  it('is done when it ended between the reads of its row and of its lock', async () => {
    expect((await reading(UNFINISHED, FINISHED).latest())?.state).toBe('done');
  });

  it('is interrupted when it is neither finished nor locked a moment later', async () => {
    expect((await reading(UNFINISHED, UNFINISHED).latest())?.state).toBe('interrupted');
  });
});
