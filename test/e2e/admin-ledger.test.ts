/** /api/admin/ledger/verification: started on request, one at a time over all processes; the result is stored. */
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';
import { TIME } from '../support/refusals.js';

const PATH = '/api/admin/ledger/verification';
const LOCK = 7_264_013;
let app: TestApp;
let admin: Person;
beforeEach(async () => {
  app = await startApp();
  admin = await registerAdmin(app);
});
afterEach(() => app.close());

const latest = async (at = app, token: string | undefined = admin.accessToken) =>
  (await call(at.base, 'GET', PATH, { token })).body.verification;
const begin = (at = app, token: string | undefined = admin.accessToken) =>
  call(at.base, 'POST', PATH, { token });
async function ended(): Promise<Json> {
  for (;;) {
    const verification = await latest();
    if (verification.state !== 'running') return verification;
  }
}

describe('GET and POST /api/admin/ledger/verification', () => {
  it('returns none at first, and the stored result once a verification has finished', async () => {
    expect(await latest()).toBeNull();
    const { key } = await newCaller(app.base);
    for (const mode of ['ok', 'permanent']) {
      const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode });
      await finished(app.base, key, predictionId);
    }
    const answer = await begin();
    expect(answer.status).toBe(202);
    expect(answer.body.verification.requestedBy).toBe(admin.userId);
    const found = await ended();
    expect(found).toEqual({
      state: 'done',
      startedAt: TIME,
      finishedAt: TIME,
      requestedBy: admin.userId,
      ok: true,
      accounts: 2,
      transfers: 6,
      checks: expect.arrayContaining(['balance = sum of entries']),
      findingsTotal: 0,
      findings: [],
    });
    expect(await latest()).toEqual(found);
  });

  it('names each account with a mismatch, and the prediction if there is one', async () => {
    const { person, key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    await finished(app.base, key, predictionId);
    await app.database.query('update wallets set balance = balance + 1 where account_id = $1', [
      uuidOf(person.accountId),
    ]);
    await app.database.query(`alter table ledger_transfers disable trigger ledger_is_append_only`);
    await app.database.query(`delete from ledger_transfers where kind = 'capture'`);
    await begin();
    const { state, ok, findings, findingsTotal } = await ended();
    expect([state, ok]).toEqual(['done', false]);
    expect(findingsTotal).toBe(findings.length);
    expect(findings).toEqual(
      expect.arrayContaining([
        {
          check: 'balance = sum of entries',
          ...{ accountId: person.accountId, email: person.email },
          predictionId: null,
          detail: 'balance 999001, entries 999000',
        },
        expect.objectContaining({ accountId: person.accountId, predictionId }),
        expect.objectContaining({ check: 'all ledger accounts sum to zero', accountId: null }),
      ]),
    );
  });

  it('returns the running verification instead of starting another, in every process', async () => {
    const beside = await startApp({ ROLES: 'api' }, app.database);
    try {
      // The verification waits for the table lock, so it runs until the lock is released.
      const held = await holdTable();
      await begin();
      expect((await latest()).state).toBe('running');
      for (const at of [app, beside, beside]) {
        const { status, body } = await begin(at);
        expect([status, body.verification.state, body.verification.ok]).toEqual([202, 'running', null]);
      }
      expect((await latest(beside)).state).toBe('running');
      // More than the pool has connections: they share one.
      const many = await Promise.all(Array.from({ length: 40 }, () => begin(beside)));
      expect(new Set(many.map(({ status }) => status))).toEqual(new Set([202]));
      const [row] = await app.database.query<{ made: number }>(
        'select count(*)::int as made from ledger_verifications',
      );
      expect(row!.made).toBe(1);
      await held.release();
      expect(await ended()).toMatchObject({ state: 'done', ok: true });
    } finally {
      await beside.close();
    }
  });

  it('a stopping service does not wait for it, and the next one reports it as interrupted', async () => {
    const beside = await startApp({ ROLES: 'api' }, app.database);
    const held = await holdTable();
    await begin(beside);
    expect((await latest()).state).toBe('running');
    await beside.close();
    await held.release();
    expect(await latest()).toMatchObject({ state: 'interrupted', finishedAt: null, ok: null, findings: [] });
    await begin();
    expect(await ended()).toMatchObject({ state: 'done', ok: true });
  });

  it('ignores the lock of a verification of another database', async () => {
    const other = await startApp({ ROLES: 'api' });
    try {
      const [row] = await other.database.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1) as locked',
        [LOCK],
      );
      expect(row!.locked).toBe(true);
      await begin();
      expect((await ended()).state).toBe('done');
    } finally {
      await other.close();
    }
  });
});

describe('access', () => {
  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'GET', PATH, { token }),
  );
  itRequiresAdmin(
    () => app,
    (token) => call(app.base, 'POST', PATH, { token }),
  );
});

/** Locks a table that every verification reads. */
async function holdTable(): Promise<{ release(): Promise<void> }> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query('begin; lock table ledger_transfers in access exclusive mode');
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
