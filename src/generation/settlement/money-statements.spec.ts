/**
 * Compares the statements that move money with a stored copy, byte by byte. Their text is composed from several files, and
 * moving a part must not change what PostgreSQL runs. An intended change also changes the copy, in the same commit.
 */
import { readFile } from 'node:fs/promises';
import { AuditTrail } from '../../audit/index.js';
import type { CatalogueModel } from '../../catalogue/index.js';
import { CreditExpiry, CreditsService, OperatorTransfers, type SpendLimits } from '../../credits/index.js';
import type { Database, Runnable, Transaction } from '../../platform/database/index.js';
import type { InlineInputs } from '../creation/inline-inputs.js';
import { PredictionCreation } from '../creation/prediction.creation.js';
import type { RunTimes } from '../estimates/run-times.js';
import type { GenerationMetrics } from '../generation-metrics.js';
import { PredictionSettlement } from './prediction.settlement.js';
import type { SettlementHub } from './settlement-hub.js';

const COPY = new URL('money-statements.sql', import.meta.url);
const ID = '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';
const RUN_TIMES = {
  refresh: () => Promise.resolve(),
  expect: () => ({ seconds: 1, heldSeconds: 1 }),
  record: () => undefined,
} as unknown as RunTimes;

/**
 * A database that records the text of every statement and returns one row that fits all of them. It rejects the first creation of a
 * prediction because its account has spend limits, so that the statement for those runs too.
 */
function recordingDatabase() {
  const texts: string[] = [];
  const row = {
    ord: 0,
    accepted: true,
    balance: '0',
    owed: '0',
    lent: '0',
    covered: '0',
    balance_before: '0',
    locked: true,
    id: ID,
    provider: 'engine',
  };
  const record = (text: string): Promise<object[]> => {
    texts.push(text);
    if (text.includes('needs_limits'))
      return Promise.resolve([{ ...row, accepted: false, needs_limits: true }]);
    const findsNone = /from (transfer_references|account_deletions) /.test(text);
    return Promise.resolve(findsNone ? [] : [{ ...row, inline_bytes: null }]);
  };
  const run = (statement: Runnable<object, object>, given: object) => record(statement.bind(given).text);
  const tx = { query: record, run } as unknown as Transaction;
  const database = {
    query: record,
    run,
    prepared: (_name: string, text: string) => record(text),
    transaction: (work: (tx: Transaction) => Promise<unknown>) => work(tx),
    change: (_owner: string, work: (tx: Transaction) => Promise<unknown>) => work(tx),
  };
  return { texts, database: database as unknown as Database };
}

async function textsOf(run: (database: Database) => Promise<unknown>): Promise<string[]> {
  const { texts, database } = recordingDatabase();
  await run(database);
  return texts;
}

const creditsOf = (database: Database) => new CreditsService(database, new CreditExpiry(database));

async function create(database: Database): Promise<void> {
  const creation = new PredictionCreation(
    database,
    creditsOf(database),
    {} as SpendLimits,
    {} as InlineInputs,
    RUN_TIMES,
  );
  await creation.create({
    accountId: ID,
    keyId: null,
    env: 'live',
    model: { inputSchema: {}, pricing: {} } as CatalogueModel,
    input: {},
    inlineMedia: null,
    metadata: {},
    externalUserId: null,
    cost: 1000n,
    priceVersion: 'price_0',
    plan: null,
    deadlineSeconds: 60,
    idempotency: null,
  });
}

async function settle(database: Database): Promise<void> {
  const settlement = new PredictionSettlement(
    database,
    { announce: () => Promise.resolve() } as unknown as SettlementHub,
    { countSettled: () => undefined } as unknown as GenerationMetrics,
    {} as InlineInputs,
    RUN_TIMES,
  );
  const message = 'The prediction was cancelled.';
  await settlement.fail({ id: ID, fence: null, code: 'cancelled', message, ending: 'cancelled' });
}

async function deliver(database: Database): Promise<void> {
  const transfers = new OperatorTransfers(database, creditsOf(database), new AuditTrail());
  const transfer = { kind: 'grant', accountId: ID, amount: 1000n, note: 'a note', reference: 'a reference' };
  await transfers.deliver({ ...transfer, kind: 'grant' });
}

it('the statements that charge, settle and transfer equal the stored copy', async () => {
  const sections = {
    'A prediction is created and charged, first without and then within spend limits': await textsOf(create),
    'A prediction is settled: captured or refunded': await textsOf(settle),
    'An operator grants or adjusts': await textsOf(deliver),
  };
  const sent = Object.entries(sections).map(([title, texts]) => [`-- ${title}`, ...texts].join('\n;\n'));
  expect(`${sent.join('\n;\n')}\n`).toBe(await readFile(COPY, 'utf8'));
});
