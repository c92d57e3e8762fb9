/** GET /api/admin/system: the state of the installation, part by part. */
import { Database, MIGRATIONS } from '../../src/platform/database/index.js';
import { OLDEST_RELEASE } from '../../src/platform/database/releases.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, generate, type Json, type Person, register } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';

/** A charge and a capture per number from $1 to $2, of 12,000 that end now and began two days ago. */
const ENTRIES = `
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select (select id from accounts limit 1), ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, kind, source, destination,
  0, 0, now() - interval '2 days' * (1 - n / 12000.0::float8)
from generate_series($1::int, $2::int) n
  cross join (values (1, 'charge', 'wallet', 'held'), (2, 'capture', 'held', 'revenue')) t (step, kind, source, destination)
order by n, step`;

const PATH = '/api/admin/system';
let app: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  // Without a worker: predictions stay waiting.
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
  customer = await register(app.base);
});
afterAll(() => app.close());

const ask = (token: string | undefined) => call(app.base, 'GET', PATH, { token });
async function system(): Promise<Json> {
  const answer = await ask(admin.accessToken);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('GET /api/admin/system', () => {
  it('200: every part can be read', async () => {
    const body = await system();
    expect(body.problems).toEqual([]);
    expect(body.circuits).toContainEqual({
      provider: 'embedded',
      state: 'closed',
      failures: 0,
      reason: null,
      changedAt: null,
    });
    expect(body.database).toMatchObject({ version: expect.stringMatching(/^\d+/) });
    expect(body.database.connections).toBeLessThanOrEqual(body.database.maxConnections + 10);
    expect(body.standbys).toEqual([]);
    expect(body.storage).toMatchObject({ kind: 'disk', writable: true, freeBytes: expect.any(Number) });
  });

  it('200: names this process, its role and its version', async () => {
    const { processes } = await system();
    const own = processes.find(({ name }: Json) => name.endsWith(`/${process.pid}`));
    expect(own).toMatchObject({ roles: ['api'], version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(Math.abs(Date.parse(own.startedAt) - (Date.now() - process.uptime() * 1000))).toBeLessThan(60_000);
  });

  it('200: names the migrations that have run, and none that is pending or running', async () => {
    const { migrations } = await system();
    expect(migrations).toEqual({
      applied: MIGRATIONS.map(({ name }) => name),
      pending: [],
      newer: [],
      oldestRelease: OLDEST_RELEASE,
      running: null,
      invalidIndexes: [],
    });
  });

  it('200: counts what waits, by engine and by account', async () => {
    const { key } = await createKey(app.base, customer);
    for (let i = 0; i < 3; i += 1)
      await generate(app.base, key, { modelKey: 'embedded-image', prompt: `lighthouse ${i}` });
    const { queue } = await system();
    expect(queue.complete).toBe(true);
    expect(queue.engines).toContainEqual({
      provider: 'embedded',
      waiting: 3,
      running: 0,
      oldestWaitingSeconds: expect.any(Number),
    });
    expect(queue.accounts).toEqual([
      expect.objectContaining({
        email: customer.email,
        waiting: 3,
        oldestWaitingSeconds: expect.any(Number),
      }),
    ]);
  });

  it('200: counts a cancelled prediction as failed, but not against its engine', async () => {
    const { key } = await createKey(app.base, customer);
    const { predictionId } = await generate(app.base, key, {
      modelKey: 'embedded-image',
      prompt: 'cancelled',
    });
    const cancel = `/api/admin/predictions/${predictionId}/cancel`;
    expect((await call(app.base, 'POST', cancel, { token: admin.accessToken })).status).toBe(200);
    const { throughput, failures } = await system();
    expect(throughput).toEqual(
      [300, 3_600, 86_400].map((seconds) => ({ seconds, completed: 0, failed: 1, estimated: false })),
    );
    expect(failures).toEqual([]);
  });

  it('200: a part that cannot be read is null with a reason, and the others are there', async () => {
    const database = app.app.get(Database, { strict: false });
    await database.query('alter table ledger_checkpoint rename to ledger_checkpoint_away');
    try {
      const body = await system();
      expect(body.ledger).toBeNull();
      expect(body.problems).toEqual([{ part: 'ledger', reason: 'unavailable' }]);
      expect(body.queue).not.toBeNull();
    } finally {
      await database.query('alter table ledger_checkpoint_away rename to ledger_checkpoint');
    }
  });

  it('200: a part that hangs at every reading does not keep the others from being read', async () => {
    const session = app.app.get(Database, { strict: false }).manager.dataSource.createQueryRunner();
    await session.startTransaction();
    await session.query('lock table ledger_checkpoint in access exclusive mode');
    try {
      for (let reading = 0; reading < 4; reading += 1)
        expect((await system()).problems).toEqual([{ part: 'ledger', reason: 'too_long' }]);
    } finally {
      await session.rollbackTransaction();
      await session.release();
    }
  });

  it('200: estimates what is beyond the newest 10,000 entries of the ledger', async () => {
    // One charge and one capture every 14.4 s for two days.
    // In parts, for the time limit of statements.
    // 12,000 predictions would take minutes.
    await app.database.query('alter table ledger_transfers disable trigger entries_have_predictions');
    for (let first = 1; first <= 12_000; first += 500)
      await app.app.get(Database, { strict: false }).query(ENTRIES, [first, first + 499]);
    await app.database.query('alter table ledger_transfers enable trigger entries_have_predictions');
    const { throughput } = await system();
    expect(throughput.map(({ estimated }: Json) => estimated)).toEqual([false, false, true]);
    expect(Math.abs(throughput[1].completed - 250)).toBeLessThan(10);
    expect(Math.abs(throughput[2].completed - 6_000)).toBeLessThan(100);
  });

  itRequiresAdmin(
    () => app,
    (token) => ask(token),
  );
});
