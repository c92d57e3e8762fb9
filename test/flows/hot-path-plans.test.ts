/**
 * The plans of the hot path on the smallest installation: one account with a few keys. There the planner would read tables of few
 * rows whole, and while a snapshot is held (each backup) their pages grow with every statement.
 */
import { Client, type Pool, type QueryConfig } from 'pg';
// @ts-expect-error It has no types.
import utils from 'pg/lib/utils.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, finished, generate, newCaller } from '../support/client.js';

/** Formats a parameter as the driver does: a text, or the bytes of a `bytea`. */
const { prepareValue } = utils as { prepareValue: (value: unknown) => unknown };
const SCANS = new Set(['Seq Scan', 'Bitmap Heap Scan', 'Parallel Seq Scan']);
/** Reads all of a table with a bounded number of rows, once in some seconds. */
const WHOLE = new Set(['generation.read-run-times']);
/** Of a create, a poll, a claim and a settlement. */
const EXPECTED = [
  'admission.admit-api-keys',
  'generation.create',
  'generation.read',
  'generation.claim',
  'generation.begin',
  'generation.settle',
];
const KEYS = 5;
const ROUNDS = 70;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

let app: TestApp;
let snapshot: Client;
/** The statements that ran, by their text. */
const statements = new Map<string, QueryConfig>();

beforeAll(async () => {
  app = await startApp();
  snapshot = new Client({ connectionString: app.url });
  await snapshot.connect();
  await snapshot.query('begin isolation level repeatable read');
  await snapshot.query('select 1 from accounts limit 1');
  const { pool } = app.app.get(Database, { strict: false });
  const query = pool.query.bind(pool) as (config: QueryConfig) => unknown;
  (pool as { query: unknown }).query = (config: QueryConfig) => {
    if (config.name !== undefined) statements.set(config.name, config);
    return query(config);
  };
  await runHotPath();
  (pool as { query: unknown }).query = query;
});
afterAll(async () => {
  await snapshot.end();
  await app.close();
});

async function runHotPath(): Promise<void> {
  const { person, key } = await newCaller(app.base);
  const keys = [key];
  while (keys.length < KEYS) keys.push((await createKey(app.base, person)).key as string);
  const ids = await Promise.all(
    keys.map(async (token) => {
      const { predictionId } = await generate(app.base, token, { modelKey: 'embedded-fault', mode: 'ok' });
      await finished(app.base, token, predictionId);
      return predictionId as string;
    }),
  );
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(
      keys.map((token, index) => call(app.base, 'GET', `/api/generate/status/${ids[index]!}`, { token })),
    );
  await Promise.all(
    keys.map(async (token) => {
      const { predictionId } = await generate(app.base, token, {
        modelKey: 'embedded-fault',
        mode: 'permanent',
      });
      await finished(app.base, token, predictionId);
    }),
  );
}

/** Returns the generic plan of a statement, as a session of the pool makes it. */
async function planOf(pool: Pool, { text, values = [] }: QueryConfig): Promise<Plan> {
  const session = await pool.connect();
  try {
    await session.query(`prepare explained as ${text}`);
    const literals = (values as unknown[]).map((value) => {
      const given = prepareValue(value);
      if (given === null) return 'null';
      // A byte of 0 would end the statement.
      return session.escapeLiteral(Buffer.isBuffer(given) ? `\\x${given.toString('hex')}` : String(given));
    });
    const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute explained${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    );
    await session.query('deallocate explained');
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    session.release();
  }
}

const scansOf = (plan: Plan): string[] => [
  ...(SCANS.has(plan['Node Type']) ? [`${plan['Node Type']} on ${plan['Relation Name']}`] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

it('the statements of a create, a poll, a claim and a settlement are among those that ran', () => {
  expect([...statements.keys()]).toEqual(expect.arrayContaining(EXPECTED));
});

it('no prepared statement reads a table whole or by a bitmap, beside a held snapshot', async () => {
  const { pool } = app.app.get(Database, { strict: false });
  const scans: Record<string, string[]> = {};
  for (const [name, statement] of statements) {
    if (WHOLE.has(name)) continue;
    const found = scansOf(await planOf(pool, statement));
    if (found.length > 0) scans[name] = found;
  }
  expect(scans).toEqual({});
});

it('no session has read the tables of the limits and of the queue whole', async () => {
  const read = () =>
    app.database.query<{ relname: string; seq_scan: string; idx_scan: string }>(
      `select relname, seq_scan, idx_scan from pg_stat_user_tables where relname in ('budgets', 'queue_clock') order by relname`,
    );
  // Sessions report what they did when they have been idle.
  let rows = await read();
  const until = performance.now() + 45_000;
  while (Number(rows[0]!.idx_scan) < ROUNDS && performance.now() < until) rows = await read();
  expect(Number(rows[0]!.idx_scan)).toBeGreaterThanOrEqual(ROUNDS);
  expect(rows.map(({ relname, seq_scan: scans }) => [relname, Number(scans)])).toEqual([
    ['budgets', 0],
    ['queue_clock', 0],
  ]);
});
